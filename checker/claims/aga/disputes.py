"""Whether a game by AGA rules, with all its disputes, ends: under the ban on repetition, every game does.

Every move that rule 8 allows leads to a new position, and the fourth pass in a row ends the game. So the positions that
have not stood, and then the passes left, are a rank that every turn lowers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import networkx as nx

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....spec.aga.ending import both_passed_twice
from ....spec.aga.presets import PRESETS
from ....spec.algebra import Color, Grid
from ....spec.algebra.grid import points_of
from ....spec.registry import Decision, make_clause
from ....spec.rules import Amendment, Rules
from ....spec.vocabulary import PASS, Move, Phase
from ...evidence.checks import EVERY_SIZE, check, check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...proofs.cases import OneTurn
from ...proofs.coverage import covering
from ...proofs.declarations import OF_DISPUTES
from ...proofs.ranks import ASSUMES, NEW_STATES, endless_states, ranking

NOTES = (
    "Between two turns, each string is named and disputed once at most, and the players compare once. Illegal moves "
    "that nobody notes are left out, and so is going back to before one."
)
ENDINGS = (Decision.PHASE_ENDS, Decision.NO_RESULT, Decision.GAME_ENDS)


def with_disputes(rules: Rules) -> Rules:
    """The rules as a game with disputes asks them: two passes in a row end nothing, and four end the game."""
    rules = rules.literally()
    for clause in (clause for decision in ENDINGS for clause in rules.deciding(decision)):
        rules = replace(rules, amendments=(*rules.amendments, Amendment(clause.name, None)))
    order = rules.sole(Decision.ENDINGS)
    asking = replace(order, function=lambda record: (Decision.PHASE_ENDS,))
    rules = replace(rules, amendments=(*rules.amendments, Amendment(order.name, asking)))
    return rules.adding(
        make_clause(
            both_passed_twice, "ours/both-passed-twice", decides=Decision.PHASE_ENDS, text="Four passes end it."
        )
    )


@covering(OF_DISPUTES)
def turns_lower_rank(rules: Rules) -> Verdict:
    """Prove that every legal turn lowers the rank or ends the game, whatever stands and whatever has stood before."""
    turns = OneTurn(with_disputes(rules), Phase.MAIN)
    found = ranking(turns, NEW_STATES)
    obstacle = found.obstacle or endless_states(rules.literally(), Phase.MAIN)
    outcome = Outcome.UNKNOWN if obstacle else Outcome.PROVED
    notes = f"With {obstacle} it is not so that {NEW_STATES.name}." if obstacle else NOTES
    return Verdict(outcome, EVERY_SIZE, "z3", {"cases": found.cases}, notes=notes, assumes=ASSUMES)


def every_game_ends(rules: Rules, grid: Grid) -> Verdict:
    """Follow every legal turn and every statement on a tiny board, and find the longest game."""
    start = Procedure.start(rules, grid.width, grid.height)
    graph = nx.DiGraph()
    found, waiting = {_future(start)}, [start]
    banned = 0
    while waiting:
        game = waiting.pop()
        banned += len(_banned_moves(game))
        for later, turns in _continued(game):
            graph.add_edge(_future(game), _future(later), turns=turns)
            if _future(later) not in found:
                found.add(_future(later))
                waiting.append(later)
    counts = {"states": len(found)}
    if not nx.is_directed_acyclic_graph(graph):
        return Verdict(Outcome.REFUTED, f"every game on {grid}", "graph", counts)
    counts["turns_of_longest"] = nx.dag_longest_path_length(graph, weight="turns")
    verdict = Verdict(Outcome.HOLDS, f"every game on {grid}", "graph", counts)
    return if_it_acted(verdict, banned, "forbade a move for what it repeats")


def _future(game: Procedure) -> tuple[Any, ...]:
    """What the rest of the game depends on."""
    record = game.record
    said = game.named, game.disputed, game.resumed
    return frozenset(record.earlier), record.position, record.pass_run, said


def _continued(game: Procedure) -> Iterator[tuple[Procedure, int]]:
    """The game after each legal turn, which counts as one, and after each statement, which does not."""
    if game.stage is ProcedureStage.OVER:
        return
    c = game.record.position.coloring
    legal = (game.play(Move(point)) for point in points_of(c.empty))
    yield from ((later, 1) for later in (game.play(PASS), *legal) if later.last and not later.last.illegal)
    if game.stage is ProcedureStage.AGREEING:
        stones = c.black | c.white
        yield from ((later, 0) for point in points_of(stones) for later in _said_of(game, point))
        yield from ((game.compare_dead_stones({Color.BLACK: held}), 0) for held in {0, stones})


def _banned_moves(game: Procedure) -> list[Procedure]:
    """The moves that are illegal for what they repeat, each with what follows where nobody notes it."""
    if game.stage is ProcedureStage.OVER:
        return []
    made = (game.play(Move(point)) for point in points_of(game.record.position.coloring.empty))
    return [
        later for later in made if later.last and later.last.illegal and later.last.illegal.decides is Decision.LEGAL
    ]


def _said_of(game: Procedure, point: int) -> Iterator[Procedure]:
    for statement in (game.name, game.dispute):
        try:
            yield statement(point)
        except ValueError:
            continue


_AGA = PRESETS["aga"]

# When the player matters too, there are far more histories on 3x1 than can be followed.
for _reading, _deep in (("board", [(3, 1)]), ("board-and-player", [])):
    _rules = _AGA.reading({"reading/aga-repetition": _reading})
    _label = f"reading/aga-repetition={_reading}"
    check("claim/aga-dispute-terminates", EVERY_SIZE, _label, cost=0.5, under=(_rules,))(turns_lower_rank)
    check_boards(
        "claim/aga-dispute-terminates",
        every_game_ends,
        boards=[(2, 1)],
        deep=_deep,
        rules=_label,
        cost=lambda grid: 12 * 20.0 ** (grid.size - 3),
        under=(_rules,),
    )
