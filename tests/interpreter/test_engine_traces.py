"""The interpreter says before every turn of recorded random games what the KataGo engine said.

`tests/vectors/README.md` describes the format.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from superko.interpreter.game import Game
from superko.interpreter.result import NoResult, Score
from superko.spec.algebra import BLACK, WHITE
from superko.spec.algebra.grid import points_of
from superko.spec.composition import move
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.katago_v2.moves import liberties
from superko.spec.katago_v2.territory_scoring import remove_pass_dead
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Turn, Unblock
from tests.spec.boards import diagram

TRACES = Path(__file__).parents[1] / "vectors" / "engine-traces.jsonl.gz"
PHASES = [Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP]
AS_THE_ENGINE = {"reading/engine-always-pass-alive": "engine"}
BATCHES = 8

Recorded = dict[str, Any]


@dataclass(frozen=True)
class Replay:
    """A recorded game, and how the interpreter played it out."""

    recorded: Recorded
    game: Game


def rules_of(recorded: Recorded) -> Rules:
    rules = recorded["rules"]
    return Rules(
        ko=Ko(rules["ko"]),
        scoring=Scoring(rules["scoring"]),
        tax=Tax(rules["tax"]),
        suicide=rules["suicide"],
        button=rules["button"],
        komi=rules["komi"],
        self_play_opts=rules["selfPlayOpts"],
    )


def numbers(points: int) -> list[int]:
    return [point.bit_length() - 1 for point in points_of(points)]


def unblock_points(game: Game) -> dict[int, int]:
    """Where the engine takes an unblock action, and the stone that each point stands for."""
    position = game.position
    c = position.coloring
    points = {}
    for action in game.unblocks():
        points[action.point] = action.point
        capture = liberties(c, action.point)
        if is_ko_move(game.rules, move(game.rules, c, position.player, capture)):
            points[capture] = action.point
    return points


def said_by_the_interpreter(game: Game) -> Recorded:
    position = game.position
    return {
        "board": diagram(position.coloring),
        "pla": position.player.value,
        "phase": PHASES.index(position.phase),
        "legal": [turn.point.bit_length() - 1 for turn in game.moves()],
        "blocked": numbers(position.marks),
        "unblock": numbers(sum(unblock_points(game))),
        "passEndsPhase": game.pass_ends_phase(),
        "capB": game.record.tally.captures[BLACK],
        "capW": game.record.tally.captures[WHITE],
    }


def said_by_the_engine(ply: Recorded) -> Recorded:
    unordered = {key: sorted(ply[key]) for key in ("legal", "blocked", "unblock")}
    return {key: value for key, value in ply.items() if key not in ("move", "isUnblock")} | unordered


def recorded_turn(game: Game, ply: Recorded) -> Turn:
    if ply["move"] == -1:
        return PASS
    point = 1 << ply["move"]
    return Unblock(unblock_points(game)[point]) if ply["isUnblock"] else Move(point)


def replay(recorded: Recorded, rules: Rules) -> Game:
    game = Game(rules, (recorded["w"], recorded["h"]))
    for ply in recorded["plies"]:
        game = game.play(recorded_turn(game, ply))
    return game


@cache
def recorded_games() -> list[Recorded]:
    with gzip.open(TRACES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@cache
def scored_games(every: int = 1) -> list[Replay]:
    replays = [Replay(recorded, replay(recorded, rules_of(recorded))) for recorded in recorded_games()[::every]]
    return [played for played in replays if isinstance(played.game.result, Score)]


def margin(game: Game) -> float:
    assert isinstance(game.result, Score)
    return game.result.white - game.result.black


def test_the_recorded_games_cover_every_size_value_and_phase() -> None:
    games = recorded_games()
    rule_sets = {tuple(value for key, value in sorted(game["rules"].items()) if key != "komi") for game in games}
    assert len(games) == 600
    assert len({(game["w"], game["h"]) for game in games}) == 43
    assert len(rule_sets) == 108, "of 144, as there is no button with territory scoring"
    assert {ply["phase"] for game in games for ply in game["plies"]} == {0, 1, 2}
    assert any(ply["isUnblock"] for game in games for ply in game["plies"])
    assert any(game["noResult"] for game in games)


@pytest.mark.clauses(
    "katago-v2/params/tax-rule",
    "katago-v2/cleanup/blocked",
    "katago-v2/cleanup/state",
    "katago-v2/cleanup/turn",
    "katago-v2/cleanup/legal",
)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_turn_is_as_the_engine_said(batch: int) -> None:
    for number, recorded in list(enumerate(recorded_games()))[batch::BATCHES]:
        game = Game(rules_of(recorded), (recorded["w"], recorded["h"]))
        for ply in recorded["plies"]:
            assert said_by_the_interpreter(game) == said_by_the_engine(ply), (number, game.record.turn)
            game = game.play(recorded_turn(game, ply))
        assert diagram(game.position.coloring) == recorded["final"], number
        assert game.over == recorded["finished"], number
        assert isinstance(game.result, NoResult) == recorded["noResult"], number


@pytest.mark.clauses("katago-v2/area/remove-pass-dead", "katago-v2/territory/remove-pass-dead")
def test_scores_with_the_self_play_options_are_as_the_engine_said(thorough: bool) -> None:
    for played in scored_games(1 if thorough else BATCHES):
        if played.game.rules.self_play_opts:
            assert margin(played.game) == played.recorded["wmb"]


@pytest.mark.thorough
@pytest.mark.clauses("reading/engine-always-pass-alive")
def test_other_scores_differ_only_where_the_engine_removes_pass_dead_stones_all_the_same() -> None:
    differing = [played for played in scored_games() if margin(played.game) != played.recorded["wmb"]]
    assert len(differing) == 32
    assert not any(played.game.rules.self_play_opts for played in differing)
    for played in scored_games():
        as_the_engine = replay(played.recorded, played.game.rules.reading(AS_THE_ENGINE))
        assert margin(as_the_engine) == played.recorded["wmb"]


# Positions score as the KataGo engine scored them; `tests/vectors/README.md` describes the table.


TABLE = Path(__file__).parents[1] / "vectors" / "engine-scores.txt"
COLUMNS = list(product(Scoring, Tax))
ALWAYS = "reading/engine-always-pass-alive"


def rules_named(scoring: Scoring, tax: Tax, answer: str) -> Rules:
    return Rules(ko=Ko.SIMPLE, scoring=scoring, tax=tax, suicide=False).reading({ALWAYS: answer})


@cache
def recorded() -> dict[str, tuple[float, ...]]:
    lines = (line.split() for line in TABLE.read_text(encoding="ascii").splitlines())
    return {board: tuple(map(float, leads)) for board, *leads in lines}


def lead(rules: Rules, board: str) -> float:
    result = Game(rules, rows=board).passed_out().result
    assert isinstance(result, Score)
    return result.lead


def agreements(answer: str) -> dict[tuple[str, Scoring, Tax], bool]:
    """For each position and scoring, whether a reading says what the engine said."""
    return {
        (board, *column): lead(rules_named(*column, answer), board) == said
        for board, leads in recorded().items()
        for column, said in zip(COLUMNS, leads, strict=True)
    }


@pytest.mark.clauses("katago-v2/territory/remove-pass-dead", "reading/engine-always-pass-alive")
def test_every_recorded_position_scores_as_the_engine_said() -> None:
    assert len(recorded()) > 50
    assert all(agreements("engine").values())


@pytest.mark.thorough
def test_removing_pass_dead_stones_everywhere_is_told_apart_by_taxes_on_territory_alone() -> None:
    differing = {(scoring, tax) for (_, scoring, tax), same in agreements("everywhere").items() if not same}
    assert differing == {(Scoring.TERRITORY, Tax.SEKI), (Scoring.TERRITORY, Tax.ALL)}


@pytest.mark.thorough
def test_leaving_pass_dead_stones_is_told_apart_by_every_scoring() -> None:
    differing = {(scoring, tax) for (_, scoring, tax), same in agreements("document").items() if not same}
    assert differing == set(COLUMNS)


def test_the_smallest_position_is_drawn_by_the_engine_and_won_where_they_are_removed_everywhere() -> None:
    taxed = Scoring.TERRITORY, Tax.SEKI
    assert [lead(rules_named(*taxed, answer), ".X.O/OX.O") for answer in ("engine", "everywhere")] == [0, 1]


def test_a_removal_that_overlooks_atari_is_told_apart() -> None:
    board, engine = "OX.X.XO/.XXXXO.", rules_named(Scoring.TERRITORY, Tax.SEKI, "engine")
    broken = engine.replacing("katago-v2/territory/remove-pass-dead#within-life", remove_pass_dead)
    assert lead(engine, board) == recorded()[board][COLUMNS.index((Scoring.TERRITORY, Tax.SEKI))]
    assert lead(broken, board) != lead(engine, board)
