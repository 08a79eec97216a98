"""The legal turns of many coded situations at once, by the clauses in force, read on arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal, state
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record, State, Turn, Unblock
from .codes import ManySituations, SituationCodes
from .many import Numbers, each_point, flags, some, some_plays, some_positions
from .past import account, after_a_move, ends_without_result
from .situations import Legality, Situations, check_points_are_empty, points_of_turns
from .symmetry import CodeSymmetries, respects_symmetry


class LegalMoves(NamedTuple):
    """Legal moves, or unblock actions: the index of the situation each is made in, its point, the code it leads to."""

    indices: Numbers
    points: Words
    reached: Words


class Turns(Protocol):
    """The legal turns of many situations of a phase, by their codes.

    Attributes:
        rules: the rules in force.
        phase: the phase.
        codes: the codes of situations.
        first: the code of the situation at the start of the phase.
        may_pass: whether passing is a turn.
        moves_at, unblocks_at: the points at which there are moves, and unblock actions.
        legality: the clauses on legal moves.
    """

    rules: Rules
    phase: Phase
    codes: SituationCodes
    first: int
    may_pass: bool
    moves_at: int
    unblocks_at: int
    legality: Legality

    def moves(self, codes: Words) -> LegalMoves:
        """Every legal move of the situations with these codes."""
        ...

    def passes(self, codes: Words) -> Words:
        """The codes of the situations that a pass leads to, in the same order."""
        ...

    def unblocks(self, codes: Words) -> LegalMoves:
        """Every unblock action in the situations with these codes, told like a move at the point of the stone."""
        ...

    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        """For each move, whether its player can make it only once in a phase with its coloring, as ko-moves can."""
        ...

    def counts(self, decision: Decision, kind: type[Turn]) -> bool:
        """Whether turns of a kind count by a decision: as passes, or as leading to a state that counts."""
        ...

    def states(self, codes: Words) -> Numbers:
        """A number for the state of each situation: the same for the same state."""
        ...

    def end_without_result(self, codes: Words, times: int) -> Flags:
        """For each situation, whether the game ends if its state has stood so many times since the last pass."""
        ...


class TurnsOnArrays(Turns):
    """The legal turns of many situations at once; see `Turns`.

    Only where `Rules.can_forbid_at` says that the turn before can forbid a move, it is asked whether it does.

    Raises:
        ValueError: there are new clauses, which are not written to be read on arrays; a clause asks about something of
            which situations or their codes keep no account; or the grid has more than 21 points.
    """

    def __init__(self, situations: Situations, grid: Grid, symmetry: bool = True) -> None:
        self.rules = situations.rules
        self.phase = situations.phase
        self.codes = SituationCodes(grid, CodeSymmetries(grid, turned=False, swapped=False), self.phase)
        self.first = self.codes.code(situations.first)
        self.may_pass = situations.is_turn(PASS)
        self.legality = situations.legality
        self._situations = situations
        self.moves_at, self.unblocks_at = (
            points_of_turns(self.rules, self.phase, kind, grid) for kind in (Move, Unblock)
        )
        if symmetry and self._passing_swaps_the_players():
            self.codes = SituationCodes(grid, CodeSymmetries(grid), self.phase)

    def _passing_swaps_the_players(self) -> bool:
        """Whether a pass at the start leads to the image of the start; if so, all images of what is reached are too."""
        start = np.array([self.first], dtype=np.uint64)
        return self.may_pass and np.array_equal(self.passes(start), self.codes.with_the_opponent_to_play(start))

    def moves(self, codes: Words) -> LegalMoves:
        return _joined(codes, (self._moves(*chosen) for chosen in self.codes.by_kind(codes)))

    def passes(self, codes: Words) -> Words:
        reached = np.empty_like(codes)
        after_pass = self.rules.sole(Decision.PASS, self.phase).function
        for indices, many in self.codes.by_kind(codes):
            before = account(self.rules, many.position)
            reached[indices] = self._reached(after_pass(many.position), before, PASS)
        return reached

    def unblocks(self, codes: Words) -> LegalMoves:
        clauses = self.rules.deciding(Decision.UNBLOCK, self.phase)
        chosen = self.codes.by_kind(codes) if clauses and self.unblocks_at else ()
        return _joined(codes, (self._unblocks(*some) for some in chosen))

    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        found = np.zeros(len(moves.indices), dtype=np.bool_)
        for indices, many in self.codes.by_kind(codes[moves.indices]):
            position, points = many.position, moves.points[indices]
            play = move(self.rules, position.coloring, position.player, points)
            again = self.legality.made_again(position, play)
            found[indices] = ~flags(self.legality.allows(again, play), len(indices))
        return found

    def counts(self, decision: Decision, kind: type[Turn]) -> bool:
        return turns_count(self._situations, decision, kind, self.codes.board.grid)

    def states(self, codes: Words) -> Numbers:
        values: dict[int, Words] = defaultdict(lambda: np.zeros(len(codes), dtype=np.uint64))
        for indices, many in self.codes.by_kind(codes):
            for number, value in enumerate(_values(state(self.rules, many.position))):
                values[number][indices] = value
        _, numbers = np.unique(np.array([*values.values()]), axis=1, return_inverse=True)
        return numbers.ravel()

    def end_without_result(self, codes: Words, times: int) -> Flags:
        found = np.zeros(len(codes), dtype=np.bool_)
        for indices, many in self.codes.by_kind(codes):
            found[indices] = ends_without_result(self.rules, many.position, times)
        return found

    def _moves(self, indices: Numbers, many: ManySituations) -> LegalMoves:
        position = many.position
        c = position.coloring
        if self.rules.amendments:
            self._check_points_are_empty(position)
        of, points = each_point(c.empty & ~many.banned & np.uint64(self.moves_at), c.board.grid)
        of, play = self._legal(position, of, move(self.rules, some(c, of), position.player, points))
        before = account(self.rules, some_positions(position, of))
        reached = self._reached(after_a_move(before, play), before, _many_turns(Move, play.point))
        return LegalMoves(indices[of], play.point, reached)

    def _check_points_are_empty(self, position: Position[Words]) -> None:
        c = position.coloring
        of, points = each_point(c.board.complement(c.empty), c.board.grid)
        play = move(self.rules, some(c, of), position.player, points)
        check_points_are_empty([bool(flags(pseudolegal(self.rules, play), len(of)).any())])

    def _legal(self, position: Position[Words], of: Numbers, play: Play[Words]) -> tuple[Numbers, Play[Words]]:
        """The moves that are legal if there was no turn before, and the indices of the positions they are made in."""
        legal = np.flatnonzero(flags(pseudolegal(self.rules, play), len(of)))
        of, play = of[legal], some_plays(play, legal)
        alone = self.legality.alone(some_positions(position, of))
        allowed = flags(self.legality.allows(alone, play), len(of))
        if allowed.all():
            return of, play
        legal = np.flatnonzero(allowed)
        return of[legal], some_plays(play, legal)

    def _unblocks(self, indices: Numbers, many: ManySituations) -> LegalMoves:
        position, grid = many.position, self.codes.board.grid
        clauses = self.rules.deciding(Decision.UNBLOCK, self.phase)
        stones: Words = reduce(or_, (np.asarray(clause.function(position)) for clause in clauses))
        of, points = each_point(stones & np.uint64(self.unblocks_at), grid)
        before = account(self.rules, some_positions(position, of))
        after = self.rules.sole(Decision.UNBLOCK_ACTION, self.phase).function(before.position, points)
        return LegalMoves(indices[of], points, self._reached(after, before, _many_turns(Unblock, points)))

    def _reached(self, position: Position[Words], before: Record[Words], turn: Turn) -> Words:
        """The codes of the situations that a turn leads to."""
        c = position.coloring
        banned = np.zeros(len(c.black), dtype=np.uint64)
        clauses = self.legality.looking_back
        if clauses:
            record = account(self.rules, position, before, turn)
            where: Words = reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in clauses))
            of, points = each_point(c.empty & where, c.board.grid)
            play = move(self.rules, some(c, of), position.player, points)
            of, play = self._legal(position, of, play)
            shown = account(self.rules, some_positions(position, of), _some_of(before, of), turn)
            forbidden = np.flatnonzero(~flags(self.legality.allows_after(shown, play), len(of)))
            np.bitwise_or.at(banned, of[forbidden], play.point[forbidden])
        return self.codes.codes(ManySituations(position, banned))


def _some_of(before: Record[Words], indices: Numbers) -> Record[Words]:
    return account(before.rules, some_positions(before.position, indices))


def _many_turns(kind: type[Move] | type[Unblock], points: Words) -> Turn:
    return kind(cast(int, points))


def _joined(codes: Words, found: Iterable[LegalMoves]) -> LegalMoves:
    nothing = LegalMoves(np.zeros(0, dtype=np.int64), codes[:0], codes[:0])
    parts: Any = zip(nothing, *found, strict=True)
    return LegalMoves(*(np.concatenate(part) for part in parts))


class TurnsOneByOne(Turns):
    """The legal turns of many situations, whatever the clauses are written for; see `Turns`."""

    def __init__(self, situations: Situations, grid: Grid) -> None:
        self.rules = situations.rules
        self.phase = situations.phase
        self.codes = SituationCodes(grid, CodeSymmetries(grid, turned=False, swapped=False), self.phase)
        self.first = self.codes.code(situations.first)
        self.may_pass = situations.is_turn(PASS)
        self.moves_at, self.unblocks_at = (
            points_of_turns(self.rules, self.phase, kind, grid) for kind in (Move, Unblock)
        )
        self.legality = situations.legality
        self._situations = situations
        self._after: dict[int, list[tuple[Turn, int]]] = {}

    def moves(self, codes: Words) -> LegalMoves:
        return self._turns(codes, Move)

    def passes(self, codes: Words) -> Words:
        return np.array(
            [reached for code in codes.tolist() for turn, reached in self._onward(code) if isinstance(turn, Pass)],
            dtype=np.uint64,
        )

    def unblocks(self, codes: Words) -> LegalMoves:
        return self._turns(codes, Unblock)

    def only_once(self, codes: Words, moves: LegalMoves) -> Flags:
        made: Iterable[tuple[int, int]] = zip(codes[moves.indices].tolist(), moves.points.tolist(), strict=True)
        asked = (self._situations.only_once(self.codes.situation(code), Move(point)) for code, point in made)
        return np.fromiter(asked, dtype=np.bool_, count=len(moves.indices))

    def counts(self, decision: Decision, kind: type[Turn]) -> bool:
        return turns_count(self._situations, decision, kind, self.codes.board.grid)

    def states(self, codes: Words) -> Numbers:
        numbers: dict[State, int] = {}
        states = (self._situations.state(self.codes.situation(code)) for code in codes.tolist())
        return np.array([numbers.setdefault(state, len(numbers)) for state in states], dtype=np.int64)

    def end_without_result(self, codes: Words, times: int) -> Flags:
        situations = map(self.codes.situation, codes.tolist())
        asked = (self._situations.ends_without_result(situation, times) for situation in situations)
        return np.fromiter(asked, dtype=np.bool_, count=len(codes))

    def _onward(self, code: int) -> list[tuple[Turn, int]]:
        if code not in self._after:
            onward = self._situations.after(self.codes.situation(code))
            self._after[code] = [(turn, self.codes.code(reached)) for turn, reached in onward]
        return self._after[code]

    def _turns(self, codes: Words, kind: type[Move] | type[Unblock]) -> LegalMoves:
        found = [
            (index, turn.point, reached)
            for index, code in enumerate(codes.tolist())
            for turn, reached in self._onward(code)
            if isinstance(turn, kind)
        ]
        indices, points, reached = zip(*found, strict=True) if found else ((), (), ())
        numbers: Numbers = np.array(indices, dtype=np.int64)
        return LegalMoves(numbers, np.array(points, dtype=np.uint64), np.array(reached, dtype=np.uint64))


def turns_of(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN, symmetry: bool = True) -> Turns:
    """The turns of the situations of a phase, on arrays where the clauses in force can be read so.

    Args:
        rules: the rules in force.
        grid: the board.
        phase: the phase.
        symmetry: whether one situation may stand for its images under the symmetries of the board and the swap of
            colors; new clauses may tell these apart, so that none then does.

    Raises:
        ValueError: see `Situations`; or the codes of situations have no room for what a clause asks about.
    """
    situations = Situations(rules, grid, phase)
    if situations.keeps_passed:
        raise Refusal(
            f"Codes of situations have no room for whether anybody has passed, and {situations.keeps_passed} asks "
            "about that; choose rules without the button."
        )
    return (
        TurnsOneByOne(situations, grid) if not respects_symmetry(rules) else TurnsOnArrays(situations, grid, symmetry)
    )


def turns_count(situations: Situations, decision: Decision, kind: type[Turn], grid: Grid) -> bool:
    """Whether turns of a kind count by a decision; see `Turns.counts`.

    Raises:
        ValueError: some do, and others do not.
    """
    turns: list[Turn] = [kind(point) for point in points_of(grid.everywhere)] if kind in (Move, Unblock) else [PASS]
    answers = {situations.counts(decision, turn) for turn in turns}
    if len(answers) > 1:
        raise Refusal(f"By {decision.name}, turns of one kind count at some points only; graphs don't tell these.")
    return answers.pop()


def _values(values: State) -> Iterator[Words | int]:
    """The values of which states consist, as arrays of numbers, or as one number for all."""
    for value in values:
        if isinstance(value, Coloring):
            yield from (value.black, value.white)
        else:
            yield (value is WHITE) if isinstance(value, Color) else value
