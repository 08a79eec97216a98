"""The smallest board that holds each kind of repetition, and what stops it under every ko rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....interpreter.notation import board_text, turn_text
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.algebra.grid import boards_of
from ....spec.parameters import Ko, Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.verdict import Outcome, Seen, answer, one_case
from ...play.cycles import Cycle, CycleEnd, CycleKind, longest_walk, stopped
from ...sweeps.sweep import legal_chunks, number_of_colorings
from ..shapes import REPETITIONS, Shape

_MOST_POINTS = 15
MOST_MOVES = 20
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
TERRITORY = replace(SIMPLE, scoring=Scoring.TERRITORY)


def shape_of(kind: CycleKind, cycle: Cycle) -> Shape:
    """The shape that a cycle found by the search makes."""
    grid = cycle.coloring.board.grid
    rows = tuple(board_text(cycle.coloring).split("/"))
    return Shape(kind.name, kind.about, rows, tuple(turn_text(grid, turn) for turn in cycle.turns))


@one_case("boards of up to {most_points} points", so=Outcome.WITNESSED)
def smallest_board(
    rules: Rules, kind: CycleKind, expected: Shape | None = None, most_points: int = _MOST_POINTS
) -> Seen:
    """Find every cycle of a kind on boards of more and more points, until some board holds one.

    The shape that is expected must be one of them, the smallest known one unless another is named.
    """
    expected = expected or REPETITIONS[kind]
    counts = {"boards": 0, "colorings": 0}
    for size in range(1, most_points + 1):
        grids = boards_of(size)
        cycles_on = {grid: list(kind.found_on(rules, grid)) for grid in grids}
        counts["boards"] += len(grids)
        counts["colorings"] += sum(map(number_of_colorings, grids))
        holding = [grid for grid in grids if cycles_on[grid]]
        if holding:
            cycles = cycles_on[holding[0]]
            counts |= {"cycles": len(cycles), "positions": len({board_text(cycle.coloring) for cycle in cycles})}
            shapes = [shape_of(kind, cycle) for cycle in cycles]
            shape = expected if expected in shapes else shapes[0]
            witness = Story.play(shape.game(rules), shape.turns, f"The last turn restores the position. {kind.about}")
            others = [str(grid) for grid in grids if grid not in holding]
            notes = f"No board of fewer points holds such a cycle{_nor(others)}."
            return answer(shape == expected, counts, witness, notes, scope=str(holding[0]), is_minimal=True)
    return answer(None, counts)


def _nor(others: Sequence[str]) -> str:
    return f", nor does {' or '.join(others)}" if others else ""


@one_case(method="sweep", acts="took a stone")
def no_smaller_ring(rules: Rules, grids: Sequence[Grid]) -> Seen:
    """Follow moves that take one stone each on small boards: where they die out, no ring of any length goes on."""
    longest = max(longest_walk(rules, grid, captures=1, limit=MOST_MOVES) for grid in grids)
    positions = sum(len(c.black) for grid in grids for c in legal_chunks(grid))
    counts = {"boards": len(grids), "positions": positions, "moves": longest}
    notes = "That is the longest series of moves there that take a stone each, without taking back at once."
    scope = f"{len(grids)} boards up to {grids[-1]}"
    return answer(longest < MOST_MOVES or None, counts, notes=notes, acted=longest, scope=scope)


def how_it_stops(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """Play the cycle of a shape over and over, until a clause stops it."""
    stop = stopped(shape.game(rules, phase), shape.turns)
    if stop is None:
        return answer(False, notes="No clause stopped it.")
    witness = Story.play(shape.game(rules, phase), stop.turns, f"{shape.about} {stop}")
    return answer(True, counts_of(stop, shape), witness)


what_stops_it = one_case("{shape.grid}", "game", so=Outcome.WITNESSED)(how_it_stops)


def counts_of(stop: CycleEnd, shape: Shape) -> dict[str, int]:
    """The turn on which a cycle stops, and how many times it was gone through before."""
    return {"turn": stop.number, "rounds": len(stop.turns) // len(shape.turns)}
