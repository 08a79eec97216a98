"""The verifier of certificates: whether a graph shows that a player makes sure of a lead, checked turn by turn.

A node is a position with conditions on the past, such as "this board has not stood". It says: from here, whatever else
has happened, the player keeps a promise. At the player's turns it has the one turn to take, at the opponent's an answer
to every turn that may be legal, and each leads to a node whose conditions follow, or to an end with a score. A turn
leads from a node to one before it in the file, so that every line ends.

The verifier shares no code with the search. What it believes is the interpreter: which turns are legal by the clauses,
what a turn leads to, and how an end is scored. It gives the clauses a past of which it knows the conditions alone, and
numbers that nobody may look at in place of those that a node does not tell; a clause that asks for more is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf
from typing import Any, NamedTuple, NoReturn, Self, TypeAlias, cast

from ...interpreter.endings import ending
from ...interpreter.game import Game
from ...interpreter.history import after
from ...interpreter.judgement import every_turn, judge
from ...interpreter.notation import event_text, turn_text
from ...interpreter.result import Result, Score
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.vocabulary import Move, Phase, Record, Turn

HISTORIES = ("earlier", "since_pass", "passed_from", "made")
COUNTED = ("captures", "moves", "passes")
Known: TypeAlias = Callable[[str, str, int], bool]


class NotKept(ValueError):
    """A certificate that does not hold."""


class NotTold(NotKept):
    """A clause asks for something that a node does not tell: one of `COUNTED`, the "turn before", the "past", ..."""

    def __init__(self, what: str) -> None:
        super().__init__(f"A clause asks about the {what}, and the certificate does not tell it.")
        self.what = what


class Closed:
    """A number that a node does not tell: it can be added to, and whoever looks at it is refused."""

    def __init__(self, what: str) -> None:
        self.__dict__["what"] = what

    def __add__(self, *_: object) -> Self:
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __add__

    def _look(self, *_: object) -> NoReturn:
        raise NotTold(self.__dict__["what"])

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __index__ = __float__ = _look
    __getattr__ = __hash__ = _look


@dataclass(frozen=True)
class PastOfNode:
    """A history of which `known` says whether an event had happened so often, or is forgotten; and what came after."""

    name: str
    known: Known
    forgotten: bool = False
    added: tuple[str, ...] = ()

    def at_least(self, event: str, times: int) -> bool:
        """Whether an event has happened so often."""
        before = times - self.added.count(event)
        return before <= 0 or (not self.forgotten and self.known(self.name, event, before))

    def times(self, event: object) -> HowOften:
        """How often an event has happened, to be compared with numbers."""
        return HowOften(self, event_text(event))

    def contains(self, event: object) -> bool:
        """Whether an event has happened."""
        return self.at_least(event_text(event), 1)

    def lacks(self, event: object) -> bool:
        """Whether an event has not happened."""
        return not self.contains(event)

    def turn_of(self, _: object) -> None:
        """Only witnesses ask for the turn of an event, and nothing hangs on them."""

    def extended(self, event: object, _: object) -> PastOfNode:
        """The same, and an event once more."""
        return replace(self, added=(*self.added, event_text(event)))

    def emptied(self) -> PastOfNode:
        """The same, where nothing has happened."""
        return PastOfNode(self.name, self.known, forgotten=True)

    def counts(self) -> NoReturn:
        """A node knows single events only."""
        raise NotTold("past as a whole")

    __contains__, __iter__, __len__ = contains, counts, counts


class HowOften(NamedTuple):
    """How often an event has happened."""

    past: PastOfNode
    event: str

    def __ge__(self, times: Any) -> bool:
        return self.past.at_least(self.event, ceil(times))

    def __gt__(self, times: Any) -> bool:
        return self.past.at_least(self.event, floor(times) + 1)

    def __lt__(self, times: Any) -> bool:
        return not self >= times

    def __le__(self, times: Any) -> bool:
        return not self > times


class Detail(NamedTuple):
    """What nodes tell of a record, beside the position: how many turns before it, and which of `COUNTED`."""

    lookback: int
    counted: tuple[str, ...]

    def known_of(self, record: Record[int], known: Known) -> Record[int]:
        """A record of which nothing else is known, and of its past what `known` says."""
        closed = {name: Closed(name) for name in COUNTED if name not in self.counted}
        counts: dict[str, Any] = {}
        if "captures" in closed:
            counts["captures"] = dict.fromkeys(Color, closed["captures"])
        if "moves" in closed:
            counts["moves"] = {(color, phase): closed["moves"] for color in Color for phase in Phase}
        pasts: Any = {name: PastOfNode(name, known) for name in HISTORIES}
        passes: Any = closed.get("passes", record.passes)
        tally = replace(record.tally, **counts)
        return replace(_closed(record, self.lookback), tally=tally, pass_run=record.pass_run, passes=passes, **pasts)

    def of(self, record: Record[int]) -> tuple[Hashable, ...]:
        """What they tell of a record; those of which it is the same have one future, if the past meets conditions."""
        tally, turns, before = record.tally, list[Hashable](), cast("Record[int] | None", record)
        counts = {"captures": tally.captures, "moves": sorted(tally.moves.items(), key=str), "passes": record.passes}
        while before is not None and len(turns) <= self.lookback:
            turns.append((before.position, before.state, type(before.last).__name__, before.began))
            before = before.previous
        kept = (tally.first_passer, tally.second_cleanup_start, *tally.placed.values(), tally.handicap, tally.uneven)
        return *turns, kept, record.pass_run, *(str(counts[name]) for name in self.counted)


def _closed(record: Record[int], lookback: int) -> Any:
    """A record of which the position is known, and who began, and the same of some turns before it."""
    before: Any = record.previous
    if before is not None:
        before = _closed(before, lookback - 1) if lookback else Closed("turn before")
    closed: Any = {"last": Move(Closed("point"))} if isinstance(record.last, Move) else {}  # type: ignore[arg-type]
    closed |= dict.fromkeys((*HISTORIES, "turn", "phase_turn", "pass_run", "passes", "tally"), Closed("past"))
    return replace(record, previous=before, **closed)


@dataclass(frozen=True)
class Promise:
    """A bound on Black's lead: the least, if Black makes sure of it; the greatest, if White does.

    With `or_no_result` the game may also end without result. A win without a count is a lead without bound; so is every
    win where the winner counts, and not the lead.
    """

    player: Color
    lead: float
    or_no_result: bool = False
    by_winner: bool = False

    def is_kept_by(self, result: Result) -> bool:
        """Whether a game that came out so came out as promised."""
        if not isinstance(result, Score):
            return self.or_no_result
        of_winner = {BLACK: inf, None: 0.0, WHITE: -inf}[result.winner]
        lead = result.lead if result.counted and not self.by_winner else of_winner
        return bool(lead >= self.lead if self.player is BLACK else lead <= self.lead)


class OnThePast(NamedTuple):
    """What a condition asks of the past: whether an event of one of the histories had happened so often."""

    history: str
    event: str
    times: int


class ProofGraph(NamedTuple):
    """A graph that shows that a promise is kept; the last of its nodes is the start.

    Each has its conditions, as the numbers of questions counted from 1, negative where the answer is no; and the
    player's turn with the node to which it leads, or the node for each turn of the opponent; None where the game ends.
    """

    promise: Promise
    detail: Detail
    questions: Sequence[OnThePast]
    nodes: Sequence[tuple[Sequence[int], Any]]


@dataclass
class Verifier:
    """Checks a graph from a game on; see `check`."""

    game: Game
    graph: ProofGraph
    _arrived: dict[int, Record[int]] = field(default_factory=dict)

    def check(self) -> int:
        """How many nodes there are, all of which were checked.

        Raises:
            NotKept: a node does not hold; the message says which, and why.
            TypeError, ValueError: a part of it is not of those allowed.
        """
        if self.graph.detail.lookback < 0:
            raise NotKept("Its nodes do not tell where they are.")
        nodes, record, happened = len(self.graph.nodes), self.game.record, happened_by(self.game.record)
        known: Known = lambda history, event, times: happened.get((history, event), 0) >= times  # noqa: E731 (one line)
        self._arrive(self.graph.detail.known_of(record, known), nodes - 1, nodes)
        for number in reversed(range(nodes)):
            if number not in self._arrived:
                raise NotKept(f"No turn leads to node {number}.")
            try:
                self._check_node(number, self._arrived.pop(number))
            except NotKept as reason:
                raise NotKept(f"Node {number}: {reason}") from None
        return nodes

    def _check_node(self, number: int, arrived: Record[int]) -> None:
        answer, conditions = self.graph.nodes[number][1], self._conditions(number)

        def known(history: str, event: str, times: int) -> bool:
            for asked, is_so in conditions:
                if asked[:2] == (history, event) and (asked.times >= times if is_so else asked.times <= times):
                    return is_so
            raise NotTold("past")

        record = self.graph.detail.known_of(arrived, known)
        grid, is_own = self.game.grid, record.position.player is self.graph.promise.player
        match answer:
            case [str(text), leads_to] if is_own:
                answered = {text: leads_to}
            case dict() if not is_own:
                answered = dict(answer)
            case _:
                raise NotKept("it answers for the wrong player.")
        for turn in every_turn(record):
            text = turn_text(grid, turn)
            try:
                is_legal = (text in answered or not is_own) and judge(record, turn).legal
            except NotTold as reason:
                # By some pasts it is legal: the opponent may take it, and the player may not.
                if reason.what != "past":
                    raise
                is_legal = not is_own
            if is_legal and text not in answered:
                raise NotKept(f"there is no answer to {text}.")
            if is_legal:
                self._follow(record, turn, answered.pop(text), number)
        if answered or not answer:
            raise NotKept(f"{next(iter(answered), 'a turn')} is not legal for all that is known.")

    def _conditions(self, number: int) -> list[tuple[OnThePast, bool]]:
        conditions = self.graph.nodes[number][0]
        if not all(1 <= abs(condition) <= len(self.graph.questions) for condition in conditions):
            raise NotKept("there is no such condition.")
        return [(self.graph.questions[abs(condition) - 1], condition > 0) for condition in conditions]

    def _follow(self, record: Record[int], turn: Turn, leads_to: Any, before: int) -> None:
        later = after(record, turn)
        ended = ending(later)
        if ended is None or ended.result is None:
            self._arrive(later if ended is None else ended.record, leads_to, before)
        elif leads_to is not None or not self.graph.promise.is_kept_by(ended.result):
            raise NotKept(f"after {turn_text(self.game.grid, turn)} the game is over, and the promise is not kept.")

    def _arrive(self, record: Record[int], number: Any, before: int) -> None:
        if type(number) is not int or not 0 <= number < before:
            raise NotKept(f"the game goes on, and {number} is no node before it.")
        for (history, event, times), is_so in self._conditions(number):
            if history not in HISTORIES or getattr(record, history).at_least(event, times) is not is_so:
                raise NotKept(f"the conditions of node {number} are not met.")
        if self.graph.detail.of(self._arrived.setdefault(number, record)) != self.graph.detail.of(record):
            raise NotKept(f"node {number} is of another position.")


def happened_by(record: Record[int]) -> dict[tuple[str, str], int]:
    """How often each event of each history has happened in a game."""
    return {(name, event_text(event)): times for name in HISTORIES for event, times in getattr(record, name).counts()}
