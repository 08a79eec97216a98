"""Both ways to read a phase, node by node and on arrays, give the same values: those of plain search."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from superko.checker.phase import phases
from superko.checker.phase.machine import machine
from superko.checker.phase.phases import phases_from
from superko.checker.phase.tables import (
    GOES_ON,
    NO_RESULT,
    NOT_KNOWN,
    PhaseToSearch,
    Tables,
    event_added,
    is_of_new_event,
    leaf,
)
from superko.checker.phase.tables_arrays import can_be_read_on_arrays
from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Condition, Grid
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play, Record, Tally

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


def read_node_by_node(rules: Rules) -> Rules:
    """The same rules with a clause that an author wrote anew, which are read node by node."""
    clause = rules.sole(Decision.MOVE)
    return rules.replacing(clause.name, clause.function, clause.text)


@pytest.mark.parametrize("rules", [*AREA, *OTHERS, *WITHOUT_A_CLAUSE], ids=str)
def test_both_ways_to_read_a_phase_give_the_same_values(rules: Rules) -> None:
    on_arrays, node_by_node = ([*every_position(asked, Grid(3, 1))][::4] for asked in (rules, read_node_by_node(rules)))
    assert can_be_read_on_arrays([on_arrays[0].record])
    assert not can_be_read_on_arrays([node_by_node[0].record])
    assert values(node_by_node) == values(on_arrays)


@pytest.mark.parametrize("name", ["katago-v2/main/start#turn", "katago-v2/move/pseudolegal#empty"])
def test_without_a_clause_that_arrays_need_rules_are_read_one_situation_at_a_time(name: str) -> None:
    rules = Rules(ko=Ko.POSITIONAL, suicide=False).dropping(name)
    games = [Game(rules, (2, 1))]
    (phase,) = phases.phases_from([games[0].record]).tables
    assert isinstance(phase, phases.PhaseTables)
    assert values(games) == [(0.0, 0.0)]


@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
@pytest.mark.thorough
@pytest.mark.exhaustive
def test_a_proof_is_not_turned_where_it_matters_how_the_second_cleanup_phase_began(phase: Phase) -> None:
    rules = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)
    players = {"OO/..": BLACK, "XX/..": WHITE}
    on_arrays, node_by_node = (
        values([Game(asked, rows=board, to_play=player, phase=phase) for board, player in players.items()])
        for asked in (rules, read_node_by_node(rules))
    )
    # The second is the first with the colors swapped.
    assert on_arrays[1] == tuple(-value for value in reversed(on_arrays[0]))
    assert node_by_node == on_arrays


@pytest.mark.parametrize("rules", [rules for rules in AREA if rules.ko is not Ko.SIMPLE], ids=str)
def test_on_arrays_one_node_stands_for_all_its_images(rules: Rules) -> None:
    game = Game(rules, 2)
    turned = phases.phases_from([game.record]).tables[0].tables
    assert len(turned.inverse) == 16
    assert len(turned.mover) < len(machine(game.record).nodes) / 8


@pytest.mark.parametrize("rules", [*(rules for rules in AREA if rules.ko is not Ko.SIMPLE), PRESETS["aga"]], ids=str)
def test_a_ban_of_what_a_move_makes_is_told_by_its_effect_and_asks_no_question(rules: Rules) -> None:
    tables = phases.phases_from([Game(rules, (3, 2)).record]).tables[0].tables
    once = events_that_may_happen_once(tables)
    passes = len(tables.mover)
    assert len(once) == len(tables.after) - passes
    assert list(tables.forbidden) == [leaf(GOES_ON)]
    assert not len(tables.asked)


@pytest.mark.parametrize("rules", [Rules(ko=Ko.SIMPLE, suicide=suicide) for suicide in (True, False)], ids=str)
def test_what_ends_a_game_without_result_asks_about_an_event_in_one_question(rules: Rules) -> None:
    tables = phases.phases_from([Game(rules, (3, 2)).record]).tables[0].tables
    every_question = zip(tables.asked, tables.times, tables.yes, tables.no, strict=True)
    questions = [question for question in every_question if leaf(NO_RESULT) in question]
    assert 0 < len(set(questions)) == len(questions) < len(tables.after) / 2


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


# Ends of the second cleanup are scored when a search asks about one, as all are at once: by how that phase began.


RULES = [Rules(scoring=Scoring.TERRITORY, suicide=False, tax=tax, komi=0.5) for tax in Tax]


def second_cleanup(rules: Rules, width: int, height: int) -> tuple[PhaseToSearch, list[Tally]]:
    """The second cleanup of games on a board, and the tallies with which it starts."""
    record = Game(rules, (width, height)).record
    first, second = phases_from([record]).tables[1:]
    starts = (first.further(number).tally.second_cleanup_start for number in range(first.number_of_ends))
    return second, [replace(record.tally, second_cleanup_start=start) for start in starts]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_an_end_is_worth_alone_what_it_is_among_all(rules: Rules) -> None:
    phase, tallies = second_cleanup(rules, 3, 1)
    assert phase.scores_ask_how_it_began
    leads = [list(phase.leads(tally)) for tally in tallies]
    assert len({tuple(of_start) for of_start in leads}) > 1
    for tally, of_start in zip(tallies, leads, strict=True):
        assert [phase.lead(number, tally) for number in range(phase.number_of_ends)] == of_start


def test_an_end_that_is_followed_is_worth_nothing_known() -> None:
    game = Game(RULES[0], (2, 1))
    first = phases_from([game.record]).tables[0]
    assert not first.scores_ask_how_it_began
    assert {first.lead(number, game.record.tally) for number in range(first.number_of_ends)} == {NOT_KNOWN}


def test_ends_are_worth_what_they_are_whichever_start_was_asked_about_before() -> None:
    games = list(every_position(RULES[0], Grid(3, 1), Phase.SECOND_CLEANUP))[::5]
    assert values(games) == [value for game in games for value in values([game])]
