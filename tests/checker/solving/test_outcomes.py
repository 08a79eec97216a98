"""Games that are won without a count: what each command that solves says of them is what plain search finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from superko.checker.phase import phases, tables_arrays
from superko.checker.phase.phases import PhaseTables
from superko.checker.phase.tables_arrays import ArrayPhase
from superko.checker.solving.budget import Budget
from superko.checker.solving.certificate import kept_value, promises
from superko.checker.solving.certifying import graph_of
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import Value, solve, solver_of, value_of
from superko.checker.solving.solver import Solver
from superko.checker.solving.verifier import NotKept, Verifier
from superko.checker.values.valuing import Valuing, in_positions, parting_of, starts_of
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Pass, Phase, Record, Turn

from .plain_play import plain_values

AREA = Rules(suicide=False)
MOST_TURNS = 300_000


def nobody_passes(turn: Turn) -> bool:
    """Nobody passes."""
    return not isinstance(turn, Pass)


def who_can_not_move_loses(record: Record[Any], color: Color) -> bool:
    """The player to move who has no legal turn loses."""
    return color is record.position.player.opponent


def who_can_not_move_wins(record: Record[Any], color: Color) -> bool:
    """The player to move who has no legal turn wins."""
    return color is record.position.player


def something_is_captured(record: Record[Any]) -> bool:
    """The first capture ends the game."""
    return (record.tally.captures[BLACK] > 0) | (record.tally.captures[WHITE] > 0)


def two_are_captured(record: Record[Any]) -> bool:
    """Two captured stones of a color end the game."""
    return (record.tally.captures[BLACK] >= 2) | (record.tally.captures[WHITE] >= 2)


def the_captor(record: Record[Any], color: Color) -> bool:
    """The player who has captured wins."""
    return record.tally.captures[color.opponent] > 0


def the_captured(record: Record[Any], color: Color) -> bool:
    """The player who has lost stones wins."""
    return record.tally.captures[color] > 0


def the_captor_of_two(record: Record[Any], color: Color) -> bool:
    """The player who has captured two wins."""
    return record.tally.captures[color.opponent] >= 2


def black_wins_a_draw(black: float, white: float) -> Color:
    """Black wins where the scores are equal."""
    return BLACK if black >= white else WHITE


def the_lower_score_wins(black: float, white: float) -> Color | None:
    """The lower score wins."""
    return None if black == white else BLACK if black < white else WHITE


def adding(rules: Rules, decision: Decision, function: Callable[..., Any]) -> Rules:
    """Rules with one more clause."""
    return rules.adding(make_clause(function, f"ours/{function.__name__.replace('_', '-')}", decides=decision))


def winning(rules: Rules, ends: Callable[..., Any], wins: Callable[..., Any]) -> Rules:
    """Rules by which a clause ends the game, and another one says who has won then."""
    return adding(adding(rules, Decision.GAME_ENDS, ends), Decision.AWARDED, wins)


WITHOUT_PASSES = adding(AREA, Decision.TURN, nobody_passes)
NO_MOVE_LOSES = adding(WITHOUT_PASSES, Decision.NO_TURN, who_can_not_move_loses)
RULES = {
    "no move loses": NO_MOVE_LOSES,
    "no move loses, suicide": replace(NO_MOVE_LOSES, suicide=True),
    "first capture": winning(NO_MOVE_LOSES, something_is_captured, the_captor),
    "first capture, else a count": winning(AREA, something_is_captured, the_captor),
    "two captures": winning(NO_MOVE_LOSES, two_are_captured, the_captor_of_two),
    "Black wins a draw": AREA.replacing("katago-v2/area/winner", black_wins_a_draw),
}
IN_GAMES = {
    "no move wins": adding(WITHOUT_PASSES, Decision.NO_TURN, who_can_not_move_wins),
    "the lower score wins": AREA.replacing("katago-v2/area/winner", the_lower_score_wins),
    "a long cycle is won": PRESETS["chinese-like"].reading({"reading/long-cycle": "captures"}),
}


def values(rules: Rules, sides: tuple[int, int]) -> list[Value]:
    """What all positions of a board are worth, by what `solve` chooses to search with."""
    games = [game for game in starts_of(rules, Grid(*sides)) if not game.over]
    found_by = solver_of(games, Budget())
    return [value_of(found_by, game) for game in games]


def naive(rules: Rules, sides: tuple[int, int]) -> list[Value]:
    """The same by plain search with the whole history, by the interpreter alone."""
    games = (game for game in starts_of(rules, Grid(*sides)) if not game.over)
    return [Value(*both) for game in games if (both := plain_values(game, MOST_TURNS))]


@pytest.mark.parametrize("sides", [(2, 1), (3, 1)])
@pytest.mark.parametrize("name", RULES)
def test_every_position_is_worth_what_plain_search_finds(name: str, sides: tuple[int, int]) -> None:
    assert values(RULES[name], sides) == naive(RULES[name], sides)


@pytest.mark.parametrize("name", IN_GAMES)
def test_what_tables_can_not_tell_is_searched_in_games(name: str) -> None:
    game = Game(IN_GAMES[name], (2, 1))
    found_by = solver_of([game], Budget())
    assert isinstance(found_by, PlainSolver)
    assert value_of(found_by, game) == Value(*plain_values(game, MOST_TURNS) or ())


TO_SIX_POINTS = {
    "first capture": ((2, 2), (4, 1), (5, 1), (3, 2), (6, 1)),
    "two captures": ((2, 2), (4, 1), (5, 1), (3, 2), (6, 1)),
    "no move loses": ((2, 2), (4, 1), (5, 1)),
}


@pytest.mark.parametrize(
    ("name", "sides"), [(name, sides) for name, boards in TO_SIX_POINTS.items() for sides in boards]
)
def test_on_up_to_six_points_the_empty_board_is_worth_what_plain_search_finds(
    name: str, sides: tuple[int, int]
) -> None:
    game = Game(RULES[name], sides)
    both = plain_values(game, MOST_TURNS)
    assert both is not None
    assert value_of(Solver([game], Budget()), game) == Value(*both)


def test_without_passes_a_line_of_six_points_is_worth_what_a_search_of_games_finds() -> None:
    game = Game(NO_MOVE_LOSES, (6, 1))
    assert value_of(Solver([game], Budget()), game) == value_of(PlainSolver([game], Budget()), game)


READ_ON_ARRAYS = ("no move loses", "no move loses, suicide", "first capture", "first capture, else a count")


@pytest.mark.parametrize("name", READ_ON_ARRAYS)
def test_what_ends_games_is_read_on_arrays_as_one_situation_after_the_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [game for game in starts_of(RULES[name], Grid(2, 2)) if not game.over]
    assert kind_of_tables(games) is ArrayPhase
    on_arrays = values(RULES[name], (2, 2))
    monkeypatch.setattr(tables_arrays, "can_be_read_on_arrays", lambda records: False)
    assert kind_of_tables(games) is PhaseTables
    assert values(RULES[name], (2, 2)) == on_arrays


def kind_of_tables(games: Sequence[Game]) -> type[object]:
    """How a phase is read."""
    return type(phases.phases_from([game.record for game in games]).tables[0])


def test_the_phases_of_all_presets_but_two_are_read_on_arrays() -> None:
    tabled = PRESETS.keys() - {"repeated-pass"}
    one_by_one = [name for name in tabled if kind_of_tables([Game(PRESETS[name], (2, 1))]) is not ArrayPhase]
    assert one_by_one == ["spight-territory"]


def test_where_a_game_goes_on_after_a_capture_each_situation_is_read_by_itself() -> None:
    assert kind_of_tables([Game(RULES["two captures"], (3, 1))]) is PhaseTables


def test_the_one_who_can_not_move_loses_on_one_point_at_once() -> None:
    over = Game(NO_MOVE_LOSES, 1)
    assert (over.over, over.ended_by, over.standing()) == (
        True,
        "ours/who-can-not-move-loses",
        "The game is over. White wins.",
    )
    assert Game(IN_GAMES["no move wins"], 1).standing() == "The game is over. Black wins."
    assert not Game(WITHOUT_PASSES, 1).over


def test_who_wins_is_said_without_a_lead() -> None:
    assert str(solve(RULES["first capture"], "3x1")) == "Black wins under best play."
    assert str(solve(RULES["first capture"], "2x2")) == "White wins under best play."
    assert str(solve(RULES["first capture, else a count"], "3x1")) == "Black wins by 3 under best play."
    assert str(solve(RULES["Black wins a draw"], "2x1")) == "Black wins under best play."
    assert str(solve(AREA, "2x1")) == "A draw under best play."


@pytest.mark.parametrize("board", ["3x1", "4x4"])
def test_where_nobody_says_what_no_turn_means_there_is_no_best_play_and_it_is_said_at_once(board: str) -> None:
    with pytest.raises(Refusal, match="no clause says who wins then"):
        solve(WITHOUT_PASSES, board)


@pytest.mark.parametrize("name", RULES)
def test_the_value_is_certified_and_another_winner_is_not(name: str) -> None:
    game = Game(RULES[name], (3, 1))
    found_by = Solver([game], Budget())
    value = value_of(found_by, game)
    graphs = [graph_of(found_by, game, promise) for promise in promises(value)]
    assert all(Verifier(game, graph).check() for graph in graphs)
    assert kept_value([graph.promise for graph in graphs]) == value
    for graph in graphs:
        turned = graph.promise._replace(player=WHITE if graph.promise.player is BLACK else BLACK)
        with pytest.raises(NotKept):
            Verifier(game, graph._replace(promise=turned)).check()


def test_positions_in_which_a_game_is_over_at_once_are_compared_too() -> None:
    both = NO_MOVE_LOSES, IN_GAMES["no move wins"]
    first = in_positions(both, Grid(1, 1), each_game=True).first
    assert first is not None
    assert first.values == (Value(-inf, -inf), Value(inf, inf))


def test_rule_sets_part_where_one_player_wins_under_one_alone() -> None:
    games = Game(RULES["first capture"], (2, 2)), Game(RULES["no move loses"], (2, 2))
    valuings = Valuing(games[:1]), Valuing(games[1:])
    first, second = (valuing.worth(game).value for valuing, game in zip(valuings, games, strict=True))
    assert first is not None
    assert second is not None
    assert (first, second) == (Value(-inf, -inf), Value(inf, inf))
    parting = parting_of(games, (first, second), valuings)
    assert parting is not None
    assert "keeps Black from winning" in parting.says(["one", "the other"])


def test_clauses_that_name_the_wrong_player_win_the_other_way() -> None:
    wrongly = winning(NO_MOVE_LOSES, something_is_captured, the_captured)
    assert naive(wrongly, (3, 1)) != naive(RULES["first capture"], (3, 1))


def test_every_phase_is_asked_who_wins_without_a_turn() -> None:
    assert all(RULES["no move loses"].deciding(Decision.NO_TURN, phase) for phase in Phase)
