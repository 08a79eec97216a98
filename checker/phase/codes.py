"""Situations as 64-bit codes: many at a time, and one in the place of all its mirror images.

A code has a coloring, a player, and a further set of points: the banned ones, or in cleanup the marked ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.integers import integer_board
from ...spec.vocabulary import Phase, Position
from .many import Numbers
from .situations import Situation
from .symmetry import Permutation, board_symmetries

MOST_POINTS = 21
TABLE_POINTS = 11


@dataclass(frozen=True)
class ManySituations:
    """Situations in which the same player takes the next turn; see `Situation`.

    Attributes:
        position: what stands, in each situation.
        banned: for each situation, the points of the moves that are forbidden because of the turn before.
    """

    position: Position[Words]
    banned: Words

    @property
    def coloring(self) -> Coloring[Words]:
        """The color of every point, in each situation."""
        return self.position.coloring

    @property
    def player(self) -> Color:
        """Who takes the next turn."""
        return self.position.player

    @property
    def marks(self) -> Words:
        """For each situation, the marked points."""
        marks: Words = self.position.marks
        return marks


class SituationCodes:
    """The codes of the situations of a phase on one grid: three sets of points, and the player.

    The sets are the black points, the white ones, and those banned; in a cleanup phase, those marked instead.

    Attributes:
        board: the grid, under the array reading.
        symmetries: for each rotation and reflection in use, where it takes each point; the first one takes none away.
        phase: the phase.
        symmetric: whether situations are images of each other that are turned, reflected, or have their colors swapped.

    Raises:
        ValueError: the grid has more than 21 points.

    >>> codes = SituationCodes(Grid(2, 1), symmetric=True)
    >>> whites = [Coloring(integer_board(2, 1), black=0, white=white) for white in (0b01, 0b10)]
    >>> [codes.code(Situation(Position(white, BLACK))) for white in whites]
    [4, 8]
    >>> codes.representatives(np.array([4, 8], dtype=np.uint64)).tolist()
    [4, 4]
    """

    def __init__(self, grid: Grid, symmetric: bool, phase: Phase = Phase.MAIN) -> None:
        if grid.size > MOST_POINTS:
            raise ValueError(f"Situations have codes on boards of up to {MOST_POINTS} points; {grid} has {grid.size}.")
        self.board = ArrayBoard(grid)
        self.symmetric = symmetric
        self.phase = phase
        self.symmetries = board_symmetries(grid) if symmetric else board_symmetries(grid)[:1]
        self._tables = [_tables(symmetry) for symmetry in self.symmetries]
        self._white = np.uint64(grid.size)
        self._banned = np.uint64(2 * grid.size)
        self._player = np.uint64(3 * grid.size)
        self._points = np.uint64(grid.everywhere)

    @property
    def order(self) -> int:
        """How many symmetries there are, with the swap of colors."""
        return len(self.symmetries) * (2 if self.symmetric else 1)

    def code(self, situation: Situation) -> int:
        """The code of one situation.

        Raises:
            ValueError: it has banned and marked points, for which there is no room at once.
        """
        c = situation.coloring
        code = 0
        for field in (situation.player is WHITE, int(self._further(situation)), c.white, c.black):
            code = code << c.board.grid.size | field
        return code

    def situation(self, code: int) -> Situation:
        """The situation that a code stands for."""
        grid = self.board.grid
        black, white, further = (code >> shift * grid.size & grid.everywhere for shift in range(3))
        player = WHITE if code >> 3 * grid.size else BLACK
        coloring = Coloring(integer_board(grid.width, grid.height), black, white)
        if self.phase is Phase.MAIN:
            return Situation(Position(coloring, player), further)
        return Situation(Position(coloring, player, self.phase, further))

    def codes(self, many: ManySituations) -> Words:
        """The code of each situation.

        Raises:
            ValueError: see `code`.
        """
        c = many.coloring
        further = np.asarray(self._further(many), dtype=np.uint64)
        code: Words = c.black | c.white << self._white | further << self._banned
        return code | np.uint64(many.player is WHITE) << self._player

    def _further(self, some: Situation | ManySituations) -> Any:
        kept, left_out = (some.banned, some.marks) if self.phase is Phase.MAIN else (some.marks, some.banned)
        check_there_is_room(bool(np.any(left_out)))
        return kept

    def by_player(self, codes: Words) -> Iterator[tuple[Numbers, ManySituations]]:
        """The situations with Black to play, and those with White to play, with the index of each code."""
        white_to_play = self.white_to_play(codes)
        for player in Color:
            chosen = np.flatnonzero(white_to_play == (player is WHITE))
            if len(chosen):
                black, white, further = self._fields(codes[chosen])
                yield chosen, self._many(Coloring(self.board, black, white), player, further)

    def _many(self, coloring: Coloring[Words], player: Color, further: Words) -> ManySituations:
        if self.phase is Phase.MAIN:
            return ManySituations(Position(coloring, player), further)
        return ManySituations(Position(coloring, player, self.phase, further), np.zeros_like(further))

    def white_to_play(self, codes: Words) -> Flags:
        """Whether White takes the next turn, in each situation."""
        players: Words = codes >> self._player
        return np.not_equal(players, 0)

    def with_the_opponent_to_play(self, codes: Words) -> Words:
        """The same situations with the turn ceded."""
        return codes ^ np.uint64(1 << 3 * self.board.grid.size)

    def without_marks(self, codes: Words) -> Words:
        """The same situations with nothing marked, or banned."""
        return codes & ~(self._points << self._banned)

    def representatives(self, codes: Words) -> Words:
        """For each situation, the least code among its images."""
        if self.symmetric:
            codes = np.where(self.white_to_play(codes), self._swapped(codes), codes)
        least, *others = self.turned(codes)
        for image in others:
            np.minimum(least, image, out=least)
        return least

    def images(self, codes: Words) -> list[Words]:
        """For each symmetry, the images of all situations; a situation that equals its image comes more than once."""
        return self.turned(codes) + (self.turned(self._swapped(codes)) if self.symmetric else [])

    def turned(self, codes: Words) -> list[Words]:
        """For each rotation and reflection in use, the images of all situations."""
        black, white, banned = self._fields(codes)
        to_play = codes >> self._player << self._player
        return [
            _image(black, tables)
            | _image(white, tables) << self._white
            | _image(banned, tables) << self._banned
            | to_play
            for tables in self._tables
        ]

    def orbit_sizes(self, codes: Words) -> Numbers:
        """For each representative, how many situations it stands for: its different images."""
        equal = np.zeros(len(codes), dtype=np.int64)
        for image in self.images(codes):
            equal += image == codes
        return self.order // equal

    def _swapped(self, codes: Words) -> Words:
        """The same situations with the other names for the players."""
        black, white, banned = self._fields(codes)
        to_play = (codes >> self._player) ^ np.uint64(1)
        swapped: Words = white | black << self._white | banned << self._banned | to_play << self._player
        return swapped

    def _fields(self, codes: Words) -> tuple[Words, Words, Words]:
        return codes & self._points, codes >> self._white & self._points, codes >> self._banned & self._points


def check_there_is_room(both: bool) -> None:
    """See that no situation has both banned and marked points.

    Raises:
        ValueError: one has.
    """
    if both:
        raise ValueError("Codes of situations have room for banned or for marked points; these rules need both.")


def _tables(symmetry: Permutation) -> list[Words]:
    """The images of all sets of the first few points, of the next few, and so on."""
    tables = []
    for start in range(0, len(symmetry), TABLE_POINTS):
        targets = symmetry[start : start + TABLE_POINTS]
        points = np.arange(1 << len(targets), dtype=np.uint64)
        images = np.zeros(len(points), dtype=np.uint64)
        for number, target in enumerate(targets):
            images |= (points >> np.uint64(number) & np.uint64(1)) << np.uint64(target)
        tables.append(images)
    return tables


def _image(points: Words, tables: list[Words]) -> Words:
    within = np.uint64((1 << TABLE_POINTS) - 1)
    image: Words = tables[0][points & within]
    for number, table in enumerate(tables[1:], start=1):
        image |= table[points >> np.uint64(number * TABLE_POINTS) & within]
    return image
