"""One turn from many situations at once, by the documents' clauses, which numpy runs on arrays.

Graphs and the solver's tables are made of the same steps. For a graph, no account of the past is kept, and a clause
that asks about it is refused (`NoGuards`); for the solver, what is asked becomes a guard (`GuardBuilder`).

Guards are the trees of questions about past events on which steps depend.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple, cast

import numpy as np

from ...interpreter.history import after, counts_as_pass
from ...spec.algebra.arrays import Words
from ...spec.composition import move, pseudolegal
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record, Turn, Unblock
from .codes import SituationCodes, code_of, layout_of
from .dependence import HISTORIES, asks_about
from .machine import Effect, Node, changes_of, kept_of, passes_after, record_at
from .many import Numbers, colorings_at, each_point, flags, plays_at, positions_at
from .past import (
    BEFORE,
    LAST,
    AskedHistory,
    CannotBeRead,
    KnownPast,
    Past,
    Question,
    UnansweredQuestion,
    ask,
    naming,
)
from .situations import Situation, looking_back, points_of_turns
from .symmetry import Layout, Packed
from .tables import FORBIDDEN, GOES_ON, NO_RESULT, leaf


class Answers(Past):
    """The answers to the questions that a clause asks one after the other, while it is run again and again."""

    def __init__(self) -> None:
        super().__init__()
        self.given: tuple[bool, ...] = ()
        self.asked = 0

    def at_least(self, question: Question) -> bool:
        """A question is known by its place among those asked."""
        self.asked += 1
        if self.asked > len(self.given):
            raise UnansweredQuestion(question)
        return self.given[self.asked - 1]


class AskedOfMany(AskedHistory):
    """A history of each of many games; an event stands for as many events, and is known by which value it is."""

    def at_least(self, event: Hashable, times: int) -> bool:
        """Whether the event of each game has happened at least so often there.

        Raises:
            CannotBeRead: another event was added by the turn, and might be the same in some of the games.
        """
        if any(other is not event for other in self.added):
            raise CannotBeRead(f"what one turn added while asking of something else ({self.name})")
        before = times - len(self.added)
        if before <= 0 or self.forgotten:
            return before <= 0
        return self._past.at_least(Question(self.name, event, before))


class Questions(NamedTuple):
    """Questions of one kind about many events, each of which has a number: those after the ones asked before."""

    history: int
    layout: Layout
    codes: Words
    times: int
    yes: Packed
    no: Packed


class NoGuards:
    """No guards: a clause that asks about the past is refused, but for whether moves were made, as all were or none."""

    def __init__(self, made: bool = False) -> None:
        self.past = KnownPast(made)

    def guards_of(self, many: int, run: Callable[[], Any], trees_of: Callable[[Any], Numbers]) -> Numbers:
        """The trees of the results of a function whose histories ask `past`."""
        return trees_of(run())


@dataclass
class GuardBuilder:
    """The questions of many trees on a board of some points, each with a number; see `leaf` of those without."""

    points: int
    size: int = 0
    past: Answers = field(default_factory=Answers)
    _new: list[Questions] = field(default_factory=list)

    def taken(self) -> list[Questions]:
        """The questions since they were last taken, in the order of their numbers; they are not kept here."""
        taken, self._new = self._new, []
        return taken

    def guards_of(
        self, many: int, run: Callable[[], Any], trees_of: Callable[[Any], Numbers], given: Sequence[bool] = ()
    ) -> Numbers:
        """The trees of a function that is run for many positions at once, and whose histories ask `past`.

        `trees_of` makes trees of that where all is answered; the first answers may be given.
        """
        self.past.given, self.past.asked = tuple(given), 0
        try:
            return trees_of(run())
        except UnansweredQuestion as open_question:
            question = open_question.question
        yes = self.guards_of(many, run, trees_of, (*given, True))
        no = self.guards_of(many, run, trees_of, (*given, False))
        return self._asking(question, many, yes, no)

    def _asking(self, question: Question, many: int, yes: Numbers, no: Numbers) -> Numbers:
        matters = np.flatnonzero(yes != no)
        trees = yes.copy()
        trees[matters] = np.arange(self.size, self.size + len(matters))
        self.size += len(matters)
        event, history = question.event, HISTORIES.index(question.history)
        layout, codes = layout_of(event, self.points), code_of(event, self.points, many)[matters]
        self._new.append(Questions(history, layout, codes, question.times, packed(yes[matters]), packed(no[matters])))
        return trees


def everywhere(comes_to: int, many: int) -> Numbers:
    """The tree without a question, for each of many."""
    return np.full(many, leaf(comes_to), dtype=np.int64)


def packed(numbers: Any) -> Packed:
    """Whole numbers of 32 bits each."""
    return np.asarray(numbers).astype(np.int32, copy=False)


class ManyTurns(NamedTuple):
    """Turns of one kind from situations of one kind.

    For each turn: `origin`, the place of its situation among those asked about; `points`, its point, or 0 for a pass;
    `forbidden`, the guard of whether a clause forbids it; and the records before it and after it.
    """

    origin: Numbers
    points: Words
    forbidden: Packed
    situations: Situation
    record: Record[Words]
    turn: Turn
    later: Record[Words]

    def __len__(self) -> int:
        return len(self.origin)


EndsOf = Callable[[Record[Words], Clause, int], Numbers]
KINDS: tuple[type[Turn], ...] = (Pass, Move, Unblock)


class ArraySteps:
    """The turns of a phase from many situations of one kind at a time.

    No clause that matters when playing may be one that a rules author wrote. The guards say what becomes of questions
    about the past, and `kept` which optional things clauses ask about; see `machine.OPTIONAL`.
    """

    def __init__(
        self, rules: Rules, codes: SituationCodes, guards: GuardBuilder | NoGuards, kept: Collection[str] = frozenset()
    ) -> None:
        self.rules = rules
        self.codes = codes
        self.guards = guards
        self.kept = frozenset(kept)
        self.looking_back = looking_back(rules, codes.phase)
        self._histories = [name for name in HISTORIES if asks_about(rules, name)]
        self.may_pass = bool(points_of_turns(rules, codes.phase, Pass, codes.grid))
        self.moves_at, self.unblocks_at = (
            points_of_turns(rules, codes.phase, kind, codes.grid) for kind in (Move, Unblock)
        )

    @property
    def phase(self) -> Phase:
        """The phase."""
        return self.codes.phase

    def turns(self, many: Situation, kinds: Collection[type[Turn]] = KINDS) -> Iterator[ManyTurns]:
        """The turns of some kinds that no clause surely forbids: passes, then moves, then unblock actions."""
        every = np.arange(len(many.banned))
        if Pass in kinds and self.may_pass:
            nowhere = np.zeros(len(every), dtype=np.uint64)
            yield self._taken(many, every, PASS, nowhere, everywhere(GOES_ON, len(every)), self._record(many, every))
        if Move in kinds:
            yield self._moves(many)
        if Unblock in kinds and self.unblocks_at:
            clauses = self.rules.deciding(Decision.UNBLOCK, self.phase)
            stones: Any = reduce(or_, (clause.function(many.position) for clause in clauses), np.uint64(0))
            origin, points = each_point(
                np.broadcast_to(stones, every.shape) & np.uint64(self.unblocks_at), self.codes.grid
            )
            record = self._record(many, origin)
            yield self._taken(
                many, origin, Unblock(cast(int, points)), points, everywhere(GOES_ON, len(origin)), record
            )

    def _moves(self, many: Situation) -> ManyTurns:
        c = many.coloring
        if self.rules.amendments:
            origin, points = each_point(c.board.complement(c.empty), c.board.grid)
            legal, _ = self._pseudolegal(many.position, origin, points)
            if len(legal):
                raise Refusal("No clause forbids moves at points that are not empty, and arrays do not have these.")
        origin, points = each_point(c.empty & ~many.banned & np.uint64(self.moves_at), c.board.grid)
        origin, play = self._pseudolegal(many.position, origin, points)
        record = self._record(many, origin)
        forbidden = self._forbidden(record, play, len(origin))
        open_ones = np.flatnonzero(forbidden != leaf(FORBIDDEN))
        if len(open_ones) < len(origin):
            origin, play, forbidden = origin[open_ones], plays_at(play, open_ones), forbidden[open_ones]
            record = self._record(many, origin)
        return self._taken(many, origin, Move(cast(int, play.point)), play.point, forbidden, record, play)

    def _pseudolegal(self, position: Position[Words], origin: Numbers, points: Words) -> tuple[Numbers, Play[Words]]:
        play = move(self.rules, colorings_at(position.coloring, origin), position.player, points)
        legal = flags(pseudolegal(self.rules, play), len(origin))
        if legal.all():
            return origin, play
        chosen = np.flatnonzero(legal)
        return origin[chosen], plays_at(play, chosen)

    def _record(self, many: Situation, origin: Numbers) -> Any:
        position: Any = positions_at(many.position, origin)
        node = Node(position, many.run, many.other_passes)
        return record_at(self.rules, node, self.kept, self.guards.past, AskedOfMany)

    def _forbidden(self, record: Record[Words], play: Play[Words], many: int) -> Numbers:
        trees = everywhere(GOES_ON, many)
        clauses = self.rules.deciding(Decision.LEGAL, self.phase)
        for clause in (clause for clause in reversed(clauses) if clause not in self.looking_back):
            allowed = trees

            def trees_of(holds: Any, allowed: Numbers = allowed) -> Numbers:
                return np.where(flags(holds, many), allowed, leaf(FORBIDDEN))

            with naming(clause):
                trees = self.guards.guards_of(many, partial(clause.function, record, play), trees_of)
        without = replace(record, previous=None, last=None)
        for clause in self.looking_back:
            trees = np.where(flags(ask(clause, without, play), many), trees, leaf(FORBIDDEN))
        return trees

    def _taken(
        self,
        many: Situation,
        origin: Numbers,
        turn: Turn,
        points: Words,
        forbidden: Packed,
        record: Record[Words],
        play: Play[Words] | None = None,
    ) -> ManyTurns:
        later = after(record, turn, play)
        if not np.ndim(later.position.coloring.black):
            later = replace(later, position=positions_at(later.position, np.zeros(len(origin), dtype=np.int64)))
        return ManyTurns(origin, points, forbidden, many, record, turn, later)

    def reached(self, turns: ManyTurns) -> Words:
        """The codes of the situations that turns lead to."""
        position: Any = turns.later.position
        banned = self._banned(turns) if self.looking_back else np.zeros(len(turns), dtype=np.uint64)
        passes = passes_after(turns.situations, counts_as_pass(self.rules, self.phase, turns.turn), self.kept)
        return self.codes.codes(Situation(kept_of(position, self.kept), banned, *passes))

    def _banned(self, turns: ManyTurns) -> Words:
        """Where a move is banned because of the turn before; see `Situation`."""
        position: Any = turns.later.position
        before: Any = turns.record.position

        def reached_from(before: Any, position: Any) -> Any:
            node = Node(position, before=before, last=turns.turn)
            return record_at(self.rules, node, frozenset({BEFORE, LAST}), KnownPast())

        banned, record = np.zeros(len(turns), dtype=np.uint64), reached_from(before, position)
        where: Words = reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in self.looking_back))
        origin, points = each_point(position.coloring.empty & where, self.codes.grid)
        origin, play = self._pseudolegal(position, origin, points)
        record = reached_from(positions_at(before, origin), positions_at(position, origin))
        for clause in self.looking_back:
            forbids = np.flatnonzero(~flags(ask(clause, record, play), len(origin)))
            np.bitwise_or.at(banned, origin[forbids], play.point[forbids])
        return banned

    def ended(self, later: Record[Words], many: int, ends: EndsOf) -> Numbers:
        """The guards of how turns end the phase, given those that stand for the ends of records by a clause."""
        order = self.rules.sole(Decision.ENDINGS, self.phase).function(later)
        asked = [clause for decision in order for clause in self.rules.deciding(decision, self.phase)]
        trees = everywhere(GOES_ON, many)
        for clause in reversed(asked):
            otherwise = trees

            def comes_to(clause: Clause = clause) -> Numbers:
                return (
                    everywhere(NO_RESULT, many) if clause.decides is Decision.NO_RESULT else ends(later, clause, many)
                )

            def trees_of(
                holds: Any, otherwise: Numbers = otherwise, comes_to: Callable[[], Numbers] = comes_to
            ) -> Numbers:
                ending = flags(holds, many)
                return np.where(ending, comes_to(), otherwise) if ending.any() else otherwise

            trees = self.guards.guards_of(many, partial(clause.function, later), trees_of)
        return trees

    def effects(self, turns: ManyTurns) -> Iterator[Effect]:
        """What turns do to each history that somebody asks about; for each event, their codes and what those hold."""
        points, many = self.codes.grid.size, len(turns)
        for effect in changes_of(turns.later):
            if effect.history in self._histories:
                events = tuple((code_of(event, points, many), layout_of(event, points)) for event in effect.added)
                yield replace(effect, added=events)
