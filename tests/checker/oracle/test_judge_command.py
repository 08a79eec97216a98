"""`superko judge`: its four answers, its exit statuses, and what it writes."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial, reduce
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.commands.judge_command import (
    badge,
    judge_command,
    junit,
    limits,
    reservations,
    sentences_about,
    sentences_of,
    text_of_clause,
)
from superko.checker.oracle import findings
from superko.checker.oracle.coverage import Judged, SmallGamesCovered
from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Introduction,
    Setting,
    TurnRefused,
    has_aspect,
    observation,
)
from superko.checker.oracle.findings import (
    Changes,
    OracleFinding,
    Report,
    add_run,
    changes_since,
    headline,
    last_run,
    report_as_json,
)
from superko.checker.oracle.naming import naming
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine, opener
from superko.checker.oracle.trial import refusal
from superko.checker.pages.explorer.addresses import read_address
from superko.checker.phase.machine import Model
from superko.checker.play.comparison import Lockstep, lines_of
from superko.checker.telling.effort import Effort
from superko.checker.telling.terminal import Exit
from superko.interpreter.game import Game
from superko.interpreter.json_lines import json_line
from superko.interpreter.notation import turn_text
from superko.interpreter.records.sgf import read_games, read_sgf
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.rules_files import named_rules
from superko.interpreter.story import Start
from superko.spec.presets import PRESETS
from tests.checker.oracle.engines.reference import ReferenceEngine

from . import engines_for_the_command

ENGINES = engines_for_the_command.__name__
QUICK = ("--effort", "500n", "--seed", "1", "--rules", "tromp-taylor", "--board", "3x2")


@cache
def diff(engine: str, *arguments: str) -> Result:
    """What the command answers for an engine; a run with the same arguments is made once."""
    asked = ["--engine", f"python:{ENGINES}:{engine}", *QUICK, *arguments]
    return CliRunner().invoke(judge_command, asked, env={"COLUMNS": "120"})


def report(engine: str, *arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(diff(engine, "--json", *arguments).stdout)
    return answer


def game_to_step_through(text: str) -> Game:
    """The game at the end of the first address that a report prints."""
    command = next(line for line in text.splitlines() if line.startswith("To step through it: "))
    address = read_address(shlex.split(command)[6])
    return reduce(Game.play, address.start.turns(address.turns), address.start.game(named_rules(address.rules)))


def test_a_disagreement_is_told_with_the_command_that_steps_through_it() -> None:
    (disagreement,) = report("ForbidsSuicide")["disagreements"]
    text = diff("ForbidsSuicide").stdout
    assert state_report(game_to_step_through(text))["legal"] == disagreement["spec_says"]
    assert "{" not in text


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("aga-like", "When Black starts with N stones, and so with two or more, White is given N - 1 points."),
        (
            "japanese-like,whiteHandicapBonus=N",
            "When Black starts with N stones, and so with two or more, White is given N points.",
        ),
        (
            "tromp-taylor",
            "Not in force here. When Black starts with N stones, and so with two or more, White is given N points. Or: "
            "When Black starts with N stones, and so with two or more, White is given N - 1 points.",
        ),
    ],
)
def test_of_a_clause_only_the_sentence_of_the_value_in_force_is_told(rules: str, text: str) -> None:
    assert text_of_clause("katago-v2/params/white-handicap-bonus", parse_rules(rules)) == text


def test_an_engine_that_breaks_is_reported_with_the_shortest_game_and_the_exchange() -> None:
    result = diff("Breaks")
    assert result.exit_code == 2
    assert result.stdout.startswith("[1] superko breaks (crashed) under tromp-taylor, on ")
    assert "RuntimeError: it can't count [/b]" in result.stdout, "nothing that an engine says is markup"
    answer = report("Breaks")
    assert answer["outcome"] == "errored"
    assert answer["disagreements"] == []
    (breakdown,) = answer["breakdowns"]
    assert (breakdown["width"] * breakdown["height"], len(breakdown["turns"])) == (2, 2)


NUMBER = np.int64(99)
WRONG = [
    *((Aspect.MARGIN, margin) for margin in (99, 99.5, Fraction(199, 2), NUMBER, None)),
    *((Aspect.SCORES, scores) for scores in ((99, 0), (99.5, 0.0), (NUMBER, NUMBER), None)),
    *((Aspect.CAPTURES, captures) for captures in ((99, 0), (99.0, 0.0))),
    *((aspect, points) for aspect in (Aspect.BLOCKED, Aspect.UNBLOCK) for points in ({"A1"}, frozenset({"A1"}))),
    *((Aspect.LEGAL, points) for points in (set[str](), frozenset[str]())),
    *((aspect, wrong) for aspect in (Aspect.OVER, Aspect.PASS_ENDS_PHASE) for wrong in (True, False)),
    *((Aspect.PLAYER, player) for player in "BW"),
    *((Aspect.PHASE, phase) for phase in ("cleanup1", "over")),
    *((Aspect.WINNER, winner) for winner in ("B", "W", "draw", None)),
    (Aspect.ENDING, "no-result"),
]


def exit_status_of_one_that_says(aspect: Aspect, value: Any, monkeypatch: pytest.MonkeyPatch) -> int:
    says = partial(ReferenceEngine, otherwise=lambda game, said: {aspect: value} if aspect in said else {})
    monkeypatch.setattr(engines_for_the_command, "Says", says, raising=False)
    asked = ["judge", "--engine", f"python:{ENGINES}:Says", "--rules", "tromp-taylor", "--effort", "60n", "--seed", "1"]
    result = CliRunner().invoke(main, asked)
    assert "engine said" in result.stdout
    return result.exit_code


@pytest.mark.parametrize(("aspect", "value"), WRONG)
def test_a_value_of_each_type_that_the_contract_allows_is_compared_and_shown(
    aspect: Aspect, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert exit_status_of_one_that_says(aspect, value, monkeypatch) == Exit.DIFFERENCE


def test_every_aspect_was_said_wrongly() -> None:
    assert {aspect for aspect, _ in WRONG} == EVERYTHING - {Aspect.BOARD}, "a wrong board needs one of the same size"


def judged(name: str, **seen: Any) -> Judged:
    return Judged(name, PRESETS[name], PRESETS[name], **seen)


AGREED = Counter(dict.fromkeys(EVERYTHING, 9))
AGREEMENT = Report(1, Introduction("some engine", "", EVERYTHING), rule_sets=(judged("aga", compared=AGREED),))


@pytest.mark.parametrize("name", PRESETS)
def test_what_the_rules_in_force_do_not_have_is_listed_nowhere(name: str) -> None:
    seen = judged(name, games=7, turns=7, compared=Counter({Aspect.BOARD: 7}))
    report = replace(AGREEMENT, rule_sets=(seen,))
    missing = {aspect for aspect in EVERYTHING if not has_aspect(PRESETS[name], aspect)}
    start = Setting(2, 2, rules=PRESETS[name]).game()
    answers = [observation(game) for line in lines_of(Lockstep([Model(start)]), 3) for game in line.games]
    for aspect in missing:
        assert len({said[aspect] for said in answers if aspect in said and said.get(Aspect.PHASE) != "over"}) <= 1
        assert aspect.value not in report_as_json(report)["aspects"]
        assert aspect.noun not in headline(report)
        assert aspect.noun not in " ".join(limits(report))
    assert (Aspect.BLOCKED in missing) is (name not in ("japanese-like", "japanese-1989"))


def test_an_engine_that_got_through_a_few_games_says_so_in_the_first_line() -> None:
    rule_sets = (judged("tromp-taylor", games=145, turns=374, compared=AGREED),)
    slow = replace(AGREEMENT, rule_sets=rule_sets, seconds=14.0)
    assert headline(slow).endswith("it got through 10 games a second.")
    assert "a second" not in headline(replace(slow, seconds=1.0))


def test_rules_under_which_no_turn_was_compared_are_not_agreed_with() -> None:
    tried = judged("aga", games=1, turns=9, compared=AGREED), judged("wmsg", games=1)
    assert "agrees with aga in" in headline(replace(AGREEMENT, rule_sets=tried))


def test_games_of_which_one_of_a_class_was_played_are_not_called_every_game() -> None:
    each = SmallGamesCovered("2x1", 3, 20, everything=True, played=20, each=True)
    covered = {("2x1", True): each, ("2x2", False): SmallGamesCovered("2x2", 8, 900, False, 70)}
    text = list(sentences_about(judged("aga", games=90, turns=90, small_games=covered)))
    assert text[1:3] == [
        "aga: each game was played: 20 games of any length on 2x1.",
        "aga: one of each class of games that the rules can't tell apart was played: 70 of 900 games of up to 8 turns "
        "on 2x2.",
    ]


def test_the_json_has_what_a_program_needs_to_replay_it() -> None:
    answer = report("ForbidsSuicide")
    assert (answer["outcome"], answer["seed"]) == ("disagree", 1)
    assert answer["games"] > 0
    assert answer["turns_compared"] > 0
    (disagreement,) = answer["disagreements"]
    record = read_sgf(disagreement["sgf"].encode())
    assert (record.start.width, record.start.height, len(record.turns)) == (
        disagreement["width"],
        disagreement["height"],
        len(disagreement["turns"]),
    )
    assert set(disagreement["spec_says"]) - set(disagreement["engine_said"]) == set(disagreement["about"])


@pytest.mark.thorough
def test_a_run_tells_what_changed_since_the_one_before_it_in_its_results(tmp_path: Path) -> None:
    """Given a history, when an engine is judged again, then what is new and what is gone stands below the headline."""
    ran = ("--results", str(tmp_path / "results.jsonl"))
    again = diff.__wrapped__  # A run with the same arguments is made once more.
    first, wrong, same = (again(engine, *ran) for engine in ("Honest", "ForbidsSuicide", "ForbidsSuicide"))
    right = json.loads(again("Honest", *ran, "--json").stdout)
    since = "Since the run of 20"
    assert since not in first.stdout
    changed = " ".join(wrong.stdout.split())
    assert since in changed
    assert ", the outcome changed from agree to disagree. New: legal (katago-v2/move/suicide-ban) on " in changed
    assert "nothing changed." in same.stdout
    assert right["changes"]["outcomes"] == ["disagree", "agree"]
    assert [finding["clauses"] for finding in right["changes"]["gone"]] == [["katago-v2/move/suicide-ban"]]
    assert right["changes"]["new"] == []


def test_folders_of_what_is_written_are_made_before_anything_is_tried(tmp_path: Path) -> None:
    results, records = tmp_path / "new" / "results.jsonl", tmp_path / "other" / "records"
    assert diff("Honest", "--results", str(results), "--output", str(records)).exit_code == 0
    assert (records.is_dir(), len(results.read_text().splitlines())) == (True, 1)
    (tmp_path / "file").write_text("")
    refused = diff("Honest", "--output", str(tmp_path / "file" / "records"))
    assert (refused.exit_code, refused.stdout) == (2, "")


COUNTED = ("--effort", "300n")


@pytest.mark.thorough
def test_what_was_found_before_an_interruption_is_shown() -> None:
    result = diff("IsInterrupted", *COUNTED)
    assert result.exit_code == 130
    assert "Interrupted. Until then: forbids?" in result.stdout.replace("\\x1b[2J", "?")
    assert "katago-v2/move/suicide-ban" in result.stdout
    assert report("IsInterrupted", *COUNTED)["interrupted"]


def test_what_was_not_tried_and_what_never_acted_is_said() -> None:
    text = diff("Honest", "--effort", "5n", "--coverage").stdout
    assert "Not tried: 19 other presets, " in text
    assert "what undo leads back to." in text
    assert "hasButton=yes" in text
    assert "Never: katago-v2/" in text
    assert "random games on 3x2 (" in text


def test_what_was_found_is_told_before_how_it_was_tried() -> None:
    text = diff("ForbidsSuicide", "--coverage").stdout
    parts = "To step through it", "Not compared: ", "tromp-taylor: random games on", "turns compared\n"
    assert sorted(parts, key=text.index) == [*parts]


def test_rules_under_which_an_engine_was_given_up_are_named() -> None:
    sentences = list(reservations(judged("aga", games=9, breakdowns=9)))
    assert sentences == ["aga was given up after 9 games, as the engine broke 9 times."]


REFUSALS = [
    (Start(2, 1), "pass", "pass is legal."),
    (Start(2, 1), "A1", "A1 is legal: no other board stood before this one."),
    (
        Start.at(".XO."),
        "A1",
        "A1 is legal, though it captures stones of the player's own: no other board stood before this one.",
    ),
]


@pytest.mark.parametrize(("start", "turn", "sentence"), REFUSALS)
def test_a_legal_turn_that_was_refused_is_told_with_what_it_may_have_been_taken_for(
    start: Start, turn: str, sentence: str
) -> None:
    """In the report, and in the record as a variation; a pass that was refused could not be recorded at all."""
    rules = parse_rules("ko=SIMPLE,suicide=yes")
    game = start.game(rules)
    refused = refusal(game, TurnRefused(turn, "no"), rules)
    finding = OracleFinding(refused, *naming(refused), ("ko=SIMPLE,suicide=yes",))
    assert next(sentences_of(finding, game)) == sentence
    (tree,) = read_games(finding.sgf)
    assert [[turn_text(game.grid, taken) for _, taken in tree.record(n).turns] for n in (1, 2)] == [[], [turn]]
    assert tree.number_of_variations == 2
    assert tree.comments(2)[1] == sentence
    assert f"{turn} is refused: no, and the rules say that it is legal" in tree.comments()[0]


def test_a_record_says_what_it_is_about_when_it_is_replayed(tmp_path: Path) -> None:
    assert diff("ForbidsSuicide", "--output", str(tmp_path / "games")).exit_code == 1
    (file,) = (tmp_path / "games").iterdir()
    text = " ".join(CliRunner().invoke(main, ["replay", str(file), "--rules", "tromp-taylor"]).stdout.split())
    assert "Note: The record says at its end: Asked which moves are legal, the engine says " in text
    (tree,) = read_games(file.read_bytes())
    assert [*tree.comments().values()][-1].endswith(": katago-v2/move/suicide-ban.")
    assert b"MA[" in file.read_bytes()
    about = json.loads(diff("ForbidsSuicide", "--json").stdout)["disagreements"][0]["about"]
    assert [turn_text(tree.record().start.grid, tree.record(n + 2).turns[-1][1]) for n in range(len(about))] == about


def test_the_first_disagreement_ends_a_run_where_that_is_asked_for() -> None:
    whole, first = (report("CountsStonesOnly", *more) for more in ((), ("--first",)))
    assert len(first["disagreements"]) == 1
    assert first["games"] < whole["games"]


def suites(xml: bytes) -> dict[str, dict[str, tuple[str, str]]]:
    """For each suite of JUnit XML and each case in it: what it came to, and why."""
    parsed: dict[str, dict[str, tuple[str, str]]] = {}
    for suite in ElementTree.fromstring(xml):
        cases = parsed[suite.attrib["name"]] = {}
        for case in suite:
            (outcome,) = [(child.tag, child.attrib["message"] + (child.text or "")) for child in case] or [("", "")]
            cases[case.attrib["name"]] = outcome
        kinds = [kind for kind, _ in cases.values()]
        numbers = len(suite), *map(kinds.count, ("failure", "error", "skipped"))
        assert numbers == tuple(int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped"))
    return parsed


@pytest.mark.parametrize(
    ("engine", "status", "kind", "says", "message"),
    [
        ("Honest", 0, "", (), "agrees"),
        (
            "ForbidsSuicide",
            1,
            "failure",
            ("engine says", "and the rules say", "superko show '#/", "(;FF[4]"),
            "1 disagreement",
        ),
        ("Breaks", 2, "error", ("whether it answers", "RuntimeError: it can't count"), "errored"),
        ("PlaysNothing", 2, "error", ("was skipped",), "skipped"),
    ],
)
def test_build_servers_and_badges_show_what_was_found(
    engine: str, status: int, kind: str, says: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    files = tmp_path / "junit.xml", tmp_path / "badge.json"
    assert diff(engine, "--junit", str(files[0]), "--badge", str(files[1])).exit_code == status
    cases = [case for suite in suites(files[0].read_bytes()).values() for case in suite.items()]
    bad = [(name, why) for name, (outcome, why) in cases if outcome in ("failure", "error")]
    assert {outcome for _, (outcome, _) in cases} - {"", "skipped"} == {kind} - {""}
    assert len(bad) == (status > 0)
    assert all(text in bad[0][1] for text in says)
    assert engine != "ForbidsSuicide" or "legal: katago-v2/move/suicide-ban" in dict(bad)
    color = "red" if status else "green"
    shown = {"schemaVersion": 1, "label": "rules of Go", "message": message, "color": color}
    assert json.loads(files[1].read_bytes()) == shown


def test_an_aspect_passes_only_under_the_rules_under_which_it_was_compared() -> None:
    seen = judged("aga", turns=9, compared=Counter({Aspect.BOARD: 9, Aspect.SCORES: 1}))
    unseen = judged("wmsg", turns=9, compared=Counter({Aspect.BOARD: 9}))
    whole = replace(AGREEMENT, rule_sets=(seen, unseen))
    cases = suites(junit(whole))
    assert cases["aga"]["scores"] == cases["wmsg"]["board"] == ("", "")
    assert cases["wmsg"]["scores"] == ("skipped", "no game reached it")


def test_what_was_compared_under_each_rule_set_adds_up_to_what_was_compared() -> None:
    plan = Plan(rules=("aga", "japanese-like"), effort=Effort(count=300), seed=1)
    tried = judge_engine(opener(f"python:{ENGINES}:Honest", 10), plan)
    counts = [rule_set.compared for rule_set in tried.rule_sets]
    assert counts[0] + counts[1] == tried.compared
    assert all(counts)


@pytest.mark.parametrize(
    "hostile", ["".join(map(chr, range(160))), "\ufffe\uffff\ud800", "]]></failure>&lt;<!--", "\u2028\u202e"]
)
def test_no_text_of_an_engine_breaks_the_xml(hostile: str) -> None:
    rules = PRESETS["tromp-taylor"]
    refused = replace(refusal(Start(2, 1).game(rules), TurnRefused("A1", hostile), rules), exchange=(hostile,))
    finding = OracleFinding(refused, *naming(refused), ("tromp-taylor",))
    tried = replace(AGREEMENT, rule_sets=(judged("tromp-taylor", compared=AGREED),), findings=(finding,))
    assert [kind for kind, _ in suites(junit(tried))["tromp-taylor"].values()].count("failure") == 1
    ((_, why),) = suites(junit(Report(1, broke=hostile, exchange=(hostile,))))["the whole run"].values()
    assert all(symbol.isprintable() or symbol == "\n" for symbol in why)
    assert badge(replace(tried, interrupted=True))["message"] == "interrupted"
    assert "outcome" in suites(junit(replace(tried, interrupted=True)))["the whole run"]


# Results files: runs, one that was cut off, and what changed between two.


ROOT = Path(__file__).parents[3]

FORGETS_SUPERKO = {
    "aspect": "legal",
    "about": ["B1"],
    "engine_said": ["B1"],
    "clauses": ["katago-v2/main/legal-superko"],
    "turns": ["A1", "pass"],
    "width": 2,
    "height": 1,
}
OF_NO_REPORT = '{"run": "today", "outcome": "agree"}\n'
FORBIDS_SUICIDE = FORGETS_SUPERKO | {"engine_said": [], "clauses": ["katago-v2/move/suicide-ban"]}


def report_of(outcome: str, *disagreements: dict[str, object]) -> dict[str, object]:
    return {"outcome": outcome, "disagreements": list(disagreements), "breakdowns": []}


def changes_between(old: dict[str, object], new: dict[str, object]) -> Changes:
    return changes_since({"run": "", **old}, new)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def test_the_last_of_the_runs_is_what_the_next_is_compared_with(path: Path) -> None:
    assert last_run(path) is None
    for outcome in ("disagree", "agree"):
        add_run(path, "today", report_of(outcome))
    assert last_run(path) == {"run": "today", **report_of("agree")}


@pytest.mark.parametrize(
    "text", ["\n", "not JSON\n", '{"kind": "header", "schema": 1}\n', "[1]\n", OF_NO_REPORT, "mine"]
)
def test_other_files_are_told_from_results_files_and_left_as_they_are(path: Path, text: str) -> None:
    for before in ("", json_line({"run": "today", **report_of("agree")}).decode()):
        path.write_text(before + text)
        with pytest.raises(ValueError, match=r"is no results file of this version: line \d is no run"):
            last_run(path)
        assert path.read_text() == before + text


def test_what_changed_is_told_by_aspect_way_and_clauses() -> None:
    old = report_of("disagree", FORGETS_SUPERKO)
    new = report_of("disagree", FORBIDS_SUICIDE, FORGETS_SUPERKO | {"turns": ["B1", "pass"]})
    changes = changes_between(old, new)
    assert [finding["clauses"] for finding in changes.new] == [["katago-v2/move/suicide-ban"]]
    assert [finding["turns"] for finding in changes.still] == [["B1", "pass"]]
    assert changes.gone == ()
    assert changes.any


def test_a_changed_outcome_is_a_change() -> None:
    assert changes_between(report_of("errored"), report_of("agree")).any


def test_two_findings_by_one_name_are_compared_one_by_one() -> None:
    two = report_of("disagree", FORGETS_SUPERKO, FORGETS_SUPERKO | {"turns": ["B1", "pass"]})
    changes = changes_between(two, report_of("disagree", FORGETS_SUPERKO))
    assert len(changes.gone) == 1


ACTION = (ROOT / ".github/actions/judge/action.yml").read_text(encoding="utf-8")
INPUTS = re.findall(r"^  (\w+):\n", ACTION.partition("inputs:")[2].partition("runs:")[0], re.MULTILINE)


def test_the_action_uses_each_of_its_inputs_and_the_page_names_no_other() -> None:
    page = Path(findings.__file__).with_name("README.md").read_text(encoding="utf-8")
    (given,) = re.findall(r"- { uses: OWNER/superko/.github/actions/judge@main, with: {(.*)} }\n", page)
    assert INPUTS == ["engine", "rules", "effort"]
    assert {*INPUTS} == {*re.findall(r"\$\{\{ inputs\.(\w+) \}\}", ACTION)}
    named = re.findall(r'(\w+): "([^"]*)"', given)
    assert [name for name, _ in named] == INPUTS[:2]
    (effort,) = re.findall(r"default: (\w+)\n", ACTION)
    asked = [part for name, value in [*named, ("effort", effort)] for part in (f"--{name}", value)]
    assert judge_command.make_context("judge", asked).params


def test_the_action_keeps_what_it_found_for_the_next_run_also_where_it_fails() -> None:
    """Each save has a key of its own, and the newest of those with its beginning is restored."""
    restore, save = re.findall(r"uses: actions/cache/(?:restore|save)@\w{40} .*\n(?: {6}.*\n)+", ACTION)
    (key,) = {*re.findall(r" key: (.*)\n", restore + save)}
    (beginning,) = re.findall(r"restore-keys: (.*)\n", restore)
    assert key.startswith(beginning)
    assert {*re.findall(r" path: (.*)\n", restore + save)} == {*re.findall(r"--results (\S+)", ACTION)}
    assert f"- if: always()\n      {save}" in ACTION
    assert ACTION.index(restore) < ACTION.index("--results") < ACTION.index(save)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="The action is for Linux and macOS.")
@pytest.mark.parametrize(
    ("engine", "status", "message"), [("ForbidsSuicide", 1, "2 disagreements"), ("Honest", 0, "agrees")]
)
def test_the_action_ends_as_judge_does_and_keeps_what_was_found(
    engine: str, status: int, message: str, tmp_path: Path
) -> None:
    """Its script is run as a workflow runs it, under two rule sets."""
    program = tmp_path / "superko" / "bin" / "superko"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m superko "$@"\n')
    program.chmod(0o755)
    script = textwrap.dedent(ACTION.rpartition("run: |\n")[2].partition("    - if")[0])
    given = {"ENGINE": f"python:{ENGINES}:{engine}", "RULES": "tromp-taylor ko=SIMPLE", "EFFORT": "500n"}
    kept = {"RUNNER_TEMP": str(tmp_path), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"), "PYTHONPATH": str(ROOT)}
    asked = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(
        asked, cwd=tmp_path, env=os.environ | given | kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    assert (tmp_path / "summary").read_text(encoding="utf-8") == done.stdout
    assert json.loads((tmp_path / "judged" / "badge.json").read_bytes())["message"] == message
    suites = ElementTree.parse(tmp_path / "judged" / "junit.xml").getroot()
    assert [suite.get("name") for suite in suites] == given["RULES"].split()
    assert len(list((tmp_path / "judged" / "games").iterdir())) == 2 * status
    assert last_run(tmp_path / "judged" / "runs.jsonl")
