"""A clause as text that stands by itself: what was read of an author's function, and nothing else, is what runs.

The text has the names that the author wrote. Beside it stands what each name from outside means: a number or another
constant as it is written out, a function or a class of the documents by its id, or another text. So a clause can be
sent to a process that never imports its author's file.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeAlias, cast

from .. import spec
from ..spec.algebra import Color
from ..spec.parameters import PARAMETERS
from ..spec.registry import Decision
from ..spec.vocabulary import Moment, Pass, Phase, Remembered

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


def _modules() -> dict[str, ModuleType]:
    own = f"{spec.__name__}."
    return {name.removeprefix(own): module for name, module in sys.modules.items() if name.startswith(own)}


MODULES: Mapping[str, ModuleType] = _modules()
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
        file: the author's file, which errors name.
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
    """The text of a function, of which every part must have been understood.

    Raises:
        NotUnderstood: some part was not, or the text of the parts is not what the author wrote.
    """
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
