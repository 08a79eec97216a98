"""Which claims bear on a clause: those that name it, proofs that read it, and those in whose games it speaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...spec.registry import Clause, Decision
from ..commands.claims_report import Decided
from .shown_games import ShownGame

ID = re.compile(r"[a-z][a-z0-9-]*(?:/[a-z0-9-]+)+(?:#[a-z0-9-]+)?")
# Every game has moves and passes: that they are made so is not what a game of a claim is there to show.
EVERYDAY = (Decision.MOVE, Decision.PASS)


@dataclass(frozen=True)
class Bearing:
    """The claims that bear on clauses.

    Attributes:
        decided: the claims with their recorded verdicts.
        games: the witnesses, by the name of their check.
    """

    decided: tuple[Decided, ...]
    games: Mapping[str, ShownGame]

    def on(self, clause: Clause) -> dict[str, tuple[str, ...]]:
        """The claims that bear on a clause, by why they do."""
        decision = clause.decides.name if clause.decides else ""
        by_reason = {
            "Decided with or without it": self._named.get(clause.name, ()),
            "It speaks in the games of": () if clause.decides in EVERYDAY else self._heard.get(clause.name, ()),
            "It counts something in the games of": self._counted.get(clause.name, ()),
            f"Proofs that read every clause of {decision}": self._read.get(decision, ()),
        }
        return {reason: tuple(dict.fromkeys(claims)) for reason, claims in by_reason.items() if claims}

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        return _collected(
            (name, some.claim.id)
            for some in self.decided
            for finding in some.findings
            for name in ID.findall(f"{finding.check.rules} {finding.verdict.scope} {finding.verdict.notes}")
        )

    @cached_property
    def _heard(self) -> dict[str, list[str]]:
        return _collected(
            (frame.clause.name, some.claim.id)
            for some in self.decided
            for finding in some.findings
            if finding.check.name in self.games
            for frame in self.games[finding.check.name].frames
            if frame.clause
        )

    @cached_property
    def _counted(self) -> dict[str, list[str]]:
        return _collected(
            (name, some.claim.id)
            for some in self.decided
            for finding in some.findings
            if finding.check.name in self.games
            for name, black, white in self.games[finding.check.name].frames[-1].terms
            if black or white
        )

    @cached_property
    def _read(self) -> dict[str, list[str]]:
        return _collected(
            (decision, some.claim.id)
            for some in self.decided
            for finding in some.findings
            for decision in finding.verdict.reads
        )


def _collected(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, claim in pairs:
        found.setdefault(name, []).append(claim)
    return found
