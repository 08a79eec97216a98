"""How the turns of a phase end it: without result, with a score, or with the start of the next phase.

What was counted on the way to an end, such as captures, is not part of a position. Scores are read on sums (see
`past.counted`): each thing that is counted must be worth the same to Black wherever the game ends, and so it can be
counted with the turn that adds to it. Rules by which that is not so are refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ...interpreter.history import PhaseOutcome, result_without_a_count, what_follows
from ...interpreter.result import NoResult, Score, ended_game, lead_of
from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.integers import integer_board
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import Ended, Position, Record, Tally
from .codes import MOST_BITS, SituationCodes, code_of
from .dependence import HISTORIES
from .machine import Machine, Step, record_after
from .many import CodeIndex, Numbers, distinct, flags
from .past import CannotBeRead, NoAccountKept, Sum, UnansweredQuestion, counted, is_untold
from .requirements import KEPT, awarding, is_decided_without_a_count, starts_anew
from .situations import Situation
from .symmetry import CodeSymmetries
from .tables import FIRST_END, WON, leaf

Event: TypeAlias = tuple[str, Hashable]
Worths: TypeAlias = Mapping[Hashable, float]

PASSED_FIRST = "passed first"
NOT_ALIKE = "What is counted in the course of a game is worth more at some of its ends than at others."


@dataclass(frozen=True)
class ScoredEnd:
    """An end that is scored: the record as it then is, with nothing known of what was counted before it."""

    record: Record

    def lead(self, tally: Tally, first_passer: Color | None = None) -> Sum:
        """Black's lead, by what had been counted before.

        That is by what was known when the phase began, such as the coloring with which the second cleanup phase began
        and the handicap; and by who had passed first, if the end does not say so itself.
        """
        lead: Any = lead_of(self.ended(tally, first_passer))
        return Sum.from_number(lead)

    def ended(self, tally: Tally, first_passer: Color | None = None) -> Ended[Any]:
        """The game as it is to be scored, likewise."""
        mine = self.record.tally
        known_tally = replace(
            mine,
            placed=tally.placed,
            handicap=tally.handicap,
            second_cleanup_start=known(mine.second_cleanup_start, tally.second_cleanup_start),
            first_passer=known(mine.first_passer, first_passer),
        )
        return ended_game(replace(self.record, tally=known_tally))


# An end with a score; the record at the start of the next phase; or what an end is worth to Black that is not counted.
End: TypeAlias = ScoredEnd | Record | int
_PAST_AT_AN_END = "A phase keeps no account of the past by which it is decided at an end who wins."


def end_of(machine: Machine, node: int, step: Step, clause: Clause) -> End | NoResult:
    """How a step ends the phase by a clause; `NoResult` where the game has none."""
    record = record_after(machine, node, step)
    further, outcome = what_follows(record, clause)
    if outcome is PhaseOutcome.NEXT_PHASE:
        histories: Iterator[Any] = (getattr(further, name) for name in HISTORIES)
        if not all(history.forgotten for history in histories) or further.passes:
            raise NoAccountKept(KEPT)
        return further
    try:
        result = result_without_a_count(record, outcome)
    except UnansweredQuestion:
        raise NoAccountKept(_PAST_AT_AN_END) from None
    if result is not None:
        return {BLACK: WON, None: 0, WHITE: -WON}[result.winner] if isinstance(result, Score) else result
    return ScoredEnd(what_follows(replace(record, tally=counted(record.tally)), clause)[0])


def completes(record: Record, clause: Clause) -> bool:
    """Whether more than what stands decides how a game comes out that a clause ends."""
    rules, phase = record.rules, record.position.phase
    early = clause.decides is Decision.GAME_ENDS and bool(rules.deciding(Decision.EARLY_END))
    return early or bool(rules.deciding(Decision.COMPLETION)) or is_decided_without_a_count(rules, phase)


def worths_of_what_is_counted(of_ends: Iterable[tuple[Worths, Worths | None]]) -> Worths:
    """What each thing that is counted is worth to Black, wherever the game ends, by what `worths_at` each end is.

    Raises:
        ValueError: it is worth more at some ends than at others.
    """
    of_kinds = dict[int, Worths]()
    for of_end in of_ends:
        for kind, here in enumerate(of_end):
            if here is not None and dict(of_kinds.setdefault(kind, here)) != dict(here):
                raise NoAccountKept(NOT_ALIKE)
    return {item: value for worths in of_kinds.values() for item, value in worths.items()}


def worths_at(end: ScoredEnd, start: Record) -> tuple[Worths, Worths | None]:
    """What is worth how much at an end: what is counted as numbers, and to pass first, unless the end says who did."""
    nobody = end.lead(start.tally)
    if not is_untold(end.record.tally.first_passer):
        return nobody.times, None
    leads: Any = {color: end.lead(start.tally, color).number for color in (BLACK, WHITE)}
    gained = {color: distinct(np.ravel(lead - nobody.number)) for color, lead in leads.items()}
    if any(len(numbers) > 1 for numbers in gained.values()):
        raise NoAccountKept(NOT_ALIKE)
    return nobody.times, {(PASSED_FIRST, color): float(numbers[0]) for color, numbers in gained.items()}


def numbers_counted(tally: Tally) -> dict[Hashable, Any]:
    """Each thing that has been counted, by a tally, as a number; where many are read at once, as arrays of numbers."""
    given: dict[Hashable, Any] = {("captures", color): number for color, number in tally.captures.items()}
    given.update({("moves", *key): number for key, number in tally.moves.items()})
    numbers = {item: Sum.from_number(number).number for item, number in given.items()}
    if not is_untold(tally.first_passer) and tally.first_passer is not None:
        numbers[PASSED_FIRST, tally.first_passer] = 1
    return numbers


def worth(numbers: Mapping[Hashable, Any], worths: Worths) -> Any:
    """What some counted numbers are worth to Black."""
    return sum(number * worths.get(item, 0) for item, number in numbers.items())


def known(said: Any, otherwise: Any) -> Any:
    """What an end says, or something else where it says nothing."""
    return otherwise if is_untold(said) else said


def counts_of(history: Any) -> Iterable[tuple[Hashable, int]]:
    """Each event of a history with how often it has happened; of one that asks back, of what was added to it."""
    if hasattr(history, "added"):
        return ((event, 1) for event in history.added)
    counts: Iterable[tuple[Hashable, int]] = history.counts()
    return counts


# Codes of ends from the first on have a further phase, and those from the second on up to it are won without a count.
IS_FOLLOWED = 1 << MOST_BITS - 1
IS_WON = 1 << MOST_BITS - 2
WON_BY = {BLACK: IS_WON | 1, WHITE: IS_WON}


@dataclass
class ArrayEnds:
    """The ends of a phase that is read on arrays, each by a code: that of its coloring, or of how the next one starts.

    Attributes:
        examples: an end with a score for each player who is to move at some; others differ in their colorings alone.
    """

    board: ArrayBoard
    numbers: CodeIndex = field(default_factory=CodeIndex)
    examples: dict[Color, ScoredEnd] = field(default_factory=dict)
    _next: SituationCodes | None = None

    def guards(self, later: Any, clause: Clause, many: int) -> Numbers:
        """The guards that ask nothing, with the ends of many records by a clause as their results."""
        further, outcome = what_follows(later, clause)
        if outcome is PhaseOutcome.NEXT_PHASE:
            if not starts_anew(further.rules, further.position.phase):
                raise NoAccountKept(KEPT)
            if self._next is None:
                as_it_is = CodeSymmetries(self.board.grid, turned=False, swapped=False)
                self._next = SituationCodes(self.board.grid, as_it_is, further.position.phase, tells_passes=True)
            starts = self._next.codes(Situation(further.position, np.zeros(many, dtype=np.uint64)))
            codes = np.broadcast_to(starts | np.uint64(IS_FOLLOWED), (many,))
        else:
            scored, outcome = what_follows(replace(later, tally=counted(later.tally)), clause)
            assert outcome is PhaseOutcome.SCORED, "a clause by which a game ends without result leads to no end"
            # What the end of the game adds may depend on who took the last turn, and on nothing else.
            adds = bool(later.rules.deciding(Decision.COMPLETION))
            player = later.position.player if adds else BLACK
            example = self.examples.setdefault(player, ScoredEnd(scored))
            if adds and numbers_counted(example.record.tally) != numbers_counted(scored.tally):
                raise CannotBeRead("more than who took the last turn when it ends the game")
            codes = code_of((later.position.coloring, player), self.board.grid.size, many)
            for awarded, color in product(awarding(later.rules, later.position.phase), reversed(Color)):
                codes = np.where(flags(awarded.function(later, color), many), np.uint64(WON_BY[color]), codes)
        ends: Numbers = leaf(FIRST_END + self.numbers.meet(codes))
        return ends

    def start_of_next_phase(self, code: int) -> Position:
        """The position with which the next phase starts after an end."""
        assert self._next is not None, "an end with a score has no further phase"
        return self._next.situation(code ^ IS_FOLLOWED).position

    def scored(self, codes: Words, swapped: bool = False) -> dict[Color, ScoredEnd]:
        """Ends of these codes at once as if each player were to move at all, maybe with the colors swapped.

        Those that have no score, or at which the other player is to move, hold anything.
        """
        points, everywhere = np.uint64(self.board.grid.size), np.uint64(self.board.grid.everywhere)
        black, white = codes & everywhere, codes >> points & everywhere
        coloring: Any = Coloring(self.board, *((white, black) if swapped else (black, white)))
        records = {player: example.record for player, example in self.examples.items()}
        return {
            player: ScoredEnd(replace(record, position=replace(record.position, coloring=coloring)))
            for player, record in records.items()
        }

    def of_code(self, code: int) -> tuple[Color, Coloring[int]]:
        """Who is to move at one end with a score, as far as that matters, and how its points are colored."""
        grid = self.board.grid
        stones = code & grid.everywhere, code >> grid.size & grid.everywhere
        return WHITE if code >> 2 * grid.size & 1 else BLACK, Coloring(integer_board(grid.width, grid.height), *stones)

    def of_player(self, codes: Words, player: Color) -> Flags:
        """At which ends a player is to move, as far as that matters to the score; else all count as Black's."""
        is_white: Flags = codes >> np.uint64(2 * self.board.grid.size) & np.uint64(1) != 0
        return is_white if player is WHITE else ~is_white
