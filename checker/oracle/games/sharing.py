"""Sharing time: several sources of games take turns, so that what any of them can find is found soon."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Sharer(Generic[T]):
    """Something that takes its time.

    Attributes:
        things: what it gives, one at a time.
        share: which part of the time it is to have, beside the other sharers.
        most: after how many seconds it is asked no more.
        spent: the seconds that it has taken.
    """

    things: Iterator[T]
    share: float = 1.0
    most: float = float("inf")
    spent: float = 0.0


def in_turns(sharers: Sequence[Sharer[T]]) -> Iterator[T]:
    """What they give, each asked so often that the time they take keeps to their shares.

    What is done with a thing meanwhile is on nobody's account.

    >>> sorted(in_turns([Sharer(iter("ac")), Sharer(iter("b"))]))
    ['a', 'b', 'c']
    """
    left = list(sharers)
    while left:
        sharer = min(left, key=lambda one: one.spent / one.share)
        begun = time.monotonic()
        try:
            thing = next(sharer.things)
        except StopIteration:
            left.remove(sharer)
            continue
        finally:
            sharer.spent += time.monotonic() - begun
        if sharer.spent >= sharer.most:
            left.remove(sharer)
        yield thing
