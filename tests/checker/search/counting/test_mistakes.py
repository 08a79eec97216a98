"""Every mistake changes the counted games as it changes played games, or it is refused."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from superko.checker.counting.layers import layers
from superko.checker.counting.superko_steps import StepTable, step_table
from superko.checker.vectors.mutants import Mutant, mutants_in
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import points_of
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Turn

from .walked import games_of_each_length

MOST_MOVES = 5
EXCLUDED = {"reading/history-includes-passes": "excluded"}
SUPERKO = {
    "positional": Rules(),
    "situational": Rules(ko=Ko.SITUATIONAL, suicide=False),
    "situational, passes excluded": Rules(ko=Ko.SITUATIONAL).reading(EXCLUDED),
    "ten rules": PRESETS["tromp-taylor-ten"],
}
TINY = [Grid(1, 1), Grid(2, 1), Grid(3, 1)]

# With these mistakes games on two points are no walks.
REFUSED = {
    "katago-v2/main/start#turn/allows",
    "katago-v2/main/pass#counts/counts",
    "katago-v2/main/pass#counts/leaves-out",
    "katago-v2/main/state#occurrences/counts",
    "katago-v2/main/end-two-passes/ends",
    "katago-v2/main/end-two-passes/goes-on",
    "katago-v2/main/end-two-passes#consecutive/forgets",
    "katago-v2/main/then-score/leads-on",
    "katago-v2/main/state#coloring/distinguishes",
    "katago-v2/main/legal-superko/forbids",
    "katago-v2/main/legal-superko/forbids-later",
    "katago-v2/main/legal-superko/remembers-start",
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


def table_or_refusal(rules: Rules, grid: Grid) -> tuple[StepTable | None, str]:
    """The steps that are read from some rules; or nothing, and why they are refused."""
    try:
        return step_table(rules, grid), ""
    except ValueError as refusal:
        return None, str(refusal)


def refused_on_two_points(rules: Rules) -> dict[str, str]:
    reasons = {str(mistake): table_or_refusal(mistake.made_in(rules), Grid(2, 1))[1] for mistake in mutants_in(rules)}
    return {name: why for name, why in reasons.items() if why}


@pytest.mark.parametrize(("rules", "mistake"), [*in_each(SUPERKO)])
def test_mistakes_change_counted_games_as_they_change_played_ones(rules: Rules, mistake: Mutant) -> None:
    mistaken = mistake.made_in(rules)
    # Where stones can be played upon, there are too many games on three points to play them all.
    boards = TINY[:2] if str(mistake).endswith("#empty/forbids") else TINY
    for grid in boards:
        table, _ = table_or_refusal(mistaken, grid)
        if table is not None:
            counted = [layer.games for layer in layers(table)]
            assert counted == games_of_each_length(table)
            played = played_games(Game(mistaken, grid), 0, Counter())
            assert Counter(dict(enumerate(counted[: MOST_MOVES + 1]))) == played


@pytest.mark.thorough
def test_no_other_mistakes_are_refused_and_each_with_a_sentence() -> None:
    refused = refused_on_two_points(SUPERKO["situational"])
    assert refused.keys() == REFUSED
    assert all(
        re.fullmatch(r"(These games can't|Situations keep no account of|A phase keeps no account of) [^.]*\.", why)
        for why in refused.values()
    )
