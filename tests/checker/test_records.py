"""A folder of game records, each with the result that its players would give, and what `superko replay` makes of it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import replay_command as replay_command_module
from superko.checker.commands.replay_command import replay_command
from superko.interpreter.explanations import term_word
from superko.interpreter.records.outcome import outcome_of
from superko.interpreter.records.sgf import read_games
from superko.interpreter.records.verdict import VerdictKind, verdict_of

pytestmark = pytest.mark.every_case

RECORDS = Path(__file__).parents[1] / "records"
SETTLED = [
    # the record, how it is settled, and what is said to have been assumed
    ("japanese-marked", [], "Removed as dead: Black's G2; White's B5."),
    ("japanese-uneven", [], "Removed as dead: White's B5, A4."),
    ("japanese-dame-left", [], "The players are taken to fill dame in turn: Black E1, White F7."),
    ("chinese-unmarked", ["--dead", "B5,G2"], "Both players are taken to hold dead what --dead names."),
    ("chinese-unmarked", ["--dead", "b5 g2", "--protocol", "chinese"], "Settled by the protocol chinese."),
    ("no-passes", [], "The record shows no passes at its end; both players are taken to pass."),
    ("handicap", [], "Both players are taken to agree on the territory that the record marks."),
    ("button", [], "Removed as dead"),
    ("group-tax", [], "Removed as dead"),
    ("no-komi", [], "The record tells no komi; 0 is taken."),
    ("tromp-taylor-ten", [], "These rules have no komi; 6.5 is not applied."),
    ("cleanup-played", [], "29 turns replayed; none illegal"),
    ("no-result", [], "The game ends without result."),
    ("resigned", [], "White won by resignation, whatever the score."),
    ("protocol-agreement", [], "Settled by the protocol agreement."),
    ("protocol-agreement", ["--protocol", "mediation"], "Settled by the protocol mediation."),
    ("protocol-chinese", ["--protocol", "chinese"], "White holds dead in the record: G2."),
    ("protocol-japanese", ["--protocol", "japanese"], "Settled by the protocol japanese."),
    ("protocol-kgs", ["--protocol", "kgs"], "Settled by the protocol kgs."),
    ("protocol-mediation", ["--protocol", "mediation"], "A third party holds dead in the record: B5."),
    ("protocol-none", ["--protocol", "none"], "Settled by the protocol none."),
    ("protocol-silent", ["--protocol", "chinese"], "White gives no list in the record."),
    ("aga-agreed", [], "Settled by the protocol aga."),
    ("aga-disputed", ["--protocol", "aga"], "Black holds dead in the record: B5, G2."),
    ("aga-all-alive", [], "White holds dead in the record: G2."),
    ("variations", [], "The record has 3 variations; this is the main line, and --variation 2 to 3 follow others."),
]

SHARING = """
from superko.checker.commands import replay_command
replay_command.FEWEST_TO_SHARE = {}
replay_command.replay_command()
"""


def run(record: str, *options: str, answers: str = "") -> Result:
    file = str(RECORDS / f"{record}.sgf") if record else str(RECORDS)
    return CliRunner().invoke(replay_command, [file, *options], input=answers, env={"COLUMNS": "200"})


def json_of(record: str, *options: str) -> dict[str, object]:
    fields: dict[str, object] = json.loads(run(record, *options, "--json").stdout)
    return fields


class TestAGameIsSettledAsItsPlayersWould:
    @pytest.mark.parametrize(("record", "options", "assumed"), SETTLED)
    def test_and_comes_out_as_its_record_says(self, record: str, options: list[str], assumed: str) -> None:
        result = run(record, *options)
        assert result.exit_code == 0, result.output
        assert assumed in result.output
        assert "and so do the rules." in result.output or record == "resigned"

    def test_term_by_term(self) -> None:
        result = json_of("japanese-marked")["settled"]["result"]  # type: ignore[index]
        terms = {
            color: {term_word(clause): points for clause, points in result["terms"][color].items()} for color in "BW"
        }
        assert {name: points for name, points in terms["B"].items() if points} == {"territory": 25, "captures": 1}
        assert terms["W"]["territory"] + terms["W"]["captures"] + terms["W"]["komi"] == 10 + 1 + 6.5
        assert (result["B"], result["W"]) == (26, 17.5)

    def test_with_terms_for_handicap_button_and_tax(self) -> None:
        assert "handicap       0      2" in run("handicap").output
        assert "button       0.5      0" in run("button").output
        assert "group tax     -2     -2" in run("group-tax").output
        assert "cleanup moves            4      3" in run("cleanup-played").output

    def test_with_the_dead_stones_that_explain_it_where_nobody_says_which_they_are(self) -> None:
        result = run("chinese-unmarked")
        assert result.exit_code == 0
        assert "and so do the rules if these are dead: Black's G2; White's B5" in result.output
        assert "by the rules it is W+7.5 if no stone is dead, as nobody says which are" in result.output

    def test_with_no_stone_dead_where_a_record_stops_before_cleanup_and_names_none(self) -> None:
        game = "(;SZ[8:5]KM[0.5]RU[Japanese]RE[B+4.5];B[da];W[fa];B[db];W[fb];B[dc];W[fc];B[dd];W[fd];B[de];W[fe]"
        (unmarked,) = read_games(f"{game};B[];W[])".encode())
        outcome = outcome_of(unmarked.record())
        assert outcome.settled is not None
        assert outcome.settled.assumed[0] == (
            "The record does not say which stones are dead; none is taken to be, and --dead names those that are."
        )
        assert (verdict_of(outcome).kind, outcome.settled.dead) == (VerdictKind.AGREES, 0)
        (cut_short,) = read_games(f"{game})".encode())
        assert outcome_of(cut_short.record()).settled is None

    @pytest.mark.parametrize("record", ["cleanup-played", "no-result"])
    def test_unless_play_has_settled_it(self, record: str) -> None:
        assert "Note: Nobody was asked for dead stones: play has settled" in run(record, "--dead", "none").output

    def test_and_without_filling_dame_what_borders_it_counts_nothing(self) -> None:
        result = run("japanese-dame-left", "--no-fill")
        assert "White wins by 6.5." in result.output
        assert "so do the rules if the players fill dame first" in result.output


DAME_LEFT = "(;SZ[7:6]KM[0]RU[japanese-1989]AB[ca][cb][cc][cd][ce][cf]AW[ea][eb][ec][ed][ee][ef][aa]RE[B+4];B[];W[])"


class TestDameThatAreLeftUnderTheRulesOf1989:
    """Three columns of each player's territory, with a dead stone of White's, and a column of dame between."""

    def replayed(self, tmp_path: Path, *options: str) -> str:
        file = tmp_path / "dame.sgf"
        file.write_text(DAME_LEFT, "utf-8")
        return CliRunner().invoke(replay_command, [str(file), *options], env={"COLUMNS": "300"}).output

    @pytest.mark.parametrize("options", [[], ["--dead", "none"], ["--dead", "A6"]])
    def test_are_named_with_what_they_cost_by_article_8(self, tmp_path: Path, options: list[str]) -> None:
        said = self.replayed(tmp_path, *options)
        assert "Dame are left, at " in said
        assert "By article 8 live stones next to dame are in seki" in said
        assert "White's F6, G6" in said

    def test_are_filled_where_that_is_asked_for(self, tmp_path: Path) -> None:
        said = self.replayed(tmp_path, "--dead", "A6", "--fill")
        assert "The players are taken to fill dame in turn: Black D" in said
        assert "Dame are left" not in said

    def test_are_filled_to_explain_a_result(self, tmp_path: Path) -> None:
        outcome = json.loads(self.replayed(tmp_path, "--dead", "A6", "--fill", "--json"))
        result = outcome["settled"]["result"]
        assert result["B"] - result["W"] == 1
        sentences = self.replayed(tmp_path, "--explain-result")
        assert "No stones that can be captured make it B+4 by being dead, whether the players fill" in sentences


def test_filling_that_changes_nothing_is_said_to_change_nothing() -> None:
    assert "Note: --fill changes nothing" in run("chinese-unmarked", "--fill").output
    assert "--fill changes nothing" not in run("japanese-dame-left", "--fill").output


class TestWhatARecordSaysOfItsResult:
    def test_is_not_compared_where_the_replay_stops_before_the_end(self, tmp_path: Path) -> None:
        file = tmp_path / "stops.sgf"
        file.write_bytes(b"(;SZ[3]RU[Chinese]KM[0]RE[W+3];B[bb];W[bb];B[];W[])")
        result = CliRunner().invoke(replay_command, [str(file)], env={"COLUMNS": "200"})
        assert result.exit_code == 1
        assert "The record says W+3, which is not checked: the game is not over, as the replay stops at turn 2." in (
            result.output
        )
        assert "by the rules it is" not in result.output

    @pytest.mark.parametrize("said", ["White wins by 30 points", "黑好"])
    def test_is_no_number_where_it_is_words(self, said: str, tmp_path: Path) -> None:
        for name in ("one", "two"):
            file = tmp_path / f"{name}.sgf"
            file.write_text(f"(;SZ[3]RU[Chinese]KM[0]RE[{said}];B[bb];W[];B[])", "utf-8")
        alone = CliRunner().invoke(replay_command, [str(file)], env={"COLUMNS": "200"})
        both = CliRunner().invoke(replay_command, [str(tmp_path)], env={"COLUMNS": "200"})
        for result in (alone, both):
            assert result.exit_code == 0
        assert f'What the record says of its result is no number: "{said}".' in alone.output
        assert "2 games: 2 no number." in both.output

    def test_a_game_that_is_no_game_is_counted_from_one(self) -> None:
        with pytest.raises(ValueError, match="error parsing game 2"):
            read_games(b"(;SZ[3];B[aa])(;SZ[3];1)")


class TestTheExitStatusTells:
    @pytest.mark.parametrize(
        ("record", "options", "status"),
        [
            ("wrong-result", [], 1),
            ("not-over", [], 0),
            ("illegal-ko", [], 1),
            ("japanese-marked", ["--dead", "C3"], 2),
            ("japanese-marked", ["--protocol", "aga"], 2),
            ("japanese-marked", ["--protocol", "chinese"], 2),
            ("collection", ["--game", "4"], 2),
            ("collection", ["--game", "5"], 2),
            ("collection", ["--variation", "2"], 2),
            ("collection", [], 2),
            ("spellings", [], 0),
            ("", [], 2),
        ],
    )
    def test_scripts_what_was_found(self, record: str, options: list[str], status: int) -> None:
        result = run(record, *options)
        assert result.exit_code == status, result.output
        assert "Traceback" not in result.output

    def test_that_a_turn_after_a_dispute_is_illegal(self) -> None:
        # given Black's first turn after the dispute at a point that is taken
        sgf = (RECORDS / "protocol-chinese.sgf").read_text().replace(";B[bb]", ";B[df]")
        with_mistake = CliRunner().invoke(replay_command, ["-", "--protocol", "chinese"], input=sgf)
        assert with_mistake.exit_code == 1
        assert "is illegal by katago-v2/move/pseudolegal" in with_mistake.output


class TestRules:
    def test_that_are_named_go_before_those_of_the_record_with_a_note(self) -> None:
        result = run("japanese-marked", "--rules", "chinese,komi=7.5")
        assert (
            'Note: The record names its rules "Japanese"; it is replayed by chinese,komi=7.5 all the same.'
            in result.output
        )
        assert "Note: The record tells komi 6.5; 7.5 is taken." in result.output
        assert "by the rules it is B+7.5" in result.output

    def test_that_are_the_same_by_another_name_are_no_note(self) -> None:
        assert "Note" not in run("japanese-marked", "--rules", "korean").output

    def test_with_a_komi_of_their_own_give_way_to_that_of_the_record(self) -> None:
        result = CliRunner().invoke(
            replay_command, ["-"], input="(;SZ[3]RU[koSIMPLEscoreAREAtaxNONEsui0button0whb0komi5]KM[7];B[];W[])"
        )
        assert "The rules that the record names have komi 5; its own, 7, is taken." in result.output

    def test_without_as_many_handicap_stones_as_the_record_tells_are_noted(self) -> None:
        result = CliRunner().invoke(replay_command, ["-"], input="(;SZ[5]RU[Chinese]KM[0]HA[3]AB[bb][cc];W[dd])")
        assert "The record names 3 handicap stones, and sets up 2 black ones." in result.output

    def test_with_black_stones_and_no_word_of_a_handicap_are_noted(self) -> None:
        result = CliRunner().invoke(replay_command, ["-"], input="(;SZ[5]RU[Chinese]KM[0]AB[bb][cc];W[dd])")
        assert "The record sets up 2 black stones and tells no handicap; none is counted." in result.output

    def test_with_handicap_stones_that_black_plays_are_in_order(self) -> None:
        record = "(;SZ[5]RU[Chinese]KM[0]HA[2]RE[B+23];B[bb];B[cc];W[];B[])"
        result = CliRunner().invoke(replay_command, ["-"], input=record)
        assert result.exit_code == 0, result.output
        assert "Black's first 2 turns placed handicap stones" in " ".join(result.output.split())
        assert "none illegal, none out of turn" in result.output

    @pytest.mark.parametrize(
        ("rules", "clause"),
        [("new-zealand", "new-zealand/komi"), ("french", "french/count#komi"), ("chinese", ""), ("aga", "")],
    )
    def test_that_count_no_komi_in_a_handicap_game_are_noted_with_the_clause(self, rules: str, clause: str) -> None:
        record = f"(;SZ[5]RU[{rules}]KM[7]HA[2]AB[bb][cc];W[dd];B[];W[])"
        with_handicap, even = (
            " ".join(CliRunner().invoke(replay_command, ["-"], input=text).output.split())
            for text in (record, record.replace("HA[2]AB[bb][cc]", "").replace("W[dd];B[];W[]", "B[dd];W[];B[]"))
        )
        assert (f"Komi 7 is not counted in a game with 2 handicap stones, by {clause}." in with_handicap) is bool(
            clause
        )
        assert ("is not counted" in with_handicap) is bool(clause)
        assert "is not counted" not in even

    @pytest.mark.parametrize(("komi", "noted"), [("321", True), ("-325", True), ("7.5", False)])
    def test_with_a_komi_that_may_be_counted_otherwise_are_noted(self, komi: str, noted: bool) -> None:
        result = CliRunner().invoke(replay_command, ["-"], input=f"(;SZ[19]RU[Chinese]KM[{komi}];B[];W[])")
        assert ("use --komi." in " ".join(result.output.split())) is noted

    def test_with_a_komi_beyond_all_bounds_are_refused_in_a_sentence(self) -> None:
        result = CliRunner().invoke(replay_command, ["-"], input="(;SZ[5]RU[Chinese]KM[1e308];B[])")
        assert (result.exit_code, type(result.exception)) == (2, SystemExit)
        assert "not 1e+308." in result.output

    def test_with_a_negative_zero_for_komi_have_none(self) -> None:
        result = CliRunner().invoke(replay_command, ["-"], input="(;SZ[5]RU[Chinese]KM[-0];B[])")
        assert "komi 0, 1 turn." in result.output


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

    def test_are_noted(self, folder: Path) -> None:
        done = CliRunner().invoke(replay_command, [str(folder / "none.sgf"), "--default-rules", "chinese"])
        assert "does not name its rules; it is replayed by chinese." in " ".join(done.output.split())


class TestTheDeadStonesThatTheUserNames:
    @pytest.mark.parametrize("options", [[], ["--protocol", "kgs"], ["--protocol", "agreement"]])
    def test_go_before_the_lists_of_the_record(self, options: list[str]) -> None:
        result = run("protocol-kgs", "--dead", "B5,G2", *options)
        assert "Both players are taken to hold dead what --dead names." in result.output
        assert "in the record" not in result.output
        assert "The record says B+7.5, and so do the rules." in result.output


MARKS = "TB[aa:cb][ac][bc][cc][ad:ce]TW[fa:gb][fc][gc][fd:ge]"
TOLD_BY_THE_END = [
    # what the record shows at its end, and what is then said of it
    (f";B[];W[]{MARKS}", "Both players are taken to agree on the territory that the record marks."),
    (f";B[]{MARKS};W[]", "Both players are taken to agree on the territory that the record marks."),
    (
        ";B[];W[];AE[fc][bc]",
        "to hold dead the stones that the record clears off the board (AE) after both have passed.",
    ),
    (
        f";B[];W[];AE[fc];AE[bc]{MARKS}",
        "to agree on the territory that the record marks, and to hold dead the stones that the record clears",
    ),
]


def finished(end: str, rules: str, result: str = "W+1") -> Result:
    """What is said of a game of 12 moves in which each player has a dead stone, at B3 and F3."""
    moves = ";B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[fc];W[bc]"
    record = f"(;SZ[7:5]KM[6]RU[{rules}]RE[{result}]{moves}{end})"
    return CliRunner().invoke(replay_command, ["-"], input=record, env={"COLUMNS": "300"})


class TestTheEndOfARecord:
    @pytest.mark.parametrize("rules", ["Chinese", "new-zealand"])
    @pytest.mark.parametrize(("end", "said"), TOLD_BY_THE_END)
    def test_tells_which_stones_are_dead_on_the_board_where_play_stopped(self, end: str, said: str, rules: str) -> None:
        output = finished(end, rules).output
        assert said in output
        assert "Removed as dead: Black's F3; White's B3." in output
        assert "The record says W+1, and so do the rules." in output

    @pytest.mark.parametrize("rules", ["japanese-1989", "new-zealand", "aga", "french"])
    def test_is_the_board_of_the_marks_where_the_rules_let_a_game_resume(self, rules: str) -> None:
        output = finished(f";B[];W[];B[ga];W[gb];B[];W[]{MARKS}", rules).output
        assert "Removed as dead: Black's G5, F3; White's B3." in output
        assert "resumes the game; " in output
        assert "more moves" not in output

    def test_is_read_on_the_board_before_where_the_game_was_over(self) -> None:
        output = finished(f";B[];W[];B[ga];W[gb];B[];W[]{MARKS}", "Chinese").output
        assert "that is shown after 2 more moves, and read on the board before." in output
        assert "Removed as dead: Black's F3; White's B3." in output

    @pytest.mark.parametrize("rules", ["Japanese", "japanese-1989"])
    def test_counts_stones_that_are_cleared_as_prisoners(self, rules: str) -> None:
        output = finished(";B[];W[];AE[fc][bc]", rules).output
        assert "14 turns replayed; none illegal" in output
        assert "The record says W+1, and so do the rules." in output

    def test_gives_way_to_what_the_user_names(self) -> None:
        record = "(;SZ[3]KM[0]RU[Chinese];B[bb];W[aa];B[];W[];AE[aa])"
        output = CliRunner().invoke(replay_command, ["-", "--dead", "none"], input=record).output
        assert "No stone is removed as dead." in output

    @pytest.mark.parametrize(("result", "noted"), [("W+1", True), ("W+R", False)])
    def test_says_nothing_by_marks_that_were_made_before_it_which_is_noted(self, result: str, noted: bool) -> None:
        output = finished(f"{MARKS};B[];W[]", "Chinese", result).output
        assert "Removed as dead" not in output
        assert ("The record marks territory while the game goes on, and none at its end" in output) is noted

    @pytest.mark.parametrize("end", [";B[];AE[fc][bc]", ";B[];W[];AE[fc]AB[aa]"])
    def test_is_told_why_stones_that_are_cleared_are_not_read_as_dead(self, end: str) -> None:
        assert "stones that it clears off the board (AE) are read as dead only if" in finished(end, "Chinese").output

    def test_is_no_position_where_a_handicap_is_played(self) -> None:
        record = "(;SZ[5]RU[Chinese]KM[0]HA[2];B[bb];B[cc])"
        assert "clears off" not in CliRunner().invoke(replay_command, ["-"], input=record).output


class TestTurnsAfterADispute:
    def test_are_told_as_followed_and_not_as_left_out(self) -> None:
        result = run("protocol-kgs", "--protocol", "kgs")
        assert "Play goes on, with 9 more turns of the record." in result.output
        assert "left out" not in result.output

    def test_are_left_out_from_where_the_protocol_has_ended(self) -> None:
        record = (RECORDS / "protocol-kgs.sgf").read_text().rstrip()[:-1] + ";W[gb];B[])"
        result = CliRunner().invoke(replay_command, ["-", "--protocol", "kgs"], input=record)
        assert "Play goes on, with 9 more turns of the record." in result.output
        assert "From turn 28 on, the record shows 2 turns after the end of the game" in result.output

    def test_are_left_out_where_the_protocol_does_not_play_on(self) -> None:
        result = run("protocol-kgs", "--protocol", "agreement")
        assert "Play goes on" not in result.output
        assert "From turn 19 on, the record shows 9 turns after the end of the game, left out." in result.output


class TestTerritoryThatCountsNothing:
    def test_is_told_with_what_is_in_its_region(self) -> None:
        record = "(;SZ[5:3]RU[Japanese]KM[0]AB[ca][cb][db][cc]AW[da][ea][eb][dc]PL[B];B[];W[])"
        result = CliRunner().invoke(replay_command, ["-", "--dead", "none"], input=record)
        said = "White scores nothing for the surrounded E1: it is in one region with stones in atari, at D3, E3"
        assert said in " ".join(result.output.split())

    def test_is_told_of_dame_that_nobody_fills(self) -> None:
        record = "(;SZ[6:2]RU[Japanese]KM[0]AB[ca][cb]AW[ea][eb]PL[B];B[];W[])"
        result = CliRunner().invoke(replay_command, ["-", "--dead", "none", "--no-fill"], input=record)
        said = "White scores nothing for the surrounded F2, F1: they are in one region with dame, at D2, D1."
        assert said in " ".join(result.output.split())

    def test_is_none_without_a_tax(self) -> None:
        record = "(;SZ[6:2]RU[Chinese]KM[0]AB[ca][cb]AW[ea][eb]PL[B];B[];W[])"
        assert "scores nothing" not in CliRunner().invoke(replay_command, ["-", "--dead", "none"], input=record).output


class TestPlayersAreAsked:
    def test_which_stones_they_hold_dead(self) -> None:
        result = run("chinese-unmarked", "--protocol", "agreement", answers="Z9\nB5,G2\nB5 G2\n")
        assert result.exit_code == 0
        assert "Which stones does White hold dead" in result.output
        assert '"Z9" is no vertex' in result.output or "off the board" in result.output

    def test_for_a_ruling_where_the_protocol_wants_one(self) -> None:
        result = run("chinese-unmarked", "--protocol", "mediation", answers="B5,G2\nG2\nB5\n")
        assert result.exit_code == 0
        assert "Which stones does a third party hold dead" in result.output

    def test_and_only_what_both_hold_dead_is_removed_before_cleanup(self) -> None:
        # given Japanese rules, and White, who holds B5 alive
        sgf = (RECORDS / "protocol-mediation.sgf").read_text().replace("Chinese", "Japanese")
        result = CliRunner().invoke(replay_command, ["-"], input=sgf)
        assert "The lists differ, so only stones that both players hold dead are removed." in result.output
        assert "Removed as dead: Black's G2." in result.output
        assert result.exit_code == 1

    def test_and_refused_in_a_sentence_where_nobody_answers(self) -> None:
        result = run("chinese-unmarked", "--protocol", "chinese")
        assert result.exit_code == 2
        assert "Nobody answered" in result.output


class TestCollectionsAndVariations:
    def test_every_game_is_a_line(self) -> None:
        result = run("collection")
        lines = [line for line in result.output.splitlines() if "collection.sgf:" in line]
        assert [line.split("7x7")[0].split("  ")[-2].strip() for line in lines[:3]] == [
            "Ayo - Ben",
            "Ayo - Chi",
            "Ben - Chi",
        ]
        assert "4 games: 2 agrees, 1 no number, 1 unreadable." in result.output

    def test_one_is_told_in_full(self) -> None:
        assert "Ayo against Chi, 7x7, komi 7.5, 18 turns." in run("collection", "--game", "2").output

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

    def test_a_folder_without_records_is_refused(self, tmp_path: Path) -> None:
        result = CliRunner().invoke(replay_command, [str(tmp_path)])
        assert (result.exit_code, "without game records" in result.output) == (2, True)

    def test_a_variation_is_followed_and_says_where_it_leaves_the_main_line(self) -> None:
        result = run("variations", "--variation", "3")
        assert "This is variation 3 of 3, which leaves the main line at turn 7." in result.output
        assert ", 10 turns." in result.output

    @pytest.mark.parametrize(
        ("record", "where"),
        [
            ("(;SZ[5]KM[0]RU[Chinese]HA[2];B[bb];B[dd](;W[cc];B[])(;W[aa];B[aa]))", "at turn 1"),
            ("(;SZ[5]KM[0]RU[Chinese];B[bb];W[dd];AE[dd]PL[W];W[cc](;B[ca])(;B[bb]))", "at turn 2"),
            ("(;SZ[5]KM[0]RU[Chinese];B[bb](;W[dd])(;W[cc];AB[dd]))", "before the replay starts"),
        ],
    )
    def test_a_variation_leaves_the_main_line_at_a_turn_that_is_numbered_as_in_the_replay(
        self, record: str, where: str
    ) -> None:
        result = CliRunner().invoke(replay_command, ["-", "--variation", "2"], input=record)
        assert f"This is variation 2 of 2, which leaves the main line {where}." in " ".join(result.output.split())

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


class TestANarrowTerminal:
    @pytest.mark.parametrize("columns", ["40", "60"])
    def test_numbers_and_ids_are_never_cut(self, columns: str) -> None:
        wide, narrow = (
            CliRunner().invoke(replay_command, [str(RECORDS / "japanese-marked.sgf")], env={"COLUMNS": width}).stdout
            for width in ("200", columns)
        )
        assert "…" not in narrow
        assert "".join(wide.split()).count("6.5") == narrow.count("6.5")
        assert "katago-v2/territory/score-seki#independent-life" in "".join(_last_words(narrow))


def _last_words(text: str) -> list[str]:
    """The last column of a table, whose long ids go on in the next line."""
    return [line.split()[-1] for line in text.splitlines() if line.strip()]


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
