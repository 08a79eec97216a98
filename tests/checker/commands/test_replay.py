"""Replaying any record, and by amended rules. What is said of each kind stands in tests/golden/asked/replay.txt."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.commands.replay_command import replay_command
from superko.checker.commands.replay_report import replay_as_json
from superko.checker.telling.data import as_data
from superko.interpreter.game import Game, intended_turn
from superko.interpreter.notation import board_text
from superko.interpreter.records.game_record import GameRecord, record_of
from superko.interpreter.records.replay import (
    IllegalTurnTaken,
    OutOfTurn,
    Resumed,
    TurnsAfterEnd,
    replay,
)
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.documents import DOCUMENTS
from superko.spec.vocabulary import PASS, Move, Position, Unblock

PRESETS = DOCUMENTS["katago-v2"].presets


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
    @pytest.mark.clauses("japanese-1989/9-resume")
    def test_who_resumes_it_is_as_the_clause_says(self) -> None:
        def asking(requested_by: Color) -> Color:
            """Whoever asks for it plays first."""
            return requested_by

        rules = parse_rules("japanese-1989").replacing("japanese-1989/9-resume", asking)
        record = read_sgf(b"(;SZ[3];B[bb];W[];B[];W[aa])")
        assert Resumed(4, WHITE, WHITE, "japanese-1989/9-resume") in replay(record, rules).events

    @pytest.mark.parametrize("name", ["french", "new-zealand"])
    def test_players_who_disagree_play_on_as_their_own_text_says(self, name: str) -> None:
        record = read_sgf(b"(;SZ[3];B[bb];W[];B[];W[aa])")
        assert Resumed(4, WHITE, None, f"{name}/dead-stones#play-on") in replay(record, parse_rules(name)).events

    @pytest.mark.parametrize("name", ["spight", "spight-two", "ikeda", "chinese-2002"])
    def test_play_does_not_go_on_where_the_text_says_nothing_of_dead_stones(self, name: str) -> None:
        record = read_sgf(b"(;SZ[3];B[bb];W[];B[];W[];B[];W[aa])")
        events = replay(record, parse_rules(name)).events
        assert [type(event) for event in events if isinstance(event, Resumed | TurnsAfterEnd)] == [TurnsAfterEnd]


class TestTurnsBeforeASetUp:
    @pytest.mark.parametrize(
        ("sgf", "breaches"),
        [
            (b"(;SZ[3];B[aa];W[bb];AB[cc];B[ab])", ()),
            (b"(;SZ[3];B[aa];W[aa];AB[cc];B[ab])", ((2, IllegalTurnTaken),)),
            (b"(;SZ[3];B[aa];B[bb];W[ab];AE[aa];B[aa];W[aa];AW[cc];B[ca])", ((2, OutOfTurn), (5, IllegalTurnTaken))),
            (b"(;SZ[3]AB[aa]AW[ba]AB[bb];B[ca];W[ba];AE[aa];B[cb])", ((2, IllegalTurnTaken),)),
        ],
    )
    def test_are_judged_from_each_position_on(self, sgf: bytes, breaches: tuple[tuple[int, type], ...]) -> None:
        played = replay(read_sgf(sgf), parse_rules("chinese-like"))
        assert [(event.turn, type(event)) for event in played.events] == list(breaches)
        assert played.lawful == (not breaches)
        assert played.followed
        assert len(played.games) == 2


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records of any turns by anybody on a small board, most of them far from any rules."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    points = st.integers(0, width * height - 1).map(lambda index: 1 << index)
    turns = st.one_of(st.just(PASS), points.map(Move), points.map(Move), points.map(Unblock))
    return GameRecord(
        Start(width, height), tuple(draw(st.lists(st.tuples(st.sampled_from([BLACK, WHITE]), turns), max_size=25)))
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


@pytest.mark.usefixtures("at_a_terminal")
def test_at_a_terminal_it_is_said_which_rules_are_taken_where_a_name_means_two_things() -> None:
    result = CliRunner().invoke(replay_command, ["-", "--rules", "aga"], input="(;SZ[3];B[bb])", env={"COLUMNS": "120"})
    assert "AGA's own text" in result.output
