"""The Japanese rules of 1989: articles 7, 8 and 12, and KataGo's cleanup beside article 7.

What best play makes of a string in cleanup is decided in a game in which half a point more is at stake, see
`life/local.py`. A new stone where it stood is enough, as it is for article 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache, partial, reduce

from ...interpreter.game import Game
from ...interpreter.notation import parse_board, parse_vertex, vertices
from ...interpreter.result import Score, as_set_up, lead_of
from ...interpreter.story import Story
from ...interpreter.wording import PLAYERS
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.japanese_1989.ending import without_dead_stones
from ...spec.japanese_1989.life import eye_points, in_seki
from ...spec.katago_v2.life import independent_life_regions
from ...spec.presets import PRESETS
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.vocabulary import Ended, Move, Phase
from ..evidence.verdict import Outcome, Seen, answer, case, cases, count, every_case, one_case, smallest_case
from ..life.local import half_a_point_for
from ..life.statuses import (
    MOST_NODES,
    Confirmation,
    Life,
    StringStatus,
    confirmation_of,
    searched,
    strings_of,
)
from ..phase.symmetry import Permutation, board_symmetries, image_of, symmetries
from ..solving.budget import Budget
from ..solving.solution import Value, best_line, value_of
from ..solving.solver import Solver
from ..sweeps.sweep import positions_of
from ..values.valuing import worths_of
from .bans import games_from

_MOST_POINTS_OF_SEKI = 9


def area_lead(rules: Rules, c: Coloring[int]) -> int:
    """By how many stones and points that only one color surrounds Black leads."""
    black, white = (c.size(c.of(color) | rules.defined(eye_points)(c, 0, color)) for color in Color)
    return int(black - white)


@every_case("games of up to {depth} turns on {grid}", acts="ended without seki")
def count_is_area_less_moves(rules: Rules, grid: Grid, depth: int) -> Iterator[Seen]:
    """Play all games that end without seki, kos or not: area is the count, and the moves that Black has made more.

    Games are left out in which a player has made two moves more than the other; no stones are taken for dead.
    """
    for game in games_from(Game(replace(rules, komi=0), grid), depth):
        c = game.position.coloring
        if isinstance(game.result, Score) and not any(in_seki(rules, c, 0, color) for color in Color):
            stones = [isinstance(turn, Move) for turn in game.turns_taken]
            uneven = sum(stones[::2]) - sum(stones[1::2])
            if abs(uneven) <= 1:
                apart = area_lead(rules, c) - game.result.lead
                yield case(
                    apart == uneven, Story.of(game, "Count and area are not as far apart as the moves."), games=1
                )


@smallest_case(Outcome.WITNESSED, _MOST_POINTS_OF_SEKI)
def smallest_seki_together(strings: Rules, groups: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that counts otherwise if strings round the same eye points are in seki together."""
    for c in positions_of(grid):
        ends = [Game(rules, rows=c).passed_out() for rules in (strings, groups)]
        leads = [end.result.lead for end in ends if isinstance(end.result, Score)]
        shows = f"Black's lead is {leads[0]:g}; if those strings are in seki together, {leads[1]:g}."
        yield case(leads[0] == leads[1], Story.of(ends[0], shows), positions=1)


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
    for c in positions_of(grid):
        for owner, stones in strings_of(c):
            images = {stones, *(image_of(stones, symmetry) for symmetry in symmetries(grid))}
            if stones == min(images):
                life, number = confirmation.status(c, owner, stones).life, len(images)
                dead, kept, enabling = (number * (life is one) for one in (Life.DEAD, Life.KEPT, Life.ENABLING))
                neither = number - dead - kept - enabling
                yield cases(neither, acted=enabling, strings=number, dead=dead, kept=kept, enabling=enabling)


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
    """A shape, with what players know: of strings, by one of their points, whether they are alive.

    At the points left alone, such as the eyes around it, no move is taken into account: it is decided locally.
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
    worths, confirmation = worths_of(CONFIRMING, positions_of(grid)), every_final_position(rules, grid)
    for c in positions_of(grid):
        stopped = count_by_article_7(rules, c, confirmation.dead(c))
        worth = [*worths(c).values()]
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


CLEANUP = replace(PRESETS["japanese-like"], komi=0)


class Difference(Enum):
    """How a final position comes out in cleanup by best play, beside its count by article 7."""

    SAME = "the same whoever goes first"
    WHO_IS_FIRST = "something else as soon as one player goes first: the game had stopped too early"
    OTHERWISE = "something else, whoever goes first"
    NO_RESULT = "no result, or not"


def compared(rules: Rules, grid: Grid) -> Iterator[tuple[Difference | None, Callable[[], Story]]]:
    """How every final position comes out in cleanup, by either player first, or None where that is not known; shown."""
    worths = worths_of(CLEANUP, positions_of(grid), Phase.FIRST_CLEANUP)
    confirmation = every_final_position(rules, grid)
    for c in positions_of(grid):
        dead = confirmation.dead(c)
        lead, (first, second) = count_by_article_7(rules, c, dead), worths(c).values()
        if first is None or second is None:
            kind = None
        elif first.worst != first.best or second.worst != second.best:
            kind = Difference.NO_RESULT
        elif first.best != second.best:
            kind = Difference.WHO_IS_FIRST
        else:
            kind = Difference.SAME if first.best == lead else Difference.OTHERWISE
        yield kind, partial(cleanup_shown, c, dead, lead, first)


def cleanup_shown(c: Coloring[int], dead: int, lead: float, first: Value | None) -> Story:
    """The final position where cleanup begins, Black first."""
    assert first is not None, "it is known"
    stones = ", ".join(vertices(c.board.grid, dead)) or "nothing"
    shows = f"By article 7 dead is {stones}, and Black leads by {lead:g}; by best play in cleanup by {first.best:g}."
    return Story.of(cleanup_from(CLEANUP, c, BLACK), shows)


@every_case("final positions of {grid}", acts="came out alike")
def cleanup_counts_alike(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Count every final position by article 7, and solve KataGo's cleanup from there with either player first."""
    for kind, shows in compared(rules, grid):
        is_same = kind is Difference.SAME
        yield case(is_same, shows, is_same, **{kind.name.lower(): 1}) if kind else count(undecided=1)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_difference(rules: Rules, kind: Difference, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position that comes out otherwise in cleanup in one way."""
    for other, shows in compared(rules, grid):
        yield case(other is not kind, shows, positions=1) if other else count(undecided=1)


def cleanup_from(rules: Rules, c: Coloring[int], first: Color) -> Game:
    """The game of cleanup that begins in a final position."""
    return Game(rules, rows=c, to_play=first, phase=Phase.FIRST_CLEANUP)


@dataclass(frozen=True)
class StringInCleanup:
    """A string of a final position, and whether best play leaves it in cleanup, by who goes first.

    That is None where it hangs on what no-result is worth.
    """

    c: Coloring[int]
    owner: Color
    stones: int
    left: Mapping[Color, bool | None]


class CleanupOfStrings:
    """What becomes of every string of a board's final positions in cleanup.

    Of strings that are images of each other, by turns of the board and the swap of colors, one is searched for, in all
    positions in which it stands.
    """

    def __init__(self, grid: Grid) -> None:
        self._positions = [*positions_of(grid)]
        self._symmetries = board_symmetries(grid)

    @cached_property
    def strings(self) -> list[StringInCleanup]:
        """Every string of every final position."""
        positions: dict[int, list[Coloring[int]]] = {}
        for c in self._positions:
            for owner, stones in strings_of(c):
                if owner is BLACK and stones == min(self._images(stones)):
                    positions.setdefault(stones, []).append(c)
        return [string for stones, where in positions.items() for string in self._with_images(stones, where)]

    def _images(self, stones: int) -> dict[int, Permutation]:
        """The images of a string, each with a symmetry by which it is one."""
        return {image_of(stones, symmetry): symmetry for symmetry in self._symmetries}

    def _with_images(self, stones: int, positions: Sequence[Coloring[int]]) -> Iterator[StringInCleanup]:
        """A string of Black's in some positions, with all images of it."""
        images = self._images(stones)
        for c, left in zip(positions, self.left(BLACK, stones, positions), strict=True):
            other = {first.opponent: is_left for first, is_left in left.items()}
            for image, symmetry in images.items():
                black, white = (image_of(points, symmetry) for points in (c.black, c.white))
                yield StringInCleanup(Coloring(c.board, black, white), BLACK, image, left)
                yield StringInCleanup(Coloring(c.board, white, black), WHITE, image, other)

    def left(
        self, owner: Color, stones: int, positions: Iterable[Coloring[int]]
    ) -> Iterator[Mapping[Color, bool | None]]:
        """Whether a string is left in each of some positions, by who goes first; see `StringInCleanup`."""
        rules = half_a_point_for(CLEANUP, owner, stones)
        solver = self._solver(rules)
        for c in positions:
            values = {first: value_of(solver, cleanup_from(rules, c, first)) for first in Color}
            yield {first: None if value.worst != value.best else value.best % 1 != 0 for first, value in values.items()}

    def _solver(self, rules: Rules) -> Solver:
        return Solver([cleanup_from(rules, c, first) for c in self._positions for first in Color], Budget())

    def line(self, string: StringInCleanup, first: Color) -> Game:
        """A game of best play in cleanup, in which half a point hangs on a string."""
        rules = half_a_point_for(CLEANUP, string.owner, string.stones)
        game, solver = cleanup_from(rules, string.c, first), self._solver(rules)
        line, _ = best_line(solver, game, value_of(solver, game), None)
        return reduce(Game.play, (best.turn for best in line), cleanup_from(CLEANUP, string.c, first))


# It is the same for all readings of article 7.
cleanup_of_strings = lru_cache(4)(CleanupOfStrings)


class Fate(Enum):
    """What article 7 says of a string, beside what becomes of it in cleanup by best play."""

    ALIVE_IN_BOTH = "alive by article 7, and left in cleanup whoever goes first"
    DEAD_IN_BOTH = "dead by article 7, and taken in cleanup whoever goes first"
    ALIVE_BY_ARTICLE_7 = "alive by article 7, and taken in cleanup whoever goes first"
    DEAD_BY_ARTICLE_7 = "dead by article 7, and left in cleanup whoever goes first"
    WHO_IS_FIRST = "left in cleanup if one player goes first, and taken if the other does"
    NO_RESULT = "left or taken in cleanup by what no-result is worth"

    @staticmethod
    def of(alive: bool, left: set[bool | None]) -> Fate:
        """The one by a status, and by whether it is left for each player that may go first."""
        if len(left) > 1 or None in left:
            return Fate.NO_RESULT if None in left else Fate.WHO_IS_FIRST
        if alive:
            return Fate.ALIVE_IN_BOTH if True in left else Fate.ALIVE_BY_ARTICLE_7
        return Fate.DEAD_BY_ARTICLE_7 if True in left else Fate.DEAD_IN_BOTH


def fates(rules: Rules, grid: Grid) -> Iterator[tuple[StringInCleanup, StringStatus, Fate]]:
    """Every string of every final position, its status by article 7, and its fate."""
    confirmation = every_final_position(rules, grid)
    for string in cleanup_of_strings(grid).strings:
        status = confirmation.status(string.c, string.owner, string.stones)
        yield string, status, Fate.of(bool(status.life.alive), set(string.left.values()))


def _in_words(left: Mapping[Color, bool | None]) -> str:
    """What becomes of a string in cleanup.

    >>> _in_words({BLACK: True, WHITE: False})
    'In cleanup it is left if Black goes first, and taken if White does.'
    """
    if None in left.values():
        return "In cleanup it depends on what no-result is worth."
    if left[BLACK] is left[WHITE]:
        return f"In cleanup it is {'left' if left[BLACK] else 'taken'} whoever goes first."
    keeper = BLACK if left[BLACK] else WHITE
    return f"In cleanup it is left if {PLAYERS[keeper]} goes first, and taken if {PLAYERS[keeper.opponent]} does."


def fate_shown(string: StringInCleanup, status: StringStatus) -> Story:
    """A game of best play in cleanup from a final position, that is not as article 7 has it of a string, if one is."""
    first = next((color for color in Color if string.left[color] is not status.life.alive), BLACK)
    ended = cleanup_of_strings(string.c.board.grid).line(string, first)
    return Story.of(ended, f"{named(string.c, status)}. {_in_words(string.left)}")


@every_case("strings of final positions of {grid}", acts="were dead or alive in both")
def strings_fare_alike(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find every string's status by article 7, and whether it is left by best play in KataGo's cleanup."""
    for string, status, fate in fates(rules, grid):
        alike = fate in (Fate.ALIVE_IN_BOTH, Fate.DEAD_IN_BOTH)
        kinds = {"strings": 1, fate.name.lower(): 1}
        yield case(alike, partial(fate_shown, string, status), acted=alike, **kinds)


@every_case("strings of final positions of {grid}", acts="were alive by article 7")
def what_is_alive_is_left(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Look at the strings that are alive by article 7: does best play leave them in cleanup, whoever goes first?"""
    for string, status, fate in fates(rules, grid):
        if status.life.alive:
            yield case(fate is Fate.ALIVE_IN_BOTH, partial(fate_shown, string, status), strings=1)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS, fewest_stones=True)
def smallest_fate(rules: Rules, fate: Fate, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position with a string that fares so."""
    for string, status, this in fates(rules, grid):
        stones = (string.c.black | string.c.white).bit_count()
        shows = partial(fate_shown, string, status)
        yield cases(int(this is fate), shows, stones=stones, strings=1)
