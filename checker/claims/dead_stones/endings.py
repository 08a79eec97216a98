"""The dead-stone protocols end, on boards of every size; under simple ko only because passing again ends play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import networkx as nx

from ....interpreter.adjudication import Adjudication, Stage
from ....interpreter.game import Game
from ....interpreter.notation import parse_turn
from ....interpreter.rule_names import rules_to_json
from ....interpreter.story import Start, Story
from ....interpreter.wording import full_sentence
from ....spec.algebra import BLACK, WHITE, Coloring, Grid
from ....spec.dead_stones.protocols import Protocol
from ....spec.dead_stones.stops import END_ON_COPY
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Phase, Record
from ...evidence.verdict import Outcome, Seen, answer, cases, smallest_case
from ...play.adjudications import (
    LONGEST_RUN,
    AdjudicationStep,
    Answer,
    Memory,
    every_step,
    explore,
    future_of,
    repetitions_since_pass,
)
from ...proofs.coverage import proof
from ...proofs.declarations import OF_PROTOCOLS
from ...proofs.endless import BOARDS
from ...proofs.following import leads_on, phases_after, unable_to_pass, unbounded
from ...proofs.one_turn import OneTurn
from ...proofs.phase_ends import IN_TURNS, ranking
from ...proofs.protocols import (
    Limits,
    StepKind,
    control_graph,
    control_state_of,
    foreseen,
    unlimited_steps,
)
from ...proofs.rule_sets import Values, alike, rule_sets
from ...proofs.sole_clauses import undecided_in_any

_MOST_REPETITIONS = 2
_ROWS = [Grid(width, 1) for width in range(1, 4)]


def from_each_position(start: Adjudication) -> Iterator[AdjudicationStep]:
    """Every step from every position that can be come to in each control state, after one history of each."""

    def here(adjudication: Adjudication) -> Hashable:
        record = adjudication.playing.record
        return control_state_of(adjudication), record.position, min(record.pass_run, LONGEST_RUN)

    return every_step(start, kinds_of_answers, here)


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
    kind = _kind_of(step)
    if limits.taken(after) - limits.taken(before) < (kind is limits.limited):
        return False
    if limits.limited_between_passes is not None and most_repeated(after) > _MOST_REPETITIONS:
        return False
    later = kind, control_state_of(step.after)
    return later in foreseen(step.before.protocol, limits, control_state_of(step.before))


def most_repeated(record: Record) -> int:
    """How often the state that has stood the most often since the last pass has stood."""
    return max((times for _, times in record.since_pass.counts()), default=0)


def _kind_of(step: AdjudicationStep) -> StepKind:
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


@proof(OF_PROTOCOLS)
def ends(
    rules: Rules, *played: Rules, protocol: Protocol, limits: Limits, chosen: Values, boards: Sequence[Grid]
) -> Seen:
    """Whether no adjudication can go on forever, on boards of every size.

    Args:
        rules: the rules.
        played: the rules under which every step is compared with what the protocol foresees.
        protocol: the protocol.
        limits: what the rules say of how often a step can be taken.
        chosen: for some parameters, the values to take; all others take every value.
        boards: the boards on which they are compared.
    """
    rules = rules.literally()
    graph = control_graph(protocol, limits)
    obstacles = [f"{kind.value} may be repeated forever" for kind in unlimited_steps(graph, limits)]
    groups = alike(rule_sets(rules, IN_TURNS, chosen, [Phase.MAIN]), IN_TURNS, [Phase.MAIN])
    obstacles += filter(None, (ranking(OneTurn(group[0], Phase.MAIN), limits.order).obstacle for group in groups))
    obstacles += filter(None, (unable_to_pass(group[0], Phase.MAIN) for group in groups))
    obstacles += unbounded(groups, Phase.MAIN)
    if not leads_on(rules, Phase.MAIN, chosen):
        obstacles.append("the main phase may follow on itself")
    if rules.amendments and phases_after(rules, Phase.MAIN, chosen) != {Phase.OVER}:
        obstacles.append("another phase may follow on the main phase")
    obstacles += filter(None, (undecided_in_any(rules, chosen),))
    counts = Counter(control_states=len(graph), rule_sets=sum(map(len, groups)), steps_compared=0)
    for rule_set, grid in product(played, boards):
        start = Adjudication.of(Game(rule_set, grid), protocol)
        obstacles += _unforeseen(explore(start, agreeing_or_not, limits.memory), limits, counts)
    for rule_set, sides in product(played, BOARDS if boards else ()):
        start = Adjudication.of(Game(rule_set, sides), protocol)
        obstacles += _unforeseen(from_each_position(start), limits, counts)
    if limits.passing_again_ends and any(
        rule_set.parameter(END_ON_COPY) == "two-passes" for rule_set in (rules, *played)
    ):
        obstacles.append("play on a copy may go on forever, as a repeated pass does not end it")
    reasons = tuple(full_sentence(f"{reason[0].upper()}{reason[1:]}") for reason in dict.fromkeys(obstacles))
    return answer(not obstacles, counts, notes=NOT_PROVED if obstacles else "", reasons=reasons)


NOT_PROVED = "No proof was made that it ends."


def _unforeseen(taken: Iterable[AdjudicationStep], limits: Limits, counts: Counter[str]) -> Iterator[str]:
    """The first step that leads to no control state that can follow, if there is one; all steps are counted."""
    for step in taken:
        counts.update(steps_compared=1)
        if not is_foreseen(step, limits):
            yield f"the cases of the proof leave out what follows {', '.join(step.story)}"
            return


@dataclass(frozen=True)
class AdjudicationLoop:
    """Turns and answers that an adjudication can repeat forever.

    Attributes:
        opening: what is done before the loop begins, in words.
        repeated: what is done over and over, in words.
    """

    opening: tuple[str, ...]
    repeated: tuple[str, ...]


def shortest_loop(start: Adjudication, memory: Memory) -> AdjudicationLoop | None:
    """The shortest loop that begins with a disagreement, if there is one; among those, one that is reached the soonest.

    Args:
        start: where the search starts; the board must be tiny.
        memory: all of the history that the clauses in force depend on, so that what comes back to it can do so again.
    """
    graph = nx.DiGraph()
    disagreements: dict[Hashable, tuple[Hashable, tuple[str, ...]]] = {}
    for step in explore(start, agreeing_or_not, memory):
        before, after = future_of(step.before, memory), future_of(step.after, memory)
        graph.add_edge(before, after, said=step.story[-1])
        if step.before.stage is Stage.AWAITING_STATEMENTS and step.after.stage is Stage.PLAYING:
            disagreements.setdefault(before, (after, step.story))
    loops = []
    for before, (after, story) in disagreements.items():
        if nx.has_path(graph, after, before):
            path = nx.shortest_path(graph, after, before)
            said = (graph.edges[edge]["said"] for edge in pairwise(path))
            loops.append(begun_sooner(AdjudicationLoop(story[:-1], (story[-1], *said))))
    return min(loops, key=lambda loop: (len(loop.repeated), len(loop.opening)), default=None)


def begun_sooner(loop: AdjudicationLoop) -> AdjudicationLoop:
    """The same turns and answers, said to be a loop as soon as they are repeated.

    >>> begun_sooner(AdjudicationLoop(("A1", "pass"), ("B1", "pass")))
    AdjudicationLoop(opening=('A1',), repeated=('pass', 'B1'))
    """
    opening, around = loop.opening, loop.repeated
    while opening and opening[-1] == around[-1]:
        opening, around = opening[:-1], (around[-1], *around[:-1])
    return AdjudicationLoop(opening, around)


def replayed(adjudication: Adjudication, story: Iterable[str]) -> Adjudication:
    """The adjudication after what a story tells, up to its end if that comes before."""
    for said in story:
        if adjudication.stage is Stage.PLAYING:
            adjudication = adjudication.play(parse_turn(adjudication.game.grid, said))
        elif adjudication.stage is Stage.AWAITING_STATEMENTS:
            c = adjudication.game.position.coloring
            adjudication = adjudication.state(BLACK, c.black | c.white).state(WHITE, 0)
    return adjudication


@smallest_case(Outcome.NEEDED, _ROWS, "graph")
def goes_on_forever(rules: Rules, protocol: Protocol, clause: str, grid: Grid) -> Iterator[Seen]:
    """Look for the smallest board, of one row, on which an adjudication can go on forever without a clause.

    The witness is the game up to the first disagreement; it tells what follows, and when the clause would end it.
    """
    start = Game(rules.dropping(clause), grid)
    loop = shortest_loop(Adjudication.of(start, protocol), repetitions_since_pass)
    if loop is not None:
        with_it = Adjudication.of(Game(rules, grid), protocol)
        yield cases(1, _witness(loop, with_it, clause), steps_of_the_loop=len(loop.repeated))


def _witness(loop: AdjudicationLoop, start: Adjudication, clause: str) -> Story:
    story = (*loop.opening, *loop.repeated)
    played = [
        replayed(start, (*story, *loop.repeated)[:number]) for number in range(len(story) + len(loop.repeated) + 1)
    ]
    turns = next(
        number for number, adjudication in enumerate(played) if adjudication.stage is Stage.AWAITING_STATEMENTS
    )
    last = next(number for number, adjudication in enumerate(played) if adjudication.stage is Stage.OVER)
    shows = (
        f"Then {'; '.join(story[turns:])}; and then the last {len(loop.repeated)} of all these steps again, forever. "
        f"With {clause} the game ends at step {last}."
    )
    return Story(Start.of(start.game), story[:turns], rules_to_json(start.game.rules), shows)
