"""Engines that are wrong about what ends a phase, and about the cleanup phases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from superko.checker.oracle.engine import Aspect
from superko.spec.algebra import Condition
from superko.spec.katago_v2.cleanup import captured_marks, second_phase
from superko.spec.vocabulary import Phase, Play, Position, Record

from .lying import Liar, dropping, replacing

NO_RESULT = "katago-v2/main/no-result"
REPEATED_PASS = "katago-v2/main/end-repeated-pass"
UNBLOCK = "katago-v2/cleanup/unblock"
CLEANUP = "katago-v2/main/then-cleanup"
SECOND_PHASE = "katago-v2/cleanup/second-phase"


def stood(times: int) -> Callable[[Record], Condition]:
    """Whether the state has stood that many times since the last pass."""
    return lambda record: record.since_pass.times(record.state) >= times


def stood_thrice_in_the_phase(record: Record) -> bool:
    times, before = 1, record.previous
    while before is not None:
        times += before.state == record.state and before.turn >= record.phase_turn
        before = before.previous
    return times >= 3


def passes_in_a_row(number: int) -> Callable[[Record], bool]:
    return lambda record: record.pass_run >= number


def unblocking_keeps_the_mark(position: Position, stone: int) -> Position:
    return replace(position, player=position.player.opponent)


def unblocking_keeps_the_turn(position: Position, stone: int) -> Position:
    return replace(position, marks=position.marks & ~stone)


def any_marked_stone(position: Position) -> int:
    return position.marks & position.coloring.of(position.player.opponent)


def nothing_marked_is_captured(record: Record, play: Play[int]) -> bool:
    return not captured_marks(record, play)


def cleanup_by_black(record: Record) -> Position:
    return replace(record.position, phase=Phase.FIRST_CLEANUP, player=record.position.player.opponent, marks=0)


def straight_to_the_second_phase(record: Record) -> Position:
    return replace(record.position, phase=Phase.SECOND_CLEANUP, marks=0)


def straight_to_the_score(record: Record) -> Position:
    return replace(record.position, phase=Phase.OVER)


def marks_are_kept(record: Record) -> Position:
    return replace(second_phase(record), marks=record.position.marks)


def mark_what_captures_one(record: Record, play: Play[int], marks: int) -> int:
    """Marks every stone that captures one, whether or not it could be captured in turn."""
    return marks | play.point if play.captured.bit_count() == 1 else marks


LIARS = (
    Liar(
        "needs three passes",
        "tromp-taylor",
        Aspect.PASS_ENDS_PHASE,
        "katago-v2/main/end-two-passes",
        replacing("katago-v2/main/end-two-passes", passes_in_a_row(3)),
    ),
    Liar(
        "ends at the first pass",
        "tromp-taylor",
        Aspect.PASS_ENDS_PHASE,
        "katago-v2/main/end-two-passes",
        replacing("katago-v2/main/end-two-passes", passes_in_a_row(1)),
    ),
    Liar(
        "counts the first pass with the button",
        "ko=POSITIONAL,hasButton=yes",
        Aspect.PASS_ENDS_PHASE,
        "katago-v2/main/end-two-passes-button",
        replacing("katago-v2/main/end-two-passes-button", passes_in_a_row(2)),
    ),
    Liar(
        "forgets who passed from where", "chinese-like", Aspect.PASS_ENDS_PHASE, REPEATED_PASS, dropping(REPEATED_PASS)
    ),
    Liar("no result a turn late", "chinese-like", Aspect.OVER, NO_RESULT, replacing(NO_RESULT, stood(4))),
    Liar("no result a turn early", "chinese-like", Aspect.OVER, NO_RESULT, replacing(NO_RESULT, stood(2))),
    Liar(
        "no result in spite of a pass",
        "chinese-like",
        Aspect.OVER,
        NO_RESULT,
        replacing(NO_RESULT, stood_thrice_in_the_phase),
    ),
    Liar("never without result", "chinese-like", Aspect.OVER, NO_RESULT, dropping(NO_RESULT)),
    Liar(
        "never without result in cleanup",
        "japanese-like",
        Aspect.OVER,
        "katago-v2/cleanup/no-result",
        dropping("katago-v2/cleanup/no-result"),
    ),
    Liar(
        "forgets who passed from where in cleanup",
        "japanese-like",
        Aspect.PASS_ENDS_PHASE,
        "katago-v2/cleanup/end-repeated-pass",
        dropping("katago-v2/cleanup/end-repeated-pass"),
    ),
    Liar(
        "starts cleanup with the wrong player",
        "japanese-like",
        Aspect.PLAYER,
        CLEANUP,
        replacing(CLEANUP, cleanup_by_black),
    ),
    Liar(
        "skips the first cleanup",
        "japanese-like",
        Aspect.PHASE,
        CLEANUP,
        replacing(CLEANUP, straight_to_the_second_phase),
    ),
    Liar("skips cleanup", "japanese-like", Aspect.OVER, CLEANUP, replacing(CLEANUP, straight_to_the_score)),
    Liar("keeps marks", "japanese-like", Aspect.BLOCKED, SECOND_PHASE, replacing(SECOND_PHASE, marks_are_kept)),
    Liar(
        "skips the second cleanup",
        "japanese-like",
        Aspect.OVER,
        SECOND_PHASE,
        replacing(SECOND_PHASE, straight_to_the_score),
    ),
    Liar(
        "marks no ko-moves",
        "japanese-like",
        Aspect.BLOCKED,
        "katago-v2/cleanup/mark",
        dropping("katago-v2/cleanup/mark"),
    ),
    Liar(
        "marks whatever captures one",
        "japanese-like",
        Aspect.BLOCKED,
        "katago-v2/cleanup/mark",
        replacing("katago-v2/cleanup/mark", mark_what_captures_one),
    ),
    Liar(
        "leaves marks where stones were captured",
        "japanese-like",
        Aspect.BLOCKED,
        "katago-v2/cleanup/unmark",
        dropping("katago-v2/cleanup/unmark"),
    ),
    Liar(
        "captures marked stones by ko-moves",
        "japanese-like",
        Aspect.LEGAL,
        "katago-v2/cleanup/legal-unblocked",
        dropping("katago-v2/cleanup/legal-unblocked"),
    ),
    Liar(
        "never captures marked stones",
        "japanese-like",
        Aspect.LEGAL,
        "katago-v2/cleanup/legal-unblocked",
        replacing("katago-v2/cleanup/legal-unblocked", nothing_marked_is_captured),
    ),
    Liar(
        "repeats ko-moves",
        "japanese-like",
        Aspect.LEGAL,
        "katago-v2/cleanup/legal-once",
        dropping("katago-v2/cleanup/legal-once"),
    ),
    Liar("never unblocks", "japanese-like", Aspect.UNBLOCK, UNBLOCK, replacing(UNBLOCK, lambda position: 0)),
    Liar(
        "unblocks what is not in atari", "japanese-like", Aspect.UNBLOCK, UNBLOCK, replacing(UNBLOCK, any_marked_stone)
    ),
    Liar(
        "unblocking leaves the mark",
        "japanese-like",
        Aspect.BLOCKED,
        UNBLOCK,
        replacing(f"{UNBLOCK}#action", unblocking_keeps_the_mark),
    ),
    Liar(
        "unblocking takes no turn",
        "japanese-like",
        Aspect.PLAYER,
        UNBLOCK,
        replacing(f"{UNBLOCK}#action", unblocking_keeps_the_turn),
    ),
    Liar(
        "unblocking is a pass",
        "japanese-like",
        Aspect.PASS_ENDS_PHASE,
        UNBLOCK,
        lambda rules: rules.reading({"reading/unblock-is-not-a-move": "pass"}),
    ),
    Liar("hands over no stone for a pass", "aga", Aspect.CAPTURES, "aga/7-pass", dropping("aga/7-pass#stone")),
)
