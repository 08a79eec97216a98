"""Work in pieces on a Dask cluster: for what outgrows one machine, a sweep or a table of values."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from itertools import islice
from queue import SimpleQueue
from threading import Lock
from typing import Any, TypeVar

from ... import __version__
from ..telling.options import BadRequest
from .workers import Lost, in_processes

SECONDS_TO_CONNECT = 10
ATTEMPTS = 3
# As many tasks are handed in ahead of their answers: more than most clusters have threads.
AHEAD = 256

A = TypeVar("A")
T = TypeVar("T")


def spread(task: Callable[[A], T], names: Iterable[A], workers: int, scheduler: str | None) -> Iterator[T | Lost]:
    """What a task returns for each name, in the order in which it ends.

    Args:
        task: a function that another process can import.
        names: what to call it with; each is taken only when its turn comes.
        workers: how many processes of this machine to use; one is this process itself.
        scheduler: the address of the Dask scheduler whose workers to use instead, if any.
    """
    if scheduler is not None:
        return on_cluster(scheduler, task, names)
    return map(task, names) if workers == 1 else in_processes(task, names, workers)


def on_cluster(address: str, task: Callable[[A], T], names: Iterable[A]) -> Generator[T | Lost, None, None]:
    """The same from the workers of a Dask scheduler, such as tcp://127.0.0.1:8786.

    What one had begun when it died is done by another; what kills three of them is lost, and the others go on.

    Raises:
        BadRequest: the extra `cluster` is not installed, or no scheduler answers.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadRequest('Clusters need an extra: install it with pip install "superko[cluster]".') from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError):
        raise BadRequest(f"No Dask scheduler answers at {address}; start one, or name another.") from None
    waiting, done = iter(names), SimpleQueue[Any]()
    begun: dict[Any, A] = {}
    with client:
        while True:
            for name in islice(waiting, AHEAD - len(begun)):
                future = client.submit(_alone, task, name, __version__, retries=ATTEMPTS, pure=False)
                begun[future] = name
                future.add_done_callback(done.put)
            if not begun:
                return
            future = done.get()
            yield _answer(future, begun.pop(future))


def _answer(future: Any, name: object) -> Any:
    try:
        return future.result()
    except CancelledError:
        return Lost(str(name), "The cluster went away.")
    except Exception as error:
        return Lost(str(name), f"The cluster gave it up: {type(error).__name__}.")


_ONE_AT_A_TIME = Lock()


def _alone(task: Callable[[A], T], name: A, version: str) -> T | Lost:
    if version != __version__:
        # What it found might not agree with what others do.
        reason = f"A worker has superko {__version__}, and this is {version}; install the same everywhere."
        return Lost(str(name), reason)
    # A worker may have several threads, and a search is not made for more than one.
    with _ONE_AT_A_TIME:
        return task(name)
