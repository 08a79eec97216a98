"""Rules composed at random, and a search for an engine that says of their games otherwise than games do."""

from __future__ import annotations

import inspect
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

import numpy as np

from superko.checker.play.perft import RowSearch, perft
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import solver_of
from superko.checker.solving.solver import MODES, Solver
from superko.checker.sweeps.sweep import positions_of, score_of_position
from superko.interpreter.game import Game
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.result import as_set_up, lead_of
from superko.interpreter.rule_names import rules_to_json
from superko.interpreter.rules_files import ClauseFailed
from superko.spec.algebra import Coloring
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase, Turn

from .fuzzing_clauses import mutated, originals, written

MOST_TURNS, MOSTLY = 4, 0.7
CHANGED = (Decision.PHASE_ENDS, Decision.LEGAL, Decision.SCORE)
# The first makes use of all that can be read, the second of nothing.
SOLVERS: tuple[tuple[Callable[..., Solver], int], ...] = ((solver_of, 50_000), (PlainSolver, 3_000))
compared: list[str] = []


def composed(chance: random.Random) -> Rules:
    """Rules with a few clauses on ends, bans and scores that were changed, some of them outside of the language."""
    scoring = chance.choice((Scoring.AREA, Scoring.AREA, Scoring.TERRITORY))
    suicide, button = chance.random() < 0.5, chance.random() < 0.2
    rules = Rules(ko=chance.choice(tuple(Ko)), scoring=scoring, suicide=suicide, button=button)
    for decision in CHANGED:
        in_force = {clause.name for clause in rules.deciding(decision, Phase.MAIN)}
        fitting = [original for original in originals() if original.clause.name in in_force]
        if fitting and chance.random() < MOSTLY:
            original = chance.choice(fitting)
            if made := written(original, mutated(original, chance)):
                rules = rules.replacing(original.clause.name, made[1], "It is changed.")
    return rules


def says_otherwise(rules: Rules) -> str:
    """Which engine says otherwise of games on two points than games played one by one; "" if none does."""
    game = Game(rules, (2, 1))
    try:
        plainly = counted(game)
    except Exception:  # A clause fails that was changed, which is no find.
        return ""
    if [(depth.sequences, depth.ended) for depth in islice(perft(game), MOST_TURNS + 1)] != plainly:
        return "perft"
    if not programs_agree(game, plainly):
        return "programs"
    if not sweeps_agree(rules, game):
        return "sweeps"
    return next((f"the solver, {mode=}" for mode in MODES if not solvers_agree(game, mode)), "")


def counted(game: Game) -> list[tuple[int, int]]:
    """For each number of turns, how many sequences there are, and how many of them end the game: all are played."""
    numbers, games = [(1, 0)], [game]
    while len(numbers) <= MOST_TURNS and (
        games := [played.play(turn) for played in games for turn in turns_of(played)]
    ):
        numbers.append((len(games), sum(played.over for played in games)))
    return numbers


def turns_of(game: Game) -> tuple[Turn, ...]:
    """The turns that can be taken in a game; none once it is over."""
    return () if game.over else game.turns()


def programs_agree(game: Game, plainly: list[tuple[int, int]]) -> bool:
    """Whether the functions that are emitted for the rules count the same, if there are any."""
    try:
        search = RowSearch(game, compiling=False)
    except NotCompiled:
        return True
    return all(search.number(game, turns) == number for turns, number in enumerate(plainly) if turns)


def sweeps_agree(rules: Rules, game: Game) -> bool:
    """Whether every position scores in a sweep what it scores by itself."""
    grid = game.grid
    for c in positions_of(grid):
        many = Coloring(ArrayBoard(grid), *(np.array([points], dtype="u8") for points in (c.black, c.white)))
        if lead_of(as_set_up(rules, c)) != float(score_of_position(rules, many)[0]):
            return False
    return True


def solvers_agree(game: Game, mode: int) -> bool:
    """Whether the solver finds what plain search finds, where both can be asked and have enough time."""
    values = set()
    for solver, nodes in SOLVERS:
        with suppress(OutOfBudget, Refusal):
            values.add(solver([game], Budget(nodes=nodes)).value(game, mode))
    return len(values) < len(SOLVERS)


def finds_in_engines(seconds: float, seed: int) -> Iterator[str]:
    """Rules of which an engine says otherwise than games do: which engine, and the source of the clauses."""
    chance, until = random.Random(seed), time.monotonic() + seconds
    while time.monotonic() < until:
        rules = composed(chance)
        try:
            engine = says_otherwise(rules)
        except (Refusal, ClauseFailed):
            engine = ""
        compared.append(engine)
        if engine:
            texts = (inspect.getsource(amendment.clause.function) for amendment in rules.amendments if amendment.clause)
            yield "\n".join([engine, str(rules_to_json(rules)), *texts])
