"""What the summary says of scores, seki, moves in cleanup, and suicide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import add
from typing import Any, NamedTuple

import numpy as np

from ....interpreter.game import Game
from ....interpreter.notation import vertex
from ....interpreter.result import Score, score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color, Coloring, Grid, Number
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.life import dame_regions, independent_life_regions
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Refusal, Rules
from ....spec.vocabulary import PASS, Ended, Phase, Turn
from ...evidence.verdict import (
    LEGAL_UP_TO,
    Outcome,
    Seen,
    answer,
    case,
    cases,
    count,
    every_case,
    one_case,
    smallest_case,
)
from ...phase.many import Numbers, as_integers
from ...play.comparison import compare, lead_passed_on
from ...play.outcomes import Leniency
from ...proofs.declarations import OF_SCORES
from ...proofs.one_point import PointwiseBoard, Total
from ...proofs.rule_sets import Values, rule_sets
from ...proofs.stones_kept import ProvedStatement, balance, every_statement, of_any_komi, stones_are_kept, unknown_end
from ...sweeps.sweep import legal_chunks, positions_of, read_on_arrays, score_of_position
from ..katago_v2.life import BY_SIZE
from ..katago_v2.sekis import surrounded

STONE_SCORING, _JAPANESE = PRESETS["stone-scoring"], PRESETS["japanese-like"]

MOST_POINTS_OF_GAME = 4
MOST_POINTS_OF_SEKI = 6

WHEN_COMPENSATED = (
    "A move is compensated if its player leads by a point more than in the same game without points for moves."
)


class Compensated(NamedTuple):
    """A move of a cleanup phase, and what its player gets for it.

    Attributes:
        start: the game before the move.
        later: the game after it, and after both players have passed on.
        points: by how much more the player leads than if no moves were scored.
    """

    start: Game
    later: Game
    points: float


def without_points_for_moves(rules: Rules) -> Rules:
    """The same rules, under which the moves of no phase are scored."""
    for clause in rules.deciding(Decision.SCORED_MOVES):
        rules = rules.dropping(clause.name)
    return rules


def _moves_of(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Compensated]:
    """Every move from every legal position, at the start of a cleanup phase."""
    both = rules, without_points_for_moves(rules)
    for c in positions_of(grid):
        for player in Color:
            starts = [Game(rule_set, rows=c, to_play=player, phase=phase) for rule_set in both]
            for turn in starts[0].moves():
                scored, unscored = (start.taking(turn).passed_out() for start in starts)
                points = lead_passed_on(scored, player) - lead_passed_on(unscored, player)
                yield Compensated(starts[0], scored, points)


@every_case(acts="was made", notes=WHEN_COMPENSATED)
def every_move_is_compensated(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Seen]:
    """Make every move of a cleanup phase from every legal position: does each bring its player a point?"""
    for made in _moves_of(rules, phase, grid):
        yield case(made.points == 1, moves=1)


@smallest_case(boards=MOST_POINTS_OF_GAME, acts="made a move", scope=LEGAL_UP_TO, notes=WHEN_COMPENSATED)
def smallest_without_compensation(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which a move of a cleanup phase brings its player no point."""
    for made in _moves_of(rules, phase, grid):
        shows = f"{score_text(made.later.result)}, and nobody has a point for the move."
        yield case(made.points == 1, Story.play(made.start, made.later.turns_taken, shows), moves=1)


_MOST_TURNS = 8
_IN_SCORES = (Decision.SCORE, Decision.LIFE)
_WITHOUT_HANDICAP: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.ZERO]}
WHAT_AREA_ADDS = (
    "By area a player scores more than by territory: by the moves made before the second cleanup phase, and by the "
    "stones added in it that have no independent life, less the captures of both colors. So the leads are equal "
    "when both players made as many such moves and left as many such stones, under tax None as well as All. Stones "
    "placed before the game count as moves made before, unblock actions do not count as moves, nobody is compensated "
    "for handicap stones, and no pass-dead stones are removed before the score."
)


@smallest_case(boards=MOST_POINTS_OF_GAME - 1, acts="was over", scope="all games on {last} and smaller boards")
def smallest_game_told_apart(area: Rules, territory: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the shortest game on it, whose lead is another by area than by territory.

    Where the game is over by area scoring, both players pass on to the end of it by territory scoring.
    """
    comparison = compare(area, territory, grid, leniency=Leniency(scores=True, ends=True))
    yield cases(acted=comparison.covered.ended, games=comparison.covered.games)
    if comparison.parting is not None:
        by_area, by_territory = comparison.parting.games
        passing_on = f"by territory, both passing on, {score_text(by_territory.result)}"
        shows = f"By area, {score_text(by_area.result)}; {passing_on}."
        yield cases(1, Story.play(Game(area, grid), by_area.turns_taken, shows))


def _total(ended: Ended[Any], color: Color) -> Total:
    """A player's score."""
    terms = (clause.function(ended, color) for clause in ended.rules.deciding(Decision.SCORE))
    return reduce(add, terms, Total(0, 0))


def late_stones(ended: Ended[Any], color: Color) -> Number:
    """How many stones of a color were added in the second cleanup phase and have no independent life."""
    c = ended.coloring
    kept = independent_life_regions(ended.rules, c, color) | ended.second_cleanup_start.of(color)
    return c.size(c.of(color) & ~kept)


@every_statement(OF_SCORES, WHAT_AREA_ADDS)
def area_is_territory_but_for_moves(territory: Rules) -> Iterator[ProvedStatement]:
    """Prove how a player's scores by area and by territory differ, at the same end of a game, under each tax."""
    under_each = [*rule_sets(territory.literally(), _IN_SCORES, _WITHOUT_HANDICAP)]
    removing = {clause.name for by in Scoring for clause in replace(territory, scoring=by).deciding(Decision.REMOVAL)}
    if removing:
        yield ProvedStatement(f"that {' and '.join(sorted(removing))} removes no stones before the score", False)
        return
    yield from stones_are_kept(territory)
    for rules in under_each:
        yield from _scores_differ(rules)


def _scores_differ(territory: Rules) -> Iterator[ProvedStatement]:
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
        statement = (_total(by_area, color) + captured).equals(
            _total(ended, color) + made_before + late_stones(ended, color) + balance(ended, color)
        )
        yield ProvedStatement(text, board.proves(statement, step=text))


def smallest_board_with_dead_stones(rules: Rules, removing: Rules) -> tuple[Coloring[int], int]:
    """The fewest stones, on the smallest board, of which some are pass-dead and would count if they were removed.

    Also the number of legal positions that were looked at.

    Raises:
        ValueError: no board that was looked at has any.
    """
    positions = 0
    both = [read_on_arrays(rule_set) for rule_set in (rules, removing)]
    for grid in BY_SIZE:
        differing = []
        for c in legal_chunks(grid):
            positions += len(c.black)
            left, removed = (score_of_position(rule_set, c) for rule_set in both)
            differing += [as_integers(c, int(index)) for index in np.flatnonzero(left != removed)]
        if differing:
            return min(differing, key=lambda c: (c.black | c.white).bit_count()), positions
    raise Refusal("No board has pass-dead stones that would count.")


@one_case(method="sweep")
def dead_stones_left_do_not_count(rules: Rules, removing: Rules) -> Seen:
    """Find the smallest position in which pass-dead stones are left, and score otherwise than if they were removed."""
    coloring, positions = smallest_board_with_dead_stones(rules, removing)
    left, removed = (Game(rule_set, rows=coloring).passed_out() for rule_set in (rules, removing))
    count_otherwise = lead_passed_on(left) != lead_passed_on(removed)
    shows = f"Left on the board, {score_text(left.result)}; if dead stones counted, {score_text(removed.result)}."
    witness = Story.play(Game(rules, rows=coloring), left.turns_taken, shows)
    counts, scope = {"positions": positions}, str(coloring.board.grid)
    return answer(False if count_otherwise else None, counts, witness, scope=scope, is_minimal=True)


@one_case("games of up to {most_turns} turns", so=Outcome.WITNESSED)
def dead_stones_captured_count(rules: Rules, removing: Rules, most_turns: int = _MOST_TURNS) -> Seen:
    """From that position, find the shortest game in which Black captures them while White passes, and they count."""
    coloring, _ = smallest_board_with_dead_stones(rules, removing)
    start = Game(rules, rows=coloring)
    if_removed = Game(removing, rows=coloring).passed_out()
    games, number = [start], 0
    for _ in range(most_turns):
        games = [game.taking(turn) for game in games for turn in _turns_of_black(game)]
        number += len(games)
        for game in games:
            if game.over and lead_passed_on(game) == lead_passed_on(if_removed):
                shows = f"Captured in cleanup, {score_text(game.result)}: as much of a lead as if dead stones counted."
                witness = Story.play(start, game.turns_taken, shows)
                scope = str(coloring.board.grid)
                return answer(True, {"games": number}, witness, scope=scope, is_minimal=True)
    return answer(None, {"games": number})


def _turns_of_black(game: Game) -> tuple[Turn, ...]:
    if game.over:
        return ()
    return game.turns() if game.position.player is BLACK else (PASS,)


WHAT_A_SEKI_IS = (
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
    dame = rules.defined(dame_regions)(c)
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
    end = Game(rules, rows=c, phase=Phase.SECOND_CLEANUP).passed_out()
    return end, int(end.result.black + end.result.white) if isinstance(end.result, Score) else 0


@smallest_case(boards=MOST_POINTS_OF_SEKI, acts="left a seki alone", scope=LEGAL_UP_TO, notes=WHAT_A_SEKI_IS)
def smallest_points_in_seki(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which a seki, left alone, scores points."""
    for c in positions_of(grid):
        if not is_seki(rules, c):
            yield count(positions=1)
            continue
        end, points = points_scored(rules, c)
        start = Game(rules, rows=c, phase=Phase.SECOND_CLEANUP)
        shows = f"Left alone, {score_text(end.result)}, though it is a seki."
        yield case(not points, Story.play(start, end.turns_taken, shows), positions=1, sekis=1)


@every_case(acts="was surrounded in a seki", notes=WHAT_A_SEKI_IS)
def seki_scores_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Leave every seki of a board alone: does nobody score?"""
    for c in positions_of(grid):
        yield count(positions=1, sekis=0, surrounded_points=0)
        if is_seki(rules, c):
            points = sum(surrounded(c, color).bit_count() for color in Color)
            yield case(points_scored(rules, c)[1] <= 0, acted=points, sekis=1, surrounded_points=points)


WHY_NOT_BOTH = (
    "Only the second condition is ever met: what clears stones of the opponent is no suicide, as they go first."
)


def suicides(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[Words], Color, int, Numbers, Words, Numbers]]:
    """For every player and point, the positions of a board, and in which of them playing there is suicide.

    Yields the positions, the player, the point; the indices of the positions in which several of the player's own
    stones would be emptied; which points of the opponent that clears; and the indices in which it is pseudolegal.
    """
    for c in legal_chunks(grid):
        for player in Color:
            for point in points_of(grid.everywhere):
                play = move(rules, c, player, np.full(len(c.black), point, dtype=np.uint64))
                others = play.self_captured & ~np.uint64(point)
                empty = (c.empty & np.uint64(point)) != 0
                allowed = np.asarray(pseudolegal(rules, play))
                several = np.flatnonzero(empty & (others != 0))
                yield c, player, point, several, play.captured, np.flatnonzero(allowed)


@every_case(method="sweep", acts="emptied several stones of its player", notes=WHY_NOT_BOTH)
def allowed_as_long_as_it_clears_or_the_rules_allow_it(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether every suicide of several stones is allowed that clears the opponent's, or that the rules allow."""
    for c, player, point, several, captured, allowed in suicides(rules, grid):
        clears = several[captured[several] != 0]
        ought = several if rules.suicide else clears
        refused = np.setdiff1d(ought, allowed)

        def refusal(c: Coloring[Words] = c, player: Color = player, point: int = point, at: Numbers = refused) -> Story:
            start = Game(rules, rows=as_integers(c, int(at[0])), to_play=player)
            return Story.play(
                start, (), f"{player.name.capitalize()} ought to be allowed to play {vertex(grid, point)}."
            )

        yield cases(
            len(refused), refusal if len(refused) else None, len(ought), suicides=len(several), that_clear=len(clears)
        )
