"""Records of which little is known, and the verdicts that a proof may give: to look at what is open raises."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import product
from typing import Any

import z3

from ...interpreter.clauses_of_authors import not_read
from ...spec.algebra import Color
from ...spec.composition import state
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Position, Record, Tally
from ..evidence.verdict import EVERY_SIZE, Outcome, Verdict
from ..phase.past import LeftOpen
from .unknown import Open

UNREAD = {"last": "The last turn", "previous": "The record before the last turn"}
"""What may be one of a few things that are told apart by what they are, so that even to read it is to look."""


class OpenRecord(Record[Any]):
    """A record some parts of which must not be read, and are not there."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Raises a LeftOpen of a part that is left open."""
        if name in UNREAD:
            raise LeftOpen(f"{UNREAD[name]} is left open.")
        raise AttributeError(name)


def open_tally(first_passer: Color | None, phase: Phase) -> Tally:
    """A tally of which nothing is known but who was the first to pass; any two numbers in it may differ."""
    second_start: Any = Open("the coloring at the start of the second cleanup phase")
    known: dict[str, Any] = {
        "captures": {color: Open(f"the captures of {color.name}") for color in Color},
        "moves": {
            (color, during): Open(f"the moves of {color.name} in {during.name}")
            for color, during in product(Color, Phase)
        },
        "first_passer": first_passer,
        "second_cleanup_start": second_start if phase is Phase.SECOND_CLEANUP else None,
        "placed": {color: Open(f"the stones placed by {color.name}") for color in Color},
        "handicap": Open("the number of handicap stones"),
        "uneven": Open("how many stones were given out of turn"),
    }
    return Tally(**known)


_LEFT_OPEN: dict[str, Any] = {
    "turn": Open("the number of turns"),
    "last": None,
    "previous": None,
    "phase_turn": Open("the turn that the phase began with"),
    "began": Open("who began the phase"),
    "earlier": Open("which states stood earlier"),
    "since_pass": Open("which states have stood since the last pass"),
    "passed_from": Open("from which states a player has passed"),
    "made": Open("which moves have been made"),
    "pass_run": Open("the passes in a row"),
    "passes": Open("the number of passes"),
}


def open_record(rules: Any, position: Position[Any], tally: Tally, **given: Any) -> Record[Any]:
    """A record of which nothing is known but the position, the tally, and what is given."""
    known = {"rules": rules, "position": position, "state": state(rules, position), "tally": tally}
    made = OpenRecord(**{**_LEFT_OPEN, **known, **given})
    for name in UNREAD.keys() - given.keys():
        object.__delattr__(made, name)
    return made


UNREADABLE = (LeftOpen, TypeError, AttributeError, ValueError, AssertionError, z3.Z3Exception)


def unread(rules: Rules) -> str:
    """Why a proof can't be made of rules, whatever it reads: a clause that can't be read, or a definition replaced."""
    if not rules.as_written:
        return "Other functions stand for the clauses of these rules."
    replaced = [clause.name for clause in rules.by_authors if not clause.decides]
    if replaced:
        return f"The proof takes {replaced[0]}, a definition, as it stands in the document."
    return not_read(rules)


def unknown_if_unreadable(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """A function that decides, whose verdict is `unknown` where a clause can't be read or looks at what is left open.

    What a board shows that was played through, or what z3 finds on one, refutes a claim all the same.
    """

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        try:
            verdict = decide(*arguments, **named)
        except UNREADABLE as error:
            verdict = Verdict(Outcome.UNKNOWN, "", "z3", notes=f"A clause can't be read in this proof: {error}")
        if verdict.outcome is Outcome.UNKNOWN or (verdict.outcome is Outcome.REFUTED and verdict.scope != EVERY_SIZE):
            return verdict
        rules = (given for given in (*arguments, *named.values()) if isinstance(given, Rules))
        obstacle = next(filter(None, map(unread, rules)), "")
        return Verdict(Outcome.UNKNOWN, verdict.scope, verdict.method, notes=obstacle) if obstacle else verdict

    return decided
