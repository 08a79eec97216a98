"""A small book: a few claims with what they rest on."""

from __future__ import annotations

from superko.checker.evidence.decided import everything_decided
from superko.checker.pages.book import Book

CHOSEN = {"claim/benson", "claim/pass-alive-territory-flaw", "claim/no-result-not-s2r1", "lemma/resolve-captures"}


def a_book() -> Book:
    return Book(tuple(decided for decided in everything_decided() if decided.claim.id in CHOSEN))
