"""Many games at once, on numpy arrays: the exact rules with all of the past, for whoever trains or tests an engine.

>>> from superko.interpreter.many import start
>>> from superko.spec.presets import PRESETS
>>> games = start(PRESETS["tromp-taylor"], width=3, height=3, number=2)
>>> games.play([4, games.pass_turn])
>>> games.boards[0].tolist(), games.legal_turns().sum(axis=1).tolist()
([[0, 0, 0], [0, 1, 0], [0, 0, 0]], [9, 10])
>>> games.play([games.pass_turn] * 2)
>>> games.over.tolist(), games.results()[1].tolist()
([False, True], [0.0, 0.0])
"""

from .games import Games, IllegalTurns, start, start_from

__all__ = ["Games", "IllegalTurns", "start", "start_from"]
