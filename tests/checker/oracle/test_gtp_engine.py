"""Engines that speak GTP: asked what they list that they can be asked, and believed only where they are understood."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Breakage,
    EngineBroke,
    Setting,
    Unsupported,
    differing,
    observation,
)
from superko.checker.oracle.engines.gtp import GtpEngine
from superko.checker.oracle.engines.opening import opener
from superko.checker.oracle.findings import OracleAnswer
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.rule_names import parse_rules
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from ...sampling import first_of_each
from ..played_games import random_game
from .gtp_programs import OURS, OurGtp, ours_without, stranger

SMALL = Setting(2, 2, rules=Rules())
COMPARED_IN_ANY = {Aspect.BOARD, Aspect.LEGAL, Aspect.CAPTURES}
WAYS_TO_FIND_LEGAL_MOVES = {
    "listed": (),
    "asked one by one": ("all_legal",),
    "tried and undone": ("all_legal", "is_legal"),
    "tried and replayed": ("all_legal", "is_legal", "undo"),
}


@pytest.fixture(scope="module")
def ours() -> Iterator[GtpEngine]:
    engine = OurGtp(OURS)
    yield engine
    engine.close()


def start(engine: GtpEngine, games: list[Game]) -> None:
    grid = games[0].grid
    engine.start(Setting(grid.width, grid.height, rules=games[0].rules))


def take_the_last_turn(engine: GtpEngine, game: Game) -> None:
    if game.record.last is not None:
        engine.play([turn_text(game.grid, game.record.last)])


def assert_it_says_what_the_rules_say(engine: GtpEngine, games: list[Game], aspects: set[Aspect]) -> None:
    """All along a game; of every aspect that the rules speak of and that it is to be compared in."""
    start(engine, games)
    for game in games:
        take_the_last_turn(engine, game)
        said = engine.observe()
        expected = observation(game, aspects)
        assert not differing(said, expected)
        assert said.keys() >= {aspect for aspect, value in expected.items() if value is not None}


@pytest.mark.parametrize("preset", PRESETS)
def test_our_own_engine_plays_by_every_preset(ours: GtpEngine, preset: str) -> None:
    games = random_game(Game(PRESETS[preset], (4, 3)), random.Random(preset), likely_pass=0.1)
    assert_it_says_what_the_rules_say(ours, games, set(EVERYTHING))


@pytest.mark.thorough
@pytest.mark.parametrize("way", first_of_each(lambda way: way.partition(" ")[0], WAYS_TO_FIND_LEGAL_MOVES))
def test_whichever_way_legal_moves_are_found_they_are_those_of_the_rules(way: str) -> None:
    hidden = WAYS_TO_FIND_LEGAL_MOVES[way]
    engine = GtpEngine(ours_without(*hidden))
    introduction = engine.introduction()
    assert introduction.aspects == COMPARED_IN_ANY
    assert any("its `play` takes it" in note for note in introduction.notes) is way.startswith("tried")
    for number, preset in enumerate(("tromp-taylor", "chinese-like", "new-zealand-like", "japanese-like")):
        games = random_game(Game(PRESETS[preset], (3, 3 - number % 2)), random.Random(number), likely_pass=0.1)
        assert_it_says_what_the_rules_say(engine, games, COMPARED_IN_ANY)
    engine.close()


@pytest.mark.thorough
@pytest.mark.parametrize("hidden", [("list_stones",), ("list_stones", "showboard")])
def test_a_board_is_read_from_its_diagram_or_not_at_all(hidden: tuple[str, ...]) -> None:
    engine = GtpEngine(ours_without("captures", *hidden))
    shown = {Aspect.BOARD} if "showboard" not in hidden else set()
    assert engine.introduction().aspects == {Aspect.LEGAL} | shown
    assert any("how many stones were captured" in note for note in engine.introduction().notes)
    games = random_game(Game(PRESETS["japanese-like"], (12, 10)), random.Random(1), likely_pass=0.3)
    assert_it_says_what_the_rules_say(engine, games, {Aspect.LEGAL} | shown)
    engine.close()


@pytest.mark.thorough
def test_a_score_is_compared_only_where_the_user_says_that_it_is_by_the_rules() -> None:
    turns = ["A1", "pass", "pass"]
    for form, compared in (("gtp", set()), ("gtp+score", {Aspect.ENDING, Aspect.MARGIN, Aspect.WINNER})):
        engine = opener(f"{form}:{ours_without()}", timeout=30.0)()
        assert engine.introduction().aspects == COMPARED_IN_ANY | compared
        engine.start(Setting(2, 2, rules=parse_rules("komi=5.5")))
        engine.play(turns)
        said = engine.observe()
        assert said.keys() - COMPARED_IN_ANY == compared
        assert said.get(Aspect.MARGIN, -1.5) == -1.5
        engine.close()


def test_rules_are_told_one_by_one_where_they_can_not_be_told_together() -> None:
    engine = GtpEngine(ours_without("kata-set-rules"))
    games = random_game(Game(parse_rules("ko=SIMPLE,suicide=no"), 3), random.Random(3), likely_pass=0.1)
    assert_it_says_what_the_rules_say(engine, games, COMPARED_IN_ANY)
    engine.close()


def test_an_engine_that_can_not_be_told_the_rules_is_judged_by_those_that_are_named() -> None:
    engine = GtpEngine(ours_without("kata-set-rules", "kata-set-rule", "kata-get-rules", "komi"))
    assert any("can't be given the rules" in note for note in engine.introduction().notes)
    engine.start(SMALL)
    with pytest.raises(Unsupported, match=r"can't be given the komi"):
        engine.start(replace(SMALL, rules=parse_rules("komi=7")))
    engine.close()


def test_an_engine_that_takes_other_rules_than_it_was_told_is_skipped_under_them() -> None:
    engine = GtpEngine(ours_without("kata-set-rules", "kata-set-rule"))
    engine.start(SMALL)
    with pytest.raises(Unsupported, match=r'^It was given ko="SIMPLE", and took ko="POSITIONAL"\.$'):
        engine.start(replace(SMALL, rules=parse_rules("ko=SIMPLE")))
    engine.close()


def test_no_game_is_started_from_a_position(ours: GtpEngine) -> None:
    assert not ours.introduction().set_up
    with pytest.raises(Unsupported, match="sets up"):
        ours.start(replace(SMALL, board="X./.."))


ALTERED = {
    "no sign": ("return 'hello\\n\\n'", Breakage.NONSENSE, 'starts with "=" or "\\?"'),
    "no number": ("return '= \\n\\n'", Breakage.NONSENSE, "does not repeat the number"),
    "a number of its own": ("return '=999 \\n\\n'", Breakage.NONSENSE, "does not repeat the number"),
    "a very long number": ("return '=' + '9' * 5000 + '\\n\\n'", Breakage.NONSENSE, "does not repeat the number"),
    "an earlier number": ("return '=1 \\n\\n'", Breakage.FLOODED, "command 1 a second time"),
    "no empty line": ("return f'={number} \\n'", Breakage.HUNG, "did not end its reply by an empty line"),
    "nothing": ("return ''", Breakage.HUNG, r"within 0\.5 seconds"),
    "a crash": ("raise SystemExit(7)", Breakage.CRASHED, "status 7"),
    "bytes": ("sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n\\n'); return ''", Breakage.NONSENSE, "starts"),
    "no end": ("return f'={number} ' + 'more\\n' * 1_000_000", Breakage.FLOODED, "far more"),
    "a board of another size": ("return f'={number} 1 .\\n\\n'", Breakage.NONSENSE, "shows no board of 2x2"),
}


@pytest.mark.parametrize("alteration", ALTERED)
def test_an_engine_that_answers_nonsense_is_told_of_with_the_exchange_and_ended(alteration: str) -> None:
    code, breakage, reason = ALTERED[alteration]
    program = stranger(
        f"""
        plain = reply
        def reply(number, name, words):
            if name != "showboard":
                return plain(number, name, words)
            {code}
        """
    )
    with pytest.raises(EngineBroke, match=reason) as caught:
        GtpEngine(program.command, timeout=0.5)
    assert caught.value.breakage is breakage
    assert any("showboard" in line for line in caught.value.exchange)
    assert program.left() == []


@pytest.mark.parametrize("shown", ["={number} no board today", "?{number} not\\n today"])
def test_a_board_that_can_not_be_read_is_not_asked_for(shown: str) -> None:
    program = stranger(
        f"""
        plain = reply
        def reply(number, name, words):
            return f"{shown}\\n\\n" if name == "showboard" else plain(number, name, words)
        """
    )
    engine = GtpEngine(program.command)
    assert engine.introduction().aspects == {Aspect.LEGAL}
    assert any("can be read" in note for note in engine.introduction().notes)
    engine.close()


def test_an_engine_that_overlooks_the_second_number_plays_on_square_boards() -> None:
    program = stranger(
        """
        plain, side = reply, 0
        def reply(number, name, words):
            global side
            if name == "boardsize":
                side = int(words[0])
            rows = "\\n".join(f" {row} " + ". " * side for row in range(side, 0, -1))
            return f"={number} {rows}\\n\\n" if name == "showboard" else plain(number, name, words)
        """
    )
    engine = GtpEngine(program.command)
    assert engine.introduction().square
    with pytest.raises(Unsupported, match=r"^It takes boardsize 3 2, and then shows no board of 3x2\.$"):
        engine.start(Setting(3, 2, rules=Rules()))
    engine.close()


@pytest.mark.parametrize(
    ("command", "said", "reason"),
    [
        ("list_stones", "A1 A1", "names a point twice"),
        ("list_stones", "Z9", "off the board"),
        ("list_stones", "A1", "lists A1 as black and as white"),
        ("captures", "-1", "it is no number"),
        ("is_legal", "yes", "neither 1 nor 0"),
        ("all_legal", "A1 J0", "is no vertex"),
    ],
)
def test_a_reply_that_can_not_be_understood_is_nonsense(command: str, said: str, reason: str) -> None:
    program = stranger(f"ANSWERS[{command!r}] = {said!r}", commands=(command, "showboard"))
    with pytest.raises(EngineBroke, match=reason) as caught:
        GtpEngine(program.command)
    assert caught.value.breakage is Breakage.NONSENSE
    assert program.left() == []


def test_an_engine_that_can_not_undo_what_it_took_is_broken() -> None:
    program = stranger(
        """
        plain = reply
        def reply(number, name, words):
            return f"?{number} cannot undo\\n\\n" if name == "undo" else plain(number, name, words)
        """
    )
    with pytest.raises(EngineBroke, match="answers undo by an error: cannot undo"):
        GtpEngine(program.command)
    assert program.left() == []


@pytest.mark.thorough
def test_an_engine_that_plays_by_other_rules_is_caught() -> None:
    hidden = ours_without("kata-set-rules", "kata-set-rule", "kata-get-rules")
    plan = Plan(rules=("chinese-ogs-kgs",), effort=Effort(seconds=2.0), seed=1, trying=1.0, shrinking=0.5)
    report = judge_engine(opener(f"gtp:{hidden}", 10.0), plan)
    assert report.outcome is OracleAnswer.DISAGREE
    assert {finding.disagreement.aspect for finding in report.findings} == {Aspect.LEGAL}
    assert report.findings[0].naming.clauses == ("katago-v2/move/suicide-ban",)
