"""Patterns of evidence: every case of a board, the smallest board that has one, or a single question.

A claim is then a function that says what it saw, and the verdict is made here. What never did anything tests nothing: a
search in which no case acted comes to no verdict, whatever the search is.
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
from .verdict import EVERY_SIZE, Outcome, Verdict, if_it_acted

UNDECIDED = "undecided"
OUT_OF_BUDGET = "The budget ran out."
_LEGAL_POSITIONS = "legal positions of {grid}"
GAMES = "{games} on {grid}"
LEGAL_UP_TO = "legal positions of boards of up to {points} points"


@dataclass(frozen=True)
class Seen:
    """One case that was looked at, or several of one kind.

    Attributes:
        counts: how many things of each kind were looked at; those that are `undecided` leave the search undecided.
        acted: how often the thing under test did something; None where that is not counted.
        against: in how many of the cases it is not as the statement says.
        shows: a game that shows the first of those, or what makes it.
        stones: how many stones stand in it, where the fewest are looked for.
        is_open: whether nothing can be decided by it; the notes say why.
        notes: what else a reader must know.
        scope: on what it was seen, if not on what its decider says.
        method: by which method, if not by that of its decider.
        is_minimal: whether everything smaller was excluded.
        so: what it decides, if not what its decider says.
        reasons: why there is no proof, a sentence for each reason.
        rests_on: the ids of the lemmas that it rests on.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    acted: int | None = 0
    against: int = 0
    shows: Story | Callable[[], Story] | None = None
    stones: int = 0
    is_open: bool = False
    notes: str = ""
    scope: str = ""
    method: str = ""
    is_minimal: bool = False
    so: Outcome | None = None
    reasons: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()

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


def undecided(why: str, **counts: int) -> Seen:
    """What leaves the claim open, and why, in a sentence."""
    return Seen(counts, is_open=True, notes=why)


def answer(
    is_so: bool | None,
    counts: Mapping[str, int] | None = None,
    shows: Story | None = None,
    notes: str = "",
    acted: int | None = None,
    **others: Any,
) -> Seen:
    """The answer to a single question: whether the statement is true, or None where that is open; see `Seen`."""
    return Seen(counts or {}, acted, int(is_so is False), shows, is_open=is_so is None, notes=notes, **others)


CasesOf: TypeAlias = Callable[..., Iterator[Seen]]
Decide: TypeAlias = Callable[..., Verdict]


@dataclass
class _Tally:
    """What cases come to together."""

    counts: Counter[str] = field(default_factory=Counter)
    acted: int = 0
    against: int = 0
    first: Seen | None = None
    open: Seen | None = None
    notes: str = ""

    def add(self, seen: Seen) -> None:
        """Count a case, and keep it if it is the first that is not as the statement says."""
        for name, number in seen.counts.items():
            self.counts[name] += number
        self.acted += seen.acted or 0
        self.against += seen.against
        if seen.is_open:
            self.open = self.open or seen
            return
        self.notes = seen.notes or self.notes
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
            if not tally.against and (tally.open or counts.get(UNDECIDED)):
                why = tally.open.notes if tally.open else OUT_OF_BUDGET
                return Verdict(Outcome.UNKNOWN, scope_in_words, method, counts, notes=why)
            outcome, witness = (
                Outcome.REFUTED if tally.against else Outcome.HOLDS,
                tally.first.story if tally.first else None,
            )
            verdict = Verdict(outcome, scope_in_words, method, counts, witness, notes=said or tally.notes)
            return if_it_acted(verdict, tally.acted, acts)

        return decide

    return decided_by


def one_case(
    scope: str = "{grid}",
    method: str = "search",
    *,
    acts: str = "",
    notes: str = "",
    so: Outcome = Outcome.HOLDS,
    otherwise: Outcome = Outcome.REFUTED,
) -> Callable[[Callable[..., Seen]], Decide]:
    """A function that answers a single question as one that decides.

    Args:
        scope: on what it is decided, with the names of arguments in braces, as in `every_case`.
        method: by which method.
        acts: what the thing under test does, in words; where it never did so, nothing is decided.
        notes: what else a reader must know, where the answer has no notes of its own.
        so: what is decided if the statement is true.
        otherwise: what is decided if it is not.

    >>> @one_case("the number {number}", "counting", so=Outcome.PROVED, otherwise=Outcome.UNKNOWN)
    ... def is_even(number: int) -> Seen:
    ...     return answer(number % 2 == 0)
    >>> is_even(2).outcome, is_even(3).scope
    (<Outcome.PROVED: 'proved'>, 'the number 3')
    """

    def decided_by(look: Callable[..., Seen]) -> Decide:
        arguments_of = signature(look)

        @wraps(look)
        def decide(*given: Any, **named: Any) -> Verdict:
            bound = arguments_of.bind(*given, **named)
            bound.apply_defaults()
            seen = look(*given, **named)
            outcome = Outcome.UNKNOWN if seen.is_open else otherwise if seen.against else seen.so or so
            verdict = Verdict(
                outcome,
                seen.scope or _in_words(scope, bound.arguments),
                seen.method or method,
                seen.counts,
                seen.story,
                seen.is_minimal,
                seen.notes or ("" if seen.is_open else _in_words(notes, bound.arguments)),
                seen.rests_on,
                reasons=seen.reasons,
            )
            return verdict if seen.acted is None else if_it_acted(verdict, seen.acted, acts)

        return decide

    return decided_by


def proof(method: str = "z3", *, notes: str = "") -> Callable[[Callable[..., Seen]], Decide]:
    """A function that proves a claim for boards of every size, or does not, as one that decides."""
    return one_case(EVERY_SIZE, method, notes=notes, so=Outcome.PROVED, otherwise=Outcome.UNKNOWN)


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
                    if tally.open:
                        return Verdict(Outcome.UNKNOWN, str(grid), method, dict(tally.counts), notes=tally.open.notes)
                    if seen.against and not fewest_stones:
                        return _shown(outcome, str(grid), method, tally, notes)
                    if seen.against and tally.first and seen.stones < tally.first.stones:
                        tally.first = seen
                if tally.first:
                    return _shown(outcome, str(grid), method, tally, notes)
            scope_in_words = scope.format(points=max(grid.size for grid in grids), last=grids[-1])
            if acts:
                verdict = Verdict(Outcome.HOLDS, scope_in_words, method, dict(tally.counts), notes=notes)
                return if_it_acted(verdict, tally.acted, acts)
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
    games = games_up_to(arguments["depth"]) if "depth" in arguments else ""
    return scope.format_map({"games": games, **arguments})


def _shown(outcome: Outcome, scope: str, method: str, tally: _Tally, notes: str) -> Verdict:
    """The verdict by a case before which no smaller one is, unless one was left undecided."""
    witness = tally.first.story if tally.first else None
    is_minimal = not tally.counts[UNDECIDED]
    outcome = (tally.first and tally.first.so) or outcome
    return Verdict(outcome, scope, method, dict(tally.counts), witness, is_minimal, notes or tally.notes)
