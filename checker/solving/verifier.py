"""The verifier of certificates: whether a graph shows that a player makes sure of a lead, checked turn by turn.

A node is a position with conditions on the past, such as "this board has not stood". It says: from here, whatever else
has happened, the player keeps a promise. At the player's turns it has the one turn to take, at the opponent's an answer
to every turn that may be legal, and each leads to a node whose conditions follow, or to an end with a score. A turn
leads from a node to one before it in the file, so that every line ends; and what happens by turns to earlier nodes only
has not happened yet.

The verifier shares no code with the search. What it believes is the interpreter: which turns are legal by the clauses,
what a turn leads to, and how an end is scored. It gives the clauses a past of which it knows the conditions alone, and
numbers that nobody may look at in place of those that a node does not tell; a clause that asks for more is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, partialmethod
from itertools import product
from math import ceil, floor, inf
from typing import Any, NamedTuple, NoReturn, Self, TypeAlias

from ...interpreter.game import Game
from ...interpreter.history import after, ending
from ...interpreter.judgement import every_turn, judge
from ...interpreter.notation import event_text, turn_text
from ...interpreter.result import Result, Score
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.composition import state
from ...spec.vocabulary import History, Move, Phase, Record

HISTORIES = ("earlier", "since_pass", "passed_from", "made")
BOARD_BEFORE = "board before"
COUNTED = ("captures", "moves", "passes")
Question: TypeAlias = tuple[str, str, int]
Known: TypeAlias = Callable[[str, str, int], bool]
Asked: TypeAlias = Callable[[Any], bool]


class NotKept(ValueError):
    """A certificate that does not hold."""


class NotTold(NotKept):
    """A clause asks for something that a node does not tell: one of `COUNTED`, the "turn before", the "past", ..."""

    def __init__(self, what: str) -> None:
        super().__init__(f"A clause asks about the {what}, and the certificate does not tell it.")
        self.what = what


class Closed:
    """What a node does not tell: whoever looks at it is refused, but one may add to a number, or ask what is given."""

    def __init__(self, what: str, at_least: Asked | None = None, same_as: Asked | None = None) -> None:
        self.what, self.at_least, self.same_as = what, at_least or self._look, same_as or self._look

    def __add__(self, *_: object) -> Closed:
        return Closed(self.what)

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __add__

    def _look(self, *_: object) -> NoReturn:
        raise NotTold(self.what)

    __bool__ = __int__ = __index__ = __float__ = __repr__ = __getattr__ = _look
    __hash__ = _look

    def __eq__(self, other: object) -> bool:
        return bool(self.same_as(other))

    def _compare(self, is_at_least: bool, beyond: bool, number: Any) -> bool:
        return bool(self.at_least(floor(number) + 1 if beyond else ceil(number))) is is_at_least

    __ge__, __gt__ = partialmethod(_compare, True, False), partialmethod(_compare, True, True)
    __lt__, __le__ = partialmethod(_compare, False, False), partialmethod(_compare, False, True)


@dataclass(frozen=True)
class PastOfNode(History):
    """A history of which `known` says whether an event had happened so often, or is forgotten; and what came after."""

    name: str
    known: Known
    forgotten: bool = False
    added: tuple[str, ...] = ()

    def at_least(self, event: str, times: int) -> bool:
        """Whether an event has happened so often."""
        before = times - self.added.count(event)
        return before <= 0 or (not self.forgotten and self.known(self.name, event, before))

    def times(self, event: object) -> Closed:
        return Closed("past", partial(self.at_least, event_text(event)))

    def contains(self, event: object) -> bool:
        return self.at_least(event_text(event), 1)

    def lacks(self, event: object) -> bool:
        return not self.contains(event)

    def turn_of(self, event: object) -> Any:
        return Closed("turn on which something first happened")  # Witnesses say it, and do not look at it.

    def extended(self, event: object, turn: int) -> Self:
        return replace(self, added=(*self.added, event_text(event)))

    def emptied(self) -> Self:
        return replace(self, forgotten=True, added=())

    def counts(self) -> NoReturn:
        raise NotTold("past as a whole")

    __contains__, __iter__, __len__ = contains, counts, counts


class Detail(NamedTuple):
    """What nodes hold of a record, beside the position: how many turns before it, and which of `COUNTED`.

    Of the first of these turns they do not tell the board from which it was taken; conditions do.
    """

    lookback: int
    counted: tuple[str, ...]

    def known_of(self, record: Record[int], known: Known) -> Record[int]:
        """A record of which nothing else is known, and of its past what `known` says."""
        tally: Any = record.tally
        if "captures" not in self.counted:
            tally = replace(tally, captures=dict.fromkeys(Color, Closed("captures")))
        if "moves" not in self.counted:
            tally = replace(tally, moves=dict.fromkeys(product(Color, Phase), Closed("moves")))
        parts: dict[str, Any] = {name: PastOfNode(name, known) for name in HISTORIES}
        parts["passes"] = record.passes if "passes" in self.counted else Closed("passes")
        closed: Record[int] = _closed(record, self.lookback, known)
        return replace(closed, tally=tally, pass_run=record.pass_run, **parts)

    def of(self, record: Record[int]) -> tuple[Hashable, ...]:
        """What they hold of a record; those of which it is the same have one future, if the past meets conditions."""
        tally, turns = record.tally, self._turns(record)
        positions: list[Any] = [turn.position for turn in turns]
        if 0 < self.lookback < len(turns):
            positions[-1] = replace(positions[-1], coloring=None)
        counts: dict[str, Any] = {"captures": tally.captures, "moves": tally.moves, "passes": {"": record.passes}}
        kept = (tally.first_passer, tally.second_cleanup_start, *tally.placed.values(), tally.handicap, tally.uneven)
        last = ((type(turn.last).__name__, turn.began) for turn in turns)
        counted = (str(sorted(map(str, counts[name].items()))) for name in self.counted)
        return *positions, *last, *counted, kept, record.pass_run

    def board_before(self, record: Record[int]) -> str:
        """The board of which conditions tell; "" where there was none."""
        turns = self._turns(record)
        return event_text(turns[-1].position.coloring) if 0 < self.lookback < len(turns) else ""

    def _turns(self, record: Record[int]) -> list[Record[int]]:
        turns = [record]
        while len(turns) <= self.lookback and turns[-1].previous is not None:
            turns.append(turns[-1].previous)
        return turns


def _closed(record: Record[int], turns: int, known: Known) -> Any:
    """A record of which the position is known, and who began, and the same of some turns before it."""
    before: Any = record.previous and (_closed(record.previous, turns - 1, known) if turns else Closed("turn before"))
    if turns == 1 and before is not None:
        board: Any = Closed("turn before", same_as=lambda other: known(BOARD_BEFORE, event_text(other), 1))
        position = replace(before.position, coloring=board)
        before = replace(before, position=position, state=state(record.rules, position))
    closed: Any = {"last": Move(Closed("point"))} if isinstance(record.last, Move) else {}  # type: ignore[arg-type]
    closed |= dict.fromkeys((*HISTORIES, "turn", "phase_turn", "pass_run", "passes", "tally"), Closed("past"))
    return replace(record, previous=before, **closed)


class Promise(NamedTuple):
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


class ProofGraph(NamedTuple):
    """A graph that shows that a promise is kept; the last of its nodes is the start.

    Each has its conditions, as the numbers of questions counted from 1, negative where the answer is no; and the
    player's turn with the node to which it leads, or the node for each turn of the opponent; None where the game ends.
    A question is whether an event of a history had happened so often.
    """

    promise: Promise
    detail: Detail
    questions: Sequence[Question]
    nodes: Sequence[tuple[Sequence[int], Any]]


@dataclass
class Verifier:
    """Checks a graph from a game on; see `check`."""

    game: Game
    graph: ProofGraph
    _arrived: dict[int, Record[int]] = field(default_factory=dict)
    _latest: dict[tuple[str, str], int] = field(default_factory=dict)

    def check(self) -> int:
        """How many nodes there are, all of which were checked.

        Raises:
            NotKept: a node does not hold; the message says which, and why.
            TypeError, ValueError: a part of it is not of those allowed.
        """
        if self.graph.detail.lookback < 0:
            raise NotKept("Its nodes do not tell where they are.")
        nodes, detail, happened = len(self.graph.nodes), self.graph.detail, happened_by(self.game.record)
        known: Known = lambda history, event, times: happened.get((history, event), 0) >= times  # noqa: E731 (one line)
        self._latest = dict.fromkeys(happened, nodes)
        self._arrive(detail._replace(lookback=detail.lookback + 1).known_of(self.game.record, known), nodes - 1, nodes)
        for number in reversed(range(nodes)):
            try:
                self._check_node(number)
            except NotKept as reason:
                raise NotKept(f"Node {number}: {reason}") from None
        return nodes

    def _check_node(self, number: int) -> None:
        if number not in self._arrived:
            raise NotKept("no turn leads to it.")
        answer, conditions = self.graph.nodes[number][1], self._conditions(number)

        def known(history: str, event: str, times: int) -> bool:
            for (asked, of, often), is_so in conditions:
                if (asked, of) == (history, event) and (often >= times if is_so else often <= times):
                    return is_so
            if history in HISTORIES and self._latest.get((history, event), -1) < number:
                # Turns by which it happens lead to nodes before this one, if at all; none of them was taken.
                return False
            raise NotTold("past")

        record = self.graph.detail.known_of(self._arrived.pop(number), known)
        is_own = record.position.player is self.graph.promise.player
        if isinstance(answer, dict) is is_own:
            raise NotKept("it answers for the wrong player.")
        answered = dict([answer] if is_own else answer)
        for turn in every_turn(record):
            text = turn_text(self.game.grid, turn)
            try:
                is_legal = (text in answered or not is_own) and judge(record, turn).legal
            except NotTold as reason:
                # By some pasts it is legal: the opponent may take it, and the player may not.
                if is_own or reason.what != "past":
                    raise
                is_legal = True
            if is_legal and text not in answered:
                raise NotKept(f"there is no answer to {text}.")
            if is_legal:
                later, leads_to = after(record, turn), answered.pop(text)
                ended = ending(later)
                if ended is None or ended.result is None:
                    self._arrive(later if ended is None else ended.record, leads_to, number)
                elif leads_to is not None or not self.graph.promise.is_kept_by(ended.result):
                    raise NotKept(f"after {text} the game is over, and the promise is not kept.")
        if answered or not answer:
            raise NotKept(f"{next(iter(answered), 'a turn')} is not legal for all that is known.")

    def _conditions(self, number: int) -> list[tuple[Question, bool]]:
        return [(self.graph.questions[abs(one) - 1], one > 0) for one in self.graph.nodes[number][0]]

    def _arrive(self, record: Record[int], number: Any, before: int) -> None:
        if type(number) is not int or not 0 <= number < before:
            raise NotKept(f"the game goes on, and {number} is no node before it.")
        detail, pasts = self.graph.detail, {name: getattr(record, name) for name in HISTORIES}
        for (history, event, times), is_so in self._conditions(number):
            stood = event == detail.board_before(record)
            if (pasts[history].at_least(event, times) if history in pasts else stood) is not is_so:
                raise NotKept(f"the conditions of node {number} are not met.")
        for happened in ((name, event) for name, past in pasts.items() for event in past.added):
            self._latest[happened] = max(number, self._latest.get(happened, -1))
        if detail.of(self._arrived.setdefault(number, record)) != detail.of(record):
            raise NotKept(f"node {number} is of another position.")


def happened_by(record: Record[int]) -> dict[tuple[str, str], int]:
    """How often each event of each history has happened in a game."""
    return {(name, event_text(event)): times for name in HISTORIES for event, times in getattr(record, name).counts()}
