"""Collections and variations: every game of an SGF file, and every way that its tree goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from sgfmill.sgf_grammar import Coarse_game_tree

from .game_records import GameRecord
from .sgf_reading import PLAYERS, record_of_line
from .sgf_values import Node, game_trees

Line = tuple[Node, ...]


@dataclass(frozen=True)
class GameTree:
    """A game of a file: its main line, which is variation 1, and the others in the order of the file.

    >>> (some,) = read_games(b"(;SZ[3];B[bb](;W[aa])(;W[cc];B[aa]))")
    >>> some.number_of_variations, len(some.record().turns), len(some.record(2).turns), some.parts_at(2)
    (2, 2, 3, 2)
    """

    tree: Coarse_game_tree

    @property
    def number_of_variations(self) -> int:
        """How many ways the tree goes, the main line counted."""
        return sum(1 for _ in ends_of(self.tree))

    def line(self, variation: int = 1) -> Line:
        """The nodes of a variation, counted from 1, from the root on.

        Raises:
            ValueError: there is no such variation.
        """
        path = next(islice(ends_of(self.tree), variation - 1, None), None) if variation > 0 else None
        if path is None:
            raise ValueError(f"There is no variation {variation}; the record has {self.number_of_variations}.")
        return tuple(node for part in path for node in part.sequence)

    def record(self, variation: int = 1) -> GameRecord:
        """What a variation tells.

        Raises:
            ValueError: there is no such variation, or something in it can't be understood.
        """
        return record_of_line(self.line(variation))

    def parts_at(self, variation: int) -> int:
        """With which turn, counted from 1, a variation leaves the main line."""
        pairs = zip(self.line(), self.line(variation), strict=False)
        common = takewhile(lambda pair: pair[0] is pair[1], pairs)
        return 1 + sum(name in PLAYERS for node, _ in common for name in node)


def ends_of(tree: Coarse_game_tree) -> Iterator[tuple[Coarse_game_tree, ...]]:
    """Every way through a tree, from its root to an end, the main line first."""
    open_ways: list[tuple[Coarse_game_tree, ...]] = [(tree,)]
    while open_ways:
        way = open_ways.pop()
        if way[-1].children:
            open_ways.extend((*way, child) for child in reversed(way[-1].children))
        else:
            yield way


def read_games(data: bytes) -> tuple[GameTree, ...]:
    """The games of an SGF file, in their order.

    Raises:
        ValueError: the bytes hold no whole games.
    """
    return tuple(map(GameTree, game_trees(data)))
