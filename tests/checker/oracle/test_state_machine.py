"""Games that a state machine of hypothesis draws: a liar fails with the shortest one, and an honest engine passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from superko.checker.oracle.disagreement import Disagreement, breakdown, refusal
from superko.checker.oracle.engine import Aspect, Breakage, EngineBroke, Opener, Setting, TurnRefused
from superko.checker.oracle.trial import Harness
from superko.interpreter.notation import turn_text
from superko.interpreter.rule_names import parse_rules
from tests.checker.oracle.engines.reference import ReferenceEngine

from .liars import LIARS

MANY_CHOICES = 1 << 10


class DisagreedError(AssertionError):
    """An engine and the rules differ."""

    def __init__(self, disagreement: Disagreement) -> None:
        super().__init__(str(disagreement.turns))
        self.disagreement = disagreement


def machine_of(opener: Opener, rules: str, width: int, height: int) -> type[RuleBasedStateMachine]:
    """A state machine that plays an engine against the rules; it fails where they differ."""
    harness, setting = Harness(opener), Setting(width, height, rules=parse_rules(rules))

    class EngineAgainstRules(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.game = setting.game()
            self.ask(lambda: harness.start(setting))
            self.compare()

        @precondition(lambda self: not self.game.over)
        @rule(number=st.integers(0, MANY_CHOICES))
        def take_a_turn(self, number: int) -> None:
            turn = self.turns[number % len(self.turns)]
            self.ask(lambda: harness.play(turn_text(setting.grid, turn)))
            self.game = self.game.taking(turn)
            self.compare()

        @precondition(lambda self: self.game.over)
        @rule()
        def start_again(self) -> None:
            self.__init__()  # type: ignore[misc]

        def compare(self) -> None:
            self.turns = self.game.turns()
            disagreements: list[Disagreement] = []
            self.ask(lambda: disagreements.extend(harness.compare(self.game, setting.rules, self.turns)))
            if disagreements:
                raise DisagreedError(disagreements[0])

        def ask(self, asked: Callable[[], None]) -> None:
            try:
                asked()
            except TurnRefused as refused:
                raise DisagreedError(refusal(self.game, refused, setting.rules)) from None
            except EngineBroke as broke:
                harness.broken(broke)
                raise DisagreedError(breakdown(self.game, broke, setting.rules)) from None

    return EngineAgainstRules


def run(opener: Opener, rules: str = "tromp-taylor", width: int = 2, height: int = 1, examples: int = 100) -> None:
    quick = settings(
        max_examples=examples,
        stateful_step_count=10,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine_of(opener, rules, width, height), settings=quick)


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


def test_an_honest_engine_passes() -> None:
    run(ReferenceEngine, "japanese-like", width=3, height=2, examples=10)


@pytest.mark.parametrize(
    ("opener", "kind", "turns"),
    [
        (LIARS["forgets superko"].engine, (Aspect.LEGAL.value, "allowed", "katago-v2/main/legal-superko"), 2),
        (RefusingPasses, (Aspect.LEGAL.value, "refused", "pass"), 0),
        (HangingAtPasses, (Aspect.ANSWER.value, "hung"), 0),
    ],
    ids=["a liar", "a refusal", "a breakdown"],
)
def test_who_differs_fails_with_the_shortest_game(opener: Opener, kind: tuple[str, ...], turns: int) -> None:
    with pytest.raises(DisagreedError) as raised:
        run(opener)
    assert raised.value.disagreement.kind == kind
    assert len(raised.value.disagreement.turns) == turns
