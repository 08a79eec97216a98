"""Rules in a Python file: what a rules author writes, how a command line names it, and which clause of it failed."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from functools import cache, partial
from io import BytesIO, TextIOWrapper
from itertools import count
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ..spec.answers import WrongAnswer
from ..spec.documents import DOCUMENTS
from ..spec.guard import word
from ..spec.registry import registered_by_authors
from ..spec.rules import Refusal, Rules
from ..spec.written import written_rules
from .clauses_of_authors import as_read, as_written, container_asked_otherwise
from .files import contents
from .rule_names import changed, parse_rules
from .wording import full_sentence, one_of, shown

_FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^,]*))?(?:,(?P<changes>.*))?", re.DOTALL)
_numbers = count(1)
NAMED = "_superko_rules_"
"""How the names of the modules begin that files of rules make."""


def named_rules(text: str) -> Rules:
    """The rules that a command line names: as in `parse_rules`, or `FILE.py:NAME` for a `Rules` value of a file.

    Parameters may be changed after either, as in `my_rules.py:RULES,komi=6.5`. The file is run as Python runs it, so
    this is for whoever types a command; what comes over a wire goes through `parse_rules`, which reads no file.

    Raises:
        ValueError: as for `parse_rules`, the file is not there or can't be run, or it has no such rules.

    >>> named_rules("chinese-like").suicide
    False
    """
    named = _FILE.fullmatch(text.strip())
    if named is None or text.lstrip().startswith("{"):
        return parse_rules(text)
    changes = named["changes"]
    name = (named["name"] or "").strip()
    rules = _rules_in(Path(named["file"]), name)
    return rules if changes is None else changed(rules, changes.split(","), name)


def rules_of(rules: str | Rules, **changes: object) -> Rules:
    """Rules, or those that a text names (see `named_rules`), with parameters changed.

    Raises:
        TypeError: it is neither a text nor rules.
        ValueError: as for `named_rules`, or there is no such parameter or value.

    >>> rules_of("aga-like,komi=7.5").komi, rules_of("tromp-taylor", suicide=False).suicide
    (7.5, False)
    """
    if isinstance(rules, str):
        rules = named_rules(rules)
    if not isinstance(rules, Rules):
        raise TypeError(f'Rules are named by a text such as "tromp-taylor", or are Rules, not {rules!r}.')
    return changed(rules, [f"{name}={word(value)}" for name, value in changes.items()]) if changes else rules


def names_a_file(text: str) -> bool:
    """Whether a text names rules of a Python file."""
    return _FILE.fullmatch(text.strip()) is not None and not text.lstrip().startswith("{")


def as_named(rules: Rules, *names: str) -> str:
    """The first of some names that stands for rules without a file, as it was written; or else the shortest text.

    >>> as_named(parse_rules("new-zealand-like"), "tromp-taylor,ko=SITUATIONAL"), as_named(Rules(komi=1), "aga")
    ('tromp-taylor,ko=SITUATIONAL', 'tromp-taylor,komi=1')
    """
    for name in names:
        if name.isprintable() and name[:1] not in ("", "{") and not names_a_file(name):
            with suppress(ValueError):
                if parse_rules(name) == rules:
                    return name
    return written_rules(rules)


def without_changes(text: str) -> str:
    """The text that names the same rules of a file, but for the parameters that it changes.

    >>> without_changes("my_rules.py:RULES,komi=6.5")
    'my_rules.py:RULES'
    """
    named = _FILE.fullmatch(text.strip())
    return text if named is None else f"{named['file']}:{named['name'] or ''}"


def _module(file: Path) -> ModuleType:
    try:
        content, _ = contents(str(file))
        text = TextIOWrapper(BytesIO(content), encoding="utf-8").read()
    except UnicodeDecodeError:
        raise Refusal(f"{file} can't be read: it is not UTF-8 text.") from None
    except ValueError as error:
        raise Refusal(str(error)) from None
    try:
        return _run(file.resolve(), text)
    except Refusal as error:
        raise Refusal(f"{file} can't be run: {error}") from None


def _rules_in(file: Path, name: str) -> Rules:
    module = _module(file)
    if name not in vars(module):
        known = [f"{file}:{known}" for known, value in vars(module).items() if isinstance(value, Rules)]
        has = f"write {one_of(known)}" if known else "there are no rules in it"
        raise Refusal(f"{file} has no {shown(name)}; {has}." if name else f"Name the rules in {file}: {has}.")
    rules = vars(module)[name]
    # A class of an author could say one thing when it is played and another when something is proved of it.
    if type(rules) is not Rules:
        raise Refusal(f"{name} in {file} is of type {type(rules).__name__}, not Rules.")
    if rules.document not in DOCUMENTS:
        raise Refusal(
            f"{name} in {file} is of the document {shown(rules.document)}, which is not among {', '.join(DOCUMENTS)}. "
            "A file amends one of these, by `replacing`, `dropping` and `adding`, and can't register another one."
        )
    for clause in registered_by_authors(rules.document):
        raise Refusal(
            f"{file} registers the clause {clause.name}, as only documents do. Write `make_clause(…)` instead of "
            "`@clause(…)`, and add what it makes to the rules by `adding`."
        )
    if refusal := container_asked_otherwise(rules):
        raise Refusal(refusal)
    return rules


@cache
def _run(file: Path, text: str) -> ModuleType:
    """The module that a file makes; run once for each text, so that the rules in it are the same whoever asks."""
    module = ModuleType(f"{NAMED}{next(_numbers)}")
    module.__file__ = str(file)
    # Some of Python's own modules look up where a class was defined while the file still runs.
    sys.modules[module.__name__] = module
    try:
        with _neighbours_importable(file.parent):
            exec(compile(text, str(file), "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise Refusal(_failure(error, file)) from error
    return module


@contextmanager
def _neighbours_importable(folder: Path) -> Iterator[None]:
    """Let a file import the modules beside it; they are its own, as those of another folder may share their names."""
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and Path(file).resolve().is_relative_to(folder):
                del sys.modules[name]


def _failure(error: BaseException, file: Path) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(file)), None)
    message = str(error)
    if isinstance(error, SyntaxError) and error.filename == str(file):
        line, message = error.lineno, error.msg
    where = "" if line is None else f" in line {line}"
    if isinstance(error, Refusal):
        return message if line is None else f"line {line}: {message}"
    return f"{type(error).__name__}{where}{f': {message}' if message else ''}"


class ClauseFailed(ValueError):
    """A clause of a rules author raised an exception; the message says where, and after which turns it was asked."""


def clause_failure(rules: Rules, error: Exception) -> str:
    """Which amended clause raised an exception or gave a wrong answer, as the beginning of a sentence; "" if none did.

    >>> from superko.spec.registry import Decision, make_clause
    >>> clause = make_clause(lambda record: 1 / 0, "house/end", decides=Decision.GAME_ENDS, text="It fails.")
    >>> try:
    ...     clause.function(None)
    ... except ZeroDivisionError as error:
    ...     clause_failure(Rules().adding(clause), error).split(" in ")[0]
    'The clause house/end fails'
    """
    if isinstance(error, WrongAnswer):
        return error.clause
    amended = {
        code: clause.name
        for clause in map(as_read, rules.by_authors)
        for code in map(_code, (clause.function, clause.witness))
        if code is not None
    }
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    asked = [number for number, (code, _) in enumerate(frames) if code in amended]
    if not asked:
        return ""
    clause, file = amended[frames[asked[-1]][0]], frames[asked[-1]][0].co_filename
    line = next(line for code, line in reversed(frames[asked[-1] :]) if code.co_filename == file)
    return f"The clause {clause} fails in {Path(file).name}, line {line}"


def failure_sentence(rules: Rules, error: Exception) -> str:
    """Which clause of the author of some rules failed, where and how, in one sentence; "" if none did."""
    if isinstance(error, ClauseFailed):
        return str(error)
    failure = clause_failure(rules, error)
    return full_sentence(f"{failure}: {what_was_raised(error)}") if failure else ""


def what_was_raised(error: Exception) -> str:
    """An exception in a few words; a refusal is a sentence already.

    >>> what_was_raised(KeyError("A1"))
    "KeyError: 'A1'"
    >>> from superko.spec.vocabulary import Position
    >>> what_was_raised(AttributeError(name="lacks", obj=Position(None, None)))
    'Position has no `lacks`; it has coloring, player, phase, marks, passed'
    """
    if isinstance(error, WrongAnswer):
        return error.reason
    if isinstance(error, Refusal):
        return str(error)
    if isinstance(error, AttributeError) and is_dataclass(error.obj):
        has = ", ".join(part.name for part in fields(error.obj))
        return f"{type(error.obj).__name__} has no `{error.name}`; it has {has}"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _code(function: Callable[..., Any] | None) -> CodeType | None:
    function = function and as_written(function)
    while isinstance(function, partial):
        function = function.func
    return getattr(function, "__code__", None)
