"""Libraries that hold an engine: they are optional, and imported when the engine is asked for."""

from __future__ import annotations

from importlib import import_module, metadata
from typing import Any

from ...engine import Unsupported


def library(module: str) -> Any:
    """A module of a library.

    Raises:
        Unsupported: it is not installed.

    >>> library("no_such_library")
    Traceback (most recent call last):
    superko.checker.oracle.engine.Unsupported: no_such_library is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise Unsupported(f"{missing} is not installed.") from error


def version_of(distribution: str) -> str:
    """The version of what was installed under a name."""
    return metadata.version(distribution)
