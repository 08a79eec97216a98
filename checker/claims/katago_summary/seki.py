"""What the summary says of seki under territory scoring: that no points are given in it. That is for a tax to say."""

from __future__ import annotations

from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.result import Score, score_text
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.grid import boards_of, points_of
from ....spec.composition import move, pseudolegal
from ....spec.guard import word
from ....spec.katago_v2.life import dame_regions
from ....spec.parameters import Tax
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ..katago_v2.seki import TERRITORY, surrounded
from ..readings import positions_of

MOST_POINTS = 6
NOTES = (
    "A seki, here, is where all stones of both players border dame, nobody can capture at once, and whoever moves at "
    "a dame can be captured at once. More than that is not looked at."
)


def can_capture(rules: Rules, c: Coloring[int], player: Color, among: int | None = None) -> bool:
    """Whether a player has a move that captures, or one that captures some of the stones given."""
    plays = (move(rules, c, player, point) for point in points_of(c.empty))
    wanted = c.board.everything if among is None else among
    return any(play.captured & wanted and pseudolegal(rules, play) for play in plays)


def is_seki(rules: Rules, c: Coloring[int]) -> bool:
    """Whether both players have stones, all at dame, and neither can approach nor capture the other's."""
    dame = dame_regions(c)
    beside = c.board.closure(c.border(dame) & c.black, c.black) | c.board.closure(c.border(dame) & c.white, c.white)
    if not dame or beside != c.black | c.white or any(can_capture(rules, c, player) for player in Color):
        return False
    return all(_is_captured_for_it(rules, c, player, point) for player in Color for point in points_of(dame))


def _is_captured_for_it(rules: Rules, c: Coloring[int], player: Color, point: int) -> bool:
    """Whether a player who moves at a point loses that stone at once, or may not move there at all."""
    play = move(rules, c, player, point)
    return not pseudolegal(rules, play) or can_capture(rules, play.after, player.opponent, point)


def points_scored(rules: Rules, c: Coloring[int]) -> tuple[Game, int]:
    """The game that ends as it stands, nobody moving in the second cleanup phase, and what both score together."""
    end = Game.set_up(rules, c, phase=Phase.SECOND_CLEANUP).passed_out()
    return end, int(end.result.black + end.result.white) if isinstance(end.result, Score) else 0


def smallest_points_in_seki(rules: Rules) -> Verdict:
    """Find the smallest board on which a seki, left alone, scores points."""
    counts = {"positions": 0, "sekis": 0}
    for grid in (grid for size in range(1, MOST_POINTS + 1) for grid in boards_of(size)):
        for c in positions_of(grid):
            counts["positions"] += 1
            if is_seki(rules, c):
                counts["sekis"] += 1
                end, points = points_scored(rules, c)
                if points:
                    start = Game.set_up(rules, c, phase=Phase.SECOND_CLEANUP)
                    shows = f"Left alone, {score_text(end.result)}, though it is a seki."
                    witness = Story.play(start, end.turns_taken, shows)
                    return Verdict(Outcome.REFUTED, str(grid), "search", counts, witness, minimal=True, notes=NOTES)
    scope = f"legal positions of boards of up to {MOST_POINTS} points"
    return Verdict(Outcome.HOLDS, scope, "search", counts, notes=NOTES)


def seki_scores_nothing(rules: Rules, grid: Grid) -> Verdict:
    """Leave every seki of a board alone: does nobody score?"""
    counts = {"positions": 0, "surrounded_points": 0}
    scoring = sekis = 0
    for c in positions_of(grid):
        counts["positions"] += 1
        if is_seki(rules, c):
            sekis += 1
            counts["surrounded_points"] += sum(surrounded(c, color).bit_count() for color in Color)
            scoring += points_scored(rules, c)[1] > 0
    verdict = holds_unless(scoring, f"legal positions of {grid}", "search", sekis=sekis, **counts)
    return if_it_acted(replace(verdict, notes=NOTES), counts["surrounded_points"], "was surrounded in a seki")


check("claim/summary-no-seki-by-territory", "smallest", "tax=NONE", cost=0.3, under=(TERRITORY,))(
    smallest_points_in_seki
)
for _tax in (Tax.SEKI, Tax.ALL):
    check_boards(
        "claim/summary-no-seki-by-territory",
        seki_scores_nothing,
        boards=[(5, 1), (6, 1)],
        standard=[(4, 2), (3, 3)],
        rules=f"tax={word(_tax)}",
        under=(replace(TERRITORY, tax=_tax),),
    )
