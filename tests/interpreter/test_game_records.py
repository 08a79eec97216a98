"""SGF in any bytes and charsets, and games that are written and read; `conversations/sgf-records.txt` has the rest."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game, as_a_move, handed_to, intended_turn
from superko.interpreter.notation import parse_turn, turn_text, vertices
from superko.interpreter.records.game_record import (
    GameRecord,
    OutcomeKind,
    ToldResult,
    agrees,
    record_of,
    result_text,
    told_result,
)
from superko.interpreter.records.sgf import read_games, read_sgf, write_sgf
from superko.interpreter.result import NoResult, Result, Score
from superko.interpreter.story import Start
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.algebra.integers import integer_board
from superko.spec.documents import DOCUMENTS
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.parameters import Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase

pytestmark = pytest.mark.every_case

PRESETS = DOCUMENTS["katago-v2"].presets

PLAIN_PIECES = r"""
    ( ; ) [ ] \ : [] [aa] [tt] [aa:cc] [B] [3] [5:4] [0.5] [1] [\] B W AB AW AE PL SZ KM HA GM CA PB PHASE CAPTURED
    BUTTON PASSED TB DEADW RULING RE [utf-16] [unicode_escape] [utf-7] [+2AA-] [\ud800]
"""
PIECES = (*PLAIN_PIECES.split(), "\ufeff")
DIRECT_KO = ".XO./XO.O/.XO."


def record_or_refusal(data: bytes) -> GameRecord | str:
    try:
        return read_sgf(data)
    except ValueError as refusal:
        return str(refusal)


def turns_of(record: GameRecord) -> list[str]:
    grid = record.start.grid
    return [f"{color.value} {turn_text(grid, turn)}" for color, turn in record.turns]


def replayed(record: GameRecord, rules: Rules) -> Game:
    """The game that a record of legal turns tells of."""
    game = record.game(rules)
    for color, turn in record.turns:
        assert color is game.position.player
        game = game.play(intended_turn(game, turn))
    return game


def played(game: Game, *turns: str) -> Game:
    for text in turns:
        game = game.play(parse_turn(game.grid, text))
    return game


class TestWhatIsRead:
    def test_players_names_unescaped_and_without_characters_that_a_terminal_would_obey(self) -> None:
        record = read_sgf(rb"(;PB[a \] b\\ c]PW[" + b"\x1b[31mred\nline\\]])")
        assert (record.black_name, record.white_name) == (r"a ] b\ c", "[31mred line]")

    @pytest.mark.parametrize("charset", ["utf-8", "gb18030", "shift_jis", "euc_kr", "latin-1"])
    def test_names_in_the_charset_that_the_file_names(self, charset: str) -> None:
        name = {"gb18030": "常昊 乗", "shift_jis": "ソ 表", "euc_kr": "이창호", "latin-1": "Müller"}.get(
            charset, "Ō 王"
        )
        assert read_sgf(f"(;CA[{charset}]PB[{name}])".encode(charset)).black_name == name

    @pytest.mark.parametrize(
        ("name", "written_in"),
        [("René", "latin-1"), ("武宮十", "shift_jis"), ("許功蓋", "big5"), ("Müller", "latin-1"), ("柯洁", "gb18030")],
    )
    def test_a_file_that_names_no_charset_is_read_so_that_no_name_takes_in_what_follows(
        self, name: str, written_in: str
    ) -> None:
        record = read_sgf(f"(;PB[{name}]KM[6.5]PW[x];B[aa])".encode(written_in))
        assert (record.komi, record.white_name, len(record.turns)) == (6.5, "x", 1)
        assert record.assumed_charset
        assert record.black_name == name or written_in != "latin-1"

    def test_a_charset_may_be_named_as_one_that_is_no_standard(self) -> None:
        assert read_sgf("(;CA[x-sjis]PB[ソ 表])".encode("shift_jis")).black_name == "ソ 表"

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_a_byte_order_mark_tells_the_encoding(self, encoding: str) -> None:
        assert read_sgf("(;PB[王])".encode(encoding)).black_name == "王"

    def test_text_before_the_game_is_skipped_and_only_the_first_game_of_a_collection_is_read(self) -> None:
        assert turns_of(read_sgf(b"From: a@b (mail)\n\n( ;SZ[3];B[aa]) (;SZ[5];B[bb])")) == ["B A3"]


class TestWhatIsRefused:
    @given(st.binary(max_size=60))
    def test_bytes_give_a_record_or_a_refusal_and_nothing_else(self, data: bytes) -> None:
        for candidate in (data, b"(;" + data + b")"):
            read = record_or_refusal(candidate)
            assert isinstance(read, GameRecord) or read.endswith(".")

    @given(st.lists(st.sampled_from(PIECES), max_size=25))
    def test_pieces_of_records_in_any_order_give_a_record_or_a_refusal(self, pieces: list[str]) -> None:
        read = record_or_refusal(("(;" + "".join(pieces) + ")").encode())
        if isinstance(read, GameRecord):
            assert read_sgf(write_sgf(read)).start == read.start
        else:
            assert read.endswith(".")


class TestWhoHasPassed:
    @pytest.mark.parametrize(("button", "passed"), [(None, False), (None, True), (BLACK, True), (WHITE, True)])
    def test_is_written_and_read_back(self, button: Color | None, passed: bool) -> None:
        rules = replace(PRESETS["tromp-taylor"], button=True)
        start = Game(rules, rows=".X.", to_play=WHITE, passed=passed, button=button)
        again = read_sgf(write_sgf(record_of(start))).game(rules)
        assert (again.position.passed, again.record.tally.first_passer) == (passed, button)
        assert again.record == start.record


class TestUnblockActions:
    def test_are_written_as_a_move_at_the_stone_with_a_comment_and_are_known_again(self) -> None:
        # given a ko that Black takes in the first cleanup phase
        rules = PRESETS["japanese-like"]
        start = Game(rules, rows=DIRECT_KO, phase=Phase.FIRST_CLEANUP)
        game = played(start, "C2")
        assert vertices(game.grid, game.position.marks) == ["C2"]
        # when White unblocks it
        game = played(game, "unblock C2", "pass", "B2")
        written = write_sgf(record_of(game))
        # then the file says so where the stone stands
        assert b";C[unblock C2]W[cb];" in written.replace(b"\n", b"")
        # and the same game is read back
        again = replayed(read_sgf(written), rules)
        assert again.record.last == game.record.last
        assert again.position == game.position

    @given(st.lists(st.integers(0, 12), min_size=8, max_size=20))
    def test_every_action_has_a_move_that_stands_for_it_and_no_legal_move_does(self, choices: list[int]) -> None:
        game = Game(PRESETS["japanese-like"], rows=".OX.O", phase=Phase.FIRST_CLEANUP)
        for choice in choices:
            if game.over:
                break
            assert all(intended_turn(game, as_a_move(game, action)) == action for action in game.unblocks())
            assert all(intended_turn(game, move) == move for move in game.moves())
            turns = game.turns()
            game = game.play(turns[choice % len(turns)])

    def test_a_move_onto_a_stone_without_a_mark_stays_a_move(self) -> None:
        start = Game(PRESETS["japanese-like"], rows=DIRECT_KO, phase=Phase.FIRST_CLEANUP)
        move = parse_turn(start.grid, "B2")
        assert intended_turn(start, move) == move


class TestHandingTheTurnOver:
    def test_makes_the_state_that_now_stands_an_earlier_one(self) -> None:
        # given situational superko, and a ko that White may take back only while it is not the same state
        start = Game(PRESETS["aga-like"], rows=DIRECT_KO, to_play=WHITE)
        handed = handed_to(start, BLACK)
        # when Black takes it and White would restore the board with Black to play
        judgement = played(handed, "C2").judge(parse_turn(start.grid, "B2"))
        # then that repeats the state that was handed over
        assert judgement.clause is not None
        assert judgement.clause.id == "katago-v2/main/legal-superko"


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games from set-up positions in any phase, by legal turns, with many passes so that phases end."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    rules = draw(st.sampled_from([rules, Rules(scoring=Scoring.TERRITORY, komi=draw(st.integers(-9, 9)) / 2)]))
    board = integer_board(draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    stones = draw(st.integers(0, board.everything))
    c = Coloring(board, stones & (mask := draw(st.integers(0, board.everything))), stones & ~mask)
    c = c.emptied(resolve_captures(c, BLACK))
    c = c.emptied(resolve_captures(c, WHITE))
    phases = [Phase.MAIN] if rules.scoring is Scoring.AREA else [Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP]
    game = Game(
        rules,
        rows=c,
        to_play=draw(st.sampled_from([BLACK, WHITE])),
        phase=draw(st.sampled_from(phases)),
        captures={BLACK: draw(st.integers(0, 3)), WHITE: draw(st.integers(0, 3))},
        handicap=2 if c.black and board.grid.size > 1 else 0,
    )
    for choice in draw(st.lists(st.integers(0, 99), max_size=30)):
        if game.over:
            break
        turns = game.unblocks() or game.turns()
        game = game.play(PASS if choice % 4 == 0 else turns[choice % len(turns)])
    return game


@given(games())
def test_reading_what_was_written_gives_the_same_game(game: Game) -> None:
    again = replayed(read_sgf(write_sgf(record_of(game))), game.rules)
    assert again.position == game.position
    assert again.record.tally == game.record.tally
    assert again.record.state == game.record.state
    assert (again.ended_by, again.result) == (game.ended_by, game.result)
    assert record_of(again) == record_of(game)


NAMES = st.text(st.characters(categories=("L", "N", "P", "S")), max_size=12)


@given(NAMES, NAMES)
def test_reading_what_was_written_gives_the_same_names(black: str, white: str) -> None:
    record = GameRecord(Start(3, 3), black_name=black, white_name=white)
    assert read_sgf(write_sgf(record)) == record


# Files in the charsets of East Asia, whose letters may hold a bracket: no turn is lost, and none is made.


CHARSETS = ["gb2312", "gbk", "gb18030", "big5", "shift_jis", "euc_kr", "latin-1", "utf-8"]
TURNS = [";B[aa]", ";W[bb]", ";B[cc]", ";W[]", ";B[dd]"]


def letters(charset: str) -> Any:
    """Letters of a charset, those most that end in a bracket or a backslash, if it has such."""
    every = [chr(point) for point in (*range(0xA1, 0x180), *range(0x3000, 0x9FFF), *range(0xAC00, 0xD7A4))]
    known = [letter for letter in every if len(letter.encode(charset, "ignore")) > (charset == "latin-1") - 1]
    known = [letter for letter in known if letter.encode(charset, "ignore")]
    risky = [letter for letter in known if letter.encode(charset)[-1:] in (b"[", b"]", b"\\\\")]
    return st.sampled_from(risky or known) | st.sampled_from(known) | st.sampled_from("aB[;( 1-")


LETTERS = {charset: letters(charset) for charset in CHARSETS}


def texts(charset: str) -> Any:
    """Texts as values have them: with every bracket that would end them escaped, as letters are, not bytes."""
    return st.lists(LETTERS[charset] | st.sampled_from(["\\]", "\\\\"]), max_size=6).map("".join)


def turns_in(data: bytes) -> list[list[str]]:
    """The turns of each variation."""
    (game,) = read_games(data)
    records = [game.record(number) for number in range(1, game.number_of_variations + 1)]
    return [[turn_text(record.start.grid, turn) for _, turn in record.turns] for record in records]


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("is_named", [True, False])
@given(data=st.data())
def test_no_turn_is_lost_and_none_is_made(charset: str, is_named: bool, data: st.DataObject) -> None:
    named = f"CA[{charset}]" if is_named else ""
    comments = [f"C[{data.draw(texts(charset))}]" for _ in TURNS]
    first, second, third, fourth, fifth = (turn + comment for turn, comment in zip(TURNS, comments, strict=True))
    players = f"PB[{data.draw(texts(charset))}]KM[6.5]PW[{data.draw(texts(charset))}]"
    text = f"(;{named}SZ[5]{players}{first}{second}({third}{fourth})({fifth}))"
    assert turns_in(text.encode(charset)) == [["A5", "B4", "C3", "pass"], ["A5", "B4", "D2"]]


def test_bytes_of_letters_may_be_escaped() -> None:
    name = "本因坊".encode("big5").replace(b"]", b"\\]")
    data = b"(;CA[big5]SZ[5]PB[" + name + b"]KM[6.5];B[aa]C[x])"
    (game,) = read_games(data)
    assert (game.record().black_name, len(game.record().turns)) == ("本因坊", 1)


def test_a_charset_that_is_named_and_does_not_fit_is_not_taken() -> None:
    (game,) = read_games("(;CA[UTF-8]SZ[5]PB[柯洁]KM[6.5];B[aa])".encode("gb18030"))
    record = game.record()
    assert (record.komi, len(record.turns), record.assumed_charset) == (6.5, 1, "latin-1")


# What game records say of their results, and which results of the rules that is.


BLACK_BY_8 = Score(20, 12, BLACK, {})
DRAW = Score(7, 7, None, {})


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+8.5", ToldResult(OutcomeKind.SCORE, BLACK, 8.5)),
        ("w+ 12", ToldResult(OutcomeKind.SCORE, WHITE, 12)),
        ("White+3.50", ToldResult(OutcomeKind.SCORE, WHITE, 3.5)),
        ("B+", ToldResult(OutcomeKind.SCORE, BLACK, None)),
        ("B+R", ToldResult(OutcomeKind.RESIGNATION, BLACK)),
        ("W+Time", ToldResult(OutcomeKind.TIME, WHITE)),
        ("W+F", ToldResult(OutcomeKind.FORFEIT, WHITE)),
        ("0", ToldResult(OutcomeKind.SCORE, None, 0)),
        ("Draw", ToldResult(OutcomeKind.SCORE, None, 0)),
        ("B+0.0", ToldResult(OutcomeKind.WORDS)),
        ("Void", ToldResult(OutcomeKind.VOID)),
        ("?", ToldResult(OutcomeKind.WORDS)),
        ("", ToldResult(OutcomeKind.NOTHING)),
        ("B+many", ToldResult(OutcomeKind.WORDS)),
        ("Black wins", ToldResult(OutcomeKind.WORDS)),
    ],
)
def test_a_result_is_read(text: str, result: ToldResult) -> None:
    assert told_result(text) == result


@pytest.mark.parametrize(
    ("text", "result", "same"),
    [
        ("B+8", BLACK_BY_8, True),
        ("B+7.5", BLACK_BY_8, False),
        ("W+8", BLACK_BY_8, False),
        ("B+", BLACK_BY_8, True),
        ("W+", BLACK_BY_8, False),
        ("0", DRAW, True),
        ("0", BLACK_BY_8, False),
        ("B+8", NoResult(), False),
        ("Void", NoResult(), True),
        ("Void", DRAW, False),
        ("B+R", DRAW, None),
        ("?", DRAW, None),
    ],
)
def test_a_result_is_compared_where_it_is_a_score(text: str, result: Result, same: bool | None) -> None:
    assert agrees(told_result(text), result) is same


@pytest.mark.parametrize(("result", "text"), [(BLACK_BY_8, "B+8"), (DRAW, "0"), (NoResult(), "Void")])
def test_a_result_is_written_as_records_write_it(result: Result, text: str) -> None:
    assert result_text(result) == text
    assert agrees(told_result(text), result)


# Made files as programs write them, each with what they mean: `tests/records/dialects.jsonl`.


FILE = Path(__file__).parents[1] / "records" / "dialects.jsonl"
MADE = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("made", MADE, ids=lambda made: made["kind"])
def test_what_a_program_writes_is_read_as_it_is_meant_with_a_note(made: dict[str, Any]) -> None:
    record = read_sgf(made["sgf"].encode())
    grid = record.start.grid
    assert (record.komi, [turn_text(grid, turn) for _, turn in record.turns]) == (made["komi"], made["turns"])
    assert record.result == made.get("result", record.result)
    assert any(made["note"] in note for note in record.notes) if "note" in made else not record.notes


@given(st.integers(0, 200))
def test_a_file_that_is_cut_off_has_the_turns_that_are_whole(length: int) -> None:
    turns = ";B[aa];W[bb];B[cc];W[dd];B[ee]" * 6
    text = f"(;SZ[5]PB[a \\] b]{turns})"
    cut = text[: len(text) - 1 - length]
    (game,) = read_games(cut.encode()) if "]" in cut[cut.find("PB") + 10 :] else (None,)
    if game is not None:
        assert len(game.record().turns) == cut.count("][") + max(0, cut.count("]") - 3)
