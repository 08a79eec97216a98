"""The ownership formula beside the score: each score, the lead, and what is read off the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, reduce
from operator import add
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import z3

from ....interpreter.game import Game
from ....interpreter.result import Score, score_text, scored_by
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import HandicapBonus, Scoring, Tax
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Move, Pass, Phase, Play
from ...evidence.verdict import Seen, answer, cases, count, every_case, smallest_case
from ...phase.many import Numbers, as_integers, colorings_at, plays_at
from ...proofs.declarations import OF_OWNERSHIP
from ...proofs.left_open import FoundOnce
from ...proofs.one_point import PointwiseBoard, Total, as_total
from ...proofs.rule_sets import Values, alike, rule_sets
from ...proofs.stones_kept import (
    ProvedStatement,
    balance,
    every_statement,
    is_kept,
    of_any_komi,
    stones_are_kept,
    unknown_end,
)
from ...sweeps.sweep import as_floats, legal_chunks, positions_of, read_on_arrays
from .sekis import surrounded

_SEARCHED = [Grid(1, 1), Grid(2, 1)]
SEED_OF_SCORES = 20240616
_MOST_CAPTURES = 20

Differ: TypeAlias = Callable[[Score, Score], bool]


def scores_differ(territory: Score, ownership: Score) -> bool:
    """Whether a player's score differs between the two formulas."""
    return (territory.black, territory.white) != (ownership.black, ownership.white)


def leads_differ(territory: Score, ownership: Score) -> bool:
    """Whether Black's lead differs between the two formulas."""
    return territory.lead != ownership.lead


def is_told_apart(game: Game, differ: Differ) -> bool:
    """Whether a game is over, and the two formulas score it differently."""
    return isinstance(game.result, Score) and differ(game.result, game.score_by_ownership())


def shortest_game(start: Game, differ: Differ) -> Game | None:
    """The shortest game, breadth first, that the two formulas score differently; None if none does.

    Games differ by their turns, so the board must be tiny.
    """
    games = [start]
    while games:
        for game in games:
            if is_told_apart(game, differ):
                return game
        # Moves come before passes, so that the game shown is not one of passes as long as it can be.
        ordered = [(game, sorted(game.turns(), key=lambda turn: isinstance(turn, Pass))) for game in games]
        games = [game.play(turn) for game, turns in ordered for turn in turns]
    return None


@smallest_case(boards=_SEARCHED, scope="games on boards up to {last}")
def smallest_game(rules: Rules, differ: Differ, grid: Grid) -> Iterator[Seen]:
    """Refute that the two formulas agree, by the shortest game from the empty grid on the smallest board."""
    if end := shortest_game(Game(rules, grid), differ):
        yield _otherwise(end)


@smallest_case(boards=_SEARCHED, scope="positions on boards up to {last}")
def smallest_set_up(rules: Rules, differ: Differ, grid: Grid) -> Iterator[Seen]:
    """Refute it by the smallest position, with the fewest stones, that is set up for the last phase and ends there."""
    for c in sorted(positions_of(grid), key=lambda c: (c.black | c.white).bit_count()):
        end = Game(rules, rows=c, phase=Phase.SECOND_CLEANUP).play(PASS).play(PASS)
        if is_told_apart(end, differ):
            yield _otherwise(end)


def _otherwise(end: Game) -> Seen:
    territory, ownership = end.result, end.score_by_ownership()
    assert isinstance(territory, Score)
    captured = sum(end.record.tally.captures.values())
    black, white = ownership.black - territory.black, ownership.white - territory.white
    shows = f"By territory {score_text(territory)}; by ownership {score_text(ownership)}."
    notes = f"From territory to ownership, Black's score changes by {black:g} and White's by {white:g}."
    counts = {"turns": end.record.turn, "captures": captured}
    return answer(False, counts, Story.of(end, shows), notes)


def ends_of_games(rules: Rules, c: Coloring[Words], draw: np.random.Generator) -> Iterator[Ended[Words]]:
    """Ends of games in each of many colorings, with pseudo-random counts of what was captured, placed and moved.

    The second cleanup phase began with the same coloring, with the empty grid, or with any other of the colorings.
    """
    others = draw.permutation(len(c.black))
    for start in (c, c.emptied(c.board.everything), Coloring(c.board, c.black[others], c.white[others])):
        captures = {color: draw.integers(0, _MOST_CAPTURES, len(c.black)) for color in Color}
        there: dict[Color, Any] = {color: c.size(c.of(color)) + captures[color] for color in Color}
        moves = {color: draw.integers(0, there[color] + 1) for color in Color}
        placed = {color: draw.integers(0, there[color] - moves[color] + 1) for color in Color}
        earlier_moves = {color: there[color] - moves[color] - placed[color] for color in Color}
        ended = Ended(rules, c, captures, moves, earlier_moves, placed, second_cleanup_start=start)
        for clause in rules.deciding(Decision.REMOVAL):
            ended = clause.function(ended)
        yield ended


@every_case(method="sweep", acts="had captures by which the two scores differ")
def differs_by_all_captures(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Score every legal position by both formulas; each player's scores must differ by the captures of both colors."""
    draw = np.random.default_rng(SEED_OF_SCORES)
    for c in legal_chunks(grid):
        yield count(positions=len(c.black))
        for self_play_opts in (False, True):
            played = read_on_arrays(replace(rules, self_play_opts=self_play_opts))
            for ended in ends_of_games(played, c, draw):
                captured: Any = ended.captures[BLACK] + ended.captures[WHITE]
                yield cases(acted=int(np.count_nonzero(captured)), ends=len(c.black))
                for color in Color:
                    by_ownership = scored_by(ended, color, Decision.OWNERSHIP_SCORE)
                    yield cases(int(np.sum(by_ownership + captured != scored_by(ended, color))))


_IN_SCORES = (Decision.REMOVAL, Decision.LIFE, Decision.SCORE, Decision.OWNERSHIP_SCORE)
_WITHOUT_HANDICAP: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.ZERO]}
_NOTES = (
    "By ownership each player scores less than by territory, by the captures of both colors. This is proved for games "
    "without handicap stones in which unblock actions do not count as moves; and where the stones of a set-up position "
    "do not count as moves, for games from the empty board."
)


def scores_agree(rules: Rules, once: FoundOnce[list[ProvedStatement]] | None = None) -> Iterator[ProvedStatement]:
    """That removing pass-dead stones keeps the balance, and how the two scores of a player then differ."""
    once = once or FoundOnce()
    any_groups = rules.replacing(
        "katago-v2/extra/pass-alive-group", _any_points, "Any points whatever are those of the pass-alive-groups."
    )
    # Where the stones of a set-up position are not counted, it is a game from the empty grid, with none placed.
    counted = rules.parameter("reading/initial-stones") == "as-moves"
    for button in (None, *Color):
        subject = button, rules.tax.value, counted
        yield from once.of(subject, any_groups, partial(_agree, button=button, tax=rules.tax.value, counted=counted))


def _any_points(rules: Any, c: Coloring[Any], color: Color) -> Any:
    board: Any = c.board
    return board.unknown(f"pass-alive {color}")


def _agree(rules: Any, button: Color | None, tax: str, counted: bool) -> list[ProvedStatement]:
    """The statements about any end of a game, whichever groups are pass-alive and whatever komi is."""
    board = PointwiseBoard()
    placed = {} if counted else {"placed": dict.fromkeys(Color, 0)}
    ended = unknown_end(of_any_komi(rules), board, button, **placed)
    agree = []
    for clause in rules.deciding(Decision.REMOVAL):
        before, ended = ended, clause.function(ended)
        text = "the removal of pass-dead stones"
        agree.append((text, is_kept(board, before, ended, step=text)))
    captured = reduce(add, ended.captures.values(), Total(0, 0))
    equations = [
        (_total(Decision.OWNERSHIP_SCORE, ended, color) + captured).equals(
            _total(Decision.SCORE, ended, color) + balance(ended, color)
        )
        for color in Color
    ]
    text = f"the two scores under tax {tax}"
    return [*agree, (text, board.proves(z3.And(equations), step=text))]


def _total(decision: Decision, ended: Ended[Any], color: Color) -> Total:
    points: Any = scored_by(ended, color, decision)
    return as_total(points)


@every_statement(OF_OWNERSHIP, _NOTES)
def leads_are_equal(rules: Rules) -> Iterator[ProvedStatement]:
    """Prove that both formulas give each player the same lead, by whatever other rules, on boards of every size."""
    scores = alike(rule_sets(rules.literally(), _IN_SCORES, _WITHOUT_HANDICAP), _IN_SCORES)
    yield from stones_are_kept(rules)
    once = FoundOnce[list[ProvedStatement]]()
    for group in scores:
        yield from scores_agree(group[0], once)


SEED_OF_BOARDS = 12
_MOST_POINTS = 6


def owned(rules: Rules, start: Coloring[Words], c: Coloring[Words], color: Color) -> Words:
    """The points that a color owns: its lasting stones, and the empty points that it scores."""
    life = rules.defined(independent_life_regions)(rules, c, color)
    empty = surrounded(c, color) if rules.tax is Tax.NONE else life & c.empty
    points: Words = c.of(color) & (life | start.of(color)) | empty
    return points


def on_board(rules: Rules, start: Coloring[Words], c: Coloring[Words]) -> npt.NDArray[np.float64]:
    """By how much Black leads by the terms of the ownership formula that no count of moves goes into."""
    nothing = np.zeros(len(c.black), dtype=np.int64)
    none = dict.fromkeys(Color, nothing)
    ended = Ended(rules, c, none, none, none, none, second_cleanup_start=start)
    black, white = (scored_by(ended, color, Decision.OWNERSHIP_SCORE) for color in (BLACK, WHITE))
    return as_floats(black - white, c)


@every_case(
    method="sweep",
    acts="gave a point to somebody",
    notes="The second cleanup phase began with the same position, an empty board, or another one drawn at random.",
)
def is_a_sum_over_points(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether the formula is the points that Black owns less those that White owns, and no point is owned by both."""
    draw = np.random.default_rng(SEED_OF_BOARDS)
    for c in legal_chunks(grid):
        others = draw.permutation(len(c.black))
        for start in (c, c.emptied(c.board.everything), colorings_at(c, others)):
            black, white = (owned(rules, start, c, color) for color in (BLACK, WHITE))
            is_no_sum = (on_board(rules, start, c) != c.size(black) - c.size(white)) | (black & white != 0)
            with_points = int(np.count_nonzero(black | white))
            yield cases(int(np.count_nonzero(is_no_sum)), acted=with_points, pairs=len(c.black))


def moves_in_life(rules: Rules, grid: Grid, kept_alive: bool) -> Iterator[Play[Words]]:
    """Every move in independent life in the legal positions of a board; or those only that keep all of it alive."""
    for c in legal_chunks(grid):
        for color in Color:
            life = rules.defined(independent_life_regions)(rules, c, color)
            for point in points_of(grid.everywhere):
                chosen = np.flatnonzero(life & c.empty & np.uint64(point))
                play = move(rules, colorings_at(c, chosen), color, np.full(len(chosen), point, dtype=np.uint64))
                wanted = np.asarray(pseudolegal(rules, play))
                if kept_alive:
                    lost = life[chosen] & ~rules.defined(independent_life_regions)(rules, play.after, color)
                    wanted &= np.equal(lost, 0)
                yield plays_at(play, np.flatnonzero(wanted))


def changing(rules: Rules, moves: Play[Words]) -> Numbers:
    """Which of the moves change the terms of the formula that no count of moves goes into."""
    leads = (on_board(rules, moves.before, c) for c in (moves.before, moves.after))
    return np.flatnonzero(np.not_equal(*leads))


@every_case(method="sweep", acts="made a move in independent life")
def moves_that_keep_life_change_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Make every move in independent life that keeps it alive: does the formula change, but for the moves it counts?"""
    for moves in moves_in_life(rules, grid, kept_alive=True):
        many = len(moves.before.black)
        yield cases(len(changing(rules, moves)), acted=many, moves=many)


@smallest_case(boards=_MOST_POINTS, method="sweep", acts="made a move in life")
def smallest_move_that_changes(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position in which some move in independent life of one's own changes the formula."""
    for moves in moves_in_life(rules, grid, kept_alive=False):
        many, changed = len(moves.before.black), changing(rules, moves)
        if not len(changed):
            yield cases(acted=many, moves=many)
            continue
        start = Game(
            rules, rows=as_integers(moves.before, int(changed[0])), to_play=moves.player, phase=Phase.SECOND_CLEANUP
        )
        end = start.play(Move(int(moves.point[0]))).play(PASS).play(PASS)
        alone = score_text(start.play(PASS).play(PASS).score_by_ownership())
        shows = f"By ownership {score_text(end.score_by_ownership())}; without the move {alone}."
        yield cases(len(changed), Story.of(end, shows), acted=many, moves=many)
