"""Three points without capturing, played out in the corner: three points, though not if nobody plays there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...phase.machine import at_points
from ...play.shapes import THREE_POINTS_WITHOUT_CAPTURING, Shape, points
from ...solving.budget import Budget
from ...solving.solution import Value
from ...solving.solver import Solver
from ..local_play import MOST_NODES, PlayedOut, left_out, played_out, settled, value_of
from .best_play import JAPANESE

THREE_POINTS = 3
CORNER = points(THREE_POINTS_WITHOUT_CAPTURING.grid, "A6 A5 B6 B5 C6 C5")
# British Go Journal 60 (1983), where the colors are the other way round: by whoever moves first, what Black loses.
PUBLISHED = {BLACK: 3, WHITE: 2}


def comes_out_as_three_points(rules: Rules, shape: Shape, phase: Phase) -> Verdict:
    """Three points without capturing, played out in the corner: White leads by three, whoever moves first."""
    found = played_out(shape, rules, phase, CORNER)
    three = Value(-THREE_POINTS, -THREE_POINTS)
    outcome = Outcome.WITNESSED if set(found.values.values()) == {three} else Outcome.REFUTED
    return _of_the_corner(outcome, shape, rules, phase, found)


def need_not_be_captured(rules: Rules, shape: Shape, phase: Phase) -> Verdict:
    """Whether White has as much by leaving the corner alone to the end as by playing it out."""
    found = played_out(shape, rules, phase, CORNER)
    as_good = found.values[shape.player] == Value(found.left_alone, found.left_alone)
    return _of_the_corner(Outcome.HOLDS if as_good else Outcome.REFUTED, shape, rules, phase, found)


def _of_the_corner(outcome: Outcome, shape: Shape, rules: Rules, phase: Phase, found: PlayedOut) -> Verdict:
    witness = Story.play(shape.game(rules, phase), found.line, found.told)
    omitted = left_out(shape.grid, CORNER, settled(rules, shape.coloring))
    notes = f"All turns in the corner and all passes are tried. {omitted}"
    verdict = Verdict(outcome, str(shape.grid), "search", found.counts, witness, notes=notes)
    return if_it_acted(verdict, found.captured, "captured a stone")


def values_of_first_moves(rules: Rules, shape: Shape) -> Mapping[Color, Value]:
    """What the corner is worth by who makes the first move in it, at best, in the second cleanup phase."""
    games = [replace(shape, player=color).game(rules, Phase.SECOND_CLEANUP) for color in Color]
    solver = Solver(games, Budget(nodes=MOST_NODES), at_points(CORNER))
    values = {}
    for game in games:
        player = game.position.player
        moves = (turn for turn in game.turns() if isinstance(turn, Move) and turn.point & CORNER)
        after = [value_of(solver, game.taking(move)) for move in moves]
        best = max if player is BLACK else min
        values[player] = best(after, key=lambda value: (value.worst, value.best))
    return values


def comes_out_as_published(rules: Rules, shape: Shape) -> Verdict:
    """Whether the corner is worth what was published, where moves cost what they cost in play and passes end it.

    Without points for moves, the second cleanup phase is play by territory: each move fills a point of one's own.
    """
    for clause in rules.deciding(Decision.SCORED_MOVES):
        rules = rules.dropping(clause.name)
    values = values_of_first_moves(rules, shape)
    differences = sum(values[color] != Value(-lost, -lost) for color, lost in PUBLISHED.items())
    counts = {color.name.lower(): int(-value.worst) for color, value in values.items()}
    notes = (
        "By whoever makes the first move in the corner, so much is lost by Black, under the rules of the second "
        "cleanup phase without points for moves; that is what was published for play by territory, with the colors the "
        f"other way round. {left_out(shape.grid, CORNER, settled(rules, shape.coloring))}"
    )
    outcome = Outcome.REFUTED if differences else Outcome.HOLDS
    verdict = Verdict(outcome, str(shape.grid), "search", {**counts, "differences": differences}, notes=notes)
    return if_it_acted(verdict, abs(counts["black"] - counts["white"]), "mattered who moves first")


_shape = THREE_POINTS_WITHOUT_CAPTURING
for _claim, _decide in (
    ("claim/torazu-sanmoku", comes_out_as_three_points),
    ("claim/summary-torazu", need_not_be_captured),
):
    for _phase, _cost in zip(CLEANUP, (20, 2), strict=True):
        _label = f"best play in the corner phase={_phase.value}"
        check(_claim, str(_shape.grid), _label, _cost, Scope.STANDARD, under=(JAPANESE,))(
            partial(_decide, shape=_shape, phase=_phase)
        )
check("claim/torazu-sanmoku", str(_shape.grid), "as published", 2, Scope.STANDARD, under=(JAPANESE,))(
    partial(comes_out_as_published, shape=_shape)
)
