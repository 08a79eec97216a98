"""That turns alone bring every game to a result: nobody is asked anything, and nobody outside it decides anything."""

from __future__ import annotations

from dataclasses import replace

from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ...evidence.checks import games_up_to
from ...evidence.verdict import Verdict, holds_unless, if_it_acted
from ...phase.model import Model
from ...play.lockstep import Lockstep, lines_of
from ..game_checks import check_games

NOTES = (
    "From each of these games on, two players who only pass come to a result. That no game goes on forever, whatever "
    "its players do, is claim/game-terminates."
)


def turns_come_to_a_result(rules: Rules, depth: int | None, grid: Grid) -> Verdict:
    """Whether every game has a result once it is over, and can be brought to one by passes from wherever it stands."""
    counts = dict.fromkeys(("games", "scored", "without_result"), 0)
    open_ones = 0
    witness: Story | None = None
    for line in lines_of(Lockstep(Model.each([rules], grid)), depth):
        game = line.games[0]
        end = game.passed_out()
        counts["games"] += line.number
        if not end.over:
            open_ones += line.number
            shows = "However often both players pass from here, there is no result."
            witness = witness or Story.of(game, shows)
        elif game.over:
            counts["without_result" if isinstance(game.result, NoResult) else "scored"] += line.number
    verdict = holds_unless(open_ones, f"{games_up_to(depth)} on {grid}", "search", **counts)
    return if_it_acted(replace(verdict, witness=witness, notes=NOTES), counts["scored"], "came to a score")


for _name in ("japanese-like", "chinese-like", "tromp-taylor"):
    check_games(
        "claim/no-adjudication",
        turns_come_to_a_result,
        quick=[((1, 1), None), ((2, 1), 14), ((3, 1), 9), ((2, 2), 7)],
        standard=[((3, 1), 12), ((2, 2), 9)],
        rules=f"preset={_name}",
        under=(PRESETS[_name],),
    )
