"""Whatever an engine speaks, it is asked of every game all that the rules say, and what it refuses leaves the rest."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping

import pytest
from hypothesis import given, settings

from superko.checker.oracle.engine import EVERYTHING, Aspect, Engine, Setting, TurnRefused, observation
from superko.checker.oracle.engines.json_lines import JsonLinesEngine
from superko.checker.oracle.engines.python_engine import PythonEngine
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.story import Start
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

from ..played_games import any_rules, random_games
from .gtp_programs import OURS, OurGtp

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
