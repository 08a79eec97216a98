"""Tax All takes two points from each living region; other taxes are told from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.facts import situations
from superko.checker.claims.katago_v2 import endings, kos, life
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.katago_v2.faster_forms import benson
from superko.spec.katago_v2.life import pass_alive_groups
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules

ALL = Rules(tax=Tax.ALL, suicide=False)


def shown(verdict: Verdict) -> tuple[Outcome, str, str]:
    assert verdict.witness is not None
    return verdict.outcome, verdict.scope, verdict.witness.start.board


@pytest.mark.parametrize(("width", "height", "legal"), [(4, 1, 41), (3, 2, 489), (3, 3, 12675), (4, 3, 321689)])
def test_the_published_number_of_legal_positions_is_counted(width: int, height: int, legal: int) -> None:
    verdict = situations.legal_positions(Grid(width, height))
    assert verdict.outcome is Outcome.HOLDS
    colorings = 3 ** (width * height)
    assert verdict.counts == {"colorings": colorings, "legal": legal, "acted": colorings - legal}


def test_a_fast_form_that_sees_only_stones_beside_empty_points_is_refuted() -> None:
    verdict = kos.fast_form_is_equal(Grid(3, 2), lambda c, color: c.of(color) & ~c.board.neighbours(c.empty))
    assert verdict.outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/unblock-exclusive")
def test_where_nothing_is_a_ko_move_by_definition_nothing_is_tested() -> None:
    rules = Rules(scoring=Scoring.TERRITORY).replacing(
        "katago-v2/cleanup/ko-move", lambda rules, play: False, "No move is a ko-move."
    )
    assert kos.unblocking_excludes_moves(rules, Grid(2, 1)).outcome is Outcome.UNKNOWN


def test_benson_without_its_change_for_suicide_is_refuted_where_suicide_is_allowed() -> None:
    verdict = life.benson_finds_pass_alive_groups(
        Rules(suicide=True, self_play_opts=True),
        Grid(3, 2),
        lambda rules, c, color: benson(replace(rules, suicide=False), c, color),
    )
    assert verdict.outcome is Outcome.REFUTED


def test_without_suicide_no_change_is_needed() -> None:
    rules = Rules(ko=Ko.SIMPLE, suicide=False, self_play_opts=True)
    assert life.smallest_that_needs_adjustment(rules, boards=[Grid(4, 1), Grid(3, 2)]).outcome is Outcome.UNKNOWN


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
