"""What is asked of the rules, and when: definitions in force, scores where something counts, and every clause.

A clause that nothing asks could say anything; a definition that is asked out of force answers without its conditions.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from itertools import product
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from superko.interpreter.notation import parse_board
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.program.game import GamePrograms
from superko.interpreter.result import as_set_up, lead_of
from superko.spec.algebra import BLACK, WHITE, Coloring, Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.katago_v2 import life
from superko.spec.katago_v2.life import independent_life_regions
from superko.spec.lemma import names_in, reading, rewritten
from superko.spec.parameters import CHOICES, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Clause, Decision, as_read, clauses, make_clause
from superko.spec.rules import Refusal, Rules, guard_parameters, why_not_amended

from ..test_architecture import MODULES

pytestmark = pytest.mark.every_case

USUAL = {rules.document: rules for rules in reversed(PRESETS.values())}
GUARDED = [clause for clause in clauses() if clause.decides is None and clause.document in USUAL and str(clause.guard)]


def readings_of_guards(document: str, *guards: Clause) -> Iterator[Rules]:
    """The rules of a document with every combination of what the guards of some clauses speak of."""
    names = sorted({name for clause in guards for name in guard_parameters(clause.guard)})
    for values in product(*(CHOICES[name].values for name in names)):
        yield USUAL[document].reading(dict(zip(names, values, strict=True)))


def defined(*about: Any) -> Any:
    raise AssertionError("a definition stands in its place")


def asks_by_name(ended: Any, color: Any, *, further: tuple[Any, ...] = ()) -> Any:
    return defined(ended.coloring, color, *further)


def asks_another(ended: Any, color: Any) -> Any:
    return asks_by_name(ended, color)


def asks_of_a_module(ended: Any, color: Any) -> Any:
    return life.dame_regions(ended.coloring)


def calls_by_name(definition: Callable[..., Any]) -> Callable[..., Any]:
    return reading(asks_by_name, defined=definition)


def calls_through_a_function_of_its_file(definition: Callable[..., Any]) -> Callable[..., Any]:
    return reading(asks_another, asks_by_name=calls_by_name(definition))


def calls_what_a_function_encloses(definition: Callable[..., Any]) -> Callable[..., Any]:
    function = definition

    def asked(ended: Any, color: Any) -> Any:
        return function(ended, color)

    return asked


def calls_with_arguments_given(definition: Callable[..., Any]) -> Callable[..., Any]:
    def asked(first: Any, ended: Any, color: Any) -> Any:
        return definition(first, ended, color)

    return partial(asked, 1)


WAYS_TO_CALL = [
    calls_by_name,
    calls_through_a_function_of_its_file,
    calls_what_a_function_encloses,
    calls_with_arguments_given,
]


@pytest.mark.parametrize("calls", WAYS_TO_CALL)
@pytest.mark.parametrize("definition", GUARDED, ids=lambda clause: clause.name)
def test_an_authors_clause_that_calls_a_definition_out_of_force_is_refused(
    definition: Clause, calls: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> None:
    asks = make_clause(calls(definition.function), "house/asks", decides=Decision.SCORE, text="It asks.")
    answers = [(definition.guard.holds(rules), rules) for rules in readings_of_guards(definition.document, definition)]
    assert {holds for holds, _ in answers} == {False, True}
    for holds, rules in answers:
        (asked,) = (clause for clause in rules.adding(asks).in_force if clause.name == "house/asks")
        if holds:
            assert asked.function == as_read(asks).function
        else:
            with pytest.raises(Refusal, match=f"{definition.name} can't be asked under these rules; it is in force"):
                asked.function(as_set_up(rules, parse_board(".")), BLACK)


def test_it_is_refused_where_the_module_is_named_with_it() -> None:
    asks = make_clause(asks_of_a_module, "house/asks", decides=Decision.SCORE, text="It asks.")
    lead_of(as_set_up(Rules(tax=Tax.ALL).adding(asks), parse_board(".X.O.")))
    with pytest.raises(Refusal, match="katago-v2/extra/dame-region can't be asked under these rules"):
        lead_of(as_set_up(Rules().adding(asks), parse_board(".X.O.")))


def life_bonus(ended: Any, color: Any) -> Any:
    """A player is given a point for each independent-life-region of their color."""
    c = ended.coloring
    return c.number_of_regions(independent_life_regions(ended.rules, c, color))


BONUS = make_clause(life_bonus, "house/life-bonus", decides=Decision.SCORE)


def test_no_kind_of_board_answers_out_of_force() -> None:
    rules, c = PRESETS["tromp-taylor"].adding(BONUS), parse_board(".X.O./XX.OO")
    sets = (np.array([points], dtype=np.uint64) for points in (c.black, c.white))
    for board in (c, Coloring(ArrayBoard(c.board.grid), *sets)):
        with pytest.raises(Refusal, match="independent-life-region can't be asked under these rules"):
            lead_of(as_set_up(rules, board))
    with pytest.raises(NotCompiled, match="independent-life-region can't be asked under these rules"):
        _ = GamePrograms(rules, Grid(3, 1)).programs


def test_what_rests_on_a_decision_is_not_said_where_no_clause_takes_it() -> None:
    with pytest.raises(Refusal, match="No clause of these rules decides LIFE"):
        independent_life_regions(Rules(), parse_board(".X.O."), BLACK)


def test_an_author_may_drop_every_condition_and_every_term() -> None:
    rules, board = PRESETS["stone-scoring"], parse_board(".X.O.")
    without_conditions = without(rules, Decision.LIFE)
    assert independent_life_regions(without_conditions, board, BLACK) == board.not_of(WHITE)
    assert lead_of(as_set_up(without(replace(rules, komi=0.5), Decision.SCORE), board)) == 0
    (stones,) = (term for term in PRESETS["ikeda"].deciding(Decision.SCORE) if "area" in term.name)
    of_nothing = PRESETS["ikeda"].replacing(stones.name, lambda ended, color: 0, "Nothing counts.")
    assert lead_of(as_set_up(replace(of_nothing, komi=0.5), board)) == -0.5


def without(rules: Rules, decision: Decision) -> Rules:
    for clause in rules.deciding(decision):
        rules = rules.dropping(clause.name)
    return rules


def test_clauses_of_documents_call_definitions_only_where_these_are_in_force() -> None:
    seen = 0
    for definition in GUARDED:
        for clause in clauses(definition.document):
            if clause.function is not definition.function and calls(clause, definition):
                for rules in readings_of_guards(definition.document, clause, definition):
                    seen += clause.guard.holds(rules)
                    assert not clause.guard.holds(rules) or definition.guard.holds(rules), (clause.name, rules)
    assert seen


def calls(clause: Clause, definition: Clause) -> bool:
    return rewritten(clause.function, {definition.function: len}) is not clause.function


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_counts_what_was_played(name: str) -> None:
    assert Decision.SCORE in PRESETS[name].counted_by
    lead_of(as_set_up(PRESETS[name], parse_board(".XO./....")))


@pytest.mark.parametrize("parameter", ["scoring", "tax"])
def test_a_game_that_no_clause_counts_can_not_be_scored(parameter: str) -> None:
    """Given a parameter with a value that no clause knows, when a game ends, then komi is not all that it scores."""
    rules = Rules(komi=6.5)
    object.__setattr__(rules, parameter, "a new value")
    with pytest.raises(Refusal, match="can't score a game"):
        lead_of(as_set_up(rules, parse_board(".XO.")))


def test_no_text_speaks_of_values_that_it_does_not_name() -> None:
    """Given a value that is added to a parameter, then no clause is registered for it by going through all of them."""
    kinds = {choice.kind.__name__ for choice in CHOICES.values()} - {"bool", "float", "str"}
    for name, path in MODULES.items():
        if name.startswith("superko.spec.") and name.count(".") > 2:
            nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
            gone_through = [node.iter for node in nodes if isinstance(node, ast.For | ast.comprehension)]
            named = {node.id for each in gone_through for node in ast.walk(each) if isinstance(node, ast.Name)}
            assert not named & kinds, name


# Every clause is asked.


DOORS = [
    *(name for name in MODULES if name.startswith("superko.interpreter.")),
    "superko.checker.life.statuses",  # which strings are alive by article 7 of the Japanese rules
    "superko.checker.claims.bans",  # whether the quick count gives the difference of the count
]
"""What asks for definitions beside the game, and asks for what an author put in their place."""


@dataclass(frozen=True)
class Said:
    """What a function, or a module, names.

    Attributes:
        functions: the functions.
        texts: the texts that stand in it: names of clauses, and parts.
        ids: the texts that it has by a name, such as ids of which it names a part.
    """

    functions: frozenset[Callable[..., Any]]
    texts: frozenset[str]
    ids: frozenset[str]

    def names(self, clause: Clause) -> bool:
        a_part = bool(clause.part) and not {clause.part, f"#{clause.part}"}.isdisjoint(self.texts)
        return clause.function in self.functions or clause.name in self.texts or (a_part and clause.id in self.ids)


def functions_in(values: Iterable[Any]) -> Iterator[Callable[..., Any]]:
    for value in values:
        if isinstance(value, FunctionType):
            yield getattr(value, "__wrapped__", value)
        elif isinstance(value, dict):
            yield from functions_in(value.values())
        elif is_dataclass(value) and not isinstance(value, type | Clause):
            yield from functions_in(getattr(value, field.name) for field in fields(value))


def texts_in(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from texts_in(constant)
        yield from (
            text for text in (constant if isinstance(constant, tuple) else (constant,)) if isinstance(text, str)
        )


def said_in_function(function: FunctionType) -> Said:
    names = set(names_in(function.__code__))
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    known += [cell.cell_contents for cell in function.__closure__ or ()]
    known += [getattr(module, name, None) for module in known if isinstance(module, ModuleType) for name in names]
    ids = {value for value in known if isinstance(value, str)}
    return Said(frozenset(functions_in(known)), frozenset(texts_in(function.__code__)), frozenset(ids))


def said_in_module(name: str) -> Said:
    module, tree = importlib.import_module(name), ast.parse(MODULES[name].read_text(encoding="utf-8"))
    called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    known = [value for key, value in module.__dict__.items() if key in called]
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    ids = {value for value in known if isinstance(value, str)}
    return Said(frozenset(functions_in(known)), frozenset(texts), frozenset(ids))


def asked_from(clauses_of_all: Iterable[Clause]) -> set[str]:
    """The names of the clauses that are asked, from a decision or from a door."""
    every = tuple(clauses_of_all)
    to_read = [function for clause in every if clause.decides for function in (clause.function, clause.witness)]
    places = [said_in_module(name) for name in DOORS]
    asked = {clause.name for clause in every if clause.decides}
    read: set[Callable[..., Any]] = {why_not_amended}
    while to_read or places:
        for said in places:
            new = [clause for clause in every if clause.name not in asked and said.names(clause)]
            asked |= {clause.name for clause in new}
            to_read += [clause.function for clause in new]
            to_read += [function for function in said.functions if function.__module__.startswith("superko.spec")]
        fresh = [function for function in to_read if isinstance(function, FunctionType) and function not in read]
        read.update(fresh)
        to_read, places = [], [said_in_function(function) for function in fresh]
    return asked


def test_every_clause_is_asked_or_says_why_it_can_not_be_amended() -> None:
    every = [clause for clause in clauses() if "/" in clause.name and not clause.name.startswith("test/")]
    unasked = {clause.name for clause in every} - asked_from(every)
    assert {clause.name for clause in every if clause.name in unasked and not why_not_amended(clause)} == set()
    assert {"aga/12-neutral", "japanese-1989/7-1-alive"} <= unasked, "the test can see that nothing asks a clause"


def test_every_decision_is_asked() -> None:
    """Given what functions do, their tags left out, when a decision is looked for, then one of them names it."""
    done = [
        ast.unparse(statement)
        for name, path in MODULES.items()
        if name.startswith(("superko.interpreter", "superko.spec"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for statement in node.body
    ]
    assert [decision for decision in Decision if not any(f"Decision.{decision.name}" in text for text in done)] == []
