"""`import superko`: what a person writes in Python, as the README shows it, and how it is checked by types."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import assert_type

import pytest

import superko
from superko.checker.evidence.decided import Decided
from superko.checker.play.comparison import Comparison
from superko.checker.solving.budget import Budget
from superko.interpreter.game import LegalTurns
from superko.interpreter.notation import parse_board
from tests.checker.oracle.engines.reference import REFERENCE, ReferenceEngine

from .checker.oracle.test_random_games import IsWrongOnOneGame
from .sampling import sample

THREE_PASSES = """
import superko


def three_passes(record):
    \"\"\"Three passes in a row end the game.\"\"\"
    return record.pass_run >= 3


def apart(record, play):
    \"\"\"No move is made.\"\"\"
    return False


RULES = superko.rules("tromp-taylor").replacing("katago-v2/main/end-two-passes", three_passes)
"""
HEAVY = ("networkx", "numpy", "scipy", "z3")
MARKED = superko.Game("japanese-like", rows=".OX.", phase="cleanup1").play("A1")


def loaded_by(code: str) -> list[str]:
    report = f"{code}\nimport sys; print([name for name in {HEAVY} if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True).stdout
    loaded: list[str] = eval(printed.splitlines()[-1])
    return loaded


def test_every_name_is_listed_and_can_be_had() -> None:
    assert set(dir(superko)) == {*superko.__all__, "__version__"}
    assert all(getattr(superko, name) is not None for name in dir(superko))


def test_what_is_no_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'superko' has no attribute 'solev'"):
        superko.solev  # type: ignore[attr-defined]  # noqa: B018


def test_playing_loads_nothing_that_searches_and_proofs_need() -> None:
    assert loaded_by("import superko; superko.Game('japanese-like', 9).play('C3').legal") == []


def test_asking_for_many_games_loads_numpy() -> None:
    assert "numpy" in loaded_by("import superko; superko.many('tromp-taylor', 2, number=1)")


SESSIONS = sorted(Path(__file__).with_name("sessions").glob("*.txt"))


@pytest.mark.parametrize(
    "session", sample(SESSIONS, lambda session: session.stem == "games"), ids=lambda file: file.stem
)
def test_a_session_goes_as_it_is_written(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("my_rules.py").write_text(THREE_PASSES, encoding="utf-8")
    names = {"superko": superko, "Path": Path}
    held = doctest.testfile(str(session), module_relative=False, globs=names, optionflags=doctest.ELLIPSIS)
    assert held.attempted > 0
    assert held.failed == 0


def test_what_is_had_has_the_types_that_a_reader_expects() -> None:
    game = superko.Game("tromp-taylor", 2).play("A1", "pass", "pass")
    assert_type(game, superko.Game)
    assert_type(game.legal, LegalTurns)
    assert_type(game.result, superko.NoResult | superko.Score | None)
    assert_type(superko.rules("aga-like"), superko.Rules)
    assert_type(superko.compare("aga-like", "aga-like", depth=1), Comparison)
    assert_type(superko.check("single-suicide-null", board="2x2"), Decided)


def test_the_examples_of_the_package_hold() -> None:
    assert doctest.testmod(superko).attempted > 0
    assert doctest.testmod(superko).failed == 0


class TestAGame:
    def test_judges_one_turn_alone_where_one_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(superko.Game, "turns", lambda game: pytest.fail("every turn was judged"))
        assert "C3" in superko.Game("tromp-taylor", 9).legal

    @pytest.mark.parametrize(
        "game",
        [
            superko.Game(),
            superko.Game("japanese-like,komi=6.5", 9).play("C3", "D4", "pass"),
            superko.Game("ko=SIMPLE,button=yes", "4x1"),
            superko.Game(superko.rules("wmsg"), (5, 4)).play("A1"),
            superko.Game("aga-like", rows=".XO./XO.O/.XO.", to_play="W", captures={"B": 2}, handicap=2),
            superko.Game("aga-like,button=yes", rows=".X.", to_play="W", button="B").play("pass"),
            superko.Game("tromp-taylor", 3, passed=True),
            MARKED.play("A1"),
        ],
    )
    def test_is_made_again_by_what_it_is_shown_as(self, game: superko.Game) -> None:
        again = eval(repr(game), {"superko": superko})
        assert (again, again.course, hash(again)) == (game, game.course, hash(game))

    def test_is_made_by_one_constructor_alone(self) -> None:
        assert {name for name in dir(superko.Game) if name in ("start", "set_up")} == set()
        assert superko.Game("tromp-taylor", rows=parse_board(".X/O.")) == superko.Game("tromp-taylor", rows=".X/O.")


class TestWhatIsNoTurn:
    @pytest.mark.parametrize("text", ["", "I5", "C33", "C3 D4", "Z9", "K10", "resign"])
    def test_is_a_value_error_that_says_so(self, text: str) -> None:
        game = superko.Game("tromp-taylor", 9)
        for asked in (game.play, game.judge, game.why, game.legal.__contains__):
            with pytest.raises(ValueError, match=r"is no turn|is no vertex|is off the board") as refused:
                asked(text)
            assert not isinstance(refused.value, superko.IllegalTurn)

    @pytest.mark.parametrize("value", [None, 16, 3.5, b"C3", ["C3"], ("C3",), superko.Move("C3"), superko.Move])  # type: ignore[arg-type]
    def test_is_a_type_error(self, value: object) -> None:
        game = superko.Game("tromp-taylor", 9)
        for asked in (game.play, game.judge, game.why, game.legal.__contains__):
            with pytest.raises(TypeError):
                asked(value)  # type: ignore[arg-type]

    @pytest.mark.parametrize("point", [0, 3, -1, 1 << 81])
    def test_is_a_move_at_anything_but_one_point(self, point: int) -> None:
        with pytest.raises(ValueError, match="A turn is taken at one point of the board") as refused:
            superko.Game("tromp-taylor", 9).play(superko.Move(point))
        assert not isinstance(refused.value, superko.IllegalTurn)


@pytest.mark.parametrize("arguments", [{"rules": None}, {"size": 2.5}, {"size": (1, 2, 3)}, {"rows": [".X"]}])
def test_an_argument_of_another_type_is_a_type_error(arguments: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        superko.Game(**arguments)  # type: ignore[arg-type]


class TestWhatIsAskedOfRules:
    @pytest.mark.thorough  # Its search is compiled first.
    def test_is_best_play_as_far_as_the_time_goes(self) -> None:
        solution = superko.solve("tromp-taylor,komi=0.5", (4, 3), budget=Budget(nodes=1))
        assert (solution.exact, "best play" in str(solution)) == (False, False)


class TestAnEngine:
    def test_is_judged_as_an_object_or_a_class(self) -> None:
        for engine in (ReferenceEngine, ReferenceEngine(), REFERENCE):
            report = superko.judge(engine, superko.rules("tromp-taylor"), seconds=0.5)
            assert report.outcome.value == "agree"
            assert str(report).startswith("superko ")

    def test_that_is_wrong_is_shown_with_the_game(self) -> None:
        report = superko.judge(IsWrongOnOneGame("A1"), "tromp-taylor", seconds=6)
        assert "disagrees with tromp-taylor: 1 disagreement." in str(report)
        assert " after A1, asked which moves are legal, the engine says " in str(report)
        assert "<svg" in report._repr_html_()
