"""Games without end: found where a clause is dropped, and ended by the clause where it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import repeat

import pytest

from superko.checker.claims.katago_v2.termination import ended_by_repeated_pass
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs import endless
from superko.checker.proofs.endless import EndlessGame, endless_game, goes_on_forever
from superko.interpreter.clauses_of_authors import outside_language
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Condition
from superko.spec.chinese_2002.repetition import RARE, REPETITION
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play, Record

from ...interpreter.games import after
from ...mistakes.catalogue import wrong_versions

MAIN, CLEANUP, PRESUPPOSED = "katago-v2/main", "katago-v2/cleanup", "chinese-2002/presupposed"
SUPERKO = f"{MAIN}/legal-superko"
WHILE_EQUAL = next(wrong.rules for wrong in wrong_versions() if wrong.name == "superko while captures are equal")
BY_CASES = DOCUMENTS["chinese-2002"].usual.reading({REPETITION: "article-20", RARE: "forbidden"})
ENDLESS = [
    (Rules(ko=Ko.SIMPLE, suicide=False).dropping(f"{MAIN}/no-result"), Phase.MAIN),
    (Rules(ko=Ko.SIMPLE, suicide=False).dropping(f"{MAIN}/end-repeated-pass"), Phase.MAIN),
    (Rules().dropping(SUPERKO), Phase.MAIN),
    (Rules(button=True).dropping(f"{MAIN}/end-two-passes-button"), Phase.MAIN),
    (Rules(scoring=Scoring.TERRITORY, suicide=False).dropping(f"{CLEANUP}/no-result"), Phase.FIRST_CLEANUP),
    (Rules(scoring=Scoring.TERRITORY, suicide=False).dropping(f"{CLEANUP}/end-repeated-pass"), Phase.SECOND_CLEANUP),
    # In a loop stones of one color alone are captured, more and more of them.
    (WHILE_EQUAL, Phase.MAIN),
    # A clause of these looks two turns back, and passes need not follow one another.
    (BY_CASES.dropping("chinese-2002/20-rare#forbidden").dropping(f"{PRESUPPOSED}#one-after-the-other"), Phase.MAIN),
]


@lru_cache
def found_endless_game(rules: Rules, phase: Phase) -> EndlessGame:
    endless = endless_game(rules, phase)
    assert endless is not None
    return endless


@pytest.mark.parametrize(("rules", "phase"), ENDLESS)
def test_an_endless_game_can_be_played_for_many_rounds(rules: Rules, phase: Phase) -> None:
    endless = found_endless_game(rules, phase)
    game = endless.start
    for turn in (*endless.opening, *(turn for loop in repeat(endless.loop, 20) for turn in loop)):
        game = game.play(turn)
        assert game.ended_by is None


@pytest.mark.parametrize(("rules", "phase"), ENDLESS)
def test_under_the_whole_text_the_same_loop_is_not_endless(rules: Rules, phase: Phase) -> None:
    endless = found_endless_game(rules, phase)
    whole_text = replace(rules, amendments=())
    assert not goes_on_forever(EndlessGame(endless.under(whole_text), endless.opening, endless.loop))


@pytest.mark.parametrize(
    "ends",
    [
        lambda record: record.passes >= 20,
        lambda record: record.pass_run >= 20,
        lambda record: record.turn >= 40,
        lambda record: record.turn - record.passes >= 20 or record.passes * 2 > 41,
        lambda record: record.passes - record.turn // 3 > 9 or record.turn > 50,
        lambda record: record.earlier.times(record.state) + record.passes > 20,
    ],
    ids=["passes", "passes in a row", "turns", "moves", "many passes", "a state that has stood"],
)
def test_no_loop_goes_on_where_what_is_counted_ends_the_game(
    ends: Callable[[Record], Condition], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "BOARDS", [(1, 1)])
    rules = Rules().replacing(f"{MAIN}/end-two-passes", ends, "What is counted ends the game.")
    assert not outside_language(rules)
    assert endless_game(rules, Phase.MAIN) is None


def test_a_loop_that_takes_stones_is_not_endless_where_only_a_few_may_be_taken() -> None:
    def up_to_eight(record: Record, play: Play) -> Condition:
        return record.tally.captures[Color.BLACK] < 9

    while_equal, few = found_endless_game(WHILE_EQUAL, Phase.MAIN), Rules().replacing(SUPERKO, up_to_eight, "Up to 8.")
    assert not goes_on_forever(EndlessGame(while_equal.under(few), while_equal.opening, while_equal.loop))


@pytest.mark.parametrize(
    ("rules", "turns"),
    [
        (Rules(ko=Ko.SIMPLE, suicide=False), "pass, A1, B1, pass, C1, A1, B1, pass"),
        (Rules(ko=Ko.SIMPLE, suicide=True), "pass, A1, pass, B1, pass"),
    ],
)
def test_the_repeated_pass_ends_what_would_go_on_forever(rules: Rules, turns: str) -> None:
    verdict = ended_by_repeated_pass(rules, Phase.MAIN, f"{MAIN}/end-repeated-pass")
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.witness is not None
    assert ", ".join(verdict.witness.turns) == turns
    start = Game(rules, (verdict.witness.start.width, verdict.witness.start.height))
    assert after(start, turns).ended_by == f"{MAIN}/end-repeated-pass"
