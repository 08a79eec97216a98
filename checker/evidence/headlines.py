"""Headlines: whether a claim is true, in one word for readers, and on what it depends where its checks disagree.

Where all verdicts on a claim agree, they make its headline. Where they do not, a person has written here on what it
depends, and which verdicts that goes with; once these are others, the sentence is withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from .checks import Check
from .verdict import Outcome

BEARING_OUT = {Outcome.PROVED, Outcome.HOLDS, Outcome.WITNESSED, Outcome.NEEDED}


class Truth(Enum):
    """Whether a claim is true."""

    TRUE = "true"
    FALSE = "false"
    DEPENDS = "depends"
    OPEN = "open"


@dataclass(frozen=True)
class Headline:
    """Whether a claim is true, and what is to be said with it, after a blank or a colon; "" if nothing is."""

    answer: Truth
    rest: str = ""

    def __str__(self) -> str:
        return f"{self.answer.value}{self.rest}"


AS_LOOKED_AT = Headline(Truth.TRUE, " in all that was looked at")
IN_PART = Headline(Truth.DEPENDS, ": true of a part of what was looked at, and false of the rest")
OPEN_IN_PART = Headline(Truth.OPEN, ": a part of it is decided, and it is true")


@dataclass(frozen=True)
class Written:
    """What a person wrote on a claim whose checks disagree.

    Attributes:
        says: on what it depends, or what else belongs to the answer; it follows the word.
        false: a pattern of the boards and settings of just those checks that refute it.
        open: a pattern of those of just the checks that do not decide it.
        answer: whether the claim is true, all in all.
    """

    says: str
    false: str = ""
    open: str = ""
    answer: Truth = Truth.DEPENDS

    def goes_with(self, outcomes: Mapping[Check, Outcome]) -> bool:
        """Whether it was written of these verdicts."""
        return all(self._expects(check, outcome) for check, outcome in outcomes.items())

    def _expects(self, check: Check, outcome: Outcome) -> bool:
        if re.fullmatch(self.false, check.on):
            return outcome is Outcome.REFUTED
        return outcome is Outcome.UNKNOWN if re.fullmatch(self.open, check.on) else outcome in BEARING_OUT


def headline(claim: str, outcomes: Mapping[Check, Outcome]) -> Headline:
    """The headline of a claim, by the verdicts of its checks.

    Args:
        claim: its id.
        outcomes: what each check that was made of it came to.

    >>> str(headline("claim/an-example", {}))
    'open'
    """
    distinct = set(outcomes.values())
    if not distinct - {Outcome.UNKNOWN, Outcome.NOT_FORMALISED}:
        return Headline(Truth.OPEN)
    if distinct <= BEARING_OUT:
        return AS_LOOKED_AT if Outcome.HOLDS in distinct and Outcome.PROVED not in distinct else Headline(Truth.TRUE)
    if distinct == {Outcome.REFUTED}:
        return Headline(Truth.FALSE)
    written = WRITTEN.get(claim)
    if written and written.goes_with(outcomes):
        return Headline(written.answer, f": {written.says}")
    return IN_PART if Outcome.REFUTED in distinct else OPEN_IN_PART


OTHER_LIFE = "true unless independent life may be without a stone of its own color"
WRITTEN: Mapping[str, Written] = {
    "claim/aga-same-difference": Written(
        "true of legal turns taken in turn; false where stones are set up without a handicap, and where White need "
        "only move last and an illegal move stands or is taken back",
        false=r".*set up without handicap|.*(taken back|illegal moves standing) \S+=white-moves-last",
    ),
    "claim/aga-area-sum": Written(
        "true, but not by the threshold as it is printed: with one neutral point both players can have more than that, "
        "and nobody wins",
        false=".* threshold=as-printed",
    ),
    "claim/aga-dispute-terminates": Written(
        "true unless the ban on repeating the board is one on retaking a ko alone", false=".*=ko-only"
    ),
    "claim/sending-two-only": Written("with suicide it would not be so", false=".* suicide=yes", answer=Truth.TRUE),
    "claim/protocols-fall-back": Written(
        "true if an empty list counts as none; false where it says that all stones live. Under the chinese and the kgs "
        "protocol players go on after a stop, so that the board at the first stop need not be the one that is counted",
        false=r".*=all-are-alive|.* protocol=(chinese|kgs) .*",
    ),
    "claim/protocols-let-capture": Written(
        "true of the chinese and the kgs protocol, and of the japanese one where both players give a list; false of "
        "agreement and of mediation",
        false=r"smallest .*",
    ),
    "claim/french-empty-boards": Written(
        "true of the other boards to nine points that were looked at; false of 3x3 and of nine points in a row",
        false="3x3|9x1",
    ),
    "claim/ikeda-empty-boards": Written(
        "true of the other boards to nine points that were looked at; false of five points in a row", false="5x1"
    ),
    "claim/ikeda-terminates": Written(
        "a game with suicide that goes on forever is shown as well", false=".*=allowed", answer=Truth.TRUE
    ),
    "claim/cleanup-is-article-7": Written(
        "on every board of two to nine points that was looked at some position or string comes out otherwise by best "
        "play",
        false=r"(?!2x1(?! strings)|smallest).*",
        answer=Truth.FALSE,
    ),
    "claim/alive-is-left": Written(
        "by the text as it is usually read a string on 6x1 can be taken, and by each other reading that was looked at "
        "one on a smaller board",
        false=r"6x1.*|.*=owner|5x1 .*",
        answer=Truth.FALSE,
    ),
    "claim/independent-life-is-alive": Written(
        "it is so on four points in a row, and on no other board that was looked at",
        false="(?!4x1).*",
        answer=Truth.FALSE,
    ),
    "claim/three-points-without-capturing": Written(
        "true if the new stone that a capture enables may stand elsewhere too; false if it must stand where stones "
        "were captured",
        false="6x5|6x5 .*=owner",
    ),
    "claim/japanese-1989-terminates": Written(
        "where only a board that stands again without a pass in between ends a game, one can go on forever",
        false=".*=without-a-pass",
        answer=Truth.TRUE,
    ),
    "claim/summary-territory-counts-dead": Written(
        "true of dead stones that are captured in cleanup; false of those that are left on the board",
        false=".* left on the board",
    ),
    "claim/summary-long-cycle": Written(
        "a double ko by itself never ends a game without result, as a second pass from the same state ends the phase",
        false=".* double ko, no result",
        answer=Truth.TRUE,
    ),
    "claim/summary-no-seki-by-territory": Written(
        "true under tax Seki and tax All; false without tax", false=".*=NONE"
    ),
    "claim/summary-cleanup-moves-compensated": Written(
        "true of the second cleanup phase; false of the first", false=".*=cleanup1"
    ),
    "claim/finish-direct-ko": Written(
        "true under tax Seki and tax All; false without tax, where a ko that is left open can give a point more",
        false=".*=NONE",
    ),
    "claim/no-result-not-s2r1": Written(
        "true where the moves of the cycle are made in their own order; in another order a game on three or five "
        "points in a row can end without result",
        false="(3x1|5x1) in any order",
    ),
    "claim/ownership-on-board": Written(
        "true of moves that keep independent life, and of sums over the points except under tax All; false of other "
        "moves inside independent life",
        false=r".* any moves in life|(?!2x1).*=ALL a sum over points",
    ),
    "claim/dead-stones-stay-for-superko": Written(
        "on a board without living stones; whether it can be so beside living stones is open",
        open=".* beside living stones",
        answer=Truth.TRUE,
    ),
    "claim/tax-all-up-to-two": Written(OTHER_LIFE, false=".*=literal"),
    "claim/first-in-two-phases": Written(
        "on four points in a row it is worth more in two phases than in one; on three it never is",
        false="smallest .*|4x1 .*",
        answer=Truth.FALSE,
    ),
    "claim/territory-button": Written(
        "true of the other boards to nine points that were looked at; false of two points", false="2x1 .*"
    ),
    "claim/ownership-difference": Written(
        "true unless unblock actions count as moves, or stones that were set up do not",
        false=r".*=(move|uncounted)",
    ),
    "fact/value-superko": Written(
        "true of the boards to eleven points that were solved; false of twelve points in a row", false="12x1 .*"
    ),
    "claim/live-separation": Written(
        "true of two points in a row; false of three to nine in a row, 2x2, 3x2, 4x2 and 3x3", false="(?!2x1).*"
    ),
    "fact/value-button": Written(
        "true of the other boards to 4x3 that were looked at; false of four points in a row", false="4x1 .*"
    ),
    "fact/value-readings": Written(
        "true of independent life, of unblock actions, and of states after passes under situational superko; open for "
        "the other readings",
        open=r".*/(state-after-pass|self-play-end-territory|initial-stones|engine-always-pass-alive)=.*"
        "|.*ko=POSITIONAL .*",
    ),
    "fact/value-clauses": Written(
        "true of marks, of unblocking, and of the ban on making a ko-move twice; open for the end by a repeated pass "
        "and for that without result",
        open=".*/(end-repeated-pass|no-result)",
    ),
    "fact/value-suicide": Written("true of two and three points in a row; false of four", false="4x1 .*"),
    "lemma/independent-life-of-one-color": Written(OTHER_LIFE, false=".*=literal"),
    "claim/nz-empty-boards": Written(
        "true beside KataGo's preset; where passes don't count, false of 3x3 and of nine points in a row, and true of "
        "the smaller boards that were looked at",
        false="(3x3|9x1) .*=do-not-count",
    ),
    "claim/nz-terminates": Written(
        "true if two passes in a row end the game; false if only an agreement apart does", false=".*=agreement"
    ),
}
"""The claims whose checks disagree, each with what is written of it."""
