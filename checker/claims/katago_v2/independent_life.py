"""Independent-life-regions read literally, without a stone of their own color: how often that changes the score."""

from __future__ import annotations

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import Score, score_text
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.parameters import Tax
from ....spec.rules import Rules
from ....spec.vocabulary import Turn
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict
from ...sweeps.fates import read_on_arrays
from ...sweeps.sweep import legal_chunks, score_of_position

SWEPT = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]
LITERAL = {"reading/ilr-own-stone": "literal"}
AS_ENGINE = {"reading/engine-always-pass-alive": "engine"}


def scores_that_differ(rules: Rules, literal: Rules, grid: Grid) -> Verdict:
    """Count the legal positions in which the two readings give Black a different lead."""
    both = [read_on_arrays(some) for some in (rules, literal)]
    positions = differing = 0
    for c in legal_chunks(grid):
        positions += len(c.black)
        as_usual, literally = (score_of_position(some, c) for some in both)
        differing += int(np.sum(as_usual != literally))
    outcome = Outcome.WITNESSED if differing else Outcome.HOLDS
    return Verdict(outcome, f"legal positions of {grid}", "sweep", {"positions": positions, "differing": differing})


def shortest_game_that_differs(rules: Rules, literal: Rules, grid: Grid) -> tuple[Turn, ...] | None:
    """The shortest game, breadth first, that the two readings score differently; None if no game to the end does.

    Games are told apart by their turns, so the board must be tiny.
    """
    games: list[tuple[Game, tuple[Turn, ...]]] = [(Game.start(rules, grid.width, grid.height), ())]
    while games:
        longer = []
        for game, turns in games:
            if game.over:
                other = Game.start(literal, grid.width, grid.height)
                for turn in turns:
                    other = other.play(turn)
                if _lead(game) != _lead(other):
                    return turns
            longer += [(game.play(turn), (*turns, turn)) for turn in game.turns()]
        games = longer
    return None


def _lead(game: Game) -> float:
    if not isinstance(game.result, Score):
        raise ValueError("A game ends without a score.")
    return game.result.lead


def smallest_witness(rules: Rules, literal: Rules) -> Verdict:
    """Find the smallest board, and the shortest game on it, in which the literal reading changes the lead."""
    for width, height in SWEPT:
        turns = shortest_game_that_differs(rules, literal, Grid(width, height))
        if turns is not None:
            start = Game.start(literal, width, height)
            ends = [Game.start(some, width, height) for some in (literal, rules)]
            for turn in turns:
                ends = [end.play(turn) for end in ends]
            shows = f"Read literally, {score_text(ends[0].result)}; otherwise {score_text(ends[1].result)}."
            witness = Story.play(start, turns, shows)
            return Verdict(Outcome.WITNESSED, f"{width}x{height}", "search", witness=witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"boards up to {SWEPT[-1]}", "search")


for _tax in (Tax.SEKI, Tax.ALL):
    _rules, _engine = Rules(tax=_tax), Rules(tax=_tax, suicide=False).reading(AS_ENGINE)
    _label = f"scoring=AREA tax={_tax.value}"
    check("reading/ilr-own-stone", "smallest", _label, under=(_rules, _rules.reading(LITERAL)))(smallest_witness)
    check_boards(
        "reading/ilr-own-stone",
        scores_that_differ,
        boards=[(2, 1), (2, 2), (3, 2), (3, 3)],
        standard=[(4, 3)],
        rules=_label,
        under=(_rules, _rules.reading(LITERAL)),
    )
    check_boards(
        "reading/ilr-own-stone",
        scores_that_differ,
        boards=[(3, 3)],
        rules=f"{_label} suicide=no pass-dead-removed=yes",
        under=(_engine, _engine.reading(LITERAL)),
    )
