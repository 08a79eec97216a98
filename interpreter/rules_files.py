"""Rules in a Python file: what a rules author writes, and how a command line names it."""

from __future__ import annotations

import re
import sys
import traceback
from functools import cache
from itertools import count
from pathlib import Path
from types import ModuleType

from ..spec.rules import Rules
from .rule_names import changed, parse_rules
from .wording import one_of, shown

_FILE = re.compile(r"(?P<file>.+?\.py):(?P<name>[^,]*)(?:,(?P<changes>.*))?", re.DOTALL)
_numbers = count(1)


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
    rules = _rules_in(Path(named["file"]), named["name"].strip())
    return rules if changes is None else changed(rules, changes.split(","), named["name"].strip())


def names_a_file(text: str) -> bool:
    """Whether a text names rules of a Python file.

    >>> names_a_file("my_rules.py:RULES"), names_a_file("chinese-like,komi=7")
    (True, False)
    """
    return _FILE.fullmatch(text.strip()) is not None and not text.lstrip().startswith("{")


def without_changes(text: str) -> str:
    """The text that names the same rules of a file, but for the parameters that it changes.

    >>> without_changes("my_rules.py:RULES,komi=6.5")
    'my_rules.py:RULES'
    """
    named = _FILE.fullmatch(text.strip())
    return text if named is None else f"{named['file']}:{named['name']}"


def named_in_file(text: str) -> object:
    """Whatever `FILE.py:NAME` names, of any type.

    Raises:
        ValueError: the file is not there or can't be run, or has nothing of that name.
    """
    named = _FILE.fullmatch(text.strip())
    if named is None:
        raise ValueError(f"{shown(text)} is not FILE.py:NAME.")
    module = _module(Path(named["file"]))
    if named["name"] not in vars(module):
        raise ValueError(f"{named['file']} has no {shown(named['name'])}.")
    found: object = vars(module)[named["name"]]
    return found


def _module(file: Path) -> ModuleType:
    try:
        return _run(file.resolve(), file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{file} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file} can't be read: it is not UTF-8 text.") from None
    except RunError as error:
        raise ValueError(f"{file} can't be run: {error}") from None


def _rules_in(file: Path, name: str) -> Rules:
    module = _module(file)
    if name not in vars(module):
        there = [known for known, value in vars(module).items() if isinstance(value, Rules)]
        has = f"the rules in it are {one_of(there)}" if there else "there are no rules in it"
        raise ValueError(f"{file} has no {shown(name)}; {has}.")
    rules = vars(module)[name]
    if not isinstance(rules, Rules):
        raise ValueError(f"{name} in {file} is of type {type(rules).__name__}, not Rules.")
    return rules


class RunError(Exception):
    """A file that fails when it is run; the message says how, and in which line."""


@cache
def _run(file: Path, text: str) -> ModuleType:
    """The module that a file makes; run once for each text, so that the rules in it are the same whoever asks."""
    module = ModuleType(f"_superko_rules_{next(_numbers)}")
    module.__file__ = str(file)
    # Some of Python's own modules look up where a class was defined while the file still runs.
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, str(file), "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise RunError(_failure(error, file)) from error
    return module


def _failure(error: BaseException, file: Path) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(file)), None)
    message = str(error)
    if isinstance(error, SyntaxError) and error.filename == str(file):
        line, message = error.lineno, error.msg
    where = "" if line is None else f" in line {line}"
    return f"{type(error).__name__}{where}{f': {message}' if message else ''}"
