"""`superko replay` under the Japanese rules of 1989: article 7 where nobody says which stones are dead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands.confirmation_report import MOST_CLEANUP_POINTS, MOST_CONFIRMED_POINTS
from superko.checker.life.local import MOST_IN_CLEANUP
from superko.checker.phase.codes import MOST_LOOSE

STOPPED = "(;GM[1]FF[4]SZ[4:3]RU[japanese-1989]{}KM[0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[dc];W[];B[])"


def replayed(tmp_path: Path, record: str, *options: str) -> str:
    """What the command prints of a record."""
    file = tmp_path / "game.sgf"
    file.write_text(record, encoding="utf-8")
    return CliRunner().invoke(main, ["replay", str(file), *options]).output


@pytest.mark.clauses("japanese-1989/7-1-alive", "japanese-1989/9-end")
def test_a_stopped_game_is_settled_by_article_7_and_each_string_is_told_with_its_line(tmp_path: Path) -> None:
    report = json.loads(replayed(tmp_path, STOPPED.format(""), "--json"))
    assert (report["settled"]["dead"], report["settled"]["result"]["B"], report["settled"]["result"]["W"]) == (
        ["C3", "C2", "C1", "D1"],
        9,
        -3,
    )
    alive = {status["stones"][0]: (status["alive"], status["line"][:1]) for status in report["statuses"]}
    assert alive == {"B3": (True, []), "D1": (False, ["D2"]), "C3": (False, ["D2"])}
    text = replayed(tmp_path, STOPPED.format(""))
    assert "/4x3/D2?board=.XO./.XO./.XOX&player=W&phase=cleanup1'" in text


def test_of_several_games_each_is_settled_by_article_7_too(tmp_path: Path) -> None:
    (tmp_path / "games.sgf").write_text(STOPPED.format("RE[B+12]") * 2, encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "games.sgf"), "--json"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["verdict"], line["result"]["winner"]) for line in lines] == [("agrees", "B")] * 2
    assert result.exit_code == 0


@pytest.mark.clauses("japanese-1989/9-resume")
def test_article_7_is_asked_where_a_resumed_game_stops_again(tmp_path: Path) -> None:
    resumed = STOPPED.format("").removesuffix(")") + ";W[da];B[];W[])"
    report = json.loads(replayed(tmp_path, resumed, "--json"))
    assert [event for event in report["events"] if event["kind"] == "resumed"] == [
        {"kind": "resumed", "turn": 10, "player": "W", "requested_by": "B", "clause": "japanese-1989/9-resume"}
    ]
    assert report["settled"]["dead"] == ["C3", "D3", "C2", "C1"]


def test_the_boards_that_are_searched_are_those_that_codes_tell() -> None:
    assert (MOST_CONFIRMED_POINTS, MOST_CLEANUP_POINTS) == (MOST_LOOSE, MOST_IN_CLEANUP)


def test_what_both_players_say_goes_before_article_7(tmp_path: Path) -> None:
    report = json.loads(replayed(tmp_path, STOPPED.format(""), "--json", "--dead", "none"))
    assert report["settled"]["dead"] == []
    assert "statuses" not in report


def test_a_board_that_is_too_large_is_said_to_be(tmp_path: Path) -> None:
    assert "up to 24 points" in replayed(tmp_path, "(;GM[1]SZ[5]RU[japanese-1989]KM[0];B[cc];W[];B[])")


def test_of_several_games_boards_that_are_too_large_are_said_to_be(tmp_path: Path) -> None:
    large = "(;GM[1]SZ[5]RU[japanese-1989]KM[0];B[cc];W[];B[])"
    text = " ".join(replayed(tmp_path, large * 2 + STOPPED.format("")).split())
    assert "Of 2 games: Article 7 is searched on boards of up to 24 points, and on larger ones in regions" in text
    assert "Every stone is taken to be alive." in text
    assert "Every stone is taken to be alive." not in replayed(tmp_path, large * 2, "--dead", "none")
    lines = replayed(tmp_path, large + STOPPED.format(""), "--json").splitlines()
    assert [len(json.loads(line)["notes"]) for line in lines] == [1, 0]
