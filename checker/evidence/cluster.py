"""Tasks spread over the processes of this machine, or over the workers of a Dask scheduler where it takes more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

from ... import __version__
from ...spec.rules import Refusal
from .workers import Lost, in_processes

A = TypeVar("A")
T = TypeVar("T")
# As many tasks are submitted ahead of their answers: more than most clusters have threads.
AHEAD = 256
SECONDS_TO_CONNECT = 10
# A worker may have several threads, and z3 and what a phase remembers are for one at a time.
_ALONE = Lock()


def spread(task: Callable[[A], T], names: Iterable[A], workers: int = 1, scheduler: str = "") -> Iterator[T | Lost]:
    """What a task returns for each name, in the order in which they end.

    Args:
        task: a function that another process can import.
        names: what to call it with; each is taken only when its turn comes.
        workers: how many processes of this machine to use; one is this process itself.
        scheduler: the address of the Dask scheduler whose workers to use instead, such as tcp://127.0.0.1:8786.

    Raises:
        Refusal: the extra `cluster` is not installed, or no scheduler answers.
    """
    if scheduler:
        return _on_cluster(task, iter(names), _client_of(scheduler))
    return map(task, names) if workers == 1 else in_processes(task, names, workers)


def _client_of(scheduler: str) -> Any:
    try:
        return import_module("distributed").Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except ImportError:
        raise Refusal('A cluster needs an extra: pip install "superko[cluster]".') from None
    except (OSError, ValueError):
        raise Refusal(f"No Dask scheduler answers at {scheduler}.") from None


def _on_cluster(task: Callable[[A], T], names: Iterator[A], client: Any) -> Iterator[T | Lost]:
    with client:
        done = import_module("distributed").as_completed(loop=client.loop)
        name_of: dict[str, A] = {}

        def submit(number: int) -> None:
            for name in islice(names, number):
                future = client.submit(_of_this_version, task, __version__, name, pure=False)
                name_of[future.key] = name
                done.add(future)

        submit(AHEAD)
        for future in done:
            name, error = name_of.pop(future.key), future.exception()
            lost = error and Lost(str(name), f"The cluster gave it up: {type(error).__name__}.")
            yield lost or future.result()
            submit(1)


def _of_this_version(task: Callable[[A], T], version: str, name: A) -> T | Lost:
    if version != __version__:
        return Lost(str(name), f"A worker has superko {__version__}, not {version}; install the same everywhere.")
    with _ALONE:
        return task(name)
