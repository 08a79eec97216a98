"""Rules by the names that servers, libraries and players give them, as `known_names.toml` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pkgutil import get_data


@dataclass(frozen=True)
class ServerRules:
    """What a name stands for.

    Attributes:
        rules: a preset with changes.
        source: where it is said how they are played.
        leaves_out: what is played otherwise, in one sentence.
    """

    rules: str
    source: str
    leaves_out: str

    def __str__(self) -> str:
        return f"{self.rules}, after {self.source}. {self.leaves_out}"


@dataclass(frozen=True)
class WrittenName:
    """How servers, programs and players write the name of rules in game records.

    Attributes:
        spellings: what they write; letter case does not matter, nor whether "rules" follows.
        rules: what is taken for it: a preset with changes, or a shorthand.
        note: in what it differs from what is meant, in one sentence, or "".
    """

    spellings: tuple[str, ...]
    rules: str
    note: str = ""


_TABLES = tomllib.loads((get_data(__package__ or "", "known_names.toml") or b"").decode())
KNOWN_NAMES: Mapping[str, ServerRules] = {name: ServerRules(**known) for name, known in _TABLES["known"].items()}
WRITTEN_NAMES = tuple(
    WrittenName(tuple(written.pop("spellings")), **written) for written in map(dict, _TABLES["written"])
)
REFUSED_NAMES: Mapping[str, str] = _TABLES["refused"]
"""Why names that begin so stand for no rules here, and which are near."""
SHORTHANDS: Mapping[str, str] = {
    **_TABLES["shorthands"],
    **{name: known.rules for name, known in KNOWN_NAMES.items()},
    **{spelling: written.rules for written in WRITTEN_NAMES for spelling in written.spellings},
}
"""What each stands for, as a preset with changes."""
KATAGO_NAMES: Mapping[str, str] = _TABLES["katago"]
"""Names that KataGo gives to other rules than we do, each with what it stands for there."""
NOTES: Mapping[str, str] = {
    **_TABLES["notes"],
    **{name: f"{name} stands for {known}" for name, known in KNOWN_NAMES.items()},
    **{
        spelling: f"{spelling} stands for {written.rules}. {written.note}"
        for written in WRITTEN_NAMES
        for spelling in written.spellings
        if written.note
    },
}
"""What to tell whoever uses a name: which of two things was taken, or what it leaves out of what is played."""
