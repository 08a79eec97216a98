"""The two cleanup phases: ko-moves, marks, unblocking, and what ends each phase."""

from __future__ import annotations

from dataclasses import replace

from .. import usual
from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..composition import as_made, move, pseudolegal
from ..guard import given
from ..parameters import Scoring
from ..registry import Decision, clause
from ..rules import Rules
from ..vocabulary import (
    NOTHING,
    THE_RUN,
    EarlierState,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Points,
    Position,
    Record,
    Remembered,
    Tally,
    Turn,
    Unblock,
)
from .life import regions_in_atari
from .main_phase import (
    IN_CLEANUP,
    TERRITORY,
    repeated_pass,
)
from .moves import captured_points

CLEANUP = IN_CLEANUP


@clause("katago-v2/cleanup/ko-move", when=TERRITORY)
def is_ko_move(rules: Rules, play: Play[P]) -> Condition:
    """A ko-move is a move after which a pseudolegal reply of the opponent would give exactly the coloring before it."""

    def restores_coloring(point: P) -> Condition:
        reply = move(rules, play.after, play.player.opponent, point)
        restored: Condition = reply.after.same_as(play.before) & pseudolegal(rules, reply)
        return restored

    return play.after.exists(play.after.empty, such_that=restores_coloring)


usual.says("katago-v2/cleanup/state#coloring", usual.whole_board, when=TERRITORY, during=CLEANUP)(
    "The state holds the grid coloring."
)


@clause("katago-v2/cleanup/blocked", when=TERRITORY)
def blocked_points(position: Position[P]) -> P:
    """A point may be marked as ko-recapture-blocked."""
    return position.marks


@clause("katago-v2/cleanup/state", part="marks", when=TERRITORY, decides=Decision.STATE, during=CLEANUP)
def state_marks(position: Position[P]) -> P:
    """The state holds which points are marked as ko-recapture-blocked."""
    return blocked_points(position)


usual.says("katago-v2/cleanup/state#player", usual.player_to_move, when=TERRITORY, during=CLEANUP)(
    "The state holds the player to take the next turn."
)


@clause("katago-v2/cleanup/phases", when=TERRITORY)
def start_of_phase(position: Position[P], phase: Phase) -> Position[P]:
    """Each phase starts with the last coloring, and with the opponent of whoever took the last turn."""
    return replace(position, phase=phase)


usual.says("katago-v2/cleanup/phases#alternation", usual.players_alternate, when=TERRITORY, during=CLEANUP)(
    "The players alternate, so that the opponent takes the turn after a move."
)


@clause("katago-v2/cleanup/turn", when=TERRITORY, decides=Decision.TURN, during=CLEANUP)
def passes_moves_and_unblocks(turn: Turn) -> bool:
    """A turn of the cleanup phases is a pass, a legal move, or an unblock-ko-recapture action."""
    return isinstance(turn, Pass | Move | Unblock)


usual.says("katago-v2/cleanup/pass", usual.after_pass, when=TERRITORY, during=CLEANUP)(
    "A pass cedes the turn and changes nothing else."
)


def captured_marks(record: Record[P], play: Play[P]) -> P:
    """The marked points that a move captures."""
    marks: P = captured_points(play) & blocked_points(record.position)
    return marks


def same_move_before(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The earlier turn of this phase on which the player made this move with this coloring, if there was one."""
    turn = record.made.turn_of(as_made(record, play))
    return None if turn is None else EarlierState(turn, "was made on turn {}")


@clause(
    "katago-v2/cleanup/legal-unblocked",
    when=TERRITORY,
    decides=Decision.LEGAL,
    during=CLEANUP,
    witness=lambda record, play: Points(captured_marks(record, play), "would capture the marked {}"),
)
def captures_nothing_blocked(record: Record[P], play: Play[P]) -> Condition:
    """A legal move that is a ko-move captures no region with a marked point."""
    c = play.before
    return c.implies(is_ko_move(record.rules, play), c.is_empty(captured_marks(record, play)))


@clause(
    "katago-v2/cleanup/legal-once",
    when=TERRITORY,
    decides=Decision.LEGAL,
    during=CLEANUP,
    witness=same_move_before,
)
def made_once_per_coloring(record: Record[P], play: Play[P]) -> Condition:
    """A legal ko-move is one that this player has not made in this phase at this point with exactly this coloring."""
    return play.before.implies(is_ko_move(record.rules, play), record.made.lacks(as_made(record, play)))


@clause(
    "katago-v2/cleanup/legal-once",
    part="coloring-before",
    when=given(scoring=Scoring.TERRITORY, readings={"reading/legal-once": "before"}),
    decides=Decision.MADE,
    during=CLEANUP,
)
def coloring_before(record: Record[P], play: Play[P]) -> tuple[Color, P, Coloring[P]]:
    """A move is made with the coloring that stands before it."""
    return play.player, play.point, play.before


@clause(
    "katago-v2/cleanup/legal-once",
    part="coloring-after",
    when=given(scoring=Scoring.TERRITORY, readings={"reading/legal-once": "after"}),
    decides=Decision.MADE,
    during=CLEANUP,
)
def coloring_after(record: Record[P], play: Play[P]) -> tuple[Color, P, Coloring[P]]:
    """Under this reading, a move is made with the coloring that it leads to."""
    return play.player, play.point, play.after


@clause("katago-v2/cleanup/legal-once", part="in-phase", when=TERRITORY, decides=Decision.FORGETS, during=CLEANUP)
def moves_of_an_earlier_phase(moment: Moment) -> frozenset[Remembered]:
    """Moves that were made in an earlier phase do not count."""
    return frozenset({Remembered.MADE}) if moment is Moment.PHASE else NOTHING


@clause("katago-v2/cleanup/phases", part="states", when=TERRITORY, decides=Decision.FORGETS, during=CLEANUP)
def states_of_an_earlier_phase(moment: Moment) -> frozenset[Remembered]:
    """Each phase starts without the states of an earlier phase."""
    return frozenset({Remembered.STATES}) if moment is Moment.PHASE else NOTHING


@clause("katago-v2/cleanup/mark", when=TERRITORY, decides=Decision.MARKS, during=CLEANUP)
def mark_ko_move(record: Record[P], play: Play[P], marks: P) -> P:
    """A ko-move marks the point that it colored."""
    return play.before.choose(is_ko_move(record.rules, play), marks | play.point, marks)


@clause("katago-v2/cleanup/unmark", when=TERRITORY, decides=Decision.MARKS, during=CLEANUP)
def unmark_empty_points(record: Record[P], play: Play[P], marks: P) -> P:
    """After any legal move, the marks on empty points are removed."""
    return marks & ~play.after.empty


@clause("katago-v2/cleanup/unblock", when=TERRITORY, decides=Decision.UNBLOCK, during=CLEANUP)
def stones_to_unblock(position: Position[P]) -> P:
    """An unblock action removes the mark of a single-point region of the opponent's color that is in atari."""
    c = position.coloring
    single = c.regions(c.of(position.player.opponent), where=c.is_single)
    stones: P = single & regions_in_atari(c, position.player.opponent) & blocked_points(position)
    return stones


@clause(
    "katago-v2/cleanup/unblock",
    part="location",
    when=TERRITORY,
    decides=Decision.UNBLOCK_PLACE,
    during=CLEANUP,
)
def unblocked_by_location(record: Record[P], play: Play[P], stones: P) -> P:
    """The place of a ko-move that a mark blocks also names the unblock action that removes the mark.

    Args:
        record: the record at the start of the turn.
        play: the move at that place.
        stones: the stones whose mark may be removed.
    """
    c = play.before
    return c.choose(is_ko_move(record.rules, play), captured_marks(record, play) & stones, c.board.nothing)


@clause("katago-v2/cleanup/unblock", part="action", when=TERRITORY, decides=Decision.UNBLOCK_ACTION, during=CLEANUP)
def after_unblock(position: Position[P], stone: P) -> Position[P]:
    """An unblock action removes the mark of the stone, and the opponent takes the next turn."""
    return replace(position, marks=position.marks & ~stone, player=position.player.opponent)


@clause(
    "katago-v2/cleanup/unblock",
    part="counts-as-pass",
    when=given(scoring=Scoring.TERRITORY, readings={"reading/unblock-is-not-a-move": "pass"}),
    decides=Decision.COUNTS_AS_PASS,
)
@clause(
    "katago-v2/cleanup/unblock",
    part="counts-as-move",
    when=given(scoring=Scoring.TERRITORY, readings={"reading/unblock-is-not-a-move": "move"}),
    decides=Decision.COUNTS_AS_MOVE,
)
def unblock_counts(turn: Turn) -> bool:
    """An unblock action counts as one, under the reading that says so."""
    return isinstance(turn, Unblock)


usual.says("katago-v2/cleanup/end-two-passes", usual.two_passes, when=TERRITORY, during=CLEANUP)(
    "Two consecutive passes end a cleanup phase."
)


@clause(
    "katago-v2/cleanup/end-two-passes", part="consecutive", when=TERRITORY, decides=Decision.FORGETS, during=CLEANUP
)
def passes_that_are_not_consecutive(moment: Moment) -> frozenset[Remembered]:
    """Passes are consecutive as long as no other turn and no start of a phase comes between them."""
    if moment is Moment.PHASE:
        return frozenset({Remembered.RUN, Remembered.PASSES})
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


usual.says(
    "katago-v2/cleanup/end-repeated-pass#passed",
    usual.pass_is_a_pass,
    when=given(scoring=Scoring.TERRITORY, readings={"reading/unblock-is-not-a-move": ("neither", "move")}),
    decides=Decision.PASSED,
    during=CLEANUP,
)("The state that a player passes from is one from which they have passed.")


@clause(
    "katago-v2/cleanup/end-repeated-pass",
    part="unblocked",
    when=given(scoring=Scoring.TERRITORY, readings={"reading/unblock-is-not-a-move": "pass"}),
    decides=Decision.PASSED,
    during=CLEANUP,
)
def passes_or_unblocks(turn: Turn) -> bool:
    """Under the reading by which unblocking is a pass, a state that a player does it from is one as well."""
    return isinstance(turn, Pass | Unblock)


@clause(
    "katago-v2/cleanup/end-repeated-pass", part="in-phase", when=TERRITORY, decides=Decision.FORGETS, during=CLEANUP
)
def passes_of_an_earlier_phase(moment: Moment) -> frozenset[Remembered]:
    """Passes from a state of an earlier phase do not count."""
    return frozenset({Remembered.PASSED_FROM}) if moment is Moment.PHASE else NOTHING


clause(
    "katago-v2/cleanup/end-repeated-pass",
    when=TERRITORY,
    decides=Decision.PHASE_ENDS,
    during=CLEANUP,
    text="A cleanup phase ends when a player passes from a state from which they have already passed in this phase.",
)(repeated_pass)


@clause("katago-v2/cleanup/no-result", part="since-pass", when=TERRITORY, decides=Decision.FORGETS, during=CLEANUP)
def what_stood_before_a_pass_or_phase(moment: Moment) -> frozenset[Remembered]:
    """What stood before a pass does not count after it, nor does what stood in an earlier phase."""
    return NOTHING if moment is Moment.OTHER_TURN else frozenset({Remembered.OCCURRENCES})


usual.says("katago-v2/cleanup/no-result#whole-game", usual.game_is_over, when=TERRITORY, during=CLEANUP)(
    "An end without result ends the whole game, not just the phase."
)


usual.says(
    "katago-v2/cleanup/no-result",
    usual.stands_a_third_time,
    when=given(scoring=Scoring.TERRITORY, readings={"reading/no-result": "third"}),
    during=CLEANUP,
)("The game ends without result once the state has stood twice before since the last pass in this phase.")
usual.says(
    "katago-v2/cleanup/no-result#second-time",
    usual.stands_a_second_time,
    when=given(scoring=Scoring.TERRITORY, readings={"reading/no-result": "second"}),
    during=CLEANUP,
)("Under this reading, the game has no result once the state has stood before since the last pass in this phase.")


@clause("katago-v2/cleanup/second-phase", when=TERRITORY, decides=Decision.NEXT_PHASE, during=(Phase.FIRST_CLEANUP,))
def second_phase(record: Record[P]) -> Position[P]:
    """The second cleanup phase starts at once, with the same coloring and all marks removed."""
    return replace(start_of_phase(record.position, Phase.SECOND_CLEANUP), marks=record.position.coloring.board.nothing)


@clause(
    "katago-v2/cleanup/second-phase",
    part="coloring",
    when=TERRITORY,
    decides=Decision.PHASE_BEGINS,
    during=(Phase.SECOND_CLEANUP,),
)
def coloring_that_it_begins_with(position: Position[P], tally: Tally) -> Tally:
    """The score asks for the coloring that the second cleanup phase began with."""
    return replace(tally, second_cleanup_start=position.coloring)


usual.says(
    "katago-v2/cleanup/second-phase#then-score", usual.then_count, when=TERRITORY, during=(Phase.SECOND_CLEANUP,)
)("After the second cleanup phase, the game is scored.")
