"""How a game comes out: the ended game that is scored, the terms of each player's score, and the winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..spec.algebra import BLACK, WHITE, Color
from ..spec.registry import Decision
from ..spec.vocabulary import Ended, Phase, Record


@dataclass(frozen=True)
class NoResult:
    """The game ended without result."""


@dataclass(frozen=True)
class Score:
    """The scores of both players, the winner (None for a draw), and the terms that each score is the sum of.

    Attributes:
        black: Black's score.
        white: White's score.
        winner: the color of the winner, or None.
        terms: for each color, the value of each clause that scores, by the clause's name.
    """

    black: float
    white: float
    winner: Color | None
    terms: Mapping[Color, Mapping[str, float]]


Result: TypeAlias = NoResult | Score


def ended_game(record: Record) -> Ended[int]:
    """The game as it is to be scored, before anything is removed."""
    tally, coloring = record.tally, record.position.coloring
    moves = tally.moves
    return Ended(
        rules=record.rules,
        coloring=coloring,
        captures=tally.captures,
        moves={color: moves.get((color, Phase.SECOND_CLEANUP), 0) for color in (BLACK, WHITE)},
        earlier_moves={
            color: moves.get((color, Phase.MAIN), 0) + moves.get((color, Phase.FIRST_CLEANUP), 0)
            for color in (BLACK, WHITE)
        },
        placed=tally.placed,
        second_cleanup_start=tally.second_cleanup_start or coloring.emptied(coloring.board.everything),
        button=tally.first_passer,
        handicap=tally.handicap,
    )


def after_removal(ended: Ended[int]) -> Ended[int]:
    """An ended game after the clauses in force have removed what they remove before it is scored."""
    for clause in ended.rules.deciding(Decision.REMOVAL):
        ended = clause.function(ended)
    return ended


def score(ended: Ended[int], by: Decision = Decision.SCORE) -> Score:
    """Score an ended game by the clauses in force; `by` may be `Decision.OWNERSHIP_SCORE`."""
    rules = ended.rules
    ended = after_removal(ended)
    terms = {
        color: {clause.name: clause.function(ended, color) for clause in rules.deciding(by)} for color in (BLACK, WHITE)
    }
    black, white = (float(sum(terms[color].values())) for color in (BLACK, WHITE))
    return Score(black, white, rules.sole(Decision.WINNER).function(black, white), terms)
