"""No finding is lost, and none is shown under rules where its game does not show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from random import Random

import pytest

from superko.checker.oracle.changes import changes
from superko.checker.oracle.coverage import Judged
from superko.checker.oracle.engine import Aspect, Breakage, Engine, EngineBroke, Setting, observation
from superko.checker.oracle.findings import OracleFinding, Report
from superko.checker.oracle.games import random_games
from superko.checker.oracle.naming import explains
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import Gathering, judge_engine
from superko.checker.oracle.trial import Disagreement, Harness, disagreements, following, shown_by, trial
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Condition, Grid
from superko.spec.katago_v2.main_phase import legal_superko
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Play, Record, Turn
from tests.checker.oracle.engines.reference import ReferenceEngine

from ...sampling import EXHAUSTIVE, sample
from .liars import LIARS, forgets_what_is_long_ago

SUPERKO = "katago-v2/main/legal-superko"
PASSES = "reading/history-includes-passes=excluded"
MORE = Effort(count=3_000)
PLAN = Plan(effort=Effort(count=1_500), seed=1, trying=1.0, shrinking=0.25)


def forgetting(rules: Rules) -> Rules:
    """Superko forgets what stood more than some turns ago."""
    return rules.replacing(SUPERKO, forgets_what_is_long_ago, "It forgets what is long ago.")


def two_faults_in_one_clause() -> Engine:
    """Superko forgets what a pass left, and what is long ago."""
    return ReferenceEngine(lambda rules: forgetting(rules).reading({"reading/history-includes-passes": "excluded"}))


def only_margins(amend: Callable[[Rules], Rules]) -> Engine:
    """Tells by how much Black won, and nothing else."""
    return ReferenceEngine(amend, aspects=frozenset({Aspect.MARGIN}))


def komi_to_black() -> Engine:
    return only_margins(lambda rules: replace(rules, komi=-rules.komi))


def taxes_nothing() -> Engine:
    return only_margins(lambda rules: replace(rules, tax=Rules().tax))


def forgets_passes_where_suicide_is_forbidden() -> Engine:
    """Two faults, each under other rules: no superko where suicide is allowed, and a short memory where it isn't."""
    return ReferenceEngine(lambda rules: rules.dropping(SUPERKO) if rules.suicide else forgetting(rules))


def knows_positional_superko_only() -> Engine:
    return ReferenceEngine(lambda rules: replace(rules, ko=Ko.POSITIONAL))


def fails_to_see_suicide() -> Engine:
    """GNU Go's fault: its superko does not see a suicide, which it holds legal whatever it repeats."""
    return ReferenceEngine(
        lambda rules: rules.replacing(
            SUPERKO, sees_no_suicide, "A legal move repeats nothing, unless it is a suicide."
        ),
        aspects=frozenset({Aspect.BOARD, Aspect.CAPTURES, Aspect.LEGAL}),
        square=True,
    )


def sees_no_suicide(record: Record[int], play: Play[int]) -> Condition:
    return play.self_captured != 0 or legal_superko(record, play)


@pytest.mark.thorough
def test_a_change_of_the_rules_is_said_to_explain_an_engine_only_on_the_games_in_which_it_was_judged_so() -> None:
    report = judge_engine(knows_positional_superko_only, replace(PLAN, rules=("new-zealand-like",)))
    (finding,) = report.findings
    assert "ko=POSITIONAL" in finding.as_if
    assert min(finding.as_if.values()) > 2


@pytest.mark.thorough
@pytest.mark.parametrize("seed", sample(range(4), lambda seed: seed == 0, EXHAUSTIVE))
def test_a_change_by_which_an_engine_does_not_play_is_not_said_of_it(seed: int) -> None:
    report = judge_engine(fails_to_see_suicide, replace(PLAN, rules=("tromp-taylor",), effort=MORE, seed=seed))
    assert report.findings
    for finding in report.findings:
        for words in finding.as_if:
            changed = changes(finding.disagreement.rules)[words].rules
            by = Judged(words, finding.disagreement.setting.rules, changed)
            met = random_games(
                Harness(fails_to_see_suicide), by, Random(7), fails_to_see_suicide().introduction(), (), lambda: True
            )
            assert not any(isinstance(event, Disagreement) for event in islice(met, 40))


@cache
def report_of(engine: Callable[[], Engine], *rules: str) -> Report:
    return judge_engine(engine, replace(PLAN, rules=rules))


@pytest.mark.thorough
def test_two_faults_in_one_clause_are_both_shown() -> None:
    report = report_of(two_faults_in_one_clause, "new-zealand-like")
    clauses = {finding.clauses for finding in report.findings}
    assert clauses == {(SUPERKO,)}
    by_passes = [explains(PASSES, finding.disagreement) for finding in report.findings]
    assert sorted({*by_passes}) == [False, True], "one is explained by passes, and one is not"


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_one_fault_is_shown_once_although_several_changes_would_explain_it() -> None:
    engine = LIARS["forgets superko"].engine
    report = judge_engine(engine, replace(PLAN, rules=("tromp-taylor", "new-zealand-like")))
    (finding,) = report.findings
    assert set(finding.under) == {"tromp-taylor", "new-zealand-like"}


@pytest.mark.thorough
def test_each_finding_shows_under_every_rule_set_that_it_is_listed_for() -> None:
    report = report_of(forgets_passes_where_suicide_is_forbidden, "chinese-ogs-kgs", "tromp-taylor")
    assert {finding.under for finding in report.findings} == {("chinese-ogs-kgs",), ("tromp-taylor",)}
    for finding in report.findings:
        for name in finding.under:
            assert shows(forgets_passes_where_suicide_is_forbidden, finding, name)


def shows(engine: Callable[[], Engine], finding: OracleFinding, name: str) -> bool:
    rules = parse_rules(name)
    disagreement = finding.disagreement
    harness = Harness(engine)
    setting = replace(disagreement.setting, rules=rules)
    return (
        shown_by(harness, setting, rules, disagreement.turns, lambda other: other.kind[:2] == disagreement.kind[:2])
        is not None
    )


@pytest.mark.thorough
def test_of_margins_it_is_said_which_change_of_the_rules_or_which_mistake_would_explain_them() -> None:
    report = report_of(komi_to_black, "tromp-taylor,komi=6.5")
    (finding,) = report.findings
    assert finding.disagreement.aspect is Aspect.MARGIN
    assert finding.clauses == ("katago-v2/area/komi",)
    assert "with katago-v2/area/komi counted the other way round" in finding.as_if
    (finding,) = report_of(taxes_nothing, "stone-scoring").findings
    assert "tax=NONE" in finding.as_if


@pytest.mark.thorough
def test_that_a_clause_is_missing_explains_nothing_once_it_was_followed() -> None:
    report = report_of(two_faults_in_one_clause, "new-zealand-like")
    assert report.rule_sets[0].acted[SUPERKO] > 0
    assert not any(f"without {SUPERKO}" in finding.as_if for finding in report.findings)


def test_other_seeds_come_to_other_games() -> None:
    plan = replace(PLAN, rules=("tromp-taylor",), effort=Effort(count=300))
    once, other = (judge_engine(ReferenceEngine, replace(plan, seed=seed)).rule_sets[0] for seed in (1, 2))
    assert once.acted != other.acted


def gathering_of(harness: Harness, *judged: Judged) -> Gathering:
    """One that makes nothing smaller."""
    harness.introduction()
    return Gathering(harness, {by.name: by for by in judged}, lambda met, by, same: (met, None, False))


def test_a_shorter_game_on_the_same_board_takes_the_place_of_a_longer_one() -> None:
    rules = parse_rules("tromp-taylor")
    by, harness = Judged("tromp-taylor", rules, rules), Harness(LIARS["forgets superko"].engine)
    setting, gathering = by.setting(Grid(2, 1)), gathering_of(harness, by)
    games = (following(turns.split(), setting) for turns in ("pass A1 B1", "A1 B1"))
    long, short = (next(trial(harness, setting, rules, turns)) for turns in games)
    assert [gathering.take(met, by) is not None for met in (long, short, long)] == [True, True, False]
    assert [finding.disagreement.turns for finding in gathering.reported()] == [("A1", "B1")]


def never_ends(by: Judged, grid: Grid) -> Disagreement:
    """What an engine says that does not end a game with two passes."""
    setting = by.setting(grid)
    game = setting.game().play("pass", "pass")
    expected = observation(game)
    (disagreement,) = disagreements(game, {**expected, Aspect.OVER: False}, expected, by.rules_told)
    return disagreement


def test_what_was_refuted_since_is_dropped() -> None:
    rules = parse_rules("chinese-ogs-kgs")
    by, harness = Judged("chinese-ogs-kgs", rules, rules), Harness(ReferenceEngine)
    gathering = gathering_of(harness, by)
    gathering.take(never_ends(by, Grid(1, 1)), by)
    (before,) = gathering.reported()
    assert "without katago-v2/main/end-two-passes" in before.as_if
    by.agreed["any clause"] = [by.setting(Grid(3, 1)).game().play("pass", "pass")]
    (after,) = gathering.reported()
    assert (after.clauses, after.as_if) == (("katago-v2/main/end-two-passes",), {})


class RefusesToPass(ReferenceEngine):
    """Takes no pass once White has a stone."""

    def refusal(self, game: Game, turn: Turn) -> str | None:
        return "Never." if turn == PASS and game.position.coloring.white else super().refusal(game, turn)


def test_a_turn_that_is_refused_under_several_rules_is_told_once() -> None:
    rules = ("tromp-taylor", "new-zealand-like")
    report = judge_engine(RefusesToPass, replace(PLAN, rules=rules, effort=Effort(count=300)))
    (finding,) = report.findings
    assert set(finding.under) == {"tromp-taylor", "new-zealand-like"}
    assert (finding.clauses, finding.as_if) == (("katago-v2/main/start",), {})


# Trials: both sides play one game, are compared at every turn, and go on with what both allow.


RULES = PRESETS["tromp-taylor"]
SETTING = Setting(3, 1, rules=RULES)
A_GAME = ("B1", "A1", "C1", "pass", "A1", "B1", "pass", "C1", "pass", "pass")


def test_every_turn_is_compared_and_those_that_are_not_legal_are_left_out() -> None:
    harness, by = Harness(ReferenceEngine), Judged("tromp-taylor", RULES, RULES)
    harness.counting = by
    assert list(trial(harness, SETTING, RULES, following(["B1", "B1", "pass", "pass"], SETTING))) == []
    assert by.turns == 4
    assert by.compared[Aspect.BOARD] == 4
    assert by.compared[Aspect.LEGAL] == 3
    assert by.compared[Aspect.SCORES] == 1


def test_what_is_compared_meanwhile_can_be_left_uncounted() -> None:
    report = judge_engine(two_faults_in_one_clause, replace(PLAN, rules=("tromp-taylor",), effort=Effort(count=200)))
    assert report.findings
    assert report.turns <= 200


def test_a_game_goes_on_as_it_stood_although_others_were_played_meanwhile() -> None:
    opener = LIARS["misses the last point"].engine
    alone = [disagreement.turns for disagreement in trial(Harness(opener), SETTING, RULES, following(A_GAME, SETTING))]
    harness, with_others = Harness(opener), []
    for disagreement in trial(harness, SETTING, RULES, following(A_GAME, SETTING)):
        with_others.append(disagreement.turns)
        harness.start(Setting(2, 2, rules=RULES), ["A1", "B2"])
    assert len(alone) > 1
    assert with_others == alone


def test_an_engine_that_broke_is_started_again() -> None:
    class BreakingOnce(ReferenceEngine):
        broke = False

        def play(self, turns: Sequence[str]) -> None:
            if not BreakingOnce.broke:
                BreakingOnce.broke = True
                raise EngineBroke(Breakage.CRASHED, "It ended.")
            super().play(turns)

    harness, by = Harness(BreakingOnce), Judged("tromp-taylor", RULES, RULES)
    harness.counting = by
    (disagreement,) = trial(harness, SETTING, RULES, following(["B1"], SETTING))
    assert disagreement.turns == ("B1",)
    assert by.breakdowns == 1
    assert list(trial(harness, SETTING, RULES, following(["B1"], SETTING))) == []


def test_a_kind_is_looked_for_past_others() -> None:
    harness = Harness(LIARS["plays on its own stones"].engine)
    for kind, is_shown in (
        (("legal", "allowed", "katago-v2/move/pseudolegal#empty"), True),
        (("legal", "refused"), False),
    ):
        shown = shown_by(harness, SETTING, RULES, ["B1", "pass"], partial(is_of_kind, kind))
        assert (shown is not None) is is_shown


def is_of_kind(kind: tuple[str, ...], disagreement: Disagreement) -> bool:
    return disagreement.kind == kind
