"""The catalogue of wrong versions: rules of which a claim is false that is proved of the documents, as text."""

from __future__ import annotations

import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from superko.checker.evidence.checks import checks
from superko.interpreter.rule_names import parse_rules
from superko.spec.registry import Clause, Decision, clause_named, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from . import wrong_clauses

TEXT = Path(__file__).with_suffix(".txt")


def is_defined_there(value: object) -> bool:
    """Whether something is a function of the module of wrong clauses."""
    return inspect.isfunction(value) and value.__module__ == wrong_clauses.__name__


INDENT = 2
HEAD = """\
from dataclasses import replace
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.composition import resulting_state
from superko.spec.guard import given
from superko.spec.parameters import Ko, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import NOTHING, PASS, Moment, Move, Pass, Phase, Play, Position, Remembered, Unblock
"""
CALLED = ["MADE", "TABLE", *(name for name, _ in inspect.getmembers(wrong_clauses, is_defined_there))]
OF_WRONG_VERSIONS = f"""\
from superko.spec.french.rules import territory as french_territory
from superko.spec.katago_v2.life import pass_alive
from superko.spec.katago_v2.moves import make_move
from superko.spec.usual import make_move as make_usual_move, without_liberties
from {wrong_clauses.__name__} import {", ".join(CALLED)}
"""
_files = count()


@dataclass(frozen=True)
class WrongVersion:
    """Rules for which a claim is false.

    Attributes:
        check: the name of the check that must not be proved, nor hold.
        what: what is wrong with the rules, in a few words.
        is_shown: whether a board or a game of a few turns shows that the claim is false.
        rules: the rules.
    """

    check: str
    what: str
    is_shown: bool
    rules: Rules = field(repr=False)

    @property
    def claim(self) -> str:
        """The id of the claim."""
        return self.check.split(maxsplit=1)[0]

    def __str__(self) -> str:
        return f"{self.check}: {self.what}"


def function(parameters: str, body: str, head: str = HEAD) -> Callable[..., Any]:
    """A function with this body, as one that stands in a file."""
    file = f"<composed {next(_files)}>"
    text = f"{head}\n\ndef composed({parameters}):\n{textwrap.indent(body, '    ')}\n"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "composed"}
    exec(compile(text, file, "exec", dont_inherit=True), names)
    composed: Callable[..., Any] = names["composed"]
    return composed


@cache
def wrong_versions() -> tuple[WrongVersion, ...]:
    """Every wrong version of the catalogue."""
    versions: list[WrongVersion] = []
    # Amendments may follow what is yielded, up to the next entry.
    for asked, what, amendments in list(_entries()):
        for line in asked:
            check, _, named = line.partition(" of ")
            rules = parse_rules(named) if named else replace(checks()[check].under[0], amendments=())
            for amendment in amendments:
                rules = _amended(rules, *amendment, f"{what.removeprefix('* ').capitalize()}.")
            versions.append(WrongVersion(check, what.removeprefix("* "), what.startswith("* "), rules))
    return tuple(versions)


def _entries() -> Iterator[tuple[list[str], str, list[tuple[str, str]]]]:
    """The checks, what is wrong, and the amendments of each entry: which clause, and what it says instead."""
    asked: list[str] = []
    amendments: list[tuple[str, str]] = []
    lines = [line for line in TEXT.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for line, before in zip(lines, ["", *lines], strict=False):
        depth, text = len(line) - len(line.lstrip()), line.strip()
        if depth == 0:
            asked = [text] if before.startswith(" ") else [*asked, text]
        elif depth == INDENT:
            what, _, amendment = text.partition(" | ")
            amendments = [_amendment(amendment)] if amendment else []
            yield asked, what, amendments
        elif depth == 2 * INDENT:
            amendments.append(_amendment(text))
        else:
            clause, body = amendments.pop()
            amendments.append((clause, f"{body}{line[3 * INDENT :]}\n"))


def _amendment(text: str) -> tuple[str, str]:
    if text.startswith("- "):
        return text, ""
    clause, _, expression = (f"{text} " if text.endswith("=") else text).partition(" = ")
    return clause, f"return {expression}" if expression else ""


def _amended(rules: Rules, clause: str, body: str, text: str) -> Rules:
    """The rules with one amendment; of a decision that is named, the first clause in force is amended."""
    if clause.startswith("+ "):
        return rules.adding(_added(clause.removeprefix("+ "), body, text))
    name = clause.removeprefix("- ")
    if name in Decision.__members__:
        name = rules.deciding(Decision[name])[0].name
    if clause.startswith("- "):
        return rules.dropping(name)
    old = clause_named(name)
    takes = old.decides.takes if old.decides else tuple(inspect.signature(old.function).parameters)
    return rules.replacing(name, _function(takes, body), text)


def _added(decision_and_guard: str, body: str, text: str) -> Clause:
    """A clause more, of a decision and perhaps `during` phases, or `when` parameters have some values."""
    words, _, values = decision_and_guard.partition(" when ")
    decision, *phases = words.replace(" during", "").split()
    guard = function("", f"return given({values})", HEAD)()
    during, decides = [Phase(phase) for phase in phases] or [*Phase], Decision[decision]
    return make_clause(_function(decides.takes, body), "ours/more", "", guard, decides, during, text=text)


def _function(takes: tuple[str, ...], body: str) -> Callable[..., Any]:
    return function(", ".join(name.replace(" ", "_") for name in takes), body, HEAD + OF_WRONG_VERSIONS)
