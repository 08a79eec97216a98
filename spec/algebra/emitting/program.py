"""Straight programs on machine words: what a clause comes to when it is read once with names in the place of sets.

A program is a list of statements: names for what is computed once, variables that loops change, loops, and what is done
under a condition. It is written down in Python or in C elsewhere; here is only what there is to write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
    PAST = "what has happened"

    def __hash__(self) -> int:
        return id(self)


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

    def __hash__(self) -> int:
        # As in `Color`: what is known already is looked up for every statement.
        return id(self)


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
class Call:
    """Names for what another program gives back."""

    names: tuple[Name, ...]
    program: str
    operands: tuple[Atom, ...]


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


Statement: TypeAlias = Let | Call | Variable | Assign | Remark | Leave | When | Loop


@dataclass(frozen=True)
class Field:
    """Something that a program is given, or gives back.

    Attributes:
        name: what it is called.
        kind: what it is; a set of points is so many words.
        atoms: the names it has in the program, one for each word.
    """

    name: str
    kind: Kind
    atoms: tuple[Atom, ...]


@dataclass(frozen=True)
class Program:
    """A function on words.

    Attributes:
        name: what it is called.
        remarks: what it does, a line each.
        inputs: what it is given.
        body: its statements.
        outputs: what it gives back.
        calls: the programs that it calls.
    """

    name: str
    remarks: tuple[str, ...]
    inputs: tuple[Field, ...]
    body: tuple[Statement, ...]
    outputs: tuple[Field, ...]
    calls: tuple[Program, ...] = ()

    def __hash__(self) -> int:
        """A hash of its heading alone: programs are long, and are looked up whenever they are run."""
        return hash((self.name, self.remarks))

    @property
    def given(self) -> tuple[Name, ...]:
        """The names of all that it is given, word by word."""
        return tuple(atom for some in self.inputs for atom in some.atoms if isinstance(atom, Name))

    @property
    def used(self) -> frozenset[str]:
        """The names that its statements use, or that it gives back."""
        return names_used(self.body, self.found)

    @property
    def found(self) -> tuple[Atom, ...]:
        """All that it gives back, word by word."""
        return tuple(atom for some in self.outputs for atom in some.atoms)


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


def names_used(body: Iterable[Statement], further: Iterable[Atom] = ()) -> frozenset[str]:
    """The names that statements use, and those among some further atoms."""
    return frozenset(atom.text for atom in (*further, *_atoms_used(body)) if isinstance(atom, Name))


def _atoms_used(statements: Iterable[Statement]) -> Iterator[Atom]:
    for statement in statements:
        match statement:
            case Let(_, value):
                yield from value.operands
            case Call(_, _, operands):
                yield from operands
            case Variable(_, value) | Leave(value) | Assign(_, value):
                yield value
            case When(condition, body):
                yield condition
                yield from _atoms_used(body)
            case Loop(body):
                yield from _atoms_used(body)
