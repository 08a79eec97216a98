"""What the front page tells first: ten findings, each in words, with a board and the verdict that bears it out."""

from __future__ import annotations

from dataclasses import dataclass

from ..evidence.decided import Decided
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from .book import Book
from .engine_findings import known_engines
from .frames import Frame
from .shown_games import ShownGame


@dataclass(frozen=True)
class Tale:
    """A finding in the words of somebody who plays.

    Attributes:
        title: what was found, as a headline.
        says: the same in a sentence or two, without ids.
        shown_by: the check that came to it, or the name of a game that an engine judges otherwise than its rules.
        outcome: the verdict of the check, with which the tale stands and falls; None where an engine shows it.
        at: after how many turns its game is drawn; at the end, if None.
    """

    title: str
    says: str
    shown_by: str
    outcome: Outcome | None = None
    at: int | None = None


@dataclass(frozen=True)
class ShownTale:
    """A tale with what it is about: the page with its game, and the frame that is drawn of it."""

    tale: Tale
    page: str
    game: ShownGame
    frame: Frame


class Untrue(ValueError):
    """A tale whose check has come to another verdict, or that has no game."""


TALES: tuple[Tale, ...] = (
    Tale(
        "Three points are enough for 2,513,483,867 games",
        "That is how many there are under simple ko, without suicide, on three points in a row. The longest takes 139 "
        "turns, with what stands there coming back again and again; positional superko leaves 907 games, of up to 21.",
        "fact/histories 3x1 ko=SIMPLE suicide=no",
        Outcome.HOLDS,
        at=24,
    ),
    Tale(
        "A ban on captures alone is worth five points",
        "Ikeda's rule forbids only captures that bring a board back. On five points in a row Black then gets them all; "
        "where no play at all may bring one back, best play is a draw.",
        "claim/ikeda-value smallest",
        Outcome.WITNESSED,
    ),
    Tale(
        "Twelve points in a row distinguish the superkos",
        "No smaller empty board does. Black gets two points under positional superko; under situational superko White "
        "may take the ko here, though that brings back a board which Black has made, and Black gets one.",
        "fact/value-superko 12x1 suicide=no",
        Outcome.REFUTED,
        at=15,
    ),
    Tale(
        "The ownership formula is not the territory score",
        "A rules document gives a second way to add up territory and calls it equivalent. They differ by a point for "
        "each player here; the difference between the players is the same on every board.",
        "claim/ownership-equivalent smallest ko=SIMPLE scoring=TERRITORY suicide=no tax=NONE",
        Outcome.REFUTED,
    ),
    Tale(
        "What a cleanup lets live can be dead in Japan",
        "KataGo's rules call Black's stone alive, as White has nothing near it. By article 7 of the Japanese rules of "
        "1989 it is dead: White can capture it, and whatever Black adds.",
        "claim/independent-life-is-alive 3x2",
        Outcome.REFUTED,
    ),
    Tale(
        "Superko makes sekis",
        "Whoever plays between these two stones loses points under positional superko, so that both stay. Under simple "
        "ko this is no seki; the smallest one there has two shared liberties.",
        "fact/seki-superko smallest",
        Outcome.WITNESSED,
        at=0,
    ),
    Tale(
        "Three points without capturing depend on one word",
        "White's stone among Black's is dead by article 7 of the Japanese rules of 1989, if a new stone counts only "
        "where stones were taken off. If it counts anywhere, all of them live, and nobody has a point there.",
        "claim/three-points-without-capturing 6x5",
        Outcome.REFUTED,
        at=0,
    ),
    Tale(
        "Superko keeps dead stones on the board",
        "No stone here can live, yet best play takes none of them off, as that would bring a board back. Black wins by "
        "a point, whoever moves first; without the dead stones nobody would.",
        "claim/dead-stones-stay-for-superko smallest suicide=no",
        Outcome.WITNESSED,
        at=0,
    ),
    Tale(
        "An engine's superko does not see suicide",
        "GNU Go promises never to repeat a board. Black takes four stones of his own off, the empty board of the start "
        "comes back, and GNU Go plays on.",
        "gnu-go-superko-does-not-see-suicide-1",
    ),
    Tale(
        "Whether passes are remembered is worth seven points",
        "The French text remembers only the boards that players have made by plays. On the empty 3x3 board Black then "
        "leads by two; where the board at each turn is remembered, Black gets all nine points.",
        "claim/french-empty-boards 3x3",
        Outcome.REFUTED,
    ),
)


def shown_tales(book: Book) -> tuple[ShownTale, ...]:
    """The tales of what is in a book, each with its game; those of engines, where all others can be told.

    Raises:
        Untrue: a check has come to another verdict, or shows no game.
    """
    of_checks = {finding.check.name: (decided, finding) for decided in book.decided for finding in decided.findings}
    tales = [tale for tale in TALES if tale.outcome is None or tale.shown_by in of_checks]
    if len(tales) < len(TALES):
        tales = [tale for tale in tales if tale.outcome]
    return tuple(
        _of_a_check(book, tale, *of_checks[tale.shown_by]) if tale.outcome else _of_an_engine(tale) for tale in tales
    )


def _of_an_engine(tale: Tale) -> ShownTale:
    for engine in known_engines():
        for game in (game for finding in engine.findings for game in finding.games if game.name == tale.shown_by):
            return ShownTale(tale, engine.page, game, game.frames[-1])
    raise Untrue(f"{tale.title!r} stands on the front page, but no engine has the game {tale.shown_by}.")


def _of_a_check(book: Book, tale: Tale, decided: Decided, finding: Finding) -> ShownTale:
    name = tale.shown_by
    if finding.verdict.outcome is not tale.outcome or name not in book.games:
        wanted = tale.outcome and tale.outcome.value
        raise Untrue(f"{tale.title!r} stands on the front page, but {name} is not {wanted} with a game.")
    frame = book.games[name].frames[-1 if tale.at is None else tale.at]
    return ShownTale(tale, book.page_of_game(decided, name), book.games[name], frame)
