"""A clause as a program: run once with names, case by case where it asks in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from superko.interpreter.program.clauses import written
from superko.interpreter.program.ir import Name, NameKind, Program
from superko.interpreter.program.semantics import EmittedNumber, EmittingBoard, Words, atom_of
from superko.spec.algebra import Grid
from superko.spec.rules import Rules

from .answers import parts
from .givens import Given, NamedSituation


class Question(Protocol):
    """What can be asked under every reading."""

    @property
    def rules(self) -> Rules:
        """The rules under which it is asked."""
        ...

    def answer(self, given: Given) -> Any:
        """What comes of it under a reading."""
        ...


@dataclass(frozen=True)
class Emitted:
    """What a clause comes to as a program.

    Attributes:
        program: the program; it is given what the clause asked for, and gives back the parts of the answer.
        settled: what it is given that is the same in all the situations of the case.
    """

    program: Program
    settled: Mapping[str, int]

    def called(self, name: str) -> Emitted:
        """The same under another name."""
        return replace(self, program=replace(self.program, name=name))


def emitted(asked: Question, grid: Grid, name: str) -> Emitted:
    """A clause in one case as a program.

    Raises:
        NotCompiled: it can't be read so; the message says why.
    """
    given = NamedSituation(grid)
    answer = Answer(given.board)

    def does(_: Rules, board: EmittingBoard) -> Mapping[str, Any]:
        board.writer.cases(lambda: asked.answer(given), answer.take)
        return answer.values

    program = written(name, asked.rules, str(asked), (), given.board, does, remarks=False)
    return Emitted(replace(program, inputs=tuple(given.inputs.values())), given.values)


class Answer:
    """The variables in which the cases of a program leave the parts of an answer."""

    def __init__(self, board: EmittingBoard) -> None:
        self._board = board
        self._variables: dict[str, list[Name]] = {}

    def take(self, answer: Any) -> None:
        """Leave what one case comes to."""
        for name, value in parts(answer):
            atoms = value.atoms if isinstance(value, Words) else (atom_of(value),)
            kind = NameKind.WORD if isinstance(value, Words) else NameKind.REAL
            variables = self._variables.setdefault(name, [])
            writer = self._board.writer
            variables += [writer.variable_at_start(0, kind) for _ in atoms[len(variables) :]]
            for variable, atom in zip(variables, atoms, strict=True):
                writer.assign(variable, atom)

    @property
    def values(self) -> dict[str, Any]:
        """What stands in the variables once all cases are taken down, by name."""
        return {
            name: Words(self._board, words) if words[0].kind is NameKind.WORD else EmittedNumber(self._board, words[0])
            for name, words in self._variables.items()
        }
