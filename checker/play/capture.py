"""Whether stones can be captured by force: AND/OR search, on games and on a phase graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from ...interpreter.game import Game
from ...spec.algebra import Color
from ...spec.katago_v2.moves import captured_points
from ...spec.vocabulary import Move, Pass, Record, State, Turn
from ..phase.machine import Machine, Memory, Model, Taken
from ..solving.budget import OutOfBudget
from .cycles import threatens


@dataclass(frozen=True)
class GameSearch:
    """What was found among games: a shortest one that was sought, if there is one, and how many were played."""

    shortest: Game | None
    games: int


def shortest_game(start: Game, points: int, is_sought: Callable[[Game], bool]) -> GameSearch:
    """The shortest game that is sought, with moves at some points only; the players may also pass and unblock.

    Of games of one length that go on alike, one is played on.
    """
    games, played = [start], 0
    while games:
        longer: dict[Hashable, Game] = {}
        for before in games:
            for turn in before.turns():
                if is_within(turn, points):
                    game = before.play(turn)
                    played += 1
                    if is_sought(game):
                        return GameSearch(game, played)
                    if not game.over:
                        longer.setdefault(what_decides(game.record), game)
        games = list(longer.values())
    return GameSearch(None, played)


def is_within(turn: Turn, points: int) -> bool:
    """Whether a turn is no move, or a move at one of the points."""
    return not isinstance(turn, Move) or bool(turn.point & points)


def what_decides(record: Record) -> Hashable:
    """Enough of a game under simple ko to know how it can go on, even if passes did not reset any count."""
    last_state = record.previous.state if record.previous else None
    stood, since_pass = times_stood(record), record.since_pass.counts()
    return (
        record.position,
        last_state,
        record.pass_run,
        frozenset(stood.items()),
        since_pass,
        frozenset(record.passed_from),
    )


def times_stood(record: Record) -> Counter[State]:
    """How often each state has stood since the game began, whoever has passed since."""
    stood: Counter[State] = Counter()
    before: Record | None = record
    while before is not None:
        stood[before.state] += 1
        before = before.previous
    return stood


@dataclass
class Capturing:
    """A search for a way to capture a group, which remembers what it has found of every future.

    The attack succeeds when a stone of the group is captured. It fails when a stone of the attacker's own groups is
    captured before that or by the turn after it, or when the phase ends.

    Attributes:
        attacker: who attacks.
        group: the defender's stones that are attacked.
        own: the attacker's stones that must not be captured before.
        points: where moves are made.
        budget: how many turns may be tried.
        model: the game.
        tried: how many turns have been tried.
        known: for each future that was looked at, whether the attack succeeds.
    """

    attacker: Color
    group: int
    own: int
    points: int
    budget: int
    model: Model
    tried: int = 0
    known: dict[Hashable, bool] = field(default_factory=dict)

    def succeeds(self, game: Game) -> bool:
        """Whether the attacker can capture the group, whatever the defender does.

        Raises:
            OutOfBudget: more turns would have to be tried than the budget allows.
        """
        asked = self.model.key(game)
        if asked not in self.known:
            turns = sorted((turn for turn in game.turns() if is_within(turn, self.points)), key=_passes_last)
            successes = self._after_each(game, turns)
            self.known[asked] = any(successes) if game.position.player is self.attacker else all(successes)
        return self.known[asked]

    def _after_each(self, game: Game, turns: list[Turn]) -> Iterator[bool]:
        for turn in turns:
            self.tried += 1
            if self.tried > self.budget:
                raise OutOfBudget
            after = game.taking(turn)
            coloring = after.position.coloring
            if self.group & ~coloring.of(self.attacker.opponent):
                yield not self._costs_its_own(after)
            elif self.own & ~coloring.of(self.attacker) or after.ended_by is not None:
                yield False
            else:
                yield self.succeeds(after)

    def _costs_its_own(self, game: Game) -> bool:
        """Whether the next turn can capture a stone of the attacker's own groups."""
        replies = (turn for turn in game.turns() if is_within(turn, self.points)) if self.own else ()
        return any(self.own & ~game.taking(reply).position.coloring.of(self.attacker) for reply in replies)


def _passes_last(turn: Turn) -> bool:
    return isinstance(turn, Pass)


@dataclass(frozen=True)
class Captured:
    """Whether a group can be captured by force (None where the budget ran out), and how many turns were tried."""

    by_force: bool | None
    tried: int


def can_be_captured(game: Game, attacker: Color, group: int, own: int, points: int, budget: int) -> Captured:
    """Whether an attacker can capture a group, before losing a group of their own, by moves at some points.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.algebra import BLACK
    >>> from superko.spec.rules import Rules
    >>> game = Game.set_up(Rules(), parse_board(".OX."), BLACK)
    >>> can_be_captured(game, BLACK, group=0b0010, own=0, points=0b1111, budget=100)
    Captured(by_force=True, tried=1)
    """
    search = Capturing(attacker, group, own, points, budget, Model(game))
    try:
        return Captured(search.succeeds(game), search.tried)
    except OutOfBudget:
        return Captured(None, search.tried)


@dataclass
class Attack:
    """A search for a way to force a capture, which remembers what it has found of every history.

    The attack succeeds when the attacker empties points that are not in the kos, or more than one, or when the phase
    ends while the attacker threatens to. It fails when the defender is the first to empty such points.

    Attributes:
        phase: the phase.
        attacker: who attacks.
        kos: the points of the kos.
        known: for each history that was looked at, whether the attack succeeds.
    """

    phase: Machine
    attacker: Color
    kos: int
    known: dict[tuple[int, Memory], bool] = field(default_factory=dict)

    def succeeds(self, node: int, memory: Memory) -> bool:
        """Whether the attacker can force it, whatever the defender does."""
        history = node, memory
        if history not in self.known:
            attacks = self.phase.nodes[node].position.player is self.attacker
            turns = sorted(self.phase.taken(node, memory), key=_captures_first)
            successes = (self._succeeds_by(taken, attacks) for taken in turns)
            self.known[history] = any(successes) if attacks else all(successes)
        return self.known[history]

    def _succeeds_by(self, taken: Taken, attacks: bool) -> bool:
        captured = _captured(taken)
        if captured & ~self.kos or captured.bit_count() > 1:
            return attacks
        if taken.ended_by is None:
            return self.succeeds(taken.node, taken.memory)
        return threatens(self.phase.start.rules, taken.step.position.coloring, self.attacker, self.kos)


def _captured(taken: Taken) -> int:
    return captured_points(taken.step.play) if taken.step.play else 0


def _captures_first(taken: Taken) -> int:
    if _captured(taken):
        return 0
    return 3 if isinstance(taken.step.turn, Move) else 1 + isinstance(taken.step.turn, Pass)


def can_be_forced(phase: Machine, attacker: Color, kos: int) -> tuple[bool, int]:
    """Whether an attacker can force a capture from the start of a phase, and how many histories were looked at."""
    attack = Attack(phase, attacker, kos)
    return attack.succeeds(0, phase.first_memory), len(attack.known)
