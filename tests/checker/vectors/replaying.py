"""Replaying vectors: whether the interpreter says what they say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from superko.checker.vectors.replay import answers
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Start
from superko.spec.rules import Rules


def is_so(
    vector: Mapping[str, Any],
    rules_from: Callable[[object], Rules] = rules_from_json,
    noticed: Callable[[Any], object] = lambda answer: answer,
) -> bool:
    """Whether the interpreter says what a vector says, as far as it is noticed, by the rules that it names."""
    start = Start.from_json(vector)
    return all(
        [*map(noticed, (expectation["start"], *expectation["steps"]))]
        == [*map(noticed, answers(start.game(rules_from(named)), start.turns(vector["turns"])))]
        for expectation in vector["expectations"]
        for named in expectation["rules"]
    )
