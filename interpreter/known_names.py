"""Rules by the names that servers, libraries and players give them, as `known_names.toml` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pkgutil import get_data


@dataclass(frozen=True)
class NameOfRules:
    """What a name of rules stands for.

    Attributes:
        rules: a preset with changes, or a shorthand.
        note: what is played otherwise, or in what it differs from what is meant, in one sentence, or "".
        source: where it is said how a server or a program plays them; "" for a name that only game records have.
        spellings: how records write it; letter case does not matter, nor whether "rules" follows.
    """

    rules: str
    note: str = ""
    source: str = ""
    spellings: Sequence[str] = ()

    def __str__(self) -> str:
        return f"{self.rules}{f', after {self.source}' if self.source else ''}. {self.note}"


_TABLES = tomllib.loads((get_data(__package__ or "", "known_names.toml") or b"").decode())
KNOWN_NAMES: Mapping[str, NameOfRules] = {name: NameOfRules(**known) for name, known in _TABLES["known"].items()}
WRITTEN_NAMES = tuple(NameOfRules(**written) for written in _TABLES["written"])
_BY_NAME = {**KNOWN_NAMES, **{spelling: written for written in WRITTEN_NAMES for spelling in written.spellings}}
REFUSED_NAMES: Mapping[str, str] = _TABLES["refused"]
"""Why names that begin so stand for no rules here, and which are near."""
SHORTHANDS: Mapping[str, str] = {**_TABLES["shorthands"], **{name: known.rules for name, known in _BY_NAME.items()}}
"""What each stands for, as a preset with changes."""
KATAGO_NAMES: Mapping[str, str] = _TABLES["katago"]
"""Names that KataGo gives to other rules than we do, each with what it stands for there."""
NOTES: Mapping[str, str] = {
    **_TABLES["notes"],
    **{name: f"{name} stands for {known}" for name, known in _BY_NAME.items() if known.note},
}
"""What to tell whoever uses a name: which of two things was taken, or what it leaves out of what is played."""
