"""GNU Go: the options that rules need, and the real engine, where it is installed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from superko.checker.oracle.changes import allowing_for
from superko.checker.oracle.engine import Aspect, Engine, Setting, Unsupported, observation
from superko.checker.oracle.games import RandomPlayer
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_vertex, turn_text, vertex
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import points_of
from superko.spec.composition import move
from superko.spec.presets import PRESETS

from .engines.gnu_go import CLAIMED, started_for
from .engines.named import opener

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
        player = RandomPlayer.for_board(chance, grid, rules)
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
