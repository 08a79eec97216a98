"""What the keys of rules may hold: choices, switches and komi, as values of JSON and as words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import nan

from ..spec.rules import GREATEST_KOMI
from .wording import one_of, shown

SWITCHES = {"suicide": "suicide", "hasButton": "button", "selfPlayOpts": "self_play_opts"}
IGNORED_SWITCH = "friendlyPassOk"
_SWITCH_WORDS = {"true": True, "false": False, "yes": True, "no": False}
_DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


def checked_choice(key: str, value: object, choices: Iterable[str]) -> str:
    """The choice that a value names, in any letter case.

    Raises:
        ValueError: it names none.

    >>> checked_choice("tax", "seki", ("NONE", "SEKI"))
    'SEKI'
    """
    known = {choice.casefold(): choice for choice in choices}
    if not isinstance(value, str) or value.casefold() not in known:
        raise ValueError(f"{key} is {one_of(map(shown, known.values()))}, not {shown(value)}.")
    return known[value.casefold()]


def checked_switch(key: str, value: object) -> bool:
    """A value that is true or false.

    Raises:
        ValueError: it is neither.
    """
    if not isinstance(value, bool):
        raise ValueError(f"{key} is true or false, not {shown(value)}.")
    return value


def checked_komi(value: object) -> float:
    """A value that can be komi.

    Raises:
        ValueError: it is no integer or half-integer, or too great.
    """
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else nan
    if not abs(number) <= GREATEST_KOMI or number * 2 != int(number * 2):
        raise ValueError(f"komi is an integer or half-integer up to {GREATEST_KOMI}, not {shown(value)}.")
    return number


def value_of_word(key: str, word: str) -> object:
    """The value that a word is written for; the word itself where it is written for none.

    >>> value_of_word("suicide", "no"), value_of_word("komi", "6.5"), value_of_word("ko", "SIMPLE")
    (False, 6.5, 'SIMPLE')
    """
    if key in SWITCHES or key == IGNORED_SWITCH:
        return _SWITCH_WORDS.get(word.casefold(), word)
    if key == "komi" and _DECIMAL.fullmatch(word):
        return float(word) if "." in word else int(word)
    return word
