"""How a command meets the world: exit statuses, harmless texts, outputs that can't be written."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from time import monotonic
from typing import Any, NoReturn

import click

from .interruptions import Stopping, Terminated, ended_in_order, hear_no_more_interruptions


class Exit(IntEnum):
    """What commands exit with; the table in checker/README.md says it for each of them."""

    AS_ASKED = 0
    DIFFERENCE = 1
    NOT_UNDERSTOOD = 2
    NOT_DECIDED = 3
    FAILED = 70
    INTERRUPTED = 130
    CUT_OFF = 141
    TERMINATED = 143


def remark(text: str) -> None:
    """Say something beside the output to whoever sits at a terminal; in a pipe there is nothing there but errors."""
    if is_at_a_terminal():
        click.echo(text, err=True)


def leave_interrupted() -> NoReturn:
    """Say that what was printed is not all, as somebody interrupted it, and leave with the status for that."""
    click.echo("Interrupted; this is what was found until then.", err=True)
    raise SystemExit(Exit.INTERRUPTED)


def is_at_a_terminal() -> bool:
    """Whether somebody reads on a terminal what is written beside the output."""
    return sys.stderr.isatty()


@contextmanager
def failing_apart() -> Iterator[None]:
    """Exit with 70 after an exception that nobody expected: with Python's own 1 it would look like a difference."""
    try:
        yield
    except Exception as error:
        traceback.print_exception(error)
        click.echo("Error: superko failed where it should not have; please report what is above.", err=True)
        raise SystemExit(Exit.FAILED) from None


@contextmanager
def well_behaved() -> Iterator[None]:
    """Write what the terminal can show, and say in a sentence if nothing can be written.

    A command that nobody stops in another way exits with 130 when it is interrupted, with 143 when it is terminated,
    with 141 when nobody reads its output any more, and with 2 when that, or a file, can't be written.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            with _harmless_streams():
                yield
        finally:
            if not sys.stdout.closed:
                sys.stdout.flush()
    except Terminated:
        click.echo("Terminated.", err=True)
        raise SystemExit(Exit.TERMINATED) from None
    except SystemExit as leaving:
        # rich leaves with 1, which says here that a difference was found.
        if isinstance(leaving.__context__, BrokenPipeError):
            raise SystemExit(Exit.CUT_OFF) from None
        raise
    except KeyboardInterrupt:
        # One more, as Python winds up, would kill it with another status.
        hear_no_more_interruptions()
        click.echo("Interrupted.", err=True)
        raise SystemExit(Exit.INTERRUPTED) from None
    except OSError as error:
        _refuse_what_is_not_written(error)
        if error.filename is not None:
            raise
        _let_go_of_the_output()
        if isinstance(error, BrokenPipeError):
            raise SystemExit(Exit.CUT_OFF) from None
        click.echo(f"Error: The output can't be written: {error.strerror}.", err=True)
        raise SystemExit(Exit.NOT_UNDERSTOOD) from None


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let the first interruption be raised; a command that was terminated exits with 143 in the place of 130."""
    stopping = Stopping()
    try:
        with ended_in_order() as stopping:
            yield
    except KeyboardInterrupt:
        _say_what_was_run(stopping)
        raise
    except SystemExit as leaving:
        if leaving.code != Exit.INTERRUPTED:
            raise
        _say_what_was_run(stopping)
        # One more, as Python winds up, would kill it with another status.
        hear_no_more_interruptions()
        if stopping.by not in (None, signal.SIGINT):
            raise SystemExit(Exit.TERMINATED) from None
        raise


def _say_what_was_run(stopping: Stopping) -> None:
    # Help is shown at once: whatever belongs to the rules is imported only where it is needed.
    from .patience import waited_for  # noqa: PLC0415

    if during := waited_for(stopping.stack):
        click.echo(during, err=True)


def _refuse_what_is_not_written(error: OSError) -> None:
    # Help is shown at once: whatever belongs to the rules is imported only where it is needed.
    from ...interpreter.files import NotWritten  # noqa: PLC0415

    if isinstance(error, NotWritten):
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(Exit.NOT_UNDERSTOOD) from None


# All controls but line breaks and tabs, and what turns the direction of writing.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    r"""A text in which whatever could command a terminal is written as Python does in a string.

    >>> harmless("red \x1b[31m")
    'red \\x1b[31m'
    """
    return CONTROLS.sub(lambda control: control[0].encode("unicode_escape").decode("ascii"), text)


class HarmlessStream:
    """A stream to which texts of files, of engines and of names of files can be written as they are.

    Attributes:
        last_written: when anything was last written to any, by Python's monotonic clock.
        rich_proxied_file: the stream itself, where rich looks for it to write its own colors and bars.
    """

    last_written = 0.0

    def __init__(self, stream: Any) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Write a text, harmless."""
        HarmlessStream.last_written = monotonic()
        return int(self.rich_proxied_file.write(harmless(text)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextmanager
def _harmless_streams() -> Iterator[None]:
    before = sys.stdout, sys.stderr
    HarmlessStream.last_written = monotonic()
    sys.stdout, sys.stderr = map(HarmlessStream, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _let_go_of_the_output() -> None:
    """Let what is still to be written vanish; Python would try once more at its end, and complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
