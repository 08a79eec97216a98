"""Suites: games with all that the rules say of every turn, as text that a program of a hundred lines reads.

A suite is made for one rule set. On each board, from 2x2 to 19x19, random games are played, from the empty board and
from crowded ones; a game is taken if it shows a mistake that no game on that board has shown yet. The hard shapes
follow, and for what is still not shown the shortest game known that shows it. How much of the catalogue of mistakes a
suite shows is its mutation score (DeMillo, Lipton and Sayward, 1978).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ...interpreter.game import Game
from ...interpreter.notation import board_text, turn_text
from ...interpreter.rule_names import rules_from_json, rules_to_json
from ...interpreter.story import Start
from ...spec.algebra import BLACK, WHITE, Color, Grid
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.usual import without_liberties
from ...spec.vocabulary import Phase, Turn
from ..play.perft import perft
from .mutants import Answer, Mutant, answers, killed, mutants_in
from .shapes import SHAPES, random_game

_SIDES = ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5), (7, 7), (9, 9), (19, 19))
# On boards of few points every mistake is to be shown, on larger ones what is not shown yet, and on 19x19, where that
# takes minutes, none in particular.
_FEW_POINTS, _MOST_POINTS = 25, 81
_TRIED, _TRIED_ON_MANY_POINTS, _TAKEN_ANYWAY = 10, 3, 2
_CROWDED = 0.8


class KnownGame(NamedTuple):
    """A game: the rules, where it starts, and the turns, of which the last may be one that they forbid."""

    rules: Rules
    start: Start
    turns: tuple[Turn, ...]


_FILE = Path(__file__).with_name("shortest_games.json")


@cache
def shortest_games() -> Mapping[str, KnownGame]:
    """The games, by the names of the mutants.

    >>> rules, start, turns = shortest_games()["tromp-taylor/turn/allows"]
    >>> rules.document, str(start.grid), turns
    ('tromp-taylor', '1x1', (Pass(),))
    """
    known: dict[str, KnownGame] = {}
    for game in json.loads(_FILE.read_text(encoding="ascii")):
        start = Start.from_json(game)
        played = KnownGame(rules_from_json(game["rules"]), start, start.turns(game["turns"]))
        known |= dict.fromkeys(game["shows"], played)
    return known


class SuiteGame(NamedTuple):
    """A game of a suite, of legal turns, with what the rules say at the start and after each.

    Its id is permanent; it shows mistakes that no game before it on such a board shows.
    """

    id: str
    start: Start
    turns: tuple[Turn, ...]
    said: tuple[Answer, ...]
    shows: tuple[str, ...]


def suite_lines(rules: Rules, name: str) -> Iterator[str]:
    """The lines of the suite of a rule set, each with its line break; the page on suites says what each holds."""
    games: list[SuiteGame] = []
    for grid in (Grid(*sides) for sides in _SIDES):
        to_show = catalogue(rules) if grid.size <= _FEW_POINTS else _not_shown(rules, games)
        games += _on(grid, rules, to_show if grid.size <= _MOST_POINTS else [])
    games += _of_shapes(rules, _not_shown(rules, games))
    games += _shortest(rules, _not_shown(rules, games))
    number, missed = len(catalogue(rules)), _not_shown(rules, games)
    yield f"superko-suite 1 {name}\n"
    yield f"rules {json.dumps(rules_to_json(rules), separators=(',', ':'))}\n"
    yield f"mistakes {number - len(missed)} of {number}\n"
    yield from (f"missed {mutant}\n" for mutant in missed)
    for game in games:
        yield from _lines_of(game)
    yield f"end {len(games)}\n"


def _lines_of(game: SuiteGame) -> Iterator[str]:
    yield from (f"shows {mistake}\n" for mistake in game.shows)
    start, first = game.start, game.said[0]
    yield f"game {game.id} {start.grid} {first['board']} {first['player']} {first['phase']} {start.handicap}\n"
    yield state_line(first)
    for turn, answer in zip(game.turns, game.said[1:], strict=True):
        yield f"play {turn_text(start.grid, turn)}\n"
        yield state_line(answer)


def state_line(said: Answer) -> str:
    """What the rules say at a point of a game, as the line of a suite, given what the referee reports with reasons."""
    answer: Mapping[str, Any] = said
    result, captures = answer["result"], answer["captures"]
    if result is not None:
        scored = result["kind"] == "score"
        return f"over {result['B']:g} {result['W']:g} {result['winner']}\n" if scored else "over no-result\n"
    words = ["state", answer["player"], answer["board"], captures["B"], captures["W"], answer["phase"]]
    words += (f"-{point}:{clause}" for point, clause in answer["illegal"].items())
    words += (f"+{point}" for point in answer["unblock"])
    words += (f"*{point}" for point in answer["blocked"])
    words += ["pass-ends"] * answer["passEndsPhase"]
    return " ".join(map(str, words)) + "\n"


def catalogue(rules: Rules) -> list[Mutant]:
    """The mistakes that can be made in some rules, but in how a game starts: a suite tells an engine that."""
    return [mutant for mutant in mutants_in(rules) if mutant.clause.decides is not Decision.START]


def _not_shown(rules: Rules, games: Iterable[SuiteGame]) -> list[Mutant]:
    shown = {mistake for game in games for mistake in game.shows}
    return [mutant for mutant in catalogue(rules) if str(mutant) not in shown]


def _of_shapes(rules: Rules, to_show: list[Mutant]) -> Iterator[SuiteGame]:
    for name, shape in SHAPES.items():
        start = shape.start
        if rules.deciding(Decision.NEXT_PHASE, start.phase):
            game = _suite_game(f"shape/{name}", rules, start, start.turns(shape.texts), to_show)
            to_show = [mutant for mutant in to_show if str(mutant) not in game.shows]
            yield game


def _shortest(rules: Rules, to_show: list[Mutant]) -> Iterator[SuiteGame]:
    """The shortest games known that show what no other game shows."""
    known = shortest_games()
    for mutant in to_show:
        _, start, turns = known[str(mutant)]
        game = _suite_game(f"shortest/{mutant}", rules, start, turns, [mutant])
        if game.shows:
            yield game


def _on(grid: Grid, rules: Rules, to_show: list[Mutant]) -> Iterator[SuiteGame]:
    """The games of a board: a few random games, and those that show what is still to be shown."""
    tried = _TRIED if grid.size <= _FEW_POINTS else _TRIED_ON_MANY_POINTS
    for number in range(1, tried + 1):
        identity = f"{grid}/{number}"
        chance = random.Random(identity)
        start = Start.on(grid) if number % 2 else _crowded(grid, rules, chance)
        game = _suite_game(identity, rules, start, random_game(start.game(rules), chance).turns_taken, to_show)
        if game.shows or number <= _TAKEN_ANYWAY:
            to_show = [mutant for mutant in to_show if str(mutant) not in game.shows]
            yield game


def _crowded(grid: Grid, rules: Rules, chance: random.Random) -> Start:
    """A board of many stones, of which none lacks a liberty, in any phase of the rules."""
    black = white = 0
    for index in range(grid.size):
        if chance.random() < _CROWDED:
            if chance.random() < 1 / 2:
                black |= 1 << index
            else:
                white |= 1 << index
    coloring = Game(rules, grid).position.coloring
    coloring = coloring.colored(black, BLACK).colored(white, WHITE)
    for color in Color:
        coloring = coloring.emptied(without_liberties(coloring, color))
    phases = [phase for phase in Phase if phase is not Phase.OVER and rules.deciding(Decision.NEXT_PHASE, phase)]
    phase = phases[int(chance.random() * len(phases))]
    return Start.at(board_text(coloring), BLACK if chance.random() < 1 / 2 else WHITE, phase)


def _suite_game(
    identity: str, rules: Rules, start: Start, turns: Sequence[Turn], to_show: Sequence[Mutant]
) -> SuiteGame:
    said = [answer for answer in answers(start.game(rules), turns, explain=True) if answer.keys() != {"illegal"}]
    legal = tuple(turns[: len(said) - 1])
    shows = killed(rules, start, legal, said, to_show) if to_show else ()
    return SuiteGame(identity, start, legal, tuple(said), tuple(map(str, shows)))


_STARTS_EACH = {4: 60, 6: 150, 9: 250, 12: 250, 16: 300, 25: 350, 49: 350, 81: 300, 361: 60}
_MOST_SEQUENCES, _MOST_SEQUENCES_NOW_AND_THEN, _NOW_AND_THEN = 400, 10_000, 25


def perft_lines(rules: Rules, name: str) -> Iterator[str]:
    r"""For two thousand starts how many sequences of legal turns there are, a line each, as chess programs read them.

    >>> from superko.spec.rules import Rules
    >>> next(perft_lines(Rules(), "mine"))
    '5x1 .OX.. B main mine; D1 4; D2 13; D3 37; D4 96; D5 237; D6 593; D7 1454; D8 3957\n'
    """
    for number, start in enumerate(_starts(rules)):
        game = start.game(rules)
        most = _MOST_SEQUENCES if number % _NOW_AND_THEN else _MOST_SEQUENCES_NOW_AND_THEN
        numbers: list[int] = []
        for depth in islice(perft(game), 1, None):
            numbers.append(depth.sequences)
            if depth.sequences * depth.sequences > most * (numbers[-2] if numbers[1:] else 1):
                break
        depths = "".join(f"; D{depth} {sequences}" for depth, sequences in enumerate(numbers, 1))
        rows = board_text(game.position.coloring)
        yield f"{start.grid} {rows} {start.player.value} {start.phase.value} {name}{depths}\n"


def _starts(rules: Rules) -> Iterator[Start]:
    """Different starts: the hard shapes, and where random games stand, from empty boards and from crowded ones."""
    shapes = (shape.start for shape in SHAPES.values())
    seen = {start: None for start in shapes if rules.deciding(Decision.NEXT_PHASE, start.phase)}
    yield from seen
    for sides in _SIDES:
        grid = Grid(*sides)
        chance = random.Random(f"{grid}/perft")
        wanted = len(seen) + _STARTS_EACH[grid.size]
        while len(seen) < wanted:
            start = _crowded(grid, rules, chance)
            seen[start] = None
            for game in random_game(start.game(rules), chance).course[:: 1 + grid.size // 8]:
                if not game.over:
                    here = Start.here(game)
                    seen[Start(grid.width, grid.height, here.board, here.player, here.phase)] = None
        yield from list(seen)[wanted - _STARTS_EACH[grid.size] : wanted]
