"""Proofs in steps, for lemmas that z3 does not prove of every board at one go."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import z3

from ...spec.algebra import Color, Condition
from ...spec.rules import Rules
from .any_board import AnyBoard, Described, follows
from .captures import BY_LEMMA, Captures
from .induction import induction, situation_of_any_board
from .point_formulas import Points, single
from .situation import Lemma, Situation

Unknown: TypeAlias = Situation[Points]
Statement: TypeAlias = Callable[[Unknown], Condition]


def nothing_by_induction(_: Unknown) -> tuple[tuple[Points, Points], ...]:
    """For a step that needs no induction."""
    return ()


@dataclass(frozen=True)
class Step:
    """What follows from what is given and the steps before.

    Attributes:
        statement: what follows.
        by_induction: for each induction, the closure that it goes along, and the set that it shows to hold all of it.
        on_its_own: whether it follows from what is known of the sets that it names, whatever is known of others.
    """

    statement: Statement
    by_induction: Callable[[Unknown], tuple[tuple[Points, Points], ...]] = nothing_by_induction
    on_its_own: bool = False


@dataclass(frozen=True)
class Case:
    """A case of a proof.

    Attributes:
        when: what is assumed.
        steps: what follows, one after the other; the last is what the case is about.
    """

    when: Statement
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class ProofInSteps:
    """How a lemma is proved of every situation of every board: from what follows in each of some cases.

    Attributes:
        lemma: the lemma.
        cases: the cases; that they are all there are is part of what z3 proves.
        captures: how captures are found.
        of_any_reply: whether the cases speak of a reply, at any point, where the lemma does not.
    """

    lemma: Lemma
    cases: tuple[Case, ...]
    captures: Captures = BY_LEMMA
    of_any_reply: bool = False


def proved_in_steps(proof: ProofInSteps, rules: Rules) -> bool:
    """Whether every step of a proof follows, and the lemma from them; `False` says only that this proof fails."""
    return all(follows for player in Color for follows in steps_that_follow(proof, rules, player))


def steps_that_follow(proof: ProofInSteps, rules: Rules, player: Color) -> Iterator[bool]:
    """Whether each step of each case follows, and last whether the lemma does."""
    board, unknown = situation_of_any_board(rules, player, proof.lemma.moves, proof.captures)
    mover = f"{player.name.capitalize()} to move"
    if not proof.of_any_reply:
        given = proof.lemma.statement(unknown).given
        shown = yield from _cases_that_follow(proof.cases, board, unknown, given, mover)
    else:
        with board.speaking_of_another_point() as point:
            replying = replace(unknown, points=(*unknown.points, single(point)))
            given = proof.lemma.statement(unknown).given
            of_the_reply = yield from _cases_that_follow(proof.cases, board, replying, given, mover)
        shown = [z3.ForAll([point], statement) for statement in of_the_reply]
    yield follows(proof.lemma.statement(unknown).then, given, *shown, step=f"{mover}: the lemma from its cases")


def _cases_that_follow(
    cases: tuple[Case, ...], board: AnyBoard, unknown: Unknown, given: Condition, mover: str
) -> Generator[bool, None, list[Condition]]:
    """Whether each step of each case follows; and what is so shown: that what is assumed implies what follows last."""
    shown: list[Condition] = []
    for case_number, case in enumerate(cases, 1):
        when = case.when(unknown)
        followed: list[Condition] = []
        for step_number, step in enumerate(case.steps, 1):
            statement = step.statement(unknown)
            inductions = [
                induction(described(board, along), Described(held, ())) for along, held in step.by_induction(unknown)
            ]
            known = board.known_of(statement) if step.on_its_own else board.axioms
            where = f"{mover}, case {case_number} of {len(cases)}: step {step_number} of {len(case.steps)}"
            yield follows(statement, *known, given, when, *followed, *inductions, step=where)
            followed.append(statement)
        shown.append(z3.Implies(z3.And(given, when), followed[-1]))
    return shown


def described(board: AnyBoard, closure: Points) -> Described:
    """What a board knows of a closure that it was asked for."""
    return next(some for some in board.described if some.points.member.eq(closure.member))
