"""The semantics of the algebra that leaves a program behind: sets are names of machine words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce, wraps
from operator import and_, invert, lshift, or_, rshift, xor
from typing import Any, NoReturn, TypeVar, cast

from ...spec.algebra.board import Board, Condition
from ...spec.algebra.grid import Grid
from .ir import ALL_BITS, WORD_BITS, Atom, Field, Name, NameKind, Operator, Program, Writer, words_of

NO_NUMBER = "A clause calculates with a set of points; sets are joined with &, |, ^ and ~."
UNKNOWN_YET = "A clause looks something up in Python, as in a set, that is only known when the program runs."


TOO_LARGE = "A clause calculates with numbers that are too large for a machine word."
BITS_OF_A_NUMBER = 30


class EmittedValue:
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


class Flag(EmittedValue):
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

    __hash__ = EmittedValue.__hash__


def _as_a_number(operator: str) -> Callable[[Flag, Any], Any]:
    def calculated(flag: Flag, other: Any) -> Any:
        number = EmittedNumber(flag.board, flag.board.writer.value(Operator.NUMBER_OF, flag.atom))
        return getattr(number, operator)(other)

    return calculated


for _operator in ("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__"):
    setattr(Flag, _operator, _as_a_number(_operator))


class EmittedNumber(EmittedValue):
    """A number, and in how many bits it fits, so that none is calculated that a machine word does not hold."""

    __slots__ = ("bits",)

    def __init__(self, board: EmittingBoard, atom: Atom, bits: int = BITS_OF_A_NUMBER) -> None:
        super().__init__(board, atom)
        self.bits = bits

    def _calculated(self, operator: Operator, other: Any, bits: int) -> EmittedNumber:
        if bits >= WORD_BITS:
            raise TypeError(TOO_LARGE)
        return EmittedNumber(self.board, self.board.writer.value(operator, self.atom, atom_of(other)), bits)

    def _with_or_without(self, operator: Operator, other: Any) -> EmittedNumber:
        is_nothing = isinstance(other, int | float) and other == 0
        return self if is_nothing else self._calculated(operator, other, max(self.bits, _bits_of(other)) + 1)

    def __add__(self, other: Any) -> Any:
        return self._with_or_without(Operator.ADD, other)

    def __sub__(self, other: Any) -> Any:
        return self._with_or_without(Operator.SUBTRACT, other)

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __mul__(self, other: Any) -> Any:
        return self._calculated(Operator.MULTIPLY, other, self.bits + (0 if other == -1 else _bits_of(other)))

    def __neg__(self) -> Any:
        return self * -1

    __radd__, __rmul__ = __add__, __mul__

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def _asked(self, operator: Operator, *numbers: Any) -> Flag:
        return Flag(self.board, self.board.writer.value(operator, *map(atom_of, numbers)))

    def __ge__(self, other: Any) -> Any:
        return self._asked(Operator.AT_LEAST, self, other)

    def __le__(self, other: Any) -> Any:
        return self._asked(Operator.AT_LEAST, other, self)

    def __gt__(self, other: Any) -> Any:
        return self.board.no(self <= other)

    def __lt__(self, other: Any) -> Any:
        return self.board.no(self >= other)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __eq__(self, other: object) -> Any:
        return self._asked(Operator.SAME, self, other)

    def __ne__(self, other: object) -> Any:
        return self.board.no(self == other)

    __hash__ = EmittedValue.__hash__


def _bits_of(number: Any) -> int:
    """In how many bits a number fits that another is calculated with."""
    if isinstance(number, EmittedNumber):
        return number.bits
    return 1 if isinstance(number, Flag) else int(number).bit_length()


def _joining(operator: Operator) -> Callable[[Words, Any], Words]:
    return lambda points, other: points.board.joined(operator, points, other)


class Words:
    """A set of points: the names of its words, the lowest bits first; bits beyond the board may be anything."""

    __slots__ = ("atoms", "board")

    def __init__(self, board: EmittingBoard, atoms: Sequence[Atom]) -> None:
        self.board, self.atoms = board, tuple(atoms)

    def __hash__(self) -> int:
        raise TypeError(UNKNOWN_YET)

    __and__, __or__, __xor__ = _joining(Operator.AND), _joining(Operator.OR), _joining(Operator.XOR)
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
    """The name of a condition or a number, or what it is if that is known; a `TypeError` if it is neither."""
    if isinstance(value, EmittedValue):
        return value.atom
    if isinstance(value, bool | int | float):
        return value
    raise TypeError(f"A clause gives {value!r}, which is neither a condition nor a number of this reading.")


F = TypeVar("F", bound=Callable[..., Any])


def _part(write: F) -> F:
    """A part of a program that is written once, however often a board is asked for it; see `Writer.part`."""
    return cast(F, wraps(write)(lambda board, *args, **named: board.writer.part(lambda: write(board, *args, **named))))


class EmittingBoard(Board[Words]):
    """The point sets of one grid as names in a program that is being written.

    Attributes:
        writer: takes down what is done.
        number_of_words: how many words a set of points has.
        sizes: the names of the sets that a program is given to know the board by.

    >>> board = EmittingBoard(Grid(3, 1))
    >>> (board.named("points") & board.named("others")).atoms
    (Name(text='w1', kind=<NameKind.WORD: 'a word of 64 bits'>),)
    """

    sizes: tuple[str, ...] = ()

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.writer = Writer()
        self.number_of_words = -(-grid.size // WORD_BITS)
        self.nothing = self.as_words(0)
        self.everything = self.as_words(grid.everywhere)

    @property
    def extent(self) -> str:
        """The boards that the program is for."""
        return str(self.grid)

    def named(self, text: str) -> Words:
        """A set that a program is given, by its name."""
        return Words(self, [Name(f"{text}{index}", NameKind.WORD) for index in range(self.number_of_words)])

    def as_words(self, points: Any) -> Words:
        """A set of points that may be a whole number, as names."""
        return points if isinstance(points, Words) else Words(self, words_of(points, self.number_of_words))

    def joined(self, operator: Operator, points: Words, other: Any) -> Words:
        """Two sets, word by word."""
        pairs = zip(points.atoms, self.as_words(other).atoms, strict=True)
        return Words(self, [self.word(operator, *pair) for pair in pairs])

    def word(self, operator: Operator, *atoms: Atom) -> Atom:
        """The value of an operator; what is known beforehand is not left to the program."""
        if all(isinstance(atom, int) for atom in atoms):
            return _computed(operator, *atoms)
        known = next((atom for atom in atoms if isinstance(atom, int)), None)
        other = next((atom for atom in atoms if not isinstance(atom, int)), 0)
        match operator, known:
            case (Operator.AND, 0):
                return 0
            case (Operator.OR, _) if known == ALL_BITS:
                return ALL_BITS
            case (Operator.AND, _) if known == ALL_BITS:
                return other
            case (Operator.OR | Operator.XOR, 0):
                return other
        return self.writer.value(operator, *atoms)

    def shifted(self, points: Words, places: int, along: Operator, back: Operator) -> Words:
        """A set moved by fewer places than a word has, with what passes from a word to the next one."""
        step = 1 if along is Operator.LEFT else -1
        words = []
        for index, atom in enumerate(points.atoms):
            moved = self._moved(along, atom, places)
            beside = index - step
            if 0 <= beside < len(points.atoms):
                carried = self._moved(back, points.atoms[beside], WORD_BITS - places)
                moved = self.word(Operator.OR, moved, carried)
            words.append(moved)
        return Words(self, words)

    def _moved(self, operator: Operator, atom: Atom, places: int) -> Atom:
        return _computed(operator, atom, places) if isinstance(atom, int) else self.writer.value(operator, atom, places)

    def closure(self, seed: Words, within: Words) -> Words:
        return Words(self, self.writer.call(self.closing(), *(seed & within).atoms, *self.as_words(within).atoms))

    def closing(self) -> Program:
        """The program of its own that closures are left to."""
        return _closing_on(self.grid)

    def same(self, points: Words, others: Words) -> Any:
        pairs = zip(self.as_words(points).atoms, self.as_words(others).atoms, strict=True)
        alike: Any = True
        for word, other in pairs:
            known = word == other or all(isinstance(atom, int) for atom in (word, other))
            alike = alike & (word == other if known else Flag(self, self.writer.value(Operator.EQUAL, word, other)))
        return alike

    def is_empty(self, points: Words) -> Any:
        return self.same(points, self.nothing)

    def meets(self, points: Words, others: Words) -> Any:
        return self.no(self.is_empty(points & others))

    def is_single(self, points: Words) -> Any:
        return self.size(points) == 1

    def no(self, condition: Condition) -> Any:
        if isinstance(condition, bool):
            return not condition
        return Flag(self, self.writer.value(Operator.NO, atom_of(condition)))

    def size(self, points: Words) -> Any:
        atoms = [self.writer.value(Operator.COUNT, atom) for atom in self.as_words(points).atoms]
        counts = [EmittedNumber(self, atom, WORD_BITS.bit_length()) for atom in atoms]
        return reduce(lambda total, count: total + count, counts)

    def choose(self, condition: Condition, chosen: Words, otherwise: Words) -> Words:
        if isinstance(condition, bool):
            return chosen if condition else otherwise
        pairs = zip(self.as_words(chosen).atoms, self.as_words(otherwise).atoms, strict=True)
        return Words(self, [self.writer.value(Operator.CHOOSE, atom_of(condition), *pair) for pair in pairs])

    @_part
    def regions(self, points: Words, where: Callable[[Words], Condition]) -> Words:
        chosen = self.variable(self.nothing)
        self._each_region(points, lambda region: self._add_when(where(region), chosen, region))
        return self.now(chosen)

    @_part
    def number_of_regions(self, points: Words) -> EmittedNumber:
        number = self.writer.variable(0, NameKind.NUMBER)

        def one_more(_: Words) -> None:
            self.writer.assign(number, self.writer.value(Operator.ADD, self.writer.now(number), 1))

        self._each_region(points, one_more)
        return EmittedNumber(self, self.writer.now(number))

    @_part
    def exists(self, points: Words, such_that: Callable[[Words], Condition]) -> Flag:
        holds = self.writer.variable(False, NameKind.FLAG)
        left = self.variable(points & self.everything)
        with self.writer.loop():
            point, rest = self._taken(left)
            self.writer.assign(holds, atom_of(such_that(point)))
            self.writer.leave_when(self.writer.now(holds))
            self.assign(left, rest)
        return Flag(self, self.writer.now(holds))

    @_part
    def those(self, points: Words, such_that: Callable[[Words], Condition]) -> Words:
        """The members of a set of which something holds, each of them as a set of one."""
        points = points & self.everything
        chosen, left = self.variable(Words(self, [0] * len(points.atoms))), self.variable(points)
        with self.writer.loop():
            point, rest = self._taken(left)
            self.assign(left, rest)
            self._add_when(such_that(point), chosen, point)
        return self.now(chosen)

    @_part
    def fixpoint(self, step: Callable[[Words], Words], start: Words) -> Words:
        current = self.variable(start)
        with self.writer.loop():
            now = self.now(current)
            after = step(now) & now
            self.writer.leave_when(atom_of(self.same(after, now)))
            self.assign(current, after)
        return self.now(current)

    def _each_region(self, points: Words, do: Callable[[Words], None]) -> None:
        left = self.variable(points & self.everything)
        with self.writer.loop():
            seed, rest = self._taken(left)
            region = self.closure(seed, points)
            self.assign(left, rest & ~region)
            do(region)

    def _taken(self, left: Sequence[Name]) -> tuple[Words, Words]:
        """The first point of what is left, and the others; the loop is left where there is none."""
        now = self.now(left)
        self.writer.leave_when(atom_of(self.same(now, Words(self, [0] * len(left)))))
        atoms: list[Atom] = []
        earlier: Any = True
        for atom in now.atoms:
            lowest = self.writer.value(Operator.LOWEST, atom)
            atoms.append(self.choose(earlier, Words(self, [lowest]), Words(self, [0])).atoms[0] if atoms else lowest)
            earlier = earlier & Flag(self, self.writer.value(Operator.EQUAL, atom, 0))
        point = Words(self, atoms)
        return point, now ^ point

    def _add_when(self, condition: Any, chosen: Sequence[Name], points: Words) -> None:
        with self.writer.when(atom_of(condition)):
            self.assign(chosen, self.now(chosen) | points)

    def variable(self, first: Words) -> list[Name]:
        """Variables for the words of a set."""
        return [self.writer.variable(atom, NameKind.WORD) for atom in first.atoms]

    def now(self, variable: Sequence[Name]) -> Words:
        """The set that variables stand for at this moment."""
        return Words(self, [self.writer.now(name) for name in variable])

    def assign(self, variable: Sequence[Name], points: Words) -> None:
        """Let variables stand for another set."""
        for name, atom in zip(variable, points.atoms, strict=True):
            self.writer.assign(name, atom)


class BoardWithin(EmittingBoard):
    """The same for any board within a grid, from its top left: which points it has is known when the program runs."""

    sizes = ("board",)

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.everything = self.named("board")

    @property
    def extent(self) -> str:
        return f"any board up to {self.grid}"

    def closure(self, seed: Words, within: Words) -> Words:
        return super().closure(seed, within & self.everything)


@lru_cache(64)
def _closing_on(grid: Grid) -> Program:
    board = EmittingBoard(grid)
    seed, within = board.named("seed"), board.named("within")
    reached = board.variable(seed)
    with board.writer.loop():
        now = board.now(reached)
        beside = (now | (now & grid.not_last_column) << 1 | (now & grid.not_first_column) >> 1) & within
        grown = (beside | beside << grid.width | beside >> grid.width) & within
        board.assign(reached, grown)
        board.writer.leave_when(atom_of(board.same(grown, now) | board.same(grown, within)))
    inputs = tuple(Field(name, NameKind.WORD, points.atoms) for name, points in (("seed", seed), ("within", within)))
    outputs = (Field("closure", NameKind.WORD, board.now(reached).atoms),)
    about = f"The points connected to a seed, within a set that holds it. On {grid}."
    return Program(f"closure_on_{grid}", (about,), inputs, board.writer.statements, outputs)


def _computed(operator: Operator, *values: Any) -> int:
    first, *others = values
    computed: Mapping[Operator, Callable[..., int]] = {
        Operator.AND: and_,
        Operator.OR: or_,
        Operator.XOR: xor,
        Operator.NOT: invert,
        Operator.LEFT: lshift,
        Operator.RIGHT: rshift,
    }
    return computed[operator](first, *others) & ALL_BITS
