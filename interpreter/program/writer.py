"""Taking a program down, statement by statement, and nothing twice; and what Python asks, case by case."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from traceback import walk_stack
from types import CodeType, FrameType
from typing import Any, TypeVar

from .ir import (
    Assign,
    Atom,
    Call,
    Expression,
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
    alike,
    kind_of,
)

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
    # What is taken to hold here; None where conditions can't be told apart by cases.
    decided: dict[str, bool] | None = None


class _Reading:
    """Which of some functions Python is running, by the names that their code goes by."""

    def __init__(self, names: Mapping[CodeType, str]) -> None:
        self._names = names
        self._running: list[FrameType] = []

    def begun(self) -> list[str]:
        """The names of those that were called since this was last asked and still run, the outermost first."""
        if not self._names:
            return []
        before = set(map(id, self._running))
        self._running = [frame for frame, _ in walk_stack(None) if frame.f_code in self._names]
        return [self._names[frame.f_code] for frame in reversed(self._running) if id(frame) not in before]


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
        self._reading = _Reading({})
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
        """What an operator comes to."""
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
        return self.called(program.name, [some.kind for some in program.outputs for _ in some.atoms], *operands)

    def called(self, program: str, kinds: Iterable[NameKind], *operands: Atom) -> tuple[Name, ...]:
        """What a program of some name gives back: so many values, of these kinds."""
        key = program, operands
        known: tuple[Name, ...] | None = self._known(key)
        if known is not None:
            return known
        names = tuple(map(self.name, kinds))
        self._add(Call(names, program, operands))
        self._blocks[-1].known[key] = names
        return names

    def part(self, write: Callable[[], T]) -> T:
        """What a part of the program comes to that `write` takes down, unless there is one like it already."""
        around = self._blocks
        # It sees nothing of what is known around it, so that it is written alike wherever it stands.
        self._blocks = [_Block()]
        try:
            found = write()
            statements = self._blocks[0].statements
        finally:
            self._blocks = around
        key = alike(statements)
        known: T | None = self._known(key)
        if known is not None:
            return known
        self._blocks[-1].statements += statements
        self._blocks[-1].known[key] = found
        return found

    def cases(self, run: Callable[[], T], leave: Callable[[T], None]) -> None:
        """Run something that may ask in Python what is known later; what follows on either answer stands under it.

        Args:
            run: what asks; it is run again for every case.
            leave: takes what `run` comes to in a case down; it gives nothing back.
        """
        block = self._blocks[-1]
        before = block.decided
        self._remarks.clear()
        block.decided = self._taken_to_hold()
        try:
            found = run()
        except Undecided as asked:
            condition = asked.condition
        else:
            leave(found)
            return
        finally:
            block.decided = before
        opposite = self.value(Operator.NO, condition)
        assert isinstance(opposite, Name)
        for some, other in ((condition, opposite), (opposite, condition)):
            with self.when(some):
                self._blocks[-1].decided = {**self._taken_to_hold(), some.text: True, other.text: False}
                self.cases(run, leave)

    def _taken_to_hold(self) -> dict[str, bool]:
        return {text: holds for block in self._blocks for text, holds in (block.decided or {}).items()}

    def answer(self, condition: Atom) -> bool:
        """Whether a condition holds in the case that is being taken down.

        Raises:
            Undecided: both cases are to be taken down.
            TypeError: there are no cases here.
        """
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
        self._reading = _Reading(names)

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
        above = {some.text for block in self._blocks[:-1] for some in block.statements if isinstance(some, Remark)}
        new = [Remark(text) for text in dict.fromkeys((*self._remarks, *self._reading.begun())) if text not in above]
        self._blocks[-1].statements += [*new, statement]
        self._remarks.clear()
