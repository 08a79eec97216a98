"""The programs that clauses become.

Each is made by running the clauses in force once, on the semantics that takes down what they do; the ids of the clauses
that were called stand in it as remarks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from traceback import walk_tb
from types import CodeType
from typing import Any

from ...spec.algebra import Grid
from ...spec.answers import unchecked
from ...spec.registry import Clause
from ...spec.rules import Refusal, Rules
from ..clauses_of_authors import outside_language
from .ir import Atom, Field, Name, NameKind, Program, Writer, kind_of_atom, without_unused
from .semantics import EmittedNumber, EmittingBoard, Flag, Words, atom_of

SETS = ("black", "white")


class NotCompiled(Refusal):
    """Clauses that can't be read as a program, with the reason in one sentence."""


def program(
    name: str, grid: Grid, rules: Rules, about: str, given: Sequence[str], does: Callable[..., Mapping[str, Any]]
) -> Program:
    """The program that reading some clauses leaves behind; `NotCompiled` names one that asks what only Python can do.

    Args:
        name: what it is called.
        grid: the board.
        rules: the rules, whose clauses are named in remarks.
        about: what it does, in one sentence.
        given: the names of the sets of points that it is given.
        does: what is read; it takes the rules and the sets, and gives sets, conditions and numbers back by name.
    """
    board = EmittingBoard(grid)
    inputs = tuple(Field(text, NameKind.WORD, board.named(text).atoms) for text in given)
    return written(name, rules, about, inputs, board, lambda rules, board: does(rules, *map(board.named, given)))


def written(
    name: str,
    rules: Rules,
    about: str,
    inputs: tuple[Field, ...],
    board: EmittingBoard,
    does: Callable[[Rules, EmittingBoard], Mapping[str, Any]],
    remarks: bool = True,
) -> Program:
    """The program that reading some clauses on a board leaves behind, with inputs of any kind; see `program`.

    What is read is given the rules again, for clauses that decide something are noted as they are called; definitions,
    which clauses call by name, when a statement of theirs is read. These remarks can be left out.
    """
    if obstacle := outside_language(rules):
        raise NotCompiled(obstacle)
    names = _names_of_code(rules)
    if remarks:
        board.writer.remark_on({code: name for code, (name, *others) in names.items() if not others})
    try:
        values = does(rules.calling(partial(_noted, board.writer)) if remarks else rules, board)
    except (TypeError, AttributeError, ValueError) as error:
        read = [names[frame.f_code] for frame, _ in walk_tb(error.__traceback__) if frame.f_code in names]
        at = f" at {' or '.join(read[-1])}" if read else ""
        raise NotCompiled(f"These clauses can't be compiled{at}: {error}") from error
    outputs = tuple(_output(board.writer, text, value) for text, value in values.items())
    body = without_unused(board.writer.statements, (atom for output in outputs for atom in output.atoms))
    return Program(name, (f"{about} On {board.extent}.",), inputs, body, outputs, (board.closing(),))


def _names_of_code(rules: Rules) -> dict[CodeType, list[str]]:
    """The clauses in force that are said by some code, which several may share."""
    names: dict[CodeType, list[str]] = {}
    for clause in rules.in_force:
        code = getattr(unchecked(clause.function), "__code__", None)
        if code is not None:
            names.setdefault(code, []).append(clause.name)
    return names


def _noted(writer: Writer, clause: Clause) -> Callable[..., Any]:
    def function(*given: Any) -> Any:
        writer.remark(clause.name)
        return clause.function(*given)

    return function


def _output(writer: Writer, name: str, value: Any) -> Field:
    atoms = value.atoms if isinstance(value, Words) else (atom_of(value),)
    kind = NameKind.WORD if isinstance(value, Words) else kind_of_atom(atoms[0])
    named = tuple(atom if isinstance(atom, Name) else writer.variable(atom, kind) for atom in atoms)
    return Field(name, kind, named)


def in_cases(board: EmittingBoard, ask: Callable[[], Any], kind: NameKind = NameKind.FLAG) -> Any:
    """A condition or a number, found case by case where it is asked in Python what is known when the program runs."""
    first: Atom = False if kind is NameKind.FLAG else 0
    variable, answers = board.writer.variable(first, kind), []

    def leave(answer: Any) -> None:
        answers.append(answer)
        atom = atom_of(answer)
        if atom != first:
            board.writer.assign(variable, atom)

    board.writer.cases(ask, leave)
    if len(answers) == 1:
        return answers[0]
    now = board.writer.now(variable)
    return Flag(board, now) if kind is NameKind.FLAG else EmittedNumber(board, now)
