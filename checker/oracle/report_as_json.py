"""What a run came to as JSON, for other programs and for the results file."""

from __future__ import annotations

from typing import Any

from ...interpreter.game_records import record_of
from ...interpreter.rule_names import rules_to_json
from ...interpreter.sgf_writing import write_sgf
from .aspects import Aspect, Value
from .disagreement import Disagreement
from .findings import Finding, Report, RuleSetReport


def report_as_json(report: Report) -> dict[str, Any]:
    """A report as a JSON object."""
    introduction = report.introduction
    return {
        "engine": introduction.name if introduction else None,
        "version": introduction.version if introduction else None,
        "outcome": report.outcome.value,
        "seed": report.seed,
        "games": report.games,
        "turns": report.turns,
        "seconds": round(report.seconds, 1),
        "aspects": aspects_as_json(report),
        "deviations": list(report.deviations),
        "rules": [_rule_set(rule_set) for rule_set in report.rule_sets],
        "disagreements": [
            finding_as_json(finding) for finding in report.findings if finding.disagreement.aspect is not Aspect.ANSWER
        ],
        "breakdowns": [
            finding_as_json(finding) for finding in report.findings if finding.disagreement.aspect is Aspect.ANSWER
        ],
        **({"skipped": report.skipped} if report.skipped else {}),
        **({"broke": report.broke, "exchange": list(report.exchange)} if report.broke else {}),
    }


def aspects_as_json(report: Report) -> dict[str, Any]:
    """For each aspect, in how many turns it was compared, or why in none."""
    compared = {aspect.value: {"compared": number} for aspect, number in report.compared.items() if number}
    skipped = {aspect.value: {"skipped": reason} for aspect, reason in report.not_compared().items()}
    return {aspect.value: (compared | skipped)[aspect.value] for aspect in Aspect if aspect is not Aspect.ANSWER}


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """A finding as a JSON object, with the game as the text of an SGF file."""
    found = finding.disagreement
    setting = found.setting
    start = {"board": setting.board, "player": setting.player, "phase": setting.phase}
    return {
        "rules": rules_to_json(setting.rules),
        "under": list(finding.under),
        "width": setting.width,
        "height": setting.height,
        **(start if setting.is_set_up else {}),
        "turns": list(found.turns),
        "aspect": found.aspect.value,
        "about": sorted(found.about),
        "engine_said": value_as_json(found.engine_said),
        "spec_says": value_as_json(found.spec_says),
        "clauses": list(finding.naming.clauses),
        "as_if": list(finding.naming.as_if),
        "shortest": finding.shortest,
        "sgf": sgf_of(found).decode(),
        **({"exchange": list(found.exchange)} if found.exchange else {}),
    }


def value_as_json(value: Value) -> Any:
    """What is said of an aspect, as JSON: a set as a sorted list.

    >>> value_as_json(frozenset({"B1", "A1"}))
    ['A1', 'B1']
    """
    return sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, tuple) else value


def sgf_of(found: Disagreement) -> bytes:
    """The game of a disagreement as an SGF file."""
    return write_sgf(record_of(found.game()))


def _rule_set(rule_set: RuleSetReport) -> dict[str, Any]:
    told: dict[str, Any] = {"name": rule_set.name, "rules": rules_to_json(rule_set.rules)}
    if rule_set.skipped:
        return told | {"skipped": rule_set.skipped}
    covered = [
        {"board": some.board, "turns": some.turns, "games": some.games, "all": some.everything}
        for some in rule_set.coverage
    ]
    told |= {"games": rule_set.games, "turns": rule_set.turns, "covered": covered}
    told |= {"except": list(rule_set.set_aside)} if rule_set.set_aside else {}
    return told | ({"nearest": rule_set.nearest} if rule_set.nearest else {})
