"""What mistakes are made of: the clauses of `mistakes.txt` call these by name."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.composition import after_move, resulting_state
from superko.spec.katago_v2.area_scoring import surrounded
from superko.spec.katago_v2.moves import make_move, resolve_captures
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Play, Position, Record, Tally

TABLE = {1: True, 3: True, 7: True}
MADE = Rules().sole(Decision.MOVE)


def new(record: Record, play: Play[int]) -> Any:
    """A move repeats no state."""
    return record.earlier.lacks(resulting_state(record, play))


def not_led_back(record: Record, play: Play[int]) -> Any:
    """A move leads the opponent to no position in which they have passed."""
    return record.passed_from.lacks((record.position.player.opponent, resulting_state(record, play)))


def captures_differ(record: Record) -> Any:
    """One color has lost more stones than the other."""
    return record.tally.captures[BLACK] != record.tally.captures[WHITE]


def white_passes_again(record: Record) -> Any:
    """White has passed from a state from which White has passed already."""
    before = record.previous
    if before is None or before.position.player is BLACK:
        return False
    return record.pass_run > 0 and before.passed_from.contains((before.position.player, before.state))


def one_more_of_black(tally: Tally) -> Any:
    """One black stone more is captured."""
    return replace(tally, captures={**tally.captures, BLACK: tally.captures[BLACK] + 1})


def changed(play: Play[Any]) -> Any:
    """The points that a move changes."""
    return (play.before.black ^ play.after.black) | (play.before.white ^ play.after.white)


def changes(play: Play[Any]) -> Any:
    """A move changes the coloring."""
    return play.before.meets(changed(play), play.before.board.everything)


def counted_if_changed(play: Play[Any]) -> dict[Color, Any]:
    """A player's own stones count if the move has changed the coloring."""
    c = play.before
    own = c.size(c.board.choose(play.after.same_as(c), c.board.nothing, play.self_captured))
    return {play.player.opponent: c.size(play.captured), play.player: own}


def removing(c: Coloring[Any], player: Color, point: Any, captured: Any, own: Any) -> Play[Any]:
    """A move captures stones of the opponent, and of the player, whatever liberties they have."""
    return Play(player, point, c, c.colored(point, player).emptied(captured | own), captured, own)


def leaving(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures nothing."""
    return removing(c, player, point, c.board.nothing, c.board.nothing)


def choosing(c: Coloring[Any], player: Color, point: Any, is_so: Any) -> Play[Any]:
    """A move captures nothing where something is so."""
    play = make_move(c, player, point)
    captured = c.board.choose(is_so, c.board.nothing, play.captured)
    own = c.board.choose(is_so, c.board.nothing, play.self_captured)
    return removing(c, player, point, captured, own)


def capturing_itself(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures its own point for both players, and leaves it."""
    return Play(player, point, c, c.colored(point, player), point, point)


def leaving_its_own(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures none of the player's own stones."""
    return removing(c, player, point, resolve_captures(c.colored(point, player), player.opponent), c.board.nothing)


def capturing_its_own(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures only the player's own stones."""
    return removing(c, player, point, c.board.nothing, resolve_captures(c.colored(point, player), player))


def capturing_both_at_once(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the stones of both colors at once."""
    colored = c.colored(point, player)
    return removing(c, player, point, resolve_captures(colored, player.opponent), resolve_captures(colored, player))


def capturing_those_beside(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the stones beside it, of either color."""
    beside = c.board.neighbours(point)
    return removing(c, player, point, beside & c.of(player.opponent), beside & c.of(player))


def capturing_all_stones(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures every stone."""
    return removing(c, player, point, c.of(player.opponent), c.of(player) | point)


def capturing_all_of_its_own(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures all of the player's stones beside what it captures."""
    made, own = make_move(c, player, point), c.of(player) | point
    return replace(made, after=made.after.emptied(own), self_captured=own)


def taking_off_the_stone_played(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the stone that was played, whatever it captures else."""
    made = make_move(c, player, point)
    return replace(made, after=made.after.emptied(point), self_captured=made.self_captured | point)


def single_stones(c: Coloring[Any], color: Color) -> Any:
    """Single stones without liberty."""
    return c.regions(c.of(color), where=lambda region: c.is_single(region) & c.is_empty(c.border(region) & c.empty))


def capturing_single_stones(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures single stones alone."""
    colored = c.colored(point, player)
    captured = single_stones(colored, player.opponent)
    return removing(c, player, point, captured, single_stones(colored.emptied(captured), player))


def capturing_all_but_single_stones(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures no single stone."""
    colored = c.colored(point, player)
    captured = resolve_captures(colored, player.opponent) & ~single_stones(colored, player.opponent)
    left = colored.emptied(captured)
    return removing(c, player, point, captured, resolve_captures(left, player) & ~single_stones(left, player))


def capturing_black_stones(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures black stones alone."""
    return capturing_its_own(c, player, point) if player is BLACK else leaving_its_own(c, player, point)


def capturing_in_the_first_column(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures stones in the first column alone."""
    colored, column = c.colored(point, player), c.board.grid.column(0)
    captured = resolve_captures(colored, player.opponent) & column
    return removing(c, player, point, captured, resolve_captures(colored.emptied(captured), player) & column)


def capturing_its_own_first(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the player's own stones first, and then the opponent's."""
    colored = c.colored(point, player)
    own = resolve_captures(colored, player)
    captured = resolve_captures(colored.emptied(own), player.opponent)
    return removing(c, player, point, captured, own)


def positions(record: Record) -> Iterator[Position]:
    """What stood, latest first."""
    before: Record | None = record
    while before is not None:
        yield before.position
        before = before.previous


def key(position: Position) -> tuple[object, ...]:
    """What superko compares; with the button, whether anybody has passed is part of it."""
    return position.coloring.black, position.coloring.white, position.passed


def short_hash(position: Position) -> int:
    return zlib.crc32(repr(key(position)).encode()) & 0xFFFF


def in_the_window(record: Record, play: Play[int]) -> bool:
    after = key(after_move(record.rules, record.position, play))
    return after in [key(position) for position in positions(record)][:8]


def by_hash(record: Record, play: Play[int]) -> bool:
    after = short_hash(after_move(record.rules, record.position, play))
    return after in map(short_hash, positions(record))


def with_captured_stones(record: Record, play: Play[int]) -> bool:
    """Hashes are compared out of which captured stones are never taken: one that is placed twice cancels itself."""
    stood = [*[*positions(record)][::-1], after_move(record.rules, record.position, play)]
    hashed: frozenset[tuple[Color, int]] = frozenset()
    hashes = [hashed]
    for before, after in pairwise(stood):
        for color in Color:
            new = after.coloring.of(color) & ~before.coloring.of(color)
            hashed ^= {(color, new)} if new else set()
        hashes.append(hashed)
    return hashes[-1] in hashes[:-1]


def before_suicide(record: Record, play: Play[int]) -> bool:
    """Stones that the player captures of its own are still there in what is looked up."""
    kept = replace(play, after=play.after.colored(play.self_captured, play.player), self_captured=0)
    return key(after_move(record.rules, record.position, kept)) in map(key, positions(record))


def but_for_the_start(record: Record, play: Play[int]) -> bool:
    return key(after_move(record.rules, record.position, play)) in [*map(key, positions(record))][:-1]


def retakes(record: Record, play: Play[int]) -> bool:
    """Whether what stood before the last move comes back, passes or not."""
    stood = [key(position) for position in positions(record)]
    before = next((other for other in stood if other != stood[0]), None)
    return key(after_move(record.rules, record.position, play)) == before


def dame_to_black(ended: Ended[int], color: Color) -> int:
    c = ended.coloring
    shared = c.empty & ~surrounded(ended, BLACK) & ~surrounded(ended, color.opponent)
    return (surrounded(ended, color) | (shared if color is BLACK else 0)).bit_count()
