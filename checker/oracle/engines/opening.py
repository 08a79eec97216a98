"""Opening engines: what `--engine` may say, how each kind of engine is opened, and how one is judged from Python."""

from __future__ import annotations

from functools import partial

from ....interpreter.wording import no_such
from ....spec.rules import Refusal, Rules
from ....spec.written import written_rules
from ...telling.effort import Effort
from ..engine import Engine, Opener
from ..findings import Report
from ..plan import Plan
from ..run import judge_engine
from .gtp import GtpEngine
from .json_lines import JsonLinesEngine
from .process import SECONDS_TO_REPLY
from .python_engine import PythonEngine, factory_named

_FORMS = tuple(f'"{form}"' for form in ("jsonl:COMMAND", "gtp:COMMAND", "gtp+score:COMMAND", "python:MODULE:FACTORY"))


def opener(text: str, timeout: float) -> Opener:
    """What starts the engine that a text names.

    Args:
        text: a kind of engine, a colon, and its command or its factory.
        timeout: the most seconds that the engine may take to answer.

    Raises:
        ValueError: the text names no engine.
    """
    kind, _, rest = text.partition(":")
    match kind if rest.strip() else "":
        case "jsonl":
            return partial(JsonLinesEngine, rest, timeout)
        case "gtp" | "gtp+score":
            return partial(GtpEngine, rest, timeout, final_score=kind == "gtp+score")
        case "python":
            return partial(PythonEngine, factory_named(rest), timeout)
    raise ValueError(no_such("engine", text, _FORMS))


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
