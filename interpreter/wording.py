"""Values and lists as sentences quote them."""

from __future__ import annotations

import json
from collections.abc import Iterable

LONGEST_QUOTE = 40


def shown(value: object) -> str:
    """A value as a message quotes it: as JSON in ASCII, cut short where it is long.

    >>> shown("Z9"), shown([1] * 100)
    ('"Z9"', '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ...')
    """
    text = json.dumps(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def one_of(choices: Iterable[str]) -> str:
    """Choices joined by commas and a last "or".

    >>> one_of(["NONE", "SEKI", "ALL"])
    'NONE, SEKI or ALL'
    """
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last
