"""What the summary says that goes beyond the document that it sums up, and what we say about it, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "katago-summary"

register(
    Claim(
        "claim/summary-simple-ko-position",
        DOCUMENT,
        "params",
        "Simple ko forbids returning to the position, not just the state, at the start of the opponent's last turn.",
    ),
    Claim(
        "claim/summary-situational-adds-turn",
        DOCUMENT,
        "params",
        "Situational superko is positional superko that also looks at the player, so all it forbids, positional does.",
    ),
    Claim(
        "claim/summary-territory-counts-dead",
        DOCUMENT,
        "params",
        "Territory scoring counts dead stones as well as surrounded points.",
    ),
    Claim(
        "claim/summary-tax-all-is-territory",
        DOCUMENT,
        "params",
        "Tax All makes area scoring equivalent to territory scoring.",
        qualified_by=("claim/area-is-territory-but-for-moves",),
    ),
    Claim(
        "claim/area-is-territory-but-for-moves",
        DOCUMENT,
        "params",
        "Under one tax, whichever it is, area and territory scoring differ by moves made and stones added late.",
        Strength.OURS,
    ),
    Claim(
        "claim/summary-pass-count-button",
        DOCUMENT,
        "main",
        "With the button, more than two passes in a row may be needed to end the phase.",
        Strength.HEDGED,
        conditions=("with the button", "may"),
    ),
    Claim(
        "claim/summary-long-cycle",
        DOCUMENT,
        "main",
        "Under simple ko, a long cycle ends the game without result, or ends the phase.",
        Strength.EXISTENTIAL,
        conditions=("under simple ko", "or ends"),
    ),
    Claim(
        "claim/summary-suicide-clears",
        DOCUMENT,
        "params",
        "Suicide of several stones is allowed as long as it clears stones of the opponent, or the rules allow suicide.",
        conditions=("as long as", "or the rules allow suicide"),
    ),
    Claim(
        "claim/summary-no-seki-by-territory",
        DOCUMENT,
        "japanese",
        "Territory scoring gives no points in seki.",
    ),
    Claim(
        "claim/summary-cleanup-moves-compensated",
        DOCUMENT,
        "scoring",
        "Every move of the cleanup phases is compensated with a point.",
    ),
    Claim(
        "claim/summary-shorthands",
        DOCUMENT,
        "params",
        "Each short name of rules, such as chinese or aga, stands for a combination of the parameters.",
        qualified_by=("claim/aga-no-combination",),
        conditions=("combination of the parameters",),
    ),
    Claim(
        "claim/summary-torazu",
        DOCUMENT,
        "japanese",
        "Three points without capturing need not be captured.",
        Strength.BEST_PLAY,
        qualified_by=("claim/torazu-sanmoku",),
    ),
)
