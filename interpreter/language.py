"""The language of clauses: what an author may write so that a clause is read as it is played.

A proof, and every engine that runs a clause once for many games, hands it values of which little is known. Python can
look at such a value in ways that nobody notices: by its hash, its text, its type, or by swallowing what it raises. So
the source of a clause is read before it is believed. What is read here gives every expression a kind, and each kind has
few questions. A clause that asks others can be played all the same; nothing is proved of it.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any, cast

from .. import spec
from ..spec.algebra import Color, Coloring
from ..spec.answers import unchecked
from ..spec.parameters import PARAMETERS
from ..spec.registry import Clause, Decision, clause_named
from ..spec.registry import clause as registered
from ..spec.rules import Amendment, Refusal, Rules
from ..spec.vocabulary import Pass, Phase, Remembered
from .kinds import (
    ABOUT_ALL,
    ARITHMETIC,
    ASKED_OF_EACH,
    ASKING,
    ATTRIBUTES,
    BUILTINS,
    COUNTABLE,
    EXPRESSIONS,
    HISTORIES,
    INSTEAD,
    LARGEST,
    MADE,
    METHODS,
    NAMED,
    OF_EACH_COLOR,
    OF_SETS,
    OF_TYPE,
    SEVERAL,
    STATEMENTS,
    TAKEN,
    TRUTHS,
    TURNS,
    WITH_NONE,
    WITHOUT_NONE,
    K,
    Kind,
    annotated,
    are_comparable,
    fits,
    instead,
    words,
)
from .plain_clauses import AskedOfOne

PACKAGE = Path(__file__).parents[1]
SPEC = Path(spec.__file__).parent


class OutsideLanguage(Refusal):
    """A clause that says something outside of the language of clauses; the message says where and what."""


class ContainerAskedOtherwise(OutsideLanguage):
    """A clause that asks captures, moves or a history what they do not answer; the message says what to write."""


@dataclass(frozen=True)
class Source:
    """Where a function stands in a file: its node, and the tree of the file."""

    file: str
    tree: ast.Module
    node: ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Static:
    """A value that is known when the rules are made: a function, a class, a module, a clause, or a constant."""

    value: object


@dataclass(frozen=True, eq=False)
class Local:
    """A function written within a clause, to be asked of each point or region."""

    node: ast.Lambda
    names: dict[str, Any]


@cache
def _parsed(file: str, text: str) -> tuple[ast.Module, CodeType]:
    return ast.parse(text), compile(text, file, "exec", dont_inherit=True)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


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
        raise OutsideLanguage(f"The source of {function.__qualname__} can't be read.")
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
        raise OutsideLanguage(f"The source of {function.__qualname__} can't be read.")
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


@dataclass(frozen=True)
class Method:
    """A question that a value answers, before it is asked."""

    owner: Kind
    name: str


@dataclass
class FunctionRead:
    """One function as it is read, with the kinds of its names.

    Attributes:
        function: the function.
        source: where it stands.
        calls: the functions that are being read, from the clause to this one.
        names: what is known of each name in it.
        fresh: the names of what it has made itself, and may still change.
        returned: what it has been seen to return.
        reached: the functions that the clause calls, of the author and of the documents.
    """

    function: FunctionType
    source: Source
    calls: tuple[CodeType, ...]
    reached: set[FunctionType]
    names: dict[str, Any] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)
    returned: list[Any] = field(default_factory=list)

    def outside(self, node: ast.AST, reason: str, *asked: Any) -> OutsideLanguage:
        """Where something stands that is outside of the language, and why it is, to be raised.

        Where a container is among the kinds of what is asked, it is told what it can be asked instead.
        """
        line = getattr(node, "lineno", self.source.node.lineno)
        advice = _to_write(asked)
        error = ContainerAskedOtherwise if advice else OutsideLanguage
        return error(f"{Path(self.source.file).name}, line {line}: {reason}{advice}")

    def is_tag(self, decorator: ast.expr) -> bool:
        """Whether a decorator registers a clause of a document, and leaves the function as it is."""
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        return isinstance(name, ast.Name) and self.function.__globals__.get(name.id) is registered

    # Statements

    def read(self, statements: Sequence[ast.stmt]) -> None:
        """Read statements, one after the other."""
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                pass
            case ast.Expr():
                raise self.outside(node, "what this line comes to is used nowhere; a `return` may be forgotten.")
            case ast.Return(value):
                self.returned.append(K.NONE if value is None else self.kind(value))
            case ast.Assign([target], value):
                self._assign(target, self.value(value), isinstance(value, ast.Dict | ast.DictComp))
            case ast.AnnAssign(ast.Name() as target, _, value) if value is not None:
                self._assign(target, self.value(value), isinstance(value, ast.Dict | ast.DictComp))
            case ast.AugAssign(ast.Name(name) as target, operator, value):
                fresh = ast.copy_location(
                    ast.BinOp(ast.copy_location(ast.Name(name, ast.Load()), node), operator, value), node
                )
                self._assign(target, self.kind(fresh), False)
            case ast.AugAssign(ast.Subscript(ast.Name(name)) as target, operator, value) if name in self.fresh:
                self._operation(node, operator, self.kind(target), self.kind(value))
            case ast.Assign([ast.Subscript(ast.Name(name)) as target], value) if name in self.fresh:
                self._same(node, self.kind(target), self.kind(value))
            case ast.If(test, body, otherwise):
                self.truth(test)
                before = set(self.fresh)
                self.read(body)
                after, self.fresh = self.fresh, before
                self.read(otherwise)
                self.fresh &= after
            case ast.For(target, iterable, body, []):
                # What a round leaves behind is there in the next one, and there may have been none.
                known: dict[str, Any] | None = None
                while known != self.names:
                    known, kept = dict(self.names), set(self.fresh)
                    self._assign(target, self._member(iterable), False)
                    self.read(body)
                    self.fresh &= kept
            case _:
                raise self.outside(node, f"a clause is not read with {_statement_name(node)} in it.")

    def _assign(self, target: ast.expr, value: Any, fresh: bool) -> None:
        match target:
            case ast.Name(name):
                known = self.names.get(name)
                self.names[name] = value if known is None else self._same(target, known, value)
                (self.fresh.add if fresh else self.fresh.discard)(name)
            case ast.Tuple(targets) if isinstance(value, tuple) and len(value) == len(targets):
                for element, kind in zip(targets, value, strict=True):
                    self._assign(element, kind, False)
            case _:
                raise self.outside(target, "only names can be given values here.")

    # Expressions

    def kind(self, node: ast.expr) -> Any:
        """The kind of an expression."""
        value = self.value(node)
        if isinstance(value, Static):
            return self.kind_of_constant(node, value.value)
        if isinstance(value, Local | Method):
            raise self.outside(node, "a function is written where a value is needed.")
        return value

    def truth(self, node: ast.expr) -> None:
        """Read an expression of which it is asked whether it is true."""
        kind = self.kind(node)
        if kind not in TRUTHS:
            reason = f"{words(kind)} can't be asked whether it is true; ask what you want to know of it."
            raise self.outside(node, reason, kind)

    def value(self, node: ast.expr) -> Any:  # noqa: PLR0911, PLR0912
        """What is known of an expression: its kind, or the very value."""
        match node:
            case ast.Constant(value) if type(value) not in (*OF_TYPE, int, float):
                raise self.outside(node, f"{ast.unparse(node)} is nothing that a clause speaks of.")
            case ast.Constant(value):
                return self.kind_of_constant(node, value)
            case ast.Name(name):
                return self._named(node, name)
            case ast.Attribute(owner, name):
                return self._attribute(node, self.value(owner), name)
            case ast.Tuple(parts) if not any(isinstance(part, ast.Starred) for part in parts):
                return _several(tuple(map(self.kind, parts)))
            case ast.Dict(keys, values):
                return self._dictionary(node, keys, values)
            case ast.DictComp(key, value, generators):
                inner = replace(self, names=dict(self.names))
                inner._generators(generators)
                return self._for_each_color(node, [inner.kind(key)], [inner.kind(value)])
            case ast.BoolOp(_, parts):
                for part in parts:
                    self.truth(part)
                return self.either(node, list(map(self.kind, parts)))
            case ast.UnaryOp(operator, operand):
                return self._unary(node, operator, operand)
            case ast.BinOp(left, operator, right):
                return self._binary(node, left, operator, right)
            case ast.Compare(left, operators, others):
                self._compared(node, [left, *others], operators)
                return K.CONDITION
            case ast.IfExp(test, then, otherwise):
                self.truth(test)
                return self.either(node, [self.kind(then), self.kind(otherwise)])
            case ast.Call(function, arguments, named):
                return self._call(node, function, arguments, named)
            case ast.Subscript(owner, index):
                return self._item(node, self.kind(owner), index)
            case ast.Lambda():
                return Local(node, self.names)
            case _:
                raise self.outside(node, f"a clause is not read with {_expression_name(node)} in it.")

    def _named(self, node: ast.expr, name: str) -> Any:
        if name in self.names:
            return self.names[name]
        code, module = self.function.__code__, self.function.__globals__
        if name in code.co_freevars:
            cell = (self.function.__closure__ or ())[code.co_freevars.index(name)]
            if _bindings(self.source.tree, name, node, at_top=False) != 1:
                raise self.outside(node, f"{name} is given a value more than once, so that it may change.")
            return Static(cell.cell_contents)
        if name in module:
            if _bindings(self.source.tree, name, node, at_top=True) != 1:
                raise self.outside(node, f"{name} is not given its value once and for all.")
            return Static(module[name])
        builtin = BUILTINS.get(name)
        if builtin is None or cast(Any, self.function).__builtins__.get(name) is not builtin:
            raise self.outside(node, f"{name} is not among what a clause can call.")
        return Static(builtin)

    def kind_of_constant(self, node: ast.AST, value: object) -> Any:
        """The kind of a value that is known when the rules are made."""
        if type(value) in OF_TYPE:
            return OF_TYPE[type(value)]
        match value:
            case int() | float():
                if abs(value) > LARGEST:
                    raise self.outside(node, f"{value} is too great a number.")
                if 2 * value % 1:
                    raise self.outside(
                        node, f"{value} is neither a whole number nor a half, and is not counted exactly."
                    )
                return K.ZERO if value == 0 else K.NUMBER
            case Enum() if type(value) in {parameter.kind for parameter in PARAMETERS.values()}:
                return K.CHOICE
            case tuple() if type(value) is tuple:
                return _several(tuple(self.kind_of_constant(node, part) for part in value))
            case frozenset() if all(isinstance(part, Remembered) for part in value):
                return K.PASTS
            case MappingProxyType() if all(isinstance(key, Color) for key in value):
                kinds = tuple(self.kind_of_constant(node, part) for part in value.values())
                return self._for_each_color(node, [K.COLOR], kinds)
        raise self.outside(
            node, f"a value of type {type(value).__name__} is kept outside of the clause, and may change."
        )

    def _attribute(self, node: ast.Attribute, owner: Any, name: str) -> Any:
        if isinstance(owner, Static):
            if isinstance(owner.value, Clause) and name == "function":
                return Static(owner.value.function)
            if isinstance(owner.value, type) and issubclass(owner.value, Enum) and name in owner.value.__members__:
                return Static(owner.value[name])
            if isinstance(owner.value, ModuleType) and name in vars(owner.value):
                member = vars(owner.value)[name]
                if isinstance(member, FunctionType | type) and _is_of_documents(owner.value.__file__ or ""):
                    return Static(member)
            owner = self.kind_of_constant(node, owner.value)
        kind = WITHOUT_NONE.get(owner, owner) if isinstance(owner, Kind) else owner
        if isinstance(kind, Kind) and name in ATTRIBUTES.get(kind, {}):
            return ATTRIBUTES[kind][name]
        if isinstance(kind, Kind) and (name in METHODS.get(kind, {}) or (kind in ASKING and name in ASKED_OF_EACH)):
            return Method(kind, name)
        raise self.outside(node, f"{words(owner)} can't be asked for {name!r}.", kind)

    def _dictionary(self, node: ast.Dict, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> Any:
        kinds = [self.kind(key) for key in keys if key is not None]
        value_kinds = [self.kind(value) for key, value in zip(keys, values, strict=True) if key is not None]
        spread = {self.kind(value) for key, value in zip(keys, values, strict=True) if key is None}
        if spread == {K.COUNTS} and set(kinds) <= {(K.COLOR, K.PHASE)} and set(value_kinds) <= COUNTABLE:
            return K.COUNTS
        if spread <= set(OF_EACH_COLOR) and len(spread) <= 1 and (kinds or spread):
            return self._for_each_color(node, kinds, [*value_kinds, *(OF_EACH_COLOR[kind] for kind in spread)])
        raise self.outside(node, "a dictionary has a value for each color, or more moves of a player in a phase.")

    def _for_each_color(self, node: ast.AST, keys: Sequence[Any], values: Sequence[Any]) -> Kind:
        if all(key is K.COLOR for key in keys):
            for kind, value_kind in OF_EACH_COLOR.items():
                if all(
                    value in (value_kind, K.ZERO) or (value_kind is K.NUMBER and value in COUNTABLE) for value in values
                ):
                    return kind
        raise self.outside(node, "a dictionary has a number for each color, or points for each color.")

    def _unary(self, node: ast.UnaryOp, operator: ast.unaryop, operand: ast.expr) -> Kind:
        if isinstance(operator, ast.Not):
            self.truth(operand)
            return K.CONDITION
        kind = self.kind(operand)
        if isinstance(operator, ast.USub) and kind in (K.NUMBER, K.ZERO):
            return K.NUMBER
        if kind is K.POINTS:
            raise self.outside(node, "`~` takes points from others, as in `points & ~others`; ask for `complement`.")
        raise self.outside(node, f"{words(kind)} can't be turned about so; a condition is by `no`.")

    def _binary(self, node: ast.AST, left: ast.expr, operator: ast.operator, right: ast.expr) -> Any:
        kind = self.kind(left)
        if isinstance(operator, OF_SETS) and kind is K.POINTS:
            if _is_written_out(right, always_there=not isinstance(operator, ast.BitAnd)):
                return K.POINTS
            if _is_written_out(right, always_there=False):
                number = ast.unparse(right)
                raise self.outside(
                    node,
                    f"not every board has the points of {number}; write `everything & {number}` for what there is.",
                )
            if isinstance(operator, ast.BitAnd) and isinstance(right, ast.UnaryOp) and type(right.op) is ast.Invert:
                right = right.operand
        return self._operation(node, operator, kind, self.kind(right))

    def _operation(self, node: ast.AST, operator: ast.operator, left: Any, right: Any) -> Kind:
        kinds = {left, right}
        if isinstance(operator, OF_SETS):
            if kinds <= {K.POINTS, K.ZERO}:
                return K.POINTS
            if kinds == {K.CONDITION}:
                return K.CONDITION
        if isinstance(operator, ARITHMETIC) and kinds <= COUNTABLE and kinds != {K.CONDITION}:
            return K.NUMBER
        if isinstance(operator, ast.Add | ast.Mult) and kinds == {K.CONDITION}:
            return K.NUMBER
        raise self.outside(node, f"{words(left)} and {words(right)} can't be put together so.")

    def _compared(self, node: ast.Compare, parts: Sequence[ast.expr], operators: Sequence[ast.cmpop]) -> None:
        for left, operator, right in zip(parts, operators, parts[1:], strict=False):
            kind, other = self.kind(left), self.kind(right)
            match operator:
                case ast.Is() | ast.IsNot():
                    about_none = {kind, other} & {K.NONE} and {kind, other} <= {K.NONE, *WITHOUT_NONE}
                    agree = bool(about_none) or {kind, other} <= NAMED
                case ast.In() | ast.NotIn():
                    agree = isinstance(other, tuple) and all(are_comparable(kind, part) for part in other)
                case ast.Eq() | ast.NotEq():
                    agree = are_comparable(kind, other)
                case _:
                    agree = {kind, other} <= {K.NUMBER, K.ZERO}
            if not agree:
                reason = f"{words(kind)} and {words(other)} can't be compared so.{instead(kind, other)}"
                raise self.outside(node, reason, kind, other)

    def _item(self, node: ast.Subscript, owner: Any, index: ast.expr) -> Any:
        if owner is K.DECISIONS and isinstance(index, ast.Slice):
            return K.DECISIONS
        key = self.kind(index)
        if owner in OF_EACH_COLOR and key is K.COLOR:
            return OF_EACH_COLOR[owner]
        raise self.outside(node, f"{words(owner)} can't be asked for one of its parts so.", owner)

    def _member(self, node: ast.expr) -> Any:
        """What each round of a loop is about."""
        value = self.value(node)
        if isinstance(value, Static) and value.value in (Color, Phase):
            return K.COLOR if value.value is Color else K.PHASE
        kind = self.kind(node)
        if isinstance(kind, tuple) and kind:
            return self.either(node, list(kind))
        if isinstance(kind, Kind) and kind in HISTORIES:
            return HISTORIES[kind]
        raise self.outside(node, f"a clause does not go through {words(kind)}; ask for what you want to know.", kind)

    def _generators(self, generators: Sequence[ast.comprehension]) -> None:
        for generator in generators:
            self._assign(generator.target, self._member(generator.iter), False)
            for test in generator.ifs:
                self.truth(test)

    def _same(self, node: ast.AST, kind: Any, other: Any) -> Any:
        if isinstance(kind, Static | Local) or isinstance(other, Static | Local):
            raise self.outside(node, "a name stands for one function here, and for something else there.")
        return self.either(node, [kind, other])

    def either(self, node: ast.AST, kinds: Sequence[Any]) -> Any:
        """The kind of what is of one of several kinds."""
        distinct = set(kinds)
        if len(distinct) == 1:
            return kinds[0]
        if distinct <= {K.POINTS, K.ZERO}:
            return K.POINTS
        if distinct <= {K.NUMBER, K.ZERO}:
            return K.NUMBER
        if distinct <= COUNTABLE:
            return K.CONDITION
        if K.NONE in distinct or distinct & set(WITHOUT_NONE):
            rest = {WITHOUT_NONE.get(kind, kind) for kind in distinct if isinstance(kind, Kind)} - {K.NONE}
            if len(rest) == 1 and (kind := next(iter(rest))) in WITH_NONE:
                return WITH_NONE[kind]
        raise self.outside(node, f"it may be {' or '.join(words(kind) for kind in kinds)}.")

    # Calls

    def _call(
        self, node: ast.Call, function: ast.expr, arguments: Sequence[ast.expr], named: Sequence[ast.keyword]
    ) -> Any:
        if any(isinstance(argument, ast.Starred) for argument in arguments) or any(
            argument.arg is None for argument in named
        ):
            raise self.outside(node, "what a function is called with is written out here.")
        if isinstance(function, ast.Attribute) and function.attr == "get" and self.value(function.value) is K.COUNTS:
            return self._count(node, [*arguments, *(keyword.value for keyword in named)])
        try:
            value = self.value(function)
        except OutsideLanguage as error:
            advice = _to_write(self._kinds_known(arguments))
            if isinstance(error, ContainerAskedOtherwise) or not advice:
                raise
            raise ContainerAskedOtherwise(f"{error}{advice}") from None
        if isinstance(value, Method):
            if named and value.name not in ASKED_OF_EACH:
                raise self.outside(node, f"{value.name!r} is asked without names of parameters.")
            return self._method(node, value, [*arguments, *(keyword.value for keyword in named)])
        if isinstance(value, Local):
            return self._local(node, value, [self.kind(argument) for argument in arguments])
        if not isinstance(value, Static):
            raise self.outside(node, f"{words(value)} can't be called.")
        return self._known_call(node, value.value, arguments, {str(keyword.arg): keyword.value for keyword in named})

    def _kinds_known(self, parts: Sequence[ast.expr]) -> Iterator[Any]:
        for part in parts:
            with suppress(OutsideLanguage):
                yield self.kind(part)

    def _count(self, node: ast.Call, given: Sequence[ast.expr]) -> Kind:
        if [self.kind(argument) for argument in given] != [(K.COLOR, K.PHASE), K.ZERO]:
            raise self.outside(node, "moves are asked for otherwise.", K.COUNTS)
        return K.NUMBER

    def _method(self, node: ast.Call, method: Method, given: Sequence[ast.expr]) -> Any:
        if method.name in ASKED_OF_EACH and method.owner in ASKING:
            return self._asked_of_each(node, method.name, given)
        takes, gives = METHODS[method.owner][method.name]
        kinds = [self.kind(argument) for argument in given]
        if len(kinds) != len(takes) or not all(map(fits, kinds, takes)):
            raise self.outside(node, f"{method.name!r} is asked of {words(takes)}, not of {words(tuple(kinds))}.")
        return gives

    def _asked_of_each(self, node: ast.Call, name: str, given: Sequence[ast.expr]) -> Kind:
        gives = ASKED_OF_EACH[name][1]
        functions = [value for value in map(self.value, given) if isinstance(value, Local | Method | Static)]
        sets = [argument for argument in given if not isinstance(self.value(argument), Local | Method | Static)]
        if len(functions) != 1 or not all(fits(self.kind(argument), K.POINTS) for argument in sets):
            raise self.outside(node, f"{name!r} takes points, and what is to be asked of each.")
        asked = functions[0]
        if isinstance(asked, Local):
            self._local(node, asked, [K.POINTS])
        elif isinstance(asked, Static):
            self._function(node, asked.value, [K.POINTS])
        elif METHODS[asked.owner][asked.name][0] != (K.POINTS,):
            raise self.outside(node, f"{asked.name!r} can't be asked of each.")
        return gives

    def _local(self, node: ast.Call, function: Local, kinds: Sequence[Any]) -> Any:
        parameters = function.node.args
        names = [parameter.arg for parameter in parameters.args]
        if len(names) != len(kinds) or len(names) != sum(1 for _ in _parameters(parameters)):
            raise self.outside(node, "a function written within a clause takes just what it is called with.")
        inner = replace(self, names={**function.names, **dict(zip(names, kinds, strict=True))}, returned=[])
        return inner.kind(function.node.body)

    def _known_call(  # noqa: PLR0911
        self, node: ast.Call, called: object, arguments: Sequence[ast.expr], named: dict[str, ast.expr]
    ) -> Any:
        if called is isinstance:
            return self._is_turn(node, arguments)
        if called in ABOUT_ALL:
            return self._of_all(node, called, arguments)
        if called is bool and len(arguments) == 1:
            self.truth(arguments[0])
            return K.CONDITION
        if called is frozenset:
            return self._pasts(node, arguments)
        kinds = [self.kind(argument) for argument in arguments]
        of_names = {name: self.kind(argument) for name, argument in named.items()}
        if called in (min, max, abs) and kinds and not named and set(kinds) <= {K.NUMBER, K.ZERO}:
            return K.NUMBER
        if called is replace and len(kinds) == 1 and kinds[0] in MADE.values():
            return self._with_parts(node, kinds[0], of_names)
        if isinstance(called, type) and called in MADE:
            order = [attribute.name for attribute in fields(called) if attribute.init]
            return self._with_parts(node, MADE[called], {**dict(zip(order, kinds, strict=False)), **of_names})
        if called is Coloring and kinds == [K.BOARD, K.POINTS, K.POINTS]:
            return K.COLORING
        if called is Pass and not kinds:
            return K.TURN
        return self._function(node, called, kinds, of_names)

    def _with_parts(self, node: ast.Call, kind: Kind, parts: Mapping[str, Any]) -> Kind:
        for name, given in parts.items():
            wanted = ATTRIBUTES[kind].get(name)
            if wanted is None or not fits(given, wanted):
                raise self.outside(node, f"{name} of {kind.value} can't be {words(given)}.")
        return kind

    def _is_turn(self, node: ast.Call, arguments: Sequence[ast.expr]) -> Kind:
        if len(arguments) == 2:  # noqa: PLR2004
            values = [self.value(alternative) for alternative in _alternatives(arguments[1])]
            if self.kind(arguments[0]) in (K.TURN, K.MAYBE_TURN) and all(
                isinstance(value, Static) and value.value in TURNS for value in values
            ):
                return K.CONDITION
        raise self.outside(node, "only of a turn it can be asked whether it is a Pass, a Move, an Unblock or an Agree.")

    def _pasts(self, node: ast.Call, arguments: Sequence[ast.expr]) -> Kind:
        written_out = len(arguments) == 1 and isinstance(arguments[0], ast.Set | ast.Tuple)
        if written_out and all(self.kind(element) is K.PAST for element in arguments[0].elts):  # type: ignore[attr-defined]
            return K.PASTS
        raise self.outside(node, "a set is one of kinds of the past, written out.")

    def _of_all(self, node: ast.Call, called: object, arguments: Sequence[ast.expr]) -> Kind:
        if len(arguments) != 1 or not isinstance(arguments[0], ast.GeneratorExp):
            raise self.outside(node, "any, all and sum take what is asked of each, written out.")
        expression = arguments[0]
        inner = replace(self, names=dict(self.names))
        inner._generators(expression.generators)
        if called is sum:
            if inner.kind(expression.elt) not in COUNTABLE:
                raise self.outside(node, "only numbers can be added up.")
            return K.NUMBER
        inner.truth(expression.elt)
        return K.CONDITION

    def _function(
        self, node: ast.AST, called: object, kinds: Sequence[Any], named: Mapping[str, Any] | None = None
    ) -> Any:
        if not isinstance(called, FunctionType):
            raise self.outside(
                node, f"{getattr(called, '__name__', type(called).__name__)} is not among what a clause can call."
            )
        self.reached.add(called)
        if _is_of_documents(called.__code__.co_filename):
            return self._of_documents(node, called, kinds, named or {})
        if named:
            raise self.outside(node, "your own functions are called without names of parameters.")
        if called.__code__ in self.calls:
            raise self.outside(node, f"{called.__name__} calls itself.")
        return _result_of(called, kinds, self.calls, self.reached)

    def _of_documents(self, node: ast.AST, called: FunctionType, kinds: Sequence[Any], named: Mapping[str, Any]) -> Any:
        annotations = dict(called.__annotations__)
        gives = annotated(annotations.pop("return", ""))
        takes = {name: annotated(annotation) for name, annotation in annotations.items()}
        given = {**dict(zip(takes, kinds, strict=False)), **named}
        are_known = given.keys() <= takes.keys() and len(given) == len(kinds) + len(named)
        if are_known and gives is not None and None not in takes.values():
            if not all(fits(kind, takes[name]) for name, kind in given.items()):
                raise self.outside(node, f"{called.__name__} is called with {words(tuple(given.values()))}.")
            return gives
        if named:
            raise self.outside(node, f"{called.__name__} is called without names of parameters.")
        return _result_of(called, kinds, self.calls, self.reached)


def _several(kinds: tuple[Any, ...]) -> Any:
    """The kind of a tuple."""
    return SEVERAL.get(kinds[0], kinds) if len(set(kinds)) == 1 else kinds


def _to_write(kinds: Iterable[Any]) -> str:
    """What to ask a container instead, in a sentence, if there is one among some kinds; "" if there is none."""
    return next((INSTEAD[kind] for kind in kinds if isinstance(kind, Kind) and kind in INSTEAD), "")


def _statement_name(node: ast.stmt) -> str:
    return f"`{STATEMENTS.get(type(node), type(node).__name__.lower())}`"


def _expression_name(node: ast.expr) -> str:
    return EXPRESSIONS.get(type(node), f"`{type(node).__name__.lower()}`")


@cache
def _is_of_documents(file: str) -> bool:
    return Path(file).is_relative_to(SPEC)


def _is_written_out(node: ast.expr, always_there: bool) -> bool:
    """Whether an expression is a number by which points are named, such as the 1 of `c.board.nothing | 1`.

    The top left is on every board. Of others only those are left over that lie within points: `c.board.everything & 4`.
    """
    return isinstance(node, ast.Constant) and type(node.value) is int and (node.value == 1 or not always_there)


def _alternatives(node: ast.expr) -> Sequence[ast.expr]:
    match node:
        case ast.Tuple(parts):
            return parts
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_alternatives(left), *_alternatives(right)]
    return [node]


def _parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (parameter for parameter in (arguments.vararg, arguments.kwarg) if parameter is not None)


def _bindings(tree: ast.Module, name: str, node: ast.AST, at_top: bool) -> int:
    """How often a name is given a value: at the top of a file, or in the function around the one that uses it."""
    if any(isinstance(inner, ast.Global | ast.Nonlocal) and name in inner.names for inner in ast.walk(tree)):
        return 2
    if at_top:
        if any(isinstance(inner, ast.Name) and inner.id in CHANGING for inner in ast.walk(tree)):
            return 2
        return sum(_binds(inner, name) for inner in _of_scope(tree))
    line = getattr(node, "lineno", 0)
    around = [
        function
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.Lambda) and function.lineno <= line <= (function.end_lineno or 0)
    ]
    binding = [_binds_within(function, name) for function in around]
    return max(binding, default=0)


def _binds_within(function: ast.FunctionDef | ast.Lambda, name: str) -> int:
    parameters = sum(parameter.arg == name for parameter in _parameters(function.args))
    body = function.body if isinstance(function.body, list) else []
    return parameters + sum(_binds(inner, name) for statement in body for inner in _of_scope(statement))


def _of_scope(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what stands in it, but not what stands in functions and classes of its own scope."""
    yield node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        return
    for part in ast.iter_child_nodes(node):
        yield from _of_scope(part)


# What gives a name another value without saying so.
CHANGING = ("globals", "vars", "setattr", "exec", "eval", "reload", "__dict__")


def _binds(node: ast.AST, name: str) -> int:
    match node:
        case ast.Name(id=bound, ctx=ast.Store() | ast.Del()) if bound == name:
            return 1
        case ast.For(target) | ast.comprehension(target) if any(
            isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(target)
        ):
            return 1
        case ast.FunctionDef(name=bound) | ast.ClassDef(name=bound) | ast.AsyncFunctionDef(name=bound) if bound == name:
            return 1
        case ast.alias(name=bound, asname=other) if (other or bound.split(".", maxsplit=1)[0]) == name:
            return 1
        case ast.ImportFrom(names=names) if any(alias.name == "*" for alias in names):
            return 1
    return 0


def _result_of(
    function: FunctionType, kinds: Sequence[Any], calls: tuple[CodeType, ...], reached: set[FunctionType]
) -> Any:
    """The kind of what a function returns that is called with values of some kinds.

    Raises:
        OutsideLanguage: it says something that is outside of the language.
    """
    source = source_of(function)
    reading = FunctionRead(function, source, (*calls, function.__code__), reached)
    node, parameters = source.node, source.node.args
    if isinstance(node, ast.FunctionDef) and not all(map(reading.is_tag, node.decorator_list)):
        raise reading.outside(node, "a clause is a function without decorators.")
    if parameters.kwonlyargs or parameters.kwarg:
        raise reading.outside(node, "a clause takes its parameters in their order.")
    names = [parameter.arg for parameter in (*parameters.posonlyargs, *parameters.args)]
    defaults = [reading.kind_of_constant(node, value) for value in function.__defaults__ or ()]
    known = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    reading.names = {**known, **dict(zip(names, kinds, strict=False))}
    if len(kinds) > len(names) and parameters.vararg is None:
        raise reading.outside(node, "it does not take what it is called with.")
    if isinstance(node, ast.Lambda):
        return reading.kind(node.body)
    reading.read(node.body)
    return reading.either(node, reading.returned or [K.NONE])


@dataclass(frozen=True)
class ClauseRead:
    """A clause as it was read.

    Attributes:
        obstacle: where it says something that is outside of the language, and why; "" if it does not.
        functions: the clause and the functions that it calls, as far as it was read.
        asks_otherwise: whether the obstacle is that it asks a container what that does not answer.
    """

    obstacle: str
    functions: frozenset[FunctionType]
    asks_otherwise: bool = False


@cache
def read(function: Callable[..., Any], decides: Decision | str) -> ClauseRead:
    """Read a clause that takes part in a decision, or that stands for the definition of that name.

    >>> from superko.spec.registry import clause_named
    >>> read(clause_named("katago-v2/main/end-two-passes").function, Decision.PHASE_ENDS).obstacle
    ''
    >>> read(len, Decision.PHASE_ENDS).obstacle
    'It is no plain function.'
    """
    function = unchecked(function)
    if isinstance(function, AskedOfOne):
        function = function.function
    if not isinstance(function, FunctionType):
        return ClauseRead("It is no plain function.", frozenset())
    reached = {function}
    try:
        _result_of(function, _taken(decides), (), reached)
    except OutsideLanguage as error:
        return ClauseRead(str(error), frozenset(reached), isinstance(error, ContainerAskedOtherwise))
    return ClauseRead("", frozenset(reached))


def _taken(decides: Decision | str) -> list[Any]:
    """The kinds of what a clause is given.

    Raises:
        OutsideLanguage: it stands for a definition that is given other things.
    """
    if isinstance(decides, Decision):
        return [TAKEN[name] for name in decides.takes]
    kinds = [
        annotated(annotation)
        for name, annotation in clause_named(decides).function.__annotations__.items()
        if name != "return"
    ]
    if None in kinds:
        raise OutsideLanguage("It stands for a definition that proofs do not read.")
    return kinds


def is_of_documents(clause: Clause) -> bool:
    """Whether a clause is one that stands in a document, word for word."""
    function = clause.function
    return isinstance(function, FunctionType) and _is_of_documents(function.__code__.co_filename)


def _is_ours(clause: Clause) -> bool:
    function = clause.function
    is_own_code = isinstance(function, FunctionType) and Path(function.__code__.co_filename).is_relative_to(PACKAGE)
    return clause.document == "ours" and is_own_code


def obstacle_in(clause: Clause) -> str:
    """Why a clause can't be read, in a sentence or two; "" if it can. Those of the documents can.

    Nor need those be read that we make up to end a fight on a part of the board: no rules author can write them.
    """
    if is_of_documents(clause) or _is_ours(clause):
        return ""
    reason = read(clause.function, clause.decides or clause.name).obstacle
    return reason and f"The clause {clause.name} is outside of the language that is read. {reason}"


def container_asked_otherwise(rules: Rules) -> str:
    """Which clause of a rules author asks a container what that does not answer, where, and what to write; or ""."""
    for clause in (amendment.clause for amendment in rules.amendments):
        if clause is not None and obstacle_in(clause):
            reading = read(clause.function, clause.decides or clause.name)
            if reading.asks_otherwise:
                return f"The clause {clause.name} asks what has no answer. {reading.obstacle}"
    return ""


def outside_language(rules: Rules) -> str:
    """Which clause of a rules author is outside of the language of clauses, where, and why; "" if none is."""
    clauses = (amendment.clause for amendment in rules.amendments)
    return next(filter(None, (obstacle_in(clause) for clause in clauses if clause is not None)), "")


def one_by_one(rules: Rules) -> Rules:
    """The same rules, whose clauses outside of the language refuse to be asked of many cases at once."""
    return replace(rules, amendments=tuple(map(_asked_of_one, rules.amendments)))


def _asked_of_one(amendment: Amendment) -> Amendment:
    clause = amendment.clause
    if clause is None or isinstance(clause.function, AskedOfOne) or not (obstacle := obstacle_in(clause)):
        return amendment
    return replace(amendment, clause=replace(clause, function=AskedOfOne(clause.function, obstacle)))


PLAYED_AS_PYTHON = "So it is played as Python: every position is asked in its own game, and nothing is shared."


def played_as_python(rules: Rules) -> str:
    """What whoever searches under rules says of a clause that is outside of the language; "" if none is."""
    obstacle = outside_language(rules)
    return obstacle and f"{obstacle} {PLAYED_AS_PYTHON}"
