"""Files in the charsets of East Asia, whose letters may hold a bracket: no turn is lost, and none is made."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.notation import turn_text
from superko.interpreter.records.game_record import OutcomeKind, ToldResult, agrees, result_text, told_result
from superko.interpreter.records.sgf import read_games
from superko.interpreter.result import NoResult, Result, Score
from superko.spec.algebra import BLACK, WHITE

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


def turns_of(data: bytes) -> list[list[str]]:
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
    assert turns_of(text.encode(charset)) == [["A5", "B4", "C3", "pass"], ["A5", "B4", "D2"]]


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
