"""A mistake in a clause is compiled as it stands: programs change with it as the text does."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from superko.interpreter.history import EMPTY_TALLY, first_record
from superko.interpreter.judgement import legal_plays
from superko.interpreter.result import ended_game, score
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.registry import Decision
from superko.spec.vocabulary import Phase, Position

from ...interpreter.compiled.in_python import every_coloring
from ...interpreter.compiled.rows_in_python import moves_in_row, scores_in_row
from ...sampling import one_in
from .mistakes import Mistaken, every_mistake

ON_MOVES = (Decision.MOVE, Decision.PSEUDOLEGAL)
ON_SCORES = (Decision.SCORE, Decision.LIFE, Decision.REMOVAL, Decision.PASS_ALIVE)
LINE = Grid(3, 1)


def mistakes_in(*decisions: Decision) -> list[Mistaken]:
    return [mistaken for mistaken in every_mistake(rule_sets_each=1) if mistaken.mutant.clause.decides in decisions]


@pytest.mark.parametrize("mistaken", one_in(4, mistakes_in(*ON_MOVES)), ids=str)
def test_moves_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    for c, player in product(every_coloring(LINE), Color):
        record = first_record(mistaken.mistaken_rules, Position(c, player))
        assert moves_in_row(record) == sum(play.point for play in legal_plays(record))


@pytest.mark.parametrize("mistaken", one_in(6, mistakes_in(*ON_SCORES)), ids=str)
def test_scores_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    moves = dict.fromkeys(product(Color, Phase), 1)
    for c in every_coloring(LINE):
        tally = replace(EMPTY_TALLY, moves=moves, second_cleanup_start=c)
        record = first_record(mistaken.mistaken_rules, Position(c, BLACK), tally)
        by_text = score(ended_game(record))
        assert scores_in_row(record) == (by_text.black, by_text.white)


def test_there_are_mistakes_of_every_kind() -> None:
    assert len(mistakes_in(*ON_MOVES)) >= 5
    assert len(mistakes_in(*ON_SCORES)) >= 40
