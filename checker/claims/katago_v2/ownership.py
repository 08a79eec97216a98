"""The ownership formula against the territory score: the smallest games that tell them apart, and a sweep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import Score, score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Pass, Phase
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.fates import read_on_arrays
from ...sweeps.sweep import legal_chunks

SEARCHED = [(1, 1), (2, 1)]
SEED = 20240616
MOST_CAPTURES = 20
UNBLOCK, PLACED = "reading/unblock-is-not-a-move", "reading/initial-stones"

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

    Games are told apart by their turns, so the board must be tiny.
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


def smallest_game(rules: Rules, differ: Differ) -> Verdict:
    """Refute that the two formulas agree, by the shortest game from the empty grid on the smallest board."""
    for width, height in SEARCHED:
        start = Game.start(rules, width, height)
        end = shortest_game(start, differ)
        if end is not None:
            return _refuted(start, end)
    return Verdict(Outcome.UNKNOWN, f"games on boards up to {SEARCHED[-1]}", "search")


def smallest_set_up(rules: Rules, differ: Differ) -> Verdict:
    """Refute it by the smallest position, with the fewest stones, that is set up for the last phase and ends there."""
    for width, height in SEARCHED:
        positions = (as_integers(c, index) for c in legal_chunks(Grid(width, height)) for index in range(len(c.black)))
        for c in sorted(positions, key=lambda c: (c.black | c.white).bit_count()):
            start = Game.set_up(rules, c, phase=Phase.SECOND_CLEANUP)
            end = start.play(PASS).play(PASS)
            if is_told_apart(end, differ):
                return _refuted(start, end)
    return Verdict(Outcome.UNKNOWN, f"positions on boards up to {SEARCHED[-1]}", "search")


def _refuted(start: Game, end: Game) -> Verdict:
    territory, ownership = end.result, end.score_by_ownership()
    assert isinstance(territory, Score)
    captured = sum(end.record.tally.captures.values())
    black, white = ownership.black - territory.black, ownership.white - territory.white
    return Verdict(
        Outcome.REFUTED,
        str(start.position.coloring.board.grid),
        "search",
        {"turns": end.record.turn, "captures": captured},
        Story.play(
            start, end.turns_taken, f"By territory {score_text(territory)}; by ownership {score_text(ownership)}."
        ),
        minimal=True,
        notes=f"From territory to ownership, Black's score changes by {black:g} and White's by {white:g}.",
    )


def ends_of_games(rules: Rules, c: Coloring[Words], draw: np.random.Generator) -> Iterator[Ended[Words]]:
    """Ends of games in each of many colorings, with pseudo-random counts of what was captured, placed and moved.

    The second cleanup phase began with the same coloring, with the empty grid, or with any other of the colorings.
    """
    others = draw.permutation(len(c.black))
    for start in (c, c.emptied(c.board.everything), Coloring(c.board, c.black[others], c.white[others])):
        captures = {color: draw.integers(0, MOST_CAPTURES, len(c.black)) for color in Color}
        there: dict[Color, Any] = {color: c.size(c.of(color)) + captures[color] for color in Color}
        moves = {color: draw.integers(0, there[color] + 1) for color in Color}
        placed = {color: draw.integers(0, there[color] - moves[color] + 1) for color in Color}
        earlier_moves = {color: there[color] - moves[color] - placed[color] for color in Color}
        ended = Ended(rules, c, captures, moves, earlier_moves, placed, second_cleanup_start=start)
        for clause in rules.deciding(Decision.REMOVAL):
            ended = clause.function(ended)
        yield ended


def differs_by_all_captures(rules: Rules, grid: Grid) -> Verdict:
    """Score every legal position by both formulas; each player's scores must differ by the captures of both colors."""
    draw = np.random.default_rng(SEED)
    positions = ends = differences = apart = 0
    for c in legal_chunks(grid):
        positions += len(c.black)
        for self_play_opts in (False, True):
            played = read_on_arrays(replace(rules, self_play_opts=self_play_opts))
            for ended in ends_of_games(played, c, draw):
                ends += len(c.black)
                captured: Any = ended.captures[BLACK] + ended.captures[WHITE]
                apart += int(np.count_nonzero(captured))
                for color in Color:
                    by_ownership = _total(Decision.OWNERSHIP_SCORE, ended, color)
                    differences += int(np.sum(by_ownership + captured != _total(Decision.SCORE, ended, color)))
    verdict = holds_unless(differences, f"legal positions of {grid}", "sweep", positions=positions, ends=ends)
    return if_it_acted(verdict, apart, "had captures by which the two scores differ")


def _total(decision: Decision, ended: Ended[Words], color: Color) -> Any:
    return sum(clause.function(ended, color) for clause in ended.rules.deciding(decision))


_RULES = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=False)
_LABEL = "ko=SIMPLE scoring=TERRITORY suicide=no"

for _tax in Tax:
    check(
        "claim/ownership-difference",
        "3x3",
        f"scoring=TERRITORY tax={_tax.value}",
        cost=1.5,
        under=(replace(_RULES, tax=_tax),),
        whatever_else=True,
    )(partial(differs_by_all_captures, grid=Grid(3, 3)))
for _name, _value, _smallest in ((UNBLOCK, "move", smallest_game), (PLACED, "uncounted", smallest_set_up)):
    check(
        "claim/ownership-difference",
        "smallest",
        f"{_LABEL} {_name}={_value}",
        cost=0.1,
        under=(_RULES.reading({_name: _value}),),
    )(partial(_smallest, differ=leads_differ))

for _tax in Tax:
    check(
        "claim/ownership-equivalent",
        "smallest",
        f"{_LABEL} tax={_tax.value}",
        cost=0.1,
        under=(replace(_RULES, tax=_tax),),
    )(partial(smallest_game, differ=scores_differ))
