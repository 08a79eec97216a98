"""Searching adjudications: everything that two players and a third party can do, each future once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import TypeAlias

from ...interpreter.adjudication import Adjudication, Stage
from ...interpreter.notation import turn_text, vertices
from ...spec.algebra import BLACK, WHITE, Coloring
from ...spec.algebra.grid import points_of
from ...spec.dead_stones.statements import with_connected_stones
from ...spec.vocabulary import Record
from ..phase.breadth_first import breadth_first

Answer: TypeAlias = int | None
_Answers: TypeAlias = Callable[[Coloring[int]], Iterable[tuple[Answer, Answer]]]
Memory: TypeAlias = Callable[[Record], Hashable]

# Nothing asks for more passes in a row than this.
LONGEST_RUN = 4


@dataclass(frozen=True)
class AdjudicationStep:
    """One thing that can be done in an adjudication; both players' answers are one step.

    Attributes:
        story: in words, all that was done from the start of the search up to this step.
    """

    before: Adjudication
    after: Adjudication
    story: tuple[str, ...]


def earlier_states(record: Record) -> Hashable:
    """What superko remembers."""
    return frozenset(record.earlier)


def repetitions(record: Record) -> Hashable:
    """What simple ko remembers, with the endings that go with it."""
    return repetitions_since_pass(record), frozenset(record.passed_from)


def repetitions_since_pass(record: Record) -> Hashable:
    """What simple ko remembers, but for the states from which a player has passed."""
    return record.previous and record.previous.state, record.since_pass.counts()


def future_of(adjudication: Adjudication, memory: Memory) -> Hashable:
    """A value such that adjudications of one protocol that agree in it have the same future."""
    if adjudication.stage is Stage.OVER:
        return adjudication.stage, adjudication.removed, adjudication.game.position.coloring, adjudication.game.ended_by
    record = adjudication.playing.record
    since_resumed = (
        None
        if adjudication.resumed_at is None
        else min(record.turn - adjudication.resumed_at, record.pass_run, LONGEST_RUN)
    )
    position = (record.position.coloring, record.position.player, min(record.pass_run, LONGEST_RUN), since_resumed)
    dispute = adjudication.copy and (adjudication.game.position.coloring, adjudication.disputed, adjudication.standing)
    lists = adjudication.said if adjudication.copy or adjudication.stage is not Stage.PLAYING else {}
    return adjudication.stage, position, at_once(adjudication), memory(record), dispute, frozenset(lists.items())


def at_once(adjudication: Adjudication) -> bool:
    """Whether no move has been made since play was last resumed."""
    record = adjudication.playing.record
    return adjudication.resumed_at is not None and record.pass_run >= record.turn - adjudication.resumed_at


def sets_of_groups(c: Coloring[int], stones: int) -> Iterator[int]:
    """Every set of stones that is made of whole groups, those of the fewest groups first.

    >>> from superko.interpreter.notation import parse_board
    >>> c = parse_board("XX.O")
    >>> list(sets_of_groups(c, c.black | c.white))
    [0, 3, 8, 11]
    """
    return unions(sorted({with_connected_stones(c, stone) & stones for stone in points_of(stones)}))


def unions(parts: Iterable[int]) -> Iterator[int]:
    """The union of every choice among disjoint sets, those of the fewest first.

    >>> list(unions([1, 4]))
    [0, 1, 4, 5]
    """
    parts = [*parts]
    return (sum(chosen) for number in range(len(parts) + 1) for chosen in combinations(parts, number))


def steps(adjudication: Adjudication, answers: _Answers, story: tuple[str, ...] = ()) -> Iterator[AdjudicationStep]:
    """Everything that can be done next: every legal turn, the answers given, or every ruling on the disputed groups."""
    c = adjudication.game.position.coloring
    grid = c.board.grid
    match adjudication.stage:
        case Stage.PLAYING:
            for turn in adjudication.playing.turns():
                yield AdjudicationStep(adjudication, adjudication.play(turn), (*story, turn_text(grid, turn)))
        case Stage.AWAITING_STATEMENTS:
            heard: dict[Answer, Adjudication] = {}
            for black, white in answers(c):
                if black not in heard:
                    heard[black] = adjudication.state(BLACK, black)
                after = heard[black].state(WHITE, white)
                yield AdjudicationStep(
                    adjudication, after, (*story, f"Black {_said(c, black)} and White {_said(c, white)}")
                )
        case Stage.AWAITING_RULING:
            for dead in sets_of_groups(c, adjudication.disputed):
                yield AdjudicationStep(
                    adjudication, adjudication.rule(dead), (*story, f"the third party {_said(c, dead)}")
                )
        case Stage.OVER:
            return


def _said(c: Coloring[int], answer: Answer) -> str:
    if answer is None:
        return "gives no list"
    return f"names {', '.join(vertices(c.board.grid, answer)) or 'nothing'}"


_Reached: TypeAlias = tuple[Adjudication, tuple[str, ...]]


def explore(
    start: Adjudication, answers: _Answers, memory: Memory, most_steps: int | None = None
) -> Iterator[AdjudicationStep]:
    """Every step that can come up, the early ones first; futures that can't be distinguished are followed once.

    `answers` is what the two players may say, given the coloring; `memory` what of the history matters under the rules
    in force. Without a number of steps, every future is followed to its end.
    """
    return every_step(start, answers, lambda adjudication: future_of(adjudication, memory), most_steps)


def every_step(
    start: Adjudication,
    answers: _Answers,
    key: Callable[[Adjudication], Hashable],
    most_steps: int | None = None,
) -> Iterator[AdjudicationStep]:
    """The same, of adjudications with equal keys the first being followed."""

    def onward(reached: _Reached) -> Iterator[tuple[AdjudicationStep, _Reached]]:
        adjudication, story = reached
        return ((step, (step.after, step.story)) for step in steps(adjudication, answers, story))

    begun: _Reached = (start, ())
    farthest = inf if most_steps is None else most_steps
    return (step for _, step, _ in breadth_first(begun, onward, lambda reached: key(reached[0]), farthest))
