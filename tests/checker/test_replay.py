"""Replaying game records: what is reported, how the replay goes on where a record breaks the rules, and the score."""

import json

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.commands.replay_command import replay_command
from superko.checker.commands.replay_report import replay_as_json
from superko.checker.telling.data import as_data
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text
from superko.interpreter.records.game_record import GameRecord, intended_turn, record_of
from superko.interpreter.records.replay import (
    Event,
    IllegalTurnTaken,
    OutOfTurn,
    PhaseEnd,
    Replay,
    Resumed,
    TakenAsUnblock,
    TurnsAfterEnd,
    replay,
    sentence,
)
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.result import NoResult, Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.documents import DOCUMENTS
from superko.spec.vocabulary import PASS, Move, Phase, Position, Unblock

PRESETS = DOCUMENTS["katago-v2"].presets

KO = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B]"
"""Black may take a ko at C2 (cb), and White take it back at B2 (bb)."""
NO_RESULT = "(;SZ[4:1];B[ba];W[da];B[aa];W[ca];B[ba];W[da];B[aa];W[ca];B[ba])"


def replayed(sgf: str, rules: str) -> Replay:
    return replay(read_sgf(sgf.encode()), parse_rules(rules))


def run(sgf: str, *options: str, columns: int = 120) -> Result:
    return CliRunner().invoke(replay_command, ["-", *options], input=sgf, env={"COLUMNS": str(columns)})


def events_of(sgf: str, rules: str) -> list[Event]:
    return list(replayed(sgf, rules).events)


def score_of(replay: Replay) -> Score:
    assert isinstance(replay.game.result, Score)
    return replay.game.result


class TestALawfulRecord:
    def test_reports_nothing_but_the_ends_of_the_phases(self) -> None:
        played = replayed("(;SZ[3];B[bb];W[];B[])", "tromp-taylor")
        assert played.events == (PhaseEnd(3, "katago-v2/main/end-two-passes", Phase.MAIN, Phase.OVER),)
        assert played.lawful

    def test_may_go_on_with_passes_after_the_end(self) -> None:
        played = replayed("(;SZ[3];B[bb];W[];B[];W[])", "tromp-taylor")
        assert played.events[1:] == (TurnsAfterEnd(4, 1, only_passes=True),)
        assert played.lawful

    def test_comes_to_the_score_with_the_terms_by_clause(self) -> None:
        score = score_of(replayed("(;SZ[3]KM[1.5];B[bb];W[];B[])", "tromp-taylor"))
        assert (score.black, score.white, score.winner) == (9, 1.5, BLACK)
        assert score.terms[BLACK]["katago-v2/area/score-none#surrounded"] == 8
        assert score.terms[WHITE]["katago-v2/area/komi"] == 1.5

    def test_tells_where_each_phase_starts_and_which_clause_ended_the_one_before(self) -> None:
        assert events_of("(;SZ[3];B[bb];W[];B[];W[];B[];W[];B[])", "japanese-like") == [
            PhaseEnd(3, "katago-v2/main/end-two-passes", Phase.MAIN, Phase.FIRST_CLEANUP),
            PhaseEnd(5, "katago-v2/cleanup/end-two-passes", Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP),
            PhaseEnd(7, "katago-v2/cleanup/end-two-passes", Phase.SECOND_CLEANUP, Phase.OVER),
        ]

    def test_of_a_handicap_game_starts_with_white_who_is_given_the_bonus(self) -> None:
        played = replayed("(;SZ[5]HA[2]KM[0.5]AB[bb][dd];W[cc];B[];W[])", "chinese-like")
        assert played.lawful
        assert score_of(played).terms[WHITE]["katago-v2/params/white-handicap-bonus#n"] == 2

    def test_that_ends_without_result_has_no_score(self) -> None:
        # given the shortest such game on 4x1: the same state has stood twice before, and nobody has passed
        played = replayed(NO_RESULT, "chinese-like")
        assert played.events == (PhaseEnd(9, "katago-v2/main/no-result", Phase.MAIN, Phase.OVER),)
        assert played.game.result == NoResult()
        assert "The game ends without result." in run(NO_RESULT, "--rules", "chinese-like").output


class TestAnIllegalTurn:
    def test_is_reported_with_its_clause_and_reason(self) -> None:
        (event,) = events_of(f"{KO};B[cb];W[bb])", "chinese-like")
        assert isinstance(event, IllegalTurnTaken)
        assert (event.turn, event.player, event.text) == (2, WHITE, "B2")
        assert event.clause == "katago-v2/main/legal-simple-ko"
        assert "B2 would repeat the state at the start" in event.reason

    def test_at_an_empty_point_is_made_all_the_same_and_the_replay_goes_on(self) -> None:
        played = replayed(f"{KO};B[cb];W[bb];B[aa])", "chinese-like")
        assert not played.lawful
        assert len(played.games) == 1 + 3
        assert board_text(played.game.position.coloring) == "XXO./XO.O/.XO."

    def test_at_an_empty_point_captures_what_it_captures(self) -> None:
        # given a suicide of two stones, where the rules forbid it
        played = replayed("(;SZ[3:2]AB[aa]AW[ba][bb]PL[B];B[ab];W[])", "chinese-like")
        assert [event.clause for event in played.events if isinstance(event, IllegalTurnTaken)] == [
            "katago-v2/move/suicide-ban"
        ]
        assert board_text(played.game.position.coloring) == ".O./.O."

    def test_at_a_point_that_is_not_empty_stops_the_replay(self) -> None:
        played = replayed("(;SZ[3];B[bb];W[bb];B[aa])", "tromp-taylor")
        (event,) = played.events
        assert isinstance(event, IllegalTurnTaken)
        assert (event.clause, event.followed) == ("katago-v2/move/pseudolegal", False)
        assert len(played.games) == 1 + 1

    def test_is_the_same_turn_number_in_reasons_and_reports_after_others_were_illegal(self) -> None:
        events = events_of(f"{KO};B[cb];W[bb];B[cb];W[bb])", "tromp-taylor")
        reasons = [event.reason for event in events if isinstance(event, IllegalTurnTaken)]
        assert [event.turn for event in events] == [2, 3, 4]
        assert reasons[-1].endswith("but B2 would repeat the state at the start.")

    def test_ends_no_game_without_result(self) -> None:
        # given a ko that is retaken at once, so that a board stands again
        played = replayed(f"{KO};B[cb];W[bb];B[];W[])", "japanese-1989")
        assert [event.turn for event in played.events if isinstance(event, IllegalTurnTaken)] == [2]
        assert len(played.games) == 1 + 4
        assert isinstance(played.game.result, Score)


class TestAGameWithoutResult:
    @pytest.mark.parametrize("rules", ["chinese-like", "japanese-1989"])
    def test_has_no_dead_stones_to_tell_of(self, rules: str) -> None:
        output = " ".join(run(NO_RESULT.replace("SZ", "RE[B+1]SZ"), "--rules", rules).output.split())
        assert "by the rules it is Void." in output
        assert "taken to be alive" not in output
        assert "dead" not in output


class TestTwoTurnsInARow:
    def test_are_reported_and_nobody_passes_in_between(self) -> None:
        played = replayed("(;SZ[3];B[aa];B[bb];W[];B[cc])", "tromp-taylor")
        assert played.events == (OutOfTurn(2, BLACK),)
        assert not played.lawful
        assert board_text(played.game.position.coloring) == "X../.X./..X"

    def test_after_a_pass_do_not_end_the_game(self) -> None:
        played = replayed("(;SZ[3];B[aa];W[];W[bb])", "tromp-taylor")
        assert played.events == (OutOfTurn(3, WHITE),)
        assert not played.game.over

    def test_the_first_turn_of_white_from_the_empty_board_is_out_of_turn(self) -> None:
        assert events_of("(;SZ[3];W[aa])", "tromp-taylor") == [OutOfTurn(1, WHITE)]


class TestRulesThatStartOtherwise:
    def test_a_record_that_sets_nothing_up_starts_as_the_rules_do(self) -> None:
        def a_stone_is_placed(empty_board: Coloring[int]) -> Position[int]:
            """Black has a stone at the top left, and White starts."""
            return Position(empty_board.colored(empty_board.board.nothing | 1, BLACK), WHITE)

        rules = parse_rules("tromp-taylor").replacing("katago-v2/main/start", a_stone_is_placed)
        played = replay(read_sgf(b"(;SZ[3];B[bb];W[])"), rules)
        assert played.events == (OutOfTurn(1, BLACK),)
        assert board_text(played.game.position.coloring) == "X../.X./..."

    def test_a_record_that_sets_something_up_starts_from_there(self) -> None:
        def white_starts(empty_board: Coloring[int]) -> Position[int]:
            """White starts."""
            return Position(empty_board, WHITE)

        rules = parse_rules("tromp-taylor").replacing("katago-v2/main/start", white_starts)
        assert replay(read_sgf(b"(;SZ[3]AW[aa]PL[B];B[bb])"), rules).lawful
        assert replay(record_of(Game(rules, 3).play(PASS)), rules).lawful


class TestTheEndOfARecord:
    def test_moves_after_the_end_of_the_game_are_left_out_and_break_the_rules(self) -> None:
        played = replayed("(;SZ[3];B[bb];W[];B[];W[aa];B[])", "tromp-taylor")
        assert played.events[-1] == TurnsAfterEnd(4, 2, only_passes=False)
        assert not played.lawful

    @pytest.mark.clauses("japanese-1989/9-resume")
    def test_a_move_after_the_stop_resumes_a_game_where_the_opponent_may_ask_for_that(self) -> None:
        played = replayed("(;SZ[3];B[bb];W[];B[];W[aa];B[ca];W[];B[])", "japanese-1989")
        assert Resumed(4, WHITE, BLACK, "japanese-1989/9-resume") in played.events
        assert played.lawful
        assert board_text(played.game.position.coloring) == "O.X/.X./..."
        stop = played.stop()
        assert stop is not None
        assert stop == (played.game, 7)
        either = replayed("(;SZ[3];B[bb];W[];B[];B[aa])", "japanese-1989")
        assert Resumed(4, BLACK, WHITE, "japanese-1989/9-resume") in either.events
        assert not either.game.over

    @pytest.mark.clauses("japanese-1989/9-resume")
    def test_who_resumes_it_is_as_the_clause_says(self) -> None:
        def asking(requested_by: Color) -> Color:
            """Whoever asks for it plays first."""
            return requested_by

        rules = parse_rules("japanese-1989").replacing("japanese-1989/9-resume", asking)
        record = read_sgf(b"(;SZ[3];B[bb];W[];B[];W[aa])")
        assert Resumed(4, WHITE, WHITE, "japanese-1989/9-resume") in replay(record, rules).events

    def test_an_unfinished_game_is_scored_as_if_both_players_passed(self) -> None:
        played = replayed("(;SZ[3]KM[0.5];B[bb])", "japanese-like")
        assert not played.game.over
        passed_out = played.passed_out()
        assert passed_out is not None
        assert isinstance(passed_out.result, Score)
        assert passed_out.result.terms[WHITE]["katago-v2/territory/komi"] == 0.5

    def test_a_finished_game_has_nothing_left_to_pass(self) -> None:
        assert replayed("(;SZ[3];B[];W[])", "tromp-taylor").passed_out() is None


class TestCleanupPhases:
    def test_a_move_at_a_marked_stone_is_taken_as_the_unblock_action(self) -> None:
        played = replayed(f"{KO};B[];W[];B[cb];W[cb];B[aa];W[bb])", "japanese-like")
        assert played.events[1:] == (TakenAsUnblock(4, WHITE, "unblock C2"),)
        assert played.lawful
        assert board_text(played.game.position.coloring) == "XXO./XO.O/.XO."

    @pytest.mark.clauses("katago-v2/cleanup/unblock")
    def test_so_is_a_move_at_the_ko_move_that_the_mark_blocks(self) -> None:
        # given White's B2 in the first cleanup phase, and Black's C2, where a ko-move would take it back
        ko = "(;SZ[4:3]PHASE[cleanup1]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W];W[bb];B[cb];W[];B[cb])"
        played = replayed(ko, "japanese-like")
        assert played.events[:1] == (TakenAsUnblock(2, BLACK, "unblock B2"),)
        assert played.lawful
        assert board_text(played.games[2].position.coloring) == ".XO./XO.O/.XO."
        assert board_text(played.game.position.coloring) == ".XO./X.XO/.XO."


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records of any turns by anybody on a small board, most of them far from any rules."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    points = st.integers(0, width * height - 1).map(lambda index: 1 << index)
    turns = st.one_of(st.just(PASS), points.map(Move), points.map(Move), points.map(Unblock))
    return GameRecord(
        width, height, turns=tuple(draw(st.lists(st.tuples(st.sampled_from([BLACK, WHITE]), turns), max_size=25)))
    )


class TestAnyRecord:
    @given(records(), st.sampled_from(sorted(PRESETS)))
    def test_is_replayed_up_to_its_end_or_to_a_turn_that_is_reported(self, record: GameRecord, rules: str) -> None:
        played = replay(record, PRESETS[rules])
        left = len(record.turns) - (len(played.games) - 1)
        stops = isinstance(played.events[-1], IllegalTurnTaken | TurnsAfterEnd) if played.events else False
        assert left == 0 or stops
        json.dumps(as_data(replay_as_json(played)))

    @given(records(), st.sampled_from(sorted(PRESETS)))
    def test_is_lawful_exactly_if_its_turns_can_be_played_one_after_the_other(
        self, record: GameRecord, rules: str
    ) -> None:
        game, lawful = record.game(PRESETS[rules]), True
        for player, recorded in record.turns:
            if game.over:
                lawful = lawful and recorded == PASS
            elif lawful:
                turn = intended_turn(game, recorded)
                lawful = player is game.position.player and game.judge(turn).legal
                game = game.play(turn) if lawful else game
        assert replay(record, PRESETS[rules]).lawful == lawful


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (OutOfTurn(2, BLACK), "Turn 2 is taken by Black, though it is White's turn; the replay goes on as recorded."),
        (TakenAsUnblock(4, WHITE, "unblock C2"), "Turn 4 of White is taken as the action to unblock C2"),
        (PhaseEnd(3, "a/b/c", Phase.MAIN, Phase.OVER), "Turn 3 ends the main phase by a/b/c, and the game is over."),
        (PhaseEnd(3, "a/b/c", Phase.MAIN, Phase.FIRST_CLEANUP), "by a/b/c, and the first cleanup phase starts."),
        (TurnsAfterEnd(4, 1, True), "From turn 4 on, the record shows 1 pass after the end of the game, left out."),
        (TurnsAfterEnd(4, 2, False), "From turn 4 on, the record shows 2 turns after the end of the game, left out."),
    ],
)
def test_events_are_told_in_a_sentence(event: Event, text: str) -> None:
    assert text in sentence(event, PRESETS["tromp-taylor"])


class TestTheCommand:
    def test_prints_the_board_and_the_score_of_a_lawful_game_and_exits_with_0(self) -> None:
        result = run("(;SZ[3]KM[1.5]PB[A [bold\\] name];B[bb];W[];B[])", "--rules", "tromp-taylor")
        assert result.exit_code == 0
        assert result.output.splitlines()[2] == "A [bold] name against White, 3x3, komi 1.5, 3 turns."
        assert " 2  .  X  .\n" in result.output
        assert result.output.startswith("Black wins by 7.5. ")

    @pytest.mark.parametrize("sgf", [f"{KO};B[cb];W[bb])", "(;SZ[3];B[aa];B[bb])", "(;SZ[3];B[];W[];B[aa])"])
    def test_exits_with_1_when_the_record_breaks_the_rules(self, sgf: str) -> None:
        assert run(sgf, "--rules", "chinese-like").exit_code == 1

    def test_says_of_an_unfinished_game_what_it_would_score_and_that_it_is_not_over(self) -> None:
        result = run("(;SZ[3];B[bb])", "--rules", "tromp-taylor")
        assert "Unfinished: the replay ends in the main phase with White to play." in result.output
        assert "score if both only passed" in result.output
        assert "Black would win by 9." in result.output

    def test_says_that_a_record_starts_in_the_middle(self) -> None:
        result = run("(;SZ[3];B[bb];W[aa];AB[cc])", "--rules", "tromp-taylor")
        assert "The record sets up a position after 2 turns; the replay starts there." in result.output

    def test_takes_komi_from_the_command_line_before_the_record(self) -> None:
        result = run("(;SZ[3]KM[3.75];B[];W[])", "--rules", "tromp-taylor", "--komi", "7.5")
        assert result.output.startswith("White wins by 7.5. ")

    @pytest.mark.parametrize(
        ("turns", "says", "exit_code"),
        [
            ("B[bb]", "The record says Void: the game was broken off without result.", 0),
            ("B[bb];W[];B[]", "The record says Void: the game was broken off without result.", 0),
        ],
    )
    def test_tells_of_a_record_without_result(self, turns: str, says: str, exit_code: int) -> None:
        result = run(f"(;SZ[3]RE[Void];{turns})", "--rules", "tromp-taylor")
        assert says in result.output
        assert result.exit_code == exit_code

    def test_says_who_won_before_anything_else(self) -> None:
        first, *_ = run("(;SZ[3]RE[B+9];B[bb];W[];B[])", "--rules", "tromp-taylor").output.splitlines()
        assert first.startswith("Black wins by 9. The record says B+9, and so do the rules if no stone is dead")

    def test_prints_json_with_the_same_facts(self) -> None:
        result = run(f"{KO}KM[1];B[cb];W[bb];B[];W[])", "--rules", "chinese-like", "--json")
        report = json.loads(result.output)
        assert result.exit_code == 1
        assert report["rules"]["komi"] == 1
        assert [event["kind"] for event in report["events"]] == ["illegal", "phase-end"]
        assert report["events"][0]["clause"] == "katago-v2/main/legal-simple-ko"
        assert report["result"]["W"] == sum(report["result"]["terms"]["W"].values())
        assert report["if_both_passed"] is None

    @pytest.mark.parametrize(
        ("sgf", "options"),
        [
            ("no game", ["--rules", "tromp-taylor"]),
            ("(;SZ[3])", ["--rules", "my-rules"]),
            ("(;SZ[3]KM[3.8])", ["--rules", "tromp-taylor"]),
            ("(;SZ[3])", ["--rules", "tromp-taylor", "--komi", "nan"]),
            ("(;SZ[2]AB[aa]AW[ba][ab])", ["--rules", "tromp-taylor"]),
            ("(;SZ[2]PHASE[cleanup1])", ["--rules", "tromp-taylor"]),
        ],
    )
    def test_refuses_bad_input_with_one_sentence_and_status_2(self, sgf: str, options: list[str]) -> None:
        result = run(sgf, *options)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("Error: ")
        assert result.stderr.count("\n") == 1


class TestRulesToldByTheRecord:
    @pytest.mark.parametrize("rules", ["Japanese", "koSIMPLEscoreTERRITORYtaxSEKIsui0button0whb0", "japanese-like"])
    def test_are_taken_where_none_are_named(self, rules: str) -> None:
        sgf = f"(;SZ[3]RU[{rules}];B[bb];W[];B[])"
        taken, wanted = (json.loads(run(sgf, *named, "--json").output) for named in ((), ("--rules", "japanese-like")))
        taken["notes"] = [
            note for note in taken["notes"] if not note.startswith("japanese is taken for KataGo's rules")
        ]
        assert taken == wanted

    def test_give_way_to_rules_that_are_named(self) -> None:
        sgf = "(;SZ[3]RU[Japanese];B[bb];W[];B[])"
        assert run(sgf, "--rules", "chinese", "--json").output != run(sgf, "--json").output

    @pytest.mark.parametrize(("record", "reason"), [("", "does not name its rules"), ("RU[Lasker-Maas]", "not known")])
    def test_are_asked_for_where_there_are_none_that_are_known(self, record: str, reason: str) -> None:
        result = run(f"(;SZ[3]{record};B[bb])")
        assert (result.exit_code, reason in result.output) == (2, True)

    @pytest.mark.usefixtures("at_a_terminal")
    def test_say_which_was_taken_where_a_name_means_two_things(self) -> None:
        assert "AGA's own text" in run("(;SZ[3];B[bb])", "--rules", "aga").output
