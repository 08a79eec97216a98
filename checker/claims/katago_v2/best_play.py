"""What plain exhaustive search says of claims about best play: little, and only on the tiniest boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from ....interpreter.boards import board_text
from ....interpreter.endings import early_end
from ....interpreter.game import Game
from ....interpreter.result import Score
from ....spec.algebra import Color, Grid
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Phase, Turn
from ...checks import Scope, check, check_boards
from ...model.reading import at_points
from ...search.best_play import lead, solve
from ...search.comparison import passed_on
from ...solving.budget import Budget
from ...solving.memory import WORST
from ...solving.solution import Value
from ...solving.solver import Solver
from ...values.valuing import Valuing
from ...verdict import Outcome, Verdict, if_it_acted
from ...witnesses import game_witness
from ..fights import points
from ..shapes import BENT_FOUR, THREE_POINTS_WITHOUT_CAPTURING, Shape
from .early_end import settled_positions

BUDGET, FEW_TURNS, MOST_NODES = 20_000, 2_000, 3_000_000
THREE_POINTS = 3
LOCAL = (
    "All turns in the corner and all passes are tried, in the second cleanup phase; moves elsewhere, and with them "
    "threats, are left out, and so is the play that leads there."
)
SUPERKO = Rules(suicide=False)
JAPANESE = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)


def best_play_scores_as_the_early_end(rules: Rules, grid: Grid, budget: int = MOST_NODES) -> Verdict:
    """Solve every settled position of a board without the self-play options, from a fresh history.

    Best play must score what the early end scores, whatever a game without result is worth.
    """
    with_options = replace(rules, self_play_opts=True)
    counts = dict.fromkeys(("positions", "undecided", "nodes"), 0)
    settled = list(settled_positions(with_options, grid))
    valuing = Valuing([Game.set_up(rules, c, player) for c in settled for player in Color], budget)
    for c in settled:
        for player in Color:
            early = early_end(replace(Game.set_up(with_options, c, player).record, last=PASS))
            if early is None or not isinstance(early.result, Score):
                notes = f"There is no early end with a score in {board_text(c)}."
                return Verdict(Outcome.UNKNOWN, f"settled positions of {grid}", "search", counts, notes=notes)
            found = valuing.worth(Game.set_up(rules, c, player)).value
            counts["positions"] += 1
            counts["nodes"] = valuing.nodes
            counts["undecided"] += found is None
            if found is not None and found != Value(early.result.lead, early.result.lead):
                notes = f"Best play scores otherwise in {board_text(c)} with {player.name.lower()} to play."
                return Verdict(Outcome.REFUTED, str(grid), "search", counts, notes=notes)
    outcome = Outcome.UNKNOWN if counts["undecided"] else Outcome.HOLDS
    notes = "No history goes before, so nothing is said of superko histories."
    verdict = Verdict(outcome, f"settled positions of {grid}", "search", counts, notes=notes)
    return if_it_acted(verdict, counts["positions"], "solved a position")


def not_solved(shape: Shape, rules: Rules, phase: Phase, budget: int = BUDGET, within: int | None = None) -> Verdict:
    """Try to solve a shape by plain search; what comes of it is told, but too little is played to decide the claim."""
    start = shape.game(rules, phase)
    found = solve(start, budget, within)
    counts = {"turns_tried": found.tried, "longest_game": found.depth}
    if found.lead is not None:
        counts["black_leads_by"] = int(found.lead)
    witness = game_witness(start, (), f"The shape: {shape.about}")
    notes = (
        f"Plain search with full history tried {found.tried:,} turns, in games of up to {found.depth} turns, in vain."
    )
    return Verdict(
        Outcome.UNKNOWN, str(shape.grid), "search", counts, witness, notes=notes if found.lead is None else ""
    )


@dataclass(frozen=True)
class PlayedOut:
    """What comes of a shape in which moves are made at some points only.

    Attributes:
        left_alone: by how much Black leads if both players only pass.
        leads: by how much Black leads under best play, for each player who may take the first turn.
        line: one line of best play of the shape's player.
        nodes: how many nodes were looked at.
    """

    left_alone: float
    leads: Mapping[Color, float]
    line: tuple[Turn, ...]
    nodes: int


def played_out(shape: Shape, rules: Rules, phase: Phase, within: int) -> PlayedOut:
    """Solve a shape in which moves are made at some points only; nothing is left out of what passes do.

    Raises:
        OutOfBudget: it takes too long.
    """
    games = {color: replace(shape, player=color).game(rules, phase) for color in Color}
    may_be_taken = at_points(within)
    solver = Solver(list(games.values()), Budget(nodes=MOST_NODES), may_be_taken)
    leads = {color: solver.value(game, WORST) for color, game in games.items()}
    game, line = games[shape.player], []
    while not game.over:
        turns = filter(may_be_taken, game.turns())
        line.append(next(turn for turn in turns if solver.value(game.taking(turn), WORST) == leads[shape.player]))
        game = game.taking(line[-1])
    return PlayedOut(lead(passed_on(games[shape.player])), leads, tuple(line), solver.nodes)


def comes_out_as_three_points(rules: Rules, shape: Shape, within: int) -> Verdict:
    """Three points without capturing, played out in the corner: White leads by three, whoever moves first."""
    found = played_out(shape, rules, Phase.SECOND_CLEANUP, within)
    outcome = Outcome.WITNESSED if set(found.leads.values()) == {-THREE_POINTS} else Outcome.REFUTED
    return _of_the_corner(outcome, shape, rules, found)


def need_not_be_captured(rules: Rules, shape: Shape, within: int) -> Verdict:
    """Whether White has as much by leaving the corner alone as by playing it out."""
    found = played_out(shape, rules, Phase.SECOND_CLEANUP, within)
    as_good = found.left_alone == found.leads[shape.player]
    return _of_the_corner(Outcome.HOLDS if as_good else Outcome.REFUTED, shape, rules, found)


def _of_the_corner(outcome: Outcome, shape: Shape, rules: Rules, found: PlayedOut) -> Verdict:
    counts = {"nodes": found.nodes, "acted": found.nodes}
    first = " and ".join(f"{some:g} if {color.name.lower()} moves first" for color, some in found.leads.items())
    shows = f"Best play in the corner: Black leads by {first}; left alone, by {found.left_alone:g}."
    witness = game_witness(shape.game(rules, Phase.SECOND_CLEANUP), found.line, shows)
    return Verdict(outcome, str(shape.grid), "search", counts, witness, notes=LOCAL)


AREAS = (
    (SUPERKO, "ko=POSITIONAL scoring=AREA suicide=no"),
    (replace(SUPERKO, suicide=True), "ko=POSITIONAL scoring=AREA suicide=yes"),
    (replace(SUPERKO, ko=Ko.SITUATIONAL), "ko=SITUATIONAL scoring=AREA suicide=no"),
)
SIMPLE_AREA = replace(SUPERKO, ko=Ko.SIMPLE), "ko=SIMPLE scoring=AREA suicide=no"
TERRITORY = JAPANESE, "ko=SIMPLE scoring=TERRITORY suicide=no"
for _rules, _label in (*AREAS, SIMPLE_AREA, TERRITORY):
    check_boards(
        "claim/self-play-opts-harmless",
        best_play_scores_as_the_early_end,
        boards=[(3, 1), (4, 1)],
        standard=[(5, 1), (2, 2)] if _rules is JAPANESE else [(5, 1), (2, 2), (6, 1), (3, 2)],
        rules=_label,
        cost=lambda grid: 2.0**grid.size / 32,
        under=(_rules,),
        whatever_else=True,
    )
_three = THREE_POINTS_WITHOUT_CAPTURING
for _claim in ("claim/torazu-sanmoku", "claim/summary-torazu"):
    check(_claim, str(_three.grid), "best play in the corner phase=cleanup1", cost=1, under=(JAPANESE,))(
        partial(
            not_solved,
            _three,
            phase=Phase.FIRST_CLEANUP,
            budget=FEW_TURNS,
            within=points(_three.grid, "A6 A5 B6 B5 C6 C5"),
        )
    )
for _claim, _decide in (
    ("claim/torazu-sanmoku", comes_out_as_three_points),
    ("claim/summary-torazu", need_not_be_captured),
):
    check(_claim, str(_three.grid), "best play in the corner phase=cleanup2", 8, Scope.STANDARD, under=(JAPANESE,))(
        partial(_decide, shape=_three, within=points(_three.grid, "A6 A5 B6 B5 C6 C5"))
    )
check("claim/bent-four-dies", str(BENT_FOUR.grid), "best play phase=cleanup1", cost=2, under=(JAPANESE,))(
    partial(not_solved, BENT_FOUR, phase=Phase.FIRST_CLEANUP)
)
