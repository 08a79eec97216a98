"""The rules of Go as a formal specification, with a reference interpreter and a model checker.

>>> import superko
>>> game = superko.Game("japanese-like", 9).play("C3", "D4", "pass")
>>> game["C3"] == "B", game.to_play == "W", "C3" in game.legal
(True, True, False)

`superko.spec` says what the rules documents say, `superko.interpreter` plays by it, and `superko.checker` decides claims
about it. What else this package names comes from there, and is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .checker.evidence.decided import check
    from .checker.graph.as_networkx import state_graph
    from .checker.oracle.run import judge
    from .checker.play.comparison import compare_rules as compare
    from .checker.proofs.questions import symbolic
    from .checker.solving.solution import solve
    from .interpreter.game import Game, GameOver, IllegalTurn
    from .interpreter.many import many
    from .interpreter.records.replay import read_game as read_sgf
    from .interpreter.result import NoResult, Score
    from .interpreter.rules_files import rules_of as rules
    from .spec.algebra import BLACK, WHITE, Color
    from .spec.registry import Decision, make_clause
    from .spec.rules import Rules
    from .spec.vocabulary import PASS, Agree, Move, Pass, Phase, Unblock

__version__ = "0.2.0"
__all__ = [
    "BLACK",
    "PASS",
    "WHITE",
    "Agree",
    "Color",
    "Decision",
    "Game",
    "GameOver",
    "IllegalTurn",
    "Move",
    "NoResult",
    "Pass",
    "Phase",
    "Rules",
    "Score",
    "Unblock",
    "check",
    "compare",
    "judge",
    "make_clause",
    "many",
    "read_sgf",
    "rules",
    "solve",
    "state_graph",
    "symbolic",
]

_FOUND_IN = {
    **dict.fromkeys(("BLACK", "WHITE", "Color"), "spec.algebra"),
    **dict.fromkeys(("PASS", "Agree", "Move", "Pass", "Phase", "Unblock"), "spec.vocabulary"),
    "Rules": "spec.rules",
    "Decision": "spec.registry",
    "make_clause": "spec.registry",
    **dict.fromkeys(("Game", "GameOver", "IllegalTurn"), "interpreter.game"),
    **dict.fromkeys(("NoResult", "Score"), "interpreter.result"),
    "many": "interpreter.many",
    "read_sgf": "interpreter.records.replay",
    "rules": "interpreter.rules_files",
    "check": "checker.evidence.decided",
    "compare": "checker.play.comparison",
    "judge": "checker.oracle.run",
    "solve": "checker.solving.solution",
    "state_graph": "checker.graph.as_networkx",
    "symbolic": "checker.proofs.questions",
}
_CALLED_THERE = {"compare": "compare_rules", "read_sgf": "read_game", "rules": "rules_of"}


if not TYPE_CHECKING:  # where types are checked, the names above are all that there are

    def __getattr__(name: str) -> object:
        """What this package names, from where it is found, once it is asked for."""
        if name in ("spec", "interpreter", "checker"):
            return import_module(f"{__name__}.{name}")
        if name not in _FOUND_IN:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{__name__}.{_FOUND_IN[name]}"), _CALLED_THERE.get(name, name))
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The names that there are."""
    return [*__all__, "__version__"]
