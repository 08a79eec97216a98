"""The document: its parameters and readings, and the named rule sets that the document's own buttons select."""

from __future__ import annotations

from ..algebra import Color
from ..algebra.color import WHITE
from ..document import Document, register
from ..guard import given
from ..parameters import PARAMETERS, Choice, HandicapBonus, Ko, Scoring, Tax
from ..registry import Decision, clause
from ..rules import Rules
from ..vocabulary import Ended

_CHOICES = (
    *PARAMETERS.values(),
    Choice(
        "reading/ilr-own-stone",
        "Must an independent-life-region hold a stone of its own color?",
        ("own-stone", "literal"),
    ),
    Choice(
        "reading/history-includes-passes",
        "Does a state that a pass leads to count among the earlier states that superko forbids to repeat?",
        ("included", "excluded"),
    ),
    Choice(
        "reading/state-after-pass",
        "Is the state right after a pass one that has occurred since that pass?",
        ("included", "excluded"),
    ),
    Choice(
        "reading/no-result",
        "Which time that a state stands since the last pass ends the game without result?",
        ("third", "second"),
    ),
    Choice(
        "reading/long-cycle",
        "Ours, after note 4: is a game without result a draw, as by captures in its cycle, or won by captures in all?",
        ("no-result", "draw", "captures"),
    ),
    Choice(
        "reading/sending-two",
        "Ours, after note 4: is sending two stones and returning one forbidden under simple ko?",
        ("allowed", "forbidden"),
    ),
    Choice(
        "reading/legal-once",
        "A ko-move is not made twice with the same coloring: is that the coloring before it, or after it?",
        ("before", "after"),
    ),
    Choice(
        "reading/unblock-is-not-a-move",
        "Does an unblock-ko-recapture action count as a pass, or as a move?",
        ("neither", "pass", "move"),
    ),
    Choice(
        "reading/self-play-end-territory",
        "After an early end, which points count as colored when the second cleanup phase began?",
        ("final-coloring", "none"),
    ),
    Choice(
        "reading/self-play-end-button",
        "Who has the button when the game ends before any pass?",
        ("player-to-move", "nobody"),
    ),
    Choice(
        "reading/initial-stones",
        "In the ownership formula, do the stones of a set-up position count as moves of the main phase?",
        ("as-moves", "uncounted"),
    ),
    Choice(
        "reading/engine-always-pass-alive",
        "Are pass-dead stones removed before scoring also without the self-play options, and if so, where?",
        ("document", "everywhere", "engine"),
    ),
)
SAID_BY_THE_ALGEBRA = {
    "katago-v2/def/grid": "Black and White play on a grid of X columns by Y rows.",
    "katago-v2/def/coloring": "Every point is black, white or empty, and the grid coloring says which.",
    "katago-v2/def/adjacent": "The points adjacent to a point are those that touch it horizontally or vertically.",
    "katago-v2/def/connected": "Points of a set are connected in it when a path of its adjacent points joins them.",
    "katago-v2/def/region": "Regions are the maximal connected sets of the points that are, or are not, of a color.",
}
register(
    Document(
        "katago-v2",
        "KataGo's supported Go rules, version 2",
        presets={
            "chinese-like": Rules(ko=Ko.SIMPLE, suicide=False, handicap_bonus=HandicapBonus.N),
            "chinese-ogs-kgs": Rules(ko=Ko.POSITIONAL, suicide=False, handicap_bonus=HandicapBonus.N),
            "aga-like": Rules(ko=Ko.SITUATIONAL, suicide=False, handicap_bonus=HandicapBonus.N_MINUS_ONE),
            "new-zealand-like": Rules(ko=Ko.SITUATIONAL, suicide=True),
            "tromp-taylor": Rules(ko=Ko.POSITIONAL, suicide=True),
            "stone-scoring": Rules(ko=Ko.SIMPLE, tax=Tax.ALL, suicide=False),
            "japanese-like": Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False),
        },
        choices=_CHOICES,
        usual_preset="tromp-taylor",
        place=1,
        terms={
            "surrounded": "territory",
            "independent-life": "territory",
            "moves": "cleanup moves",
            "new-stones": "cleanup stones left",
            "tax": "group tax",
            **dict.fromkeys(("n", "n-1", "n-owned", "n-1-owned"), "handicap"),
        },
        said_by_the_algebra=SAID_BY_THE_ALGEBRA,
    )
)

FEWEST_HANDICAP_STONES = 2
BONUS_OF_N = given(handicap_bonus=HandicapBonus.N)
BONUS_OF_N_MINUS_ONE = given(handicap_bonus=HandicapBonus.N_MINUS_ONE)
OWNED_N = given(handicap_bonus=HandicapBonus.N, scoring=Scoring.TERRITORY)
OWNED_N_MINUS_ONE = given(handicap_bonus=HandicapBonus.N_MINUS_ONE, scoring=Scoring.TERRITORY)


@clause("katago-v2/params/white-handicap-bonus", part="n", when=BONUS_OF_N, decides=Decision.SCORE)
@clause("katago-v2/params/white-handicap-bonus", part="n-owned", when=OWNED_N, decides=Decision.OWNERSHIP_SCORE)
def bonus_of_n(ended: Ended[int], color: Color) -> int:
    """When Black starts with N stones, and so with two or more, White is given N points."""
    return ended.handicap if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


@clause("katago-v2/params/white-handicap-bonus", part="n-1", when=BONUS_OF_N_MINUS_ONE, decides=Decision.SCORE)
@clause(
    "katago-v2/params/white-handicap-bonus",
    part="n-1-owned",
    when=OWNED_N_MINUS_ONE,
    decides=Decision.OWNERSHIP_SCORE,
)
def bonus_of_n_minus_one(ended: Ended[int], color: Color) -> int:
    """When Black starts with N stones, and so with two or more, White is given N - 1 points."""
    return ended.handicap - 1 if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0
