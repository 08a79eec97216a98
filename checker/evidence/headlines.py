"""Headlines: whether a claim is true, in one word for readers, and on what it depends where its checks disagree.

Where all verdicts on a claim agree, they make its headline. Where they do not, a person has written on what it
depends, and which verdicts that goes with; once these are others, the sentence is withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from .checks import DEPENDS, Check, tables
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


@cache
def written_headlines() -> Mapping[str, Written]:
    """The claims whose checks disagree, each with what is written of it under "depends" in the table of its checks."""
    written = {claim: said[DEPENDS] for claim, said in tables().items() if DEPENDS in said}
    return {
        claim: Written(**{**said, "answer": Truth(said.get("answer", Truth.DEPENDS.value))})
        for claim, said in written.items()
    }


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
    written = written_headlines().get(claim)
    if written and written.goes_with(outcomes):
        return Headline(written.answer, f": {written.says}")
    return IN_PART if Outcome.REFUTED in distinct else OPEN_IN_PART
