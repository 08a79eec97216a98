"""Where best play comes out otherwise under two rule sets: the smallest position, and the shortest game.

Positions are set up without a history. Those on smaller boards come first, then those with fewer stones. Games start
from the empty board, or where they are told to, and take turns that are legal under both rule sets; after each of them
the two are worth the same, or best play comes out otherwise from there. What could not be solved within the budget is
counted, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...interpreter.game import Game
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..phase.model import Model
from ..play.comparison import Begin, Line, Lockstep
from ..solving.solution import Value
from .valuing import Valuing, empty_board, every_turn, starts_of

Both: TypeAlias = tuple[Rules, Rules]


@dataclass(frozen=True)
class Otherwise:
    """A game from which best play comes out otherwise under two rule sets.

    Attributes:
        games: the game under each.
        values: what it is worth under each.
    """

    games: tuple[Game, Game]
    values: tuple[Value, Value]


@dataclass(frozen=True)
class ComparedPositions:
    """On what two rule sets were compared.

    Attributes:
        board: the board.
        compared: how many positions, or lines of games, are worth something that is known under both.
        otherwise: how many of them are worth something else under the one than under the other.
        undecided: of how many the worth was not found under both.
        turns: the longest games of which all were compared have so many turns.
        everything: whether these are all positions, or all games, that there are.
    """

    board: str
    compared: int = 0
    otherwise: int = 0
    undecided: int = 0
    turns: int = 0
    everything: bool = False

    def adding(self, values: Sequence[Value | None]) -> ComparedPositions:
        """With one more, given what it is worth under each rule set."""
        if None in values:
            return replace(self, undecided=self.undecided + 1)
        return replace(self, compared=self.compared + 1, otherwise=self.otherwise + (values[0] != values[1]))


@dataclass(frozen=True)
class DifferenceSearch:
    """What a search for a difference came to: the first one, if there is one, and what was covered."""

    first: Otherwise | None
    covered: ComparedPositions


GoOn: TypeAlias = Callable[[ComparedPositions], bool]


def always(covered: ComparedPositions) -> bool:
    """Go on whatever was covered."""
    return True


def in_positions(
    both: Both,
    grid: Grid,
    nodes: int | None = None,
    every: bool = False,
    go_on: GoOn = always,
    phase: Phase = Phase.MAIN,
) -> DifferenceSearch:
    """Compare what the positions of a board are worth, the fewest stones first.

    Args:
        both: the rule sets.
        grid: the board.
        nodes: how many nodes may be looked at for each position and rule set.
        every: whether to go on after the first difference, and count them.
        go_on: is told after every position what has been covered, and says whether to go on.
        phase: the phase in which the positions stand.

    Raises:
        ValueError: the rules can't be solved; the message says why.

    >>> from superko.spec.parameters import Ko
    >>> found = in_positions((Rules(), Rules(ko=Ko.SIMPLE)), Grid(2, 1), every=True)
    >>> found.covered.compared, found.covered.otherwise
    (10, 4)
    """
    starts = [starts_of(rules, grid, phase) for rules in both]
    valuings = [Valuing(games, nodes, within=every_turn) for games in starts]
    found = _compared(valuings, zip(*starts, strict=True), ComparedPositions(str(grid)), every, go_on)
    everything = found.covered.compared + found.covered.undecided == len(starts[0])
    return replace(found, covered=replace(found.covered, everything=everything))


def in_games(
    both: Both,
    grid: Grid,
    nodes: int | None = None,
    depth: int | None = None,
    go_on: GoOn = always,
    start: Begin | None = None,
) -> DifferenceSearch:
    """Compare what games are worth, the shortest first; see `in_positions`.

    They begin as `start` says of each rule set, on the empty board if it is left out. Games that are the same but for a
    symmetry, or have the same future, are compared once. After an end under either rule set they are not carried on.

    >>> from superko.spec.parameters import Ko
    >>> found = in_games((Rules(), Rules(ko=Ko.SIMPLE)), Grid(2, 1))
    >>> found.first is None, found.covered.everything
    (True, True)
    """
    starts = [start(rules) if start else empty_board(rules, grid) for rules in both]
    games = Lockstep([Model(game) for game in starts])
    valuings = [Valuing([game], nodes, within=every_turn) for game in starts]
    lines, covered = [games.start], ComparedPositions(str(grid))
    while lines and (depth is None or covered.turns <= depth):
        pairs = ((line.games[0], line.games[1]) for line in lines)
        before = covered.compared + covered.undecided
        found = _compared(valuings, pairs, covered, False, go_on)
        first, covered = found.first, found.covered
        if first is not None or covered.compared + covered.undecided < before + len(lines):
            return DifferenceSearch(first, replace(covered, turns=covered.turns - 1))
        lines = _longer(games, lines)
        covered = replace(covered, turns=covered.turns + 1)
    return DifferenceSearch(None, replace(covered, turns=covered.turns - 1, everything=not lines))


def _longer(games: Lockstep, lines: Iterable[Line]) -> list[Line]:
    """The lines that are one turn longer, by the turns that are legal under both rule sets."""
    gathered: dict[Hashable, Line] = {}
    for line in lines:
        if not line.over:
            first, second = line.games
            legal = set(second.turns())
            for longer in games.continued(line, [turn for turn in first.turns() if turn in legal]):
                games.gather(gathered, longer)
    return list(gathered.values())


def _compared(
    valuings: Sequence[Valuing],
    pairs: Iterable[tuple[Game, Game]],
    covered: ComparedPositions,
    every: bool,
    go_on: GoOn,
) -> DifferenceSearch:
    first: Otherwise | None = None
    for games in pairs:
        one, other = (valuing.worth(game).value for valuing, game in zip(valuings, games, strict=True))
        covered = covered.adding((one, other))
        if first is None and one is not None and other is not None and one != other:
            first = Otherwise(games, (one, other))
        if (first is not None and not every) or not go_on(covered):
            break
    return DifferenceSearch(first, covered)
