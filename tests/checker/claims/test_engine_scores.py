"""Every legal position of small boards scores as the engine scored it: held to digests of what it said."""

from __future__ import annotations

from superko.checker.claims.facts.scores import DIGESTS, scored_as_by_the_engine
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid

BOARD = Grid(4, 2)
TAXED = "japanese-like,reading/engine-always-pass-alive="


def test_as_the_engine_reads_it_every_position_scores_as_it_said() -> None:
    verdict = scored_as_by_the_engine(parse_rules(f"{TAXED}engine"), BOARD)
    assert (verdict.outcome, verdict.counts["positions"]) == (Outcome.HOLDS, 4125)


def test_removing_pass_dead_stones_everywhere_or_nowhere_is_refuted() -> None:
    for answer in ("everywhere", "document"):
        assert scored_as_by_the_engine(parse_rules(f"{TAXED}{answer}"), BOARD).outcome is Outcome.REFUTED


def test_where_the_engine_had_scored_one_position_otherwise_it_would_be_refuted() -> None:
    otherwise = {name: {sides: digest + 1 for sides, digest in boards.items()} for name, boards in DIGESTS.items()}
    assert scored_as_by_the_engine(parse_rules(f"{TAXED}engine"), BOARD, otherwise).outcome is Outcome.REFUTED


def test_three_boards_are_told_under_japanese_and_area_rules_with_each_tax() -> None:
    wide = {name for name, boards in DIGESTS.items() if set(boards) == {(4, 2), (5, 2), (4, 3)}}
    assert {"scoring=TERRITORY tax=SEKI suicide=no", "scoring=TERRITORY tax=ALL suicide=no"} < wide
    assert {
        "scoring=AREA tax=NONE suicide=yes",
        "scoring=AREA tax=SEKI suicide=no",
        "scoring=AREA tax=ALL suicide=no",
    } < wide
