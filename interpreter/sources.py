"""Where functions stand in their files, and how often the names that they use are given a value there."""

from __future__ import annotations

import ast
import linecache
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from ..spec.rules import Refusal


class OutsideLanguage(Refusal):
    """A clause that says something outside of the language of clauses; the message says where and what."""


@dataclass(frozen=True)
class Source:
    """Where a function stands in a file: its node, and the tree of the file."""

    file: str
    tree: ast.Module
    node: ast.FunctionDef | ast.Lambda


@cache
def _parsed(file: str, text: str) -> tuple[ast.Module, CodeType]:
    return ast.parse(text), compile(text, file, "exec", dont_inherit=True)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def source_of(function: FunctionType) -> Source:
    """Where a function stands.

    Raises:
        OutsideLanguage: its source is not there, or is not what is run.
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename))
    try:
        tree, compiled = _parsed(code.co_filename, text)
    except (SyntaxError, ValueError):
        tree, compiled = _parsed(code.co_filename, "")
    if code not in _codes(compiled):
        raise OutsideLanguage(f"The source of {function.__qualname__} can't be read; write it by `def` in a file.")
    wanted = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    lines, spans = _positions(code), []
    for node in ast.walk(tree):
        if isinstance(node, wanted) and _first_line(node) == code.co_firstlineno:
            body = node.body[0] if isinstance(node, ast.FunctionDef) else node.body
            last = node.body[-1] if isinstance(node, ast.FunctionDef) else node.body
            start, end = (body.lineno, body.col_offset), (last.end_lineno or 0, last.end_col_offset or 0)
            if all(start <= first and last <= end for first, last in lines):
                spans.append((end[0] - start[0], end[1] - start[1], start, node))
    if not spans:
        raise OutsideLanguage(f"The source of {function.__qualname__} can't be read; write it by `def` in a file.")
    innermost: Any = min(spans, key=lambda span: span[:3])[3]
    return Source(code.co_filename, tree, innermost)


def _first_line(node: ast.FunctionDef | ast.Lambda) -> int:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min(part.lineno for part in (node, *decorators))


def _positions(code: CodeType) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where what is run stands: from which line and column, to which."""
    return [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in code.co_positions()
        if line and end_line and column is not None and end_column and (line, column) != (end_line, end_column)
    ]


def every_parameter(arguments: ast.arguments) -> Iterator[ast.arg]:
    """The parameters of a function, whatever they take."""
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (parameter for parameter in (arguments.vararg, arguments.kwarg) if parameter is not None)


def times_given(tree: ast.Module, name: str, node: ast.AST, at_top: bool) -> int:
    """How often a name is given a value: at the top of a file, or in the function around the one that uses it."""
    scopes, changing = _scopes(tree)
    if name in changing or (at_top and "" in changing):
        return 2
    line = getattr(node, "lineno", 0)
    around = [scope for scope in scopes if scope.lineno <= line <= (scope.end_lineno or 0)]
    return max((_given(scope)[name] + _given(scope)["*"] for scope in ([tree] if at_top else around)), default=0)


# What gives a name another value without saying so.
CHANGING = ("globals", "vars", "setattr", "exec", "eval", "reload", "__dict__")


@cache
def _scopes(tree: ast.Module) -> tuple[list[ast.FunctionDef | ast.Lambda], set[str]]:
    """The functions of a file, and the names that they may change; "" where these may be any."""
    scopes, changing = [], set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.Lambda():
                scopes.append(node)
            case ast.Global(names) | ast.Nonlocal(names):
                changing |= {*names}
            case ast.Name(name) if name in CHANGING:
                changing.add("")
    return scopes, changing


@cache
def _given(scope: ast.Module | ast.FunctionDef | ast.Lambda) -> Counter[str]:
    """How often each name is given a value in a file or a function, "*" where it is not said which."""
    parameters = () if isinstance(scope, ast.Module) else every_parameter(scope.args)
    body = scope.body if isinstance(scope.body, list) else []
    return Counter(
        [
            *(parameter.arg for parameter in parameters),
            *(name for statement in body for node in _of_scope(statement) for name in _bound(node)),
        ]
    )


def _of_scope(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what stands in it, but not what stands in functions and classes of its own scope."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        for part in ast.iter_child_nodes(node):
            yield from _of_scope(part)


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.For(target) | ast.comprehension(target):  # Once more than the names in it: they change.
            yield from (inner.id for inner in ast.walk(target) if isinstance(inner, ast.Name))
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.split(".", maxsplit=1)[0]
