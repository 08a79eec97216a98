"""Games, composed from the clauses of a document: states, turns, judgements, results; notation; the referee."""

from .game import Game, IllegalTurn
from .judgement import Judgement
from .result import NoResult, Result, Score

__all__ = ["Game", "IllegalTurn", "Judgement", "NoResult", "Result", "Score"]
