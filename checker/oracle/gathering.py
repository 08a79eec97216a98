"""Gathering: every disagreement with a reason of its own is kept, and shown under the rules where its game shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...interpreter.game import Game
from .aspects import Aspect
from .disagreement import Disagreement, Kind
from .engine import Unsupported
from .findings import OracleFinding
from .games import Judged
from .naming import Naming, Reasons, explained, explains, have_one_in_common, naming, refuted
from .trial import Harness, Same, shown_by

MOST_REASONS = 4
LOOKS = 8

Shrink = Callable[[Disagreement, Judged, Same], tuple[Disagreement, int | None, bool]]
"""Makes a disagreement smaller: what it came to, up to which length games were excluded, and whether time ran out."""


@dataclass
class Kept:
    """The disagreements of one kind that were kept under one rule set.

    Attributes:
        small: what was kept, as small as it was made, each with its reasons.
        looks: how often it may still be looked for a reason where none is known.
    """

    small: list[tuple[Disagreement, Reasons]]
    looks: int = LOOKS


class Gathering:
    """The findings of a run.

    Attributes:
        findings: what was found so far.
    """

    def __init__(self, harness: Harness, judged: Mapping[str, Judged], shrink: Shrink) -> None:
        """Start with nothing.

        Args:
            harness: the harness that runs the engine.
            judged: the rule sets, by name.
            shrink: makes a disagreement smaller, without losing what makes it new.
        """
        self.findings: list[OracleFinding] = []
        self._harness, self._judged, self._shrink = harness, judged, shrink
        self._kept: dict[tuple[str, Kind], Kept] = {}

    def take(self, met: Disagreement, by: Judged) -> int | None:
        """Keep a disagreement if it has a reason of its own, or a smaller board; the number of the finding, if so."""
        kept = self._kept.setdefault((by.name, met.kind), Kept([]))
        known = next((some for some, reasons in kept.small if self._is_like(met, some, reasons, kept, by)), None)
        if known is not None and not met.on_a_smaller_board_than(known):
            return None
        if known is None and len(kept.small) >= MOST_REASONS:
            return None
        others = [reasons for some, reasons in kept.small if some is not known]
        try:
            small, excluded, cut = self._shrink(met, by, lambda one: one.kind == met.kind and not _known(one, others))
        except KeyboardInterrupt:
            # Nothing is lost: it is kept as long as it is, unless something by that name was found before.
            large = OracleFinding(met, naming(met), None, (by.name,), cut=True)
            if _title(large) not in map(_title, self.findings):
                self.findings.append(large)
            raise
        named = naming(small)
        kept.small = [pair for pair in kept.small if pair[0] is not known]
        kept.small.append((small, self._reasons(named, by)))
        return self._merge(OracleFinding(small, named, excluded, (by.name,), cut))

    def reported(self) -> tuple[OracleFinding, ...]:
        """The findings, with the changes that explain them as far as nothing that was seen refutes them."""
        return tuple(
            replace(one, naming=replace(one.naming, as_if=self._standing(one.naming, one.under)))
            for one in self.findings
        )

    def _is_like(self, met: Disagreement, some: Disagreement, reasons: Reasons, kept: Kept, by: Judged) -> bool:
        if met.aspect is Aspect.ANSWER or explained(met, reasons):
            return True
        if reasons:
            return False
        if kept.looks <= 0:
            return True
        kept.looks -= 1
        return have_one_in_common(some, reasons, met, self._reasons(naming(met), by))

    def _merge(self, new: OracleFinding) -> int | None:
        """Put a finding beside the others, or into one of them that is of the same reason; its number, or None."""
        for number, known in enumerate(self.findings):
            if _title(known) == _title(new) and (merged := self._merged(known, new)) is not None:
                self.findings[number] = merged
                return number if merged != known else None
        self.findings.append(new)
        return len(self.findings) - 1

    def _merged(self, known: OracleFinding, new: OracleFinding) -> OracleFinding | None:
        """One finding for both, if the smaller game shows it under all their rules; None where it does not."""
        ours, theirs = (frozenset(self._standing(one.naming, one.under)) for one in (known, new))
        shared = self._shared(ours, new) or self._shared(theirs, known)
        if not shared and (ours or theirs):
            return None
        under = tuple(dict.fromkeys((*known.under, *new.under)))
        small = min((known, new), key=lambda one: one.disagreement.size)
        if all(name in small.under or self._is_shown_under(small, name) for name in under):
            return replace(small, under=under)
        return None

    def _shared(self, reasons: Reasons, other: OracleFinding) -> bool:
        """Whether some of the reasons of one finding may be the reason of another."""
        found, by = other.disagreement, [self._judged[name] for name in other.under]
        return any(explains(words, found) and not any(self._refuted(words, one) for one in by) for words in reasons)

    def _refuted(self, words: str, by: Judged) -> bool:
        return refuted(words, by.rules, self._agreed(by), self._harness.asked)

    def _agreed(self, by: Judged) -> list[Game]:
        return [game for games in self._harness.agreed[by.told].values() for game in games]

    def _is_shown_under(self, finding: OracleFinding, name: str) -> bool:
        """Whether the same game shows the same under other rules; an engine that broke need not do so again."""
        found, by = finding.disagreement, self._judged[name]
        if found.aspect is Aspect.ANSWER:
            return True
        setting = replace(found.setting, rules=by.told)

        def same(one: Disagreement) -> bool:
            return one.kind[:2] == found.kind[:2] and naming(one).clauses == finding.naming.clauses

        try:
            return shown_by(self._harness, setting, by.rules, found.turns, same) is not None
        except (Unsupported, ValueError):
            return False

    def _reasons(self, named: Naming, by: Judged) -> Reasons:
        return frozenset(words for words in named.as_if if not self._refuted(words, by))

    def _standing(self, named: Naming, under: Sequence[str]) -> tuple[str, ...]:
        """The changes that explain a finding, without those that are refuted under one of its rule sets."""
        standing = [self._reasons(named, self._judged[name]) for name in under]
        return tuple(words for words in named.as_if if all(words in some for some in standing))


def _known(met: Disagreement, others: list[Reasons]) -> bool:
    return any(explained(met, reasons) for reasons in others)


def _title(finding: OracleFinding) -> tuple[str, ...]:
    """By what a finding is known to a reader: the aspect, the side that goes too far, and the clauses."""
    return *finding.disagreement.kind[:2], *finding.naming.clauses
