"""What clauses are handed in a proof: rules and records of which little is known, where to look at what is open raises.

Rules note every clause that is read. The verdict that a proof may give is unknown where something can't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import cached_property, wraps
from itertools import product
from typing import Any, Generic, TypeVar

import z3

from ...interpreter.clauses_of_authors import not_read
from ...spec.algebra import Color
from ...spec.composition import state
from ...spec.parameters import PARAMETERS
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Position, Record, Tally
from ..evidence.verdict import EVERY_SIZE, Outcome, Verdict
from ..phase.dependence import names_by_author
from ..phase.past import LeftOpen
from .unknown import Open

T = TypeVar("T")


_read: ContextVar[dict[str, Clause] | None] = ContextVar("the clauses that the proof has read", default=None)


@contextmanager
def noting() -> Iterator[Mapping[str, Clause]]:
    """Note the clauses that are read meanwhile, by name."""
    read: dict[str, Clause] = {}
    before = _read.set(read)
    try:
        yield read
    finally:
        _read.reset(before)


class AskedRules(Rules):
    """Rules that note every clause that is asked for by the decision that it takes part in.

    Attributes:
        given: the parameters that can be looked at, with their values; None if all of them can.
        whole: the same rules, all of whose parameters can.
    """

    given: Mapping[str, object] | None = None
    whole: Rules

    @cached_property
    def counted_by(self) -> frozenset[Decision]:
        """The decisions on scores by which games are counted."""
        return super().counted_by if self.given is None else self.whole.counted_by

    @cached_property
    def answered(self) -> dict[tuple[Decision, Phase], tuple[Clause, ...]]:
        """What was asked, and answered."""
        return {}

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        """The clauses in force that take part in a decision during a phase, in the order of the document."""
        taking_part = self.answered[decision, phase] = self._by_decision[decision, phase]
        read = _read.get()
        if read is not None:
            read.update((clause.name, clause) for clause in taking_part)
        return taking_part


def _parameter(name: str) -> property:
    def value(rules: AskedRules) -> object:
        if rules.given is None:
            return vars(rules)[name]
        if name not in rules.given:
            raise LeftOpen(f"The parameter {name}, which a clause reads outside of its guard, is left open.")
        return rules.given[name]

    return property(value, lambda rules, now: vars(rules).update({name: now}))


for _name in (*PARAMETERS, "readings", "amendments"):
    setattr(AskedRules, _name, _parameter(_name))


def noted(rules: Rules) -> AskedRules:
    """The same rules, which note what is read of them."""
    return AskedRules(**{field.name: getattr(rules, field.name) for field in fields(Rules)})


def without_parameters(rules: Rules, **given: object) -> AskedRules:
    """Rules as clauses are handed them in a proof: only parameters that are given can be looked at.

    A proof varies the parameters by which clauses are chosen, and none that a clause reads outside of its guard.

    Raises:
        LeftOpen: a clause of a rules author asks who began the phase, which is handed on from turn to turn.
    """
    source = rules if isinstance(rules, AskedRules) else noted(rules)
    made = object.__new__(AskedRules)
    if source.given is None:
        if "began" in names_by_author(source):
            raise LeftOpen("Who began the phase, which a clause asks, is left open.")
        # What depends on parameters is found while they can be looked at; all that is in force is not asked for.
        known = {name: getattr(source, name) for name in ("_by_decision", "_definitions")}
        vars(made).update({**vars(source), **known, "answered": {}, "whole": source})
        vars(made).pop("in_force")
    else:
        vars(made).update(vars(source))
    vars(made)["given"] = given
    return made


class FoundOnce(Generic[T]):
    """What is found of one rule set after another, found once for all of which it reads the very same clauses."""

    def __init__(self) -> None:
        self._answers: dict[Hashable, list[tuple[dict[tuple[Decision, Phase], tuple[Clause, ...]], T]]] = {}

    def of(self, subject: Hashable, rules: Rules, find: Callable[[Any], T], asked: AskedRules | None = None) -> T:
        """What is found of rules and a subject, by a function whose rules can only be asked for clauses by decision.

        These are the rules without parameters, or those `asked`, in which the same is put in the place of some clauses.
        """
        known = self._answers.setdefault(subject, [])
        # What is compared is not read yet, as nothing may be found by it.
        for clauses, answer in known:
            if all(Rules.deciding(rules, *question) == then for question, then in clauses.items()):
                for question in clauses:
                    rules.deciding(*question)
                return answer
        asked = asked or without_parameters(rules)
        answer = find(asked)
        known.append(({question: rules.deciding(*question) for question in asked.answered}, answer))
        return answer


UNREAD = {"last": "The last turn", "previous": "The record before the last turn"}
"""What may be one of a few things that differ in what they are, so that even to read it is to look."""


class OpenRecord(Record[Any]):
    """A record some parts of which must not be read, and are not there."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Raises a LeftOpen of a part that is left open."""
        if name in UNREAD:
            raise LeftOpen(f"{UNREAD[name]} is left open.")
        raise AttributeError(name)


def open_tally(first_passer: Color | None, phase: Phase) -> Tally:
    """A tally of which nothing is known but who was the first to pass; any two numbers in it may differ."""
    second_start: Any = Open("the coloring at the start of the second cleanup phase")
    known: dict[str, Any] = {
        "captures": {color: Open(f"the captures of {color.name}") for color in Color},
        "moves": {
            (color, during): Open(f"the moves of {color.name} in {during.name}")
            for color, during in product(Color, Phase)
        },
        "first_passer": first_passer,
        "second_cleanup_start": second_start if phase is Phase.SECOND_CLEANUP else None,
        "placed": {color: Open(f"the stones placed by {color.name}") for color in Color},
        "handicap": Open("the number of handicap stones"),
        "uneven": Open("how many stones were given out of turn"),
    }
    return Tally(**known)


_LEFT_OPEN: dict[str, Any] = {
    "turn": Open("the number of turns"),
    "last": None,
    "previous": None,
    "phase_turn": Open("the turn that the phase began with"),
    "began": Open("who began the phase"),
    "earlier": Open("which states stood earlier"),
    "since_pass": Open("which states have stood since the last pass"),
    "passed_from": Open("from which states a player has passed"),
    "made": Open("which moves have been made"),
    "pass_run": Open("the passes in a row"),
    "passes": Open("the number of passes"),
}


def open_record(rules: Any, position: Position[Any], tally: Tally, **given: Any) -> Record[Any]:
    """A record of which nothing is known but the position, the tally, and what is given."""
    known = {"rules": rules, "position": position, "state": state(rules, position), "tally": tally}
    made = OpenRecord(**{**_LEFT_OPEN, **known, **given})
    for name in UNREAD.keys() - given.keys():
        object.__delattr__(made, name)
    return made


UNREADABLE = (LeftOpen, TypeError, AttributeError, ValueError, AssertionError, z3.Z3Exception)


def unread(rules: Rules) -> str:
    """Why a proof can't be made of rules, whatever it reads: a clause that can't be read, or a definition replaced."""
    if not rules.as_written:
        return "Other functions stand for the clauses of these rules."
    replaced = [clause.name for clause in rules.by_authors if not clause.decides]
    if replaced:
        return f"The proof takes {replaced[0]}, a definition, as it stands in the document."
    return not_read(rules)


def unknown_if_unreadable(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """A function that decides, whose verdict is `unknown` where a clause can't be read or looks at what is left open.

    What a board shows that was played through, or what z3 finds on one, refutes a claim all the same.
    """

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        try:
            verdict = decide(*arguments, **named)
        except UNREADABLE as error:
            verdict = Verdict(Outcome.UNKNOWN, "", "z3", notes=f"A clause can't be read in this proof: {error}")
        if verdict.outcome is Outcome.UNKNOWN or (verdict.outcome is Outcome.REFUTED and verdict.scope != EVERY_SIZE):
            return verdict
        rules = (given for given in (*arguments, *named.values()) if isinstance(given, Rules))
        obstacle = next(filter(None, map(unread, rules)), "")
        return Verdict(Outcome.UNKNOWN, verdict.scope, verdict.method, notes=obstacle) if obstacle else verdict

    return decided
