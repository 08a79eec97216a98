"""The games that were asked for last are kept, so that one turn more takes no more than that turn."""

from __future__ import annotations

from superko.checker.pages.explorer.sides import RecentCourses
from superko.interpreter.story import Start
from superko.spec.algebra import WHITE
from superko.spec.presets import PRESETS

RULES, START = PRESETS["tromp-taylor"], Start(3, 3)


def test_one_turn_more_goes_on_from_the_stages_that_are_known() -> None:
    recent = RecentCourses()
    before = recent.course(RULES, START, ("B2", "A1"))
    after = recent.course(RULES, START, ("B2", "A1", "C3"))
    assert all(frame is other for frame, other in zip(before.frames, after.frames, strict=False))
    assert len(after.frames) == 4


def test_other_rules_boards_and_set_ups_share_nothing() -> None:
    recent = RecentCourses()
    course = recent.course(RULES, START, ("B2",))
    for others in (
        (PRESETS["aga"], START),
        (RULES, Start(3, 4)),
        (RULES, Start(3, 3, player=WHITE)),
    ):
        assert recent.course(*others, ("B2",)).frames[0] is not course.frames[0]


def test_what_was_not_asked_for_lately_is_forgotten() -> None:
    recent = RecentCourses(most=2)
    first = recent.course(RULES, START, ("B2",))
    assert recent.course(RULES, START, ("B2",)) is first
    for turn in ("A1", "A2"):
        recent.course(RULES, START, (turn,))
    assert recent.course(RULES, START, ("B2",)) is not first


def test_a_game_that_stopped_stays_stopped() -> None:
    recent = RecentCourses()
    stopped = recent.course(RULES, START, ("B2", "B2"))
    assert recent.course(RULES, START, ("B2", "B2", "A1")).stop is stopped.stop
