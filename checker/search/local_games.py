"""Games from a position in which moves are made at some points only, all of them, the shorter ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from ...interpreter.game import Game
from ...spec.vocabulary import Move, Record, State, Turn


@dataclass(frozen=True)
class Played:
    """What was found among games: a shortest one that was sought, if there is one, and how many were played."""

    found: Game | None
    games: int


def shortest_game(start: Game, points: int, is_sought: Callable[[Game], bool]) -> Played:
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
                        return Played(game, played)
                    if not game.over:
                        longer.setdefault(what_decides(game.record), game)
        games = list(longer.values())
    return Played(None, played)


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
