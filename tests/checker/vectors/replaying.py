"""Replaying vectors: whether the interpreter says what they say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from superko.checker.vectors.replay import answers
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Start
from superko.spec.rules import Rules


def vectors_in(text: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The vectors of a file, given its lines, which the last of them seals, as the README says."""
    *before, end = text
    digest = sha256("".join(before).encode()).hexdigest()
    header, *vectors = map(json.loads, before)
    assert (header["format"], header["schema"], header["vectors"]) == ("superko-vectors", 1, len(vectors))
    assert json.loads(end) == {"end": header["format"], "vectors": len(vectors), "sha256": digest}
    return iter(vectors)


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
