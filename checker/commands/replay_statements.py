"""What is said of dead stones when a game record is settled: by the user, by the record, or by whoever can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ...interpreter.notation import parse_vertex, vertices
from ...interpreter.records.game_record import GameRecord
from ...interpreter.sitting import marked_dead
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.vocabulary import Pass

NAMES = {BLACK: "Black", WHITE: "White", None: "a third party"}
PROPERTIES = {BLACK: "DEADB", WHITE: "DEADW", None: "RULING"}
NO_STONES = "none"
NO_LIST = "?"

Ask: TypeAlias = Callable[[str, Grid], int | None]
"""Ask somebody which stones are dead: the question, and the grid; None where no list is given."""


@dataclass(frozen=True)
class Settling:
    """How a game is to be settled.

    Attributes:
        dead: the dead stones, as the user names them; None where the user does not.
        protocol: the protocol by which players say which stones are dead, or "aga"; None to let the rules say.
        filling: whether players are taken to fill dame first, where a cleanup phase follows.
        ask: how to ask what the record does not say; None if nobody can be asked.
    """

    dead: str | None = None
    protocol: str | None = None
    filling: bool = True
    ask: Ask | None = None


@dataclass(frozen=True)
class Heard:
    """What somebody says of dead stones: their points, None for no list; and how we know it, in one sentence."""

    points: int | None
    how: str


def parse_stones(grid: Grid, text: str) -> int:
    """The points that a list of vertices names.

    Raises:
        ValueError: a word in it names no point of the board.

    >>> parse_stones(Grid(3, 3), "A3, c3") == 0b101, parse_stones(Grid(3, 3), "none")
    (True, 0)
    """
    words = text.replace(",", " ").split()
    named = [] if [word.casefold() for word in words] == [NO_STONES] else words
    return sum({parse_vertex(grid, word) for word in named})


def has_lists(record: GameRecord) -> bool:
    """Whether a record tells what a player says of dead stones."""
    return any(said.speaker is not None for said in record.said)


def both_hold_dead(record: GameRecord, c: Coloring[int], wanted: Settling) -> Heard | None:
    """What both players are taken to hold dead, by the user's word or by the territory that the record marks."""
    if wanted.dead is not None:
        points = parse_stones(c.board.grid, wanted.dead)
        return Heard(points, "Both players are taken to hold dead what --dead names.")
    if record.black_territory | record.white_territory:
        territory = {BLACK: record.black_territory, WHITE: record.white_territory}
        points = marked_dead(c, territory)
        return Heard(points, "Both players are taken to agree on the territory that the record marks.")
    return None


def heard(record: GameRecord, turns: int, speaker: Color | None, c: Coloring[int], wanted: Settling) -> Heard:
    """What a player, or a third party, says where play has stopped after some turns.

    Raises:
        ValueError: nobody says it.
    """
    name, grid = NAMES[speaker], c.board.grid
    last = turns
    while last < len(record.turns) and isinstance(record.turns[last][1], Pass):
        last += 1
    told = [
        said for said in record.said if said.speaker is speaker and min(turns, len(record.turns)) <= said.turn <= last
    ]
    if told:
        return Heard(told[0].points, said_sentence(name, told[0].points, grid, " in the record"))
    both = None if speaker is None else both_hold_dead(record, c, wanted)
    if both is not None and both.points is not None:
        return Heard(both.points & ~c.empty, both.how)
    if wanted.ask is None:
        raise ValueError(
            f"The record does not say which stones {name} holds dead after {turns} turns; it could by "
            f"{PROPERTIES[speaker]}, and --dead names stones that both hold dead."
        )
    points = wanted.ask(f"Which stones does {name} hold dead", grid)
    return Heard(points, said_sentence(name, points, grid))


def said_sentence(name: str, points: int | None, grid: Grid, where: str = "") -> str:
    """What somebody says of dead stones, in one sentence."""
    name = name[:1].upper() + name[1:]
    if points is None:
        return f"{name} gives no list{where}."
    return f"{name} holds dead{where}: {', '.join(vertices(grid, points)) or 'nothing'}."
