"""Situations of any phase: the nodes of its phase graph, where no clause looks back further than one turn.

Nodes differ by the turn before; those at which the same stands and the same moves are legal are one situation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from types import FunctionType
from typing import Any, NamedTuple

from ...interpreter.clauses_of_authors import as_written, names_mentioned, obstacle_in
from ...interpreter.history import first_record, position_after
from ...interpreter.notation import board_text, vertices
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import move, pseudolegal
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record, Turn, Unblock
from .dependence import amended_clauses, names_by_author
from .machine import Node, ends_without_result, kept_of, objecting, record_at, turns_of
from .past import (
    BEFORE,
    LAST,
    NOT_TOGETHER,
    PASSED,
    UNTOLD,
    KnownPast,
    answers,
    ask,
    naming,
    tree_of,
)
from .requirements import ends_by_passes_alone, ends_otherwise, of_situations, require

THE_TURN_BEFORE = frozenset({"previous", "last"})
ASKED_OF_SITUATIONS = (
    Decision.PSEUDOLEGAL,
    Decision.STATE,
    Decision.LEGAL,
    Decision.MADE,
    Decision.MARKS,
    Decision.PASS,
    Decision.UNBLOCK,
    Decision.UNBLOCK_ACTION,
    Decision.NO_RESULT,
)
_TOLD_THE_PAST = (Decision.LEGAL, Decision.MARKS, Decision.NO_RESULT)


def looking_back(rules: Rules, phase: Phase) -> tuple[Clause, ...]:
    """The clauses on legal moves of a phase that may look at the turn before.

    Raises:
        ValueError: situations do not decide which turns are legal; see `requirements`.
    """
    require(of_situations(rules, phase))
    return tuple(clause for clause in rules.deciding(Decision.LEGAL, phase) if looks_back(rules, clause))


def looks_back(rules: Rules, clause: Clause) -> bool:
    """Whether a clause may look at the turn before, as simple ko does; that is not known of new ones.

    >>> from superko.spec.parameters import Ko
    >>> rules = Rules(ko=Ko.SIMPLE)
    >>> [looks_back(rules, clause) for clause in rules.deciding(Decision.LEGAL)]
    [True]
    """
    return clause in amended_clauses(rules) or not names_mentioned([clause.function]).isdisjoint(THE_TURN_BEFORE)


def asks_whether_anybody_passed(rules: Rules, phase: Phase) -> bool:
    """Whether a clause asks whether anybody has passed yet, as the state does with the button."""
    asked = [clause.function for decision in ASKED_OF_SITUATIONS for clause in rules.deciding(decision, phase)]
    return "passed" in names_mentioned(asked) or any(not isinstance(as_written(f), FunctionType) for f in asked)


def points_of_turns(rules: Rules, phase: Phase, kind: type[Turn], grid: Grid) -> int:
    """The points at which there are turns of a kind in a phase; every point for passes, if there are any."""
    clauses = rules.deciding(Decision.TURN, phase)

    def is_turn(turn: Turn) -> bool:
        return all(clause.function(turn) for clause in clauses)

    if kind is Pass:
        return grid.everywhere if is_turn(PASS) else 0
    turn_at = Move if kind is Move else Unblock
    return sum(point for point in points_of(grid.everywhere) if is_turn(turn_at(point)))


def points_banned(record: Record) -> int:
    """Where a move is banned in a game because of the turn before."""
    if record.previous is None:
        return 0
    rules, position = record.rules, record.position
    clauses = looking_back(rules, position.phase)
    if not clauses:
        return 0
    plays = (move(rules, position.coloring, position.player, point) for point in points_of(position.coloring.empty))
    banned = (
        play.point
        for play in plays
        if pseudolegal(rules, play) and not all(clause.function(record, play) for clause in clauses)
    )
    return reduce(or_, banned, 0)


_PHASE_BEFORE = {Phase.FIRST_CLEANUP: Phase.MAIN, Phase.SECOND_CLEANUP: Phase.FIRST_CLEANUP}


class Situation(NamedTuple):
    """What stands, whose turn it is, and the pseudolegal moves that are forbidden because of the turn before.

    Or many of them at once, as arrays, in which the same player takes the next turn after as many passes.

    Attributes:
        position: the coloring, the player to take the next turn, the phase and the marks; and whether anybody has
            passed, where a clause in force asks about that.
        banned: the points of those moves.
        run: how many passes there have just been in a row, where a clause asks; see `machine.Node`.
        other_passes: whether there were passes in the phase before those, where a clause asks.
    """

    position: Position[Any]
    banned: Any = 0
    run: int = 0
    other_passes: bool = False

    @property
    def coloring(self) -> Coloring[Any]:
        """The color of every point."""
        return self.position.coloring

    @property
    def player(self) -> Color:
        """Who takes the next turn."""
        return self.position.player

    @property
    def marks(self) -> Any:
        """The marked points."""
        return self.position.marks

    def __str__(self) -> str:
        grid = self.coloring.board.grid
        marked, banned = (" and ".join(vertices(grid, points)) for points in (self.marks, self.banned))
        text = f"{board_text(self.coloring)} {self.player.value}"
        text += (f" with {marked} marked" if marked else "") + (f" without {banned}" if banned else "")
        return f"{text} after a pass" if self.position.passed else text


class Situations:
    """The situations of a phase on one grid, one node of its phase graph after the other, for any rules.

    Turns that end the phase are followed like any other, and legal turns are those of a player who has made no move in
    the phase that cannot be made twice. So a game may have fewer turns than its situation, and never more. That a phase
    ends by passes keeps no game from a situation; a clause of a rules author that may end it otherwise is refused.

    The main phase starts as the rules say. A cleanup phase starts on the empty board, with Black to play: it can start
    from every coloring in which each stone has a liberty, with either player, as stones can be placed one by one among
    passes; and all of these follow on the empty board also within the phase, where the same stones are placed.

    Attributes:
        first: the situation at the start, which every other one follows on.

    Raises:
        ValueError: the rules have no such phase, it does not start without marks, or a clause asks about something of
            which situations keep no account. Such a clause may also be come upon only later.

    >>> from superko.spec.parameters import Ko
    >>> situations = Situations(Rules(ko=Ko.SIMPLE), Grid(2, 1))
    >>> [str(reached) for _, reached in situations.after(situations.first)]
    ['.. W', 'X. W', '.X W']
    """

    def __init__(self, rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> None:
        self.rules = rules
        start = start_of(rules, grid, phase)
        self._looking_back = looking_back(rules, phase)
        self._author_asks_of_moves = "made" in names_by_author(rules)
        require([ends_by_passes_alone(rules, phase)])
        for clause in (clause for decision in _TOLD_THE_PAST for clause in rules.deciding(decision, phase)):
            if obstacle := obstacle_in(clause):
                raise Refusal(f"{obstacle} {NOT_TOGETHER}")
        self._kept = frozenset({BEFORE, LAST, *({PASSED} if asks_whether_anybody_passed(rules, phase) else ())})
        without_result = rules.deciding(Decision.NO_RESULT, phase)
        self._amended_no_result = tuple(clause for clause in amended_clauses(rules) if clause in without_result)
        self._taken_after_any_turn: dict[Position, _Taken] = {}
        self.first = self._checked(Situation(kept_of(start, self._kept)))

    def after(self, situation: Situation) -> Iterator[tuple[Turn, Situation]]:
        """Every legal turn, the pass first, then moves, then unblock actions, with the situation that it leads to."""
        taken = self._after_any_turn(situation.position)
        for turn, play in taken.legal.items():
            if play is None or not play.point & situation.banned:
                with naming(*self.rules.deciding(Decision.MARKS, situation.position.phase)):
                    position = kept_of(position_after(taken.record, turn, play), self._kept)
                yield turn, self._checked(Situation(position, self._banned(position, situation.position, turn)))

    def only_once(self, situation: Situation, turn: Turn) -> bool:
        """Whether a legal turn can be taken only once in a phase by this player with this coloring, as ko-moves can."""
        play = self._after_any_turn(situation.position).legal[turn]
        made_before = record_at(self.rules, Node(situation.position), self._kept, KnownPast(made=True))
        return play is not None and objecting(made_before, play) is not None

    def _checked(self, situation: Situation) -> Situation:
        if self._amended_no_result and ends_without_result(self.rules, situation.position, 1):
            raise ends_otherwise(*self._amended_no_result)
        return situation

    def _banned(self, position: Position, before: Position, turn: Turn) -> int:
        if not self._looking_back:
            return 0
        record = record_at(self.rules, Node(position, before=before, last=turn), self._kept, KnownPast())
        taken = self._after_any_turn(position)
        if any(objecting(record, play) is None for play in taken.forbidden):
            names = " or ".join(clause.name for clause in self._looking_back)
            raise Refusal(f"A turn makes a move legal by {names}, and situations tell only what turns forbid.")
        points = reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in self._looking_back))
        asked = (play for play in taken.legal.values() if play and play.point & points)
        banned = (play.point for play in asked if not all(ask(each, record, play) for each in self._looking_back))
        return reduce(or_, banned, 0)

    def _after_any_turn(self, position: Position) -> _Taken:
        if position not in self._taken_after_any_turn:
            past, moves_made = KnownPast(), KnownPast(made=None)
            record = record_at(self.rules, Node(position), self._kept, past)
            asks = self._author_asks_of_moves and record_at(self.rules, Node(position), self._kept, moves_made)
            taken = _Taken(replace(record, previous=UNTOLD["previous"], last=UNTOLD["last"]), {}, [])
            for turn, play, forbidden_by in turns_of(record, past):
                if forbidden_by is None:
                    taken.legal[turn] = play
                elif play and asks and None in answers(tree_of(partial(objecting, asks, play), moves_made)):
                    raise Refusal("Moves made before make a move legal, and situations tell only what turns forbid.")
                elif play and forbidden_by in self._looking_back:
                    taken.forbidden.append(play)
            self._taken_after_any_turn[position] = taken
        return self._taken_after_any_turn[position]


class _Taken(NamedTuple):
    """The turns from a position, judged as if there had been no turn before."""

    record: Record  # what stands, of which nothing else is known
    legal: dict[Turn, Play[int] | None]  # the legal turns, with the moves that they are
    forbidden: list[Play[int]]  # the moves that a clause forbids which looks at the turn before


def start_of(rules: Rules, grid: Grid, phase: Phase) -> Position:
    """What stands at the start of a phase; see `Situations`.

    Raises:
        ValueError: the rules have no such phase, or marks are left when it starts.
    """
    empty = Coloring(integer_board(grid.width, grid.height), 0, 0)
    if phase is Phase.MAIN:
        position: Position = rules.sole(Decision.START).function(empty)
        return position
    if phase not in _PHASE_BEFORE or not rules.deciding(Decision.NEXT_PHASE, phase):
        raise Refusal(f"These rules have no cleanup phase {phase.value!r}; choose scoring=TERRITORY.")
    stone = Coloring(integer_board(2, 1), black=1, white=0)
    before = first_record(rules, Position(stone, BLACK, _PHASE_BEFORE[phase], marks=1))
    if rules.sole(Decision.NEXT_PHASE, _PHASE_BEFORE[phase]).function(before).marks:
        raise Refusal(f"Marks are left when the phase {phase.value!r} starts; situations start without marks.")
    return Position(empty, BLACK, phase, passed=True)
