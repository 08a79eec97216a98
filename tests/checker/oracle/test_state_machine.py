"""The state machine of hypothesis: honest engines pass, liars fail with a small game, and seeds decide the games."""

from __future__ import annotations

import unittest
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings

from superko.checker.oracle.aspects import Aspect
from superko.checker.oracle.engine import Breakage, EngineBroke, Opener, TurnRefused
from superko.checker.oracle.engines.reference_engine import ReferenceEngine
from superko.checker.oracle.games.state_machine import DisagreedError, drawn_by_hypothesis, engine_machine
from superko.checker.oracle.setting import Setting
from superko.checker.oracle.trial import Harness
from superko.spec.presets import PRESETS

from .liars import LIARS

QUICK = settings(max_examples=10, stateful_step_count=10, deadline=None, database=None, derandomize=True)
THOROUGH = settings(QUICK, max_examples=100, suppress_health_check=list(HealthCheck))

TestAnHonestEngine = engine_machine(ReferenceEngine, "japanese-like", width=3, height=2).TestCase
TestAnHonestEngine.settings = QUICK


class RefusingPasses(ReferenceEngine):
    """An engine that takes no pass."""

    def play(self, turns: Sequence[str]) -> None:
        if "pass" in turns:
            raise TurnRefused("pass", "It never passes.")
        super().play(turns)


class HangingAtPasses(ReferenceEngine):
    """An engine that does not come back from a pass."""

    def play(self, turns: Sequence[str]) -> None:
        if "pass" in turns:
            raise EngineBroke(Breakage.HUNG, "No answer within 5 s.")
        super().play(turns)


def failure_of(opener: Opener, rules: str = "tromp-taylor") -> DisagreedError:
    """How the test of an engine fails, in the file of its author."""
    case = engine_machine(opener, rules, width=2, height=1).TestCase
    case.settings = THOROUGH
    with pytest.raises(DisagreedError) as raised:
        case("runTest").runTest()
    return raised.value


def test_it_is_a_test_case_as_pytest_collects_them() -> None:
    assert issubclass(TestAnHonestEngine, unittest.TestCase)


def test_a_liar_fails_with_the_game_that_shows_it_made_small() -> None:
    error = failure_of(LIARS["forgets superko"].engine)
    assert error.disagreement.aspect is Aspect.LEGAL
    assert len(error.disagreement.turns) == 2
    assert str(error).startswith(f"After {' '.join(error.disagreement.turns)}: which moves are legal? The engine: ")


def test_a_refused_turn_fails() -> None:
    error = failure_of(RefusingPasses)
    assert error.disagreement.kind == ("legal", "refused", "pass")
    assert error.disagreement.turns == ()


def test_an_engine_that_breaks_fails_and_is_started_again() -> None:
    error = failure_of(HangingAtPasses)
    assert error.disagreement.aspect is Aspect.ANSWER


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="no-such"):
        engine_machine(ReferenceEngine, "no-such")


@pytest.fixture
def setting() -> Setting:
    return Setting(3, 1, rules=PRESETS["tromp-taylor"])


def drawn(opener: Opener, setting: Setting, seed: int, examples: int = 20) -> object:
    return drawn_by_hypothesis(Harness(opener), setting, setting.rules, seed, examples=examples)


def test_games_can_be_drawn_until_one_shows_something(setting: Setting) -> None:
    assert drawn(ReferenceEngine, setting, seed=1, examples=3) is None
    assert drawn(LIARS["forgets superko"].engine, setting, seed=1) is not None


def test_the_seed_decides_which_games_are_drawn(setting: Setting) -> None:
    opener = LIARS["forgets superko"].engine
    assert drawn(opener, setting, seed=7) == drawn(opener, setting, seed=7)


def test_no_turn_is_taken_once_the_time_is_up(setting: Setting) -> None:
    harness = Harness(LIARS["forgets superko"].engine)
    assert drawn_by_hypothesis(harness, setting, setting.rules, 1, lambda: False) is None
