"""What clauses handle when they are read as a program: names in the place of sets, of conditions and of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from .program import Atom, Operator

if TYPE_CHECKING:
    from .board import EmittingBoard


NO_NUMBER = "A clause calculates with a set of points; sets are joined with &, |, ^ and ~."
UNKNOWN_YET = "A clause looks something up in Python, as in a set, that is only known when the program runs."


class Value:
    """A condition or a number that is computed when the program runs.

    Attributes:
        board: the board that takes down what is done with it.
        atom: its name, or what it is if that is known.
    """

    __slots__ = ("atom", "board")

    def __init__(self, board: EmittingBoard, atom: Atom) -> None:
        self.board, self.atom = board, atom

    def __hash__(self) -> int:
        raise TypeError(UNKNOWN_YET)

    def _with(self, operator: Operator, *others: Any) -> Any:
        return type(self)(self.board, self.board.writer.value(operator, self.atom, *map(atom_of, others)))


class Flag(Value):
    """A condition; Python can ask whether it holds where the program is taken down case by case."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.board.writer.answer(self.atom)

    def __and__(self, other: Any) -> Any:
        if isinstance(other, bool):
            return self if other else False
        return self._with(Operator.BOTH, other)

    def __or__(self, other: Any) -> Any:
        if isinstance(other, bool):
            return True if other else self
        return self._with(Operator.EITHER, other)

    __rand__, __ror__ = __and__, __or__

    def __eq__(self, other: object) -> Any:
        if isinstance(other, bool):
            return self if other else self.board.no(self)
        if not isinstance(other, Flag):
            return NotImplemented
        return self.atom == other.atom or self._with(Operator.SAME, other)

    def __ne__(self, other: object) -> Any:
        return self.board.no(self == other)

    __hash__ = Value.__hash__

    def _number(self) -> Count:
        return Count(self.board, self.board.writer.value(Operator.NUMBER_OF, self.atom))

    def __mul__(self, other: Any) -> Any:
        return self._number() * other

    def __add__(self, other: Any) -> Any:
        return self._number() + other

    def __sub__(self, other: Any) -> Any:
        return self._number() - other

    def __rsub__(self, other: Any) -> Any:
        return other - self._number()

    __radd__, __rmul__ = __add__, __mul__


class Count(Value):
    """A number."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return self if _is_nothing(other) else self._with(Operator.ADD, other)

    def __sub__(self, other: Any) -> Any:
        return self if _is_nothing(other) else self._with(Operator.SUBTRACT, other)

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __mul__(self, other: Any) -> Any:
        return self._with(Operator.MULTIPLY, other)

    def __neg__(self) -> Any:
        return self * -1

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __ge__(self, other: Any) -> Any:
        return Flag(self.board, self.board.writer.value(Operator.AT_LEAST, self.atom, atom_of(other)))

    def __le__(self, other: Any) -> Any:
        return Flag(self.board, self.board.writer.value(Operator.AT_LEAST, atom_of(other), self.atom))

    def __gt__(self, other: Any) -> Any:
        return self.board.no(self <= other)

    def __lt__(self, other: Any) -> Any:
        return self.board.no(self >= other)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __eq__(self, other: object) -> Any:
        return Flag(self.board, self.board.writer.value(Operator.SAME, self.atom, atom_of(other)))

    def __ne__(self, other: object) -> Any:
        return self.board.no(self == other)

    __hash__ = Value.__hash__


class Words:
    """A set of points: the names of its words, the lowest bits first; bits beyond the board may be anything."""

    __slots__ = ("atoms", "board")

    def __init__(self, board: EmittingBoard, atoms: Sequence[Atom]) -> None:
        self.board, self.atoms = board, tuple(atoms)

    def __hash__(self) -> int:
        raise TypeError(UNKNOWN_YET)

    def __and__(self, other: Any) -> Words:
        return self.board.joined(Operator.AND, self, other)

    def __or__(self, other: Any) -> Words:
        return self.board.joined(Operator.OR, self, other)

    def __xor__(self, other: Any) -> Words:
        return self.board.joined(Operator.XOR, self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Words:
        return Words(self.board, [self.board.word(Operator.NOT, atom) for atom in self.atoms])

    def __lshift__(self, places: int) -> Words:
        return self.board.shifted(self, places, Operator.LEFT, Operator.RIGHT)

    def __rshift__(self, places: int) -> Words:
        return self.board.shifted(self, places, Operator.RIGHT, Operator.LEFT)

    def __add__(self, other: Any) -> NoReturn:
        raise TypeError(NO_NUMBER)

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __add__

    def __eq__(self, other: object) -> Any:
        return self.board.same(self, self.board.as_words(other))

    def __ne__(self, other: object) -> Any:
        return self.board.no(self == other)

    def __bool__(self) -> bool:
        return not self.board.is_empty(self)


def atom_of(value: Any) -> Atom:
    """The name of a condition or a number, or what it is if that is known.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(value, Value):
        return value.atom
    if isinstance(value, bool | int | float):
        return value
    raise TypeError(f"A clause gives {value!r}, which is neither a condition nor a number of this reading.")


def _is_nothing(value: Any) -> bool:
    return isinstance(value, int | float) and value == 0
