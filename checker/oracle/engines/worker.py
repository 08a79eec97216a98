"""Workers: calls in a thread of their own, so that one that takes too long can be left behind; it can't be ended."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias, TypeVar, cast

T = TypeVar("T")
_Tasks: TypeAlias = "SimpleQueue[Callable[[], object] | None]"
_Outcomes: TypeAlias = SimpleQueue[tuple[object, BaseException | None]]


class LeftBehind(Exception):
    """A call took longer than was allowed; it goes on, and its worker takes no others."""


class Worker:
    """Calls functions one after the other, always in the same thread.

    >>> worker = Worker()
    >>> worker.call(lambda: 6 * 7, seconds=1.0)
    42
    >>> worker.dismiss()
    """

    def __init__(self) -> None:
        self._tasks: _Tasks = SimpleQueue()
        self._outcomes: _Outcomes = SimpleQueue()
        self._is_left_behind = False
        Thread(target=_work, args=(self._tasks, self._outcomes), daemon=True).start()

    def call(self, function: Callable[[], T], seconds: float) -> T:
        """What a function returns, or raises.

        Raises:
            LeftBehind: it does neither within some seconds, or an earlier one has not.
        """
        if self._is_left_behind:
            raise LeftBehind
        self._tasks.put(function)
        try:
            value, error = self._outcomes.get(timeout=seconds)
        except Empty:
            self._is_left_behind = True
            raise LeftBehind from None
        if error is not None:
            raise error
        return cast("T", value)

    def dismiss(self) -> None:
        """End the thread, once it has done what it was told to."""
        self._tasks.put(None)


def _work(tasks: _Tasks, outcomes: _Outcomes) -> None:
    while (task := tasks.get()) is not None:
        try:
            outcomes.put((task(), None))
        except BaseException as error:
            outcomes.put((None, error))
