"""Writing a program down, in Python as numba compiles it and in C."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from ...spec.algebra.emitting.program import (
    Assign,
    Atom,
    Call,
    Expression,
    Field,
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
        """The whole text of a program, those that it calls before it."""
        return "\n\n".join(map(self.alone, (*program.calls, program)))

    def alone(self, program: Program) -> str:
        """The text of a program, without those that it calls."""
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
        yield f"def {program.name}({', '.join(name.text for name in program.given)}):"
        yield from (f"{INDENT}# {line}" for line in program.remarks)

    def foot(self, program: Program) -> Iterator[str]:
        """See `Text.foot`."""
        found = [self.atom(atom, some.kind) for some in program.outputs for atom in some.atoms]
        yield f"{INDENT}return {', '.join(found)}"

    def constant(self, value: bool | int | float, kind: Kind) -> str:
        """See `Text.constant`."""
        return f"word({value})" if kind is Kind.WORD else str(value)

    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        """See `Text.statement`."""
        match statement:
            case Let(name, value):
                yield f"{indent}{name.text} = {self.expression(value)}"
            case Call(names, program, operands):
                given = ", ".join(self.atom(atom, Kind.WORD) for atom in operands)
                yield f"{indent}{', '.join(name.text for name in names)} = {program}({given})"
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
    """C99, as functions of a header; what a program gives back is written to its last parameters."""

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
        given = [self._parameter(some, "const ", some.name) for some in program.inputs]
        found = [self._parameter(some, "", f"*{some.name}") for some in program.outputs]
        yield f"static inline void {program.name}("
        yield from (f"{INDENT}{text}," for text in [*given, *found][:-1])
        yield f"{INDENT}{[*given, *found][-1]})"
        yield "{"
        yield from self._taken(program)

    def _taken(self, program: Program) -> Iterator[str]:
        """Names for the words of the parameters that are used; the others are said to be of no account."""
        used = program.used
        for some in program.inputs:
            names = [(place, atom.text) for place, atom in enumerate(some.atoms) if isinstance(atom, Name)]
            if used.isdisjoint(name for _, name in names):
                yield f"{INDENT}(void){some.name};"
            elif some.kind is Kind.WORD:
                for place, name in names:
                    if name in used:
                        yield f"{INDENT}const uint64_t {name} = {some.name}[{place}];"

    def _parameter(self, some: Field, constant: str, name: str) -> str:
        if some.kind is Kind.WORD:
            return f"{constant}uint64_t {some.name}[{len(some.atoms)}]"
        return f"{self.types[some.kind]} {name}"

    def foot(self, program: Program) -> Iterator[str]:
        """See `Text.foot`."""
        for some in program.outputs:
            for place, atom in enumerate(some.atoms):
                target = f"{some.name}[{place}]" if some.kind is Kind.WORD else f"*{some.name}"
                yield f"{INDENT}{target} = {self.atom(atom, some.kind)};"
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
            case Call(names, program, operands):
                words = len(names)
                sets = [operands[start : start + words] for start in range(0, len(operands), words)]
                arrays = [f"{names[0].text}_{place}" for place in range(len(sets))]
                for array, some in zip(arrays, sets, strict=True):
                    values = ", ".join(self.atom(atom, Kind.WORD) for atom in some)
                    yield f"{indent}const uint64_t {array}[{words}] = {{{values}}};"
                yield f"{indent}uint64_t {names[0].text}_[{words}];"
                yield f"{indent}{program}({', '.join(arrays)}, {names[0].text}_);"
                for place, name in enumerate(names):
                    yield f"{indent}const uint64_t {name.text} = {names[0].text}_[{place}];"
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
