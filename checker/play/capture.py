"""Whether stones can be captured by force: AND/OR search, on games and on a phase graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from ...interpreter.game import Game
from ...spec.algebra import Color
from ...spec.katago_v2.moves import captured_points
from ...spec.vocabulary import Move, Pass, Record, State, Turn
from ..phase.breadth_first import breadth_first
from ..phase.machine import Machine, Memory, Model, Taken, at_points
from ..solving.budget import OutOfBudget
from ..solving.plain_play import PlainSearch
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
    is_within, played = at_points(points), 0

    def onward(game: Game) -> Iterator[tuple[Turn, Game]]:
        return ((turn, game.play(turn)) for turn in filter(is_within, () if game.over else game.turns()))

    for played, (_, _, game) in enumerate(breadth_first(start, onward, lambda game: what_decides(game.record)), 1):
        if is_sought(game):
            return GameSearch(game, played)
    return GameSearch(None, played)


def what_decides(record: Record) -> Hashable:
    """Enough of a game under simple ko to know how it can go on, even if passes did not reset any count."""
    histories = frozenset(times_stood(record).items()), record.since_pass.counts(), frozenset(record.passed_from)
    return record.position, record.previous and record.previous.state, record.pass_run, *histories


def times_stood(record: Record) -> Counter[State]:
    """How often each state has stood since the game began, whoever has passed since."""
    stood: Counter[State] = Counter()
    before: Record | None = record
    while before is not None:
        stood[before.state] += 1
        before = before.previous
    return stood


@dataclass(frozen=True)
class Captured:
    """Whether a group can be captured by force (None where the budget ran out), and how many turns were tried."""

    by_force: bool | None
    tried: int


def can_be_captured(game: Game, attacker: Color, group: int, own: int, points: int, budget: int) -> Captured:
    """Whether an attacker can capture a group, before losing stones of their own, by moves at some points.

    The attack succeeds when a stone of the group is captured. It fails when one of the attacker's own stones is
    captured before that or by the turn after it, or when the phase ends. The budget is how many turns may be tried.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.algebra import BLACK
    >>> from superko.spec.rules import Rules
    >>> game = Game(Rules(), rows=".OX.")
    >>> can_be_captured(game, BLACK, group=0b0010, own=0, points=0b1111, budget=100)
    Captured(by_force=True, tried=1)
    """
    model, tried, is_within = Model(game), 0, at_points(points)

    def after_each(game: Game) -> Iterator[Game | bool]:
        nonlocal tried
        for turn in sorted(filter(is_within, game.turns()), key=lambda turn: isinstance(turn, Pass)):
            tried += 1
            if tried > budget:
                raise OutOfBudget
            after = game.taking(turn)
            coloring = after.position.coloring
            if group & ~coloring.of(attacker.opponent):
                yield not costs_its_own(after)
            elif own & ~coloring.of(attacker) or after.ended_by is not None:
                yield False
            else:
                yield after

    def costs_its_own(game: Game) -> bool:
        """Whether the next turn can capture a stone of the attacker's own groups."""
        replies = filter(is_within, game.turns()) if own else ()
        return any(own & ~game.taking(reply).position.coloring.of(attacker) for reply in replies)

    search = PlainSearch(
        after_each, lambda game: game.position.player is attacker, least=False, most=True, key=model.key
    )
    try:
        return Captured(bool(search.best(game)), tried)
    except OutOfBudget:
        return Captured(None, tried)


def can_be_forced(phase: Machine, attacker: Color, kos: int) -> tuple[bool, int]:
    """Whether an attacker can force a capture from the start of a phase, and how many histories were looked at.

    The attack succeeds when the attacker empties points that are not in the kos, or more than one, or when the phase
    ends while the attacker threatens to. It fails when the defender is the first to empty such points.
    """
    rules = phase.start.rules

    def captured(taken: Taken) -> int:
        return captured_points(taken.step.play) if taken.step.play else 0

    def captures_first(taken: Taken) -> int:
        if captured(taken):
            return 0
        return 3 if isinstance(taken.step.turn, Move) else 1 + isinstance(taken.step.turn, Pass)

    def attacks(history: tuple[int, Memory]) -> bool:
        return phase.nodes[history[0]].position.player is attacker

    def after_each(history: tuple[int, Memory]) -> Iterator[tuple[int, Memory] | bool]:
        for taken in sorted(phase.taken(*history), key=captures_first):
            emptied = captured(taken)
            if emptied & ~kos or emptied.bit_count() > 1:
                yield attacks(history)
            elif taken.ended_by is None:
                yield taken.node, taken.memory
            else:
                yield threatens(rules, taken.step.position.coloring, attacker, kos)

    search = PlainSearch(after_each, attacks, least=False, most=True, key=lambda history: history)
    succeeds = bool(search.best((0, phase.first_memory)))
    return succeeds, len(search.known)
