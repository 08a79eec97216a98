"""What the site is made of: claims with their verdicts and games, clauses, runs of engines, and the stamp."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import version

from ...spec.documents import DOCUMENTS
from ...spec.presets import PRESETS
from ...spec.registry import Clause, clauses
from ..commands.claims_report import Decided
from ..commands.rules_listing import section_of
from ..evidence.runner import Finding
from . import links as addresses
from .bearing import Bearing
from .engine_pages import EngineRun
from .shown_games import ShownGame, shown_witness

BEST_PLAY, VALUES = "best play", "fact/value"
GAMES_TOGETHER = 3


@dataclass(frozen=True)
class Section:
    """A section of a document: its clauses, by their ids, and the claims that stand in it."""

    name: str
    clauses: Mapping[str, tuple[Clause, ...]]
    claims: tuple[Decided, ...]


@dataclass(frozen=True)
class Book:
    """All that is told in the site.

    Attributes:
        decided: every claim with its verdicts.
        again: the names of the checks that were decided again now; what else is told is recorded.
        runs: the runs of engines.
    """

    decided: tuple[Decided, ...]
    again: frozenset[str] = frozenset()
    runs: tuple[EngineRun, ...] = ()

    @cached_property
    def stamp(self) -> str:
        """Of which version the site is, and whether what it tells is recorded or was decided again.

        >>> Book(()).stamp.partition(", ")[2]
        'verdicts as recorded'
        """
        number = sum(len(some.findings) for some in self.decided)
        told = f"{len(self.again)} of {number} verdicts decided again now, the others as recorded"
        return f"superko {version('superko')}, {told if self.again else 'verdicts as recorded'}"

    @cached_property
    def games(self) -> dict[str, ShownGame]:
        """The witnesses, by the name of their check; on the page of a claim each has a number."""
        return {
            finding.check.name: shown_witness(finding.verdict.witness, f"{some.claim.id.rsplit('/', 1)[-1]}-{number}")
            for some in self.decided
            for number, finding in enumerate(some.findings, start=1)
            if finding.verdict.witness
        }

    def games_apart(self, some: Decided) -> tuple[str, ...]:
        """The checks whose witnesses have pages of their own, as a claim has more than its own page can bear."""
        named = [finding.check.name for finding in some.findings if finding.verdict.witness]
        return tuple(named[GAMES_TOGETHER:])

    def page_of_game(self, some: Decided, check: str) -> str:
        """The page on which the witness of a check stands."""
        if check in self.games_apart(some):
            return addresses.page_of_game(some.claim.id, self.games[check].name)
        return addresses.page_of(some.claim.id)

    @cached_property
    def bearing(self) -> Bearing:
        """Which claims bear on a clause."""
        return Bearing(self.decided, self.games)

    @cached_property
    def resting(self) -> dict[str, tuple[str, ...]]:
        """For each claim, the claims with a verdict that rests on it."""
        found: dict[str, list[str]] = {}
        for some in self.decided:
            for finding in some.findings:
                for lemma in finding.verdict.rests_on:
                    found.setdefault(lemma, []).append(some.claim.id)
        return {lemma: tuple(dict.fromkeys(claims)) for lemma, claims in found.items()}

    @cached_property
    def values(self) -> tuple[tuple[Decided, Finding], ...]:
        """The verdicts on what best play comes to."""
        return tuple(
            (some, finding)
            for some in self.decided
            for finding in some.findings
            if some.claim.id.startswith(VALUES)
            or BEST_PLAY in f"{finding.check.rules} {finding.verdict.method} {finding.verdict.scope}"
        )

    @cached_property
    def documents(self) -> dict[str, str]:
        """What each document with clauses or claims is called, by its id."""
        ids = dict.fromkeys(
            [*(clause.document for clause in clauses()), *(some.claim.document for some in self.decided)]
        )
        return {document: _title(document) for document in ids}

    def sections(self, document: str) -> list[Section]:
        """The sections of a document, those with clauses first, in its order."""
        statements = list(clauses(document))
        claims = [some for some in self.decided if some.claim.document == document]
        names = dict.fromkeys([*map(section_of, statements), *(some.claim.section for some in claims)])
        return [
            Section(
                name,
                by_id(clause for clause in statements if section_of(clause) == name),
                tuple(some for some in claims if some.claim.section == name),
            )
            for name in names
        ]


def by_id(statements: Iterable[Clause]) -> dict[str, tuple[Clause, ...]]:
    """Clauses by id, the parts of one together."""
    found: dict[str, tuple[Clause, ...]] = {}
    for clause in statements:
        found[clause.id] = (*found.get(clause.id, ()), clause)
    return found


def presets_with(clause: Clause) -> list[str]:
    """The presets under which a clause is in force.

    >>> from superko.spec.registry import clause_named
    >>> presets_with(clause_named("tromp-taylor/grid"))
    ['tromp-taylor-ten']
    """
    return [name for name, rules in PRESETS.items() if rules.document == clause.document and clause.guard.holds(rules)]


def _title(document: str) -> str:
    if document in DOCUMENTS:
        return DOCUMENTS[document].title
    package = import_module(f"...spec.{document.replace('-', '_')}", __package__)
    return (package.__doc__ or document).partition(":")[0].partition(".")[0].strip()
