"""Note 2: pass-alive-groups as Benson's algorithm finds them, a lemma that `checker` checks against the definition.

D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976). With multi-stone suicide, the opponent can also
empty a region from within by filling it, so every point of a vital region must border the group, not just the empty
ones.
"""

from __future__ import annotations

from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..registry import lemma
from ..rules import Rules

TWO_EYES = 2


@lemma(of="katago-v2/extra/pass-alive-group")
def benson(rules: Rules, c: Coloring[P], color: Color) -> P:
    """The points of the groups that keep at least two vital regions, as Benson's algorithm finds them.

    >>> from superko.spec.algebra import BLACK
    >>> from superko.spec.algebra.integers import integer_board
    >>> bin(benson(Rules(), Coloring(integer_board(5, 1), black=0b01010, white=0), BLACK))
    '0b1010'
    >>> bin(benson(Rules(), Coloring(integer_board(5, 1), black=0b00010, white=0), BLACK))
    '0b0'
    """

    def keep_groups_with_two_vital_regions(groups: P) -> P:
        at_risk = c.of(color) & ~groups
        regions = c.regions(c.not_of(color), where=lambda region: c.is_empty(c.border(region) & at_risk))
        must_border = regions if rules.suicide else regions & c.empty

        def has_two_vital_regions(group: P) -> Condition:
            liberties = c.border(group)
            vital = c.regions(
                regions,
                where=lambda region: c.meets(region, liberties) & c.is_empty(region & must_border & ~liberties),
            )
            two_or_more: Condition = c.number_of_regions(vital) >= TWO_EYES
            return two_or_more

        return c.regions(groups, where=has_two_vital_regions)

    return c.board.fixpoint(keep_groups_with_two_vital_regions, c.of(color))
