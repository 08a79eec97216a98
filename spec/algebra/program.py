"""Straight programs on machine words: what a clause comes to when it is read once with names in the place of sets.

A program is a list of statements: names for what is computed once, variables that loops change, loops, and what is done
under a condition. It is written down in Python or in C elsewhere; here is only what there is to write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

WORD_BITS = 64
ALL_BITS = (1 << WORD_BITS) - 1


class Kind(Enum):
    """What a name stands for."""

    WORD = "a word of 64 bits"
    FLAG = "whether something holds"
    NUMBER = "a whole number"
    REAL = "a number, halves included"


class Operator(Enum):
    """What is computed, of words unless it says otherwise; a value is the kind of the outcome."""

    COPY = None, "the same"
    AND = Kind.WORD, "what is in both"
    OR = Kind.WORD, "what is in either"
    XOR = Kind.WORD, "what is in one of them only"
    NOT = Kind.WORD, "what is not in it"
    LEFT = Kind.WORD, "moved to higher bits"
    RIGHT = Kind.WORD, "moved to lower bits"
    LOWEST = Kind.WORD, "its lowest bit"
    CHOOSE = Kind.WORD, "the one or the other, by a condition"
    EQUAL = Kind.FLAG, "whether both are the same"
    BOTH = Kind.FLAG, "whether two conditions hold"
    EITHER = Kind.FLAG, "whether one of two conditions holds"
    NO = Kind.FLAG, "whether a condition does not hold"
    COUNT = Kind.NUMBER, "how many bits are set"
    NUMBER_OF = Kind.NUMBER, "1 where a condition holds, else 0"
    ADD = None, "the sum of two numbers"
    SUBTRACT = None, "the difference of two numbers"
    MULTIPLY = None, "the product of two numbers"
    AT_LEAST = Kind.FLAG, "whether a number is no smaller than another one"
    SAME = Kind.FLAG, "whether two numbers are the same"


@dataclass(frozen=True)
class Name:
    """A name in a program, with what it stands for."""

    text: str
    kind: Kind


Atom: TypeAlias = Name | bool | int | float


@dataclass(frozen=True)
class Expression:
    """An operator and what it is applied to."""

    operator: Operator
    operands: tuple[Atom, ...]


@dataclass(frozen=True)
class Let:
    """A name for what is computed once."""

    name: Name
    value: Expression


@dataclass(frozen=True)
class Variable:
    """A name for what may change, and what it is at first."""

    name: Name
    first: Atom


@dataclass(frozen=True)
class Assign:
    """A variable becomes something else."""

    name: Name
    value: Atom


@dataclass(frozen=True)
class Remark:
    """A line for the reader, such as the id of the clause that follows."""

    text: str


@dataclass(frozen=True)
class Leave:
    """The loop around is left if something holds."""

    when: Atom


@dataclass(frozen=True)
class When:
    """Statements that are done if something holds."""

    condition: Atom
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Loop:
    """Statements that are done again and again, until the loop is left."""

    body: tuple[Statement, ...]


Statement: TypeAlias = Let | Variable | Assign | Remark | Leave | When | Loop


@dataclass(frozen=True)
class Program:
    """A function on words.

    Attributes:
        name: what it is called.
        remarks: what it does, a line each.
        inputs: the names of what it is given.
        body: its statements.
        outputs: what it gives back.
    """

    name: str
    remarks: tuple[str, ...]
    inputs: tuple[Name, ...]
    body: tuple[Statement, ...]
    outputs: tuple[Atom, ...]


@dataclass
class _Block:
    statements: list[Statement] = field(default_factory=list)
    known: dict[Expression, Atom] = field(default_factory=dict)


class Writer:
    """Takes down the statements of a program one after the other.

    What was computed before, in the same loop or around it, is not computed again.

    >>> writer = Writer()
    >>> points = Name("points", Kind.WORD)
    >>> first = writer.value(Operator.NOT, points)
    >>> writer.value(Operator.NOT, points) is first
    True
    """

    def __init__(self) -> None:
        self._blocks = [_Block()]
        self._names = 0

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What was taken down so far, outside all loops."""
        return tuple(self._blocks[0].statements)

    def name(self, kind: Kind) -> Name:
        """A name that nothing has yet."""
        self._names += 1
        return Name(f"{kind.name.lower()[0]}{self._names}", kind)

    def value(self, operator: Operator, *operands: Atom) -> Atom:
        """What an operator comes to."""
        expression = Expression(operator, operands)
        for block in reversed(self._blocks):
            if expression in block.known:
                return block.known[expression]
        name = self.name(kind_of(expression))
        self._add(Let(name, expression))
        self._blocks[-1].known[expression] = name
        return name

    def variable(self, first: Atom, kind: Kind) -> Name:
        """A new variable."""
        name = self.name(kind)
        self._add(Variable(name, first))
        return name

    def now(self, variable: Name) -> Name:
        """What a variable is at this moment; it keeps that value when the variable changes."""
        name = self.name(variable.kind)
        self._add(Let(name, Expression(Operator.COPY, (variable,))))
        return name

    def assign(self, variable: Name, value: Atom) -> None:
        """Let a variable become something else."""
        self._add(Assign(variable, value))

    def leave_when(self, condition: Atom) -> None:
        """Leave the loop around if something holds."""
        self._add(Leave(condition))

    def remark(self, text: str) -> None:
        """A line for the reader."""
        self._add(Remark(text))

    @contextmanager
    def loop(self) -> Iterator[None]:
        """What is taken down meanwhile is done again and again."""
        with self._block() as inside:
            yield
        self._add(Loop(tuple(inside.statements)))

    @contextmanager
    def when(self, condition: Atom) -> Iterator[None]:
        """What is taken down meanwhile is done if something holds."""
        with self._block() as inside:
            yield
        self._add(When(condition, tuple(inside.statements)))

    @contextmanager
    def _block(self) -> Iterator[_Block]:
        self._blocks.append(_Block())
        try:
            yield self._blocks[-1]
        finally:
            self._blocks.pop()

    def _add(self, statement: Statement) -> None:
        self._blocks[-1].statements.append(statement)


def kind_of(expression: Expression) -> Kind:
    """What an expression comes to."""
    kind = expression.operator.value[0]
    if isinstance(kind, Kind):
        return kind
    return Kind.REAL if Kind.REAL in map(kind_of_atom, expression.operands) else kind_of_atom(expression.operands[0])


def kind_of_atom(atom: Atom) -> Kind:
    """What a name or a constant stands for; whole constants are numbers, or words where a word is wanted."""
    if isinstance(atom, Name):
        return atom.kind
    if isinstance(atom, bool):
        return Kind.FLAG
    return Kind.REAL if isinstance(atom, float) else Kind.NUMBER


def words_of(points: int, number: int) -> Sequence[int]:
    """A set of points as so many words, the lowest bits first.

    >>> words_of((1 << 64) | 5, 2)
    [5, 1]
    """
    return [points >> WORD_BITS * index & ALL_BITS for index in range(number)]
