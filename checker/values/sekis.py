"""Sekis: positions in which nobody gains by moving first, and where a shared liberty is left that nobody may fill.

They are found by best play alone, without a word on life and death, so that the rules of any document can be asked for
theirs. The smallest with two liberties is

    X . O
    X . O

Each color has two liberties, and shares both: by filling one a player is left with the other, and is captured.
`python -m superko.checker.values.sekis 3x2 --rules tromp-taylor --rules aga` prints those of boards as JSON.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ...interpreter.game import Game
from ...interpreter.notation import parse_grid, vertices
from ...interpreter.rules_files import named_rules
from ...interpreter.story import Story
from ...interpreter.wording import points_text
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.rules import Rules
from ...spec.vocabulary import Move
from ..solving.budget import Budget, OutOfBudget
from ..solving.solution import solved, solver_of
from ..solving.solver import MODES, Solver
from ..telling.data import as_data
from ..telling.effort import Effort
from ..telling.options import run_alone
from .positions import AT_ONCE, coloring_of, one_of_each, starts

# In points.
_LESS_THAN_LEADS_DIFFER = 0.25


@dataclass(frozen=True, order=True)
class SekiKind:
    """What a seki is made of.

    Attributes:
        shared: how many shared liberties nobody may fill.
        eyes: how many regions of empty points only the one color borders, and only the other; the fewer first.
    """

    shared: int
    eyes: tuple[int, int]

    def __str__(self) -> str:
        """The kind in words.

        >>> print(SekiKind(2, (0, 0)), SekiKind(1, (1, 1)), SekiKind(1, (0, 2)), sep="; ")
        2 shared liberties, no eyes; 1 shared liberty, an eye each; 1 shared liberty, 2 eyes against none
        """
        fewer, more = self.eyes
        liberties = f"{self.shared} shared {'liberty' if self.shared == 1 else 'liberties'}"
        if fewer == more:
            equal_eyes = "no eyes" if not more else "an eye each" if more == 1 else f"{more} eyes each"
            return f"{liberties}, {equal_eyes}"
        return f"{liberties}, {'an eye' if more == 1 else f'{more} eyes'} against {fewer or 'none'}"


@dataclass(frozen=True)
class Seki:
    """A seki, as a game that is set up with it, with Black to play.

    Attributes:
        lead: by how much Black leads if it is left as it is, which is what best play gives.
        shared: the liberties that nobody may fill.
        images: how many positions it stands for, with those that are rotated and reflected.
    """

    game: Game
    lead: float
    shared: int
    kind: SekiKind
    images: int


@dataclass(frozen=True)
class SekiSearch:
    """All sekis of a board.

    Attributes:
        positions: how many positions there are.
        settled: in how many of them nobody gains by moving first, and which count the same if both only pass.
        undecided: of how many this was not found out.
        sekis: of each that are rotated or reflected, one.
    """

    board: str
    positions: int
    settled: int
    undecided: int
    sekis: tuple[Seki, ...]

    def kinds(self) -> Mapping[SekiKind, int]:
        """How many positions are sekis of each kind; those with the fewest shared liberties and eyes first."""
        numbers: Counter[SekiKind] = Counter()
        for seki in self.sekis:
            numbers[seki.kind] += seki.images
        return dict(sorted(numbers.items()))


def sekis_of(
    rules: Rules,
    grid: Grid,
    effort: Effort | None = None,
    each_game: bool = False,
) -> SekiSearch:
    """Find the sekis of a board: all of them, or those for which an effort is enough.

    All positions are searched for some seconds, or each for a number of nodes; see `solver_of` for each game by itself.

    Raises:
        ValueError: the rules can't be solved; the message says why.

    >>> search = sekis_of(Rules(suicide=False), Grid(3, 2))
    >>> search.kinds(), search.positions
    ({SekiKind(shared=2, eyes=(0, 0)): 10}, 489)
    """
    budget = Budget(seconds=effort.seconds if effort else None)
    solver = solver_of(starts(rules, grid), budget, each_game=each_game)
    codes, images = one_of_each(rules, grid)
    settled = undecided = 0
    sekis: list[Seki] = []
    # What is proved of full boards serves those with fewer stones, from which games lead there.
    for end in range(len(codes), 0, -AT_ONCE):
        few = slice(max(end - AT_ONCE, 0), end)
        games = [
            (Game(rules, rows=c), Game(rules, rows=c, to_play=WHITE))
            for c in (coloring_of(grid, code) for code in codes[few].tolist())
        ]
        try:
            solver.look_up([game for pair in games for game in pair])
        except OutOfBudget:
            undecided += int(images[:end].sum())
            break
        for (black, white), alike in zip(games, images[few].tolist(), strict=True):
            budget.nodes = budget.spent + effort.count if effort and effort.count is not None else None
            try:
                lead = _settled_lead(solver, black, white)
                if lead is not None:
                    settled += alike
                    sekis += _sekis_of(solver, black, white, lead, alike)
            except OutOfBudget:
                undecided += alike
    in_order = tuple(sorted(sekis, key=lambda seki: _by_stones(seki.game.position.coloring)))
    return SekiSearch(str(grid), int(images.sum()), settled, undecided, in_order)


def filled(seki: Seki) -> Story:
    """The game in which a shared liberty of one seki is filled all the same; see `each_filled`."""
    return each_filled([seki])[0]


def each_filled(sekis: Sequence[Seki]) -> list[Story]:
    """For each seki the game in which a shared liberty is filled all the same, and both do their best from there.

    Black fills it if the rules allow that: by a move that would be suicide only the other player may lose points. Those
    of one board and the same rules are solved together, so that the rules are read once for them.
    """
    alike: dict[tuple[Rules, Grid], list[int]] = {}
    for place, seki in enumerate(sekis):
        alike.setdefault((seki.game.rules, seki.game.grid), []).append(place)
    fillings, stories = [_filling(seki) for seki in sekis], dict[int, Story]()
    games = [game.play(move) for game, move in fillings]
    for places in alike.values():
        solver = solver_of([games[place] for place in places], Budget())
        for place in places:
            (game, move), seki = fillings[place], sekis[place]
            turns = (step.turn for step in solved(solver, games[place]).line)
            shared = " or ".join(vertices(game.grid, seki.shared))
            stories[place] = Story.play(game, (move, *turns), f"Whoever plays {shared} loses points: {seki.kind}.")
    return [stories[place] for place in range(len(sekis))]


def _filling(seki: Seki) -> tuple[Game, Move]:
    """A game with the seki, and a move that fills a shared liberty of it."""
    both = (seki.game, Game(seki.game.rules, rows=seki.game.position.coloring, to_play=WHITE))
    moves = ((game, Move(point)) for game in both for point in points_of(seki.shared))
    return next((game, move) for game, move in moves if game.judge(move).legal)


def _by_stones(c: Coloring[int]) -> tuple[int, int]:
    """What orders positions: the fewest stones first, then by the colors of their points as digits."""
    black, white = (int(f"{c.of(color):b}", 3) for color in Color)
    return (c.black | c.white).bit_count(), black + 2 * white


def _settled_lead(solver: Solver, black: Game, white: Game) -> float | None:
    """Black's lead if both only pass, where best play gives nothing else whoever moves first; else None."""
    lead, other = (getattr(game.passed_out().result, "lead", None) for game in (black, white))
    if lead is None or lead != other:
        return None
    # That somebody gains by moving first is found soonest, and is so of most positions.
    is_worth_more = ((game, mode) for mode in MODES for game in (black, white))
    if any(solver.succeeds(game, lead + _LESS_THAN_LEADS_DIFFER, mode) for game, mode in is_worth_more):
        return None
    is_worth_so_much = ((game, mode) for mode in MODES for game in (white, black))
    return lead if all(solver.succeeds(game, lead, mode) for game, mode in is_worth_so_much) else None


def _sekis_of(solver: Solver, black: Game, white: Game, lead: float, images: int) -> Iterator[Seki]:
    """The settled position as a seki, if it is one."""
    c = black.position.coloring
    shared = _bordered_by(c, BLACK) & _bordered_by(c, WHITE)
    kept = sum(point for point in points_of(shared) if _nobody_may_fill(solver, black, white, lead, Move(point)))
    if not kept:
        return
    own = (_bordered_by(c, color) & ~shared for color in Color)
    fewer, more = sorted(cast(int, c.number_of_regions(points)) for points in own)
    yield Seki(black, lead, kept, SekiKind(kept.bit_count(), (fewer, more)), images)


def _bordered_by(c: Coloring[int], color: Color) -> int:
    """The regions of empty points that border a color."""
    return c.regions(c.empty, lambda region: c.borders(region, color))


def _nobody_may_fill(solver: Solver, black: Game, white: Game, lead: float, move: Move) -> bool:
    """Whether somebody can move there, and whoever does loses points by it."""
    after = {game.position.player: game.play(move) for game in (black, white) if game.judge(move).legal}
    return bool(after) and all(
        not solver.succeeds(game, lead, mode)
        if player is BLACK
        else solver.succeeds(game, lead + _LESS_THAN_LEADS_DIFFER, mode)
        for player, game in after.items()
        for mode in MODES
    )


def sekis_as_data(rules: Sequence[str], grids: Sequence[Grid], effort: Effort | None = None) -> dict[str, Any]:
    """The sekis of some boards under several rule sets, as the site has them.

    Returns:
        boards: for each board and rule set, how many positions there are, and how many sekis of each kind.
        smallest: for each kind the seki on the smallest board with the fewest stones, as the game that fills it.
    """
    searches = [(name, sekis_of(named_rules(name), grid, effort, each_game=True)) for grid in grids for name in rules]
    first: dict[SekiKind, tuple[str, Seki]] = {}
    for name, search in searches:
        for seki in search.sekis:
            first.setdefault(seki.kind, (name, seki))
    smallest = [first[kind] for kind in sorted(first)]
    stories = each_filled([seki for _, seki in smallest])
    return {
        "boards": [
            {
                "name": name,
                **as_data(search, "board", "positions", "settled", "undecided"),
                "kinds": {str(kind): number for kind, number in search.kinds().items()},
            }
            for name, search in searches
        ],
        "smallest": [
            {"kind": str(seki.kind), "name": name, "board": story.start.board, "turns": list(story.turns)}
            | {"shows": _shows(seki, story)}
            for (name, seki), story in zip(smallest, stories, strict=True)
        ],
    }


def _shows(seki: Seki, story: Story) -> str:
    """What the game shows in which a shared liberty of a seki is filled."""
    loses = story.shows.partition(":")[0]
    if not seki.lead:
        return f"{loses}. If nobody plays there, it counts nothing for either player."
    color, lead = ("Black", seki.lead) if seki.lead > 0 else ("White", -seki.lead)
    return f"{loses}. If nobody plays there, it counts {points_text(lead)} for {color}."


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the sekis of some boards as JSON."""
    parser = ArgumentParser(prog="python -m superko.checker.values.sekis", description=main.__doc__)
    parser.add_argument("boards", nargs="+", metavar="WxH")
    parser.add_argument("--rules", action="append", help="the rules, by any name; again for more [tromp-taylor]")
    parser.add_argument("--effort", help="for each board under a rule set, as 60s")
    asked = parser.parse_args(arguments)
    effort, grids = Effort.parse(asked.effort) if asked.effort else None, [*map(parse_grid, asked.boards)]
    print(json.dumps(sekis_as_data(asked.rules or ["tromp-taylor"], grids, effort), indent=1))


if __name__ == "__main__":
    run_alone(main)
