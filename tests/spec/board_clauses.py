"""The board clauses as a catalogue of functions of a coloring, so that every reading can be asked the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from superko.spec.algebra import BLACK, Color, Coloring
from superko.spec.composition import move, pseudolegal
from superko.spec.katago_v2.area_scoring import surrounded
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.katago_v2.faster_forms import benson
from superko.spec.katago_v2.life import dame_regions, independent_life_regions, pass_alive_territory, regions_in_atari
from superko.spec.katago_v2.moves import borders_color, captured_points, liberties, resolve_captures
from superko.spec.parameters import Scoring, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.usual import captured_of_both
from superko.spec.vocabulary import Ended, Play

OfColoring = Callable[[Coloring[Any]], Any]
OfMove = Callable[[Play[Any]], Any]

OWN_STONE = Rules(tax=Tax.SEKI)
LITERAL_LIFE = OWN_STONE.reading({"reading/ilr-own-stone": "literal"})
SUICIDE = Rules(suicide=True)
NO_SUICIDE = Rules(suicide=False)

OF_COLORING: dict[str, OfColoring] = {
    "katago-v2/def/border": lambda c: borders_color(c, c.empty, c.black),
    "katago-v2/def/connected": lambda c: c.meets(c.board.closure(c.empty, c.empty | c.white), c.white),
    "katago-v2/move/liberty": lambda c: liberties(c, c.black),
    "katago-v2/move/resolve-captures": lambda c: resolve_captures(c, BLACK),
    "katago-v2/extra/dame-region": dame_regions,
    "katago-v2/extra/atari": lambda c: regions_in_atari(c, BLACK),
    "katago-v2/extra/independent-life-region": lambda c: independent_life_regions(OWN_STONE, c, BLACK),
    "reading/ilr-own-stone=literal": lambda c: independent_life_regions(LITERAL_LIFE, c, BLACK),
    "number of independent-life-regions": lambda c: c.number_of_regions(independent_life_regions(OWN_STONE, c, BLACK)),
    "surrounded points": lambda c: surrounded(ended(OWN_STONE, c), BLACK),
}

BENSON: dict[str, OfColoring] = {
    "benson, suicide=True": lambda c: benson(SUICIDE, c, BLACK),
    "benson, suicide=False": lambda c: benson(NO_SUICIDE, c, BLACK),
    "katago-v2/extra/pass-alive-territory": lambda c: pass_alive_territory(c, BLACK, benson(SUICIDE, c, BLACK)),
}

OF_MOVE: dict[str, OfMove] = {
    "katago-v2/move/pseudolegal, black": lambda play: play.after.black,
    "katago-v2/move/pseudolegal, white": lambda play: play.after.white,
    "katago-v2/move/captures-regions": captured_points,
    "katago-v2/move/capture-total": lambda play: captured_of_both(play)[play.player.opponent],
    "pseudolegal, suicide=True": lambda play: pseudolegal(SUICIDE, play),
    "pseudolegal, suicide=False": lambda play: pseudolegal(NO_SUICIDE, play),
}

KO_MOVE: dict[str, OfMove] = {
    "katago-v2/cleanup/ko-move, suicide=True": lambda play: is_ko_move(SUICIDE, play),
    "katago-v2/cleanup/ko-move, suicide=False": lambda play: is_ko_move(NO_SUICIDE, play),
}


def ended(rules: Rules, c: Coloring[Any]) -> Ended[Any]:
    """A game that ends with this coloring, after some captures and moves."""
    counts = {color: number for number, color in enumerate(Color, start=2)}
    return Ended(rules, c, counts, counts, counts, counts, second_cleanup_start=c.emptied(c.board.border(c.empty)))


def scores() -> Iterator[tuple[str, OfColoring]]:
    """The score of each formula and tax, for Black."""
    formulas = [
        (Scoring.AREA, Decision.SCORE),
        (Scoring.TERRITORY, Decision.SCORE),
        (Scoring.TERRITORY, Decision.OWNERSHIP_SCORE),
    ]
    for scoring, formula in formulas:
        for tax in Tax:
            rules = Rules(scoring=scoring, tax=tax)

            def score(c: Coloring[Any], rules: Rules = rules, formula: Decision = formula) -> Any:
                game = ended(rules, c)
                return sum(clause.function(game, BLACK) for clause in rules.deciding(formula))

            yield f"{scoring.value} {formula.name} tax={tax.value}", score


def play(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move, made as every rule set makes it."""
    return move(OWN_STONE, c, player, point)
