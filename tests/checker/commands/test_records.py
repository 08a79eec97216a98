"""Many game records at once, what `superko replay` lists of them, and rules under which they come out otherwise.

What it says of each game stands in tests/golden/asked/replay.txt.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import replay_command as replay_command_module
from superko.checker.commands.replay_command import replay_command
from superko.checker.evidence.workers import Lost, processors
from superko.interpreter.records.outcome import outcome_of
from superko.interpreter.records.sgf import read_games

pytestmark = pytest.mark.every_case

RECORDS = Path(__file__).parents[2] / "records"
SHARING = """
from superko.checker.commands import replay_command
replay_command.FEWEST_TO_SHARE = {}
replay_command.replay_command()
"""


def run(record: str, *options: str) -> Result:
    file = str(RECORDS / f"{record}.sgf") if record else str(RECORDS)
    return CliRunner().invoke(replay_command, [file, *options], env={"COLUMNS": "200"})


class TestWhatARecordSaysOfItsResult:
    def test_a_game_that_is_no_game_is_counted_from_one(self) -> None:
        with pytest.raises(ValueError, match="in game 2 '1' stands where"):
            read_games(b"(;SZ[3];B[aa])(;SZ[3];1)")


class TestRulesForRecordsThatNameNone:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name, rules in (("none", ""), ("japanese", "RU[Japanese]"), ("unknown", "RU[Lasker-Maas]")):
            text = f"(;SZ[3]{rules}KM[0]RE[B+R];B[bb])"
            (tmp_path / f"{name}.sgf").write_text(text, "utf-8")
        return tmp_path

    def verdicts(self, folder: Path, *options: str) -> dict[str, tuple[str, str]]:
        done = CliRunner().invoke(replay_command, [str(folder), "--json", *options])
        games = [json.loads(line) for line in done.stdout.splitlines()]
        assert done.exit_code == 0
        return {Path(game["file"]).stem: (game["verdict"], str(game.get("rules", {}).get("scoring"))) for game in games}

    def test_are_asked_for_and_the_games_are_not_called_unreadable(self, folder: Path) -> None:
        assert self.verdicts(folder) == {
            "none": ("no rules", "None"),
            "japanese": ("no number", "TERRITORY"),
            "unknown": ("no rules", "None"),
        }

    def test_are_those_by_default_and_hold_for_no_other(self, folder: Path) -> None:
        assert self.verdicts(folder, "--default-rules", "chinese") == {
            "none": ("no number", "AREA"),
            "japanese": ("no number", "TERRITORY"),
            "unknown": ("no rules", "None"),
        }


class TestCollectionsAndVariations:
    def test_as_json_it_is_an_object_a_line_and_nothing_else(self) -> None:
        result = run("collection", "--json")
        games = [json.loads(line) for line in result.stdout.splitlines()]
        assert [game["verdict"] for game in games] == ["agrees", "agrees", "no number", "unreadable"]
        assert result.stderr == ""

    def test_a_folder_takes_in_all_its_records(self) -> None:
        games = [json.loads(line) for line in run("", "--json").stdout.splitlines()]
        assert {Path(game["file"]).stem for game in games} == {file.stem for file in RECORDS.glob("*.sgf")}
        assert sum(game["variations"] > 1 for game in games) == 1

    def test_of_several_months_are_told_over_time_with_the_clauses_that_were_broken(self, tmp_path: Path) -> None:
        text = (RECORDS / "illegal-ko.sgf").read_text(encoding="utf-8")
        for name, date in (("a", "2025-11-02"), ("b", "2026-01-05,06"), ("c", "2026-01-31")):
            (tmp_path / f"{name}.sgf").write_text(text.replace("(;", f"(;DT[{date}]", 1), encoding="utf-8")
        output = CliRunner().invoke(replay_command, [str(tmp_path)], env={"COLUMNS": "200"}).stdout
        rows = [line.split() for line in output.splitlines() if line.startswith("20")]
        assert rows == [["2025-11", "1", "1"], ["2026-01", "2", "2"]]
        words = " ".join(output.split())
        assert (
            f"katago-v2/main/legal-simple-ko: 3 games, first {tmp_path}/a.sgf 2025-11, last {tmp_path}/c.sgf" in words
        )

    def test_are_listed_on_one_page_which_runs_nothing_of_theirs(self, tmp_path: Path) -> None:
        for number, player in enumerate(["<script>alert(1)</script>", "[bold]Kim[/bold]", "\x1b[31mLee"]):
            escaped = player.replace("]", "\\]")
            (tmp_path / f"{number}.sgf").write_text(f"(;SZ[3]RU[Chinese]PB[{escaped}];B[aa];W[aa])", "utf-8")
        file = tmp_path / "list.html"
        assert CliRunner().invoke(replay_command, [str(tmp_path), "--list", str(file)]).exit_code == 1
        page = file.read_text("utf-8")
        assert "<script" not in page
        assert "\x1b" not in page
        text = unescape(re.sub(r"<[^>]*>", "", page))
        assert "<script>alert(1)</script>" in text
        assert text.count("katago-v2/move/pseudolegal") >= 3

    @pytest.mark.parametrize(("name", "fewest"), [("list.csv", 50), ("list.jsonl", 2)])
    def test_are_listed_in_a_file_and_counted_by_rules_and_exporter(
        self, name: str, fewest: int, tmp_path: Path
    ) -> None:
        """Given few files for one process, or enough to be shared by several, it is the same."""
        (tmp_path / "bad.sgf").write_bytes(b"no game")
        for number, (rules, exporter) in enumerate(
            [("Chinese", "made:1"), ("Japanese", "other"), ("Chinese", "made:2")]
        ):
            text = f"(;SZ[3]RU[{rules}]AP[{exporter}]KM[0]RE[B+R]PB[=1];B[bb])"
            (tmp_path / f"{number}.sgf").write_text(text, "utf-8")
        file = tmp_path / name
        # given a process of its own, as workers import what the first process runs
        command = [sys.executable, "-c", SHARING.format(fewest), str(tmp_path), "--list", str(file)]
        output = subprocess.run(command, check=False, capture_output=True, text=True).stdout
        listed = file.read_text("utf-8").splitlines()
        rows = [*csv.DictReader(listed)] if name.endswith("csv") else [json.loads(line) for line in listed]
        assert [row["verdict"] for row in rows] == ["no number", "no number", "no number", "unreadable"]
        assert [row["exporter"] for row in rows] == ["made", "other", "made", ""]
        counts = [line.split() for line in output.splitlines()]
        assert ["Chinese", "2", "2"] in counts
        assert ["made", "2", "2"] in counts
        assert ["not", "said", "1", "1"] in counts

    def test_a_process_that_dies_over_a_file_ends_no_others(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(3):
            (tmp_path / f"{number}.sgf").write_text("(;SZ[3]RU[Chinese]RE[B+R];B[bb])", "utf-8")

        def one_dies(task: Callable[[str], Any], files: Sequence[str], workers: int) -> Iterator[Any]:
            yield from (Lost(file, "It died.") if file.endswith("1.sgf") else task(file) for file in reversed(files))

        monkeypatch.setattr(replay_command_module, "FEWEST_TO_SHARE", 2)
        monkeypatch.setattr(replay_command_module, "in_processes", one_dies)
        result = CliRunner().invoke(replay_command, [str(tmp_path), "--json"])
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        assert [line["verdict"] for line in lines] == ["no number", "unreadable", "no number"]
        assert ("It died." in lines[1]["sentence"], result.exit_code) == (True, 2)

    @pytest.mark.parametrize("options", [(), ("--workers", "1"), ("--workers", "3")])
    def test_as_many_processes_share_a_folder_as_are_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
    ) -> None:
        for number in range(2):
            (tmp_path / f"{number}.sgf").write_text("(;SZ[3]RU[Chinese]RE[B+R];B[bb])", "utf-8")
        asked = []

        def here(task: Callable[[str], Any], files: Sequence[str], workers: int) -> Iterator[Any]:
            asked.append(workers)
            yield from map(task, files)

        monkeypatch.setattr(replay_command_module, "FEWEST_TO_SHARE", 2)
        monkeypatch.setattr(replay_command_module, "in_processes", here)
        assert CliRunner().invoke(replay_command, [str(tmp_path), *options]).exit_code == 0
        assert asked == [int(options[1]) if options else processors()]

    def test_a_folder_without_records_is_refused(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(replay_command, [str(tmp_path)])
        assert (result.exit_code, "without game records" in result.output) == (2, True)

    def test_variations_are_told_in_their_order(self) -> None:
        (game,) = read_games((RECORDS / "variations.sgf").read_bytes())
        assert [len(game.record(number).turns) for number in (1, 2, 3)] == [18, 9, 10]
        with pytest.raises(ValueError, match="There is no variation 4; the record has 3"):
            game.record(4)

    def test_that_are_interrupted_are_told_as_far_as_they_were_replayed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[object] = []

        def interrupted(*arguments: Any) -> Any:
            calls.append(arguments)
            if len(calls) == 3:
                raise KeyboardInterrupt
            return outcome_of(*arguments)

        monkeypatch.setattr(replay_command_module, "outcome_of", interrupted)
        result = run("spellings")
        assert result.exit_code == 130
        assert "2 games: 2 agrees." in result.stdout
        assert result.stderr == "Interrupted; 15 more were not replayed.\n"


@pytest.mark.parametrize("depth", [10, 20_000])
def test_variations_are_counted_however_deep_they_are_nested(depth: int) -> None:
    (game,) = read_games(b"(;SZ[3]" + b"(;B[bb](;W[aa])" * depth + b")" * (depth + 1))
    assert game.number_of_variations == depth
    assert len(game.line(depth)) == depth + 2


class TestBrokenRules:
    @pytest.mark.parametrize(
        ("record", "preset", "clause"),
        [
            ("wrong-result", "japanese-like", ""),
            ("japanese-uneven", "japanese-like", "katago-v2/territory/score-seki#captures"),
            ("japanese-uneven", "japanese-like", "katago-v2/territory/komi"),
            ("cleanup-played", "japanese-like", "katago-v2/territory/score-seki#moves"),
            ("button", "chinese-like,hasButton=yes,whiteHandicapBonus=0", "katago-v2/area/button"),
            ("handicap", "chinese-like", "katago-v2/params/white-handicap-bonus#n"),
        ],
    )
    def test_come_out_otherwise_than_the_record_says(
        self, record: str, preset: str, clause: str, tmp_path: Path
    ) -> None:
        # given rules without the clause for a term that decides the game
        file = tmp_path / "broken.py"
        dropping = f".dropping({clause!r})" if clause else ""
        file.write_text(
            f"from superko.interpreter.rule_names import parse_rules\nRULES = parse_rules({preset!r}){dropping}\n"
        )
        assert run(record, "--rules", preset).exit_code == (0 if clause else 1)
        report = json.loads(run(record, "--rules", f"{file}:RULES", "--json").stdout)
        assert report["verdict"] != "agrees"
