"""The evidence on AGA claims holds for the rules as they are, and notices rules that were broken on purpose."""

from __future__ import annotations

from typing import Any

import pytest

from superko.checker.claims.aga import counting, disputes
from superko.checker.claims.aga.counting import smallest_story
from superko.checker.evidence.verdict import Outcome
from superko.checker.values.valuing import values_of
from superko.interpreter.aga_procedure import Procedure, ProcedureStage
from superko.interpreter.judgement import legal_plays
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Ended, Move, Pass, Record

AGA, AREA = PRESETS["aga"], PRESETS["aga-area"]


def only_stones(ended: Ended[Any], color: Color) -> Any:
    """A player counts their stones."""
    return ended.coloring.size(ended.coloring.of(color))


def test_with_odd_numbers_of_points_it_calls_every_draw_a_win_and_nothing_else() -> None:
    counts = counting.positions_decided(AREA, Grid(3, 3)).counts
    assert counts["decided_wrongly_as_printed"] == counts["draws"]


def test_rules_that_are_read_alike_are_never_told_apart() -> None:
    assert smallest_story(AGA, AGA, boards=1).outcome is Outcome.UNKNOWN


def one_pass(record: Record) -> bool:
    """A single pass ends the game."""
    return record.pass_run >= 1


class TestAgreement:
    """Naming dead stones, truly or falsely, beside counting the area as it stands."""

    @pytest.mark.clauses("claim/aga-agreement-is-area")
    @pytest.mark.parametrize("namer", Color)
    @pytest.mark.parametrize("grid", [Grid(2, 1), Grid(3, 1)], ids=str)
    def test_is_worth_what_plain_search_finds_whoever_names_first(self, grid: Grid, namer: Color) -> None:
        for game, value in values_of(disputes.AREA, grid):
            start = Procedure(game.record)
            assert value is not None
            assert gets_at_least(start, value.worst, namer, {})
            assert not gets_at_least(start, value.worst + 0.5, namer, {})

    def test_would_matter_if_a_single_pass_ended_the_game(self) -> None:
        verdict = disputes.agreement_changes_no_value(disputes.AREA.replacing("aga/9-end", one_pass), Grid(3, 1))
        assert verdict.outcome is Outcome.REFUTED

    def test_is_not_decided_where_it_is_amended_when_both_have_passed_twice(self) -> None:
        amended = disputes.AREA.replacing("aga/10-resume#all-alive", one_pass)
        assert disputes.agreement_changes_no_value(amended, Grid(2, 1)).outcome is Outcome.UNKNOWN

    def test_is_not_decided_where_to_name_all_stones_gives_not_all(self) -> None:
        counted = disputes.AREA.replacing("aga/12-count-area", only_stones)
        assert disputes.agreement_changes_no_value(counted, Grid(3, 1)).outcome is Outcome.UNKNOWN


Known = dict[tuple[Any, ...], bool]


def gets_at_least(game: Procedure, least: float, namer: Color, known: Known) -> bool:
    """Whether Black gets a lead, if where both have passed one player names dead stones and the other agrees or not."""
    if game.result is not None:
        return game.result.lead >= least
    record = game.record
    c, player, seen = record.position.coloring, record.position.player, frozenset(record.earlier)
    key = (c.black, c.white, player, record.pass_run, game.resumed, seen)
    if key not in known:
        if game.stage is ProcedureStage.AGREEING:
            known[key] = _named_at_least(game, least, namer, known)
        else:
            turns: tuple[Pass | Move, ...] = (PASS, *(Move(play.point) for play in legal_plays(record)))
            later = (gets_at_least(game.play(turn), least, namer, known) for turn in turns)
            known[key] = any(later) if player is BLACK else all(later)
    return known[key]


def _named_at_least(game: Procedure, least: float, namer: Color, known: Known) -> bool:
    def after(dead: int, other: int) -> bool:
        said = game.compare_dead_stones({namer: dead, namer.opponent: other})
        return gets_at_least(said, least, namer, known)

    c = game.record.position.coloring
    sets = [black | white for black in _sets(c, BLACK) for white in _sets(c, WHITE)]
    answers = ([after(dead, other) for other in sets] for dead in sets)
    return any(map(all, answers)) if namer is BLACK else all(map(any, answers))


def _sets(c: Coloring[int], color: Color) -> list[int]:
    return [*disputes.sets_of_strings(disputes.AREA, c, color)]
