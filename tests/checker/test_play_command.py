"""`superko play` takes turns, and says which clause speaks of the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main

KO = "B3 C3 A2 D2 B1 C1 C2 B2 C2"

FEWER = '''
from superko.spec.algebra import BLACK, WHITE
from superko.spec.presets import PRESETS


def fewer(black, white):
    """The player with fewer points wins."""
    return None if black == white else BLACK if black < white else WHITE


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/area/winner", fewer)
'''


def play(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["play", *arguments])


class TestPlay:
    def test_names_the_clause_that_forbids_a_turn_and_exits_with_1(self) -> None:
        answer = play("4x3", KO)
        assert answer.exit_code == 1
        assert "Turn 9: Black C2, illegal" in answer.output
        assert "katago-v2/main/legal-superko:" in answer.output

    def test_takes_the_same_turn_where_the_rules_allow_it(self) -> None:
        answer = play("4x3", f"{KO} pass", "--rules", "ko=SIMPLE")
        assert "katago-v2/main/legal-simple-ko:" in answer.output
        assert play("4x3", "B3 C3 A2 D2 B1 C1 C2 B2 A3 D3 C2", "--rules", "ko=SIMPLE").exit_code == 0

    def test_shows_every_board_when_asked(self) -> None:
        answer = play("2x1", "A1 pass", "--each")
        assert [line.strip() for line in answer.output.splitlines() if line.strip().startswith(("At", "Turn"))] == [
            "At the start",
            "Turn 1: Black A1",
            "Turn 2: White pass",
        ]

    @pytest.mark.parametrize(
        ("turns", "rules", "said"),
        [
            ("A1 pass pass", "tromp-taylor", "  Black wins by 2."),
            ("A1 pass pass", "tromp-taylor,komi=6.5", "  White wins by 4.5."),
            ("A1 pass pass", "tromp-taylor,komi=2", "  The game is a draw."),
        ],
    )
    def test_says_who_wins_a_game_that_is_counted(self, turns: str, rules: str, said: str) -> None:
        assert play("2x1", turns, "--rules", rules).output.splitlines()[-1] == said

    def test_says_by_which_amended_clause_the_winner_has_won(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.py"
        file.write_text(FEWER, encoding="utf-8")
        output = " ".join(play("2x1", "A1 pass pass", "--rules", f"{file}:RULES").output.split())
        assert output.endswith("katago-v2/area/winner: The player with fewer points wins. White wins.")

    def test_starts_from_what_is_set_up(self) -> None:
        state = json.loads(play(".XX", "A1", "--player", "W", "--json").output)["state"]
        assert (state["board"], state["captures"]) == ("O..", {"B": 2, "W": 0})

    def test_gives_the_state_of_the_referee_as_json(self) -> None:
        answer = json.loads(play("2x1", "A1", "--json").output)
        assert answer["state"]["board"] == "X."
        assert "illegal" not in answer

    def test_draws_what_it_shows(self, tmp_path: Path) -> None:
        picture = tmp_path / "game.svg"
        assert play("2x1", "A1", "--each", "--output", str(picture)).exit_code == 0
        assert picture.read_text(encoding="utf-8").count("<svg") == 3

    @pytest.mark.parametrize(("options", "times"), [((), 1), (("--each",), 2)])
    def test_writes_the_turn_of_a_single_board_once(self, tmp_path: Path, options: tuple[str, ...], times: int) -> None:
        picture = tmp_path / "game.svg"
        play("4x3", KO, "--output", str(picture), *options)
        assert picture.read_text(encoding="utf-8").count(">Turn 9: Black C2, illegal<") == times

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (("2x1", "Z9"), "Z9 is off the board"),
            (("0x1",), "0x1"),
            (("2x1", "pass pass A1"), "The game is over before turn 3."),
            (("2x1", "--rules", "nosuch"), "nosuch"),
            (("2x1", "A1", "--output", "/nosuch/game.svg"), "can't be written"),
        ],
    )
    def test_says_what_it_can_not_understand(self, arguments: tuple[str, ...], reason: str) -> None:
        answer = play(*arguments)
        assert answer.exit_code == 2
        assert reason in answer.output


CLEANUP = (".XO./XO.O/.XO.", "--rules", "japanese-like", "--phase", "cleanup1")
SAME = ["C2 unblock C2", "c2 UNBLOCK c2", "C2  unblock  C2", "C2 C2", "C2 B2"]


class TestUnblockActions:
    """The actions that cleanup adds are taken by name, or by the move that stands for them in game records."""

    @pytest.mark.parametrize("turns", SAME)
    def test_are_taken_by_play(self, turns: str) -> None:
        answer = play(*CLEANUP, turns)
        assert answer.exit_code == 0
        assert "Turn 2: White unblock C2" in answer.output

    @pytest.mark.parametrize("turns", SAME)
    def test_are_taken_as_first_turns_of_every_command_that_has_some(self, turns: str) -> None:
        answer = CliRunner().invoke(main, ["perft", *CLEANUP, "--turns", turns, "--depth", "1", "--json"])
        assert json.loads(answer.output)["turns"] == ["C2", "unblock C2"]

    @pytest.mark.parametrize(("turns", "said"), [("C2 unblock C2", False), ("C2 B2", True)])
    def test_are_announced_where_a_move_stood_for_them(self, turns: str, said: bool) -> None:
        assert ("Turn 2 of White is taken as the action to unblock C2" in play(*CLEANUP, turns).output) is said

    def test_lack_a_point_in_vain(self) -> None:
        assert '"unblock" is no turn; write "C3", "pass" or "unblock C3".' in play(*CLEANUP, "C2 unblock").output


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ("B2 A1", ""),
        ("A2 A1 B1", "katago-v2/move/pseudolegal: A move colors a point, then resolves the opponent's captures, then"),
        ("B2 B2", "katago-v2/move/pseudolegal#empty: The point that a move colors is empty, but B2 is occupied."),
        ("pass pass", "katago-v2/main/end-two-passes: Two consecutive passes end the main phase."),
    ],
)
def test_it_says_what_a_turn_did_and_nothing_of_a_move_that_only_adds_its_stone(turns: str, said: str) -> None:
    shown = " ".join(play("3x3", turns).stdout.split())
    assert said in shown
    assert ("katago-v2/move/" in shown) == said.startswith("katago-v2/move/")
