"""Engines that speak the referee's protocol: asked in full, believed only where they are understood."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from superko.checker.oracle.engine import (
    Aspect,
    Breakage,
    EngineBroke,
    Setting,
    TurnRefused,
    Unsupported,
    differing,
    observation,
)
from superko.checker.oracle.engines.json_lines import JsonLinesEngine
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Color
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase
from superko.spec.written import written_rules

from .programs import Program, speaker

REFEREE = shlex.join([sys.executable, "-c", "from superko.checker.command_line import main; main()", "referee"])
SMALL = Setting(2, 2, rules=Rules())


@pytest.fixture(scope="module")
def referee() -> Iterator[JsonLinesEngine]:
    engine = JsonLinesEngine(REFEREE)
    yield engine
    engine.close()


def told_alike(engine: JsonLinesEngine, game: Game) -> bool:
    """Whether an engine says all that the rules say of a game, and the same."""
    said, expected = engine.observe(), observation(game)
    spoken_of = {aspect for aspect, value in expected.items() if value is not None}
    return not differing(said, expected) and said.keys() == spoken_of


def test_a_game_may_start_from_a_position(referee: JsonLinesEngine) -> None:
    setting = Setting(
        3,
        2,
        board="X.O/...",
        player=Color.WHITE,
        phase=Phase.FIRST_CLEANUP,
        captures=(2, 3),
        rules=PRESETS["japanese-like"],
    )
    referee.start(setting)
    assert (referee.introduction().rules, referee.introduction().set_up) == (tuple(PRESETS), True)
    assert told_alike(referee, setting.game())


@pytest.mark.parametrize("turns", [["A1", "C3"], ["A1", "unblock"], ["A1", "pass", "pass", "B1"]])
def test_the_turns_before_one_that_is_not_understood_stand(referee: JsonLinesEngine, turns: list[str]) -> None:
    referee.start(SMALL)
    with pytest.raises(TurnRefused) as caught:
        referee.play(turns)
    assert caught.value.turn == turns[-1]
    assert referee.observe()[Aspect.BOARD] == "../X."


def test_rules_that_the_protocol_has_no_words_for_are_not_asked_for(referee: JsonLinesEngine) -> None:
    amended = Rules().dropping("katago-v2/main/legal-superko")
    with pytest.raises(Unsupported, match="Amended clauses can't be read from JSON"):
        referee.start(replace(SMALL, rules=amended))


def test_an_engine_is_asked_only_what_it_answers() -> None:
    engine = JsonLinesEngine(speaker().command)
    assert engine.introduction().aspects == {Aspect.BOARD, Aspect.OVER}
    assert engine.introduction().rules == ()
    engine.close()


def test_what_an_engine_says_of_itself_is_shown_on_one_line() -> None:
    said = '{"name": "\\x1b[2JLoud", "deviations": ["no-suicide"]}'
    engine = JsonLinesEngine(
        speaker(
            f"""
            def altered(request, reply):
                return {{**reply, **{said}}} if request["cmd"] == "rules" else reply
            """
        ).command
    )
    assert engine.introduction().name == r"\x1b[2JLoud"
    assert engine.introduction().deviations == ("no-suicide",)
    engine.close()


def test_an_engine_claims_rules_by_name_or_in_full_and_is_asked_for_them_by_its_own_name() -> None:
    engine = JsonLinesEngine(
        speaker(
            """
            PRESETS = {"tromp-taylor": {}, "aga-like": {"ko": "SIMPLE"}, "house": {"suicide": False}, "odd": {"ko": 1}}
            def altered(request, reply):
                if request["cmd"] == "new" and not isinstance(request["rules"], str):
                    return {"id": request["id"], "error": {"kind": "bad-request", "reason": "Name\\x07 my rules."}}
                return {**reply, "presets": PRESETS} if request["cmd"] == "rules" else reply
            """
        ).command
    )
    introduction = engine.introduction()
    assert introduction.rules[0] == "tromp-taylor"
    assert introduction.rules[1:] == tuple(written_rules(parse_rules(text)) for text in ("ko=SIMPLE", "suicide=no"))
    assert "odd" in introduction.notes[0]
    engine.start(replace(SMALL, rules=parse_rules("suicide=no")))
    with pytest.raises(Unsupported, match=r"^Name\\x07 my rules\.$"):
        engine.start(replace(SMALL, rules=parse_rules("komi=7")))
    engine.close()


def test_the_boards_that_an_engine_plays_on_are_found_out() -> None:
    engine = JsonLinesEngine(
        speaker(
            """
            def altered(request, reply):
                if request["cmd"] == "new" and (request["width"], request["height"]) not in {(9, 9), (13, 13)}:
                    return {"id": request["id"], "error": {"kind": "bad-request", "reason": "No such board."}}
                return reply
            """
        ).command
    )
    introduction = engine.introduction()
    assert (introduction.smallest, introduction.largest, introduction.square) == (9, 13, True)
    engine.close()


def test_an_engine_that_starts_no_game_is_not_to_be_had() -> None:
    program = speaker(
        """
        def altered(request, reply):
            return {"id": request["id"], "error": {"kind": "bad-request", "reason": "I am tired."}}
        """
    )
    with pytest.raises(Unsupported, match="I am tired"):
        JsonLinesEngine(program.command)
    assert program.left() == []


ALTERED = {
    "no object": ("return [reply]", Breakage.NONSENSE, "A reply is a JSON object."),
    "no id": ("del reply['id']; return reply", Breakage.NONSENSE, "does not repeat"),
    "an id of its own": ("return {**reply, 'id': 99}", Breakage.NONSENSE, "does not repeat"),
    "an id that is text": ("return {**reply, 'id': str(reply['id'])}", Breakage.NONSENSE, "does not repeat"),
    "an earlier id": ("return {**reply, 'id': min(reply['id'], 2)}", Breakage.FLOODED, "request 2 a second time"),
    "a board of another size": ("return {**reply, 'board': '.'}", Breakage.NONSENSE, "not a board of 2x2"),
    "an unknown error": ("return {**reply, 'error': 'no'}", Breakage.NONSENSE, '"error" is an object'),
    "not a number": ("return {**reply, 'captures': float('nan')}", Breakage.NONSENSE, "NaN is not JSON"),
    "a crash": ("raise SystemExit(7)", Breakage.CRASHED, "status 7"),
    "a hang": ("import time; time.sleep(1000)", Breakage.HUNG, r"within 0\.5 seconds"),
    "presets as a list": ("return {**reply, 'presets': ['mine']}", Breakage.NONSENSE, '"presets" is an object'),
    "a deviation that there is not": (
        "return {**reply, 'deviations': ['no-such']} if 'version' in reply else reply",
        Breakage.NONSENSE,
        'There is no deviation "no-such"; choose no-suicide',
    ),
    "a version that is no text": ("return {**reply, 'version': 2}", Breakage.NONSENSE, '"version" is a text'),
}


@pytest.mark.parametrize("alteration", ALTERED)
def test_an_engine_that_answers_nonsense_is_told_of_with_the_exchange_and_ended(alteration: str) -> None:
    code, breakage, reason = ALTERED[alteration]
    asked = "rules" if "version" in code or "presets" in code else "new"
    program = speaker(f"def altered(request, reply):\n    if request['cmd'] != {asked!r}: return reply\n    {code}")
    with pytest.raises(EngineBroke, match=reason) as caught:
        JsonLinesEngine(program.command, timeout=0.5)
    assert caught.value.breakage is breakage
    assert any(f'"cmd": "{asked}"' in line for line in caught.value.exchange)
    assert program.left() == []


@pytest.mark.parametrize(
    "code",
    [
        "print('hello')",
        r"import os; os.write(1, b'\xff\xfe\n')",
        r"import os; os.write(1, b'{\"id\": 1, \"version\": \"\xff\"}\n')",
        "print('[' * 100_000)",
        "print('{\"id\": ' + '9' * 5000 + '}')",
        'print(\'{"id": 1, "id": 1}\')',
    ],
)
def test_a_line_that_is_not_json_is_nonsense(code: str) -> None:
    program = Program(code)
    with pytest.raises(EngineBroke) as caught:
        JsonLinesEngine(program.command)
    assert caught.value.breakage is Breakage.NONSENSE
    assert program.left() == []


@pytest.mark.parametrize("index", ["None", "-1", "2", "True", "'0'"])
def test_an_engine_that_refuses_a_turn_must_say_which(index: str) -> None:
    engine = JsonLinesEngine(
        speaker(
            f"""
            def altered(request, reply):
                error = {{"kind": "illegal", "index": {index}}}
                asked_for_two = request["cmd"] == "play" and len(request["turns"]) == 2
                return {{"id": request["id"], "error": error}} if asked_for_two else reply
            """
        ).command
    )
    engine.start(SMALL)
    with pytest.raises(EngineBroke, match='"index" is a number from 0 to 1'):
        engine.play(["A1", "B1"])


def test_an_engine_that_refuses_a_turn_without_a_state_is_asked_for_it() -> None:
    engine = JsonLinesEngine(
        speaker(
            """
            def altered(request, reply):
                if request["cmd"] == "play" and request["turns"] == ["A1"]:
                    return {"id": request["id"], "error": {"kind": "illegal"}}
                return {**reply, "board": "XX/XX"} if request["cmd"] == "state" else reply
            """
        ).command
    )
    engine.start(SMALL)
    with pytest.raises(TurnRefused, match="does not say why"):
        engine.play(["A1"])
    assert engine.observe()[Aspect.BOARD] == "XX/XX"
    engine.close()


def test_a_program_that_repeats_what_it_is_asked_has_answered_nothing() -> None:
    with pytest.raises(EngineBroke, match="Its reply is the request itself") as caught:
        JsonLinesEngine("cat")
    assert caught.value.breakage is Breakage.NONSENSE
