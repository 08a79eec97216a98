"""Rules in a Python file: what every command makes of them, amended or not."""

from __future__ import annotations

import io
import json
import linecache
from pathlib import Path
from typing import Any, ClassVar

import click
import pytest
from click.testing import CliRunner, Result

import superko
from superko.checker.command_line import SENTENCES, main
from superko.checker.commands.findings_report import naming
from superko.checker.evidence import runner
from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.choosing import askable
from superko.checker.evidence.runner import Trouble
from superko.checker.evidence.verdict import Outcome
from superko.checker.map import ends
from superko.checker.phase.past import CannotBeRead
from superko.checker.proofs import endless, left_open, phase_ends
from superko.checker.solving.certificate import with_digest
from superko.checker.sweeps.__main__ import main as sweep
from superko.checker.telling.terminal import Exit
from superko.interpreter.referee import serve
from superko.interpreter.rule_names import rules_to_json
from superko.interpreter.rules_files import named_rules
from superko.interpreter.sources import OutsideLanguage
from superko.interpreter.story import Start, Story
from superko.spec import registry
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Record

TWO_PASSES = "katago-v2/main/end-two-passes"
TEXT = '''
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause


def three_passes(record):
    """Three consecutive passes end the game."""
    return record.pass_run >= 3


def failing(record):
    """The game ends with bad luck."""
    raise RuntimeError("no luck")


PLAIN = PRESETS["aga-area"]
RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", three_passes)
FREE = PRESETS["tromp-taylor"].dropping("katago-v2/main/legal-superko").adding(
    make_clause(lambda record: record.turn >= 9, "house/nine", decides=Decision.GAME_ENDS, text="Nine turns.")
)
BROKEN = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", failing)
'''
GAME = "(;GM[1]FF[4]SZ[2];B[aa];W[];B[];W[])"

SLY = f'''
import os
from superko.checker.proofs import left_open
from superko.spec.rules import Rules
from superko.spec.vocabulary import Record


def two(record):
    """Two passes end it."""
    return record.pass_run >= 2


def sly(record):
    """Two passes end it, or so it looks."""
    return record.pass_run >= 2 and record.ends


with open("processes", "a") as processes:
    print(os.getpid(), file=processes)
left_open.unread = lambda rules: ""
Record.ends = property(lambda record: type(record.turn) is not int)
READ, SLY = (Rules().replacing("{TWO_PASSES}", function) for function in (two, sly))
'''
SPOILT = """
from superko.checker.evidence import runner
from superko.checker.map import ends
from superko.checker.proofs import endless, phase_ends
from superko.spec.presets import PRESETS


def anything(record, play):
    '''Nothing is forbidden.'''
    return True


phase_ends.refuted = lambda query: True
endless.goes_on_forever = lambda endless: False
runner.decide = ends.phase_proof = None
PLAIN = PRESETS["tromp-taylor"]
ENDLESS = PLAIN.replacing("katago-v2/main/legal-superko", anything)
"""
REGISTERS = '''
from superko.spec.registry import Decision, clause
from superko.spec.rules import Rules


@clause("katago-v2/main/end-sometimes", decides=Decision.PHASE_ENDS)
def sometimes(record):
    """It ends sometimes."""
    return hash(record.state) % 2


RULES = Rules()
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "game.sgf").write_text(GAME, encoding="ascii")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(main, list(arguments))


def json_of(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


# What is told by these commands is told of the documents alone.
ABOUT_DOCUMENTS = {"report", "map"}


@pytest.mark.usefixtures("folder")
class TestEveryCommand:
    ASKED = (
        ("check", "--claim", "benson", "--board", "2x2", "--rules"),
        ("check", "--list", "--rules"),
        ("compare", "--board", "1x1", "mine.py:RULES"),
        ("compare", "--values", "--board", "1x1", "mine.py:RULES"),
        ("explore", "--rules"),
        ("graph", "2x1", "--rules"),
        ("gtp", "--rules"),
        ("judge", "--engine", "python:nothing:nothing", "--rules"),
        ("perft", "1x1", "--rules"),
        ("play", "1x1", "pass", "--rules"),
        ("referee", "--rules"),
        ("replay", "game.sgf", "--rules"),
        ("rules",),
        ("rules", "mine.py:RULES"),
        ("show", "game.sgf", "--rules"),
        ("verify", "game.sgf", "--rules"),
        ("solve", "1x1", "--rules"),
        ("solve", "1x1", "2x1", "--rules"),
        ("vectors", "--output", "-", "--rules"),
    )

    def test_is_asked_about_here(self) -> None:
        assert {name for name, *_ in self.ASKED} == set(SENTENCES) - ABOUT_DOCUMENTS

    @pytest.mark.parametrize("asked", ASKED, ids=" ".join)
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (
                "mine.py:OTHER",
                'mine.py has no "OTHER"; write mine.py:PLAIN, mine.py:RULES, mine.py:FREE or mine.py:BROKEN.',
            ),
            ("yours.py:RULES", "yours.py can't be read: No such file or directory."),
        ],
    )
    def test_refuses_rules_that_are_not_there_with_a_sentence_and_status_2(
        self, asked: tuple[str, ...], text: str, reason: str
    ) -> None:
        result = run(*asked, text)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"Error: {reason}\n"

    def test_has_a_help_that_names_files(self) -> None:
        for name in set(SENTENCES) - ABOUT_DOCUMENTS:
            command = main.get_command(click.Context(main), name)
            assert command is not None
            assert "FILE.py:NAME" in command.get_help(click.Context(command))


@pytest.mark.usefixtures("folder")
class TestCommands:
    AMENDED: ClassVar = [{"clause": TWO_PASSES, "change": "replaced", "text": "Three consecutive passes end the game."}]

    def test_verify_takes_the_clauses_of_a_certificate_from_the_rules_that_are_named(self) -> None:
        assert run("solve", "2x1", "--rules", "mine.py:RULES", "-o", "certificate.json").exit_code == 0
        holds = run("verify", "certificate.json", "--rules", "mine.py:RULES")
        assert holds.exit_code == 0, holds.output
        assert f"on 2x1, under tromp-taylor, amended in {TWO_PASSES}, in " in holds.stdout
        for others in ("mine.py:FREE", "tromp-taylor"):
            other = run("verify", "certificate.json", "--rules", others)
            assert (other.exit_code, "other rules were asked about." in other.stdout) == (1, True)
        nobody = run("verify", "certificate.json")
        assert (nobody.exit_code, nobody.stdout) == (2, "")
        assert nobody.stderr == (
            "Error: Its rules have amended clauses; name them by --rules, as in --rules my_rules.py:RULES.\n"
        )

    def test_what_is_no_certificate_is_told_with_one_full_stop(self) -> None:
        Path("none.json").write_text(json.dumps(with_digest({"width": 2, "height": 1})), encoding="ascii")
        assert run("verify", "none.json").stderr == "Error: none.json holds no certificate: it has no 'turns'.\n"
        rules = {"rules": {"ko": "NEVER"}, "width": 2, "height": 1, "turns": "", "value": {"worst": 0, "best": 0}}
        Path("none.json").write_text(json.dumps(with_digest(rules)), encoding="ascii")
        stderr = run("verify", "none.json").stderr
        assert stderr.startswith("Error: none.json holds no certificate: ")
        assert not stderr.endswith("..\n")
        assert run("solve", "1x1", "-o", "one.json").exit_code == 0
        fields = json.loads(Path("one.json").read_text())
        for part in ({"value": 5}, {"graphs": 5}, {"rules": 7}):
            Path("none.json").write_text(json.dumps(with_digest(fields | part)), encoding="ascii")
            assert run("verify", "none.json").stderr.endswith(
                ": a part of it has another form than in a certificate.\n"
            )

    def test_rules_marks_what_is_amended_and_lists_what_was_dropped_and_added(self) -> None:
        plain, replaced, free = (
            " ".join(run("rules", f"mine.py:{name}").stdout.split()) for name in ("PLAIN", "RULES", "FREE")
        )
        assert "end-two-passes (replaced) Three consecutive passes" in replaced
        assert "(replaced)" not in plain
        assert "house/nine (added) Nine turns." in free
        assert "dropped said katago-v2/main/legal-superko A legal move does not result in any earlier state." in free

    def test_rules_as_json_marks_what_is_amended(self) -> None:
        listing = json_of("rules", "mine.py:RULES")
        assert listing["rules"]["amendments"] == self.AMENDED
        assert [clause["name"] for clause in listing["clauses"] if "change" in clause] == [TWO_PASSES]

    def test_compare_tells_how_to_step_through_what_it_finds(self) -> None:
        result = run("compare", "tromp-taylor", "mine.py:RULES", "--board", "1x1")
        assert result.exit_code == 1
        assert "differ on 1x1 after pass pass" in result.stdout
        assert result.stdout.endswith("beside=mine.py:RULES&at=2' --rules mine.py:RULES\n")
        assert "{" not in result.stdout
        _, amended = json_of("compare", "tromp-taylor", "mine.py:RULES", "--board", "1x1")["sides"]
        requests = "".join(f"{json.dumps(request)}\n" for request in amended["requests"])
        serve(io.BytesIO(requests.encode()), replies := io.BytesIO(), named_rules("mine.py:RULES"))
        assert [json.loads(reply)["phase"] for reply in replies.getvalue().splitlines()] == ["main", "main"]

    def test_graph_says_which_rules_it_explored(self) -> None:
        assert json_of("graph", "1x1", "--rules", "mine.py:RULES,ko=SIMPLE")["rules"]["amendments"] == self.AMENDED

    def test_a_sweep_scores_by_them_in_this_process(self, capsys: pytest.CaptureFixture[str]) -> None:
        sweep(["2x1", "mine.py:RULES", "--workers", "2"])
        assert json.loads(capsys.readouterr().out)["positions"] == 5


@pytest.mark.usefixtures("folder")
def test_the_table_says_what_amended_clauses_say_and_that_nothing_is_recorded_of_them() -> None:
    names = "mine.py:RULES", "mine.py:FREE", "tromp-taylor"
    texts = {name: json_of("show", name)["rule_set"]["answers"] for name in names}
    ends = {name: answers["What ends the game"]["text"] for name, answers in texts.items()}
    assert ends == {
        "mine.py:RULES": "Three consecutive passes end the game.",
        "mine.py:FREE": "Two consecutive passes end the main phase. Nine turns.",
        "tromp-taylor": "Two consecutive passes end the main phase.",
    }
    forever = {name: answers["Can a game last forever"]["text"] for name, answers in texts.items()}
    assert forever["mine.py:RULES"] == forever["mine.py:FREE"] == "No verdict on these rules is recorded."


@pytest.mark.usefixtures("folder")
class TestCheck:
    """`superko check` decides again what it can for amended rules, and says what comes out otherwise."""

    PRESET = ("--claim", "tromp-taylor-is-preset", "--board", "1x1")

    def check(self, *arguments: str) -> Result:
        return run("check", "--workers", "1", *arguments)

    @pytest.mark.thorough
    def test_tells_it_as_json(self) -> None:
        report = json.loads(self.check("--rules", "mine.py:RULES", "--json", *self.PRESET).stdout)
        assert report["rules"]["amendments"] == TestCommands.AMENDED
        finding, other = report["findings"]
        assert (finding["claim"], finding["board"]) == ("claim/tromp-taylor-is-preset", "1x1")
        assert finding["label"] == "all games"
        assert (finding["as_recorded"], other["as_recorded"], report["agrees"]) == (False, True, False)
        assert (finding["outcome"], finding["recorded"], finding["failed"]) == ("refuted", "holds", False)
        assert finding["witness"]["turns"] == ["pass", "pass"]
        assert report["not_asked"] == []

    @pytest.mark.thorough
    def test_tells_a_loop_as_turns_and_why_there_is_no_proof_to_whoever_asks(self, folder: Path) -> None:
        text = 'from superko.spec.rules import Rules\nRULES = Rules().dropping("katago-v2/main/legal-superko")\n'
        (folder / "endless.py").write_text(text, encoding="utf-8")
        asked = ("--rules", "endless.py:RULES", "--claim", "game-terminates")
        shown = " ".join(self.check(*asked).stdout.split())
        assert "A game can go on forever: on 2x1, after A1, B1, over and over A1, B1." in shown
        assert "refuted (recorded: proved) on every size" in shown
        assert "/2x1/A1.B1.A1.B1' --rules endless.py:RULES" in shown
        assert "it is not so that" not in shown
        assert "Of a move by Black, with nobody known to have passed first, it is not shown that" in " ".join(
            self.check(*asked, "--explain").stdout.split()
        )
        (finding,) = json.loads(self.check(*asked, "--json").stdout)["findings"]
        under, *reasons = finding["reasons"]
        assert (finding["witness"]["turns"], under[:17]) == (["A1", "B1", "A1", "B1"], "This is so under ")
        assert {"it is not shown that" in reason for reason in reasons} == {True}

    def test_lists_what_cannot_be_asked_with_the_reason_and_decides_it_for_nobody(self) -> None:
        result = self.check("--rules", "mine.py:RULES", "--json", "--claim", "legal-positions", "--board", "2x2")
        report = json.loads(result.stdout)
        assert (report["findings"], result.exit_code) == ([], Exit.NOT_DECIDED)
        assert {entry["claim"]: entry["reason"] for entry in report["not_asked"]}["fact/legal-positions"].startswith(
            "It counts"
        )
        assert {"claim", "board", "label", "reason"} == set(report["not_asked"][0])

    def test_exits_with_0_where_all_is_as_for_the_document_without_being_asked(self, folder: Path) -> None:
        text = (
            "from superko.spec.rules import Rules\n"
            'RULES = Rules(suicide=False).dropping("katago-v2/cleanup/legal-once")\n'
        )
        (folder / "cleanup.py").write_text(text, encoding="utf-8")
        result = self.check("--rules", "cleanup.py:RULES", "--claim", "benson", "--board", "2x2")
        assert "0 checks asked of cleanup.py:RULES." in result.stdout
        assert result.exit_code == Exit.AS_ASKED

    def test_is_narrowed_by_the_parameters_of_the_rules(self) -> None:
        asked = ("--claim", "benson", "--list", "--each")
        listed, changed = (
            self.check("--rules", rules, *asked).stdout.splitlines()
            for rules in ("mine.py:RULES", "mine.py:RULES,suicide=no")
        )
        assert listed
        assert all("suicide=yes" in name for name in listed)
        assert not any("suicide=yes" in name for name in changed)

    def test_rules_of_a_file_without_amendments_narrow_as_a_preset_does(self) -> None:
        of_file = self.check("--rules", "mine.py:PLAIN", "--list", "--each").stdout
        assert of_file == self.check("--rules", "aga-area", "--list", "--each").stdout

    @pytest.mark.parametrize(("rules", "processes", "outcome"), [("READ", 1, "proved"), ("SLY", 2, "unknown")])
    def test_is_proved_only_where_the_file_of_the_author_does_not_run(
        self, rules: str, processes: int, outcome: str, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # What the file changes is put back afterwards.
        monkeypatch.setattr(left_open, "unread", left_open.unread)
        monkeypatch.setattr(Record, "ends", None, raising=False)
        (folder / "sly.py").write_text(SLY, encoding="utf-8")
        claim = ("--claim", "claim/game-terminates")
        (finding,) = json.loads(self.check("--rules", f"sly.py:{rules}", *claim, "--json").stdout)["findings"]
        assert finding["outcome"] == outcome
        assert len(set((folder / "processes").read_text(encoding="utf-8").split())) == processes

    @pytest.fixture
    def spoilt(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        """A file that, where it has run, has every game end and no check decided; that is put back afterwards."""
        for module, name in (
            (phase_ends, "refuted"),
            (endless, "goes_on_forever"),
            (runner, "decide"),
            (ends, "phase_proof"),
        ):
            monkeypatch.setattr(module, name, getattr(module, name))
        (folder / "spoilt.py").write_text(SPOILT, encoding="utf-8")
        return "spoilt.py:ENDLESS"

    @pytest.mark.parametrize(
        "command",
        [
            "check --claim claim/game-terminates --json --rules",
            "solve 2x1 --effort 1n --json --rules",
            pytest.param("map --effort 1n --json", marks=pytest.mark.thorough),
            pytest.param("solve 1x1 2x1 --effort 1n --json --rules", marks=pytest.mark.thorough),
            pytest.param("show --json", marks=pytest.mark.thorough),
        ],
    )
    def test_nothing_is_proved_by_what_the_file_of_the_author_has_changed(self, command: str, spoilt: str) -> None:
        result = run(*command.split(), spoilt)
        answer = json.loads(result.stdout)
        match command.split(maxsplit=1)[0]:
            case "check":
                assert {finding["outcome"] for finding in answer["findings"]} == {"refuted"}
            case "map":
                assert answer["maps"][0]["answers"]["refuted"]["classes"] == 1
            case "solve":
                assert answer.get("values", [answer])[-1]["endless"]
            case "show":
                assert "can go on forever" in result.stdout

    def test_nor_in_python(self, spoilt: str) -> None:
        findings = superko.check("claim/game-terminates every size ko=POSITIONAL phase=main", spoilt).findings
        assert {finding.verdict.outcome for finding in findings} == {Outcome.REFUTED}

    @pytest.mark.thorough
    def test_nor_is_anything_decided_of_a_document_where_a_file_has_run(self, spoilt: str) -> None:
        plain, name = spoilt.replace("ENDLESS", "PLAIN"), "claim/single-suicide-null 2x2 suicide=yes"
        assert superko.check(name, plain).findings[0].verdict.outcome is Outcome.HOLDS
        command = ("--rules", plain, "--claim", "claim/single-suicide-null", "--board", "2x2", "--workers", "1")
        assert self.check(*command).exit_code == 0
        read_map = json.loads(run("map", "--effort", "1n", "--json", plain).stdout)["maps"][0]
        assert read_map["answers"]["proved"]["classes"] == 1

    def test_that_registers_a_clause_is_refused(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "_registered", dict(registry._registered))
        (folder / "registers.py").write_text(REGISTERS, encoding="utf-8")
        result = self.check("--rules", "registers.py:RULES", *self.PRESET)
        assert result.exit_code == 2
        assert "registers the clause katago-v2/main/end-sometimes, as only documents do." in result.stderr


@pytest.mark.usefixtures("folder")
class TestARefusal:
    """A refusal has a type of its own, so that nobody has to read the line that raised it."""

    GAMES = next(name for name in checks() if name.startswith("fact/games 2x1"))

    def test_is_told_where_there_are_no_sources(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(linecache, "getline", lambda *arguments: "")
        timed = runner.timed(self.GAMES, "mine.py:RULES")
        assert timed.trouble is Trouble.REFUSED
        assert timed.verdict.notes.startswith("These games can't be counted: two passes in a row must end them")

    @pytest.mark.parametrize(
        ("error", "trouble"),
        [
            (Refusal("not these"), Trouble.REFUSED),
            (CannotBeRead("all that has happened"), Trouble.REFUSED),
            (OutsideLanguage("line 3"), Trouble.REFUSED),
            (ValueError("a mistake of ours"), Trouble.FAILED),
            (KeyError("another"), Trouble.FAILED),
        ],
    )
    def test_is_known_by_its_type(self, error: Exception, trouble: Trouble, monkeypatch: pytest.MonkeyPatch) -> None:
        def raising(*arguments: object) -> None:
            raise error

        monkeypatch.setattr(runner, "decided_under", raising)
        assert runner.timed(self.GAMES, "mine.py:RULES").trouble is trouble

    @pytest.mark.parametrize(
        ("steps", "why"),
        [
            ("every step", runner.ASKED_OF_EACH),
            ("every step, proved", "A clause can't be read in this proof: Whether a formula holds depends on"),
        ],
    )
    @pytest.mark.parametrize("counts", ["min(c.size(c.of(color)), 1)", "1 if c.size(c.of(color)) > 2 else 0"])
    def test_of_the_least_number_nothing_is_decided_where_boards_are_not_told_one_by_one(
        self, counts: str, steps: str, why: str, folder: Path
    ) -> None:
        text = f"""\
from superko.interpreter.rule_names import parse_rules
from superko.spec.registry import Decision, make_clause

def more(ended, color):
    c = ended.coloring
    return {counts}

RULES = parse_rules("tromp-taylor").adding(make_clause(more, "house/more", decides=Decision.SCORE, text="More."))
"""
        (folder / "least.py").write_text(text, encoding="utf-8")
        timed = runner.timed(f"claim/tromp-taylor-is-preset 2x2 {steps}", "least.py:RULES")
        assert (timed.trouble, timed.verdict.outcome) == (None, Outcome.UNKNOWN)
        assert timed.verdict.notes.startswith(why)


@pytest.mark.thorough
def test_rules_that_nothing_names_are_refused_before_any_check_is_run() -> None:
    made = next(iter(checks().values()))
    with pytest.raises(Refusal, match="There are no rules named"):
        list(runner.run([made], 1, amended="no-such-rules"))


class TestNaming:
    """How a command line names the rules of a witness that were amended in a file."""

    RULES = Rules().replacing(TWO_PASSES, lambda record: record.pass_run >= 3, "Three passes.")

    def naming(self, rules: Rules, text: str = "mine.py:RULES") -> str | None:
        return naming(Story(Start(1, 1), (), rules_to_json(rules)), text, self.RULES)

    def test_the_rules_themselves_are_named_as_they_were(self) -> None:
        assert self.naming(self.RULES) == "mine.py:RULES"

    def test_other_parameters_are_written_after_the_name(self, folder: Path) -> None:
        rules = named_rules("mine.py:RULES,ko=SIMPLE,suicide=no,reading/ilr-own-stone=literal")
        asked = "mine.py:RULES,komi=3"
        name = naming(Story(Start(1, 1), (), rules_to_json(rules)), asked, named_rules(asked))
        assert name is not None
        assert named_rules(name) == rules

    def test_rules_with_other_amendments_have_no_name(self) -> None:
        assert self.naming(self.RULES.dropping("katago-v2/main/legal-superko")) is None
        assert self.naming(Rules()) is None


@pytest.mark.thorough
def test_what_can_be_asked_and_what_cannot_are_all_checks() -> None:
    chosen: list[Check] = list(checks().values())
    asked, not_asked = askable(chosen, TestNaming.RULES)
    names = [check.name for check in (*asked, *not_asked)]
    assert sorted(names) == sorted(check.name for check in chosen)
    assert all(asked_of(check, TestNaming.RULES) == reason for check, reason in not_asked.items())
