"""Every clause of every document means the same under every reading: as integers, as arrays, and as a program."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from superko.spec.algebra import Grid
from superko.spec.registry import Decision, clauses

from .clauses.comparing import Compiled, compiled_on, differs_from_arrays, differs_from_integers, in_python, library_of
from .clauses.every_clause import Asked, every_clause
from .clauses.in_c import COMPILER, answers
from .clauses.situations import Situations
from .in_python import every_coloring, some_coloring

with_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

SMALL = Grid(3, 2)
# By the text, these search for sequences of moves, and keep what they have reached in a set of Python's. The lemma that
# usually stands in the place of that search is compiled, and all of them with it.
ONLY_BY_THE_LEMMA = {
    "katago-v2/extra/pass-alive-group",
    "katago-v2/main/end-all-pass-alive",
    "katago-v2/area/remove-pass-dead",
    "katago-v2/territory/remove-pass-dead",
    "katago-v2/territory/remove-pass-dead#within-life",
}
# These ask when a player's passes began to be more, of which no program keeps an account.
ASKS_WHEN = {"repeated-pass/win", "repeated-pass/win#since"}
# These ask in Python what each of many situations answers differently: who wins, who agrees, whose turn it was.
NOT_ON_ARRAYS = {
    "aga/9-end#agreement",
    "aga/11-last-move#equal-totals",
    "dead-stones/statement#empty-list",
    "dead-stones/mediation",
    "dead-stones/kgs",
    "dead-stones/chinese",
    "dead-stones/japanese",
    *(clause.name for clause in clauses() if clause.decides is Decision.WINNER),
}


@pytest.fixture(scope="module")
def asked() -> Sequence[Asked]:
    return [*every_clause()]


@pytest.fixture(scope="module")
def compiled(asked: Sequence[Asked]) -> Compiled:
    return compiled_on(SMALL, asked)


@pytest.fixture(scope="module")
def situations() -> Situations:
    return Situations([*every_coloring(SMALL)])


@pytest.fixture(scope="module")
def library(compiled: Compiled, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return library_of(compiled, tmp_path_factory.mktemp("clauses"))


@pytest.mark.thorough
def test_every_registered_clause_is_asked(asked: Sequence[Asked]) -> None:
    assert {question.clause.name for question in asked} == {clause.name for clause in clauses()}


@pytest.mark.thorough
def test_every_clause_is_compiled_but_for_what_searches_in_python(compiled: Compiled) -> None:
    searching = [(question, why) for question, why in compiled.refused if question.clause.name not in ASKS_WHEN]
    assert {question.clause.name for question, _ in compiled.refused} == ONLY_BY_THE_LEMMA | ASKS_WHEN
    assert all(question.rules.literal for question, _ in searching)
    assert all("looks something up in Python, as in a set" in why for _, why in searching)


@pytest.mark.thorough
@with_compiler
def test_programs_and_arrays_answer_alike_on_every_coloring(
    compiled: Compiled, situations: Situations, library: ctypes.CDLL
) -> None:
    refused, differences = set(), []
    for asked, emitted_clause in compiled.distinct:
        try:
            differences.append(differs_from_arrays(asked, answers(library, emitted_clause, situations), situations))
        except ValueError:
            refused.add(asked.clause.name)
    assert refused == NOT_ON_ARRAYS
    assert [difference for difference in differences if difference] == []


@with_compiler
@pytest.mark.thorough
def test_programs_and_integers_answer_alike(compiled: Compiled, situations: Situations, library: ctypes.CDLL) -> None:
    """Given a clause under any rules and in any case, when it is asked of some colorings, then its program agrees."""
    chance = Random(0)
    for asked, emitted_clause in compiled.programs:
        places = chance.sample(range(len(situations)), 10)
        assert differs_from_integers(asked, answers(library, emitted_clause, situations), situations, places) is None


@pytest.mark.thorough
@with_compiler
def test_programs_do_in_python_what_they_do_in_c(
    compiled: Compiled, situations: Situations, library: ctypes.CDLL
) -> None:
    chance = Random(1)
    for _, emitted_clause in compiled.distinct:
        columns, run = answers(library, emitted_clause, situations), in_python(emitted_clause, situations)
        for place in chance.sample(range(len(situations)), 2):
            assert run(place) == {name: column[place] for name, column in columns.items()}, (
                emitted_clause.program.remarks
            )


@pytest.mark.thorough
@with_compiler
def test_they_answer_alike_on_boards_of_several_words(asked: Sequence[Asked], tmp_path: Path) -> None:
    """Given random colorings of 19x19, when each clause is asked in one case, then its program agrees with integers."""
    grid, chance = Grid(19, 19), Random(2)
    situations = Situations([some_coloring(grid, chance) for _ in range(4)])
    compiled = compiled_on(grid, one_case_each(asked))
    library = library_of(compiled, tmp_path)
    for question, emitted_clause in compiled.programs:
        columns = answers(library, emitted_clause, situations)
        assert differs_from_integers(question, columns, situations, range(len(situations))) is None


def one_case_each(asked: Sequence[Asked]) -> Iterator[Asked]:
    """Every clause in one case, by lemmas; several that have one text are asked once."""
    yield from {question.clause.function: question for question in asked if not question.rules.literal}.values()
