"""Many games at once go as the interpreter plays each, whether they are compiled or played one after the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from superko.interpreter.game import Game
from superko.interpreter.many import Games, IllegalTurns, many, start_from
from superko.interpreter.many import games as many_games
from superko.interpreter.many.games import turn_number, turn_of
from superko.interpreter.program.machine_code import Compiling, is_available
from superko.interpreter.result import NoResult, Score
from superko.spec.algebra import Color, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Unblock

from ..sampling import EXHAUSTIVE, sample
from .games import set_up

NUMBER = 24
GRID = Grid(3, 2)
PHASES = [Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP, Phase.OVER]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(tmp_path_factory.getbasetemp()) / "compiled"))


@pytest.fixture
def compiled() -> None:
    """What takes seconds is done before a test."""
    if not is_available():
        pytest.skip("numba is not installed")
    assert new_games(NUMBER).wait_until_compiled()


@pytest.fixture(params=sample(["compiled", "one by one"], lambda way: way == "one by one"))
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "one by one":
        monkeypatch.setattr(many_games, "is_available", lambda: False)
    else:
        request.getfixturevalue("compiled")
    return str(request.param)


def check(games: Games, played: list[Game]) -> None:
    """Hold everything that a batch tells against games that were played."""
    grid = Grid(games.width, games.height)
    legal = games.legal_turns()
    for number, game in enumerate(played):
        assert set(np.flatnonzero(legal[number])) == {turn_number(grid, turn) for turn in game.turns()}
    assert games.over.tolist() == [game.over for game in played]
    assert [PHASES[phase] for phase in games.phases] == [game.position.phase for game in played]
    assert games.players.tolist() == [1 + (game.position.player is Color.WHITE) for game in played]
    assert games.turns_taken.tolist() == [game.record.turn for game in played]
    assert games.ended_by() == [game.ended_by for game in played]
    for name, points in (("black", games.boards == 1), ("white", games.boards == 2), ("marks", games.marks)):
        sets = [sum(1 << int(place) for place in np.flatnonzero(flags)) for flags in points]
        assert sets == [
            game.position.marks if name == "marks" else getattr(game.position.coloring, name) for game in played
        ]
    results = games.results()
    for number, game in enumerate(played):
        assert results.no_result[number] == isinstance(game.result, NoResult)
        if isinstance(game.result, Score):
            assert results.scores[number].tolist() == [game.result.black, game.result.white]
            assert results.winners[number] == (
                0 if game.result.winner is None else 1 + "BW".index(game.result.winner.value)
            )
        else:
            assert np.isnan(results.scores[number]).all()
            assert results.winners[number] == 0


def play_on(games: Games, played: list[Game], turns: int, likely_pass: float, seed: int) -> list[Game]:
    """Take random turns in a batch, and in games beside it."""
    grid, chance = Grid(games.width, games.height), np.random.default_rng(seed)
    for _ in range(turns):
        chosen = games.random_turns(chance)
        passing = (chance.random(len(games)) < likely_pass) & ~games.over
        chosen = np.where(passing, games.pass_turn, chosen)
        games.play(chosen)
        played = [
            game if turn < 0 else game.play(turn_of(grid, turn))
            for game, turn in zip(played, chosen.tolist(), strict=True)
        ]
        check(games, played)
    return played


def start_of(rules: Rules) -> Game:
    return Game(rules, (GRID.width, GRID.height))


def new_games(number: int) -> Games:
    """Games whose programs are compiled once for all tests."""
    return many(Rules(), GRID, number)


@pytest.mark.parametrize(
    "preset", sample(["tromp-taylor", "chinese-like"], lambda preset: preset == "tromp-taylor", EXHAUSTIVE)
)
def test_games_go_as_they_are_played(way: str, preset: str) -> None:
    """Given games from the start, when they are played to their ends, then all that is told agrees."""
    first = start_of(PRESETS[preset])
    games = many(first.rules, GRID, NUMBER)
    assert games.wait_until_compiled() == (way == "compiled")
    played = play_on(games, [first] * NUMBER, 24, 0.2, seed=1)
    assert sum(game.over for game in played) > NUMBER // 2


def test_cleanup_phases_and_unblock_actions_go_as_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given stones in ko in a cleanup phase, which would take long to compile, when play goes on, then all agrees."""
    monkeypatch.setattr(many_games, "is_available", lambda: False)
    first = set_up(PRESETS["japanese-like"], ".XO./X.XO/.XO.", phase=Phase.FIRST_CLEANUP)
    games = start_from(first, 8)
    assert games.number_of_turns == 12 + 1 + 12
    played = play_on(games, [first] * 8, 20, 0.1, seed=3)
    assert {Phase.SECOND_CLEANUP, Phase.OVER} & {game.position.phase for game in played}
    assert any(game.unblocks() for after in played for game in history(after))


def history(game: Game) -> list[Game]:
    return [game, *(history(game.previous) if game.previous else ())]


def test_games_go_on_from_one_with_its_past(way: str) -> None:
    """Given a game in which a superko is under way, when many go on from it, then they know what has stood."""
    game = start_of(Rules()).play(Move(1)).play(Move(2)).play(Move(8))
    games = start_from(game, 6)
    check(games, [game] * 6)
    play_on(games, [game] * 6, 12, 0.1, seed=2)


def test_long_games_find_room(way: str) -> None:
    """Given games longer than rows first have room for, when they are played on, then nothing is forgotten."""
    games, played = new_games(4), [start_of(Rules())] * 4
    for turn in range(30):
        moves = games.legal_turns()[:, : GRID.size]
        chosen = np.where(moves.any(axis=1), (moves * (np.arange(6) + turn) % 7).argmax(axis=1), games.pass_turn)
        chosen[games.over] = -1
        games.play(chosen)
        turns = [turn_of(GRID, number) if number >= 0 else None for number in chosen.tolist()]
        played = [game.play(turn) if turn else game for game, turn in zip(played, turns, strict=True)]
    check(games, played)
    assert games.turns_taken.max() > 16


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("asked", [0, 1, 5, 20])
@pytest.mark.thorough
def test_games_go_on_from_where_the_interpreter_left_them(monkeypatch: pytest.MonkeyPatch, asked: int) -> None:
    """Given clauses that are compiled after some turns, when games are played, then nothing changes."""
    done = iter(range(1 << 20))
    monkeypatch.setattr(Compiling, "is_done", property(lambda _: next(done) >= asked))
    games = new_games(NUMBER)
    played = play_on(games, [start_of(Rules())] * NUMBER, 16, 0.2, seed=4)
    assert games.is_compiled
    assert any(game.over for game in played)
    games.restart(games.over)
    assert not games.over.any()


def test_copies_and_new_beginnings(way: str) -> None:
    games = new_games(3)
    games.play([0, 1, games.pass_turn])
    other = games.copy()
    other.play([1, 0, games.pass_turn])
    assert games.turns_taken.tolist() == [1, 1, 1]
    assert other.turns_taken.tolist() == [2, 2, 2]
    other.restart(other.over)
    assert other.turns_taken.tolist() == [2, 2, 0]
    assert other.legal_turns()[2].all()


def test_random_turns_are_legal_and_pass_only_where_they_must(way: str) -> None:
    games, chance = new_games(40), np.random.default_rng(0)
    drawn = set()
    for _ in range(40):
        turns = games.random_turns(chance, passing=False)
        going_on, moves = ~games.over, games.legal_turns()[:, : GRID.size].any(axis=1)
        assert (turns == -1).tolist() == games.over.tolist()
        assert (turns == games.pass_turn).tolist() == (going_on & ~moves).tolist()
        drawn |= set(turns.tolist())
        games.play(turns)
    assert drawn == {-1, *range(GRID.size + 1)}
    assert set(new_games(200).random_turns(chance).tolist()) == set(range(GRID.size + 1))


class TestErrors:
    def test_an_illegal_turn_is_named_and_none_is_taken(self, way: str) -> None:
        games = new_games(3)
        games.play([0, 0, 0])
        with pytest.raises(IllegalTurns, match=r"^In game 1, A2 is not legal, nor are such turns in 1 other") as caught:
            games.play([1, 0, 0])
        assert caught.value.games == (1, 2)
        assert games.turns_taken.tolist() == [1, 1, 1]

    def test_a_turn_after_the_end_is_illegal(self, way: str) -> None:
        games = new_games(1)
        games.play([games.pass_turn])
        games.play([games.pass_turn])
        with pytest.raises(IllegalTurns, match="In game 0, pass is not legal"):
            games.play([games.pass_turn])
        games.play([-1])

    @pytest.mark.parametrize("turns", [[0], [0.0, 1.0], [[0, 1]], [True, False]])
    def test_turns_are_whole_numbers_one_a_game(self, turns: object) -> None:
        with pytest.raises(ValueError, match="whole numbers, one for each of the 2 games"):
            new_games(2).play(turns)  # type: ignore[arg-type]

    @pytest.mark.parametrize("turn", [7, -2])
    def test_there_must_be_such_a_turn(self, turn: int) -> None:
        with pytest.raises(ValueError, match="numbered from 0 to 6"):
            new_games(1).play([turn])

    def test_what_begins_anew_is_told_by_bools(self) -> None:
        with pytest.raises(ValueError, match="a bool for each of the 2 games"):
            new_games(2).restart([0, 1])

    def test_games_go_on_from_a_game_that_is_not_over(self) -> None:
        with pytest.raises(ValueError, match="The game is over"):
            start_from(Game(Rules(), 1).play(PASS).play(PASS), 2)

    def test_games_are_counted_from_none_up(self) -> None:
        with pytest.raises(ValueError, match="from 0 up"):
            new_games(-1)
        assert len(new_games(0).legal_turns()) == 0


def test_what_can_not_be_compiled_is_played_one_by_one() -> None:
    rules = Rules().replacing(
        "katago-v2/main/legal-superko", lambda record, play: not [*record.earlier], "Nothing may have stood."
    )
    games = many(rules, "2x1", 2)
    assert not games.wait_until_compiled()
    assert games.legal_turns().tolist() == [[False, False, True]] * 2


@pytest.mark.parametrize("number", range(1 + 2 * GRID.size))
def test_turns_have_numbers(number: int) -> None:
    assert turn_number(GRID, turn_of(GRID, number)) == number
    assert isinstance(turn_of(GRID, 12), Unblock)
