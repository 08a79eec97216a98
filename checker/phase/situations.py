"""Situations of any phase, and which moves are legal in them.

A situation is all that decides which turns are legal, where no clause looks back further than one turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from types import FunctionType
from typing import Any, Generic, NamedTuple

from ...interpreter.history import first_record
from ...interpreter.judgement import objecting_kind, points_to_try, stones_to_unblock
from ...interpreter.mentioned import as_written, names_mentioned
from ...interpreter.notation import board_text, vertices
from ...spec.algebra import BLACK, Color, Coloring, Condition, Grid
from ...spec.algebra.board import P
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import as_made, every, move, pseudolegal
from ...spec.history import History
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record, Turn, Unblock
from .dependence import amended_clauses
from .past import (
    NOTHING,
    CannotBeRead,
    OneEvent,
    Untold,
    account,
    after_a_move,
    ask,
    ends_without_result,
)
from .requirements import OF_SITUATIONS, require

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


class Alone(NamedTuple, Generic[P]):
    """Records of what stands, whatever the turn before was.

    Attributes:
        whatever: for clauses that do not look back.
        without: for clauses that look back: there was no turn before.
    """

    whatever: Record[P]
    without: Record[P]


class Legality:
    """The clauses on legal moves of a phase, told apart by whether they look at the turn before.

    Attributes:
        rules: the rules in force.
        looking_back: the clauses that may look at the turn before; amended ones are taken to do so.
        others: the others.
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        require(rules, phase, *OF_SITUATIONS)
        self.rules = rules
        clauses = rules.deciding(Decision.LEGAL, phase)
        self.looking_back = tuple(clause for clause in clauses if looks_back(rules, clause))
        self.others = tuple(clause for clause in clauses if clause not in self.looking_back)

    def alone(self, position: Position[P], made: History = NOTHING) -> Alone[P]:
        """The records by which moves are judged whatever the turn before was."""
        whatever = account(self.rules, position, made=made)
        return Alone(whatever, account(self.rules, position, None, None, made) if self.looking_back else whatever)

    def allows(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether a move would be legal if there had been no turn before."""
        return every((self.allows_whatever(alone, play), self.allows_after(alone.without, play)))

    def allows_again(self, position: Position[P], play: Play[P]) -> Condition:
        """Whether a move would be legal if there had been no turn before, but this move had been made in the phase."""
        made = bool(self.rules.deciding(Decision.MADE, position.phase))
        again = OneEvent(as_made(account(self.rules, position), play)) if made else NOTHING
        return self.allows(self.alone(position, again), play)

    def allows_whatever(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether no clause forbids a move that does not look at the turn before."""
        return every(ask(clause, alone.whatever, play) for clause in self.others)

    def points_to_ask_about(self, record: Record[P]) -> P:
        """Where the turn before can forbid a move at all: at every empty point, unless a lemma says more."""
        nowhere = record.position.coloring.board.nothing
        return reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in self.looking_back), nowhere)

    def allows_after(self, record: Record[P], play: Play[P]) -> Condition:
        """Whether no clause forbids a move that looks at the turn before."""
        return every(ask(clause, record, play) for clause in self.looking_back)


def refuse_other_ends(rules: Rules, start: Position) -> None:
    """See that no clause of a rules author ends a phase or scores the game before two passes were taken in a row.

    Raises:
        ValueError: one may.
    """
    for clause in amended_clauses(rules):
        ends = clause.decides in (Decision.PHASE_ENDS, Decision.GAME_ENDS) and start.phase in clause.during
        if ends and not needs_two_passes(clause, rules, start):
            raise Refusal(_ends_otherwise((clause,)))


def needs_two_passes(clause: Clause, rules: Rules, start: Position) -> bool:
    """Whether a clause ends nothing before two passes in a row, whatever stands and whatever has been.

    >>> from superko.spec.registry import clause_named
    >>> start = start_of(Rules(), Grid(2, 1), Phase.MAIN)
    >>> needs_two_passes(clause_named("katago-v2/main/end-two-passes"), Rules(), start)
    True
    """
    untold: Any = Untold("what stands")
    whatever_stands = replace(account(rules, start), position=untold, state=untold)
    try:
        return not any(ask(clause, replace(whatever_stands, pass_run=run)) for run in (0, 1))
    except CannotBeRead:
        return False


def _ends_otherwise(clauses: Iterable[Clause]) -> str:
    names = " or ".join(clause.name for clause in clauses)
    return (
        f"Turns are followed past the end of a game here, and for all that is read of {names} one may end without two "
        "passes in a row: no game reaches what follows then. `superko play`, `perft`, `solve` and `compare` follow "
        "every game to its end."
    )


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

    def turn_at(point: int) -> Turn:
        return Move(point) if kind is Move else Unblock(point)

    if kind is Pass:
        return grid.everywhere if is_turn(PASS) else 0
    return sum(point for point in points_of(grid.everywhere) if is_turn(turn_at(point)))


def check_points_are_empty(pseudolegal_on_stones: Iterable[Condition]) -> None:
    """See that moves at points with a stone are not pseudolegal: they are not followed.

    Raises:
        ValueError: one is.
    """
    if any(pseudolegal_on_stones):
        raise Refusal("No clause forbids moves at points that are not empty, and situations do not have these.")


def check_no_turn_allows(legality: Legality, made_legal: Iterable[Condition]) -> None:
    """See that no move is legal only because of the turn before it: these are not followed.

    Raises:
        ValueError: one is.
    """
    if any(made_legal):
        names = " or ".join(clause.name for clause in legality.looking_back)
        raise Refusal(f"A turn makes a move legal by {names}, and situations tell only what turns forbid.")


def points_banned(record: Record) -> int:
    """Where a move is banned in a game because of the turn before."""
    if record.previous is None:
        return 0
    rules, position = record.rules, record.position
    clauses = Legality(rules, position.phase).looking_back
    if not clauses:
        return 0
    plays = (move(rules, position.coloring, position.player, point) for point in points_of(position.coloring.empty))
    banned = (
        play.point
        for play in plays
        if pseudolegal(rules, play) and not all(clause.function(record, play) for clause in clauses)
    )
    return reduce(or_, banned, 0)


BEFORE = {Phase.FIRST_CLEANUP: Phase.MAIN, Phase.SECOND_CLEANUP: Phase.FIRST_CLEANUP}


class Situation(NamedTuple):
    """What stands, whose turn it is, and the pseudolegal moves that are forbidden because of the turn before.

    Attributes:
        position: the coloring, the player to take the next turn, the phase and the marks; and whether anybody has
            passed, where a clause in force asks about that.
        banned: the points of those moves.
    """

    position: Position
    banned: int = 0

    @property
    def coloring(self) -> Coloring[int]:
        """The color of every point."""
        return self.position.coloring

    @property
    def player(self) -> Color:
        """Who takes the next turn."""
        return self.position.player

    @property
    def marks(self) -> int:
        """The marked points."""
        marks: int = self.position.marks
        return marks

    def __str__(self) -> str:
        grid = self.coloring.board.grid
        marked, banned = (" and ".join(vertices(grid, points)) for points in (self.marks, self.banned))
        text = f"{board_text(self.coloring)} {self.player.value}"
        text += (f" with {marked} marked" if marked else "") + (f" without {banned}" if banned else "")
        return f"{text} after a pass" if self.position.passed else text


class Situations:
    """The situations of a phase on one grid, one after the other; what moves do is remembered while this lives.

    Turns that end the phase are followed like any other, and legal turns are those of a player who has made no move in
    the phase that cannot be made twice. So a game may have fewer turns than its situation, and never more. That a phase
    ends by passes keeps no game from a situation; a clause of a rules author that may end it otherwise is refused.

    The main phase starts as the rules say. A cleanup phase starts on the empty board, with Black to play: it can start
    from every coloring in which each stone has a liberty, with either player, as stones can be placed one by one among
    passes; and all of these follow on the empty board also within the phase, where the same stones are placed.

    Attributes:
        rules: the rules in force.
        legality: the clauses on legal moves.
        keeps_passed: whether situations tell whether anybody has passed.
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
        self.legality = Legality(rules, phase)
        refuse_other_ends(rules, start)
        self.keeps_passed = asks_whether_anybody_passed(rules, phase)
        self._plays: dict[Position, _Plays] = {}
        without_result = rules.deciding(Decision.NO_RESULT, phase)
        self._amended_no_result = tuple(clause for clause in amended_clauses(rules) if clause in without_result)
        self.first = self._reached(start, None, None)
        self._made(self.first.position)

    def after(self, situation: Situation) -> Iterator[tuple[Turn, Situation]]:
        """Every legal turn, the pass first, then moves, then unblock actions, with the situation that it leads to."""
        before = account(self.rules, situation.position)
        allowed = self._made(situation.position).allowed
        moves: dict[Turn, Play[int]] = {Move(play.point): play for play in allowed if not play.point & situation.banned}
        for turn in (PASS, *moves, *map(Unblock, points_of(stones_to_unblock(before)))):
            if objecting_kind(before, turn) is None:
                yield turn, self._reached(self._position_after(before, turn, moves), before, turn)

    def only_once(self, situation: Situation, turn: Turn) -> bool:
        """Whether a legal turn can be taken only once in a phase by this player with this coloring, as ko-moves can."""
        if not isinstance(turn, Move):
            return False
        position = situation.position
        play = move(self.rules, position.coloring, position.player, turn.point)
        return not self.legality.allows_again(position, play)

    def _position_after(self, before: Record, turn: Turn, moves: Mapping[Turn, Play[int]]) -> Position:
        if turn in moves:
            return after_a_move(before, moves[turn])
        decision, asked = (Decision.UNBLOCK_ACTION, (turn.point,)) if isinstance(turn, Unblock) else (Decision.PASS, ())
        position: Position = self.rules.sole(decision, before.position.phase).function(before.position, *asked)
        return position

    def _reached(self, position: Position, before: Record | None, turn: Turn | None) -> Situation:
        position = position if self.keeps_passed else replace(position, passed=False)
        if self._amended_no_result and ends_without_result(self.rules, position, 1):
            raise Refusal(_ends_otherwise(self._amended_no_result))
        return Situation(position, self._banned(position, before, turn) if self.legality.looking_back else 0)

    def _banned(self, position: Position, before: Record | None, turn: Turn | None) -> int:
        record, plays = account(self.rules, position, before, turn), self._made(position)
        if before is not None:
            check_no_turn_allows(self.legality, (self.legality.allows_after(record, play) for play in plays.forbidden))
        points = self.legality.points_to_ask_about(record)
        asked = [play for play in plays.allowed if play.point & points]
        return reduce(or_, (play.point for play in asked if not self.legality.allows_after(record, play)), 0)

    def _made(self, position: Position) -> _Plays:
        made = self._plays.get(position)
        if made is None:
            c, alone = position.coloring, self.legality.alone(position)
            plays = [move(self.rules, c, position.player, p) for p in points_of(points_to_try(alone.whatever))]
            pseudo = [play for play in plays if pseudolegal(self.rules, play)]
            check_points_are_empty(c.no(c.meets(play.point, c.empty)) for play in pseudo)
            legal = [play for play in pseudo if self.legality.allows_whatever(alone, play)]
            allowed = tuple(play for play in legal if self.legality.allows_after(alone.without, play))
            made = _Plays(allowed, tuple(play for play in legal if play not in allowed))
            self._plays[position] = made
        return made


class _Plays(NamedTuple):
    """Moves, by whether they would be legal if there had been no turn before; others than that turn could forbid.

    Attributes:
        allowed: those that would be.
        forbidden: those that would not be, because of a clause that looks at the turn before.
    """

    allowed: tuple[Play[int], ...]
    forbidden: tuple[Play[int], ...]


def start_of(rules: Rules, grid: Grid, phase: Phase) -> Position:
    """What stands at the start of a phase; see `Situations`.

    Raises:
        ValueError: the rules have no such phase, or marks are left when it starts.
    """
    empty = Coloring(integer_board(grid.width, grid.height), 0, 0)
    if phase is Phase.MAIN:
        position: Position = rules.sole(Decision.START).function(empty)
        return position
    if phase not in BEFORE or not rules.deciding(Decision.NEXT_PHASE, phase):
        raise Refusal(f"These rules have no cleanup phase {phase.value!r}; choose scoring=TERRITORY.")
    stone = Coloring(integer_board(2, 1), black=1, white=0)
    before = first_record(rules, Position(stone, BLACK, BEFORE[phase], marks=1))
    if rules.sole(Decision.NEXT_PHASE, BEFORE[phase]).function(before).marks:
        raise Refusal(f"Marks are left when the phase {phase.value!r} starts; situations start without marks.")
    return Position(empty, BLACK, phase, passed=True)
