"""Short names for rules: those that programs and servers use, and the string in which KataGo writes its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..spec.presets import PRESETS
from .wording import one_of, shown

SHORTHANDS: Mapping[str, str] = {
    "chinese": "chinese-like",
    "chinese-ogs": "chinese-ogs-kgs",
    "chinese-kgs": "chinese-ogs-kgs",
    "japanese": "japanese-like",
    "korean": "japanese-like",
    "bga": "aga-like",
    "french": "aga-like",
    "aga-button": "aga-like,hasButton=yes",
    "new-zealand": "new-zealand-like",
    "nz": "new-zealand-like",
}
"""What each stands for, as a preset with changes."""

NOTES: Mapping[str, str] = {
    "aga": "aga is taken for the AGA's own text, rules 7 to 12; KataGo's rules of that name are aga-like.",
}
"""What to tell whoever uses a name that means two things: which was taken, and how to get the other."""

_KATAGO = re.compile(
    r"ko(?P<ko>simple|positional|situational)"
    r"|score(?P<scoring>area|territory)"
    r"|tax(?P<tax>none|seki|all)"
    r"|sui(?P<suicide>[01])"
    r"|button(?P<hasButton>[01])"
    r"|whb(?P<whiteHandicapBonus>0|n-1|n)"
    r"|fpok(?P<friendlyPassOk>[01])"
    r"|komi(?P<komi>-?[0-9]{1,9}(?:\.[0-9]{1,9})?)",
    re.ASCII | re.IGNORECASE,
)
_DIGITS = {"0": "no", "1": "yes"}
_SWITCHES = ("suicide", "hasButton", "friendlyPassOk")


def plain(name: str) -> str:
    """A name as the tables have it: letter case is of no account, nor whether words are joined by - or _ or a blank.

    >>> plain(" New_Zealand ")
    'new-zealand'
    """
    return "-".join(re.split(r"[\s_-]+", name.strip().casefold()))


def meaning(name: str) -> str | None:
    """The preset, perhaps with changes, that a name stands for; None if it stands for nothing.

    >>> meaning("Korean"), meaning("AGA"), meaning("mine")
    ('japanese-like', 'aga', None)
    """
    known = plain(name)
    return known if known in PRESETS else SHORTHANDS.get(known)


def note_on(text: str) -> str:
    """What to tell whoever names rules so that it could mean two things; "" where it can't.

    >>> note_on("AGA,komi=7.5")
    "aga is taken for the AGA's own text, rules 7 to 12; KataGo's rules of that name are aga-like."
    >>> note_on("aga-like")
    ''
    """
    return NOTES.get(plain(text.partition(",")[0]), "")


def katago_pairs(text: str) -> list[str] | None:
    """The rules that KataGo writes as one word, each as `key=value`; None if the text is no such word.

    >>> katago_pairs("koSIMPLEscoreAREAtaxNONEsui0button0whbN")
    ['ko=SIMPLE', 'scoring=AREA', 'tax=NONE', 'suicide=no', 'hasButton=no', 'whiteHandicapBonus=N']
    """
    pairs = list(_katago_pairs("".join(text.split())))
    return None if not pairs or "" in pairs else pairs


def _katago_pairs(text: str) -> Iterator[str]:
    """The pairs of a text, up to what is none; that gives an empty one."""
    done = 0
    while done < len(text):
        found = _KATAGO.match(text, done)
        if found is None:
            yield ""
            return
        ((key, value),) = ((key, value) for key, value in found.groupdict().items() if value is not None)
        yield f"{key}={_DIGITS[value] if key in _SWITCHES else value.upper()}"
        done = found.end()


def unknown(name: str) -> ValueError:
    """The refusal of a name that stands for no rules."""
    return ValueError(f"There are no rules named {shown(name)}; the names are {one_of((*PRESETS, *SHORTHANDS))}.")
