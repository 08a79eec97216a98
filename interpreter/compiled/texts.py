"""Writing a program down, in Python as numba compiles it and in C."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from ...spec.algebra.program import (
    Assign,
    Atom,
    Expression,
    Kind,
    Leave,
    Let,
    Loop,
    Name,
    Operator,
    Program,
    Remark,
    Statement,
    Variable,
    When,
    kind_of,
    kind_of_atom,
)

INDENT = "    "

class Text(ABC):
    """A language to write programs in."""

    operators: Mapping[Operator, str]

    def program(self, program: Program) -> str:
        """The whole text of a program."""
        lines = [*self.head(program), *self._block(program.body, INDENT), *self.foot(program)]
        return "\n".join(lines) + "\n"

    @abstractmethod
    def head(self, program: Program) -> Iterator[str]:
        """The lines before the statements."""

    @abstractmethod
    def foot(self, program: Program) -> Iterator[str]:
        """The lines after the statements."""

    @abstractmethod
    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        """The lines of a statement."""

    @abstractmethod
    def constant(self, value: bool | int | float, kind: Kind) -> str:
        """A known value, where one of this kind is wanted."""

    def _block(self, body: Iterable[Statement], indent: str) -> Iterator[str]:
        for statement in body:
            yield from self.statement(statement, indent)

    def atom(self, atom: Atom, kind: Kind) -> str:
        """A name or a known value."""
        return atom.text if isinstance(atom, Name) else self.constant(atom, kind)

    def expression(self, expression: Expression) -> str:
        """An operator and what it is applied to."""
        operator, operands = expression.operator, expression.operands
        wanted = wanted_kind(expression)
        kinds = [Kind.FLAG if operator is Operator.CHOOSE and place == 0 else wanted for place in range(len(operands))]
        return self.operators[operator].format(*map(self.atom, operands, kinds))


def wanted_kind(expression: Expression) -> Kind:
    """Which kind of operands an operator is applied to."""
    match expression.operator:
        case Operator.EQUAL | Operator.COUNT:
            return Kind.WORD
        case Operator.NUMBER_OF:
            return Kind.FLAG
        case Operator.AT_LEAST | Operator.SAME:
            real = Kind.REAL in map(kind_of_atom, expression.operands)
            return Kind.REAL if real else Kind.NUMBER
        case _:
            return kind_of(expression)


class PythonText(Text):
    """Python that numba compiles; words are its unsigned integers, so that nothing becomes a float unasked."""

    operators: Mapping[Operator, str] = {
        Operator.COPY: "{0}",
        Operator.AND: "{0} & {1}",
        Operator.OR: "{0} | {1}",
        Operator.XOR: "{0} ^ {1}",
        Operator.NOT: "~{0}",
        Operator.LEFT: "{0} << {1}",
        Operator.RIGHT: "{0} >> {1}",
        Operator.LOWEST: "{0} & (~{0} + word(1))",
        Operator.CHOOSE: "{1} if {0} else {2}",
        Operator.EQUAL: "{0} == {1}",
        Operator.BOTH: "{0} and {1}",
        Operator.EITHER: "{0} or {1}",
        Operator.NO: "not {0}",
        Operator.COUNT: "count({0})",
        Operator.NUMBER_OF: "1 if {0} else 0",
        Operator.ADD: "{0} + {1}",
        Operator.SUBTRACT: "{0} - {1}",
        Operator.MULTIPLY: "{0} * {1}",
        Operator.AT_LEAST: "{0} >= {1}",
        Operator.SAME: "{0} == {1}",
    }

    def head(self, program: Program) -> Iterator[str]:
        """See `Text.head`."""
        yield f"def {program.name}({', '.join(name.text for name in program.inputs)}):"
        yield from (f"{INDENT}# {line}" for line in program.remarks)

    def foot(self, program: Program) -> Iterator[str]:
        """See `Text.foot`."""
        found = [self.atom(atom, kind_of_atom(atom)) for atom in program.outputs]
        yield f"{INDENT}return {', '.join(found)}"

    def constant(self, value: bool | int | float, kind: Kind) -> str:
        """See `Text.constant`."""
        return f"word({value})" if kind is Kind.WORD else str(value)

    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        """See `Text.statement`."""
        match statement:
            case Let(name, value):
                yield f"{indent}{name.text} = {self.expression(value)}"
            case Variable(name, value) | Assign(name, value):
                yield f"{indent}{name.text} = {self.atom(value, name.kind)}"
            case Remark(text):
                yield f"{indent}# {text}"
            case Leave(condition):
                yield f"{indent}if {self.atom(condition, Kind.FLAG)}:"
                yield f"{indent}{INDENT}break"
            case When(condition, body):
                yield f"{indent}if {self.atom(condition, Kind.FLAG)}:"
                yield from self._block(body, indent + INDENT)
            case Loop(body):
                yield f"{indent}while True:"
                yield from self._block(body, indent + INDENT)


class CText(Text):
    """C99, as functions of a header; what a program gives back is written where its last parameters point."""

    types: Mapping[Kind, str] = {
        Kind.WORD: "uint64_t",
        Kind.FLAG: "bool",
        Kind.NUMBER: "int64_t",
        Kind.REAL: "double",
    }
    operators: Mapping[Operator, str] = {
        **PythonText.operators,
        Operator.LOWEST: "{0} & (~{0} + 1)",
        Operator.CHOOSE: "{0} ? {1} : {2}",
        Operator.BOTH: "{0} && {1}",
        Operator.EITHER: "{0} || {1}",
        Operator.NO: "!{0}",
        Operator.COUNT: "superko_count({0})",
        Operator.NUMBER_OF: "{0} ? 1 : 0",
    }

    def head(self, program: Program) -> Iterator[str]:
        """See `Text.head`."""
        yield from (f"/* {line} */" for line in program.remarks)
        given = [f"{self.types[name.kind]} {name.text}" for name in program.inputs]
        kinds = [kind_of_atom(atom) for atom in program.outputs]
        found = [f"{self.types[kind]} *found{place}" for place, kind in enumerate(kinds)]
        yield f"static inline void {program.name}({', '.join(given + found)})"
        yield "{"

    def foot(self, program: Program) -> Iterator[str]:
        """See `Text.foot`."""
        for place, atom in enumerate(program.outputs):
            yield f"{INDENT}*found{place} = {self.atom(atom, kind_of_atom(atom))};"
        yield "}"

    def constant(self, value: bool | int | float, kind: Kind) -> str:
        """See `Text.constant`."""
        if kind is Kind.WORD:
            return f"UINT64_C({value})"
        return str(value).lower() if isinstance(value, bool) else str(value)

    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        """See `Text.statement`."""
        match statement:
            case Let(name, value):
                yield f"{indent}const {self.types[name.kind]} {name.text} = {self.expression(value)};"
            case Variable(name, value):
                yield f"{indent}{self.types[name.kind]} {name.text} = {self.atom(value, name.kind)};"
            case Assign(name, value):
                yield f"{indent}{name.text} = {self.atom(value, name.kind)};"
            case Remark(text):
                yield f"{indent}/* {text} */"
            case Leave(condition):
                yield f"{indent}if ({self.atom(condition, Kind.FLAG)}) break;"
            case When(condition, body):
                yield f"{indent}if ({self.atom(condition, Kind.FLAG)}) {{"
                yield from self._block(body, indent + INDENT)
                yield f"{indent}}}"
            case Loop(body):
                yield f"{indent}while (true) {{"
                yield from self._block(body, indent + INDENT)
                yield f"{indent}}}"
