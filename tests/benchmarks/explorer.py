"""How soon the explorer answers a turn, over the loopback interface: `python -m tests.benchmarks.explorer`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

from superko.checker.pages.explorer.addresses import RuleSets, read_address
from superko.checker.pages.explorer.answers import Explorer
from tests.checker.explorer.serving import Client, serving

RULE_SETS = ("japanese-like", "tromp-taylor", "aga", "tromp-taylor?beside=japanese-like")
SIDES = {9: 60, 19: 200}


def turn_times(client: Client, rules: str, side: int, turns: int, seed: int) -> Iterator[float]:
    """The seconds that each turn of a random game takes, from the request to the whole answer."""
    chance = Random(seed)
    name, _, beside = rules.partition("?")
    answer = client.ask({"address": f"#/{name}/{side}x{side}/{'?' if beside else ''}{beside}"})
    for _ in range(turns):
        legal = [turn for turn, choice in answer["sides"][0]["choices"].items() if choice["legal"] and turn != "pass"]
        if not legal:
            return
        change: dict[str, Any] = {"kind": "turn", "turn": chance.choice(legal), "side": "0"}
        before = time.perf_counter()
        answer = client.ask({"address": answer["address"]["text"], "change": change})
        yield time.perf_counter() - before


def main() -> None:
    """Print how soon turns are answered on each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    print("board  rules                                median  slowest  turns")
    for side, turns in SIDES.items():
        for rules in RULE_SETS:
            with serving(Explorer(RuleSets({}), read_address("#/aga/9x9/"))) as server:
                times = sorted(turn_times(Client(server), rules, side, turns, seed))
            slowest = f"{times[-1] * 1000:5.0f} ms"
            print(f"{f'{side}x{side}':6} {rules:36} {median(times) * 1000:4.0f} ms {slowest} {len(times):6}")


if __name__ == "__main__":
    main()
