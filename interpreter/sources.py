"""Functions as texts: where they stand in their files, and a clause as text that stands by itself.

What was read of an author's function, and nothing else, is what runs. The text has the names that the author wrote.
Beside it stands what each name from outside means: a number or another constant as it is written out, a function or a
class of the documents by its id, or another text. So a clause can be sent to a process that never imports its author's
file.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, partial
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeAlias, cast

from .. import spec
from ..spec.algebra import Color
from ..spec.parameters import PARAMETERS
from ..spec.registry import Decision
from ..spec.rules import Refusal
from ..spec.vocabulary import Moment, Pass, Phase, Remembered


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
    """Where a function stands; `OutsideLanguage` if its source is not there, or is not what is run."""
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


AUTHOR, _PROJECT = "clauses_of_an_author", __name__.split(".", maxsplit=1)[0] + "."
ENUMS: tuple[type[Enum], ...] = (
    Color,
    Phase,
    Decision,
    Moment,
    Remembered,
    *(parameter.kind for parameter in PARAMETERS.values() if issubclass(parameter.kind, Enum)),
)
BUILTINS: Mapping[str, object] = {
    "bool": bool,
    "any": any,
    "all": all,
    "sum": sum,
    "min": min,
    "max": max,
    "abs": abs,
    "frozenset": frozenset,
    "isinstance": isinstance,
}


def is_one_of(value: object, known: Iterable[object]) -> bool:
    """Whether a value is the very same as one of some others; it is not asked itself whether it equals them."""
    return any(value is other for other in known)


_SPEC = f"{spec.__name__}."
MODULES: Mapping[str, ModuleType] = {
    name.removeprefix(_SPEC): module for name, module in sys.modules.items() if name.startswith(_SPEC)
}
"""The modules of the documents, as they are before any file of an author is run."""
PACKAGE = sys.modules[_PROJECT.removesuffix(".")]
"""What authors import as `superko`, with the names that they need."""
_HANDLING = ("answers", "documents", "guard", "lemma", "registry", "rules")
ABOUT_DOCUMENTS = {f"{spec.__name__}.{name}" for name in _HANDLING}
"""The modules whose functions handle clauses, and say nothing that a document does."""
DOCUMENTED: Mapping[str, Any] = MappingProxyType(
    {
        "dataclasses.replace": replace,
        **{
            f"{name}.{member}": value
            for name, module in MODULES.items()
            for member, value in vars(module).items()
            if isinstance(value, type) or (isinstance(value, FunctionType) and value.__module__ not in ABOUT_DOCUMENTS)
            if value.__module__.startswith(spec.__name__)
        },
    }
)
"""The functions and classes of the documents, each by its module and name."""
_IDS = {id(value): name for name, value in DOCUMENTED.items()}


def is_documented(value: object) -> bool:
    """Whether a value is the very function or class that a document has, and no other one of that name."""
    return id(value) in _IDS


def is_of_project(function: object) -> bool:
    """Whether a function, whatever it is given already, stands in one of our own modules."""
    while isinstance(function, partial):
        function = function.func
    if not isinstance(function, FunctionType) or not str(function.__module__).startswith(_PROJECT):
        return False
    return getattr(sys.modules.get(function.__module__), "__dict__", None) is function.__globals__


@dataclass(frozen=True)
class Members:
    """What a name of a module or a clause stands for: those of its parts that a text mentions."""

    parts: tuple[tuple[str, Reference], ...]


@dataclass(frozen=True)
class Rebuilt:
    """A function as text that stands by itself.

    Attributes:
        text: its source, without decorators and annotations.
        names: what each name from outside of it stands for; a string is an expression in the words of the documents.
        module: the name of one of our own modules, if the function stands there.
        places: where the parts of the text stand in that file.
    """

    text: str
    names: tuple[tuple[str, Reference], ...]
    module: str
    file: str = field(compare=False, repr=False)
    places: tuple[tuple[int, int, int, int], ...] = field(compare=False, repr=False)

    def function(self) -> FunctionType:
        """The function that the text defines."""
        tree = ast.parse(self.text)
        (node,) = tree.body
        placed = node.value if isinstance(node, ast.Expr) else node
        for part, place in zip(_placed(placed), self.places, strict=True):
            part.lineno, part.col_offset, part.end_lineno, part.end_col_offset = place
        names = {
            "__builtins__": dict(BUILTINS),
            "__name__": self.module,
            **{name: meant(by) for name, by in self.names},
        }
        if isinstance(placed, ast.Lambda):
            code = compile(ast.Expression(placed), self.file, "eval", dont_inherit=True)
            function: FunctionType = eval(code, names)
            return function
        local: dict[str, FunctionType] = {}
        exec(compile(tree, self.file, "exec", dont_inherit=True), names, local)
        (function,) = local.values()
        return function


Reference: TypeAlias = "str | Rebuilt | Members"
_WORDS: Mapping[str, Any] = {
    **{kind.__name__: kind for kind in ENUMS},
    **BUILTINS,
    "Pass": Pass,
    "documents": DOCUMENTED,
}


def meant(reference: Reference) -> Any:
    """What a reference stands for.

    >>> meant("(Color.BLACK, 7.5)"), meant("documents['vocabulary.Pass']")
    ((<Color.BLACK: 'B'>, 7.5), <class 'superko.spec.vocabulary.Pass'>)
    """
    if isinstance(reference, Rebuilt):
        return reference.function()
    if isinstance(reference, Members):
        parts = ModuleType(spec.__name__)
        vars(parts).update({name: meant(part) for name, part in reference.parts})
        return parts
    return eval(reference, {"__builtins__": {}, **_WORDS})


def constant(value: object) -> str | None:
    """A constant as it is written out; None if it is none that the language has, such as an instance of a subclass.

    >>> constant((1, Color.WHITE)), constant("text")
    ('(1, Color.WHITE,)', None)
    """
    kind = type(value)
    if value is None or is_one_of(kind, (int, float, bool)):
        return repr(value)
    if is_one_of(kind, ENUMS):
        return f"{kind.__name__}.{value.name}"  # type: ignore[attr-defined]
    if kind is Pass:
        return "Pass()"
    if kind is tuple or kind is frozenset:
        parts = [constant(part) for part in cast(Any, value)]
        if None not in parts:
            written = "".join(f"{part}, " for part in cast(Any, parts if kind is tuple else sorted(cast(Any, parts))))
            return f"({written.rstrip()})" if kind is tuple else f"frozenset(({written.rstrip()}))"
    return None


def documented(value: object) -> str:
    """The expression that names a function or a class of the documents."""
    return f"documents[{_IDS[id(value)]!r}]"


class NotUnderstood(Exception):
    """A part of a function that was not read, so that no text can say it."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__()
        self.node = node


def rebuilt(
    function: FunctionType,
    node: ast.FunctionDef | ast.Lambda,
    understood: Container[ast.AST],
    names: Mapping[str, Reference],
) -> Rebuilt:
    """The text of a function; `NotUnderstood` if some part was not, or the text is not what the author wrote."""
    for part in _parts(node):
        if part not in understood:
            raise NotUnderstood(part)
    bare = _Bare().visit(deepcopy(node))
    text = ast.unparse(bare)
    (again,) = ast.parse(text).body
    if ast.dump(again.value if isinstance(again, ast.Expr) else again) != ast.dump(bare):
        raise NotUnderstood(node)
    places = tuple(
        (part.lineno, part.col_offset, part.end_lineno or 0, part.end_col_offset or 0) for part in _placed(bare)
    )
    module = function.__module__ if is_of_project(function) else AUTHOR
    return Rebuilt(text, tuple(sorted(names.items())), module, function.__code__.co_filename, places)


def _placed(node: ast.AST) -> Iterator[Any]:
    return (part for part in ast.walk(node) if "lineno" in part._attributes)


def _parts(node: ast.FunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    """The statements and expressions of a function, and what it gives its parameters by default."""
    body = node.body if isinstance(node.body, list) else [node.body]
    defaults = (*node.args.defaults, *filter(None, node.args.kw_defaults))
    for part in (*defaults, *body):
        yield from _within(part)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, part in ast.iter_fields(node):
        if name not in ("annotation", "simple", "ctx", "op"):
            for inner in part if isinstance(part, list) else [part]:
                if isinstance(inner, ast.AST):
                    yield from _within(inner)


class _Bare(ast.NodeTransformer):
    """Leaves decorators and annotations out."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.decorator_list, node.returns = [], None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        self.generic_visit(node)
        return node if node.value is None else ast.copy_location(ast.Assign([node.target], node.value), node)
