"""Opening engines: what `--engine` may say, how each kind of engine is opened, and how one is judged from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ....interpreter.wording import no_such
from ....spec.rules import Refusal, Rules
from ....spec.written import written_rules
from ...telling.effort import Effort
from ..batches import BatchEngine
from ..engine import Engine, Opener
from ..findings import Report
from ..plan import Plan
from ..run import judge_engine
from .gtp.engine import GtpEngine
from .json_lines import JsonLinesEngine
from .process import SECONDS_TO_REPLY
from .python_engine import PythonEngine, factory_named

_FORMS = tuple(
    f'"{form}"'
    for form in ("jsonl:COMMAND", "gtp:COMMAND", "gtp+score:COMMAND", "python:MODULE:FACTORY", "batch:MODULE:FACTORY")
)


def opener(text: str, timeout: float) -> Opener:
    """What starts the engine that a text names.

    Args:
        text: a kind of engine, a colon, and its command or its factory.
        timeout: the most seconds that the engine may take to answer.

    Raises:
        ValueError: the text names no engine.
    """
    kind, colon, rest = text.partition(":")
    if not colon or kind not in _KINDS or not rest.strip():
        raise ValueError(no_such("engine", text, _FORMS))
    return _KINDS[kind](rest, timeout)


def judge(
    engine: str | Engine | Opener,
    *rules: str | Rules,
    seconds: float = 60.0,
    seed: int = 0,
    timeout: float = SECONDS_TO_REPLY,
) -> Report:
    """Try an engine against the rules, and find the shortest games on which it is wrong.

    Args:
        engine: what names it, as for `superko judge --engine`; or an object with the methods of `Engine`; or what makes
            such an object.
        rules: the rules to judge by, or what names them; all that it plays by, if left out.
        seconds: how long it may take in all.
        seed: what chance starts from.
        timeout: after how many seconds an answer counts as none.

    Raises:
        ValueError: the text names no engine, there are no such rules, or no text names them.
    """
    texts = []
    for each in rules:
        if not isinstance(each, str) and each.amendments:
            raise Refusal('Name rules with amended clauses by their file, as in "my_rules.py:RULES".')
        texts.append(each if isinstance(each, str) else written_rules(each))
    if isinstance(engine, str):
        start = opener(engine, timeout)
    else:
        factory = engine if callable(engine) else lambda: engine
        start = partial(PythonEngine, factory, timeout)
    return judge_engine(start, Plan(tuple(texts), Effort(seconds=seconds), seed=seed))


def _json_lines(command: str, timeout: float) -> Opener:
    return lambda: JsonLinesEngine(command, timeout)


def _gtp(command: str, timeout: float) -> Opener:
    return lambda: GtpEngine(command, timeout)


def _gtp_with_score(command: str, timeout: float) -> Opener:
    return lambda: GtpEngine(command, timeout, final_score=True)


def _python(name: str, timeout: float) -> Opener:
    factory = factory_named(name)
    return lambda: PythonEngine(factory, timeout)


def _batch(name: str, timeout: float) -> Opener:
    factory = factory_named(name)
    return lambda: BatchEngine(factory, timeout)


_KINDS: Mapping[str, Callable[[str, float], Opener]] = {
    "jsonl": _json_lines,
    "gtp": _gtp,
    "gtp+score": _gtp_with_score,
    "python": _python,
    "batch": _batch,
}
