"""Ikeda's rule 4: what it allows besides positional superko, what that is worth, and whether it ends games."""

from __future__ import annotations

from ...spec.algebra import Condition, Grid
from ...spec.algebra.board import P
from ...spec.composition import resulting_state
from ...spec.ikeda.rules import SUICIDE
from ...spec.presets import PRESETS
from ...spec.vocabulary import Play, Record
from ..evidence.checks import decides, read_otherwise
from ..evidence.verdict import EVERY_SIZE, without_a_clause
from ..play.comparison import smallest_parting
from .facts.values import EMPTY_BOARDS, empty_board_is_worth_the_same, smallest_changed
from .katago_v2.termination import every_game_ends, phase_ends

TEXT, RULE = PRESETS["ikeda"], "ikeda/captures-do-not-repeat"
WITH_SUICIDE = TEXT.reading({SUICIDE: "allowed"})


def repeats_nothing(record: Record[P], play: Play[P]) -> Condition:
    """No play, whether it captures or not, leads to a board that has stood."""
    return record.earlier.lacks(resulting_state(record, play))


SUPERKO = TEXT.replacing(RULE, repeats_nothing)


decides("claim/ikeda-allows-more", (TEXT, SUPERKO))(smallest_parting)
decides("claim/ikeda-value", (TEXT, SUPERKO), on="| smallest", last=Grid(5, 1))(smallest_changed)
decides("claim/ikeda-empty-boards", (TEXT, SUPERKO), on=EMPTY_BOARDS)(empty_board_is_worth_the_same)
decides("claim/ikeda-terminates", TEXT, on="1x1 2x1 3x1")(every_game_ends)
decides("claim/ikeda-terminates", TEXT, on=EVERY_SIZE, cost=1, whatever_else=True, chosen={SUICIDE: ["forbidden"]})(
    phase_ends
)
decides("claim/ikeda-terminates", TEXT.dropping(RULE), named=f"without={RULE}", on="2x1")(
    without_a_clause(every_game_ends)
)
decides("claim/ikeda-terminates", WITH_SUICIDE, named=f"{SUICIDE}=allowed", on="2x1")(every_game_ends)
decides("", read_otherwise(TEXT, SUICIDE, "allowed"))(smallest_parting)
