"""Situations of any phase, and which moves are legal in them.

A situation is all that decides which turns are legal, where no clause looks back further than one turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from types import FunctionType
from typing import Any, Generic, NamedTuple

from ...interpreter.history import first_record
from ...interpreter.mentioned import names_mentioned
from ...interpreter.notation import board_text, vertices
from ...spec.algebra import BLACK, Color, Coloring, Condition, Grid
from ...spec.algebra.board import P
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.answers import unchecked
from ...spec.composition import as_made, every, move, pseudolegal, state
from ...spec.history import History
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record, State, Turn, Unblock
from .dependence import amended_clauses, refuse_agreement, refuse_another_past, refuse_other_occurrences
from .past import (
    NOTHING,
    PASSES,
    UNTOLD,
    CannotBeRead,
    OneEvent,
    Untold,
    UntoldNumber,
    account,
    after_a_move,
    ask,
    ends_without_result,
)
from .symmetry import respects_symmetry

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
        refuse_agreement(rules, phase)
        refuse_another_past(rules, phase)
        refuse_other_occurrences(rules, phase)
        self.rules = rules
        clauses = rules.deciding(Decision.LEGAL, phase)
        self.looking_back = tuple(clause for clause in clauses if looks_back(rules, clause))
        self.others = tuple(clause for clause in clauses if clause not in self.looking_back)

    def alone(self, position: Position[P], made: History = NOTHING) -> Alone[P]:
        """The records by which moves are judged whatever the turn before was."""
        whatever = account(self.rules, position, made=made)
        return Alone(whatever, account(self.rules, position, None, None, made) if self.looking_back else whatever)

    def made_again(self, position: Position[P], play: Play[P]) -> Alone[P]:
        """The records by which a move is judged that has been made in this phase before."""
        if not self.rules.deciding(Decision.MADE, position.phase):
            return self.alone(position)
        return self.alone(position, OneEvent(as_made(account(self.rules, position), play)))

    def allows(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether a move would be legal if there had been no turn before."""
        return every((self.allows_whatever(alone, play), self.allows_after(alone.without, play)))

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
    passes: Any = UntoldNumber(PASSES)
    whatever_stands = replace(account(rules, start), position=untold, state=untold, passes=passes)
    try:
        return not any(ask(clause, replace(whatever_stands, pass_run=run)) for run in (0, 1))
    except CannotBeRead:
        return False


def _ends_otherwise(clauses: Iterable[Clause]) -> str:
    names = " or ".join(clause.name for clause in clauses)
    return (
        f"Turns are followed past the end of a game here, and for all that is read of {names} one may end without two "
        "passes in a row: no game comes to what follows then. `superko play`, `perft`, `solve` and `compare` follow "
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


def asking_whether_anybody_passed(rules: Rules, phase: Phase) -> str | None:
    """The name of a clause that asks whether anybody has passed yet, as the state does with the button."""
    for decision in ASKED_OF_SITUATIONS:
        for clause in rules.deciding(decision, phase):
            readable = isinstance(unchecked(clause.function), FunctionType)
            if not readable or "passed" in names_mentioned([clause.function]):
                return clause.name
    return None


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
        raise Refusal("No clause forbids moves at points that are not empty, and situations do not tell of these.")


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
        return text + (f" with {marked} marked" if marked else "") + (f" without {banned}" if banned else "")


class Situations:
    """The situations of a phase on one grid, by the clauses in force; what moves do is remembered while this lives.

    Turns that end the phase are followed like any other, and legal turns are those of a player who has made no move in
    the phase that cannot be made twice. So a game may have fewer turns than its situation, and never more. That a phase
    ends by passes keeps no game from a situation; a clause of a rules author that may end it otherwise is refused.

    The main phase starts as the rules say. A cleanup phase starts on the empty board, with Black to play: it can start
    from every coloring in which each stone has a liberty, with either player, as stones can be placed one by one among
    passes; and all of these follow on the empty board also within the phase, where the same stones are placed.

    Attributes:
        rules: the rules in force.
        phase: the phase.
        legality: the clauses on legal moves.
        keeps_passed: the name of a clause by which situations tell whether anybody has passed, if there is one.
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
        self.phase = phase
        start = start_of(rules, grid, phase)
        self.legality = Legality(rules, phase)
        refuse_other_ends(rules, start)
        self.keeps_passed = asking_whether_anybody_passed(rules, phase)
        # What a new clause asks about is noticed only when it asks.
        self._hides_passed = self.keeps_passed is None and not respects_symmetry(rules)
        self._plays: dict[Position, _Plays] = {}
        self._only_once: dict[tuple[Position, Turn], bool] = {}
        without_result = rules.deciding(Decision.NO_RESULT, phase)
        self._amended_no_result = tuple(clause for clause in amended_clauses(rules) if clause in without_result)
        self.first = self._reached(start, None, None)
        self._made(self.first.position)

    def state(self, situation: Situation) -> State:
        """The state of a situation, as the clauses in force define it."""
        return state(self.rules, self._shown(situation.position))

    def ends_without_result(self, situation: Situation, times: int) -> bool:
        """Whether the game ends without result if the state has stood so many times since the last pass."""
        position = self._shown(situation.position)
        return bool(ends_without_result(self.rules, position, times))

    def counts(self, decision: Decision, turn: Turn) -> bool:
        """Whether a turn counts by a decision: as a pass, or as one that leads to a state that counts."""
        return any(clause.function(turn) for clause in self.rules.deciding(decision, self.phase))

    def passes(self, turn: Turn) -> bool:
        """Whether a turn counts as a pass, as an unblock action does by one reading."""
        return self.counts(Decision.COUNTS_AS_PASS, turn)

    def is_turn(self, turn: Turn) -> bool:
        """Whether there are turns of this kind in the phase."""
        return all(clause.function(turn) for clause in self.rules.deciding(Decision.TURN, self.phase))

    def after(self, situation: Situation) -> Iterator[tuple[Turn, Situation]]:
        """Every legal turn, the pass first, then moves, then unblock actions, with the situation that it leads to."""
        before = account(self.rules, self._shown(situation.position))
        position = before.position
        if self.is_turn(PASS):
            yield PASS, self._reached(self._sole(Decision.PASS)(position), before, PASS)
        for play in self._made(situation.position).allowed:
            if not play.point & situation.banned and self.is_turn(Move(play.point)):
                yield Move(play.point), self._reached(after_a_move(before, play), before, Move(play.point))
        for stone in points_of(self._stones_to_unblock(position)):
            if self.is_turn(Unblock(stone)):
                after = self._sole(Decision.UNBLOCK_ACTION)(position, stone)
                yield Unblock(stone), self._reached(after, before, Unblock(stone))

    def only_once(self, situation: Situation, turn: Turn) -> bool:
        """Whether a legal turn can be taken only once in a phase by this player with this coloring, as ko-moves can."""
        if not isinstance(turn, Move):
            return False
        position = situation.position
        if (position, turn) not in self._only_once:
            play = move(self.rules, position.coloring, position.player, turn.point)
            again = self.legality.made_again(self._shown(position), play)
            self._only_once[position, turn] = not self.legality.allows(again, play)
        return self._only_once[position, turn]

    def _sole(self, decision: Decision) -> Callable[..., Position]:
        return self.rules.sole(decision, self.phase).function

    def _stones_to_unblock(self, position: Position) -> int:
        stones = 0
        for clause in self.rules.deciding(Decision.UNBLOCK, self.phase):
            stones |= clause.function(position)
        return stones

    def _shown(self, position: Position) -> Position:
        """What clauses are shown of a position."""
        return replace(position, passed=UNTOLD["passed"]) if self._hides_passed else position

    def _reached(self, position: Position, before: Record | None, turn: Turn | None) -> Situation:
        if self.keeps_passed is None and position.passed is not False:
            position = replace(position, passed=False)
        self._refuse_new_states_without_result(position)
        return Situation(position, self._banned(position, before, turn) if self.legality.looking_back else 0)

    def _refuse_new_states_without_result(self, position: Position) -> None:
        """See that no clause of a rules author ends a game without result whose state stands for the first time."""
        if self._amended_no_result and ends_without_result(self.rules, self._shown(position), 1):
            raise Refusal(_ends_otherwise(self._amended_no_result))

    def _banned(self, position: Position, before: Record | None, turn: Turn | None) -> int:
        record = account(self.rules, self._shown(position), before, turn)
        plays = self._made(position)
        if before is not None:
            check_no_turn_allows(self.legality, (self.legality.allows_after(record, play) for play in plays.forbidden))
        points = self.legality.points_to_ask_about(record)
        asked = [play for play in plays.allowed if play.point & points]
        forbidden = (play.point for play in asked if not self.legality.allows_after(record, play))
        return sum(forbidden)

    def _made(self, position: Position) -> _Plays:
        made = self._plays.get(position)
        if made is None:
            coloring, player = position.coloring, position.player
            alone = self.legality.alone(self._shown(position))
            plays = [move(self.rules, coloring, player, point) for point in points_of(coloring.empty)]
            if self.rules.amendments:
                stones = points_of(coloring.board.complement(coloring.empty))
                check_points_are_empty(
                    bool(pseudolegal(self.rules, move(self.rules, coloring, player, p))) for p in stones
                )
            legal = [p for p in plays if pseudolegal(self.rules, p) and self.legality.allows_whatever(alone, p)]
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
