"""What a verdict owes to solvers: which of them agreed, on how many queries, of which steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .proofs.queries import Answer, Asked
from .verdict import Outcome, Verdict


def with_solvers(verdict: Verdict, asked: Sequence[Asked]) -> Verdict:
    """A verdict with the solvers that agreed on every query, and for a proof with the number of queries and its steps.

    Where two solvers contradict each other one of them is wrong, and nothing is decided.
    """
    if not asked:
        return verdict
    contradictions = [some for some in asked if is_contradiction(some)]
    if contradictions:
        notes = f"{disagreement(contradictions)} {verdict.notes}".strip()
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=notes)
    verdict = replace(verdict, solvers=agreeing(asked))
    if verdict.outcome in (Outcome.PROVED, Outcome.HOLDS):
        verdict = replace(verdict, counts={**verdict.counts, "queries": len(asked)})
    if verdict.outcome is Outcome.PROVED:
        steps = dict.fromkeys(some.step for some in asked if some.answers[0][1] is Answer.UNSAT)
        verdict = replace(verdict, steps=tuple(steps))
    return verdict


def agreeing(asked: Sequence[Asked]) -> tuple[str, ...]:
    """The solvers that answered every query, those that can't tell of one left out.

    >>> from superko.checker.proofs.queries import Kind
    >>> answers = ("z3", Answer.UNSAT), ("cvc5", Answer.UNKNOWN)
    >>> agreeing([Asked("claim/an-example", "the only step", Kind.RANKS, Answer.UNSAT, answers)])
    ('z3',)
    """
    names = dict.fromkeys(name for some in asked for name, _ in some.answers)
    unsure = {name for some in asked for name, answer in some.answers if answer is Answer.UNKNOWN}
    return tuple(name for name in names if name not in unsure)


def is_contradiction(some: Asked) -> bool:
    """Whether one solver says of a query that it can be so, and another one that it can't."""
    return {Answer.SAT, Answer.UNSAT} <= {answer for _, answer in some.answers}


def disagreement(contradictions: Sequence[Asked]) -> str:
    """In one sentence, where solvers contradict each other."""
    first, *others = contradictions
    answers = ", ".join(f"{name} answers {answer.value}" for name, answer in first.answers)
    more = f", and they contradict each other {len(others)} more times" if others else ""
    return f"The solvers contradict each other on {first.step!r}: {answers}{more}."


def unanswered(asked: Sequence[Asked]) -> dict[str, list[Asked]]:
    """For each solver, the queries of which it can't tell."""
    found: dict[str, list[Asked]] = {}
    for some in asked:
        for name, answer in some.answers:
            if answer is Answer.UNKNOWN:
                found.setdefault(name, []).append(some)
    return found
