"""Samples of games with a strategy: a wrong turn is noticed where a game meets it, and other tables always are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.solving.budget import Budget
from superko.checker.solving.certificate import (
    Answer,
    NotKept,
    Promise,
    Strategy,
    by_search,
    digest_of,
    games_played,
    play_at_random,
    with_digest,
)
from superko.checker.solving.solver import Solver
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.spec.algebra import BLACK, WHITE
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Turn

FOUR = Game.start(Rules(suicide=False), 4, 1)
PROMISE = Promise(BLACK, 4)
SECOND, LAST = Move(0b0010), Move(0b1000)
# From this seed, the first game does not come to the wrong turn.
MISSES = 0


@pytest.fixture(scope="module")
def right() -> Answer:
    """A strategy by which Black gets all four points."""
    return by_search(Solver([FOUR], Budget()), PROMISE)


def passing_once(right: Answer, reply: Move) -> Answer:
    """The same strategy but for one turn: after Black's first move and one reply of White, Black passes."""

    def answer(game: Game) -> Turn:
        met = game.record.turn == 2 and game.record.last == reply
        return PASS if met else right(game)

    return answer


def written(game: Game, answer: Answer) -> Strategy:
    """A strategy of Black with its answer to every reply."""
    if game.over:
        return None
    grid = game.grid
    if game.position.player is WHITE:
        return {turn_text(grid, turn): written(game.play(turn), answer) for turn in game.turns()}
    turn = answer(game)
    return [turn_text(grid, turn), written(game.play(turn), answer)]


def test_a_right_strategy_keeps_its_promise_in_every_game_and_in_a_sample(right: Answer) -> None:
    assert games_played(FOUR, PROMISE, written(FOUR, right)) > 1
    assert play_at_random(FOUR, PROMISE, right, games=20, seed=1) >= 60


def test_one_wrong_turn_is_noticed_against_every_reply(right: Answer) -> None:
    with pytest.raises(NotKept, match="Black does not keep the promise"):
        games_played(FOUR, PROMISE, written(FOUR, passing_once(right, LAST)))


def test_a_sample_notices_it_where_a_game_meets_it_and_else_not(right: Answer) -> None:
    wrong = passing_once(right, LAST)
    assert play_at_random(FOUR, PROMISE, wrong, games=1, seed=MISSES)
    with pytest.raises(NotKept, match="Black does not keep the promise"):
        play_at_random(FOUR, PROMISE, wrong, games=30, seed=MISSES)


def test_a_promise_that_can_not_be_kept_and_a_turn_that_is_not_legal_are_noticed(right: Answer) -> None:
    with pytest.raises(NotKept, match="can't keep the promise"):
        play_at_random(FOUR, Promise(WHITE, 3), by_search(Solver([FOUR], Budget()), Promise(WHITE, 3)), 1, 0)
    with pytest.raises(NotKept, match="B1 is not legal"):
        play_at_random(FOUR, PROMISE, lambda game: SECOND, 20, 0)


def test_the_digest_tells_any_number_of_the_tables() -> None:
    (tables,) = Solver([FOUR], Budget()).tables
    (again,) = Solver([FOUR], Budget()).tables
    after = np.array(tables.after)
    after[-1] += 1
    assert digest_of([tables]) == digest_of([again])
    assert digest_of([tables]) != digest_of([tables._replace(after=after)])
    (other,) = Solver([Game.start(Rules(), 4, 1)], Budget()).tables
    assert digest_of([tables]) != digest_of([other])


def solve(*arguments: str) -> Result:
    """What `superko solve` says."""
    return CliRunner().invoke(main, ["solve", *arguments])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A sampled certificate of 3x1."""
    made = tmp_path / "sample.json"
    assert solve("3x1", "--rules", "suicide=no", "--output", str(made), "--games", "5", "--seed", "7").exit_code == 0
    return made


def test_a_sample_is_said_to_be_one(file: Path) -> None:
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 0
    assert "in 10 games at random (seed 7), a sample." in result.output


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda sample: sample.update(tables="0" * 64), "tables of the phases are not those"),
        (lambda sample: sample["promises"][0].update(lead=4), "can't keep the promise"),
        (lambda sample: sample["promises"][0].update(turns=1), "games are not those"),
        (lambda sample: sample["promises"].pop(), "leave open"),
        (lambda sample: sample.update(games=0), "at least one game"),
        (lambda sample: sample.update(games="5"), "at least one game"),
    ],
    ids=["tables", "lead", "turns", "promise", "no-games", "a-word"],
)
def test_what_was_tampered_with_is_refused(file: Path, tamper: Callable[[dict[str, object]], None], says: str) -> None:
    fields = json.loads(file.read_text(encoding="ascii"))
    tamper(fields["sample"])
    file.write_text(json.dumps(with_digest(fields)), encoding="ascii")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert (result.exit_code, says in result.output) == (1, True)


def test_games_are_played_for_a_certificate_only() -> None:
    result = solve("3x1", "--games", "5")
    assert (result.exit_code, "name its file by --output" in result.output) == (2, True)
