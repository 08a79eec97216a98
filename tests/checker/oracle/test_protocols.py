"""Whatever an engine speaks, it is asked of every game all that the rules say, and what it refuses leaves the rest."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Breakage,
    Engine,
    EngineBroke,
    Opener,
    Setting,
    TurnRefused,
    observation,
)
from superko.checker.oracle.engines.json_lines import JsonLinesEngine
from superko.checker.oracle.engines.python_engine import PythonEngine
from superko.checker.oracle.trial import Disagreement, Harness, breakdown, refusal
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

from ..played_games import any_rules, random_games
from .gtp_programs import OURS, OurGtp
from .liars import LIARS

REFEREE = shlex.join([sys.executable, "-c", "from superko.checker.command_line import main; main()", "referee"])
OPENED: Mapping[str, Callable[[], Engine]] = {
    "JSON lines": lambda: JsonLinesEngine(REFEREE),
    "GTP": lambda: OurGtp(OURS),
    "Python": lambda: PythonEngine(ReferenceEngine),
}


@pytest.fixture(scope="module", params=OPENED)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    opened = OPENED[request.param]()
    yield opened
    opened.close()


def says_what_the_rules_say(engine: Engine, game: Game) -> bool:
    """Of all that the rules speak of; of what is nothing, as a score where there is none, it may be silent."""
    expected = {aspect: value for aspect, value in observation(game).items() if value is not None}
    return {aspect: value for aspect, value in engine.observe().items() if value is not None} == expected


@pytest.mark.thorough
@settings(max_examples=25)
@given(random_games(any_rules()))
def test_our_own_engine_says_of_every_game_what_the_rules_say(engine: Engine, games: list[Game]) -> None:
    setting = Setting.from_start(Start.of(games[0]), games[0].rules)
    turns = [turn_text(game.grid, game.record.last) for game in games if game.record.last is not None]
    engine.start(setting)
    assert says_what_the_rules_say(engine, games[0])
    for turn, game in zip(turns, games[1:], strict=True):
        engine.play([turn])
        assert says_what_the_rules_say(engine, game)
    engine.start(setting)
    engine.play(turns)
    assert says_what_the_rules_say(engine, games[-1])


def test_our_own_engine_introduces_itself_with_all_that_it_answers(engine: Engine) -> None:
    introduction = engine.introduction()
    assert introduction.aspects == EVERYTHING
    assert (introduction.smallest, introduction.largest, introduction.square) == (1, 25, False)


def test_the_turns_before_a_refused_one_stand(engine: Engine) -> None:
    engine.start(Setting(2, 2, rules=Rules()))
    with pytest.raises(TurnRefused, match=r"^It refused A1: .*empty") as caught:
        engine.play(["A1", "B2", "A1", "B1"])
    assert caught.value.turn == "A1"
    assert engine.observe()[Aspect.BOARD] == ".O/X."


# Games that a state machine of hypothesis draws: a liar fails with the shortest one, and an honest engine passes.


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
