"""Wrong versions of article 6: some board may come back, so that article 20 has something left to forbid or to end."""

from __future__ import annotations

from typing import Any

from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import NOTHING, Moment, Pass, Play, Position, Record, Remembered, Turn

from .wrong_version import WrongVersion

ARTICLE_6 = PRESETS["chinese-2002"]
BAN, BOARD, MEMORY = "chinese-2002/6", "chinese-2002/6#board", "chinese-2002/6#earlier"


def only_after_passes(turn: Turn | None) -> bool:
    """Boards are remembered that stood after a pass."""
    return isinstance(turn, Pass)


def only_the_board_before(record: Record[Any], play: Play[Any]) -> Any:
    """The board of the opponent's turn does not come back at once."""
    before = record.previous
    return before is None or play.before.no(play.after.same_as(before.position.coloring))


def board_and_player(position: Position[Any]) -> Any:
    """What is faced is the board, by one of the players."""
    return position.coloring, position.player


def until_a_pass(moment: Moment) -> frozenset[Remembered]:
    """A pass forgets all boards."""
    return frozenset({Remembered.STATES}) if moment is Moment.PASS else NOTHING


FORGETFUL = ARTICLE_6.adding(make_clause(until_a_pass, "house/until-a-pass", decides=Decision.FORGETS))
WRONG: dict[str, Rules] = {
    "without a ban": ARTICLE_6.dropping(BAN),
    "without memory": ARTICLE_6.dropping(MEMORY),
    "with boards after passes alone": ARTICLE_6.replacing(MEMORY, only_after_passes),
    "with the board before alone": ARTICLE_6.replacing(BAN, only_the_board_before),
    "with whose turn it is": ARTICLE_6.replacing(BOARD, board_and_player),
    "until a pass": FORGETFUL,
}

WRONG_BANS = tuple(WrongVersion("claim/chinese-6-makes-20-idle", fault, rules) for fault, rules in WRONG.items())
