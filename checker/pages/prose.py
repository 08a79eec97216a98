"""Prose of the site: findings on the front page, questions that people ask, and the words that players use.

Findings and answers stand in `tales.toml` and `questions.toml`, each with the verdicts with which it stands and falls;
words stand in `words.toml`, each with a board on which it can be seen.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from ..evidence.decided import Decided
from ..evidence.verdict import Outcome
from ..telling.names import speaks_of
from .book import Book
from .explorer.addresses import Address, read_address
from .frames import Frame
from .shown_games import ShownGame, game_at


@dataclass(frozen=True)
class Tale:
    """A finding in the words of somebody who plays, as a headline and in a sentence or two without ids.

    Attributes:
        shown_by: the check that made it, or the name of a game that an engine judges otherwise than its rules.
        outcome: the verdict of the check, with which the tale stands and falls; None where an engine shows it.
        at: after how many turns its game is drawn; at the end, if None.
    """

    title: str
    says: str
    shown_by: str
    outcome: Outcome | None = None
    at: int | None = None


@dataclass(frozen=True)
class OpenQuestion:
    """A question that no table answers, how far it is answered, and what is not known.

    Attributes:
        rests_on: checks, each with its verdict; the answer is shown only as long as they stand.
        pages: further pages of the site that show it, by what they are called.
    """

    asks: str
    answer: str
    rests_on: Mapping[str, Outcome]
    left_open: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)


def each_of(text: str) -> list[str]:
    """The texts with each of the values in braces.

    >>> each_of("fact/games {2x2,4x1} suicide={yes,no}")[1:3]
    ['fact/games 2x2 suicide=no', 'fact/games 4x1 suicide=yes']
    """
    parts = [part.split(",") if number % 2 else [part] for number, part in enumerate(re.split("[{}]", text))]
    return ["".join(chosen) for chosen in product(*parts)]


def _question(said: Mapping[str, Any]) -> OpenQuestion:
    """A question as the file has it, with a list of checks for each verdict."""
    fields = dict(said)
    lists = {outcome: fields.pop(outcome.value, ()) for outcome in Outcome}
    rests_on = {check: outcome for outcome, texts in lists.items() for text in texts for check in each_of(text)}
    return OpenQuestion(rests_on=rests_on, **fields)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


TALES = tuple(
    Tale(**{**said, "outcome": said.get("outcome") and Outcome(said["outcome"])}) for said in _read("tales")["tales"]
)
QUESTIONS = tuple(map(_question, _read("questions")["questions"]))


def shown_tales(book: Book) -> list[tuple[Tale, str, ShownGame, Frame]]:
    """The tales of what is in a book; those of engines, where all others are in it.

    Returns:
        Each with the page of its game, the game, and the frame that is drawn of it.

    Raises:
        ValueError: a check has another verdict now, or shows no game.
    """
    tales = [tale for tale in TALES if tale.outcome is None or tale.shown_by in book.of_checks]
    if len(tales) < len(TALES):
        tales = [tale for tale in tales if tale.outcome]
    return [(tale, *(_of_a_check(book, tale) if tale.outcome else _of_an_engine(tale))) for tale in tales]


def _of_an_engine(tale: Tale) -> tuple[str, ShownGame, Frame]:
    from .measured import known_engines  # noqa: PLC0415 (the map and the solver take long to import)

    for engine in known_engines():
        for game in (game for finding in engine.findings for game in finding.games if game.name == tale.shown_by):
            return engine.page, game, game.frames[-1]
    raise ValueError(f"{tale.title!r} stands on the front page, but no engine has the game {tale.shown_by}.")


def _of_a_check(book: Book, tale: Tale) -> tuple[str, ShownGame, Frame]:
    name, (decided, finding) = tale.shown_by, book.of_checks[tale.shown_by]
    if finding.verdict.outcome is not tale.outcome or name not in book.games:
        wanted = tale.outcome and tale.outcome.value
        raise ValueError(f"{tale.title!r} stands on the front page, but {name} is not {wanted} with a game.")
    game = book.games[name]
    return book.page_of_game(decided, name), game, game.frames[-1 if tale.at is None else tale.at]


def shown_questions(book: Book) -> list[tuple[OpenQuestion, list[Decided]]]:
    """The questions whose answers rest on what is in a book, each with the claims that it rests on.

    Raises:
        ValueError: a check has another verdict now.
    """
    answered = [question for question in QUESTIONS if question.rests_on.keys() <= book.of_checks.keys()]
    for question in answered:
        for check, outcome in question.rests_on.items():
            if book.of_checks[check][1].verdict.outcome is not outcome:
                raise ValueError(f"{question.asks!r} is answered, but {check} is not {outcome.value}.")
    claims = ([book.of_checks[check][0] for check in question.rests_on] for question in answered)
    return [
        (question, [*{decided.claim.id: decided for decided in rests_on}.values()])
        for question, rests_on in zip(answered, claims, strict=True)
    ]


@dataclass(frozen=True)
class Term:
    """A word that players use."""

    word: str
    says: str
    address: Address
    see: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Where it stands on the page.

        >>> TERMS[0].anchor
        'bent-four-in-the-corner'
        """
        return self.word.partition(",")[0].replace(" ", "-").casefold()

    @cached_property
    def game(self) -> ShownGame:
        """The game that shows it."""
        return game_at(self.anchor, self.address)


TERMS = tuple(
    Term(word, entry["says"], read_address(entry["game"]), tuple(entry.get("see", ())))
    for word, entry in _read("words").items()
)
"""The words in alphabetical order."""


def ids_seen_with(text: str) -> tuple[str, ...]:
    """The ids of claims and clauses about the words of players that have all the words of a text, or are found by them.

    >>> ids_seen_with("chosei")
    ('fact/smallest-repetitions', 'fact/repetitions-stopped', 'fact/no-result')
    """
    return tuple(
        dict.fromkeys(name for term in TERMS if speaks_of(f"{term.word} {term.says}", text) for name in term.see)
    )
