"""Whether it matters that players name dead stones, truly or falsely, where they then count by area.

Once both have passed, one player names strings, and the other agrees or does not; then play resumes. Where stones of
both colors stand, either player can name all of the opponent's: to agree to that gives everything away. So the stop is
worth what play is worth that resumes. Where stones of one color alone stand, nobody can make the owner disagree who
would rather have the board emptied than go on.

So whoever names first, the game lies between two games without agreement, in which four passes end it: in one of them
two passes do where Black has no stone, which counts the whole board for White, and in the other where White has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ....interpreter.aga_procedure import Procedure
from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.aga.ending import PASSES_OF_BOTH_TWICE, both_passed_twice
from ....spec.algebra import BLACK, Color, Condition, Grid
from ....spec.algebra.board import P
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Record
from ...evidence.verdict import Seen, case, count, every_case
from ...solving.certificate import both_text
from ...values.valuing import values_of
from .disputes import lead_for, sets_of_strings

AREA = replace(PRESETS["aga-area"], komi=0)
PASSES_OF_BOTH = PASSES_OF_BOTH_TWICE // 2


def ends_without_black(record: Record[P]) -> Condition:
    """Four passes end the game, and two do where Black has no stone."""
    both_passed: Condition = record.pass_run >= PASSES_OF_BOTH
    ends: Condition = both_passed_twice(record) | both_passed & stands_nowhere(record, Color.BLACK)
    return ends


def ends_without_white(record: Record[P]) -> Condition:
    """Four passes end the game, and two do where White has no stone."""
    both_passed: Condition = record.pass_run >= PASSES_OF_BOTH
    ends: Condition = both_passed_twice(record) | both_passed & stands_nowhere(record, Color.WHITE)
    return ends


def stands_nowhere(record: Record[P], color: Color) -> Condition:
    """Whether a player has no stone on the board."""
    c = record.position.coloring
    return c.board.same(c.of(color), c.board.nothing)


def agreed_leads(game: Game) -> dict[int, float]:
    """By how much Black leads if both have passed and agree, by the strings that they agree to be dead."""
    c, stopped = game.position.coloring, Procedure(game.record).play(PASS).play(PASS)
    of_each = [(0, *sets_of_strings(game.rules, c, color)) for color in Color]
    sets = [black | white for black in of_each[0] for white in of_each[1]]
    return {dead: lead_for(BLACK, stopped.compare_dead_stones(dict.fromkeys(Color, dead))) for dead in sets}


@every_case("legal positions of {grid}", acts="counted otherwise by some agreement")
def agreement_changes_no_value(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find what every position is worth by two passes, and in two games between which that with agreement lies.

    Nothing is decided where it is amended when both have passed twice, of which those games speak.
    """
    if rules.defined(both_passed_twice) is not both_passed_twice:
        yield count(undecided=1)
        return
    (stop,) = rules.deciding(Decision.PHASE_ENDS)
    bounds = [rules.replacing(stop.name, ends) for ends in (ends_without_black, ends_without_white)]
    values = zip(*(values_of(rule_set, grid) for rule_set in (rules, *bounds)), strict=True)
    for (game, value), (_, least), (_, most) in values:
        leads, c = agreed_leads(game), game.position.coloring
        gives_all = leads[c.white] == grid.size and leads[c.black] == -grid.size
        if value is None or least is None or most is None or (c.black and c.white and not gives_all):
            yield count(undecided=1)
            continue
        words = f"It is worth {both_text(value)} if two passes end the game, and with agreement it may be worth "
        shows = partial(Story.of, game, f"{words}{both_text(least)} to {both_text(most)}.")
        yield case(value == least == most, shows, acted=len({*leads.values()}) > 1, positions=1)
