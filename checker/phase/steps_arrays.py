"""The steps from many nodes of one kind at once, by the clauses in force, read on arrays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple, cast

import numpy as np

from ...interpreter.history import after, counts_as_pass
from ...interpreter.judgement import objecting_kind
from ...spec.algebra.arrays import Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Play, Position, Record, Turn, Unblock
from .dependence import HISTORIES, asks_about
from .ends import added_to_tally
from .guards import Answers, AskedOfMany, Forest, Packed, code_of, everywhere, packed
from .kinds import NodeCodes, NodeKind
from .legality import Legality
from .machine import LONGEST_RUN, PASSED, PASSES, RUN, Node, record_at
from .many import Numbers, each_point, flags, some, some_plays, some_positions
from .past import account, ask
from .tables import FORBIDDEN, GOES_ON, NO_RESULT
from .turning import Turning

SURELY_ENDS = np.uint64(2**64 - 1)


class Added(NamedTuple):
    """What turns do to one history: whether it forgets, and the codes of each event that they add."""

    history: str
    forgotten: bool
    codes: tuple[Words, ...]


class ManySteps(NamedTuple):
    """Steps of one kind of turn from nodes of one kind.

    Attributes:
        origin: for each step, the place of its node among those asked about.
        forbidden: for each step, the tree of whether a clause forbids it.
        ended: for each step, the tree of how it ends the phase.
        after: for each step, the code of the node that it leads to; `SURELY_ENDS` if there is none.
        turned: for each step, by which symmetry what it leads to is turned there.
        changes: what it does to the histories.
        counted: what it adds to what is counted: a number for each step, or one for all.
    """

    origin: Packed
    forbidden: Packed
    ended: Packed
    after: Words
    turned: Packed
    changes: tuple[Added, ...]
    counted: dict[Hashable, Any]


EndsOf = Callable[[Record[Words], Clause, int], Numbers]


class StepsOfMany:
    """The steps of a phase, for many nodes of one kind at a time.

    Args:
        rules: the rules; none of their clauses may be one that a rules author wrote.
        codes: the codes of nodes.
        turning: the symmetries in use.
        forest: where trees are planted.
        kept: which optional things clauses ask about, as in `model.reading`.
        ends: the trees that stand for ends by a clause, of so many records at once.
    """

    def __init__(
        self, rules: Rules, codes: NodeCodes, turning: Turning, forest: Forest, kept: frozenset[str], ends: EndsOf
    ) -> None:
        self.rules = rules
        self.codes = codes
        self.turning = turning
        self.forest = forest
        self.kept = kept
        self._ends = ends
        self._legality = Legality(rules, codes.phase)
        self._histories = [name for name in HISTORIES if asks_about(rules, name)]
        self._past = Answers()
        self._forbidding = [
            clause
            for clause in rules.deciding(Decision.LEGAL, codes.phase)
            if clause not in self._legality.looking_back
        ]

    def steps(self, kind: NodeKind, codes: Words) -> Iterator[ManySteps]:
        """The steps from nodes of a kind: passes, then moves, then unblock actions."""
        position, banned = self.codes.positions(kind, codes)
        record = self._record(kind, position)
        if objecting_kind(record, PASS) is None:
            yield self._taken(kind, record, np.arange(len(codes)), PASS, everywhere(GOES_ON, len(codes)), None)
        yield self._moves(kind, position, banned)
        for clause in self.rules.deciding(Decision.UNBLOCK, self.codes.phase):
            of, points = each_point(np.broadcast_to(clause.function(position), codes.shape), self.codes.grid)
            if len(of) and objecting_kind(record, Unblock(1)) is None:
                here = self._record(kind, some_positions(position, of))
                turn = Unblock(cast(int, points))
                yield self._taken(kind, here, of, turn, everywhere(GOES_ON, len(of)), None)

    def _record(self, kind: NodeKind, position: Any) -> Any:
        node = Node(position, kind.run, kind.other_passes)
        return record_at(self.rules, node, self.kept, self._past, AskedOfMany)

    def _moves(self, kind: NodeKind, position: Position[Words], banned: Words) -> ManySteps:
        c = position.coloring
        of, points = each_point(c.empty & ~banned, self.codes.grid)
        play = move(self.rules, some(c, of), position.player, points)
        legal = np.flatnonzero(flags(pseudolegal(self.rules, play), len(of)))
        of, play = of[legal], some_plays(play, legal)
        record = self._record(kind, some_positions(position, of))
        forbidden = self._forbidden(record, play, len(of))
        open_ones = np.flatnonzero(forbidden != -1 - FORBIDDEN)
        if len(open_ones) < len(of):
            of, play, forbidden = of[open_ones], some_plays(play, open_ones), forbidden[open_ones]
            record = self._record(kind, some_positions(position, of))
        return self._taken(kind, record, of, Move(cast(int, play.point)), forbidden, play)

    def _forbidden(self, record: Record[Words], play: Play[Words], many: int) -> Numbers:
        trees = everywhere(GOES_ON, many)
        for clause in reversed(self._forbidding):
            allowed = trees

            def found(holds: Any, allowed: Numbers = allowed) -> Numbers:
                return np.where(flags(holds, many), allowed, -1 - FORBIDDEN)

            trees = self.forest.planted(self._past, many, partial(clause.function, record, play), found)
        return trees

    def _taken(
        self,
        kind: NodeKind,
        record: Record[Words],
        of: Numbers,
        turn: Turn,
        forbidden: Packed,
        play: Play[Words] | None,
    ) -> ManySteps:
        many = len(of)
        later = after(record, turn, play)
        if not np.ndim(later.position.coloring.black):
            later = replace(later, position=some_positions(later.position, np.zeros(many, dtype=np.int64)))
        ended: Packed = self._ended(later, many)
        goes_on = np.flatnonzero((ended >= 0) | (ended == -1 - GOES_ON))
        reached, turned = np.full(many, SURELY_ENDS), np.zeros(many, dtype=np.int8)
        if len(goes_on):
            found = self._reached(kind, record, later, turn, many)[goes_on]
            reached[goes_on], turned[goes_on] = self.turning.canonical(found, self.codes.layout)
        forbidden, ended = packed(forbidden), packed(ended)
        changes = tuple(self._changes(later, many))
        counted = {what: packed(number) for what, number in added_to_tally(later.tally).items()}
        return ManySteps(of, forbidden, ended, reached, turned, changes, counted)

    def _ended(self, later: Record[Words], many: int) -> Numbers:
        order = self.rules.sole(Decision.ENDINGS, self.codes.phase).function(later)
        asked = [clause for decision in order for clause in self.rules.deciding(decision, self.codes.phase)]
        trees = everywhere(GOES_ON, many)
        for clause in reversed(asked):
            otherwise = trees

            def found(holds: Any, clause: Clause = clause, otherwise: Numbers = otherwise) -> Numbers:
                ending = flags(holds, many)
                return np.where(ending, self._comes_to(later, clause, many), otherwise) if ending.any() else otherwise

            trees = self.forest.planted(self._past, many, partial(clause.function, later), found)
        return trees

    def _comes_to(self, later: Record[Words], clause: Clause, many: int) -> Numbers:
        if clause.decides is Decision.NO_RESULT:
            return everywhere(NO_RESULT, many)
        return self._ends(later, clause, many)

    def _reached(self, kind: NodeKind, record: Record[Words], later: Record[Words], turn: Turn, many: int) -> Words:
        position, rules = later.position, self.rules
        is_pass = counts_as_pass(rules, self.codes.phase, turn)
        further = NodeKind(
            position.player,
            (min(kind.run + 1, LONGEST_RUN) if is_pass else 0) if RUN in self.kept else 0,
            PASSES in self.kept and (kind.other_passes or (not is_pass and kind.run > 0)),
            PASSED in self.kept and bool(position.passed),
        )
        c = position.coloring
        banned = self.banned(position, record.position, turn) if self.codes.bans else np.zeros(many, np.uint64)
        return self.codes.codes(further, c.black, c.white, self.codes.third(position, banned))

    def banned(self, position: Position[Words], before: Position[Words], turn: Turn) -> Words:
        """Where a move is banned because of the turn before; see `model.situations.Situation`."""
        c = position.coloring
        banned = np.zeros(len(c.black), dtype=np.uint64)
        clauses = self._legality.looking_back
        record = account(self.rules, position, account(self.rules, before), turn)
        where: Words = reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in clauses))
        of, points = each_point(c.empty & where, self.codes.grid)
        play = move(self.rules, some(c, of), position.player, points)
        legal = np.flatnonzero(flags(pseudolegal(self.rules, play), len(of)))
        of, play = of[legal], some_plays(play, legal)
        shown = account(self.rules, some_positions(position, of), account(self.rules, some_positions(before, of)), turn)
        for clause in clauses:
            forbids = np.flatnonzero(~flags(ask(clause, shown, play), len(of)))
            np.bitwise_or.at(banned, of[forbids], play.point[forbids])
        return banned

    def _changes(self, later: Record[Words], many: int) -> Iterator[Added]:
        for name in self._histories:
            history: Any = getattr(later, name)
            if history.forgotten or history.added:
                codes = tuple(code_of(event, self.forest.points, many) for event in history.added)
                yield Added(name, history.forgotten, codes)


def points_banned(record: Record) -> int:
    """Where a move is banned in one game because of the turn before."""
    if record.previous is None:
        return 0
    rules, position = record.rules, record.position
    clauses = Legality(rules, position.phase).looking_back
    plays = [move(rules, position.coloring, position.player, point) for point in points_of(position.coloring.empty)]
    forbidden = (
        play.point
        for play in plays
        if pseudolegal(rules, play) and not all(clause.function(record, play) for clause in clauses)
    )
    return sum(forbidden)
