"""Planted engines: the interpreter with a mistake by name, in the three functions that the runner of suites asks."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from superko.checker.vectors.suites import state_line
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import BLACK, Color
from superko.spec.composition import after_move
from superko.spec.katago_v2.area_scoring import surrounded
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Phase, Play, Position, Record
from tests.checker.oracle.liars import half_to_the_second, own_stones_first
from tests.checker.oracle.lying import Amend, dropping, replacing

SITUATIONAL = "ko=SITUATIONAL,suicide=no"
BUTTON = "ko=POSITIONAL,suicide=yes,hasButton=yes,komi=6.5"
WINDOW = 8
SUPERKO = "katago-v2/main/legal-superko"
SIMPLE_KO = "katago-v2/main/legal-simple-ko"
SUICIDE = "katago-v2/move/suicide-ban"


class Engine:
    """An engine that plays by some rules, in the words of a suite."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game = Game(rules, 1)

    def set_up(self, width: int, height: int, rows: str, player: str, phase: str, handicap: int) -> str:
        self.game = Start(width, height, rows, Color(player), Phase(phase), handicap=handicap).game(self.rules)
        return self.said()

    def is_legal(self, turn: str) -> bool:
        # The text C3 alone may stand for unblocking the stone there, as in SGF.
        return self.game.judge(parse_turn(self.game.grid, turn)).legal

    def play(self, turn: str) -> str:
        self.game = self.game.play(parse_turn(self.game.grid, turn))
        return self.said()

    def said(self) -> str:
        return state_line(state_report(self.game, explain=True))


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


def superko(stood: Callable[[Record, Play[int]], bool]) -> Amend:
    """Superko that finds out in another way whether a position has stood."""
    return replacing(SUPERKO, lambda record, play: not stood(record, play))


def in_the_window(record: Record, play: Play[int]) -> bool:
    after = key(after_move(record.rules, record.position, play))
    return after in [key(position) for position in positions(record)][:WINDOW]


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


class Planted(NamedTuple):
    """Rules under which a suite is to show a mistake, and what the mistake makes of them."""

    rules: str
    amend: Amend

    def engine(self) -> Engine:
        return Engine(self.amend(parse_rules(self.rules)))


PLANTED: Mapping[str, Planted] = {
    "superko that ignores the player": Planted(SITUATIONAL, lambda rules: replace(rules, ko=Ko.POSITIONAL)),
    "superko that looks back eight boards": Planted(BUTTON, superko(in_the_window)),
    "superko that trusts a hash of 16 bits": Planted(BUTTON, superko(by_hash)),
    "superko that leaves captured stones in the hash": Planted(BUTTON, superko(with_captured_stones)),
    "superko that does not see suicide": Planted(BUTTON, superko(before_suicide)),
    "superko that forgets the start": Planted(BUTTON, superko(but_for_the_start)),
    "a suicide of two stones": Planted(
        SITUATIONAL, replacing(SUICIDE, lambda play: play.self_captured.bit_count() in (0, 2))
    ),
    "own stones captured first": Planted(BUTTON, replacing("katago-v2/move/pseudolegal", own_stones_first)),
    "a ko ban that a pass does not lift": Planted(
        "ko=SIMPLE,hasButton=yes", replacing(SIMPLE_KO, lambda record, play: not retakes(record, play))
    ),
    "dame given to Black": Planted(BUTTON, replacing("katago-v2/area/score-none#surrounded", dame_to_black)),
    "a forgotten tax": Planted("stone-scoring", dropping("katago-v2/area/score-all#tax")),
    "komi counted twice": Planted(
        BUTTON,
        replacing("katago-v2/area/komi", lambda ended, color: 0 if color is BLACK else 2 * ended.rules.komi),
    ),
    "the button given to the second who passes": Planted(
        BUTTON, replacing("katago-v2/area/button", half_to_the_second)
    ),
    "marks of cleanup kept": Planted("japanese-like", dropping("katago-v2/cleanup/unmark")),
}
