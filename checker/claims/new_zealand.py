"""The New Zealand rules: their ban beside the others, their literal territory, and KataGo's rules of that name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np

from ...interpreter.game import Game
from ...interpreter.result import as_set_up, lead_of
from ...spec.algebra import Color, Coloring, Condition, Grid
from ...spec.algebra.board import P
from ...spec.new_zealand.rules import territory
from ...spec.presets import PRESETS
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.tromp_taylor.rules import reaching
from ...spec.vocabulary import Play, Turn
from ..evidence.verdict import Seen, cases, every_case, smallest_case
from ..play.comparison import compare
from ..play.outcomes import Leniency
from ..play.perft import perft
from ..proofs.situation import BoardLemma, Implication, LemmaSituation
from ..proofs.steps import LemmaProof
from ..sweeps.sweep import as_floats, chunks

_PASSES, _END, _BAN = "reading/new-zealand-passes", "reading/new-zealand-end", "new-zealand/no-repeat"
_TEXT, LIKE = replace(PRESETS["new-zealand"], komi=0), PRESETS["new-zealand-like"]


def every_board_counts(turn: Turn | None) -> bool:
    """Every board that has stood counts, whoever made it, and that before the first move."""
    return True


SITUATIONAL = _TEXT.replacing(f"{_BAN}#after-plays", every_board_counts)
POSITIONAL = SITUATIONAL.dropping(f"{_BAN}#whose")
BANS: Mapping[str, Rules] = {
    "positional": POSITIONAL,
    "situational": SITUATIONAL,
    "new_zealand": _TEXT,
    "natural": _TEXT.reading({_PASSES: "do-not-count"}),
}
# The last one from Tromp (2005), counted to the second pass.
GAMES_ON_ONE_POINT = (1, 2, 4, 5)
_MOST_TURNS = 8


@every_case("{grid}", acts="ended a game")
def bans_differ(*under: Rules, grid: Grid) -> Iterator[Seen]:
    """Count the games under each ban, and find the shortest game on which any two of them part."""
    games = [sum(depth.ended for depth in perft(Game(rules, grid))) for rules in under]
    alike = sum(compare(*both, grid, _MOST_TURNS).parting is None for both in combinations(under, 2))
    as_counted = grid.size > 1 or tuple(games) == GAMES_ON_ONE_POINT
    counts = {f"games_{name}": number for name, number in zip(BANS, games, strict=True)}
    yield cases(alike + (not as_counted), None, sum(games), **counts)


@every_case("every coloring of {grid}", "sweep", acts="counted a point for both")
def differences_are_those_of_areas(rules: Rules, by_area: Rules, grid: Grid) -> Iterator[Seen]:
    """Score every coloring by the literal territory and by area: the lead must be the same."""
    for c in chunks(grid):
        leads = [
            as_floats(lead_of(as_set_up(rule_set, c)), c) for rule_set in (replace(rules, komi=by_area.komi), by_area)
        ]
        black, white = (rules.defined(territory)(c, color) for color in Color)
        shared = c.size(black & white)
        neutral = int(as_floats(shared, c).sum())
        differing = int(np.count_nonzero(leads[0] != leads[1]))
        yield cases(differing, acted=neutral, positions=len(c.black), neutral_points=neutral)


def area(c: Coloring[P], color: Color) -> P:
    """A player's stones, and the empty points that reach no other color."""
    reaches = {other: reaching(c, c.empty, c.of(other)) for other in Color}
    points: P = c.of(color) | (reaches[color] & ~reaches[color.opponent])
    return points


def territory_of_one_alone(c: Coloring[P], color: Color) -> P:
    """What is territory of a player, and not of the other too."""
    alone: P = territory(c, color) & ~territory(c, color.opponent)
    return alone


def territory_of_one_alone_is_area(s: LemmaSituation[P]) -> Implication:
    """What is territory of both cancels, and what is left is a player's area, so that leads are the same."""
    c = s.coloring
    return Implication(True, c.board.same(territory_of_one_alone(c, s.player), area(c, s.player)))


SAME_LEADS = BoardLemma("claim/nz-counts-dame-twice", territory_of_one_alone_is_area, moves=0)
OF_SAME_LEADS = LemmaProof(SAME_LEADS, by_lemma=False)


@smallest_case(scope="boards up to {last}")
def smallest_other_game(rules: Rules, other: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the shortest game on the smallest board on which turns, ends or leads differ."""
    comparison = compare(rules, replace(other, komi=rules.komi), grid, _MOST_TURNS, Leniency(scores=True))
    parting = comparison.parting
    yield cases(parting is not None, parting.story if parting else None, games=comparison.covered.games)


def changes_the_board(play: Play[P]) -> Condition:
    """As KataGo has it, and not the text, a play does not leave the board as it was."""
    return play.before.no(play.after.same_as(play.before))


NO_NULL_CHANGE = make_clause(changes_the_board, "ours/no-null-change", decides=Decision.PSEUDOLEGAL)
WITHOUT_NULL_CHANGES = _TEXT.adding(NO_NULL_CHANGE)
