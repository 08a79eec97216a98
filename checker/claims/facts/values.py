"""What empty boards are worth under best play, as published where it is, with strategies that are played to show it."""

from __future__ import annotations

from collections.abc import Mapping

from ....interpreter.game import Game
from ....spec.algebra import BLACK, Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.rules import Rules
from ...evidence.checks import Sides, check_boards
from ...evidence.verdict import Outcome, Verdict, if_it_acted
from ...solving.budget import Budget
from ...solving.certificate import TooLarge, games_played, promises, strategy
from ...solving.solution import Value
from ...solving.solver import Solver
from ...solving.state import BEST, WORST

# On a line of points: Weninger and Hayward (2017); 2x2: Tromp; 2x3: jpiche/superko-complexity; 3x3: Hayward.
UNDER_SUPERKO: Mapping[Sides, float] = {
    **{(width, 1): value for width, value in enumerate((0, 0, 3, 4, 0, 1, 2, 3), start=1)},
    (2, 2): 1,
    (3, 2): 0,
    (3, 3): 9,
    (4, 3): 4,
}
# Van der Werf and Winands (2009), whose repetitions are scored by the passes in the cycle.
UNDER_SIMPLE_KO: Mapping[Sides, float] = {(2, 2): 0, (3, 2): 0, (3, 3): 9, (4, 2): 8, (4, 3): 4, (4, 4): 2}
PUBLISHED: Mapping[Ko, Mapping[Sides, float]] = {
    Ko.POSITIONAL: UNDER_SUPERKO,
    # 4x4 under situational superko: van der Werf (2004).
    Ko.SITUATIONAL: {(2, 2): 1, (4, 4): 2},
    Ko.SIMPLE: UNDER_SIMPLE_KO,
}
LONGER = ((7, 1), (8, 1), (9, 1), (10, 1))
MOST_TURNS = 5_000
MOST_POINTS_TO_PLAY = 5
LESS_THAN_A_LEAD = 0.5


def value_of_the_empty_board(rules: Rules, grid: Grid) -> Verdict:
    """Solve the empty board, compare with the published value, and play a strategy of each player to every end."""
    game = Game.start(rules, grid.width, grid.height)
    solver = Solver([game], Budget())
    value = Value(solver.value(game, WORST), solver.value(game, BEST))
    by_area = rules.scoring is Scoring.AREA
    published = PUBLISHED[rules.ko].get((grid.width, grid.height)) if by_area else None
    worse = turns_that_lose_something(solver, game)
    counts = {"value": int(value.worst), "worse": worse, "games": games_against_every_reply(solver, game, value)}
    is_as_published = published is None or value == Value(published, published)
    outcome = Outcome.HOLDS if is_as_published else Outcome.REFUTED
    verdict = Verdict(outcome, str(grid), "best play", counts, notes=told(value, counts["games"]))
    acted = worse or sum(turns_that_lose_something(solver, some) for some in following(game))
    return if_it_acted(verdict, acted, "found a turn that is worse than others")


def following(game: Game) -> list[Game]:
    """The game after each legal turn."""
    return [game.taking(turn) for turn in game.turns()]


def turns_that_lose_something(solver: Solver, game: Game) -> int:
    """After how many turns less is left to the player than under best play."""
    value = solver.value(game, WORST)
    if game.position.player is BLACK:
        return sum(not solver.succeeds(some, value, WORST) for some in following(game))
    return sum(solver.succeeds(some, value + LESS_THAN_A_LEAD, WORST) for some in following(game))


def games_against_every_reply(solver: Solver, game: Game, value: Value) -> int:
    """Through how many games strategies for a value were played by the interpreter; 0 if they are too large."""
    if game.position.coloring.board.grid.size > MOST_POINTS_TO_PLAY:
        return 0
    try:
        return sum(games_played(game, some, strategy(solver, game, some, MOST_TURNS)) for some in promises(value))
    except TooLarge:
        return 0


def told(value: Value, games: int) -> str:
    """What was found, in a sentence."""
    lead = (
        f"Black's lead is {value.worst:g}" if value.worst == value.best else f"It is {value.worst:g} or {value.best:g}"
    )
    return f"{lead}; {'by the search alone' if not games else 'strategies were played against every reply'}."


for _ko in Ko:
    _rules = Rules(ko=_ko, suicide=False)
    check_boards(
        "fact/values",
        value_of_the_empty_board,
        boards=[(2, 1), (3, 1), (4, 1)] if _ko is Ko.POSITIONAL else [(2, 1), (3, 1)],
        standard=[(5, 1), (6, 1), (2, 2), (3, 2), (4, 2), (3, 3), *(LONGER if _ko is Ko.POSITIONAL else ())],
        deep=[(4, 3), (4, 4), *([(5, 3)] if _ko is Ko.POSITIONAL else [])],
        rules=f"ko={_ko.value} suicide=no",
        cost=lambda grid: 4.0**grid.size / 2000,
        under=(_rules,),
    )
for _tax in Tax:
    check_boards(
        "fact/values",
        value_of_the_empty_board,
        boards=[(2, 1)],
        standard=[(3, 1), (4, 1), (2, 2), (5, 1), (3, 2)],
        deep=[(6, 1), (4, 2)],
        rules=f"scoring=TERRITORY ko=SIMPLE tax={_tax.value} suicide=no",
        cost=lambda grid: 3.0**grid.size / 30,
        under=(Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=_tax, suicide=False),),
    )
