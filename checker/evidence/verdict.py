"""Verdicts: what was decided, on what scope, by which method, with which counts and witness."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import wraps
from typing import Any

from ...interpreter.story import Story

EVERY_SIZE = "every size"
# The count of how often the thing under test did something: a clause forbade, a phase ended, two values differed.
ACTED = "acted"


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
        outcome: the verdict.
        scope: on what, in a few words: boards, rule sets, or "every size".
        method: by which method: sweep, graph, search or z3.
        counts: how many positions, states or cases of each kind were visited or found.
        witness: a game that shows it, where there is one.
        minimal: whether everything smaller than the witness was excluded.
        notes: what else a reader must know.
        rests_on: the ids of the lemmas that it rests on.
        solvers: the solvers that agreed on every query of it, if any were asked; it is told of a run, and not recorded.
        reasons: why there is no proof, a sentence for each reason; they are told to whoever asks.
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


def holds_unless(differences: int, scope: str, method: str, **counts: int) -> Verdict:
    """The verdict on a statement that an exhaustive search holds against every case.

    >>> holds_unless(0, "3x3", "sweep", positions=12675).outcome
    <Outcome.HOLDS: 'holds'>
    """
    outcome = Outcome.REFUTED if differences else Outcome.HOLDS
    return Verdict(outcome, scope, method, {**counts, "differences": differences})


def told_in_notes(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """A function whose verdict tells of its witness in words, as no request can name the amended rules it is about."""

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        verdict = decide(*arguments, **named)
        if verdict.witness is None:
            return verdict
        story = verdict.witness
        board = story.start.board or "the empty board"
        notes = f"From {board}: {', '.join(story.turns)}. {story.shows} {verdict.notes}".strip()
        return replace(verdict, witness=None, notes=notes)

    return decided


def without_a_clause(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """A function that decides a claim under rules that lack a clause: where they refute it, the clause is needed.

    Its witness is told in words; see `told_in_notes`.
    """
    decide_in_notes = told_in_notes(decide)

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        verdict = decide_in_notes(*arguments, **named)
        return replace(verdict, outcome=Outcome.NEEDED) if verdict.outcome is Outcome.REFUTED else verdict

    return decided


def unless_nothing_acted(verdict: Verdict) -> Verdict:
    """The verdict, which is `unknown` where something holds and no count says that the thing under test did something.

    >>> unless_nothing_acted(holds_unless(0, "1x1", "search")).outcome
    <Outcome.UNKNOWN: 'unknown'>
    """
    if verdict.outcome is not Outcome.HOLDS or verdict.counts.get(ACTED):
        return verdict
    notes = f"It is not counted how often the thing under test did something. {verdict.notes}".strip()
    return replace(verdict, outcome=Outcome.UNKNOWN, notes=notes)


def if_it_acted(verdict: Verdict, acted: int, acts: str) -> Verdict:
    """The verdict with how often the thing under test did something; it is `unknown` if it never did.

    Args:
        verdict: the verdict.
        acted: how often the thing under test did something.
        acts: in words, what it would have done, such as "forbade a move".

    >>> if_it_acted(holds_unless(0, "1x1", "search"), 0, "forbade a move").notes
    'Nothing was tested: in none of these cases it forbade a move.'
    """
    counts = {**verdict.counts, ACTED: acted}
    if acted or verdict.outcome is not Outcome.HOLDS:
        return replace(verdict, counts=counts)
    notes = f"Nothing was tested: in none of these cases it {acts}."
    return replace(verdict, outcome=Outcome.UNKNOWN, counts=counts, notes=notes)
