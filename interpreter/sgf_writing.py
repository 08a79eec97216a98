"""Writing SGF: the bytes of a file that hold a game record.

SGF has no unblock actions. One is written as a move at the stone whose mark it removes, with a comment that says so; as
no move there could be legal, `game_records.intended_turn` knows it again. Other programs show a stone that is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator

from sgfmill.sgf_grammar import Coarse_game_tree, escape_text, serialise_game_tree
from sgfmill.sgf_properties import serialise_real

from ..spec.algebra import Color, Grid
from ..spec.algebra.grid import points_of
from ..spec.vocabulary import Move, Pass, Phase, Turn, Unblock
from .game_records import GameRecord, Said
from .sgf_reading import NO_LIST, SPEAKERS
from .sgf_values import Node, point_letters
from .vertices import turn_text


def write_sgf(record: GameRecord) -> bytes:
    r"""A game record as an SGF file, from which `read_sgf` reads the same game.

    >>> write_sgf(GameRecord(3, 2, turns=((Color.BLACK, Move(1)),)))
    b'(;FF[4]AP[superko]CA[UTF-8]GM[1]PL[B]SZ[3:2];B[aa])\n'
    """
    tree = Coarse_game_tree()
    grid = record.coloring.board.grid
    nodes = [dict(_root(record)), *(_node(grid, color, turn) for color, turn in record.turns)]
    for said in record.said:
        nodes[said.turn] = {**nodes[said.turn], **_said(grid, said)}
    nodes[-1] = {**nodes[-1], **dict(_territory(record))}
    tree.sequence = nodes
    written: bytes = serialise_game_tree(tree)
    return written


def _root(record: GameRecord) -> Iterator[tuple[str, list[bytes]]]:
    width, height = record.width, record.height
    yield "FF", [b"4"]
    yield "GM", [b"1"]
    yield "CA", [b"UTF-8"]
    yield "AP", [b"superko"]
    yield "SZ", [str(width).encode() if width == height else f"{width}:{height}".encode()]
    yield "PL", [record.first_player.value.encode()]
    if record.komi is not None:
        yield "KM", [serialise_real(record.komi)]
    if record.handicap:
        yield "HA", [str(record.handicap).encode()]
    texts = {"PB": record.black_name, "PW": record.white_name, "RU": record.rules, "RE": record.result}
    for name, text in texts.items():
        if text:
            yield name, [escape_text(text.encode("utf-8"))]
    for name, points in (("AB", record.black), ("AW", record.white)):
        if points:
            yield name, [point_letters(record.coloring.board.grid, point) for point in points_of(points)]
    if record.phase is not Phase.MAIN:
        yield "PHASE", [record.phase.value.encode()]
    if record.captured_black or record.captured_white:
        yield "CAPTURED", [f"{record.captured_black}:{record.captured_white}".encode()]


def _territory(record: GameRecord) -> Iterator[tuple[str, list[bytes]]]:
    for name, points in (("TB", record.black_territory), ("TW", record.white_territory)):
        if points:
            yield name, [point_letters(record.coloring.board.grid, point) for point in points_of(points)]


def _said(grid: Grid, said: Said) -> Node:
    name = next(name for name, speaker in SPEAKERS.items() if speaker is said.speaker)
    if said.points is None:
        return {name: [NO_LIST]}
    return {name: [point_letters(grid, point) for point in points_of(said.points)] or [b""]}


def _node(grid: Grid, color: Color, turn: Turn) -> Node:
    match turn:
        case Pass():
            return {color.value: [b""]}
        case Move(point):
            return {color.value: [point_letters(grid, point)]}
        case Unblock(stone):
            return {color.value: [point_letters(grid, stone)], "C": [turn_text(grid, turn).encode()]}
