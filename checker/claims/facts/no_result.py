"""Where a game can end without result under simple ko, and the shortest such game, by two engines.

The graph excludes all shorter games at once, by the situations that they would go through. On the smallest boards a
search plays all shorter games turn by turn, and knows nothing of situations.
"""

from __future__ import annotations

from functools import reduce

from ....interpreter.game import Game
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Turn
from ...evidence.checks import check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...graph.shortest_game import graph_of_phase, shortest_game_without_result
from .plain_search import search

NO_SUCH_GAME = 0
PUBLISHED = {(1, 1): NO_SUCH_GAME, (2, 1): NO_SUCH_GAME, (3, 1): 13, (4, 1): 9, (5, 1): 13, (6, 1): 10, (2, 2): 13}
MOST_POINTS_TO_SEARCH = 4


def shortest_without_result(rules: Rules, grid: Grid) -> Verdict:
    """The shortest game without result by the graph, or that there is none, confirmed by the search where it can be."""
    graph = graph_of_phase(rules, grid)
    turns = shortest_game_without_result(graph)
    method, counts = "graph", {"situations": len(graph.steps), "returning_moves": graph.returning}
    if grid.size <= MOST_POINTS_TO_SEARCH:
        shorter = search(rules, grid, longest=len(turns) - 1 if turns else None)
        method, counts["games"] = "graph and search", shorter.games
        if shorter.found:
            notes = f"The search found a game of {shorter.found.record.turn} turns, which the graph excludes."
            return Verdict(Outcome.UNKNOWN, str(grid), method, counts, notes=notes)
    number = len(turns) if turns else NO_SUCH_GAME
    as_published = PUBLISHED.get((grid.width, grid.height), number) == number
    if turns is None:
        outcome = Outcome.HOLDS if as_published else Outcome.REFUTED
        verdict = Verdict(outcome, str(grid), method, counts, notes="No game ends without result.")
        return if_it_acted(verdict, graph.returning, "led back to an earlier situation")
    outcome = Outcome.WITNESSED if as_published else Outcome.REFUTED
    return Verdict(outcome, str(grid), method, counts, witness(rules, grid, turns), minimal=True)


def witness(rules: Rules, grid: Grid, turns: tuple[Turn, ...]) -> Story:
    """The witness of a game that ends without result on its last turn.

    Raises:
        IllegalTurn: a turn is illegal.
        GameOver: the game ends before the last turn.
        ValueError: the game does not end without result.
    """
    start = Game.start(rules, grid.width, grid.height)
    game = reduce(Game.play, turns, start)
    if not isinstance(game.result, NoResult):
        raise ValueError(f"The game of {len(turns)} turns on {grid} does not end without result.")
    *earlier, last = turns_with_the_last_state(game)
    listed = " and ".join(map(str, earlier))
    shows = f"What stands after turn {last} has stood after turns {listed}, with no pass since, so there is no result."
    return Story.play(start, turns, shows)


def turns_with_the_last_state(game: Game) -> list[int]:
    """After how many turns since the last pass the state that stands now has stood, now included."""
    found: list[int] = []
    before: Game | None = game
    while before:
        if before.record.state == game.record.state:
            found.insert(0, before.record.turn)
        before = None if before.record.last == PASS else before.undo
    return found


for _suicide in (False, True):
    check_boards(
        "fact/no-result",
        shortest_without_result,
        # On 1x1 no move can be made, so that nothing could come back.
        boards=[*(sides for sides in PUBLISHED if sides != (1, 1)), (7, 1), (3, 2)],
        standard=[(8, 1), (9, 1), (4, 2), (3, 3), (5, 2)],
        rules=f"ko=SIMPLE suicide={'yes' if _suicide else 'no'}",
        cost=lambda grid: 3.0**grid.size / 4000,
        under=(Rules(ko=Ko.SIMPLE, suicide=_suicide),),
    )
