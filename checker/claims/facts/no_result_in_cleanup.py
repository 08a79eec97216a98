"""Where a game can end without result in a cleanup phase, and the shortest such game, by two engines.

These are games from the empty board on, through the phases before. The graph bounds all of them from below by the
situations that they would go through, whatever the ko rule of the main phase. On the smallest boards a search plays all
shorter games turn by turn, under simple ko.
"""

from __future__ import annotations

from functools import partial, reduce
from itertools import product

from ....interpreter.game import Game, GameOver, IllegalTurn
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.parameters import READINGS, Ko, Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase, Turn
from ...evidence.checks import check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...graph.shortest_game import Unsettled, graph_of_phase, shortest_game_without_result
from .no_result import turns_with_the_last_state
from .plain_search import search

UNBLOCKING = "reading/unblock-is-not-a-move"
PHASES_BEFORE = {Phase.FIRST_CLEANUP: 1, Phase.SECOND_CLEANUP: 2}
MOST_POINTS_TO_SEARCH = 4


def shortest_without_result(rules: Rules, phase: Phase, grid: Grid) -> Verdict:
    """The shortest game without result by the graph, or that there is none, confirmed by the search where it can be."""
    graph = graph_of_phase(rules, grid, phase)
    counts = {"situations": len(graph.steps), "on_cycles": int(graph.on_cycles.sum())}
    moves = sum(isinstance(step.turn, Move) for steps in graph.steps for step in steps)
    try:
        turns = shortest_game_without_result(graph, PHASES_BEFORE[phase])
        found = witness(rules, phase, grid, turns) if turns else None
    except (Unsettled, NotWithoutResult) as error:
        return Verdict(Outcome.UNKNOWN, str(grid), "graph", counts, notes=str(error))
    method = "graph"
    if grid.size <= MOST_POINTS_TO_SEARCH:
        shorter = search(rules, grid, phase, len(turns) - 1 if turns else None)
        method, counts["games"] = "graph and search", shorter.games
        if shorter.found:
            notes = f"The search found a game of {shorter.found.record.turn} turns, which the graph excludes."
            return Verdict(Outcome.UNKNOWN, str(grid), method, counts, notes=notes)
    if found is None:
        notes = f"No game ends without result in phase {phase.value}."
        return if_it_acted(Verdict(Outcome.HOLDS, str(grid), method, counts, notes=notes), moves, "made a move")
    return Verdict(Outcome.WITNESSED, str(grid), method, counts, found, minimal=True)


class NotWithoutResult(ValueError):
    """Turns that no shorter game without result has are not such a game themselves."""


def witness(rules: Rules, phase: Phase, grid: Grid, turns: tuple[Turn, ...]) -> Story:
    """The witness of a game that ends without result in a phase, on its last turn.

    Raises:
        NotWithoutResult: a turn is illegal, or the game ends otherwise.
    """
    start = Game.start(rules, grid.width, grid.height)
    try:
        game = reduce(Game.play, turns, start)
    except (IllegalTurn, GameOver):
        game = start
    if not isinstance(game.result, NoResult) or game.undo is None or game.undo.position.phase is not phase:
        raise NotWithoutResult(f"No game of fewer than {len(turns)} turns ends without result in phase {phase.value}.")
    *earlier, last = turns_with_the_last_state(game)
    listed = " and ".join(map(str, earlier))
    shows = f"What stands after turn {last} has stood after turns {listed}, with no pass since, so there is no result."
    return Story.play(start, turns, shows)


def _described(phase: Phase, suicide: bool, unblocking: str) -> str:
    described = f"ko=SIMPLE scoring=TERRITORY phase={phase.value} suicide={'yes' if suicide else 'no'}"
    return described if unblocking == READINGS[UNBLOCKING].default else f"{described} {UNBLOCKING}={unblocking}"


QUICK = [(2, 1), (4, 1), (5, 1), (3, 2)]
STANDARD = [(3, 3)]
DEEP = [(3, 1), (2, 2), (6, 1), (7, 1), (4, 2), (8, 1), (9, 1)]
for _phase, _suicide, _unblocking in product(PHASES_BEFORE, (False, True), ("neither", "pass")):
    _in_quick = _phase is Phase.FIRST_CLEANUP and _unblocking == "neither"
    _rules = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=_suicide).reading({UNBLOCKING: _unblocking})
    check_boards(
        "fact/no-result-cleanup",
        partial(shortest_without_result, phase=_phase),
        boards=QUICK if _in_quick else [],
        standard=STANDARD if _in_quick else [],
        deep=DEEP if _in_quick else [*QUICK, *STANDARD, *DEEP],
        rules=_described(_phase, _suicide, _unblocking),
        cost=lambda grid: 2.0**grid.size / 100,
        under=(_rules,),
    )
