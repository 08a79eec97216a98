"""Exactly one clause takes each decision that only one can take; clashing guards are told, with both clauses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.checks import checks
from superko.checker.claims.lemmas.sole_clause import PLAYED, Values, asked_for, existence_of_phases, one_clause_decides
from superko.checker.proofs.rule_sets import rule_sets
from superko.checker.verdict import Outcome
from superko.spec.documents import DOCUMENTS
from superko.spec.guard import ALWAYS, Guard, given
from superko.spec.parameters import Ko, Scoring
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clause_named, make_clause
from superko.spec.rules import Amendment, Rules
from superko.spec.vocabulary import Phase, Position

RULES = Rules()


def guarded(name: str, guard: Guard) -> Rules:
    """The rules with another guard for a clause."""
    return replace(RULES, amendments=(Amendment(name, replace(clause_named(name), guard=guard)),))


@pytest.mark.parametrize(("preset", "decisions"), [("tromp-taylor", 23), ("tromp-taylor-ten", 8), ("aga", 8)])
def test_each_decision_has_exactly_one_clause(preset: str, decisions: int) -> None:
    verdict = one_clause_decides(PRESETS[preset])
    assert (verdict.outcome, verdict.notes) == (Outcome.PROVED, "")
    assert verdict.counts == {"decisions": decisions}


def test_the_guards_of_every_document_are_checked() -> None:
    decided = {check.rules for check in checks().values() if check.claim == "lemma/sole-clause"}
    assert decided == {f"document={document}" for document in DOCUMENTS}


def test_cleanup_phases_exist_with_territory_scoring_only() -> None:
    values = Values()
    exists = existence_of_phases(RULES, values)
    for rules in rule_sets(RULES, [Decision.NEXT_PHASE]):
        fixed = values.holds(given(scoring=rules.scoring))
        reachable = [phase for phase in PLAYED if values.example("a step", exists[phase], fixed) is not None]
        assert reachable == (list(PLAYED) if rules.scoring is Scoring.TERRITORY else [Phase.MAIN])


def test_unblocking_is_asked_for_in_cleanup_only() -> None:
    values = Values()
    unblocking = [asked for asked in asked_for(RULES, values) if asked.decision is Decision.UNBLOCK]
    phases = [asked.phase for asked in unblocking if values.example("a step", asked.when) is not None]
    assert phases == [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP]


def nobody_passes(position: Position) -> Position:
    """A pass that somebody added to the rules."""
    return position


def test_an_added_clause_is_told_beside_the_one_it_clashes_with() -> None:
    added = make_clause(
        nobody_passes, "house/pass", when=given(ko=Ko.SIMPLE), decides=Decision.PASS, during=(Phase.MAIN,)
    )
    verdict = one_clause_decides(RULES.adding(added))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.notes == "katago-v2/main/pass and house/pass both decide PASS in phase main under ko=SIMPLE."


BROKEN = {
    "no winner under area scoring": (
        RULES.dropping("katago-v2/area/winner"),
        "No clause decides WINNER in phase main under scoring=AREA.",
    ),
    "two winners under territory scoring": (
        guarded("katago-v2/area/winner", ALWAYS),
        "katago-v2/area/winner and katago-v2/territory/winner both decide WINNER in phase main under "
        "scoring=TERRITORY.",
    ),
    "no pass in cleanup": (
        RULES.dropping("katago-v2/cleanup/pass"),
        "No clause decides PASS in phase cleanup1 under scoring=TERRITORY. "
        "No clause decides PASS in phase cleanup2 under scoring=TERRITORY.",
    ),
    "pass-alive groups without the engine's reading": (
        guarded("katago-v2/extra/pass-alive-group", given(self_play_opts=True)),
        "reading/engine-always-pass-alive=engine",
    ),
    "unblocking in one phase only": (
        RULES.dropping("katago-v2/cleanup/unblock#action"),
        "No clause decides UNBLOCK_ACTION in phase cleanup2",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_guards_are_told(broken: str) -> None:
    rules, told = BROKEN[broken]
    verdict = one_clause_decides(rules)
    assert verdict.outcome is Outcome.REFUTED
    assert told in verdict.notes


def test_what_z3_finds_is_what_asking_for_the_sole_clause_stumbles_over() -> None:
    rules = replace(RULES.dropping("katago-v2/area/winner"), scoring=Scoring.AREA)
    with pytest.raises(ValueError, match="Exactly one clause must decide WINNER in phase main; no clause does"):
        rules.sole(Decision.WINNER)
