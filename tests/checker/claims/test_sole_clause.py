"""Exactly one clause takes each decision that only one can take; clashing guards are told, with both clauses."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import ClassVar

import pytest

from superko.checker.claims.lemmas.sole_clause import (
    FOR_UNBLOCKING,
    IN_EVERY_PHASE,
    IN_MAIN_PHASE,
    PLAYED,
    Values,
    asked_for,
    existence_of_phases,
    one_clause_decides,
)
from superko.checker.evidence.checks import checks
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.rule_sets import rule_sets
from superko.checker.proofs.sole_asked import Unnamed, asked_in, asked_of_one_clause
from superko.interpreter.game import Game
from superko.spec.documents import DOCUMENTS
from superko.spec.guard import ALWAYS, Guard, given
from superko.spec.parameters import Ko, Scoring
from superko.spec.presets import PRESETS
from superko.spec.registry import Clause, Decision, clause_named, make_clause
from superko.spec.rules import Amendment, Rules
from superko.spec.vocabulary import Phase, Position, Unblock

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
        "reading/engine-always-pass-alive=everywhere",
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


class AskingRules(Rules):
    """Rules that keep a list of the decisions for which one clause is asked for, each with its phase."""

    asked: ClassVar[set[tuple[Decision, Phase]]] = set()

    def sole(self, decision: Decision, phase: Phase = Phase.MAIN) -> Clause:
        self.asked.add((decision, phase))
        return super().sole(decision, phase)


def asked_in_games(rules: Rules, games: int = 60, turns: int = 60) -> set[tuple[Decision, Phase]]:
    """What is asked of one clause in games of random turns, to their ends; marks are removed where they can be."""
    draw = random.Random(3)
    AskingRules.asked.clear()
    asking = AskingRules(**{field.name: getattr(rules, field.name) for field in fields(Rules)})
    for number in range(games):
        game = Game.start(asking, 2 + number % 2, 1)
        for _ in range(turns):
            if game.over:
                break
            turns_now = game.turns()
            unblocks = [turn for turn in turns_now if isinstance(turn, Unblock)]
            game = game.play(draw.choice(unblocks or turns_now))
    return set(AskingRules.asked)


@pytest.mark.parametrize(
    "rules",
    [RULES, PRESETS["tromp-taylor-ten"], PRESETS["aga"], replace(PRESETS["japanese-like"], self_play_opts=True)],
    ids=["katago-v2", "tromp-taylor", "aga", "cleanup"],
)
def test_games_ask_for_what_the_proof_takes_them_to_ask_for(rules: Rules) -> None:
    values = Values()
    taken = {(asked.decision, asked.phase) for asked in asked_for(rules, values)}
    found = asked_in_games(rules)
    assert found <= taken
    expected = {(decision, Phase.MAIN) for decision in (*IN_MAIN_PHASE, *IN_EVERY_PHASE)}
    assert expected <= found
    if rules.scoring is Scoring.TERRITORY and rules.document == "katago-v2":
        assert {(decision, phase) for decision in IN_EVERY_PHASE for phase in PLAYED} <= found
        assert (Decision.UNBLOCK_ACTION, Phase.FIRST_CLEANUP) in found


def test_what_is_asked_of_one_clause_is_read_off_the_interpreter() -> None:
    assert asked_of_one_clause() == {*IN_MAIN_PHASE, *IN_EVERY_PHASE, *FOR_UNBLOCKING}


def test_code_that_does_not_name_the_decision_is_refused() -> None:
    with pytest.raises(Unnamed, match="Line 1"):
        list(asked_in("rules.sole(decision)"))
    assert list(asked_in("def sole(decision):\n    return rules.sole(decision)\n")) == []


def test_where_the_interpreter_asks_otherwise_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "superko.checker.claims.lemmas.sole_clause.asked_of_one_clause"
    monkeypatch.setattr(module, lambda: asked_of_one_clause() | {Decision.LEGAL})
    verdict = one_clause_decides(RULES)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.notes == "Of LEGAL the interpreter asks otherwise than is taken."
