"""Every wrong version of a clause comes to a program that answers as its text does, or is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from superko.checker.vectors.mutants import NEAR_MISSES, REMEMBERS_START, mutants
from superko.interpreter.clauses_of_authors import outside_language
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from tests.mistakes.catalogue import written_out

from .clauses.asking import cases_of
from .clauses.comparing import Compiled, compiled_on, differs_from_integers, library_of
from .clauses.every_clause import Asked, rule_sets
from .clauses.in_c import COMPILER, answers
from .clauses.situations import Situations
from .in_python import every_coloring

SMALL = Grid(2, 2)
CASES = 1
# What these ask of the past, no program keeps.
FIRST_TURN = "on which turn something first happened is not kept here"
ALL_AT_ONCE = "a history can be asked about one event at a time here, not about all at once"
NOT_WRITTEN = "a history holds 1, which this reading can't write down"
NO_REMAINDER = "unsupported operand type(s) for %: 'EmittedNumber' and 'int'"
TOO_LARGE = "A clause calculates with numbers that are too large for a machine word."
NOT_IN_FORCE = "No clause in force decides PASS_ALIVE in phase main: the points of the pass-alive-groups of a color."
REFUSED = {
    *((name, FIRST_TURN) for name, wrong in NEAR_MISSES.items() if REMEMBERS_START in wrong),
    ("katago-v2/cleanup/legal-once", ALL_AT_ONCE),
    ("ours/more", NOT_IN_FORCE),
    *(("katago-v2/main/end-two-passes", why) for why in (NOT_WRITTEN, FIRST_TURN, NO_REMAINDER)),
    ("tromp-taylor/end", NO_REMAINDER),
    ("katago-v2/move/pseudolegal", TOO_LARGE),
}
REASONS = {why for _, why in REFUSED}


def wrong_clauses() -> Iterator[Asked]:
    """Every mistake that vectors know, and every wrong version for which a proof must fail, in some cases."""
    for mutant in mutants():
        yield from asked(mutant.made_in(next(rule_sets(mutant.clause))), mutant.clause.name)
    for version in written_out():
        if outside_language(version.rules):
            continue
        for amendment in version.rules.amendments:
            if amendment.clause is not None:
                yield from asked(version.rules, amendment.name)


def asked(rules: Rules, name: str) -> Iterator[Asked]:
    """A clause of some rules in some cases."""
    for clause in rules.in_force:
        if clause.name == name:
            yield from (Asked(clause, rules, case) for case in cases_of(clause)[:CASES])


@pytest.fixture(scope="module")
def wrong() -> Sequence[Asked]:
    return [*wrong_clauses()]


@pytest.fixture(scope="module")
def compiled(wrong: Sequence[Asked]) -> Compiled:
    return compiled_on(SMALL, wrong)


@pytest.mark.thorough
def test_there_are_wrong_versions_of_most_clauses_that_decide(wrong: Sequence[Asked]) -> None:
    assert len({question.clause.name for question in wrong}) > 120
    assert len({(question.clause.name, question.clause.text) for question in wrong}) > 300


@pytest.mark.thorough
def test_no_others_are_refused_than_those_that_ask_for_what_no_program_keeps(compiled: Compiled) -> None:
    refused = {(asked.clause.name, why.split(": ", 1)[1]) for asked, why in compiled.refused}
    # What is to be written instead follows on the reason.
    assert {(name, next(filter(why.startswith, REASONS), why)) for name, why in refused} == REFUSED


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.thorough
def test_programs_answer_as_the_wrong_text_does(compiled: Compiled, tmp_path: Path) -> None:
    """Given a mistake in a clause, when its program runs in some situations, then it makes the same mistake."""
    library, chance = library_of(compiled, tmp_path), Random(3)
    situations = Situations([*every_coloring(SMALL)])
    for question, emitted_clause in compiled.programs:
        places = chance.sample(range(len(situations)), 8)
        assert differs_from_integers(question, answers(library, emitted_clause, situations), situations, places) is None
