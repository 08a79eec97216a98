"""Best play from a game that is shown, where points are counted and where they are not."""

from __future__ import annotations

from typing import Any

import pytest

from superko.checker.pages.explorer import sides
from superko.checker.pages.explorer.addresses import Address, address_text
from superko.checker.solving.solution import solve
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.rules_files import rules_of
from superko.interpreter.story import Start
from superko.spec.algebra import Grid
from tests.checker.browsing import faults, looking

from .conversation import answered, explorer
from .serving import serving

FIRST_CAPTURE = "from superko.checker.claims.facts.wins import ONE_CAPTURE as FIRST_CAPTURE\n"
"""Rules by which the first capture wins, and nobody passes."""


@pytest.fixture(scope="module")
def capture_go(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("rules") / "capture.py"
    file.write_text(FIRST_CAPTURE, encoding="utf-8")
    return f"{file}:FIRST_CAPTURE"


@pytest.mark.parametrize(
    ("rules", "columns", "turns"),
    [
        ("", 2, ()),
        ("", 3, ("B2",)),
        ("tromp-taylor", 2, ()),
        ("ko=SIMPLE", 2, ("A1",)),
        ("japanese-like", 1, ()),
    ],
)
def test_who_wins_and_by_which_turns_is_what_solving_gives(
    capture_go: str, rules: str, columns: int, turns: tuple[str, ...]
) -> None:
    """Given a game, then the best turns are those after which it is worth as much, and the line ends so."""
    address = Address(rules or capture_go, Start.on(Grid(columns, 2)), turns)
    reply = answered({"address": address_text(address), "best": "0"}, explorer("#/aga/2x2/", capture_go))
    game = Game(rules_of(address.rules), (columns, 2)).play(*turns)
    solution = solve(game, moves=True)
    best = [turn_text(game.grid, turn) for turn, value in solution.moves.items() if value == solution.both]
    [says] = reply["says"]
    assert says.startswith(f"{solution} Best for ")
    assert sorted(says.rpartition(": ")[2].rstrip(".").replace(" or ", ", ").split(", ")) == sorted(best)
    [line] = reply["addresses"]
    played = line.rpartition("/")[2].partition("?")[0].split(".")
    assert game.play(*played[len(turns) :]).over
    assert line.endswith(f"?at={len(turns)}")


@pytest.mark.parametrize(
    ("address", "why"), [("#/aga/5x3/", sides.TOO_LARGE), ("#/aga/2x1/pass.pass.pass", "The game is over")]
)
def test_it_is_not_searched_where_that_takes_long_or_nothing_is_left(address: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        answered({"address": address, "best": "0"})


def test_a_page_without_a_search_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides, "SEARCH", "superko.checker.nowhere")
    with pytest.raises(ValueError, match="`superko explore`"):
        answered({"address": "#/aga/2x2/", "best": "0"})


@pytest.mark.thorough
def test_best_play_is_a_click_away(browser: Any, capture_go: str) -> None:
    start = address_text(Address(capture_go, Start.on(Grid(3, 2)), ("B2",), beside="tromp-taylor"))
    with serving(explorer(start, capture_go)) as server, looking(browser, server.home) as page:
        page.get_by_role("button", name="Find best play").click()
        page.locator("#best-play").get_by_text("FIRST_CAPTURE: White wins under best play.").wait_for()
        page.locator("#best-play").get_by_text("tromp-taylor: ").wait_for()
        assert faults(page) == []
        page.get_by_role("link", name="Show this line").first.click()
        page.get_by_text("White wins under best play.").wait_for(state="detached")
        assert page.locator("#turns li").count() > 2
