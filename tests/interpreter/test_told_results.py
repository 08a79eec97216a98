"""What game records say of their results, and which results of the rules that is."""

import pytest

from superko.interpreter.result import NoResult, Result, Score
from superko.interpreter.told_results import Kind, ToldResult, agrees, result_text, told_result
from superko.spec.algebra import BLACK, WHITE

BLACK_BY_8 = Score(20, 12, BLACK, {})
DRAW = Score(7, 7, None, {})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("B+8.5", ToldResult(Kind.SCORE, BLACK, 8.5)),
        ("w+ 12", ToldResult(Kind.SCORE, WHITE, 12)),
        ("White+3.50", ToldResult(Kind.SCORE, WHITE, 3.5)),
        ("B+", ToldResult(Kind.SCORE, BLACK, None)),
        ("B+R", ToldResult(Kind.RESIGNATION, BLACK)),
        ("W+Time", ToldResult(Kind.TIME, WHITE)),
        ("W+F", ToldResult(Kind.FORFEIT, WHITE)),
        ("0", ToldResult(Kind.SCORE, None, 0)),
        ("Draw", ToldResult(Kind.SCORE, None, 0)),
        ("B+0", ToldResult(Kind.SCORE, None, 0)),
        ("Void", ToldResult(Kind.VOID)),
        ("?", ToldResult(Kind.UNKNOWN)),
        ("", ToldResult(Kind.NOTHING)),
        ("B+many", ToldResult(Kind.UNREADABLE)),
        ("Black wins", ToldResult(Kind.UNREADABLE)),
    ],
)
def test_a_result_is_read(text: str, told: ToldResult) -> None:
    assert told_result(text) == told


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
        ("Void", DRAW, None),
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
