"""Verdicts: what was decided, on what scope, by which method, with which counts and witness.

A claim is a function that says what it saw: in every case of a board, on the smallest board that has one, or of a
single question. Its verdict is made here. What never did anything tests nothing: where no case acted, nothing is
decided, whatever the search is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import wraps
from inspect import signature
from typing import Any, TypeAlias

from ...interpreter.story import Story
from ...spec.algebra import Grid
from ...spec.algebra.grid import boards_by_size

EVERY_SIZE = "every size"
# The count of how often the thing under test did something: a clause forbade, a phase ended, two values differed.
ACTED = "acted"
UNDECIDED = "undecided"
OUT_OF_BUDGET = "The budget ran out."
_LEGAL_POSITIONS = "legal positions of {grid}"
GAMES = "{games} on {grid}"
LEGAL_UP_TO = "legal positions of boards of up to {points} points"


class LeftUndecided(Exception):
    """A claim is left open; why, in a sentence."""


class Outcome(Enum):
    """The vocabulary of verdicts; each says no more than its evidence.

    That a clause is needed supports a claim: without the clause, a game shows that what is claimed would not be so.
    """

    PROVED = "proved"
    HOLDS = "holds"
    REFUTED = "refuted"
    WITNESSED = "witnessed"
    NEEDED = "needed"
    UNKNOWN = "unknown"
    NOT_FORMALISED = "not-formalised"


@dataclass(frozen=True)
class Verdict:
    """What a check found.

    Attributes:
        scope: on what, in a few words: boards, rule sets, or "every size".
        method: by which method: sweep, graph, search or z3.
        counts: how many positions, states or cases of each kind were visited or found.
        minimal: whether everything smaller than the witness was excluded.
        rests_on: the ids of the lemmas that it rests on.
        reasons: why there is no proof, a sentence for each reason; they are told to whoever asks.
        solvers: the solvers that agreed on every query of it, if any were asked; said of a run, and not recorded.
    """

    outcome: Outcome
    scope: str
    method: str
    counts: Mapping[str, int] = field(default_factory=dict)
    witness: Story | None = None
    minimal: bool = False
    notes: str = ""
    rests_on: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


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
        so: what it decides; this, the scope and the method are as its decider says where nothing is said here.
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


Decide: TypeAlias = Callable[..., Verdict]
Look: TypeAlias = Callable[..., Seen]
CasesOf: TypeAlias = Callable[..., Iterator[Seen]]


def one_case(
    scope: str | Callable[[Grid], str] = "{grid}",
    method: str = "search",
    *,
    acts: str = "did anything",
    notes: str = "",
    so: Outcome = Outcome.HOLDS,
    otherwise: Outcome = Outcome.REFUTED,
) -> Callable[[Look], Decide]:
    """A function that answers a single question as one that decides.

    Args:
        scope: on what it is decided, with the names of arguments in braces, and `games` for those up to a `depth`; or
            a function of the grid that says so.
        method: by which method.
        acts: what the thing under test does, in words, such as "forbade a move"; where it never did, nothing holds.
        notes: what else a reader must know where the answer has no notes of its own, with arguments in braces.
        so: what is decided if the statement is true.
        otherwise: what is decided if it is not.

    >>> @one_case("the number {number}", "counting", so=Outcome.PROVED, otherwise=Outcome.UNKNOWN)
    ... def is_even(number: int) -> Seen:
    ...     return answer(number % 2 == 0)
    >>> is_even(2).outcome, is_even(3).scope
    (<Outcome.PROVED: 'proved'>, 'the number 3')
    """

    def decided_by(look: Look) -> Decide:
        takes = signature(look)

        @wraps(look)
        def decide(*given: Any, **named: Any) -> Verdict:
            def in_words(text: str | Callable[[Grid], str]) -> str:
                bound = takes.bind(*given, **named)
                bound.apply_defaults()
                arguments = bound.arguments
                if callable(text):
                    return text(arguments["grid"])
                games = games_up_to(arguments["depth"]) if "depth" in arguments else ""
                return text.format_map({"games": games, **arguments})

            try:
                seen = look(*given, **named)
            except LeftUndecided as why:
                seen = undecided(str(why))
            outcome = Outcome.UNKNOWN if seen.is_open else seen.so or (otherwise if seen.against else so)
            said = seen.notes or (in_words(notes) if notes and not seen.is_open else "")
            counts = seen.counts if seen.acted is None else {**seen.counts, ACTED: seen.acted}
            if outcome is Outcome.HOLDS and not seen.acted:
                outcome, said = Outcome.UNKNOWN, f"Nothing was tested: in none of these cases it {acts}."
            on, by = seen.scope or in_words(scope), seen.method or method
            made = Verdict(outcome, on, by, counts, seen.story, seen.is_minimal, said, seen.rests_on)
            return replace(made, reasons=seen.reasons)

        return decide

    return decided_by


@dataclass
class _Tally:
    """What was seen in several cases together."""

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

    def shown(self, scope: str) -> Seen:
        """The first case that is not so; nothing smaller is, unless something was left undecided."""
        assert self.first is not None, "there is one"
        is_minimal = not self.counts[UNDECIDED]
        return replace(self.first, counts=dict(self.counts), acted=None, scope=scope, is_minimal=is_minimal)


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
        scope: on what it is decided, as in `one_case`.
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
        @one_case(scope, method, acts=acts, notes=notes)
        @wraps(cases_of)
        def look(*given: Any, **named: Any) -> Seen:
            tally = _Tally()
            for seen in cases_of(*given, **named):
                tally.add(seen)
                if first and tally.against:
                    grid = signature(cases_of).bind(*given, **named).arguments.get("grid", "")
                    return tally.shown(str(grid) if callable(scope) else "")
            counts = {**tally.counts, "differences": tally.against}
            if not tally.against and (tally.open or counts.get(UNDECIDED)):
                return answer(None, counts, notes=tally.open.notes if tally.open else OUT_OF_BUDGET)
            shows = tally.first.shows if tally.first else None
            return Seen(counts, tally.acted, tally.against, shows, notes=tally.notes)

        return look

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
        @one_case(method=method, acts=acts, otherwise=outcome)
        @wraps(cases_of)
        def look(*given: Any, boards: int | Sequence[Grid] = boards, **named: Any) -> Seen:
            tally = _Tally()
            grids = boards_by_size(boards) if isinstance(boards, int) else boards
            for grid in grids:
                for seen in cases_of(*given, grid=grid, **named):
                    tally.add(seen)
                    if tally.open:
                        return answer(None, dict(tally.counts), notes=tally.open.notes, scope=str(grid))
                    if seen.against and tally.first and seen.stones < tally.first.stones:
                        tally.first = seen
                    if tally.first and not fewest_stones:
                        break
                if tally.first:
                    return replace(tally.shown(str(grid)), notes=notes or tally.notes)
            on = scope.format(points=max(grid.size for grid in grids), last=grids[-1])
            acted = tally.acted if acts else None
            return answer(True if acts else None, dict(tally.counts), None, notes if acts else "", acted, scope=on)

        return look

    return decided_by


def games_up_to(depth: int | None) -> str:
    """Which games are spoken of, in words.

    >>> games_up_to(None), games_up_to(8)
    ('all games', 'games of up to 8 turns')
    """
    return "all games" if depth is None else f"games of up to {depth} turns"


def without_a_clause(decide: Decide) -> Decide:
    """A function that decides a claim under rules that lack a clause: where they refute it, the clause is needed.

    Its verdict describes its witness in words, as no request can name the amended rules that it is about.
    """

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        verdict = decide(*arguments, **named)
        if story := verdict.witness:
            board = story.start.board or "the empty board"
            notes = f"From {board}: {', '.join(story.turns)}. {story.shows} {verdict.notes}".strip()
            verdict = replace(verdict, witness=None, notes=notes)
        return replace(verdict, outcome=Outcome.NEEDED) if verdict.outcome is Outcome.REFUTED else verdict

    return decided
