"""Undo as a way into a position: engines lose there what stood before, and are right where the same game is played."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import pytest

from superko.checker.commands.judge_command import limits, sentences_of
from superko.checker.oracle.coverage import Judged
from superko.checker.oracle.engine import UNDO, Aspect, Introduction, Observation, Setting, TurnRefused
from superko.checker.oracle.engines.gtp import GtpEngine
from superko.checker.oracle.engines.json_lines import JsonLinesEngine
from superko.checker.oracle.engines.python_engine import PythonEngine
from superko.checker.oracle.findings import Report, changes_since, finding_as_json, report_as_json
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.oracle.trial import Disagreement, Harness, following, trial
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_turn
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

from .gtp_programs import ours_without
from .liars import listed

SUPERKO = "ko=POSITIONAL,suicide=no"
SIMPLE = "ko=SIMPLE,suicide=no"


class Undoes(ReferenceEngine):
    """It takes turns back, and tells boards and legal moves."""

    def introduction(self) -> Introduction:
        asked = frozenset({Aspect.BOARD, Aspect.LEGAL})
        return replace(super().introduction(), aspects=asked, undoes=True, set_up=False)

    def start(self, setting: Setting) -> None:
        super().start(setting)
        self.stood: list[Game] = []

    def play(self, turns: Sequence[str]) -> None:
        for turn in turns:
            if turn == UNDO:
                self._game = self.restored(self.stood.pop())
            else:
                before = self._game
                super().play([turn])
                self.stood.append(before)

    def restored(self, game: Game) -> Game:
        """What it goes on with, of what stood before the last turn."""
        return game


def forgetful(game: Game) -> Game:
    """What stands, as if nothing had stood before."""
    rows = board_text(game.position.coloring)
    return Start.at(rows, game.position.player, game.position.phase).game(game.rules)


class LosesWhatStood(Undoes):
    """No board is banned once a turn was taken back: it keeps what stands, and not what stood."""

    def restored(self, game: Game) -> Game:
        return forgetful(game)


class KeepsWhatWasUndone(Undoes):
    """What was taken back counts as if it had stood."""

    def start(self, setting: Setting) -> None:
        super().start(setting)
        self.kept = set[str]()

    def restored(self, game: Game) -> Game:
        self.kept.add(board_text(self._game.position.coloring))
        return game

    def says(self, game: Game) -> Observation:
        said = super().says(game)
        if game.over:
            return said
        turns = [(text, parse_turn(game.grid, text)) for text in listed(said)]
        reached = {text: board_text(game.taking(turn).position.coloring) for text, turn in turns}
        return {**said, Aspect.LEGAL: frozenset(text for text, board in reached.items() if board not in self.kept)}


class UndoesOnce(Undoes):
    """It takes no more than one turn back."""

    def start(self, setting: Setting) -> None:
        super().start(setting)
        self.undone = False

    def restored(self, game: Game) -> Game:
        if self.undone:
            raise TurnRefused(UNDO, "cannot undo")
        self.undone = True
        return game


@cache
def judged(engine: Callable[[], object], rules: str, turns: int = 1200) -> Report:
    plan = Plan(rules=(rules,), effort=Effort(count=turns), seed=1, boards=(Grid(4, 1),))
    return judge_engine(partial(PythonEngine, engine), plan)


@pytest.mark.parametrize("engine", [Undoes, UndoesOnce])
def test_nothing_is_found_in_an_engine_that_takes_back_what_was_played(engine: Callable[[], Undoes]) -> None:
    report = judged(engine, SUPERKO, 300)
    assert report.findings == ()
    assert report.taken_back == report_as_json(report)["taken_back"] > 0
    assert not any("undo" in sentence for sentence in limits(report))


def test_of_an_engine_that_does_not_say_that_it_undoes_nothing_is_taken_back() -> None:
    report = judged(ReferenceEngine, SUPERKO, 300)
    assert report.taken_back == 0
    assert any("what undo leads back to" in sentence for sentence in limits(report))


@pytest.mark.parametrize(
    ("engine", "rules", "clause"),
    [
        (LosesWhatStood, SUPERKO, "katago-v2/main/legal-superko"),
        (LosesWhatStood, SIMPLE, "katago-v2/main/legal-simple-ko"),
        (KeepsWhatWasUndone, SUPERKO, "katago-v2/main/legal-superko"),
    ],
)
def test_what_an_engine_loses_by_undo_is_found_and_the_report_names_the_turn(
    engine: Callable[[], Undoes], rules: str, clause: str
) -> None:
    (finding,) = judged(engine, rules).findings
    disagreement = finding.disagreement
    assert finding.clauses == (clause,)
    assert not finding.as_if
    assert disagreement.length <= 5
    undone = ", ".join(disagreement.undone)
    assert [text for text in sentences_of(finding, disagreement.game()) if "taken back by undo" in text] == [
        f"It says otherwise where nothing was taken back: {undone} was played after this, and taken back by undo."
    ]
    assert f"once {undone} was taken back by undo" in str(finding)
    assert finding_as_json(finding)["undone"] == list(disagreement.undone)
    assert f"{disagreement.undone[0]} was played after this" not in finding.sgf.decode()
    assert "This was played, and taken back by undo." in finding.sgf.decode()
    assert len(read_sgf(finding.sgf).turns) == len(disagreement.turns)


def test_it_is_another_finding_than_the_same_without_undo() -> None:
    (finding,) = judged(LosesWhatStood, SUPERKO).findings
    run = {"run": "then", "outcome": "disagree", "breakdowns": [], "disagreements": [finding_as_json(finding)]}
    fields = {name: value for name, value in finding_as_json(finding).items() if name != "undone"}
    by_play = {**run, "disagreements": [fields]}
    assert changes_since(run, by_play).any


def test_an_engine_that_breaks_when_it_takes_a_turn_back_is_reported_with_the_game() -> None:
    class Breaks(Undoes):
        def restored(self, game: Game) -> Game:
            raise RuntimeError("it can't")

    (finding,) = judged(Breaks, SUPERKO, 200).findings
    assert finding.disagreement.kind == (UNDO, "answer", "crashed")
    assert finding.disagreement.undone


_FORGETS = """
from dataclasses import replace
from tests.checker.oracle.test_undo import forgetful
plain = GtpSession.taking_back
def taking_back(self):
    before = plain(self)
    return replace(before, game=forgetful(before.game))
GtpSession.taking_back = taking_back
"""
_LISTED, _TRIED = (), ("all_legal", "is_legal")


@pytest.mark.parametrize("hidden", [_LISTED, pytest.param(_TRIED, marks=pytest.mark.thorough)], ids=["listed", "tried"])
def test_an_engine_that_speaks_gtp_is_taken_back_where_it_lists_undo(hidden: Sequence[str]) -> None:
    """Black's move at A1 captures B1, where White must not retake; White passes, and takes that back."""
    setting, turns = Setting(4, 1, rules=parse_rules(SUPERKO)), ("C1", "B1", "A1", "pass")
    for altered, differs in (("", False), (_FORGETS, True)):
        with Harness(partial(GtpEngine, ours_without(*hidden, altered=altered))) as harness:
            assert harness.running().introduction().undoes
            game, harness.counting = following(turns, setting), (by := Judged("", setting.rules, setting.rules))
            met = list(trial(harness, setting, setting.rules, game, rewinding=True))
            assert [bool(each.undone) for each in met] == [True] * differs
            assert by.taken_back or differs


def test_a_program_that_speaks_json_lines_is_taken_back_where_it_says_that_it_undoes() -> None:
    code = (
        "import sys\nfrom superko.interpreter import referee\n"
        "plain = referee._COMMANDS['rules'].answer\n"
        "def rules(session, request):\n"
        "    session, reply = plain(session, request)\n"
        "    return session, {**reply, 'undoes': True}\n"
        "referee._COMMANDS['rules'] = referee._Command(rules)\n"
        "referee.serve(sys.stdin.buffer, sys.stdout.buffer)\n"
    )
    setting = Setting(4, 1, rules=Rules())
    with Harness(partial(JsonLinesEngine, shlex.join([sys.executable, "-c", code]))) as harness:
        turns, harness.counting = following(("A1", "C1", "pass"), setting), Judged("", setting.rules, setting.rules)
        met: list[Disagreement] = list(trial(harness, setting, setting.rules, turns, rewinding=True))
        assert met == []
        assert harness.counting.taken_back == 3


def test_where_legal_moves_are_tried_and_taken_back_a_move_whose_undo_is_wrong_is_named() -> None:
    """Black's move at E1 captures D1. White may play at A1, whose undo loses that D1 must not be retaken."""
    setting = Setting(5, 1, rules=parse_rules(SUPERKO))
    with Harness(partial(GtpEngine, ours_without(*_TRIED, "captures", altered=_FORGETS))) as harness:
        (met,) = trial(harness, setting, setting.rules, following(("C1", "D1", "E1"), setting))
    assert met.turns == ("C1", "D1", "E1")
    assert met.undone == ("A1",)
    assert met.about == {"D1"}
