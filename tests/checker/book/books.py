"""A small book: a few claims with what they rest on; and its site, which is made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from superko.checker.evidence.decided import everything_decided
from superko.checker.pages.book import Book
from superko.checker.pages.site import site

CHOSEN = {
    "claim/benson",
    "claim/no-result-not-s2r1",
    "claim/ownership-difference",
    "claim/ownership-equivalent",
    "claim/ownership-on-board",
    "claim/pass-alive-territory-flaw",
    "lemma/resolve-captures",
}


def a_book() -> Book:
    return Book(tuple(decided for decided in everything_decided() if decided.claim.id in CHOSEN))


@cache
def small_site(explorer: str = "") -> Mapping[str, str]:
    """The files of its site."""
    return site(a_book(), explorer)
