"""Sweeps: every coloring of a board scored by several rule sets, a chunk at a time, by as many workers as wanted.

What scorings of the same positions have in common, such as regions and what is pass-alive, is found once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial, reduce
from itertools import product
from math import inf
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...interpreter.program.ir import Program
from ...interpreter.rule_names import parse_rules
from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Words
from ...spec.parameters import Scoring, Tax
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ..evidence.workers import Lost, spread
from ..phase.symmetry import board_symmetries, respects_symmetry
from .sweep import (
    SWAPPED,
    Lead,
    Tables,
    all_images,
    colorings_at,
    compiled_leads,
    image_tables,
    images,
    is_read_on_arrays,
    leads,
    leads_on_arrays,
    leads_one_by_one,
    legal_flags,
    number_of_colorings,
    prepare,
    representatives,
    smallest_images,
    turned_and_mirrored,
)

_LITERAL = "reading/ilr-own-stone=literal"
_ALWAYS = "reading/engine-always-pass-alive"


def _texts() -> Iterator[str]:
    for scoring, tax in product(Scoring, Tax):
        within_life = scoring is Scoring.TERRITORY and tax is not Tax.NONE
        answers = ["everywhere", *(["engine"] if within_life else [])]
        removals = [f"suicide={suicide},{_ALWAYS}={answer}" for answer, suicide in product(answers, ("yes", "no"))]
        for own_stone, removal in product([""] if tax is Tax.NONE else ["", _LITERAL], ["", *removals]):
            yield ",".join(filter(None, [f"scoring={scoring.value}", f"tax={tax.value}", own_stone, removal]))


SCORINGS = {text: parse_rules(text) for text in _texts()}
"""Every scoring, by the text that names its rules."""


_Pair: TypeAlias = tuple[int, int]

HALVES = 2


@dataclass(frozen=True)
class Summary:
    """What was found on some of the colorings of a board; summaries of disjoint ones add up.

    Attributes:
        leads: for each scoring, by number, and each lead of Black, in how many positions Black leads by that much.
        differing: for each two scorings, by number, in how many positions they differ; left out where in none.
        digest: the sum of the positions' hashes, modulo 2^64.
        fairness: where it is asked whether scorings favour a color, how many positions were `scored`, how many of their
            scores by all scorings together let somebody lead (`led`), and for how many of these the other player does
            not lead by as much with the colors swapped (`unfair`).

    >>> Summary(1, digest=2**64 - 1) + Summary(2, digest=3)
    Summary(positions=3, leads=Counter(), differing=Counter(), digest=2, fairness=Counter())
    """

    positions: int = 0
    leads: Counter[tuple[int, float]] = field(default_factory=Counter)
    differing: Counter[_Pair] = field(default_factory=Counter)
    digest: int = 0
    fairness: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.positions + other.positions,
            self.leads + other.leads,
            self.differing + other.differing,
            (self.digest + other.digest) % 2**64,
            self.fairness + other.fairness,
        )


def summary_of(indices: Words, origins: npt.NDArray[Any], leads: Sequence[Lead]) -> Summary:
    """What is found on positions, given by their indices, that are images of others.

    For each position, `origins` has the place of the other that it is an image of; for each scoring, `leads` has by how
    much Black leads in each of the others.

    Raises:
        ValueError: a lead is no number of half points.
    """
    if not len(indices):
        return Summary()
    alike = np.bincount(origins)
    table = np.array([_in_halves(lead) for lead in leads]).reshape(-1, len(alike)).T
    hashed = leads_hashed(leads)
    kinds, kind = kinds_of(table, hashed)
    times = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(times, kind, alike)
    histogram: Counter[tuple[int, float]] = Counter()
    differing: Counter[_Pair] = Counter()
    for number, of_scoring in enumerate(kinds.T):
        for lead, positions in zip(of_scoring.tolist(), times.tolist(), strict=True):
            histogram[number, lead / HALVES] += positions
        apart = times @ (kinds[:, number + 1 :] != of_scoring[:, None])
        differing.update({(number, number + 1 + place): int(n) for place, n in enumerate(apart) if n})
    return Summary(len(indices), histogram, differing, digest(indices, hashed[origins]))


def kinds_of(table: npt.NDArray[np.int64], hashed: Words) -> tuple[npt.NDArray[np.int64], npt.NDArray[Any]]:
    """The different rows of a table, and which of them each row is; grouped by a hash, and compared in full.

    >>> table = np.array([[1, 2], [3, 4], [1, 2]])
    >>> kinds_of(table, np.zeros(3, dtype=np.uint64))[1].tolist()
    [0, 1, 0]
    """
    _, first, kind = np.unique(hashed, return_index=True, return_inverse=True)
    if np.array_equal(table[first][kind], table):
        return table[first], kind
    kinds, kind = np.unique(table, axis=0, return_inverse=True)
    return kinds, kind.ravel()


def _in_halves(lead: Lead) -> npt.NDArray[np.int64]:
    halves = lead * HALVES
    others = lead[~np.isfinite(halves) | (halves != np.rint(halves))]
    if len(others):
        raise Refusal(f"Leads are counted in half points here, and one of {others[0]:g} is no number of them.")
    return halves.astype(np.int64)


def leads_hashed(leads: Sequence[Lead]) -> Words:
    """A hash of all that Black leads by in each position; two scorings that change places change it."""
    return reduce(lambda hashed, lead: _mixed(hashed) ^ lead, (_in_halves(lead).view(np.uint64) for lead in leads))


def digest(indices: Words, hashed: Words) -> int:
    """The sum, modulo 2^64, of a hash of each position's index and of all that Black leads by there."""
    return int(_mixed(_mixed(indices) ^ hashed).sum(dtype=np.uint64))


def _mixed(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """A step of the generator SplitMix64 (Steele, Lea and Flood, 2014): each bit depends on all bits of the word."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


PassAlive: TypeAlias = Callable[[Rules, Coloring[Words], Color], Words]


class RememberingBoard(ArrayBoard):
    """Boards that remember the regions of every set of points they were asked about, as long as they live.

    Many clauses ask about regions of the same points, of a color or empty, and differ in what they ask of each region.

    Attributes:
        pass_alive: what was found of positions on them; see `sharing_pass_alive`.

    >>> board = RememberingBoard(Grid(3, 1))
    >>> points = np.array([0b101, 0b111, 0b000], dtype=np.uint64)
    >>> board.regions(points, where=board.is_single).tolist(), board.number_of_regions(points).tolist()
    ([5, 0, 0], [2, 1, 0])
    """

    most_remembered = inf

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.pass_alive: dict[object, tuple[Coloring[Words], Words]] = {}


@lru_cache(1 << 8)
def sharing_pass_alive(rules: Rules) -> Rules:
    """The same rules, but what is pass-alive is found only once where several ask it of the same positions.

    It depends on how moves are made and on which of them are pseudolegal, so rules that agree on these may share it.
    """
    for clause in rules.deciding(Decision.PASS_ALIVE):
        return rules.replacing(clause.name, partial(_remembered, clause.function), clause.text)
    return rules


def _remembered(find: PassAlive, rules: Rules, c: Coloring[Words], color: Color) -> Words:
    if not isinstance(c.board, RememberingBoard):
        return find(rules, c, color)
    moves = rules.deciding(Decision.MOVE), rules.deciding(Decision.PSEUDOLEGAL)
    key, known = (find, moves, color, id(c)), c.board.pass_alive
    if key not in known:
        # The positions are kept, so that no others get their identity.
        known[key] = c, find(rules, c, color)
    return known[key][1]


Range: TypeAlias = tuple[int, int]

_MOST_POINTS = 40
CHUNK = 1 << 17
AT_ONCE = 1 << 14


@dataclass(frozen=True)
class Sweep:
    """What is swept: the legal positions of a board, scored by each of several rule sets.

    Scores are hashed in the order of the rule sets. Every position is scored one by one, even those that are images of
    others, where a clause that a rules author has written may treat points differently.

    Raises:
        ValueError: the board has more than 40 points, so that its colorings can't be counted in 64 bits.
    """

    grid: Grid
    scorings: tuple[Rules, ...]
    one_by_one: bool = False

    def __post_init__(self) -> None:
        if self.grid.size > _MOST_POINTS:
            raise Refusal(f"A sweep takes boards of up to {_MOST_POINTS} points; {self.grid} has {self.grid.size}.")
        if not all(map(respects_symmetry, self.scorings)):
            object.__setattr__(self, "one_by_one", True)

    @property
    def colorings(self) -> int:
        """How many colorings there are to cover, legal or not."""
        return number_of_colorings(self.grid)

    def movements(self) -> list[Tables]:
        """The rotations and reflections that are taken to keep scores: all, or only the one that moves nothing."""
        if self.one_by_one:
            return [image_tables(tuple(range(self.grid.size)))]
        return turned_and_mirrored(self.grid)

    def of_range(self, chunk: Range) -> Summary:
        """What is found in a range; a worker's task."""
        return self.summary(*chunk)

    def summary(self, start: int, stop: int) -> Summary:
        """What is found on the positions of a range that stand for others, and on those others."""
        standing, leads_of_standing = leads_of(self, start, stop)
        return summary_of(*all_images(standing, self.movements()), leads_of_standing)


def cut(total: int, chunk: int) -> Iterator[Range]:
    """The numbers up to a total as ranges of one length, but for the last.

    >>> list(cut(10, chunk=4))
    [(0, 4), (4, 8), (8, 10)]
    """
    return ((start, min(start + chunk, total)) for start in range(0, total, chunk))


class WorkersLost(Exception):
    """A worker was lost with its chunk; the message says why."""


def swept(sweep: Sweep, chunk: int = CHUNK, workers: int = 1, scheduler: str = "") -> Summary:
    """What a whole sweep finds, in chunks of a number of colorings.

    `workers` processes of this machine do it, this process itself among them, or the workers of a Dask scheduler.

    Raises:
        WorkersLost: a worker was lost.
    """
    everything = Summary()
    prepare(sweep.grid, sweep.scorings)
    for answer in spread(sweep.of_range, cut(sweep.colorings, chunk), workers, scheduler):
        if isinstance(answer, Lost):
            raise WorkersLost(answer.reason)
        everything += answer
    return everything


def leads_of(sweep: Sweep, start: int, stop: int) -> tuple[Words, list[Lead]]:
    """The legal positions of a range that stand for their images, in order, and Black's lead there by each scoring."""
    return leads_at(sweep, representatives(np.arange(start, stop, dtype=np.uint64), sweep.movements()))


def leads_at(sweep: Sweep, every: Words) -> tuple[Words, list[Lead]]:
    """Those of some positions, by their indices, that are legal; and by how much Black leads there, as `leads_of`."""
    by_program = compiled_leads(sweep.grid, sweep.scorings)
    pieces = (every[first : first + AT_ONCE] for first in range(0, max(len(every), 1), AT_ONCE))
    by_piece = [_leads_at(sweep, piece, by_program) for piece in pieces]
    indices = np.concatenate([legal for legal, _ in by_piece])
    return indices, [np.concatenate(lead) for lead in zip(*(leads for _, leads in by_piece), strict=True)]


def _leads_at(sweep: Sweep, indices: Words, by_program: Program | None) -> tuple[Words, list[Lead]]:
    board = RememberingBoard(sweep.grid)
    every = colorings_at(board, indices)
    legal = legal_flags(every)
    c = Coloring(board, every.black[legal], every.white[legal])
    if by_program is not None:
        return indices[legal], leads(by_program, c)
    leads_of_scorings = [
        leads_on_arrays(sharing_pass_alive(rules), c) if is_read_on_arrays(rules) else leads_one_by_one(rules, c)
        for rules in sweep.scorings
    ]
    return indices[legal], leads_of_scorings


@dataclass(frozen=True)
class WithColorsSwapped(Sweep):
    """A sweep whose summaries say how fair the scorings are.

    >>> from superko.spec.rules import Rules
    >>> WithColorsSwapped(Grid(2, 1), (Rules(),)).summary(0, 9).fairness
    Counter({'scored': 3, 'led': 2, 'unfair': 0})
    """

    def movements(self) -> list[Tables]:
        """The rotations and reflections that are taken to keep scores, each also with the colors swapped."""
        return [*super().movements(), *_swapped(self.grid, self.one_by_one)]

    def summary(self, start: int, stop: int) -> Summary:
        """What is found on those positions of a range that stand for others, on these, and with the colors swapped."""
        standing, leads = leads_of(self, start, stop)
        swapped = with_colors_swapped(self.grid, standing)
        _, leads_of_swapped = leads_at(self, swapped)
        # Some positions are images of themselves with the colors swapped: those are there already.
        movements = super().movements()
        others = np.flatnonzero(smallest_images(swapped, movements) != standing)
        scored = np.concatenate([standing, swapped[others]])
        both, other = (
            [np.concatenate([lead, swapped_lead[others]]) for lead, swapped_lead in zip(*sides, strict=True)]
            for sides in ((leads, leads_of_swapped), (leads_of_swapped, leads))
        )
        led = sum(int(np.count_nonzero(lead)) for lead in both)
        unfair = sum(int(np.count_nonzero(lead + other_lead)) for lead, other_lead in zip(both, other, strict=True))
        summary = summary_of(*all_images(scored, movements), both)
        return replace(summary, fairness=Counter(scored=len(scored), led=led, unfair=unfair))


@lru_cache(16)
def _swapped(grid: Grid, as_it_stands: bool) -> list[Tables]:
    turned = [tuple(range(grid.size))] if as_it_stands else board_symmetries(grid)
    return [image_tables(points, SWAPPED) for points in turned]


def with_colors_swapped(grid: Grid, indices: Words) -> Words:
    """The indices of the colorings in which black and white are exchanged.

    >>> with_colors_swapped(Grid(2, 1), np.arange(9, dtype=np.uint64)).tolist()
    [0, 2, 1, 6, 8, 7, 3, 5, 4]
    """
    swapped: Words = images(indices, _swapped(grid, as_it_stands=True))[0]
    return swapped
