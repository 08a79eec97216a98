"""Engines by name: what `--engine` may say, how each kind of engine is opened, and how one is judged from Python."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from ....interpreter.wording import no_such
from ....spec.rules import Refusal, Rules
from ....spec.written import written_rules
from ...telling.effort import Effort
from ..batches import BatchEngine
from ..engine import Engine, Opener, Unsupported
from ..findings import Report
from ..plan import Plan
from ..run import judge_engine
from .gtp import katago
from .gtp.engine import GtpEngine
from .json_lines import JsonLinesEngine
from .process import SECONDS_TO_REPLY
from .python_engine import PythonEngine, factory_named


@dataclass(frozen=True)
class Ready:
    """An engine that has a name.

    Attributes:
        engine: the text that stands for it, such as "gtp:gnugo --mode gtp".
        how: one sentence that says how it is had where it is missing, or "".
    """

    engine: str
    how: str = ""


def _pip(packages: str) -> str:
    return f"Run `pip install {packages}`, or `pip install superko[engines]` for all such libraries."


def _npm(package: str) -> str:
    return f"Run `npm install {package}` in this folder, or set NODE_PATH to the node_modules that has it."


_GNU_GO = "gtp:gnugo --mode gtp --chinese-rules"
_APT = "Run `apt-get install gnugo`, and see that /usr/games, where Debian puts it, is in PATH."
KATAGO = "katago"
_KATAGO = "Put `katago`, from the releases of KataGo, in PATH, or its path in SUPERKO_KATAGO; it needs no network."
_ENGINES = "superko.checker.oracle.engines"
_HERE = f"python:{_ENGINES}"
_OURSELVES = shlex.join([sys.executable, "-P", "-c", "from superko.checker.command_line import main; main()"])

READY: Mapping[str, Ready] = {
    "superko": Ready(f"{_HERE}.reference_engine:ReferenceEngine"),
    "superko-batch": Ready("batch:superko.checker.oracle.batches:ReferenceBatch"),
    "superko-referee": Ready(f"jsonl:{_OURSELVES} referee"),
    "superko-gtp": Ready(f"gtp:{_OURSELVES} gtp"),
    "gnugo": Ready(_GNU_GO, _APT),
    "gnugo-no-ko": Ready(f"{_GNU_GO} --no-ko", _APT),
    "gnugo-all-suicide": Ready(f"{_GNU_GO} --allow-all-suicide", _APT),
    KATAGO: Ready(f"gtp:{katago.command()}", _KATAGO),
    "sgfmill": Ready(f"{_HERE}.libraries:SgfmillBoard", _pip("sgfmill")),
    "open-spiel": Ready(f"{_HERE}.libraries:OpenSpielGo", _pip("open_spiel")),
    "pettingzoo": Ready(f"{_HERE}.libraries:PettingZooGo", _pip("pettingzoo pygame")),
    "pettingzoo-observations": Ready(f"{_HERE}.libraries:PettingZooObservations", _pip("pettingzoo pygame")),
    "pgx": Ready(f"{_HERE}.libraries:PgxGo", _pip("pgx")),
    "tenuki": Ready(f"{_HERE}.npm:tenuki", _npm("tenuki")),
    "wgo": Ready(f"{_HERE}.npm:wgo", _npm("wgo")),
    "goban": Ready(f"{_HERE}.npm:goban", _npm("goban")),
    "godash": Ready(f"{_HERE}.npm:godash", _npm("godash")),
    "sabaki": Ready(f"{_HERE}.npm:sabaki", _npm("@sabaki/go-board")),
}
_FORMS = tuple(
    f'"{form}"'
    for form in ("jsonl:COMMAND", "gtp:COMMAND", "gtp+score:COMMAND", "python:MODULE:FACTORY", "batch:MODULE:FACTORY")
)


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
        program = os.environ.get("SUPERKO_KATAGO") if text == KATAGO else None
        return _ready(_katago_at(program) if program else READY[text], timeout)
    kind, colon, rest = text.partition(":")
    if not colon or kind not in _KINDS or not rest.strip():
        raise ValueError(no_such("engine", text, (*_FORMS, *READY)))
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


def _katago_at(program: str) -> Ready:
    return Ready(f"gtp:{katago.command(shlex.quote(program))}", f"There is no KataGo at {program}.")


def _ready(ready: Ready, timeout: float) -> Opener:
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
