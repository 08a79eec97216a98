"""Near misses: mistakes of engines that get the clauses about turns and endings almost right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...spec.composition import after_move, state
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.vocabulary import Move, Phase, Play, Position, Record
from .mutations import Mutation, instead, without_liberties

PASSES_TO_END = 2


def _has_a_liberty_before_it_captures(play: Play[int]) -> bool:
    return not without_liberties(play.before.colored(play.point, play.player), play.player)


def _no_stone_of_its_own_is_captured_alone(play: Play[int]) -> bool:
    return not play.before.is_single(play.self_captured)


def _nothing_of_its_own_is_captured(play: Play[int]) -> bool:
    return not play.self_captured


def _not_where_one_stone_was_captured(record: Record, play: Play[int]) -> bool:
    before = record.previous
    if before is None or not isinstance(record.last, Move):
        return True
    captured = before.position.coloring.of(play.player) & ~record.position.coloring.of(play.player)
    return play.point != captured


def _after(record: Record, play: Play[int]) -> object:
    return state(record.rules, after_move(record.rules, record.position, play))


def _not_any_earlier_state(record: Record, play: Play[int]) -> bool:
    return bool(record.earlier.lacks(_after(record, play)))


def _not_the_state_a_turn_ago(record: Record, play: Play[int]) -> bool:
    return record.previous is None or record.previous.state != _after(record, play)


def _the_first_state_is_forgotten(record: Record, play: Play[int]) -> bool:
    return not record.earlier.turn_of(state(record.rules, after_move(record.rules, record.position, play)))


def _ends_at_the_second_pass(record: Record) -> bool:
    return record.pass_run > 0 and record.passes >= PASSES_TO_END


def _ends_at_two_passes(record: Record) -> bool:
    return record.pass_run >= PASSES_TO_END


def _has_stood_before(record: Record) -> bool:
    return bool(record.since_pass.times(record.state) >= 2)  # noqa: PLR2004


def _no_marked_stone_is_captured(record: Record, play: Play[int]) -> bool:
    return not (play.captured | play.self_captured) & record.position.marks


def _no_move_twice(record: Record, play: Play[int]) -> bool:
    return bool(record.made.lacks((play.player, play.point, play.before)))


def _no_ko_move_twice_at_a_point(record: Record, play: Play[int]) -> bool:
    made = any((player, point) == (play.player, play.point) for player, point, _ in record.made)
    return not made or not is_ko_move(record.rules, play)


def _every_capture_marks(record: Record, play: Play[int], marks: int) -> int:
    return marks | play.point if play.captured else marks


def _marks_stay(record: Record) -> Position:
    return replace(record.position, phase=Phase.SECOND_CLEANUP)


ALLOWS_CAPTURES = Mutation(
    "allows-captures",
    "a move that gets its liberty by capturing",
    "a move needs a liberty before it captures",
    instead(_has_a_liberty_before_it_captures),
)
FORBIDS_SEVERAL = Mutation(
    "forbids-several",
    "a suicide of several stones",
    "only a suicide of one stone is forbidden",
    instead(_no_stone_of_its_own_is_captured_alone),
)
FORBIDS_LATER = Mutation(
    "forbids-later",
    "a repetition after more than two turns",
    "only the state before the opponent's turn is remembered",
    instead(_not_the_state_a_turn_ago),
)
REMEMBERS_START = Mutation(
    "remembers-start",
    "a return to the state that the game started with",
    "the first state is not among the earlier ones",
    instead(_the_first_state_is_forgotten),
)
ALLOWS_OTHER_MOVES = Mutation(
    "allows-other-moves",
    "a move that is not a ko-move, and is allowed although it would not be as one",
    "it holds for every move",
    instead(_no_move_twice),
)
REPEATED_PASS_ONLY = Mutation(
    "goes-on-elsewhere",
    "a second pass, from another state than the first",
    "it ends the phase at the second pass, wherever that is",
    instead(_ends_at_the_second_pass),
)
THIRD_TIME_ONLY = Mutation(
    "goes-on-once",
    "a state that stands for the second time",
    "the game ends when a state has stood once before",
    instead(_has_stood_before),
)

NEAR_MISSES_OF_TURNS: Mapping[str, tuple[Mutation, ...]] = {
    "katago-v2/move/no-null-change": (
        Mutation(
            "allows-several",
            "a suicide of several stones",
            "every suicide is forbidden",
            instead(_nothing_of_its_own_is_captured),
        ),
    ),
    "katago-v2/move/suicide-ban": (ALLOWS_CAPTURES, FORBIDS_SEVERAL),
    "katago-v2/main/legal-simple-ko": (
        Mutation(
            "allows-snapback",
            "a capture of several stones where one was just captured",
            "nobody may play where one stone was just captured",
            instead(_not_where_one_stone_was_captured),
        ),
        Mutation(
            "allows-later",
            "a repetition after more than two turns",
            "no earlier state may be repeated",
            instead(_not_any_earlier_state),
        ),
    ),
    "katago-v2/main/legal-superko": (FORBIDS_LATER, REMEMBERS_START),
    "katago-v2/main/end-two-passes-button": (
        Mutation(
            "goes-on-after-first",
            "two passes of which the first is the first of the game",
            "two passes end the phase",
            instead(_ends_at_two_passes),
        ),
    ),
    "katago-v2/main/end-repeated-pass": (REPEATED_PASS_ONLY,),
    "katago-v2/main/no-result": (THIRD_TIME_ONLY,),
    "katago-v2/cleanup/legal-unblocked": (
        Mutation(
            "allows-other-moves",
            "a capture of a marked stone that is not a ko-move",
            "no marked stone can be captured",
            instead(_no_marked_stone_is_captured),
        ),
    ),
    "katago-v2/cleanup/legal-once": (
        ALLOWS_OTHER_MOVES,
        Mutation(
            "allows-other-colorings",
            "a ko-move made again at the same point, with another coloring",
            "a ko-move is made once at each point",
            instead(_no_ko_move_twice_at_a_point),
        ),
    ),
    "katago-v2/cleanup/mark": (
        Mutation(
            "marks-no-other-captures",
            "a capture that is not a ko-move",
            "every capture marks the stone played",
            instead(_every_capture_marks),
        ),
    ),
    "katago-v2/cleanup/second-phase": (
        Mutation("removes-marks", "marks that a new phase removes", "the marks stay", instead(_marks_stay)),
    ),
    "katago-v2/cleanup/end-repeated-pass": (REPEATED_PASS_ONLY,),
    "katago-v2/cleanup/no-result": (THIRD_TIME_ONLY,),
    "tromp-taylor/turn#no-repetition": (FORBIDS_LATER, REMEMBERS_START),
    "aga/8-illegal-kinds#self-capture": (ALLOWS_CAPTURES, FORBIDS_SEVERAL),
    "aga/8-illegal-kinds#repetition": (FORBIDS_LATER, REMEMBERS_START),
    "aga/8-illegal-kinds#ko-repetition": (
        Mutation(
            "allows-other-moves",
            "a repetition by a move that takes no ko",
            "no move may repeat a position",
            instead(_not_any_earlier_state),
        ),
    ),
}
