"""Games under one rule set or several, played side by side with the same turns, in the order of their length.

A line stands for all games that are the same but for a symmetry of the board, for all that have the same future, and
for all that have ended alike; it knows how many they are, so that what is counted are games.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra import BLACK, Color
from ...spec.vocabulary import Turn
from ..phase.model import Model
from ..phase.symmetry import Symmetry, up_to_symmetry


@dataclass(frozen=True, slots=True)
class Line:
    """Games with the same turns so far, one for each rule set.

    Attributes:
        games: the games.
        number: how many sequences of turns the line stands for.
        symmetries: the symmetries of the board, other than leaving it as it is, that change none of the turns so far.
    """

    games: tuple[Game, ...]
    number: int = 1
    symmetries: tuple[Symmetry, ...] = ()

    @property
    def over(self) -> bool:
        """Whether one of the games has ended."""
        return any(game.over for game in self.games)


class Lockstep:
    """All games from the same start under some rule sets, one model for each.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> games = Lockstep([Model.of(Rules(), Grid(2, 1))])
    >>> sum(line.number for line in games.longer([games.start]))
    3
    """

    def __init__(self, models: Sequence[Model]) -> None:
        self._models = tuple(models)
        images = min((model.images for model in self._models), key=len)
        self.start = Line(tuple(model.start for model in self._models), symmetries=images)

    def longer(self, lines: Iterable[Line]) -> list[Line]:
        """The lines that are one turn longer, by the turns that are legal in the first game; none after the end."""
        found: dict[Hashable, Line] = {}
        for line in lines:
            if not line.over:
                for longer in self.continued(line, line.games[0].turns()):
                    self.gather(found, longer)
        return list(found.values())

    def continued(self, line: Line, turns: Iterable[Turn]) -> Iterator[Line]:
        """What each of some turns makes of a line, where none of its games is over; the turns are not judged."""
        for turn, number, kept in up_to_symmetry(turns, line.symmetries):
            yield Line(tuple(game.taking(turn) for game in line.games), line.number * number, kept)

    def gather(self, lines: dict[Hashable, Line], line: Line) -> None:
        """Add a line to others of the same length; with one that has the same future, it becomes one line."""
        key = self._future(line)
        known = lines.get(key)
        lines[key] = line if known is None else replace(known, number=known.number + line.number)

    def _future(self, line: Line) -> Hashable:
        return tuple(
            _coming_out(game) if game.over else model.key(game)
            for model, game in zip(self._models, line.games, strict=True)
        )


def layers(games: Lockstep, depth: int | None) -> Iterator[list[Line]]:
    """The lines of each length, from none up to a number of turns, as long as there are any."""
    lines, turns = [games.start], 0
    while lines and (depth is None or turns <= depth):
        yield lines
        lines, turns = games.longer(lines), turns + 1


def lines_of(games: Lockstep, depth: int | None) -> Iterator[Line]:
    """All lines of up to a number of turns, the shorter ones first."""
    return (line for lines in layers(games, depth) for line in lines)


def _coming_out(game: Game) -> Hashable:
    result = game.result
    return game.ended_by, (result.black, result.white) if isinstance(result, Score) else result


def lead_passed_on(game: Game, player: Color = BLACK) -> float:
    """By how much a player leads, Black if none is named, if both only pass.

    Raises:
        ValueError: the game then has no score.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.rules import Rules
    >>> lead_passed_on(Game.set_up(Rules(), parse_board(".X.")))
    3.0
    """
    result = game.passed_out().result
    if not isinstance(result, Score):
        raise ValueError("If both players only pass, this game has no score.")
    return result.lead if player is BLACK else -result.lead
