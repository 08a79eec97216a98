"""Engines that are Python objects: what they raise and how long they take is told as an engine's failure."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from superko.checker.oracle.engine import (
    Aspect,
    Breakage,
    Engine,
    EngineBroke,
    Observation,
    Setting,
    TurnRefused,
    Unsupported,
)
from superko.checker.oracle.engines.python_engine import PythonEngine
from superko.checker.oracle.run import opener
from superko.interpreter.game import Game
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

from .programs import wait_for

SMALL = Setting(2, 2, rules=Rules())
SOON, LONG = 0.2, 30.0
TEN_SECONDS = 10.0


class Raising(ReferenceEngine):
    """An engine that raises when it is asked what it says."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def observe(self) -> Observation:
        raise self.error


class Hanging(ReferenceEngine):
    """An engine that does not return from playing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()

    def play(self, turns: Sequence[str]) -> None:
        self.let_go.wait(LONG)


@pytest.mark.parametrize(
    "error",
    [ValueError("bad\x1b[2J"), RecursionError("deep"), SystemExit(3), AssertionError(), TimeoutError("mine")],
)
def test_what_an_engine_raises_is_a_crash_with_its_type_its_text_and_where(error: BaseException) -> None:
    engine = PythonEngine(lambda: Raising(error))
    with pytest.raises(EngineBroke, match=rf"^It raised {type(error).__name__}") as caught:
        engine.observe()
    assert caught.value.breakage is Breakage.CRASHED
    assert caught.value.reason.isprintable()
    assert "> observe" in caught.value.exchange
    assert any("raise self.error" in line for line in caught.value.exchange)


@pytest.mark.parametrize("error", [TurnRefused("A1", "No."), Unsupported("No."), EngineBroke(Breakage.HUNG, "No.")])
def test_what_an_engine_says_in_our_words_is_passed_on(error: Exception) -> None:
    engine = PythonEngine(lambda: Raising(error))
    with pytest.raises(type(error)) as caught:
        engine.observe()
    assert caught.value is error


def test_an_engine_that_hangs_is_told_of_in_time_and_left_behind() -> None:
    hanging = Hanging()
    engine = PythonEngine(lambda: hanging, timeout=SOON)
    start = time.monotonic()
    with pytest.raises(EngineBroke, match=r"within 0\.2 seconds") as caught:
        engine.play(["A1"])
    assert caught.value.breakage is Breakage.HUNG
    assert time.monotonic() - start < 1.0
    hanging.let_go.set()
    with pytest.raises(EngineBroke):
        engine.observe()
    engine.close()


def test_an_engine_that_goes_round_and_round_does_not_go_on_for_ever() -> None:
    class Circling(ReferenceEngine):
        def observe(self) -> Observation:
            while True:
                pass

    before = threading.active_count()
    engine = PythonEngine(Circling, timeout=SOON)
    engine.start(SMALL)
    with pytest.raises(EngineBroke):
        engine.observe()
    engine.close()
    wait_for(lambda: threading.active_count() <= before)
    assert threading.active_count() <= before


@pytest.mark.parametrize(
    ("asked", "said"),
    [("observe", None), ("observe", []), ("introduction", "I am me"), ("observe", {"board": "../.."})],
)
def test_an_answer_of_another_type_is_nonsense(asked: str, said: object) -> None:
    babbling = type("Babbling", (ReferenceEngine,), {asked: lambda self: said})
    with pytest.raises(EngineBroke) as caught:
        getattr(PythonEngine(babbling), asked)()
    assert caught.value.breakage is Breakage.NONSENSE


WRONG: dict[Aspect, tuple[object, str]] = {
    Aspect.OVER: (0, '"over" is true or false, not 0.'),
    Aspect.PHASE: ("playing", '"phase" is "main", "cleanup1", "cleanup2" or "over", not "playing".'),
    Aspect.BOARD: ("..", '"board" is "..", which is not a board of 2x2.'),
    Aspect.CAPTURES: (
        [0, 0],
        '"captures" is two numbers, Black\'s first, such as (0, 0) or {"B": 0, "W": 0}, not [0, 0].',
    ),
    Aspect.PLAYER: ("black", '"player" is "B" or "W", not "black".'),
    Aspect.BLOCKED: (frozenset({7}), '"blocked" is a set of vertices such as "C3", not a frozenset.'),
    Aspect.LEGAL: ("A1", '"legal" is a set of vertices such as "C3", not "A1".'),
    Aspect.UNBLOCK: (frozenset({"Z9"}), "Z9 is off the board, whose vertices go from A1 to B2."),
    Aspect.PASS_ENDS_PHASE: (None, '"passEndsPhase" is true or false, not null.'),
    Aspect.ENDING: ("resignation", '"ending" is "score" or "no-result", not "resignation".'),
    Aspect.SCORES: (
        (1, 2, 3),
        '"scores" is two numbers, Black\'s first, such as (0, 0) or {"B": 0, "W": 0}, not [1, 2, 3].',
    ),
    Aspect.MARGIN: (float("nan"), '"margin" is a number, not NaN.'),
    Aspect.WINNER: ("nobody", '"winner" is "B", "W" or "draw", not "nobody".'),
}


@pytest.mark.parametrize("aspect", WRONG)
def test_a_value_that_is_not_as_it_should_be_is_nonsense_and_a_sentence_says_why(aspect: Aspect) -> None:
    value, reason = WRONG[aspect]
    engine = PythonEngine(lambda: ReferenceEngine(otherwise=lambda game, said: {aspect: value}))  # type: ignore[dict-item]
    engine.start(SMALL)
    with pytest.raises(EngineBroke) as caught:
        engine.observe()
    assert (caught.value.breakage, caught.value.reason) == (Breakage.NONSENSE, reason)


def test_vertices_may_have_small_letters_and_stand_in_any_set() -> None:
    class Whispering(ReferenceEngine):
        def says(self, game: Game) -> Observation:
            return {Aspect.LEGAL: {"a1", "B2"}}  # type: ignore[dict-item]

    engine = PythonEngine(Whispering)
    engine.start(SMALL)
    assert engine.observe() == {Aspect.LEGAL: frozenset({"A1", "B2"})}


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("deviations", ("no-such",), 'There is no deviation "no-such"; choose no-suicide'),
        ("parameters", ("size",), '"parameters" is .*, not "size"'),
        ("rules", ("no-such",), 'no rules named "no-such"'),
        ("rules", "tromp-taylor", '"rules" is a list of names, not "tromp-taylor"'),
        ("version", None, '"version" is a text, not null'),
        ("aspects", {"board"}, '"aspects" is a frozenset of aspects'),
    ],
)
def test_an_introduction_that_claims_what_there_is_not_is_nonsense(field: str, value: object, reason: str) -> None:
    with pytest.raises(EngineBroke, match=reason) as caught:
        PythonEngine(lambda: ReferenceEngine(**{field: value})).introduction()  # type: ignore[arg-type]
    assert caught.value.breakage is Breakage.NONSENSE


def test_what_an_engine_prints_goes_to_the_error_output(capsys: pytest.CaptureFixture[str]) -> None:
    class Chatty(ReferenceEngine):
        def play(self, turns: Sequence[str]) -> None:
            print("I play", *turns)
            super().play(turns)

    engine = PythonEngine(Chatty)
    engine.play(["pass"])
    engine.close()
    assert capsys.readouterr() == ("", "I play pass\n")


def test_the_output_is_as_it_was_after_an_engine_that_calls_another_one() -> None:
    output, within = sys.stdout, PythonEngine(lambda: PythonEngine(ReferenceEngine))
    for _ in range(200):
        within.start(SMALL)
        assert sys.stdout is output
    within.close()


def test_closing_never_raises_and_leaves_no_thread() -> None:
    class Clinging(ReferenceEngine):
        def close(self) -> None:
            raise ValueError("I stay")

    before = threading.active_count()
    engine = PythonEngine(Clinging)
    engine.close()
    wait_for(lambda: threading.active_count() <= before)


def opened(text: str) -> Engine:
    """The engine that a text names."""
    return opener(text, timeout=TEN_SECONDS)()


MODULE = """
from superko.checker.oracle.engine import Unsupported
from tests.checker.oracle.engines.reference import ReferenceEngine
number = 7
def engine(): return ReferenceEngine()
def stranger(): return 7
def crash(): raise KeyError("weights")
def missing(): raise Unsupported("There are no weights; fetch them.")
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module in the current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    name = f"engine_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    return name


@pytest.mark.parametrize("factory", ["engine", "ReferenceEngine"])
def test_a_factory_is_found_in_a_module_of_the_current_directory(module: str, factory: str) -> None:
    assert opened(f"python:{module}:{factory}").introduction().name == "superko"


@pytest.mark.parametrize("factory", ["number", "stranger", "missing", "nobody"])
def test_a_factory_that_gives_no_engine_is_answered_by_a_sentence(module: str, factory: str) -> None:
    with pytest.raises(Unsupported, match=r"^[^\n]+$"):
        opened(f"python:{module}:{factory}")


def test_a_factory_that_crashes_is_an_engine_that_broke(module: str) -> None:
    with pytest.raises(EngineBroke, match="KeyError: 'weights'"):
        opened(f"python:{module}:crash")


@pytest.mark.parametrize("text", ["", "gnu", "jsonl:", "gtp: ", "python:module", "python::f", "sh:ls", "\x1b[2J"])
def test_a_text_that_names_no_engine_is_answered_by_those_that_there_are(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(There is|[^\n\x1b]+ names) no [^\n\x1b]+[.?]$"):
        opener(text, timeout=TEN_SECONDS)
