"""The page of questions: each answer rests on verdicts, says no number that they don't, and tells what is open."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from superko.checker.evidence.decided import everything_decided
from superko.checker.evidence.verdict import Outcome
from superko.checker.pages import prose
from superko.checker.pages.book import Book
from superko.checker.pages.prose import QUESTIONS, shown_questions
from superko.checker.pages.site import _environment
from tests.checker.book.books import a_book

LARGE = re.compile(r"\d{1,3}(?:,\d{3})+|\d{3,}")


@pytest.fixture(scope="module")
def book() -> Book:
    """Everything that is recorded."""
    return Book(tuple(everything_decided()))


def test_every_question_is_answered_with_claims(book: Book) -> None:
    shown = shown_questions(book)
    assert [question for question, _ in shown] == list(QUESTIONS)
    assert all(claims for _, claims in shown)


def test_an_answer_is_told_only_as_long_as_its_verdicts_stand(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    (check, *_) = QUESTIONS[1].rests_on
    monkeypatch.setattr(prose, "QUESTIONS", (replace(QUESTIONS[1], rests_on={check: Outcome.REFUTED}),))
    with pytest.raises(
        ValueError, match=r"'What is an empty line .*' is answered, but fact/values 11x1 .* is not refuted"
    ):
        shown_questions(book)


def test_a_question_is_left_out_of_a_book_without_its_claims() -> None:
    assert shown_questions(a_book()) == []


def test_every_large_number_of_an_answer_was_counted(book: Book) -> None:
    counts = {finding.check.name: finding.verdict.counts for decided in book.decided for finding in decided.findings}
    for question in QUESTIONS:
        counted = {f"{number:,}" for check in question.rests_on for number in counts[check].values()}
        years = {year for year in LARGE.findall(question.answer) if year.startswith(("19", "20")) and len(year) == 4}
        assert set(LARGE.findall(question.answer)) - years <= counted, question.asks


def test_no_id_stands_in_what_is_told() -> None:
    assert [
        question.asks for question in QUESTIONS if "/" in question.asks + question.answer + question.left_open
    ] == []


def test_what_is_open_stands_under_its_question(book: Book) -> None:
    template = _environment(book, "").get_template("questions.html")
    page = template.render(path="questions.html", up="", questions=shown_questions(book))
    assert page.count("Still open:") == sum(1 for question in QUESTIONS if question.left_open)
    assert page.count("<h2") == len(QUESTIONS)
