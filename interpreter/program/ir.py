"""Programs: straight lines, loops and branches over machine words, how they are written down, and tidied."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from traceback import walk_stack
from types import CodeType, FrameType
from typing import Any, TypeAlias, TypeVar

WORD_BITS = 64
ALL_BITS = (1 << WORD_BITS) - 1


class NameKind(Enum):
    """What a name stands for."""

    WORD = "a word of 64 bits"
    FLAG = "whether something holds"
    NUMBER = "a whole number"
    REAL = "a number, halves included"
    PAST = "what has happened"

    __hash__ = object.__hash__


class Operator(Enum):
    """What is computed, of words unless it says otherwise; a value is the kind of the outcome."""

    COPY = None, "the same"
    AND = NameKind.WORD, "what is in both"
    OR = NameKind.WORD, "what is in either"
    XOR = NameKind.WORD, "what is in one of them only"
    NOT = NameKind.WORD, "what is not in it"
    LEFT = NameKind.WORD, "moved to higher bits"
    RIGHT = NameKind.WORD, "moved to lower bits"
    LOWEST = NameKind.WORD, "its lowest bit"
    CHOOSE = NameKind.WORD, "the one or the other, by a condition"
    EQUAL = NameKind.FLAG, "whether both are the same"
    BOTH = NameKind.FLAG, "whether two conditions hold"
    EITHER = NameKind.FLAG, "whether one of two conditions holds"
    NO = NameKind.FLAG, "whether a condition does not hold"
    COUNT = NameKind.NUMBER, "how many bits are set"
    NUMBER_OF = NameKind.NUMBER, "1 where a condition holds, else 0"
    ADD = None, "the sum of two numbers"
    SUBTRACT = None, "the difference of two numbers"
    MULTIPLY = None, "the product of two numbers"
    AT_LEAST = NameKind.FLAG, "whether a number is no smaller than another one"
    SAME = NameKind.FLAG, "whether two numbers are the same"

    # As in `Color`: what is known already is looked up for every statement.
    __hash__ = object.__hash__


@dataclass(frozen=True)
class Name:
    """A name in a program, with what it stands for."""

    text: str
    kind: NameKind


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
        kind: what it is; a set of points is a number of words.
        atoms: the names it has in the program, one for each word.
    """

    name: str
    kind: NameKind
    atoms: tuple[Atom, ...]


@dataclass(frozen=True)
class Program:
    """A function on words.

    Attributes:
        remarks: what it does, a line each.
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
        return tuple(atom for parameter in self.inputs for atom in parameter.atoms if isinstance(atom, Name))

    @property
    def used(self) -> frozenset[str]:
        """The names that its statements use, or that it gives back."""
        return names_used(self.body, self.returned)

    @property
    def returned(self) -> tuple[Atom, ...]:
        """All that it gives back, word by word."""
        return tuple(atom for output in self.outputs for atom in output.atoms)


def kind_of(expression: Expression) -> NameKind:
    """The kind of value of an expression."""
    kind = expression.operator.value[0]
    if isinstance(kind, NameKind):
        return kind
    return (
        NameKind.REAL
        if NameKind.REAL in map(kind_of_atom, expression.operands)
        else kind_of_atom(expression.operands[0])
    )


def kind_of_atom(atom: Atom) -> NameKind:
    """What a name or a constant stands for; whole constants are numbers, or words where a word is wanted."""
    if isinstance(atom, Name):
        return atom.kind
    if isinstance(atom, bool):
        return NameKind.FLAG
    return NameKind.REAL if isinstance(atom, float) else NameKind.NUMBER


def words_of(points: int, number: int) -> Sequence[int]:
    """A set of points as a number of words, the lowest bits first.

    >>> words_of((1 << 64) | 5, 2)
    [5, 1]
    """
    return [points >> WORD_BITS * index & ALL_BITS for index in range(number)]


def names_used(body: Iterable[Statement], further: Iterable[Atom] = ()) -> frozenset[str]:
    """The names that statements use, and those among some further atoms."""
    return frozenset(atom.text for atom in (*further, *_atoms_used(body)) if isinstance(atom, Name))


def all_of(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Statements, and those within them."""
    for statement in statements:
        yield statement
        if isinstance(statement, When | Loop):
            yield from all_of(statement.body)


def _atoms_used(statements: Iterable[Statement]) -> Iterator[Atom]:
    for statement in all_of(statements):
        match statement:
            case Let(_, Expression(_, operands)) | Call(_, _, operands):
                yield from operands
            case Variable(_, value) | Leave(value) | Assign(_, value) | When(value):
                yield value


def without_unused(body: Iterable[Statement], used: Iterable[Atom]) -> tuple[Statement, ...]:
    """Statements without the names that nothing uses, in the statements or after them.

    >>> from superko.interpreter.program.ir import Expression, NameKind, Operator
    >>> unused = Let(Name("w1", NameKind.WORD), Expression(Operator.NOT, (5,)))
    >>> without_unused([unused, Remark("nothing is left")], [])
    (Remark(text='nothing is left'),)
    """
    kept, _ = _kept(tuple(body), names_used((), used))
    return kept


def _kept(body: tuple[Statement, ...], needed: frozenset[str]) -> tuple[tuple[Statement, ...], frozenset[str]]:
    """The statements that do something for names that are needed after them; and the names needed before them."""
    kept: list[Statement] = []
    for statement in reversed(body):
        trimmed = _with_what_is_needed(statement, needed)
        if trimmed is not None:
            kept.append(trimmed)
            needed |= names_used([trimmed])
    return tuple(reversed(kept)), needed


def _with_what_is_needed(statement: Statement, needed: frozenset[str]) -> Statement | None:
    match statement:
        case Let(name) | Variable(name) | Assign(name):
            return statement if name.text in needed else None
        case Call(names):
            return None if needed.isdisjoint(name.text for name in names) else statement
        case When(condition, body):
            within, _ = _kept(body, needed)
            return None if all(isinstance(part, Remark) for part in within) else When(condition, within)
        case Loop(body):
            return None if needed.isdisjoint(assigned(body)) else Loop(_kept_again_and_again(body, needed))
        case _:
            return statement


def _kept_again_and_again(body: tuple[Statement, ...], needed: frozenset[str]) -> tuple[Statement, ...]:
    """The same of a loop: what is needed before its statements is needed after them too."""
    while True:
        kept, before = _kept(body, needed)
        if before == needed:
            return kept
        needed = before


def assigned(body: Iterable[Statement]) -> Iterator[str]:
    """The names of the variables that statements change."""
    return (statement.name.text for statement in all_of(body) if isinstance(statement, Assign))


def alike(statements: Iterable[Statement]) -> Hashable:
    """Statements with numbers in the place of the names that they introduce, so that only what they do is compared.

    >>> from superko.interpreter.program.ir import Expression, NameKind, Operator
    >>> first, second = (Let(Name(text, NameKind.WORD), Expression(Operator.NOT, (5,))) for text in ("w1", "w2"))
    >>> alike([first]) == alike([second])
    True
    """
    numbers: dict[str, int] = {}

    def numbered(part: Any) -> Hashable:
        match part:
            case Name(text, kind):
                return numbers.get(text, text), kind
            case tuple():
                return tuple(numbered(inner) for inner in part if not isinstance(inner, Remark))
            case Let(name) | Variable(name):
                numbers[name.text] = len(numbers)
            case Call(names):
                numbers.update({name.text: len(numbers) + place for place, name in enumerate(names)})
        return type(part), (*map(numbered, vars(part).values()),) if is_dataclass(part) else part

    return numbered(tuple(statements))


T = TypeVar("T")
UNREADABLE = "A clause asks in Python what is only known when the program runs; join conditions with & and |."


class Undecided(Exception):
    """A condition that Python asks about, and that no case has decided yet."""

    def __init__(self, condition: Name) -> None:
        super().__init__()
        self.condition = condition


@dataclass
class _Block:
    statements: list[Statement] = field(default_factory=list)
    known: dict[Hashable, Any] = field(default_factory=dict)
    # What is taken to hold here; None where cases can't distinguish conditions.
    decided: dict[str, bool] | None = None


class Writer:
    """Takes down the statements of a program one after the other.

    What was computed before, in the same loop or around it, is not computed again; nor is a part with loops that does
    the same as an earlier one but for the names it uses.

    >>> writer = Writer()
    >>> points = Name("points", NameKind.WORD)
    >>> first = writer.value(Operator.NOT, points)
    >>> writer.value(Operator.NOT, points) is first
    True
    """

    def __init__(self) -> None:
        self._blocks = [_Block()]
        self._names = 0
        self._named: Mapping[CodeType, str] = {}
        self._running: list[FrameType] = []
        self._remarks: list[str] = []

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What was taken down so far, outside all loops."""
        return tuple(self._blocks[0].statements)

    def name(self, kind: NameKind) -> Name:
        """A name that nothing has yet."""
        self._names += 1
        return Name(f"{kind.name.lower()[0]}{self._names}", kind)

    def value(self, operator: Operator, *operands: Atom) -> Atom:
        """The value of an operator."""
        expression = Expression(operator, operands)
        known: Atom | None = self._known(expression)
        if known is not None:
            return known
        name = self.name(kind_of(expression))
        self._add(Let(name, expression))
        self._blocks[-1].known[expression] = name
        return name

    def call(self, program: Program, *operands: Atom) -> tuple[Name, ...]:
        """What another program gives back."""
        return self.called(program.name, [output.kind for output in program.outputs for _ in output.atoms], *operands)

    def called(self, program: str, kinds: Iterable[NameKind], *operands: Atom) -> tuple[Name, ...]:
        """What a program of some name gives back: values of these kinds."""
        key = program, operands
        known: tuple[Name, ...] | None = self._known(key)
        if known is not None:
            return known
        names = tuple(map(self.name, kinds))
        self._add(Call(names, program, operands))
        self._blocks[-1].known[key] = names
        return names

    def part(self, write: Callable[[], T]) -> T:
        """The value of a part of the program that `write` takes down, unless there is one like it already."""
        around = self._blocks
        # It sees nothing of what is known around it, so that it is written alike wherever it stands.
        self._blocks = [_Block()]
        try:
            result = write()
            statements = self._blocks[0].statements
        finally:
            self._blocks = around
        key = alike(statements)
        known: T | None = self._known(key)
        if known is not None:
            return known
        self._blocks[-1].statements += statements
        self._blocks[-1].known[key] = result
        return result

    def cases(self, run: Callable[[], T], leave: Callable[[T], None]) -> None:
        """Run something for each case of what it asks in Python, and take down its result under the case."""
        block = self._blocks[-1]
        before = block.decided
        self._remarks.clear()
        block.decided = self._taken_to_hold()
        try:
            result = run()
        except Undecided as asked:
            condition = asked.condition
        else:
            leave(result)
            return
        finally:
            block.decided = before
        opposite = self.value(Operator.NO, condition)
        assert isinstance(opposite, Name)
        for assumed, other in ((condition, opposite), (opposite, condition)):
            with self.when(assumed):
                self._blocks[-1].decided = {**self._taken_to_hold(), assumed.text: True, other.text: False}
                self.cases(run, leave)

    def _taken_to_hold(self) -> dict[str, bool]:
        return {text: holds for block in self._blocks for text, holds in (block.decided or {}).items()}

    def answer(self, condition: Atom) -> bool:
        """Whether a condition holds in the case that is being taken down; `Undecided` if both cases are to be."""
        if not isinstance(condition, Name):
            return bool(condition)
        decided = self._blocks[-1].decided
        if decided is None:
            raise TypeError(UNREADABLE)
        if condition.text in decided:
            return decided[condition.text]
        raise Undecided(condition)

    def _known(self, key: Hashable) -> Any:
        return next((block.known[key] for block in reversed(self._blocks) if key in block.known), None)

    def variable(self, first: Atom, kind: NameKind) -> Name:
        """A new variable."""
        name = self.name(kind)
        self._add(Variable(name, first))
        return name

    def variable_at_start(self, first: Atom, kind: NameKind) -> Name:
        """A new variable that is there from the start of the program on, in all its cases."""
        name = self.name(kind)
        self._blocks[0].statements.insert(0, Variable(name, first))
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

    def remark_on(self, names: Mapping[CodeType, str]) -> None:
        """From now on, put the names of some functions above the first statement that comes of running them."""
        self._named = names

    def remark(self, text: str) -> None:
        """A line for the reader, above the next statement."""
        self._remarks.append(text)

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
        above = {
            remark.text for block in self._blocks[:-1] for remark in block.statements if isinstance(remark, Remark)
        }
        new = [Remark(text) for text in dict.fromkeys((*self._remarks, *self._begun())) if text not in above]
        self._blocks[-1].statements += [*new, statement]
        self._remarks.clear()

    def _begun(self) -> list[str]:
        """The names of functions that were called since this was last asked and still run, the outermost first."""
        if not self._named:
            return []
        before = set(map(id, self._running))
        self._running = [frame for frame, _ in walk_stack(None) if frame.f_code in self._named]
        return [self._named[frame.f_code] for frame in reversed(self._running) if id(frame) not in before]
