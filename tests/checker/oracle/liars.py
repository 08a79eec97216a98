"""Engines that lie: each is the interpreter with a fault. A test makes others of the catalogue of mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from superko.checker.oracle.engine import Aspect, Observation, Value
from superko.interpreter.game import Game
from superko.interpreter.notation import vertices
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.composition import after_move, state
from superko.spec.katago_v2.area_scoring import BUTTON
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.vocabulary import Ended, Phase, Play, Position, Record

from .lying import Liar, dropping, replacing

SHORT_MEMORY = 6
MOVE = "katago-v2/move/pseudolegal"
UNBLOCK = "katago-v2/cleanup/unblock"
CLEANUP = "katago-v2/main/then-cleanup"


def own_stones_first(c: Coloring[int], player: Color, point: int) -> Play[int]:
    colored = c.colored(point, player)
    self_captured = resolve_captures(colored, player)
    resolved = colored.emptied(self_captured)
    captured = resolve_captures(resolved, player.opponent)
    return Play(player, point, c, resolved.emptied(captured), captured, self_captured)


def forgets_what_is_long_ago(record: Record, play: Play[int]) -> bool:
    stood = record.earlier.turn_of(state(record.rules, after_move(record.rules, record.position, play)))
    return stood is None or stood < record.turn - SHORT_MEMORY


def captures_swapped(play: Play[int]) -> Mapping[Color, int]:
    return {play.player: play.captured.bit_count(), play.player.opponent: play.self_captured.bit_count()}


def listed(said: Observation) -> frozenset[str]:
    """The points that are said to be legal moves."""
    legal = said[Aspect.LEGAL]
    assert isinstance(legal, frozenset)
    return legal


def lists_all_but_the_last(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    grid = game.grid
    last = vertices(grid, 1 << grid.size - 1)
    return {} if game.over else {Aspect.LEGAL: listed(said) - {*last}}


def lists_stones(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    c = game.position.coloring
    stones = vertices(c.board.grid, c.of(game.position.player))
    return {} if game.over else {Aspect.LEGAL: listed(said) | {*stones}}


def names_columns_by_rows(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    """Takes the width for the height where it lists points."""
    grid = game.grid
    if game.over or grid.width == grid.height:
        return {}
    places = (grid.place(move.point) for move in game.moves())
    listed = (
        vertices(grid, grid.point(row, column)) for column, row in places if row < grid.width and column < grid.height
    )
    return {Aspect.LEGAL: frozenset(name for names in listed for name in names if name)}


def turned_upside_down(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    return {Aspect.BOARD: "/".join(reversed(str(said[Aspect.BOARD]).split("/")))}


def passes_in_a_row(number: int) -> Callable[[Record], bool]:
    return lambda record: record.pass_run >= number


def straight_to_the_score(record: Record) -> Position:
    return replace(record.position, phase=Phase.OVER)


def half_to_the_second(ended: Ended[int], color: Color) -> float:
    return BUTTON if ended.button is color.opponent else 0


def komi_to_black(ended: Ended[int], color: Color) -> float:
    return ended.rules.komi if color is BLACK else 0


def draws_are_white_wins(black: float, white: float) -> Color:
    return BLACK if black > white else WHITE


EVERY = (
    Liar(
        "forgets superko",
        "tromp-taylor",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        dropping("katago-v2/main/legal-superko"),
    ),
    Liar("own stones first", "tromp-taylor", Aspect.LEGAL, MOVE, replacing(MOVE, own_stones_first)),
    Liar(
        "single stones may capture themselves",
        "new-zealand-like",
        Aspect.LEGAL,
        "katago-v2/move/no-null-change",
        dropping("katago-v2/move/no-null-change"),
    ),
    Liar(
        "counts captures for the wrong color",
        "tromp-taylor",
        Aspect.CAPTURES,
        "katago-v2/move/capture-total",
        replacing("katago-v2/move/capture-total", captures_swapped),
    ),
    Liar("misses the last point", "tromp-taylor", Aspect.LEGAL, MOVE, says=lists_all_but_the_last),
    Liar("plays on its own stones", "tromp-taylor", Aspect.LEGAL, MOVE, says=lists_stones),
    Liar("takes columns for rows", "tromp-taylor", Aspect.LEGAL, MOVE, says=names_columns_by_rows),
    Liar("turns the board upside down", "tromp-taylor", Aspect.BOARD, MOVE, says=turned_upside_down),
    Liar(
        "needs three passes",
        "tromp-taylor",
        Aspect.PASS_ENDS_PHASE,
        "katago-v2/main/end-two-passes",
        replacing("katago-v2/main/end-two-passes", passes_in_a_row(3)),
    ),
    Liar(
        "counts the first pass with the button",
        "ko=POSITIONAL,hasButton=yes",
        Aspect.PASS_ENDS_PHASE,
        "katago-v2/main/end-two-passes-button",
        replacing("katago-v2/main/end-two-passes-button", passes_in_a_row(2)),
    ),
    Liar("skips cleanup", "japanese-like", Aspect.OVER, CLEANUP, replacing(CLEANUP, straight_to_the_score)),
    Liar(
        "marks no ko-moves",
        "japanese-like",
        Aspect.BLOCKED,
        "katago-v2/cleanup/mark",
        dropping("katago-v2/cleanup/mark"),
    ),
    Liar("never unblocks", "japanese-like", Aspect.UNBLOCK, UNBLOCK, replacing(UNBLOCK, lambda position: 0)),
    Liar(
        "half a point to the second to pass",
        "ko=POSITIONAL,hasButton=yes",
        Aspect.SCORES,
        "katago-v2/area/button",
        replacing("katago-v2/area/button", half_to_the_second),
    ),
    Liar(
        "gives komi to Black",
        "ko=POSITIONAL,komi=6.5",
        Aspect.SCORES,
        "katago-v2/area/komi",
        replacing("katago-v2/area/komi", komi_to_black),
    ),
    Liar(
        "draws are White's",
        "tromp-taylor",
        Aspect.WINNER,
        "katago-v2/area/winner",
        replacing("katago-v2/area/winner", draws_are_white_wins),
    ),
    Liar("Black may move last", "aga", Aspect.CAPTURES, "aga/11-last-move", dropping("aga/11-last-move")),
)
LIARS = {liar.fault: liar for liar in EVERY}
