"""Played games: a plain search through the interpreter, as a witness from outside for every search of the checker.

It takes turns, and nothing else: all games of one turn, then all of two, and so on. Every turn that can be written down
is judged, and no two games are ever taken for one, whatever they have in common, so that nothing here depends on what a
clause may ask about. That is slow, and good for tiny boards only: all 907 games of positional superko on `...` take a
second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from superko.interpreter.game import Game, IllegalTurn
from superko.interpreter.result import NoResult, Result
from superko.spec.algebra import Color
from superko.spec.algebra.grid import points_of
from superko.spec.vocabulary import AGREE, PASS, Move, Position, Turn, Unblock

Turns: TypeAlias = tuple[Turn, ...]


@dataclass(frozen=True)
class Said:
    """What the rules say of a game, between two turns.

    Attributes:
        position: what stands, and whose turn it is.
        captures: how many points of each color have been emptied, Black's first.
        legal: the turns that are legal now; none once the game is over.
        unsaid: the turns that no clause forbids, and of which the rules can't say what they do; amended rules only.
        pass_ends: whether a pass now would end the phase or the game.
        ended_by: the name of the clause by which the last turn ended a phase or the game, if it did.
        result: how the game came out, once it is over.
    """

    position: Position
    captures: tuple[int, ...]
    legal: frozenset[Turn]
    unsaid: frozenset[Turn]
    pass_ends: bool
    ended_by: str | None
    result: Result | None


def said_of(game: Game) -> Said:
    """What the rules say of a game."""
    captures = tuple(game.record.tally.captures[color] for color in Color)
    continued = continuations(game)
    legal = frozenset(turn for turn, after in continued.items() if after is not None)
    passed = continued.get(PASS)
    pass_ends = passed is not None and passed.ended_by is not None
    return Said(game.position, captures, legal, frozenset(continued) - legal, pass_ends, game.ended_by, game.result)


def continuations(game: Game) -> dict[Turn, Game | None]:
    """The game after each turn that no clause forbids; None where the rules can't say what the turn does.

    Every turn that can be written down is judged: a pass, a move and an unblock action at every point of the board,
    and an agreement.
    """
    if game.over:
        return {}
    points = list(points_of(game.position.coloring.board.everything))
    after: dict[Turn, Game | None] = {}
    turns: tuple[Turn, ...] = (PASS, *map(Move, points), *map(Unblock, points), AGREE)
    for turn in turns:
        try:
            after[turn] = game.play(turn)
        except IllegalTurn:
            continue
        except ValueError:
            after[turn] = None
    return after


def games_by_length(start: Game, most_turns: int) -> Iterator[Mapping[Turns, Game]]:
    """The games of no turn, those of one turn, and so on, each by its turns; none longer than the longest there are."""
    games: Mapping[Turns, Game] = {(): start}
    for length in range(most_turns + 1):
        yield games
        if length < most_turns:
            games = {
                (*turns, turn): after
                for turns, game in games.items()
                for turn, after in continuations(game).items()
                if after is not None
            }
        if not games:
            return


def all_games(start: Game, most_turns: int) -> Mapping[Turns, Said]:
    """What the rules say of every game of up to some turns; two rule sets are the same there if they say the same."""
    return {turns: said_of(game) for games in games_by_length(start, most_turns) for turns, game in games.items()}


def numbers_by_length(start: Game, most_turns: int) -> list[tuple[int, int]]:
    """For each length from none up: how many sequences of legal turns there are, and how many of them end the game."""
    return [(len(games), sum(game.over for game in games.values())) for games in games_by_length(start, most_turns)]


def shortest_without_result(start: Game, most_turns: int) -> Turns | None:
    """The turns of a shortest game that ends without result; None if no game of up to some turns does."""
    for games in games_by_length(start, most_turns):
        for turns, game in games.items():
            if isinstance(game.result, NoResult):
                return turns
    return None


def longest_game(start: Game, most_turns: int) -> Turns | None:
    """The turns of a longest game; None if some game has not ended after so many turns."""
    *_, longest = games_by_length(start, most_turns)
    if not all(game.over for game in longest.values()):
        return None
    return next(iter(longest))


def positions(start: Game, most_turns: int) -> frozenset[Position]:
    """The positions that games of up to some turns come to."""
    return frozenset(game.position for games in games_by_length(start, most_turns) for game in games.values())
