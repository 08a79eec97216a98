"""What holds of one move, or of a move and its reply, from any coloring of a board."""

from __future__ import annotations

from ...spec.algebra import BLACK, WHITE, Condition
from ...spec.algebra.board import P
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.katago_v2.faster_forms import captures_alone_and_in_atari, stones_without_liberty
from ...spec.katago_v2.life import independent_life_regions
from ...spec.katago_v2.moves import point_is_empty, resolve_captures
from ...spec.rules import Rules
from ...spec.tromp_taylor.grid import cleared
from ...spec.vocabulary import Play
from .situation import Implication, Lemma, Situation


def play_keeps_positions_legal(s: Situation[P]) -> Implication:
    """After a pseudolegal move every stone has a liberty, whether or not every stone had one before."""
    return Implication(given=s.is_pseudolegal(s.play), then=s.is_legal(s.play.after))


def captures_exclude_suicide(s: Situation[P]) -> Implication:
    """A move at an empty point of a legal position captures the opponent's stones or one's own, never both."""
    play = s.play
    return Implication(
        given=s.is_legal(s.coloring) & point_is_empty(play),
        then=s.coloring.is_empty(play.captured) | s.coloring.is_empty(play.self_captured),
    )


def only_its_own_stone_is_captured(s: Situation[P]) -> Implication:
    """No move at an empty point that captures the stone just played, and nothing else, is pseudolegal."""
    play = s.play
    is_suicide_of_one = play.before.is_empty(play.captured | (play.self_captured ^ play.point))
    return Implication(
        given=point_is_empty(play) & is_suicide_of_one,
        then=play.before.no(s.is_pseudolegal(play)),
    )


def captures_a_lone_stone_alone(play: Play[P]) -> Condition:
    """Whether a move captures exactly one stone, and the stone played is then a single-point region in atari."""
    return captures_alone_and_in_atari(Rules(), play)


def reply_restores_coloring_only_in_a_ko(s: Situation[P]) -> Implication:
    """A reply restores the coloring exactly if it takes back: a lone stone in atari, where it just captured one."""
    play, reply = s.play, s.reply
    takes_back = captures_a_lone_stone_alone(play) & (s.points[1] == play.captured)
    return Implication(
        given=s.is_legal(s.coloring) & s.is_pseudolegal(play) & s.is_pseudolegal(reply),
        then=reply.after.same_as(play.before) == takes_back,
    )


def ko_moves_are_single_captures(s: Situation[P]) -> Implication:
    """A pseudolegal move is a ko-move exactly if it captures one stone with a lone stone that is then in atari."""
    return Implication(
        given=s.is_legal(s.coloring) & s.is_pseudolegal(s.play),
        then=is_ko_move(s.rules, s.play) == captures_a_lone_stone_alone(s.play),
    )


def captures_have_a_fast_form(s: Situation[P]) -> Implication:
    """Resolving the captures of a color empties its stones that are not connected to one beside an empty point."""
    c = s.coloring
    fast: P = stones_without_liberty(c, s.player)
    return Implication(given=True, then=resolve_captures(c, s.player) == fast)


def clearing_is_resolving_captures(s: Situation[P]) -> Implication:
    """Tromp-Taylor's clearing of a color empties the points that KataGo's resolving of captures empties."""
    c = s.coloring
    resolved: P = resolve_captures(c, s.player)
    return Implication(given=True, then=cleared(c, s.player) == resolved)


def independent_life_is_of_one_color(s: Situation[P]) -> Implication:
    """No point is in independent-life-regions of both colors."""
    c = s.coloring
    black, white = (independent_life_regions(s.rules, c, color) for color in (BLACK, WHITE))
    return Implication(given=s.is_legal(c), then=c.is_empty(black & white))


def something_lives(s: Situation[P]) -> Condition:
    """Some point is in an independent-life-region of the player."""
    c = s.coloring
    return c.board.no(c.is_empty(independent_life_regions(s.rules, c, s.player)))


RESOLVE_CAPTURES = Lemma("lemma/resolve-captures", captures_have_a_fast_form, moves=0)
KEEPS_LEGAL = Lemma("lemma/play-keeps-legal", play_keeps_positions_legal)
CAPTURES_EXCLUDE_SUICIDE = Lemma("lemma/capture-excludes-suicide", captures_exclude_suicide)
SINGLE_SUICIDE = Lemma("claim/single-suicide-null", only_its_own_stone_is_captured)
SIMPLE_KO = Lemma("lemma/simple-ko", reply_restores_coloring_only_in_a_ko, moves=2)
KO_MOVE = Lemma("lemma/ko-move", ko_moves_are_single_captures)
CLEARED = Lemma("lemma/cleared", clearing_is_resolving_captures, moves=0)
INDEPENDENT_LIFE = Lemma(
    "lemma/independent-life-of-one-color", independent_life_is_of_one_color, moves=0, happens=something_lives
)
