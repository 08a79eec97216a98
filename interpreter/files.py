"""Files that users name, and files put in place whole or not at all: readers find all of the old, or of the new.

What can't be written is `NotWritten`, after as little work as can be.
"""

from __future__ import annotations

import errno
import glob
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

FOR_EVERYBODY = 0o666
FOR_ME_ALONE = 0o600
SECONDS_TO_WRITE = 600.0
STANDARD_INPUT = "-"
_MOST_BYTES = 1 << 28


class NotWritten(OSError):
    """A file that can't be written; the text says which, and why.

    >>> str(NotWritten(28, "No space left on device", "games.sgf"))
    "games.sgf can't be written: No space left on device."
    """

    def __str__(self) -> str:
        return f"{self.filename} can't be written: {self.strerror}."


def contents(file: str, most: int = _MOST_BYTES) -> tuple[bytes, str]:
    """What is in a file, or on standard input for "-", and what a sentence calls it; a `ValueError` if too large."""
    name = "Standard input" if file == STANDARD_INPUT else file
    try:
        with nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else Path(file).open("rb") as stream:
            content = stream.read(most + 1)
    except OSError as error:
        raise ValueError(f"{name} can't be read: {error.strerror}.") from None
    if len(content) > most:
        raise ValueError(f"{name} is too large to be read: it has more than {most >> 20} MiB.")
    return content, name


def write_file(file: Path, content: str | bytes, mode: int = FOR_EVERYBODY) -> None:
    r"""Let a file hold nothing but some bytes, or a text in UTF-8 with lines that end in "\n" on every system.

    A new file can be read and written as the mode says, as far as the user's mask allows; one that is there keeps
    its own.
    """
    with whole_file(file, mode) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(file: Path, mode: int = FOR_EVERYBODY) -> Iterator[BinaryIO]:
    """A stream whose bytes take the place of a file when all are written; after an exception nothing has changed.

    A device or a pipe is written to as it is. A link stays, and what it leads to is written. What a writer left behind
    that was killed in the midst of it is removed by the next one that comes ten minutes later.
    """
    with _naming(file):
        target = Path(os.path.realpath(file))
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                yield stream
            return
        _remove_what_was_left(target)
        unfinished = target.with_name(f".{target.name}.{os.getpid()}-{time.monotonic_ns()}.new")
        try:
            with open(unfinished, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            with suppress(FileNotFoundError):
                unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)


def try_new_file(file: Path) -> None:
    """See that a file that is new or empty, a device or a pipe can be written, before the work that goes into it."""
    with _naming(file):
        target = Path(os.path.realpath(file))
        if target.is_file() and target.stat().st_size:
            raise FileExistsError(errno.EEXIST, "there is such a file; name another, or remove it")
        if target.is_file() or not target.exists():
            TemporaryFile(dir=target.parent).close()


def try_kept_file(file: Path) -> None:
    """See that a file that is read before it is written to may be: it is one, or is new; a device may never end."""
    with _naming(file):
        target = Path(os.path.realpath(file))
        if target.exists() and not target.is_file():
            raise OSError(errno.EINVAL, "it is no file; name another")
        try_folder(target.parent)


def try_new_folder(folder: Path) -> None:
    """See that files can be written into a folder that holds none, or is not there yet, before there is any work."""
    with _naming(folder):
        if folder.is_dir() and any(folder.iterdir()):
            raise FileExistsError(errno.EEXIST, "there are files in it; name another folder, or remove them")
        try_folder(folder)


def try_folder(folder: Path) -> None:
    """Write a file where a folder is, or is to be, and take it away again."""
    with _naming(folder):
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        TemporaryFile(dir=there).close()


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Let errors name a file: that of a full disk names none, others name the one that is still to be put in place."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise NotWritten(error.errno, error.strerror, str(file)) from None


def _remove_what_was_left(target: Path) -> None:
    long_ago = time.time() - SECONDS_TO_WRITE
    for left in target.parent.glob(f".{glob.escape(target.name)}.*.new"):
        with suppress(OSError):
            if left.stat().st_mtime < long_ago:
                left.unlink()
