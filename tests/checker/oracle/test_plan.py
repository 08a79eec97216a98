"""Sharing time: nobody waits for somebody slow, and everybody gets their part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice, takewhile
from types import SimpleNamespace
from typing import Any

import pytest

from superko.checker.oracle import plan
from superko.checker.oracle import plan as plans
from superko.checker.oracle import run as runs
from superko.checker.oracle.changes import allowing_for
from superko.checker.oracle.engine import Aspect, Breakage, Engine, EngineBroke, Introduction, Setting, Unsupported
from superko.checker.oracle.findings import OracleAnswer, OracleFinding, Report, report_as_json
from superko.checker.oracle.naming import naming
from superko.checker.oracle.plan import MOST_BREAKDOWNS, MOST_HANGS, MOST_HANGS_TO_SHRINK, Plan, in_turns
from superko.checker.oracle.run import judge_engine
from superko.checker.telling.effort import Effort
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start, Story
from superko.spec.algebra import Grid
from superko.spec.parameters import HandicapBonus
from superko.spec.presets import PRESETS
from tests.checker.oracle.engines.reference import ReferenceEngine

from .liars import LIARS


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(plan, "time", clock)
    return clock


def taking(clock: Clock, seconds: float, name: str) -> Iterator[str]:
    while True:
        clock.now += seconds
        yield name


def test_time_is_shared_whatever_each_thing_takes(clock: Clock) -> None:
    met = in_turns([(taking(clock, 1, "slow"), 1), (taking(clock, 0.1, "fast"), 1)])
    times = Counter(takewhile(lambda _: clock.now < 40, met))
    assert times["slow"] == pytest.approx(times["fast"] * 0.1, abs=1.1)


def test_a_larger_share_gets_more(clock: Clock) -> None:
    met = in_turns([(taking(clock, 1, "much"), 3), (taking(clock, 1, "little"), 1)])
    assert Counter(islice(met, 40))["much"] == pytest.approx(30, abs=1)


def test_what_is_done_with_a_thing_is_on_nobodys_account(clock: Clock) -> None:
    given = []
    for name in islice(in_turns([(taking(clock, 1, "slow"), 1), (taking(clock, 1, "other"), 1)]), 6):
        given.append(name)
        clock.now += 100 if name == "slow" else 0
    assert Counter(given) == {"slow": 3, "other": 3}


def test_an_error_reaches_who_asked() -> None:
    def failing() -> Iterator[str]:
        yield "first"
        raise ValueError("no more")

    met = in_turns([(failing(), 1)])
    assert next(met) == "first"
    with pytest.raises(ValueError, match="no more"):
        next(met)


# Whole runs: the four answers, what is set aside, what is skipped, what broke, and what each rule set gets.


BRIEF = Plan(rules=("tromp-taylor",), effort=Effort(count=600), seed=1, trying=1.0, shrinking=1.5)


ALLOWS_NO_SUICIDE = allowing_for(["no-suicide"])


def without_suicide() -> Engine:
    return ReferenceEngine(ALLOWS_NO_SUICIDE)


class NotThere(ReferenceEngine):
    """An engine that breaks before it can be asked anything."""

    def introduction(self) -> Introduction:
        raise EngineBroke(Breakage.HUNG, "No answer within 5 s.", ["> rules"])


class ForSomeRules(ReferenceEngine):
    """An engine that plays no territory rules."""

    def start(self, setting: Setting) -> None:
        if setting.rules.scoring.value == "TERRITORY":
            raise Unsupported("It counts areas only.")
        super().start(setting)


class WithoutHandicap(ReferenceEngine):
    """An engine that refuses games with handicap stones."""

    def start(self, setting: Setting) -> None:
        if setting.handicap:
            raise Unsupported("It knows no handicap.")
        super().start(setting)


def missing() -> Engine:
    raise Unsupported("It is not installed; install it.")


def answer(opener: Callable[[], Engine], plan: Plan = BRIEF) -> Report:
    return judge_engine(opener, plan)


def test_of_an_engine_that_is_not_there_it_is_not_said_what_it_tells() -> None:
    assert set(answer(missing).not_compared().values()) == {"the engine could not be asked"}


def test_an_engine_that_breaks_at_once_is_errored_with_the_exchange() -> None:
    report = answer(NotThere)
    assert (report.outcome, report.outcome.exit_status) == (OracleAnswer.ERRORED, 2)
    assert (report.broke, report.exchange) == ("No answer within 5 s.", ("> rules",))


def test_where_turns_are_counted_nothing_depends_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = replace(BRIEF, effort=Effort(count=60))

    def timeless_report() -> Report:
        return replace(answer(LIARS["forgets superko"].engine, plan), seconds=0)

    usual, jumps = timeless_report(), (1000.0 ** (number % 5) for number in count())
    monkeypatch.setattr(plans, "time", SimpleNamespace(monotonic=lambda: next(jumps)))
    assert timeless_report() == usual


def test_to_name_what_is_found_is_part_of_the_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given that each name takes ten seconds, an effort of a minute takes no more than that and a last name."""
    seconds = 0.0

    def clock() -> float:
        nonlocal seconds
        seconds += 0.01
        return seconds

    def slowly_named(*asked: Any) -> Any:
        nonlocal seconds
        seconds += 10.0
        return naming(*asked)

    monkeypatch.setattr(plans, "time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr(runs, "naming", slowly_named)
    rules = tuple(f"tromp-taylor,komi={komi}" for komi in range(8))
    report = answer(without_suicide, Plan(rules, Effort(seconds=60.0), seed=1, shrinking=0.0))
    assert report.disagreements
    assert seconds < 80.0


def test_an_engine_that_always_breaks_is_given_up() -> None:
    class AlwaysBreaking(ReferenceEngine):
        broke = 0

        def start(self, setting: Setting) -> None:
            AlwaysBreaking.broke += 1
            raise EngineBroke(Breakage.CRASHED, "It ended.")

    report = answer(AlwaysBreaking, replace(BRIEF, effort=Effort(count=60_000), shrinking=0.0))
    assert report.outcome is OracleAnswer.ERRORED
    assert AlwaysBreaking.broke <= 2 * MOST_BREAKDOWNS
    assert report.seconds < 30


def test_an_engine_that_hangs_costs_little_of_the_time_that_an_answer_may_take() -> None:
    class HangingAtCaptures(ReferenceEngine):
        hangs = 0

        def play(self, turns: Sequence[str]) -> None:
            super().play(turns)
            if any(self._game.record.tally.captures.values()):
                HangingAtCaptures.hangs += 1
                raise EngineBroke(Breakage.HUNG, "It did not answer within 10 seconds.")

    report = answer(HangingAtCaptures, replace(BRIEF, effort=Effort(count=60_000)))
    assert (report.outcome, report.rule_sets[0].given_up) == (OracleAnswer.ERRORED, True)
    assert HangingAtCaptures.hangs <= 2 * MOST_HANGS + MOST_HANGS_TO_SHRINK + 2


def test_an_engine_that_breaks_under_some_rules_is_tried_under_the_others() -> None:
    class BreakingUnderTerritory(ReferenceEngine):
        def start(self, setting: Setting) -> None:
            if setting.rules.scoring.value == "TERRITORY":
                raise EngineBroke(Breakage.CRASHED, "It ended.")
            super().start(setting)

    rules = ("japanese-like", "tromp-taylor")
    report = answer(BreakingUnderTerritory, replace(BRIEF, rules=rules, shrinking=0.0))
    japanese, tromp_taylor = report.rule_sets
    assert (japanese.given_up, japanese.turns, japanese.breakdowns) == (True, 0, MOST_BREAKDOWNS + 1)
    assert (tromp_taylor.given_up, tromp_taylor.turns > 200, tromp_taylor.breakdowns) == (False, True, 0)
    as_json = report_as_json(report)["rule_sets"]
    assert [fields.get("given_up_after") for fields in as_json] == [MOST_BREAKDOWNS + 1, None]


def test_of_a_breakdown_that_a_fresh_engine_does_not_repeat_no_game_is_said_to_show_it() -> None:
    class Tiring(ReferenceEngine):
        games = 0

        def start(self, setting: Setting) -> None:
            self.games += 1
            if self.games > 60:
                raise EngineBroke(Breakage.CRASHED, "It ended with status 3.")
            super().start(setting)

    (finding,) = answer(Tiring).findings
    assert finding.disagreement.engine_said == (
        "It ended with status 3; a fresh engine gets through this game, so the game alone is not why."
    )
    assert not finding.shortest


@pytest.mark.thorough
def test_where_the_rules_give_points_for_handicap_stones_games_with_some_are_played() -> None:
    rules = "tromp-taylor,whiteHandicapBonus=N-1"
    report = answer(
        lambda: ReferenceEngine(lambda heard: replace(heard, handicap_bonus=HandicapBonus.N)),
        replace(BRIEF, rules=(rules,)),
    )
    (finding,) = report.findings
    assert finding.clauses == ("katago-v2/params/white-handicap-bonus",)
    assert (finding.disagreement.aspect, finding.disagreement.setting.handicap) == (Aspect.SCORES, 2)
    assert finding.disagreement.rules == parse_rules(rules)
    assert "games with handicap stones" not in report.not_tried
    assert answer(ReferenceEngine, replace(BRIEF, rules=("aga-like",))).outcome is OracleAnswer.AGREE


@pytest.mark.parametrize("engine", [WithoutHandicap, lambda: ReferenceEngine(smallest=1, largest=1)])
@pytest.mark.parametrize(("rules", "lacking"), [("aga-like", True), ("tromp-taylor", False)])
def test_it_is_said_that_no_game_with_handicap_stones_was_tried(
    engine: Callable[[], Engine], rules: str, lacking: bool
) -> None:
    report = answer(engine, replace(BRIEF, rules=(rules,)))
    assert report.outcome is OracleAnswer.AGREE
    assert ("games with handicap stones" in report.not_tried) is lacking


def test_rules_that_the_engine_lacks_are_skipped_and_others_are_not() -> None:
    report = answer(ForSomeRules, replace(BRIEF, rules=("japanese-like", "tromp-taylor")))
    japanese, tromp_taylor = report.rule_sets
    assert japanese.skipped == "It counts areas only."
    assert not tromp_taylor.skipped
    assert report.outcome is OracleAnswer.AGREE


def test_what_is_left_out_on_request_is_not_compared() -> None:
    report = answer(
        LIARS["forgets superko"].engine, replace(BRIEF, effort=Effort(count=60), without=frozenset({Aspect.LEGAL}))
    )
    assert report.not_compared()[Aspect.LEGAL] == "left out on request"


@pytest.mark.thorough
def test_by_default_an_engine_is_judged_by_all_rules_that_it_claims() -> None:
    report = answer(ReferenceEngine, replace(BRIEF, rules=(), effort=Effort(count=1_200)))
    assert report.outcome is OracleAnswer.AGREE
    assert [rule_set.name for rule_set in report.rule_sets][: len(PRESETS)] == list(PRESETS)
    assert all(rule_set.turns for rule_set in report.rule_sets)


def doings(plan: Plan) -> list[str]:
    """What is heard to be done while an honest engine is judged."""
    heard: list[str | OracleFinding] = []
    judge_engine(ReferenceEngine, plan, lambda news, spent: heard.append(news))
    return [news for news in heard if isinstance(news, str)]


def test_recorded_games_are_tried_first() -> None:
    recorded = Story(Start(2, 1), ("A1", "pass"), shows="a game record")
    assert doings(replace(BRIEF, recorded=(recorded,)))[0] == "tromp-taylor: a game record"


@pytest.mark.thorough
def test_whoever_listens_hears_of_each_finding_as_it_comes() -> None:
    heard: list[str | OracleFinding] = []
    report = judge_engine(LIARS["own stones first"].engine, BRIEF, lambda news, spent: heard.append(news))
    games = {finding.disagreement.turns for finding in heard if isinstance(finding, OracleFinding)}
    assert report.findings
    assert games >= {finding.disagreement.turns for finding in report.findings}


def test_random_games_are_played_on_the_boards_that_were_asked_for() -> None:
    random = {words for words in doings(replace(BRIEF, boards=(Grid(4, 2),))) if "random" in words}
    assert random == {"tromp-taylor: random games on 4x2"}
