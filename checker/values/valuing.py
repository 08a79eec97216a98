"""What empty boards are worth under rule sets: the cells of a table, each exact or with honest bounds.

The same search shows where best play comes out otherwise under two rule sets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from math import inf, isinf
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.rules_files import failure_sentence
from ...interpreter.wording import PLAYERS
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Turn
from ..phase.dependence import key_of
from ..phase.machine import Model, Step, Within, machine
from ..play.comparison import Begin, Line, Lockstep
from ..solving.budget import Budget, OutOfBudget
from ..solving.solution import Value, known_bounds, solver_of, value_of, winner_by
from ..solving.state import BEST, WORST
from ..sweeps.sweep import positions_of
from ..telling.effort import Effort


@dataclass(frozen=True)
class Cell:
    """What an empty board is worth under a rule set.

    Attributes:
        seconds: how long that took, reading the rules included.
        refused: why these rules can't be solved, in one sentence; "" if they can.
    """

    rules: str
    board: str
    worth: PositionValue
    nodes: int = 0
    seconds: float = 0.0
    refused: str = ""


def cell_of(name: str, rules: Rules, grid: Grid, effort: Effort) -> Cell:
    """What an empty board is worth, as far as some effort shows.

    >>> cell_of("mine", Rules(suicide=False), Grid(4, 1), Effort(seconds=60)).worth.value
    Value(worst=4.0, best=4.0)
    """
    began = time.monotonic()
    start = Game(rules, grid)
    try:
        valuing = Valuing([start], effort.count, effort.seconds, each_game=True)
        worth = valuing.worth(start)
    except ValueError as reason:
        refused = failure_sentence(rules, reason) or str(reason)
        return Cell(name, str(grid), PositionValue(None), seconds=time.monotonic() - began, refused=refused)
    return Cell(name, str(grid), worth, valuing.nodes, time.monotonic() - began)


@dataclass(frozen=True)
class PositionValue:
    """What a game is worth by Black's lead, with no-result at its worst and at its best, if the budget was enough.

    In any case it lies between bounds, which are infinite if nothing is known, or no-result can't be avoided.
    """

    value: Value | None
    low: float = -inf
    high: float = inf


class Valuing:
    """Finds what games of one phase and one rule set are worth, and all that follow on them.

    Args:
        games: the games.
        nodes: how many nodes may be looked at for each that is asked about; without end, if None.
        seconds: how long that may take for all of them together.
        within: which turns may be taken; every legal one, if left out. If that is said of each, documents' rules are
            read as amended ones are: a comparison compares rules, and not two ways to read them.
        each_game: whether each game may be searched by itself; see `solver_of`.

    Raises:
        ValueError: the rules can't be solved; the message says why.

    >>> game = Game(Rules(suicide=False), (3, 1))
    >>> Valuing([game]).worth(game).value
    Value(worst=3.0, best=3.0)
    """

    def __init__(
        self,
        games: Sequence[Game],
        nodes: int | None = None,
        seconds: float | None = None,
        within: Within | None = None,
        each_game: bool = False,
    ) -> None:
        self._nodes = nodes
        self._budget = Budget(seconds=seconds)
        self._solver = solver_of(games, self._budget, within, each_game)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at."""
        return self._budget.spent

    def succeeds(self, game: Game, least: float, mode: int, nodes: int | None = None) -> bool | None:
        """Whether Black gets at least so much, with no-result counting one way; None if that takes more nodes."""
        with suppress(OutOfBudget):
            self._begin(nodes)
            return self._solver.succeeds(game, least, mode)
        return None

    def _begin(self, nodes: int | None = None) -> None:
        nodes = nodes or self._nodes
        self._budget.nodes = None if nodes is None else self._budget.spent + nodes

    def worth(self, game: Game) -> PositionValue:
        """What a game is worth.

        Raises:
            ValueError: a clause fails, or does not answer alike twice.
        """
        self._begin()
        with suppress(OutOfBudget):
            value = value_of(self._solver, game)
            return PositionValue(value, value.worst, value.best)
        return PositionValue(None, *known_bounds(self._solver, game))


def starts_of(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> list[Game]:
    """A game from every position of a board, with either player to play, without a history: the fewest stones first.

    >>> len(starts_of(Rules(), Grid(2, 1)))
    10
    """
    positions = product(sorted(positions_of(grid), key=_by_stones), Color)
    return [Game(rules, rows=c, to_play=player, phase=phase) for c, player in positions]


def _by_stones(c: Coloring[int]) -> tuple[int, list[int]]:
    stones = list(points_of(c.black | c.white))
    return len(stones), [*stones, c.black]


def values_of(rules: Rules, grid: Grid, nodes: int | None = None) -> Iterator[tuple[Game, Value | None]]:
    """Each of these games with what it is worth; None where that takes more nodes than each may."""
    games = starts_of(rules, grid)
    valuing = Valuing(games, nodes)
    return ((game, valuing.worth(game).value) for game in games)


def worths_of(
    rules: Rules, colorings: Iterable[Coloring[int]], phase: Phase = Phase.MAIN, nodes: int | None = None
) -> Callable[[Coloring[int]], dict[Color, Value | None]]:
    """What each of some positions is worth, by who is to move; None where that takes more nodes than each may."""
    games = {(c, player): Game(rules, rows=c, to_play=player, phase=phase) for c in colorings for player in Color}
    valuing = Valuing([*games.values()], nodes)
    return lambda c: {player: valuing.worth(games[c, player]).value for player in Color}


def _judged(step: Step) -> Hashable:
    return step.forbidden_by, step.ended_by, step.position


def turns_otherwise(
    first: Rules, second: Rules, grid: Grid, phase: Phase = Phase.MAIN, of_step: Callable[[Step], Hashable] = _judged
) -> int:
    """How many turns of a phase, from all positions of a board on, are not the same by two rule sets.

    If `of_step` does not say what of a turn is looked at, that is whether other clauses, or other questions about the
    past, decide whether it is legal or ends something, and what stands after it.

    >>> from superko.spec.parameters import Ko
    >>> [turns_otherwise(Rules(), Rules(ko=ko), Grid(2, 1)) > 0 for ko in (Ko.POSITIONAL, Ko.SITUATIONAL)]
    [False, True]
    """
    differing: set[Hashable] = set()
    for rules in (first, second):
        start, *further = (game.record for game in starts_of(rules, grid, phase))
        read = machine(start, further=further)
        pairs = ((node, step) for node, steps in zip(read.nodes, read.steps, strict=True) for step in steps)
        differing ^= {(node, step.turn, of_step(step)) for node, step in pairs}
    return len(differing)


Both: TypeAlias = tuple[Rules, Rules]


@dataclass(frozen=True)
class Otherwise:
    """A game under each of two rule sets, by which best play comes out otherwise, and its values."""

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
        turns: how many turns the longest games have of which all were compared.
        everything: whether these are all positions, or all games, that there are.
    """

    board: str
    compared: int = 0
    otherwise: int = 0
    undecided: int = 0
    turns: int = 0
    everything: bool = False


@dataclass(frozen=True)
class DifferenceSearch:
    """The result of a search for a difference: the first one, if there is one, and what was covered."""

    first: Otherwise | None
    covered: ComparedPositions


GoOn: TypeAlias = Callable[[ComparedPositions], bool]


def in_positions(
    both: Both,
    grid: Grid,
    nodes: int | None = None,
    every: bool = False,
    go_on: GoOn = lambda covered: True,
    seconds: float | None = None,
    each_game: bool = False,
) -> DifferenceSearch:
    """Compare what the positions of a board are worth, the fewest stones first.

    `nodes` may be looked at for each position and rule set, in `seconds` in all, reading the rules included; and each
    game by itself, with `each_game` (see `solver_of`). With `every` it goes on after the first difference, and counts
    them, as long as `go_on`, which hears what has been covered, says so.

    Raises:
        ValueError: the rules can't be solved; the message says why.

    >>> from superko.spec.parameters import Ko
    >>> search = in_positions((Rules(), Rules(ko=Ko.SIMPLE)), Grid(2, 1), every=True)
    >>> search.covered.compared, search.covered.otherwise
    (10, 4)
    """
    starts = [starts_of(rules, grid) for rules in both]
    valuings = _valuings_of_both(starts, nodes, seconds, each_game)
    search = _compared(valuings, zip(*starts, strict=True), ComparedPositions(str(grid)), every, go_on)
    everything = search.covered.compared + search.covered.undecided == len(starts[0])
    return replace(search, covered=replace(search.covered, everything=everything))


def in_games(
    both: Both,
    grid: Grid,
    nodes: int | None = None,
    depth: int | None = None,
    go_on: GoOn = lambda covered: True,
    start: Begin | None = None,
    seconds: float | None = None,
    each_game: bool = False,
) -> DifferenceSearch:
    """Compare what games are worth, the shortest first; see `in_positions`.

    They begin as `start` says of each rule set, on the empty board if it is left out. Games that are the same but for a
    symmetry, or have the same future, are compared once. After an end under either rule set they are not carried on.

    >>> from superko.spec.parameters import Ko
    >>> search = in_games((Rules(), Rules(ko=Ko.SIMPLE)), Grid(2, 1))
    >>> search.first is None, search.covered.everything
    (True, True)
    """
    starts = [start(rules) if start else Game(rules, grid) for rules in both]
    games = Lockstep([Model(game) for game in starts])
    valuings = _valuings_of_both([[game] for game in starts], nodes, seconds, each_game)
    lines, covered = [games.start], ComparedPositions(str(grid))
    while lines and (depth is None or covered.turns <= depth):
        pairs = ((line.games[0], line.games[1]) for line in lines)
        before = covered.compared + covered.undecided
        search = _compared(valuings, pairs, covered, False, go_on)
        first, covered = search.first, search.covered
        if first is not None or covered.compared + covered.undecided < before + len(lines):
            return DifferenceSearch(first, replace(covered, turns=covered.turns - 1))
        # Lines go on by the turns that are legal under both rule sets.
        gathered: dict[Hashable, Line] = {}
        for line in (line for line in lines if not line.over):
            legal = set(line.games[1].turns())
            for longer in games.continued(line, [turn for turn in line.games[0].turns() if turn in legal]):
                games.gather(gathered, longer)
        lines, covered = list(gathered.values()), replace(covered, turns=covered.turns + 1)
    return DifferenceSearch(None, replace(covered, turns=covered.turns - 1, everything=not lines))


def _valuings_of_both(
    starts: Sequence[Sequence[Game]], nodes: int | None, seconds: float | None, each_game: bool
) -> list[Valuing]:
    """What values games of either rule set, where the seconds are for both together."""
    end = time.monotonic() + (inf if seconds is None else seconds)
    return [
        Valuing(games, nodes, None if seconds is None else end - time.monotonic(), lambda turn: True, each_game)
        for games in starts
    ]


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
        if one is None or other is None:
            covered = replace(covered, undecided=covered.undecided + 1)
        else:
            won = [[winner_by(game.rules, lead) for lead in (one.worst, one.best)] for game in games]
            differs = one != other or won[0] != won[1]
            covered = replace(covered, compared=covered.compared + 1, otherwise=covered.otherwise + differs)
            if first is None and differs:
                first = Otherwise(games, (one, other))
        if (first is not None and not every) or not go_on(covered):
            break
    return DifferenceSearch(first, covered)


def stand_alike(games: tuple[Game, Game]) -> bool:
    """Whether the same stands in both games, in the same phase and with the same player to move."""
    first, second = (game.position for game in games)
    return (first.coloring, first.player, first.phase) == (second.coloring, second.player, second.phase)


@dataclass(frozen=True)
class DecidingTurn:
    """The turn at which two rule sets part.

    Attributes:
        games: the game before it, under each.
        by: under which of them it is played, by number.
        is_legal: whether it is legal under the other.
        threshold: the lead that is to be had under the rules that are better for Black, and not under the others;
            infinite for a win without a count, or what counts as one.
        is_shortest: whether no shorter play leads to such a turn; of some turns it may not have been found out.
    """

    games: tuple[Game, Game]
    turn: Turn
    by: int
    is_legal: bool
    threshold: float
    is_shortest: bool

    def says(self, names: Sequence[str]) -> str:
        """What is to be seen at the turn, in a sentence, given what both rule sets are called."""
        game = self.games[self.by]
        grid = game.grid
        who, turn, name = PLAYERS[game.position.player], turn_text(grid, self.turn), names[self.by]
        if isinf(self.threshold):
            does = "wins" if game.position.player is BLACK else "keeps Black from winning"
        else:
            lead = f"{self.threshold:g}"
            does = f"gets a lead of {lead}" if game.position.player is BLACK else f"keeps Black's lead below {lead}"
        if not self.is_legal:
            return f"{who} {does} with {turn}, which is legal under {name} alone."
        both = self.games[0].play(self.turn), self.games[1].play(self.turn)
        if any(game.over for game in both):
            return f"{who} {does} with {turn}, after which the game is over under one alone, or counts otherwise."
        return f"{who} {does} with {turn}, after which something else stands under each, or another player is to move."


def parting_of(
    games: tuple[Game, Game],
    values: tuple[Value, Value],
    valuings: tuple[Valuing, Valuing],
    nodes: int | None = None,
) -> DecidingTurn | None:
    """The shortest play to where two rule sets part, from a game that is worth something else under each.

    Each player plays for the lead that is to be had under the rules that are better for them: the one keeps it under
    those, and the other keeps it from the one under the others. As long as both can do all that under both, nothing is
    decided. So such a play leads to a turn that one rule set forbids, or after which something else stands under one,
    or the game is over under one alone, or counts something else.

    A turn is not followed for which `nodes`, or those that valuings look at, are not enough: it is None if no play was
    found for that reason.

    >>> games = Game(Rules(), (1, 1)), Game(Rules(komi=1), (1, 1))
    >>> parting = parting_of(games, (Value(0, 0), Value(-1, -1)), (Valuing(games[:1]), Valuing(games[1:])))
    >>> print(parting.says(["one", "the other"]))
    White keeps Black's lead below 0 with pass, after which the game is over under one alone, or counts otherwise.
    """
    by_mode = {WORST: [value.worst for value in values], BEST: [value.best for value in values]}
    mode, leads = next((mode, leads) for mode, leads in by_mode.items() if leads[0] != leads[1])
    threshold, left_open = max(leads), 0

    def kept(games: tuple[Game, Game]) -> Iterator[tuple[Turn, int]]:
        """The turns by which whose turn it is keeps to the lead, and under which rules that is played."""
        nonlocal left_open
        is_black = games[0].position.player is BLACK
        by = leads.index(threshold) if is_black else 1 - leads.index(threshold)
        for turn in games[by].turns():
            succeeds = valuings[by].succeeds(games[by].play(turn), threshold, mode, nodes)
            left_open += succeeds is None
            if succeeds is is_black:
                yield turn, by

    keys, line = [key_of(game.rules) for game in games], [games]
    while line:
        longer: dict[Hashable, tuple[Game, Game]] = {}
        for pair in line:
            for turn, by in kept(pair):
                if not pair[1 - by].judge(turn).legal:
                    return DecidingTurn(pair, turn, by, False, threshold, not left_open)
                both = pair[0].play(turn), pair[1].play(turn)
                if both[0].over or both[1].over or not stand_alike(both):
                    return DecidingTurn(pair, turn, by, True, threshold, not left_open)
                longer.setdefault(tuple(key(game.record) for key, game in zip(keys, both, strict=True)), both)
        line = list(longer.values())
    assert left_open, "play with another value reaches the turn that decides it"
    return None
