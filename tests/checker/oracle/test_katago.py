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
from superko.checker.oracle.engine import (
    ASKED_AFTER_THE_END,
    Aspect,
    Engine,
    Setting,
    Unsupported,
    differing,
    observation,
)
from superko.checker.oracle.games import player_on
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_vertex, turn_text, vertex
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import points_of
from superko.spec.composition import move
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase

from ..played_games import random_game
from .engines import katago as adapter
from .engines.gnu_go import CLAIMED, started_for
from .engines.katago import KataGo
from .engines.named import opener
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


# GNU Go: the options that rules need, and the real engine, where it is installed.


WHERE_DEBIAN_PUTS_IT = "/usr/games"
GAMES = 6
SIDES = (1, 2, 3, 4, 7)
WITH_SUICIDE_AND_SUPERKO = ("tromp-taylor", "new-zealand-like")


def opened(name: str) -> Iterator[Engine]:
    path = os.environ["PATH"]
    os.environ["PATH"] = os.pathsep.join((path, WHERE_DEBIAN_PUTS_IT))
    try:
        engine = opener(name, timeout=10.0)()
        yield engine
        engine.close()
    except Unsupported as unsupported:
        pytest.skip(str(unsupported))
    finally:
        os.environ["PATH"] = path


@pytest.fixture(scope="module")
def gnu_go() -> Iterator[Engine]:
    yield from opened("gnugo")


@pytest.fixture(scope="module")
def gnu_go_without_ko() -> Iterator[Engine]:
    yield from opened("gnugo-no-ko")


@pytest.fixture(scope="module")
def gnu_go_with_all_suicide() -> Iterator[Engine]:
    yield from opened("gnugo-all-suicide")


def wrongly_legal(engine: Engine, text: str, games: int = GAMES) -> set[bool]:
    """Whether moves are self-captures that only the engine holds legal in random games; all else must be the same."""
    unamended = parse_rules(text)
    rules = allowing_for(engine.introduction().deviations)(unamended)
    self_captures = set()
    for number in range(games):
        chance = random.Random(f"{text} {number}")
        side = chance.choice(SIDES)
        game = Game(rules, (side, side))
        grid = game.grid
        player = player_on(chance, grid, rules)
        engine.start(Setting(side, side, rules=unamended))
        while True:
            said, expected = engine.observe(), observation(game)
            assert said[Aspect.BOARD] == expected[Aspect.BOARD]
            assert said[Aspect.CAPTURES] == expected[Aspect.CAPTURES]
            turn = None if game.over else player(game, game.turns())
            if turn is None:
                break
            legal, legal_by_the_rules = said[Aspect.LEGAL], expected[Aspect.LEGAL]
            assert isinstance(legal, frozenset)
            assert isinstance(legal_by_the_rules, frozenset)
            assert legal >= legal_by_the_rules
            plays = [
                move(rules, game.position.coloring, game.position.player, parse_vertex(grid, point))
                for point in legal - legal_by_the_rules
            ]
            self_captures |= {bool(play.self_captured) for play in plays}
            engine.play([turn_text(grid, turn)])
            game = game.taking(turn)
    return self_captures


@pytest.mark.parametrize("text", [text for text in CLAIMED.values() if text not in WITH_SUICIDE_AND_SUPERKO])
def test_it_says_what_the_rules_say_without_suicide_or_without_superko(gnu_go: Engine, text: str) -> None:
    assert wrongly_legal(gnu_go, text) == set()


@pytest.mark.parametrize("text", WITH_SUICIDE_AND_SUPERKO)
def test_with_suicide_and_superko_it_differs_only_in_self_captures(gnu_go: Engine, text: str) -> None:
    assert wrongly_legal(gnu_go, text, games=40) == {True}


@pytest.mark.parametrize("text", ["chinese-like", "chinese-like,suicide=yes"])
def test_without_ko_it_says_what_the_rules_say_but_for_ko(gnu_go_without_ko: Engine, text: str) -> None:
    assert gnu_go_without_ko.introduction().rules == ("chinese-like", "chinese-like,suicide=yes")
    assert wrongly_legal(gnu_go_without_ko, text) == set()


def test_with_all_suicide_single_stones_may_be_put_where_they_are_removed_at_once(
    gnu_go_with_all_suicide: Engine,
) -> None:
    assert "chinese-ogs-kgs" not in gnu_go_with_all_suicide.introduction().rules
    gnu_go_with_all_suicide.start(Setting(3, 3, rules=PRESETS["new-zealand-like"]))
    gnu_go_with_all_suicide.play(["pass", "A2", "pass", "B1", "A1"])
    said = gnu_go_with_all_suicide.observe()
    assert said[Aspect.BOARD] == ".../O../.O."
    assert said[Aspect.CAPTURES] == (1, 0)


def test_its_superko_does_not_see_suicide(gnu_go: Engine) -> None:
    """The finding that the findings tell: the move would empty the board, as it was at the start."""
    setting = Setting(2, 2, rules=PRESETS["tromp-taylor"])
    gnu_go.start(setting)
    gnu_go.play(["A2", "pass", "B2", "pass", "A1", "pass"])
    assert gnu_go.observe()[Aspect.LEGAL] == frozenset({"B1"})


@pytest.mark.parametrize("text", ["chinese-ogs-kgs", "aga-like"])
@pytest.mark.parametrize(("side", "forgets"), [(15, False), (16, True)])
def test_its_superko_forgets_what_stood_some_500_turns_ago(gnu_go: Engine, side: int, forgets: bool, text: str) -> None:
    """Black fills the board but for A1, where White then takes all: A1 alone stood after two turns."""
    grid = Grid(side, side)
    others = {vertex(grid, point) for point in points_of(grid.everywhere)} - {"A1", "A2", "B1"}
    turns = ["pass", "A1", *(turn for stone in ("A2", "B1", *sorted(others)) for turn in (stone, "pass"))][:-1]
    assert len(turns) == 2 * side * side - 1
    gnu_go.start(Setting(side, side, rules=PRESETS[text]))
    gnu_go.play(turns)
    assert gnu_go.observe()[Aspect.LEGAL] == frozenset({"A1"} if forgets else ())


def test_it_plays_on_square_boards_of_1_to_19(gnu_go: Engine) -> None:
    introduction = gnu_go.introduction()
    assert (introduction.smallest, introduction.largest, introduction.square) == (1, 19, True)
    assert introduction.hears_rules
    assert not any("rules" in note and "given" in note for note in introduction.notes)
    with pytest.raises(Unsupported, match="3x2"):
        gnu_go.start(Setting(3, 2, rules=PRESETS["chinese-like"]))


def test_rules_are_chosen_by_options_unless_the_command_has_chosen_them() -> None:
    rules = parse_rules("ko=SITUATIONAL,suicide=no")
    assert started_for("gnugo", rules) == "gnugo --situational-superko --forbid-suicide"
    assert started_for("gnugo --situational-superko", rules) == "gnugo --situational-superko --forbid-suicide"
    with_suicide = parse_rules("ko=SIMPLE,suicide=yes")
    assert started_for("gnugo --no-ko --allow-all-suicide", with_suicide) == "gnugo --no-ko --allow-all-suicide"


@pytest.mark.parametrize("option", ["--no-ko", "--simple-ko", "--situational-superko", "--forbid-suicide"])
def test_an_option_for_other_rules_leaves_none_for_these(option: str) -> None:
    with pytest.raises(Unsupported, match="an option for other rules"):
        started_for(f"gnugo {option}", PRESETS["tromp-taylor"])


@pytest.mark.parametrize("text", ["japanese-like", "stone-scoring", "aga", "tromp-taylor,hasButton=yes"])
def test_only_rules_with_plain_area_scoring_are_asked_for(text: str) -> None:
    with pytest.raises(Unsupported, match="area scoring"):
        started_for("gnugo", parse_rules(text))
