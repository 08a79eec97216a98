"""Bent four in the corner: dead by best play, whatever ko threats stand elsewhere, and whatever lies around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TypeAlias

from ....interpreter.game import Game
from ....interpreter.notation import board_text, parse_turn
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring
from ....spec.algebra.grid import points_of
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.katago_v2.faster_forms import stones_without_liberty
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted, without_a_clause
from ...play.capture import can_be_captured
from ...play.shapes import BENT_FOUR, BENT_FOUR_WITH_A_THREAT, Fight, points
from .best_play import JAPANESE

CORNER, THREAT = "A1 A2 A3 B1 B2 B3 C1 C2 D1 D2 E1 E2", "L3 J4 K1"
ALONE = Fight(BENT_FOUR, WHITE, "B2", "C3", CORNER)
WITH_A_THREAT = Fight(BENT_FOUR_WITH_A_THREAT, WHITE, "B2", "C3 M3", f"{CORNER} {THREAT}")
THREATENED = Fight(BENT_FOUR_WITH_A_THREAT, BLACK, "M3", "", THREAT)
BLOCK = "katago-v2/cleanup/legal-unblocked"


def is_captured(fight: Fight, rules: Rules, phase: Phase, player: Color) -> Verdict:
    """Whether White can capture the surrounded group by force, without losing a group of her own for it."""
    found, shape = fight.attacked(rules, phase, player), fight.shape
    counts = {"turns_tried": found.tried}
    witness = Story.play(replace(shape, player=player).game(rules, phase), (), f"The shape: {shape.about}")
    notes = (
        "Every move in the corner and at the threat is tried. White must not lose a group before the capture, nor by "
        "the very next turn. Whether another course would score more is not looked at."
    )
    outcome = {True: Outcome.HOLDS, False: Outcome.REFUTED, None: Outcome.UNKNOWN}[found.by_force]
    verdict = Verdict(outcome, str(shape.grid), "search", counts, witness, notes=notes)
    return if_it_acted(verdict, found.tried, "tried a turn")


def threat_stands(rules: Rules, phase: Phase, threatened: Fight = THREATENED) -> Verdict:
    """Whether White can't remove the threat: whatever she plays there, Black captures her group, and not otherwise."""
    shape = threatened.shape
    start = shape.game(rules, phase)
    legal = [text for text in threatened.within.split() if start.judge(parse_turn(shape.grid, text)).legal]
    found = [threatened.attacked(rules, phase, turns=text).by_force for text in legal]
    untouched = threatened.attacked(rules, phase, BLACK).by_force
    stands = bool(legal) and all(found) and untouched is False
    witness = Story.play(start, (), f"The shape: {shape.about}")
    outcome = Outcome.HOLDS if stands else Outcome.REFUTED
    verdict = Verdict(outcome, str(shape.grid), "search", {"moves": len(legal)}, witness)
    return if_it_acted(verdict, sum(map(bool, found)), "had a group captured by the threat")


for _phase in CLEANUP:
    for _player in Color:
        check(
            "claim/bent-four-dies",
            str(BENT_FOUR.grid),
            f"captured phase={_phase.value} first={_player.value}",
            cost=0.1,
            under=(JAPANESE,),
        )(partial(is_captured, ALONE, phase=_phase, player=_player))
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"captured phase={_phase.value} threat=can't-be-removed",
        cost=10,
        scope=Scope.STANDARD,
        under=(JAPANESE,),
    )(partial(is_captured, WITH_A_THREAT, phase=_phase, player=BLACK))
for _label, _rules, _phase in (
    ("without=cleanup", JAPANESE, Phase.MAIN),
    (f"without={BLOCK}", JAPANESE.dropping(BLOCK), Phase.FIRST_CLEANUP),
):
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"{_label} threat=can't-be-removed",
        cost=10,
        scope=Scope.STANDARD,
        under=(_rules,),
    )(partial(without_a_clause(is_captured), WITH_A_THREAT, phase=_phase, player=WHITE))
for _phase in (Phase.MAIN, *CLEANUP):
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR_WITH_A_THREAT.grid),
        f"the threat can't be removed phase={_phase.value}",
        cost=0.1,
        under=(JAPANESE,),
    )(partial(threat_stands, phase=_phase))


AROUND, REST = "A4 B4 C3 D3 E3 F2 F1", "C4 D4 E4 F4 F3"
GROUP = "B2"
MOST_EMPTY, BUDGET = len(REST.split()), 60_000

# For each player who may move first, whether White captures the corner by force; None where the budget ran out.
ByForce: TypeAlias = tuple[bool | None, ...]


def surroundings(most_empty: int = MOST_EMPTY) -> Iterator[Coloring[int]]:
    """The corner with everything that may stand in the rest of the board, with so many empty points there at most.

    >>> sum(1 for _ in surroundings()), sum(1 for _ in surroundings(most_empty=2))
    (87, 53)
    """
    c = BENT_FOUR.coloring
    rest = points(BENT_FOUR.grid, REST)
    for colors in product((None, *Color), repeat=rest.bit_count()):
        placed = list(zip(points_of(rest), colors, strict=True))
        black, white = (
            c.of(color) & ~rest | sum(point for point, stone in placed if stone is color) for color in (BLACK, WHITE)
        )
        filled = Coloring(c.board, black, white)
        is_legal = not any(stones_without_liberty(filled, color) for color in Color)
        if is_legal and colors.count(None) <= most_empty:
            yield filled


def captured_by_force(rules: Rules, c: Coloring[int], phase: Phase, budget: int = BUDGET) -> ByForce:
    """Whether White captures the corner by force in a phase, by who moves first, with moves on the whole board.

    She must not lose a stone of those around it before the capture, nor by the very next turn.
    """
    group, around = (points(BENT_FOUR.grid, some) for some in (GROUP, AROUND))
    games = (Game.set_up(rules, c, first, phase) for first in Color)
    everywhere = BENT_FOUR.grid.everywhere
    return tuple(can_be_captured(game, WHITE, group, around, everywhere, budget).by_force for game in games)


def cleanup_says_what_play_does(rules: Rules, most_empty: int = MOST_EMPTY) -> Verdict:
    """Whether the corner is captured by force in cleanup exactly where it is so in the main phase, on one board."""
    counts = dict.fromkeys(("surroundings", "undecided", "dead", "for_who_moves_first", "not_captured"), 0)
    differences, witness = 0, None
    for c in surroundings(most_empty):
        counts["surroundings"] += 1
        played, cleaned = (captured_by_force(rules, c, phase) for phase in (Phase.MAIN, Phase.FIRST_CLEANUP))
        if None in (*played, *cleaned):
            counts["undecided"] += 1
            continue
        counts["dead" if all(cleaned) else "for_who_moves_first" if any(cleaned) else "not_captured"] += 1
        differences += played != cleaned
        witness = witness or (_told(rules, c, played, cleaned) if played != cleaned else None)
    verdict = holds_unless(differences, str(BENT_FOUR.grid), "search", **counts)
    if counts["undecided"] and not differences:
        return Verdict(Outcome.UNKNOWN, verdict.scope, "search", verdict.counts, notes="The budget ran out.")
    notes = (
        f"White surrounds the corner. At {', '.join(REST.split())} stands anything that is legal, with {most_empty} "
        "points empty at most. Every turn on the board is tried until a group falls."
    )
    verdict = Verdict(verdict.outcome, verdict.scope, "search", verdict.counts, witness, notes=notes)
    return if_it_acted(verdict, counts["dead"] + counts["for_who_moves_first"], "captured the corner")


def _told(rules: Rules, c: Coloring[int], played: ByForce, cleaned: ByForce) -> Story:
    """The first position where cleanup says otherwise, in words."""
    first = next(color for color, one, other in zip(Color, played, cleaned, strict=True) if one is not other)
    shows = f"With {first.name.lower()} to move, the corner of {board_text(c)} is captured by force in one phase alone."
    return Story.play(Game.set_up(rules, c, first), (), shows)


for _most, _scope, _cost in ((2, Scope.STANDARD, 6), (MOST_EMPTY, Scope.DEEP, 120)):
    check(
        "claim/bent-four-dies",
        str(BENT_FOUR.grid),
        f"in cleanup as in play, all surroundings with up to {_most} empty points outside",
        _cost,
        _scope,
        under=(JAPANESE,),
    )(partial(cleanup_says_what_play_does, most_empty=_most))
