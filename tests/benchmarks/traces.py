"""How long the recorded games take to replay, with and without their lists: `python -m tests.benchmarks.traces`."""

from __future__ import annotations

import time
from collections.abc import Callable

from superko.interpreter.game import Game

from ..interpreter.test_engine_traces import (
    Recorded,
    recorded_games,
    recorded_turn,
    replay,
    rules_of,
    said_by_the_interpreter,
)


def turns_only(recorded: Recorded) -> None:
    """Play the turns of a game."""
    replay(recorded, rules_of(recorded))


def everything(recorded: Recorded) -> None:
    """Play the turns of a game, and say before each what the engine said."""
    game = Game(rules_of(recorded), (recorded["w"], recorded["h"]))
    for ply in recorded["plies"]:
        said_by_the_interpreter(game)
        game = game.play(recorded_turn(game, ply))


def main() -> None:
    """Print a line for each way of replaying."""
    games = recorded_games()
    turns = sum(len(recorded["plies"]) for recorded in games)
    ways: list[tuple[str, Callable[[Recorded], None]]] = [("turns only", turns_only), ("with all lists", everything)]
    for name, way in ways:
        started = time.perf_counter()
        for recorded in games:
            way(recorded)
        seconds = time.perf_counter() - started
        print(f"{name:15} {turns} turns in {seconds:5.1f} s: {turns / seconds:7.0f} turns a second")


if __name__ == "__main__":
    main()
