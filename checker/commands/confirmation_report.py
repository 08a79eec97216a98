"""Life and death by article 7 of the Japanese rules of 1989 where a record stops: who is alive, why, and the count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from ...interpreter.game import Game
from ...interpreter.notation import turn_text, vertices
from ...interpreter.records.outcome import RecordOutcome
from ...interpreter.records.settling import NO_STONES, Settling
from ...interpreter.result import NoResult
from ...interpreter.wording import PLAYERS
from ...spec.vocabulary import Phase
from ..telling.report import Console, say
from .opening import show_opening

if TYPE_CHECKING:
    from ..life.statuses import StringStatus

WITH_ARTICLE_7, MOST_CONFIRMED_POINTS = "japanese-1989", 24
"""Whose article 7 says what is alive, and on how large boards, or regions of a board, it is searched."""
_TOO_LARGE = (
    f"Article 7 is searched on boards of up to {MOST_CONFIRMED_POINTS} points, and on larger ones in regions of that "
    "size that stones close off which live without a move; --dead says which stones are dead."
)
LOCALLY = "Article 7 is searched locally: within regions that stones close off which live without a move (Benson)"
UNDISPUTED = ", or which both players hold alive"
SOME_UNKNOWN = "By article 7 it is not known of every string whether it is alive; --dead says which stones are dead."
ALL_ALIVE = "Every stone is taken to be alive."
ONLY_AGREED = "Only stones that both players hold dead are removed."
HOW = "Nobody says which stones are dead; those are removed that are dead by article 7."
HOW_IN_DISPUTE = "Of the stones in dispute, those are removed that are dead by article 7."


@dataclass(frozen=True)
class Confirmed:
    """What article 7 says of the strings of a stopped game.

    Attributes:
        game: the game, where it has stopped.
        statuses: the status of each string; on a large board, of each that can't live without a move.
        is_local: whether each is searched within a region alone.
        in_dispute: whether the strings are those that one player alone holds dead.
        agreed: the stones that both hold dead.
    """

    game: Game
    statuses: tuple[StringStatus, ...]
    is_local: bool = False
    in_dispute: bool = False
    agreed: int = 0

    @property
    def settling(self) -> Settling | None:
        """How the game is settled by them; None where one is not known."""
        if any(status.life.alive is None for status in self.statuses):
            return None
        dead = sum(status.stones for status in self.statuses if not status.life.alive) | self.agreed
        how = HOW_IN_DISPUTE if self.in_dispute else HOW
        return Settling(",".join(vertices(self.game.grid, dead)) or NO_STONES, how=how)


def is_asked(outcome: RecordOutcome) -> bool:
    """Whether article 7 is asked: the game has stopped under these rules, and the players do not agree what is dead."""
    stop = outcome.replay.stop() if outcome.replay.followed else None
    has_stopped = stop is not None and not isinstance(stop[0].result, NoResult)
    left = outcome.settled is None or bool(in_dispute(outcome))
    return has_stopped and outcome.replay.game.rules.document == WITH_ARTICLE_7 and left


def in_dispute(outcome: RecordOutcome) -> int:
    """The stones that one player's list holds dead, and the other's does not."""
    heard = outcome.settled.sitting.heard.values() if outcome.settled else ()
    return reduce(xor, (points or 0 for points in heard), 0)


def confirmed(outcome: RecordOutcome) -> Confirmed | None:
    """The statuses where play stops, of strings in dispute if there are any.

    None where play does not stop, or the board is too large and nothing is closed off.

    Raises:
        ValueError: the rules are amended so that hypothetical play can't be read.
    """
    from ..life.local import living_stones, searched_locally  # noqa: PLC0415 (it loads numpy, which few records need)
    from ..life.statuses import Life, searched, strings_of  # noqa: PLC0415

    stop = outcome.replay.stop() if outcome.replay.followed else None
    if stop is None:
        return None
    game, disputed = stop[0], in_dispute(outcome)
    agreed = outcome.settled.sitting.dead if outcome.settled else 0
    rules, c = game.rules, game.position.coloring
    asked = [(owner, stones) for owner, stones in strings_of(c) if not disputed or stones & disputed]
    if game.grid.size <= MOST_CONFIRMED_POINTS:
        statuses = tuple(searched(rules, c, owner, stones) for owner, stones in asked)
        return Confirmed(game, statuses, in_dispute=bool(disputed), agreed=agreed)
    living = living_stones(rules, c) | ((c.black | c.white) & ~disputed & ~agreed if disputed else 0)
    statuses = tuple(
        searched_locally(rules, c, owner, stones, living) for owner, stones in asked if disputed or not stones & living
    )
    if not living or (statuses and all(status.life is Life.OPEN for status in statuses)):
        return None
    return Confirmed(game, statuses, is_local=True, in_dispute=bool(disputed), agreed=agreed)


def left_open(outcome: RecordOutcome, confirmation: Confirmed | None) -> str:
    """Why article 7 does not settle a game, and what is assumed then; "" where it does."""
    assumed = ONLY_AGREED if outcome.settled else ALL_ALIVE
    if confirmation is None:
        return f"{_TOO_LARGE} {assumed}"
    return f"{SOME_UNKNOWN} {assumed}" if confirmation.settling is None else ""


def show_confirmed(console: Console, confirmation: Confirmed | None) -> None:
    """Print what each string is, and the line of play that shows it, to be stepped through."""
    if confirmation is None:
        say(console, _TOO_LARGE)
        return
    rules, c = confirmation.game.rules, confirmation.game.position.coloring
    grid = c.board.grid
    if confirmation.is_local:
        say(console, f"{LOCALLY}{UNDISPUTED if confirmation.in_dispute else ''}.")
    for status in confirmation.statuses:
        stones = ", ".join(vertices(grid, status.stones))
        say(console, f"{PLAYERS[status.owner]}'s {stones}: {status.life.value}.")
        if status.line:
            start = Game(rules, rows=c, to_play=status.first, phase=Phase.FIRST_CLEANUP)
            line = " ".join(turn_text(grid, turn) for turn in status.line)
            say(console, f"  {PLAYERS[start.position.player]} begins: {line}")
            show_opening(console, reduce(Game.play, status.line, start))


def confirmed_as_json(confirmation: Confirmed | None) -> list[dict[str, object]]:
    """What each string is, as JSON objects; none where article 7 was not searched."""
    if confirmation is None:
        return []
    grid = confirmation.game.grid
    return [
        {
            "stones": vertices(grid, status.stones),
            "player": status.owner,
            "alive": status.life.alive,
            "why": status.life.value,
            "first": status.first,
            "line": [turn_text(grid, turn) for turn in status.line],
        }
        for status in confirmation.statuses
    ]
