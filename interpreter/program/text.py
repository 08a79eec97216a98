"""Programs as text: Python, as it is compiled here, and C."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from .ir import (
    Assign,
    Atom,
    Call,
    Expression,
    Field,
    Leave,
    Let,
    Loop,
    Name,
    NameKind,
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
    def constant(self, value: bool | int | float, kind: NameKind) -> str:
        """A known value, where one of this kind is wanted."""

    def _block(self, body: Iterable[Statement], indent: str) -> Iterator[str]:
        for statement in body:
            yield from self.statement(statement, indent)

    def atom(self, atom: Atom, kind: NameKind) -> str:
        """A name or a known value."""
        return atom.text if isinstance(atom, Name) else self.constant(atom, kind)

    def expression(self, expression: Expression) -> str:
        """An operator and what it is applied to."""
        operator, operands = expression.operator, expression.operands
        wanted = wanted_kind(expression)
        kinds = [
            NameKind.FLAG if operator is Operator.CHOOSE and place == 0 else wanted for place in range(len(operands))
        ]
        return self.operators[operator].format(*map(self.atom, operands, kinds))


def wanted_kind(expression: Expression) -> NameKind:
    """Which kind of operands an operator is applied to."""
    match expression.operator:
        case Operator.EQUAL | Operator.COUNT:
            return NameKind.WORD
        case Operator.NUMBER_OF:
            return NameKind.FLAG
        case Operator.AT_LEAST | Operator.SAME:
            real = NameKind.REAL in map(kind_of_atom, expression.operands)
            return NameKind.REAL if real else NameKind.NUMBER
        case _:
            return kind_of(expression)


class PythonText(Text):
    """Python, to be compiled or run as it stands; words keep to 64 bits either way."""

    operators: Mapping[Operator, str] = {
        Operator.COPY: "{0}",
        Operator.AND: "{0} & {1}",
        Operator.OR: "{0} | {1}",
        Operator.XOR: "{0} ^ {1}",
        Operator.NOT: "~{0} & ALL_BITS",
        Operator.LEFT: "{0} << {1} & ALL_BITS",
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
        yield f"def {program.name}({', '.join(name.text for name in program.given)}):"
        yield from (f"{INDENT}# {line}" for line in program.remarks)

    def foot(self, program: Program) -> Iterator[str]:
        returned = [self.atom(atom, field.kind) for field in program.outputs for atom in field.atoms]
        yield f"{INDENT}return {', '.join(returned)}"

    def constant(self, value: bool | int | float, kind: NameKind) -> str:
        return f"word({value})" if kind is NameKind.WORD else str(value)

    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        match statement:
            case Let(name, value):
                yield f"{indent}{name.text} = {self.expression(value)}"
            case Call(names, program, operands):
                given = ", ".join(self.atom(atom, NameKind.WORD) for atom in operands)
                yield f"{indent}{', '.join(name.text for name in names)} = {program}({given})"
            case Variable(name, value) | Assign(name, value):
                yield f"{indent}{name.text} = {self.atom(value, name.kind)}"
            case Remark(text):
                yield f"{indent}# {text}"
            case Leave(condition):
                yield f"{indent}if {self.atom(condition, NameKind.FLAG)}:"
                yield f"{indent}{INDENT}break"
            case When(condition, body):
                yield f"{indent}if {self.atom(condition, NameKind.FLAG)}:"
                yield from self._block(body, indent + INDENT)
            case Loop(body):
                yield f"{indent}while True:"
                yield from self._block(body, indent + INDENT)


class CText(Text):
    """C99; what a program gives back is written to its last parameters."""

    types: Mapping[NameKind, str] = {
        NameKind.WORD: "uint64_t",
        NameKind.FLAG: "bool",
        NameKind.NUMBER: "int64_t",
        NameKind.REAL: "double",
    }
    operators: Mapping[Operator, str] = {
        **PythonText.operators,
        Operator.NOT: "~{0}",
        Operator.LEFT: "{0} << {1}",
        Operator.LOWEST: "{0} & (~{0} + 1)",
        Operator.CHOOSE: "{0} ? {1} : {2}",
        Operator.BOTH: "{0} && {1}",
        Operator.EITHER: "{0} || {1}",
        Operator.NO: "!{0}",
        Operator.COUNT: "superko_count({0})",
        Operator.NUMBER_OF: "{0} ? 1 : 0",
    }

    def head(self, program: Program) -> Iterator[str]:
        yield from (f"/* {line} */" for line in program.remarks)
        given = [self._parameter(field, "const ", field.name) for field in program.inputs]
        returned = [self._parameter(field, "", f"*{field.name}") for field in program.outputs]
        yield f"static inline void {program.name}("
        yield from (f"{INDENT}{text}," for text in [*given, *returned][:-1])
        yield f"{INDENT}{[*given, *returned][-1]})"
        yield "{"
        yield from self._taken(program)

    def _taken(self, program: Program) -> Iterator[str]:
        """Names for the words of the parameters that are used; the others are said not to be used."""
        used = program.used
        for field in program.inputs:
            names = [(place, atom.text) for place, atom in enumerate(field.atoms) if isinstance(atom, Name)]
            if used.isdisjoint(name for _, name in names):
                yield f"{INDENT}(void){field.name};"
            elif field.kind is NameKind.WORD:
                for place, name in names:
                    if name in used:
                        yield f"{INDENT}const uint64_t {name} = {field.name}[{place}];"

    def _parameter(self, field: Field, constant: str, name: str) -> str:
        if field.kind is NameKind.WORD:
            return f"{constant}uint64_t {field.name}[{len(field.atoms)}]"
        return f"{self.types[field.kind]} {name}"

    def foot(self, program: Program) -> Iterator[str]:
        for field in program.outputs:
            for place, atom in enumerate(field.atoms):
                target = f"{field.name}[{place}]" if field.kind is NameKind.WORD else f"*{field.name}"
                yield f"{INDENT}{target} = {self.atom(atom, field.kind)};"
        yield "}"

    def constant(self, value: bool | int | float, kind: NameKind) -> str:
        if kind is NameKind.WORD:
            return f"UINT64_C({value})"
        return str(value).lower() if isinstance(value, bool) else str(value)

    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        match statement:
            case Let(name, value):
                yield f"{indent}const {self.types[name.kind]} {name.text} = {self.expression(value)};"
            case Call(names, program, operands):
                words = len(names)
                sets = [operands[start : start + words] for start in range(0, len(operands), words)]
                arrays = [f"{names[0].text}_{place}" for place in range(len(sets))]
                for array, atoms in zip(arrays, sets, strict=True):
                    values = ", ".join(self.atom(atom, NameKind.WORD) for atom in atoms)
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
                yield f"{indent}if ({self.atom(condition, NameKind.FLAG)}) break;"
            case When(condition, body):
                yield f"{indent}if ({self.atom(condition, NameKind.FLAG)}) {{"
                yield from self._block(body, indent + INDENT)
                yield f"{indent}}}"
            case Loop(body):
                yield f"{indent}while (true) {{"
                yield from self._block(body, indent + INDENT)
                yield f"{indent}}}"


COUNT = """static inline int64_t superko_count(uint64_t points)
{
    points = points - ((points >> 1) & UINT64_C(0x5555555555555555));
    points = (points & UINT64_C(0x3333333333333333)) + ((points >> 2) & UINT64_C(0x3333333333333333));
    points = (points + (points >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int64_t)((points * UINT64_C(0x0101010101010101)) >> 56);
}
"""
