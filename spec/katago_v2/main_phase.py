"""The main phase: its state, its turns, which moves are legal, and what ends it."""

from __future__ import annotations

from dataclasses import replace

from .. import usual
from ..algebra import Color, Condition
from ..algebra.board import P
from ..algebra.color import BLACK, WHITE
from ..composition import own_turn_before, resulting_state, same_state
from ..guard import given
from ..parameters import Ko, Scoring
from ..registry import Decision, clause
from ..vocabulary import (
    Phase,
    Play,
    Position,
    Record,
    Tally,
)
from .life import pass_alive, pass_alive_territory

MAIN = (Phase.MAIN,)
PASSES_TO_END = 2
SIMPLE_KO = given(ko=Ko.SIMPLE)
TERRITORY = given(scoring=Scoring.TERRITORY)
IN_CLEANUP = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
AFTER_PASS = {"reading/state-after-pass": "included"}
AS_A_DRAW = {"reading/long-cycle": ("draw", "captures")}
BY_CAPTURES = {"reading/long-cycle": "captures"}
SUPERKO = given(ko=(Ko.POSITIONAL, Ko.SITUATIONAL))


usual.says("katago-v2/main/state#coloring", usual.whole_board, during=MAIN)("The state holds the grid coloring.")
usual.says(
    "katago-v2/main/state#player", usual.player_to_move, when=given(ko=(Ko.SIMPLE, Ko.SITUATIONAL)), during=MAIN
)("With simple ko or situational superko, the state also holds the player to take the next turn.")


@clause("katago-v2/main/state", part="button", when=given(button=True), decides=Decision.STATE, during=MAIN)
def state_any_pass(position: Position[P]) -> Condition:
    """With the button, the state also holds whether any pass has occurred; what stood before may stand again."""
    return position.passed


usual.says("katago-v2/main/start", usual.start)(
    "The game starts from an empty grid, Black first, and the players alternate passes and legal moves."
)
usual.says("katago-v2/main/start#turn", usual.passes_and_moves, during=MAIN)(
    "A turn of the main phase is either a pass or a legal move."
)
usual.says("katago-v2/main/start#alternation", usual.players_alternate, during=MAIN)(
    "The players alternate, so that the opponent takes the turn after a move."
)


@clause("katago-v2/main/pass", decides=Decision.PASS, during=MAIN)
def after_pass(position: Position[P]) -> Position[P]:
    """A pass cedes the turn and changes nothing else."""
    return replace(position, player=position.player.opponent, passed=True)


usual.says("katago-v2/main/pass#counts", usual.pass_is_a_pass)("A pass counts as a pass.")


@clause("katago-v2/main/pass", part="first", when=given(button=True), decides=Decision.FIRST_PASS, during=MAIN)
def first_to_pass(record: Record[P], tally: Tally) -> Tally:
    """The first player to pass in the main phase is who passes when nobody has passed before."""
    return tally if record.position.passed else replace(tally, first_passer=record.position.player)


usual.says("katago-v2/main/state#occurrences", usual.but_after_passes, when=SUPERKO, during=MAIN)(
    "The state that a move leads to counts among the earlier states, and so does that at the start."
)
usual.says(
    "katago-v2/main/state#occurrences-after-passes",
    usual.after_passes,
    when=given(ko=(Ko.POSITIONAL, Ko.SITUATIONAL), readings={"reading/history-includes-passes": "included"}),
    during=MAIN,
)("The state that a pass leads to counts among the earlier states.")
usual.says(
    "katago-v2/cleanup/no-result#occurrences",
    usual.but_after_passes,
    when=TERRITORY,
    decides=Decision.OCCURS,
    during=IN_CLEANUP,
)("The state that a move leads to has occurred since the last pass, and so has that at the start.")
usual.says(
    "katago-v2/main/no-result#occurrences", usual.but_after_passes, when=SIMPLE_KO, decides=Decision.OCCURS, during=MAIN
)("The state that a move leads to has occurred since the last pass, and so has that at the start.")
usual.says(
    "katago-v2/cleanup/no-result#occurrences-after-passes",
    usual.after_passes,
    when=given(scoring=Scoring.TERRITORY, readings=AFTER_PASS),
    decides=Decision.OCCURS,
    during=IN_CLEANUP,
)("The state that a pass leads to has occurred since that pass, also where a phase begins with it.")
usual.says(
    "katago-v2/main/no-result#occurrences-after-passes",
    usual.after_passes,
    when=given(ko=Ko.SIMPLE, readings=AFTER_PASS),
    decides=Decision.OCCURS,
    during=MAIN,
)("The state that a pass leads to has occurred since that pass, also where a phase begins with it.")
usual.says(
    "katago-v2/main/end-repeated-pass#passed",
    usual.pass_is_a_pass,
    when=SIMPLE_KO,
    decides=Decision.PASSED,
    during=MAIN,
)("The state that a player passes from is one from which they have passed.")
usual.says("katago-v2/main/no-result#since-pass", usual.what_stood_before_a_pass, when=SIMPLE_KO, during=MAIN)(
    "What stood before a pass does not count after it."
)
usual.says("katago-v2/main/start#order", usual.order_of_endings)(
    "What ends the game with a turn comes first, then what ends the phase, then what is asked at the next turn."
)


@clause(
    "katago-v2/main/legal-simple-ko",
    when=given(ko=Ko.SIMPLE),
    decides=Decision.LEGAL,
    during=MAIN,
    witness=usual.opponents_turn_before,
)
def legal_simple_ko(record: Record[P], play: Play[P]) -> Condition:
    """A legal move does not result in the state at the start of the opponent's previous turn."""
    before = record.previous
    return before is None or play.before.no(same_state(before.state, resulting_state(record, play)))


@clause(
    "katago-v2/main/legal-simple-ko",
    part="sending-two",
    when=given(ko=Ko.SIMPLE, readings={"reading/sending-two": "forbidden"}),
    decides=Decision.LEGAL,
    during=MAIN,
    witness=usual.players_turn_before,
)
def sends_no_two_to_return_one(record: Record[P], play: Play[P]) -> Condition:
    """Under this reading, which is ours, no legal move brings back the coloring before the player's last turn."""
    before = own_turn_before(record)
    return before is None or play.before.no(play.after.same_as(before.position.coloring))


@clause("katago-v2/main/legal-superko", when=SUPERKO, decides=Decision.LEGAL, during=MAIN, witness=usual.earlier_state)
def legal_superko(record: Record[P], play: Play[P]) -> Condition:
    """A legal move does not result in any earlier state."""
    return record.earlier.lacks(resulting_state(record, play))


usual.says("katago-v2/main/end-two-passes", usual.two_passes, when=given(button=False), during=MAIN)(
    "Two consecutive passes end the main phase."
)
usual.says(
    "katago-v2/main/end-two-passes-button#consecutive",
    usual.passes_before_another_turn,
    when=given(button=True),
    during=MAIN,
)("Passes are consecutive as long as no other turn comes between them.")
usual.says(
    "katago-v2/main/end-two-passes#consecutive", usual.passes_before_another_turn, when=given(button=False), during=MAIN
)("Passes are consecutive as long as no other turn comes between them.")


@clause("katago-v2/main/end-two-passes-button", when=given(button=True), decides=Decision.PHASE_ENDS, during=MAIN)
def two_passes_after_the_first(record: Record[P]) -> Condition:
    """With the button, two consecutive passes end the main phase, the first pass of the game not counted."""
    first_is_among_them = record.pass_run == record.passes
    return record.pass_run - first_is_among_them >= PASSES_TO_END


@clause("katago-v2/main/end-repeated-pass", when=given(ko=Ko.SIMPLE), decides=Decision.PHASE_ENDS, during=MAIN)
def repeated_pass(record: Record[P]) -> Condition:
    """With simple ko, the phase also ends when a player passes from a state from which they have already passed."""
    before = record.previous
    if before is None:
        return False
    again: Condition = before.passed_from.contains((before.position.player, before.state)) & (record.pass_run > 0)
    return again


usual.says(
    "katago-v2/main/no-result",
    usual.stands_a_third_time,
    when=given(ko=Ko.SIMPLE, readings={"reading/no-result": "third"}),
)("With simple ko, the game ends without result once the state has stood twice before since the last pass.")
usual.says(
    "katago-v2/main/no-result#second-time",
    usual.stands_a_second_time,
    when=given(ko=Ko.SIMPLE, readings={"reading/no-result": "second"}),
)("Under this reading, with simple ko the game has no result once the state has stood before since the last pass.")


@clause(
    "katago-v2/main/no-result",
    part="draw",
    when=given(ko=Ko.SIMPLE, readings=AS_A_DRAW),
    decides=Decision.DRAWN,
    during=MAIN,
)
@clause(
    "katago-v2/cleanup/no-result",
    part="draw",
    when=given(scoring=Scoring.TERRITORY, readings=AS_A_DRAW),
    decides=Decision.DRAWN,
    during=IN_CLEANUP,
)
def long_cycle_is_a_draw(record: Record[P]) -> Condition:
    """Under this reading, which is ours, a game without result is a draw, whatever komi is, unless somebody wins."""
    return True


@clause(
    "katago-v2/main/no-result",
    part="captures",
    when=given(ko=Ko.SIMPLE, readings=BY_CAPTURES),
    decides=Decision.WON,
    during=MAIN,
)
@clause(
    "katago-v2/cleanup/no-result",
    part="captures",
    when=given(scoring=Scoring.TERRITORY, readings=BY_CAPTURES),
    decides=Decision.WON,
    during=IN_CLEANUP,
)
def long_cycle_is_won_by_captures(record: Record[P], color: Color) -> Condition:
    """Under this reading, which is ours, the player who has lost fewer stones in all wins a game without result."""
    captures = record.tally.captures
    fewer: Condition = captures[color] < captures[color.opponent]
    return fewer


usual.says("katago-v2/main/no-result#whole-game", usual.game_is_over, when=SIMPLE_KO)(
    "An end without result ends the whole game, not just the phase."
)


@clause("katago-v2/main/end-all-pass-alive", when=given(self_play_opts=True), decides=Decision.GAME_ENDS, during=MAIN)
def everything_is_pass_alive(record: Record[P]) -> Condition:
    """The game also ends once every point belongs to a pass-alive-group or to pass-alive-territory."""
    c = record.position.coloring
    settled = c.board.nothing
    for color in (BLACK, WHITE):
        groups = pass_alive(record.rules, c, color)
        settled = settled | groups | pass_alive_territory(c, color, groups)
    at_the_end_of_a_turn = record.last is not None
    everywhere: Condition = c.board.same(settled, c.board.everything) & at_the_end_of_a_turn
    return everywhere


@clause(
    "katago-v2/main/end-all-pass-alive",
    part="button",
    when=given(self_play_opts=True, button=True, readings={"reading/self-play-end-button": "player-to-move"}),
    decides=Decision.EARLY_END,
)
def next_player_passes_first(record: Record[P], tally: Tally) -> Tally:
    """The early end is scored as if both players kept passing, so the player to move is the first to pass."""
    return tally if record.position.passed else replace(tally, first_passer=record.position.player)


@clause(
    "katago-v2/main/end-all-pass-alive",
    part="second-phase",
    when=given(self_play_opts=True, readings={"reading/self-play-end-territory": "final-coloring"}),
    decides=Decision.EARLY_END,
)
def second_phase_starts_as_it_ends(record: Record[P], tally: Tally) -> Tally:
    """The early end is scored as if both players kept passing, so the second cleanup phase has one coloring."""
    return replace(tally, second_cleanup_start=record.position.coloring)


@clause("katago-v2/main/then-cleanup", when=given(scoring=Scoring.TERRITORY), decides=Decision.NEXT_PHASE, during=MAIN)
def then_cleanup(record: Record[P]) -> Position[P]:
    """With territory scoring, the first cleanup phase follows the main phase."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP, marks=record.position.coloring.board.nothing)


usual.says("katago-v2/main/then-score", usual.then_count, when=given(scoring=Scoring.AREA))(
    "With area scoring, the game ends after the main phase."
)
