"""What the document says in passing, of taxes, cleanup, cycles and the button, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "katago-v2"

register(
    Claim(
        "claim/no-adjudication",
        DOCUMENT,
        "intro",
        "Every game comes to a result by ordinary turns alone, and nobody outside it is ever needed.",
    ),
    Claim(
        "claim/servers-play-otherwise",
        DOCUMENT,
        "params",
        "What some servers call Chinese rules, with positional superko, is another game than that with simple ko.",
        Strength.EXISTENTIAL,
    ),
    Claim(
        "claim/tax-all-up-to-two",
        DOCUMENT,
        "params",
        "Tax All takes up to two of the points that a living group surrounds, and never more than it surrounds.",
    ),
    Claim(
        "claim/tax-all-by-group",
        DOCUMENT,
        "params",
        "Tax All is paid for each living group: as many times as there are strings of stones that live.",
    ),
    Claim(
        "claim/button-rewards-efficiency",
        DOCUMENT,
        "params",
        "The button rewards efficient endgames: who passes leads by more than who first makes a move for nothing.",
    ),
    Claim(
        "claim/dead-stones-without-loss",
        DOCUMENT,
        "cleanup",
        "In the second cleanup phase dead stones can be captured without loss of points for filling in territory.",
    ),
    Claim(
        "claim/threats-elsewhere",
        DOCUMENT,
        "cleanup",
        "In cleanup no threat elsewhere lets a player retake a ko, so that threats do not change what is dead.",
    ),
    Claim(
        "claim/sending-three-returning-one",
        DOCUMENT,
        "note 4",
        "There is sending three, returning one as well, which ending on a repeated pass stops too.",
    ),
    Claim(
        "claim/cycles-lose-bounded",
        DOCUMENT,
        "note 4",
        "Ending on a repeated pass bounds what a player can lose by sending stones over and over.",
    ),
    Claim(
        "claim/cycles-cost-points",
        DOCUMENT,
        "notes 4 and 9",
        "Sending stones costs points by territory, but none by area and none in the second cleanup phase.",
    ),
    Claim(
        "claim/first-phase-changes-ko-alone",
        DOCUMENT,
        "note 6",
        "The first cleanup phase changes the rules of ko alone: what else is legal, and what is scored, stays so.",
    ),
    Claim(
        "claim/single-phase-pass-fight",
        DOCUMENT,
        "note 6",
        "With a single cleanup phase, a move left until then could gain the point that it does not gain before.",
        Strength.EXISTENTIAL,
    ),
    Claim(
        "claim/exactly-the-coloring",
        DOCUMENT,
        "note 8",
        "If a ko-move were allowed once at each point, whatever else stands, a seki that collapses could be kept.",
    ),
)
