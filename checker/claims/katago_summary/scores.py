"""What the summary says of scores: tax All against territory, and whether territory scoring counts dead stones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import product
from operator import add
from typing import Any

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import Score, score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color, Coloring, Grid, Number
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import HandicapBonus, Scoring, Tax
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Turn
from ...evidence.checks import EVERY_SIZE, check
from ...evidence.verdict import Outcome, Verdict
from ...phase.many import as_integers
from ...play.comparison import compare
from ...play.outcomes import Leniency
from ...proofs.coverage import covering
from ...proofs.declarations import OF_SCORES
from ...proofs.left_open import unknown_if_unreadable
from ...proofs.one_point import PointwiseBoard, Total
from ...proofs.rule_sets import Values, rule_sets
from ...proofs.stones_kept import ProvedStatement, balance, of_any_komi, stones_are_kept, unknown_end
from ...sweeps.fates import read_on_arrays
from ...sweeps.sweep import legal_chunks, score_of_position
from ..katago_v2.pass_alive import BY_SIZE

STONE_SCORING, JAPANESE = PRESETS["stone-scoring"], PRESETS["japanese-like"]
REMOVED = {"reading/engine-always-pass-alive": "everywhere"}
MOST_TURNS = 8
IN_SCORES = (Decision.SCORE, Decision.LIFE)
WITHOUT_HANDICAP: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.ZERO]}
NOTES = (
    "By area a player scores more than by territory: by the moves made before the second cleanup phase, and by the "
    "stones added in it that have no independent life, less the captures of both colors. So the leads are equal "
    "when both players made as many such moves and left as many such stones, under tax None as well as All. Stones "
    "placed before the game count as moves made before, unblock actions do not count as moves, nobody is compensated "
    "for handicap stones, and no pass-dead stones are removed before the score."
)


def smallest_game_told_apart(area: Rules, territory: Rules, grids: Sequence[Grid]) -> Verdict:
    """Find the smallest board, and the shortest game on it, whose lead is another by area than by territory.

    Where the game is over by area scoring, both players pass on to the end of it by territory scoring.
    """
    games = 0
    for grid in grids:
        found = compare(area, territory, grid, leniency=Leniency(scores=True, ends=True))
        games += found.covered.games
        if found.parting is not None:
            by_area, by_territory = found.parting.games
            passing_on = f"by territory, both passing on, {score_text(by_territory.result)}"
            shows = f"By area, {score_text(by_area.result)}; {passing_on}."
            witness = Story.play(Game.start(area, grid.width, grid.height), by_area.turns_taken, shows)
            return Verdict(Outcome.REFUTED, str(grid), "search", {"games": games}, witness, minimal=True)
    return Verdict(Outcome.HOLDS, f"all games on {grids[-1]} and smaller boards", "search", {"games": games})


def total(ended: Ended[Any], color: Color) -> Total:
    """A player's score."""
    terms = (clause.function(ended, color) for clause in ended.rules.deciding(Decision.SCORE))
    return reduce(add, terms, Total(0, 0))


def late_stones(ended: Ended[Any], color: Color) -> Number:
    """How many stones of a color were added in the second cleanup phase and have no independent life."""
    c = ended.coloring
    kept = independent_life_regions(ended.rules, c, color) | ended.second_cleanup_start.of(color)
    return c.size(c.of(color) & ~kept)


@covering(OF_SCORES)
@unknown_if_unreadable
def area_is_territory_but_for_moves(territory: Rules) -> Verdict:
    """Prove how a player's scores by area and by territory differ, at the same end of a game, under each tax."""
    under_each = [*rule_sets(territory.literally(), IN_SCORES, WITHOUT_HANDICAP)]
    removing = {clause.name for by in Scoring for clause in replace(territory, scoring=by).deciding(Decision.REMOVAL)}
    if removing:
        notes = f"What is scored is not what stands at the end: {' and '.join(sorted(removing))} removes stones before."
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", notes=notes)
    statements = [*stones_are_kept(territory), *(some for rules in under_each for some in scores_differ(rules))]
    not_proved = sorted({statement.text for statement in statements if not statement.proved})
    counts = {"statements": len(statements)}
    if not_proved:
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", counts, notes=f"Not proved: {', '.join(not_proved)}.")
    return Verdict(Outcome.PROVED, EVERY_SIZE, "z3", counts, notes=NOTES)


def scores_differ(territory: Rules) -> Iterator[ProvedStatement]:
    """How the scores by area and by territory of each player differ, where no stone was made or lost."""
    for button, color in product((None, *Color), Color):
        board = PointwiseBoard()
        ended = unknown_end(of_any_komi(territory), board, button)
        by_area = replace(ended, rules=of_any_komi(replace(territory, scoring=Scoring.AREA)))
        captured = reduce(add, ended.captures.values(), Total(0, 0))
        made_before = ended.earlier_moves[color] + ended.placed[color]
        has_it = f"{button.value} has the button" if button else "nobody has the button"
        text = f"the scores of {color.value} under tax {territory.tax.value}, {has_it}"
        # The balance is 0, as no stone is made or lost.
        statement = (total(by_area, color) + captured).equals(
            total(ended, color) + made_before + late_stones(ended, color) + balance(ended, color)
        )
        yield ProvedStatement(text, board.proves(statement, step=text))


def smallest_board_with_dead_stones(rules: Rules, removing: Rules) -> tuple[Coloring[int], int]:
    """The fewest stones, on the smallest board, of which some are pass-dead and would count if they were removed.

    Also the number of legal positions that were looked at.

    Raises:
        ValueError: no board that was looked at has any.
    """
    positions = 0
    both = [read_on_arrays(some) for some in (rules, removing)]
    for width, height in BY_SIZE:
        found = []
        for c in legal_chunks(Grid(width, height)):
            positions += len(c.black)
            left, removed = (score_of_position(some, c) for some in both)
            found += [as_integers(c, int(index)) for index in np.flatnonzero(left != removed)]
        if found:
            return min(found, key=lambda c: (c.black | c.white).bit_count()), positions
    raise ValueError("No board has pass-dead stones that would count.")


def dead_stones_left_do_not_count(rules: Rules, removing: Rules) -> Verdict:
    """Find the smallest position in which pass-dead stones are left, and score otherwise than if they were removed."""
    coloring, positions = smallest_board_with_dead_stones(rules, removing)
    left, removed = (Game.set_up(some, coloring).passed_out() for some in (rules, removing))
    outcome = Outcome.REFUTED if lead(left) != lead(removed) else Outcome.UNKNOWN
    shows = f"Left on the board, {score_text(left.result)}; if dead stones counted, {score_text(removed.result)}."
    witness = Story.play(Game.set_up(rules, coloring), left.turns_taken, shows)
    grid = str(coloring.board.grid)
    return Verdict(outcome, grid, "sweep", {"positions": positions}, witness, minimal=True)


def dead_stones_captured_count(rules: Rules, removing: Rules) -> Verdict:
    """From that position, find the shortest game in which Black captures them while White passes, and they count."""
    coloring, _ = smallest_board_with_dead_stones(rules, removing)
    start = Game.set_up(rules, coloring)
    if_removed = Game.set_up(removing, coloring).passed_out()
    games, number = [start], 0
    for _ in range(MOST_TURNS):
        games = [game.taking(turn) for game in games for turn in _turns_of_black(game)]
        number += len(games)
        for game in games:
            if game.over and lead(game) == lead(if_removed):
                shows = f"Captured in cleanup, {score_text(game.result)}: as much of a lead as if dead stones counted."
                witness = Story.play(start, game.turns_taken, shows)
                scope = str(coloring.board.grid)
                return Verdict(Outcome.WITNESSED, scope, "search", {"games": number}, witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"games of up to {MOST_TURNS} turns", "search", {"games": number})


def _turns_of_black(game: Game) -> tuple[Turn, ...]:
    if game.over:
        return ()
    return game.turns() if game.position.player is BLACK else (PASS,)


def lead(game: Game) -> float:
    """By how much Black leads at the end of a game.

    Raises:
        ValueError: it has not ended with a score.
    """
    if not isinstance(game.result, Score):
        raise ValueError("Without a score nobody leads.")
    return game.result.lead


for _tax in Tax:
    check(
        "claim/summary-tax-all-is-territory",
        "smallest",
        f"tax={_tax.value}",
        cost=0.1,
        under=(STONE_SCORING, replace(JAPANESE, tax=_tax)),
    )(partial(smallest_game_told_apart, grids=[Grid(1, 1), Grid(2, 1), Grid(3, 1)]))
check(
    "claim/area-is-territory-but-for-moves",
    EVERY_SIZE,
    "scoring=TERRITORY",
    cost=0.5,
    under=(Rules(scoring=Scoring.TERRITORY),),
    whatever_else=True,
)(area_is_territory_but_for_moves)
check(
    "claim/summary-territory-counts-dead",
    "smallest",
    "stones left on the board",
    cost=0.2,
    under=(JAPANESE, JAPANESE.reading(REMOVED)),
)(dead_stones_left_do_not_count)
check(
    "claim/summary-territory-counts-dead",
    "smallest",
    "stones captured in cleanup",
    cost=0.5,
    under=(JAPANESE, JAPANESE.reading(REMOVED)),
)(dead_stones_captured_count)
