"""Counting a game that is shown: what both players hold dead where play stops, and what the score then is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import zip_longest
from operator import or_

from ....interpreter.drawing import Picture, picture_of, svg
from ....interpreter.game import Game
from ....interpreter.notation import parse_vertex, vertex, vertices
from ....interpreter.records.dead_sets import connected, explain_result, explanation_sentences
from ....interpreter.records.game_record import GameRecord, record_of, result_text, told_result
from ....interpreter.records.replay import Replay
from ....interpreter.records.settling import agreed_in_words, shown_dead
from ....interpreter.result import NoResult, Result, Score, counted_points
from ....interpreter.sitting import Sitting, agree_on
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from .sides import outcome_report

MOST_TRIED_IN_A_PAGE = 300


@dataclass(frozen=True)
class Count:
    """A game that is counted: where play stopped, and how the players settle it there."""

    stopped: Game
    settled: Sitting

    @property
    def result(self) -> Result | None:
        """How the game comes out; None where passing does not end it."""
        return self.settled.result

    @property
    def picture(self) -> Picture:
        """The board where play stopped, with the dead stones, the dame as if filled, and the points that count."""
        c, ended, dead = self.stopped.position.coloring, self.settled.ended, self.settled.dead
        filled = reduce(or_, (point for _, point in self.settled.filled), 0)
        stands = replace(c, black=c.black | ended.coloring.black, white=c.white | ended.coloring.white)
        counted = counted_points(ended) if isinstance(self.result, Score) else {}
        return replace(picture_of(self.stopped.record), coloring=stands, counted=counted, dead=dead, assumed=filled)


def counted_report(name: str, game: Game, dead: tuple[str, ...], protocol: str = "") -> dict[str, object]:
    """How a game comes out under some rules once it is counted, with its board; or why it can't be counted.

    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Move
    >>> report = counted_report("a", Game(Rules(), (3, 1)).play(Move(0b010)), ())
    >>> report["sentence"], report["says"]
    ('Black wins by 3.', ['No stone is removed as dead.'])
    """
    try:
        counted = count(game, dead, protocol)
    except ValueError as error:
        return {"error": str(error)}
    if counted.result is None:
        return {"error": "Passing never ends the game from here, so it can't be counted."}
    drawn = svg(counted.picture, name=f"Board under {name}", buttons=True)
    says = [*agreed_in_words(counted.stopped, counted.settled)]
    return {"svg": drawn, "says": says, **outcome_report(counted.stopped.rules, counted.result)}


def count(game: Game, dead: tuple[str, ...], protocol: str = "") -> Count:
    """A game as both players settle it by a protocol who hold the same strings dead, each named by one of its points.

    Raises:
        ValueError: play does not stop, there is no stone at a point, or the protocol does not settle it so.
    """
    stopped = _stop_of(game)
    c = stopped.position.coloring
    points = _points(c.board.grid, dead)
    return Count(stopped, agree_on(stopped, points & c.empty | _strings(c, points), protocol=protocol))


def with_dead(game: Game, dead: tuple[str, ...], point: str) -> tuple[str, ...]:
    """The strings that are dead after a click: the whole group of a stone that was alive, or without a dead string.

    Raises:
        ValueError: there is no stone at the point.
    """
    c = _stop_of(game).position.coloring
    grid = c.board.grid
    clicked = parse_vertex(grid, point)
    if clicked & c.empty:
        raise ValueError(f"There is no stone at {vertex(grid, clicked)} to be dead.")
    color = BLACK if clicked & c.black else WHITE
    before = _strings(c, _points(grid, dead))
    if clicked & before:
        return _named(c, before & ~_strings(c, clicked))
    return _named(c, before | c.board.closure(clicked, c.not_of(color.opponent)) & c.of(color))


def record_counted(game: Game, dead: tuple[str, ...], protocol: str = "") -> GameRecord:
    """The record of a game that is counted, with the territory of each player and the result."""
    counted = count(game, dead, protocol)
    record = replace(record_of(game), result=result_text(counted.result) if counted.result else "")
    points = counted.picture.counted
    c = counted.stopped.position.coloring
    black, white = (points.get(color, 0) & ~(c.of(color) & ~counted.settled.dead) for color in (BLACK, WHITE))
    return replace(record, black_territory=black, white_territory=white)


def dead_in_record(game: Game, record: GameRecord) -> tuple[str, ...] | None:
    """The strings that are dead by what a record shows at its end; None if it marks no territory and clears none."""
    stop = _replayed(game).stop()
    if stop is None:
        return None
    c = stop[0].position.coloring
    dead = shown_dead(record, c)
    return None if dead is None else _named(c, dead)


def explained(game: Game, result: str) -> list[tuple[str, tuple[str, ...] | None]]:
    """Which strings must be dead for a game to come out as its record says: sentences, with the strings they tell of.

    Raises:
        ValueError: the record tells no score, or play does not come to where the players say which stones are dead.
    """
    explanation = explain_result(_replayed(game), told_result(result), most=MOST_TRIED_IN_A_PAGE)
    sets: list[tuple[str, ...] | None] = [_named(explanation.coloring, dead) for dead in explanation.sets]
    return list(zip_longest(explanation_sentences(result, explanation), sets))


def _stop_of(game: Game) -> Game:
    """Where the players of a game stop to say which stones are dead; they pass on to there if they have not yet."""
    stop = _replayed(game).stop()
    if stop is None or isinstance(stop[0].result, NoResult):
        raise ValueError("The game ends before the players say which stones are dead.")
    return stop[0]


def _replayed(game: Game) -> Replay:
    return Replay(record_of(game), game.course, ())


def _points(grid: Grid, names: tuple[str, ...]) -> int:
    return sum(parse_vertex(grid, name) for name in names)


def _strings(c: Coloring[int], points: int) -> int:
    """The strings of some stones."""
    return sum(c.board.closure(points & c.of(color), c.of(color)) for color in Color)


def _named(c: Coloring[int], stones: int) -> tuple[str, ...]:
    """A point of each string of some stones."""
    strings = [string for color in Color for string in connected(c, color, c.of(color)) if string & stones]
    return tuple(vertices(c.board.grid, sum(string & -string for string in strings)))
