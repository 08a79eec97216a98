"""How fast this is beside OpenSpiel, Pgx and SPIN, in one run: `python -m tests.benchmarks.side_by_side`.

Random turns, with the legal ones listed before each, are played by whatever is installed of them; `--python` names a
Python that has OpenSpiel and Pgx, if this one has not. SPIN counts situations by a model that was written from the text
of the rules, `situations.pml`. With `--checkout` there is another checkout instead, such as a worktree of an earlier
commit. What counts is processor time, of all cores together; the best of several runs, of all programs in turn.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

HERE = Path(__file__).parents[2]
SUPERKO = "superko"
COMMAND = "from superko.checker.command_line import main; main()"
PLAYED = """
import random, sys, time
from superko.interpreter.game import Game
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS
side, turns, opening, cleanup = map(int, sys.argv[2:])
chance, taken, spent = random.Random(0), 0, 0.0
while taken < turns:
    game = Game(PRESETS[sys.argv[1]], (side, side))
    for _ in range(opening):
        game = game.play(chance.choice(game.moves()))
    if cleanup:
        game = game.play(PASS).play(PASS)
    started = time.process_time()
    for _ in range(min(turns - taken, side * side)):
        moves = game.moves()
        game = game.play(chance.choice(moves) if moves else PASS)
        taken += 1
        if game.over:
            break
    spent += time.process_time() - started
print(spent)
"""
MANY = """
import sys, time, numpy
from superko.interpreter.many import many
side, number = map(int, sys.argv[1:])
games, chance, taken = many("tromp-taylor", side, number), numpy.random.default_rng(0), 0
games.wait_until_compiled()
while taken < 1_200_000:
    games.play(games.random_turns(chance))
    games.restart(games.over)
    taken += number
    started = time.process_time() if taken <= 200_000 else started
print(time.process_time() - started)
"""
OPEN_SPIEL = """
import random, sys, time, pyspiel
rules, chance, taken = pyspiel.load_game("go", {"board_size": int(sys.argv[1])}), random.Random(0), 0
started = time.process_time()
while taken < 1_000_000:
    state = rules.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        taken += 1
print(time.process_time() - started)
"""
PGX = """
import sys, time, jax, pgx
from pgx.experimental import auto_reset
side, number = map(int, sys.argv[1:])
rules = pgx.make(f"go_{side}x{side}")
def taken(states, key):
    chosen = jax.random.categorical(key, jax.numpy.log(states.legal_action_mask))
    return jax.vmap(auto_reset(rules.step, rules.init))(states, chosen, jax.random.split(key, number)), None
play = jax.jit(lambda states, key: jax.lax.scan(taken, states, jax.random.split(key, 100))[0])
key = jax.random.PRNGKey(0)
states = jax.vmap(rules.init)(jax.random.split(key, number))
jax.block_until_ready(play(states, key))
started = time.process_time()
jax.block_until_ready(play(states, key))
print((time.process_time() - started) * 1_000_000 / (100 * number))
"""


def command(*words: str) -> Sequence[str]:
    """A command, its start included."""
    return (sys.executable, "-c", COMMAND, *words)


def played(preset: str, side: int, turns: int, opening: int = 0, cleanup: bool = False) -> Sequence[str]:
    """Random turns, each with its full list of legal moves; the moves before them are not counted."""
    return (sys.executable, "-c", PLAYED, preset, str(side), str(turns), str(opening), str(int(cleanup)))


OF_CHECKOUTS = {
    **{
        f"300 turns on {side}x{side}, {preset}": played(preset, side, 300)
        for preset in ("tromp-taylor", "chinese-like", "japanese-like")
        for side in (9, 19)
    },
    "100 turns on 9x9, japanese-like, in cleanup": played("japanese-like", 9, 100, opening=40, cleanup=True),
    "60 turns on 19x19, japanese-like, in cleanup": played("japanese-like", 19, 60, opening=120, cleanup=True),
    "a million turns on 9x9, 256 games at once": (sys.executable, "-c", MANY, "9", "256"),
    "rules --help": command("rules", "--help"),
    "graph 4x3": command("graph", "4x3"),
    "graph 3x3 --phase cleanup1": command("graph", "3x3", "--phase", "cleanup1"),
    "solve 3x2 --rules japanese-like": command("solve", "3x2", "--rules", "japanese-like"),
    "solve 3x3": command("solve", "3x3"),
}
LONG = {"graph 4x4": command("graph", "4x4"), "solve 4x3": command("solve", "4x3"), "check": command("check")}


def beside_others(python: str, folder: Path) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """What is measured of superko and of other programs, each by its name."""
    return {
        **{
            f"a million turns on {side}x{side}, 256 games at once": {
                SUPERKO: (sys.executable, "-c", MANY, side, "256"),
                "OpenSpiel, game by game": (python, "-c", OPEN_SPIEL, side),
                "Pgx": (python, "-c", PGX, side, "256"),
            }
            for side in ("9", "19")
        },
        **{
            f"the situations of {width}x{height}": {
                SUPERKO: command("graph", f"{width}x{height}"),
                "SPIN": spin(folder, width, height),
            }
            for width, height in ((3, 2), (3, 3), (4, 3))
        },
        "best play on 3x3": {SUPERKO: command("solve", "3x3")},
    }


def spin(folder: Path, width: int, height: int) -> Sequence[str]:
    """What counts situations by SPIN, compiled in a folder; no words where SPIN or a compiler is missing."""
    if not shutil.which("spin") or not shutil.which("gcc"):
        return ()
    compiled = folder / f"situations_of_{width}x{height}"
    model = Path(__file__).with_name("situations.pml")
    subprocess.run(["spin", f"-DWIDTH={width}", f"-DHEIGHT={height}", "-a", model], cwd=folder, check=True)
    flags = ["-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=4000"]
    subprocess.run(["gcc", *flags, "-o", compiled, "pan.c"], cwd=folder, check=True)
    return (str(compiled), "-n", "-m1000000", "-w22")


def seconds(words: Sequence[str], checkout: Path = HERE) -> float:
    """How much processor time something takes, once: what it prints, if that is all, or else all of it."""
    environment = os.environ | {"PYTHONPATH": str(checkout / ".typing")}
    before = getrusage(RUSAGE_CHILDREN)
    run = subprocess.run(words, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    try:
        return float(run.stdout)
    except ValueError:
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(what: str, taken: Mapping[str, float], ours: str) -> None:
    """Print a line for each program or checkout, with its ratio to ours."""
    print(what)
    for name, spent in taken.items():
        print(f"  {name:24} {spent:8.2f} s: {spent / taken[ours]:7.2f}", flush=True)


def main() -> None:
    """Print what each program takes, and how many times that is what superko takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="a Python that has OpenSpiel and Pgx")
    parser.add_argument("--checkout", type=Path, help="the folder of another checkout, instead of other programs")
    parser.add_argument("--times", type=int, default=2, help="how often each is run")
    parser.add_argument("--long", action="store_true", help="of checkouts, also what takes minutes")
    chosen = parser.parse_args()
    if chosen.checkout:
        for what, words in {**OF_CHECKOUTS, **(LONG if chosen.long else {})}.items():
            runs = [[seconds(words, checkout) for checkout in (HERE, chosen.checkout)] for _ in range(chosen.times)]
            show(what, dict(zip(("here", "there"), map(min, zip(*runs, strict=True)), strict=True)), "here")
        return
    with TemporaryDirectory() as folder:
        for what, programs in beside_others(chosen.python, Path(folder)).items():
            there = {name: words for name, words in programs.items() if words and can_run(words)}
            rounds = [[seconds(words) for words in there.values()] for _ in range(chosen.times)]
            show(what, dict(zip(there, map(min, zip(*rounds, strict=True)), strict=True)), SUPERKO)


def can_run(words: Sequence[str]) -> bool:
    """Whether a program is installed: what it imports, if it is Python."""
    needed = {OPEN_SPIEL: "pyspiel", PGX: "pgx"}.get(words[2], "")
    return (
        not needed
        or not subprocess.run([words[0], "-c", f"import {needed}"], capture_output=True, check=False).returncode
    )


if __name__ == "__main__":
    main()
