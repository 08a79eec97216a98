"""What has been decided: every claim with its recorded verdicts, whether it is true, in one word, and what rests on it.

Where all verdicts on a claim agree, they make its headline. Where they do not, a person has written on what it
depends, and which verdicts that goes with; once these are others, the sentence is withdrawn.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import TypeAlias

from ...interpreter.drawing import table, with_pictures
from ...interpreter.rule_names import AMENDMENTS
from ...interpreter.rules_files import names_a_file, rules_of
from ...interpreter.wording import shown, tallied
from ...spec.claim import Claim, claim_named, claims, qualifying
from ...spec.parameters import READINGS
from ...spec.rules import Rules
from ...spec.written import written_rules
from ..telling.names import NamedThing, ids_of, meant_by
from .checks import DEPENDS, Check, Scope, checks, tables
from .choosing import askable, chosen_checks, sentences
from .recorded import differences, recorded_verdicts, verdict_of
from .runner import Finding, run
from .verdict import Outcome, Verdict

BEARING_OUT = {Outcome.PROVED, Outcome.HOLDS, Outcome.WITNESSED, Outcome.NEEDED}


class Truth(Enum):
    """Whether a claim is true."""

    TRUE = "true"
    FALSE = "false"
    DEPENDS = "depends"
    OPEN = "open"


@dataclass(frozen=True)
class Headline:
    """Whether a claim is true, and what is to be said with it, after a blank or a colon; "" if nothing is."""

    answer: Truth
    rest: str = ""

    def __str__(self) -> str:
        return f"{self.answer.value}{self.rest}"


AS_LOOKED_AT = Headline(Truth.TRUE, " in all that was looked at")
IN_PART = Headline(Truth.DEPENDS, ": true of a part of what was looked at, and false of the rest")
OPEN_IN_PART = Headline(Truth.OPEN, ": a part of it is decided, and it is true")


@dataclass(frozen=True)
class Written:
    """What a person wrote on a claim whose checks disagree: what follows the answer, such as on what it depends.

    The patterns are of the boards and settings of just those checks that refute it, or leave it open.
    """

    says: str
    false: str = ""
    open: str = ""
    answer: Truth = Truth.DEPENDS

    def expects(self, check: Check, outcome: Outcome) -> bool:
        """Whether it was written of a check with this outcome."""
        if re.fullmatch(self.false, check.on):
            return outcome is Outcome.REFUTED
        return outcome is Outcome.UNKNOWN if re.fullmatch(self.open, check.on) else outcome in BEARING_OUT


@cache
def written_headlines() -> Mapping[str, Written]:
    """The claims whose checks disagree, each with what is written of it under "depends" in the table of its checks."""
    written = {claim: said[DEPENDS] for claim, said in tables().items() if DEPENDS in said}
    return {
        claim: Written(**{**said, "answer": Truth(said.get("answer", Truth.DEPENDS.value))})
        for claim, said in written.items()
    }


def headline(claim: str, outcomes: Mapping[Check, Outcome]) -> Headline:
    """The headline of a claim, by the result of each check that was made of it.

    >>> str(headline("claim/an-example", {}))
    'open'
    """
    distinct = set(outcomes.values())
    if not distinct - {Outcome.UNKNOWN, Outcome.NOT_FORMALISED}:
        return Headline(Truth.OPEN)
    if distinct <= BEARING_OUT:
        return AS_LOOKED_AT if Outcome.HOLDS in distinct and Outcome.PROVED not in distinct else Headline(Truth.TRUE)
    if distinct == {Outcome.REFUTED}:
        return Headline(Truth.FALSE)
    written = written_headlines().get(claim)
    if written and all(written.expects(check, outcome) for check, outcome in outcomes.items()):
        return Headline(written.answer, f": {written.says}")
    return IN_PART if Outcome.REFUTED in distinct else OPEN_IN_PART


NOT_RECORDED = "No verdict is recorded yet."


@dataclass(frozen=True)
class Decided:
    """A claim with its recorded verdicts, as findings: in the order of the checks, and each as recorded.

    Amended rules are named that it was asked of, if it was not of those of the documents.
    """

    claim: Claim
    findings: tuple[Finding, ...]
    asked_of: Rules | None = None

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings that bear on it: those that it is about, or that a check of it or a witness chooses."""
        chosen = {self.claim.id}
        for finding in self.findings:
            chosen |= set(finding.check.values)
            if finding.verdict.witness:
                chosen |= set(finding.verdict.witness.rules.get("readings", {}))
        return tuple(name for name in READINGS if name in chosen)

    @property
    def by_outcome(self) -> tuple[tuple[Outcome, tuple[Finding, ...]], ...]:
        """The findings with each verdict, in the order of the vocabulary of verdicts."""
        together = {outcome: tuple(f for f in self.findings if f.verdict.outcome is outcome) for outcome in Outcome}
        return tuple((outcome, findings) for outcome, findings in together.items() if findings)

    @cached_property
    def headline(self) -> Headline:
        """Whether it is true, for readers.

        >>> str(decided_about("claim/aga-needs-equal-turns").headline)
        'true'
        """
        return headline(self.claim.id, {finding.check: finding.verdict.outcome for finding in self.findings})

    def __str__(self) -> str:
        """What it claims, whether that is so, and a line for each kind of verdict."""
        lines = (
            f"  {row.outcome.value} on {row.on}{row.method and f' by {row.method}'}" for row in rows(self.findings)
        )
        return "\n".join([*self._says, *lines])

    @property
    def _says(self) -> list[str]:
        """What it claims, of which rules if of amended ones, and whether that is so."""
        rules = [] if self.asked_of is None else [f"Asked of {self.asked_of}:"]
        return [f"{self.claim.id}: {self.claim.text}", *rules, f"{self.headline}."]

    def _repr_html_(self) -> str:
        """The same, with a table of the verdicts and the first game that shows one, as notebooks show it."""
        verdicts = [(row.outcome.value, row.on, row.method, row.counts) for row in rows(self.findings)]
        games = [finding.verdict.witness for finding in self.findings if finding.verdict.witness]
        drawn = [with_pictures(game.shows, game._repr_svg_()) for game in games[:1] if AMENDMENTS not in game.rules]
        return with_pictures("\n".join(self._says), table(["verdict", "on", "by", "counts"], verdicts), *drawn)

    @property
    def qualifying(self) -> tuple[str, ...]:
        """The ids of the claims that it is to be read with."""
        return qualifying(self.claim)

    @property
    def undecided(self) -> tuple[Outcome, str] | None:
        """That no check decides it, or none has yet, and why; None where there is a verdict."""
        if self.findings:
            return None
        if self.claim.not_formalised:
            return Outcome.NOT_FORMALISED, self.claim.not_formalised
        return Outcome.UNKNOWN, NOT_RECORDED


def everything_decided() -> list[Decided]:
    """Every registered claim with its recorded verdicts, in the order of the documents."""
    documents = list(dict.fromkeys(claim.document for claim in claims()))
    recorded = recorded_verdicts()
    findings: dict[str, list[Finding]] = {}
    for check in checks().values():
        if check.name in recorded:
            findings.setdefault(check.claim, []).append(
                Finding(check, verdict_of(recorded[check.name]), seconds=0, as_recorded=True)
            )
    ordered = sorted(claims(), key=lambda claim: documents.index(claim.document))
    return [Decided(claim, tuple(findings.get(claim.id, ()))) for claim in ordered]


Outcomes: TypeAlias = Sequence[tuple[Check, Outcome]]


def recorded_outcomes(findings: Sequence[Finding]) -> Outcomes:
    """What is recorded of the checks that were not run now."""
    run_now = {finding.check.name for finding in findings}
    known = {name: Outcome(verdict["outcome"]) for name, verdict in recorded_verdicts().items() if name not in run_now}
    return [(made, known[name]) for name, made in checks().items() if name in known]


def headlines(findings: Sequence[Finding]) -> dict[str, Headline]:
    """Whether each claim among some findings is true: by these, and by what is recorded of its other checks."""
    outcomes: dict[str, dict[Check, Outcome]] = {finding.check.claim: {} for finding in findings}
    run_now = ((finding.check, finding.verdict.outcome) for finding in findings)
    for check, outcome in (*recorded_outcomes(findings), *run_now):
        if check.claim in outcomes:
            outcomes[check.claim][check] = outcome
    return {claim: headline(claim, of_claim) for claim, of_claim in outcomes.items()}


def decided_about(claim_id: str) -> Decided:
    """The claim with this id, or with this last part of an id, and its recorded verdicts.

    Raises:
        ValueError: there is no such claim, or several have that last part.
    """
    meant = ids_of(claim_id, NamedThing.CLAIM)
    if not meant and ids_of(claim_id, NamedThing.CLAUSE):
        raise ValueError(f"{claim_id} is a clause; `superko show {claim_id}` says more about it.")
    matching = [decided for decided in everything_decided() if decided.claim.id in (meant or [claim_id])]
    if not matching:
        hint = f"{meant_by(claim_id, NamedThing.CLAIM)} `superko check --list` lists them."
        raise ValueError(f"There is no claim {shown(claim_id)}.{hint}")
    if len(matching) > 1:
        raise ValueError(f"Name one claim in full: {' or '.join(decided.claim.id for decided in matching)}.")
    return matching[0]


def check(claim: str, rules: str | Rules | None = None, board: str = "", scope: str = "quick") -> Decided:
    """Decide a claim: every check of it in a scope, or those under some rules, or on a board.

    Args:
        claim: its id, the last part of it, or the name of one check, such as "claim/benson 2x2 suicide=yes".
        rules: only under these rules: a preset, parameters such as "ko=SIMPLE", or rules with amended clauses, of which
            the checks are asked that are under their parameters.
        board: only on this board, such as "2x2".
        scope: "quick", "standard" or "deep".

    Raises:
        ValueError: there is no such claim, or nothing of it is left to check; the message says why, and what is near.

    >>> check("claim/single-suicide-null 2x2 suicide=yes").findings[0].verdict.outcome
    <Outcome.HOLDS: 'holds'>
    >>> check("claim/single-suicid-null")
    Traceback (most recent call last):
    ...
    ValueError: There is no claim "claim/single-suicid-null". Did you mean claim/single-suicide-null? \
`superko check --list` lists them.
    """
    made = checks().get(claim)
    named = claim_named(made.claim) if made else decided_about(claim).claim
    asked = None if rules is None else rules_of(rules)
    is_amended = asked is not None and bool(asked.amendments)
    by = None if asked is None else rules if isinstance(rules, str) else written_rules(asked)
    chosen: Sequence[Check] = [made] if made else chosen_checks([named.id], [board] if board else [], by, Scope(scope))
    if asked is not None and is_amended:
        chosen, not_asked = askable(chosen, asked)
        if not chosen:
            raise ValueError(" ".join(sentences(not_asked)))
    order = {made.name: number for number, made in enumerate(chosen)}
    amended = asked if asked is not None and is_amended else ""
    is_of_a_file = isinstance(rules, str) and names_a_file(rules)
    findings = run(chosen, workers=1, amended=amended, elsewhere=is_of_a_file)
    in_order = sorted(findings, key=lambda finding: order[finding.check.name])
    return Decided(named, tuple(in_order), asked if is_amended else None)


def on_what(findings: Sequence[Finding]) -> str:
    """On which boards a claim has a verdict, the smallest and the largest where there are several."""
    boards = dict.fromkeys(finding.check.board for finding in findings)
    sides = {board: tuple(map(int, board.split("x"))) for board in boards if re.fullmatch(r"\d+x\d+", board)}
    sized = sorted(sides, key=lambda board: (sides[board][0] * sides[board][1], sides[board]))
    others = [board for board in boards if board not in sides]
    if len(sized) > 1:
        sized = [f"{sized[0]} … {sized[-1]} ({len(sized)} boards)"]
    return ", ".join(others + sized)


def in_which_settings(findings: Sequence[Finding]) -> str:
    """Under which rules, or for which part of the claim, after a comma; how many they are, if there are several."""
    settings = dict.fromkeys(finding.check.rules for finding in findings if finding.check.rules)
    if len(settings) > 1:
        return f", {len(settings)} settings"
    return "".join(f", {setting}" for setting in settings)


def is_proof(finding: Finding) -> bool:
    """Whether a verdict is a proof, for every board or for what it says."""
    return finding.verdict.outcome is Outcome.PROVED


def resting_on(claim: str) -> tuple[str, ...]:
    """The claims with a recorded verdict that rests on a claim."""
    resting = (
        name.split(maxsplit=1)[0] for name, data in recorded_verdicts().items() if claim in data.get("rests_on", ())
    )
    return tuple(dict.fromkeys(resting))


def checked_again(finding: Finding, *options: str) -> str:
    """The command that checks a claim again, on the board and in the scope of a finding."""
    check = finding.check
    words = ["superko", "check", "--claim", check.claim, "--board", check.board]
    if check.scope is not Scope.QUICK:
        words += ["--scope", check.scope.value]
    return shlex.join([*words, *options])


def in_groups(steps: Sequence[str]) -> list[str]:
    """Steps in lines: those that begin alike, up to a colon, in one line.

    >>> in_groups(["Black to move: case 1", "Black to move: case 2", "the end"])
    ['Black to move: case 1; case 2', 'the end']
    """
    together: dict[str, list[str]] = {}
    for step in steps:
        first, _, rest = step.partition(": ")
        together.setdefault(first, []).append(rest)
    return [": ".join(filter(None, (first, "; ".join(filter(None, rest))))) for first, rest in together.items()]


_SMALLEST = "smallest"
# How scopes say that games were followed only so far.
_CUT = re.compile(r"(?:up to|first) (?P<number>\d+) (?P<what>turns|moves|steps)")


@dataclass(frozen=True)
class FindingsRow:
    """Findings that share a line: the same claim, verdict and method, on one board or several."""

    claim: str
    on: str
    outcome: Outcome
    method: str
    counts: str
    seconds: float
    beside_the_record: str


def beside_the_record(finding: Finding) -> str:
    """What is to be said of a finding beside what is recorded; "" if it is the recorded one."""
    if finding.as_recorded:
        return ""
    if finding.check.name not in recorded_verdicts():
        return "not recorded before"
    return "not as recorded" if differences(finding.check.name, finding.verdict) else "recorded now"


def all_beside_the_record(findings: Iterable[Finding]) -> str:
    """How many of some findings are not the recorded ones, and why.

    >>> all_beside_the_record([])
    'all as recorded'
    """
    numbers = Counter(filter(None, map(beside_the_record, findings)))
    return ", ".join(f"{number} {said}" for said, number in numbers.items()) or "all as recorded"


def rows(findings: Sequence[Finding], each: bool = False) -> list[FindingsRow]:
    """The lines to print: one for each finding, or one for all those in which a claim has the same verdict."""
    together: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        check, verdict = finding.check, finding.verdict
        kind = (check.claim, verdict.outcome, verdict.method, verdict.solvers, _recorded_otherwise(finding))
        together.setdefault((check.name,) if each else kind, []).append(finding)
    return [_row(group) for group in together.values()]


def _recorded_otherwise(finding: Finding) -> str:
    """What is to be said of a finding beside what is recorded, with the recorded outcome where that is another."""
    said = beside_the_record(finding)
    recorded = recorded_verdicts().get(finding.check.name, {}).get("outcome") if said else None
    return said if recorded in (None, finding.verdict.outcome.value) else f"recorded: {recorded}"


def _row(group: list[Finding]) -> FindingsRow:
    first = group[0]
    boards = list(dict.fromkeys(finding.check.board for finding in group))
    where = boards[0] if len(boards) == 1 else f"{boards[0]} … {boards[-1]} ({len(boards)} boards)"
    where = "the smallest board" if where == _SMALLEST else where
    settings = dict.fromkeys(finding.check.rules for finding in group)
    under = first.check.rules if len(settings) == 1 else f"under {len(settings)} settings"
    return FindingsRow(
        claim=first.check.claim,
        on=(", " if under and "=" not in under and len(settings) == 1 else " ").join(filter(None, (where, under)))
        + ("" if _CUT.search(under) else cut_at(group)),
        outcome=first.verdict.outcome,
        method=method_of(first.verdict),
        counts=_counts(group),
        seconds=sum(finding.seconds for finding in group),
        beside_the_record=_recorded_otherwise(first),
    )


def cut_at(findings: Sequence[Finding]) -> str:
    """After how many turns, moves or steps games were cut, after a comma; "" where every game was followed."""
    matches = [_CUT.search(finding.verdict.scope) for finding in findings]
    cuts: dict[str, list[int]] = {}
    for cut in filter(None, matches):
        cuts.setdefault(cut["what"], []).append(int(cut["number"]))
    said = [f"{' to '.join(map(str, sorted({min(cut), max(cut)})))} {unit}" for unit, cut in cuts.items()]
    return f", {'partly ' if None in matches else ''}cut at {' or '.join(said)}" if said else ""


def method_of(verdict: Verdict) -> str:
    """By which method a verdict was reached, with the solvers that agreed if there were several.

    >>> method_of(Verdict(Outcome.PROVED, "every size", "z3", solvers=("z3", "cvc5")))
    'z3 and cvc5'
    """
    solvers = " and ".join(verdict.solvers)
    if len(verdict.solvers) <= 1:
        return verdict.method
    return solvers if verdict.method in verdict.solvers else f"{verdict.method} ({solvers})"


def _counts(group: list[Finding]) -> str:
    """What was counted; summed over cases that were all gone through, but not over several witnesses."""
    if len(group) > 1 and group[0].verdict.outcome not in {Outcome.PROVED, Outcome.HOLDS}:
        return f"{len(group)} checks"
    total = sum((Counter(finding.verdict.counts) for finding in group), Counter[str]())
    names = dict.fromkeys(name for finding in group for name in finding.verdict.counts)
    return ", ".join(tallied(total[name], name) for name in names)


def is_to_tell(verdict: Verdict, each: bool = False) -> bool:
    """Whether a verdict has more to say than its line: a witness, a lemma; and if each is printed, its notes."""
    return bool(verdict.witness or verdict.rests_on or (verdict.notes and each))
