"""Every way to score a position: each choice of what scoring depends on, by the text that names its rules.

What a position scores depends on the scoring rule, on the tax, on whether independent life must hold a stone of its own
where there is a tax, on whether pass-dead stones are removed, and, where they are, on whether suicide is allowed. With
territory scoring and a tax, they may be removed everywhere, or as the engine has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ...interpreter.rule_names import parse_rules
from ...spec.parameters import Scoring, Tax

LITERAL = "reading/ilr-own-stone=literal"
ALWAYS = "reading/engine-always-pass-alive"


def _removals(scoring: Scoring, tax: Tax) -> list[str]:
    within_life = scoring is Scoring.TERRITORY and tax is not Tax.NONE
    answers = ["everywhere", *(["engine"] if within_life else [])]
    return [f"suicide={suicide},{ALWAYS}={answer}" for answer, suicide in product(answers, ("yes", "no"))]


def _texts() -> Iterator[str]:
    for scoring, tax in product(Scoring, Tax):
        for own_stone, removal in product([""] if tax is Tax.NONE else ["", LITERAL], ["", *_removals(scoring, tax)]):
            yield ",".join(filter(None, [f"scoring={scoring.value}", f"tax={tax.value}", own_stone, removal]))


SCORINGS = {text: parse_rules(text) for text in _texts()}
"""Every scoring, by the text that names its rules."""
