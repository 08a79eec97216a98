"""Near misses of scores: mistakes of engines that get a term of a score almost right, or what is removed before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...spec.aga.passing import pass_stone
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Number
from ...spec.katago_v2.area_scoring import pass_dead, surrounded
from ...spec.katago_v2.life import dame_regions, independent_life_regions, regions_in_atari
from ...spec.katago_v2.territory_scoring import remove_pass_dead
from ...spec.registry import Clause
from ...spec.vocabulary import Ended, Play, Record, Tally
from .mutations import Function, Mutation, instead

TAX = 2


def _bordering(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    return c.size(c.regions(c.empty, where=lambda region: c.borders(region, color)))


def _bordering_and_stones(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    return c.size(c.of(color) | c.regions(c.empty, where=lambda region: c.borders(region, color)))


def _settled(c: Coloring[int], color: Color, unsettled: int) -> int:
    return c.regions(
        c.not_of(color.opponent),
        where=lambda region: c.meets(region, c.of(color)) & c.is_empty(region & unsettled),
    )


def _in_seki_too(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    in_atari = regions_in_atari(c, BLACK) | regions_in_atari(c, WHITE)
    return c.size(surrounded(ended, color) & _settled(c, color, in_atari))


def _in_atari_too(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    return c.size(surrounded(ended, color) & _settled(c, color, dame_regions(c)))


def _tax_on_groups(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    groups = c.of(color) & independent_life_regions(ended.rules, c, color)
    tax: Number = c.number_of_regions(groups) * -TAX
    return tax


def _every_new_stone(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    cost: Number = c.size(c.of(color) & ~ended.second_cleanup_start.of(color)) * -1
    return cost


def _removed_in_atari_too(ended: Ended[int]) -> Ended[int]:
    c = ended.coloring
    dead = {color: pass_dead(ended, color) for color in (BLACK, WHITE)}
    cleared = c.emptied(dead[BLACK] | dead[WHITE])
    for color in (BLACK, WHITE):
        dead[color] &= _settled(cleared, color.opponent, dame_regions(cleared))
    return ended.with_captures(
        c.emptied(dead[BLACK] | dead[WHITE]), {color: c.size(dead[color]) for color in (BLACK, WHITE)}
    )


def _not_counted(clause: Clause) -> Function:
    return lambda ended: replace(clause.function(ended), captures=ended.captures)


def _own_not_counted(play: Play[int]) -> dict[Color, Number]:
    return {play.player.opponent: play.before.size(play.captured), play.player: 0}


def _one_more(clause: Clause) -> Function:
    def bonus(ended: Ended[int], color: Color) -> Number:
        more: Number = clause.function(ended, color) + (1 if clause.function(ended, color) else 0)
        return more

    return bonus


def _whoever_moved_last(record: Record, tally: Tally) -> Tally:
    handed_over = pass_stone(record.position)
    return replace(tally, captures={color: tally.captures[color] + handed_over[color] for color in Color})


LEAVES_OUT_DAME = Mutation(
    "leaves-out-dame",
    "a score without the empty points that border both colors",
    "they count for both players",
    instead(_bordering),
)
LEAVES_OUT_SEKI = Mutation(
    "leaves-out-seki",
    "a score without the points of stones beside dame",
    "it does not matter whether there is dame",
    instead(_in_seki_too),
)
LEAVES_OUT_ATARI = Mutation(
    "leaves-out-atari",
    "a score without the points of stones in atari",
    "it does not matter whether stones are in atari",
    instead(_in_atari_too),
)
SPARES_LIFE = Mutation(
    "spares-life",
    "a new stone within independent life, for which nothing is paid",
    "every new stone is paid for",
    instead(_every_new_stone),
)
TAXES_REGIONS = Mutation(
    "taxes-regions",
    "a tax that is paid once for stones that live together",
    "every connected group of them is taxed",
    instead(_tax_on_groups),
)
COUNTS_OWN = Mutation(
    "counts-own",
    "a suicide, whose stones count as captured",
    "only the opponent's stones are counted",
    instead(_own_not_counted),
)
HOW_MANY = Mutation("how-many", "a handicap, and the points for it", "there is a point too many", _one_more)

NEAR_MISSES_OF_SCORES: Mapping[str, tuple[Mutation, ...]] = {
    "katago-v2/params/white-handicap-bonus#n": (HOW_MANY,),
    "katago-v2/params/white-handicap-bonus#n-1": (HOW_MANY,),
    "katago-v2/move/capture-total": (COUNTS_OWN,),
    "katago-v2/area/score-none#surrounded": (LEAVES_OUT_DAME,),
    "katago-v2/area/score-seki#independent-life": (LEAVES_OUT_SEKI, LEAVES_OUT_ATARI),
    "katago-v2/area/score-all#independent-life": (LEAVES_OUT_SEKI, LEAVES_OUT_ATARI),
    "katago-v2/area/score-all#tax": (TAXES_REGIONS,),
    "katago-v2/territory/remove-pass-dead": (
        Mutation(
            "counts-removed",
            "a score that counts what was removed as captured",
            "what is removed is not counted",
            _not_counted,
        ),
    ),
    "katago-v2/territory/remove-pass-dead#within-life": (
        Mutation(
            "reaches-seki",
            "pass-dead stones that stay, because the life around them meets dame",
            "they are removed wherever they stand",
            instead(remove_pass_dead),
        ),
        Mutation(
            "reaches-atari",
            "pass-dead stones that stay, because a group of the life around them is in atari",
            "they are removed all the same",
            instead(_removed_in_atari_too),
        ),
    ),
    "katago-v2/territory/score-none#surrounded": (LEAVES_OUT_DAME,),
    "katago-v2/territory/score-seki#independent-life": (LEAVES_OUT_SEKI, LEAVES_OUT_ATARI),
    "katago-v2/territory/score-all#independent-life": (LEAVES_OUT_SEKI, LEAVES_OUT_ATARI),
    "katago-v2/territory/score-none#new-stones": (SPARES_LIFE,),
    "katago-v2/territory/score-seki#new-stones": (SPARES_LIFE,),
    "katago-v2/territory/score-all#new-stones": (SPARES_LIFE,),
    "katago-v2/territory/score-all#tax": (TAXES_REGIONS,),
    "tromp-taylor/clear#count": (COUNTS_OWN,),
    "tromp-taylor/score#reach": (LEAVES_OUT_DAME,),
    "aga/11-last-move": (
        Mutation(
            "leaves-out",
            "a game in which White moved last, and that it adds nothing to",
            "the player to move always passes once more",
            instead(_whoever_moved_last),
        ),
    ),
    "aga/12-count-territory": (LEAVES_OUT_DAME,),
    "aga/12-count-area": (
        Mutation(
            "leaves-out-dame",
            "a score without the empty points that border both colors",
            "they count for both players",
            instead(_bordering_and_stones),
        ),
    ),
    "aga/12-count-area#handicap-n": (HOW_MANY,),
    "aga/12-count-area#handicap-n-1": (HOW_MANY,),
}
