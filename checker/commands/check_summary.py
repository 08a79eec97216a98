"""What `superko check` says of everything at once: what each document claims, what came out, where to look next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten, wrap

from ...interpreter.wording import counted
from ...spec.claim import claim_named
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome

IN_WORDS: Mapping[str, str] = {
    "proved": "proved for every board",
    "holds": "so wherever we looked",
    "shown": "shown by an example",
    "refuted": "refuted",
    "in part": "refuted in part",
    "unknown": "not decided",
}
"""How a claim came out, in the words of a line about many."""


def how_it_came_out(outcomes: set[Outcome]) -> str:
    """How a claim came out as a whole, by the outcomes of its checks; a key of `IN_WORDS`.

    >>> how_it_came_out({Outcome.HOLDS, Outcome.REFUTED}), how_it_came_out({Outcome.PROVED, Outcome.HOLDS})
    ('in part', 'proved')
    """
    if Outcome.REFUTED in outcomes:
        return "refuted" if outcomes <= {Outcome.REFUTED, Outcome.WITNESSED} else "in part"
    if outcomes & {Outcome.UNKNOWN, Outcome.NOT_FORMALISED}:
        return "unknown"
    for outcome, name in ((Outcome.PROVED, "proved"), (Outcome.HOLDS, "holds")):
        if outcome in outcomes:
            return name
    return "shown"


def summary(findings: Sequence[Finding], width: int, processors: int) -> Iterator[str]:
    """The lines about many findings, for a terminal of some columns; only sentences of claims are cut.

    Args:
        findings: of several claims.
        width: of the terminal, in columns.
        processors: how many the checks ran on.
    """
    outcomes: dict[str, set[Outcome]] = {}
    for finding in findings:
        outcomes.setdefault(finding.check.claim, set()).add(finding.verdict.outcome)
    came_out = {claim: how_it_came_out(found) for claim, found in outcomes.items()}
    for document in dict.fromkeys(claim_named(claim).document for claim in came_out):
        yield from _of_a_document(document, came_out, findings, width)
    for kind, heading in (
        ("refuted", "Refuted, each by the smallest game or board:"),
        ("in part", "Refuted in part; elsewhere it holds or is proved:"),
        ("unknown", "Not decided:"),
    ):
        yield from _of_a_kind(heading, [claim for claim, how in came_out.items() if how == kind], width)
    needed = [claim for claim, found in outcomes.items() if Outcome.NEEDED in found]
    if needed:
        yield ""
        yield from wrap(f"Not so without one of the clauses: {', '.join(needed)}.", width, break_on_hyphens=False)
    yield ""
    yield from wrap(total(findings, processors), width)
    yield "Read about one: superko claims ID. See its game: superko show ID. All: superko check --each"


def total(findings: Sequence[Finding], processors: int) -> str:
    """How many checks there were, whether all came out as recorded, and what it took, in a sentence."""
    otherwise = sum(not finding.as_recorded for finding in findings)
    work = sum(finding.seconds for finding in findings)
    recorded = f"{otherwise} not as recorded" if otherwise else "all as recorded"
    ending = "what differs is told above" if otherwise else "nothing is unexplained"
    return (
        f"{counted(len(findings), 'check')}, {recorded}, {work:.0f} s of work on "
        f"{counted(processors, 'processor')}; {ending}."
    )


def _of_a_document(
    document: str, came_out: Mapping[str, str], findings: Sequence[Finding], width: int
) -> Iterator[str]:
    claims = [claim for claim in came_out if claim_named(claim).document == document]
    checks = sum(claim_named(finding.check.claim).document == document for finding in findings)
    numbers = Counter(came_out[claim] for claim in claims)
    parts = ", ".join(f"{numbers[kind]} {words}" for kind, words in IN_WORDS.items() if numbers[kind])
    line = f"{document}: {counted(len(claims), 'claim')} by {counted(checks, 'check')}; {parts}"
    yield from wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)


def _of_a_kind(heading: str, claims: Sequence[str], width: int) -> Iterator[str]:
    if claims:
        yield ""
        yield heading
    for claim in claims:
        rest = width - len(claim) - 4
        text = (
            shorten(claim_named(claim).text, rest, placeholder=" …", break_on_hyphens=False) if rest > len(" …") else ""
        )
        yield f"  {claim}  {text}".rstrip()
