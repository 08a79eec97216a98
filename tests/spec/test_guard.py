"""Guards: under which parameters and readings a clause exists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import given as drawn
from hypothesis import strategies as st

from superko.spec.guard import ALWAYS, Guard, given
from superko.spec.parameters import CHOICES, Ko, Tax
from superko.spec.registry import clauses
from superko.spec.rules import Rules, guard_parameters


@dataclass(frozen=True)
class Anything:
    """Rules with any parameters at all."""

    parameters: Mapping[str, object]

    def parameter(self, name: str) -> object:
        return self.parameters[name]


WET, DRY = Anything({"wet": True, "cold": 1}), Anything({"wet": False, "cold": 2})

guards = st.builds(
    given,
    wet=st.sampled_from([True, False, (True, False)]),
    cold=st.sampled_from([1, 2, (1, 2)]),
)


def test_a_guard_without_conditions_always_holds() -> None:
    assert ALWAYS.holds(WET)
    assert given().holds(DRY)


def test_a_guard_holds_when_each_parameter_has_the_value_given() -> None:
    assert given(wet=True, cold=1).holds(WET)
    assert not given(wet=True, cold=2).holds(WET)


def test_a_guard_holds_when_a_parameter_has_one_of_several_values() -> None:
    assert given(cold=(1, 2)).holds(WET)
    assert not given(cold=(2, 3)).holds(WET)


@drawn(guards, guards)
def test_a_guard_or_another_holds_when_either_does(guard: Guard, other: Guard) -> None:
    for rules in (WET, DRY):
        assert (guard | other).holds(rules) == (guard.holds(rules) or other.holds(rules))


def test_a_guard_can_ask_for_readings() -> None:
    guard = given(readings={"reading/ilr-own-stone": "literal"}, tax=Tax.SEKI)
    literal = Rules(tax=Tax.SEKI).reading({"reading/ilr-own-stone": "literal"})
    assert guard.holds(literal)
    assert not guard.holds(Rules(tax=Tax.SEKI))


def test_a_guard_is_written_with_the_values_that_users_know() -> None:
    guard = given(ko=(Ko.SITUATIONAL, Ko.POSITIONAL), button=True) | given(suicide=False)
    assert str(guard) == "ko=POSITIONAL/SITUATIONAL and button=yes, or suicide=no"
    assert str(ALWAYS) == ""


def test_every_clause_is_guarded_by_known_parameters_and_values() -> None:
    for clause in clauses():
        assert guard_parameters(clause.guard) <= {*CHOICES}, clause.name
        for alternative in clause.guard.alternatives:
            for name, values in alternative:
                assert not [why for value in values if (why := CHOICES[name].why_not(value))], clause.name
