"""`import superko`: what a person writes in Python, as the README shows it, and how it is checked by types."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, assert_type

import networkx
import pytest

import superko
from superko.checker.evidence.decided import Decided
from superko.checker.play.comparison import Comparison
from superko.checker.solving.budget import Budget
from superko.interpreter.game import LegalTurns
from superko.interpreter.notation import parse_board
from tests.checker.oracle.engines.reference import REFERENCE, ReferenceEngine

from .checker.oracle.test_small_games import IsWrongOnOneGame

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


SESSION = """
>>> game = superko.Game("japanese-like", 9)
>>> superko.Game("japanese-like", (4, 3)).grid, superko.Game(rows=".XO./XO.O/.XO.")["B3"]
(Grid(width=4, height=3), <Color.BLACK: 'B'>)
>>> game = game.play("C3", "D4", "pass")
>>> "C3" in game.legal, list(game.legal)[:2], len(game.legal)
(False, ['pass', 'A9'], 80)
>>> print(game.why("C3"))
katago-v2/move/pseudolegal: The point that a move colors is empty, but C3 is occupied.
>>> game["C3"], game.to_play, game.phase, game.over, game.result, game.previous.turns_taken == game.turns_taken[:2]
(<Color.BLACK: 'B'>, <Color.WHITE: 'W'>, <Phase.MAIN: 'main'>, False, None, True)
>>> _ = Path("game.sgf").write_text(game.sgf())
>>> superko.read_sgf("game.sgf") == game
True
>>> superko.rules("aga-like,komi=7.5").komi
7.5
>>> mine = superko.rules("my_rules.py:RULES")
>>> superko.solve("tromp-taylor", "3x3").value
9.0
>>> superko.compare("tromp-taylor", mine).parting.turns
(Pass(), Pass())
>>> len(superko.state_graph("ko=SIMPLE", 2, 2)), len(superko.many("tromp-taylor", 9, number=64))
(114, 64)
"""


@pytest.mark.thorough
def test_a_first_session_goes_as_one_would_write_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_rules.py").write_text(THREE_PASSES, encoding="utf-8")
    session = doctest.DocTestParser().get_doctest(SESSION, {"superko": superko, "Path": Path}, "a session", "", 0)
    assert doctest.DocTestRunner().run(session).failed == 0


def test_the_examples_of_the_package_hold() -> None:
    assert doctest.testmod(superko).attempted > 0
    assert doctest.testmod(superko).failed == 0


class TestAGame:
    def test_is_made_of_rules_by_name_and_of_a_size(self) -> None:
        game = superko.Game("japanese-like", 9)
        assert_type(game, superko.Game)
        assert (str(game.grid), game.rules) == ("9x9", superko.rules("japanese-like"))

    @pytest.mark.parametrize(("size", "board"), [(9, "9x9"), ((4, 3), "4x3"), ("4x3", "4x3"), (None, "19x19")])
    def test_has_a_board_of_any_size(self, size: int | tuple[int, int] | str | None, board: str) -> None:
        assert str(superko.Game("tromp-taylor", size).grid) == board

    def test_starts_from_rows(self) -> None:
        game = superko.Game(rows=".XO./XO.O/.XO.", to_play="W")
        assert (game["B3"], game["C3"], game["A1"]) == ("B", "W", None)
        assert game.to_play == "W"

    def test_takes_several_turns_as_text_or_as_turns(self) -> None:
        game = superko.Game("tromp-taylor", 9).play("C3", "d4", superko.PASS)
        assert [game["C3"], game["D4"], game.to_play] == ["B", "W", "W"]
        assert game.turns_taken[-1] == superko.Pass()

    def test_takes_a_move_for_the_unblock_action_that_it_stands_for(self) -> None:
        assert MARKED.turn("A1") == superko.Unblock(1)
        assert MARKED.play("A1").turns_taken[-1] == superko.Unblock(1)

    def test_says_whether_a_turn_is_legal(self) -> None:
        game = superko.Game("japanese-like", 3).play("B2")
        assert_type(game.legal, LegalTurns)
        assert ("B2" in game.legal, "pass" in game.legal) == (False, True)
        assert game.legal.__contains__(superko.Move(1))

    def test_lists_its_legal_turns(self) -> None:
        legal = superko.Game("tromp-taylor", "2x1").legal
        assert (list(legal), len(legal), set(legal) == {"pass", "A1", "B1"}) == (["pass", "A1", "B1"], 3, True)
        assert legal & {"A1", "B1"} == {"A1", "B1"}
        assert repr(legal) == "<legal: pass, A1, B1>"

    def test_judges_one_turn_alone_where_one_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(superko.Game, "turns", lambda game: pytest.fail("every turn was judged"))
        assert "C3" in superko.Game("tromp-taylor", 9).legal

    def test_has_no_legal_turns_once_it_is_over(self) -> None:
        over = superko.Game("tromp-taylor", 3).play("pass", "pass")
        assert (over.over, over.phase == "over", list(over.legal), "A1" in over.legal) == (True, True, [], False)
        assert over.why("A1") == "The game is over; no turn can be taken."

    def test_says_why_a_turn_is_illegal_by_the_clause_and_a_sentence(self) -> None:
        game = superko.Game("tromp-taylor", "2x1").play("A1", "B1")
        assert game.why("A1") == (
            "katago-v2/main/legal-superko: A legal move does not result in any earlier state, but A1 would repeat the "
            "state after turn 1."
        )
        assert game.why("pass") == "pass is legal."

    def test_refuses_an_illegal_turn_with_the_same_sentence(self) -> None:
        game = superko.Game("tromp-taylor", "2x1").play("A1", "B1")
        with pytest.raises(superko.IllegalTurn) as refused:
            game.play("A1")
        assert str(refused.value) == game.why("A1")

    def test_has_a_result_and_the_game_before(self) -> None:
        game = superko.Game("tromp-taylor", 3).play("B2", "pass", "pass")
        assert isinstance(game.result, superko.Score)
        assert_type(game.result, superko.Score)
        assert (game.result.lead, game.result.winner == "B") == (9, True)
        assert game.previous is not None
        assert (game.previous.result, game.previous.over, game.beginning.previous) == (None, False, None)

    def test_is_hashed_by_what_it_equals(self) -> None:
        first, second = (superko.Game("tromp-taylor", 3).play("B2", "pass") for _ in range(2))
        assert {first: "known"}[second] == "known"
        over = superko.Game("tromp-taylor", 3).play("pass", "pass")
        assert len({over, over.play(), over.result}) == 2

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

    def test_is_made_again_where_clauses_were_dropped(self) -> None:
        game = superko.Game(superko.rules("tromp-taylor").dropping("katago-v2/main/legal-superko"), 3).play("A1")
        assert repr(game) == (
            "superko.Game(superko.rules('tromp-taylor').dropping('katago-v2/main/legal-superko'), 3).play('A1')"
        )
        assert eval(repr(game), {"superko": superko}) == game

    def test_is_made_by_one_constructor_alone(self) -> None:
        assert {name for name in dir(superko.Game) if name in ("start", "set_up")} == set()
        assert superko.Game("tromp-taylor", rows=parse_board(".X/O.")) == superko.Game("tromp-taylor", rows=".X/O.")

    def test_is_drawn_in_a_notebook(self) -> None:
        assert superko.Game("tromp-taylor", 3).play("B2")._repr_svg_().startswith("<svg")


class TestWhatIsNoTurn:
    @pytest.mark.parametrize("text", ["", "I5", "C33", "C3 D4", "Z9", "K10", "resign"])
    def test_is_a_value_error_that_says_so(self, text: str) -> None:
        game = superko.Game("tromp-taylor", 9)
        for asked in (game.play, game.judge, game.why, game.legal.__contains__):
            with pytest.raises(ValueError, match=r"is no turn|is no vertex|is off the board") as refused:
                asked(text)
            assert not isinstance(refused.value, superko.IllegalTurn)

    @pytest.mark.parametrize("text", ["C3 D4", "C3,pass", "C3, D4 pass"])
    def test_is_what_each_of_several_turns_is_by_itself(self, text: str) -> None:
        with pytest.raises(ValueError, match='is no turn but several; give each by itself: "C3", "'):
            superko.Game("tromp-taylor", 9).play(text)

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

    def test_nor_is_a_vertex_anything_but_a_text(self) -> None:
        game = superko.Game("tromp-taylor", 9)
        with pytest.raises(TypeError, match="A vertex is a text"):
            game[3]  # type: ignore[index]
        with pytest.raises(ValueError, match="is no vertex"):
            game["pass"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"rules": "tromp-tailor"}, "Did you mean tromp-taylor"),
        ({"size": 53}, "sides of 1 to 52"),
        ({"size": "9"}, "is no board"),
        ({"to_play": "black"}, '"black" is none of B, W'),
        ({"phase": "cleanup"}, "is none of main, cleanup1, cleanup2"),
        ({"rows": "XO", "size": 3}, "The rows show a board of 2x1, but 3x3 was asked for"),
        ({"rows": "X/OO"}, "differ in length"),
        ({"captures": {"X": 1}}, '"X" is none of B, W'),
    ],
)
def test_a_game_that_there_is_not_is_refused_in_a_sentence(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        superko.Game(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("arguments", [{"rules": None}, {"size": 2.5}, {"size": (1, 2, 3)}, {"rows": [".X"]}])
def test_an_argument_of_another_type_is_a_type_error(arguments: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        superko.Game(**arguments)  # type: ignore[arg-type]


class TestAGameRecord:
    def test_is_written_and_read(self, tmp_path: Path) -> None:
        game = superko.Game("japanese-like,komi=6.5", 9).play("C3", "D4", "pass")
        file = tmp_path / "game.sgf"
        file.write_text(game.sgf(), encoding="utf-8")
        assert_type(superko.read_sgf(file), superko.Game)
        assert superko.read_sgf(str(file)) == game

    def test_is_read_under_other_rules_where_they_are_named(self, tmp_path: Path) -> None:
        file = tmp_path / "game.sgf"
        file.write_text("(;SZ[3]KM[0.5];B[bb])", encoding="utf-8")
        assert superko.read_sgf(file, "aga-like").rules == superko.rules("aga-like,komi=0.5")
        with pytest.raises(ValueError, match="does not name its rules"):
            superko.read_sgf(file)

    def test_with_an_illegal_turn_is_refused_by_its_clause(self, tmp_path: Path) -> None:
        file = tmp_path / "game.sgf"
        file.write_text("(;SZ[3]RU[Chinese];B[bb];W[bb])", encoding="utf-8")
        with pytest.raises(ValueError, match=r"Turn 2, White B2, is illegal by katago-v2/move/pseudolegal"):
            superko.read_sgf(file)


def test_rules_are_had_by_any_name(tmp_path: Path) -> None:
    assert_type(superko.rules("aga-like,komi=7.5"), superko.Rules)
    assert superko.rules("aga-like,komi=7.5").komi == 7.5
    file = tmp_path / "my_rules.py"
    file.write_text("import superko\nRULES = superko.rules('ko=SIMPLE')\n", encoding="utf-8")
    assert superko.Game(f"{file}:RULES", 3).rules == superko.rules("ko=SIMPLE")


def test_rules_are_had_by_a_name_and_what_is_changed() -> None:
    changed = superko.rules("tromp-taylor", ko="SIMPLE", suicide=False, komi=6.5)
    assert changed == superko.rules("ko=SIMPLE,suicide=no,komi=6.5")
    assert superko.rules(changed, komi=0, suicide=True) == superko.rules("ko=SIMPLE")
    with pytest.raises(ValueError, match='There is no rule "comi"'):
        superko.rules("tromp-taylor", comi=7)
    with pytest.raises(ValueError, match=r'suicide is yes or no .*, not "maybe"'):
        superko.rules("suicide=maybe")


@pytest.mark.parametrize("ask", [superko.solve, superko.compare, superko.symbolic, superko.Game])
def test_a_board_in_the_place_of_rules_is_called_a_board(ask: Any) -> None:
    with pytest.raises(ValueError, match='There are no rules named "2x2", which is a board: in Python the board comes'):
        ask("2x2", "tromp-taylor")


class TestRulesOfOnesOwn:
    @pytest.mark.parametrize("changes", ["", ",komi=6.5"])
    def test_are_shown_by_the_file_that_they_are_from(self, tmp_path: Path, changes: str) -> None:
        file = tmp_path / "my_rules.py"
        file.write_text(THREE_PASSES, encoding="utf-8")
        rules = superko.rules(f"{file}:RULES{changes}")
        assert repr(rules) == f"superko.rules('{file}:RULES{changes}')"
        assert repr(superko.Game(rules, 3).play("pass")) == f"superko.Game('{file}:RULES{changes}', 3).play('pass')"
        assert eval(repr(superko.Game(rules, 3)), {"superko": superko}) == superko.Game(rules, 3)

    def test_are_shown_by_the_functions_that_they_call_where_no_file_has_them(self) -> None:
        at_hand: dict[str, Any] = {}
        exec(THREE_PASSES, at_hand)
        rules = at_hand["RULES"].adding(
            superko.make_clause(at_hand["apart"], "house/apart", decides=superko.Decision.LEGAL)
        )
        assert repr(rules) == (
            "superko.rules('tromp-taylor').replacing('katago-v2/main/end-two-passes', three_passes)"
            ".adding(superko.make_clause(apart, 'house/apart', decides=superko.Decision.LEGAL))"
        )
        assert eval(repr(rules), at_hand) == rules

    def test_are_not_shown_as_what_can_be_pasted_where_no_name_makes_them(self) -> None:
        nameless = superko.rules("tromp-taylor").replacing(
            "katago-v2/main/end-two-passes", lambda record: record.pass_run >= 3, "Three passes end the game."
        )
        assert repr(nameless) == "<superko.rules('tromp-taylor'), amended>"


def test_many_games_are_played_at_once() -> None:
    games = superko.many("tromp-taylor", 9, number=64)
    assert (len(games), games.boards.shape) == (64, (64, 9, 9))


class TestWhatIsAskedOfRules:
    def test_is_best_play(self) -> None:
        solution = superko.solve("tromp-taylor", "2x2")
        assert (str(solution), solution.value) == ("Black wins by 1 under best play.", 1)
        assert superko.solve(superko.Game("tromp-taylor", 2).play("pass")).value == -1
        assert "One line of best play: A2 " in solution._repr_html_()

    @pytest.mark.thorough  # Its search is compiled first.
    def test_is_best_play_as_far_as_the_time_goes(self) -> None:
        solution = superko.solve("tromp-taylor,komi=0.5", (4, 3), budget=Budget(nodes=1))
        assert (solution.exact, "best play" in str(solution)) == (False, False)

    def test_is_where_two_rule_sets_part(self) -> None:
        mine = superko.rules("tromp-taylor").dropping("katago-v2/main/legal-superko")
        comparison = superko.compare("tromp-taylor", mine)
        assert_type(comparison, Comparison)
        assert comparison.parting is not None
        assert str(comparison) == (
            "After A1 pass on 2x1, the two rule sets differ in which turns are legal: only the second allows B1."
        )
        assert "<svg" in comparison._repr_html_()

    def test_is_that_two_rule_sets_agree_as_far_as_was_looked(self) -> None:
        comparison = superko.compare("tromp-taylor", "tromp-taylor-ten", (2, 1))
        assert str(comparison).endswith(
            "every game there is, of up to 5 turns: 27 sequences of turns, 9 of them to the end."
        )
        assert str(superko.compare("aga-like", "aga-like", depth=1)).startswith("No difference was found up to 3x2.")

    def test_is_whether_a_claim_is_so(self) -> None:
        decided = superko.check("single-suicide-null", board="2x2")
        assert_type(decided, Decided)
        assert (str(decided.headline), all(finding.as_recorded for finding in decided.findings)) == (
            "true in all that was looked at",
            True,
        )
        assert str(decided).splitlines()[1:] == [f"{decided.headline}.", "  holds on 2x2 under 2 settings by sweep"]
        assert "<table>" in decided._repr_html_()

    def test_is_whether_a_claim_is_so_under_rules_of_ones_own(self) -> None:
        asked = superko.rules("tromp-taylor").dropping("katago-v2/move/no-null-change")
        decided = superko.check("claim/single-suicide-null", asked, board="2x2")
        (finding,) = decided.findings
        assert (finding.check.rules, finding.verdict.outcome.value) == ("suicide=yes", "refuted")
        assert str(decided).splitlines()[1:3] == [f"Asked of {asked!r}:", f"{decided.headline}."]
        assert f"Asked of {asked!r}:".replace("'", "&#x27;") in decided._repr_html_()

    @pytest.mark.parametrize(
        ("claim", "hint"),
        [
            ("claim/game-terminate", "Did you mean claim/game-terminates?"),
            ("game-terminats", "Did you mean claim/game-terminates?"),
            ("bensn", "Did you mean claim/benson"),
            ("claim/x", 'There is no claim "claim/x".'),
        ],
    )
    def test_is_no_claim_of_another_name_but_what_is_near_is_said(self, claim: str, hint: str) -> None:
        with pytest.raises(ValueError, match=re.escape(hint)):
            superko.check(claim)

    def test_is_the_graph_of_its_situations(self) -> None:
        graph = superko.state_graph("ko=SIMPLE", 2, 2)
        assert (len(graph), graph["../.. B"]["X./.. W"]["turns"]) == (114, ["A2"])
        assert networkx.is_strongly_connected(
            graph.subgraph(max(networkx.strongly_connected_components(graph), key=len))
        )
        assert graph._repr_html_().startswith("<p>114 situations, ")


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

    def test_is_not_judged_by_rules_that_no_text_names(self) -> None:
        amended = superko.rules("tromp-taylor").dropping("katago-v2/main/legal-superko")
        with pytest.raises(ValueError, match="Name rules with amended clauses by their file"):
            superko.judge(ReferenceEngine, amended)


class TestAQuestionOfOnesOwn:
    def test_is_answered_by_a_game(self) -> None:
        asked = superko.symbolic("tromp-taylor", "3x3")
        game = asked.find(asked.board.size(asked.play.captured) == 5)
        assert game is not None
        assert game.record.tally.captures["W"] == 5  # type: ignore[index]

    def test_is_answered_by_nothing_where_there_is_no_such_move(self) -> None:
        asked = superko.symbolic("tromp-taylor,suicide=no", "2x2", "W")
        assert asked.find(asked.board.size(asked.play.self_captured) > 0) is None

    def test_is_asked_of_the_clauses_in_force(self) -> None:
        asked = superko.symbolic("tromp-taylor", "2x2", "W")
        game = asked.find(asked.board.size(asked.play.self_captured) > 1)
        assert game is not None
        assert game.record.tally.captures["W"] > 1  # type: ignore[index]
