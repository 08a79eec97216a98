"""What a request for a game can say of the turns before it: passes, the button, and handicap stones."""

from __future__ import annotations

import pytest

from superko.interpreter.referee import Session

from .conversation import Request, ask, is_bad_request, last_reply_to, new, play, replies_to

BUTTON = {"hasButton": True}


def scores(*requests: Request) -> tuple[float, float]:
    result = last_reply_to(*requests)["result"]
    return result["B"], result["W"]


@pytest.mark.clauses("katago-v2/params/white-handicap-bonus")
@pytest.mark.parametrize(("bonus", "whites"), [("0", [0, 0, 0, 0]), ("N-1", [0, 0, 1, 2]), ("N", [0, 0, 2, 3])])
def test_white_is_given_the_bonus_from_two_handicap_stones_on(bonus: str, whites: list[int]) -> None:
    rules = {"whiteHandicapBonus": bonus}
    ends = [scores(new(rules=rules, board="X.X/.X./...", handicap=n), play("pass", "pass")) for n in range(4)]
    assert ends == [(9, white) for white in whites]


@pytest.mark.clauses("aga/12-count-area")
def test_by_aga_rules_too_one_stone_is_no_handicap() -> None:
    rules = {"document": "aga", "scoring": "AREA", "whiteHandicapBonus": "N"}
    ends = [scores(new(rules=rules, board="X../.../..X", handicap=n), play("pass", "pass")) for n in (0, 1, 2)]
    assert ends == [(9, 0), (9, 0), (9, 2)]


@pytest.mark.clauses("katago-v2/area/button", "katago-v2/territory/button")
@pytest.mark.parametrize("scoring", ["AREA", "TERRITORY"])
@pytest.mark.parametrize(("button", "half"), [("B", (0.5, 0)), ("W", (0, 0.5))])
def test_who_passed_first_keeps_the_button(scoring: str, button: str, half: tuple[float, float]) -> None:
    start = new(rules={**BUTTON, "scoring": scoring}, button=button)
    assert scores(start, *[play("pass", "pass")] * (3 if scoring == "TERRITORY" else 1)) == half


@pytest.mark.clauses("katago-v2/territory/button")
def test_a_cleanup_phase_too_can_begin_with_somebody_who_has_the_button() -> None:
    start = new(rules={**BUTTON, "scoring": "TERRITORY"}, phase="cleanup2", button="W")
    assert scores(start, play("pass", "pass")) == (0, 0.5)


@pytest.mark.clauses("katago-v2/main/end-two-passes-button")
@pytest.mark.parametrize("start", [{"passed": True}, {"button": "W"}, {"passed": True, "button": "B"}])
def test_after_an_earlier_pass_two_passes_end_the_phase(start: Request) -> None:
    before, after_one = replies_to(new(rules=BUTTON, **start), play("pass"))
    assert (before["passEndsPhase"], after_one["passEndsPhase"]) == (False, True)


def test_without_one_it_takes_three() -> None:
    replies = replies_to(new(rules=BUTTON, passed=False), play("pass"), play("pass"))
    assert [reply["passEndsPhase"] for reply in replies] == [False, False, True]


def test_where_nobody_is_said_to_have_passed_first_nobody_has_the_button() -> None:
    assert scores(new(rules=BUTTON, passed=True), play("pass", "pass")) == (0, 0)
    early = new(rules={**BUTTON, "selfPlayOpts": True}, board=".../XXX/XXX", passed=True)
    assert scores(early, play("B3")) == (9, 0)


@pytest.mark.clauses("katago-v2/main/state")
def test_the_state_tells_whether_there_was_a_pass() -> None:
    """Given the button, a board may be repeated once that has stood before the first pass only."""
    rules = {**BUTTON, "ko": "SITUATIONAL"}
    turns = ["A1", "pass", "B1", "A1", "pass", "B1"]
    free, passed = (last_reply_to(new(width=2, height=1, rules=rules, passed=p), play(*turns)) for p in (False, True))
    assert "error" not in free
    assert passed["error"]["clause"] == "katago-v2/main/legal-superko"


@pytest.mark.parametrize(
    "wrong",
    [
        {"handicap": -1},
        {"handicap": 10},
        {"handicap": 2.0},
        {"handicap": True},
        {"handicap": None},
        {"passed": 1},
        {"passed": "yes"},
        {"passed": None},
        {"button": "b"},
        {"button": None},
        {"button": ""},
        {"button": True},
    ],
    ids=str,
)
def test_what_cannot_be_said_is_a_bad_request(wrong: Request) -> None:
    session, reply = ask(Session(), new(**wrong))
    assert reply is not None
    assert is_bad_request(reply)
    assert session == Session()
