"""Made games of every kind, each with the verdict that it must have: `tests/records/verdicts.jsonl`.

Others are played out by chance, until every stone lives without a move or is connected to such by one at a stone in
atari. How such a game comes out is plain: by its area, or by what each surrounds and has captured.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from superko.interpreter.game import Game
from superko.interpreter.records.game_record import GameRecord, record_of
from superko.interpreter.records.outcome import outcome_of
from superko.interpreter.records.sgf import read_games
from superko.interpreter.records.verdict import VerdictKind, verdict_of
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.faster_forms import benson
from superko.spec.katago_v2.life import regions_in_atari
from superko.spec.parameters import Scoring
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Move, Phase

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "records" / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
]
BY_KIND: dict[str, list[dict[str, Any]]] = defaultdict(list)
for _game in GAMES:
    BY_KIND[_game["kind"]].append(_game)


@pytest.mark.parametrize("kind", BY_KIND)
def test_every_made_game_of_a_kind_has_its_verdict(kind: str) -> None:
    for game in BY_KIND[kind]:
        (tree,) = read_games(game["sgf"].encode())
        verdict = verdict_of(outcome_of(tree.record()))
        assert (verdict.kind.value, game["sgf"]) == (game["verdict"], game["sgf"])
        assert game.get("says", "") in verdict.sentence


def played_out(name: str, seed: int) -> Game:
    """A game of players who move by chance, and not into their own eyes, until both have passed."""
    chance, game = Random(seed), Game(replace(PRESETS[name], komi=6.5), 7)
    while not game.over and game.position.phase is Phase.MAIN:
        c, player = game.position.coloring, game.position.player
        points = [point for point in points_of(c.empty) if c.board.neighbours(point) & ~c.of(player)]
        chance.shuffle(points)
        game = game.play(next((Move(point) for point in points if game.judge(Move(point)).legal), PASS))
    return game


def is_settled(c: Coloring[int]) -> bool:
    """Whether every stone lives without a move once those in atari are connected."""
    for color in Color:
        c = c.colored(c.board.neighbours(regions_in_atari(c, color)) & c.empty, color)
    return c.black | c.white == sum((benson(PRESETS["chinese-like"], c, color) & c.of(color)) for color in Color)


def plain_lead(game: Game) -> float:
    """By how much Black leads, of all stones alive: counted by regions that touch one color."""
    c, lead = game.position.coloring, {BLACK: 0, WHITE: 0}
    by_area = game.rules.parameter("scoring") is Scoring.AREA
    for color in Color:
        surrounded = c.regions(c.empty, where=lambda region: not c.borders(region, color.opponent))  # noqa: B023
        captured = game.record.tally.captures[color.opponent]
        lead[color] = surrounded.bit_count() + (c.of(color).bit_count() if by_area else captured)
    return lead[BLACK] - lead[WHITE] - game.rules.komi


def with_true_results(name: str, number: int) -> Iterator[tuple[str, GameRecord]]:
    """Records of settled games as they end, and as servers and clubs stop them, with the number that is true of all."""
    games = (played_out(name, seed) for seed in count())
    for game in islice((game for game in games if is_settled(game.position.coloring)), number):
        lead = plain_lead(game)
        result = f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"
        record = replace(record_of(game), result=result)
        turns = {"over": 0, "one pass": -1, "no pass": -2, "in mid-game": -len(record.turns) // 2}
        for kind, left_out in turns.items():
            yield kind, replace(record, turns=record.turns[: left_out or None])


EXPLAINED = {VerdictKind.EXPLAINED, VerdictKind.NOT_OVER}
ALLOWED = {"over": {VerdictKind.AGREES}, "one pass": EXPLAINED, "no pass": EXPLAINED, "in mid-game": EXPLAINED}


@pytest.mark.parametrize("name", ["chinese-like", "japanese-like"])
def test_no_true_result_is_called_wrong(name: str) -> None:
    for kind, record in with_true_results(name, 25):
        verdict = verdict_of(outcome_of(record, name))
        assert verdict.kind in ALLOWED[kind], verdict.sentence
