"""What the button does for efficient endgames: a move for nothing, which area scoring lets pass, costs a point."""

from __future__ import annotations

from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color, Coloring, Grid
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ...evidence.checks import check_boards
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...play.lockstep import lead_passed_on
from ..readings import positions_of

SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
BUTTON = replace(SIMPLE, button=True)


def leads_passed_on(rules: Rules, c: Coloring[int], player: Color) -> tuple[Game, float]:
    """A game from a position, and by how much its player leads if both players only pass."""
    start = Game.set_up(rules, c, player)
    return start, _for(player, start)


def _for(player: Color, game: Game) -> float:
    return lead_passed_on(game) * (1 if player is BLACK else -1)


def moves_for_nothing_cost(rules: Rules, plain: Rules, grid: Grid) -> Verdict:
    """Make every move that changes nothing without the button: does its player then lead by less with it?

    Both players only pass after the move, or at once.
    """
    counts = dict.fromkeys(("positions", "moves_for_nothing"), 0)
    unpunished = 0
    witness: Story | None = None
    for c in positions_of(grid):
        for player in Color:
            counts["positions"] += 1
            start, at_once = leads_passed_on(rules, c, player)
            without, expected = leads_passed_on(plain, c, player)
            for move in start.moves():
                if _for(player, without.taking(move)) != expected:
                    continue
                counts["moves_for_nothing"] += 1
                if _for(player, start.taking(move)) >= at_once:
                    unpunished += 1
                    end = start.taking(move).passed_out()
                    shows = f"After a move for nothing, {score_text(end.result)}: it costs nothing."
                    witness = witness or Story.play(start, end.turns_taken, shows)
    verdict = holds_unless(unpunished, f"legal positions of {grid}", "search", **counts)
    notes = "Nobody has passed before, and both players only pass after the move, or at once."
    tried = if_it_acted(verdict, counts["moves_for_nothing"], "was made for nothing")
    return replace(tried, witness=witness, notes=tried.notes or notes)


check_boards(
    "claim/button-rewards-efficiency",
    moves_for_nothing_cost,
    boards=[(3, 1), (2, 2), (4, 1), (3, 2)],
    standard=[(4, 2)],
    deep=[(3, 3)],
    rules="scoring=AREA tax=NONE",
    under=(BUTTON, SIMPLE),
)
