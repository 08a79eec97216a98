"""Ikeda's rule 4: what it allows besides positional superko, what that is worth, and whether it ends games."""

from __future__ import annotations

from ...interpreter.game import Game
from ...spec.algebra import Condition, Grid
from ...spec.algebra.board import P
from ...spec.composition import resulting_state
from ...spec.ikeda.rules import SUICIDE
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.vocabulary import Play, Record
from ..evidence.checks import Scope, decides
from ..evidence.verdict import Verdict, holds_unless, if_it_acted
from ..phase.machine import machine
from ..play.comparison import smallest_parting
from ..play.longest_phase import longest_phase
from .facts.values import smallest_changed
from .readings import read_in_two_ways

TEXT, RULE = PRESETS["ikeda"], "ikeda/captures-do-not-repeat"
WITH_SUICIDE = TEXT.reading({SUICIDE: "allowed"})


def repeats_nothing(record: Record[P], play: Play[P]) -> Condition:
    """No play, whether it captures or not, leads to a board that has stood."""
    return record.earlier.lacks(resulting_state(record, play))


SUPERKO = TEXT.replacing(RULE, repeats_nothing)


def every_game_ends(rules: Rules, grid: Grid) -> Verdict:
    """Follow every game from the empty board, and find the longest, or one that comes round again."""
    longest = longest_phase(machine(Game.start(rules, grid.width, grid.height).record))
    turns = len(longest.turns or ())
    verdict = holds_unless(longest.turns is None, str(grid), "graph", histories=longest.histories, longest_game=turns)
    return if_it_acted(verdict, longest.histories, "followed a game")


decides("claim/ikeda-allows-more", (TEXT, SUPERKO), board="smallest")(smallest_parting)
decides("claim/ikeda-value", (TEXT, SUPERKO), board="smallest", last=Grid(5, 1), scope=Scope.STANDARD)(smallest_changed)
decides("claim/ikeda-terminates", TEXT, quick="1x1 2x1 3x1")(every_game_ends)
decides("claim/ikeda-terminates", TEXT, without=RULE, named=f"without={RULE}", quick="2x1")(every_game_ends)
decides("claim/ikeda-terminates", WITH_SUICIDE, named=f"{SUICIDE}=allowed", quick="2x1")(every_game_ends)
decides(SUICIDE, read_in_two_ways(TEXT, SUICIDE, "allowed"), board="smallest")(smallest_parting)
