"""A clause of a rules author that gives no score; `tests/golden/asked` has what commands say of those that fail."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from superko.interpreter.game import Game
from superko.interpreter.referee import Session, respond
from superko.interpreter.rules_files import ClauseFailed
from superko.spec.rules import Rules


@pytest.mark.parametrize("points", [10**400, -inf, float("nan")])
def test_whatever_is_no_finite_number_is_no_score(points: Any) -> None:
    rules = Rules().replacing("katago-v2/area/score-none#stones", lambda ended, color: points, "Anything.")
    with pytest.raises(ClauseFailed, match=r"score-none#stones gives Black .{1,50}, no finite number of points\."):
        Game(rules, (2, 1)).passed_out()
    session, _ = respond(Session(rules=rules), '{"cmd": "new", "width": 2, "height": 1}')
    _, reply = respond(session, '{"cmd": "play", "turns": ["pass", "pass"]}')
    assert "no finite number of points" in str(reply)
