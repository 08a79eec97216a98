"""Who has to resume play when players disagree: who would lose by it if the stones in dispute were counted as alive."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....interpreter.game import Game
from ....interpreter.notation import vertices
from ....interpreter.story import Story
from ....spec.aga.ending import strings_touched
from ....spec.aga.presets import PRESETS
from ....spec.algebra import BLACK, Color, Coloring, Grid
from ....spec.algebra.grid import points_of
from ....spec.rules import Rules
from ....spec.vocabulary import PASS
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ..readings import positions_of


def sets_of_strings(c: Coloring[int], color: Color) -> Iterator[int]:
    """Every set of whole strings of a color, but for none at all.

    >>> from superko.interpreter.notation import parse_board
    >>> list(sets_of_strings(parse_board("XX.X"), BLACK))
    [3, 8, 11]
    """
    strings = sorted({strings_touched(c, stone) for stone in points_of(c.of(color))})
    for number in range(1, len(strings) + 1):
        yield from (sum(chosen) for chosen in combinations(strings, number))


def lead_for(player: Color, game: Procedure) -> float:
    """By how much a player leads at the end of a game.

    Raises:
        ValueError: it is not over.
    """
    if game.result is None:
        raise ValueError("Only a game that is over has been counted.")
    return game.result.lead * (1 if player is BLACK else -1)


def passed_on(game: Procedure) -> tuple[Procedure, set[Color]]:
    """A game in which nobody resumes play, at its end, and who had a turn until then."""
    had_a_turn = set()
    while game.stage is not ProcedureStage.OVER:
        had_a_turn.add(game.player)
        game = game.play(PASS)
    return game, had_a_turn


def burden_is_on_the_loser(rules: Rules, grid: Grid) -> Verdict:
    """Disagree on strings in every legal position, and let nobody resume play: who loses by that, and could resume?

    Nobody but the player who holds the strings dead may lose, and that player must have had a turn before the end.
    """
    counts = dict.fromkeys(("positions", "disputes", "lost_by_counting_alive"), 0)
    differences = 0
    witness: Story | None = None
    for c in positions_of(grid):
        counts["positions"] += 1
        start = Game.set_up(rules, c)
        stopped = Procedure(start.record).play(PASS).play(PASS)
        for holder in Color:
            for dead in sets_of_strings(c, holder.opponent):
                agreed = stopped.compare_dead_stones({holder: dead, holder.opponent: dead})
                alive, had_a_turn = passed_on(stopped.compare_dead_stones({holder: dead}))
                gain = lead_for(holder, agreed) - lead_for(holder, alive)
                counts["disputes"] += 1
                counts["lost_by_counting_alive"] += gain > 0
                if gain < 0 or (gain > 0 and holder not in had_a_turn):
                    differences += 1
                    shows = f"If {', '.join(vertices(grid, dead))} is in dispute, the burden is not on who loses by it."
                    witness = witness or Story.play(start, (PASS, PASS), shows)
    verdict = holds_unless(differences, f"legal positions of {grid}", "search", **counts)
    notes = "Whoever holds strings of the opponent dead loses by counting them as alive, and has a turn to resume play."
    verdict = Verdict(verdict.outcome, verdict.scope, verdict.method, verdict.counts, witness, notes=notes)
    return if_it_acted(verdict, counts["lost_by_counting_alive"], "made a difference")


for _name in ("aga", "aga-area"):
    check_boards(
        "claim/aga-burden-of-resuming",
        burden_is_on_the_loser,
        boards=[(2, 1), (3, 1), (2, 2), (4, 1), (3, 2)],
        rules=f"preset={_name}",
        under=(PRESETS[_name],),
    )
