"""Journals of checks: a check goes on where it was stopped, and nothing is taken over that might come out otherwise."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.evidence import journal as journal_module
from superko.checker.evidence import runner
from superko.checker.evidence.journal import rules_digest
from superko.interpreter.files import NotWritten
from superko.interpreter.rules_files import named_rules
from superko.spec.rules import Rules

CHECK = ("check", "--claim", "fact/legal-positions")
SMALL = (*CHECK, "--board", "1x1", "--board", "2x1", "--workers", "1")
SECONDS = 120
AMENDED = {
    "words.py": """
MOST = 3


def is_long(run, most):
    return run >= most
""",
    "my_rules.py": """
from dataclasses import replace

from words import MOST, is_long

from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause


def ends(record):
    '''A long run of passes ends the game.'''
    return is_long(record.pass_run, MOST)


LONG = make_clause(ends, "ours/long", decides=Decision.PHASE_ENDS)
RULES = replace(PRESETS["tromp-taylor"], komi=7).adding(LONG)
""",
}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def run(*arguments: str, journal: Path) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, [*arguments, "--journal", str(journal)])


def lines_of(journal: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]


class TestWhatStandsInAJournal:
    def test_is_a_line_for_each_finding_with_version_rules_claim_and_verdict(self, journal: Path) -> None:
        assert run(*SMALL, journal=journal).exit_code == 0
        lines = lines_of(journal)
        assert sorted(line["check"] for line in lines) == ["fact/legal-positions 1x1", "fact/legal-positions 2x1"]
        assert {line["claim"] for line in lines} == {"fact/legal-positions"}
        assert {line["verdict"]["outcome"] for line in lines} == {"holds"}
        assert {line["rules"] for line in lines} == {rules_digest(Rules(), "")}

    def test_is_not_run_again(self, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first = run(*SMALL, "--json", journal=journal)
        monkeypatch.setattr(runner, "decide", lambda name: pytest.fail(f"{name} is decided again."))
        again = run(*SMALL, "--json", journal=journal)
        assert (again.exit_code, json.loads(again.stdout)) == (0, json.loads(first.stdout))

    def test_but_a_check_that_failed_is_tried_again(self, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(runner, "decide", lambda name: 1 / 0)
            assert run(*SMALL, journal=journal).exit_code == 1
        assert not lines_of(journal)
        assert run(*SMALL, journal=journal).exit_code == 0

    def test_a_line_that_was_not_finished_is_left_out(self, journal: Path) -> None:
        run(*SMALL, journal=journal)
        whole = journal.read_bytes()
        journal.write_bytes(whole[:-20])
        assert run(*SMALL, journal=journal).exit_code == 0
        assert len(lines_of(journal)) == 2

    def test_a_journal_that_can_no_longer_be_written_loses_no_finding(
        self, journal: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(file: Path, content: bytes) -> None:
            if content:
                raise NotWritten(28, "No space left on device", str(file))
            file.touch()

        monkeypatch.setattr(journal_module, "append_to_file", full)
        result = run(*SMALL, "--json", journal=journal)
        assert (result.exit_code, len(json.loads(result.stdout)["findings"])) == (0, 2)
        assert result.stderr.count("No space left on device. The check goes on without it.") == 1


class TestAJournalIsRefused:
    @pytest.mark.parametrize(
        ("key", "value", "says"),
        [
            ("version", "0.0.9", "is of superko 0.0.9, and this is"),
            ("rules", "0" * 64, "is of other rules, or they have changed since"),
            ("verdict", {"outcome": "maybe"}, "is no finding"),
            ("verdict", [], "is no finding"),
            ("seconds", "soon", "is no finding"),
        ],
    )
    def test_of_another_version_or_other_rules_or_that_is_none(
        self, journal: Path, key: str, value: object, says: str
    ) -> None:
        run(*SMALL, journal=journal)
        journal.write_text("".join(json.dumps({**line, key: value}) + "\n" for line in lines_of(journal)), "utf-8")
        refused = run(*SMALL, journal=journal)
        assert (refused.exit_code, refused.stdout, says in refused.stderr) == (2, "", True)
        assert refused.stderr.count("\n") == 1

    @pytest.mark.parametrize("content", ["not JSON\n", "{}\n", "[1]\n", "[" * 1000 + "\n"])
    def test_that_is_another_file(self, journal: Path, content: str) -> None:
        journal.write_text(content, encoding="utf-8")
        assert "is no journal" in run(*SMALL, journal=journal).stderr
        assert journal.read_text(encoding="utf-8") == content

    @pytest.mark.parametrize("content", ["(;SZ[9];B[ee])", "no line break", '{"version": "0.1.0"}', "{", "\x00"])
    def test_that_is_another_file_of_one_line_without_a_line_break(self, journal: Path, content: str) -> None:
        journal.write_text(content, encoding="utf-8")
        refused = run(*SMALL, journal=journal)
        assert (refused.exit_code, "is no journal" in refused.stderr) == (2, True)
        assert journal.read_text(encoding="utf-8") == content

    def test_to_whose_end_somebody_else_has_written(self, journal: Path) -> None:
        run(*SMALL, journal=journal)
        content = journal.read_text(encoding="utf-8") + "my notes"
        journal.write_text(content, encoding="utf-8")
        assert (run(*SMALL, journal=journal).exit_code, journal.read_text(encoding="utf-8")) == (2, content)

    def test_with_queries_which_it_does_not_keep(self, journal: Path, tmp_path: Path) -> None:
        refused = run("check", "--claim", "game-terminates", "--smt", str(tmp_path / "smt"), journal=journal)
        assert (refused.exit_code, "A journal does not keep queries" in refused.stderr) == (2, True)

    @pytest.mark.parametrize(
        ("file", "old", "new", "is_the_same"),
        [
            ("my_rules.py", "MOST)", "MOST)  # Whoever passes.", True),
            ("my_rules.py", "record.pass_run", "(record.pass_run)", True),
            ("words.py", "MOST = 3", "MOST = 2 + 1", True),
            ("words.py", "MOST = 3", "MOST = 4", False),
            ("words.py", ">= most", "> most", False),
            ("my_rules.py", "PHASE_ENDS", "NO_RESULT", False),
            ("my_rules.py", "komi=7", "komi=6", False),
        ],
    )
    def test_of_amended_rules_under_which_something_else_is_played(
        self, file: str, old: str, new: str, is_the_same: bool, tmp_path: Path
    ) -> None:
        digests = []
        for folder in (tmp_path / "before", tmp_path / "later"):
            folder.mkdir()
            for name, text in AMENDED.items():
                is_changed = folder.name == "later" and name == file
                (folder / name).write_text(text.replace(old, new) if is_changed else text, encoding="utf-8")
            named = f"{folder / 'my_rules.py'}:RULES"
            digests.append(rules_digest(named_rules(named), named))
        assert (digests[0] == digests[1]) is is_the_same

    def test_of_rules_with_a_clause_that_can_not_be_read_whose_file_or_its_neighbour_has_changed(
        self, tmp_path: Path
    ) -> None:
        for name, text in AMENDED.items():
            (tmp_path / name).write_text(text.replace(">= most", ">= hash(most)"), encoding="utf-8")
        named = f"{tmp_path / 'my_rules.py'}:RULES"
        rules = named_rules(named)
        before = rules_digest(rules, named)
        (tmp_path / "words.py").write_text(AMENDED["words.py"] + "# Anew.", encoding="utf-8")
        assert rules_digest(rules, named) != before


@contextmanager
def under_way(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a group of its own, that listens to interruptions."""
    command = [sys.executable, "-m", "superko", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.thorough
def test_a_check_that_is_stopped_tells_what_was_found_and_goes_on_from_there(journal: Path, sent: int) -> None:
    """Given a check of which one part takes long, when its whole group is stopped, then the other part is kept."""
    boards = ("--board", "1x1", "--board", "4x4", "--workers", "2", "--scope", "deep", "--json")
    with under_way(*CHECK, *boards, "--journal", str(journal)) as process:
        give_up = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < give_up:
            if journal.exists() and journal.read_bytes().endswith(b"\n"):
                break
            time.sleep(0.01)
        os.killpg(process.pid, sent)
        output, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 128 + sent
    assert [line["check"] for line in lines_of(journal)] == ["fact/legal-positions 1x1"]
    assert [finding["board"] for finding in json.loads(output)["findings"]] == ["1x1"]
    assert "fact/legal-positions 4x4" in json.loads(output)["undecided"]
    assert said.endswith(f"The same command goes on from {journal}.\n")
    assert "Traceback" not in said
