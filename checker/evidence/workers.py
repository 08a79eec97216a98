"""Tasks spread over processes of this machine, or over the workers of a Dask scheduler where it takes more.

A process works on one task at a time, and one that dies is replaced. Whoever waits for it looks twice a second at its
time and, where the system gives it, its memory; past its limits it is ended.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, Generic, TypeVar

from ... import __version__
from ...spec.rules import Refusal
from ..telling.interruptions import interruptions_held
from ..telling.patience import watch_authors

KIBIBYTE = 1 << 10
MEBIBYTE = 1 << 20


def let_go_of_free_memory() -> None:
    """Have the C library give back to the system what it keeps to be used again, where it can."""
    # A browser's Python has no C library to be asked.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes  # noqa: PLC0415

        ctypes.CDLL(None).malloc_trim(0)


@dataclass(frozen=True)
class TaskLimits:
    """What a task may take: seconds, and bytes of memory that its process holds."""

    seconds: float
    memory: int

    def passed(self, seconds: float, pid: int | None) -> str:
        """Why a process is to be ended that has worked for so long; "" if it is not."""
        if seconds > self.seconds:
            return f"It was stopped after {self.seconds:.0f} s."
        if pid and memory_held(pid) > self.memory:
            return f"It was stopped at {self.memory // MEBIBYTE:,} MiB of memory."
        return ""


def memory_held(pid: int) -> int:
    """How many bytes of memory a process holds; 0 where the system does not say, or there is no such process."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def peak_memory() -> int | None:
    """The most bytes of memory that this process has held so far; None where the system does not say."""
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KIBIBYTE


A = TypeVar("A")
T = TypeVar("T")

SELDOM = 2_000_000, 20, 50
"""After how many new objects a worker looks for circles of them that nobody holds.

Usual is 700. But games and positions make few circles, and there are many of them: the search took a tenth of the time.
"""


def processors() -> int:
    """How many processors this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Not every system can tell.
        return os.cpu_count() or 1


@dataclass(frozen=True)
class Lost:
    """A task without a result, why, in a sentence, and whether it took more than it may."""

    name: str
    reason: str
    was_stopped: bool = False


SAFE_PATH, OURS = "PYTHONSAFEPATH", "superko"


@contextmanager
def importing_nothing_from_here() -> Iterator[None]:
    """Processes that are started meanwhile import nothing from the current folder, nor the file that was run here.

    Python has no option for that where `multiprocessing` starts a process; each takes the setting back, so that the
    programs that it starts itself, such as engines, are started as their authors mean.
    """
    main, is_safe = sys.modules["__main__"], bool(os.environ.get(SAFE_PATH))
    # That file may be an author's; and without a guard it would start processes of its own.
    sys.modules["__main__"] = ModuleType("__main__")
    os.environ.setdefault(SAFE_PATH, OURS)
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        if not is_safe:
            del os.environ[SAFE_PATH]


def depend_on_the_parent() -> None:
    """Leave interrupts to the parent, and end when it ends: a killed parent can't end its workers."""
    if os.environ.get(SAFE_PATH) == OURS:
        del os.environ[SAFE_PATH]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    watch_authors()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_processes(
    task: Callable[[A], T],
    names: Iterable[A],
    workers: int,
    limits: TaskLimits | None = None,
    first: Iterable[A] | None = None,
) -> Generator[T | Lost, None, None]:
    """The result of a task for each name, once it is there; all processes are gone once it is closed.

    Another process must be able to import the task. A name is taken only when a process is free for it; the first
    process takes its names from elsewhere, if that is given.
    """
    waiting = iter(names)
    of_first = waiting if first is None else iter(first)
    crew: list[_Worker[A, T]] = []
    try:
        while True:
            for number in range(workers):
                free = crew[number] if number < len(crew) else None
                for name in islice(waiting if number else of_first, not (free and free.name)):
                    if free is None:
                        crew.append(free := _Worker(task))
                    free.start(name)
            busy = {worker.connection: worker for worker in crew if worker.name is not None}
            if not busy:
                return
            ready = wait(list(busy), timeout=None if limits is None else 0.5)
            for connection, worker in busy.items():
                if connection in ready:
                    yield worker.answer()
                elif limits is not None and (reason := limits.passed(worker.seconds, worker.pid)):
                    yield worker.give_up(reason, was_stopped=True)
    finally:
        for worker in crew:
            worker.end()


class _Worker(Generic[A, T]):
    """A process, and the task that it works on."""

    def __init__(self, task: Callable[[A], T]) -> None:
        self._task = task
        self.name: A | None = None
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        with importing_nothing_from_here():
            if os.name == "posix":
                # Whoever starts the first process starts it too, and that lets interruptions through.
                resource_tracker.ensure_running()
            self.connection, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._task), daemon=True)
            with interruptions_held():
                self._process.start()
        theirs.close()

    @property
    def seconds(self) -> float:
        """For how long it has worked on its task."""
        return time.monotonic() - self._started

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def start(self, name: A) -> None:
        """Work on a task."""
        self.name, self._started = name, time.monotonic()
        with suppress(OSError):  # If the process is dead, the answer will tell.
            self.connection.send(name)

    def answer(self) -> T | Lost:
        """The result of the task, once the connection is ready; a process that died is replaced."""
        try:
            answer: T = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            return self.give_up(f"The process that worked on it died ({_how_it_ended(self._process.exitcode)}).")
        self.name = None
        return answer

    def give_up(self, reason: str, was_stopped: bool = False) -> Lost:
        """Drop the task, and take another process for the next."""
        lost = Lost(str(self.name), reason, was_stopped)
        self.end()
        self.name = None
        self._begin()
        return lost

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()


def _how_it_ended(status: int | None) -> str:
    if status is None or status >= 0:
        return f"exit status {status}"
    return f"signal {signal.Signals(-status).name}; was memory short?"


def _serve(connection: Connection, task: Callable[[A], object]) -> None:
    """Work on whatever is asked for, until nobody asks any more, or the parent kills this process."""
    depend_on_the_parent()
    gc.set_threshold(*SELDOM)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # Who terminates a whole group wants to be told what was found.
    with suppress(EOFError, OSError):
        while True:
            connection.send(task(connection.recv()))


# As many tasks are submitted ahead of their answers: more than most clusters have threads.
AHEAD = 256
SECONDS_TO_CONNECT = 10
# A worker may have several threads, and z3 and what a phase remembers are for one at a time.
_ALONE = Lock()


def spread(task: Callable[[A], T], names: Iterable[A], workers: int = 1, scheduler: str = "") -> Iterator[T | Lost]:
    """What a task returns for each name, in the order in which they end; a name is taken only when its turn comes.

    Another process must be able to import the task. One worker is this process itself; a Dask scheduler, named by its
    address, such as tcp://127.0.0.1:8786, has workers of its own.

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
