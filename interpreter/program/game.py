"""A whole game as programs: which turns are legal, what each leads to, and the functions that play so in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from ...spec.algebra import Color, Coloring, Grid
from ...spec.composition import every, has_phase, move, quiet_move
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.usual import without_liberties
from ...spec.vocabulary import PASS, Move, Phase, Record, Remembered, Turn, Unblock
from ..history import PhaseOutcome, after, ending_clause, first_record, set_up_record, what_follows
from ..judgement import objecting_clause, objecting_kind, points_to_try, stones_to_unblock
from ..result import after_removal, ended_game, scored_by
from . import rows
from .clauses import NotCompiled, in_cases, written
from .fields import (
    ASKED,
    HISTORIES,
    NOBODY,
    PAST,
    PHASES,
    PLAYERS,
    REGISTERS,
    EmittedHistory,
    Registers,
    lookups,
    padded,
    registers_of,
    widths_of_events,
)
from .ir import Atom, Call, Field, Name, NameKind, Program, assigned, without_unused
from .machine_code import Kernel
from .rows import Layout
from .semantics import EmittedNumber, EmittingBoard, Flag, Words, atom_of
from .text import INDENT, PythonText


def left_in_cases(board: EmittingBoard, run: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    """The results of all cases of something, by name; a register stays as it was given unless a case changes it."""
    known: dict[str, list[tuple[Name, Atom]]] = {}

    def started(name: str, place: int) -> tuple[Name, Atom]:
        value = Registers(Rules(), board).given(name) if name in REGISTERS else None
        first = 0 if value is None else value.atoms[place] if isinstance(value, Words) else value.atom
        return board.writer.variable_at_start(first, kind_of_output(name)), first

    def leave(values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            is_set = kind_of_output(name) is NameKind.WORD
            atoms = [atom_of(value)] if not is_set else [] if value is None else [*board.as_words(value).atoms]
            variables = known.setdefault(name, [])
            variables += [started(name, place) for place in range(len(variables), len(atoms))]
            atoms += [0] * (len(variables) - len(atoms))
            for (variable, first), atom in zip(variables, atoms, strict=True):
                if atom != first or type(atom) is not type(first):
                    board.writer.assign(variable, atom)

    board.writer.cases(run, leave)
    left: dict[str, Any] = {}
    for name, variables in known.items():
        names, kind = [variable for variable, _ in variables], kind_of_output(name)
        of_one = Flag if kind is NameKind.FLAG else EmittedNumber
        left[name] = Words(board, names) if kind is NameKind.WORD else of_one(board, names[0])
    return left


def trimmed(program: Program, kept: Iterable[str]) -> Program:
    """A program without registers that it never changes, and without what it adds to histories that are not kept."""
    left_out = {f"{name}_{part}" for name in HISTORIES for part in ("forgotten", "added", "event")}
    left_out -= {f"{name}_{part}" for name in kept for part in ("forgotten", "added", "event")}
    changed = {field.name for field, _, _ in changed_outputs(program)} - left_out
    outputs = tuple(field for field in program.outputs if field.name in changed)
    body = without_unused(program.body, (atom for field in outputs for atom in field.atoms))
    return replace(program, body=body, outputs=outputs)


def kind_of_output(name: str) -> NameKind:
    """What something is that a program gives back."""
    if name.endswith("_event"):
        return NameKind.WORD
    return NameKind.REAL if name.startswith("score_") else REGISTERS.get(name, NameKind.NUMBER)


GOES_ON = 0
OUTCOMES = {outcome: number for number, outcome in enumerate(PhaseOutcome, start=GOES_ON + 1)}
KINDS = ("pass", "move", "unblock")
ANSWER = "answer"
NOT_IN_A_PROGRAM = {
    **dict.fromkeys(
        (Decision.DRAWN, Decision.WON, Decision.AWARDED, Decision.NO_TURN),
        "a program scores a game, or ends it without result.",
    ),
    Decision.AGREEMENT: "both players can take a turn together.",
}


@dataclass(frozen=True)
class GamePrograms:
    """The programs of games under some rules on a board; `NotCompiled` is raised where a clause can't be read as one.

    Attributes:
        remarks: whether the ids of the clauses stand in the programs.
    """

    rules: Rules
    grid: Grid
    board: type[EmittingBoard] = EmittingBoard
    remarks: bool = False

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases that there are: the main phase, if somebody can pass in it, and those that lead to something."""
        leads_on = {phase for phase in PHASES if has_phase(self.rules, phase)}
        begins = {Phase.MAIN} if self.rules.deciding(Decision.PASS, Phase.MAIN) else set()
        phases = tuple(phase for phase in PHASES if phase in leads_on | begins)
        for (decision, why), phase in product(NOT_IN_A_PROGRAM.items(), phases):
            for clause in self.rules.deciding(decision, phase):
                raise NotCompiled(f"The clause {clause.name} can't be compiled: {why}")
        if not phases:
            raise NotCompiled("These clauses can't be compiled: they have no phase in which somebody can pass.")
        return phases

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The names of the clauses in force; a program names one by its place, counted from 1, and none by 0."""
        return tuple(clause.name for clause in self.rules.in_force)

    @cached_property
    def programs(self) -> Mapping[str, Program]:
        """Every program by its name."""
        programs = [self._scores()]
        for phase in self.phases:
            for player in PLAYERS:
                kinds = self.kinds(phase)
                programs += [self._legal(player, phase), *(self._after(kind, player, phase) for kind in kinds)]
        return self._padded(programs)

    @cached_property
    def of_a_referee(self) -> Mapping[str, Program]:
        """Every program that a referee of one game needs, by its name: starts, single turns, and scores."""
        programs = [self._scores(), self._may_be_set_up(), self._beginning()]
        for phase, player in product(self.phases, PLAYERS):
            programs.append(self._beginning(player, phase))
            for kind in self.kinds(phase):
                programs += [self._forbidden_by(kind, player, phase), self._after(kind, player, phase)]
        return self._padded(programs)

    def _padded(self, programs: Sequence[Program]) -> Mapping[str, Program]:
        widths = widths_of_events(programs)
        return {program.name: replace(program, body=tuple(padded(program.body, widths))) for program in programs}

    def kinds(self, phase: Phase) -> tuple[str, ...]:
        """The kinds of turns that there can be in a phase."""
        return KINDS if self.rules.deciding(Decision.UNBLOCK, phase) else KINDS[:-1]

    def may_end(self, kind: str) -> bool:
        """Whether some turn of a kind may end the phase or the game, as far as the programs show."""
        programs = (program for name, program in self.programs.items() if name.startswith(f"after_{kind}"))
        return any(_changes(program, "outcome") for program in programs)

    def _inputs(self, board: EmittingBoard, *further: str) -> tuple[Field, ...]:
        registers = Registers(self.rules, board)
        fields = [Field(PAST.text, NameKind.PAST, (PAST,))]
        for name, kind in REGISTERS.items():
            value = registers.given(name)
            fields.append(Field(name, kind, value.atoms if kind is NameKind.WORD else (value.atom,)))
        return (*fields, *(Field(name, NameKind.WORD, board.named(name).atoms) for name in further))

    def _legal(self, player: Color, phase: Phase) -> Program:
        def does(rules: Rules, board: EmittingBoard) -> Mapping[str, Any]:
            record: Any = Registers(rules, board).record(player, phase)
            points, stones = (board.as_words(candidates(record)) for candidates in (points_to_try, stones_to_unblock))
            quiet = board.as_words(rules.quiet_points(record.position.coloring, player))
            return {
                "may_pass": in_cases(board, lambda: objecting_kind(record, PASS) is None),
                "moves": board.those(
                    points & ~quiet, lambda point: in_cases(board, lambda: _forbids(record, point) is None)
                )
                | board.those(
                    points & quiet, lambda point: in_cases(board, lambda: _forbids(record, point, True) is None)
                ),
                "unblocks": board.those(
                    stones,
                    lambda stone: in_cases(board, lambda: objecting_kind(record, _turn("unblock", stone)) is None),
                ),
            }

        about = f"The legal turns of {player.name.capitalize()} in phase {phase.value}."
        return self._program(f"legal_turns_{of_player(player, phase)}", about, does)

    def _forbidden_by(self, kind: str, player: Color, phase: Phase) -> Program:
        def does(rules: Rules, board: EmittingBoard) -> Mapping[str, Any]:
            record: Any = Registers(rules, board).record(player, phase)
            point = board.named("point")
            stones, quiet = stones_to_unblock(record), rules.quiet_points(record.position.coloring, player)

            def number() -> int:
                if kind == "move":
                    return self._number_of(_forbids(record, point, is_quiet=bool(point & quiet)))
                clause = objecting_kind(record, _turn(kind, point))
                if clause is None and kind == "unblock" and not point & stones:
                    clause = rules.sole(Decision.UNBLOCK, phase)
                return self._number_of(clause)

            return {ANSWER: in_cases(board, number, NameKind.NUMBER)}

        about = (
            f"The clause that forbids {player.name.capitalize()} a turn in phase {phase.value}, a {kind}; 0 for none."
        )
        return self._program(f"forbidden_{kind}_{of_player(player, phase)}", about, does, "point")

    def _beginning(self, player: Color | None = None, phase: Phase = Phase.MAIN) -> Program:
        """What is known of a game that begins with stones on the board; where no player is named, with none."""

        def begun(rules: Rules, board: EmittingBoard) -> Record[Any]:
            registers = Registers(rules, board)
            kept: Any = {Remembered(name): EmittedHistory(board, name, forgotten=True) for name in HISTORIES}
            if player is None:
                position = rules.sole(Decision.START).function(Coloring(board, board.nothing, board.nothing))
                position = replace(position, marks=board.as_words(position.marks))
                return first_record(rules, position, kept=kept)
            position = replace(registers.record(player, phase).position, marks=board.nothing, passed=False)
            return set_up_record(rules, position, handicap=registers.given("handicap"), kept=kept)

        def does(rules: Rules, board: EmittingBoard) -> Mapping[str, Any]:
            return left_in_cases(board, lambda: self._as_left(begun(rules, board), GOES_ON, 0))

        whose = "" if player is None else f"_{of_player(player, phase)}"
        return self._program(f"begin{whose}", "What is known before the first turn.", does)

    def _may_be_set_up(self) -> Program:
        def does(rules: Rules, board: EmittingBoard) -> Mapping[str, Any]:
            c = Registers(rules, board).record(PLAYERS[0], Phase.MAIN).position.coloring
            lacking = (without_liberties(c, color) for color in PLAYERS)
            return {ANSWER: in_cases(board, lambda: every(map(c.is_empty, lacking)))}

        return self._program("may_be_set_up", "Whether every stone has a liberty.", does)

    def _program(self, name: str, about: str, does: Callable[..., Mapping[str, Any]], *further: str) -> Program:
        board = self.board(self.grid)
        return written(name, self.rules, about, self._inputs(board, *further, *board.sizes), board, does, self.remarks)

    def _after(self, kind: str, player: Color, phase: Phase) -> Program:
        def does(rules: Rules, board: EmittingBoard) -> Mapping[str, Any]:
            record = Registers(rules, board).record(player, phase)
            turn = _turn(kind, board.named("point"))
            return left_in_cases(board, lambda: self._led_to(record, turn))

        about = f"What a turn of {player.name.capitalize()} in phase {phase.value} leads to, a {kind}."
        after_turn = self._program(f"after_{kind}_{of_player(player, phase)}", about, does, "point")
        return replace(after_turn, remarks=(*after_turn.remarks, *self._numbers()))

    def _numbers(self) -> Iterator[str]:
        """What the numbers say that tell how a turn ended something."""
        yield "outcome: " + ", ".join(f"{number} {outcome.value}" for outcome, number in OUTCOMES.items())
        yield "ended_by: the place of a clause among those in force, counted from 1"

    def _led_to(self, record: Record[Words], turn: Turn) -> dict[str, Any]:
        """What a turn leads to: every register, the outcome, by which clause, and what is to be remembered."""
        later = after(record, turn)
        clause, number = ending_clause(later), GOES_ON
        if clause is not None:
            later, outcome = what_follows(later, clause)
            if outcome is PhaseOutcome.NEXT_PHASE and later.position.phase not in self.phases:
                raise NotCompiled(f"No clause says what follows phase {later.position.phase.value}, which would begin.")
            number = OUTCOMES[outcome]
        return self._as_left(later, number, self._number_of(clause))

    def _as_left(self, record: Record[Any], outcome: int, ended_by: int) -> dict[str, Any]:
        """All that is known of a game at the start of a turn, by name."""
        values = {**dict(registers_of(record)), "outcome": outcome, "ended_by": ended_by}
        for name in HISTORIES:
            history: Any = getattr(record, name)
            values |= _remembered(name, history)
        return values

    def _number_of(self, clause: Clause | None) -> int:
        """The number by which programs know a clause; 0 for none."""
        return 0 if clause is None else 1 + self.clauses.index(clause.name)

    def _scores(self) -> Program:
        def does(rules: Rules, board: EmittingBoard) -> Mapping[str, Any]:
            record = Registers(rules, board).record(PLAYERS[0], Phase.MAIN, over=True)
            return left_in_cases(board, lambda: self._scored(record))

        return self._program("scores", "The scores of a game that is over, and who wins it.", does)

    def _scored(self, record: Any) -> dict[str, Any]:
        ended = after_removal(ended_game(record))
        black, white = (scored_by(ended, player) for player in PLAYERS)
        winner = record.rules.sole(Decision.WINNER).function(black, white)
        number = NOBODY if winner is None else PLAYERS.index(winner)
        return {"score_of_black": black, "score_of_white": white, "winner": number}


def _changes(program: Program, output: str) -> bool:
    """Whether a program may give back something else than what it begins with."""
    changed = set(assigned(program.body))
    (field,) = (field for field in program.outputs if field.name == output)
    return any(isinstance(atom, Name) and atom.text in changed for atom in field.atoms)


def changed_outputs(program: Program) -> Iterator[tuple[Field, int, Atom]]:
    """What a program gives back word by word, but for registers that no case changes."""
    changed = set(assigned(program.body))
    for field in program.outputs:
        for index, atom in enumerate(field.atoms):
            if field.name not in REGISTERS or not isinstance(atom, Name) or atom.text in changed:
                yield field, index, atom


def of_player(player: Color, phase: Phase) -> str:
    """What a program is called by, for a player and a phase."""
    return f"of_{player.name.lower()}_in_{phase.value}"


def _turn(kind: str, point: Any) -> Turn:
    turns: dict[str, Turn] = dict(zip(KINDS, (PASS, Move(point), Unblock(point)), strict=True))
    return turns[kind]


def _forbids(record: Any, point: Any, is_quiet: bool = False) -> Clause | None:
    c, player = record.position.coloring, record.position.player
    play = quiet_move(c, player, point) if is_quiet else move(record.rules, c, player, point)
    return objecting_kind(record, Move(point)) or objecting_clause(record, play)


def _remembered(name: str, history: EmittedHistory) -> Iterator[tuple[str, Any]]:
    """What a turn does to a history: whether it is emptied, whether an event is added, and the words of that event."""
    events = [history.words(event) for event in history.added]
    if len(events) > 1:
        raise TypeError(f"a turn adds several events to the history {name!r}")
    yield f"{name}_forgotten", int(history.forgotten)
    yield f"{name}_added", len(events)
    yield f"{name}_event", Words(history.board, events[0]) if events else None


SETS_OF_TURNS = ("moves", "unblocks")


@dataclass(frozen=True)
class GameCode:
    """The functions that take turns in rows, under some rules on a board; see `rows` for what each takes.

    `NotCompiled` is raised where a clause can't be read as a program.

    Attributes:
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
        """Where in a row each thing stands."""
        return Layout.of(self.grid.size, self.programs.programs.values())

    @cached_property
    def kernel(self) -> Kernel:
        """The functions."""
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
            whose = of_player(player, phase)
            here = " and ".join(
                f"row[{self.layout.places[name]}] == word({values.index(value)})"
                for name, values, value in (("player", PLAYERS, player), ("phase", PHASES, phase))
            )
            legal += [f"    if {here}:", f"        return legal_turns_{whose}(row, moves, unblocks)"]
            for number, kind in enumerate(self.programs.kinds(phase)):
                when, given = f"    if kind == {number} and {here}:", f"after_{kind}_{whose}(row, {points})"
                turn += [when, f"        {given}", "        return"]
                asked += [when, f"        return phase_{given}"]
        legal += [f"    {name}[{index}] = word(0)" for name in SETS_OF_TURNS for index in range(self.layout.words)]
        yield "\n".join([*legal, "    return False"]) + "\n"
        yield "\n".join(turn) + "\n"
        yield "\n".join([*asked, f"    return {PHASES.index(Phase.OVER)}"]) + "\n"


def phase_after(program: Program) -> Program:
    """What is left of a program on a turn if only the phase is asked for in which the game then is."""
    outputs = tuple(field for field in program.outputs if field.name == "phase")
    about = ("The phase that the game is in after a turn, and nothing else of what stands below.", *program.remarks)
    body = without_unused(program.body, outputs[0].atoms)
    return replace(program, name=f"phase_{program.name}", remarks=about, body=body, outputs=outputs)


class RowText(PythonText):
    """Programs as functions of a row: they read their arguments from it, and write their results to it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def head(self, program: Program) -> Iterator[str]:
        points = [field.atoms for field in program.inputs if field.name == "point"]
        further = [self.atom(atom, NameKind.WORD) for atoms in points for atom in atoms]
        further += SETS_OF_TURNS if program.name.startswith("legal") else []
        yield f"def {program.name}({', '.join([PAST.text, *further])}):"
        yield from (f"{INDENT}# {line}" for line in program.remarks)
        used = program.used
        for field in program.inputs:
            for index, name in enumerate(field.atoms):
                if isinstance(name, Name) and field.name in REGISTERS and name.text in used:
                    yield f"{INDENT}{name.text} = {self._read(field, self._layout.places[field.name] + index)}"
        asked = {call.program.removeprefix(ASKED) for call in lookups(program.body)}
        for history, width in self._layout.widths.items():
            if history in asked:
                first = self._layout.places[f"{history}_ever"]
                yield from (f"{INDENT}{history}_ever{place} = past[{first + place}]" for place in range(width))

    def call(self, call: Call) -> Iterator[str]:
        """The lines of a call; an event is looked up only if each bit of it was in some event before."""
        if not call.program.startswith(ASKED):
            yield from super().call(call)
            return
        ever, name = f"{call.program.removeprefix(ASKED)}_ever", call.names[0].text
        event = [self.atom(word, NameKind.WORD) for word in call.operands[1:]]
        new = " | ".join(f"({word} & ~{ever}{place})" for place, word in enumerate(event))
        yield f"{name} = 0"
        yield f"if ({new}) == word(0):"
        yield f"{INDENT}{name} = {call.program}({PAST.text}, {', '.join(event)})"

    def _read(self, field: Field, place: int) -> str:
        match field.kind:
            case NameKind.WORD:
                return f"past[{place}]"
            case NameKind.FLAG:
                return f"past[{place}] != word(0)"
            case _:
                return f"number(past[{place}])"

    def foot(self, program: Program) -> Iterator[str]:
        outputs = {field.name: [self.atom(atom, field.kind) for atom in field.atoms] for field in program.outputs}
        if program.name == "scores" or program.name.startswith("phase"):
            yield f"{INDENT}return {', '.join(text for texts in outputs.values() for text in texts)}"
        elif program.name.startswith("legal"):
            for name in SETS_OF_TURNS:
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
        for field, index, atom in changed_outputs(program):
            if (place := self._layout.places.get(field.name)) is not None:
                text = self.atom(atom, field.kind)
                value = f"word(1) if {text} else word(0)" if field.kind is NameKind.FLAG else f"word({text})"
                yield f"{INDENT}past[{place + index}] = {value}"
