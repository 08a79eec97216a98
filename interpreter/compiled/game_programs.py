"""The game as programs: which turns are legal, and what a turn leads to, for each player and phase; and the scores.

They are given what stands and what was counted (see `registers`), and look into the past by themselves (see `pasts`).
Clauses are put together as they are to play: by the same functions, run once, with a case for every answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...spec.algebra import Color, Grid
from ...spec.algebra.emitting.board import EmittingBoard
from ...spec.algebra.emitting.program import Field, Kind, Name, Program
from ...spec.algebra.emitting.tidying import assigned
from ...spec.algebra.emitting.values import Words
from ...spec.composition import move
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Record, Turn, Unblock
from ..endings import Outcome, ending_clause, what_follows
from ..history import after
from ..judgement import objecting_clause, objecting_kind, points_to_try, stones_to_unblock
from ..result import after_removal, ended_game, scored_by
from .leaving import Left
from .pasts import HISTORIES, PAST, EmittedHistory, padded, widths_of_events, words_of_event
from .programs import NotCompiled, in_cases, written
from .registers import NOBODY, PHASES, PLAYERS, REGISTERS, Registers, told

GOES_ON = 0
OUTCOMES = {outcome: number for number, outcome in enumerate(Outcome, start=GOES_ON + 1)}
KINDS = ("pass", "move", "unblock")
ENDINGS = (Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT)


@dataclass(frozen=True)
class GamePrograms:
    """The programs of games under some rules on a board.

    Attributes:
        rules: the rules in force.
        grid: the board.
        remarks: whether the ids of the clauses stand in the programs.
    """

    rules: Rules
    grid: Grid
    remarks: bool = False

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases that there are."""
        return tuple(phase for phase in PHASES if self.rules.deciding(Decision.NEXT_PHASE, phase))

    @cached_property
    def endings(self) -> tuple[Clause, ...]:
        """The clauses that can end a phase or the game; a program names one by its place, counted from 1."""
        return tuple(clause for clause in self.rules.in_force if clause.decides in ENDINGS)

    @cached_property
    def programs(self) -> Mapping[str, Program]:
        """Every program by its name.

        Raises:
            NotCompiled: a clause can't be read as a program.
        """
        try:
            return self._all()
        except NotCompiled:
            if self.remarks:
                raise
            # With remarks it is known which clause was read last.
            return replace(self, remarks=True).programs

    def _all(self) -> Mapping[str, Program]:
        found = [self._scores()]
        for phase in self.phases:
            for player in PLAYERS:
                kinds = self.kinds(phase)
                found += [self._legal(player, phase), *(self._after(kind, player, phase) for kind in kinds)]
        widths = widths_of_events(found)
        return {some.name: replace(some, body=tuple(padded(some.body, widths))) for some in found}

    def kinds(self, phase: Phase) -> tuple[str, ...]:
        """The kinds of turns that there can be in a phase."""
        return KINDS if self.rules.deciding(Decision.UNBLOCK, phase) else KINDS[:-1]

    def may_end(self, kind: str) -> bool:
        """Whether some turn of a kind may end the phase or the game, as far as the programs show."""
        programs = (program for name, program in self.programs.items() if name.startswith(f"after_{kind}"))
        return any(_changes(program, "outcome") for program in programs)

    def _inputs(self, board: EmittingBoard, *further: str) -> tuple[Field, ...]:
        registers = Registers(self.rules, board)
        fields = [Field(PAST.text, Kind.PAST, (PAST,))]
        for name, kind in REGISTERS.items():
            value = registers.given(name)
            fields.append(Field(name, kind, value.atoms if kind is Kind.WORD else (value.atom,)))
        return (*fields, *(Field(name, Kind.WORD, board.named(name).atoms) for name in further))

    def _legal(self, player: Color, phase: Phase) -> Program:
        def does(board: EmittingBoard) -> Mapping[str, Any]:
            record: Any = Registers(self.rules, board).record(player, phase)
            points, stones = (board.as_words(some(record)) for some in (points_to_try, stones_to_unblock))
            return {
                "may_pass": in_cases(board, lambda: objecting_kind(record, PASS) is None),
                "moves": board.those(points, lambda point: in_cases(board, lambda: _may_move(record, point))),
                "unblocks": board.those(
                    stones,
                    lambda stone: in_cases(board, lambda: objecting_kind(record, _turn("unblock", stone)) is None),
                ),
            }

        name = f"legal_turns_{of_player(player, phase)}"
        about = f"The legal turns of {player.name.capitalize()} in phase {phase.value}."
        board = EmittingBoard(self.grid)
        return written(name, self.rules, about, self._inputs(board), board, does, self.remarks)

    def _after(self, kind: str, player: Color, phase: Phase) -> Program:
        def does(board: EmittingBoard) -> Mapping[str, Any]:
            record = Registers(self.rules, board).record(player, phase)
            turn = _turn(kind, board.named("point"))
            left = Left(board)
            board.writer.cases(lambda: self._led_to(record, turn), left.take)
            return left.values

        name = f"after_{kind}_{of_player(player, phase)}"
        about = f"What a turn of {player.name.capitalize()} in phase {phase.value} leads to, a {kind}."
        board = EmittingBoard(self.grid)
        found = written(name, self.rules, about, self._inputs(board, "point"), board, does, self.remarks)
        return replace(found, remarks=(*found.remarks, *self._numbers()))

    def _numbers(self) -> Iterator[str]:
        """What the numbers say that tell how a turn ended something."""
        yield "outcome: " + ", ".join(f"{number} {outcome.value}" for outcome, number in OUTCOMES.items())
        yield "ended_by: " + ", ".join(f"{number} {clause.name}" for number, clause in enumerate(self.endings, start=1))

    def _led_to(self, record: Record[Words], turn: Turn) -> dict[str, Any]:
        """What a turn leads to: every register, the outcome, by which clause, and what is to be remembered."""
        later = after(record, turn)
        clause, number = ending_clause(later), GOES_ON
        if clause is not None:
            later, outcome = what_follows(later, clause)
            number = OUTCOMES[outcome]
        found = {**dict(told(later)), "outcome": number, "ended_by": self.endings.index(clause) + 1 if clause else 0}
        for name in HISTORIES:
            history: Any = getattr(later, name)
            found |= _remembered(name, history)
        return found

    def _scores(self) -> Program:
        def does(board: EmittingBoard) -> Mapping[str, Any]:
            record = Registers(self.rules, board).record(PLAYERS[0], Phase.MAIN)
            left = Left(board)
            board.writer.cases(lambda: self._scored(record), left.take)
            return left.values

        board = EmittingBoard(self.grid)
        about = "The scores of a game that is over, and who wins it."
        return written("scores", self.rules, about, self._inputs(board), board, does, self.remarks)

    def _scored(self, record: Any) -> dict[str, Any]:
        ended = after_removal(ended_game(record))
        black, white = (scored_by(ended, player) for player in PLAYERS)
        winner = self.rules.sole(Decision.WINNER).function(black, white)
        number = NOBODY if winner is None else PLAYERS.index(winner)
        return {"score_of_black": black, "score_of_white": white, "winner": number}


def _changes(program: Program, output: str) -> bool:
    """Whether a program may give back something else than what it begins with."""
    changed = set(assigned(program.body))
    (found,) = (some for some in program.outputs if some.name == output)
    return any(isinstance(atom, Name) and atom.text in changed for atom in found.atoms)


def of_player(player: Color, phase: Phase) -> str:
    """What a program is called by, for a player and a phase."""
    return f"of_{player.name.lower()}_in_{phase.value}"


def _turn(kind: str, point: Any) -> Turn:
    match kind:
        case "pass":
            return PASS
        case "move":
            return Move(point)
        case _:
            return Unblock(point)


def _may_move(record: Any, point: Any) -> bool:
    if objecting_kind(record, Move(point)) is not None:
        return False
    position = record.position
    play = move(record.rules, position.coloring, position.player, point)
    return objecting_clause(record, play) is None


def _may_unblock(record: Any, stone: Any) -> bool:
    return objecting_kind(record, Unblock(stone)) is None


def _remembered(name: str, history: EmittedHistory) -> Iterator[tuple[str, Any]]:
    """What a turn does to a history: whether it is emptied, whether an event is added, and the words of that event."""
    events = [list(words_of_event(history.board, event)) for event in history.added]
    if len(events) > 1:
        raise TypeError(f"a turn adds several events to the history {name!r}")
    yield f"{name}_forgotten", int(history.forgotten)
    yield f"{name}_added", len(events)
    yield f"{name}_event", Words(history.board, events[0]) if events else None
