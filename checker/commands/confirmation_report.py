"""Life and death where a record stops: by article 7 of the Japanese rules of 1989, or by best play in cleanup."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from operator import xor
from typing import TYPE_CHECKING

from ...interpreter.adjudication import has_cleanup
from ...interpreter.game import Game
from ...interpreter.notation import turn_text, vertices
from ...interpreter.records.outcome import RecordOutcome
from ...interpreter.records.settling import NO_STONES, Settling
from ...interpreter.result import NoResult
from ...interpreter.wording import PLAYERS
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..telling.report import Console, say
from .opening import show_opening

if TYPE_CHECKING:
    from ..life.statuses import StringStatus

WITH_ARTICLE_7, MOST_CONFIRMED_POINTS = "japanese-1989", 24
"""Whose article 7 says what is alive, and on how large boards, or regions of a board, it is searched."""
BEST_PLAY, MOST_CLEANUP_POINTS = "best play in cleanup", 8
"""What decides on strings in dispute under rules with cleanup, and in how large regions it is searched."""
_TOO_LARGE = (
    "{} is searched on boards of up to {} points, and on larger ones in regions of that size that stones close off "
    "which live without a move; --dead says which stones are dead."
)
LOCALLY = "{} is searched locally: within regions that stones close off which live without a move (Benson)"
UNDISPUTED = ", or which both players hold alive"
SOME_UNKNOWN = "By {} it is not known of every string whether it is alive; --dead says which stones are dead."
ALL_ALIVE = "Every stone is taken to be alive."
ONLY_AGREED = "Only stones that both players hold dead are removed."
HOW = "Nobody says which stones are dead; those are removed that are dead by article 7."
HOW_IN_DISPUTE = "Of the stones in dispute, those are removed that are dead by {}."


@dataclass(frozen=True)
class Confirmed:
    """What article 7, or best play in cleanup, says of the strings of a stopped game.

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
        how = HOW_IN_DISPUTE.format(judge_of(self.game.rules)) if self.in_dispute else HOW
        return Settling(",".join(vertices(self.game.grid, dead)) or NO_STONES, how=how)


def judge_of(rules: Rules) -> str:
    """What says which strings are alive where players do not: article 7, or best play in cleanup; "" where nothing."""
    return "article 7" if rules.document == WITH_ARTICLE_7 else BEST_PLAY if has_cleanup(rules) else ""


def is_asked(outcome: RecordOutcome) -> bool:
    """Whether that is asked: the game has stopped, and the players do not agree what is dead.

    Best play in cleanup is asked of strings alone on which their lists differ: else they play it, or pass.
    """
    stop = outcome.replay.stop() if outcome.replay.followed else None
    judge, has_stopped = (
        judge_of(outcome.replay.game.rules),
        stop is not None and not isinstance(stop[0].result, NoResult),
    )
    left = (outcome.settled is None and judge != BEST_PLAY) or bool(in_dispute(outcome))
    return has_stopped and bool(judge) and left


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
    from ..life.local import living_stones, searched_in_cleanup, searched_locally  # noqa: PLC0415 (it loads numpy, which few records need)
    from ..life.statuses import Life, searched, strings_of  # noqa: PLC0415

    stop = outcome.replay.stop() if outcome.replay.followed else None
    if stop is None:
        return None
    game, disputed = stop[0], in_dispute(outcome)
    agreed = outcome.settled.sitting.dead if outcome.settled else 0
    rules, c = game.rules, game.position.coloring
    asked = [(owner, stones) for owner, stones in strings_of(c) if not disputed or stones & disputed]
    in_cleanup = judge_of(rules) == BEST_PLAY
    if game.grid.size <= MOST_CONFIRMED_POINTS and not in_cleanup:
        statuses = tuple(searched(rules, c, owner, stones) for owner, stones in asked)
        return Confirmed(game, statuses, in_dispute=bool(disputed), agreed=agreed)
    living = living_stones(rules, c) | ((c.black | c.white) & ~disputed & ~agreed if disputed else 0)
    search = (
        partial(searched_in_cleanup, first=game.position.player, disputed=disputed) if in_cleanup else searched_locally
    )
    statuses = tuple(
        search(rules, c, owner, stones, living) for owner, stones in asked if disputed or not stones & living
    )
    if not (living or in_cleanup) or (statuses and all(status.life is Life.OPEN for status in statuses)):
        return None
    return Confirmed(game, statuses, is_local=True, in_dispute=bool(disputed), agreed=agreed)


def left_open(outcome: RecordOutcome, confirmation: Confirmed | None) -> str:
    """Why article 7 does not settle a game, and what is assumed then; "" where it does."""
    assumed = ONLY_AGREED if outcome.settled else ALL_ALIVE
    if confirmation is None:
        return f"{_too_large(outcome)} {assumed}"
    unknown = SOME_UNKNOWN.format(judge_of(confirmation.game.rules))
    return f"{unknown} {assumed}" if confirmation.settling is None else ""


def _too_large(outcome: RecordOutcome) -> str:
    judge = judge_of(outcome.replay.game.rules)
    most = MOST_CLEANUP_POINTS if judge == BEST_PLAY else MOST_CONFIRMED_POINTS
    return _TOO_LARGE.format(judge.capitalize(), most)


def show_confirmed(console: Console, outcome: RecordOutcome, confirmation: Confirmed | None) -> None:
    """Print what each string is, and the line of play that shows it, to be stepped through."""
    if confirmation is None:
        say(console, _too_large(outcome))
        return
    rules, c = confirmation.game.rules, confirmation.game.position.coloring
    grid = c.board.grid
    if confirmation.is_local:
        say(console, f"{LOCALLY.format(judge_of(rules).capitalize())}{UNDISPUTED if confirmation.in_dispute else ''}.")
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
