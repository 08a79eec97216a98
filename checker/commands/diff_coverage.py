"""Saying how much an engine was tried with: the rule sets, the boards, the clauses that had a say, and what was not."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from ...interpreter.wording import counted
from ..oracle.aspects import Aspect
from ..oracle.engines.process import printable
from ..oracle.findings import OracleAnswer, Report, RuleSetReport


def limits(report: Report) -> Iterator[str]:
    """What the answer does not speak of: what was not tried, and what was not compared."""
    if report.not_tried:
        yield f"Not tried: {', '.join(map(printable, report.not_tried))}."
    if report.outcome in (OracleAnswer.AGREE, OracleAnswer.DISAGREE) and (missing := list(report.not_compared())):
        yield f"Not compared: {', '.join(aspect.value for aspect in missing)}."


def sentences_about(rule_set: RuleSetReport) -> Iterator[str]:
    """How an engine was tried under a rule set, in sentences."""
    if rule_set.skipped:
        yield f"{rule_set.name} was skipped: {printable(rule_set.skipped)}"
        return
    whole = [some.board for some in rule_set.coverage if some.everything]
    parts = [
        f"up to {counted(some.turns, 'turn')} on {some.board}" for some in rule_set.coverage if not some.everything
    ]
    tried = [*([f"all on {', '.join(whole)}"] if whole else []), *parts]
    games = f"{rule_set.games:,} games, {rule_set.turns:,} turns compared"
    yield f"{rule_set.name}: {games}" + (f"; every game there is: {'; '.join(tried)}." if tried else ".")
    if rule_set.boards:
        boards = (f"{board} ({number:,})" for board, number in rule_set.boards.items())
        yield f"{rule_set.name}: random games on {', '.join(boards)}."
    if rule_set.acted and rule_set.turns:
        yield _acted(rule_set)


def _acted(rule_set: RuleSetReport) -> str:
    """How often each clause had a say, and which had none."""
    had_a_say = {name: times for name, times in rule_set.acted.items() if times}
    often = ", ".join(f"{name} {times:,}" for name, times in sorted(had_a_say.items(), key=lambda one: one[1]))
    never = f" Never: {', '.join(rule_set.never_acted)}." if rule_set.never_acted else ""
    return f"{rule_set.name}: how often each clause had a say: {often or 'none had one'}.{never}"


def aspects_compared(report: Report) -> Table:
    """In how many turns each aspect was compared, or why in none."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("asked", "turns compared"):
        table.add_column(heading, overflow="fold")
    for aspect in Aspect:
        if report.compared.get(aspect):
            table.add_row(aspect.wording, f"{report.compared[aspect]:,}")
    for aspect, reason in report.not_compared().items():
        table.add_row(aspect.wording, f"skipped: {reason}", style="dim")
    return table
