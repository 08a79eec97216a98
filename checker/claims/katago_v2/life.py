"""Life: pass-alive groups, independent life, and the tax that living groups pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import as_set_up, score_text, scored_by
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Flags, Words
from ....spec.algebra.grid import points_of, squarest_first
from ....spec.katago_v2.faster_forms import benson
from ....spec.katago_v2.life import independent_life_regions, pass_alive, pass_alive_groups, pass_alive_territory
from ....spec.parameters import Tax
from ....spec.registry import Decision
from ....spec.rules import Refusal, Rules
from ....spec.vocabulary import PASS, Move
from ...evidence.verdict import LEGAL_UP_TO, Outcome, Seen, answer, cases, count, every_case, one_case, smallest_case
from ...life.fates import emptied_by_moves
from ...phase.many import as_integers
from ...play.comparison import compare
from ...play.outcomes import Leniency
from ...sweeps.sweep import Lead, as_floats, legal_chunks, read_on_arrays, score_of_position, scored_otherwise

TAX = 2
MOST_POINTS_TO_TAX = 6
BY_STRINGS = "Were it paid for each string of stones, other positions would pay more."
LITERAL = {"reading/ilr-own-stone": "literal"}

Expected: TypeAlias = Callable[[Rules, Coloring[Words], Color], Lead]


def tax_paid(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a player scores less under tax All than under tax Seki, in each position."""
    scores = [as_floats(scored_by(as_set_up(replace(rules, tax=tax), c), color), c) for tax in (Tax.SEKI, Tax.ALL)]
    return scores[0] - scores[1]


def up_to_two(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a tax of up to two points for each region takes, if it takes no more empty points than a region has."""
    life = rules.defined(independent_life_regions)(rules, c, color)
    has_one = c.regions(life, where=lambda region: c.meets(region, c.empty))
    has_two = c.regions(has_one, where=lambda region: c.no(c.is_single(region & c.empty)))
    return as_floats(c.number_of_regions(has_one), c) + as_floats(c.number_of_regions(has_two), c)


def up_to_two_for_each_group(rules: Rules, c: Coloring[Words], color: Color) -> Lead:
    """What a tax of up to two points would take of each group: living stones, joined by the eyes that they share."""
    life = rules.defined(independent_life_regions)(rules, c, color)
    stones, eyes = life & c.of(color), life & c.empty
    groups = c.regions(stones | eyes, where=lambda group: c.meets(group, eyes))
    with_two = c.regions(groups, where=lambda group: c.no(c.is_single(group & eyes)))
    return as_floats(c.number_of_regions(groups), c) + as_floats(c.number_of_regions(with_two), c)


@every_case(method="sweep", acts="took anything")
def takes_up_to_two(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Compare the tax with one of up to two points for each region, in every legal position."""
    for c in legal_chunks(grid):
        yield count(positions=len(c.black))
        for color in Color:
            paid = tax_paid(rules, c, color)
            taxed = int(np.count_nonzero(paid))
            yield cases(int(np.count_nonzero(paid != up_to_two(rules, c, color))), acted=taxed, taxed=taxed)


@smallest_case(boards=MOST_POINTS_TO_TAX, method="sweep", acts="took anything", scope=LEGAL_UP_TO, fewest_stones=True)
def smallest_other_tax(rules: Rules, expected: Expected, instead: str, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the fewest stones on it, where the tax is not as expected, `instead` in words."""
    for c in legal_chunks(grid):
        yield count(positions=len(c.black))
        for color in Color:
            would_be, paid = expected(rules, c, color), tax_paid(rules, c, color)
            yield cases(acted=int(np.count_nonzero(paid)))
            for index in np.flatnonzero(paid != would_be).tolist():
                coloring = as_integers(c, index)
                cost = f"{instead} would cost {color.name.capitalize()} {float(would_be[index]):g}."
                yield cases(1, partial(_with_and_without_tax, rules, coloring, cost), stones=_stones(coloring))


def _with_and_without_tax(rules: Rules, coloring: Coloring[int], cost: str) -> Story:
    taken, before = (Game(taxed, rows=coloring).passed_out() for taxed in (rules, replace(rules, tax=Tax.SEKI)))
    shows = f"With tax All {score_text(taken.result)}, with tax Seki {score_text(before.result)}: {cost}"
    return Story.of(taken, shows)


def _stones(coloring: Coloring[int]) -> int:
    return (coloring.black | coloring.white).bit_count()


@every_case(method="sweep", acts="joined several strings by an eye", notes=BY_STRINGS)
def paid_once_for_each_group(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether each living group pays once, by the points it surrounds, however many strings of stones it has."""
    for c in legal_chunks(grid):
        for color in Color:
            paid, life = tax_paid(rules, c, color), rules.defined(independent_life_regions)(rules, c, color)
            by_strings = as_floats(c.number_of_regions(life & c.of(color)), c) * TAX
            differ = np.flatnonzero(paid != up_to_two_for_each_group(rules, c, color))
            acted = np.count_nonzero((paid > 0) & (paid != by_strings))
            shows = partial(_scored, rules, c, int(differ[0])) if len(differ) else None
            yield cases(len(differ), shows, int(acted), taxed=int(np.count_nonzero(paid)))


def _scored(rules: Rules, c: Coloring[Words], index: int) -> Story:
    start = Game(rules, rows=as_integers(c, index))
    return Story.play(start, (PASS, PASS), "The tax is not what the groups make it.")


_SWEPT = (Grid(1, 1), Grid(2, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3))
AS_ENGINE = {"reading/engine-always-pass-alive": "engine"}


@one_case("legal positions of {grid}", "sweep", acts="was scored", otherwise=Outcome.WITNESSED)
def scores_that_differ(rules: Rules, literal: Rules, grid: Grid) -> Seen:
    """Count the legal positions in which the two readings give Black a different lead."""
    both = [read_on_arrays(rule_set) for rule_set in (rules, literal)]
    positions = differing = 0
    for c in legal_chunks(grid):
        positions += len(c.black)
        as_usual, literally = (score_of_position(rule_set, c) for rule_set in both)
        differing += int(np.sum(as_usual != literally))
    counts = {"positions": positions, "differing": differing}
    return answer(not differing, counts, acted=None if differing else positions)


@smallest_case(Outcome.WITNESSED, boards=_SWEPT)
def smallest_witness(rules: Rules, literal: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the shortest game on it, in which the literal reading changes the lead."""
    parting = compare(literal, rules, grid, leniency=Leniency(scores=True)).parting
    if parting is not None:
        literally, otherwise = parting.games
        shows = f"Read literally, {score_text(literally.result)}; otherwise {score_text(otherwise.result)}."
        yield cases(1, Story.of(literally, shows))


_ALWAYS = "reading/engine-always-pass-alive"
_REMOVAL = {
    "document": "by the document",
    "everywhere": "with all pass-dead stones removed",
    "engine": "with pass-dead stones removed as the engine does",
}
MOST_POINTS_OF_FLAW = 12
BY_SIZE = squarest_first(MOST_POINTS_OF_FLAW)

Algorithm: TypeAlias = Callable[[Rules, Coloring[Words], Color], Words]


@every_case(method="sweep", acts="found a pass-alive-group")
def benson_finds_pass_alive_groups(rules: Rules, grid: Grid, algorithm: Algorithm = benson) -> Iterator[Seen]:
    """Compare Benson's algorithm with the definition in force, for Black; the colors mirror each other."""
    c, by_definition = black_groups_by_definition(rules, grid)
    differing = int((by_definition != algorithm(rules, c, BLACK)).sum())
    with_groups = int((by_definition != 0).sum())
    yield cases(differing, acted=with_groups, positions=len(c.black), with_pass_alive_groups=with_groups)


@smallest_case(Outcome.NEEDED, boards=BY_SIZE, method="sweep")
def smallest_that_needs_adjustment(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position where the algorithm without suicide takes for pass-alive what White captures."""
    c, by_definition = black_groups_by_definition(rules, grid)
    unadjusted = benson(replace(rules, suicide=False), c, BLACK)
    differing = np.flatnonzero(by_definition != unadjusted)
    yield count(positions=len(c.black))
    if len(differing):
        start = Game(rules, rows=as_integers(c, int(differing[0])), to_play=WHITE)
        wrongly = int((unadjusted & ~by_definition)[differing[0]])
        captured = captured_by_moves_alone(start, wrongly)
        yield cases(1, Story.of(captured, "White captures what was called safe."), differing=len(differing))


def captured_by_moves_alone(start: Game, stones: int) -> Game:
    """The game after the fewest moves of the player to move, with passes between them, that capture some stones.

    Raises:
        ValueError: no such moves do.
    """
    games = [start]
    while games:
        moved = [game.taking(turn) for game in games if not game.over for turn in game.moves()]
        for game in moved:
            if stones & game.position.coloring.empty:
                return game
        games = [game.play(PASS) for game in moved]
    raise Refusal("No moves capture these stones.")


def black_groups_by_definition(rules: Rules, grid: Grid) -> tuple[Coloring[Words], Words]:
    """Every legal position of a board, and Black's pass-alive-groups in it by the text in force, without a lemma."""
    definition = rules.literally().sole(Decision.PASS_ALIVE)
    if definition.function is not pass_alive_groups:
        colorings = [*legal_chunks(grid)]
        black, white = (np.concatenate([getattr(c, name) for c in colorings]) for name in ("black", "white"))
        c = Coloring(colorings[0].board, black, white)
        return c, pass_alive(read_on_arrays(rules.literally()), c, BLACK)
    c, threatened = emptied_by_moves(rules, grid, WHITE)
    return c, c.regions(c.black, where=lambda region: c.is_empty(region & threatened))


def loses_territory(rules: Rules, c: Coloring[Words], point: Words) -> Flags:
    """Whether a black stone at an interior point takes a point other than its own out of Black's territory."""
    filled = c.colored(point, BLACK)
    before, after = (
        rules.defined(pass_alive_territory)(coloring, BLACK, pass_alive(rules, coloring, BLACK))
        for coloring in (c, filled)
    )
    lost: Flags = np.not_equal(before & ~point & ~after, 0)
    return lost


@smallest_case(Outcome.WITNESSED, boards=BY_SIZE, method="sweep")
def smallest_flaw(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest pass-alive-territory that stops being one when a stone is added on its interior point."""
    finding = read_on_arrays(replace(rules, self_play_opts=True))
    for c in legal_chunks(grid):
        yield count(positions=len(c.black))
        groups = pass_alive(finding, c, BLACK)
        interior = finding.defined(pass_alive_territory)(c, BLACK, groups) & c.empty & ~c.border(groups)
        for point in points_of(grid.everywhere):
            chosen = np.flatnonzero(interior & np.uint64(point))
            positions = Coloring(c.board, c.black[chosen], c.white[chosen])
            lost = np.flatnonzero(loses_territory(finding, positions, np.full(1, point, dtype=np.uint64)))
            if len(lost):
                start = Game(rules, rows=as_integers(positions, int(lost[0])))
                shows = "The stone splits a region that was pass-alive-territory, and is not pass-alive itself."
                yield cases(1, Story.play(start, (Move(point),), shows))


@smallest_case(Outcome.WITNESSED, boards=BY_SIZE, method="sweep", fewest_stones=True)
def smallest_pass_dead(rules: Rules, removing: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that scores otherwise where another reading says which pass-dead stones are removed.

    Both players then pass to the end of the game.
    """
    yield count(positions=sum(len(c.black) for c in legal_chunks(grid)))
    for c, _ in scored_otherwise(rules, removing, grid):
        yield cases(1, partial(_scored_in_two_ways, rules, removing, c), stones=_stones(c), differing=1)


def _scored_in_two_ways(rules: Rules, removing: Rules, coloring: Coloring[int]) -> Story:
    ends = [Game(rule_set, rows=coloring).passed_out() for rule_set in (rules, removing)]
    sentence, other = (
        f"{_REMOVAL[str(rule_set.parameter(_ALWAYS))]} {score_text(end.result)}"
        for rule_set, end in zip((rules, removing), ends, strict=True)
    )
    shows = f"{sentence[0].upper()}{sentence[1:]}; {other}."
    return Story.of(ends[0], shows)
