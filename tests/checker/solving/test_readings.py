"""Both ways to read a phase, node by node and on arrays, give the same values: those of plain search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count, product

import numpy as np
import pytest

from superko.checker.phase import ends, phases, tables_arrays
from superko.checker.phase import tables as of_tables
from superko.checker.phase.ends import ArrayEnds
from superko.checker.phase.machine import machine
from superko.checker.phase.many import Numbers
from superko.checker.phase.symmetry import CodeSymmetries, Packed
from superko.checker.phase.tables import FORBIDDEN, GOES_ON, NO_RESULT, Tables, event_added, is_of_new_event, leaf
from superko.checker.phase.tables_arrays import can_be_read_on_arrays
from superko.checker.solving.bounds import BEYOND
from superko.checker.solving.budget import Budget
from superko.checker.solving.conditions import change_at, image_of, number_of_changes
from superko.checker.solving.search import PhaseSearch
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Condition, Grid
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase, Play, Record

from .every_position import every_position
from .plain_play import plain_values

AREA = [Rules(ko=ko, suicide=suicide) for ko, suicide in product(Ko, (True, False))]
OTHERS = [
    Rules(ko=Ko.SITUATIONAL, button=True, tax=Tax.SEKI, komi=0.5),
    Rules(scoring=Scoring.TERRITORY, suicide=False),
    PRESETS["tromp-taylor-ten"],
    PRESETS["aga"],
]

WITHOUT_A_CLAUSE = [
    Rules(ko=Ko.SIMPLE, suicide=False).dropping("katago-v2/move/suicide-ban"),
    Rules(ko=Ko.POSITIONAL).dropping("katago-v2/area/komi"),
    PRESETS["new-zealand"].dropping("new-zealand/no-repeat#after-passes"),
    PRESETS["aga"].dropping("aga/8-illegal-kinds#self-capture"),
    PRESETS["french"].dropping("french/count"),
]


def values(games: list[Game]) -> list[tuple[float, float]]:
    """The values of games with no-result at its worst and at its best."""
    solver = Solver(games, Budget())
    return [(solver.value(game, WORST), solver.value(game, BEST)) for game in games]


def events_that_may_happen_once(tables: Tables) -> list[int]:
    """The events of which a step tells that it is forbidden once what it adds has happened, step by step."""
    return [event_added(effect) for effect in tables.effect if is_of_new_event(effect)]


def images_of_all(tables: Tables) -> set[int]:
    """All images of the events that may happen once."""
    events = set(events_that_may_happen_once(tables))
    return {image_of(tables, event, symmetry) for event in events for symmetry in range(len(tables.inverse))}


@pytest.mark.parametrize("rules", [*AREA, *OTHERS, *WITHOUT_A_CLAUSE], ids=str)
def test_both_ways_to_read_a_phase_give_the_same_values(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(every_position(rules, Grid(3, 1)))[::4]
    on_arrays = values(games)
    assert can_be_read_on_arrays([games[0].record])
    monkeypatch.setattr(phases, "can_be_read_on_arrays", lambda starts: False)
    assert values(games) == on_arrays


@pytest.mark.parametrize("name", ["katago-v2/main/start#turn", "katago-v2/move/pseudolegal#empty"])
def test_without_a_clause_that_arrays_need_rules_are_read_one_situation_at_a_time(name: str) -> None:
    rules = Rules(ko=Ko.POSITIONAL, suicide=False).dropping(name)
    games = [Game(rules, (2, 1))]
    (phase,) = phases.phases_from([games[0].record]).tables
    assert isinstance(phase, phases.PhaseTables)
    assert values(games) == [(0.0, 0.0)]


def test_too_many_situations_on_arrays_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "MOST_NODES", 4)
    with pytest.raises(Refusal, match="more than 4 situations"):
        phases.phases_from([Game(AREA[0].dropping("katago-v2/area/komi"), 2).record])


def test_what_the_end_of_the_game_adds_for_a_player_is_told_of_that_player_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = list(every_position(PRESETS["aga"], Grid(2, 1)))
    as_it_is = values(games)
    monkeypatch.setattr(ArrayEnds, "of_player", lambda ends, codes, player: np.full(len(ends.numbers), player is BLACK))
    assert values(games) != as_it_is


def test_where_the_end_would_add_by_more_than_who_took_the_last_turn_nothing_is_read_on_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    records = [Game(PRESETS["aga"], (2, 1)).record]
    assert isinstance(phases.phases_from(records).tables[0], tables_arrays.ArrayPhase)
    numbers = count()
    monkeypatch.setattr(ends, "numbers_counted", lambda tally: {"captures": next(numbers)})
    assert not isinstance(phases.phases_from(records).tables[0], tables_arrays.ArrayPhase)


@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
@pytest.mark.thorough
@pytest.mark.exhaustive
def test_a_proof_is_not_turned_where_it_matters_how_the_second_cleanup_phase_began(
    phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)
    players = {"OO/..": BLACK, "XX/..": WHITE}
    games = [Game(rules, rows=board, to_play=player, phase=phase) for board, player in players.items()]
    on_arrays = values(games)
    # The second is the first with the colors swapped.
    assert on_arrays[1] == tuple(-value for value in reversed(on_arrays[0]))
    monkeypatch.setattr(phases, "can_be_read_on_arrays", lambda starts: False)
    assert values(games) == on_arrays


@pytest.mark.thorough
def test_nodes_that_are_turned_there_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(scoring=Scoring.TERRITORY, suicide=False)

    def come_out_otherwise(game: Game) -> bool:
        right = values([game])
        with monkeypatch.context() as patched:
            patched.setattr(tables_arrays, "scores_ask_how_it_began", lambda start: False)
            return values([game]) != right

    assert any(map(come_out_otherwise, every_position(rules, Grid(3, 1), Phase.SECOND_CLEANUP)))


@pytest.mark.parametrize("rules", [rules for rules in AREA if rules.ko is not Ko.SIMPLE], ids=str)
def test_both_ways_to_read_a_phase_find_as_many_steps(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(rules, 2)
    one_by_one = machine(game.record)
    with monkeypatch.context() as patched:
        patched.setattr(tables_arrays, "CodeSymmetries", lambda grid, **_: CodeSymmetries(grid, False, False))
        not_turned = phases.phases_from([game.record]).tables[0].tables
    assert len(not_turned.mover) == len(one_by_one.nodes)
    assert len(not_turned.after) == sum(len(steps) for steps in one_by_one.steps)
    turned = phases.phases_from([game.record]).tables[0].tables
    assert len(turned.inverse) == 16
    assert len(images_of_all(turned)) == len(images_of_all(not_turned))
    assert len(turned.mover) < len(not_turned.mover) / 8


@pytest.mark.parametrize("rules", [*(rules for rules in AREA if rules.ko is not Ko.SIMPLE), PRESETS["aga"]], ids=str)
def test_a_ban_of_what_a_move_makes_is_told_by_its_effect_and_asks_no_question(rules: Rules) -> None:
    tables = phases.phases_from([Game(rules, (3, 2)).record]).tables[0].tables
    once = events_that_may_happen_once(tables)
    passes = len(tables.mover)
    assert len(once) == len(tables.after) - passes
    assert list(tables.forbidden) == [leaf(GOES_ON)]
    assert not len(tables.asked)


def test_a_ban_of_something_else_than_what_a_move_makes_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given effects that add other events than moves make, when they are read, then guards ask about what they make."""
    record = Game(Rules(), (2, 1)).record
    right = of_tables.effect_of_one_event
    monkeypatch.setattr(tables_arrays, "effect_of_one_event", lambda event: right(event) + 1)
    tables = phases.phases_from([record]).tables[0].tables
    assert not events_that_may_happen_once(tables)
    assert len(tables.forbidden) == len(tables.after)
    assert leaf(FORBIDDEN) in tables.yes


def test_a_ban_of_all_images_of_what_a_move_makes_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(every_position(Rules(ko=Ko.POSITIONAL), Grid(4, 1)))
    right_values, right = values(games), of_tables.effect_of_new_event
    images = len(CodeSymmetries(Grid(4, 1), turned=True, swapped=True))
    monkeypatch.setattr(tables_arrays, "effect_of_new_event", lambda events: right(events - events % images))
    assert values(games) != right_values


@pytest.mark.parametrize("rules", [Rules(ko=Ko.SIMPLE, suicide=suicide) for suicide in (True, False)], ids=str)
def test_what_ends_a_game_without_result_asks_about_an_event_in_one_question(rules: Rules) -> None:
    tables = phases.phases_from([Game(rules, (3, 2)).record]).tables[0].tables
    every_question = zip(tables.asked, tables.times, tables.yes, tables.no, strict=True)
    questions = [question for question in every_question if leaf(NO_RESULT) in question]
    assert 0 < len(set(questions)) == len(questions) < len(tables.after) / 2


def each_end_asks_about_what_was_added(tables: Tables) -> bool:
    """Whether every step that may end the game asks first about an event that it adds."""
    effects = [effect for guard, effect in zip(tables.ended, tables.effect, strict=True) if guard >= 0]
    asked = [tables.asked[guard] for guard in tables.ended if guard >= 0]
    added = [{change_at(tables, effect, n) for n in range(number_of_changes(tables, effect))} for effect in effects]
    return len(asked) > 0 and all(event in events for event, events in zip(asked, added, strict=True))


def test_one_question_for_all_images_of_an_event_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    right = tables_arrays._Reading._ask_once

    def of_the_first_image(reading: tables_arrays._Reading, events: Numbers, *further: int) -> Packed:
        return right(reading, events - events % len(reading.whole), *further)

    records = [Game(Rules(ko=Ko.SIMPLE), (3, 2)).record]
    assert each_end_asks_about_what_was_added(phases.phases_from(records).tables[0].tables)
    monkeypatch.setattr(tables_arrays._Reading, "_ask_once", of_the_first_image)
    assert not each_end_asks_about_what_was_added(phases.phases_from(records).tables[0].tables)


@pytest.mark.clauses("reading/no-result")
def test_a_game_that_ends_without_result_on_the_second_time_is_worth_what_plain_search_says() -> None:
    rules = Rules(ko=Ko.SIMPLE, suicide=False).reading({"reading/no-result": "second"})
    games = list(every_position(rules, Grid(3, 1)))[::3]
    compared = [(value, plain_values(game, 50_000)) for game, value in zip(games, values(games), strict=True)]
    assert all(value == plain for value, plain in compared if plain is not None)
    assert sum(plain is not None for _, plain in compared) >= len(games) // 2


@pytest.mark.clauses("reading/legal-once", "reading/no-result")
@pytest.mark.parametrize(
    ("phase", "readings"),
    [
        pytest.param(Phase.FIRST_CLEANUP, {}, marks=pytest.mark.thorough),
        (Phase.SECOND_CLEANUP, {}),
        (Phase.SECOND_CLEANUP, {"reading/legal-once": "after"}),
        (Phase.SECOND_CLEANUP, {"reading/no-result": "second"}),
    ],
)
def test_cleanup_phases_are_worth_what_plain_search_says(phase: Phase, readings: dict[str, str]) -> None:
    rules = replace(PRESETS["japanese-like"], tax=Tax.NONE).reading(readings)
    games = list(every_position(rules, Grid(2, 1), phase))
    compared = [(value, plain_values(game, 20_000)) for game, value in zip(games, values(games), strict=True)]
    assert all(value == plain for value, plain in compared if plain is not None)
    assert sum(plain is not None for _, plain in compared) >= len(games) // 2


def what_is_not_enough_once_never_is(search: PhaseSearch, end: int, mode: int, asked: int) -> None:
    """An end that is not worth so much is taken to be worth nothing."""
    right_answer(search, end, mode, asked)
    if search._static.end_most[mode, end] < asked:
        search._static.end_most[mode, end] = -BEYOND


def what_is_enough_once_always_is(search: PhaseSearch, end: int, mode: int, asked: int) -> None:
    """An end that is worth so much is taken to be worth anything."""
    right_answer(search, end, mode, asked)
    if search._static.end_least[mode, end] >= asked:
        search._static.end_least[mode, end] = BEYOND


def what_is_not_enough_is_worth_just_that(search: PhaseSearch, end: int, mode: int, asked: int) -> None:
    """An end that is not worth so much is taken to be worth half a point more than it can be."""
    right_answer(search, end, mode, asked)
    if search._static.end_most[mode, end] < asked:
        search._static.end_least[mode, end] = search._static.end_most[mode, end] = asked


right_answer = PhaseSearch._find_out


@pytest.mark.parametrize(
    "mistake",
    [
        what_is_not_enough_once_never_is,
        what_is_enough_once_always_is,
        what_is_not_enough_is_worth_just_that,
    ],
)
def test_what_the_start_of_a_phase_is_worth_is_told_by_what_was_asked_and_no_more(
    mistake: Callable[[PhaseSearch, int, int, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = list(every_position(PRESETS["japanese-like"], Grid(3, 1), Phase.FIRST_CLEANUP))
    as_it_is = values(games)
    monkeypatch.setattr(PhaseSearch, "_find_out", mistake)
    assert values(games) != as_it_is


def test_symmetry_is_not_used_where_rules_have_none() -> None:
    """With a clause that forbids the first point, a board and its mirror image have other values."""

    def is_not_at_the_first_point(record: Record, play: Play[int]) -> Condition:
        c = play.before
        return c.no(c.meets(play.point, c.board.nothing | 1)) & record.earlier.lacks((play.after,))

    rules = Rules(suicide=False).replacing(
        "katago-v2/main/legal-superko", is_not_at_the_first_point, "Nobody plays at the first point, or repeats."
    )
    games = list(every_position(rules, Grid(3, 1)))
    game_values = values(games)
    assert game_values == [plain_values(game, 20_000) for game in games]
    tables = phases.phases_from([games[0].record]).tables[0].tables
    assert len(np.asarray(tables.inverse)) == 1


def test_aga_rules_are_worth_what_plain_search_says() -> None:
    rules = next(rules for name, rules in sorted(PRESETS.items()) if rules.document == "aga")
    games = list(every_position(rules, Grid(2, 1)))[::2]
    assert values(games) == [plain_values(game, 20_000) for game in games]
