"""Clauses compared under all readings: as integers, as arrays, and as programs, in C and in Python."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.program.fields import ASKED, HISTORIES
from superko.interpreter.program.ir import NameKind, words_of
from superko.interpreter.program.machine_code import Kernel
from superko.interpreter.program.text import PythonText
from superko.spec.algebra import Grid

from ..in_python import by_name
from .answers import parts
from .emitted import Emitted, emitted
from .every_clause import Asked
from .givens import ManySituations, OneSituation, times_by_words
from .in_c import Column, built
from .situations import Situations


@dataclass(frozen=True)
class Compiled:
    """Clauses as programs on one board.

    Attributes:
        grid: the board.
        programs: each clause that is asked, with its program; equal programs have one name.
        refused: the clauses that can't be read so, with the reason.
    """

    grid: Grid
    programs: Sequence[tuple[Asked, Emitted]]
    refused: Sequence[tuple[Asked, str]]

    @property
    def distinct(self) -> Sequence[tuple[Asked, Emitted]]:
        """Each clause once with each of its programs."""
        named = {
            (asked.clause.name, emitted_clause.program.name): (asked, emitted_clause)
            for asked, emitted_clause in self.programs
        }
        return list(named.values())


def compiled_on(grid: Grid, asked: Iterable[Asked]) -> Compiled:
    """Clauses as programs on a board."""
    programs: list[tuple[Asked, Emitted]] = []
    refused: list[tuple[Asked, str]] = []
    known: dict[Any, str] = {}
    for number, question in enumerate(asked):
        try:
            emitted_clause = emitted(question, grid, f"clause_{number}")
        except NotCompiled as why:
            refused.append((question, str(why)))
            continue
        program = emitted_clause.program
        name = known.setdefault((program.inputs, program.body, program.outputs), program.name)
        programs.append((question, emitted_clause.called(name)))
    return Compiled(grid, programs, refused)


def library_of(compiled: Compiled, folder: Path) -> ctypes.CDLL:
    """The programs, compiled by the system's compiler."""
    return built(
        list({emitted_clause.program.name: emitted_clause.program for _, emitted_clause in compiled.programs}.values()),
        folder,
    )


def differs_from_arrays(asked: Asked, columns: Mapping[str, Column], situations: Situations) -> str | None:
    """Where arrays answer something else than a program has found, if they do.

    Raises:
        ValueError: the clause asks in Python what arrays hold many answers to.
    """
    expected = dict(parts(asked.answer(ManySituations(situations))))
    for name, column in columns.items():
        by_arrays = np.broadcast_to(np.asarray(expected.get(name, 0)), column.shape).astype(column.dtype)
        if not np.array_equal(by_arrays, column):
            place = int(np.flatnonzero(by_arrays != column)[0])
            return f"{asked}: {name} is {by_arrays[place]}, not {column[place]}, on {situations.colorings[place]}"
    return None


def differs_from_integers(
    asked: Asked, columns: Mapping[str, Column], situations: Situations, places: Iterable[int]
) -> str | None:
    """Where integers answer something else in one of some situations, if they do."""
    for place in places:
        expected = dict(parts(asked.answer(OneSituation(situations, place))))
        for name, column in columns.items():
            if expected.get(name, 0) != column[place]:
                c = situations.colorings[place]
                return f"{asked}: {name} is {expected.get(name, 0)}, not {column[place]}, on {c}"
    return None


def in_python(emitted_clause: Emitted, situations: Situations) -> Callable[[int], dict[str, Any]]:
    """A program run by Python in the situation at a place, word by word."""
    asked = (
        (ASKED + history, lambda _, *words, history=history: times_by_words(history, words)) for history in HISTORIES
    )
    given = ("past", None), *asked
    run = Kernel(emitted_clause.program.name, (), PythonText().program(emitted_clause.program), given).in_python[
        emitted_clause.program.name
    ]

    def answers_at(place: int) -> dict[str, Any]:
        values: list[Any] = []
        for field in emitted_clause.program.inputs:
            value = emitted_clause.settled.get(field.name, situations.column(field.name, field.kind)[place])
            words = words_of(value, len(field.atoms))
            values += words if field.kind is NameKind.WORD else [bool(value) if field.kind is NameKind.FLAG else value]
        answer = run(*values)
        return by_name(emitted_clause.program, answer if isinstance(answer, tuple) else (answer,))

    return answers_at
