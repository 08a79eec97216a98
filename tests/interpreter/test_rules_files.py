"""Rules in a Python file: what a command line can name, and what it is told where it can't."""

from __future__ import annotations

import io
import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.records.game_record import record_of
from superko.interpreter.records.sgf import read_sgf, write_sgf
from superko.interpreter.referee import Session, respond, serve
from superko.interpreter.rule_names import parse_rules, rules_text
from superko.interpreter.rules_files import ClauseFailed, _module, named_rules, names_a_file
from superko.spec.algebra import Color, Coloring
from superko.spec.documents import parameters_of
from superko.spec.parameters import READINGS, HandicapBonus, Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Position

TEXT = '''
from __future__ import annotations

from dataclasses import dataclass

from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Record


@dataclass
class Passes:
    number: int


def three_passes(record: Record) -> bool:
    """Three consecutive passes end the game."""
    return record.pass_run >= Passes(3).number


PLAIN = PRESETS["chinese-like"]
THREE = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", three_passes)
NUMBER = 3
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my rules, mine.py"
    path.write_text(TEXT, encoding="utf-8")
    return path


def refused(text: str) -> str:
    with pytest.raises(ValueError, match=r".") as caught:
        named_rules(text)
    return str(caught.value)


def in_file(folder: Path, text: str) -> str:
    path = folder / "broken.py"
    path.write_text(text, encoding="utf-8")
    return refused(f"{path}:RULES").replace(str(folder), "FOLDER")


class TestNaming:
    def test_rules_of_a_file_are_named_by_the_file_and_their_name(self, file: Path) -> None:
        assert named_rules(f"{file}:PLAIN") == PRESETS["chinese-like"]

    def test_amended_rules_play_as_the_file_says(self, file: Path) -> None:
        game = Game(named_rules(f"{file}:THREE"), 1).play(PASS).play(PASS)
        assert (game.over, game.play(PASS).over) == (False, True)

    def test_parameters_may_be_changed_after_the_name(self, file: Path) -> None:
        named = named_rules(f"{file}:THREE, komi=6.5, suicide=no, reading/ilr-own-stone=literal")
        rules = replace(named_rules(f"{file}:THREE"), komi=6.5, suicide=False)
        assert named == rules.reading({"reading/ilr-own-stone": "literal"})

    def test_the_same_file_is_run_once_so_that_its_rules_are_the_same(self, file: Path) -> None:
        assert named_rules(f"{file}:THREE") == named_rules(f"{file}:THREE")

    def test_a_file_that_was_changed_is_run_again(self, file: Path) -> None:
        before = named_rules(f"{file}:PLAIN")
        file.write_text(TEXT.replace("chinese-like", "aga-like"), encoding="utf-8")
        assert named_rules(f"{file}:PLAIN") == PRESETS["aga-like"] != before

    def test_whatever_else_a_command_line_names_is_named_as_ever(self) -> None:
        for text in ("chinese-like", "ko=SIMPLE,komi=7", '{"komi": 6.5}'):
            assert named_rules(text) == parse_rules(text)
            assert not names_a_file(text)
        assert names_a_file("folder/my_rules.py:RULES,komi=7")


class TestRefusals:
    def test_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / "odd.py").write_bytes(b"\xff\xfe")
        assert refused(f"{tmp_path}/odd.py:RULES") == f"{tmp_path}/odd.py can't be read: it is not UTF-8 text."

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("RULES = 1 / 0", "ZeroDivisionError in line 1: division by zero"),
            ("\n\ndef f():\n    g()\n\nf()", "NameError in line 4: name 'g' is not defined"),
            ("RULES = (", "SyntaxError in line 1: '(' was never closed"),
            ("import sys\nsys.exit()", "SystemExit in line 2"),
            ("\nimport no_such_module", "ModuleNotFoundError in line 2: No module named 'no_such_module'"),
        ],
    )
    def test_a_file_that_fails_is_told_with_the_line(self, tmp_path: Path, text: str, reason: str) -> None:
        assert in_file(tmp_path, text) == f"FOLDER/broken.py can't be run: {reason}"

    def test_an_amendment_that_is_refused_is_told_with_the_line(self, tmp_path: Path) -> None:
        text = 'from superko.spec.rules import Rules\nRULES = Rules().dropping("katago-v2/no/such")'
        assert "can't be run: line 2: There is no clause 'katago-v2/no/such'" in in_file(tmp_path, text)

    def test_a_name_that_is_not_there_with_the_rules_that_are(self, file: Path, tmp_path: Path) -> None:
        assert refused(f"{file}:OTHER") == f'{file} has no "OTHER"; write {file}:PLAIN or {file}:THREE.'
        assert in_file(tmp_path, "") == 'FOLDER/broken.py has no "RULES"; there are no rules in it.'

    def test_a_value_that_is_no_rules(self, file: Path) -> None:
        assert refused(f"{file}:NUMBER") == f"NUMBER in {file} is of type int, not Rules."

    def test_rules_of_a_class_of_its_own_which_could_say_something_else_to_a_proof(self, tmp_path: Path) -> None:
        text = "from superko.spec.rules import Rules\nclass Own(Rules): ...\nRULES = Own()"
        assert in_file(tmp_path, text) == "RULES in FOLDER/broken.py is of type Own, not Rules."

    def test_rules_of_a_document_of_its_own(self, tmp_path: Path) -> None:
        text = 'from superko.spec.rules import Rules\nRULES = Rules(document="nogo")'
        sentence = in_file(tmp_path, text)
        assert sentence.startswith(
            'RULES in FOLDER/broken.py is of the document "nogo", which is not among katago-v2, '
        )
        assert sentence.endswith(
            "A file amends one of these, by `replacing`, `dropping` and `adding`, and can't register another one."
        )

    def test_a_change_that_makes_no_sense(self, file: Path) -> None:
        assert refused(f"{file}:THREE,komi") == (
            '"komi" is not key=value; write such as japanese-like,ko=POSITIONAL,komi=6.5.'
        )
        assert "THREE is of the document katago-v2" in refused(f"{file}:THREE,document=aga")


class TestTheReferee:
    """A user may name a file as the referee starts; whoever sends requests may not."""

    def test_plays_by_the_rules_it_was_started_with_where_a_request_names_none(self, file: Path) -> None:
        lines = [{"cmd": "new", "width": 1, "height": 1}, {"cmd": "play", "turns": ["pass", "pass"]}]
        requests = io.BytesIO("\n".join(map(json.dumps, lines)).encode())
        serve(requests, replies := io.BytesIO(), named_rules(f"{file}:THREE"))
        state = json.loads(replies.getvalue().splitlines()[-1])
        assert state["phase"] == "main"
        assert state["passEndsPhase"] is True

    def test_plays_by_other_rules_where_a_request_names_them(self, file: Path) -> None:
        session = Session(rules=named_rules(f"{file}:THREE"))
        session, _ = respond(session, '{"cmd": "new", "width": 1, "height": 1, "rules": "tromp-taylor"}')
        assert session.game is not None
        assert session.game.rules == PRESETS["tromp-taylor"]

    def test_never_runs_a_file_that_a_request_names(self, tmp_path: Path) -> None:
        trace = tmp_path / "trace"
        (tmp_path / "evil.py").write_text(f"open({str(trace)!r}, 'w')", encoding="utf-8")
        for rules in (f"{tmp_path}/evil.py:RULES", {"document": f"{tmp_path}/evil.py:RULES"}):
            line = json.dumps({"cmd": "new", "width": 1, "height": 1, "rules": rules})
            _, reply = respond(Session(rules=PRESETS["aga"]), line)
            assert reply is not None
            assert "error" in reply
        assert not trace.exists()


FAILING = '''
from superko.spec.presets import PRESETS
from helpers import half


def ends(record):
    """The game ends once half of the passes are none."""
    return half(record) > 0


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", ends)
'''


class TestAClauseThatFails:
    """Given a clause of a file that divides by what is 0 after a pass, in a function of the file beside it."""

    @pytest.fixture
    def failing(self, tmp_path: Path) -> Path:
        (tmp_path / "helpers.py").write_text("def half(record):\n    return 1 / (1 - record.pass_run)\n", "utf-8")
        path = tmp_path / "failing.py"
        path.write_text(FAILING, encoding="utf-8")
        return path

    def test_is_told_with_its_file_the_line_and_the_turns(self, failing: Path) -> None:
        game = Game(named_rules(f"{failing}:RULES"), (2, 1))
        with pytest.raises(ClauseFailed) as caught:
            game.play(PASS)
        assert str(caught.value) == (
            "The clause katago-v2/main/end-two-passes fails in failing.py, line 8: ZeroDivisionError: division by zero."
        )

    @pytest.mark.parametrize("error", [StopIteration, SystemExit])
    def test_is_told_though_its_exception_would_end_what_asks(self, error: type[BaseException]) -> None:
        def stops(record: object) -> bool:
            raise error

        rules = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", stops, "It stops.")
        with pytest.raises(ClauseFailed, match=f"fails in test_rules_files.py.*: {error.__name__}"):
            Game(rules, (2, 1)).play(PASS)

    def test_is_told_where_it_sets_up_a_stone_off_the_board(self) -> None:
        def far_away(empty: Coloring[int]) -> Position[int]:
            return Position(empty.colored(1 << 50, Color.BLACK), Color.BLACK)

        start = PRESETS["tromp-taylor"].sole(Decision.START).name
        rules = PRESETS["tromp-taylor"].replacing(start, far_away, "A stone far away.")
        with pytest.raises(ClauseFailed, match="it returns a position with a stone off the board"):
            Game(rules, (2, 1))

    def test_leaves_the_referee_serving(self, failing: Path) -> None:
        session = Session(rules=named_rules(f"{failing}:RULES"))
        for _ in range(2):
            session, reply = respond(session, '{"cmd": "new", "width": 2, "height": 1}')
            assert reply is not None
            error = reply["error"]
            assert isinstance(error, dict)
            assert error["kind"] == "bad-request"
            assert "ZeroDivisionError" in error["reason"]

    def test_does_not_keep_what_it_imported_from_others(self, failing: Path, tmp_path: Path) -> None:
        named_rules(f"{failing}:RULES")
        other = tmp_path / "other"
        other.mkdir()
        (other / "helpers.py").write_text("half = len\n", encoding="utf-8")
        (other / "rules.py").write_text(FAILING, encoding="utf-8")
        assert _module(other / "rules.py").half is len


def test_a_file_without_a_name_is_answered_with_the_names_in_it(file: Path) -> None:
    assert refused(str(file)) == f"Name the rules in {file}: write {file}:PLAIN or {file}:THREE."


# Rules as texts that name them: every rule set is named so that the same one is read.


READING = "reading/ilr-own-stone"


def rule_sets() -> st.SearchStrategy[Rules]:
    values = itertools.product(Ko, Scoring, Tax, (True, False), (True, False), HandicapBonus, (True, False))
    return st.sampled_from([Rules("katago-v2", *chosen[:5], 0, *chosen[5:]) for chosen in values])


@given(rule_sets(), st.sampled_from([{}, {READING: READINGS[READING].values[1]}]))
def test_what_names_rules_is_read_as_the_same_rules(rules: Rules, readings: dict[str, str]) -> None:
    chosen = rules.reading(readings)
    assert parse_rules(rules_text(chosen)) == chosen


@pytest.mark.parametrize("name", PRESETS)
def test_so_is_every_preset_in_a_game_record_with_its_komi(name: str) -> None:
    rules = PRESETS[name]
    rules = replace(rules, komi=6.5) if "komi" in parameters_of(rules) else rules
    record = read_sgf(write_sgf(record_of(Game(rules, 3))))
    assert record.game(parse_rules(record.rules)).rules == rules


@pytest.mark.parametrize(("name", "text"), [("japanese-like", "Japanese"), ("aga", "AGA"), ("aga-like", "aga-like")])
def test_the_words_of_other_programs_are_used_where_they_mean_the_same(name: str, text: str) -> None:
    assert rules_text(PRESETS[name]) == text


def test_amended_rules_have_no_name() -> None:
    assert rules_text(PRESETS["tromp-taylor"].dropping("katago-v2/main/end-two-passes")) == ""
