"""Sharing time: nobody waits for somebody slow, and everybody gets their part."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from superko.checker.oracle import plan
from superko.checker.oracle.plan import Sharer, in_turns


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(plan, "time", clock)
    return clock


def taking(clock: Clock, seconds: float, name: str) -> Iterator[str]:
    while True:
        clock.now += seconds
        yield name


def test_time_is_shared_whatever_each_thing_takes(clock: Clock) -> None:
    sharers = [Sharer(taking(clock, 1, "slow")), Sharer(taking(clock, 0.1, "fast"))]
    met = in_turns(sharers)
    while clock.now < 40:
        next(met)
    assert sharers[0].spent == pytest.approx(sharers[1].spent, abs=1.1)


def test_a_larger_share_gets_more(clock: Clock) -> None:
    sharers = [Sharer(taking(clock, 1, "much"), share=3), Sharer(taking(clock, 1, "little"))]
    met = in_turns(sharers)
    while clock.now < 40:
        next(met)
    assert sharers[0].spent == pytest.approx(30, abs=1)


def test_what_is_done_with_a_thing_is_on_nobodys_account(clock: Clock) -> None:
    sharer = Sharer(taking(clock, 1, "some"))
    for _ in in_turns([sharer]):
        clock.now += 100
        if sharer.spent >= 3:
            break
    assert sharer.spent == 3


def test_an_error_reaches_who_asked() -> None:
    def failing() -> Iterator[str]:
        yield "first"
        raise ValueError("no more")

    met = in_turns([Sharer(failing())])
    assert next(met) == "first"
    with pytest.raises(ValueError, match="no more"):
        next(met)
