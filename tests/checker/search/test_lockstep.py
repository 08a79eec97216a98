"""Games side by side: every game is counted, once, however many of them are searched as one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import fields, replace
from functools import reduce
from itertools import islice
from typing import TypeAlias

import pytest

from superko.checker.phase.dependence import PARTS, key_of, whole_past
from superko.checker.phase.machine import Model
from superko.checker.phase.symmetry import image_of, symmetries, up_to_symmetry
from superko.checker.play.comparison import Line, Lockstep
from superko.interpreter.clauses_of_authors import names_mentioned
from superko.interpreter.game import Game
from superko.interpreter.history import NOTHING_YET, after, ending
from superko.interpreter.judgement import judge, legal_plays
from superko.interpreter.result import Score, ended_game
from superko.spec.algebra import BLACK, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Ended, History, Move, Phase, Record, Turn

WITH_BUTTON = {f"{name},button": replace(PRESETS[name], button=True) for name in ("tromp-taylor", "japanese-like")}
RULE_SETS = PRESETS | WITH_BUTTON
ALWAYS_THE_SAME_OR_IN_THE_POSITION = {"rules", "turn", "position", "state", "coloring", "handicap", "placed"}
Ending: TypeAlias = tuple[Phase, Hashable, Hashable]
NEVER_SHARING = {"aga-like", "new-zealand-like", "french", "repeated-pass"}


def games_by_length(rules: Rules, grid: Grid, most_turns: int) -> list[Counter[Ending]]:
    """How many games of each length there are, by how they came out if they have ended."""
    games = Lockstep(Model.each([rules], grid))
    lines = [games.start]
    counts = []
    for _ in range(most_turns):
        lines = games.longer(lines)
        counted = Counter[Ending]()
        for line in lines:
            game = line.games[0]
            counted[game.position.phase, game.over and game.ended_by, outcome(game)] += line.number
        counts.append(counted)
    return counts


def outcome(game: Game) -> Hashable:
    result = game.result
    return (result.black, result.white) if isinstance(result, Score) else result


def games_one_by_one(rules: Rules, grid: Grid, most_turns: int) -> list[Counter[Ending]]:
    """The same, found by playing every game for itself."""
    games = [Game(rules, grid)]
    counts = []
    for _ in range(most_turns):
        games = [game.play(turn) for game in games for turn in game.turns()]
        counts.append(
            Counter[Ending]((game.position.phase, game.over and game.ended_by, outcome(game)) for game in games)
        )
    return counts


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize(("width", "height", "most_turns"), [(2, 1, 12), (3, 1, 7), (2, 2, 5)])
def test_games_with_one_future_and_mirrored_games_are_counted_one_by_one(
    name: str, width: int, height: int, most_turns: int
) -> None:
    rules, grid = RULE_SETS[name], Grid(width, height)
    assert games_by_length(rules, grid, most_turns) == games_one_by_one(rules, grid, most_turns)


@pytest.mark.parametrize(("preset", "games"), [("tromp-taylor", 907), ("chinese-ogs-kgs", 907), ("aga-like", 959)])
def test_there_are_as_many_games_on_three_points_as_published(preset: str, games: int) -> None:
    counts = games_by_length(PRESETS[preset], Grid(3, 1), 30)
    assert (
        sum(number for counted in counts for (phase, _, _), number in counted.items() if phase is Phase.OVER) == games
    )


@pytest.mark.parametrize("name", sorted(RULE_SETS.keys() - NEVER_SHARING))
def test_games_with_one_future_have_the_same_turns_and_what_these_lead_to_is_the_same(name: str) -> None:
    future = key_of(RULE_SETS[name])
    games = [Game(RULE_SETS[name], (3, 1))]
    shared = 0
    for _ in range(8):
        games = [game.play(turn) for game in games for turn in game.turns()]
        first_of: dict[object, Game] = {}
        for game in games:
            other = first_of.setdefault(future(game.record), game)
            shared += other is not game
            assert what_follows(game) == what_follows(other)
    assert shared > 0


def what_follows(game: Game) -> object:
    longer = [(turn, game.play(turn)) for turn in game.turns()]
    return [(turn, played.position, played.ended_by, played.result) for turn, played in longer]


def without_turn_numbers(record: Record) -> Record:
    """The same record, but for when its states stood, and for what was before the turn before."""

    def forgotten(history: History) -> History:
        return reduce(lambda kept, event: kept.extended(event, 0), history, NOTHING_YET)

    return replace(
        record,
        earlier=forgotten(record.earlier),
        passed_from=forgotten(record.passed_from),
        made=forgotten(record.made),
        previous=record.previous and replace(record.previous, previous=None),
    )


def test_where_a_clause_asks_when_something_was_all_of_the_past_counts() -> None:
    rules = PRESETS["repeated-pass"]
    assert key_of(rules) is whole_past
    assert key_of(rules.reading({"reading/repeated-pass-win": "left-out"})) is not whole_past


@pytest.mark.parametrize("name", [name for name in RULE_SETS if name != "repeated-pass"])
def test_clauses_ask_which_states_stood_but_not_when_nor_what_was_before_the_turn_before(name: str) -> None:
    for seed in range(40):
        choice = random.Random(seed)
        game = Game(RULE_SETS[name], (3, 2))
        while not game.over and game.record.turn < 40:
            forgetful = without_turn_numbers(game.record)
            possible: list[Turn] = [PASS, *(Move(1 << point) for point in range(6)), *game.unblocks()]
            turn = choice.choice(possible)
            judgement = judge(game.record, turn)
            assert judge(forgetful, turn).clause == judgement.clause
            if judgement.legal:
                game = game.play(turn)
                ended = ending(after(forgetful, turn))
                assert (ended and ended.clause.name) == game.ended_by
                assert (ended and ended.result) == game.result


class Spied:
    """A value that notes which of its parts are asked for."""

    def __init__(self, value: object, asked: set[str]) -> None:
        self._value = value
        self._asked = asked

    def __getattr__(self, name: str) -> object:
        self._asked.add(name)
        return getattr(self._value, name)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_part_that_a_clause_asks_for_when_a_game_is_played_was_found_by_reading_it(name: str) -> None:
    rules = RULE_SETS[name]
    asked: set[str] = set()
    for seed in range(40):
        choice = random.Random(seed)
        game = Game(rules, 2)
        while not game.over and game.record.turn < 40:
            spied = Spied(game.record, asked)
            for decision in (Decision.PHASE_ENDS, Decision.NO_RESULT, Decision.GAME_ENDS, Decision.NEXT_PHASE):
                for clause in rules.deciding(decision, game.position.phase):
                    clause.function(spied)
            for play in legal_plays(game.record):
                for clause in rules.deciding(Decision.LEGAL, game.position.phase):
                    clause.function(spied, play)
            game = game.play(choice.choice(game.turns()))
        for clause in rules.deciding(Decision.SCORE):
            clause.function(Spied(ended_game(game.record), asked), BLACK)
    names = names_mentioned(clause.function for clause in rules.in_force)
    parts_asked = asked & (PARTS.keys() | {field.name for field in (*fields(Record), *fields(Ended))})
    assert parts_asked
    assert parts_asked <= names
    assert parts_asked - PARTS.keys() <= ALWAYS_THE_SAME_OR_IN_THE_POSITION


def test_a_part_of_the_record_that_only_a_called_function_mentions_is_found() -> None:
    def asks_nothing_itself(record: Record) -> bool:
        return called_by_name(record)

    assert "phase_turn" in names_mentioned([asks_nothing_itself])


def called_by_name(record: Record) -> bool:
    return any(record.phase_turn > number for number in range(3))


def test_under_superko_the_past_is_the_states_that_stood_and_under_simple_ko_those_since_the_last_pass() -> None:
    def parts(ko: Ko) -> frozenset[str]:
        return names_mentioned(
            clause.function for clause in Rules(ko=ko).in_force if clause.decides is not Decision.OWNERSHIP_SCORE
        )

    assert "earlier" in parts(Ko.POSITIONAL)
    assert "since_pass" not in parts(Ko.POSITIONAL)
    assert {"since_pass", "passed_from", "previous"} <= parts(Ko.SIMPLE)


def three_turns_after_the_first_pass(record: Record) -> bool:
    """The phase ends three turns after its first pass, whatever they are."""
    before, turns = record.previous, 0
    while before is not None and before.passes > 0:
        before, turns = before.previous, turns + 1
    return turns >= 3


def on_the_seventh_turn(record: Record) -> bool:
    """The phase ends with the seventh turn, or after two passes."""
    return record.turn >= 7 or record.pass_run >= 2


def when_the_start_comes_back(record: Record) -> bool:
    """The phase ends when the first state of all stands again, or after two passes."""
    return record.turn > 0 and (record.earlier.turn_of(record.state) == 0 or record.pass_run >= 2)


@pytest.mark.parametrize("clause", [three_turns_after_the_first_pass, on_the_seventh_turn, when_the_start_comes_back])
def test_games_under_a_clause_that_looks_further_back_are_not_taken_for_each_other(
    clause: Callable[[Record], bool],
) -> None:
    rules = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", clause)
    assert games_by_length(rules, Grid(3, 1), 6) == games_one_by_one(rules, Grid(3, 1), 6)


def test_games_under_a_clause_that_hides_what_it_asks_about_are_not_taken_for_each_other() -> None:
    def ends_when_told(record: Record) -> bool:
        """The phase ends after as many passes as somebody else says."""
        return bool(getattr(record, "pass_" + "run") >= 2)

    rules = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", ends_when_told)
    assert games_by_length(rules, Grid(2, 1), 6) == games_one_by_one(rules, Grid(2, 1), 6)


def test_a_square_has_seven_symmetries_a_rectangle_three_and_a_line_one() -> None:
    assert [len(symmetries(Grid(*sides))) for sides in ((3, 3), (3, 2), (3, 1), (1, 1))] == [7, 3, 1, 0]


@pytest.mark.parametrize("grid", [Grid(2, 2), Grid(3, 2), Grid(3, 3)], ids=str)
def test_symmetries_keep_neighbours_together(grid: Grid) -> None:
    neighbours = integer_board(grid.width, grid.height).neighbours
    for symmetry in symmetries(grid):
        for point in points_of(grid.everywhere):
            assert neighbours(image_of(point, symmetry)) == image_of(neighbours(point), symmetry)


def test_the_first_move_on_3x3_is_in_a_corner_on_a_side_or_in_the_middle() -> None:
    moves = [Move(1 << point) for point in range(9)]
    chosen = [(turn, number) for turn, number, _ in up_to_symmetry(moves, symmetries(Grid(3, 3)))]
    assert chosen == [(Move(1 << 0), 4), (Move(1 << 1), 4), (Move(1 << 4), 1)]


def test_after_a_move_off_the_axes_no_symmetry_is_left() -> None:
    games = Lockstep(Model.each([Rules()], Grid(3, 2)))
    corner = Move(1)
    line = next(line for line in games.longer([games.start]) if line.games[0].turns_taken == (corner,))
    assert line.symmetries == ()
    assert line.number == 4


def test_the_turns_of_a_game_go_on_through_its_phases() -> None:
    game = Game(PRESETS["japanese-like"], (2, 1))
    turns = (Move(1), PASS, PASS, PASS, PASS)
    for turn in turns:
        game = game.play(turn)
    assert game.turns_taken == turns


def test_games_of_two_rule_sets_take_the_same_turns() -> None:
    games = Lockstep(Model.each([Rules(), PRESETS["aga-like"]], Grid(2, 2)))
    lines: list[Line] = [games.start]
    for _ in range(3):
        lines = games.longer(lines)
    for line in islice(lines, 20):
        first, second = line.games
        assert first.turns_taken == second.turns_taken
        assert first.position.coloring == second.position.coloring
        assert first.position.coloring.board == integer_board(2, 2)
