"""One ending written in many ways, each of which is proved to end every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.verdict import Outcome
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Record

from .refuting import by_proof_alone

RULES = PRESETS["tromp-taylor-ten"]
ENOUGH = 2


def by_if(record: Record) -> Any:
    """Two passes."""
    if record.pass_run >= 2:  # noqa: SIM103
        return True
    return False


def by_if_and_else(record: Record) -> Any:
    """Two passes."""
    if record.pass_run < 2:  # noqa: SIM108
        ended = False
    else:
        ended = True
    return ended


def by_name(record: Record) -> Any:
    """Two passes."""
    passes = record.pass_run
    enough = passes >= ENOUGH
    return enough  # noqa: RET504


def by_two_ifs(record: Record) -> Any:
    """Two passes."""
    if record.pass_run == 0:
        return False
    if record.pass_run == 1:  # noqa: SIM103
        return False
    return True


def by_function(record: Record) -> Any:
    """Two passes."""
    return is_enough(record.pass_run)


def is_enough(passes: Any) -> Any:
    """Whether passes are enough."""
    return passes > 1


RIGHT: dict[str, Callable[[Record], Any]] = {
    "at least": lambda record: record.pass_run >= 2,
    "more than": lambda record: record.pass_run > 1,
    "turned over": lambda record: record.pass_run >= 2,
    "not fewer": lambda record: not record.pass_run < 2,
    "chained": lambda record: 2 <= record.pass_run <= 100,
    "a sum": lambda record: record.pass_run + 1 >= 3,
    "a difference": lambda record: record.pass_run - 2 >= 0,
    "a product": lambda record: 3 * record.pass_run >= 6,
    "a quotient": lambda record: record.pass_run // 2 >= 1,
    "a quotient that is asked for its truth": lambda record: bool(record.pass_run // 2),
    "a negative": lambda record: -record.pass_run <= -2,
    "min": lambda record: min(record.pass_run, 2) == 2,
    "max": lambda record: max(record.pass_run, 2) == record.pass_run,
    "and": lambda record: record.pass_run > 0 and record.pass_run != 1,
    "or": lambda record: record.pass_run == 2 or record.pass_run > 2,
    "and of conditions": lambda record: (record.pass_run > 0) & (record.pass_run != 1),
    "or of conditions": lambda record: (record.pass_run == 2) | (record.pass_run > 2),
    "an answer of its own": lambda record: True if record.pass_run >= 2 else False,  # noqa: SIM210
    "an order of cases": lambda record: False if record.pass_run < 2 else True,  # noqa: SIM211
    "not in a list": lambda record: record.pass_run not in (0, 1),
    "all": lambda record: all(record.pass_run > few for few in (0, 1)),
    "any": lambda record: any(record.pass_run == number for number in (2, 3, 4, 5)),
    "a sum of conditions": lambda record: (record.pass_run > 0) + (record.pass_run > 1) == 2,
    "no remainder by two, after a pass": lambda record: record.pass_run > 0 and record.pass_run % 2 == 0,
    "no later than": lambda record: 3 - record.pass_run <= 1,
    "at once": lambda record: record.pass_run >= 1,
    "a pass too many": lambda record: record.pass_run >= 3,
    "and a pass": lambda record: record.pass_run >= 2 and record.passes >= 1,
    "a turn ago": lambda record: record.pass_run - 1 not in (-1, 0),
    "if": by_if,
    "if and else": by_if_and_else,
    "a name": by_name,
    "two ifs": by_two_ifs,
    "a function": by_function,
}
LEAST = 30


def is_proved(rules: Rules) -> bool:
    """Whether it is proved that every game ends, without a look for one that doesn't."""
    asked = asked_of(checks()["claim/tromp-taylor-terminates every size"], rules)
    assert isinstance(asked, Check), asked
    return by_proof_alone(asked).outcome is Outcome.PROVED


@pytest.mark.parametrize("way", RIGHT)
def test_an_ending_is_proved_however_it_is_written(way: str) -> None:
    assert is_proved(RULES.replacing("tromp-taylor/end", RIGHT[way], "Passes end the game."))


def test_there_are_thirty_ways() -> None:
    assert len(RIGHT) >= LEAST
