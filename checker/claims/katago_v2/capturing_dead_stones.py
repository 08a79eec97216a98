"""What it costs to capture dead stones in the second cleanup phase, and what it costs to fill in territory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color, Coloring, Grid
from ....spec.algebra.grid import boards_of
from ....spec.guard import word
from ....spec.parameters import Tax
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...play.lockstep import lead_passed_on
from ...solving.solution import Value
from ...sweeps.fates import read_on_arrays
from ...sweeps.sweep import legal_chunks, score_of_position
from ...values.valuing import Valuing
from ..readings import positions_of
from .seki import surrounded

MOST_POINTS = 6
BUDGET = 10_000
AS_ENGINE = {"reading/engine-always-pass-alive": "engine"}


class Made(NamedTuple):
    """A move of the second cleanup phase, and what it changes.

    Attributes:
        start: the game before it.
        move: the move.
        later: the game after it.
        gain: by how much more its player leads if both only pass after it, than if they do so at once.
    """

    start: Game
    move: Move
    later: Game
    gain: float

    @property
    def captures(self) -> bool:
        """Whether it captures stones of the opponent."""
        return self.later.record.tally.captures[self.start.position.player.opponent] > 0


def moves_made(rules: Rules, grid: Grid) -> Iterator[Made]:
    """Every move of the second cleanup phase from every legal position of a board."""
    for c in positions_of(grid):
        for player in Color:
            start = Game.set_up(rules, c, player, Phase.SECOND_CLEANUP)
            sign, before = 1 if player is BLACK else -1, lead_passed_on(start)
            for move in start.moves():
                later = start.taking(move)
                yield Made(start, move, later, sign * (lead_passed_on(later) - before))


def captures_cost_nothing(rules: Rules, grid: Grid) -> Verdict:
    """Make every move that captures, from every legal position: does its player ever lead by less for it?"""
    counts = dict.fromkeys(("captures", "gains"), 0)
    costs = 0
    for made in moves_made(rules, grid):
        if made.captures:
            counts["captures"] += 1
            counts["gains"] += made.gain > 0
            costs += made.gain < 0
    verdict = holds_unless(costs, f"legal positions of {grid}", "search", **counts)
    verdict = replace(verdict, notes="Both players only pass after it.")
    return if_it_acted(verdict, counts["captures"], "captured a stone")


def smallest_filling_that_costs(rules: Rules, most_points: int = MOST_POINTS) -> Verdict:
    """Find the smallest board on which filling in a point that one surrounds, without capturing, loses points."""
    fillings = 0
    for grid in (grid for size in range(1, most_points + 1) for grid in boards_of(size)):
        for made in moves_made(rules, grid):
            position = made.start.position
            if made.captures or not made.move.point & surrounded(position.coloring, position.player):
                continue
            fillings += 1
            if made.gain < 0:
                end, left = made.later.passed_out(), made.start.passed_out()
                shows = f"Filled in, {score_text(end.result)}; left alone, {score_text(left.result)}."
                witness = Story.play(made.start, end.turns_taken, shows)
                return Verdict(Outcome.REFUTED, str(grid), "search", {"fillings": fillings}, witness, minimal=True)
    scope = f"boards of up to {most_points} points"
    return if_it_acted(Verdict(Outcome.HOLDS, scope, "search", {"fillings": fillings}), fillings, "filled a point in")


def best_play_captures_the_dead(rules: Rules, removing: Rules, grid: Grid) -> Verdict:
    """Whether best play scores each position with pass-dead stones as if these were removed, whoever is first."""
    leads = dict(leads_without_the_dead(rules, removing, grid))
    games = {c: [Game.set_up(rules, c, player, Phase.SECOND_CLEANUP) for player in Color] for c in leads}
    scope, counts = f"legal positions of {grid} with pass-dead stones", {"positions": len(leads)}
    if not leads:
        return Verdict(Outcome.UNKNOWN, scope, "search", counts, notes="No position has any.")
    valuing = Valuing([game for both in games.values() for game in both], BUDGET)
    values = {c: [valuing.worth(game).value for game in both] for c, both in games.items()}
    if unknown := sum(both.count(None) for both in values.values()):
        return Verdict(Outcome.UNKNOWN, scope, "search", counts, notes=f"{unknown} of them could not be solved.")
    differences = sum(value != Value(leads[c], leads[c]) for c, both in values.items() for value in both)
    return if_it_acted(holds_unless(differences, scope, "search", **counts), len(leads), "held a dead stone")


def leads_without_the_dead(rules: Rules, removing: Rules, grid: Grid) -> Iterator[tuple[Coloring[int], float]]:
    """Every legal position with pass-dead stones, and by how much Black leads once they are removed."""
    both = [read_on_arrays(some) for some in (rules, removing)]
    for c in legal_chunks(grid):
        left, removed = (score_of_position(some, c) for some in both)
        for index in np.flatnonzero(left != removed).tolist():
            yield as_integers(c, index), float(removed[index])


_JAPANESE = PRESETS["japanese-like"]
_WITHOUT_KOMI = replace(_JAPANESE, komi=0)
for _tax in Tax:
    _rules = replace(_JAPANESE, tax=_tax)
    check_boards(
        "claim/dead-stones-without-loss",
        captures_cost_nothing,
        boards=[(4, 1), (2, 2), (5, 1)],
        standard=[(3, 2), (3, 3)] if _tax is Tax.SEKI else [(3, 2)],
        rules=f"captures tax={word(_tax)}",
        under=(_rules,),
    )
    check("claim/dead-stones-without-loss", "smallest", f"filling in tax={word(_tax)}", cost=0.2, under=(_rules,))(
        smallest_filling_that_costs
    )
check(
    "claim/dead-stones-without-loss",
    "4x1",
    "best play",
    cost=1,
    under=(_WITHOUT_KOMI, _WITHOUT_KOMI.reading(AS_ENGINE)),
)(partial(best_play_captures_the_dead, grid=Grid(4, 1)))
