"""Every decision of KataGo v2 is taken by as many clauses as it needs, under every combination of parameters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from superko.spec.parameters import CHOICES, Ko, Scoring
from superko.spec.registry import Decision, clauses
from superko.spec.rules import Rules, guard_parameters
from superko.spec.vocabulary import Phase

BAN_OF_OURS = "katago-v2/main/legal-simple-ko#sending-two"
CLEANUP = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


def rule_sets(*decisions: Decision) -> Iterator[Rules]:
    """Rules with every combination of scoring and of all other values that the clauses of these decisions ask for."""
    guards = [clause.guard for clause in clauses("katago-v2") if clause.decides in decisions]
    names = sorted({"scoring"}.union(*map(guard_parameters, guards)))
    for values in product(*(CHOICES[name].values for name in names)):
        yield Rules().reading(dict(zip(names, values, strict=True)))


def phases_of(rules: Rules) -> tuple[Phase, ...]:
    return (Phase.MAIN, *CLEANUP) if rules.scoring is Scoring.TERRITORY else (Phase.MAIN,)


IN_EVERY_PHASE = (
    Decision.MOVE,
    Decision.AFTER_MOVE,
    Decision.PASS,
    Decision.CAPTURES,
    Decision.ENDINGS,
    Decision.NEXT_PHASE,
)


@pytest.mark.parametrize("decision", IN_EVERY_PHASE, ids=str)
def test_exactly_one_clause_decides_it_in_every_phase(decision: Decision) -> None:
    for rules in rule_sets(decision):
        for phase in phases_of(rules):
            assert len(rules.deciding(decision, phase)) == 1, (rules, phase)


@pytest.mark.parametrize("decision", [Decision.UNBLOCK, Decision.UNBLOCK_ACTION], ids=str)
def test_exactly_one_clause_unblocks_in_cleanup_and_none_before(decision: Decision) -> None:
    for rules in rule_sets(decision):
        territory = rules.scoring is Scoring.TERRITORY
        assert len(rules.deciding(decision, Phase.MAIN)) == 0
        assert [len(rules.deciding(decision, phase)) for phase in CLEANUP] == [territory, territory]


def test_exactly_one_clause_names_the_winner() -> None:
    for rules in rule_sets(Decision.WINNER):
        assert len(rules.deciding(Decision.WINNER)) == 1, rules


def test_exactly_one_clause_finds_pass_alive_groups_wherever_they_are_asked_for() -> None:
    for rules in rule_sets(Decision.PASS_ALIVE, Decision.REMOVAL, Decision.GAME_ENDS):
        asked_for = rules.deciding(Decision.REMOVAL) or rules.deciding(Decision.GAME_ENDS)
        assert len(rules.deciding(Decision.PASS_ALIVE)) == bool(asked_for), rules


def test_exactly_one_clause_says_which_moves_of_the_main_phase_repeat_too_much() -> None:
    for rules in rule_sets(Decision.LEGAL):
        names = [clause.name for clause in rules.deciding(Decision.LEGAL, Phase.MAIN)]
        assert len([name for name in names if name != BAN_OF_OURS]) == 1, rules
        assert (BAN_OF_OURS in names) == (
            rules.ko is Ko.SIMPLE and dict(rules.readings)["reading/sending-two"] == "forbidden"
        ), rules


def test_exactly_one_clause_ends_the_main_phase_on_two_passes() -> None:
    for rules in rule_sets(Decision.PHASE_ENDS):
        names = [clause.name for clause in rules.deciding(Decision.PHASE_ENDS)]
        assert sum("two-passes" in name for name in names) == 1, rules


def sections(rules: Rules) -> Iterator[tuple[Decision, str]]:
    """The formulas that score a game under these rules, and the section of the document that each stands in."""
    yield Decision.SCORE, rules.scoring.value.lower()
    if rules.scoring is Scoring.TERRITORY:
        yield Decision.OWNERSHIP_SCORE, "ownership"


def test_a_score_has_one_komi_one_button_if_used_and_points_of_its_tax_only() -> None:
    for rules in rule_sets(Decision.SCORE, Decision.OWNERSHIP_SCORE):
        for decision, section in sections(rules):
            terms = rules.deciding(decision)
            ids = [clause.id for clause in terms]
            taxed = {clause.id for clause in terms if "tax" in guard_parameters(clause.guard)}
            assert ids.count(f"katago-v2/{section}/komi") == 1, rules
            assert ids.count(f"katago-v2/{section}/button") == rules.button, rules
            assert taxed == {f"katago-v2/{section}/score-{rules.tax.value.lower()}"}, rules


def test_area_scoring_has_no_ownership_formula() -> None:
    for rules in rule_sets(Decision.OWNERSHIP_SCORE):
        assert bool(rules.deciding(Decision.OWNERSHIP_SCORE)) == (rules.scoring is Scoring.TERRITORY), rules
