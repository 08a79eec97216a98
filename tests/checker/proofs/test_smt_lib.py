"""Queries as text: the very formula, with names apart, the same text every time."""

from __future__ import annotations

from typing import Any

import pytest
import z3

from superko.checker.evidence.queries import QueryKind, SolverAnswer
from superko.checker.proofs.every_board import ANY, OTHER, POINT, adjacent
from superko.checker.proofs.solvers import cvc5_answer, script

NOT_ALONE = z3.ForAll([ANY], z3.substitute(z3.Exists([ANY], ANY != OTHER), (OTHER, ANY)))


def read_again(text: str) -> list[Any]:
    return list(z3.parse_smt2_string(text, ctx=z3.Context()))


def by_z3(text: str) -> str:
    solver = z3.Solver(ctx=z3.Context())
    solver.from_string(text)
    return str(solver.check())


@pytest.mark.thorough
def test_a_binder_inside_another_one_of_the_same_name_captures_nothing() -> None:
    text = script([NOT_ALONE], "UF")
    assert by_z3(text) == "sat"
    assert cvc5_answer(text, QueryKind.ANY_BOARD) is SolverAnswer.SAT
    captured = text.replace("any!1", "any")
    assert by_z3(captured) == "unsat"


def test_a_binder_does_not_take_the_name_of_what_is_free() -> None:
    text = script([z3.ForAll([ANY], adjacent(ANY, OTHER)), z3.Not(adjacent(ANY, OTHER))], "UF")
    assert by_z3(text) == "unsat"
    assert cvc5_answer(text, QueryKind.ANY_BOARD) is SolverAnswer.UNSAT


def test_what_is_repeated_is_read_as_it_was_meant() -> None:
    sets = [z3.Function(f"a set with a long name, {number}", POINT, z3.BoolSort()) for number in range(3)]
    long = z3.And([predicate(ANY) for predicate in sets])
    text = script([z3.ForAll([ANY], z3.Or(long == adjacent(ANY, ANY), z3.Not(long))), z3.Exists([ANY], long)], "UF")
    assert script(read_again(text), "UF") == text


def test_what_is_free_is_refused_the_name_of_a_binder() -> None:
    there, named_alike = z3.Ints("any any!1")
    with pytest.raises(ValueError, match="named as binders are: any"):
        script([z3.ForAll([there], z3.Exists([there], there > named_alike))], "LIA")


def test_numbers_bits_and_values_are_read_as_they_were_meant() -> None:
    number, fraction, bits = z3.Int("number"), z3.Real("fraction"), z3.BitVec("bits", 5)
    statements = [
        number == -3,
        fraction == z3.Q(-1, 2) + z3.ToReal(number),
        z3.Extract(3, 1, bits) == 5,
        z3.ZeroExt(2, bits) != 7,
        z3.If(number > 0, bits, ~bits) >> 1 == 2,
    ]
    text = script(statements, "ALL")
    assert script(read_again(text), "ALL") == text
    assert by_z3(text) == "sat"
    assert cvc5_answer(text, QueryKind.COUNTING) is SolverAnswer.SAT


def test_the_text_does_not_depend_on_what_was_written_before() -> None:
    def statements() -> list[Any]:
        known = z3.FreshBool("known")
        return [z3.Or(known, z3.ForAll([ANY], adjacent(ANY, OTHER))), z3.Not(known)]

    first = script(statements(), "UF")
    script([NOT_ALONE, *statements()], "UF")
    assert script(statements(), "UF") == first
