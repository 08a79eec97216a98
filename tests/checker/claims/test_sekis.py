"""In a double-ko seki nobody can be made to lose more than stones in its kos, and elsewhere somebody can."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2 import sekis
from superko.checker.claims.katago_v2.sekis import (
    LEGAL_ONCE,
    NO_DAME,
    NO_RESULT,
    UNBLOCK,
    every_phase_ends,
    ko_points,
    life_is_what_is_not_in_seki,
    nobody_can_be_captured,
    surrounded,
    unblocking_shape,
)
from superko.checker.claims.shapes import FILLED_DOUBLE_KO, REPETITIONS, Shape
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.phase.machine import at_points, machine
from superko.checker.play import cycles as search
from superko.checker.play.capture import can_be_forced
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.parameters import READINGS, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Play, Record

SEKI = REPETITIONS[DOUBLE_KO_SEKI]
DIAMONDS = Shape("", "", ("O.OX", ".OX.", "OX.X"), ("B3", "C1", "pass", "C3", "B1", "pass"))


@pytest.mark.thorough
def test_where_single_stones_stand_around_an_eye_an_attack_succeeds() -> None:
    verdict = nobody_can_be_captured(TERRITORY, DIAMONDS, Phase.FIRST_CLEANUP)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_an_attack_succeeds_where_the_answering_ko_is_gone() -> None:
    finished = replace(SEKI, rows=(".OOOO", "OX.OX", "XXXXX"), player=BLACK)
    start = finished.game(TERRITORY, Phase.FIRST_CLEANUP)
    if_black = machine(start.record, at_points(ko_points(SEKI) | finished.coloring.empty))
    assert can_be_forced(if_black, BLACK, ko_points(SEKI))[0]
    assert not can_be_forced(if_black, WHITE, ko_points(SEKI))[0]


@pytest.mark.parametrize("to_play", Color)
def test_where_each_could_take_a_stone_that_is_in_no_ko_whoever_is_to_play_succeeds(to_play: Color) -> None:
    phase = machine(Game(TERRITORY, rows=".XO.", to_play=to_play).record)
    assert [can_be_forced(phase, attacker, 0)[0] for attacker in Color] == [attacker is to_play for attacker in Color]


REPEATED_PASS = "katago-v2/cleanup/end-repeated-pass"
TWO_PASSES = "katago-v2/cleanup/end-two-passes"
KO = Shape("ko", "A stone that takes can be taken back.", (".OX.",), ("A1", "B1"))
READ = [TERRITORY.reading({UNBLOCK: value}) for value in READINGS[UNBLOCK].values]


def longest_by_playing(start: Game, points: int) -> int:
    """The most turns until the phase ends, by playing every game turn by turn."""
    ahead: dict[Hashable, int] = {}

    def most(game: Game) -> int:
        record = game.record
        history = frozenset(record.made), record.since_pass.counts(), frozenset(record.passed_from)
        asked = (record.state, *history, record.pass_run)
        if asked not in ahead:
            turns = [turn for turn in game.turns() if not isinstance(turn, Move) or turn.point & points]
            after = [game.play(turn) for turn in turns]
            ahead[asked] = 1 + max(0 if later.ended_by else most(later) for later in after)
        return ahead[asked]

    return most(start)


def never_forbids(record: Record, play: Play[int]) -> bool:
    """A ko-move may be made again and again."""
    return True


def three_passes(record: Record) -> bool:
    """Three consecutive passes end a cleanup phase."""
    return record.pass_run >= 3


AMENDED = [
    TERRITORY.dropping(REPEATED_PASS),
    TERRITORY.dropping(NO_RESULT),
    TERRITORY.replacing(LEGAL_ONCE, never_forbids),
    TERRITORY.replacing(TWO_PASSES, three_passes),
    TERRITORY.replacing(TWO_PASSES, three_passes).dropping(REPEATED_PASS),
]


@pytest.mark.parametrize("rules", [*READ, *AMENDED])
@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
def test_a_single_ko_prolongs_a_phase_as_long_as_games_show(rules: Rules, phase: Phase) -> None:
    start = KO.game(rules, phase)
    turns, _ = search.longest_phase(machine(start.record, at_points(ko_points(KO))))
    assert turns is not None
    assert len(turns) == longest_by_playing(start, ko_points(KO))
    assert reduce(Game.play, turns, start).ended_by is not None


@given(st.lists(st.integers(0, 20), max_size=25), st.sampled_from(READ))
@pytest.mark.thorough
def test_each_turn_at_the_kos_is_one_of_the_machine_and_ends_the_same(choices: list[int], rules: Rules) -> None:
    game = SEKI.game(rules, Phase.FIRST_CLEANUP)
    read = machine(game.record, at_points(ko_points(SEKI)))
    node, memory = 0, read.first_memory
    for choice in choices:
        at_the_kos = [turn for turn in game.turns() if not isinstance(turn, Move) or turn.point & ko_points(SEKI)]
        taken = {transition.step.turn: transition for transition in read.taken(node, memory)}
        assert set(at_the_kos) == set(taken)
        turn = at_the_kos[choice % len(at_the_kos)]
        game = game.taking(turn)
        ended_by = taken[turn].ended_by
        assert (None if ended_by is None else ended_by.name) == game.ended_by
        if game.ended_by:
            return
        node, memory = taken[turn].node, taken[turn].memory


def test_the_cycle_with_unblocking_leads_back_to_the_same_state() -> None:
    shape = unblocking_shape(SEKI, TERRITORY, Phase.FIRST_CLEANUP)
    game = start = shape.game(TERRITORY, Phase.FIRST_CLEANUP)
    for turn in shape.turns:
        game = game.play(turn)
    assert game.record.state == start.record.state
    assert PASS not in shape.turns


def test_where_nothing_repeats_there_is_no_cycle() -> None:
    start = replace(KO, rows=("..",), cycle=()).game(TERRITORY, Phase.FIRST_CLEANUP)
    assert search.shortest_cycle(machine(start.record, at_points(0))) == ()


def test_with_moves_everywhere_the_phase_ends_but_how_late_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the proof, which has tests of its own, when games are played, then one of them is shown."""
    monkeypatch.setattr(sekis, "phase_ends", lambda *asked: Verdict(Outcome.PROVED, "every size", "z3"))
    verdict = every_phase_ends(TERRITORY, SEKI, Phase.FIRST_CLEANUP, games=5)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.witness is not None
    assert len(verdict.witness.turns) == verdict.counts["turns"]
    assert verdict.witness.game().ended_by is not None


def test_where_no_game_ends_without_result_a_phase_with_moves_everywhere_need_not_end() -> None:
    never = TERRITORY.replacing(NO_RESULT, lambda record: False, "No game ends without result.")
    assert every_phase_ends(never, SEKI, Phase.FIRST_CLEANUP, games=1).outcome is not Outcome.HOLDS


SEKI_TAXED = replace(TERRITORY, tax=Tax.SEKI)


def test_a_dame_of_one_side_is_surrounded() -> None:
    c = parse_board(".X.O.")
    assert surrounded(c, BLACK) == 0b00001
    assert surrounded(c, WHITE) == 0b10000


OWN_STONE = "katago-v2/extra/independent-life-region#own-stone"


@pytest.mark.parametrize(
    ("broken", "counted"),
    [
        (SEKI_TAXED.dropping(NO_DAME), "seki_inside"),
        (SEKI_TAXED.replacing(OWN_STONE, lambda c, color, region: region & 0 != 0, "Nothing lives."), "alive_outside"),
    ],
    ids=["seki is life", "nothing lives"],
)
def test_each_half_of_it_can_fail(broken: Rules, counted: str) -> None:
    verdict = life_is_what_is_not_in_seki(broken, Grid(4, 2))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counts[counted] > 0


def test_with_the_shared_point_filled_it_is_no_seki_as_whoever_moves_first_captures() -> None:
    shape = replace(FILLED_DOUBLE_KO, cycle=("A3", "E1", "pass", "A2", "E2", "pass"))
    assert nobody_can_be_captured(TERRITORY, shape, Phase.FIRST_CLEANUP).outcome is Outcome.REFUTED
