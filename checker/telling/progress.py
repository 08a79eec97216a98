"""Progress: how far long work has come, on standard error, if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from .report import Console

T = TypeVar("T")


class Bar:
    """A progress bar for one piece of work: what is being done, and how far it has come."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress, self._task = progress, task

    def doing(self, activity: str | Callable[[], str], done: float | None = None, total: float | None = None) -> None:
        """Say what is being done, how much of it is, and how much there is; a function is only asked to be drawn."""
        if not self._progress.disable:
            said = activity if isinstance(activity, str) else activity()
            self._progress.update(self._task, description=said, completed=done, total=total)

    def advance(self, activity: str | None = None, by: float = 1) -> None:
        """One more is done, or so much more."""
        self._progress.update(self._task, advance=by, description=activity)


@contextmanager
def progress_bar(doing: str, total: float | None = None, *, quiet: bool = False, counts: bool = True) -> Iterator[Bar]:
    """A progress bar while something long is done; nothing is drawn where standard error is no terminal.

    Where no total is known, it only moves. It shows what is done as a number of things, unless that counts nothing.
    """
    columns: list[ProgressColumn] = [TextColumn("{task.description}", markup=False)]
    if total is None and not counts:
        columns.insert(0, SpinnerColumn())
    else:
        columns += [BarColumn(), *([MofNCompleteColumn()] if counts else [])]
    columns += [TimeElapsedColumn(), *([] if total is None else [TimeRemainingColumn(compact=True)])]
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        bar = Bar(progress, progress.add_task(doing, total=total))
        bar.doing(doing, 0, total)
        yield bar


def with_progress(values: Iterable[T], number: int | None, doing: str, quiet: bool = False) -> Iterator[T]:
    """The same values one by one, with a progress bar."""
    with progress_bar(doing, number, quiet=quiet) as bar:
        for value in values:
            yield value
            bar.advance()
