"""Situations: all that decides which turns are legal under simple ko, and the situation that each turn leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...interpreter.boards import board_text
from ...interpreter.history import first_record
from ...interpreter.vertices import vertices
from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import after_move, move, pseudolegal, state
from ...spec.parameters import Ko
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Play, Position, Record, State, Turn


class Situation(NamedTuple):
    """A coloring, the player to take the next turn, and the pseudolegal moves that the turn before forbids.

    Attributes:
        coloring: the color of every point.
        player: who takes the next turn.
        banned: the points at which a pseudolegal move is not legal.
    """

    coloring: Coloring[int]
    player: Color
    banned: int

    @property
    def position(self) -> Position:
        """What stands at the start of the turn."""
        return Position(self.coloring, self.player)

    def __str__(self) -> str:
        banned = " and ".join(vertices(self.coloring.board.grid, self.banned))
        return f"{board_text(self.coloring)} {self.player.value}" + (f" without {banned}" if banned else "")


class Situations:
    """The situations of one grid, by the clauses in force; what a move does is remembered while this lives.

    Clauses on legal moves are shown the previous turn and nothing before it, which is as far as simple ko looks back.

    Attributes:
        rules: the rules in force.
        first: the situation at the start of the game.

    Raises:
        ValueError: the rules have superko, the button or the self-play options, under which more than that matters.

    >>> situations = Situations(Rules(ko=Ko.SIMPLE), Grid(2, 1))
    >>> [str(reached) for _, reached in situations.after(situations.first)]
    ['.. W', 'X. W', '.X W']
    """

    def __init__(self, rules: Rules, grid: Grid) -> None:
        if rules.ko is not Ko.SIMPLE or rules.button or rules.self_play_opts:
            raise ValueError("Situations tell games apart under ko=SIMPLE without button and self-play options only.")
        self.rules = rules
        self._legality = rules.deciding(Decision.LEGAL)
        self._plays: dict[tuple[Coloring[int], Color], tuple[Play[int], ...]] = {}
        empty = Coloring(integer_board(grid.width, grid.height), 0, 0)
        self._start = first_record(rules, rules.sole(Decision.START).function(empty))
        self.first = self._situation(self._start)

    def state(self, situation: Situation) -> State:
        """The state of a situation, as the clauses in force define it."""
        return state(self.rules, situation.position)

    def after(self, situation: Situation) -> Iterator[tuple[Turn, Situation]]:
        """Every legal turn, the pass first, with the situation that it leads to if it does not end the phase."""
        position = situation.position
        before = replace(self._start, position=position, state=state(self.rules, position))
        yield PASS, self._reached(before, PASS, self.rules.sole(Decision.PASS).function(position))
        for play in self._pseudolegal_plays(position):
            if not play.point & situation.banned:
                turn = Move(play.point)
                yield turn, self._reached(before, turn, after_move(self.rules, position, play))

    def _reached(self, before: Record, turn: Turn, position: Position) -> Situation:
        now = state(self.rules, position)
        return self._situation(replace(before, position=position, state=now, turn=1, last=turn, previous=before))

    def _situation(self, record: Record) -> Situation:
        banned = 0
        for play in self._pseudolegal_plays(record.position):
            if not all(clause.function(record, play) for clause in self._legality):
                banned |= play.point
        return Situation(record.position.coloring, record.position.player, banned)

    def _pseudolegal_plays(self, position: Position) -> tuple[Play[int], ...]:
        coloring, player = position.coloring, position.player
        found = self._plays.get((coloring, player))
        if found is None:
            plays = (move(self.rules, coloring, player, point) for point in points_of(coloring.empty))
            found = tuple(play for play in plays if pseudolegal(self.rules, play))
            self._plays[coloring, player] = found
        return found
