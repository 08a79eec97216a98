"""Where only one clause can decide, exactly one does: proved with z3 over all values of parameters and readings.

Guards are data, so what they say is a formula over one finite sort for each parameter and reading. A phase exists
where another one leads to it, whatever has happened. A decision is asked for where a clause in force mentions it in its
code, or in that of the functions that it calls, and where the interpreter asks for it, in the phases that exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import z3

from ....spec.algebra import Color
from ....spec.guard import Guard, word
from ....spec.presets import PRESETS
from ....spec.registry import Clause, Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Phase, Position, Unblock
from ...evidence.checks import check
from ...evidence.queries import QueryKind, SolverAnswer
from ...evidence.verdict import Outcome, Verdict
from ...phase.dependence import names_mentioned
from ...proofs.cases import COLORING, MARKS, POINT
from ...proofs.coverage import begin_queries, covering, note
from ...proofs.declarations import OF_SOLE_CLAUSES
from ...proofs.left_open import AskedRules, open_record, open_tally, unknown_if_unreadable
from ...proofs.rule_sets import clauses_in, values_of
from ...proofs.sole_asked import asked_of_one_clause
from ...proofs.solvers import Query, told

IN_MAIN_PHASE = (Decision.START, Decision.MOVE, Decision.WINNER)
IN_EVERY_PHASE = (Decision.AFTER_MOVE, Decision.PASS, Decision.CAPTURES, Decision.ENDINGS, Decision.NEXT_PHASE)
FOR_UNBLOCKING = (Decision.UNBLOCK, Decision.UNBLOCK_ACTION)
FOR_CLAUSES = (Decision.PASS_ALIVE,)
ASSUMES = (
    "The interpreter asks for the start, moves, and the winner in every game; for passes, captures, and the next phase "
    "in each phase; and for unblock actions where a turn can be one. Which decisions these are is read off its code, "
    "and in which phases it asks for them was compared with games.",
)
PLAYED = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


class Values:
    """Every parameter and reading as an unknown: one of finitely many values.

    >>> values = Values()
    >>> values.holds(Guard(((("button", frozenset({True})),),)))
    button == yes
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self._value: dict[tuple[str, object], Any] = {}
        self._unknown: dict[str, Any] = {}
        self.context = context = z3.Context()
        for name, found in values_of(rules or Rules()).items():
            sort, constants = z3.EnumSort(f"values of {name}", [word(value) for value in found], ctx=context)
            self._unknown[name] = z3.Const(name, sort)
            self._value |= {(name, value): constant for value, constant in zip(found, constants, strict=True)}
        self.never, self.always = z3.BoolVal(False, ctx=context), z3.BoolVal(True, ctx=context)

    def holds(self, guard: Guard) -> Any:
        """The formula that a guard says."""
        unknown = {name for alternative in guard.alternatives for name, _ in alternative} - set(self._unknown)
        if unknown:
            raise ValueError(f"A guard speaks of {' and '.join(sorted(unknown))}, of which there are too many values.")
        return self.any_of(
            self.all_of(
                self.any_of(self._unknown[name] == self._value[name, value] for value in sorted(values, key=word))
                for name, values in alternative
            )
            for alternative in guard.alternatives
        )

    def any_of(self, formulas: Iterator[Any]) -> Any:
        """That one of several formulas holds; it never does if there is none."""
        return z3.simplify(z3.Or(self.never, *formulas))

    def all_of(self, formulas: Iterator[Any]) -> Any:
        """That all of several formulas hold."""
        return z3.simplify(z3.And(self.always, *formulas))

    def example(self, step: str, *formulas: Any, expected: SolverAnswer | None = SolverAnswer.UNSAT) -> str | None:
        """Values under which some formulas hold, in words; None where there are none.

        Raises:
            RuntimeError: z3 gives up.
        """
        model = told(Query(QueryKind.GUARDS, formulas, step, expected)).model
        if model is None:
            return None
        chosen = {name: model[unknown] for name, unknown in self._unknown.items()}
        return " ".join(f"{name}={value}" for name, value in chosen.items() if value is not None)


@dataclass(frozen=True)
class SoleDecision:
    """A decision that only one clause can take, in a phase.

    Attributes:
        decision: the decision.
        phase: the phase.
        when: the formula that says under which values it is asked for.
        by: the clauses by which that is told.
    """

    decision: Decision
    phase: Phase
    when: Any
    by: tuple[Clause, ...] = ()


def deciding(rules: Rules, decision: Decision, phase: Phase) -> tuple[Clause, ...]:
    """The clauses that take part in a decision during a phase, under some values or other."""
    return tuple(clause for clause in clauses_in(rules) if clause.decides is decision and phase in clause.during)


def existence_of_phases(rules: Rules, values: Values) -> dict[Phase, Any]:
    """For each phase, under which values a game can come to it."""
    exists = dict.fromkeys(PLAYED, values.never) | {Phase.MAIN: values.always}
    for phase in PLAYED:
        for clause in deciding(rules, Decision.NEXT_PHASE, phase):
            for follows in _phases_after(clause, phase) - {Phase.OVER}:
                leads_there = values.all_of(iter((exists[phase], values.holds(clause.guard))))
                exists[follows] = values.any_of(iter((exists[follows], leads_there)))
    return exists


def _phases_after(clause: Clause, phase: Phase) -> set[Phase]:
    """The phases that a clause leads to, whoever takes the turn and whoever has passed, whatever else has happened.

    Raises:
        LeftOpen: it depends on something else.
    """
    rules = AskedRules(Rules())
    who = product(Color, (None, *Color), (False, True))
    records = (
        open_record(rules, Position(COLORING, player, phase, MARKS, passed), open_tally(first_passer, phase))
        for player, first_passer, passed in who
    )
    return {clause.function(record).phase for record in records}


def mentions(clause: Clause, decision: Decision) -> bool:
    """Whether a clause, or what it calls, asks for the one clause that takes a decision."""
    return decision.name in names_mentioned([clause.function])


def asked_for(rules: Rules, values: Values) -> Iterator[SoleDecision]:
    """The decisions that only one clause can take, in each phase, and when they are asked for."""
    exists = existence_of_phases(rules, values)
    for decision in IN_MAIN_PHASE:
        yield SoleDecision(decision, Phase.MAIN, values.always)
    for decision in FOR_CLAUSES:
        asks = tuple(clause for clause in clauses_in(rules) if clause.decides and mentions(clause, decision))
        yield SoleDecision(decision, Phase.MAIN, values.any_of(values.holds(clause.guard) for clause in asks), asks)
    leading = tuple(clause for phase in PLAYED for clause in deciding(rules, Decision.NEXT_PHASE, phase))
    for phase, reached in exists.items():
        for decision in IN_EVERY_PHASE:
            yield SoleDecision(decision, phase, reached, leading)
        turns = deciding(rules, Decision.TURN, phase)
        forbidden = values.any_of(values.holds(clause.guard) for clause in turns if not clause.function(Unblock(POINT)))
        for decision in FOR_UNBLOCKING:
            yield SoleDecision(decision, phase, values.all_of(iter((reached, z3.Not(forbidden)))), (*leading, *turns))


def clashes(rules: Rules, values: Values, asked: SoleDecision) -> Iterator[str]:
    """Each case in which two clauses, or no clause, take a decision when it is asked for, with values that show it."""
    taking = deciding(rules, asked.decision, asked.phase)
    note(taking)
    where = f"{asked.decision.name} in phase {asked.phase.value}"
    for one, other in combinations(taking, 2):
        step = f"{where}: {one.name} and {other.name}"
        shown = values.example(step, asked.when, values.holds(one.guard), values.holds(other.guard))
        if shown is not None:
            yield f"{one.name} and {other.name} both decide {where} under {shown or 'all values'}."
    none = (z3.Not(values.holds(clause.guard)) for clause in taking)
    shown = values.example(f"{where}: no clause", asked.when, *none)
    if shown is not None:
        yield f"No clause decides {where} under {shown or 'all values'}."


def is_asked_for(values: Values, asked: SoleDecision) -> bool:
    """Whether a decision is asked for under any values at all."""
    begin_queries()
    note(asked.by)
    step = f"{asked.decision.name} in phase {asked.phase.value} is asked for"
    return values.example(step, asked.when, expected=None) is not None


@covering(OF_SOLE_CLAUSES)
@unknown_if_unreadable
def one_clause_decides(rules: Rules) -> Verdict:
    """Prove that each decision that only one clause can take is taken by exactly one wherever it is asked for."""
    rules = rules.literally()
    values = Values(rules)
    scope = "every combination of parameters and readings"
    if differing := asked_of_one_clause() ^ {*IN_MAIN_PHASE, *IN_EVERY_PHASE, *FOR_UNBLOCKING}:
        names = " and ".join(sorted(decision.name for decision in differing))
        return Verdict(Outcome.UNKNOWN, scope, "z3", notes=f"Of {names} the interpreter asks otherwise than is taken.")
    found: list[str] = []
    number = 0
    for asked in asked_for(rules, values):
        if is_asked_for(values, asked):
            found += clashes(rules, values, asked)
            number += 1
    counts = {"decisions": number}
    return Verdict(
        Outcome.REFUTED if found else Outcome.PROVED, scope, "z3", counts, notes=" ".join(found), assumes=ASSUMES
    )


for _preset in ("tromp-taylor", "tromp-taylor-ten", "aga"):
    _rules = PRESETS[_preset]
    check(
        "lemma/sole-clause",
        "every size",
        f"document={_rules.document}",
        cost=0.2,
        under=(_rules,),
        whatever_else=True,
    )(one_clause_decides)
