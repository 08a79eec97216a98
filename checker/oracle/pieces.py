"""A run in pieces: an engine is tried under each rule set on its own, so that several can be tried beside each other.

What a piece comes to can be sent from one process to another, and kept as JSON: the rest of the run is done by whoever
asked for it, who puts the findings of all pieces together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ...interpreter.rule_names import rules_from_json, rules_to_json
from ...interpreter.rules_files import named_rules
from ...interpreter.story import Story
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..telling.data import as_data
from .disagreement import Disagreement
from .engine import Aspect, Introduction, Setting, Value
from .findings import OracleFinding, Report, RuleSetReport, SmallGamesCovered
from .naming import Naming
from .plan import Plan

_POINTS = frozenset({Aspect.BLOCKED, Aspect.LEGAL, Aspect.UNBLOCK})


@dataclass(frozen=True)
class Piece:
    """What trying an engine under one rule set came to.

    Attributes:
        rule_set: how it was tried.
        compared: in how many turns each aspect was compared.
        findings: the disagreements. The rules that the interpreter played by can hold functions, which can't be sent:
            here they are those that the engine was told.
    """

    rule_set: RuleSetReport
    compared: Mapping[Aspect, int] = field(default_factory=dict)
    findings: tuple[OracleFinding, ...] = ()

    @staticmethod
    def of(report: Report) -> Piece:
        """The piece that a run under one rule set comes to."""
        (rule_set,) = report.rule_sets
        return Piece(rule_set, report.compared, tuple(_by_rules_told(finding) for finding in report.findings))

    def as_json(self) -> dict[str, Any]:
        """The piece as JSON values."""
        names = ("skipped", "games", "turns", "boards", "acted", "breakdowns", "hangs", "handicap_games")
        return {
            **as_data(self.rule_set, *names),
            "covered": [as_data(games_covered) for games_covered in self.rule_set.coverage],
            "compared": as_data(self.compared),
            "findings": [_as_json(finding) for finding in self.findings],
        }

    @staticmethod
    def from_json(fields: Mapping[str, Any], name: str, rules: Rules) -> Piece:
        """The piece that `as_json` gives.

        Args:
            fields: the JSON values.
            name: the text that names the rule set.
            rules: the rules that the engine was told.

        Raises:
            KeyError, TypeError, ValueError: these are no piece.
        """
        covered = tuple(SmallGamesCovered(**games_covered) for games_covered in fields["covered"])
        report_fields = {key: fields[key] for key in ("skipped", "games", "turns", "boards", "acted")}
        report_fields |= {key: fields.get(key, 0) for key in ("breakdowns", "hangs", "handicap_games")}
        rule_set = RuleSetReport(name, rules, coverage=covered, **report_fields)
        compared = {Aspect(aspect): int(turns) for aspect, turns in fields["compared"].items()}
        return Piece(rule_set, compared, tuple(_from_json(finding, name) for finding in fields["findings"]))


Pieces: TypeAlias = Callable[[Introduction, Plan], Iterator[Piece]]
"""Tries an engine that said what it is under every rule set that a plan names; what it comes to, as it comes."""


def plan_for(plan: Plan, rules: str) -> Plan:
    """The part of a plan that is about one of the rule sets that it names; the effort is shared by their phases.

    >>> from ..telling.effort import Effort
    >>> whole = Plan(("tromp-taylor", "japanese-like"), Effort(count=4_000))
    >>> [str(plan_for(whole, name).effort) for name in whole.rules]
    ['1000n', '3000n']
    """
    phases = {name: number_of_phases(named_rules(name)) for name in plan.rules}
    return replace(plan, rules=(rules,), effort=plan.effort.part(phases[rules] / sum(phases.values())))


def number_of_phases(rules: Rules) -> int:
    """How many phases a game has: the more there are, the more there is to try.

    >>> number_of_phases(Rules())
    1
    """
    return sum(bool(rules.deciding(Decision.NEXT_PHASE, phase)) for phase in Phase if phase is not Phase.OVER)


def _by_rules_told(finding: OracleFinding) -> OracleFinding:
    disagreement = finding.disagreement
    return replace(finding, disagreement=replace(disagreement, rules=disagreement.setting.rules))


def _as_json(finding: OracleFinding) -> dict[str, Any]:
    disagreement = finding.disagreement
    names = ("aspect", "engine_said", "spec_says", "kind", "about", "exchange", "compared", "phase")
    return {
        "game": Story(disagreement.setting, disagreement.turns, rules_to_json(disagreement.setting.rules)).as_json(),
        **as_data(disagreement, *names),
        **as_data(finding.naming, "clauses", "as_if"),
        "held": list(finding.held),
        **as_data(finding, "excluded", "cut"),
    }


def _from_json(fields: Mapping[str, Any], name: str) -> OracleFinding:
    story, aspect = Story.from_json(fields["game"]), Aspect(fields["aspect"])
    rules_told = rules_from_json(dict(story.rules))
    disagreement = Disagreement(
        Setting.from_start(story.start, rules_told),
        rules_told,
        story.turns,
        aspect,
        _value(fields["engine_said"], aspect),
        _value(fields["spec_says"], aspect),
        tuple(fields["kind"]),
        frozenset(fields["about"]),
        tuple(fields["exchange"]),
        frozenset(map(Aspect, fields["compared"])),
        fields.get("phase"),
    )
    naming = Naming(tuple(fields["clauses"]), tuple(fields["as_if"]))
    return OracleFinding(disagreement, naming, fields["excluded"], (name,), bool(fields["cut"]), tuple(fields["held"]))


def _value(value: Any, aspect: Aspect) -> Value:
    if not isinstance(value, list):
        return None if value is None else value if isinstance(value, str | bool) else float(value)
    return frozenset(value) if aspect in _POINTS else tuple(value)
