"""Games that tests of the checker play: at random under any rules, or all short ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.spec.documents import readings_of
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Turn

LONGEST = 50
LIKELY_PASSES = (0.05, 0.3, 0.6)


@st.composite
def any_rules(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """Rules with some parameters and readings fixed, and any values of the others; without a handicap bonus."""
    parameters: dict[str, st.SearchStrategy[Any]] = {
        "ko": st.sampled_from(Ko),
        "scoring": st.sampled_from(Scoring),
        "tax": st.sampled_from(Tax),
        "suicide": st.booleans(),
        "button": st.booleans(),
        "komi": st.sampled_from([0, 6.5, -3]),
        "self_play_opts": st.booleans(),
    }
    readings = {reading.name: st.sampled_from(reading.values) for reading in readings_of("katago-v2")}
    chosen = {name: draw(values) for name, values in {**parameters, **readings}.items() if name not in fixed} | fixed
    rules = Rules(**{name: value for name, value in chosen.items() if name in parameters})
    return rules.reading({name: value for name, value in chosen.items() if name in readings})


def random_game(start: Game, chance: random.Random, likely_pass: float) -> list[Game]:
    """The game before its first turn, and after each turn, until it is over or long."""
    games = [start]
    while not games[-1].over and len(games) < LONGEST:
        others: tuple[Turn, ...] = (*games[-1].moves(), *games[-1].unblocks())
        turn = chance.choice(others) if others and chance.random() >= likely_pass else PASS
        games.append(games[-1].play(turn))
    return games


@st.composite
def random_games(draw: st.DrawFn, rules: st.SearchStrategy[Rules], longest_side: int = 4) -> list[Game]:
    """A random game from the empty board, turn by turn."""
    sides = st.integers(1, longest_side)
    start = Game(draw(rules), (draw(sides), draw(sides)))
    chance = random.Random(draw(st.integers(0, 1_000_000)))
    return random_game(start, chance, draw(st.sampled_from(LIKELY_PASSES)))


def short_games(start: Game, longest: int) -> Iterator[tuple[Game, Game]]:
    """Every game of up to so many turns, before and after its last turn."""
    games = [start]
    for _ in range(longest):
        pairs = [(game, game.play(turn)) for game in games for turn in game.turns()]
        yield from pairs
        games = [after for _, after in pairs]
