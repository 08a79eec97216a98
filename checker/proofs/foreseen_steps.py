"""Steps of adjudications, each to be compared with the transitions that its control state foresees."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ...interpreter.adjudication import Adjudication, Stage
from ...spec.algebra import Coloring
from ...spec.vocabulary import PASS, Record
from ..play.adjudications import LONGEST_RUN, AdjudicationStep, Answer, steps
from .protocols import Limits, StepKind, control_state_of, foreseen

MOST_REPETITIONS = 2


def from_each_position(start: Adjudication) -> Iterator[AdjudicationStep]:
    """Every step from every position that can be come to in each control state, after one history of each."""
    seen = set[Hashable]()
    waiting: list[tuple[Adjudication, tuple[str, ...]]] = [(start, ())]
    while waiting:
        some, story = waiting.pop(0)
        for step in steps(some, kinds_of_answers, story):
            yield step
            record = step.after.playing.record
            here = control_state_of(step.after), record.position, min(record.pass_run, LONGEST_RUN)
            if here not in seen:
                seen.add(here)
                waiting.append((step.after, step.story))


def kinds_of_answers(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """A list or none from each player: of all stones, of one, or of nothing."""
    stones = c.black | c.white
    lists = dict.fromkeys((None, 0, stones, stones & -stones))
    return ((black, white) for black in lists for white in lists)


def agreeing_or_not(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """What can be said, as far as it matters to what follows: the same, or, where there are stones, not the same."""
    yield None, None
    if stones := c.black | c.white:
        yield stones, 0


def is_foreseen(step: AdjudicationStep, limits: Limits) -> bool:
    """Whether a step leads from its control state to one that can follow, and is counted if its kind is limited."""
    before, after = step.before.playing.record, step.after.playing.record
    kind = kind_of(step)
    if limits.taken(after) - limits.taken(before) < (kind is limits.limited):
        return False
    if limits.limited_between_passes is not None and most_repeated(after) > MOST_REPETITIONS:
        return False
    later = kind, control_state_of(step.after)
    return later in foreseen(step.before.protocol, limits, control_state_of(step.before))


def most_repeated(record: Record) -> int:
    """How often the state that has stood the most often since the last pass has stood."""
    return max((times for _, times in record.since_pass.counts()), default=0)


def kind_of(step: AdjudicationStep) -> StepKind:
    """What was done in a step."""
    if step.before.stage is not Stage.PLAYING:
        return StepKind.SAY
    before = step.before.playing.record
    if step.after.playing.record.last != PASS:
        return StepKind.MOVE
    return (
        StepKind.PASS_AGAIN
        if before.passed_from.contains((before.position.player, before.state))
        else StepKind.NEW_PASS
    )
