"""What a run of checks has found, as text and as JSON: verdicts, witnesses, and how they compare with the recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from textwrap import shorten, wrap
from typing import Any

from ... import __version__
from ...interpreter.rule_names import AMENDMENTS, difference, rules_from_json, rules_to_json
from ...interpreter.story import Story
from ...interpreter.wording import counted, tallied
from ...spec.claim import claim_named
from ...spec.rules import Rules
from ..evidence.checks import Check
from ..evidence.choosing import not_asked_as_json, rules_of, sentences, where
from ..evidence.decided import Headline, Outcomes, Truth, all_beside_the_record, headlines, is_to_tell, rows
from ..evidence.recorded import Contradiction, contradictions, differences, recorded_verdicts, verdict_data
from ..evidence.runner import Finding, Trouble
from ..evidence.verdict import ACTED, Outcome, Verdict
from ..pages.explorer.addresses import with_change
from ..telling.options import NamedRules
from ..telling.report import INDENT, Console, say, show_heading, show_line, show_whole
from .stepping import show_witness

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
CLAIMS_OF = "claims of"


@dataclass(frozen=True)
class CheckRun:
    """What a run of checks has found; a proof that another verdict contradicts is none.

    Where checks were asked of amended rules, some can't be, each for a reason.
    """

    chosen: Sequence[Check]
    findings: Sequence[Finding]
    contradicted: Sequence[Contradiction] = ()
    amended: NamedRules | None = None
    not_asked: Mapping[Check, str] = field(default_factory=dict)

    @property
    def undecided(self) -> list[str]:
        """The names of the checks of which nothing was found, because the user had enough before."""
        decided = {*(finding.check.name for finding in self.findings), *(check.name for check in self.not_asked)}
        return [check.name for check in self.chosen if check.name not in decided]

    @property
    def otherwise(self) -> list[Finding]:
        """The findings that are not the recorded ones."""
        return [finding for finding in self.findings if not finding.as_recorded]

    def changes(self, finding: Finding) -> bool:
        """Whether a finding is a change that amended rules make."""
        return self.amended is not None and not finding.as_recorded

    def as_json(self) -> dict[str, Any]:
        """It as JSON values."""
        rules, not_asked = self.amended and self.amended.rules, not_asked_as_json(self.not_asked)
        of_claims, recorded = {} if self.amended else headlines(self.findings), recorded_verdicts()
        return {
            "version": __version__,
            **({"rules": rules, "not_asked": not_asked} if self.amended else {}),
            "agrees": not self.otherwise,
            **({"undecided": self.undecided} if self.undecided else {}),
            **({"contradictions": list(map(str, self.contradicted))} if self.contradicted else {}),
            "claims": {
                claim: {"answer": headline.answer, "sentence": str(headline)} for claim, headline in of_claims.items()
            },
            "findings": [
                {
                    **verdict_as_json(finding),
                    "recorded": recorded.get(finding.check.name, {}).get("outcome"),
                    "as_recorded": finding.as_recorded,
                    "failed": finding.trouble is not None,
                    "seconds": round(finding.seconds, 3),
                }
                for finding in self.findings
            ],
        }


def run_found(
    chosen: Sequence[Check],
    findings: Sequence[Finding],
    others: Outcomes = (),
    amended: NamedRules | None = None,
    not_asked: Mapping[Check, str] | None = None,
) -> CheckRun:
    """A run of checks, in which no proof stands that another verdict contradicts."""
    refused = [finding for finding in findings if finding.trouble is Trouble.REFUSED]
    decided = [finding for finding in findings if finding.trouble is not Trouble.REFUSED]
    contradicted = contradictions([*others, *((finding.check, finding.verdict.outcome) for finding in decided)])
    notes = {contradiction.proof.name: str(contradiction) for contradiction in contradicted}
    for number, finding in enumerate(decided):
        if why := notes.get(finding.check.name):
            verdict = Verdict(Outcome.UNKNOWN, finding.verdict.scope, finding.verdict.method, notes=why)
            decided[number] = replace(finding, verdict=verdict, as_recorded=False)
    refusals = {finding.check: finding.verdict.notes for finding in refused}
    return CheckRun(chosen, decided, contradicted, amended, {**(not_asked or {}), **refusals})


def verdict_as_json(finding: Finding) -> dict[str, Any]:
    """A verdict as JSON values; a witness comes with the requests that replay it."""
    witness = finding.verdict.witness
    requests = {"requests": witness.requests()} if witness else {}
    return where(finding.check) | verdict_data(finding.verdict) | requests


def show_headline(console: Console, headline: Headline) -> None:
    """Print whether a claim is so."""
    word, _, rest = str(headline).partition(" ")
    show_line(console, rest, word, HEADLINES[headline.answer])


def show_rows(console: Console, findings: Sequence[Finding], each: bool = False, of_documents: bool = True) -> None:
    """Print the verdicts, a claim after the other: what each was decided on, by which method, and how many cases.

    Verdicts on the documents' rules say whether a claim is true; of others, what it claims is printed.
    """
    of_claims = headlines(findings) if of_documents else {}
    for claim, group in groupby(rows(findings, each), key=lambda row: row.claim):
        show_heading(console, claim)
        if claim in of_claims:
            show_headline(console, of_claims[claim])
        else:
            show_line(console, claim_named(claim).text)
        for row in group:
            took = f"{row.seconds:.1f} s" if each else ""
            parts = [f"on {row.on}", f"by {row.method}" if row.method else "", row.counts, took]
            warning = f"({row.beside_the_record}) " if row.beside_the_record else ""
            style = NOT_AS_RECORDED if warning and of_documents else STYLES[row.outcome]
            show_line(console, warning + "; ".join(filter(None, parts)), row.outcome.value, style)


def show_run(console: Console, run: CheckRun, each: bool = False, explained: bool = False) -> None:
    """Print the verdicts, then those with notes or a witness in full, then the sum of it, and what could not be asked.

    Unless each finding is asked for, of those on a claim that are alike only the first is shown in full.
    """
    show_rows(console, run.findings, each, run.amended is None)
    for claim, group in groupby(run.findings, key=lambda finding: finding.check.claim):
        to_show = [finding for finding in group if is_to_tell(finding.verdict, each) or run.changes(finding)]
        in_full = to_show if each else list({_kind(finding): finding for finding in reversed(to_show)}.values())[::-1]
        if in_full:
            say(console, f"\n{claim}: {claim_named(claim).text}")
        for finding in in_full:
            show_evidence(console, finding, run.amended, explained)
        if len(in_full) < len(to_show):
            say(console, f"{INDENT}{len(to_show) - len(in_full)} more: superko check --claim {claim} --each")
    show_sum(console, run)
    if run.not_asked:
        say(console, f"{counted(len(run.not_asked), 'check')} can't be asked of these rules:")
        for sentence in sentences(run.not_asked):
            say(console, sentence, INDENT, INDENT)
    for finding in run.otherwise if run.amended is None else ():
        different = "; ".join(differences(finding.check.name, finding.verdict)) or "recorded now"
        console.print(f"[red]{finding.check.name}[/]: ", end="", highlight=False)
        console.print(different, markup=False, highlight=False, soft_wrap=True)


def _kind(finding: Finding) -> tuple[object, ...]:
    """What findings on a claim have in common that are alike."""
    return finding.verdict.outcome, finding.trouble, finding.trouble and finding.verdict.notes


def total(findings: Sequence[Finding]) -> str:
    """How many checks there were, whether all came out as recorded, and what it took, in a sentence."""
    seconds = sum(finding.seconds for finding in findings)
    return f"{counted(len(findings), 'check')}, {all_beside_the_record(findings)}; {seconds:.0f} s of work."


def show_sum(console: Console, run: CheckRun) -> None:
    """Print how many checks there were, and how many of them came out otherwise."""
    if run.amended is None:
        say(console, f"\n{total(run.findings)}")
        return
    undecided = sum(finding.verdict.outcome is Outcome.UNKNOWN for finding in run.otherwise)
    numbers = {
        f"as for {run.amended.rules.document}": len(run.findings) - len(run.otherwise),
        "otherwise": len(run.otherwise) - undecided,
        "not decided": undecided,
    }
    listed = ", ".join(f"{several} {how}" for how, several in numbers.items() if several)
    number = counted(len(run.findings), "check")
    say(console, f"\n{number} asked of {run.amended.text}{listed and f': {listed}'}.")


def show_whole_run(console: Console, run: CheckRun) -> None:
    """Print what there is to say of every check at once; of amended rules, only what comes out otherwise.

    Of the documents, a finding that is not as recorded is shown in full before.
    """
    if run.amended:
        show_rows(console, run.otherwise, of_documents=False)
        show_sum(console, run)
        say(console, "`--claim ID` shows the games of one claim, and --explain why no proof was made.")
        return
    if not run.findings:
        return
    if run.otherwise:
        show_run(console, replace(run, findings=run.otherwise))
        console.print()
    for line in summary(run.findings, console.width):
        show_whole(console, line)


def summary(findings: Sequence[Finding], width: int) -> Iterator[str]:
    """The lines about many findings, for a terminal of some columns; only sentences of claims are cut."""
    of_claims = headlines(findings)
    yield from _of_documents(of_claims)
    yield ""
    for answer, heading in ((Truth.FALSE, "False:"), (Truth.DEPENDS, "It depends:"), (Truth.OPEN, "Open:")):
        said = {
            claim: headline.rest.removeprefix(": ") if answer is Truth.DEPENDS else claim_named(claim).text
            for claim, headline in of_claims.items()
            if headline.answer is answer
        }
        if said:
            yield heading
        for claim, sentence in said.items():
            rest = width - len(claim) - 4
            text = shorten(sentence, rest, placeholder=" …", break_on_hyphens=False) if rest > len(" …") else ""
            yield f"  {claim}  {text}".rstrip()
    needed = {finding.check.claim: None for finding in findings if finding.verdict.outcome is Outcome.NEEDED}
    if needed:
        names = ", ".join(claim.partition("/")[2] for claim in needed)
        yield from wrap(f"Not so without one of the clauses: {names}.", width, break_on_hyphens=False)
    yield ""
    yield from wrap(total(findings), width)
    yield "Read about one, with its game: superko show ID. All: superko check --each"


def _of_documents(of_claims: Mapping[str, Headline]) -> Iterator[str]:
    """A line for each document: how many of its claims are true, false and so on."""
    numbers: dict[str, Counter[Truth]] = {}
    for claim, headline in of_claims.items():
        numbers.setdefault(claim_named(claim).document, Counter())[headline.answer] += 1
    name = max(map(len, (*numbers, CLAIMS_OF)))
    yield " ".join((CLAIMS_OF.ljust(name), *(answer.value for answer in Truth)))
    for document, counts in numbers.items():
        cells = (str(counts[answer] or "").rjust(len(answer.value)) for answer in Truth)
        yield " ".join((document.ljust(name), *cells)).rstrip()


def show_evidence(
    console: Console, finding: Finding, amended: NamedRules | None = None, explained: bool = False
) -> None:
    """Print one finding's notes and its witness, as a diagram and with the commands that show it."""
    check, verdict = finding.check, finding.verdict
    console.print(f"  [dim]{check.on}: {verdict.outcome.value}[/]", highlight=False)
    for sentence in _sentences_on(finding, amended is not None, explained):
        say(console, sentence, INDENT, INDENT)
    witness = verdict.witness
    if witness is None:
        return
    is_amended, by = AMENDMENTS in witness.rules, rules_of(witness, check)
    name = naming(witness, *amended) if amended else None
    if by is not None or not is_amended:
        show_witness(console, witness, by, name or "")
    if is_amended and name is None:
        say(console, "    The rules of this game have further amendments, so no command can show it.")


def _sentences_on(finding: Finding, is_amended: bool, explained: bool) -> Iterator[str]:
    verdict = finding.verdict
    counts = verdict.counts if is_amended and verdict.outcome is not Outcome.UNKNOWN else {}
    if numbers := numbers_that_differ(counts, recorded_verdicts().get(finding.check.name, {}).get("counts", {})):
        yield numbers
    if verdict.notes:
        yield verdict.notes
    if verdict.rests_on:
        yield f"It rests on {' and '.join(verdict.rests_on)}."
    if explained:
        yield from verdict.reasons
    elif verdict.reasons:
        yield "--explain says why no proof is made."
    if verdict.witness:
        yield f"{verdict.witness.shows}{' Whatever is smaller was excluded.' if verdict.minimal else ''}"


def numbers_that_differ(counts: Mapping[str, int], document: Mapping[str, int]) -> str:
    """What was counted under amended rules and is another number for the document, in a sentence; "" if nothing is.

    >>> numbers_that_differ({"games": 12, "turns": 9, "acted": 1}, {"games": 9, "turns": 9, "boards": 3})
    'Counted: 12 games (for the document 9).'
    """
    shared = ((name, number, document[name]) for name, number in counts.items() if name in document and name != ACTED)
    listed = [f"{tallied(now, name)} (for the document {was:,})" for name, now, was in shared if now != was]
    return f"Counted: {', '.join(listed)}." if listed else ""


def naming(witness: Story, text: str, rules: Rules) -> str | None:
    """How the command line names the rules of a witness, given how it names amended rules; None if it can't.

    What the witness has otherwise is written after the name.
    """
    named = rules_to_json(rules)
    if any(witness.rules.get(key) != named.get(key) for key in (AMENDMENTS, "document")):
        return None
    theirs = rules_from_json({key: value for key, value in witness.rules.items() if key != AMENDMENTS})
    for key, (_, value) in difference(rules, theirs)[0].items():
        text = with_change(text, key, str(value))
    return text
