"""In cleanup a threat lifts no mark; in the main phase it lifts the ban; and rules broken on purpose are told apart."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2.threats import BLOCKED, in_main_phase_they_do, threats_lift_nothing
from superko.checker.evidence.verdict import Outcome, told_in_notes, without_a_clause
from superko.spec.algebra import Grid
from superko.spec.algebra.board import P
from superko.spec.katago_v2.cleanup import CLEANUP, is_ko_move
from superko.spec.vocabulary import Phase, Play, Record

FIVE = Grid(5, 1)


def quiet_moves_lift_all_marks(record: Record[P], play: Play[P], marks: P) -> P:
    """After a move that is no ko-move, no mark is left."""
    c = play.before
    return c.choose(is_ko_move(record.rules, play), marks & ~play.after.empty, c.board.nothing)


@pytest.mark.clauses("claim/threats-elsewhere")
@pytest.mark.parametrize("phase", CLEANUP)
def test_in_cleanup_no_threat_lets_a_player_retake(phase: Phase) -> None:
    verdict = threats_lift_nothing(TERRITORY, phase, FIVE)
    assert (verdict.outcome, verdict.counts["acted"]) == (Outcome.HOLDS, 24)


@pytest.mark.clauses("claim/threats-elsewhere")
def test_in_the_main_phase_every_threat_does() -> None:
    verdict = in_main_phase_they_do(TERRITORY, FIVE)
    assert (verdict.outcome, verdict.counts["differences"]) == (Outcome.WITNESSED, verdict.counts["threats"])


def test_if_quiet_moves_lifted_marks_threats_would_matter() -> None:
    broken = TERRITORY.replacing("katago-v2/cleanup/unmark", quiet_moves_lift_all_marks)
    verdict = threats_lift_nothing(broken, Phase.FIRST_CLEANUP, FIVE)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_without_the_ban_on_marked_stones_they_would_too_and_the_verdict_tells_how() -> None:
    decide = told_in_notes(without_a_clause(threats_lift_nothing))
    verdict = decide(TERRITORY.dropping(BLOCKED), Phase.FIRST_CLEANUP, FIVE)
    assert (verdict.outcome, verdict.witness) == (Outcome.NEEDED, None)
    assert verdict.notes.startswith("From ")


def test_where_there_is_no_room_elsewhere_nothing_is_decided() -> None:
    assert threats_lift_nothing(TERRITORY, Phase.FIRST_CLEANUP, Grid(2, 1)).outcome is Outcome.UNKNOWN
