"""Stones that cannot live, and stay for superko: the smallest board on which that lets another player win.

A position is settled if best play leaves everything as it stands, whoever is to move, from a fresh history. What cannot
live in it is dead by article 7 of the Japanese rules of 1989, as it is written. It stays for superko if best play does
otherwise under simple ko.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from ....interpreter.game import Game
from ....interpreter.result import as_set_up, lead_of
from ....interpreter.story import Story
from ....interpreter.wording import points_text
from ....spec.algebra import BLACK, Color, Coloring, Grid
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ...evidence.verdict import Outcome, Seen, cases, count, smallest_case
from ...solving.certificate import both_text
from ...solving.solution import Value
from ...sweeps.sweep import positions_of
from ...values.valuing import Valuing
from ..japanese_1989.life import TEXT, every_final_position

_MOST_POINTS = 6

_Worths: TypeAlias = dict[Color, Value | None]


class BoardValues:
    """What positions of a board are worth under some rules, by who is to move.

    Args:
        rules: the rules.
        grid: the board.
    """

    def __init__(self, rules: Rules, grid: Grid) -> None:
        self.rules = rules
        self._games = {(c, player): Game(rules, rows=c, to_play=player) for c in positions_of(grid) for player in Color}
        self._valuing = Valuing([*self._games.values()])

    def worths(self, c: Coloring[int]) -> _Worths:
        """What a position is worth; None where that is not known."""
        return {player: self._valuing.worth(self._games[c, player]).value for player in Color}


def lead_on(rules: Rules, c: Coloring[int]) -> float:
    """By how much Black leads if a position is counted as it stands."""
    lead: float = lead_of(as_set_up(rules, c))  # type: ignore[assignment]
    return lead


def sign(lead: float) -> int:
    """Who leads: 1 for Black, -1 for White, 0 for nobody."""
    return (lead > 0) - (lead < 0)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_kept_by_superko(rules: Rules, beside_living: bool, grid: Grid) -> Iterator[Seen]:
    """Find the smallest settled position that another player wins, or nobody, once its dead stones are removed."""
    confirmation = every_final_position(TEXT, grid)
    superko, simple = BoardValues(rules, grid), BoardValues(replace(rules, ko=Ko.SIMPLE), grid)
    for c in positions_of(grid):
        worths, lead, dead = superko.worths(c), lead_on(rules, c), confirmation.dead(c)
        if None in worths.values():
            yield count(undecided=1)
            continue
        settled = all(value == Value(lead, lead) for value in worths.values())
        living = (c.black | c.white) & ~dead
        without = lead_on(rules, c.emptied(dead))
        otherwise = simple.worths(c) if settled and dead and sign(lead) != sign(without) else worths
        kept = otherwise != worths and bool(living or not beside_living)
        shows = partial(kept_shown, rules, c, without, otherwise)
        yield cases(int(kept), shows, positions=1, settled=int(settled), settled_with_dead=int(settled and dead > 0))


def kept_shown(rules: Rules, c: Coloring[int], without: float, otherwise: _Worths) -> Story:
    """A settled position, with what it comes to as it stands, without dead stones, and under other rules."""
    lead, by_simple_ko = lead_on(rules, c), otherwise[BLACK]
    options = Game(replace(rules, self_play_opts=True), rows=c)
    with_options = Valuing([options]).worth(options).value
    shows = (
        f"Black leads by {points_text(lead)}, whoever is to move, and by {points_text(without)} without the stones "
        "that are dead by article 7 of the Japanese rules."
    )
    if by_simple_ko is not None and with_options is not None:
        shows += (
            f" Under simple ko Black to move leads by {both_text(by_simple_ko)}; with KataGo's self-play options by "
            f"{both_text(with_options)}."
        )
    return Story.of(Game(rules, rows=c).passed_out(), shows)
