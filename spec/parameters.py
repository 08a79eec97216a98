"""The parameters that tell one rule set from another, and the readings that a document leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Ko(Enum):
    """Which repetitions are forbidden."""

    SIMPLE = "SIMPLE"
    POSITIONAL = "POSITIONAL"
    SITUATIONAL = "SITUATIONAL"


class Scoring(Enum):
    """What is counted once the game is over."""

    AREA = "AREA"
    TERRITORY = "TERRITORY"


class Tax(Enum):
    """Which surrounded empty points are not scored."""

    NONE = "NONE"
    SEKI = "SEKI"
    ALL = "ALL"


class HandicapBonus(Enum):
    """What White is given when Black starts with N stones."""

    ZERO = "0"
    N_MINUS_ONE = "N-1"
    N = "N"


@dataclass(frozen=True)
class Parameter:
    """A parameter that tells one rule set from another, and what it is called where.

    Attributes:
        name: what rules and clauses call it.
        title: what people call it.
        kind: the enumeration of its values; bool, where it holds or does not; float, where it is any number.
        key: what KataGo's JSON and the referee's protocol call it.
        katago: what stands before its value where KataGo writes rules as one word; "" if they are written without it.
        is_extra: whether plain rules do without it, so that its usual value is to give, to take and to end nothing.
        is_of_every_game: whether it may matter in any game that people play, however that starts.
    """

    name: str
    title: str
    kind: type
    key: str
    katago: str = ""
    is_extra: bool = False
    is_of_every_game: bool = True

    @property
    def values(self) -> tuple[Any, ...]:
        """Its values; none where it may be any number."""
        if issubclass(self.kind, Enum):
            return tuple(self.kind)
        return (False, True) if self.kind is bool else ()


PARAMETERS: Mapping[str, Parameter] = {
    parameter.name: parameter
    for parameter in (
        Parameter("ko", "Ko", Ko, "ko", "ko"),
        Parameter("scoring", "Scoring", Scoring, "scoring", "score"),
        Parameter("tax", "Tax", Tax, "tax", "tax", is_extra=True),
        Parameter("suicide", "Suicide of several stones", bool, "suicide", "sui"),
        Parameter("button", "Button", bool, "hasButton", "button", is_extra=True),
        Parameter("komi", "Komi", float, "komi", "komi", is_extra=True),
        Parameter(
            "handicap_bonus",
            "White's handicap bonus",
            HandicapBonus,
            "whiteHandicapBonus",
            "whb",
            is_extra=True,
            is_of_every_game=False,
        ),
        Parameter("self_play_opts", "Self-play options", bool, "selfPlayOpts", is_extra=True, is_of_every_game=False),
    )
}
"""Every parameter, in the order in which rules are written."""


@dataclass(frozen=True)
class Reading:
    """A question that a document leaves open: its permanent id, and the answers, the default one first."""

    id: str
    question: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The answer that holds unless another is chosen."""
        return self.values[0]


READINGS = {
    reading.id: reading
    for reading in (
        Reading(
            "reading/ilr-own-stone",
            "Must an independent-life-region hold a stone of its own color?",
            ("own-stone", "literal"),
        ),
        Reading(
            "reading/history-includes-passes",
            "Does a state that a pass leads to count among the earlier states that superko forbids to repeat?",
            ("included", "excluded"),
        ),
        Reading(
            "reading/state-after-pass",
            "Is the state right after a pass one that has occurred since that pass?",
            ("included", "excluded"),
        ),
        Reading(
            "reading/no-result",
            "Which time that a state stands since the last pass ends the game without result?",
            ("third", "second"),
        ),
        Reading(
            "reading/long-cycle",
            "Ours, after note 4: is a game without result a draw?",
            ("no-result", "draw"),
        ),
        Reading(
            "reading/sending-two",
            "Ours, after note 4: is sending two stones and returning one forbidden under simple ko?",
            ("allowed", "forbidden"),
        ),
        Reading(
            "reading/legal-once",
            "A ko-move is not made twice with the same coloring: is that the coloring before it, or after it?",
            ("before", "after"),
        ),
        Reading(
            "reading/unblock-is-not-a-move",
            "Does an unblock-ko-recapture action count as a pass, or as a move?",
            ("neither", "pass", "move"),
        ),
        Reading(
            "reading/self-play-end-territory",
            "After an early end, which points count as colored when the second cleanup phase began?",
            ("final-coloring", "none"),
        ),
        Reading(
            "reading/self-play-end-button",
            "Who has the button when the game ends before any pass?",
            ("player-to-move", "nobody"),
        ),
        Reading(
            "reading/initial-stones",
            "In the ownership formula, do the stones of a set-up position count as moves of the main phase?",
            ("as-moves", "uncounted"),
        ),
        Reading(
            "reading/engine-always-pass-alive",
            "Are pass-dead stones removed before scoring also without the self-play options, and if so, where?",
            ("document", "everywhere", "engine"),
        ),
        Reading(
            "reading/aga-repetition",
            "In AGA rules, is it the board that must not repeat, or the board with the same player to move?",
            ("board", "board-and-player"),
        ),
        Reading(
            "reading/aga-repeating-moves",
            "In AGA rules, must no move repeat a position, or only no move that retakes a ko?",
            ("every-move", "ko-only"),
        ),
        Reading(
            "reading/aga-last-move",
            "In AGA rules, must totals be equal also where illegal moves stand, or is it enough that White moves last?",
            ("equal-totals", "white-moves-last"),
        ),
        Reading(
            "reading/aga-pass-accepts",
            "In AGA rules, does a pass accept the opponent's move before it, as a move does?",
            ("accepts", "leaves-open"),
        ),
        Reading(
            "reading/aga-both-pass-twice",
            "In AGA rules, do the passes that led to a disagreement count towards the four in a row that end the game?",
            ("count", "count-anew"),
        ),
        Reading(
            "reading/aga-agreement",
            "In AGA rules, do players agree on dead stones only once both have passed, or after a dispute at any time?",
            ("both-passed", "any-time"),
        ),
        Reading(
            "reading/aga-region-without-stones",
            "In AGA rules, is a region that no stone is adjacent to surrounded by neither player, or by both?",
            ("by-neither", "by-both"),
        ),
        Reading(
            "reading/wmsg-first-stop",
            "In simplified WMSG rules, do players agree at the first stop that every stone stays, or do they play on?",
            ("agreed", "disagreed"),
        ),
        Reading(
            "reading/new-zealand-passes",
            "In New Zealand rules, must a play not repeat the board as it was after a pass of the same player either?",
            ("count", "do-not-count"),
        ),
        Reading(
            "reading/chinese-2002-repetition",
            "In Chinese rules of 2002, what says which boards may stand again: article 6, article 20, or the forum?",
            ("article-6", "article-20", "forum"),
        ),
        Reading(
            "reading/chinese-2002-facing",
            "In article 6 of the Chinese rules, must nobody face a board again, or not the player who faced it?",
            ("anybody", "same-player"),
        ),
        Reading(
            "reading/chinese-2002-rare",
            "In article 20 of the Chinese rules, do rare cycles end a game without result or as a draw, or not occur?",
            ("no-result", "draw", "forbidden"),
        ),
        Reading(
            "reading/dead-stones-named",
            "Does naming a dead stone also name the stones connected to it?",
            ("with-connected-stones", "stone-by-stone"),
        ),
        Reading(
            "reading/empty-list-of-dead-stones",
            "Does a player who gives an empty list of dead stones say that all are alive, or nothing at all?",
            ("all-are-alive", "no-list"),
        ),
        Reading(
            "reading/one-list-of-dead-stones",
            "If one player alone gives a list of dead stones, are its stones in dispute, to be ruled on or played out?",
            ("no-dispute", "dispute"),
        ),
        Reading(
            "reading/end-on-copy",
            "Does whatever ends a game end play on a copy of the board, or do two passes in a row alone?",
            ("as-a-game", "two-passes"),
        ),
    )
}
