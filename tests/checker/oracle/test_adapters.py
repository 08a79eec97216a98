"""Adapters of other people's engines: each asks the real engine, where it is installed, and says when it is not."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.oracle.changes import allowing_for
from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Engine,
    Setting,
    TurnRefused,
    Unsupported,
    observation,
)
from superko.checker.telling.terminal import Exit
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import WHITE, Color
from superko.spec.rules import Rules

from .engines.libraries import library
from .engines.named import IN_A_LIBRARY, NAMED, OF_NPM, opener
from .engines.npm import GOBAN, GODASH, SABAKI, TENUKI, WGO, NpmEngine, Package
from .write_findings import adapter

ADAPTED = [*IN_A_LIBRARY, *OF_NPM]
PYTHON = {"open-spiel": "pyspiel", "pettingzoo": "pettingzoo.classic.go_v5", "pgx": "jax"}
PACKAGES = [TENUKI, WGO, GOBAN, GODASH, SABAKI]
OBSERVES_ANOTHER_BOARD = "pettingzoo-observations"

CAPTURE_IN_A_CORNER = ("A1", "A2", "C3", "B1")
AFTER_IT = "..X/O../.O."
"""Black's stone in the bottom left corner has been captured; no reflection or rotation leaves the board as it is."""


@pytest.fixture(params=ADAPTED)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def engine(name: str) -> Iterator[Engine]:
    try:
        opened = opener(name, timeout=60.0)()
    except Unsupported as unsupported:
        pytest.skip(str(unsupported))
    yield opened
    opened.close()


def test_each_library_and_each_package_is_tried() -> None:
    packages = {"sabaki" if package is SABAKI else package.name for package in PACKAGES}
    assert {"sgfmill", "pettingzoo-observations", *PYTHON, *packages} == {*ADAPTED}


def first_setting(engine: Engine, side: int = 3) -> Setting:
    return Setting(side, side, rules=parse_rules(engine.introduction().rules[0]))


def assert_it_says_what_the_rules_say(engine: Engine, setting: Setting, turns: tuple[str, ...]) -> None:
    rules = allowing_for(engine.introduction().deviations)(setting.rules)
    said = engine.observe()
    expected = observation(setting.game(rules).play(*turns), said)
    assert {aspect: value for aspect, value in said.items() if aspect in expected} == expected


def test_it_introduces_itself_in_terms_that_the_oracle_knows(engine: Engine) -> None:
    introduction = engine.introduction()
    assert introduction.version
    assert introduction.aspects - {Aspect.ANSWER} <= EVERYTHING
    assert introduction.rules
    allowing = allowing_for(introduction.deviations)
    assert all(isinstance(allowing(parse_rules(text)), Rules) for text in introduction.rules)
    assert all(note.endswith(".") for note in introduction.notes)


def test_it_says_what_the_rules_say_of_a_capture_in_a_corner(name: str, engine: Engine) -> None:
    if name == OBSERVES_ANOTHER_BOARD:
        pytest.skip("What it shows White is not the board that its documentation describes: see the findings.")
    setting = first_setting(engine)
    engine.start(setting)
    for number, turn in enumerate(CAPTURE_IN_A_CORNER, start=1):
        engine.play((turn,))
        assert_it_says_what_the_rules_say(engine, setting, CAPTURE_IN_A_CORNER[:number])
    assert engine.observe()[Aspect.BOARD] == AFTER_IT


def test_it_says_what_the_rules_say_of_a_game_that_was_passed_out(name: str, engine: Engine) -> None:
    if name == OBSERVES_ANOTHER_BOARD:
        pytest.skip("What it shows White is not the board that its documentation describes: see the findings.")
    setting = first_setting(engine)
    turns = ("B2", "pass", "pass")
    engine.start(setting)
    engine.play(turns)
    assert_it_says_what_the_rules_say(engine, setting, turns)


def test_it_drops_the_last_game_when_another_is_started(engine: Engine) -> None:
    setting = first_setting(engine)
    engine.start(setting)
    engine.play(("B2",))
    engine.start(setting)
    assert engine.observe()[Aspect.BOARD] == ".../.../..."


def test_a_turn_that_it_refuses_leaves_the_game_as_it_was(engine: Engine) -> None:
    setting = first_setting(engine)
    engine.start(setting)
    engine.play(("B2",))
    before = engine.observe()
    with pytest.raises(TurnRefused) as refused:
        engine.play(("B2",))
    assert refused.value.turn == "B2"
    assert engine.observe() == before


def test_it_says_that_it_lacks_rules_that_it_does_not_claim(engine: Engine) -> None:
    with pytest.raises(Unsupported, match=r"\.$"):
        engine.start(Setting(3, 3, rules=parse_rules("japanese-like")))


def test_it_says_so_when_it_plays_on_square_boards_only(engine: Engine) -> None:
    setting = Setting(3, 2, rules=first_setting(engine).rules)
    if engine.introduction().square:
        with pytest.raises(Unsupported, match="square"):
            engine.start(setting)
    else:
        engine.start(setting)
        assert engine.observe()[Aspect.BOARD] == ".../..."


def test_sgfmill_sets_a_board_up_the_right_way_round() -> None:
    engine = opener("sgfmill", timeout=10.0)()
    engine.start(Setting(3, 3, board="XO./.../..X", player=Color.WHITE, rules=parse_rules("tromp-taylor")))
    engine.play(("A2",))
    assert engine.observe()[Aspect.BOARD] == ".O./O../..X"


@pytest.mark.parametrize("name", PYTHON)
def test_a_library_that_is_missing_is_told_with_how_to_get_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PYTHON[name], None)
    with pytest.raises(Unsupported, match=r"is not installed\. Run `pip install"):
        opener(name, timeout=10.0)()


def test_a_library_is_named_by_what_is_missing() -> None:
    with pytest.raises(Unsupported, match=r"^no_such_library is not installed\.$"):
        library("no_such_library")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_without_node_an_npm_package_can_not_be_had(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Unsupported, match=r"^node is not installed\.$"):
        NpmEngine(package)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_an_npm_package_that_is_not_there_is_told_with_how_to_get_it(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NODE_PATH", raising=False)
    with pytest.raises(Unsupported, match="is not installed"):
        NpmEngine(package)


FOUND_TO_DISAGREE = {"gnugo", "gnugo-all-suicide", "goban", "pettingzoo", "pettingzoo-observations", "pgx", "wgo"}


@pytest.mark.parametrize("name", NAMED)
def test_every_adapter_is_judged_without_a_traceback_and_as_the_findings_say(name: str) -> None:
    result = CliRunner().invoke(main, ["judge", "--engine", adapter(name), "--effort", "600n", "--seed", "291937"])
    if "was skipped" in result.stdout.splitlines()[0]:
        pytest.skip(result.stdout)
    assert result.exit_code in ((Exit.AS_ASKED, Exit.DIFFERENCE) if name in FOUND_TO_DISAGREE else (Exit.AS_ASKED,))


@pytest.mark.parametrize("handicap", [1, 2, 3])
def test_no_adapter_takes_handicap_stones_for_which_it_gives_no_points(handicap: int) -> None:
    engine = opener("sgfmill", timeout=10.0)()
    start = Start.at("XX./X../...", WHITE, handicap=handicap)
    with pytest.raises(Unsupported, match=r"gives no points for handicap stones\.$"):
        engine.start(Setting.from_start(start, parse_rules("chinese-ogs-kgs")))
