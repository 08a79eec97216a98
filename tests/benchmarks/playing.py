"""Random games with full lists of legal turns, and perft, beside the interpreter: `python -m tests.benchmarks.playing`.

Everything is measured in seconds of this process's own time, in one run, so that it says something on a busy machine.
Where OpenSpiel and Pgx are installed (`pip install "superko[engines]"`), they play random games too: OpenSpiel one
after the other, as its Python binding has it, and Pgx as many at once. OpenSpiel's lists of legal turns know no
superko; it ends a game in which a position stands again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from random import Random
from time import process_time
from typing import Any

import numpy as np

from superko.checker.play.perft import RowSearch, perft
from superko.interpreter.game import Game
from superko.interpreter.many import many
from superko.interpreter.rule_names import parse_rules
from superko.spec.rules import Rules

GAMES = 256
LONGEST = 2.5
INTERPRETED_TURNS = 60
PERFT_RULES = Rules()
UNLIKELY = -1_000.0
PGX_TURNS = 20


def timed(label: str, do: Callable[[], int]) -> float:
    """How many turns a second something takes, printed."""
    started = process_time()
    turns = do()
    speed = turns / (process_time() - started)
    print(f"{label:60} {turns:>12,} turns {speed:>14,.0f}/s", flush=True)
    return speed


def many_at_random(rules: Rules, side: int, turns: int) -> int:
    """Play many games at once; those that are over, or long, begin anew."""
    games, chance = many(rules, side, GAMES), np.random.default_rng(0)
    games.wait_until_compiled()
    for _ in range(turns):
        games.play(games.random_turns(chance, passing=False))
        done = games.over | (games.turns_taken > LONGEST * side * side)
        if done.any():
            games.restart(done)
    return turns * GAMES


def one_at_random(rules: Rules, side: int, turns: int) -> int:
    """The same by the interpreter, one game after the other."""
    game, chance = Game(rules, (side, side)), Random(0)
    for _ in range(turns):
        moves = game.moves()
        game = game.play(chance.choice(moves) if moves else game.turns()[0])
        if game.over:
            game = Game(rules, (side, side))
    return turns


def open_spiel_at_random(side: int, turns: int) -> int:
    """The same by OpenSpiel, with its list of legal actions at each turn."""
    game, chance = import_module("pyspiel").load_game("go", {"board_size": side}), Random(0)
    state = game.new_initial_state()
    for _ in range(turns):
        actions = state.legal_actions()
        state.apply_action(chance.choice(actions[:-1] or actions))  # The pass comes last.
        if state.is_terminal():
            state = game.new_initial_state()
    return turns


def pgx_at_random(side: int, turns: int) -> int:
    """The same by Pgx, compiled by JAX for this machine's processor, many games at once."""
    jax, environment = import_module("jax"), import_module("pgx").make(f"go_{side}x{side}")
    start_all, step_all = jax.jit(jax.vmap(environment.init)), jax.vmap(environment.step)

    def taken(state: Any, key: Any) -> Any:
        likely = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf).at[:, -1].set(UNLIKELY)
        return step_all(state, jax.random.categorical(key, likely, axis=1))

    played = jax.jit(taken)
    state = start_all(jax.random.split(jax.random.PRNGKey(0), GAMES))
    for key in jax.random.split(jax.random.PRNGKey(1), turns):
        state = played(state, key)
    state.legal_action_mask.block_until_ready()
    return turns * GAMES


def compare_libraries(side: int, turns: int) -> None:
    """Print a line for each library that is installed."""
    for name, module, at_random, number in (
        ("OpenSpiel", "pyspiel", open_spiel_at_random, turns * GAMES),
        ("Pgx", "pgx", pgx_at_random, PGX_TURNS),
    ):
        if find_spec(module) is not None:
            at_random(side, 1)
            timed(f"{name} on {side}x{side}", partial(at_random, side, number))


def main() -> None:
    """Print a line for each way, and how many times as fast the compiled one is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="tromp-taylor", help="the rules of the random games")
    parser.add_argument("--turns", type=int, default=400, help="how many turns of each of the games at once")
    chosen = parser.parse_args()
    rules = parse_rules(chosen.rules)
    for side in (9, 19):
        # Rows grow meanwhile, so that everything is compiled before it is timed.
        many_at_random(rules, side, 40)
        turns = chosen.turns if side < 19 else chosen.turns // 2
        fast = timed(f"{GAMES} games at once on {side}x{side}", partial(many_at_random, rules, side, turns))
        slow = timed(f"one by one on {side}x{side}", partial(one_at_random, rules, side, INTERPRETED_TURNS))
        print(f"{'':60} {fast / slow:,.0f} times as fast")
        compare_libraries(side, turns)
    game = Game(PERFT_RULES, 3)
    counting = RowSearch(game)
    # Machine code takes over meanwhile.
    counting.number(game, 10)
    fast = timed("perft 3x3, depth first", lambda: counting.number(game, 8)[0])
    slow = timed("perft 3x3, lines carried on", lambda: [*islice(perft(game), 6)][-1].sequences)
    timed("perft 3x3, as the command counts it", lambda: [*islice(perft(game, most_points=2_000), 10)][-1].sequences)
    print(f"{'':60} {fast / slow:,.0f} times as fast")


if __name__ == "__main__":
    main()
