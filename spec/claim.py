"""Claims as data: what a document asserts, in our words, with a permanent id.

The folder of a document has them in `claims.toml`: by its id, the section and the sentence of each, the sentence under
how it is put (see `Strength`), and what else a `Claim` has.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any


class Strength(Enum):
    """How a document puts a claim."""

    ASSERTED = "asserted"
    HEDGED = "hedged"
    EXISTENTIAL = "existential"
    BEST_PLAY = "assumes best play"
    OURS = "ours"


@dataclass(frozen=True)
class Claim:
    """Something that a document, or we, assert about the rules.

    Attributes:
        document: the document that makes the claim, or that it is about.
        section: where the document makes it.
        not_formalised: why no check decides it yet, or "" where one does.
        conditions: what else the document's sentence says of when it is so, each by a word that our sentence has.
        left_out: which of its conditions our sentence has not, each with the reason.
        qualified_by: the ids of claims that say in what this one is so after all, or in what it is not; they are
            qualified by it, too.
    """

    id: str
    document: str
    section: str
    text: str
    strength: Strength = Strength.ASSERTED
    not_formalised: str = ""
    conditions: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    qualified_by: tuple[str, ...] = ()


@cache
def _registered() -> Mapping[str, Claim]:
    registered: dict[str, Claim] = {}
    for file in sorted(Path(__file__).parent.glob("*/claims.toml")):
        for claim in claims_in(file):
            if claim.id in registered:
                raise ValueError(f"The claim {claim.id} is registered twice.")
            registered[claim.id] = claim
    return registered


def claims_in(file: Path) -> list[Claim]:
    """The claims that a file has, of the document that its folder is named after unless they name another."""
    of_folder = file.parent.name.replace("_", "-")
    return [_claim(of_folder, claim_id, said) for claim_id, said in tomllib.loads(file.read_text("utf-8")).items()]


def _claim(document: str, claim_id: str, said: Mapping[str, Any]) -> Claim:
    fields = {"document": document, **said}
    strengths = [strength for strength in Strength if strength.name.lower() in said]
    if len(strengths) != 1:
        ways = ", ".join(strength.name.lower() for strength in Strength)
        raise ValueError(f"The sentence of {claim_id} must stand under just one of {ways}.")
    text = fields.pop(strengths[0].name.lower())
    fields |= {name: tuple(fields[name]) for name in ("conditions", "qualified_by") if name in fields}
    fields["left_out"] = tuple(fields.pop("left_out", {}).items())
    try:
        return Claim(id=claim_id, text=text, strength=strengths[0], **fields)
    except TypeError as error:
        raise ValueError(f"The claim {claim_id} is not complete, or has too much: {error}.") from None


def claims() -> tuple[Claim, ...]:
    """All claims, in the order of their documents."""
    return tuple(_registered().values())


def claim_named(claim_id: str) -> Claim:
    """The claim with this id; a `KeyError` if there is none."""
    return _registered()[claim_id]


def qualifying(claim: Claim) -> tuple[str, ...]:
    """The ids of the claims that qualify a claim, or that it qualifies."""
    others = (other.id for other in claims() if claim.id in other.qualified_by)
    return tuple(dict.fromkeys([*claim.qualified_by, *others]))
