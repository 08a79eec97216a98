"""Patterns of evidence: going through every case of a board, or looking for the smallest board that has one.

A claim is then a function over cases, and the verdict is made here. What never did anything tests nothing: a search in
which no case acted comes to no verdict, whatever the search is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from typing import Any, TypeAlias

from ...interpreter.story import Story
from ...spec.algebra import Grid
from ...spec.algebra.grid import boards_by_size
from .verdict import Outcome, Verdict, if_it_acted

UNDECIDED = "undecided"
_LEGAL_POSITIONS = "legal positions of {grid}"
GAMES = "{games} on {grid}"
LEGAL_UP_TO = "legal positions of boards of up to {points} points"


@dataclass(frozen=True)
class Seen:
    """One case that was looked at, or several of one kind.

    Attributes:
        counts: how many things of each kind were looked at; those that are `undecided` leave the search undecided.
        acted: how often the thing under test did something.
        against: in how many of the cases it is not as the statement says.
        shows: a game that shows the first of those, or what makes it.
        stones: how many stones stand in it, where the fewest are looked for.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    acted: int = 0
    against: int = 0
    shows: Story | Callable[[], Story] | None = None
    stones: int = 0

    @property
    def story(self) -> Story | None:
        """The game that shows it."""
        return self.shows() if callable(self.shows) else self.shows


def case(is_so: bool, shows: Story | Callable[[], Story] | None = None, acted: int = 1, **counts: int) -> Seen:
    """A case of which the statement is true, or not."""
    return Seen(counts, int(acted), int(not is_so), shows)


def cases(
    against: int = 0, shows: Story | Callable[[], Story] | None = None, acted: int = 0, stones: int = 0, **counts: int
) -> Seen:
    """Several cases at once, such as all of an array of positions."""
    return Seen(counts, int(acted), int(against), shows, stones)


def count(**counts: int) -> Seen:
    """What was looked at, and tests nothing by itself."""
    return Seen(counts)


CasesOf: TypeAlias = Callable[..., Iterator[Seen]]
Decide: TypeAlias = Callable[..., Verdict]


@dataclass
class _Tally:
    """What cases come to together."""

    counts: Counter[str] = field(default_factory=Counter)
    acted: int = 0
    against: int = 0
    first: Seen | None = None

    def add(self, seen: Seen) -> None:
        """Count a case, and keep it if it is the first that is not as the statement says."""
        for name, number in seen.counts.items():
            self.counts[name] += number
        self.acted += seen.acted
        self.against += seen.against
        if seen.against and self.first is None:
            self.first = seen


def every_case(
    scope: str | Callable[[Grid], str] = _LEGAL_POSITIONS,
    method: str = "search",
    *,
    acts: str,
    notes: str = "",
    first: bool = False,
) -> Callable[[CasesOf], Decide]:
    """A function over cases as one that decides: it holds if every case is as it says, and the first other refutes it.

    Args:
        scope: on what it is decided, with the names of arguments in braces, and `games` for those up to a `depth`; or
            a function of the grid that says so.
        method: by which method.
        acts: what the thing under test does in a case, in words, such as "forbade a move".
        notes: what else a reader must know, with the names of arguments in braces.
        first: whether to stop at the first case that is not so; nothing smaller on the board is, then.

    >>> @every_case("numbers up to {most}", "counting", acts="was even")
    ... def doubled(most: int) -> Iterator[Seen]:
    ...     for number in range(most + 1):
    ...         yield case(number // 2 * 2 == number, numbers=1, acted=number % 2 == 0)
    >>> doubled(most=0).outcome, doubled(most=3).counts
    (<Outcome.HOLDS: 'holds'>, {'numbers': 4, 'differences': 2, 'acted': 2})
    """

    def decided_by(cases_of: CasesOf) -> Decide:
        arguments_of = signature(cases_of)

        @wraps(cases_of)
        def decide(*given: Any, **named: Any) -> Verdict:
            bound = arguments_of.bind(*given, **named)
            bound.apply_defaults()
            scope_in_words, said = (_in_words(text, bound.arguments) for text in (scope, notes))
            tally = _Tally()
            for seen in cases_of(*given, **named):
                tally.add(seen)
                if first and tally.against:
                    on = str(bound.arguments["grid"]) if callable(scope) else scope_in_words
                    return _shown(Outcome.REFUTED, on, method, tally, said)
            counts = {**tally.counts, "differences": tally.against}
            if tally.against:
                witness = tally.first.story if tally.first else None
                return if_it_acted(
                    Verdict(Outcome.REFUTED, scope_in_words, method, counts, witness, notes=said), tally.acted, acts
                )
            if counts.get(UNDECIDED):
                return Verdict(Outcome.UNKNOWN, scope_in_words, method, counts, notes="The budget ran out.")
            return if_it_acted(Verdict(Outcome.HOLDS, scope_in_words, method, counts, notes=said), tally.acted, acts)

        return decide

    return decided_by


def smallest_case(
    outcome: Outcome = Outcome.REFUTED,
    boards: int | Sequence[Grid] = 6,
    method: str = "search",
    *,
    acts: str = "",
    notes: str = "",
    scope: str = "boards of up to {points} points",
    fewest_stones: bool = False,
) -> Callable[[CasesOf], Decide]:
    """A function over the cases of a `grid` as one that looks for the smallest board with a case that is not so.

    Args:
        outcome: what is decided by such a case.
        boards: the boards that are gone through, the smallest first; or the points that they have at most.
        method: by which method.
        acts: what the thing under test does in a case, in words; where no board has such a case, the statement holds
            if it did so, and where it has no such words, nothing is decided.
        notes: what else a reader must know.
        scope: on what nothing was found, with the `points` and the name of the `last` board in braces.
        fewest_stones: whether to take of a board's cases the one with the fewest stones, and not the first.
    """

    def decided_by(cases_of: CasesOf) -> Decide:
        @wraps(cases_of)
        def decide(*given: Any, boards: int | Sequence[Grid] = boards, **named: Any) -> Verdict:
            tally = _Tally()
            grids = boards_by_size(boards) if isinstance(boards, int) else boards
            for grid in grids:
                for seen in cases_of(*given, grid=grid, **named):
                    tally.add(seen)
                    if seen.against and not fewest_stones:
                        return _shown(outcome, str(grid), method, tally, notes)
                    if seen.against and tally.first and seen.stones < tally.first.stones:
                        tally.first = seen
                if tally.first:
                    return _shown(outcome, str(grid), method, tally, notes)
            scope_in_words = scope.format(points=max(grid.size for grid in grids), last=grids[-1])
            if acts:
                return if_it_acted(
                    Verdict(Outcome.HOLDS, scope_in_words, method, dict(tally.counts), notes=notes), tally.acted, acts
                )
            return Verdict(Outcome.UNKNOWN, scope_in_words, method, dict(tally.counts))

        return decide

    return decided_by


def games_up_to(depth: int | None) -> str:
    """Which games are spoken of, in words.

    >>> games_up_to(None), games_up_to(8)
    ('all games', 'games of up to 8 turns')
    """
    return "all games" if depth is None else f"games of up to {depth} turns"


def _in_words(scope: str | Callable[[Grid], str], arguments: Mapping[str, Any]) -> str:
    if callable(scope):
        return scope(arguments["grid"])
    return scope.format(**arguments, games=games_up_to(arguments["depth"]) if "depth" in arguments else "")


def _shown(outcome: Outcome, scope: str, method: str, tally: _Tally, notes: str) -> Verdict:
    """The verdict by a case before which no smaller one is, unless one was left undecided."""
    witness = tally.first.story if tally.first else None
    return Verdict(outcome, scope, method, dict(tally.counts), witness, not tally.counts[UNDECIDED], notes)
