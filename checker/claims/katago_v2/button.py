"""The button: what it reconciles, and what it rewards at the end of a game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ...evidence.verdict import Outcome, Seen, case, cases, count, every_case, smallest_case
from ...phase.machine import Model
from ...play.comparison import Line, Lockstep, lead_passed_on, lines_of
from ...sweeps.sweep import positions_of

_HALF = 0.5
_MOST_POINTS, _MOST_TURNS = 4, 5


def apart(line: Line) -> tuple[float, float]:
    """By how much Black leads more by area with the button than by territory, and how much more without the button."""
    area, with_button, territory = map(lead_passed_on, line.games)
    return with_button - territory, area - territory


@every_case(
    "games of up to {depth} moves on {grid} in which nobody passes before the end", acts="made up for a difference"
)
def half_a_point_apart(area: Rules, with_button: Rules, territory: Rules, depth: int, grid: Grid) -> Iterator[Seen]:
    """Pass on from every game of moves alone: by area with the button Black must always lead by half a point more."""
    games = Lockstep(Model.each((area, with_button, territory), grid))
    lines = [games.start]
    for _ in range(depth + 1):
        longer: dict[Hashable, Line] = {}
        for line in lines:
            button, without = apart(line)
            one_apart, equal = (line.number * (without == by) for by in (1, 0))
            against = line.number * (button != _HALF)
            counts = {"games": line.number, "equal_without_it": equal, "one_apart_without_it": one_apart}
            yield cases(against, None, one_apart, **counts)
            for further in games.continued(line, line.games[0].moves()):
                games.gather(longer, further)
        lines = list(longer.values())


@smallest_case(Outcome.WITNESSED, boards=_MOST_POINTS)
def smallest_otherwise(
    area: Rules, with_button: Rules, territory: Rules, grid: Grid, most_turns: int = _MOST_TURNS
) -> Iterator[Seen]:
    """Show the shortest game, on the smallest board, in which somebody passes earlier and the button is of no avail."""
    for line in lines_of(Lockstep(Model.each((area, with_button, territory), grid)), most_turns):
        if line.over or apart(line)[0] == _HALF:
            yield count(games=line.number)
            continue
        shows = f"Once both pass, Black leads by {apart(line)[0]:g} more by area with the button than by territory."
        yield cases(1, Story.of(line.games[1], shows), games=line.number)


SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
BUTTON = replace(SIMPLE, button=True)


def leads_passed_on(rules: Rules, c: Coloring[int], player: Color) -> tuple[Game, float]:
    """A game from a position, and by how much its player leads if both players only pass."""
    start = Game(rules, rows=c, to_play=player)
    return start, lead_passed_on(start, player)


@every_case(
    acts="was made for nothing",
    notes="Nobody has passed before, and both players only pass after the move, or at once.",
)
def moves_for_nothing_cost(rules: Rules, plain: Rules, grid: Grid) -> Iterator[Seen]:
    """Make every move that changes nothing without the button: does its player then lead by less with it?

    Both players only pass after the move, or at once.
    """
    for c, player in product(positions_of(grid), Color):
        yield count(positions=1, moves_for_nothing=0)
        start, at_once = leads_passed_on(rules, c, player)
        without, expected = leads_passed_on(plain, c, player)
        for move in start.moves():
            if lead_passed_on(without.taking(move), player) == expected:
                later = start.taking(move)
                yield case(
                    lead_passed_on(later, player) < at_once, partial(_for_nothing, start, later), moves_for_nothing=1
                )


def _for_nothing(start: Game, later: Game) -> Story:
    end = later.passed_out()
    return Story.play(start, end.turns_taken, f"After a move for nothing, {score_text(end.result)}: it costs nothing.")
