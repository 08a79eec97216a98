"""What game records say of their results, and which results of the rules that is."""

import pytest

from superko.interpreter.records.game_record import OutcomeKind, ToldResult, agrees, result_text, told_result
from superko.interpreter.result import NoResult, Result, Score
from superko.spec.algebra import BLACK, WHITE

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
