"""Rules composed at random, and a search for an engine that says of their games otherwise than games do."""

from __future__ import annotations

import inspect
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np

from superko.checker.play.perft import RowSearch, perft_to
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.plain_solver import PlainSolver, solver_of
from superko.checker.solving.solver import MODES, Solver
from superko.checker.sweeps.sweep import positions_of, score_of_position
from superko.interpreter.game import Game
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.result import as_set_up, lead_of
from superko.interpreter.rule_names import rules_to_json
from superko.spec.algebra import Coloring
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Turn

from .fuzzing import NEW, condition, function

MOST_TURNS = 4
SCORED = ("ended.coloring.size(ended.coloring.of(color))", "ended.captures[color]", "1")
OF_ENDS = (
    "color is BLACK",
    "ended.captures[color] > 0",
    "ended.button is color",
    "ended.coloring.is_single(ended.coloring.empty)",
    "ended.coloring.black in {1, 2}",
    "isinstance(ended.captures[color], int)",
    "ended.coloring.number_of_regions(ended.coloring.of(color)) == 1",
)
# The first makes use of all that can be read, the second of nothing.
SOLVERS: tuple[tuple[Callable[..., Solver], int], ...] = ((solver_of, 50_000), (PlainSolver, 3_000))
compared: list[str] = []


def composed(chance: random.Random) -> Rules:
    """Rules with a few clauses on ends, bans and scores, some of them outside of the language."""
    scoring = chance.choice((Scoring.AREA, Scoring.AREA, Scoring.TERRITORY))
    suicide, button = chance.random() < 0.5, chance.random() < 0.2
    rules = Rules(ko=chance.choice(tuple(Ko)), scoring=scoring, suicide=suicide, button=button)
    if chance.random() < 0.7:
        name = "end-two-passes-button" if rules.button else "end-two-passes"
        text = f"return record.pass_run >= 2 or ({condition(chance)})"
        rules = rules.replacing(f"katago-v2/main/{name}", function("record", text), "It ends, if.")
    if chance.random() < 0.7:
        text = f"return ({condition(chance, plays=True)}) {chance.choice(('or', 'and'))} {NEW}"
        ban = make_clause(function("record, play", text), "ours/ban", decides=Decision.LEGAL, text="Only if.")
        rules = rules.adding(ban)
    if chance.random() < 0.5:
        text = f"return {chance.choice(SCORED)} if {chance.choice(OF_ENDS)} else 0"
        more = make_clause(function("ended, color", text), "ours/more", decides=Decision.SCORE, text="More, if.")
        rules = rules.adding(more)
    return rules


def says_otherwise(rules: Rules) -> str:
    """Which engine says otherwise of games on two points than games played one by one; "" if none does."""
    game = Game(rules, (2, 1))
    plainly = counted(game)
    if [(depth.sequences, depth.ended) for depth in perft_to(game, MOST_TURNS)] != plainly:
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
        except Refusal:
            engine = ""
        compared.append(engine)
        if engine:
            texts = (inspect.getsource(amendment.clause.function) for amendment in rules.amendments if amendment.clause)
            yield "\n".join([engine, str(rules_to_json(rules)), *texts])
