"""What holds of one move, or of a move and its reply, from any coloring of a board, and of the stones it leaves.

That a reply restores the coloring exactly if it takes back in a ko is proved in steps, on boards of every size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import z3

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ...spec.algebra.board import P
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.katago_v2.faster_forms import (
    captures_alone_and_in_atari,
    stones_with_liberty,
    stones_with_two_liberties,
    stones_without_liberty,
    where_nothing_is_captured,
)
from ...spec.katago_v2.life import independent_life_regions
from ...spec.katago_v2.moves import point_is_empty, resolve_captures
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.tromp_taylor.rules import cleared
from ...spec.vocabulary import Play
from .every_board import AnyBoard, AnyPoints, Described, follows, induction, inductions, single, situation_of_any_board
from .one_point import PointwiseBoard, as_total
from .situation import BoardLemma, Implication, LemmaSituation, is_legal


def stones_of_each_color(s: LemmaSituation[P]) -> Iterator[tuple[Any, Any]]:
    """For each color, the stones on the board and those captured; and those there were, and the one played."""
    captures = s.rules.sole(Decision.CAPTURES).function(s.play)
    for color in Color:
        played: Number = s.coloring.size(s.play.point) if color is s.player else 0
        yield s.coloring.size(s.play.after.of(color)) + captures[color], s.coloring.size(s.coloring.of(color)) + played


def no_stone_is_made_or_lost(s: LemmaSituation[P]) -> Implication:
    """A move at an empty point leaves the stones there were and the one played, less those captured."""
    (black, black_before), (white, white_before) = stones_of_each_color(s)
    balanced: Condition = (black == black_before) & (white == white_before)
    return Implication(given=point_is_empty(s.play), then=balanced)


BALANCE = BoardLemma("lemma/stones-balance", no_stone_is_made_or_lost)


def balances_for_every_size(rules: Rules) -> bool:
    """Whether the stones of a move balance at one unspecified point of a board of any size, and so on every board."""
    proved = []
    for player in Color:
        board = PointwiseBoard()
        black, white, point = board.unknown("black"), board.unknown("white"), board.point("point")
        board.constraints.append(~(black & white))
        situation = LemmaSituation(rules, Coloring(board, black, white), player, (point,))
        given, mover = point_is_empty(situation.play), player.name.capitalize()
        proved += [
            board.proves(as_total(now).equals(then), given, step=f"the {color.name.lower()} stones, {mover} to move")
            for color, (now, then) in zip(Color, stones_of_each_color(situation), strict=True)
        ]
    return all(proved)


def play_keeps_positions_legal(s: LemmaSituation[P]) -> Implication:
    """After a pseudolegal move every stone has a liberty, whether or not every stone had one before."""
    return Implication(given=s.is_pseudolegal(s.play), then=is_legal(s.play.after))


def captures_exclude_suicide(s: LemmaSituation[P]) -> Implication:
    """A move at an empty point of a legal position captures the opponent's stones or one's own, never both."""
    play = s.play
    return Implication(
        given=is_legal(s.coloring) & point_is_empty(play),
        then=s.coloring.is_empty(play.captured) | s.coloring.is_empty(play.self_captured),
    )


def only_its_own_stone_is_captured(s: LemmaSituation[P]) -> Implication:
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


def reply_restores_coloring_only_in_a_ko(s: LemmaSituation[P]) -> Implication:
    """A reply restores the coloring exactly if it takes back: a lone stone in atari, where it just captured one."""
    play, reply = s.play, s.reply
    takes_back = captures_a_lone_stone_alone(play) & (s.points[1] == play.captured)
    return Implication(
        given=is_legal(s.coloring) & s.is_pseudolegal(play) & s.is_pseudolegal(reply),
        then=reply.after.same_as(play.before) == takes_back,
    )


def ko_moves_are_single_captures(s: LemmaSituation[P]) -> Implication:
    """A pseudolegal move is a ko-move exactly if it captures one stone with a lone stone that is then in atari."""
    return Implication(
        given=is_legal(s.coloring) & s.is_pseudolegal(s.play),
        then=is_ko_move(s.rules, s.play) == captures_a_lone_stone_alone(s.play),
    )


def is_quiet(s: LemmaSituation[P]) -> Condition:
    """The first move is played where nothing is captured."""
    return s.coloring.meets(s.points[0], where_nothing_is_captured(s.coloring, s.player))


def quiet_moves_add_their_stone(s: LemmaSituation[P]) -> Implication:
    """In a legal position, a move where nothing is captured does nothing but add its stone."""
    c, play = s.coloring, s.play
    adds_a_stone = play.after.same_as(c.colored(s.points[0], s.player))
    return Implication(
        given=is_legal(c) & is_quiet(s),
        then=c.is_empty(play.captured) & c.is_empty(play.self_captured) & adds_a_stone,
    )


def captures_have_a_fast_form(s: LemmaSituation[P]) -> Implication:
    """Resolving the captures of a color empties its stones that are not connected to one beside an empty point."""
    c = s.coloring
    fast: P = stones_without_liberty(c, s.player)
    return Implication(given=True, then=resolve_captures(c, s.player) == fast)


def a_definition_has_that_form(definition: Callable[[Coloring[Any], Color], Any], s: LemmaSituation[P]) -> Implication:
    """What a text defines as the stones that are captured has the fast form as well."""
    fast: P = stones_without_liberty(s.coloring, s.player)
    return Implication(given=True, then=definition(s.coloring, s.player) == fast)


def play_leads_from_legal_to_legal(s: LemmaSituation[P]) -> Implication:
    """After a pseudolegal move from a legal position every stone has a liberty."""
    keeps = play_keeps_positions_legal(s)
    return Implication(given=is_legal(s.coloring) & keeps.given, then=keeps.then)


def clearing_is_resolving_captures(s: LemmaSituation[P]) -> Implication:
    """Tromp-Taylor's clearing of a color empties the points that KataGo's resolving of captures empties."""
    c = s.coloring
    resolved: P = resolve_captures(c, s.player)
    return Implication(given=True, then=cleared(c, s.player) == resolved)


def independent_life_is_of_one_color(s: LemmaSituation[P]) -> Implication:
    """No point is in independent-life-regions of both colors."""
    c = s.coloring
    black, white = (independent_life_regions(s.rules, c, color) for color in (BLACK, WHITE))
    return Implication(given=is_legal(c), then=c.is_empty(black & white))


def something_lives(s: LemmaSituation[P]) -> Condition:
    """Some point is in an independent-life-region of the player."""
    c = s.coloring
    return c.board.no(c.is_empty(independent_life_regions(s.rules, c, s.player)))


RESOLVE_CAPTURES = BoardLemma("lemma/resolve-captures", captures_have_a_fast_form, moves=0)
KEEPS_LEGAL = BoardLemma("lemma/play-keeps-legal", play_keeps_positions_legal)
CAPTURES_EXCLUDE_SUICIDE = BoardLemma("lemma/capture-excludes-suicide", captures_exclude_suicide)
SINGLE_SUICIDE = BoardLemma("claim/single-suicide-null", only_its_own_stone_is_captured)
SIMPLE_KO = BoardLemma("lemma/simple-ko", reply_restores_coloring_only_in_a_ko, moves=2)
KO_MOVE = BoardLemma("lemma/ko-move", ko_moves_are_single_captures)
QUIET_MOVE = BoardLemma("lemma/quiet-move", quiet_moves_add_their_stone, happens=is_quiet)
CLEARED = BoardLemma("lemma/cleared", clearing_is_resolving_captures, moves=0)
INDEPENDENT_LIFE = BoardLemma(
    "lemma/independent-life-of-one-color", independent_life_is_of_one_color, moves=0, happens=something_lives
)
Unknown: TypeAlias = LemmaSituation[AnyPoints]
StoneFinder: TypeAlias = Callable[[Coloring[AnyPoints], Color], AnyPoints]
# For each induction, the closure that it goes along, and the set that it shows to hold all of it.
Closures: TypeAlias = tuple[tuple[AnyPoints, AnyPoints], ...]
_Statement: TypeAlias = Callable[[Unknown], Condition]
Stage: TypeAlias = Callable[[Unknown], Coloring[AnyPoints]]


@dataclass(frozen=True)
class Obligation:
    """What is to be shown: that something follows from what is given and the steps before.

    Attributes:
        says: what follows, in words.
        statement: what follows.
        along: the closures along which induction goes.
        on_its_own: whether it follows from what is known of the sets that it names, whatever is known of others.
    """

    says: str
    statement: _Statement
    along: Callable[[Unknown], Closures] = lambda _: ()
    on_its_own: bool = False


@dataclass(frozen=True)
class ProofCase:
    """A case of a proof.

    Attributes:
        says: what is assumed, in words.
        when: what is assumed.
        steps: what follows, one after the other; the last is what the case is about.
    """

    says: str
    when: _Statement
    steps: tuple[Obligation, ...]


@dataclass(frozen=True)
class LemmaProof:
    """How a lemma is proved of every situation of every board.

    Attributes:
        lemma: the lemma.
        cases: from what follows in each of which it is proved; that they are all there are is part of what z3 proves.
            If there are none, it is proved at once, by induction along each closure.
        by_lemma: whether captures are found by their fast form.
        of_any_reply: whether the cases speak of a reply, at any point, where the lemma does not.
        staying_in: the set that the closures stay in of which induction speaks where there are no cases; if None, it
            speaks of every closure, and of the points outside every union of regions.
    """

    lemma: BoardLemma
    cases: tuple[ProofCase, ...] = ()
    by_lemma: bool = True
    of_any_reply: bool = False
    staying_in: Callable[[Unknown], AnyPoints] | None = None


def is_proved(proof: LemmaProof, rules: Rules) -> bool:
    """Whether every step of a proof follows, and the lemma from them; `False` says only that this proof fails."""
    return all(follows for player in Color for follows in steps_that_follow(proof, rules, player))


def steps_that_follow(proof: LemmaProof, rules: Rules, player: Color) -> Iterator[bool]:
    """Whether each step of each case follows, and last whether the lemma does."""
    board, unknown = situation_of_any_board(rules, player, proof.lemma.moves, proof.by_lemma)
    mover = f"{player.name.capitalize()} to move"
    if not proof.cases:
        implication = proof.lemma.statement(unknown)
        closures = inductions(board, proof.staying_in(unknown) if proof.staying_in else None)
        by = f"{proof.lemma.claim} by induction, {mover}"
        yield board.proves(implication.then, implication.given, *closures, step=by)
        return
    # In each case what is assumed implies what follows last.
    shown: list[Condition] = []
    with board.speaking_of_another_point() if proof.of_any_reply else nullcontext() as point:
        s = replace(unknown, points=(*unknown.points, single(point))) if proof.of_any_reply else unknown
        given = proof.lemma.statement(unknown).given
        for case in proof.cases:
            when = case.when(s)
            followed: list[Condition] = []
            for number, step in enumerate(case.steps, 1):
                statement = step.statement(s)
                closures = [induction(described(board, along), Described(held, ())) for along, held in step.along(s)]
                known = board.known_of(statement) if step.on_its_own else board.axioms
                where = f"{mover}, {case.says}, step {number} of {len(case.steps)}: {step.says}"
                yield follows(statement, *known, given, when, *followed, *closures, step=where)
                followed.append(statement)
            shown.append(z3.Implies(z3.And(given, when), followed[-1]))
    if proof.of_any_reply:
        shown = [z3.ForAll([point], statement) for statement in shown]
    yield follows(proof.lemma.statement(unknown).then, given, *shown, step=f"{mover}: the lemma from its cases")


def described(board: AnyBoard, closure: AnyPoints) -> Described:
    """What a board knows of a closure that it was asked for."""
    return next(known for known in board.described if known.points.member.eq(closure.member))


def takes_back(s: Unknown) -> Condition:
    """The move captured one stone with a lone stone that is then in atari, and the reply is played where that stood."""
    alone: Condition = captures_a_lone_stone_alone(s.play) & (s.points[1] == s.play.captured)
    return alone


def restores(s: Unknown) -> Condition:
    """The reply restores the coloring before the move."""
    return s.reply.after.same_as(s.coloring)


def replied(s: Unknown) -> Unknown:
    """The reply as a move of its own."""
    return LemmaSituation(s.rules, s.play.after, s.player.opponent, s.points[1:])


def before(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring before the move."""
    return s.coloring


def colored(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring in which the move has colored its point and captured nothing yet."""
    return s.coloring.colored(s.points[0], s.player)


def resolved(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring in which the move has captured the opponent's stones and not yet the player's own."""
    return colored(s).emptied(s.play.captured)


def after(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring after the move."""
    return s.play.after


def reply_colored(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring in which the reply has colored its point and captured nothing yet."""
    return colored(replied(s))


def color_of(s: Unknown, own: bool) -> Color:
    """The color of the player, or of the opponent."""
    return s.player if own else s.player.opponent


def following(
    stage: Stage, later: Stage, own: bool, having: StoneFinder = stones_with_liberty
) -> Callable[[Unknown], Closures]:
    """Stones of one color that have a liberty at one stage are followed along what they are connected to."""

    def along(s: Unknown) -> Closures:
        color = color_of(s, own)
        return ((having(stage(s), color), stones_with_liberty(later(s), color)),)

    return along


def liberties_remain(s: Unknown) -> Closures:
    """Stones that had a liberty before a move are followed until those of the opponent are captured, or the own."""
    return following(before, resolved, own=True)(s) + following(before, colored, own=False)(s)


def all_have_liberties(stage: Stage, own: bool) -> _Statement:
    """Every stone of a color has a liberty at a stage."""
    return lambda s: s.coloring.is_empty(stones_without_liberty(stage(s), color_of(s, own)))


def beside_the_move(s: Unknown) -> AnyPoints:
    """The points adjacent to the stone that was played."""
    return s.coloring.board.neighbours(s.points[0])


MOVE_EXCLUDES_SUICIDE = Obligation(
    "the move captures the opponent's stones or its own, never both",
    lambda s: captures_exclude_suicide(s).then,
    liberties_remain,
)
MOVE_ADDS_A_STONE_FOR_ONE = Obligation(
    "the move adds its stone and takes the one at the point of the reply",
    lambda s: (
        (s.play.after.of(s.player) == (s.coloring.of(s.player) | s.points[0]))
        & ((s.play.after.of(s.player.opponent) | s.points[1]) == s.coloring.of(s.player.opponent))
    ),
)
REPLY_IS_BESIDE = Obligation(
    "the reply is played beside the move",
    lambda s: s.coloring.meets(beside_the_move(s), s.points[1]),
    liberties_remain,
)
STANDS_ALONE = Obligation(
    "no stone of the player's stands beside the move",
    lambda s: s.coloring.is_empty(beside_the_move(s) & s.play.after.of(s.player)),
)
HAS_ONE_LIBERTY = Obligation(
    "the point of the reply is the only liberty of the stone that was played",
    lambda s: s.coloring.is_empty(beside_the_move(s) & s.play.after.empty & ~s.points[1]),
)

TAKING_BACK_RESTORES = ProofCase(
    "where the reply takes back",
    takes_back,
    (
        MOVE_EXCLUDES_SUICIDE,
        MOVE_ADDS_A_STONE_FOR_ONE,
        STANDS_ALONE,
        REPLY_IS_BESIDE,
        HAS_ONE_LIBERTY,
        Obligation(
            "the reply takes back the stone that was played",
            lambda s: s.coloring.is_empty(s.points[0] & ~s.reply.captured),
            following(reply_colored, before, own=True),
        ),
        Obligation(
            "the reply takes back no other stone",
            lambda s: s.coloring.is_empty(s.reply.captured & ~s.points[0]),
            following(before, reply_colored, own=True),
        ),
        Obligation(
            "the reply is no suicide",
            lambda s: s.coloring.is_empty(s.reply.self_captured),
            following(before, lambda s: resolved(replied(s)), own=False),
        ),
        Obligation("the reply restores the coloring", restores),
    ),
)

REPLY_CHANGES_THE_COLORING = Obligation(
    "the reply empties the point of the move",
    lambda s: s.coloring.is_empty(s.points[0] & ~(s.play.after.of(s.player) & s.reply.after.empty)),
)
REPLY_IS_PSEUDOLEGAL = Obligation(
    "the reply restores the coloring, is pseudolegal, and is played at an empty point",
    lambda s: restores(s) & s.is_pseudolegal(s.reply) & s.coloring.meets(s.points[1], s.play.after.empty),
)

RESTORING_TAKES_BACK = ProofCase(
    "where the reply restores the coloring",
    restores,
    (
        MOVE_EXCLUDES_SUICIDE,
        Obligation(
            "after the move the player's stones have a liberty",
            all_have_liberties(after, own=True),
            following(resolved, after, own=True),
        ),
        Obligation(
            "after the move the opponent's stones have a liberty",
            all_have_liberties(after, own=False),
            following(colored, after, own=False),
        ),
        Obligation(
            "the reply captures the player's stones or its own, never both",
            lambda s: captures_exclude_suicide(replied(s)).then,
            lambda s: liberties_remain(replied(s)),
        ),
        Obligation(
            "the reply takes back the stone that was played",
            lambda s: s.coloring.is_empty(s.points[0] & ~s.reply.captured),
        ),
        Obligation("the reply takes back exactly the stone", lambda s: s.reply.captured == s.points[0]),
        Obligation("neither is a suicide", lambda s: s.coloring.is_empty(s.play.self_captured | s.reply.self_captured)),
        Obligation(
            "the move captures exactly the stone where the reply is played", lambda s: s.play.captured == s.points[1]
        ),
        MOVE_ADDS_A_STONE_FOR_ONE,
        REPLY_IS_BESIDE,
        STANDS_ALONE,
        HAS_ONE_LIBERTY,
        Obligation("the reply takes back: a lone stone in atari, where it just captured one", takes_back),
    ),
)

PROOF_OF_SIMPLE_KO = LemmaProof(SIMPLE_KO, (TAKING_BACK_RESTORES, RESTORING_TAKES_BACK))
PROOF_OF_KO_MOVE = LemmaProof(
    KO_MOVE,
    (
        ProofCase(
            "where the reply takes back",
            takes_back,
            (*TAKING_BACK_RESTORES.steps, REPLY_CHANGES_THE_COLORING, REPLY_IS_PSEUDOLEGAL),
        ),
        ProofCase(
            "where a pseudolegal reply restores the coloring",
            lambda s: restores(s) & s.is_pseudolegal(s.reply),
            RESTORING_TAKES_BACK.steps,
        ),
    ),
    of_any_reply=True,
)


def keeping(whose: str, own: bool) -> Iterator[Obligation]:
    """That of the stones of a color those with two liberties keep one, and so that all keep one."""
    yield Obligation(
        f"{whose} stones with two liberties keep one",
        lambda s: s.coloring.is_empty(
            stones_with_two_liberties(s.coloring, color_of(s, own)) & ~stones_with_liberty(colored(s), color_of(s, own))
        ),
        following(before, colored, own, having=stones_with_two_liberties),
    )
    yield Obligation(
        f"all {whose} stones keep a liberty", all_have_liberties(colored, own), following(before, colored, own)
    )


PROOF_OF_QUIET_MOVE = LemmaProof(
    QUIET_MOVE,
    (
        ProofCase(
            "where nothing is captured",
            is_quiet,
            (
                *keeping("the opponent's", own=False),
                *keeping("the player's", own=True),
                Obligation("the move captures nothing", lambda s: s.coloring.is_empty(s.play.captured)),
                Obligation(
                    "the move is no suicide",
                    lambda s: s.coloring.is_empty(s.play.self_captured),
                    following(colored, resolved, own=True),
                ),
                Obligation("the move adds its stone", lambda s: quiet_moves_add_their_stone(s).then),
            ),
        ),
    ),
)
