"""Which decisions the interpreter takes for those of one clause alone: read off its code, wherever it asks for one."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from ... import interpreter
from ...spec import composition
from ...spec.registry import Decision

ASKS = ("sole", "_sole")


class Unnamed(ValueError):
    """The interpreter asks for a sole clause without naming the decision where it asks."""


@cache
def asked_of_one_clause() -> frozenset[Decision]:
    """The decisions for which the interpreter, or what composes clauses for it, asks for the one clause that decides.

    Raises:
        Unnamed: a decision can't be read off the code.

    >>> Decision.PASS in asked_of_one_clause(), Decision.LEGAL in asked_of_one_clause()
    (True, False)
    """
    return frozenset(decision for module in _modules() for decision in asked_in(inspect.getsource(module)))


def _modules() -> Iterator[ModuleType]:
    yield composition
    for found in pkgutil.walk_packages(interpreter.__path__, f"{interpreter.__name__}."):
        yield importlib.import_module(found.name)


def asked_in(source: str) -> Iterator[Decision]:
    """The decisions that some code asks one clause for.

    Raises:
        Unnamed: a decision can't be read off it.

    >>> [decision.name for decision in asked_in("rules.sole(Decision.MOVE)")]
    ['MOVE']
    """
    tree = ast.parse(source)
    # A function that is called so itself hands on the decision that it is called with.
    handing_on = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in ASKS]
    inside = {id(node) for function in handing_on for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in ASKS and id(node) not in inside:
            named = [part.attr for part in map(_of_decision, node.args) if part is not None]
            if not named:
                raise Unnamed(f"Line {node.lineno} asks for a sole clause, and does not name the decision.")
            yield from (Decision[name] for name in named)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _of_decision(argument: ast.expr) -> ast.Attribute | None:
    is_one = isinstance(argument, ast.Attribute) and _name(argument.value) == "Decision"
    return argument if is_one and isinstance(argument, ast.Attribute) else None
