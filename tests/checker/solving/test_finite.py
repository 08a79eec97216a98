"""Whether every game ends: what the tables of a phase tell of it is so, whichever clause is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from superko.checker.phase.past import NoAccountKept
from superko.checker.proofs.endless import endless_game_in_any_phase
from superko.checker.solving import termination
from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.interpreter.game import Game
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal, Rules

NOT_TOLD = {"japanese-1989", "spight-two"}
NOT_SOLVED = {"repeated-pass"}
SUPERKO, SIMPLE, NEW_ZEALAND = Rules(), Rules(ko=Ko.SIMPLE), PRESETS["new-zealand"]
WITHOUT_A_BAN = SUPERKO.dropping("katago-v2/main/legal-superko")
FORGETTING_ALL_AGAIN = SIMPLE.dropping("katago-v2/main/end-repeated-pass")
REMEMBERING_NOTHING = SUPERKO.dropping("katago-v2/main/state#occurrences")
WITHOUT_ENDING = SUPERKO.dropping("katago-v2/main/pass#counts")


def proves_termination(rules: Rules) -> bool:
    """Whether every game on three points ends, as far as the tables of all phases tell."""
    return all(map(termination.proves_termination, Solver([Game(rules, (3, 1))], Budget()).tables))


def without_a_clause(rules: Rules) -> Iterator[Rules]:
    """The rules without each of their clauses in turn, as far as they can be solved."""
    for name in sorted({clause.name for clause in rules.in_force if clause.decides is not None}):
        try:
            lacking = rules.dropping(name)
            assert Solver([Game(lacking, (2, 1))], Budget()).tables
        except (Refusal, NoAccountKept):
            continue
        yield lacking


@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in NOT_TOLD | NOT_SOLVED])
def test_every_game_ends_by_the_rules_that_people_use(preset: str) -> None:
    assert proves_termination(PRESETS[preset])


@pytest.mark.parametrize("preset", sorted(NOT_TOLD))
def test_tables_do_not_tell_everything(preset: str) -> None:
    assert not proves_termination(PRESETS[preset])


@pytest.mark.parametrize(
    "rules",
    [WITHOUT_A_BAN, REMEMBERING_NOTHING, FORGETTING_ALL_AGAIN, WITHOUT_ENDING],
    ids=["ban", "memory", "end", "pass"],
)
def test_a_game_may_go_on_forever_without_a_clause_that_is_needed(rules: Rules) -> None:
    assert endless_game_in_any_phase(rules) is not None
    assert not proves_termination(rules)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [SUPERKO, SIMPLE, NEW_ZEALAND], ids=["superko", "simple", "new-zealand"])
def test_no_game_goes_on_forever_where_the_tables_tell_that_it_ends(rules: Rules) -> None:
    lacking_one = list(without_a_clause(rules))
    needed = [lacking for lacking in lacking_one if not proves_termination(lacking)]
    assert 0 < len(needed) < len(lacking_one)
    assert all(endless_game_in_any_phase(lacking) is not None for lacking in needed)
