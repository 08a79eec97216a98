"""Questions that people ask about the rules of Go and that no table answers, `questions.toml`, each with its claims."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from ..evidence.decided import Decided
from ..evidence.verdict import Outcome
from .book import Book
from .front import Untrue


@dataclass(frozen=True)
class OpenQuestion:
    """A question that somebody asks, and how far it is answered.

    Attributes:
        asks: the question.
        answer: what was found, in sentences without ids.
        rests_on: checks, and the verdict that each came to; the answer is told only as long as they stand.
        left_open: what is not known, and how far it was looked for; "" where nothing is left.
        pages: further pages of the site that show it, by what they are called.
    """

    asks: str
    answer: str
    rests_on: Mapping[str, Outcome]
    left_open: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question with the claims, and their verdicts, that its answer rests on."""

    question: OpenQuestion
    claims: tuple[Decided, ...]


def _question(said: Mapping[str, Any]) -> OpenQuestion:
    """A question as the file has it, with a list of checks for each verdict."""
    fields = dict(said)
    lists = {outcome: fields.pop(outcome.value, ()) for outcome in Outcome}
    rests_on = {check: outcome for outcome, texts in lists.items() for text in texts for check in each_of(text)}
    return OpenQuestion(rests_on=rests_on, **fields)


def each_of(text: str) -> list[str]:
    """The texts with each of the values in braces.

    >>> each_of("fact/games {2x2,4x1} suicide={yes,no}")[1:3]
    ['fact/games 2x2 suicide=no', 'fact/games 4x1 suicide=yes']
    """
    parts = [part.split(",") if number % 2 else [part] for number, part in enumerate(re.split("[{}]", text))]
    return ["".join(chosen) for chosen in product(*parts)]


_READ: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
QUESTIONS = tuple(map(_question, _READ["questions"]))


def shown_questions(book: Book) -> tuple[AnsweredQuestion, ...]:
    """The questions whose answers rest on what is in a book, each with its claims.

    Raises:
        Untrue: a check has come to another verdict.
    """
    of_checks = {finding.check.name: (decided, finding) for decided in book.decided for finding in decided.findings}
    answered = (question for question in QUESTIONS if question.rests_on.keys() <= of_checks.keys())
    for_checks = ((question, [of_checks[check] for check in question.rests_on]) for question in answered)
    shown = []
    for question, evidence in for_checks:
        for (_, finding), outcome in zip(evidence, question.rests_on.values(), strict=True):
            if finding.verdict.outcome is not outcome:
                raise Untrue(f"{question.asks!r} is answered, but {finding.check.name} is not {outcome.value}.")
        claims = {decided.claim.id: decided for decided, _ in evidence}
        shown.append(AnsweredQuestion(question, tuple(claims.values())))
    return tuple(shown)
