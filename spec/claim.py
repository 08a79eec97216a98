"""Claims as data: what a document asserts, in our words, with a permanent id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
        id: the permanent id.
        document: the document that makes the claim, or that it is about.
        section: where the document makes it.
        text: the claim, in our words.
        strength: how it is put.
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


_registered: dict[str, Claim] = {}


def register(*claims: Claim) -> None:
    """Add claims to the registry.

    Raises:
        ValueError: an id is taken.
    """
    for claim in claims:
        if claim.id in _registered:
            raise ValueError(f"The claim {claim.id} is registered twice.")
        _registered[claim.id] = claim


def claims() -> tuple[Claim, ...]:
    """All registered claims, in the order of their documents."""
    return tuple(_registered.values())


def claim_named(claim_id: str) -> Claim:
    """The claim with this id.

    Raises:
        KeyError: there is none.
    """
    return _registered[claim_id]


def qualifying(claim: Claim) -> tuple[str, ...]:
    """The ids of the claims that qualify a claim, or that it qualifies."""
    others = (other.id for other in claims() if claim.id in other.qualified_by)
    return tuple(dict.fromkeys([*claim.qualified_by, *others]))
