"""What the site is made of: claims with their verdicts and games, and what bears on which clause."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import product
from pathlib import Path

from ...interpreter.rule_names import section_of
from ...spec.claim import claims as registered_claims
from ...spec.documents import DOCUMENTS
from ...spec.presets import PRESETS
from ...spec.registry import Clause, clauses
from ..evidence.decided import Decided, Truth, everything_decided
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from ..proofs.declarations import declared
from .shown_games import ShownGame, shown_witness

_ID = re.compile(r"[a-z][a-z0-9-]*(?:/[a-z0-9-]+)+(?:#[a-z0-9-]+)?")
_NAMED = "Decided with or without it"

_ALOUD: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("aloud.toml").read_text("utf-8"))
_SETTING = re.compile(r"[\w/-]+=[^\s,;]+(?:,(?=\w)[^\s,=;]+(?![^\s,;]*=))*")
_NAMED_ALONE = ("preset", "rules", "document")
_BESIDE_A_SETTING = re.compile(r"(?<=[^\s,;]) (?=[\w/-]+=)|(?<==)(\S*[^\s,;]) (?=\S)|,(?=[\w/-]+=)")

GAMES_TOGETHER, MOST_TURNS_TOGETHER = 3, 40
BEARING_FIRST = {Truth.TRUE: Outcome.PROVED, Truth.OPEN: Outcome.UNKNOWN}


def page_of(permanent_id: str) -> str:
    """The path of the page about a clause or a claim, within the site.

    >>> page_of("katago-v2/main/pass#counts")
    'katago-v2/main/pass.html'
    """
    return f"{permanent_id.partition('#')[0]}.html"


def in_order(decided: Decided) -> list[Finding]:
    """The findings on a claim, first those that make its headline what it is."""
    first = BEARING_FIRST.get(decided.headline.answer, Outcome.REFUTED)
    return sorted(decided.findings, key=lambda finding: finding.verdict.outcome is not first)


def games_apart(decided: Decided) -> tuple[str, ...]:
    """The checks whose witnesses have pages of their own, as they are long or more than one page can bear."""
    witnesses = {f.check.name: f.verdict.witness for f in in_order(decided) if f.verdict.witness}
    short = [name for name, game in witnesses.items() if len(game.turns) <= MOST_TURNS_TOGETHER][:GAMES_TOGETHER]
    return tuple(name for name in witnesses if name not in short)


def bearing(decided: Iterable[Decided]) -> Callable[[Clause], dict[str, tuple[str, ...]]]:
    """A function from a clause to the claims that bear on it, by why: they name it, or are proved by reading it."""
    by_key: dict[tuple[str, str], dict[str, None]] = {}
    for claim, finding in ((about.claim.id, finding) for about in decided for finding in about.findings):
        verdict = finding.verdict
        documents = {rules.document for rules in finding.check.under} or DOCUMENTS
        names = _ID.findall(f"{finding.check.rules} {verdict.scope} {verdict.notes}")
        made = declared(finding)
        for key in (*product(documents, made.names if made else ()), *product([_NAMED], names)):
            by_key.setdefault(key, {})[claim] = None

    def on(clause: Clause) -> dict[str, tuple[str, ...]]:
        decision = clause.decides.name if clause.decides else ""
        reasons = {_NAMED: (_NAMED, clause.name), "Proofs that read it": (clause.document, decision)}
        return {reason: tuple(by_key[key]) for reason, key in reasons.items() if key in by_key}

    return on


@dataclass(frozen=True)
class Book:
    """The content of the site: every claim with its recorded verdicts."""

    decided: tuple[Decided, ...]

    @cached_property
    def games(self) -> dict[str, ShownGame]:
        """The witnesses, by the name of their check; on the page of a claim each has a number."""
        return {
            finding.check.name: shown_witness(f"{decided.claim.id.rsplit('/', 1)[-1]}-{number}", witness)
            for decided in self.decided
            for number, finding in enumerate(decided.findings, start=1)
            if (witness := finding.verdict.witness)
        }

    @cached_property
    def of_checks(self) -> dict[str, tuple[Decided, Finding]]:
        """Every finding with its claim, by the name of the check."""
        return {finding.check.name: (decided, finding) for decided in self.decided for finding in decided.findings}

    @cached_property
    def resting(self) -> dict[str, tuple[str, ...]]:
        """For each claim, the claims with a verdict that rests on it."""
        by_lemma: dict[str, dict[str, None]] = {}
        for decided in self.decided:
            for finding in decided.findings:
                for lemma in finding.verdict.rests_on:
                    by_lemma.setdefault(lemma, {})[decided.claim.id] = None
        return {lemma: tuple(claims) for lemma, claims in by_lemma.items()}

    def page_of_game(self, decided: Decided, check: str) -> str:
        """The page on which the witness of a check stands."""
        claim = decided.claim.id
        return f"{claim}/{self.games[check].name}.html" if check in games_apart(decided) else page_of(claim)

    def of_facts(self, beginning: str) -> tuple[Decided, ...]:
        """The facts whose ids begin so."""
        return tuple(decided for decided in self.decided if decided.claim.id.startswith(f"fact/{beginning}"))

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """What every claim and clause says, by its id; of a clause in parts, the first."""
        named = {clause.name: clause.text for clause in clauses()}
        by_id = {clause.id: clause.text for clause in reversed(list(clauses()))}
        return named | by_id | {claim.id: claim.text for claim in registered_claims()}

    @cached_property
    def places(self) -> frozenset[str]:
        """The ids of what has a page: every clause, and the claims that are published."""
        named = {name for clause in clauses() for name in (clause.id, clause.name)}
        return frozenset(named | {decided.claim.id for decided in self.decided})

    @cached_property
    def documents(self) -> dict[str, str]:
        """What each document with clauses or claims is called, by its id."""
        ids = [*(clause.document for clause in clauses()), *(decided.claim.document for decided in self.decided)]
        return {document: _title(document) for document in dict.fromkeys(ids)}

    def sections(self, document: str) -> dict[str, tuple[dict[str, tuple[Clause, ...]], list[Decided]]]:
        """The sections of a document, those with clauses first, in its order: their clauses by id, and their claims."""
        statements = list(clauses(document))
        claims = [decided for decided in self.decided if decided.claim.document == document]
        # By the numbers in them.
        further = sorted(
            (decided.claim.section for decided in claims),
            key=lambda text: [part.zfill(3) if part.isdecimal() else part for part in re.split(r"(\d+)", text)],
        )
        return {
            name: (
                by_id(clause for clause in statements if section_of(clause) == name),
                [decided for decided in claims if decided.claim.section == name],
            )
            for name in dict.fromkeys([*map(section_of, statements), *further])
        }


def whole_book() -> Book:
    """Every claim with its recorded verdicts."""
    return Book(tuple(everything_decided()))


def settings_in_words(text: str) -> str:
    """A text in which settings such as `ko=SIMPLE` stand in words.

    >>> settings_in_words("best play ko=SIMPLE suicide=no"), settings_in_words("tromp-taylor,ko=SITUATIONAL")
    ('best play, simple ko, no suicide', 'tromp-taylor with situational superko')
    >>> settings_in_words("strings,reading/japanese-1989-first=owner"), settings_in_words("without=a/b,a/c tax=ALL")
    ('strings, first: owner', 'without a/b and a/c, a tax on every group')
    """
    name, _, changes = text.partition(",")
    if "=" in changes and name in PRESETS:
        return f"{name} with {settings_in_words(changes)}"
    listed = _BESIDE_A_SETTING.sub(lambda between: f"{between[1] or ''}, ", text)
    return _SETTING.sub(lambda setting: _in_words(setting[0]), listed)


def _in_words(setting: str) -> str:
    if setting in _ALOUD["settings"]:
        return _ALOUD["settings"][setting]
    key, _, value = setting.partition("=")
    if key in _NAMED_ALONE:
        return value
    if key == "without":
        return f"without {' and '.join(value.split(','))}"
    name = key.removeprefix("reading/")
    document = next((document for document in DOCUMENTS if name.startswith(f"{document}-")), "")
    return f"{name.removeprefix(f'{document}-').replace('-', ' ')}: {value.replace('-', ' ').replace('/', ' or ')}"


def section_title(section: str) -> str:
    """What a section of a document is called in words.

    >>> [section_title(section) for section in ("params", "note 4", "12-count-area", "12")]
    ['Parameters', 'Note 4', 'Rule 12: count area', 'Rule 12']
    """
    number, _, rest = section.replace("-", " ").partition(" ")
    if number.isdecimal():
        return f"Rule {number}{': ' if rest else ''}{rest}"
    return _ALOUD["sections"].get(section, title_in_words(section))


def title_in_words(name: str) -> str:
    """The last part of an id as a title.

    >>> title_in_words("katago-v2/main/legal-superko")
    'Legal superko'
    """
    words = name.rsplit("/", 1)[-1].replace("-", " ")
    return words[:1].upper() + words[1:]


def by_id(statements: Iterable[Clause]) -> dict[str, tuple[Clause, ...]]:
    """Clauses by id, the parts of one together."""
    grouped: dict[str, tuple[Clause, ...]] = {}
    for clause in statements:
        grouped[clause.id] = (*grouped.get(clause.id, ()), clause)
    return grouped


def presets_with(clause: Clause) -> list[str]:
    """The presets under which a clause is in force.

    >>> from superko.spec.registry import clause_named
    >>> presets_with(clause_named("tromp-taylor/clear"))
    ['tromp-taylor-ten']
    """
    return [name for name, rules in PRESETS.items() if rules.document == clause.document and clause.guard.holds(rules)]


def _title(document: str) -> str:
    if document in DOCUMENTS:
        return DOCUMENTS[document].title
    package = import_module(f"...spec.{document.replace('-', '_')}", __package__)
    return (package.__doc__ or document).partition(":")[0].partition(".")[0].strip()
