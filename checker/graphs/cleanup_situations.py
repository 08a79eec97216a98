"""Situations of a cleanup phase, which are its states, and what each turn leads to, by the clauses in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...interpreter.boards import board_text
from ...interpreter.history import NOTHING_YET, after, first_record
from ...interpreter.judgement import legal_plays, objection, stones_to_unblock
from ...interpreter.vertices import vertices
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import move
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Position, Record, Turn, Unblock

BEFORE = {Phase.FIRST_CLEANUP: Phase.MAIN, Phase.SECOND_CLEANUP: Phase.FIRST_CLEANUP}


class CleanupSituation(NamedTuple):
    """The state of a cleanup phase: a coloring, the player to take the next turn, and the marked points."""

    coloring: Coloring[int]
    player: Color
    marks: int

    def __str__(self) -> str:
        marked = " and ".join(vertices(self.coloring.board.grid, self.marks))
        return f"{board_text(self.coloring)} {self.player.value}" + (f" with {marked} marked" if marked else "")


class CleanupSituations:
    """The situations of a cleanup phase on one grid; which moves can be made but once is remembered while this lives.

    Which ko-moves have been made is left out: legal turns are those of a player who has made none in the phase. So a
    game may have fewer turns than its situation, and never more. A phase can start from every coloring in which each
    stone has a liberty, with either player, as stones can be placed one by one among passes. All of these follow on the
    empty board also within the phase, where the same stones are placed.

    Attributes:
        rules: the rules in force.
        phase: the phase.
        first: the empty board with Black to play, which every other situation follows on.

    Raises:
        ValueError: the rules have no such phase, or it does not start without marks.

    >>> from superko.spec.parameters import Scoring
    >>> situations = CleanupSituations(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.FIRST_CLEANUP)
    >>> [str(reached) for _, reached in situations.after(situations.first)]
    ['.. W', 'X. W', '.X W']
    """

    def __init__(self, rules: Rules, grid: Grid, phase: Phase) -> None:
        check_phase(rules, phase)
        self.rules = rules
        self.phase = phase
        self._only_once: dict[tuple[Color, int, Coloring[int]], bool] = {}
        self.first = CleanupSituation(Coloring(integer_board(grid.width, grid.height), 0, 0), BLACK, 0)

    def passes(self, turn: Turn) -> bool:
        """Whether a turn counts as a pass, as an unblock action does by one reading."""
        clauses = self.rules.deciding(Decision.COUNTS_AS_PASS, self.phase)
        return any(clause.function(turn) for clause in clauses)

    def after(self, situation: CleanupSituation) -> Iterator[tuple[Turn, CleanupSituation]]:
        """Every turn, the pass first, with the situation that it leads to if it does not end the phase."""
        record = self._record(situation)
        yield PASS, _reached(record, PASS)
        for play in legal_plays(record):
            yield Move(play.point), _reached(record, Move(play.point))
        for stone in points_of(stones_to_unblock(record)):
            yield Unblock(stone), _reached(record, Unblock(stone))

    def only_once(self, situation: CleanupSituation, turn: Turn) -> bool:
        """Whether a legal turn can be taken only once in a phase by this player with this coloring, as ko-moves can."""
        if not isinstance(turn, Move):
            return False
        made = situation.player, turn.point, situation.coloring
        if made not in self._only_once:
            play = move(self.rules, situation.coloring, situation.player, turn.point)
            again = replace(self._record(situation), made=NOTHING_YET.extended(made, 0))
            self._only_once[made] = objection(again, play) is not None
        return self._only_once[made]

    def _record(self, situation: CleanupSituation) -> Record:
        coloring, player, marks = situation
        return first_record(self.rules, Position(coloring, player, self.phase, marks))


def _reached(record: Record, turn: Turn) -> CleanupSituation:
    position = after(record, turn).position
    return CleanupSituation(position.coloring, position.player, position.marks)


def check_phase(rules: Rules, phase: Phase) -> None:
    """See that rules have a cleanup phase, and that it starts without marks.

    Raises:
        ValueError: they have no such phase, or marks are left when it starts.
    """
    if phase not in BEFORE or not rules.deciding(Decision.NEXT_PHASE, phase):
        raise ValueError(f"These rules have no cleanup phase {phase.value!r}; choose scoring=TERRITORY.")
    stone = Coloring(integer_board(2, 1), black=1, white=0)
    before = first_record(rules, Position(stone, BLACK, BEFORE[phase], marks=1))
    if rules.sole(Decision.NEXT_PHASE, BEFORE[phase]).function(before).marks:
        raise ValueError(f"Marks are left when the phase {phase.value!r} starts; situations start without marks.")
