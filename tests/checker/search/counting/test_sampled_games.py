"""Numbers of games that were counted by layers of walks, found again by samples of what the clauses alone tell.

Histories of one length are merged where they stand at one node with one memory. Where those are too many, some are
drawn, and weighed so that the mean is right: one that stands for few games is kept as often as its weight says.
"""

from __future__ import annotations

import random
from statistics import mean, stdev

import pytest

from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.phase.machine import NOWHERE, Machine, Memory, answer_and_bits, machine
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_grid
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.rules import Rules

from ....sampling import EXHAUSTIVE, sample

KEPT = 10_000
SAMPLES = 8
# By more than this, in standard errors, a sample of normal size is off once in a hundred thousand times.
FAR_OFF = 4.5

COUNTED = {
    "fact/games 2x2 ko=SITUATIONAL suicide=no": "tromp-taylor,ko=SITUATIONAL,suicide=no",
    "fact/games 2x2 rules=french": "french",
    "fact/games 4x1 rules=french": "french",
    "fact/games 2x2 ko=POSITIONAL suicide=yes": "tromp-taylor",
}


def sampled_games(games: Machine, kept: int, drawn: random.Random) -> float:
    """How many games there are; an estimate, where some length has more histories that differ than are kept."""
    ended, layer = 0.0, {(0, games.first_memory): 1.0}
    while layer:
        longer: dict[tuple[int, Memory], float] = {}
        for (node, memory), number in layer.items():
            for step in games.steps_in_bits[node]:
                if answer_and_bits(step.forbidden_by, memory)[0] is not None:
                    continue
                if answer_and_bits(step.ended_by, memory)[0] is not None or step.step.after == NOWHERE:
                    ended += number
                else:
                    there = step.step.after, step.remembered(memory)
                    longer[there] = longer.get(there, 0.0) + number
        layer = longer if len(longer) <= kept else thinned(longer, kept, drawn)
    return ended


def thinned(layer: dict[tuple[int, Memory], float], kept: int, drawn: random.Random) -> dict[tuple[int, Memory], float]:
    """About so many of the histories: all that stand for more games than a share, and each other by its part of one."""
    numbers, left = sorted(layer.values(), reverse=True), sum(layer.values())
    whole = 0
    while numbers[whole] * (kept - whole) >= left:
        left -= numbers[whole]
        whole += 1
    share = left / (kept - whole)
    thin: dict[tuple[int, Memory], float] = {}
    mark, passed = drawn.random(), 0.0
    for there, number in layer.items():
        if number >= share:
            thin[there] = number
            continue
        passed += number / share
        if passed > mark:
            thin[there] = share
            mark += 1
    return thin


def machine_of(rules: Rules, grid: Grid) -> Machine:
    """The machine of the games from an empty board."""
    return machine(Game(rules, grid).record)


@pytest.mark.parametrize("kept", [1000, 40])
def test_what_is_small_enough_is_counted_exactly_and_else_near_to_it(kept: int) -> None:
    games = machine_of(Rules(), parse_grid("3x1"))
    estimates = [sampled_games(games, kept, random.Random(seed)) for seed in range(30)]
    assert len(set(estimates)) == (1 if kept == 1000 else len(estimates))
    assert abs(mean(estimates) - 907) <= FAR_OFF * stdev(estimates) / len(estimates) ** 0.5


@pytest.mark.thorough
@pytest.mark.parametrize("check", sample(COUNTED, lambda check: "4x1" in check, EXHAUSTIVE))
def test_what_was_counted_by_layers_is_near_to_samples(check: str) -> None:
    games = machine_of(parse_rules(COUNTED[check]), parse_grid(check.split()[1]))
    estimates = [sampled_games(games, KEPT, random.Random(seed)) for seed in range(SAMPLES)]
    error = stdev(estimates) / SAMPLES**0.5
    assert error < mean(estimates) / 10
    assert abs(mean(estimates) - recorded_verdicts()[check]["counts"]["games"]) <= FAR_OFF * error
