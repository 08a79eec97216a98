"""Classes of histories are those that plain play tells apart, and count the games that plain play counts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.counting import histories
from superko.checker.counting.histories import (
    HistoryClasses,
    OpenStates,
    SuperkoHistories,
    history_classes,
    superko_history_classes,
)
from superko.checker.counting.layers import Keys, wide
from superko.checker.counting.longest_simple_ko_game import long_game
from superko.checker.counting.longest_superko_game import StepTable, step_table
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.phase.machine import answer_and_bits
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Condition, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play
from tests.sampling import one_in

LINE_OF_TWO, LINE_OF_THREE = Grid(2, 1), Grid(3, 1)
SUPERKO = Rules(suicide=False)
SIMPLE = replace(SUPERKO, ko=Ko.SIMPLE)
SITUATIONAL = [replace(SUPERKO, ko=Ko.SITUATIONAL, suicide=suicide) for suicide in (False, True)]
BANS = (
    "tromp-taylor",
    "new-zealand-like",
    "chinese-like",
    "aga",
    "wmsg",
    "new-zealand",
    "chinese-2002",
    "french",
    "ikeda",
    "spight",
    "spight-two",
    "repeated-pass",
)


class Played:
    """Every game played to its end, and nothing known of two histories but what follows each."""

    def __init__(self, start: Game) -> None:
        self.classes: dict[Hashable, int] = {}
        self.games = self.longest = 0
        self._class_of(start)

    def _class_of(self, game: Game) -> int:
        if game.over:
            self.games, self.longest = self.games + 1, max(self.longest, game.record.turn)
            return -1
        following = frozenset(
            (turn, after.ended_by, self._class_of(after)) for turn in game.turns() for after in [game.play(turn)]
        )
        board = (game.position.coloring, game.position.player)
        return self.classes.setdefault((board, following), len(self.classes))


def numbers(classes: HistoryClasses) -> tuple[int, int, int]:
    return len(classes.following), classes.games, len(classes.longest)


@pytest.mark.parametrize("name", BANS)
def test_on_two_points_they_are_those_of_plain_play_under_every_ban(name: str) -> None:
    played = Played(Game.start(PRESETS[name], 2, 1))
    assert numbers(history_classes(PRESETS[name], LINE_OF_TWO)) == (len(played.classes), played.games, played.longest)


@pytest.mark.parametrize("name", one_in(4, ["tromp-taylor", "french", "ikeda", "new-zealand-like"]))
def test_on_three_points_they_are_those_of_plain_play(name: str) -> None:
    played = Played(Game.start(PRESETS[name], 3, 1))
    assert numbers(history_classes(PRESETS[name], LINE_OF_THREE)) == (len(played.classes), played.games, played.longest)


def test_under_simple_ko_the_longest_game_is_as_long_as_by_an_assignment() -> None:
    classes = history_classes(SIMPLE, LINE_OF_THREE)
    assert len(classes.longest) == len(long_game(SIMPLE, LINE_OF_THREE)[0])
    assert reduce(Game.play, classes.longest, Game.start(SIMPLE, 3, 1)).over


def test_what_a_class_leads_to_stands_before_it() -> None:
    classes = history_classes(SUPERKO, LINE_OF_THREE)
    assert all(after < number for number, following in enumerate(classes.following) for _, _, after in following)


def test_of_most_histories_the_class_is_known_without_looking_on() -> None:
    assert history_classes(SUPERKO, LINE_OF_THREE).looked_up > 200


@pytest.mark.parametrize("forgotten", ["before", "answer_and_bits"])
def test_if_what_a_class_hangs_on_is_forgotten_the_numbers_are_wrong(
    forgotten: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = numbers(history_classes(SUPERKO, LINE_OF_THREE))
    wrong = {"before": lambda step, bits: 0, "answer_and_bits": lambda *asked: (answer_and_bits(*asked)[0], 0)}
    monkeypatch.setattr(histories, forgotten, wrong[forgotten])
    assert numbers(history_classes(SUPERKO, LINE_OF_THREE)) != right


def test_games_that_can_go_on_forever_and_too_many_classes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="a game can go on forever"):
        history_classes(PRESETS["japanese-1989"], LINE_OF_THREE)
    monkeypatch.setattr(histories, "MOST_CLASSES", 300)
    with pytest.raises(ValueError, match="more than 300 classes"):
        history_classes(SUPERKO, LINE_OF_THREE)


def by_what_is_open(rules: Rules, grid: Grid) -> SuperkoHistories:
    return superko_history_classes(step_table(rules, grid))


def one_by_one(rules: Rules, grid: Grid) -> SuperkoHistories:
    classes = history_classes(rules, grid)
    return SuperkoHistories(len(classes.following), classes.games)


@pytest.mark.parametrize("grid", [Grid(1, 1), LINE_OF_TWO, LINE_OF_THREE], ids=str)
@pytest.mark.parametrize(
    "rules",
    [*(PRESETS[name] for name in ("tromp-taylor", "aga", "chinese-2002", "french", "new-zealand")), *SITUATIONAL],
    ids=str,
)
def test_counted_by_what_is_open_there_are_as_many_classes_as_one_by_one(rules: Rules, grid: Grid) -> None:
    assert by_what_is_open(rules, grid) == one_by_one(rules, grid)


def black_only_at_the_edge(play: Play[int]) -> Condition:
    """Black does not move at the second point."""
    if play.player is not BLACK:
        return True
    return play.before.no(play.before.meets(play.point, play.before.board.everything & 2))


def test_so_there_are_where_colors_or_points_are_told_apart() -> None:
    rules = SUPERKO.replacing("katago-v2/move/suicide-ban", black_only_at_the_edge, "No move at B1 for Black.")
    counted = by_what_is_open(rules, LINE_OF_THREE)
    assert counted == one_by_one(rules, LINE_OF_THREE)
    assert counted != by_what_is_open(SUPERKO, LINE_OF_THREE)


@pytest.mark.parametrize("mistake", ["unreachable boards count as open", "nothing is symmetric", "no pass is taken"])
def test_counted_by_what_is_open_with_a_mistake_the_classes_are_others(
    mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = by_what_is_open(SUPERKO, LINE_OF_THREE)
    match mistake:
        case "unreachable boards count as open":
            monkeypatch.setattr(histories, "reachable", lambda onward, seeds, within: within)
        case "nothing is symmetric":
            monkeypatch.setattr(Keys, "stand_for", lambda keys, counted: len(counted[0]))
        case "no pass is taken":
            monkeypatch.setattr(histories, "_after_a_pass", lambda replies: set())
    wrong = by_what_is_open(SUPERKO, LINE_OF_THREE)
    assert wrong.classes != right.classes


def states_reached(table: StepTable, node: int, unvisited: frozenset[int], passed: bool = False) -> set[int]:
    """The states that turns come to, one by one; if a player has passed, only the other one's turns."""
    states = set[int]()
    for played in table.played[node]:
        (target, adds, _, _), passes = played.step, len(played.turns) > 1
        here = unvisited - {adds} if passes else unvisited
        if target in here and passes >= passed:
            states |= {target} | states_reached(table, played.after, here - {target})
    return states


def in_bits(states: Iterable[int]) -> int:
    return sum(1 << number for number in states)


def open_at(table: StepTable, node: int, unvisited: frozenset[int]) -> tuple[int, int]:
    """What walks reach, and what is open."""
    steps = [(played.step, len(played.turns) > 1) for played in table.played[node]]
    seeds, own = ({step.target for step, passes in steps if limit >= passes} for limit in (True, False))
    states = OpenStates(table, words=1)
    reached = states.reached(seeds, wide(in_bits(unvisited), words=1))
    added = states.added_at.get(table.places[node].state)
    still_open = states.among(reached, seeds, {} if added is None else {added: own})
    return int(reached[0][0]), int(still_open[0][0])


TABLES = [step_table(rules, LINE_OF_THREE) for rules in (SUPERKO, *SITUATIONAL, PRESETS["new-zealand"])]


@given(data=st.data(), table=st.sampled_from(TABLES))
def test_open_is_what_turns_can_come_to(data: st.DataObject, table: StepTable) -> None:
    node = data.draw(st.sampled_from([node for node, (state, _) in table.places.items() if state]))
    others = sorted(set(range(1, len(table.states))) - {table.places[node].state})
    unvisited = frozenset(data.draw(st.sets(st.sampled_from(others), max_size=12)))
    assert open_at(table, node, unvisited)[1] == in_bits(states_reached(table, node, unvisited))


def test_what_only_a_pass_that_adds_it_leads_to_is_not_open() -> None:
    """From `X.O` White passes, and by way of `XX.`, `...` and `X..` the players come to `X.O` with Black to move."""
    table = TABLES[2]
    numbers = {
        (coloring.black, coloring.white, player): number for number, (coloring, player) in enumerate(table.states)
    }
    way = [numbers[stones] for stones in ((0b011, 0, WHITE), (0, 0, WHITE), (0b001, 0, WHITE), (0b001, 0b100, BLACK))]
    stands = numbers[0b001, 0b100, WHITE]
    node = next(node for node, (state, _) in table.places.items() if state == stands)
    assert open_at(table, node, frozenset(way)) == (in_bits(way), in_bits(way[:-1]))


def test_more_games_than_64_bits_can_count_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "MOST_GAMES", 900)
    with pytest.raises(ValueError, match="more games here than 64 bits can count"):
        by_what_is_open(SUPERKO, LINE_OF_THREE)


def test_where_other_boards_follow_a_pass_classes_are_not_counted_by_what_is_open() -> None:
    table = TABLES[1]
    (added, *_) = OpenStates(table, words=1).added_at.values()
    steps = tuple(steps[1:] if number == added else steps for number, steps in enumerate(table.steps))
    with pytest.raises(ValueError, match="after a pass other boards follow"):
        superko_history_classes(replace(table, steps=steps))


def test_where_one_state_is_that_of_several_positions_classes_are_not_counted_by_what_is_open() -> None:
    table = TABLES[1]
    last = max(table.places)
    places = {**table.places, last + 1: table.places[last]}
    played = {**table.played, last + 1: table.played[last]}
    with pytest.raises(ValueError, match="one state stands for several positions"):
        superko_history_classes(replace(table, places=places, played=played))


def test_the_games_that_are_recorded_with_classes_are_those_counted_by_layers() -> None:
    games = {
        name: recorded["counts"]["games"]
        for name, recorded in recorded_verdicts().items()
        if name.startswith("fact/histories ")
    }
    by_layers = {
        name: recorded["counts"]["games"]
        for name, recorded in recorded_verdicts().items()
        if name.startswith("fact/games ") and name.replace("games", "histories", 1) in games
    }
    assert sum(" 2x2 " in name for name in by_layers) == 4
    assert {name: games[name.replace("games", "histories", 1)] for name in by_layers} == by_layers
