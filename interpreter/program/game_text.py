"""The text that plays whole games in rows, and its compiled form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from . import rows
from .fields import PAST, PHASES, PLAYERS, REGISTERS
from .game import KINDS, GamePrograms, of_player
from .ir import Field, Name, NameKind, Program, assigned, without_unused
from .machine_code import Kernel
from .rows import Layout
from .text import INDENT, PythonText

FOUND = ("moves", "unblocks")


@dataclass(frozen=True)
class GameCode:
    """The functions that take turns in rows, under some rules on a board; see `rows` for what each takes.

    Attributes:
        rules: the rules in force.
        grid: the board.
        modules: the names of modules of further functions, which call those of `rows`.
    """

    rules: Rules
    grid: Grid
    modules: tuple[str, ...] = ()

    @staticmethod
    @lru_cache(64)
    def of(rules: Rules, grid: Grid, modules: tuple[str, ...] = ()) -> GameCode:
        """The code for some rules and a board, kept while the program runs."""
        return GameCode(rules, grid, modules)

    @cached_property
    def programs(self) -> GamePrograms:
        """What is done for each player and phase."""
        return GamePrograms(self.rules, self.grid)

    @cached_property
    def layout(self) -> Layout:
        """Where in a row each thing stands.

        Raises:
            NotCompiled: a clause can't be read as a program.
        """
        return Layout.of(self.grid.size, self.programs.programs.values())

    @cached_property
    def kernel(self) -> Kernel:
        """The functions.

        Raises:
            NotCompiled: a clause can't be read as a program.
        """
        may_end = ((f"{kind.upper()}_MAY_END", self.programs.may_end(kind)) for kind in KINDS)
        given = (*self.layout.given, *may_end)
        return Kernel(f"games_on_{self.grid}", (rows.__name__, *self.modules), self._emitted(), given)

    def _emitted(self) -> str:
        """The text of every function that `rows` only stands for, and of those that they call."""
        programs = self.programs.programs.values()
        called = dict.fromkeys(other for program in programs for other in program.calls)
        in_rows = RowText(self.layout)
        asked = [phase_after(program) for program in programs if program.name.startswith("after")]
        texts = [*map(PythonText().alone, called), *map(in_rows.alone, (*programs, *asked))]
        return "\n\n".join([*self._histories(), *texts, *self._choosing()])

    def _histories(self) -> Iterator[str]:
        """What programs ask each history that is kept, and what they add to it."""
        for number, (name, width) in enumerate(self.layout.widths.items()):
            event = ", ".join(f"w{place}" for place in range(width))
            for does in ("times_in", "add_to"):
                yield f"def {does}_{name}(row, {event}):\n    return {does}(row, KEPT[{number}], ({event},))\n"

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
