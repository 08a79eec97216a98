"""Numbers that no change of the code may change: the solver, graphs and perft."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from superko.checker.graph.graph import explore
from superko.checker.phase.tables import Tables
from superko.checker.play.perft import perft
from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.interpreter.rule_names import rules_from_json
from superko.spec.algebra import Grid
from superko.spec.vocabulary import Phase

FILE = Path(__file__).with_name("tables.json")

RULE_SETS = (
    "tromp-taylor",
    "tromp-taylor,suicide=no",
    "tromp-taylor,ko=SITUATIONAL",
    "tromp-taylor,ko=SIMPLE",
    "tromp-taylor,tax=SEKI",
    "tromp-taylor,tax=ALL",
    "tromp-taylor,button=yes",
    "chinese-like",
    "chinese-ogs-kgs",
    "aga-like",
    "new-zealand-like",
    "stone-scoring",
    "tromp-taylor-ten",
    "aga",
    "aga-area",
    "japanese-like",
    "japanese-like,tax=NONE",
    "japanese-like,tax=ALL",
    "japanese-like,ko=POSITIONAL",
    "japanese-like,button=yes",
)
SOLVED = ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2))
GRAPHS = {"ko=SIMPLE": Phase.MAIN, "ko=SIMPLE,suicide=no": Phase.MAIN, "scoring=TERRITORY": Phase.FIRST_CLEANUP}
EXPLORED = ((2, 1), (3, 1), (2, 2), (3, 2))
COUNTED = {(2, 1): 6, (2, 2): 4, (3, 2): 3}


def digest_of(tables: Iterable[Tables]) -> str:
    """What the tables of some phases come to: the same on every machine, and another one if a number differs."""
    digest = sha256()
    for phase_tables in tables:
        for name, numbers in phase_tables._asdict().items():
            if name == "place_bits":
                continue  # That follows from how many symmetries there are.
            array = np.ascontiguousarray(numbers, dtype="<i8")
            digest.update(f"{name} {array.shape} ".encode())
            digest.update(array.tobytes())
    return digest.hexdigest()


def solved(rules: str, grid: Grid) -> Mapping[str, Any]:
    """The value of the empty board, and the tables that were read to find it."""
    game = Game(rules_from_json(rules), grid)
    solver = Solver([game], Budget())
    values = [solver.value(game, mode) for mode in (WORST, BEST)]
    nodes = [len(tables.mover) for tables in solver.tables]
    steps = [len(tables.after) for tables in solver.tables]
    return {"value": list(map(str, values)), "nodes": nodes, "steps": steps, "digest": digest_of(solver.tables)[:16]}


def explored(rules: str, grid: Grid, phase: Phase) -> Mapping[str, Any]:
    """The numbers of a graph, with symmetry and without."""
    graph, whole = (explore(rules_from_json(rules), grid, symmetry, phase=phase) for symmetry in (True, False))
    assert graph.number_of_situations == whole.number_of_situations
    assert graph.number_of_moves == whole.number_of_moves
    return {
        "situations": graph.number_of_situations,
        "moves": graph.number_of_moves,
        "unblocks": graph.number_of_unblocks,
        "nodes": len(graph.nodes),
        "on cycles": int(graph.sizes[graph.on_cycles].sum()),
    }


def counted(rules: str, grid: Grid, depth: int) -> Mapping[str, Any]:
    """How many sequences of turns there are of each length up to one."""
    counts = []
    for length in perft(Game(rules_from_json(rules), grid)):
        counts.append([length.sequences, length.ended])
        if length.turns == depth:
            break
    return {"sequences, ended": counts}


NUMBERS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    **{
        f"solve {Grid(*sides)} {rules}": partial(solved, rules, Grid(*sides)) for rules in RULE_SETS for sides in SOLVED
    },
    **{
        f"graph {Grid(*sides)} {rules}": partial(explored, rules, Grid(*sides), phase)
        for rules, phase in GRAPHS.items()
        for sides in EXPLORED
    },
    **{
        f"perft {Grid(*sides)} {rules}": partial(counted, rules, Grid(*sides), depth)
        for rules in RULE_SETS
        for sides, depth in COUNTED.items()
    },
}
"""What comes to the numbers of each name, such as `solve 2x1 aga`."""


def as_text(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The file's text: a line for each name, so that what changed is seen."""
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()) + "\n}\n"
