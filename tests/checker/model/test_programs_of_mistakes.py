"""A mistake in a clause is compiled as it stands: programs change with it as the text does."""

from __future__ import annotations

import pytest

from superko.interpreter.program.clauses import pseudolegal_program, score_program
from superko.interpreter.result import as_set_up, score
from superko.spec.algebra import Color, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.composition import move, pseudolegal
from superko.spec.registry import Decision
from superko.spec.rules import Rules

from ...interpreter.compiled.in_python import every_coloring, in_python
from ...sampling import one_in
from .mistakes import Mistaken, every_mistake

ON_MOVES = (Decision.MOVE, Decision.PSEUDOLEGAL)
ON_SCORES = (Decision.SCORE, Decision.LIFE, Decision.REMOVAL, Decision.PASS_ALIVE)
LINE = Grid(3, 1)


def mistakes_in(*decisions: Decision) -> list[Mistaken]:
    return [mistaken for mistaken in every_mistake(rule_sets_each=1) if mistaken.mutant.clause.decides in decisions]


def moves_by_text(rules: Rules, player: Color) -> list[int]:
    return [
        sum(p for p in points_of(LINE.everywhere) if bool(pseudolegal(rules, move(rules, c, player, p))))
        for c in every_coloring(LINE)
    ]


@pytest.mark.parametrize("mistaken", one_in(4, mistakes_in(*ON_MOVES)), ids=str)
def test_moves_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    rules = mistaken.mistaken_rules
    for player in Color:
        moves = in_python(pseudolegal_program(rules, LINE, player))
        assert [moves(c.black, c.white)["moves"] for c in every_coloring(LINE)] == moves_by_text(rules, player)


@pytest.mark.parametrize("mistaken", one_in(6, mistakes_in(*ON_SCORES)), ids=str)
def test_scores_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    rules = mistaken.mistaken_rules
    program = in_python(score_program(rules, LINE))
    for c in every_coloring(LINE):
        by_text = score(as_set_up(rules, c, moves=dict.fromkeys(Color, 1), second_cleanup_start=c))
        scores = program(c.black, c.white, c.black, c.white, 0, 0, 1, 1)
        assert scores == {"score_of_black": by_text.black, "score_of_white": by_text.white}


def test_there_are_mistakes_of_every_kind() -> None:
    assert len(mistakes_in(*ON_MOVES)) >= 5
    assert len(mistakes_in(*ON_SCORES)) >= 40
