"""Where long work runs in pieces: in threads, in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from importlib import import_module, metadata
from queue import SimpleQueue
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from ... import __version__
from ...spec.rules import Rules
from ..telling.interruptions import interruptions_heard_afterwards, interruptions_held
from ..telling.options import BadRequest
from .workers import Lost, depend_on_the_parent, importing_nothing_from_here, in_processes, processors

SECONDS_TO_CONNECT = 10
ATTEMPTS = 3

P = ParamSpec("P")
T = TypeVar("T")


class WorkersLost(Exception):
    """The workers are gone before the work was done; the message says what to do about it."""


class OtherVersion(WorkersLost):
    """A worker has another version of superko, so that what it finds might not agree with what others do."""

    def __init__(self, theirs: str, ours: str) -> None:
        super().__init__(theirs, ours)
        self.theirs, self.ours = theirs, ours

    def __str__(self) -> str:
        return f"A worker has superko {self.theirs}, and this is {self.ours}; install the same version everywhere."


class NoCluster(ValueError):
    """There is no cluster to run on; the message says what to do about it."""


@contextmanager
def on_this_machine(workers: int | None = None) -> Iterator[Executor]:
    """One process for each core, or so many; a single worker is a thread of this process.

    Raises:
        WorkersLost: a process died, so that its chunks are lost.
    """
    workers = workers or processors()
    executor = ThreadPoolExecutor(1) if workers == 1 else _processes(workers)
    try:
        yield executor
    except BrokenExecutor:
        raise WorkersLost("A worker process died; use fewer workers if memory is short.") from None
    finally:
        with interruptions_heard_afterwards():
            executor.shutdown(cancel_futures=True)


def hand_in(executor: Executor, done: SimpleQueue[Future[T]], task: Callable[..., T], *args: Any) -> Future[T]:
    """Hand a task to an executor; its future is put into a queue once it is done.

    To wait for such a queue can be interrupted at any moment, which `concurrent.futures.wait` can't.
    """
    with interruptions_heard_afterwards():
        future = executor.submit(task, *args)
        future.add_done_callback(done.put)
    return future


def _processes(workers: int) -> Executor:
    context = multiprocessing.get_context("spawn")
    with importing_nothing_from_here(), interruptions_held():
        executor = ProcessPoolExecutor(workers, mp_context=context, initializer=depend_on_the_parent)
        for _ in range(workers):
            executor.submit(processors)  # Each starts a process, as none has ended its task by then.
    return executor


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask scheduler, such as tcp://127.0.0.1:8786; the work of one that dies is done by others.

    Every worker needs superko installed.

    Raises:
        NoCluster: the extra `cluster` is not installed, or no scheduler answers.
        OtherVersion: a worker has another version of superko.
        WorkersLost: the cluster went away, or something kept killing its workers.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoCluster('Clusters need an extra: install it with pip install "superko[cluster]".') from None
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError):
        raise NoCluster(f"No Dask scheduler answers at {address}; start one, or name another.") from None
    try:
        _refuse_other_versions(client.run(metadata.version, __package__.partition(".")[0]))
        yield ClusterExecutor(client)
    except (distributed.KilledWorker, CancelledError):
        raise WorkersLost("The workers of the cluster are gone; start them again.") from None
    finally:
        client.close()


def _refuse_other_versions(versions: Mapping[str, str]) -> None:
    for theirs in versions.values():
        if theirs != __version__:
            raise OtherVersion(theirs, __version__)


@contextmanager
def named_cluster(scheduler: str | None) -> Iterator[Executor | None]:
    """The workers of a Dask scheduler, if a user names one.

    Raises:
        BadRequest: there are none, or they have another version of superko.
    """
    with ExitStack() as stack:
        try:
            cluster = stack.enter_context(on_cluster(scheduler)) if scheduler else None
        except (NoCluster, OtherVersion) as error:
            raise BadRequest(str(error)) from None
        yield cluster


def refuse_amended(rule_sets: Iterable[Rules], workers: int, scheduler: str | None) -> None:
    """Refuse rules that an author has amended where other processes are to work on them, which can't import them.

    Raises:
        ValueError: there are such.
    """
    if (scheduler or workers > 1) and any(rules.amendments for rules in rule_sets):
        raise ValueError("Amended rules can't be sent to other processes; leave out --workers and --scheduler.")


class ClusterExecutor(Executor):
    """What hands tasks to a Dask cluster.

    Dask has one of its own, but that takes a result for an error when the worker that found it dies at that moment.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, task: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        """Hand in a task; one whose worker dies is tried again, three times."""
        future: Future[T] = Future()
        remote = self._client.submit(task, *args, **named, retries=ATTEMPTS, pure=False)
        remote.add_done_callback(partial(_hand_over, future))
        return future


def as_they_come(executor: Executor, task: Callable[[str], T], names: Sequence[str]) -> Iterator[T | Lost]:
    """What a task comes to for each name on a cluster, as it comes; what kills its workers is lost, others go on.

    Args:
        executor: the cluster.
        task: a function that its workers can import, and that raises nothing; a worker runs it once at a time.
        names: what to call it with; the first ones are begun first.
    """
    done: SimpleQueue[Future[T]] = SimpleQueue()
    futures = {hand_in(executor, done, _alone, task, name): name for name in names}
    for _ in names:
        future = done.get()
        try:
            yield future.result()
        except CancelledError:
            yield Lost(futures[future], "The cluster went away.")
        except Exception as error:
            yield Lost(futures[future], f"The cluster gave it up: {type(error).__name__}.")


def elsewhere(
    task: Callable[[str], T], names: Sequence[str], workers: int, cluster: Executor | None
) -> Iterator[T | Lost]:
    """What a task comes to for each name, as it comes: from a cluster, or from processes of this machine."""
    if cluster is not None:
        yield from as_they_come(cluster, task, names)
        return
    with closing(in_processes(task, names, workers)) as answers:
        yield from answers


_ONE_AT_A_TIME = Lock()


def _alone(task: Callable[[str], T], name: str) -> T:
    # A worker may have several threads, and z3 can be asked by one alone.
    with _ONE_AT_A_TIME:
        return task(name)


def _hand_over(future: Future[Any], remote: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = remote.result()
    except BaseException as error:
        future.set_exception(CancelledError() if remote.cancelled() else error)
    else:
        future.set_result(result)
