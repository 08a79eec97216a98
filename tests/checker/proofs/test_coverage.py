"""What a proof asks covers what decides: each declares every decision, and reads what it declares to read."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import replace
from math import isfinite
from random import Random

import pytest

from superko.checker.evidence.decided import everything_decided, is_proof
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.phase.past import LeftOpen
from superko.checker.proofs import declarations
from superko.checker.proofs.coverage import ProofReads, covered, to_be_read
from superko.checker.proofs.declarations import declared
from superko.checker.proofs.following import stands_otherwise
from superko.checker.proofs.left_open import FoundOnce, noted, noting, without_parameters
from superko.checker.proofs.rule_sets import values_of, values_taken
from superko.checker.proofs.stones_kept import leads_that_are_counted
from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.guard import given
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clause_named, make_clause
from superko.spec.rules import Rules

BAN = "katago-v2/main/legal-superko"
PROVED = Verdict(Outcome.PROVED, "every size", "z3")
COVERAGES = {
    **{name: coverage for name, coverage in vars(declarations).items() if isinstance(coverage, ProofReads)},
    **declarations.OF_LEMMAS,
}
OF_WINNING = ProofReads((Decision.WINNER,), {"It is not so.": tuple(set(Decision) - {Decision.WINNER})})


def reading_the_winner(rules: Rules) -> Verdict:
    rules.sole(Decision.WINNER)
    return PROVED


def draws(black: float, white: float) -> None:
    """Nobody wins."""


def reading_nothing(rules: Rules) -> Verdict:
    return PROVED


@pytest.mark.parametrize("name", COVERAGES)
def test_every_decision_is_declared_once(name: str) -> None:
    coverage = COVERAGES[name]
    declared = Counter((*coverage.reads, *(decision for why in coverage.beside.values() for decision in why)))
    assert declared == Counter(Decision)


def test_every_proof_from_clauses_tells_what_it_reads_and_why_nothing_else_matters() -> None:
    proved = [finding for decided in everything_decided() for finding in decided.findings if is_proof(finding)]
    undeclared = {finding.check for finding in proved if declared(finding) is None}
    assert {check.claim for check in undeclared} == {
        "lemma/resolve-captures",
        "lemma/faster-in-every-text",
        "lemma/cleared",
        "lemma/symmetry",
        "claim/nz-counts-dame-twice",
    }
    about_grids = [check.name for check in undeclared if "symmetry" in check.name]
    assert about_grids == ["lemma/symmetry every size reflections keep neighbours"]


def test_what_a_proof_asks_follows_from_the_code_and_is_not_recorded() -> None:
    fields = set().union(*recorded_verdicts().values())
    assert fields == {f.name for f in dataclasses.fields(Verdict)} - {"solvers"}


def test_a_proof_that_reads_what_it_declares_stays_proved() -> None:
    verdict = covered(OF_WINNING, Rules(), reading_the_winner)
    assert (verdict.outcome, OF_WINNING.names) == (Outcome.PROVED, ("WINNER",))


def test_one_that_does_not_read_a_clause_in_force_is_unknown_and_says_which() -> None:
    verdict = covered(OF_WINNING, Rules(), reading_nothing)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.notes == "katago-v2/area/winner takes part in WINNER, and the proof did not read it."


def test_one_whose_declaration_leaves_out_a_decision_is_unknown_and_says_so() -> None:
    less = replace(OF_WINNING, beside={"It is not so.": tuple(set(Decision) - {Decision.WINNER, Decision.REMOVAL})})
    added = make_clause(lambda ended: ended, "house/removal", decides=Decision.REMOVAL, text="Nothing is removed.")
    verdict = covered(less, Rules().adding(added), reading_the_winner)
    assert verdict.outcome is Outcome.UNKNOWN
    assert "house/removal takes part in REMOVAL, of which the proof does not ask." in verdict.notes


def test_an_added_clause_counts_under_the_values_that_its_author_gave() -> None:
    added = make_clause(draws, "house/w", when=given(button=True), decides=Decision.WINNER)
    varied = replace(OF_WINNING, varied=True)
    assert [*to_be_read(varied, Rules().adding(added))] == [clause_named("katago-v2/area/winner")]
    assert added in to_be_read(varied, Rules(button=True).adding(added))
    without = replace(varied, chosen={"button": [False]})
    assert added not in to_be_read(without, Rules(button=True).adding(added))


def test_what_is_not_proved_stays_as_it_is() -> None:
    refuted = Verdict(Outcome.REFUTED, "1x1", "z3")
    assert covered(OF_WINNING, Rules(), lambda rules: refuted) is refuted


def test_what_is_read_is_noted_by_name_of_the_rules_and_of_those_made_from_them() -> None:
    rules = noted(Rules())
    with noting() as read:
        rules.sole(Decision.MOVE)
        replace(rules, suicide=False).sole(Decision.WINNER)
    rules.sole(Decision.START)
    assert set(read) == {"katago-v2/move/pseudolegal", "katago-v2/area/winner"}


def test_what_is_found_is_found_again_where_another_clause_is_read() -> None:
    once = FoundOnce[int]()
    asked: list[Rules] = []

    def number(rules: Rules) -> int:
        asked.append(rules)
        return len(rules.deciding(Decision.LEGAL)) + len(rules.deciding(Decision.PHASE_ENDS))

    dropped = Rules().dropping(BAN)
    assert [once.of("bans", rules, number) for rules in (Rules(), dropped, Rules(), dropped)] == [
        number(Rules()),
        number(dropped),
        number(Rules()),
        number(dropped),
    ]
    assert len(asked) == 2 + 4
    assert once.of("others", Rules(), lambda rules: 0) == 0


def test_what_is_found_already_is_read_where_it_is_found_again_and_not_where_it_is_compared() -> None:
    once = FoundOnce[int]()
    once.of("bans", noted(Rules()), lambda rules: len(rules.deciding(Decision.LEGAL)))
    for rules, names in ((Rules(), {BAN}), (Rules().dropping(BAN), set[str]())):
        with noting() as read:
            once.of("bans", noted(rules), lambda rules: 0)
        assert set(read) == names


def test_rules_of_a_proof_tell_the_parameters_that_are_given_alone() -> None:
    asked = without_parameters(Rules(), komi=6.5)
    assert (asked.sole(Decision.MOVE).id, asked.komi) == ("katago-v2/move/pseudolegal", 6.5)
    with pytest.raises(LeftOpen, match="The parameter tax"):
        _ = asked.tax


def test_amended_rules_have_the_values_of_their_author_alone() -> None:
    amended = Rules(suicide=False).dropping(BAN)
    assert values_taken(amended, {"suicide": (False, True)})["suicide"] == (False,)
    assert (len(values_of(amended)["tax"]), "komi" in values_of(amended)) == (1, False)
    new = make_clause(lambda record: True, "ours/end", when=given(komi=0), decides=Decision.PHASE_ENDS, text="End.")
    assert values_of(Rules().adding(new))["komi"] == (0,)


def test_what_is_found_once_can_not_look_at_all_clauses_in_force() -> None:
    with pytest.raises(LeftOpen):
        FoundOnce[int]().of("clauses", Rules(), lambda rules: len(rules.in_force))


def test_a_move_after_which_another_coloring_stands_is_noticed() -> None:
    name = "katago-v2/main/start#alternation"
    emptied = Rules().replacing(
        name, lambda position, play: position.taken_on(play.before, position.player.opponent), "A move does nothing."
    )
    assert (stands_otherwise(Rules()), stands_otherwise(emptied)) == ("", name)


# Between which leads a game is counted is read off the clauses, and every game that is counted bears it out.


BY_POINTS = sorted(name for name, rules in PRESETS.items() if isfinite(leads_that_are_counted(Game(rules, 1))[0]))
SIDES = [(1, 1), (3, 1), (2, 2), (3, 2)]


def ended_games(rules: Rules, many: int) -> list[Game]:
    """Games of random turns in which nobody plays on after two passes."""
    games = []
    for seed in range(many):
        chance = Random(seed)
        game = Game(rules, chance.choice(SIDES))
        for _ in range(chance.randrange(14)):
            game = game if game.over else game.play(chance.choice(game.turns()))
        games.append(game if game.over else game.passed_out())
    return games


def test_most_rules_that_count_points_of_the_board_have_bounds() -> None:
    assert {"tromp-taylor", "aga-area", "new-zealand", "wmsg", "chinese-2002", "french", "ikeda"} <= {*BY_POINTS}
    assert {"japanese-like", "aga", "japanese-1989", "spight-territory"}.isdisjoint(BY_POINTS)


@pytest.mark.parametrize("name", BY_POINTS)
def test_every_game_is_counted_within_them(name: str) -> None:
    rules = PRESETS[name]
    counted = [(game, game.result.lead) for game in ended_games(rules, 40) if isinstance(game.result, Score)]
    assert len({lead for _, lead in counted}) > 3
    for game, lead in counted:
        least, most = leads_that_are_counted(game)
        assert least <= lead <= most


@pytest.mark.parametrize("komi", [0, 6.5])
def test_by_area_they_are_the_points_of_the_board_and_komi(komi: float) -> None:
    for width, height in SIDES:
        game = Game(Rules(komi=komi), (width, height))
        assert leads_that_are_counted(game) == (-width * height - komi, width * height - komi)


def test_they_take_in_the_button_and_the_bonus_for_handicap_stones() -> None:
    assert leads_that_are_counted(Game(Rules(button=True), 2)) == (-4.5, 4.5)
    bonus = parse_rules("chinese-like,whiteHandicapBonus=N")
    handicap = Game(bonus, rows="X.X/...", handicap=2)
    assert leads_that_are_counted(handicap) == (-8, 4)


def test_clauses_of_a_rules_author_give_none() -> None:
    without_komi = Rules().dropping("katago-v2/area/komi")
    assert not isfinite(leads_that_are_counted(Game(without_komi, 2))[0])
