"""KataGo's cleanup beside article 7: every final position counted both ways, and the smallest differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import partial

from ....interpreter.game import Game
from ....interpreter.notation import vertices
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.cases import Seen, case, count, every_case, smallest_case
from ...evidence.checks import Scope, decides
from ...evidence.verdict import Outcome
from ...solving.solution import Value
from ...sweeps.sweep import positions_of
from ...values.valuing import Valuing
from .life import READINGS, count_by_article_7, every_final_position

TEXT = PRESETS["japanese-1989"]
CLEANUP = replace(PRESETS["japanese-like"], komi=0)
MOST_POINTS = 6


class Difference(Enum):
    """How a final position comes out in cleanup by best play, beside its count by article 7."""

    SAME = "the same whoever goes first"
    WHO_IS_FIRST = "something else as soon as one player goes first: the game had stopped too early"
    OTHERWISE = "something else, whoever goes first"
    NO_RESULT = "no result, or not"


def kind_of(lead: float, first: Value, second: Value) -> Difference:
    """How a position comes out, given Black's lead by article 7, and in cleanup if Black and if White is first."""
    if first.worst != first.best or second.worst != second.best:
        return Difference.NO_RESULT
    if first.best == second.best == lead:
        return Difference.SAME
    if first.best != second.best:
        return Difference.WHO_IS_FIRST
    return Difference.OTHERWISE


def compared(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[int], float, list[Value | None]]]:
    """Every final position, Black's lead by article 7, and what it is worth in cleanup to whoever goes first."""
    games = {
        (c, player): Game.set_up(CLEANUP, c, player, Phase.FIRST_CLEANUP)
        for c in positions_of(grid)
        for player in Color
    }
    valuing, confirmation = Valuing([*games.values()]), every_final_position(rules, grid)
    for c in positions_of(grid):
        lead = count_by_article_7(rules, c, confirmation.dead(c))
        yield c, lead, [valuing.worth(games[c, player]).value for player in (BLACK, WHITE)]


def shown(rules: Rules, c: Coloring[int], lead: float, first: Value) -> Story:
    """The final position where cleanup begins, Black first."""
    dead = every_final_position(rules, c.board.grid).dead(c)
    stones = ", ".join(vertices(c.board.grid, dead)) or "nothing"
    told = f"By article 7 dead is {stones}, and Black leads by {lead:g}; by best play in cleanup by {first.best:g}."
    return Story.of(Game.set_up(CLEANUP, c, BLACK, Phase.FIRST_CLEANUP), told)


@every_case("final positions of {grid}", acts="came out alike")
def cleanup_counts_alike(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Count every final position by article 7, and solve KataGo's cleanup from there with either player first."""
    for c, lead, (first, second) in compared(rules, grid):
        if first is None or second is None:
            yield count(undecided=1)
            continue
        kind = kind_of(lead, first, second)
        kinds = {kind.name.lower(): 1}
        yield case(
            kind is Difference.SAME, partial(shown, rules, c, lead, first), acted=kind is Difference.SAME, **kinds
        )


@smallest_case(Outcome.WITNESSED, MOST_POINTS)
def smallest_difference(rules: Rules, kind: Difference, grid: Grid) -> Iterator[Seen]:
    """Find the smallest final position that comes out otherwise in cleanup in one way."""
    for c, lead, (first, second) in compared(rules, grid):
        if first is None or second is None:
            yield count(undecided=1)
        else:
            yield case(kind_of(lead, first, second) is not kind, partial(shown, rules, c, lead, first), positions=1)


for _reading in READINGS:
    _label = ",".join(f"{name}={value}" for name, value in _reading.items())
    decides(
        "claim/cleanup-is-article-7",
        TEXT.reading(_reading),
        named=_label,
        quick="2x1",
        standard="3x1 4x1 2x2" if _reading else "3x1 4x1 2x2 5x1 3x2",
        deep="" if _reading else "4x2",
    )(cleanup_counts_alike)
for _kind in (Difference.WHO_IS_FIRST, Difference.OTHERWISE, Difference.NO_RESULT):
    decides(
        "claim/cleanup-is-article-7",
        TEXT,
        named=_kind.name.lower().replace("_", " "),
        board="smallest",
        scope=Scope.STANDARD,
        kind=_kind,
    )(smallest_difference)
