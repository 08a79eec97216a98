"""Stones are neither made nor lost, so each player's lead is the same by ownership as by territory.

Both are proved for boards of every size, by reading the clauses on one unspecified point. For each color, the stones on
the board and those captured are as many as those placed and those moved: that holds at the start, and is kept by every
turn, by every end, and by the removal of pass-dead stones. With that balance, a player's score by ownership is the one
by territory less the captures of both colors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import reduce
from itertools import product
from operator import add
from types import MappingProxyType
from typing import Any

import z3

from ....interpreter.history import after, first_record, next_phase
from ....interpreter.result import ended_game, scored_by
from ....spec.algebra import Color, Coloring
from ....spec.composition import move, pseudolegal
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Move, Phase, Position, Record, Tally, Turn, Unblock
from ...checks import EVERY_SIZE, check
from ...proofs.pointwise import PointwiseBoard, Total, as_total
from ...proofs.rule_sets import Values, alike, rule_sets
from ...verdict import Outcome, Verdict

PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
IN_TURNS = (
    Decision.TURN,
    Decision.MOVE,
    Decision.PSEUDOLEGAL,
    Decision.AFTER_MOVE,
    Decision.PASS,
    Decision.UNBLOCK_ACTION,
    Decision.CAPTURES,
    Decision.COUNTS_AS_MOVE,
    Decision.SCORED_MOVES,
    Decision.CHARGED_MOVES,
    Decision.NEXT_PHASE,
)
IN_EARLY_ENDS = (Decision.EARLY_END,)
IN_SCORES = (Decision.REMOVAL, Decision.LIFE, Decision.SCORE, Decision.OWNERSHIP_SCORE)
UNBLOCKS_UNCOUNTED: Values = {"scoring": [Scoring.TERRITORY], "reading/unblock-is-not-a-move": ["neither", "pass"]}
WITHOUT_HANDICAP: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.ZERO]}
NOTES = (
    "By ownership each player scores less than by territory, by the captures of both colors. This is proved for games "
    "without handicap stones in which unblock actions do not count as moves; and where the stones of a set-up position "
    "do not count as moves, for games from the empty board."
)


@dataclass(frozen=True)
class Statement:
    """A statement about boards of every size, and whether z3 proved it."""

    text: str
    proved: bool


class RulesForAnyKomi(Rules):
    """Rules whose komi may be a z3 term, and so any number."""

    def __post_init__(self) -> None:
        """Accept any komi."""


def balance(ended: Ended[Any], color: Color) -> Total:
    """The stones of a color on the board and captured, less those placed and those moved."""
    there = ended.coloring.size(ended.coloring.of(color)) + ended.captures[color]
    return as_total(there - ended.placed[color] - ended.earlier_moves[color] - ended.moves[color])


def unknown_game(rules: Rules, board: PointwiseBoard, phase: Phase, player: Color) -> Record:
    """The record of a game of which nothing is known but the phase and the player."""
    moves: Any = {key: board.counter(f"moves {key}") for key in product(Color, PHASES)}
    captures, placed = (_counters(board, name) for name in ("captures", "placed"))
    position = Position(_unknown_coloring(board, "now"), player, phase, marks=board.unknown("marks"))
    return first_record(rules, position, Tally(captures, moves, placed=placed))


def _counters(board: PointwiseBoard, name: str) -> Any:
    return {color: board.counter(f"{name} {color}") for color in Color}


def _unknown_coloring(board: PointwiseBoard, when: str) -> Coloring[Any]:
    return Coloring(board, board.unknown(f"black {when}"), board.unknown(f"white {when}"))


def starts_balanced(rules: Rules) -> Statement:
    """That the balance of both colors is 0 in a game from the empty grid, whatever its size."""
    board = PointwiseBoard()
    empty = Coloring(board, board.nothing, board.nothing)
    ended = ended_game(first_record(rules, rules.sole(Decision.START).function(empty)))
    balanced = z3.And([balance(ended, color).equals(0) for color in Color])
    return Statement("the start", board.proves(balanced, step="the start"))


def turns_keep_balance(rules: Rules) -> Iterator[Statement]:
    """That every turn and the end of every phase keeps the balance of both colors."""
    # Marks depend on more than one point. They are not counted, so it does not matter which there are.
    rules = rules.dropping("katago-v2/cleanup/mark")
    for phase, player in product(PHASES, Color):
        for kind in (Move, Unblock):
            board = PointwiseBoard()
            turn = kind(board.point("point"))
            if all(clause.function(turn) for clause in rules.deciding(Decision.TURN, phase)):
                yield _kept_by_turn(board, unknown_game(rules, board, phase, player), turn)
        board = PointwiseBoard()
        record = unknown_game(rules, board, phase, player)
        yield _kept_by_turn(board, record, PASS)
        ended = next_phase(record, rules.sole(Decision.NEXT_PHASE, phase).function(record))
        text = f"the end of {phase.value}"
        yield Statement(text, _is_kept(text, board, ended_game(record), ended_game(ended)))


def early_ends_keep_balance(rules: Rules) -> Statement:
    """That what an early end of the game adds to the tally keeps the balance of both colors."""
    board = PointwiseBoard()
    record = unknown_game(rules, board, Phase.MAIN, Color.BLACK)
    tally = record.tally
    for clause in rules.deciding(Decision.EARLY_END):
        tally = clause.function(record, tally)
    text = "an early end"
    return Statement(text, _is_kept(text, board, ended_game(record), ended_game(replace(record, tally=tally))))


def _kept_by_turn(board: PointwiseBoard, record: Record, turn: Turn) -> Statement:
    position = record.position
    assumptions, moved = [], Total(0, 0)
    if isinstance(turn, Move):
        assumptions = [pseudolegal(record.rules, move(record.rules, position.coloring, position.player, turn.point))]
        # The move is counted once, and colors each point of a set of one: the same number, but not at the one point.
        moved = board.size(turn.point) - 1
    before, later = ended_game(record), ended_game(after(record, turn))
    text = f"{type(turn).__name__.lower()} by {position.player.value} in {position.phase.value}"
    return Statement(text, _is_kept(text, board, before, later, *assumptions, zeros={position.player: moved}))


def _is_kept(
    step: str,
    board: PointwiseBoard,
    before: Ended[Any],
    later: Ended[Any],
    *assumptions: Any,
    zeros: Mapping[Color, Total] = MappingProxyType({}),
) -> bool:
    """Whether the balance of both colors is kept, given totals that are 0, and no point gets two colors."""
    kept = [balance(later, color).equals(balance(before, color) + zeros.get(color, 0)) for color in Color]
    disjoint, still_disjoint = (~(ended.coloring.black & ended.coloring.white) for ended in (before, later))
    return board.proves(z3.And(still_disjoint, *kept), disjoint, *assumptions, step=step)


def scores_agree(rules: Rules) -> Iterator[Statement]:
    """That removing pass-dead stones keeps the balance, and how the two scores of a player then differ."""
    for button in (None, *Color) if rules.button else (None,):
        board = PointwiseBoard()
        ended = _unknown_end(rules, board, button)
        for clause in rules.deciding(Decision.REMOVAL):
            before, ended = ended, clause.function(ended)
            text = "the removal of pass-dead stones"
            yield Statement(text, _is_kept(text, board, before, ended))
        captured = reduce(add, ended.captures.values(), Total(0, 0))
        equations = [
            (_total(Decision.OWNERSHIP_SCORE, ended, color) + captured).equals(
                _total(Decision.SCORE, ended, color) + balance(ended, color)
            )
            for color in Color
        ]
        text = f"the two scores under tax {rules.tax.value}"
        yield Statement(text, board.proves(z3.And(equations), step=text))


def _unknown_end(rules: Rules, board: PointwiseBoard, button: Color | None) -> Ended[Any]:
    """The end of any game, whichever groups are pass-alive and whatever komi is.

    Where the stones of a set-up position are not counted, it is a game from the empty grid, with none placed.
    """
    counted = rules.parameter("reading/initial-stones") == "as-moves"
    any_groups = rules.replacing(
        "katago-v2/extra/pass-alive-group",
        lambda rules, c, color: board.unknown(f"pass-alive {color}"),
        "Any points whatever are those of the pass-alive-groups.",
    )
    parameters = {field.name: getattr(any_groups, field.name) for field in fields(Rules)}
    return Ended(
        rules=RulesForAnyKomi(**parameters | {"komi": z3.Real("komi")}),
        coloring=_unknown_coloring(board, "now"),
        captures=_counters(board, "captures"),
        moves=_counters(board, "moves"),
        earlier_moves=_counters(board, "earlier moves"),
        placed=_counters(board, "placed") if counted else dict.fromkeys(Color, 0),
        second_cleanup_start=_unknown_coloring(board, "at the start of the second cleanup phase"),
        button=button,
    )


def _total(decision: Decision, ended: Ended[Any], color: Color) -> Total:
    points: Any = scored_by(ended, color, decision)
    return as_total(points)


def leads_are_equal(rules: Rules) -> Verdict:
    """Prove that both formulas give each player the same lead, whatever else the rules are, on boards of every size."""
    turns = alike(rule_sets(rules, IN_TURNS, UNBLOCKS_UNCOUNTED), IN_TURNS)
    early_ends = alike(rule_sets(rules, IN_EARLY_ENDS), IN_EARLY_ENDS)
    scores = alike(rule_sets(rules, IN_SCORES, WITHOUT_HANDICAP), IN_SCORES)
    statements = [starts_balanced(rules)]
    statements += [statement for group in turns for statement in turns_keep_balance(group[0])]
    statements += [early_ends_keep_balance(group[0]) for group in early_ends]
    statements += [statement for group in scores for statement in scores_agree(group[0])]
    not_proved = sorted({statement.text for statement in statements if not statement.proved})
    counts = {"statements": len(statements)}
    if not_proved:
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", counts, notes=f"Not proved: {', '.join(not_proved)}.")
    return Verdict(Outcome.PROVED, EVERY_SIZE, "z3", counts, notes=NOTES)


check(
    "claim/ownership-difference",
    EVERY_SIZE,
    "scoring=TERRITORY",
    cost=2,
    under=(Rules(scoring=Scoring.TERRITORY),),
    whatever_else=True,
)(leads_are_equal)
