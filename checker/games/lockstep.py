"""Games under one rule set or several, played side by side with the same turns, in the order of their length.

A line stands for all games that are the same but for a symmetry of the board, for all that have the same future, and
for all that have ended alike; it knows how many they are, so that what is counted are games. Clauses are written over
the algebra of point sets, which treats all points alike; amended clauses need not be, so under amended rules each line
stands for one game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra import Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Turn, Unblock
from .futures import future_of

Symmetry: TypeAlias = dict[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """Games with the same turns so far, one for each rule set.

    Attributes:
        games: the games.
        number: how many sequences of turns the line stands for.
        symmetries: the symmetries of the board, other than leaving it as it is, that change none of the turns so far.
    """

    games: tuple[Game, ...]
    number: int = 1
    symmetries: tuple[Symmetry, ...] = ()

    @property
    def over(self) -> bool:
        """Whether one of the games has ended."""
        return any(game.over for game in self.games)


class Lockstep:
    """All games on a board under some rule sets.

    >>> games = Lockstep([Rules()], Grid(2, 1))
    >>> sum(line.number for line in games.longer([games.start]))
    3
    """

    def __init__(self, rule_sets: Sequence[Rules], grid: Grid) -> None:
        amended = any(rules.amendments for rules in rule_sets)
        self._futures = None if amended else [future_of(rules) for rules in rule_sets]
        games = tuple(Game.start(rules, grid.width, grid.height) for rules in rule_sets)
        self.start = Line(games, symmetries=() if amended else symmetries(grid))

    def longer(self, lines: Iterable[Line]) -> list[Line]:
        """The lines that are one turn longer, by the turns that are legal in the first game; none after the end."""
        found: dict[Hashable, Line] = {}
        for line in lines:
            if not line.over:
                for longer in self.continued(line, line.games[0].turns()):
                    self.gather(found, longer)
        return list(found.values())

    def continued(self, line: Line, turns: Iterable[Turn]) -> Iterator[Line]:
        """What each of some turns makes of a line, where none of its games is over; the turns are not judged."""
        for turn, number, kept in up_to_symmetry(turns, line.symmetries):
            yield Line(tuple(game.taking(turn) for game in line.games), line.number * number, kept)

    def gather(self, lines: dict[Hashable, Line], line: Line) -> None:
        """Add a line to others of the same length; with one that has the same future, it becomes one line."""
        key = self._future(line)
        known = lines.get(key)
        lines[key] = line if known is None else replace(known, number=known.number + line.number)

    def _future(self, line: Line) -> Hashable:
        if self._futures is None:
            return id(line)
        return tuple(
            _coming_out(game) if game.over else future(game.record)
            for future, game in zip(self._futures, line.games, strict=True)
        )


def _coming_out(game: Game) -> Hashable:
    result = game.result
    return game.ended_by, (result.black, result.white) if isinstance(result, Score) else result


def turns_of(game: Game) -> tuple[Turn, ...]:
    """The turns that were taken from the start of a game.

    >>> from superko.spec.vocabulary import PASS
    >>> turns_of(Game.start(Rules(), 3, 3).play(PASS).play(Move(1)))
    (Pass(), Move(point=1))
    """
    turns = []
    while game.undo is not None:
        assert game.record.last is not None
        turns.append(game.record.last)
        game = game.undo
    return tuple(reversed(turns))


def symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    """The symmetries of a grid, other than leaving it as it is: the image of each point.

    >>> [len(symmetries(Grid(width, 2))) for width in (2, 3)]
    [7, 3]
    """
    found = []
    places = {point: grid.place(point) for point in points_of(grid.everywhere)}
    for swap, flip, turn in product((False, True), repeat=3):
        if swap and grid.width != grid.height:
            continue
        images = {}
        for point, (column, row) in places.items():
            image = (row, column) if swap else (column, row)
            across = grid.width - 1 - image[0] if flip else image[0]
            down = grid.height - 1 - image[1] if turn else image[1]
            images[point] = grid.point(across, down)
        if images not in found:
            found.append(images)
    return tuple(found[1:])


def symmetries_keeping(c: Coloring[int]) -> tuple[Symmetry, ...]:
    """The symmetries of the grid of a coloring, other than leaving it as it is, that keep the colors of all points.

    >>> from superko.spec.algebra.integers import integer_board
    >>> len(symmetries_keeping(Coloring(integer_board(3, 1), black=0b010, white=0b000)))
    1
    """

    def keeps(symmetry: Symmetry, points: int) -> bool:
        return sum(symmetry[point] for point in points_of(points)) == points

    return tuple(some for some in symmetries(c.board.grid) if keeps(some, c.black) and keeps(some, c.white))


def up_to_symmetry(turns: Iterable[Turn], some: Sequence[Symmetry]) -> Iterator[tuple[Turn, int, tuple[Symmetry, ...]]]:
    """One of each set of turns that are images of each other, how many those are, and the symmetries that keep it."""
    seen: set[Turn] = set()
    for turn in turns:
        if turn not in seen:
            images = {_image(turn, symmetry) for symmetry in some} | {turn}
            seen |= images
            yield turn, len(images), tuple(symmetry for symmetry in some if _image(turn, symmetry) == turn)


def _image(turn: Turn, symmetry: Symmetry) -> Turn:
    match turn:
        case Pass():
            return turn
        case Move(point):
            return Move(symmetry[point])
        case Unblock(point):
            return Unblock(symmetry[point])
