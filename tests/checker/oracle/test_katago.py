"""KataGo, the program and one of cardboard: asked for all that it tells, and believed only where it says the rules.

The program is tried where it is found: in PATH, or where SUPERKO_KATAGO says.
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import replace

import pytest

from superko.checker.oracle.changes import allowing_for
from superko.checker.oracle.engine import ASKED_AFTER_THE_END, Aspect, Setting, Unsupported, differing, observation
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, turn_text
from superko.interpreter.rule_names import parse_rules
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase

from ..played_games import random_game
from .engines import katago as adapter
from .engines.katago import KataGo
from .gtp_programs import CARDBOARD_KATAGO

HALF = 0.5
SMALL = Setting(2, 2, rules=Rules())
PROGRAM = os.environ.get("SUPERKO_KATAGO") or shutil.which(adapter.PROGRAM)
NOT_TOLD = {Aspect.BLOCKED, Aspect.SCORES}
as_declared = allowing_for(adapter.DECLARED)
KO_IN_CLEANUP = ["A2", "D2", "B3", "C3", "B1", "C1", "C2", "pass", "pass", "B2"]


@pytest.fixture(scope="module", params=["of cardboard", "itself"])
def katago(request: pytest.FixtureRequest) -> Iterator[KataGo]:
    if request.param == "itself" and PROGRAM is None:
        pytest.skip("KataGo was not found: put it in PATH, or say in SUPERKO_KATAGO where it is.")
    itself = adapter.command(shlex.quote(str(PROGRAM)))
    engine = KataGo(CARDBOARD_KATAGO if request.param == "of cardboard" else itself)
    yield engine
    engine.close()


def rules_by(chance: random.Random) -> Rules:
    return replace(
        Rules(komi=chance.choice([0, 6.5, -3])),
        ko=chance.choice([*Ko]),
        scoring=chance.choice([*Scoring]),
        tax=chance.choice([*Tax]),
        suicide=chance.random() < HALF,
        button=chance.random() < HALF,
    )


def assert_it_says_what_the_rules_say(katago: KataGo, setting: Setting, games: list[Game]) -> None:
    """All along a game, of everything that they speak of then, but for what it never tells."""
    grid = setting.grid
    katago.start(setting)
    for game in games:
        if game.previous is not None and game.record.last is not None and game is not games[0]:
            katago.play([turn_text(grid, game.record.last)])
        said, expected = katago.observe(), observation(game)
        assert not differing(said, expected)
        aspects = expected.keys() - NOT_TOLD
        without_score = Aspect.MARGIN in expected and expected[Aspect.MARGIN] is None
        assert said.keys() == (aspects - ASKED_AFTER_THE_END | {Aspect.ENDING} if without_score else aspects)


@pytest.mark.parametrize("seed", range(24))
def test_it_says_what_the_rules_say_in_random_games_through_all_phases(katago: KataGo, seed: int) -> None:
    chance = random.Random(seed)
    rules = rules_by(chance)
    if rules.button and rules.scoring is Scoring.TERRITORY:
        rules = replace(rules, button=False)
    start = Game(as_declared(rules), (chance.randint(2, 4), chance.randint(2, 4)))
    grid = start.grid
    games = random_game(start, chance, likely_pass=0.3)
    assert_it_says_what_the_rules_say(katago, Setting(grid.width, grid.height, rules=rules), games)


@pytest.mark.parametrize("seed", range(8))
def test_it_says_what_the_rules_say_of_positions_that_are_set_up(katago: KataGo, seed: int) -> None:
    chance = random.Random(seed)
    rules = replace(rules_by(chance), button=False)
    filled = random_game(Game(Rules(), (4, 3)), chance, likely_pass=0.0)[8].position.coloring
    setting = Setting(4, 3, board_text(filled), rules=rules)
    games = random_game(setting.game(as_declared(rules)), chance, likely_pass=0.4)
    assert_it_says_what_the_rules_say(katago, setting, games)


def test_no_position_is_set_up_in_cleanup_or_with_white_to_move(katago: KataGo) -> None:
    assert katago.introduction().set_up
    for otherwise in ({"player": "W"}, {"phase": Phase.FIRST_CLEANUP.value}, {"captures": (1, 0)}):
        setting = replace(SMALL, rules=PRESETS["japanese-like"], board="X./..", **otherwise)
        with pytest.raises(Unsupported, match="in the main phase only, with Black to move"):
            katago.start(setting)


def test_a_stone_is_unblocked_at_either_place_and_a_legal_move_beside_it_is_one(katago: KataGo) -> None:
    katago.start(Setting(4, 3, rules=PRESETS["japanese-like"]))
    katago.play(KO_IN_CLEANUP)
    said = katago.observe()
    assert said[Aspect.PHASE] == Phase.FIRST_CLEANUP.value
    assert said[Aspect.UNBLOCK] == frozenset({"B2"})
    assert said[Aspect.LEGAL] == frozenset({"A3", "A1"}), "C2, where the stone would be taken, unblocks it"


def test_stones_of_black_in_a_row_are_not_taken_for_handicap(katago: KataGo) -> None:
    rules = replace(PRESETS["chinese-like"], komi=0)
    katago.start(replace(SMALL, rules=rules))
    katago.play(["A2", "pass", "B2", "pass", "pass"])
    assert katago.observe()[Aspect.MARGIN] == 4


def test_it_is_not_believed_when_it_takes_a_move_or_estimates_a_score(katago: KataGo) -> None:
    katago.start(replace(SMALL, rules=PRESETS["tromp-taylor"]))
    katago.play(["A2", "B2", "A1", "pass", "B1", "B2"])
    legal = katago.observe()[Aspect.LEGAL]
    assert legal == frozenset({"A1", "B1"}), "A2 would make the board that stood after two turns"
    katago.play(["A2"])
    assert Aspect.MARGIN not in katago.observe()
    katago.play(["pass", "pass"])
    assert katago.observe()[Aspect.MARGIN] == 0


def test_pass_dead_stones_are_declared_and_show_otherwise(katago: KataGo) -> None:
    setting = Setting(3, 2, "OX./.X.", rules=PRESETS["japanese-like"])
    katago.start(setting)
    katago.play(["pass"] * 6)
    by_the_document, declared = (
        observation(passed) for passed in map(passed_six_times, (setting.rules, as_declared(setting.rules)))
    )
    assert katago.observe()[Aspect.MARGIN] == declared[Aspect.MARGIN] != by_the_document[Aspect.MARGIN]
    assert katago.introduction().deviations == adapter.DECLARED


def passed_six_times(rules: Rules) -> Game:
    game = Setting(3, 2, "OX./.X.", rules=rules).game(rules)
    for _ in range(6):
        game = game.play(PASS)
    return game


def test_it_is_told_only_rules_that_it_knows(katago: KataGo) -> None:
    assert katago.introduction().rules == tuple(DOCUMENTS["katago-v2"].presets)
    for text in ("selfPlayOpts=yes", "aga", "reading/ilr-own-stone=literal"):
        with pytest.raises(Unsupported, match="Unknown rules"):
            katago.start(replace(SMALL, rules=parse_rules(text)))
