"""Acting: which clauses had a say in what an engine was compared in, and agreed with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra.grid import points_of
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Turn, Unblock
from .aspects import Aspect

FORBIDDING = frozenset({Decision.PSEUDOLEGAL, Decision.LEGAL})
ENDING = frozenset({Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT})
COUNTED = FORBIDDING | ENDING | {Decision.SCORE, Decision.MARKS, Decision.UNBLOCK, Decision.CAPTURES}
"""What it shows in a game that a clause decides: of these alone it is said how often they acted."""


def clauses_counted(rules: Rules) -> tuple[str, ...]:
    """The names of the clauses in force of which it is said how often they acted.

    >>> "katago-v2/main/legal-superko" in clauses_counted(Rules())
    True
    """
    return tuple(clause.name for clause in rules.in_force if clause.decides in COUNTED)


def acting(game: Game, turns: Sequence[Turn], told: Collection[Aspect]) -> Iterator[str]:
    """The names of the clauses that had a say in a game as it stands, each once for all that it decided.

    A clause acts where it forbids a move to an empty point, ends a phase or the game, gives or takes points, marks or
    allows to unblock a stone, or captures.

    Args:
        game: the game.
        turns: its legal turns.
        told: the aspects in which an engine was compared.
    """
    if Aspect.LEGAL in told and not game.over:
        yield from _forbidding(game, turns)
    if game.ended_by is not None and {Aspect.OVER, Aspect.PHASE} & set(told):
        yield game.ended_by
    if isinstance(game.result, Score) and {Aspect.SCORES, Aspect.MARGIN} & set(told):
        terms = game.result.terms.values()
        yield from dict.fromkeys(name for by_name in terms for name, points in by_name.items() if points)
    if game.position.marks and {Aspect.BLOCKED, Aspect.UNBLOCK} & set(told):
        yield from _names(game, Decision.MARKS)
    if Aspect.UNBLOCK in told and any(isinstance(turn, Unblock) for turn in turns):
        yield from _names(game, Decision.UNBLOCK)
    if game.undo is not None and game.undo.record.tally.captures != game.record.tally.captures:
        yield from _names(game.undo, Decision.CAPTURES)


def _forbidding(game: Game, turns: Sequence[Turn]) -> Iterator[str]:
    legal = sum(turn.point for turn in turns if isinstance(turn, Move))
    judgements = (game.judge(Move(point)) for point in points_of(game.position.coloring.empty & ~legal))
    yield from dict.fromkeys(judgement.clause.name for judgement in judgements if judgement.clause is not None)


def _names(game: Game, decision: Decision) -> Iterator[str]:
    clauses: tuple[Clause, ...] = game.rules.deciding(decision, game.position.phase)
    yield from (clause.name for clause in clauses)
