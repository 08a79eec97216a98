"""Situations and events as 64-bit codes, many at a time.

A code of a situation has a coloring, a further set of points, what clauses ask about passes, and a player. The further
set is that of the banned points; in a cleanup phase, of the marked ones. Under simple ko a situation does not hold what
stood before, but where a move is banned because of it: that is all that any clause of the documents asks of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.rules import Refusal
from ...spec.vocabulary import Phase, Position
from .many import Numbers, distinct
from .past import CannotBeRead
from .situations import Situation
from .symmetry import CodeField, CodeSymmetries, Layout, Part

MOST_BITS = 64
RUN_BITS = 3
PASS_BITS = RUN_BITS + 2
# A digit of a code tells whether a point is empty, black or white, and whether it is marked.
DIGIT = 6
MOST_LOOSE = 24


class SituationCodes:
    """The codes of the situations of a phase on one grid, with room for what clauses ask about passes, if need be.

    Situations are taken for images of each other under the symmetries.

    Raises:
        ValueError: the grid has too many points.

    >>> grid = Grid(2, 1)
    >>> codes = SituationCodes(grid, CodeSymmetries(grid))
    >>> whites = [Coloring(integer_board(2, 1), black=0, white=white) for white in (0b01, 0b10)]
    >>> [codes.code(Situation(Position(white, BLACK))) for white in whites]
    [4, 8]
    >>> codes.representatives(np.array([4, 8], dtype=np.uint64)).tolist()
    [4, 4]
    """

    def __init__(
        self, grid: Grid, symmetries: CodeSymmetries, phase: Phase = Phase.MAIN, tells_passes: bool = False
    ) -> None:
        passes = PASS_BITS if tells_passes else 0
        most = (MOST_BITS - 1 - passes) // 3
        if grid.size > most:
            raise Refusal(f"Situations can be listed on boards of up to {most} points; {grid} has {grid.size}.")
        self.board = ArrayBoard(grid)
        self.symmetries = symmetries
        self.phase = phase
        self.layout: Layout = (
            CodeField(Part.COLORING, 2 * grid.size),
            CodeField(Part.POINTS, grid.size),
            CodeField(Part.NUMBER, passes),
            CodeField(Part.COLOR, 1),
        )
        self._tells_passes = tells_passes
        self._points = np.uint64(grid.everywhere)
        self._white, self._further = grid.size, 2 * grid.size
        self._passes = np.uint64(3 * grid.size)
        self._player = np.uint64(3 * grid.size + passes)

    @property
    def grid(self) -> Grid:
        """The grid."""
        return self.board.grid

    def code(self, situation: Situation) -> int:
        """The code of one situation, of whose passes it is only known whether there were any; see `codes`."""
        return int(self.codes(situation))

    def _lowest_bits(self, black: Any, white: Any, further: Any) -> Any:
        """What codes hold of points, in their lowest bits."""
        return black | white << int(self._white) | further << int(self._further)

    def _read(self, codes: Words) -> tuple[Words, Words, Words]:
        """The black points, the white ones and the further set that codes hold."""
        black, white = codes & self._points, codes >> np.uint64(self._white) & self._points
        return black, white, codes >> np.uint64(self._further) & self._points

    def situation(self, code: int) -> Situation:
        """The situation that a code stands for."""
        ((_, many),) = self.by_kind(np.array([code], dtype=np.uint64))
        board = integer_board(self.grid.width, self.grid.height)
        coloring = Coloring(board, int(many.coloring.black[0]), int(many.coloring.white[0]))
        marks, banned = (int(np.ravel(points)[0]) for points in (many.marks, many.banned))
        return Situation(Position(coloring, many.player, self.phase, marks, many.position.passed), banned)

    def codes(self, many: Situation) -> Words:
        """The code of each of many situations in which the same player takes the next turn, as arrays hold them.

        Raises:
            ValueError: they have banned and marked points, for which there is no room at once.
        """
        c, banned, marks = many.coloring, many.banned, many.marks
        kept, left_out = (banned, marks) if self.phase is Phase.MAIN else (marks, banned)
        if np.any(left_out):
            raise Refusal("Codes of situations have room for banned or for marked points; these rules need both.")
        further = np.asarray(kept, dtype=np.uint64)
        above = (many.player is WHITE) << int(self._player)
        if self._tells_passes:
            passed = bool(many.position.passed) << RUN_BITS + 1
            above |= (many.run | many.other_passes << RUN_BITS | passed) << int(self._passes)
        code: Words = self._lowest_bits(c.black, c.white, further) | np.uint64(above)
        return code

    def by_kind(self, codes: Words) -> Iterator[tuple[Numbers, Situation]]:
        """Situations that share what is said once for many, with the index of each code."""
        kinds = codes >> self._passes
        for kind in distinct(kinds).tolist():
            chosen = np.flatnonzero(kinds == kind)
            yield chosen, self._many(codes[chosen], kind)

    def _many(self, codes: Words, kind: int) -> Situation:
        black, white, further = self._read(codes)
        marks, banned = (0, further) if self.phase is Phase.MAIN else (further, np.zeros_like(further))
        player = WHITE if kind >> int(self._player - self._passes) else BLACK
        bits = kind if self._tells_passes else 0
        run, other_passes, passed = bits & (1 << RUN_BITS) - 1, bool(bits >> RUN_BITS & 1), bits >> RUN_BITS + 1 & 1 > 0
        position: Position[Words] = Position(Coloring(self.board, black, white), player, self.phase, marks, passed)
        return Situation(position, banned, run, other_passes)

    def white_to_play(self, codes: Words) -> Flags:
        """Whether White takes the next turn, in each situation."""
        players: Words = codes >> self._player
        return np.not_equal(players, 0)

    def with_the_opponent_to_play(self, codes: Words) -> Words:
        """The same situations with the turn ceded."""
        return codes ^ np.uint64(1 << int(self._player))

    def without_marks(self, codes: Words) -> Words:
        """The same situations with nothing marked, or banned."""
        return codes & ~(self._points << np.uint64(self._further))

    def representatives(self, codes: Words) -> Words:
        """For each situation, the least code among its images."""
        return self.symmetries.least(codes, self.layout)

    def orbit_sizes(self, codes: Words) -> Numbers:
        """For each situation, how many different images it has."""
        return self.symmetries.orbit_sizes(codes, self.layout)


class LocalCodes(SituationCodes):
    """The codes of situations that differ from a position at some points alone; so they fit on larger boards.

    A point is one of six things: empty, black or white, and marked or not. A code is a number with a digit for each of
    those points; its highest bit is for the player.

    Raises:
        ValueError: there are too many such points, or the board is too large for arrays.

    >>> c = Coloring(integer_board(25, 1), black=1 << 24, white=1)
    >>> codes = LocalCodes(c, 0b110, Phase.FIRST_CLEANUP)
    >>> code = codes.code(Situation(Position(Coloring(c.board, 1 << 24 | 0b100, 1), BLACK, Phase.FIRST_CLEANUP)))
    >>> code, bin(codes.situation(code).coloring.black)
    (6, '0b1000000000000000000000100')
    """

    def __init__(self, c: Coloring[int], loose: int, phase: Phase) -> None:
        if loose.bit_count() > MOST_LOOSE:
            raise Refusal(f"Codes have room for {MOST_LOOSE} points that may change; here {loose.bit_count()} may.")
        self.board = ArrayBoard(c.board.grid)
        self.symmetries = CodeSymmetries(c.board.grid, turned=False, swapped=False)
        self.phase = phase
        self._tells_passes = False
        self._passes = self._player = np.uint64(MOST_BITS - 1)
        places = [point.bit_length() - 1 for point in points_of(loose)]
        self._digits = [(np.uint64(place), np.uint64(DIGIT**number)) for number, place in enumerate(places)]
        self._stays = np.uint64(c.black & ~loose), np.uint64(c.white & ~loose)

    def _lowest_bits(self, black: Any, white: Any, further: Any) -> Any:
        sets = [np.asarray(points, dtype=np.uint64) for points in (black, white, further)]
        one, code = np.uint64(1), np.zeros((), dtype=np.uint64)
        for place, worth in self._digits:
            digit = sum(
                (points >> place & one) * np.uint64(times) for points, times in zip(sets, (1, 2, 3), strict=True)
            )
            code = code + digit * worth
        return code

    def _read(self, codes: Words) -> tuple[Words, Words, Words]:
        black, white = (np.full_like(codes, stays) for stays in self._stays)
        further, left = np.zeros_like(codes), codes & ~(np.uint64(1) << self._player)
        for place, _ in self._digits:
            left, digit = np.divmod(left, np.uint64(DIGIT))
            colored, marked = digit % np.uint64(3), digit // np.uint64(3)
            black |= (colored & np.uint64(1)) << place
            white |= colored >> np.uint64(1) << place
            further |= marked << place
        return black, white, further


def code_of(event: Any, points: int, many: int) -> Words:
    """Many events of a board of some points as codes; one event for all, or arrays of as many.

    Raises:
        CannotBeRead: they take more than 64 bits, or consist of something else than points, colors and conditions.

    >>> code_of((BLACK, True), points=4, many=2).tolist()
    [2, 2]
    """
    code, shift = np.zeros(many, dtype=np.uint64), 0
    for (_, bits), value in _parts(event, points):
        if shift + bits > MOST_BITS:
            raise CannotBeRead("events too large to be numbered")
        code |= np.asarray(value).astype(np.uint64) << np.uint64(shift)
        shift += bits
    return code


def layout_of(event: Any, points: int) -> Layout:
    """What the code of an event holds."""
    return tuple(field for field, _ in _parts(event, points))


def _parts(event: Hashable | Any, points: int) -> Iterator[tuple[CodeField, Any]]:
    if isinstance(event, tuple):
        for part in event:
            yield from _parts(part, points)
    elif isinstance(event, Coloring):
        black, white = (np.asarray(stones).astype(np.uint64) for stones in (event.black, event.white))
        yield CodeField(Part.COLORING, 2 * points), black | white << np.uint64(points)
    elif isinstance(event, Color):
        yield CodeField(Part.COLOR, 1), event is WHITE
    elif isinstance(event, bool) or np.asarray(event).dtype == np.bool_:
        yield CodeField(Part.NUMBER, 1), event
    elif isinstance(event, int | np.ndarray):
        yield CodeField(Part.POINTS, points), event
    else:
        raise CannotBeRead("events that consist of more than points, colors and conditions")
