"""The phase graph, one node at a time: nodes, steps, and the past as questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from ...interpreter.game import Game
from ...interpreter.history import EMPTY_TALLY, after, counts_as_pass, ending_clause
from ...interpreter.judgement import objecting_clause, objecting_kind, points_to_try, stones_to_unblock
from ...spec.algebra import Color, Condition, Grid
from ...spec.algebra.grid import points_of
from ...spec.composition import move, state
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Play, Position, Record, Tally, Turn, Unblock
from .dependence import HISTORIES, asks_about, key_of, names_by_author
from .past import (
    BEFORE,
    BEGAN,
    CAPTURED,
    LAST,
    PASSED,
    PASSES,
    RUN,
    UNTOLD,
    AskedHistory,
    Asks,
    AtLeast,
    CannotBeRead,
    KnownPast,
    LeftOpen,
    NoAccountKept,
    Past,
    Question,
    Sum,
    Tree,
    Untold,
    answers,
    ask,
    counted,
    questions,
    tree_of,
)
from .requirements import captures_are_asked, of_a_phase_graph, require
from .symmetry import Permutation, respects_symmetry, symmetries_keeping

Memory: TypeAlias = int

NOWHERE = -1


class Node(NamedTuple):
    """What a machine distinguishes besides its memory; but for what stands, only what some clause asks about."""

    position: Position
    run: int = 0  # how many passes there have just been in a row, up to a greatest number
    other_passes: bool = False  # whether there were passes in the phase before those
    before: Position | None = None
    last: Turn | None = None  # None at the start
    began: Color | None = None
    captured: tuple[int, ...] = ()  # how many stones of Black and of White were captured, up to a number
    place: int = 0  # which turn comes next, where only those of a loop are read


@dataclass(frozen=True)
class Effect:
    """What a turn adds to one history, and whether it makes it forget what was there before.

    Of many turns at once, as arrays have them, an event is their codes, with what those hold.
    """

    history: str
    forgotten: bool
    added: tuple[Any, ...]


@dataclass(frozen=True)
class Step:
    """A turn from a node, as far as it may be legal."""

    turn: Turn
    play: Play[int] | None
    forbidden_by: Tree[Clause | None]  # the clause that forbids it, or None, by what has happened before it
    # The clause by which it ends the phase or the game, or None, by what has happened before it.
    ended_by: Tree[Clause | None]
    position: Position
    after: int  # the number of the node that it leads to; NOWHERE if it surely ends the phase
    changes: tuple[Effect, ...]  # what it adds to the histories
    tally: Tally  # what has been counted after it, told by what had been counted before; see `counted`


class Taken(NamedTuple):
    """A legal turn with a memory: the step, the clause by which it ends the phase or the game, and what follows."""

    step: Step
    ended_by: Clause | None
    node: int
    memory: Memory


@dataclass(frozen=True)
class Machine:
    """The machine of a phase, from one record on: its nodes, the turns that can be legal there, and what is kept.

    The first node is where it starts, and the next ones are its further starts, if any.
    """

    start: Record
    nodes: tuple[Node, ...]
    steps: tuple[tuple[Step, ...], ...]
    kept: frozenset[str]

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What is asked of the past: each event of each history with the greatest number of times asked for."""
        most: dict[tuple[str, Hashable], int] = {}
        trees = (tree for steps in self.steps for step in steps for tree in (step.forbidden_by, step.ended_by))
        for history, event, times in chain.from_iterable(map(questions, trees)):
            most[history, event] = max(times, most.get((history, event), 0))
        return tuple(Question(history, event, times) for (history, event), times in most.items())

    @cached_property
    def fields(self) -> Mapping[tuple[str, Hashable], tuple[int, int]]:
        """Where in the memory the number of times of each event is, and the greatest number that is kept."""
        fields, shift = {}, 0
        for history, event, times in self.questions:
            fields[history, event] = shift, times
            shift += times.bit_length()
        return fields

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """The bits of each history."""
        masks = dict.fromkeys(HISTORIES, 0)
        for (history, _), (shift, most) in self.fields.items():
            masks[history] |= _mask(most) << shift
        return masks

    @cached_property
    def first_memory(self) -> Memory:
        """What had happened at the start."""
        memory = 0
        for (history, event), (shift, most) in self.fields.items():
            memory |= min(most, int(getattr(self.start, history).times(event))) << shift
        return memory

    @cached_property
    def steps_in_bits(self) -> tuple[tuple[StepInBits, ...], ...]:
        """The steps with all that they ask and change, in bits of the memory."""
        return tuple(tuple(StepInBits(self, step) for step in steps) for steps in self.steps)

    def taken(self, node: int, memory: Memory) -> Iterator[Taken]:
        """Every legal turn from a node with a memory."""
        for compiled in self.steps_in_bits[node]:
            if answer_and_bits(compiled.forbidden_by, memory)[0] is None:
                step, ended_by = compiled.step, answer_and_bits(compiled.ended_by, memory)[0]
                yield Taken(step, ended_by, step.after, compiled.remembered(memory))


def may_be_all_forbidden(steps: Iterable[Step]) -> bool:
    """Whether every turn from a node may be forbidden, so that a player has none, and the game is never over."""
    return all(step.forbidden_by is not None for step in steps)


class StepInBits:
    """A step with its trees and changes in bits of the memory.

    Attributes:
        forbidden_by: the clause that forbids it, or None, as a tree of places in the memory; see `answer_and_bits`.
        ended_by: the clause by which it ends the phase or the game, or None, in the same way.
        kept: the bits that it does not forget.
        counted: the fields in which it counts one: how far from the right, the bits of one, and the most that is kept.
    """

    def __init__(self, machine: Machine, step: Step) -> None:
        fields, bits = machine.fields, machine.bits
        self.step = step
        self.forbidden_by = _in_bits(step.forbidden_by, fields)
        self.ended_by = _in_bits(step.ended_by, fields)
        self.kept = ~sum(bits[change.history] for change in step.changes if change.forgotten)
        added = ((change.history, event) for change in step.changes for event in change.added)
        self.counted = [
            (shift, _mask(most), most) for shift, most in (fields[event] for event in added if event in fields)
        ]

    def remembered(self, memory: Memory) -> Memory:
        """The memory after the step."""
        memory &= self.kept
        for shift, mask, most in self.counted:
            if memory >> shift & mask < most:
                memory += 1 << shift
        return memory


def _in_bits(tree: Tree[Clause | None], fields: Mapping[tuple[str, Hashable], tuple[int, int]]) -> Any:
    """A tree whose questions say where in the memory to look, and how much must be there."""
    if not isinstance(tree, Asks):
        return tree
    history, event, times = tree.question
    shift, most = fields[history, event]
    return shift, _mask(most), times, _in_bits(tree.yes, fields), _in_bits(tree.no, fields)


def answer_and_bits(tree: Any, memory: Memory) -> tuple[Clause | None, Memory]:
    """The result of a tree in bits with a memory, and the bits that were looked at."""
    bits = 0
    while type(tree) is tuple:
        shift, mask, times, yes, no = tree
        bits |= mask << shift
        tree = yes if memory >> shift & mask >= times else no
    clause: Clause | None = tree
    return clause, bits


def _mask(most: int) -> int:
    return (1 << most.bit_length()) - 1


Within: TypeAlias = Callable[[Turn], bool]
Watch: TypeAlias = Callable[[Sequence[Sequence[Step]]], None]

OPTIONAL = (RUN, PASSES, BEFORE, LAST)
LONGEST_RUN = 4
MOST_CAPTURED = 12


def at_points(points: int) -> Within:
    """Turns that are no moves, and moves at some points."""
    return lambda turn: not isinstance(turn, Move) or bool(turn.point & points)


def machine(
    start: Record,
    within: Within = lambda turn: True,
    further: Sequence[Record] = (),
    watch: Watch = lambda steps: None,
    loop: Sequence[Turn] = (),
) -> Machine:
    """The machine of the phase of a record, from that record on or from further ones of the same phase.

    Turns that end the phase lead out of it. `watch` gets the steps of the nodes read so far, after each. With a loop,
    its turns alone are read, one after the other over and over, from the first on.

    Raises:
        ValueError: a clause in force asks about something of which a machine keeps no account.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> positional = machine(Game(Rules(), (2, 1)).record)
    >>> len(positional.nodes), len(positional.questions)
    (12, 5)
    """
    require(of_a_phase_graph(start.rules, start.position.phase))
    if any(record.tally.uneven for record in (start, *further)):
        raise Refusal("A machine keeps no account of stones that were given out of turn before its start.")
    # Whether there was a turn before is asked by `is None`, which nothing can notice.
    asked = names_by_author(start.rules)
    kept = frozenset(
        subject for name, subject in (("passed", PASSED), ("began", BEGAN)) if asks_about(start.rules, name)
    )
    kept |= {subject for name, subject in (("previous", BEFORE), ("last", LAST)) if name in asked}
    if captures_are_asked(start.rules, start.position.phase):
        kept |= {CAPTURED}
    while True:
        try:
            return _explored((start, *further), within, kept, watch, loop)
        except CannotBeRead as missing:
            if missing.subject not in OPTIONAL or missing.subject in kept:
                raise
            kept |= {missing.subject, RUN} if missing.subject == PASSES else {missing.subject}
        except LeftOpen as error:
            raise NoAccountKept(f"A machine keeps no account of what a clause asks about. {error}") from None


def _explored(
    starts: Sequence[Record], within: Within, kept: frozenset[str], watch: Watch, loop: Sequence[Turn]
) -> Machine:
    numbers: dict[Node, int] = {}
    nodes: list[Node] = []

    def number(node: Node) -> int:
        if (new := numbers.setdefault(node, len(nodes))) == len(nodes):
            nodes.append(node)
        return new

    for start in starts:
        number(node_of(start, kept))
    steps: list[tuple[Step, ...]] = []
    # Nodes that are met are gone through in their turn.
    for node in nodes:
        here = {loop[node.place]}.__contains__ if loop else within
        steps.append(tuple(_steps(starts[0], node, here, kept, number, (node.place + 1) % max(1, len(loop)))))
        watch(steps)
    return Machine(starts[0], tuple(nodes), tuple(steps), kept)


def node_of(record: Record, kept: frozenset[str]) -> Node:
    """The node at which a record stands, if a machine keeps some optional things."""
    before = record.previous.position if record.previous is not None and BEFORE in kept else None
    return Node(
        kept_of(record.position, kept),
        *passes_of(record, kept),
        before and kept_of(before, kept),
        record.last if LAST in kept else None,
        record.began if BEGAN in kept else None,
        tuple(min(record.tally.captures[color], MOST_CAPTURED) for color in Color) if CAPTURED in kept else (),
    )


def kept_of(position: Position, kept: frozenset[str]) -> Position:
    """What stands, as far as it is kept."""
    return position if PASSED in kept or position.passed is False else replace(position, passed=False)


def passes_of(record: Record, kept: frozenset[str]) -> tuple[int, bool]:
    """The passes in a row before a record, and whether there were others in the phase, as far as they are kept."""
    run = min(record.pass_run, LONGEST_RUN) if RUN in kept else 0
    return run, PASSES in kept and record.passes > record.pass_run


def passes_after(before: Any, is_pass: bool, kept: Collection[str]) -> tuple[int, bool]:
    """The passes in a row after a turn from a node or a situation, and whether there were others, likewise."""
    run = min(before.run + 1, LONGEST_RUN) if is_pass and RUN in kept else 0
    return run, PASSES in kept and (before.other_passes or (not is_pass and before.run > 0))


def _steps(
    start: Record, node: Node, within: Within, kept: frozenset[str], number: Callable[[Node], int], place: int
) -> Iterator[Step]:
    past = Past()
    record = record_at(start.rules, node, kept, past)
    for turn, play, forbidden_by in turns_of(told_captures(record, node), past, within):
        if isinstance(forbidden_by, Clause):
            continue
        later = after(record, turn, play)
        ended_by = tree_of(partial(ending_clause, told_captures(later, node)), past)
        node_after = Node(
            kept_of(later.position, kept),
            *passes_after(node, counts_as_pass(start.rules, start.position.phase, turn), kept),
            node.position if BEFORE in kept else None,
            turn if LAST in kept else None,
            node.began,
            tuple(getattr(number, "least", number) for number in _captured(later, node)) if node.captured else (),
            place,
        )
        after_it = number(node_after) if None in answers(ended_by) else NOWHERE
        yield Step(turn, play, forbidden_by, ended_by, later.position, after_it, tuple(changes_of(later)), later.tally)


def turns_of(
    record: Record, past: Past, within: Within = lambda turn: True
) -> Iterator[tuple[Turn, Play[int] | None, Tree[Clause | None]]]:
    """The turns of a record, each with the move that it is and, by the past, with the clause that forbids it.

    The histories of the record ask that past.

    Raises:
        CannotBeRead: a clause asks about something of which the record keeps no account; it is named.
    """
    for turn in filter(within, _turns(record)):
        c, player = record.position.coloring, record.position.player
        play = move(record.rules, c, player, turn.point) if isinstance(turn, Move) else None
        yield turn, play, tree_of(partial(objecting, record, play), past) if play else None


def objecting(record: Record, play: Play[int]) -> Clause | None:
    """The first clause that forbids a move; one that asks about something of which no account is kept is named."""
    try:
        return objecting_clause(record, play)
    except CannotBeRead:
        for clause in record.rules.deciding(Decision.LEGAL, record.position.phase):
            ask(clause, record, play)
        raise


def _turns(record: Record) -> Iterator[Turn]:
    unblocks = (Unblock(stone) for stone in points_of(stones_to_unblock(record)))
    every: tuple[Turn, ...] = (PASS, *(Move(point) for point in points_of(points_to_try(record))), *unblocks)
    return (turn for turn in every if objecting_kind(record, turn) is None)


def record_after(machine: Machine, number: int, step: Step) -> Record:
    """The record after a step from a node, of whose past only what is kept can be asked, and that asks back."""
    node = machine.nodes[number]
    later = after(record_at(machine.start.rules, node, machine.kept, Past()), step.turn, step.play)
    return told_captures(later, node)


def told_captures(record: Record, node: Node) -> Record:
    """A record at a node, or after a step from it, with the stones captured so far, where nodes keep them."""
    if not node.captured:
        return record
    captures = dict(zip(Color, _captured(record, node), strict=True))
    return replace(record, tally=replace(record.tally, captures=captures))


def _captured(record: Record, node: Node) -> Iterator[Any]:
    for color, before in zip(Color, node.captured, strict=True):
        number = before + int(Sum.from_number(record.tally.captures[color]).number)
        yield number if number < MOST_CAPTURED else AtLeast(MOST_CAPTURED)


def record_at(
    rules: Rules, node: Node, kept: frozenset[str], past: Past, asked: type[AskedHistory] = AskedHistory
) -> Record:
    """A record at a node, of whose past only what is kept can be asked, and that asks back."""
    histories: dict[str, Any] = {name: asked(name, past) for name in HISTORIES}
    optional: dict[str, Any] = dict(UNTOLD)
    run = node.run if node.run < LONGEST_RUN else AtLeast(LONGEST_RUN)
    if RUN in kept:
        optional["pass_run"] = run
    if PASSES in kept:
        optional["passes"] = AtLeast(node.run + 1) if node.other_passes else run
    if BEFORE in kept:
        optional["previous"] = node.before and OlderRecord(
            rules=rules, position=node.before, state=state(rules, node.before), **_OLDER
        )
    if LAST in kept:
        optional["last"] = node.last
    if BEGAN in kept:
        optional["began"] = node.began
    stands = state(rules, node.position)
    return Record(rules=rules, position=node.position, state=stands, tally=_NOTHING_COUNTED, **histories, **optional)


_NOTHING_COUNTED = counted(EMPTY_TALLY)
_OLDER: Mapping[str, Any] = {
    **{name: Untold(f"what had happened a turn before ({name})") for name in HISTORIES},
    **{name: Untold(f"the record before the last turn ({name})") for name in (*UNTOLD, "tally")},
}


class OlderRecord(Record[int]):
    """The record before the last turn, of which even to read what is not kept is to ask about it."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value.asked if type(value) is Untold else value


def ends_without_result(rules: Rules, position: Position[Any], times: int) -> Condition:
    """Whether the game ends without result if the state has stood a number of times since the last pass, now included.

    Raises:
        CannotBeRead: see `ask`.
    """
    clauses = rules.deciding(Decision.NO_RESULT, position.phase)
    record = record_at(rules, Node(position), frozenset(), KnownPast())
    since_pass: Any = AskedHistory("since_pass", KnownPast(stands=record.state, times=times))
    record = replace(record, since_pass=since_pass)
    ends: Condition = reduce(or_, (ask(clause, record) for clause in clauses), False)
    return ends


def changes_of(later: Record[Any]) -> Iterator[Effect]:
    """What the turn before a record has changed in its histories, which ask back."""
    for name in HISTORIES:
        history: Any = getattr(later, name)
        if history.forgotten or history.added:
            yield Effect(name, history.forgotten, history.added)


class Model:
    """A game from its start, read from the rules in force: its steps, what its future depends on, and its images.

    Attributes:
        images: the symmetries of the board, other than leaving it as it is, that keep the start; none where a clause
            may tell points or colors apart.

    >>> model = Model.of(Rules(), Grid(2, 1))
    >>> [type(turn).__name__ for turn, _ in model.steps(model.start)], len(model.images)
    (['Pass', 'Move', 'Move'], 1)
    """

    def __init__(self, start: Game) -> None:
        self.start = start
        self._key = key_of(start.rules)
        keeping = respects_symmetry(start.rules) and start.record.previous is None
        self.images: tuple[Permutation, ...] = symmetries_keeping(start.position.coloring) if keeping else ()

    @staticmethod
    def of(rules: Rules, grid: Grid) -> Model:
        """The game from the empty board."""
        return Model(Game(rules, grid))

    @staticmethod
    def each(rule_sets: Iterable[Rules], grid: Grid) -> tuple[Model, ...]:
        """The game from the empty board, under each of some rule sets."""
        return tuple(Model.of(rules, grid) for rules in rule_sets)

    def steps(self, game: Game) -> Iterator[tuple[Turn, Game]]:
        """Every legal turn, and the game after it."""
        return ((turn, game.taking(turn)) for turn in game.turns())

    def key(self, game: Game) -> Hashable:
        """What the future of a game depends on; games of one length with equal keys go on alike."""
        return self._key(game.record)
