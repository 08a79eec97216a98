"""Article 7: that it decides every string, what its readings change, independent life, shapes, and effective moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from ....interpreter.game import Game
from ....interpreter.notation import parse_board, parse_vertex, vertices
from ....interpreter.result import as_set_up, lead_of
from ....interpreter.story import Story
from ....interpreter.wording import PLAYERS
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.japanese_1989.ending import without_dead_stones
from ....spec.japanese_1989.life import in_seki
from ....spec.katago_v2.life import independent_life_regions
from ....spec.presets import PRESETS
from ....spec.registry import Decision, make_clause
from ....spec.rules import Rules
from ....spec.vocabulary import Ended, Phase
from ...evidence.verdict import Outcome, Seen, answer, case, cases, count, every_case, one_case, smallest_case
from ...life.statuses import (
    MOST_NODES,
    Confirmation,
    Life,
    StringStatus,
    confirmation_of,
    possible_strings,
    searched,
    standing,
)
from ...phase.symmetry import image_of, symmetries
from ...sweeps.sweep import positions_of
from ...values.valuing import Valuing

TEXT = PRESETS["japanese-1989"]
_KATAGO = PRESETS["japanese-like"]
_MOST_POINTS = 6
LENGTH = 40


@lru_cache(8)
def every_final_position(rules: Rules, grid: Grid) -> Confirmation:
    """The confirmation of every final position of a board."""
    return confirmation_of(rules, grid, positions_of(grid))


def count_by_article_7(rules: Rules, c: Coloring[int], dead: int) -> float:
    """By how much Black leads in a final position without prisoners, once dead stones are taken off."""
    lead: float = lead_of(rules.defined(without_dead_stones)(as_set_up(rules, c), dead))  # type: ignore[assignment]
    return lead


def shown(rules: Rules, c: Coloring[int], status: StringStatus, shows: str) -> Story:
    """The line of play that shows a status, as a game to step through."""
    start = Game(rules, rows=c, to_play=status.first, phase=Phase.FIRST_CLEANUP)
    return Story.play(start, status.line[:LENGTH], shows)


def named(c: Coloring[int], status: StringStatus) -> str:
    """A string and what it is, in words."""
    owner = PLAYERS[status.owner]
    return f"{owner}'s {', '.join(vertices(c.board.grid, status.stones))}, {status.life.value}"


@every_case("final positions of {grid}", acts="could be captured, alive all the same")
def every_string_has_a_status(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find what every string of every final position is, and count them by what they are.

    Of strings that are images of each other, by turns of the board, one is asked for.
    """
    confirmation = every_final_position(rules, grid)
    images = {
        stones: {stones, *(image_of(stones, symmetry) for symmetry in symmetries(grid))}
        for stones in possible_strings(grid)
    }
    asked = [stones for stones in images if stones == min(images[stones])]
    for owner in Color:
        for stones, census in confirmation.census(owner, asked).items():
            number = len(images[stones])
            dead, kept, enabling = (number * census[life] for life in (Life.DEAD, Life.KEPT, Life.ENABLING))
            strings = number * sum(len(c.black) for c in standing(grid, owner, stones))
            both_or_neither = abs(strings - dead - kept - enabling)
            yield cases(both_or_neither, acted=enabling, strings=strings, dead=dead, kept=kept, enabling=enabling)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_changed_status(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position of which a reading changes a status."""
    confirmation, other = (every_final_position(rule_set, grid) for rule_set in (rules, otherwise))
    for c in positions_of(grid):
        for status, changed in zip(confirmation.statuses(c), other.statuses(c), strict=True):
            shows = f"{named(c, status)}; read otherwise they are {changed.life.value}."
            line = status if status.line else changed
            yield case(status.life.alive is changed.life.alive, partial(shown, rules, c, line, shows), strings=1)


@every_case("final positions of {grid}", acts="had independent life", first=True)
def independent_life_lives(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Look at the strings in what KataGo's rules call independent life: are they alive, and not in seki?"""
    confirmation = every_final_position(rules, grid)
    for c in positions_of(grid):
        statuses = confirmation.statuses(c)
        dead = sum(status.stones for status in statuses if not status.life.alive)
        for color in Color:
            region = independent_life_regions(_KATAGO, c, color)
            seki = in_seki(rules, c, dead, color)
            for status in statuses:
                if status.owner is color and status.stones & region:
                    is_so = bool(status.life.alive) and not status.stones & seki
                    shows = f"{named(c, status)}, {'in seki' if status.stones & seki else 'though it has such life'}."
                    yield case(is_so, partial(shown, rules, c, status, shows), strings=1)


@dataclass(frozen=True)
class KnownShape:
    """A shape whose statuses players know.

    Attributes:
        name: what it is called.
        board: a board with it.
        statuses: of strings, by one of their points, whether they are alive.
        left_alone: points, such as the eyes around it, at which no move is taken into account: it is decided locally.
        most: how many nodes may be read for a string.
    """

    name: str
    board: str
    statuses: Mapping[str, bool]
    left_alone: str = ""
    most: int = MOST_NODES

    @property
    def grid(self) -> Grid:
        """Its board."""
        return parse_board(self.board).board.grid


SNAPBACK = KnownShape("snapback", ".X.X./XXXXX/OOOX./..OX.", {"A2": False, "A3": True})
BENT_FOUR = KnownShape(
    "bent four in the corner",
    "XXOOO.O/.XXXXOO/OOO.XO.",
    {"B2": False, "A1": True},
    left_alone="F3 G1 C3 D3 E3 F2 F1 G2 G3",
    most=1_000_000,
)
TWO_KOS = KnownShape("double-ko seki", ".OOOO/OX.OX/XXXX.", {"A1": True, "B3": True, "A2": False, "E2": False})
MOONSHINE_LIFE = KnownShape(
    "moonshine life",
    ".OOOO/OX.OX/XXXX./OOOXX/O.OOO/OOO.O/XXXOO/.X.XO",
    {"A2": False},
    left_alone="B4 D3",
)
TEN_THOUSAND_YEAR_KO = KnownShape(
    "ten-thousand-year ko",
    ".XOX.XO./XXOOXXOO/.XO.XOO./XXO.XOOO",
    {"C4": True, "E3": True},
    left_alone="A4 A2 H4 H2",
)
SHAPES = (SNAPBACK, BENT_FOUR, TWO_KOS, MOONSHINE_LIFE, TEN_THOUSAND_YEAR_KO)
THREE_POINTS = KnownShape(
    "three points without capturing",
    ".XXO.O/OXXOO./XOOOOO/XXXXXX/.X.XXX",
    {"A4": True, "B5": True},
    left_alone="E5 F4 A1 C1",
)


@one_case("{shape.grid}", acts="decided a string")
def shape_has_its_statuses(rules: Rules, shape: KnownShape) -> Seen:
    """Search as much of hypothetical play as it takes to know the statuses of a shape."""
    c, grid, named_statuses, wrong = parse_board(shape.board), shape.grid, [], 0
    within = grid.everywhere & ~sum(parse_vertex(grid, point) for point in shape.left_alone.split())
    for vertex, lives in shape.statuses.items():
        point = parse_vertex(grid, vertex)
        owner = BLACK if c.black & point else WHITE
        status = searched(rules, c, owner, c.board.closure(point, within=c.of(owner)), within, shape.most)
        if status.life.alive is None:
            return answer(None, notes=f"{named(c, status)}.")
        wrong += status.life.alive is not lives
        named_statuses.append((status, named(c, status)))
    first = next(status for status, _ in named_statuses)
    scope = f"{grid}, locally" if shape.left_alone else str(grid)
    words = ". ".join(words for _, words in named_statuses)
    counts = {"strings": len(named_statuses), "differences": wrong}
    story = shown(rules, c, first, f"{shape.name}: {words}.")
    return answer(not wrong, counts, story, acted=len(named_statuses), scope=scope)


def dead_by_article_7(ended: Ended[int]) -> Ended[int]:
    """Once a game has stopped, the strings that are dead by article 7 are taken off, and it is counted."""
    others = tuple(amendment for amendment in ended.rules.amendments if amendment.name != CONFIRMED)
    rules, c = replace(ended.rules, amendments=others), ended.coloring
    without_dead: Ended[int] = rules.defined(without_dead_stones)(
        ended, every_final_position(rules, c.board.grid).dead(c)
    )
    return without_dead


CONFIRMED = "ours/confirmed-by-article-7"
CONFIRMING = TEXT.adding(make_clause(dead_by_article_7, CONFIRMED, decides=Decision.REMOVAL))


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_effective_move(rules: Rules, both: bool, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position in which a player who goes on gains by best play; or each who does."""
    games = {(c, player): Game(CONFIRMING, rows=c, to_play=player) for c in positions_of(grid) for player in Color}
    valuing = Valuing([*games.values()])
    confirmation = every_final_position(rules, grid)
    for c in positions_of(grid):
        stopped = count_by_article_7(rules, c, confirmation.dead(c))
        worth = [valuing.worth(games[c, player]).value for player in (BLACK, WHITE)]
        if any(value is None for value in worth):
            yield count(undecided=1)
            continue
        gains = [worth[0].worst > stopped, worth[1].best < stopped]  # type: ignore[union-attr]
        is_effective = all(gains) if both else any(gains)
        shows = f"Stopped here Black leads by {stopped:g}; " + " ".join(
            f"if {PLAYERS[player]} goes on, by {value.worst:g}."  # type: ignore[union-attr]
            for player, value, gain in zip((BLACK, WHITE), worth, gains, strict=True)
            if gain
        )
        yield case(
            not is_effective, Story.of(Game(rules, rows=c, to_play=BLACK if gains[0] else WHITE), shows), positions=1
        )
