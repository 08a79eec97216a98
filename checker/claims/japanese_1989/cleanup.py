"""KataGo's cleanup beside article 7: every final position counted both ways, and every string looked at both ways.

What best play makes of a string is decided in a game in which half a point more is at stake, see `life/local.py`. A new
stone where it stood is enough, as it is for article 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache, partial, reduce

from ....interpreter.game import Game
from ....interpreter.notation import vertices
from ....interpreter.story import Story
from ....interpreter.wording import PLAYERS
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.verdict import Outcome, Seen, case, cases, count, every_case, smallest_case
from ...life.local import half_a_point_for
from ...life.statuses import StringStatus, strings_of
from ...phase.symmetry import Permutation, board_symmetries, image_of
from ...solving.budget import Budget
from ...solving.solution import Value, best_line, value_of
from ...solving.solver import Solver
from ...sweeps.sweep import positions_of
from ...values.valuing import Valuing
from .life import count_by_article_7, every_final_position, named

CLEANUP = replace(PRESETS["japanese-like"], komi=0)
_MOST_POINTS = 6


class Difference(Enum):
    """How a final position comes out in cleanup by best play, beside its count by article 7."""

    SAME = "the same whoever goes first"
    WHO_IS_FIRST = "something else as soon as one player goes first: the game had stopped too early"
    OTHERWISE = "something else, whoever goes first"
    NO_RESULT = "no result, or not"


def _kind_of(lead: float, first: Value, second: Value) -> Difference:
    """How a position comes out, given Black's lead by article 7, and in cleanup if Black and if White is first."""
    if first.worst != first.best or second.worst != second.best:
        return Difference.NO_RESULT
    if first.best == second.best == lead:
        return Difference.SAME
    if first.best != second.best:
        return Difference.WHO_IS_FIRST
    return Difference.OTHERWISE


def compared(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[int], float, list[Value | None]]]:
    """Every final position, Black's lead by article 7, and what it is worth in cleanup to whoever goes first."""
    games = {(c, player): cleanup_from(CLEANUP, c, player) for c in positions_of(grid) for player in Color}
    valuing, confirmation = Valuing([*games.values()]), every_final_position(rules, grid)
    for c in positions_of(grid):
        lead = count_by_article_7(rules, c, confirmation.dead(c))
        yield c, lead, [valuing.worth(games[c, player]).value for player in (BLACK, WHITE)]


def shown(rules: Rules, c: Coloring[int], lead: float, first: Value) -> Story:
    """The final position where cleanup begins, Black first."""
    dead = every_final_position(rules, c.board.grid).dead(c)
    stones = ", ".join(vertices(c.board.grid, dead)) or "nothing"
    shows = f"By article 7 dead is {stones}, and Black leads by {lead:g}; by best play in cleanup by {first.best:g}."
    return Story.of(cleanup_from(CLEANUP, c, BLACK), shows)


@every_case("final positions of {grid}", acts="came out alike")
def cleanup_counts_alike(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Count every final position by article 7, and solve KataGo's cleanup from there with either player first."""
    for c, lead, (first, second) in compared(rules, grid):
        if first is None or second is None:
            yield count(undecided=1)
            continue
        kind = _kind_of(lead, first, second)
        kinds = {kind.name.lower(): 1}
        yield case(
            kind is Difference.SAME, partial(shown, rules, c, lead, first), acted=kind is Difference.SAME, **kinds
        )


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_difference(rules: Rules, kind: Difference, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position that comes out otherwise in cleanup in one way."""
    for c, lead, (first, second) in compared(rules, grid):
        if first is None or second is None:
            yield count(undecided=1)
        else:
            yield case(_kind_of(lead, first, second) is not kind, partial(shown, rules, c, lead, first), positions=1)


def cleanup_from(rules: Rules, c: Coloring[int], first: Color) -> Game:
    """The game of cleanup that begins in a final position."""
    return Game(rules, rows=c, to_play=first, phase=Phase.FIRST_CLEANUP)


@dataclass(frozen=True)
class StringInCleanup:
    """A string of a final position, and what becomes of it in cleanup by best play.

    Attributes:
        c: the final position.
        owner: whose the string is.
        stones: the string.
        left: whether it is left, by who goes first; None where that hangs on what no-result is worth.
    """

    c: Coloring[int]
    owner: Color
    stones: int
    left: Mapping[Color, bool | None]


class CleanupOfStrings:
    """What becomes of every string of a board's final positions in cleanup.

    Of strings that are images of each other, by turns of the board and the swap of colors, one is searched for, in all
    positions in which it stands.

    Args:
        grid: the board.
    """

    def __init__(self, grid: Grid) -> None:
        self._positions = [*positions_of(grid)]
        self._symmetries = board_symmetries(grid)

    @cached_property
    def strings(self) -> list[StringInCleanup]:
        """Every string of every final position."""
        positions: dict[int, list[Coloring[int]]] = {}
        for c in self._positions:
            for owner, stones in strings_of(c):
                if owner is BLACK and stones == min(self._images(stones)):
                    positions.setdefault(stones, []).append(c)
        return [string for stones, where in positions.items() for string in self._with_images(stones, where)]

    def _images(self, stones: int) -> dict[int, Permutation]:
        """The images of a string, each with a symmetry by which it is one."""
        return {image_of(stones, symmetry): symmetry for symmetry in self._symmetries}

    def _with_images(self, stones: int, positions: Sequence[Coloring[int]]) -> Iterator[StringInCleanup]:
        """A string of Black's in some positions, with all images of it."""
        images = self._images(stones)
        for c, left in zip(positions, self.left(BLACK, stones, positions), strict=True):
            other = {first.opponent: is_left for first, is_left in left.items()}
            for image, symmetry in images.items():
                black, white = (image_of(points, symmetry) for points in (c.black, c.white))
                yield StringInCleanup(Coloring(c.board, black, white), BLACK, image, left)
                yield StringInCleanup(Coloring(c.board, white, black), WHITE, image, other)

    def left(
        self, owner: Color, stones: int, positions: Iterable[Coloring[int]]
    ) -> Iterator[Mapping[Color, bool | None]]:
        """Whether a string is left in each of some positions, by who goes first; see `StringInCleanup`."""
        rules = half_a_point_for(CLEANUP, owner, stones)
        solver = self._solver(rules)
        for c in positions:
            values = {first: value_of(solver, cleanup_from(rules, c, first)) for first in Color}
            yield {first: None if value.worst != value.best else value.best % 1 != 0 for first, value in values.items()}

    def _solver(self, rules: Rules) -> Solver:
        return Solver([cleanup_from(rules, c, first) for c in self._positions for first in Color], Budget())

    def line(self, string: StringInCleanup, first: Color) -> Game:
        """A game of best play in cleanup, in which half a point hangs on a string."""
        rules = half_a_point_for(CLEANUP, string.owner, string.stones)
        game, solver = cleanup_from(rules, string.c, first), self._solver(rules)
        line, _ = best_line(solver, game, value_of(solver, game), None)
        return reduce(Game.play, (best.turn for best in line), cleanup_from(CLEANUP, string.c, first))


@lru_cache(4)
def cleanup_of_strings(grid: Grid) -> CleanupOfStrings:
    """What becomes of the strings of a board in cleanup; the same for all readings of article 7."""
    return CleanupOfStrings(grid)


class Fate(Enum):
    """What article 7 says of a string, beside what becomes of it in cleanup by best play."""

    ALIVE_IN_BOTH = "alive by article 7, and left in cleanup whoever goes first"
    DEAD_IN_BOTH = "dead by article 7, and taken in cleanup whoever goes first"
    ALIVE_BY_ARTICLE_7 = "alive by article 7, and taken in cleanup whoever goes first"
    DEAD_BY_ARTICLE_7 = "dead by article 7, and left in cleanup whoever goes first"
    WHO_IS_FIRST = "left in cleanup if one player goes first, and taken if the other does"
    NO_RESULT = "left or taken in cleanup by what no-result is worth"

    @staticmethod
    def of(alive: bool, left: set[bool | None]) -> Fate:
        """The one by a status, and by whether it is left for each player that may go first."""
        if len(left) > 1 or None in left:
            return Fate.NO_RESULT if None in left else Fate.WHO_IS_FIRST
        if alive:
            return Fate.ALIVE_IN_BOTH if True in left else Fate.ALIVE_BY_ARTICLE_7
        return Fate.DEAD_BY_ARTICLE_7 if True in left else Fate.DEAD_IN_BOTH


def fates(rules: Rules, grid: Grid) -> Iterator[tuple[StringInCleanup, StringStatus, Fate]]:
    """Every string of every final position, its status by article 7, and its fate."""
    confirmation = every_final_position(rules, grid)
    for string in cleanup_of_strings(grid).strings:
        status = confirmation.status(string.c, string.owner, string.stones)
        yield string, status, Fate.of(bool(status.life.alive), set(string.left.values()))


def _in_words(left: Mapping[Color, bool | None]) -> str:
    """What becomes of a string in cleanup.

    >>> _in_words({BLACK: True, WHITE: False})
    'In cleanup it is left if Black goes first, and taken if White does.'
    """
    if None in left.values():
        return "In cleanup it depends on what no-result is worth."
    if left[BLACK] is left[WHITE]:
        return f"In cleanup it is {'left' if left[BLACK] else 'taken'} whoever goes first."
    keeper = BLACK if left[BLACK] else WHITE
    return f"In cleanup it is left if {PLAYERS[keeper]} goes first, and taken if {PLAYERS[keeper.opponent]} does."


def fate_shown(string: StringInCleanup, status: StringStatus) -> Story:
    """A game of best play in cleanup from a final position, that is not as article 7 has it of a string, if one is."""
    first = next((color for color in Color if string.left[color] is not status.life.alive), BLACK)
    ended = cleanup_of_strings(string.c.board.grid).line(string, first)
    return Story.of(ended, f"{named(string.c, status)}. {_in_words(string.left)}")


@every_case("strings of final positions of {grid}", acts="were dead or alive in both")
def strings_fare_alike(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find every string's status by article 7, and whether it is left by best play in KataGo's cleanup."""
    for string, status, fate in fates(rules, grid):
        alike = fate in (Fate.ALIVE_IN_BOTH, Fate.DEAD_IN_BOTH)
        kinds = {"strings": 1, fate.name.lower(): 1}
        yield case(alike, partial(fate_shown, string, status), acted=alike, **kinds)


@every_case("strings of final positions of {grid}", acts="were alive by article 7")
def what_is_alive_is_left(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Look at the strings that are alive by article 7: does best play leave them in cleanup, whoever goes first?"""
    for string, status, fate in fates(rules, grid):
        if status.life.alive:
            yield case(fate is Fate.ALIVE_IN_BOTH, partial(fate_shown, string, status), strings=1)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS, fewest_stones=True)
def smallest_fate(rules: Rules, fate: Fate, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position with a string that fares so."""
    for string, status, this in fates(rules, grid):
        stones = (string.c.black | string.c.white).bit_count()
        shows = partial(fate_shown, string, status)
        yield cases(int(this is fate), shows, stones=stones, strings=1)
