"""Where what is tested never does anything, a check decides nothing: a row for each, as in the tables of claims."""

from __future__ import annotations

import tomllib

import pytest

from superko.checker.evidence.checks import Check, checks_of, table_rows
from superko.checker.evidence.verdict import Outcome

UNTESTED = """
"aga.counting:filling_in_changes_nothing" = { under = "aga", on = "1x1", prisoners = true }
"aga.disputes:burden_is_on_the_loser" = { under = "aga", on = "1x1" }
"dead_stones:captures_are_possible" = { under = "tromp-taylor-ten", on = "2x1", protocol = "none" }
"dead_stones:every_list_comes_to_an_end" = { under = "tromp-taylor-ten", on = "2x1", protocol = "none" }
"dead_stones:falls_back" = { under = "tromp-taylor-ten", on = "1x1", silence = "none-from-both" }
"facts.repetitions:shortest_without_result" = { under = "japanese-like", on = "1x1", phase = ["cleanup1", "cleanup2"] }
"facts.plain_values:solver_finds_what_plain_search_finds" = { under = "suicide=yes", on = "1x1", most = 20 }
"facts.values:empty_board_is_worth_the_same" = { under = "suicide=no & same", on = "2x1" }
"katago_summary:position_does_for_state" = { under = "ko=SIMPLE,suicide=no", on = "3x1:3" }
"katago_summary:allowed_as_long_as_it_clears_or_the_rules_allow_it" = { under = "suicide=no", on = "2x1" }
"katago_summary:seki_scores_nothing" = { under = "japanese-like,tax=NONE", on = "3x1" }
"katago_v2.endings:moves_for_nothing_cost" = { under = "ko=SIMPLE,button=yes & same,button=no", on = "1x1" }
"katago_v2.endings:changes_ko_alone" = { under = "japanese-like,tax=NONE", on = "3x1" }
"katago_v2.endings:splitting_never_adds_to_it" = { under = "japanese-like", on = "2x1" }
"katago_v2.kos:threats_lift_nothing" = { under = "japanese-like,tax=NONE", on = "2x1", phase = "cleanup1" }
"katago_v2.life:paid_once_for_each_group" = { under = "tax=ALL,suicide=no", on = "3x1" }
"katago_v2.life:takes_up_to_two" = { under = "tax=ALL,suicide=no", on = "2x1" }
"katago_v2.sekis:life_is_what_is_not_in_seki" = { under = "japanese-like", on = "3x1" }
"katago_v2.termination:losses_are_bounded" = { under = "japanese-like,tax=NONE", on = "2x2", phase = "main" }
"katago_v2.termination:what_rounds_cost" = { under = "japanese-like", on = "2x2", phase = "main", costs = true }
"""
MADE = [made for row in table_rows({"claim/benson": tomllib.loads(UNTESTED)}) for made in checks_of(*row)]


@pytest.mark.every_case
@pytest.mark.parametrize("made", MADE, ids=lambda made: f"{made.function.__name__} {made.on}")
def test_where_nothing_is_tested_nothing_is_decided(made: Check) -> None:
    verdict = made.decide()
    assert (verdict.outcome, verdict.notes[:18]) == (Outcome.UNKNOWN, "Nothing was tested")
