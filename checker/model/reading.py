"""How a machine is read: the clauses in force are run at every node, with a record that asks back.

What a record holds besides its position is kept only if some clause asks about it: the run of passes, the record
before, the last turn. Clauses that ask about what is never kept, such as how many turns there were, are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from ...interpreter.endings import ending_clause
from ...interpreter.history import after, counts_as_pass, first_record
from ...interpreter.judgement import objecting_clause, objecting_kind, points_to_try, stones_to_unblock
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Play, Position, Record, Turn, Unblock
from .asking import AskedHistory, CannotBeRead, NotKept, Past, answers, tree_of
from .at_least import AtLeast
from .counted import counted
from .dependence import HISTORIES, asks_about, names_by_author, names_mentioned
from .machine import NOWHERE, Change, Machine, Node, Step

Within: TypeAlias = Callable[[Turn], bool]

PASSES = "how many passes there were in this phase"
RUN = "how many passes there have just been in a row"
BEFORE = "the record before"
LAST = "the last turn"
PASSED = "whether anybody has passed"
OPTIONAL = (RUN, PASSES, BEFORE, LAST)
LONGEST_RUN = 4
NOT_READ = frozenset({"tally", "turn", "phase_turn"})
DECIDING = (Decision.LEGAL, Decision.MARKS, Decision.PHASE_ENDS, Decision.GAME_ENDS, Decision.NO_RESULT)


def at_points(points: int) -> Within:
    """Turns that are no moves, and moves at some points."""
    return lambda turn: not isinstance(turn, Move) or bool(turn.point & points)


def machine(
    start: Record,
    within: Within = lambda turn: True,
    further: Sequence[Record] = (),
    watch: Callable[[int], None] = lambda nodes: None,
) -> Machine:
    """The machine of the phase of a record, from that record on; turns that end the phase lead out of it.

    Args:
        start: the record where it starts.
        within: which turns may be taken.
        further: other records of the same phase where it may start as well.
        watch: is told before each node how many have been read.

    Raises:
        ValueError: a clause in force asks about something of which a machine keeps no account.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> positional = machine(Game.start(Rules(), 2, 1).record)
    >>> len(positional.nodes), len(positional.questions)
    (12, 5)
    """
    refuse_clauses_that_ask(start.rules, start.position.phase)
    kept = frozenset({PASSED}) if asks_about(start.rules, "passed") else frozenset()
    while True:
        try:
            return _explored((start, *further), within, kept, watch)
        except CannotBeRead as missing:
            if missing.what not in OPTIONAL or missing.what in kept:
                raise
            kept |= {missing.what, RUN} if missing.what == PASSES else {missing.what}


def refuse_clauses_that_ask(rules: Rules, phase: Phase) -> None:
    """Raise a ValueError if a clause asks about something that a machine keeps no account of, and can't notice."""
    names_by_author(rules)
    for decision in DECIDING:
        for clause in rules.deciding(decision, phase):
            if asked := sorted(names_mentioned([clause.function]) & NOT_READ):
                raise ValueError(
                    f"A machine keeps no account of `{asked[0]}`, which the clause {clause.name} asks about."
                )


def _explored(starts: Sequence[Record], within: Within, kept: frozenset[str], watch: Callable[[int], None]) -> Machine:
    numbers: dict[Node, int] = {}
    for start in starts:
        numbers.setdefault(node_of(start, kept), len(numbers))
    steps: list[tuple[Step, ...]] = []
    for node in iter_growing(numbers):
        watch(len(steps))
        found = tuple(_steps(starts[0], node, within, kept, numbers))
        steps.append(found)
    return Machine(starts[0], tuple(numbers), tuple(steps), kept)


def node_of(record: Record, kept: frozenset[str]) -> Node:
    """The node at which a record stands, if a machine keeps some optional things."""
    before = record.previous.position if record.previous is not None and BEFORE in kept else None
    return Node(
        _kept_of(record.position, kept),
        *_passes(record, kept),
        before and _kept_of(before, kept),
        record.last if LAST in kept else None,
    )


def _kept_of(position: Position, kept: frozenset[str]) -> Position:
    return position if PASSED in kept else replace(position, passed=False)


def iter_growing(numbers: dict[Node, int]) -> Iterator[Node]:
    """The keys of a dictionary in order, those included that are added meanwhile."""
    done = 0
    while done < len(numbers):
        for node in list(numbers)[done:]:
            done += 1
            yield node


def _passes(record: Record, kept: frozenset[str]) -> tuple[int, bool]:
    run = min(record.pass_run, LONGEST_RUN) if RUN in kept else 0
    return run, PASSES in kept and record.passes > record.pass_run


def _steps(start: Record, node: Node, within: Within, kept: frozenset[str], numbers: dict[Node, int]) -> Iterator[Step]:
    past = Past()
    record = record_at(start.rules, node, kept, past)
    for turn in filter(within, _turns(record)):
        play = _made(record, turn)
        forbidden_by = tree_of(partial(objecting_clause, record, play), past) if play else None
        if isinstance(forbidden_by, Clause):
            continue
        later = after(record, turn, play)
        ended_by = tree_of(partial(ending_clause, later), past)
        number = NOWHERE
        if None in answers(ended_by):
            number = numbers.setdefault(_node_after(start, node, later, turn, kept), len(numbers))
        yield Step(turn, play, forbidden_by, ended_by, later.position, number, tuple(_changes(later)), later.tally)


def _turns(record: Record) -> Iterator[Turn]:
    unblocks = (Unblock(stone) for stone in points_of(stones_to_unblock(record)))
    every: tuple[Turn, ...] = (PASS, *(Move(point) for point in points_of(points_to_try(record))), *unblocks)
    return (turn for turn in every if objecting_kind(record, turn) is None)


def _made(record: Record, turn: Turn) -> Play[int] | None:
    position = record.position
    return move(record.rules, position.coloring, position.player, turn.point) if isinstance(turn, Move) else None


def record_after(machine: Machine, number: int, step: Step) -> Record:
    """The record after a step from a node, of whose past only what is kept can be asked, and that asks back."""
    return after(record_at(machine.start.rules, machine.nodes[number], machine.kept, Past()), step.turn, step.play)


def record_at(
    rules: Rules, node: Node, kept: frozenset[str], past: Past, asked: type[AskedHistory] = AskedHistory
) -> Record:
    """A record at a node, of whose past only what is kept can be asked, and that asks back."""
    histories: dict[str, Any] = {name: asked(name, past) for name in HISTORIES}
    bare = first_record(rules, node.position, nothing_yet=histories[HISTORIES[0]])
    optional: dict[str, Any] = {
        "pass_run": _run(node) if RUN in kept else NotKept(RUN),
        "passes": _all_passes(node) if PASSES in kept else NotKept(PASSES),
        "previous": _previous(rules, node) if BEFORE in kept else NotKept(BEFORE),
        "last": node.last if LAST in kept else NotKept(LAST),
        "turn": NotKept("how many turns there were"),
        "phase_turn": NotKept("on which turn the phase began"),
    }
    return replace(bare, **histories, **optional, tally=counted(bare.tally))


def _run(node: Node) -> Any:
    return node.run if node.run < LONGEST_RUN else AtLeast(LONGEST_RUN)


def _all_passes(node: Node) -> Any:
    return AtLeast(node.run + 1) if node.other_passes else _run(node)


def _previous(rules: Rules, node: Node) -> Record | None:
    if node.before is None:
        return None
    older: dict[str, Any] = {name: NotKept(f"what had happened a turn before ({name})") for name in HISTORIES}
    further: dict[str, Any] = {
        name: NotKept(f"the record before the last turn ({name})")
        for name in ("pass_run", "passes", "previous", "last")
    }
    return replace(first_record(rules, node.before), **older, **further)


def _node_after(start: Record, node: Node, later: Record, turn: Turn, kept: frozenset[str]) -> Node:
    is_pass = counts_as_pass(start.rules, start.position.phase, turn)
    run = min(node.run + 1, LONGEST_RUN) if is_pass else 0
    return Node(
        _kept_of(later.position, kept),
        run if RUN in kept else 0,
        PASSES in kept and (node.other_passes or (not is_pass and node.run > 0)),
        node.position if BEFORE in kept else None,
        turn if LAST in kept else None,
    )


def _changes(later: Record) -> Iterator[Change]:
    for name in HISTORIES:
        history: Any = getattr(later, name)
        if history.forgotten or history.added:
            yield Change(name, history.forgotten, history.added)
