"""What a program gives back where it was taken down case by case: every case leaves it in the same variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...spec.algebra.emitting.board import EmittingBoard
from ...spec.algebra.emitting.program import Atom, Kind, Name, Program
from ...spec.algebra.emitting.tidying import assigned, without_unused
from ...spec.algebra.emitting.values import Count, Flag, Words, atom_of
from ...spec.rules import Rules
from .registers import REGISTERS, Registers


class Left:
    """The variables in which cases leave what they come to; a register stays as it was given unless a case changes it.

    Attributes:
        values: what stands in the variables once all cases are taken down, by name.
    """

    def __init__(self, board: EmittingBoard) -> None:
        self._board = board
        self._variables: dict[str, list[tuple[Name, Atom]]] = {}

    @property
    def values(self) -> dict[str, Any]:
        """See the attributes of the class."""
        return {name: self._value(name, [variable for variable, _ in some]) for name, some in self._variables.items()}

    def take(self, found: Mapping[str, Any]) -> None:
        """Leave what one case comes to."""
        for name, value in found.items():
            atoms = [*self._atoms(name, value)]
            variables = self._variables.setdefault(name, [])
            variables += [self._started(name, place) for place in range(len(variables), len(atoms))]
            atoms += [0] * (len(variables) - len(atoms))
            for (variable, first), atom in zip(variables, atoms, strict=True):
                if atom != first or type(atom) is not type(first):
                    self._board.writer.assign(variable, atom)

    def _atoms(self, name: str, value: Any) -> Sequence[Atom]:
        if kind_of_output(name) is not Kind.WORD:
            return [atom_of(value)]
        return () if value is None else self._board.as_words(value).atoms

    def _started(self, name: str, place: int) -> tuple[Name, Atom]:
        first: Atom = 0
        if name in REGISTERS:
            value = Registers(Rules(), self._board).given(name)
            first = value.atoms[place] if isinstance(value, Words) else value.atom
        return self._board.writer.variable_at_start(first, kind_of_output(name)), first

    def _value(self, name: str, variables: Sequence[Name]) -> Any:
        match kind_of_output(name):
            case Kind.WORD:
                return Words(self._board, variables)
            case Kind.FLAG:
                return Flag(self._board, variables[0])
            case _:
                return Count(self._board, variables[0])


def shown(program: Program) -> Program:
    """A program to be read: without what it is given and does not use, and without registers that it never changes."""
    changed = set(assigned(program.body))
    outputs = tuple(
        some
        for some in program.outputs
        if some.name not in REGISTERS or any(isinstance(atom, Name) and atom.text in changed for atom in some.atoms)
    )
    body = without_unused(program.body, (atom for some in outputs for atom in some.atoms))
    told = f"It gives back {', '.join(some.name for some in outputs)}."
    less = replace(program, body=body, outputs=outputs, remarks=(*program.remarks, told))
    used = less.used
    inputs = (
        some for some in program.inputs if any(isinstance(name, Name) and name.text in used for name in some.atoms)
    )
    return replace(less, inputs=tuple(inputs))


def kind_of_output(name: str) -> Kind:
    """What something is that a program gives back."""
    if name.endswith("_event"):
        return Kind.WORD
    return Kind.REAL if name.startswith("score_") else REGISTERS.get(name, Kind.NUMBER)
