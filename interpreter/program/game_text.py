"""The text that plays whole games in rows, and its compiled form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Record
from .fields import PAST, PHASES, PLAYERS, REGISTERS
from .game import GamePrograms, of_player
from .ir import Field, Name, NameKind, Program, assigned, without_unused
from .machine_code import module
from .rows import Layout, most_events, write_record
from .semantics import EmittingBoard
from .text import INDENT, PythonText

FOUND = ("moves", "unblocks")
LOOPS = """
def legal_turns_of_each(rows, legal):
    moves = empty({words}, word)
    unblocks = empty({words}, word)
    for game in range(rows.shape[0]):
        legal[game, {points}] = legal_turns(rows[game], moves, unblocks)
        for point in range({points}):
            place = word(point)
            bit = word(1) << (place & word(63))
            legal[game, point] = moves[place >> word(6)] & bit != word(0)
            if legal.shape[1] > {points} + 1:
                legal[game, {points} + 1 + point] = unblocks[place >> word(6)] & bit != word(0)


def take_turn_of_each(rows, turns):
    points = empty({words}, word)
    for game in range(rows.shape[0]):
        turn = turns[game]
        for index in range({words}):
            points[index] = word(0)
        place = word(turn if turn < {points} else turn - {points} - 1)
        if turn == {points}:
            take_turn(rows[game], 0, points)
        elif turn >= 0:
            points[place >> word(6)] = word(1) << (place & word(63))
            take_turn(rows[game], 1 if turn < {points} else 2, points)


def draw_of_each(legal, chance, drawn):
    for game in range(legal.shape[0]):
        number = 0
        for turn in range(legal.shape[1]):
            number += legal[game, turn]
        left = int(chance[game] * number)
        drawn[game] = -1
        if number > 0:
            turn = 0
            while not legal[game, turn] or left > 0:
                left -= legal[game, turn]
                turn += 1
            drawn[game] = turn


def scores_of_each(rows, found, winners):
    for game in range(rows.shape[0]):
        found[game, 0], found[game, 1], winners[game] = scores(rows[game])


def move_each(rows, others):
    for game in range(rows.shape[0]):
        move_to(rows[game], others[game])
"""


@dataclass(frozen=True)
class GameText:
    """The text of games under some rules on a board.

    Attributes:
        programs: what is done for each player and phase.
    """

    programs: GamePrograms

    @cached_property
    def layout(self) -> Layout:
        """Where in a row each thing stands."""
        words = EmittingBoard(self.programs.grid).number_of_words
        return Layout.of(words, self.programs.programs.values())

    def functions(self) -> str:
        """Every function, without what words and numbers are.

        Raises:
            NotCompiled: a clause can't be read as a program.
        """
        programs = self.programs.programs.values()
        called = dict.fromkeys(other for program in programs for other in program.calls)
        in_rows = RowText(self.layout)
        asked = [phase_after(program) for program in programs if program.name.startswith("after")]
        texts = [*map(PythonText().alone, called), *map(in_rows.alone, (*programs, *asked))]
        loops = LOOPS.format(points=self.programs.grid.size, words=self.layout.words)
        return "\n\n".join([self.layout.text(), *texts, *self._choosing(), loops])

    def _choosing(self) -> Iterator[str]:
        """The functions that call the program of the player and the phase."""
        legal = ["def legal_turns(row, moves, unblocks):"]
        turn = ["def take_turn(row, kind, points):"]
        asked = ["def phase_after(row, kind, points):"]
        points = ", ".join(f"points[{index}]" for index in range(self.layout.words))
        for phase, player in product(self.programs.phases, PLAYERS):
            of = of_player(player, phase)
            here = " and ".join(
                f"row[{self.layout.places[name]}] == word({some.index(value)})"
                for name, some, value in (("player", PLAYERS, player), ("phase", PHASES, phase))
            )
            legal += [f"    if {here}:", f"        return legal_turns_{of}(row, moves, unblocks)"]
            for number, kind in enumerate(self.programs.kinds(phase)):
                when, given = f"    if kind == {number} and {here}:", f"after_{kind}_{of}(row, {points})"
                turn += [when, f"        {given}", "        return"]
                asked += [when, f"        return phase_{given}"]
        legal += [f"    {name}[{index}] = word(0)" for name in FOUND for index in range(self.layout.words)]
        yield "\n".join([*legal, "    return False"]) + "\n"
        yield "\n".join(turn) + "\n"
        yield "\n".join([*asked, f"    return {PHASES.index(Phase.OVER)}"]) + "\n"


def phase_after(program: Program) -> Program:
    """What is left of a program on a turn if only the phase is asked for in which the game then is."""
    outputs = tuple(some for some in program.outputs if some.name == "phase")
    about = ("The phase that the game is in after a turn, and nothing else of what is told below.", *program.remarks)
    body = without_unused(program.body, outputs[0].atoms)
    return replace(program, name=f"phase_{program.name}", remarks=about, body=body, outputs=outputs)


class RowText(PythonText):
    """Programs as functions of a row: what they are given is read from it, and what they come to is written to it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def head(self, program: Program) -> Iterator[str]:
        """See `Text.head`."""
        points = [some.atoms for some in program.inputs if some.name == "point"]
        further = [self.atom(atom, NameKind.WORD) for atoms in points for atom in atoms]
        further += FOUND if program.name.startswith("legal") else []
        yield f"def {program.name}({', '.join([PAST.text, *further])}):"
        yield from (f"{INDENT}# {line}" for line in program.remarks)
        used = program.used
        for some in program.inputs:
            for index, name in enumerate(some.atoms):
                if isinstance(name, Name) and some.name in REGISTERS and name.text in used:
                    yield f"{INDENT}{name.text} = {self._read(some, self._layout.places[some.name] + index)}"

    def _read(self, some: Field, place: int) -> str:
        match some.kind:
            case NameKind.WORD:
                return f"past[{place}]"
            case NameKind.FLAG:
                return f"past[{place}] != word(0)"
            case _:
                return f"number(past[{place}])"

    def foot(self, program: Program) -> Iterator[str]:
        """See `Text.foot`."""
        outputs = {some.name: [self.atom(atom, some.kind) for atom in some.atoms] for some in program.outputs}
        if program.name == "scores" or program.name.startswith("phase"):
            yield f"{INDENT}return {', '.join(text for texts in outputs.values() for text in texts)}"
        elif program.name.startswith("legal"):
            for name in FOUND:
                yield from (f"{INDENT}{name}[{index}] = {text}" for index, text in enumerate(outputs[name]))
            yield f"{INDENT}return {outputs['may_pass'][0]}"
        else:
            yield from self._remembered(outputs)
            yield from self._written(program)

    def _remembered(self, outputs: Mapping[str, Sequence[str]]) -> Iterator[str]:
        for name, width in self._layout.widths.items():
            event = [*outputs[f"{name}_event"], *["word(0)"] * width][:width]
            yield f"{INDENT}if {outputs[f'{name}_forgotten'][0]} != 0:"
            start, length = (self._layout.places[f"{name}_{end}"] for end in ("start", "length"))
            yield f"{INDENT * 2}past[{start}] = past[{length}]"
            yield f"{INDENT}if {outputs[f'{name}_added'][0]} != 0:"
            yield f"{INDENT * 2}add_to_{name}(past, {', '.join(event)})"

    def _written(self, program: Program) -> Iterator[str]:
        """The registers that some case changes."""
        changed = set(assigned(program.body))
        for some in program.outputs:
            place = self._layout.places.get(some.name)
            if place is None:
                continue
            for index, atom in enumerate(some.atoms):
                text = self.atom(atom, some.kind)
                if some.name not in REGISTERS or text in changed:
                    value = f"word(1) if {text} else word(0)" if some.kind is NameKind.FLAG else f"word({text})"
                    yield f"{INDENT}past[{place + index}] = {value}"


Rows = npt.NDArray[np.uint64]
LEAST_CAPACITY = 16
Further: TypeAlias = Callable[[GameText], str]


def no_more(text: GameText) -> str:
    """No further functions."""
    return ""


class GameCode:
    """The functions that take turns in rows, under some rules on a board; see `GameText` for what each takes.

    Attributes:
        text: the text that was compiled.
        layout: where in a row each thing stands.
        functions: the functions by their names.

    Raises:
        NotCompiled: a clause can't be read as a program.
        ModuleNotFoundError: numba is not installed.
    """

    def __init__(self, rules: Rules, grid: Grid, further: Further = no_more) -> None:
        self.text = GameText(GamePrograms(rules, grid))
        self.layout: Layout = self.text.layout
        text = self.text.functions() + further(self.text)
        self.functions: Mapping[str, Callable[..., Any]] = module(f"games_on_{grid}", text)

    @staticmethod
    @lru_cache(64)
    def of(rules: Rules, grid: Grid, further: Further = no_more) -> GameCode:
        """The code for some rules and a board, kept while the program runs.

        Args:
            rules: the rules in force.
            grid: the board.
            further: gives the text of further functions, which call those of the text that it is given.
        """
        return GameCode(rules, grid, further)

    def row(self, record: Record, room: int = LEAST_CAPACITY) -> Rows:
        """A row for a record, of shape (words,), with room for so many more events in each history.

        Raises:
            NotCompiled: the game was set up as the programs can't tell.
        """
        capacity = capacity_for(most_events(self.layout, record) + room)
        row = np.zeros(self.layout.length(capacity), dtype=np.uint64)
        row[self.layout.places["capacity"]] = capacity
        functions = {name: _of_words(some) for name, some in self.functions.items() if name.startswith("add_to")}
        write_record(row, self.layout, record, functions)
        return row


def capacity_for(events: int) -> int:
    """The least power of two that is no smaller.

    >>> capacity_for(33)
    64
    """
    return int(1 << (events - 1).bit_length())


def _of_words(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda row, *words: function(row, *map(np.uint64, words))
