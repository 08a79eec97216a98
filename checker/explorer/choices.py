"""The turns that one could take: whether each is legal, what forbids it, and what state it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...interpreter.game import Game
from ...interpreter.judgement import Judgement
from ...spec.algebra.grid import points_of
from ...spec.vocabulary import PASS, Move, Pass, Record, State, Turn, Unblock


@dataclass(frozen=True)
class Choice:
    """A turn that one could think of.

    Attributes:
        judgement: whether it is legal, and otherwise what forbids it.
        leads_to: the game after it; also after a move that is forbidden, if it can be made; None if it can't.
        stood: after how many turns the state that it leads to stood first, if it has stood in this phase.
    """

    judgement: Judgement
    leads_to: Game | None
    stood: int | None

    @property
    def turn(self) -> Turn:
        """The turn."""
        return self.judgement.turn


def choices_of(game: Game) -> tuple[Choice, ...]:
    """A pass, a move at every point and every unblock action that can be taken; none once the game is over.

    >>> from superko.spec.rules import Rules
    >>> pass_, a1, b1 = choices_of(Game.start(Rules(), 2, 1).play(Move(0b01)).play(Move(0b10)))
    >>> pass_.stood, a1.stood, b1.leads_to, b1.stood
    (2, 1, None, None)
    """
    if game.over:
        return ()
    stood = first_stood(game.record)
    return tuple(_choice(game, turn, stood) for turn in _thinkable(game))


def first_stood(record: Record) -> Mapping[State, int]:
    """Every state that has stood in this phase, the present one included, with the turns before it first stood."""
    found: dict[State, int] = {}
    before: Record | None = record
    while before is not None:
        found[before.state] = before.turn
        before = before.previous
    return found


def _thinkable(game: Game) -> Iterator[Turn]:
    yield PASS
    yield from map(Move, points_of(game.position.coloring.board.everything))
    yield from game.unblocks()


def _choice(game: Game, turn: Turn, stood: Mapping[State, int]) -> Choice:
    judgement = game.judge(turn)
    if not judgement.legal and not _can_be_made(game, turn):
        return Choice(judgement, None, None)
    after = game.taking(turn, judgement.play)
    stays_in_phase = after.record.previous is not None
    return Choice(judgement, after, stood.get(after.record.state) if stays_in_phase else None)


def _can_be_made(game: Game, turn: Turn) -> bool:
    """Whether a forbidden turn still tells what would happen on the board."""
    match turn:
        case Pass():
            return True
        case Move(point):
            return bool(point & game.position.coloring.empty)
        case Unblock():
            return False
