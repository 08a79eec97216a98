"""How long a double-ko seki prolongs a cleanup phase is what the interpreter plays, and the clause bounds it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2 import double_ko_seki
from superko.checker.claims.katago_v2.double_ko_seki import (
    LEGAL_ONCE,
    NO_RESULT,
    UNBLOCK,
    every_phase_ends,
    ko_points,
    longest_phase,
    stopped_by_legal_once,
    unblocking_shape,
)
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.phase.machine import at_points, machine
from superko.checker.play import longest_phase as search
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.checker.play.shapes import REPETITIONS, Shape
from superko.interpreter.game import Game
from superko.spec.parameters import READINGS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Play, Record

REPEATED_PASS = "katago-v2/cleanup/end-repeated-pass"
TWO_PASSES = "katago-v2/cleanup/end-two-passes"
SEKI = REPETITIONS[DOUBLE_KO_SEKI]
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
    found = search.longest_phase(machine(start.record, at_points(ko_points(KO))))
    assert found.turns is not None
    assert len(found.turns) == longest_by_playing(start, ko_points(KO))
    assert reduce(Game.play, found.turns, start).ended_by is not None


def test_on_a_ko_a_phase_takes_longer_when_a_clause_forbids_nothing_or_when_it_takes_three_passes_to_end() -> None:
    def turns(rules: Rules) -> int:
        start = KO.game(rules, Phase.FIRST_CLEANUP)
        found = search.longest_phase(machine(start.record, at_points(ko_points(KO))))
        return len(found.turns or ())

    never = TERRITORY.replacing(LEGAL_ONCE, never_forbids)
    three = TERRITORY.replacing(TWO_PASSES, three_passes)
    assert [turns(some) for some in (TERRITORY, never, three.dropping(REPEATED_PASS))] == [7, 11, 14]


@given(st.lists(st.integers(0, 20), max_size=25), st.sampled_from(READ))
@pytest.mark.thorough
def test_each_turn_at_the_kos_is_one_of_the_machine_and_ends_the_same(choices: list[int], rules: Rules) -> None:
    game = SEKI.game(rules, Phase.FIRST_CLEANUP)
    read = machine(game.record, at_points(ko_points(SEKI)))
    node, memory = 0, read.first_memory
    for choice in choices:
        at_the_kos = [turn for turn in game.turns() if not isinstance(turn, Move) or turn.point & ko_points(SEKI)]
        taken = {some.step.turn: some for some in read.taken(node, memory)}
        assert set(at_the_kos) == set(taken)
        turn = at_the_kos[choice % len(at_the_kos)]
        game = game.taking(turn)
        assert (taken[turn].ended_by and taken[turn].ended_by.name) == game.ended_by
        if game.ended_by:
            return
        node, memory = taken[turn].node, taken[turn].memory


@pytest.mark.clauses(LEGAL_ONCE)
@pytest.mark.thorough
def test_the_double_ko_seki_prolongs_a_phase_by_38_turns_if_unblocking_is_no_pass() -> None:
    verdict = longest_phase(SEKI, TERRITORY, Phase.FIRST_CLEANUP)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["turns"] == 38
    assert verdict.witness is not None
    end = verdict.witness.game()
    assert (end.record.turn, end.ended_by) == (38, TWO_PASSES)


@pytest.mark.clauses(UNBLOCK)
def test_it_prolongs_it_by_9_turns_if_unblocking_counts_as_a_pass() -> None:
    rules = TERRITORY.reading({UNBLOCK: "pass"})
    assert longest_phase(SEKI, rules, Phase.SECOND_CLEANUP).counts["turns"] == 9
    assert longest_by_playing(SEKI.game(rules, Phase.SECOND_CLEANUP), ko_points(SEKI)) == 9


@pytest.mark.clauses(LEGAL_ONCE, NO_RESULT)
def test_without_the_clause_only_the_end_without_result_stops_it() -> None:
    without = TERRITORY.dropping(LEGAL_ONCE)
    assert longest_phase(SEKI, without.dropping(NO_RESULT), Phase.FIRST_CLEANUP).outcome is Outcome.REFUTED
    verdict = stopped_by_legal_once(SEKI, TERRITORY, Phase.FIRST_CLEANUP)
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.counts == {"cycle": 8, "turn": 9, "rounds": 1}
    assert NO_RESULT in verdict.notes
    assert stopped_by_legal_once(SEKI, without, Phase.FIRST_CLEANUP).outcome is Outcome.REFUTED


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
    monkeypatch.setattr(double_ko_seki, "phase_ends", lambda *asked: Verdict(Outcome.PROVED, "every size", "z3"))
    verdict = every_phase_ends(SEKI, TERRITORY, Phase.FIRST_CLEANUP, games=5)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.witness is not None
    assert len(verdict.witness.turns) == verdict.counts["turns"]
    assert verdict.witness.game().ended_by is not None


def test_where_no_game_ends_without_result_a_phase_with_moves_everywhere_need_not_end() -> None:
    never = TERRITORY.replacing(NO_RESULT, lambda record: False, "No game ends without result.")
    assert every_phase_ends(SEKI, never, Phase.FIRST_CLEANUP, games=1).outcome is not Outcome.HOLDS
