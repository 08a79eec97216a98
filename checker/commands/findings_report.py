"""Showing findings of checks: verdicts, witnesses, and what comes out otherwise under amended rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.markup import escape

from ... import __version__
from ...interpreter.rule_names import AMENDMENTS, difference, rules_from_json, rules_to_json
from ...interpreter.story import Story
from ...interpreter.wording import counted, tallied
from ...spec.claim import claim_named
from ...spec.rules import Rules
from ..evidence.choosing import Askable, not_asked_as_json, rules_of, sentences, where
from ..evidence.decided import all_beside_the_record, first_of_each_outcome, headlines, is_to_tell, rows
from ..evidence.headlines import Headline, Truth
from ..evidence.recorded import Contradiction, differences, recorded_verdicts, verdict_data
from ..evidence.runner import Finding
from ..evidence.verdict import ACTED, Outcome
from ..pages.explorer.addresses import with_change
from ..telling.report import Console, say, show_heading, show_line, wrapped
from .opening import show_witness

STYLES = {
    Outcome.PROVED: "bold green",
    Outcome.HOLDS: "green",
    Outcome.WITNESSED: "cyan",
    Outcome.NEEDED: "blue",
    Outcome.REFUTED: "yellow",
    Outcome.UNKNOWN: "magenta",
    Outcome.NOT_FORMALISED: "dim",
}
HEADLINES = {Truth.TRUE: "bold green", Truth.FALSE: "bold red", Truth.DEPENDS: "bold yellow", Truth.OPEN: "bold"}
NOT_AS_RECORDED = "bold red"


def show_headline(console: Console, headline: Headline) -> None:
    """Print whether a claim is so."""
    word, _, rest = str(headline).partition(" ")
    show_line(console, rest, word, HEADLINES[headline.answer])


def show_rows(console: Console, findings: Sequence[Finding], each: bool = False) -> None:
    """Print the verdicts, a claim after the other: what each was decided on, by which method, and how many cases."""
    of_claims = headlines(findings)
    for claim, group in groupby(rows(findings, each), key=lambda row: row.claim):
        show_heading(console, claim)
        show_headline(console, of_claims[claim])
        for row in group:
            parts = [f"on {row.on}", f"by {row.method}" if row.method else "", row.counts, f"{row.seconds:.1f} s"]
            warning = f"{row.beside_the_record}: " if row.beside_the_record else ""
            style = NOT_AS_RECORDED if warning else STYLES[row.outcome]
            show_line(console, warning + "; ".join(filter(None, parts)), row.outcome.value, style)


def show_findings(console: Console, findings: Sequence[Finding], each: bool = False) -> None:
    """Print the verdicts, then the claims in our words with their notes and witnesses, then the sum of it.

    Unless each finding is asked for, only the first of the findings on a claim with the same verdict is told in full.
    """
    show_rows(console, findings, each)
    for claim, group in groupby(findings, key=lambda finding: finding.check.claim):
        to_tell = [finding for finding in group if is_to_tell(finding.verdict, each)]
        in_full = to_tell if each else first_of_each_outcome(to_tell)
        if in_full:
            console.print(f"\n[bold]{escape(claim)}[/]: {escape(claim_named(claim).text)}")
        for finding in in_full:
            show_evidence(console, finding)
        if len(in_full) < len(to_tell):
            more = len(to_tell) - len(in_full)
            console.print(f"  [dim]{more} more: superko check --claim {escape(claim)} --each[/]", highlight=False)
    wrong = [finding for finding in findings if not finding.as_recorded]
    seconds = sum(finding.seconds for finding in findings)
    console.print(
        f"\n{counted(len(findings), 'check')}, "
        + (f"[bold red]{all_beside_the_record(wrong)}[/]" if wrong else "all as recorded")
        + f"; {seconds:.0f} s of work."
    )
    for finding in wrong:
        said = "; ".join(differences(finding.check.name, finding.verdict)) or "recorded now"
        console.print(f"[red]{escape(finding.check.name)}[/]: {escape(said)}", highlight=False, soft_wrap=True)


def show_evidence(console: Console, finding: Finding) -> None:
    """Print one finding's notes and its witness, as a diagram and with the commands that show it."""
    verdict = finding.verdict
    console.print(f"  [dim]{escape(finding.check.board)} {escape(finding.check.rules)}[/]", highlight=False)
    if verdict.notes:
        console.print(f"  {escape(verdict.notes)}", highlight=False)
    if verdict.rests_on:
        console.print(f"  It rests on {escape(' and '.join(verdict.rests_on))}.", highlight=False)
    if verdict.witness:
        smallest = " Whatever is smaller was excluded." if verdict.minimal else ""
        console.print(f"  {escape(verdict.witness.shows)}{smallest}", highlight=False)
        show_witness(console, verdict.witness)


def findings_as_json(
    findings: Sequence[Finding], undecided: Sequence[str] = (), contradicted: Sequence[Contradiction] = ()
) -> dict[str, Any]:
    """All findings as JSON values, with the names of the checks that were interrupted before they were decided."""
    return {
        "version": __version__,
        "agrees": all(finding.as_recorded for finding in findings),
        **({"undecided": undecided} if undecided else {}),
        **({"contradictions": list(map(str, contradicted))} if contradicted else {}),
        "claims": {
            claim: {"answer": headline.answer, "sentence": str(headline)}
            for claim, headline in headlines(findings).items()
        },
        "findings": [
            {
                "claim": finding.check.claim,
                "board": finding.check.board,
                "label": finding.check.rules,
                **verdict_data(finding.verdict),
                "seconds": round(finding.seconds, 3),
                "as_recorded": finding.as_recorded,
            }
            for finding in findings
        ],
    }


NO_NAME = "The rules of this game have further amendments, so no command can show it."


def show_amended(
    console: Console,
    text: str,
    asked: Askable,
    findings: Sequence[Finding],
    each: bool = False,
    explained: bool = False,
) -> None:
    """Print what comes out otherwise than for the document, each with its witness; then what could not be asked.

    Args:
        console: where to print.
        text: how the command line names the rules.
        asked: which checks were asked of the rules, and which could not be.
        findings: what was found.
        each: whether to list also what comes out as for the document.
        explained: whether to tell why there is no proof.
    """
    document = document_outcomes()
    otherwise = [finding for finding in findings if not finding.as_recorded]
    if each or otherwise:
        _show_rows(console, findings if each else otherwise, document)
    for group in _alike(otherwise):
        for finding in group if each else group[:1]:
            _show_amended_finding(console, text, asked.rules, finding, document)
            _show_reasons(console, finding, explained)
        if len(group) > 1 and not each:
            console.print(f"  [dim]{len(group) - 1} more alike: --each tells them too[/]", highlight=False)
    as_before = [finding for finding in findings if finding.as_recorded]
    if as_before and not each:
        say(console, "\nAs for the document:" if otherwise else "As for the document:")
        for line in verdicts_of_claims(as_before):
            console.print(wrapped(line, console.width), highlight=False, markup=False)
    say(
        console,
        f"\n{counted(len(findings), 'check')} asked of {text}: {len(as_before)} as for the document, "
        f"{len(otherwise) or 'none'} otherwise.",
    )
    _show_not_asked(console, asked)


def show_change(console: Console, asked: Askable, text: str, findings: Sequence[Finding]) -> None:
    """Print what amended rules change, in a few lines; see `what_changed`."""
    # Searches take a while to import.
    from .what_changed import what_changed  # noqa: PLC0415

    for sentence in what_changed(asked.rules, text, findings):
        say(console, sentence, further="  ")
    otherwise = [finding for finding in findings if not finding.as_recorded]
    number = f"{counted(len(findings), 'check')} of claims asked of {text}"
    if not otherwise:
        say(console, f"{number}: all as for {asked.rules.document}.")
        return
    undecided = [finding for finding in otherwise if finding.verdict.outcome is Outcome.UNKNOWN]
    differing = [finding for finding in otherwise if finding not in undecided]
    as_before = f"{len(findings) - len(otherwise)} as for {asked.rules.document}"
    say(console, f"{number}: {as_before}, {len(differing)} otherwise, and {len(undecided)} that were not decided.")
    for several, which in ((differing, "Otherwise"), (undecided, "Not decided")):
        for claim, group in groupby(several, key=lambda finding: finding.check.claim):
            (line,) = verdicts_of_claims(list(group))
            text = f"{which}: {line}. It says: {claim_named(claim).text}"
            console.print(wrapped(text, console.width), highlight=False, markup=False)
    say(console, "`--claim ID` shows the games of one of them, and --explain why no proof was made.")


def verdicts_of_claims(findings: Sequence[Finding]) -> Iterator[str]:
    """For each claim, to which verdicts it came, and on what."""
    for claim, group in groupby(rows(findings), key=lambda row: row.claim):
        yield f"{claim}: {'; '.join(f'{row.outcome.value} on {row.on}' for row in group)}"


def show_asked(console: Console, text: str, asked: Askable) -> None:
    """Print which claims can be asked of amended rules, on what, and why the others can't."""
    say(console, f"{counted(len(asked.checks), 'check')} can be asked of {text}:")
    boards: dict[str, list[str]] = {}
    for check in asked.checks:
        boards.setdefault(check.claim, []).append(check.board)
    for claim, claim_boards in boards.items():
        show_heading(console, f"  {claim}")
        show_line(console, f"on {', '.join(dict.fromkeys(claim_boards))}", depth=2)
    _show_not_asked(console, asked)


def _show_not_asked(console: Console, asked: Askable) -> None:
    if asked.not_asked:
        say(console, f"{counted(len(asked.not_asked), 'check')} can't be asked of these rules:")
        for sentence in sentences(asked.not_asked):
            say(console, f"  {sentence}")


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings by claim, and by what they come to."""
    together: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        kind = finding.check.claim, finding.verdict.outcome, finding.trouble, finding.trouble and finding.verdict.notes
        together.setdefault(kind, []).append(finding)
    return list(together.values())


def document_outcomes() -> dict[str, Outcome]:
    """What every check comes to for the documents, by its name."""
    return {name: Outcome(data["outcome"]) for name, data in recorded_verdicts().items()}


def _show_rows(console: Console, findings: Sequence[Finding], document: Mapping[str, Outcome]) -> None:
    for claim, group in groupby(findings, key=lambda finding: finding.check.claim):
        show_heading(console, claim)
        for finding in group:
            check, outcome = finding.check, finding.verdict.outcome
            word, style = ("failed", NOT_AS_RECORDED) if finding.trouble else (outcome.value, STYLES[outcome])
            show_line(console, f"on {check.on}; for the document {_in_words(document.get(check.name))}", word, style)


def _in_words(outcome: Outcome | None) -> str:
    return "not recorded" if outcome is None else outcome.value


def _show_amended_finding(
    console: Console, text: str, rules: Rules, finding: Finding, document: Mapping[str, Outcome]
) -> None:
    check, verdict = finding.check, finding.verdict
    say(console, f"\n{check.claim}: {claim_named(check.claim).text}")
    outcome = "failed" if finding.trouble else verdict.outcome.value
    say(console, f"  On {check.on}: {outcome}; for the document {_in_words(document.get(check.name))}.")
    counts = {} if verdict.outcome is Outcome.UNKNOWN else verdict.counts
    if numbers := numbers_that_differ(counts, recorded_verdicts().get(check.name, {}).get("counts", {})):
        say(console, f"  {numbers}")
    if verdict.notes:
        say(console, f"  {verdict.notes}")
    witness = verdict.witness
    if witness is None:
        return
    say(console, f"  {witness.shows}")
    by = rules_of(witness, check)
    name = naming(witness, text, rules)
    if by is not None or AMENDMENTS not in witness.rules:
        show_witness(console, witness, by, name or "")
    if AMENDMENTS in witness.rules and name is None:
        say(console, f"    {NO_NAME}")


def numbers_that_differ(counts: Mapping[str, int], document: Mapping[str, int]) -> str:
    """What was counted under amended rules and is another number for the document, in a sentence; "" if nothing is.

    >>> numbers_that_differ({"games": 12, "turns": 9, "acted": 1}, {"games": 9, "turns": 9, "boards": 3})
    'Counted: 12 games (for the document 9).'
    """
    shared = ((name, number, document[name]) for name, number in counts.items() if name in document and name != ACTED)
    listed = [f"{tallied(now, name)} (for the document {was:,})" for name, now, was in shared if now != was]
    return f"Counted: {', '.join(listed)}." if listed else ""


def _show_reasons(console: Console, finding: Finding, explained: bool) -> None:
    """Print why there is no proof; or how to be told, if it was not asked for."""
    for reason in finding.verdict.reasons if explained else ():
        say(console, f"  {reason}")
    if finding.verdict.reasons and not explained:
        say(console, "  --explain says why no proof is made.")


def naming(witness: Story, text: str, rules: Rules) -> str | None:
    """How the command line names the rules of a witness, given how it names amended rules; None if it can't.

    What the witness has otherwise is written after the name.
    """
    named = rules_to_json(rules)
    if any(witness.rules.get(key) != named.get(key) for key in (AMENDMENTS, "document")):
        return None
    theirs = rules_from_json({key: value for key, value in witness.rules.items() if key != AMENDMENTS})
    for key, (_, value) in difference(rules, theirs).parameters.items():
        text = with_change(text, key, str(value))
    return text


def amended_as_json(
    asked: Askable, findings: Sequence[Finding], contradicted: Sequence[Contradiction] = ()
) -> dict[str, Any]:
    """What was found of amended rules, as JSON values."""
    document = document_outcomes()
    return {
        "version": __version__,
        "rules": asked.rules,
        "agrees": all(finding.as_recorded for finding in findings),
        "findings": [_finding_as_json(finding, document.get(finding.check.name)) for finding in findings],
        "not_asked": not_asked_as_json(asked.not_asked),
        **({"contradictions": list(map(str, contradicted))} if contradicted else {}),
    }


def _finding_as_json(finding: Finding, document: Outcome | None) -> dict[str, Any]:
    witness = finding.verdict.witness
    return {
        **where(finding.check),
        "document_outcome": document,
        "witness": None,
        **verdict_data(finding.verdict),
        **({"requests": witness.requests()} if witness else {}),
        "failed": finding.trouble is not None,
        "as_for_document": finding.as_recorded,
        "seconds": round(finding.seconds, 3),
    }
