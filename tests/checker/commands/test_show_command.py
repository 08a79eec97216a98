"""`superko show`: games turn by turn, by names, in a terminal and as files; tests/golden has what is printed."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.commands.stepping import show_games
from superko.checker.pages.explorer.addresses import parameters_to_choose, rule_sets
from superko.checker.pages.frames import frames
from superko.checker.pages.shown_games import ENDING, FORBIDDING, ShownGame, games_of
from superko.checker.telling.names import NamedThing, names
from superko.checker.telling.report import Console
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.interpreter.rule_names import changed
from superko.interpreter.story import Start, Story
from superko.spec.presets import PRESETS
from superko.spec.registry import clauses
from superko.spec.rules import Rules

RECORDS = Path(__file__).parents[2] / "records"
BAN = "katago-v2/main/legal-superko"


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["show", *arguments])


def game(*turns: str) -> ShownGame:
    start = Game(Rules(suicide=False), (2, 1))
    grid = start.grid
    return ShownGame.of("", frames(start, [parse_turn(grid, turn) for turn in turns]), "the game")


def test_an_address_that_can_be_taken_over_and_over_goes_round() -> None:
    shown = json.loads(run("#/tromp-taylor,ko=SIMPLE/2x1/A1.B1.pass.A1?loop=1", "--json").output)
    assert (shown["games"][0]["turns"], shown["games"][0]["loop"]) == (["A1", "B1", "pass", "A1"], 1)


class TestAName:
    """Whatever has an id or a name is told of by one command."""

    @pytest.mark.parametrize("kind", NamedThing)
    def test_of_any_kind_is_told_of_in_short(self, kind: NamedThing) -> None:
        for known in names(kind)[::40]:
            result = run(known.id)
            assert result.exit_code == 0, result.output
            assert len(result.output.splitlines()) < 70

    def test_of_a_clause_says_which_claims_bear_on_it(self) -> None:
        assert "Proofs that read it: " in run(BAN).output
        assert "claim/game-terminates" in run(BAN, "--all").output


def test_in_a_terminal_the_last_move_and_what_a_clause_speaks_of_stand_out() -> None:
    file = io.StringIO()
    show_games(Console(file=file, force_terminal=True, color_system="truecolor", width=80), [game("A1", "B1")])
    shown = file.getvalue()
    assert "Turn 2: White B1" in shown
    assert "48;2;63;127;224m . " in shown, "the captured stone's point has a color of its own"


def test_every_clause_that_forbids_or_ends_something_is_seen_doing_so() -> None:
    acting = {
        clause.name: games_of(clause)[0].frames[-1].clause if games_of(clause) else None
        for clause in clauses()
        if clause.decides in (*FORBIDDING, *ENDING)
    }
    assert {name for name, spoken in acting.items() if spoken is None or spoken.name != name} == set()


def test_a_witness_and_a_game_draw_themselves_and_a_game_prints_its_board() -> None:
    witness = Story(Start(2, 1), ("A1",), {"ko": "SIMPLE"})
    assert 'aria-label="A board of 2 by 1 points: black at A1; last turn at A1."' in witness._repr_svg_()
    assert witness.game()._repr_svg_() == witness._repr_svg_()
    assert str(witness.game()).startswith("    A  B\n 1 (X) .\n")
    assert witness.game().sgf().startswith("(;FF[4]")


class TestOneFile:
    @pytest.mark.parametrize(
        ("what", "says"),
        [
            ("claim/summary-long-cycle", "katago-v2/main/end-repeated-pass"),
            ("katago-v2/main/legal-superko", "would repeat the state"),
            (str(RECORDS / "illegal-ko.sgf"), "Turn 2: White B2, illegal."),
        ],
    )
    def test_holds_all_that_it_needs_and_leads_nowhere(self, what: str, says: str, tmp_path: Path) -> None:
        file = tmp_path / "games.html"
        done = CliRunner().invoke(main, ["show", what, "--output", str(file)])
        assert done.exit_code == 0, done.output
        page = file.read_text(encoding="utf-8")
        assert says in page
        assert re.findall(r'(?:href|src)="(?!#|data:)[^"]*"', page) == []
        assert "<style>" in page
        assert "stepThrough" in page
        assert len(page) < 300_000

    def test_of_an_address_is_called_by_its_rules_and_its_board(self, tmp_path: Path) -> None:
        file = tmp_path / "games.html"
        assert run("#/tromp-taylor/2x1/A1.B1?beside=chinese-like", "-o", str(file)).exit_code == 0
        assert "<title>tromp-taylor on 2x1 and chinese-like on 2x1" in file.read_text(encoding="utf-8")

    def test_draws_an_address_under_both_of_its_rule_sets(self, tmp_path: Path) -> None:
        file = tmp_path / "both.svg"
        result = run("#/tromp-taylor/2x1/A1.pass.B1?beside=tromp-taylor,ko=SITUATIONAL", "-o", str(file))
        assert (result.exit_code, result.output) == (0, "")
        texts = [text.text for text in fromstring(file.read_text(encoding="utf-8")).iter() if text.text]
        assert [text for text in texts if text.startswith("tromp-taylor")] == [
            "tromp-taylor on 2x1.",
            "tromp-taylor,ko=SITUATIONAL on 2x1.",
        ]
        assert [text for text in texts if text.startswith("Turn 3")] == [
            "Turn 3: Black B1, illegal",
            "Turn 3: Black B1",
        ]

    def test_says_what_is_drawn_with_a_square(self, tmp_path: Path) -> None:
        picture, without = tmp_path / "suicide.svg", tmp_path / "plain.svg"
        assert run("katago-v2/move/suicide-ban", "-o", str(picture)).exit_code == 0
        assert run("#/tromp-taylor/2x1/A1", "-o", str(without)).exit_code == 0
        says = [re.sub("<[^>]*>", " ", file.read_text(encoding="utf-8")) for file in (picture, without)]
        assert ["Squares mark the points that it is about." in " ".join(text.split()) for text in says] == [
            True,
            False,
        ]

    def test_beside_a_live_site_each_board_leads_to_its_explorer(self, tmp_path: Path) -> None:
        file, explorer = tmp_path / "games.html", tmp_path / "explorer" / "index.html"
        explorer.parent.mkdir()
        explorer.touch()
        assert CliRunner().invoke(main, ["show", "claim/summary-long-cycle", "-o", str(file)]).exit_code == 0
        leading = re.findall(r'href="(?!#|data:)([^"]*)"', file.read_text(encoding="utf-8"))
        assert "explorer/index.html#/chinese-like,whiteHandicapBonus=0/5x3/" in leading[0]
        assert {address.partition("#/")[0] for address in leading} == {"explorer/index.html"}

    def test_shows_what_a_record_says_as_text(self, tmp_path: Path) -> None:
        record, file = tmp_path / "<img src=x onerror=alert(1)>.sgf", tmp_path / "games.html"
        record.write_text("(;FF[4]GM[1]SZ[3]RU[Chinese];B[aa])")
        assert CliRunner().invoke(main, ["show", str(record), "-o", str(file)]).exit_code == 0
        assert "<img" not in file.read_text(encoding="utf-8")


ASKED = "tromp-taylor,ko=SITUATIONAL"
ENGINES = "tests.checker.oracle.engines_for_the_command:CountsStonesOnly"


@pytest.mark.parametrize(
    "command",
    [
        f"solve 2x1 --rules {ASKED}",
        f"compare tromp-taylor {ASKED}",
        f"judge --engine python:{ENGINES} --effort 500n --seed 1 --board 2x2 --rules {ASKED}",
    ],
)
def test_addresses_that_commands_print_keep_the_name_of_the_rules_that_were_asked_for(command: str) -> None:
    printed = CliRunner().invoke(main, command.split()).stdout
    addresses = [line for line in printed.splitlines() if "#/" in line]
    assert addresses
    assert all(command.rsplit(maxsplit=1)[-1] in line for line in addresses)


def test_a_certificate_keeps_the_name_of_the_rules_that_were_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "value.json"
    CliRunner().invoke(main, ["solve", "2x1", "--rules", ASKED, "-o", str(file)])
    assert f"under {ASKED}, in" in CliRunner().invoke(main, ["verify", str(file)]).stdout


@pytest.mark.parametrize("preset", PRESETS)
def test_the_explorer_keeps_the_name_of_rules_whatever_parameter_is_changed(preset: str) -> None:
    sets = rule_sets([])
    assert sets.written(preset) == preset
    for parameter in parameters_to_choose(PRESETS[preset]):
        key = str(parameter["key"])
        for value in parameter["values"] or ["1"]:
            text = sets.with_rule(preset, key, value)
            assert text in (preset, f"{preset},{key}={value}")
            assert sets.named(text) == changed(PRESETS[preset], [f"{key}={value}"])


@pytest.mark.parametrize(
    "address",
    [
        "#/{file}:RULES/3x3/A1",
        "#/tromp-taylor/3x3/A1?beside={file}:RULES",
        "#/{quoted}%3ARULES/3x3/A1",
        "#/%5C%5Chost%5Cshare%5C{file}:RULES/3x3/A1",
        "#/{file}/3x3/A1",
    ],
)
@pytest.mark.every_case
def test_an_address_runs_no_file_that_the_command_line_does_not_name(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("open('ran', 'w').close()\nfrom superko.spec.rules import Rules\nRULES = Rules()\n")
    text = address.format(file="mine.py", quoted=str(tmp_path / "mine.py").replace("/", "%2F"))
    refused = run(text)
    assert (refused.exit_code, Path("ran").exists()) == (2, False)
    assert "An address can't run a Python file" in refused.output.replace("\n", " ")
