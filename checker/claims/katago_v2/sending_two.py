"""Whether sending two and returning one can end a game without result: in its own order, and in any other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from itertools import chain

from ....interpreter.game import Game
from ....interpreter.notation import board_text
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.algebra.grid import boards_of
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...play.capture import shortest_game
from ...play.cycles import SENDING_TWO_RETURNING_ONE, points_of_cycle, stopped
from ...play.shapes import Shape
from ..facts.repetitions import SIMPLE, TERRITORY, shape_of

STOPPED = "stopped the cycle"
KIND = SENDING_TWO_RETURNING_ONE


def in_any_order(rules: Rules, grid: Grid) -> Verdict:
    """Play every game from every such position with moves at the points of the cycle: does one end without result?"""
    counts = {"cycles": 0, "games": 0}
    for cycle in KIND.found_on(rules, grid):
        start = Game.set_up(rules, cycle.coloring)
        played = shortest_game(start, points_of_cycle(cycle), ends_without_result)
        counts["cycles"] += 1
        counts["games"] += played.games
        if played.found:
            counts["turns"] = played.found.record.turn
            shows = "Moves are made at the points of the cycle only, but in another order: there is no result."
            witness = Story.play(start, played.found.turns_taken, shows)
            smaller = chain.from_iterable(map(boards_of, range(1, grid.size)))
            minimal = not any(True for other in smaller for _ in KIND.found_on(rules, other))
            return Verdict(Outcome.REFUTED, str(grid), "search", counts, witness, minimal)
    notes = "Moves are made at the points of the cycle only; both players may pass at any time."
    verdict = Verdict(Outcome.HOLDS, str(grid), "search", counts, notes=notes)
    return if_it_acted(verdict, counts["games"], "played the cycle")


def ends_without_result(game: Game) -> bool:
    """Whether a game has ended without result."""
    return isinstance(game.result, NoResult)


def in_its_own_order(rules: Rules, phase: Phase, grid: Grid) -> Verdict:
    """Go through every such cycle over and over, from each of its turns on: does a game end without result?"""
    begun = [shape for cycle in KIND.found_on(rules, grid) for shape in beginnings(shape_of(KIND, cycle), rules)]
    counts = {"cycles": len(begun) // len(KIND.captures), "games": 0}
    clauses = set()
    for shape in begun:
        counts["games"] += 1
        stop = stopped(shape.game(rules, phase), shape.turns)
        if stop is None or ends_without_result(stop.game):
            notes = f"The cycle {' '.join(shape.cycle)} from {'/'.join(shape.rows)}: {stop or 'Nothing stops it.'}"
            return Verdict(Outcome.REFUTED, str(grid), "game", counts, notes=notes)
        clauses.add(stop.clause)
    notes = f"What stops it is {' or '.join(sorted(clauses))}."
    return if_it_acted(Verdict(Outcome.HOLDS, str(grid), "game", counts, notes=notes), counts["games"], STOPPED)


def beginnings(shape: Shape, rules: Rules) -> Iterator[Shape]:
    """The same cycle, begun with each of its turns."""
    for turn in range(len(shape.turns)):
        game = reduce(Game.taking, shape.turns[:turn], shape.game(rules))
        rows = tuple(board_text(game.position.coloring).split("/"))
        cycle = shape.cycle[turn:] + shape.cycle[:turn]
        yield Shape(shape.name, shape.about, rows, cycle, game.position.player)


for _rules, _phase in ((SIMPLE, Phase.MAIN), *((TERRITORY, phase) for phase in CLEANUP)):
    for _grid in (Grid(3, 1), Grid(5, 1), Grid(3, 3), Grid(5, 2)):
        _label = f"in its own order phase={_phase.value}"
        check("claim/no-result-not-s2r1", str(_grid), _label, cost=0.5, under=(_rules,))(
            partial(in_its_own_order, phase=_phase, grid=_grid)
        )
for _scope, _sides in (
    (Scope.QUICK, [(3, 1), (5, 1), (3, 3), (5, 2)]),
    (Scope.STANDARD, [(6, 2)]),
    (Scope.DEEP, [(4, 3)]),
):
    for _grid in (Grid(*sides) for sides in _sides):
        check("claim/no-result-not-s2r1", str(_grid), "in any order", cost=1, scope=_scope, under=(SIMPLE,))(
            partial(in_any_order, grid=_grid)
        )
