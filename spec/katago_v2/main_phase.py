"""The main phase: its state, its turns, which moves are legal, and what ends it."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import Color, Coloring
from ..algebra.color import BLACK, WHITE
from ..composition import after_move, state
from ..guard import given
from ..parameters import Ko, Scoring
from ..registry import Decision, clause
from ..vocabulary import EarlierState, Move, Pass, Phase, Play, Position, Record, Tally, Turn
from .life import pass_alive, pass_alive_territory

MAIN = (Phase.MAIN,)
PASSES_TO_END = 2
SUPERKO = given(ko=(Ko.POSITIONAL, Ko.SITUATIONAL))


@clause("katago-v2/main/state", part="coloring", decides=Decision.STATE, during=MAIN)
def state_coloring(position: Position) -> Coloring[int]:
    """The state holds the grid coloring."""
    return position.coloring


@clause(
    "katago-v2/main/state",
    part="player",
    when=given(ko=(Ko.SIMPLE, Ko.SITUATIONAL)),
    decides=Decision.STATE,
    during=MAIN,
)
def state_player(position: Position) -> Color:
    """With simple ko or situational superko, the state also holds the player to take the next turn."""
    return position.player


@clause("katago-v2/main/state", part="button", when=given(button=True), decides=Decision.STATE, during=MAIN)
def state_any_pass(position: Position) -> bool:
    """With the button, the state also holds whether any pass has occurred."""
    return position.passed


@clause("katago-v2/main/start", decides=Decision.START)
def start(empty_grid: Coloring[int]) -> Position:
    """The game starts from an empty grid, Black first, and the players alternate passes and legal moves."""
    return Position(empty_grid, BLACK, Phase.MAIN)


@clause("katago-v2/main/start", part="turn", decides=Decision.TURN, during=MAIN)
def passes_and_moves_only(turn: Turn) -> bool:
    """A turn of the main phase is either a pass or a legal move."""
    return isinstance(turn, Pass | Move)


@clause("katago-v2/main/pass", decides=Decision.PASS, during=MAIN)
def after_pass(position: Position) -> Position:
    """A pass cedes the turn and changes nothing else."""
    return replace(position, player=position.player.opponent, passed=True)


@clause("katago-v2/main/pass", part="counts", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """A pass counts as a pass."""
    return isinstance(turn, Pass)


@clause("katago-v2/main/state", part="occurrences", decides=Decision.REMEMBERED)
def states_after_moves_count(turn: Turn) -> bool:
    """The state that a move leads to counts among the earlier states."""
    return not isinstance(turn, Pass)


@clause(
    "katago-v2/main/state",
    part="occurrences-after-passes",
    when=given(readings={"reading/history-includes-passes": "included"}),
    decides=Decision.REMEMBERED,
)
def states_after_passes_count(turn: Turn) -> bool:
    """The state that a pass leads to counts among the earlier states."""
    return isinstance(turn, Pass)


def opponents_previous_state(record: Record, play: Play[int]) -> EarlierState | None:
    """The turn at whose start the resulting state stood, if that was the opponent's previous turn."""
    before = record.previous
    if before is None or before.state != state(record.rules, after_move(record.position, play)):
        return None
    return EarlierState(before.turn)


def earlier_state(record: Record, play: Play[int]) -> EarlierState | None:
    """The earlier turn at whose start the resulting state stood, if there was one."""
    turn = record.earlier.get(state(record.rules, after_move(record.position, play)))
    return None if turn is None else EarlierState(turn)


@clause(
    "katago-v2/main/legal-simple-ko",
    when=given(ko=Ko.SIMPLE),
    decides=Decision.LEGAL,
    during=MAIN,
    witness=opponents_previous_state,
)
def legal_simple_ko(record: Record, play: Play[int]) -> bool:
    """A legal move does not result in the state at the start of the opponent's previous turn."""
    return opponents_previous_state(record, play) is None


@clause("katago-v2/main/legal-superko", when=SUPERKO, decides=Decision.LEGAL, during=MAIN, witness=earlier_state)
def legal_superko(record: Record, play: Play[int]) -> bool:
    """A legal move does not result in any earlier state."""
    return earlier_state(record, play) is None


@clause("katago-v2/main/end-two-passes", when=given(button=False), decides=Decision.PHASE_ENDS, during=MAIN)
def two_passes(record: Record) -> bool:
    """Two consecutive passes end the main phase."""
    return record.pass_run >= PASSES_TO_END


@clause("katago-v2/main/end-two-passes-button", when=given(button=True), decides=Decision.PHASE_ENDS, during=MAIN)
def two_passes_after_the_first(record: Record) -> bool:
    """With the button, two consecutive passes end the main phase, the first pass of the game not counted."""
    first_is_among_them = record.pass_run == record.passes
    return record.pass_run - first_is_among_them >= PASSES_TO_END


def passed_from_here_before(record: Record) -> bool:
    """Whether the last turn was a pass from a state from which that player had passed before in this phase."""
    before = record.previous
    return before is not None and record.pass_run > 0 and (before.position.player, before.state) in before.passed_from


def occurred_twice_before(record: Record) -> bool:
    """Whether the current state has stood twice before since the most recent pass in this phase."""
    return record.since_pass.get(record.state, 0) > 2  # noqa: PLR2004


@clause("katago-v2/main/end-repeated-pass", when=given(ko=Ko.SIMPLE), decides=Decision.PHASE_ENDS, during=MAIN)
def repeated_pass(record: Record) -> bool:
    """With simple ko, the phase also ends when a player passes from a state from which they have already passed."""
    return passed_from_here_before(record)


@clause("katago-v2/main/no-result", when=given(ko=Ko.SIMPLE), decides=Decision.NO_RESULT, during=MAIN)
def no_result(record: Record) -> bool:
    """With simple ko, the game ends without result once the state has stood twice before since the last pass."""
    return occurred_twice_before(record)


@clause("katago-v2/main/end-all-pass-alive", when=given(self_play_opts=True), decides=Decision.GAME_ENDS, during=MAIN)
def everything_is_pass_alive(record: Record) -> bool:
    """The game also ends once every point belongs to a pass-alive-group or to pass-alive-territory."""
    c = record.position.coloring
    settled = 0
    for color in (BLACK, WHITE):
        groups = pass_alive(record.rules, c, color)
        settled |= groups | pass_alive_territory(c, color, groups)
    return record.turn > 0 and settled == c.board.everything


@clause(
    "katago-v2/main/end-all-pass-alive",
    part="button",
    when=given(self_play_opts=True, readings={"reading/self-play-end-button": "player-to-move"}),
    decides=Decision.EARLY_END,
)
def next_player_passes_first(record: Record, tally: Tally) -> Tally:
    """The early end is scored as if both players kept passing, so the player to move is the first to pass."""
    return tally if tally.first_passer else replace(tally, first_passer=record.position.player)


@clause(
    "katago-v2/main/end-all-pass-alive",
    part="second-phase",
    when=given(self_play_opts=True, readings={"reading/self-play-end-territory": "final-coloring"}),
    decides=Decision.EARLY_END,
)
def second_phase_starts_as_it_ends(record: Record, tally: Tally) -> Tally:
    """The early end is scored as if both players kept passing, so the second cleanup phase has one coloring."""
    return replace(tally, second_cleanup_start=record.position.coloring)


@clause("katago-v2/main/then-cleanup", when=given(scoring=Scoring.TERRITORY), decides=Decision.NEXT_PHASE, during=MAIN)
def then_cleanup(record: Record) -> Position:
    """With territory scoring, the first cleanup phase follows the main phase."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP, marks=0)


@clause("katago-v2/main/then-score", when=given(scoring=Scoring.AREA), decides=Decision.NEXT_PHASE, during=MAIN)
def then_score(record: Record) -> Position:
    """With area scoring, the game ends after the main phase."""
    return replace(record.position, phase=Phase.OVER)
