"""Opening a game record in the explorer, and starting the explorer from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.oracle.disagreement import Disagreement
from superko.checker.oracle.engine import Aspect, Setting
from superko.checker.oracle.findings import OracleFinding
from superko.checker.oracle.naming import Naming
from superko.checker.pages.explorer.addresses import address_text
from superko.checker.pages.explorer.opening import opened
from superko.interpreter.notation import board_text
from superko.interpreter.records.outcome import rules_of_record
from superko.interpreter.records.replay import replay
from superko.interpreter.records.sgf import read_games
from superko.spec.presets import PRESETS

from .conversation import explorer, side
from .serving import serving

RECORDS = Path(__file__).parents[2] / "records"


def opened_as(sgf: bytes, named: str | None = None) -> tuple[str, str]:
    address, note = opened(sgf, named)
    return address_text(address), note


def test_other_rules_can_be_named() -> None:
    address, note = opened_as(b"(;SZ[3]RU[Japanese]KM[0];B[bb])", "aga-area")
    assert address == "#/aga-area/3x3/B2"
    assert "all the same" in note


def test_under_rules_of_a_file_the_record_keeps_its_komi(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from superko.spec.rules import Rules\n\nRULES = Rules()\n")
    address, _ = opened(b"(;SZ[3]KM[6.5];B[bb])", f"{file}:RULES")
    assert address.rules == f"{file}:RULES,komi=6.5"


def test_an_illegal_turn_of_a_record_is_where_its_rules_stop() -> None:
    address, _ = opened_as((RECORDS / "illegal-ko.sgf").read_bytes())
    stop = side(address)["stop"]
    assert stop is not None
    assert "would repeat the state" in stop["reason"]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.sgf")), ids=lambda path: path.stem)
def test_each_board_of_a_record_is_the_one_of_its_replay(path: Path) -> None:
    data = path.read_bytes()
    record = read_games(data)[0].record()
    rules = rules_of_record(record)
    games = replay(rules.applied_to(record), rules.rules).games
    address, _ = opened_as(data)
    report = side(address)
    assert report["board"] == board_text(games[report["shown"]].position.coloring)
    assert report["stop"] is not None or report["shown"] == len(games) - 1


@pytest.mark.parametrize("rules", ["tromp-taylor", "japanese-like", "aga"])
def test_a_disagreement_opens_as_the_game_that_it_was_found_on(rules: str) -> None:
    setting = Setting(3, 2, rules=PRESETS[rules])
    disagreement = Disagreement(setting, setting.rules, ("B2", "pass", "A1"), Aspect.BOARD, "...", "X..", kind=())
    found_on = OracleFinding(disagreement, Naming(("a/b/c",)), None, (rules,))
    assert opened_as(found_on.sgf)[0] == f"#/{rules}/3x2/B2.pass.A1"


def test_a_port_that_is_taken_is_told_of_in_a_sentence() -> None:
    with serving(explorer()) as server:
        result = CliRunner().invoke(main, ["explore", "--no-browser", "--port", str(server.server_port)])
    assert (result.exit_code, "can't be listened on" in result.output) == (2, True)
