"""The result of a run of the oracle: its findings and its answer, as values, as JSON, and in files of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

from ...interpreter.drawing import picture_of, svg, with_pictures
from ...interpreter.files import contents, write_file
from ...interpreter.json_lines import json_line, parse_json
from ...interpreter.notation import parse_turn
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.rule_names import rules_to_json
from ...interpreter.rules_files import as_named
from ...interpreter.wording import counted
from ...spec.registry import statements_of
from ..telling.data import as_data
from .coverage import Judged
from .engine import EVERYTHING, Aspect, Introduction, Value, has_aspect
from .engines.process import printable
from .trial import REFUSED, Disagreement, why

_GAMES_A_SECOND = 30
_SECONDS_TO_BE_SLOW = 5


class OracleAnswer(Enum):
    """The four answers of the oracle."""

    AGREE = "agree"
    DISAGREE = "disagree"
    SKIPPED = "skipped"
    ERRORED = "errored"

    @property
    def exit_status(self) -> int:
        """What the command exits with: 0 if the engine agrees, 1 if not, 2 if it could not be judged."""
        return {OracleAnswer.AGREE: 0, OracleAnswer.DISAGREE: 1}.get(self, 2)


@dataclass(frozen=True)
class OracleFinding:
    """A disagreement, as small as it was made.

    Attributes:
        disagreement: the game, and what each side says.
        clauses: the ids of the clauses that the engine goes against.
        as_if: the changes of the rules that explain it, in words; each with the number of games in which the
            engine was judged by it, and agreed: such as come out otherwise by the rules in force.
        under: the names of the rule sets under which the game shows it.
        excluded: no game on its board of up to this many turns shows it: each was played; None where that was not
            found out.
        cut: whether the time to make it smaller ran out.
    """

    disagreement: Disagreement
    clauses: tuple[str, ...]
    as_if: Mapping[str, int]
    under: tuple[str, ...]
    excluded: int | None = None
    cut: bool = False

    @property
    def shortest(self) -> bool:
        """Whether every shorter game on its board was found not to show it."""
        longest_shorter = self.disagreement.length - 1
        excluded = longest_shorter < 0 or self.excluded == longest_shorter
        return excluded and self.disagreement.is_tied_to_the_game

    def __str__(self) -> str:
        """The game, and what each side says then, in one sentence."""
        shown, turns = self.disagreement, " ".join(self.disagreement.turns) or "no turn"
        return f"Under {', '.join(self.under)}, on {shown.setting.grid} after {turns}, {self.asked}."

    @property
    def asked(self) -> str:
        """What the engine was asked, and what each side says, with the clauses that say it."""
        shown = self.disagreement
        said = value_text(shown.engine_said)
        says = "that it is legal" if REFUSED in shown.kind else value_text(shown.spec_says)
        clauses = f": {', '.join(self.clauses)}" if self.clauses else ""
        undone = f" once {', '.join(shown.undone)} was taken back by undo" if shown.undone else ""
        return f"asked {shown.aspect.wording}{undone}, the engine says {said}, and the rules say {says}{clauses}"

    @property
    def sgf(self) -> bytes:
        """The game as an SGF file: a comment at its end, and each turn at issue as a variation that says why.

        So is the first of those that were taken back.
        """
        game, player = self.disagreement.game(), self.disagreement.game().position.player
        turns = [] if game.over else [(player, turn, why(game, turn)) for turn in self.disagreement.at_issue]
        undone = [parse_turn(game.grid, turn) for turn in self.disagreement.undone[:1]]
        turns += [(player, turn, "This was played, and taken back by undo.") for turn in undone]
        return write_sgf(record_of(game), f"A{self.asked[1:]}.", turns)

    def _repr_html_(self) -> str:
        """The same, with the board, as notebooks show it."""
        return with_pictures(str(self), svg(picture_of(self.disagreement.game().record)))


@dataclass(frozen=True)
class Report:
    """What came out of trying an engine.

    Attributes:
        seed: what chance started from.
        introduction: what the engine says of itself; None if it could not be had.
        skipped: why it could not be had, or "".
        broke: why it broke before it was tried, or ""; then with the last lines exchanged.
        deviations: the names of the deviations that were allowed for.
        without: the aspects that were not to be compared.
        rule_sets: how it was tried under each rule set.
        findings: the disagreements, each once.
        not_tried: what of the rules was not tried, in words.
    """

    seed: int
    introduction: Introduction | None = None
    skipped: str = ""
    broke: str = ""
    exchange: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    without: frozenset[Aspect] = frozenset()
    rule_sets: tuple[Judged, ...] = ()
    findings: tuple[OracleFinding, ...] = ()
    seconds: float = 0.0
    interrupted: bool = False
    not_tried: tuple[str, ...] = ()

    @property
    def compared(self) -> Mapping[Aspect, int]:
        """In how many turns each aspect was compared."""
        return sum((rule_set.compared for rule_set in self.rule_sets), Counter[Aspect]())

    @property
    def taken_back(self) -> int:
        """How many of the turns were compared once those that followed were taken back."""
        return sum(rule_set.taken_back for rule_set in self.rule_sets)

    @property
    def games(self) -> int:
        """How many games were played to the engine."""
        return sum(rule_set.games for rule_set in self.rule_sets)

    @property
    def turns(self) -> int:
        """How many turns were compared."""
        return sum(rule_set.turns for rule_set in self.rule_sets)

    @property
    def disagreements(self) -> tuple[OracleFinding, ...]:
        """The findings in which the engine says otherwise than the rules."""
        return tuple(finding for finding in self.findings if finding.disagreement.aspect is not Aspect.ANSWER)

    @property
    def breakdowns(self) -> tuple[OracleFinding, ...]:
        """The findings in which the engine fails to answer."""
        return tuple(finding for finding in self.findings if finding.disagreement.aspect is Aspect.ANSWER)

    @property
    def outcome(self) -> OracleAnswer:
        """The answer: a disagreement counts more than a breakdown, and agreement needs something to agree on."""
        if self.disagreements:
            return OracleAnswer.DISAGREE
        if self.broke or self.findings:
            return OracleAnswer.ERRORED
        return OracleAnswer.AGREE if any(self.compared.values()) else OracleAnswer.SKIPPED

    def __str__(self) -> str:
        """The answer, and a sentence for each finding."""
        return "\n".join([headline(self), *map(str, self.findings)])

    def _repr_html_(self) -> str:
        """The same, with the board of each finding, as notebooks show it."""
        return "".join([with_pictures(headline(self)), *(finding._repr_html_() for finding in self.findings)])

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """What could have been compared: whatever one of the rule sets that were tried has."""
        tried = [rule_set.rules_told for rule_set in self.rule_sets if rule_set.turns]
        named = (aspect for aspect in Aspect if aspect in EVERYTHING)
        return tuple(aspect for aspect in named if not tried or any(has_aspect(rules, aspect) for rules in tried))

    def not_compared(self) -> Mapping[Aspect, str]:
        """The aspects in which nothing was compared, and why."""
        claimed = self.introduction.aspects if self.introduction else frozenset()
        untold = "the engine does not tell" if self.introduction else "the engine could not be asked"
        return {
            aspect: "left out on request"
            if aspect in self.without
            else ("no game reached it" if aspect in claimed else untold)
            for aspect in self.aspects
            if not self.compared.get(aspect)
        }


def value_text(value: Value) -> str:
    """What an engine or the rules say, in words."""
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(f"{part:g}" for part in value)
    return "nothing" if value is None else printable(value if isinstance(value, str) else f"{value:g}")


def headline(report: Report) -> str:
    """The answer, in one sentence.

    >>> headline(Report(seed=0, skipped="No engine is there."))
    'The engine was skipped: No engine is there.'
    """
    if report.skipped:
        return f"The engine was skipped: {printable(report.skipped)}"
    if report.introduction is None:
        return f"The engine broke before it could be asked anything: {printable(report.broke)}"
    name = printable(f"{report.introduction.name} {report.introduction.version}".strip())
    if report.interrupted:
        name = f"Interrupted. Until then: {name}"
    names = ", ".join(rule_set.name for rule_set in report.rule_sets if rule_set.turns)
    match report.outcome:
        case OracleAnswer.AGREE:
            return f"{name} agrees with {names}{_except(report)}{_on_what(report)}."
        case OracleAnswer.DISAGREE:
            under = ", ".join(dict.fromkeys(rules for finding in report.disagreements for rules in finding.under))
            number = counted(len(report.disagreements), "disagreement")
            return f"{name} disagrees with {under}{_except(report)}: {number}."
        case OracleAnswer.ERRORED:
            return f"{name} broke, {counted(len(report.findings), 'way')}; it did not disagree before."
    return f"{name} was skipped: nothing could be compared."


def _on_what(report: Report) -> str:
    """What an agreement rests on: what was compared, in how many games, and what was not."""
    games = f"in {counted(report.games, 'game')}"
    lacking = [aspect.noun for aspect in report.not_compared()]
    if lacking:
        compared = _all_of([aspect.noun for aspect in report.aspects if report.compared.get(aspect)])
        games = f"on {compared}, {games}; {_all_of(lacking)} were not compared"
    slow = report.seconds > _SECONDS_TO_BE_SLOW and report.games < _GAMES_A_SECOND * report.seconds
    return f" {games}" + (f"; it got through {report.games / report.seconds:.0f} games a second" if slow else "")


def _all_of(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _except(report: Report) -> str:
    clauses = dict.fromkeys(clause for rule_set in report.rule_sets for clause in rule_set.set_aside)
    if not clauses:
        return ""
    of_documents = [clause for clause in clauses if statements_of(clause)]
    declared = ", ".join(report.deviations)
    if not of_documents:
        return f", except for what it declares ({declared})"
    return f", except for {', '.join(of_documents)}, which it declares to set aside ({declared})"


def report_as_json(report: Report) -> dict[str, Any]:
    """A report as a JSON object."""
    introduction = report.introduction
    compared = {aspect: {"compared": number} for aspect, number in report.compared.items() if number}
    skipped = {aspect: {"skipped": reason} for aspect, reason in report.not_compared().items()}
    return {
        "engine": introduction.name if introduction else None,
        "version": introduction.version if introduction else None,
        "outcome": report.outcome.value,
        "seed": report.seed,
        "games": report.games,
        "turns_compared": report.turns,
        "taken_back": report.taken_back,
        "seconds": round(report.seconds, 1),
        "not_tried": list(report.not_tried),
        **({"interrupted": True} if report.interrupted else {}),
        "aspects": {aspect.value: (compared | skipped)[aspect] for aspect in report.aspects},
        "deviations": list(report.deviations),
        "rule_sets": [_rule_set(rule_set) for rule_set in report.rule_sets],
        "disagreements": list(map(finding_as_json, report.disagreements)),
        "breakdowns": list(map(finding_as_json, report.breakdowns)),
        **({"skipped": report.skipped} if report.skipped else {}),
        **({"broke": report.broke, "exchange": list(report.exchange)} if report.broke else {}),
    }


def finding_as_json(finding: OracleFinding) -> dict[str, Any]:
    """A finding as a JSON object, with the game as the text of an SGF file."""
    disagreement = finding.disagreement
    setting = disagreement.setting
    start = {"board": setting.board, "player": setting.player.value, "phase": setting.phase.value}
    return {
        "rules": rules_to_json(setting.rules),
        "named": as_named(setting.rules, *finding.under),
        "under": list(finding.under),
        **as_data(setting, "width", "height"),
        **(start if setting.is_set_up else {}),
        "turns": list(disagreement.turns),
        **({"undone": list(disagreement.undone)} if disagreement.undone else {}),
        "aspect": disagreement.aspect.value,
        "about": sorted(disagreement.about),
        "engine_said": as_data(disagreement.engine_said),
        "spec_says": as_data(disagreement.spec_says),
        "clauses": list(finding.clauses),
        "as_if": list(finding.as_if),
        "as_if_games": list(finding.as_if.values()),
        "shortest": finding.shortest,
        **({"cut": True} if finding.cut and not finding.shortest else {}),
        "sgf": finding.sgf.decode(),
        **({"exchange": list(disagreement.exchange)} if disagreement.exchange else {}),
    }


def _rule_set(rule_set: Judged) -> dict[str, Any]:
    fields: dict[str, Any] = {"name": rule_set.name, "rules": rules_to_json(rule_set.rules_told)}
    if rule_set.skipped:
        return fields | {"skipped": rule_set.skipped}
    covered = [
        {
            "board": games.board,
            "depth": games.turns,
            "games": games.games,
            "all": games.everything,
            "played": games.played,
        }
        for games in rule_set.coverage
    ]
    fields |= {"games": rule_set.games, "turns_compared": rule_set.turns, "covered": covered}
    fields |= {"boards": dict(rule_set.boards), "acted": dict(rule_set.acted)}
    fields |= {"except": list(rule_set.set_aside)} if rule_set.set_aside else {}
    return fields | ({"given_up_after": rule_set.breakdowns} if rule_set.given_up else {})


JsonObject: TypeAlias = Mapping[str, Any]
_OF_A_RUN = frozenset({"outcome", "disagreements", "breakdowns"})
"""Without these nothing can be compared with another run."""


def last_run(path: Path) -> JsonObject | None:
    """The last of the runs that a file holds, which can be written to; None where it holds none yet.

    Raises:
        ValueError: the file holds something else than runs, one JSON object a line.
    """
    runs = [_run(path, number, line) for number, line in enumerate(_held(path).splitlines(), start=1)]
    write_file(path, _held(path))
    return runs[-1] if runs else None


def add_run(path: Path, time: str, fields: JsonObject) -> None:
    """Add a run to a file of them, which stays as it was if that fails."""
    write_file(path, _held(path) + json_line({"run": time, **fields}))


def _held(path: Path) -> bytes:
    return contents(str(path))[0] if path.is_file() else b""


def _run(path: Path, number: int, line: bytes) -> JsonObject:
    try:
        value = parse_json(line)
    except ValueError:
        value = None
    if not isinstance(value, dict) or not value.keys() >= _OF_A_RUN | {"run"}:
        raise ValueError(f"{path} is no results file of this version: line {number} is no run.")
    return value


@dataclass(frozen=True)
class Changes:
    """What changed from a run to the next one: outcomes, and what only one of them found, or both.

    It is said when the older run was made, and what it tried, if that was another engine.
    """

    since: str
    outcomes: tuple[str, str]
    gone: tuple[JsonObject, ...]
    new: tuple[JsonObject, ...]
    still: tuple[JsonObject, ...]

    @property
    def any(self) -> bool:
        """Whether anything changed."""
        return bool(self.gone or self.new) or len({*self.outcomes}) > 1


def changes_since(old: JsonObject, new: JsonObject) -> Changes:
    """What changed from a run to a later one; findings are known by aspect, clauses, and what is allowed."""
    before, after = (_by_name(report) for report in (old, new))
    other = old["asked"] if old.get("asked") != new.get("asked") else ""
    return Changes(
        f"{old['run']}, which tried {other}," if other else old["run"],
        (old["outcome"], new["outcome"]),
        tuple(finding for name, finding in before.items() if name not in after),
        tuple(finding for name, finding in after.items() if name not in before),
        tuple(finding for name, finding in after.items() if name in before),
    )


def _by_name(report: JsonObject) -> dict[tuple[object, ...], JsonObject]:
    """The findings of a report by name; of several with one name, each with its number among them."""
    times: Counter[tuple[str, ...]] = Counter()
    by_name: dict[tuple[object, ...], JsonObject] = {}
    for finding in (*report["disagreements"], *report["breakdowns"]):
        name = _name(finding)
        by_name[(*name, times[name])] = finding
        times[name] += 1
    return by_name


def _name(finding: JsonObject) -> tuple[str, ...]:
    kind = "allowed" if set(finding["about"]) & set(finding["engine_said"] or ()) else "not allowed"
    way = (kind if finding["about"] else "") + (" once undone" if "undone" in finding else "")
    return (finding["aspect"], way, *finding["clauses"])
