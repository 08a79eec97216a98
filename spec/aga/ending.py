"""AGA, rules 9 to 11: how the game ends, disputes about dead stones, and who moves last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .. import usual
from ..algebra import BLACK, WHITE, Board, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import definition
from ..guard import given
from ..registry import Decision, clause
from ..rules import Rules
from ..vocabulary import Ended, Record, Tally
from .turns import pass_stone

usual.says("aga/9-end", usual.two_passes)("Once both players have passed, one after the other, play stops.")
usual.says("aga/9-end#consecutive", usual.passes_before_another_turn)(
    "Passes are consecutive as long as no other turn comes between them."
)
usual.says("aga/9-end#order", usual.order_of_endings)(
    "Passes alone stop play; a rule that ended a game with any other turn would come first."
)
usual.says("aga/9-end#then-count", usual.then_count)(
    "When nobody holds any stone dead, the game is counted as it stands."
)


@clause("aga/9-end", part="strings")
def strings_touched(c: Coloring[P], points: P) -> P:
    """A status is that of a whole string: the connected stones of one color."""
    board = c.board
    touched: P = board.closure(points, c.of(BLACK)) | board.closure(points, c.of(WHITE))
    return touched


@clause("aga/9-end", part="agreement")
def agree(c: Coloring[P], held_dead: Mapping[Color, P]) -> bool:
    """The players agree once both call the same strings dead."""
    black, white = (strings_touched(c, held_dead[player]) for player in Color)
    return bool(black == white)


@clause("aga/9-end", part="dead-stones")
def without_dead_stones(ended: Ended[P], dead: P) -> Ended[P]:
    """Each dead stone is taken by the other color's player, as if it had been captured."""
    c = ended.coloring
    return ended.with_captures(c.emptied(dead), {color: c.size(c.of(color) & dead) for color in Color})


PASSES_OF_BOTH_TWICE = 4


@clause("aga/10-resume")
def player_to_resume(last_to_pass: Color) -> Color:
    """After a disagreement, the turn is with the player who did not pass last."""
    return last_to_pass.opponent


@clause("aga/10-resume", part="passes-count", when=given(readings={"reading/aga-both-pass-twice": "count"}))
def passes_go_on(pass_run: int) -> int:
    """The two passes before a disagreement are the first half of the four that end the game."""
    return pass_run


@clause("aga/10-resume", part="passes-anew", when=given(readings={"reading/aga-both-pass-twice": "count-anew"}))
def passes_begin_anew(pass_run: int) -> int:
    """Under this reading, it takes four passes in a row after a disagreement to end the game."""
    return 0


@clause("aga/10-resume", part="agreement", when=given(readings={"reading/aga-agreement": "both-passed"}))
def agreement_once_both_passed(stopped: Condition, disagreed: Condition) -> Condition:
    """The players compare which stones they hold dead whenever both have passed."""
    return stopped


@clause("aga/10-resume", part="agreement-any-time", when=given(readings={"reading/aga-agreement": "any-time"}))
def agreement_at_any_time(stopped: Condition, disagreed: Condition) -> Condition:
    """Under this reading, the game is over as soon as players who have disagreed agree, whoever is to move."""
    at_any_time: Condition = stopped | disagreed
    return at_any_time


def can_agree(rules: Rules, stopped: Condition, disagreed: Condition) -> Condition:
    """Whether the players can agree now, given whether both have just passed, and whether they disagreed before."""
    agreement = definition(rules, "aga/10-resume#agreement", "aga/10-resume#agreement-any-time")
    can: Condition = agreement(stopped, disagreed)
    return can


def passes_counted(rules: Rules, pass_run: int) -> int:
    """How many of the passes before a disagreement count towards the four that end the game, as the rules are read."""
    counted: int = definition(rules, "aga/10-resume#passes-count", "aga/10-resume#passes-anew")(pass_run)
    return counted


@clause("aga/10-resume", part="all-alive")
def both_passed_twice(record: Record[P]) -> Condition:
    """Without agreement, four passes in a row end the game, and no stone is dead."""
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


@clause("aga/11-last-move", decides=Decision.COMPLETION)
def white_moves_last(record: Record[P], tally: Tally) -> Tally:
    """If Black took the last turn, White passes once more, and hands over a stone for it."""
    if record.position.player is not WHITE:
        return tally
    handed_over = pass_stone(record.position)
    return replace(tally, captures={color: tally.captures[color] + handed_over[color] for color in Color})


@clause(
    "aga/11-last-move",
    part="equal-totals",
    when=given(readings={"reading/aga-last-move": "equal-totals"}),
    decides=Decision.COMPLETION,
)
def totals_made_equal(record: Record[P], tally: Tally) -> Tally:
    """A player who has given too few stones passes once for each that is missing, before White's last pass."""
    missing = {BLACK: max(-tally.uneven, 0), WHITE: max(tally.uneven, 0)}
    return replace(tally, captures={color: tally.captures[color] + missing[color] for color in Color})


@clause("aga/11-last-move", part="uneven")
def after_stones(tally: Tally, player_to_move: Color, player: Color, number: int) -> Tally:
    """A stone given out of turn counts as one extra for its player, and a turn without a stone as one missing."""
    ahead = number - (player is player_to_move)
    return replace(tally, uneven=tally.uneven + (ahead if player is BLACK else -ahead))


@clause("aga/11-last-move", part="totals")
def stones_played_or_passed(ended: Ended[P], color: Color) -> Number:
    """Every stone that a player has played or passed is on the board, or a prisoner of the opponent."""
    total: Number = ended.coloring.size(ended.coloring.of(color)) + ended.captures[color]
    return total
