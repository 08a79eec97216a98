"""Workers: calls in a thread of their own, so that one that takes too long can be left behind; it can't be ended."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
_Task: TypeAlias = "tuple[Future[Any], Callable[[], object]]"


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
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._is_left_behind = False
        Thread(target=_work, args=(self._tasks,), daemon=True).start()

    def call(self, function: Callable[[], T], seconds: float) -> T:
        """What a function returns, or raises.

        Raises:
            LeftBehind: it does neither within some seconds, or an earlier one has not.
        """
        if self._is_left_behind:
            raise LeftBehind
        future: Future[T] = Future()
        self._tasks.put((future, function))
        try:
            return future.result(seconds)
        except TimeoutError:
            if future.done():
                raise
            self._is_left_behind = True
            raise LeftBehind from None

    def dismiss(self) -> None:
        """End the thread, once it has done what it was told to."""
        self._tasks.put(None)


def _work(tasks: SimpleQueue[_Task | None]) -> None:
    while (task := tasks.get()) is not None:
        future, function = task
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)
