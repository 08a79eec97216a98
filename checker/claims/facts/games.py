"""How many games there are, how long the longest are, and how many histories have different futures."""

from __future__ import annotations

from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Turn
from ...counting.histories import history_classes
from ...counting.layers import layers
from ...counting.superko_steps import long_walk, most_moves, step_table
from ...evidence.checks import Sides
from ...evidence.verdict import Seen, answer, one_case
from ...play.comparison import as_far_as_legal

PUBLISHED_GAMES: dict[tuple[Ko, bool], dict[Sides, int]] = {
    (Ko.POSITIONAL, True): {(1, 1): 1, (2, 1): 9, (3, 1): 907, (4, 1): 2098407841, (2, 2): 386356909593},
    (Ko.POSITIONAL, False): {(1, 1): 1, (2, 1): 9, (3, 1): 907, (4, 1): 719178893, (2, 2): 386356909593},
    (Ko.SITUATIONAL, True): {},
    (Ko.SITUATIONAL, False): {(2, 1): 9, (3, 1): 959, (4, 1): 1359471437},
}
PUBLISHED_MOVES: dict[Ko, dict[Sides, int]] = {
    Ko.POSITIONAL: {(3, 1): 14, (4, 1): 40, (5, 1): 112, (2, 2): 48},
    Ko.SITUATIONAL: {},
}
KEPT_WALKS = 300
FEW_STATES = 90


@one_case(method="layers", acts="had a game with moves")
def number_of_games(rules: Rules, grid: Grid) -> Seen:
    """Count the games from the empty board, and compare with the published number."""
    by_length = list(layers(step_table(rules, grid)))
    games = sum(layer.games for layer in by_length)
    counts = {"games": games, "longest": by_length[-1].games, "lines": sum(layer.lines for layer in by_length)}
    return answer(games == _as_published(rules, grid, games), counts, acted=games - 1)


def _as_published(rules: Rules, grid: Grid, games: int) -> int:
    """How many games there are as published; as many as were counted, where none were."""
    of_rules = PUBLISHED_GAMES.get((rules.ko, rules.suicide), {}) if rules.document == "katago-v2" else {}
    return of_rules.get((grid.width, grid.height), games)


@one_case(acts="made a move")
def longest_game(rules: Rules, grid: Grid) -> Seen:
    """Find a longest game, show that none is longer, and compare with the published number of moves."""
    table = step_table(rules, grid)
    start = Game(rules, grid)
    long_games = (long_game(replace(rules, suicide=suicide), grid) for suicide in {False, rules.suicide})
    can_be_played = (turns for turns in long_games if as_far_as_legal(start, turns).turns_taken == turns)
    turns = max(can_be_played, key=_moves_of)
    moves = _moves_of(turns)
    at_most, method = most_moves(table), "assignment"
    if moves < at_most and len(table.states) <= FEW_STATES:
        at_most, method = max(layer.moves for layer in layers(table)), "layers"
    counts = {"moves": moves, "at_most": at_most, "states": len(table.states)}
    witness = Story.play(start, turns, f"This game has {moves} moves.")
    if moves < at_most:
        notes = f"The longest game has at least {moves} moves, and at most {at_most}."
        return answer(None, counts, witness, notes, method=method)
    published = PUBLISHED_MOVES[rules.ko].get((grid.width, grid.height), moves)
    return answer(moves == published, counts, witness, "No game has more moves.", moves, method=method)


def long_game(rules: Rules, grid: Grid) -> tuple[Turn, ...]:
    """The turns of a long game; without suicide, it is most often a game where suicide is allowed as well."""
    table = step_table(rules, grid)
    return table.turns(long_walk(table, KEPT_WALKS))


def _moves_of(turns: tuple[Turn, ...]) -> int:
    """How many of some turns are moves."""
    return sum(isinstance(turn, Move) for turn in turns)


@one_case(method="classes of histories", acts="took a turn")
def classes_of_histories(rules: Rules, grid: Grid) -> Seen:
    """Count the classes of histories, the games and the turns of the longest; compare games with those published."""
    classes = history_classes(rules, grid)
    longest = classes.longest
    counts = {
        "classes": len(classes.following),
        "boards": classes.boards,
        "games": classes.games,
        "turns": len(longest),
    }
    published = _as_published(rules, grid, classes.games)
    witness = Story.play(Game(rules, grid), longest, f"No game has more than {len(longest)} turns.")
    return answer(classes.games == published, counts, witness, acted=len(longest))
