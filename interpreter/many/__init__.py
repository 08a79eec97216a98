"""Many games at once, on numpy arrays: the exact rules with all of the past, for whoever trains or tests an engine.

>>> games = many("tromp-taylor", 2, number=2)
>>> games.play([3, games.pass_turn])
>>> games.boards[0].tolist(), games.legal_turns().sum(axis=1).tolist()
([[0, 0], [0, 1]], [4, 5])
>>> games.play([games.pass_turn] * 2)
>>> games.over.tolist(), games.results().scores.tolist()
([False, True], [[nan, nan], [0.0, 0.0]])
"""

from .games import Games, IllegalTurns, many, start_from

__all__ = ["Games", "IllegalTurns", "many", "start_from"]
