"""Tasks spread over the processes of this machine, or over the workers of a Dask scheduler where it takes more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from typing import TypeVar

from ... import __version__
from ...spec.rules import Refusal
from .workers import Lost, in_processes

A = TypeVar("A")
T = TypeVar("T")
# As many tasks are submitted ahead of their answers: more than most clusters have threads.
AHEAD = 256
SECONDS_TO_CONNECT = 10


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
        return _on_cluster(task, iter(names), scheduler)
    return map(task, names) if workers == 1 else in_processes(task, names, workers)


def _on_cluster(task: Callable[[A], T], names: Iterator[A], scheduler: str) -> Iterator[T | Lost]:
    try:
        dask = import_module("distributed")
        client = dask.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except ImportError:
        raise Refusal('A cluster needs an extra: pip install "superko[cluster]".') from None
    except (OSError, ValueError):
        raise Refusal(f"No Dask scheduler answers at {scheduler}.") from None
    with client:
        done = dask.as_completed(loop=client.loop)
        submit = partial(client.submit, _of_this_version, task, __version__)
        done.update(map(submit, islice(names, AHEAD)))
        for future in done:
            error = future.exception()
            yield Lost(future.key, f"The cluster gave it up: {type(error).__name__}.") if error else future.result()
            done.update(map(submit, islice(names, 1)))


def _of_this_version(task: Callable[[A], T], version: str, name: A) -> T | Lost:
    if version != __version__:
        return Lost(str(name), f"A worker has superko {__version__}, not {version}; install the same everywhere.")
    return task(name)
