"""Games drawn by hypothesis: a state machine that takes turns on both sides, and shrinks whatever they differ in.

An author can put an engine under test in a file of pytest:

    from superko.checker.oracle.engines.opening import opener
    from superko.checker.oracle.games.state_machine import engine_machine

    TestMyEngine = engine_machine(opener("gtp:my-engine"), "tromp-taylor", width=5, height=5).TestCase
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import ClassVar, NoReturn

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from ....interpreter.game import Game
from ....interpreter.notation import turn_text
from ....interpreter.rule_names import parse_rules
from ....spec.rules import Rules
from ....spec.vocabulary import Turn
from ..disagreement import Disagreement, breakdown, refusal
from ..engine import EngineBroke, Opener, TurnRefused
from ..setting import Setting
from ..trial import Harness

MOST_TURNS = 40
MANY_CHOICES = 1 << 10
EXAMPLES = 5


class DisagreedError(AssertionError):
    """An engine and the rules differ; `disagreement` says in what."""

    def __init__(self, disagreement: Disagreement) -> None:
        said, says = disagreement.engine_said, disagreement.spec_says
        turns = " ".join(disagreement.turns) or "no turn"
        super().__init__(f"After {turns}: {disagreement.aspect.wording}? The engine: {said}. The rules: {says}.")
        self.disagreement = disagreement


def engine_machine(
    opener: Opener, rules: str = "tromp-taylor", width: int = 3, height: int = 3
) -> type[RuleBasedStateMachine]:
    """A state machine that plays an engine against the rules; its `TestCase` is a test.

    Raises:
        ValueError: there are no such rules.
    """
    told = parse_rules(rules)
    return machine_on(Harness(opener), Setting(width, height, rules=told), told)


class EngineMachine(RuleBasedStateMachine):
    """A state machine that notes in what an engine and the rules differ; `met` has the first of each of its games."""

    met: ClassVar[list[Disagreement]]

    def differ(self, found: Disagreement) -> NoReturn:
        """Note a disagreement and fail.

        Raises:
            DisagreedError: always.
        """
        self.met.append(found)
        raise DisagreedError(found) from None


def machine_on(
    harness: Harness, setting: Setting, rules: Rules, go_on: Callable[[], bool] = lambda: True
) -> type[EngineMachine]:
    """The same, for an engine that runs already, and as long as there is time."""

    class EngineAgainstRules(EngineMachine):
        """A game on both sides; every rule is a legal turn, by its number among them."""

        met: ClassVar[list[Disagreement]] = []
        game: Game
        turns: tuple[Turn, ...]

        def __init__(self) -> None:
            super().__init__()
            self._start()

        @precondition(lambda self: self.game.over)
        @rule()
        def start_again(self) -> None:
            if go_on():
                self._start()

        @precondition(lambda self: not self.game.over)
        @rule(number=st.integers(0, MANY_CHOICES))
        def take_a_turn(self, number: int) -> None:
            if go_on():
                turn = self.turns[number % len(self.turns)]
                self._ask(lambda: harness.play(turn_text(setting.grid, turn)))
                self.game = self.game.taking(turn)
                self._compare()

        def _start(self) -> None:
            self.game = setting.game(rules)
            self._ask(lambda: harness.start(setting))
            self._compare()

        def _compare(self) -> None:
            self.turns = self.game.turns()
            found: list[Disagreement] = []
            self._ask(lambda: found.extend(harness.compare(self.game, setting.rules, self.turns)))
            if found:
                self.differ(found[0])

        def _ask(self, ask: Callable[[], None]) -> None:
            try:
                ask()
            except TurnRefused as refused:
                self.differ(refusal(self.game, refused, setting.rules))
            except EngineBroke as broke:
                harness.broken()
                self.differ(breakdown(self.game, broke, setting.rules))

    return EngineAgainstRules


@contextmanager
def _leaving_no_folder() -> Iterator[None]:
    """Keep what hypothesis writes for itself out of the user's folder."""
    with TemporaryDirectory() as folder:
        set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


def drawn_by_hypothesis(
    harness: Harness,
    setting: Setting,
    rules: Rules,
    chance: int,
    go_on: Callable[[], bool] = lambda: True,
    examples: int = EXAMPLES,
) -> Disagreement | None:
    """The first disagreement that hypothesis comes to, if it meets one; shrinking is left to the oracle.

    Args:
        harness: the harness that runs the engine.
        setting: where the games start.
        rules: the rules that the interpreter plays by.
        chance: the seed.
        go_on: asked before every turn.
        examples: how many games are drawn.

    Raises:
        Unsupported: the engine can't play such games.
    """
    machine = machine_on(harness, setting, rules, go_on)
    bounds = settings(
        max_examples=examples,
        stateful_step_count=MOST_TURNS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    try:
        with _leaving_no_folder():
            run_state_machine_as_test(seed(chance)(machine), settings=bounds)
    except (DisagreedError, Flaky):
        # An engine that broke is another one when hypothesis plays the same game again, and may not break then.
        return machine.met[0]
    return None
