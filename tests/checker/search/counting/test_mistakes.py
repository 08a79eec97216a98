"""Every mistake changes the counted games and the longest ones as it changes played games, or it is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import TypeVar

import pytest

from superko.checker.counting.layers import layers
from superko.checker.counting.longest_simple_ko_game import long_game
from superko.checker.counting.longest_superko_game import step_table
from superko.checker.phase.machine import Model
from superko.checker.play.comparison import Lockstep
from superko.checker.vectors.mutants import Mutant, mutants_in
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import points_of
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Turn

from ....sampling import one_in
from .walked import games_of_each_length

T = TypeVar("T")

MOST_MOVES = 5
EXCLUDED = {"reading/history-includes-passes": "excluded"}
SUPERKO = {
    "positional": Rules(),
    "situational": Rules(ko=Ko.SITUATIONAL, suicide=False),
    "situational, passes excluded": Rules(ko=Ko.SITUATIONAL).reading(EXCLUDED),
    "ten rules": PRESETS["tromp-taylor-ten"],
}
SIMPLE_KO = {"suicide": Rules(ko=Ko.SIMPLE), "no suicide": Rules(ko=Ko.SIMPLE, suicide=False)}
TINY = [Grid(1, 1), Grid(2, 1), Grid(3, 1)]

# With these mistakes games on two points are no walks, or can't be taken apart at their passes.
REFUSED = {
    "katago-v2/main/start#turn/allows",
    "katago-v2/main/pass#counts/counts",
    "katago-v2/main/pass#counts/leaves-out",
    "katago-v2/main/state#occurrences/counts",
    "katago-v2/main/end-two-passes/ends",
    "katago-v2/main/end-two-passes/goes-on",
    "katago-v2/main/end-two-passes#consecutive/forgets",
    "katago-v2/main/then-score/leads-on",
}
REFUSED_UNDER_SUPERKO = REFUSED | {
    "katago-v2/main/state#coloring/distinguishes",
    "katago-v2/main/legal-superko/forbids",
    "katago-v2/main/legal-superko/forbids-later",
    "katago-v2/main/legal-superko/remembers-start",
}
REFUSED_UNDER_SIMPLE_KO = (REFUSED - {"katago-v2/main/state#occurrences/counts"}) | {
    "katago-v2/main/no-result#occurrences/counts",
    "katago-v2/main/state#coloring/distinguishes",
    "katago-v2/main/state#player/distinguishes",
    "katago-v2/main/no-result#occurrences-after-passes/counts",
    "katago-v2/main/legal-simple-ko/allows-later",
    "katago-v2/main/end-repeated-pass/ends",
    "katago-v2/main/end-repeated-pass/goes-on",
    "katago-v2/main/end-repeated-pass/goes-on-elsewhere",
    "katago-v2/main/no-result#since-pass/forgets",
    "katago-v2/main/no-result#whole-game/ends-game",
    "katago-v2/main/no-result/ends",
    "katago-v2/main/no-result/goes-on",
}


def in_each(rule_sets: dict[str, Rules]) -> list[object]:
    return [
        pytest.param(
            rules,
            mistake,
            id=f"{name}: {mistake}",
            marks=pytest.mark.thorough if number % 3 or str(mistake).endswith("#empty/forbids") else (),
        )
        for name, rules in rule_sets.items()
        for number, mistake in enumerate(mutants_in(rules))
    ]


def played_games(game: Game, moves: int, ended: Counter[int]) -> Counter[int]:
    """Count the games that end, by their moves; no game is followed beyond a greatest number of moves."""
    if game.over:
        ended[moves] += 1
        return ended
    turns: tuple[Turn, ...] = (PASS, *map(Move, points_of(game.position.coloring.board.everything)))
    for turn in turns:
        if moves + isinstance(turn, Move) <= MOST_MOVES and game.judge(turn).legal:
            played_games(game.play(turn), moves + isinstance(turn, Move), ended)
    return ended


def turns_of_the_longest(rules: Rules, grid: Grid) -> int:
    """How many turns it takes until all games are over, played by the interpreter."""
    games = Lockstep(Model.each((rules,), grid))
    lines, turns = [games.start], 0
    while lines := games.longer(lines):
        turns += 1
    return turns


def read_or_refused(read: Callable[[Rules, Grid], T], rules: Rules, grid: Grid) -> tuple[T | None, str]:
    """What is read from some rules; or nothing, and why they are refused."""
    try:
        return read(rules, grid), ""
    except ValueError as refusal:
        return None, str(refusal)


def refused_on_two_points(read: Callable[[Rules, Grid], object], rules: Rules) -> dict[str, str]:
    reasons = {
        str(mistake): read_or_refused(read, mistake.made_in(rules), Grid(2, 1))[1] for mistake in mutants_in(rules)
    }
    return {name: why for name, why in reasons.items() if why}


@pytest.mark.parametrize(("rules", "mistake"), one_in(4, in_each(SUPERKO)))
def test_mistakes_change_counted_games_as_they_change_played_ones(rules: Rules, mistake: Mutant) -> None:
    mistaken = mistake.made_in(rules)
    # Where stones can be played upon, there are too many games on three points to play them all.
    boards = TINY[:2] if str(mistake).endswith("#empty/forbids") else TINY
    for grid in boards:
        table, _ = read_or_refused(step_table, mistaken, grid)
        if table is not None:
            counted = [layer.games for layer in layers(table)]
            assert counted == games_of_each_length(table)
            played = played_games(Game.start(mistaken, grid.width, grid.height), 0, Counter())
            assert Counter(dict(enumerate(counted[: MOST_MOVES + 1]))) == played


@pytest.mark.parametrize(("rules", "mistake"), in_each(SIMPLE_KO))
@pytest.mark.exhaustive
def test_mistakes_change_the_longest_game_under_simple_ko_as_they_change_played_ones(
    rules: Rules, mistake: Mutant
) -> None:
    mistaken = mistake.made_in(rules)
    # With suicide, games on two points have up to 31 turns, and playing them all takes minutes.
    for grid in TINY[: 1 if rules.suicide else 2]:
        longest, _ = read_or_refused(long_game, mistaken, grid)
        if longest is not None:
            assert len(longest.turns) == longest.at_most == turns_of_the_longest(mistaken, grid)
            assert reduce(Game.play, longest.turns, Game.start(mistaken, grid.width, grid.height)).over


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("read", "rules", "expected"),
    [
        (step_table, SUPERKO["situational"], REFUSED_UNDER_SUPERKO),
        (long_game, SIMPLE_KO["suicide"], REFUSED_UNDER_SIMPLE_KO),
    ],
    ids=["superko", "simple ko"],
)
def test_no_other_mistakes_are_refused_and_each_with_a_sentence(
    read: Callable[[Rules, Grid], object], rules: Rules, expected: set[str]
) -> None:
    refused = refused_on_two_points(read, rules)
    assert refused.keys() == expected
    assert all(
        re.fullmatch(r"(These games can't|A clause asks about|A phase keeps no account of) [^.]*\.", why)
        for why in refused.values()
    )
