"""Engines by name: what `--engine` may say, and how each kind of engine is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....interpreter.wording import one_of, shown
from ..engine import Engine, Opener, Unsupported
from .gtp_engine import GtpEngine
from .json_lines_engine import JsonLinesEngine
from .python_engine import PythonEngine, factory_named
from .ready import READY

_FORMS = ('"jsonl:COMMAND"', '"gtp:COMMAND"', '"gtp+score:COMMAND"', '"python:MODULE:FACTORY"')


def opener(text: str, timeout: float) -> Opener:
    """What starts the engine that a text names.

    Args:
        text: a kind of engine, a colon, and its command or its factory; or the name of an engine that is at hand.
        timeout: the most seconds that the engine may take to answer.

    Raises:
        ValueError: the text names no engine.

    >>> engine = opener("python:superko.checker.oracle.engines.reference_engine:ReferenceEngine", timeout=10.0)()
    >>> engine.introduction().name
    'superko'
    >>> engine.close()
    """
    if text in READY:
        return _ready(text, timeout)
    kind, colon, rest = text.partition(":")
    if not colon or kind not in _KINDS or not rest.strip():
        forms = one_of([*_FORMS, *READY])
        raise ValueError(f"{shown(text)} names no engine; write {forms}.")
    return _KINDS[kind](rest, timeout)


def _ready(name: str, timeout: float) -> Opener:
    ready = READY[name]
    start = opener(ready.engine, timeout)

    def opened() -> Engine:
        try:
            return start()
        except Unsupported as unsupported:
            raise Unsupported(f"{unsupported} {ready.how}".rstrip()) from None

    return opened


def _json_lines(command: str, timeout: float) -> Opener:
    return lambda: JsonLinesEngine(command, timeout)


def _gtp(command: str, timeout: float) -> Opener:
    return lambda: GtpEngine(command, timeout)


def _gtp_with_score(command: str, timeout: float) -> Opener:
    return lambda: GtpEngine(command, timeout, final_score=True)


def _python(name: str, timeout: float) -> Opener:
    factory = factory_named(name)
    return lambda: PythonEngine(factory, timeout)


_KINDS: Mapping[str, Callable[[str, float], Opener]] = {
    "jsonl": _json_lines,
    "gtp": _gtp,
    "gtp+score": _gtp_with_score,
    "python": _python,
}
