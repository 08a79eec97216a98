"""Why a reply restores the coloring exactly if it takes back in a ko: a proof in steps, on boards of every size."""

from __future__ import annotations

from ...spec.algebra import Color, Coloring, Condition
from ...spec.katago_v2.faster_forms import stones_with_liberty, stones_without_liberty
from .every_board import AnyPoints
from .situation import LemmaSituation
from .steps import (
    KO_MOVE,
    SIMPLE_KO,
    Obligation,
    ProofCase,
    ProofInSteps,
    Unknown,
    captures_a_lone_stone_alone,
    captures_exclude_suicide,
)


def takes_back(s: Unknown) -> Condition:
    """The move captured one stone with a lone stone that is then in atari, and the reply is played where that stood."""
    alone: Condition = captures_a_lone_stone_alone(s.play) & (s.points[1] == s.play.captured)
    return alone


def restores(s: Unknown) -> Condition:
    """The reply restores the coloring before the move."""
    return s.reply.after.same_as(s.coloring)


def replied(s: Unknown) -> Unknown:
    """The reply as a move of its own."""
    return LemmaSituation(s.rules, s.play.after, s.player.opponent, s.points[1:], s.captures)


def colored(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring in which a move has colored its point and captured nothing yet."""
    return s.coloring.colored(s.points[0], s.player)


def resolved(s: Unknown) -> Coloring[AnyPoints]:
    """The coloring in which a move has captured the opponent's stones and not yet the player's own."""
    return colored(s).emptied(s.play.captured)


def liberties_remain(s: Unknown) -> tuple[tuple[AnyPoints, AnyPoints], ...]:
    """Stones that had a liberty before a move are followed along what they are connected to."""
    return (
        (stones_with_liberty(s.coloring, s.player), stones_with_liberty(resolved(s), s.player)),
        (stones_with_liberty(s.coloring, s.player.opponent), stones_with_liberty(colored(s), s.player.opponent)),
    )


def own_liberties_remain(s: Unknown) -> tuple[tuple[AnyPoints, AnyPoints], ...]:
    """The player's stones that have a liberty when captures are resolved keep it in the coloring after the move."""
    return ((stones_with_liberty(resolved(s), s.player), stones_with_liberty(s.play.after, s.player)),)


def other_liberties_remain(s: Unknown) -> tuple[tuple[AnyPoints, AnyPoints], ...]:
    """The opponent's stones that have a liberty when captures are resolved keep it in the coloring after the move."""
    opponent = s.player.opponent
    return ((stones_with_liberty(colored(s), opponent), stones_with_liberty(s.play.after, opponent)),)


def all_have_liberties(s: Unknown, color: Color) -> Condition:
    """Every stone of a color has a liberty after the move."""
    return s.coloring.is_empty(stones_without_liberty(s.play.after, color))


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
            lambda s: (
                (stones_with_liberty(colored(replied(s)), s.player), stones_with_liberty(s.coloring, s.player)),
            ),
        ),
        Obligation(
            "the reply takes back no other stone",
            lambda s: s.coloring.is_empty(s.reply.captured & ~s.points[0]),
            lambda s: (
                (stones_with_liberty(s.coloring, s.player), stones_with_liberty(colored(replied(s)), s.player)),
            ),
        ),
        Obligation(
            "the reply is no suicide",
            lambda s: s.coloring.is_empty(s.reply.self_captured),
            lambda s: (
                (
                    stones_with_liberty(s.coloring, s.player.opponent),
                    stones_with_liberty(resolved(replied(s)), s.player.opponent),
                ),
            ),
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
            lambda s: all_have_liberties(s, s.player),
            own_liberties_remain,
        ),
        Obligation(
            "after the move the opponent's stones have a liberty",
            lambda s: all_have_liberties(s, s.player.opponent),
            other_liberties_remain,
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

PROOF_OF_SIMPLE_KO = ProofInSteps(SIMPLE_KO, (TAKING_BACK_RESTORES, RESTORING_TAKES_BACK))
PROOF_OF_KO_MOVE = ProofInSteps(
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
