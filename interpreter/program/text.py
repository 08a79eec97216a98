"""Programs as text: Python, as it is compiled here, and C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def wanted_kind(expression: Expression) -> NameKind:
    """Which kind of operands an operator is applied to."""
    match expression.operator:
        case Operator.EQUAL | Operator.COUNT:
            return NameKind.WORD
        case Operator.NUMBER_OF:
            return NameKind.FLAG
        case Operator.AT_LEAST | Operator.SAME:
            return NameKind.REAL if NameKind.REAL in map(kind_of_atom, expression.operands) else NameKind.NUMBER
        case _:
            return kind_of(expression)


class PythonText:
    """Python, to be compiled or run as it stands; words keep to 64 bits either way. `CText` says what differs in C.

    Attributes:
        operators: how each operator is written around its operands.
        lines: how each statement is written, but for calls; where statements stand within it, they follow, and `end`.
        types: what each kind of name is declared as.
    """

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
    lines: Mapping[type[Statement], str] = {
        **dict.fromkeys((Let, Variable, Assign), "{0} = {1}"),
        Remark: "# {1}",
        Leave: f"if {{1}}:\n{INDENT}break",
        When: "if {1}:",
        Loop: "while True:",
    }
    end = ""
    types: Mapping[NameKind, str] = {}

    def program(self, program: Program) -> str:
        """The whole text of a program, those that it calls before it."""
        return "\n\n".join(map(self.alone, (*program.calls, program)))

    def alone(self, program: Program) -> str:
        """The text of a program, without those that it calls."""
        body = (line for statement in program.body for line in self.statement(statement, INDENT))
        return "\n".join([*self.head(program), *body, *self.foot(program)]) + "\n"

    def head(self, program: Program) -> Iterator[str]:
        """The lines before the statements."""
        yield f"def {program.name}({', '.join(name.text for name in program.given)}):"
        yield from (f"{INDENT}# {line}" for line in program.remarks)

    def foot(self, program: Program) -> Iterator[str]:
        """The lines after the statements."""
        returned = [self.atom(atom, field.kind) for field in program.outputs for atom in field.atoms]
        yield f"{INDENT}return {', '.join(returned)}"

    def constant(self, value: bool | int | float, kind: NameKind) -> str:
        """A known value, where one of this kind is wanted."""
        return f"word({value})" if kind is NameKind.WORD else str(value)

    def call(self, call: Call) -> Iterator[str]:
        """The lines of a call of another program."""
        given = ", ".join(self.atom(atom, NameKind.WORD) for atom in call.operands)
        yield f"{', '.join(name.text for name in call.names)} = {call.program}({given})"

    def statement(self, statement: Statement, indent: str) -> Iterator[str]:
        """The lines of a statement, and of those within it."""
        name, value = "", ""
        match statement:
            case Call():
                yield from (indent + line for line in self.call(statement))
                return
            case Let(Name(name, kind), expression):
                name, value = f"{self.types.get(kind, '')} {name}".strip(), self.expression(expression)
            case Variable(Name(name, kind), atom):
                name, value = f"{self.types.get(kind, '')} {name}".strip(), self.atom(atom, kind)
            case Assign(Name(name, kind), atom):
                value = self.atom(atom, kind)
            case Leave(condition) | When(condition):
                value = self.atom(condition, NameKind.FLAG)
            case Remark(value):
                pass
        yield from (indent + line for line in self.lines[type(statement)].format(name, value).split("\n"))
        if isinstance(statement, When | Loop):
            for inner in statement.body:
                yield from self.statement(inner, indent + INDENT)
            yield from (indent + line for line in self.end.splitlines())

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


class CText(PythonText):
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
    lines: Mapping[type[Statement], str] = {
        Let: "const {0} = {1};",
        **dict.fromkeys((Variable, Assign), "{0} = {1};"),
        Remark: "/* {1} */",
        Leave: "if ({1}) break;",
        When: "if ({1}) {{",
        Loop: "while (true) {{",
    }
    end = "}"

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

    def call(self, call: Call) -> Iterator[str]:
        words, array = len(call.names), call.names[0].text
        sets = [call.operands[start : start + words] for start in range(0, len(call.operands), words)]
        for place, atoms in enumerate(sets):
            values = ", ".join(self.atom(atom, NameKind.WORD) for atom in atoms)
            yield f"const uint64_t {array}_{place}[{words}] = {{{values}}};"
        yield f"uint64_t {array}_[{words}];"
        yield f"{call.program}({''.join(f'{array}_{place}, ' for place in range(len(sets)))}{array}_);"
        for place, name in enumerate(call.names):
            yield f"const uint64_t {name.text} = {array}_[{place}];"


COUNT = """static inline int64_t superko_count(uint64_t points)
{
    points = points - ((points >> 1) & UINT64_C(0x5555555555555555));
    points = (points & UINT64_C(0x3333333333333333)) + ((points >> 2) & UINT64_C(0x3333333333333333));
    points = (points + (points >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int64_t)((points * UINT64_C(0x0101010101010101)) >> 56);
}
"""
