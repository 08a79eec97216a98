"""Engines that are wrong about moves: how they are made, and which are legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from superko.checker.oracle.engine import Aspect, Observation, Value
from superko.interpreter.game import Game
from superko.interpreter.notation import vertices
from superko.spec.algebra import Color, Coloring, Condition
from superko.spec.composition import after_move, state
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.parameters import Ko
from superko.spec.vocabulary import Play, Record

from .lying import Liar, dropping, replacing

SHORT_MEMORY = 6
MOVE = "katago-v2/move/pseudolegal"


def own_stones_first(c: Coloring[int], player: Color, point: int) -> Play[int]:
    colored = c.colored(point, player)
    self_captured = resolve_captures(colored, player)
    resolved = colored.emptied(self_captured)
    captured = resolve_captures(resolved, player.opponent)
    return Play(player, point, c, resolved.emptied(captured), captured, self_captured)


def dead_stones_stay(c: Coloring[int], player: Color, point: int) -> Play[int]:
    colored = c.colored(point, player)
    captured = resolve_captures(colored, player.opponent)
    return Play(player, point, c, colored.emptied(captured), captured, 0)


def single_stones_only(c: Coloring[int], player: Color, point: int) -> Play[int]:
    """Only the regions of one point are captured, as by code that forgets to go on from a stone to its neighbours."""
    colored = c.colored(point, player)
    captured = c.regions(resolve_captures(colored, player.opponent), where=c.is_single)
    resolved = colored.emptied(captured)
    self_captured = resolve_captures(resolved, player)
    return Play(player, point, c, resolved.emptied(self_captured), captured, self_captured)


def without_wrapping_captures(c: Coloring[int], player: Color, point: int) -> Play[int]:
    """The last point of a row counts as a neighbour of the first one of the next, as where points are bare numbers."""
    colored = c.colored(point, player)
    captured = dead_where_rows_join(colored, player.opponent)
    resolved = colored.emptied(captured)
    self_captured = dead_where_rows_join(resolved, player)
    return Play(player, point, c, resolved.emptied(self_captured), captured, self_captured)


def dead_where_rows_join(c: Coloring[int], color: Color) -> int:
    width, everywhere = c.board.grid.width, c.board.everything
    dead, left = 0, c.of(color)
    while left:
        region, grown = 0, left & -left
        while region != grown:
            region = grown
            beside = (region << 1 | region >> 1 | region << width | region >> width) & everywhere
            grown = region | beside & c.of(color)
        dead |= 0 if beside & c.empty else region
        left &= ~region
    return dead


def neither_of_the_last_two(record: Record, play: Play[int]) -> bool:
    """Forbids the retaking of a ko for two turns longer than the rules do."""
    result = state(record.rules, after_move(record.rules, record.position, play))
    before = record
    for _ in range(4):
        if before.previous is None:
            return True
        before = before.previous
        if before.state == result:
            return False
    return True


def forgets_what_is_long_ago(record: Record, play: Play[int]) -> bool:
    stood = record.earlier.turn_of(state(record.rules, after_move(record.rules, record.position, play)))
    return stood is None or stood < record.turn - SHORT_MEMORY


def forgets_at_a_pass(record: Record, play: Play[int]) -> Condition:
    return record.since_pass.lacks(state(record.rules, after_move(record.rules, record.position, play)))


def captures_swapped(play: Play[int]) -> Mapping[Color, int]:
    return {play.player: play.captured.bit_count(), play.player.opponent: play.self_captured.bit_count()}


def no_self_captures(play: Play[int]) -> Mapping[Color, int]:
    return {play.player.opponent: play.captured.bit_count(), play.player: 0}


def one_capture_a_move(play: Play[int]) -> Mapping[Color, int]:
    return {play.player.opponent: int(play.captured > 0), play.player: play.self_captured.bit_count()}


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


LIARS = (
    Liar(
        "forgets superko",
        "tromp-taylor",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        dropping("katago-v2/main/legal-superko"),
    ),
    Liar(
        "situational instead of positional superko",
        "tromp-taylor",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        lambda rules: replace(rules, ko=Ko.SITUATIONAL),
    ),
    Liar(
        "positional instead of situational superko",
        "new-zealand-like",
        Aspect.LEGAL,
        "katago-v2/main/state",
        lambda rules: replace(rules, ko=Ko.POSITIONAL),
    ),
    Liar(
        "simple ko instead of superko",
        "chinese-ogs-kgs",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        lambda rules: replace(rules, ko=Ko.SIMPLE),
    ),
    Liar(
        "superko with a short memory",
        "tromp-taylor",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        replacing("katago-v2/main/legal-superko", forgets_what_is_long_ago),
    ),
    Liar(
        "superko that forgets at a pass",
        "tromp-taylor",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        replacing("katago-v2/main/legal-superko", forgets_at_a_pass),
    ),
    Liar(
        "passes leave no state behind",
        "new-zealand-like",
        Aspect.LEGAL,
        "katago-v2/main/legal-superko",
        lambda rules: rules.reading({"reading/history-includes-passes": "excluded"}),
    ),
    Liar(
        "forgets simple ko",
        "chinese-like",
        Aspect.LEGAL,
        "katago-v2/main/legal-simple-ko",
        dropping("katago-v2/main/legal-simple-ko"),
    ),
    Liar(
        "simple ko for too long",
        "chinese-like",
        Aspect.LEGAL,
        "katago-v2/main/legal-simple-ko",
        replacing("katago-v2/main/legal-simple-ko", neither_of_the_last_two),
    ),
    Liar("own stones first", "tromp-taylor", Aspect.LEGAL, MOVE, replacing(MOVE, own_stones_first)),
    Liar("self-captured stones stay", "tromp-taylor", Aspect.BOARD, MOVE, replacing(MOVE, dead_stones_stay)),
    Liar("captures single stones only", "tromp-taylor", Aspect.BOARD, MOVE, replacing(MOVE, single_stones_only)),
    Liar("rows join at the edge", "tromp-taylor", Aspect.BOARD, MOVE, replacing(MOVE, without_wrapping_captures)),
    Liar(
        "allows suicide",
        "chinese-ogs-kgs",
        Aspect.LEGAL,
        "katago-v2/move/suicide-ban",
        lambda rules: replace(rules, suicide=True),
    ),
    Liar(
        "forbids suicide",
        "tromp-taylor",
        Aspect.LEGAL,
        "katago-v2/move/suicide-ban",
        lambda rules: replace(rules, suicide=False),
    ),
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
    Liar(
        "does not count self-captures",
        "tromp-taylor",
        Aspect.CAPTURES,
        "katago-v2/move/capture-total",
        replacing("katago-v2/move/capture-total", no_self_captures),
    ),
    Liar(
        "counts one capture a move",
        "tromp-taylor",
        Aspect.CAPTURES,
        "katago-v2/move/capture-total",
        replacing("katago-v2/move/capture-total", one_capture_a_move),
    ),
    Liar("misses the last point", "tromp-taylor", Aspect.LEGAL, MOVE, says=lists_all_but_the_last),
    Liar("plays on its own stones", "tromp-taylor", Aspect.LEGAL, MOVE, says=lists_stones),
    Liar("takes columns for rows", "tromp-taylor", Aspect.LEGAL, MOVE, says=names_columns_by_rows),
    Liar("turns the board upside down", "tromp-taylor", Aspect.BOARD, MOVE, says=turned_upside_down),
)
