"""Spight's rules, his second ones and the repeated pass: that games end, what 1x8 is worth, and where they part."""

from __future__ import annotations

from itertools import combinations

from ...spec.algebra import Grid
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.spight.first import AT_THE_PASS
from ...spec.spight.presupposed import DOCUMENTS
from ...spec.vocabulary import Phase
from ..evidence.checks import EVERY_SIZE, Scope, decides
from ..evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ..play.comparison import smallest_parting
from .facts.values import not_enough, smallest_changed, worth_of_empty_board
from .katago_v2.termination import every_game_ends, phase_ends
from .readings import read_in_two_ways

FIRST, SECOND, REPEATED = TEXTS = tuple(PRESETS[name] for name in DOCUMENTS)
SUPERKO = PRESETS["chinese-2002"]
BY_WILTON = 3


def worth_as_posted(rules: Rules, grid: Grid) -> Verdict:
    """Solve the board, and compare what it is worth with the value that was posted."""
    worth = worth_of_empty_board(rules, grid)
    if worth.value is None:
        return Verdict(Outcome.UNKNOWN, str(grid), "search", notes=not_enough(worth))
    verdict = holds_unless(worth.value.worst != BY_WILTON, str(grid), "search", solved=1)
    return if_it_acted(verdict, 1, "solved a board")


decides("claim/spight-value", FIRST, standard="8x1")(worth_as_posted)
for _one, _other in combinations((*TEXTS, SUPERKO), 2):
    decides("claim/spight-parts", (_one, _other), named=f"{_one.document} {_other.document}", board="smallest")(
        smallest_parting
    )
decides("claim/spight-values-differ", (FIRST, SECOND), board="smallest", last=Grid(4, 1), scope=Scope.STANDARD)(
    smallest_changed
)
decides(AT_THE_PASS, read_in_two_ways(FIRST, AT_THE_PASS, "stood"), board="smallest")(smallest_parting)
decides("claim/spight-first-terminates", FIRST, board=EVERY_SIZE, cost=3, phase=Phase.MAIN, chosen={})(phase_ends)
decides("claim/spight-two-ends", SECOND, quick="1x1 2x1", standard="3x1")(every_game_ends)
decides("claim/repeated-pass-terminates", REPEATED, board=EVERY_SIZE, cost=2, phase=Phase.MAIN, chosen={})(phase_ends)
