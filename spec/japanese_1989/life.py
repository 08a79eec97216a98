"""Articles 7 and 8: life and death by what could be played once the game has stopped, seki, and territory.

Stones are alive or dead by play that nobody plays: hypothetical play from the board as it stands. Here are its turns,
what counts as captured, and what a new stone is; whether a player can force something in it is for a search.

Where a stone was taken in a ko, the stone that took it is marked: its owner's opponent must not take it in that ko
before a pass for that ko, which removes the mark.
"""

from __future__ import annotations

from dataclasses import replace

from .. import usual
from ..algebra import Board, Color, Coloring, Condition
from ..algebra.board import P
from ..composition import definition
from ..guard import given
from ..registry import Decision, clause
from ..rules import Rules
from ..vocabulary import NOTHING, Moment, Move, Pass, Phase, Play, Points, Position, Record, Remembered, Turn, Unblock
from .play import takes_in_a_ko

ALIVE, KOS = "japanese-1989/7-1-alive", "japanese-1989/7-2-kos-after-the-end"
FIRST, NEW_STONE, SEKI = (f"reading/japanese-1989-{name}" for name in ("first", "new-stone", "seki"))
HYPOTHETICAL = (Phase.FIRST_CLEANUP,)


@clause(ALIVE, part="first", when=given(readings={FIRST: "opponent"}))
def opponent_begins(owner: Color) -> Color:
    """Whether stones can be captured is asked with the opponent's turn first."""
    return owner.opponent


@clause(ALIVE, part="owner-first", when=given(readings={FIRST: "owner"}))
def owner_begins(owner: Color) -> Color:
    """Under this reading, the owner of the stones has the first turn."""
    return owner


@clause(ALIVE, part="captured")
def are_captured(play: Play[P], stones: P) -> Condition:
    """Stones are captured by a move that takes them off; those of a string go together."""
    return play.before.meets(play.captured, stones)


@clause(ALIVE, part="new-stone", when=given(readings={NEW_STONE: "captured-from"}))
def points_captured_from(board: Board[P], stones: P, before: P) -> P:
    """Capturing stones enables a new stone where they stood, as none could be played there while they did."""
    return stones


@clause(ALIVE, part="new-stone-enabled", when=given(readings={NEW_STONE: "enabled"}))
def points_enabled(board: Board[P], stones: P, before: P) -> P:
    """Under this reading, it may be anywhere, but where the owner could have played such a stone before.

    Args:
        board: the algebra.
        stones: the stones that are captured.
        before: where the owner, to move first, could play a stone that the opponent can't capture.
    """
    return board.complement(before)


@clause(ALIVE, part="new-stone-anywhere", when=given(readings={NEW_STONE: "anywhere"}))
def points_anywhere(board: Board[P], stones: P, before: P) -> P:
    """Under this reading, a new stone anywhere is enough, if it is played after the capture."""
    return board.everything


@clause(ALIVE)
def alive(board: Board[P], captured_for_good: Condition) -> Condition:
    """Stones are alive unless the opponent can capture them and then every new stone in their place.

    Args:
        board: the algebra.
        captured_for_good: whether the opponent can force it that they are captured, and that the owner never has a new
            stone which can't be captured.
    """
    return board.no(captured_for_good)


@clause(KOS, part="turns", decides=Decision.TURN, during=HYPOTHETICAL)
def moves_passes_and_passes_for_kos(turn: Turn) -> bool:
    """In the play that confirms life and death a turn is a move, a pass, or a pass for a ko, which names it."""
    return isinstance(turn, Pass | Move | Unblock)


usual.says(f"{KOS}#board", usual.whole_board, during=HYPOTHETICAL)(
    "Hypothetical play comes round when the board stands again."
)


@clause(KOS, part="marks", decides=Decision.STATE, during=HYPOTHETICAL)
def kos_in_play(position: Position[P]) -> P:
    """The kos that must not be retaken are then the same."""
    marks: P = position.marks
    return marks


usual.says(f"{KOS}#player", usual.player_to_move, during=HYPOTHETICAL)("And so is the player to move.")


def marked_and_taken(record: Record[P], play: Play[P]) -> P:
    """The stones that a move takes though a mark forbids it in a ko."""
    taken: P = play.captured & record.position.marks
    return taken


@clause(
    KOS,
    decides=Decision.LEGAL,
    during=HYPOTHETICAL,
    witness=lambda record, play: Points(marked_and_taken(record, play)),
)
def does_not_retake_without_a_pass(record: Record[P], play: Play[P]) -> Condition:
    """A stone that took in a ko is not taken in that ko, unless its opponent has passed for that ko."""
    c = play.before
    return c.implies(takes_in_a_ko(play), c.is_empty(marked_and_taken(record, play)))


@clause(KOS, part="taken", decides=Decision.MARKS, during=HYPOTHETICAL)
def mark_what_took(record: Record[P], play: Play[P], marks: P) -> P:
    """The stone that takes in a ko is marked."""
    return play.before.choose(takes_in_a_ko(play), marks | play.point, marks)


@clause(KOS, part="same-ko", decides=Decision.MARKS, during=HYPOTHETICAL)
def unmark_what_is_no_ko(record: Record[P], play: Play[P], marks: P) -> P:
    """It is the same ko as long as that stone stands alone; a string can be taken as any other."""
    c = play.after
    alone = c.regions(c.black, where=c.is_single) | c.regions(c.white, where=c.is_single)
    return marks & alone


@clause(KOS, part="pass", decides=Decision.UNBLOCK, during=HYPOTHETICAL)
def kos_to_pass_for(position: Position[P]) -> P:
    """A player passes for a ko that they must not retake by naming the opponent's stone that took in it."""
    stones: P = position.marks & position.coloring.of(position.player.opponent)
    return stones


@clause(KOS, part="named", decides=Decision.UNBLOCK_PLACE, during=HYPOTHETICAL)
def ko_named_by_its_point(record: Record[P], play: Play[P], stones: P) -> P:
    """The point at which that stone could be taken names the ko as well."""
    c = play.before
    return c.choose(takes_in_a_ko(play), marked_and_taken(record, play) & stones, c.board.nothing)


@clause(KOS, part="after-pass", decides=Decision.UNBLOCK_ACTION, during=HYPOTHETICAL)
def after_pass_for_a_ko(position: Position[P], stone: P) -> Position[P]:
    """After it, that player may take in that ko again."""
    return replace(position, marks=position.marks & ~stone, player=position.player.opponent)


usual.says(f"{KOS}#everything-counts", usual.after_every_turn, decides=Decision.OCCURS, during=HYPOTHETICAL)(
    "All that has stood in this play counts."
)


@clause(KOS, part="anew", decides=Decision.FORGETS, during=HYPOTHETICAL)
def play_before_the_stop(moment: Moment) -> frozenset[Remembered]:
    """Nothing that stood before this play counts."""
    return frozenset({Remembered.OCCURRENCES}) if moment is Moment.PHASE else NOTHING


usual.says(f"{KOS}#round", usual.stands_a_second_time, during=HYPOTHETICAL)(
    "Play that comes round captures nothing, however long it goes on; it is broken off."
)
usual.says(f"{KOS}#broken-off", usual.game_is_over, during=HYPOTHETICAL)("With that this play is over.")


def live_stones(c: Coloring[P], dead: P, color: Color) -> P:
    """The stones of a color that are not dead."""
    return c.of(color) & ~dead


@clause("japanese-1989/8-territory", part="eye-points")
def eye_points(c: Coloring[P], dead: P, color: Color) -> P:
    """Points without live stones, in a region that live stones of just one player surround, are eye points of theirs.

    Points under dead stones are among them, since these are taken off as they stand.
    """
    without = c.emptied(dead)
    beside_own = c.regions(without.empty, where=lambda region: without.borders(region, color))
    beside_other = c.regions(without.empty, where=lambda region: without.borders(region, color.opponent))
    return beside_own & ~beside_other


@clause("japanese-1989/8-territory", part="dame")
def dame(c: Coloring[P], dead: P) -> P:
    """Other points without live stones are dame."""
    eyes = eye_points(c, dead, Color.BLACK) | eye_points(c, dead, Color.WHITE)
    points: P = c.emptied(dead).empty & ~eyes
    return points


@clause("japanese-1989/8-territory", part="seki", when=given(readings={SEKI: "strings"}))
def strings_in_seki(c: Coloring[P], dead: P, color: Color) -> P:
    """Live strings that have dame next to them are in seki."""
    live = live_stones(c, dead, color)
    return c.board.closure(c.border(dame(c, dead)) & live, within=live)


@clause("japanese-1989/8-territory", part="seki-together", when=given(readings={SEKI: "groups"}))
def groups_in_seki(c: Coloring[P], dead: P, color: Color) -> P:
    """Under this reading, strings that surround eye points together are in seki together."""
    live = live_stones(c, dead, color)
    within = live | eye_points(c, dead, color)
    return c.board.closure(c.border(dame(c, dead)) & live, within=within) & live


def in_seki(rules: Rules, c: Coloring[P], dead: P, color: Color) -> P:
    """The live stones of a color in seki, as the rules are read."""
    seki = definition(rules, "japanese-1989/8-territory#seki", "japanese-1989/8-territory#seki-together")
    stones: P = seki(c, dead, color)
    return stones


@clause("japanese-1989/8-territory")
def territory(rules: Rules, c: Coloring[P], dead: P, color: Color) -> P:
    """Eye points that only stones which are not in seki surround are territory."""
    eyes, seki = eye_points(c, dead, color), in_seki(rules, c, dead, color)
    return c.regions(eyes, where=lambda region: c.is_empty(c.border(region) & seki))
