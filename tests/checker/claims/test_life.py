"""Tax All takes two points from each living region; other taxes are told from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.facts import situations
from superko.checker.claims.katago_v2 import endings, life, moves
from superko.checker.claims.katago_v2.life import (
    LITERAL,
    paid_once_for_each_group,
    smallest_other_tax,
    takes_up_to_two,
    two_for_each_string,
    up_to_two,
)
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.sweeps import sweep
from superko.spec.algebra import BLACK, Color, Coloring, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.katago_v2.faster_forms import benson, stones_without_liberty
from superko.spec.katago_v2.life import independent_life_regions, pass_alive_groups
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended

ALL = Rules(tax=Tax.ALL, suicide=False)
TAX = "katago-v2/area/score-all#tax"
STRINGS = "two points for each string"


def three_points(ended: Ended[P], color: Color) -> Number:
    """A player pays 3 for every independent-life-region of their color."""
    c = ended.coloring
    tax: Number = c.number_of_regions(independent_life_regions(ended.rules, c, color)) * -3
    return tax


def for_each_string(ended: Ended[P], color: Color) -> Number:
    """A player pays 2 for every string of stones with independent life."""
    c = ended.coloring
    tax: Number = c.number_of_regions(independent_life_regions(ended.rules, c, color) & c.of(color)) * -2
    return tax


def shown(verdict: Verdict) -> tuple[Outcome, str, str]:
    assert verdict.witness is not None
    return verdict.outcome, verdict.scope, verdict.witness.start.board


def test_where_nothing_lives_nothing_is_tested() -> None:
    assert takes_up_to_two(ALL, Grid(2, 1)).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/tax-all-up-to-two")
def test_read_literally_the_single_point_of_an_empty_board_pays_two() -> None:
    verdict = smallest_other_tax(ALL.reading(LITERAL), up_to_two, "")
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "1x1")


def test_a_tax_of_three_points_is_noticed() -> None:
    assert takes_up_to_two(ALL.replacing(TAX, three_points), Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/tax-all-by-group")
def test_two_strings_that_share_an_eye_are_one_group_and_pay_once() -> None:
    assert paid_once_for_each_group(ALL, Grid(2, 2)).outcome is Outcome.HOLDS
    assert shown(smallest_other_tax(ALL, two_for_each_string, STRINGS)) == (Outcome.REFUTED, "2x2", ".X/X.")


def test_if_strings_paid_the_claim_would_be_refuted() -> None:
    verdict = paid_once_for_each_group(ALL.replacing(TAX, for_each_string), Grid(2, 2))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.start.board == ".X/X."


def test_where_no_group_has_two_strings_nothing_is_tested() -> None:
    assert paid_once_for_each_group(ALL, Grid(3, 1)).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(("width", "height", "legal"), [(4, 1, 41), (3, 2, 489), (3, 3, 12675), (4, 3, 321689)])
def test_the_published_number_of_legal_positions_is_counted(width: int, height: int, legal: int) -> None:
    verdict = situations.legal_positions(Grid(width, height))
    assert verdict.outcome is Outcome.HOLDS
    colorings = 3 ** (width * height)
    assert verdict.counts == {"colorings": colorings, "legal": legal, "acted": colorings - legal}


def test_a_count_that_forgets_whites_liberties_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "legal_flags", lambda c: c.is_empty(stones_without_liberty(c, BLACK)))
    assert situations.legal_positions(Grid(3, 3)).outcome is Outcome.REFUTED


def test_without_the_null_change_clause_suicide_of_one_stone_is_allowed() -> None:
    rules = Rules(suicide=True).dropping("katago-v2/move/no-null-change")
    assert moves.single_suicide_is_never_allowed(rules, Grid(3, 2)).outcome is Outcome.REFUTED


def test_a_fast_form_that_sees_only_stones_beside_empty_points_is_refuted() -> None:
    verdict = moves.fast_form_is_equal(Grid(3, 2), lambda c, color: c.of(color) & ~c.board.neighbours(c.empty))
    assert verdict.outcome is Outcome.REFUTED


def test_without_the_block_unblocking_coincides_with_a_legal_ko_move() -> None:
    rules = Rules(scoring=Scoring.TERRITORY).dropping("katago-v2/cleanup/legal-unblocked")
    assert moves.unblocking_excludes_moves(rules, Grid(3, 2)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/unblock-exclusive")
def test_where_nothing_is_a_ko_move_by_definition_nothing_is_tested() -> None:
    rules = Rules(scoring=Scoring.TERRITORY).replacing(
        "katago-v2/cleanup/ko-move", lambda rules, play: False, "No move is a ko-move."
    )
    assert moves.unblocking_excludes_moves(rules, Grid(2, 1)).outcome is Outcome.UNKNOWN


def test_benson_without_its_change_for_suicide_is_refuted_where_suicide_is_allowed() -> None:
    verdict = life.benson_finds_pass_alive_groups(
        Rules(suicide=True, self_play_opts=True),
        Grid(3, 2),
        lambda rules, c, color: benson(replace(rules, suicide=False), c, color),
    )
    assert verdict.outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/benson")
def test_the_change_for_suicide_is_needed_first_on_four_points() -> None:
    verdict = life.smallest_that_needs_adjustment(Rules(ko=Ko.SIMPLE, suicide=True, self_play_opts=True))
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.NEEDED, "4x1", True)
    assert verdict.witness is not None
    assert verdict.witness.start.board == "O.X."
    assert not verdict.witness.game().position.coloring.black


def test_without_suicide_no_change_is_needed() -> None:
    rules = Rules(ko=Ko.SIMPLE, suicide=False, self_play_opts=True)
    assert life.smallest_that_needs_adjustment(rules, boards=[Grid(4, 1), Grid(3, 2)]).outcome is Outcome.UNKNOWN


def test_an_early_end_that_forgets_who_would_pass_first_scores_otherwise() -> None:
    rules = Rules(button=True, self_play_opts=True).dropping("katago-v2/main/end-all-pass-alive#button")
    assert endings.early_end_scores_as_passing(rules, Grid(3, 2)).outcome is Outcome.REFUTED


@pytest.mark.thorough
def test_the_literal_reading_of_independent_life_differs_from_the_engine_on_5500_positions() -> None:
    engine = Rules(tax=Tax.SEKI, suicide=False).reading(life.AS_ENGINE)
    literal = engine.reading(life.LITERAL)
    assert life.scores_that_differ(engine, literal, Grid(3, 3)).counts["differing"] == 5500
    assert life.scores_that_differ(engine, engine, Grid(3, 3)).counts["differing"] == 0


def test_the_smallest_game_that_the_literal_reading_scores_otherwise_is_one_stone_on_two_points() -> None:
    verdict = life.smallest_witness(Rules(tax=Tax.SEKI), Rules(tax=Tax.SEKI).reading(life.LITERAL))
    assert verdict.witness is not None
    assert verdict.witness.turns == ("A1", "pass", "pass")
    assert (verdict.witness.start.width, verdict.witness.start.height) == (2, 1)


def by_definition(rules: Rules, c: Coloring[int], color: Color) -> int:
    """The pass-alive-groups, by the text."""
    return pass_alive_groups(rules, c, color)


def with_definition(rules: Rules) -> Rules:
    """The same rules with a clause for pass-alive-groups that reads one position at a time."""
    return rules.replacing("katago-v2/extra/pass-alive-group", by_definition)


class TestAmendedPassAliveGroups:
    """Whatever finds them, on arrays it finds what it finds in one position after the other."""

    @pytest.mark.thorough
    def test_settled_positions_are_those_of_the_clause_in_force(self) -> None:
        rules = Rules(self_play_opts=True)
        settled = list(endings.settled_positions(rules, Grid(3, 2)))
        assert settled == list(endings.settled_positions(with_definition(rules), Grid(3, 2)))
        everything = rules.replacing("katago-v2/extra/pass-alive-group", every_stone)
        assert len(settled) < len(list(endings.settled_positions(everything, Grid(3, 2))))

    @pytest.mark.thorough
    def test_pass_dead_stones_are_those_of_the_clause_in_force(self) -> None:
        engine = Rules(tax=Tax.SEKI).reading(life.AS_ENGINE)
        literal = engine.reading(life.LITERAL)
        verdict = life.scores_that_differ(engine, literal, Grid(3, 2))
        assert verdict == life.scores_that_differ(with_definition(engine), with_definition(literal), Grid(3, 2))
        assert verdict.counts["differing"] > 0

    @pytest.mark.thorough
    def test_benson_is_compared_with_the_clause_in_force(self) -> None:
        rules = Rules(self_play_opts=True)
        verdict = life.benson_finds_pass_alive_groups(with_definition(rules), Grid(3, 2))
        assert verdict == life.benson_finds_pass_alive_groups(rules, Grid(3, 2))
        everything = rules.replacing("katago-v2/extra/pass-alive-group", every_stone)
        assert life.benson_finds_pass_alive_groups(everything, Grid(3, 2)).outcome is Outcome.REFUTED


def every_stone(rules: Rules, c: Coloring[int], color: Color) -> int:
    """Every stone is pass-alive."""
    return c.of(color)
