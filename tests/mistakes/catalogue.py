"""The mistakes that `mistakes.txt` writes out, as rules in which they are made."""

from __future__ import annotations

import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

from superko.checker.evidence.checks import checks
from superko.interpreter.rule_names import parse_rules
from superko.spec.registry import Clause, Decision, clause_named, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from . import clauses

TEXT = Path(__file__).with_name("mistakes.txt")
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
CALLED = [
    name
    for name, value in vars(clauses).items()
    if name in ("MADE", "TABLE") or (inspect.isfunction(value) and value.__module__ == clauses.__name__)
]
OF_MISTAKES = f"""\
from superko.spec.french.rules import territory as french_territory
from superko.spec.katago_v2.life import pass_alive
from superko.spec.katago_v2.moves import make_move
from superko.spec.usual import make_move as make_usual_move, without_liberties
from {clauses.__name__} import {", ".join(CALLED)}
"""
_files = count()


@dataclass(frozen=True)
class Mistake:
    """A mistake in rules, as somebody takes it.

    Attributes:
        name: what is wrong, in a few words.
        taken_by: the name of a check; or `judge`, an aspect and a clause; or `suite`.
        is_shown: whether a board or a game of a few turns shows that a claim is false with it.
        named: the rules that it is made in; "" for those of the check.
        amendments: which clause, and the body of the function that takes its place.
    """

    name: str
    taken_by: str
    is_shown: bool
    named: str
    amendments: tuple[tuple[str, str], ...]

    @property
    def claim(self) -> str:
        """The id of the claim of the check."""
        return self.taken_by.split(maxsplit=1)[0]

    @cached_property
    def rules(self) -> Rules:
        """The rules with the mistake."""
        right = parse_rules(self.named) if self.named else checks()[self.taken_by].under[0]
        return self.made_in(replace(right, amendments=()))

    def made_in(self, rules: Rules) -> Rules:
        """The rules with the mistake, made in some rules."""
        for clause, body in self.amendments:
            rules = _amended(rules, clause, body, f"{self.name.capitalize()}.")
        return rules

    def __str__(self) -> str:
        return f"{self.taken_by}: {self.name}"


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
def written_out() -> tuple[Mistake, ...]:
    """Every mistake that is written out, once for each who takes it."""
    amendments_of: dict[str, tuple[tuple[str, str], ...]] = {}
    written: list[Mistake] = []
    for takers, what, amendments in _entries():
        name = what.removeprefix("* ")
        if amendments and name in amendments_of:
            raise ValueError(f"{name!r} is written out twice.")
        amendments_of[name] = tuple(amendments) or amendments_of[name]
        for taker in takers:
            taken_by, _, named = taker.partition(" of ")
            written.append(Mistake(name, taken_by, what.startswith("* "), named, amendments_of[name]))
    return tuple(written)


def wrong_versions() -> tuple[Mistake, ...]:
    """Those with which a claim is false that is proved of the documents."""
    return tuple(mistake for mistake in written_out() if "/" in mistake.claim)


def mistakes_for(who: str) -> dict[str, Mistake]:
    """Those that `judge` or a `suite` must find, by name."""
    return {mistake.name: mistake for mistake in written_out() if mistake.claim == who}


def _entries() -> Iterator[tuple[list[str], str, list[tuple[str, str]]]]:
    """Who takes it, what is wrong, and the amendments of each entry: which clause, and what it says instead."""
    takers: list[str] = []
    entry: tuple[list[str], str, list[tuple[str, str]]] | None = None
    for line in TEXT.read_text(encoding="utf-8").splitlines():
        depth, text = len(line) - len(line.lstrip()), line.strip()
        if not text or text.startswith("#"):
            continue
        if depth <= INDENT and entry:
            yield entry
        if depth == 0:
            takers = [text] if entry else [*takers, text]
            entry = None
        elif depth == INDENT:
            what, _, amendment = text.partition(" | ")
            entry = takers, what, [_amendment(amendment)] if amendment else []
        elif entry and depth == 2 * INDENT:
            entry[2].append(_amendment(text))
        elif entry:
            clause, body = entry[2].pop()
            entry[2].append((clause, f"{body}{line[3 * INDENT :]}\n"))
    if entry:
        yield entry


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


@cache
def _function(takes: tuple[str, ...], body: str) -> Callable[..., Any]:
    return function(", ".join(name.replace(" ", "_") for name in takes), body, HEAD + OF_MISTAKES)
