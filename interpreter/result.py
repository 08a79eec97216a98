"""How a game comes out, and how that is said: the ended game, the terms of each player's score, and the winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any, TypeAlias

from ..spec.algebra import BLACK, WHITE, Color, Coloring, Number
from ..spec.algebra.board import P
from ..spec.algebra.integers import IntegerBoard
from ..spec.registry import Decision
from ..spec.rules import Refusal, Rules
from ..spec.vocabulary import Ended, Phase, Record
from .rules_files import ClauseFailed
from .wording import PLAYERS


@dataclass(frozen=True)
class NoResult:
    """The game ended without result.

    Attributes:
        replayed: whether the rules have it played again.
    """

    replayed: bool = False


@dataclass(frozen=True)
class Score:
    """The scores of both players, the winner (None for a draw), and the terms that each score is the sum of.

    Attributes:
        black: Black's score.
        white: White's score.
        winner: the color of the winner, or None.
        terms: for each color, the value of each clause that scores, by the clause's name; none where a game is drawn or
            won without being scored.
    """

    black: float
    white: float
    winner: Color | None
    terms: Mapping[Color, Mapping[str, float]] = field(hash=False)

    @property
    def counted(self) -> bool:
        """Whether anything was scored."""
        return bool(any(self.terms.values()) or self.black or self.white)

    @property
    def lead(self) -> float:
        """By how much Black leads; less than nothing where White does."""
        return self.black - self.white


Result: TypeAlias = NoResult | Score
_WITHOUT_RESULT = "The game ends without result."


def without_score(winner: Color | None) -> Score:
    """A game that is won, or else drawn, without being scored."""
    return Score(0.0, 0.0, winner, {BLACK: {}, WHITE: {}})


DRAW = without_score(None)


def ended_game(record: Record) -> Ended[int]:
    """The game as it is to be scored, before anything is removed."""
    tally, coloring = record.tally, record.position.coloring
    return Ended(
        rules=record.rules,
        coloring=coloring,
        captures=tally.captures,
        moves=_moves(record, Decision.SCORED_MOVES),
        earlier_moves=_moves(record, Decision.CHARGED_MOVES),
        placed=tally.placed,
        second_cleanup_start=tally.second_cleanup_start or coloring.emptied(coloring.board.everything),
        button=tally.first_passer,
        handicap=tally.handicap,
    )


def _moves(record: Record, counting: Decision) -> dict[Color, int]:
    """How many moves each player has made in the phases whose moves are counted."""
    counted = record.rules.deciding(counting)
    phases = [phase for phase in Phase if any(clause.function(phase) for clause in counted)]
    moves = record.tally.moves
    return {color: sum(moves.get((color, phase), 0) for phase in phases) for color in (BLACK, WHITE)}


def as_set_up(rules: Rules, c: Coloring[P], **parts: Any) -> Ended[P]:
    """A game that ends as it was set up, with nothing captured and no moves made, but for what is named otherwise."""
    nothing = c.board.size(c.board.nothing)
    nobody = dict.fromkeys(Color, nothing)
    usual: dict[str, Any] = dict.fromkeys(("captures", "moves", "earlier_moves", "placed"), nobody)
    return Ended(rules, c, **{**usual, "second_cleanup_start": c, **parts})


def after_removal(ended: Ended[P]) -> Ended[P]:
    """An ended game after the clauses in force have removed what they remove before it is scored."""
    for clause in ended.rules.deciding(Decision.REMOVAL):
        ended = clause.function(ended)
    return ended


def terms_of(ended: Ended[P], color: Color, by: Decision = Decision.SCORE) -> dict[str, Number]:
    """What each clause that scores gives a player, by its name, after removal; a `Refusal` if none counts the game."""
    if by not in ended.rules.counted_by:
        raise Refusal(f"These rules can't score a game: no clause that decides {by.name} looks at what was played.")
    return {clause.name: clause.function(ended, color) for clause in ended.rules.deciding(by)}


def scored_by(ended: Ended[P], color: Color, by: Decision = Decision.SCORE) -> Number:
    """What a player scores, once nothing more is to be removed."""
    total: Number = sum(terms_of(ended, color, by).values(), start=0)
    return total


def lead_of(ended: Ended[P]) -> Number:
    """By how much Black leads; under the array reading, in each of many positions."""
    ended = after_removal(ended)
    lead: Number = scored_by(ended, BLACK) - scored_by(ended, WHITE)
    return lead


def score(ended: Ended[int], by: Decision = Decision.SCORE) -> Score:
    """Score an ended game, maybe by `Decision.OWNERSHIP_SCORE`; `ClauseFailed` if a clause gives no finite number."""
    ended = after_removal(ended)
    terms = {color: _finite_terms(ended, color, by) for color in (BLACK, WHITE)}
    black, white = (float(sum(terms[color].values())) for color in (BLACK, WHITE))
    return Score(black, white, ended.rules.sole(Decision.WINNER).function(black, white), terms)


def _finite_terms(ended: Ended[int], color: Color, by: Decision) -> dict[str, Any]:
    terms = terms_of(ended, color, by)
    for clause, points in terms.items():
        if not _is_finite(points):
            raise ClauseFailed(
                f"The clause {clause} gives {PLAYERS[color]} {points!r:.40}, no finite number of points."
            )
    return terms


def _is_finite(points: Any) -> bool:
    """Whether a clause gives a finite number; a rules author may write any other value."""
    try:
        return hasattr(points, "__float__") and isfinite(points)
    except OverflowError:
        return False


def counted_points(ended: Ended[int]) -> dict[Color, int]:
    """The points that an ended game counts one for, for each player: what its clauses measure, where that is all.

    >>> from superko.interpreter.game import Game
    >>> from superko.interpreter.notation import parse_board
    >>> counted_points(ended_game(Game(Rules(), rows=".XX.O").record))
    {<Color.BLACK: 'B'>: 7, <Color.WHITE: 'W'>: 16}
    """
    ended = after_removal(ended)
    board = _Measuring(ended.coloring.board.grid)
    noted = replace(ended, coloring=replace(ended.coloring, board=board))
    points = dict.fromkeys(Color, 0)
    for clause in ended.rules.deciding(Decision.SCORE):
        for color in Color:
            board.measured = []
            number = clause.function(noted, color)
            points[color] |= sum(
                measured for measured in board.measured if [measured.bit_count()] == [number] * len(board.measured)
            )
    return points


class _Measuring(IntegerBoard):
    """A board that notes which sets of points were measured."""

    measured: list[int]

    def size(self, points: int) -> int:
        """How many members the set has."""
        self.measured.append(points)
        return super().size(points)


def score_text(result: Result | None) -> str:
    """A result in a few words.

    >>> from superko.spec.algebra import BLACK
    >>> score_text(Score(7.0, 6.5, BLACK, {}))
    'Black scores 7 and White 6.5'
    """
    if isinstance(result, Score):
        if not result.counted:
            return "the game is a draw" if result.winner is None else f"{PLAYERS[result.winner]} wins"
        return f"Black scores {result.black:g} and White {result.white:g}"
    if isinstance(result, NoResult):
        return "the game is to be replayed" if result.replayed else "there is no result"
    return "the game goes on"


def outcome_text(result: Result, only_if_passed: bool = False) -> str:
    """Who wins, and by how much; or would win, if it depends on both players only passing.

    If an amended clause lets the lower score win, no margin is given.

    >>> outcome_text(Score(7.0, 6.5, BLACK, {})), outcome_text(NoResult())
    ('Black wins by 0.5.', 'The game ends without result.')
    >>> outcome_text(Score(7.0, 6.5, WHITE, {}))
    'White wins.'
    """
    if isinstance(result, NoResult):
        return "The game ends without result, and is to be replayed." if result.replayed else _WITHOUT_RESULT
    if result.winner is None:
        return f"The game {'would be' if only_if_passed else 'is'} a draw."
    led_by = result.lead if result.winner is BLACK else -result.lead
    by = f" by {led_by:g}" if led_by > 0 else ""
    return f"{PLAYERS[result.winner]} {'would win' if only_if_passed else 'wins'}{by}."
