"""Rule 10: playing on when the players disagree, and the recommended way of pointing at strings."""

from __future__ import annotations

from ..algebra import Board, Color, Coloring, Condition
from ..algebra.board import P
from ..composition import definition
from ..guard import given
from ..registry import clause
from ..rules import Rules
from ..vocabulary import Record

PASSES_OF_BOTH_TWICE = 4


@clause("aga/10-resume")
def player_to_resume(last_to_pass: Color) -> Color:
    """When the players disagree, play resumes with the opponent of the last player to pass."""
    return last_to_pass.opponent


@clause("aga/10-resume", part="passes-count", when=given(readings={"reading/aga-both-pass-twice": "count"}))
def passes_go_on(pass_run: int) -> int:
    """The passes that led to a disagreement are the first two of those by which both pass twice in succession."""
    return pass_run


@clause("aga/10-resume", part="passes-anew", when=given(readings={"reading/aga-both-pass-twice": "count-anew"}))
def passes_begin_anew(pass_run: int) -> int:
    """Read so, both must pass twice in succession after play has been resumed."""
    return 0


def passes_counted(rules: Rules, pass_run: int) -> int:
    """How many of the passes before a disagreement count towards both passing twice, under the reading in force."""
    counted: int = definition(rules, "aga/10-resume#passes-count", "aga/10-resume#passes-anew")(pass_run)
    return counted


@clause("aga/10-resume", part="all-alive")
def both_passed_twice(record: Record[P]) -> Condition:
    """Failing agreement, the game is over when both pass twice in succession; then every stone is alive."""
    return record.pass_run >= PASSES_OF_BOTH_TWICE


@clause("aga/10-procedure")
def strings_to_point_at(c: Coloring[P], player: Color) -> P:
    """The player whose turn it is points at strings of the opponent that they hold dead, then passes."""
    return c.of(player.opponent)


@clause("aga/10-procedure", part="dispute")
def strings_to_dispute(c: Coloring[P], player: Color, named: P) -> P:
    """The opponent points at those of the strings that they do not hold dead."""
    return c.of(player) & named


@clause("aga/10-procedure", part="outcome")
def strings_removed(board: Board[P], named: P, disputed: P) -> P:
    """Once both have passed, the strings pointed at are removed if none was disputed, and otherwise none is."""
    return board.choose(board.is_empty(disputed), named, board.nothing)
