"""What texts presuppose alike stands once, with each text's own sentence over it; the rest each says by itself."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import FunctionType
from typing import Any

import pytest

from superko.interpreter.game import Game
from superko.spec import usual
from superko.spec.algebra import BLACK
from superko.spec.presets import PRESETS
from superko.spec.registry import Clause, Decision, clause_named, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import Position

pytestmark = pytest.mark.every_case

IN_ITS_OWN_WORDS = {
    Decision.MOVE: "what a play does",
    Decision.PSEUDOLEGAL: "where a stone can be played",
    Decision.LEGAL: "what may not be repeated",
    Decision.SCORE: "what counts",
    Decision.PASS: "that a pass may be the first of the game, where that gives something",
    Decision.FIRST_PASS: "who has made the first pass",
    Decision.PASS_STONES: "what a pass costs",
    Decision.PHASE_ENDS: "which pass ends play, where it is not the second in a row",
    Decision.NEXT_PHASE: "what follows on play, where that is more play",
    Decision.TURN: "which turns there are besides moves and passes",
    Decision.UNBLOCK_ACTION: "what a pass for a ko does",
    Decision.DRAWN: "that a cycle is a draw",
    None: "what its words mean",
}
"""What a text says by a function of its own, although another one says the same; that it does is for a claim."""
FUNCTIONS = (value for value in vars(usual).values() if isinstance(value, FunctionType))
SHARED = [function for function in FUNCTIONS if function.__module__ == usual.__name__]
USUAL = {rules.document: rules for rules in reversed(PRESETS.values())}


def body_of(function: Callable[..., Any], within: frozenset[Callable[..., Any]] = frozenset()) -> str:
    """What a function does, whatever it calls its parameters, its numbers, and the functions that it calls."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    alike = Alike(node, function, within)
    statements = node.body[1:] if ast.get_docstring(node) else node.body
    return "\n".join(ast.unparse(ast.fix_missing_locations(alike.visit(statement))) for statement in statements)


class Alike(ast.NodeTransformer):
    """Puts a number for each name of a function's own, and what it stands for in the place of each other name."""

    def __init__(self, node: ast.FunctionDef, function: Any, within: frozenset[Callable[..., Any]]) -> None:
        self._numbers: dict[str, str] = {}
        self._known = {**vars(builtins), **function.__globals__}
        self._within = within | {function}
        for argument in node.args.args:
            self.visit_arg(argument)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self._numbers.setdefault(node.arg, f"own_{len(self._numbers)}"))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._numbers or node.id not in self._known or isinstance(node.ctx, ast.Store):
            return ast.Name(self._numbers.setdefault(node.id, f"own_{len(self._numbers)}"))
        value = self._known[node.id]
        if isinstance(value, int | float):
            return ast.Constant(value)
        if (
            isinstance(value, FunctionType)
            and value.__module__.startswith("superko.spec")
            and value not in self._within
        ):
            return ast.Name(f"<{body_of(value, self._within)}>")
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign:
        assert node.value is not None
        return ast.Assign([self.visit(node.target)], self.visit(node.value), lineno=node.lineno)


def written_again(among: Iterable[Clause]) -> set[str]:
    """The clauses that say by a function of their own what another document says too, and not in its own words."""
    alike: dict[tuple[Decision | None, str], list[Clause]] = {}
    for clause in among:
        if clause.decides not in IN_ITS_OWN_WORDS or "/presupposed" in clause.id:
            alike.setdefault((clause.decides, body_of(clause.function)), []).append(clause)
    several = (those for those in alike.values() if len({clause.function for clause in those}) > 1)
    return {
        clause.name
        for those in several
        if len({clause.document for clause in those}) > 1
        for clause in those
        if clause.function not in SHARED
    }


def copied(empty_board: Any) -> Any:
    """Black begins, on an empty board."""
    return Position(empty_board, BLACK)


def test_no_body_stands_in_two_documents_but_what_each_says_in_its_own_words() -> None:
    assert written_again(clauses()) == set()


@pytest.mark.parametrize("document", USUAL)
def test_an_amendment_changes_no_other_clause_of_its_text_that_shares_the_function(document: str) -> None:
    rules = USUAL[document]
    for shared in rules.in_force:
        if shared.decides is not None and shared.function in SHARED:
            amended = rules.replacing(shared.name, lambda *about: None, "It says something else.")
            changed = [new for old, new in zip(rules.in_force, amended.in_force, strict=True) if old != new]
            assert [clause.name for clause in changed] == [shared.name]


TAKING_FOR_GRANTED = [clause for clause in clauses() if clause.function is usual.without_liberties]


@pytest.mark.parametrize("amended", TAKING_FOR_GRANTED, ids=lambda clause: clause.name)
def test_an_amendment_of_what_texts_define_alike_changes_one_text_alone(amended: Clause) -> None:
    def black_stones_left(rules: Rules) -> int:
        return Game(rules, (2, 1)).play("A1", "B1").position.coloring.black

    nothing = USUAL[amended.document].replacing(amended.name, nothing_is_taken, "No stones are taken.")
    assert black_stones_left(nothing)
    for shared in TAKING_FOR_GRANTED:
        assert not black_stones_left(replace(USUAL[shared.document], komi=0.5))


def nothing_is_taken(c: Any, color: Any) -> Any:
    return c.board.nothing


def test_a_copy_is_noticed() -> None:
    start = clause_named("french/turns")
    again = replace(start, function=copied)
    assert body_of(copied) == body_of(usual.start)
    assert written_again([again, *clauses("wmsg")]) == {"french/turns"}
    own = replace(clause_named("ikeda/presupposed#empty"), function=clause_named("french/play#unoccupied").function)
    assert written_again([own, *clauses("chinese-2002")]) == {"ikeda/presupposed#empty"}
    assert written_again([clause_named("french/play"), *clauses("wmsg")]) == set(), "both say what a play is"
