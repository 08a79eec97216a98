"""Trials: both sides play one game, are compared at every turn, and go on with what both allow."""

from __future__ import annotations

from collections.abc import Sequence

from superko.checker.oracle.engine import Aspect, Breakage, EngineBroke, Setting
from superko.checker.oracle.trial import Harness, following, of_kind, shown_by, trial
from superko.spec.presets import PRESETS
from tests.checker.oracle.engines.reference import ReferenceEngine

from .liars import LIARS

RULES = PRESETS["tromp-taylor"]
SETTING = Setting(3, 1, rules=RULES)
A_GAME = ("B1", "A1", "C1", "pass", "A1", "B1", "pass", "C1", "pass", "pass")


def test_every_turn_is_compared() -> None:
    harness = Harness(ReferenceEngine)
    assert list(trial(harness, SETTING, RULES, following(["B1", "pass", "pass"], SETTING))) == []
    assert harness.turns == 4
    assert harness.compared[Aspect.BOARD] == 4
    assert harness.compared[Aspect.LEGAL] == 3
    assert harness.compared[Aspect.SCORES] == 1


def test_turns_that_are_not_legal_are_left_out() -> None:
    harness = Harness(ReferenceEngine)
    assert list(trial(harness, SETTING, RULES, following(["B1", "B1", "pass", "pass"], SETTING))) == []
    assert harness.turns == 4


def test_what_is_compared_meanwhile_can_be_left_uncounted() -> None:
    harness = Harness(ReferenceEngine)
    with harness.uncounted():
        list(trial(harness, SETTING, RULES, following(["B1"], SETTING)))
    assert harness.turns == 0
    assert not harness.compared


def test_a_game_goes_on_as_it_stood_although_others_were_played_meanwhile() -> None:
    opener = LIARS["misses the last point"].engine
    alone = [disagreement.turns for disagreement in trial(Harness(opener), SETTING, RULES, following(A_GAME, SETTING))]
    harness, with_others = Harness(opener), []
    for disagreement in trial(harness, SETTING, RULES, following(A_GAME, SETTING)):
        with_others.append(disagreement.turns)
        harness.start(Setting(2, 2, rules=RULES), ["A1", "B2"])
    assert len(alone) > 1
    assert with_others == alone


def test_an_engine_that_broke_is_started_again() -> None:
    class BreakingOnce(ReferenceEngine):
        broke = False

        def play(self, turns: Sequence[str]) -> None:
            if not BreakingOnce.broke:
                BreakingOnce.broke = True
                raise EngineBroke(Breakage.CRASHED, "It ended.")
            super().play(turns)

    harness = Harness(BreakingOnce)
    (disagreement,) = trial(harness, SETTING, RULES, following(["B1"], SETTING))
    assert disagreement.turns == ("B1",)
    assert harness.breakdowns == 1
    assert list(trial(harness, SETTING, RULES, following(["B1"], SETTING))) == []


def test_a_kind_is_looked_for_past_others() -> None:
    harness = Harness(LIARS["plays on its own stones"].engine)
    kind = ("legal", "allowed", "katago-v2/move/pseudolegal#empty")
    shown = shown_by(harness, SETTING, RULES, ["B1", "pass"], of_kind(kind))
    assert shown is not None
    assert shown_by(harness, SETTING, RULES, ["B1", "pass"], of_kind(("legal", "refused", "pass"))) is None
