"""The language of clauses: what an author may write so that what is read of a clause is what is played.

A proof, and every engine that runs a clause once for many games, hands it values of which little is known. Python can
inspect such a value without our noticing: by its hash, its text, its type, or by swallowing what it raises. So
the source of a clause is read before it is believed. What is read here gives every expression a kind, and each kind has
few questions. What was read is written down as a text that stands by itself (`sources.py`), and that text is played,
searched, compiled and proved. A clause that asks for anything else is played as its author's Python function; nothing
is proved of it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from pkgutil import get_data
from types import CodeType, FunctionType
from typing import Any, cast

from ..spec.algebra import Color, Coloring
from ..spec.registry import Clause
from ..spec.vocabulary import Pass, Phase, Remembered
from .kinds import (
    ABOUT_ALL,
    ARITHMETIC,
    ASKED_OF_EACH,
    ASKING,
    ATTRIBUTES,
    COUNTABLE,
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
from .sources import (
    BUILTINS,
    ENUMS,
    MODULES,
    PACKAGE,
    Members,
    NotUnderstood,
    OutsideLanguage,
    Rebuilt,
    Reference,
    Source,
    constant,
    documented,
    every_parameter,
    is_documented,
    is_one_of,
    rebuilt,
    source_of,
    times_given,
)


class ContainerAskedOtherwise(OutsideLanguage):
    """A clause that asks captures, moves or a history what they do not answer; the message says what to write."""


@dataclass(frozen=True)
class Static:
    """A value that is known when the rules are made: a function, a class, a module, a clause, or a constant."""

    value: object


@dataclass(frozen=True, eq=False)
class Local:
    """A function written within a clause, to be asked of each point or region."""

    node: ast.Lambda
    names: dict[str, Any]


@dataclass(frozen=True)
class Method:
    """A question that a value answers, before it is asked."""

    owner: Kind
    name: str


@dataclass
class FunctionRead:
    """One function as it is read, with the kinds of its names.

    Attributes:
        calls: the functions that are being read, from the clause to this one.
        written: the functions of the author that the clause calls, as they were written down.
        names: what is known of each name in it.
        understood: the statements and expressions that were read.
        from_outside: what the names from outside of it stand for.
        members: for names of modules, which of their functions and classes it mentions.
    """

    function: FunctionType
    source: Source
    calls: tuple[CodeType, ...]
    written: dict[FunctionType, Rebuilt]
    names: dict[str, Any] = field(default_factory=dict)
    returned: list[Any] = field(default_factory=list)
    understood: set[ast.AST] = field(default_factory=set)
    from_outside: dict[str, object] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=dict)

    def outside(self, node: ast.AST, reason: str, *asked: Any) -> OutsideLanguage:
        """Where something stands that is outside of the language, and why it is, to be raised.

        Of a container it says what can be asked of it instead.
        """
        line = getattr(node, "lineno", self.source.node.lineno)
        advice = _to_write(asked)
        error = ContainerAskedOtherwise if advice else OutsideLanguage
        return error(f"{Path(self.source.file).name}, line {line}: {reason}{advice}")

    def as_text(self) -> Rebuilt:
        """What was read, as text that stands by itself; `OutsideLanguage` if some part of the function was not read."""
        names = {name: self._reference(value) for name, value in self.from_outside.items()}
        for name, members in self.members.items():
            module = self.from_outside[name]
            names[name] = Members(tuple((member, documented(getattr(module, member))) for member in sorted(members)))
        try:
            return rebuilt(self.function, self.source.node, self.understood, names)
        except NotUnderstood as error:
            text = ast.unparse(error.node).split("\n", maxsplit=1)[0]
            raise self.outside(error.node, f"`{text}` is nowhere used as a clause may use it; leave it out.") from None

    def _reference(self, value: object) -> Reference:
        if is_documented(value):
            return documented(value)
        if isinstance(value, FunctionType) and value in self.written:
            return self.written[value]
        if type(value) is Clause:
            return Members((("function", self._reference(value.function)),))
        builtin = next((name for name, known in BUILTINS.items() if value is known), None)
        # What is left is nowhere called or asked, such as a module whose name is also that of a parameter.
        return builtin or constant(value) or "None"

    # Statements

    def read(self, statements: Sequence[ast.stmt]) -> None:
        """Read statements, one after the other."""
        for statement in statements:
            self.understood.add(statement)
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant(str()) as docstring):
                self.understood.add(docstring)
            case ast.Pass():
                pass
            case ast.Expr():
                raise self.outside(node, "the value of this line is used nowhere; a `return` may be forgotten.")
            case ast.Return(value):
                self.returned.append(K.NONE if value is None else self.kind(value))
            case ast.Assign([ast.Subscript()]) | ast.AugAssign(ast.Subscript()):
                raise self.outside(node, CHANGED_IN_PLACE)
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                self._assign(target, self.value(value))
            case ast.AugAssign(ast.Name(name) as target, operator, value):
                before = ast.copy_location(ast.Name(name, ast.Load()), node)
                self._assign(target, self._binary(node, before, operator, value))
            case ast.If(test, body, otherwise):
                self.truth(test)
                self.read(body)
                self.read(otherwise)
            case ast.For(target, iterable, body, []):
                # What a round leaves behind is there in the next one, and there may have been none.
                known: dict[str, Any] | None = None
                while known != self.names:
                    known = dict(self.names)
                    self._assign(target, self._member(iterable))
                    self.read(body)
            case _:
                raise self.outside(node, _unknown(node))

    def _assign(self, target: ast.expr, value: Any) -> None:
        self.understood.add(target)
        match target:
            case ast.Name(name):
                known = self.names.get(name)
                self.names[name] = value if known is None else self._same(target, known, value)
            case ast.Tuple(targets) if isinstance(value, tuple) and len(value) == len(targets):
                for element, kind in zip(targets, value, strict=True):
                    self._assign(element, kind)
            case _:
                raise self.outside(target, "only names can be given values; write a line for each name.")

    # Expressions

    def kind(self, node: ast.expr) -> Any:
        """The kind of an expression."""
        value = self.value(node)
        if isinstance(value, Static):
            return self.kind_of_constant(node, value.value)
        if isinstance(value, Local | Method):
            raise self.outside(node, "a function is written where a value is needed; call it with what it takes.")
        return value

    def truth(self, node: ast.expr) -> None:
        """Read an expression of which it is asked whether it is true."""
        kind = self.kind(node)
        if kind not in TRUTHS:
            reason = f"{words(kind)} can't be asked whether it is true; ask what you want to know of it."
            raise self.outside(node, reason, kind)

    def value(self, node: ast.expr) -> Any:  # noqa: PLR0911, PLR0912
        """What is known of an expression: its kind, or the very value."""
        self.understood.add(node)
        match node:
            case ast.Constant(value) if type(value) not in (*OF_TYPE, int, float):
                raise self.outside(node, f"{ast.unparse(node)} is nothing that a clause speaks of; {OF_VALUES}.")
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
                raise self.outside(node, _unknown(node))

    def _named(self, node: ast.expr, name: str) -> Any:
        if name in self.names:
            return self.names[name]
        self.from_outside[name] = value = self._from_outside(node, name)
        return Static(value)

    def _from_outside(self, node: ast.expr, name: str) -> object:
        code, module = self.function.__code__, self.function.__globals__
        if name in (*code.co_varnames, *code.co_cellvars):
            raise self.outside(node, f"{name} has no value yet; give it one in a line above.")
        if name.startswith("__"):
            raise self.outside(node, f"Python gives {name} a meaning of its own; choose another name.")
        if name in code.co_freevars:
            cell = (self.function.__closure__ or ())[code.co_freevars.index(name)]
            if times_given(self.source.tree, name, node, at_top=False) != 1:
                raise self.outside(node, f"{name} is given a value more than once, so that it may change; {ONE_VALUE}.")
            return cast(object, cell.cell_contents)
        if name in module:
            if times_given(self.source.tree, name, node, at_top=True) != 1:
                raise self.outside(node, f"{name} is not given its value once and for all; {ONE_VALUE}.")
            return cast(object, module[name])
        builtin = BUILTINS.get(name)
        if builtin is None or cast(Any, self.function).__builtins__.get(name) is not builtin:
            raise self.outside(node, f"{name} is not among what a clause can call; {CALLABLE}.")
        return builtin

    def kind_of_constant(self, node: ast.AST, value: object) -> Any:
        """The kind of a value that is known when the rules are made."""
        for known, kind in OF_TYPE.items():
            if type(value) is known:
                return kind
        if is_one_of(type(value), ENUMS):
            return K.CHOICE
        if is_one_of(type(value), (int, float)):
            number = cast(float, value)
            if not abs(number) <= LARGEST:
                raise self.outside(node, f"{number} is too great a number; write a million at most.")
            if 2 * number % 1:
                raise self.outside(node, f"{number} is not counted exactly; write whole numbers or halves.")
            return K.ZERO if type(value) is int and value == 0 else K.NUMBER
        if type(value) is tuple:
            return _several(tuple(self.kind_of_constant(node, part) for part in value))
        if type(value) is frozenset and all(type(part) is Remembered for part in value):
            return K.PASTS
        raise self.outside(
            node, f"a value of type {type(value).__name__} is kept outside of the clause; write it within the clause."
        )

    def _attribute(self, node: ast.Attribute, owner: Any, name: str) -> Any:
        if isinstance(owner, Static):
            if type(owner.value) is Clause and name == "function":
                return Static(owner.value.function)
            if is_one_of(owner.value, ENUMS) and name in cast(Any, owner.value).__members__:
                return Static(cast(Any, owner.value)[name])
            if isinstance(node.value, ast.Name) and is_one_of(owner.value, (PACKAGE, *MODULES.values())):
                member = getattr(owner.value, name, None)
                if is_documented(member):
                    self.members.setdefault(node.value.id, set()).add(name)
                    return Static(member)
            owner = self.kind_of_constant(node, owner.value)
        kind = WITHOUT_NONE.get(owner, owner) if isinstance(owner, Kind) else owner
        if isinstance(kind, Kind) and name in ATTRIBUTES.get(kind, {}):
            return ATTRIBUTES[kind][name]
        if isinstance(kind, Kind) and (name in METHODS.get(kind, {}) or (kind in ASKING and name in ASKED_OF_EACH)):
            return Method(kind, name)
        raise self.outside(node, f"{words(owner)} can't be asked for {name!r}{_answers(kind)}.", kind)

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
        raise self.outside(node, f"{words(kind)} can't be turned about so; a condition is turned about by `no`.")

    def _binary(self, node: ast.AST, left: ast.expr, operator: ast.operator, right: ast.expr) -> Any:
        kind = self.kind(left)
        if isinstance(operator, OF_SETS) and kind is K.POINTS:
            # The top left is on every board. Of others only those are left over that lie within points.
            if (number := self._naming_points(right)) is not None:
                if number not in (0, 1) and not isinstance(operator, ast.BitAnd):
                    named = ast.unparse(right)
                    raise self.outside(
                        node,
                        f"not every board has the points of {named}; write `everything & {named}` for what there is.",
                    )
                self.understood.add(right)
                return K.POINTS
            if isinstance(operator, ast.BitAnd) and isinstance(right, ast.UnaryOp) and type(right.op) is ast.Invert:
                self.understood.add(right)
                right = right.operand
        return self._operation(node, operator, kind, self.kind(right))

    def _naming_points(self, node: ast.expr) -> int | None:
        """The number by which an expression names points, such as the 4 of `c.board.everything & 4`, if it is one."""
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name) and node.id not in self.names:
            value = self._named(node, node.id).value
        return value if type(value) is int and value >= 0 else None

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
        raise self.outside(node, f"{words(left)} and {words(right)} can't be put together so; {TOGETHER}.")

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
                advice = instead(kind, other) or ("" if _to_write((kind, other)) else f" {_COMPARED}")
                reason = f"{words(kind)} and {words(other)} can't be compared.{advice}"
                raise self.outside(node, reason, kind, other)

    def _item(self, node: ast.Subscript, owner: Any, index: ast.expr) -> Any:
        if owner is K.DECISIONS and isinstance(index, ast.Slice):
            self.understood.add(index)
            bounds = [self.kind(bound) for bound in (index.lower, index.upper, index.step) if bound is not None]
            if set(bounds) <= {K.NUMBER, K.ZERO}:
                return K.DECISIONS
        key = self.kind(index)
        if owner in OF_EACH_COLOR and key is K.COLOR:
            return OF_EACH_COLOR[owner]
        raise self.outside(node, f"{words(owner)} can't be asked for one of its parts so; write the parts out.", owner)

    def _member(self, node: ast.expr) -> Any:
        """What each round of a loop is about."""
        value = self.value(node)
        if isinstance(value, Static) and is_one_of(value.value, (Color, Phase)):
            return K.COLOR if value.value is Color else K.PHASE
        kind = self.kind(node)
        if isinstance(kind, tuple) and kind:
            return self.either(node, list(kind))
        if isinstance(kind, Kind) and HISTORIES.get(kind, K.ANYTHING) is not K.ANYTHING:
            return HISTORIES[kind]
        raise self.outside(node, f"a clause does not go through {words(kind)}; ask for what you want to know.", kind)

    def _generators(self, generators: Sequence[ast.comprehension]) -> None:
        for generator in generators:
            self._assign(generator.target, self._member(generator.iter))
            for test in generator.ifs:
                self.truth(test)

    def _same(self, node: ast.AST, kind: Any, other: Any) -> Any:
        if isinstance(kind, Static | Local) or isinstance(other, Static | Local):
            raise self.outside(
                node, "a name stands for one function here, and for something else there; use two names."
            )
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
        raise self.outside(
            node, f"it may be {' or '.join(words(kind) for kind in kinds)}; write it so that it is always one of these."
        )

    # Calls

    def _call(
        self, node: ast.Call, function: ast.expr, arguments: Sequence[ast.expr], named: Sequence[ast.keyword]
    ) -> Any:
        if any(isinstance(argument, ast.Starred) for argument in arguments) or any(
            argument.arg is None for argument in named
        ):
            raise self.outside(node, "what a function is called with is written out here.")
        if isinstance(function, ast.Attribute) and function.attr == "get" and self.value(function.value) is K.COUNTS:
            self.understood.add(function)
            if list(map(self.kind, arguments)) != [(K.COLOR, K.PHASE), K.ZERO]:
                raise self.outside(node, "moves are asked for otherwise.", K.COUNTS)
            return K.NUMBER
        try:
            value = self.value(function)
        except OutsideLanguage as error:
            advice = _to_write(self._kinds_known(arguments))
            if isinstance(error, ContainerAskedOtherwise) or not advice:
                raise
            raise ContainerAskedOtherwise(f"{error}{advice}") from None
        if isinstance(value, Method):
            if [keyword.arg for keyword in named] not in ([], [ASKED_OF_EACH.get(value.name, ("",))[0]]):
                raise self.outside(
                    node, f"{value.name!r} is asked without names of parameters; write what it takes in order."
                )
            return self._method(node, value, [*arguments, *(keyword.value for keyword in named)])
        if isinstance(value, Local):
            return self._local(node, value, [self.kind(argument) for argument in arguments])
        if not isinstance(value, Static):
            raise self.outside(node, f"{words(value)} can't be called; {CALLABLE}.")
        return self._known_call(node, value.value, arguments, {str(keyword.arg): keyword.value for keyword in named})

    def _kinds_known(self, parts: Sequence[ast.expr]) -> Iterator[Any]:
        for part in parts:
            with suppress(OutsideLanguage):
                yield self.kind(part)

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
            raise self.outside(node, f"{asked.name!r} can't be asked of each; write a `lambda` of what to ask.")
        return gives

    def _local(self, node: ast.Call, function: Local, kinds: Sequence[Any]) -> Any:
        parameters = function.node.args
        names = [parameter.arg for parameter in parameters.args]
        if len(names) != len(kinds) or len(names) != sum(1 for _ in every_parameter(parameters)):
            raise self.outside(node, "a function written within a clause takes just what it is called with.")
        inner = replace(self, names={**function.names, **dict(zip(names, kinds, strict=True))}, returned=[])
        return inner.kind(function.node.body)

    def _known_call(  # noqa: PLR0911
        self, node: ast.Call, called: object, arguments: Sequence[ast.expr], named: dict[str, ast.expr]
    ) -> Any:
        if called is isinstance:
            return self._is_turn(node, arguments)
        if is_one_of(called, ABOUT_ALL):
            return self._of_all(node, called, arguments)
        if called is bool and len(arguments) == 1:
            self.truth(arguments[0])
            return K.CONDITION
        if called is frozenset:
            return self._pasts(node, arguments)
        kinds = [self.kind(argument) for argument in arguments]
        of_names = {name: self.kind(argument) for name, argument in named.items()}
        if is_one_of(called, (min, max, abs)) and kinds and not named and set(kinds) <= {K.NUMBER, K.ZERO}:
            return K.NUMBER
        if called is replace and len(kinds) == 1 and kinds[0] in MADE.values():
            return self._with_parts(node, kinds[0], of_names)
        if is_one_of(called, MADE):
            order = [attribute.name for attribute in fields(cast(Any, called)) if attribute.init]
            return self._with_parts(node, MADE[called], {**dict(zip(order, kinds, strict=False)), **of_names})
        if called is Coloring and kinds == [K.BOARD, K.POINTS, K.POINTS] and not named:
            return K.COLORING
        if called is Pass and not kinds and not named:
            return K.TURN
        return self._function(node, called, kinds, of_names)

    def _with_parts(self, node: ast.Call, kind: Kind, parts: Mapping[str, Any]) -> Kind:
        for name, given in parts.items():
            wanted = ATTRIBUTES[kind].get(name)
            if wanted is None or not fits(given, wanted):
                advice = f"it has {', '.join(ATTRIBUTES[kind])}" if wanted is None else f"give it {words(wanted)}"
                raise self.outside(node, f"{name} of {kind.value} can't be {words(given)}; {advice}.")
        return kind

    def _is_turn(self, node: ast.Call, arguments: Sequence[ast.expr]) -> Kind:
        if len(arguments) == 2:  # noqa: PLR2004
            values = [self.value(alternative) for alternative in _alternatives(arguments[1])]
            if self.kind(arguments[0]) in (K.TURN, K.MAYBE_TURN) and all(
                isinstance(value, Static) and is_one_of(value.value, TURNS) for value in values
            ):
                self.understood.update(ast.walk(arguments[1]))
                return K.CONDITION
        raise self.outside(node, "only of a turn it can be asked whether it is a Pass, a Move, an Unblock or an Agree.")

    def _pasts(self, node: ast.Call, arguments: Sequence[ast.expr]) -> Kind:
        written_out = len(arguments) == 1 and isinstance(arguments[0], ast.Set | ast.Tuple)
        if written_out and all(self.kind(element) is K.PAST for element in arguments[0].elts):  # type: ignore[attr-defined]
            self.understood.add(arguments[0])
            return K.PASTS
        raise self.outside(node, "a set is one of kinds of the past, written out.")

    def _of_all(self, node: ast.Call, called: object, arguments: Sequence[ast.expr]) -> Kind:
        if len(arguments) != 1 or not isinstance(arguments[0], ast.GeneratorExp):
            raise self.outside(node, "any, all and sum take what is asked of each, written out.")
        expression = arguments[0]
        self.understood.add(expression)
        inner = replace(self, names=dict(self.names))
        inner._generators(expression.generators)
        if called is sum:
            if inner.kind(expression.elt) not in COUNTABLE:
                raise self.outside(node, "only numbers can be added up; write `sum` around numbers or conditions.")
            return K.NUMBER
        inner.truth(expression.elt)
        return K.CONDITION

    def _function(
        self, node: ast.AST, called: object, kinds: Sequence[Any], named: Mapping[str, Any] | None = None
    ) -> Any:
        if not isinstance(called, FunctionType):
            name = getattr(called, "__name__", type(called).__name__)
            raise self.outside(node, f"{name} is not among what a clause can call; {CALLABLE}.")
        if is_documented(called):
            return self._of_documents(node, called, kinds, named or {})
        if named:
            raise self.outside(
                node, "your own functions are called without names of parameters; write what they take in order."
            )
        if called.__code__ in self.calls:
            raise self.outside(
                node,
                f"{called.__name__} calls itself; write it with `for`, or ask `c.fixpoint`.",
            )
        return result_of(called, kinds, self.calls, self.written)

    def _of_documents(self, node: ast.AST, called: FunctionType, kinds: Sequence[Any], named: Mapping[str, Any]) -> Any:
        annotations = dict(called.__annotations__)
        gives = annotated(annotations.pop("return", ""))
        takes = {name: annotated(annotation) for name, annotation in annotations.items()}
        given = {**dict(zip(takes, kinds, strict=False)), **named}
        are_known = given.keys() <= takes.keys() and len(given) == len(kinds) + len(named)
        if are_known and gives is not None and None not in takes.values():
            if not all(fits(kind, takes[name]) for name, kind in given.items()):
                raise self.outside(
                    node,
                    f"{called.__name__} takes {words(tuple(takes.values()))}, not {words(tuple(given.values()))}.",
                )
            return gives
        if named:
            raise self.outside(
                node, f"{called.__name__} is called without names of parameters; write what it takes in order."
            )
        return result_of(called, kinds, self.calls, self.written)


OF_VALUES = "compare numbers, colors, phases and parameters"
ONE_VALUE = "give it one value, at the top of the file"
CALLABLE = "call functions of the documents, your own, or `any`, `all`, `sum`, `min`, `max`, `abs` or `bool`"
TOGETHER = "put numbers together by `+ - * // %`, points by `& | ^`, and conditions by `& |`"
_COMPARED = "Compare numbers, points by `==`, colorings by `same_as`, and colors and phases by `is`."


def _answers(kind: Any) -> str:
    """What can be asked instead, in words; of a container, that is said in a sentence of its own."""
    if not isinstance(kind, Kind) or kind in INSTEAD:
        return ""
    names = [*ATTRIBUTES.get(kind, {}), *METHODS.get(kind, {}), *(ASKED_OF_EACH if kind in ASKING else ())]
    return f"; it answers {', '.join(names)}" if names else f"; {OF_VALUES}"


def _several(kinds: tuple[Any, ...]) -> Any:
    """The kind of a tuple."""
    return SEVERAL.get(kinds[0], kinds) if len(set(kinds)) == 1 else kinds


def _to_write(kinds: Iterable[Any]) -> str:
    """What to ask a container instead, in a sentence, if there is one among some kinds; "" if there is none."""
    return next((INSTEAD[kind] for kind in kinds if isinstance(kind, Kind) and kind in INSTEAD), "")


CHANGED_IN_PLACE = "no dictionary is changed in place; build it as it is to be, as in `{color: … for color in Color}`."


@cache
def _advice() -> Mapping[str, tuple[str, str]]:
    """What Python's name for a part of a syntax tree is called, and what to write instead, as a file has it."""
    return tomllib.loads((get_data(__package__ or "", "outside_language.toml") or b"").decode())


def _unknown(node: ast.AST) -> str:
    """What part of Python is not read, and what to write instead, in a sentence."""
    kind = type(node).__name__
    name, advice = _advice().get(kind, (f"`{kind.lower()}`", "say it by what the language has"))
    return f"a clause is not read with {name} in it; {advice}."


def _alternatives(node: ast.expr) -> Sequence[ast.expr]:
    match node:
        case ast.Tuple(parts):
            return parts
        case ast.BinOp(left, ast.BitOr(), right):
            return [*_alternatives(left), *_alternatives(right)]
    return [node]


def result_of(
    function: FunctionType, kinds: Sequence[Any], calls: tuple[CodeType, ...], written: dict[FunctionType, Rebuilt]
) -> Any:
    """The kind of what a function returns that is called with values of some kinds; it is written down."""
    source = source_of(function)
    reading = FunctionRead(function, source, (*calls, function.__code__), written)
    node, parameters = source.node, source.node.args
    names = [parameter.arg for parameter in (*parameters.posonlyargs, *parameters.args)]
    if len(names) != sum(1 for _ in every_parameter(parameters)) or function.__defaults__:
        raise reading.outside(node, "a clause takes its parameters in their order, all of them, and has no `*`.")
    if len(kinds) != len(names):
        raise reading.outside(
            node, f"it is called with {words(tuple(kinds))}, and takes {len(names)} values; call it with these."
        )
    reading.names = dict(zip(names, kinds, strict=True))
    if isinstance(node, ast.Lambda):
        result = reading.kind(node.body)
    else:
        reading.read(node.body)
        result = reading.either(node, reading.returned or [K.NONE])
    if not is_documented(function):
        written[function] = reading.as_text()
    return result
