"""The language of clauses: what is read of a clause, and what is told where it says something else."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from superko.checker.proofs.left_open import unread
from superko.checker.vectors.mutants import NEAR_MISSES_OF_SCORES, NEAR_MISSES_OF_TURNS
from superko.checker.vectors.mutations import MUTATIONS
from superko.interpreter.clauses_of_authors import (
    as_read,
    as_texts,
    as_written,
    made_of,
    not_read,
    obstacle_in,
    outside_language,
    read,
)
from superko.interpreter.game import Game
from superko.interpreter.kinds import ATTRIBUTES, K, Kind
from superko.interpreter.rules_files import _module, named_rules
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.answers import _is_on_the_board
from superko.spec.guard import word
from superko.spec.registry import Clause, Decision, _registered, clause, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Phase, Play, Position, Record, Tally

from . import hostile
from .hostile import (
    A_MODULE,
    ANY_NUMBER,
    COMPILED_AS_A_DOCUMENT,
    EQUAL_TO_ALL,
    LIKENESS,
    OVER_A_CLASS,
    OVER_A_TABLE,
    TENTH,
    Likeness,
)

pytestmark = pytest.mark.every_case

# It searches for sequences of moves, which no proof reads.
A_SEARCH = "katago-v2/extra/pass-alive-group"
ROOT = Path(__file__).parents[2]
README_FILES = [ROOT / "README.md", *ROOT.glob("*/**/README.md")]
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
DECIDING = [clause for clause in clauses() if clause.decides is not None]
ENDINGS = (Decision.PHASE_ENDS, Decision.NO_RESULT)


@pytest.mark.parametrize("clause", DECIDING, ids=lambda clause: clause.name)
def test_every_clause_of_the_documents_is_in_the_language(clause: Clause) -> None:
    assert clause.decides is not None
    obstacle = read(clause.function, clause.decides).obstacle
    assert bool(obstacle) == (clause.name == A_SEARCH), obstacle


@pytest.mark.parametrize("clause", DECIDING, ids=lambda clause: clause.name)
def test_so_is_every_mistake_that_vectors_make(clause: Clause) -> None:
    assert clause.decides is not None
    near = (*NEAR_MISSES_OF_TURNS.get(clause.name, ()), *NEAR_MISSES_OF_SCORES.get(clause.name, ()))
    for mutation in (*MUTATIONS.get(clause.decides, ()), *near):
        assert obstacle_in(as_read(replace(clause, function=mutation.applied_to(clause)))) == ""


def test_so_are_the_clauses_that_the_readme_files_show(tmp_path: Path) -> None:
    blocks = [block for file in README_FILES for block in PYTHON.findall(file.read_text(encoding="utf-8"))]
    files = [block for block in blocks if "RULES = " in block]
    assert files
    for number, text in enumerate(files):
        file = tmp_path / f"rules_{number}.py"
        file.write_text(text, encoding="utf-8")
        rules = named_rules(f"{file}:RULES")
        assert rules.amendments
        assert outside_language(rules) == ""


@pytest.mark.parametrize(
    ("kind", "value"),
    [(K.RECORD, Record), (K.POSITION, Position), (K.TALLY, Tally), (K.PLAY, Play), (K.ENDED, Ended)],
)
def test_every_part_of_the_vocabulary_has_a_kind(kind: Kind, value: type) -> None:
    assert list(ATTRIBUTES[kind]) == [part.name for part in fields(value)]


def with_set(record: Record) -> Any:
    return record.turn in {1, 2}


def with_default(record: Record, seen: Any = []) -> Any:  # noqa: B006
    return seen


def with_changes_of_the_first_round(record: Record) -> Any:
    captures = {BLACK: 0, WHITE: 0}
    for color in Color:
        captures[color] += 1
        captures = record.tally.captures  # type: ignore[assignment]
    return captures[BLACK] > 1


OF_THEIR_TURN = tuple(lambda record: record.turn > k for k in (1, 2))  # noqa: B023

OUTSIDE = {"a default": with_default, "a method": "".join, "a class": Play, "a name of each of many": OF_THEIR_TURN[0]}


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_has_no_text_of_its_own_is_outside(name: str) -> None:
    assert read(OUTSIDE[name], Decision.PHASE_ENDS).obstacle


def test_each_refusal_says_what_to_write_instead() -> None:
    lines = (Path(__file__).parent / "conversations" / "clauses.txt").read_text(encoding="utf-8").splitlines()
    refusals = [line for line in lines if line and line[0] not in "#@>" and line != "It is read."]
    advice = re.compile(r"; |\. (Ask|Compare) |`|is asked of|takes|written out")
    assert [refusal for refusal in refusals if not advice.search(refusal)] == []
    assert len(refusals) > 50


def with_all_that_is_given(*given: Any) -> Any:
    return given[0].pass_run > 2


def with_a_name_before_its_value(record: Record) -> Any:
    if record.turn > 3:
        return record.position.player is FIRST  # type: ignore[has-type, used-before-def] # noqa: F821
    FIRST = WHITE  # noqa: N806
    return record.position.player is FIRST


def with_a_default_that_nobody_uses(record: Record) -> Any:
    turns = lambda number=record.turn: number  # noqa: E731, F841
    return record.pass_run > 2


def with_a_lambda_that_nobody_asks(record: Record) -> Any:
    turn = lambda: type(record.turn)  # noqa: E731, F841
    return record.pass_run > 2


class AClass:
    __kind = 3

    def with_a_mangled_name(record: Record) -> Any:  # type: ignore[misc] # noqa: N805
        return record.turn > __kind  # type: ignore[name-defined] # noqa: F821


_AClass__kind = 2
NOT_USED = "is nowhere used as a clause may use it"
KEPT_OUTSIDE = "is kept outside of the clause; write it within the clause"
WAYS_IN = {
    "bounds of a slice": (
        "type is not among what a clause can call",
        lambda record: ENDINGS[: 1 if type(record.turn) is int else 2],
    ),
    "a keyword of sum": (NOT_USED, lambda record: sum((0 for _ in Color), start=record.turn) > 0),
    "a keyword of any": (NOT_USED, lambda record: any((False for _ in Color), start=record.turn)),  # type: ignore[call-arg]
    "a keyword of get": (
        "moves are asked for otherwise",
        lambda record: record.tally.moves.get((BLACK, Phase.MAIN), default=0) > 0,
    ),
    "another keyword": (
        "is asked without names of parameters",
        lambda record: record.position.coloring.regions(points=record.position.marks, where=lambda region: region),
    ),
    "a default of a lambda": (
        "takes just what it is called with",
        lambda record: record.position.coloring.exists(
            record.position.marks,
            such_that=lambda region, kind=record.turn: kind > 3,
        ),
    ),
    "a default that nobody uses": (NOT_USED, with_a_default_that_nobody_uses),
    "a lambda that nobody asks": (NOT_USED, with_a_lambda_that_nobody_asks),
    "all that is given": ("has no `*`", with_all_that_is_given),
    "a name before it has a value": ("FIRST has no value yet", with_a_name_before_its_value),
    "a mangled name": ("Python gives __kind a meaning of its own", AClass.with_a_mangled_name),
    "a number of one's own": (KEPT_OUTSIDE, lambda record: record.turn > hostile.ANY_NUMBER),
    "an imported number of one's own": (KEPT_OUTSIDE, lambda record: record.turn > ANY_NUMBER),
    "a tenth": ("0.1 is not counted exactly", lambda record: record.turn > TENTH),
    "a function that equals another": ("is not among what a clause can call", lambda record: EQUAL_TO_ALL(True)),
    "a function that equals any": (
        "put `any`, `all` or `sum` around them",
        lambda record: EQUAL_TO_ALL(color is BLACK for color in Color),
    ),
    "a value with a __getattr__": (KEPT_OUTSIDE, lambda record: EQUAL_TO_ALL.turn > 3),
    "a value that equals all": (KEPT_OUTSIDE, lambda record: record.position.player is EQUAL_TO_ALL),
    "a class that equals all": (KEPT_OUTSIDE, lambda record: record.position.player is LIKENESS),
    "a turn that equals all": (
        "it can be asked whether it is a Pass",
        lambda record: isinstance(record.last, Likeness),
    ),
    "a mapping over a table": (KEPT_OUTSIDE, lambda record: OVER_A_TABLE[BLACK] > 0),
    "a mapping over a class": (KEPT_OUTSIDE, lambda record: OVER_A_CLASS[BLACK] > 0),
    "a module of one's own": (KEPT_OUTSIDE, lambda record: A_MODULE.resulting_state(record, record)),
    "a function in a file of the documents": (
        "can't be read",
        lambda record: COMPILED_AS_A_DOCUMENT(record, record),
    ),
    "a dictionary that is changed": ("no dictionary is changed in place", with_changes_of_the_first_round),
}


@pytest.mark.parametrize(("reason", "function"), WAYS_IN.values(), ids=[*WAYS_IN])
def test_no_way_leads_around_what_is_read_so_nothing_is_proved_of_rules_with_one(
    reason: str, function: Callable[..., Any]
) -> None:
    assert reason in read(function, Decision.PHASE_ENDS).obstacle
    rules = Rules().replacing("katago-v2/main/end-two-passes", function, "It ends, or so it looks.")
    assert unread(rules)
    assert as_texts(rules) is None


def test_a_function_of_the_documents_is_read_where_no_document_has_it_as_a_clause() -> None:
    rules = Rules().replacing("katago-v2/main/end-two-passes", word, "It is, in a word.")
    assert unread(rules)


def test_what_handles_clauses_is_no_function_of_a_document() -> None:
    said = read(lambda record: _is_on_the_board(record.position.coloring), Decision.PHASE_ENDS)
    assert "isinstance" in said.obstacle or "int is not among what a clause can call" in said.obstacle


def test_nor_of_other_functions_that_stand_for_clauses() -> None:
    rules = Rules().calling(lambda clause: clause.function)
    assert unread(rules) == "Other functions stand for the clauses of these rules."
    assert as_texts(rules) is None


def test_rules_that_were_sent_as_texts_are_the_same() -> None:
    limit = 3

    def ends(record: Record) -> Any:
        """It ends."""
        return record.pass_run >= limit or is_over(record)

    rules = Rules().replacing("katago-v2/main/end-two-passes", ends)
    texts = as_texts(rules)
    assert texts is not None
    made = made_of(pickle.loads(pickle.dumps(texts)))
    record = Game(made, 1).record
    for run in range(5):
        asked = replace(record, pass_run=run)
        assert [clause.function(asked) for clause in made.deciding(Decision.PHASE_ENDS)] == [
            clause.function(asked) for clause in rules.deciding(Decision.PHASE_ENDS)
        ]
    assert unread(made) == ""
    assert as_texts(made) == texts


def is_over(record: Record) -> Any:
    return record.turn > 9


def passes(record: Record) -> Any:
    return record.pass_run >= 3


def test_what_runs_is_what_was_read_whatever_becomes_of_what_it_was_read_from() -> None:
    limit = 3

    def ends(record: Record) -> Any:
        """It ends."""
        return record.pass_run >= limit

    before = read(ends, Decision.PHASE_ENDS)
    assert before.text is not None
    assert dict(before.text.names) == {"limit": "3"}
    assert "Record" not in before.text.text
    ends.__code__ = (lambda record, limit=limit: True).__code__.replace(co_freevars=("limit",))
    assert not before.function(replace(Game(Rules(), 1).record, pass_run=2))


def test_a_clause_in_force_is_what_was_read() -> None:
    rules = Rules().replacing("katago-v2/main/end-two-passes", passes, "Three.")
    (clause,) = rules.deciding(Decision.PHASE_ENDS)
    text = read(passes, Decision.PHASE_ENDS).text
    assert text is not None
    assert pickle.loads(pickle.dumps(text)).function().__code__ == as_written(clause.function).__code__
    assert as_written(clause.function).__globals__.keys() == {"__builtins__", "__name__"}


def test_a_clause_that_an_author_registers_is_read_as_one_that_is_added() -> None:
    @clause("katago-v2/main/end-sometimes", decides=Decision.PHASE_ENDS)
    def sometimes(record: Record) -> Any:
        """It ends sometimes."""
        return hash(record.state) % 2

    try:
        assert "hash is not among what a clause can call" in not_read(Rules())
        assert not_read(Rules(document="french")) == ""
    finally:
        del _registered["katago-v2/main/end-sometimes"]
    assert not_read(Rules()) == ""


def test_a_function_with_other_builtins_is_not_taken_for_what_it_says(tmp_path: Path) -> None:
    text = "def ends(record):\n    return any(color is record.position.player for color in (record.position.player,))\n"
    (tmp_path / "plain.py").write_text(text)
    (tmp_path / "sly.py").write_text(f"__builtins__ = {{'any': all}}\n{text}")
    plain, sly = (_module(tmp_path / f"{name}.py").ends for name in ("plain", "sly"))
    assert read(plain, Decision.PHASE_ENDS).obstacle == ""
    assert "any is not among what a clause can call" in read(sly, Decision.PHASE_ENDS).obstacle


def test_where_it_stands_is_told() -> None:
    assert read(with_set, Decision.PHASE_ENDS).obstacle.startswith("test_language.py, line ")
    assert "write a tuple" in read(with_set, Decision.PHASE_ENDS).obstacle
