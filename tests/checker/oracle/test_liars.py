"""Every liar is caught by the oracle, with the right aspect and clause, and an honest engine is not.

For some, a plain breadth-first search, with no symmetry and nothing merged, confirms that no shorter game on the same
board shows what the oracle shows.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from superko.checker.commands.judge_command import clause_at_issue, text_of_clause
from superko.checker.oracle.engine import Aspect, Observation, observation
from superko.checker.oracle.findings import OracleAnswer
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.oracle.trial import ALLOWED, Disagreement
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.story import Story
from superko.spec.registry import Decision
from superko.spec.rules import Refusal, Rules
from superko.spec.written import written_rules
from tests.checker.oracle.engines.reference import ReferenceEngine

from ...mistakes.catalogue import mistakes_for
from ...sampling import sample
from ..model.mistakes import Mistaken, every_mistake
from .catching import SEED, caught
from .liars import LIARS, Liar

QUICKLY_CAUGHT = {
    "moves that change nothing",
    "forgets superko",
    "turns the board upside down",
    "Black may move last",
    "counts the first pass with the button",
    "skips cleanup",
    "marks no ko-moves",
    "never unblocks",
    "gives komi to Black",
    "half a point to the second to pass",
    "draws are White's",
}
"""One of each aspect, and of each phase."""
UP_TO_LONG_GAMES = {"misses the last point", "takes columns for rows", "turns the board upside down", "skips cleanup"}
SEARCHED = [fault for fault in LIARS if fault not in UP_TO_LONG_GAMES]
NOT_ASKED = {(Decision.REPLAYED, "replays"), (Decision.TURN, "forbids"), (Decision.AGREEMENT, "forbids")}
"""No engine is asked whether a game is to be played again, nor for a kind of turn that no protocol has."""


def is_asked(mistaken: Mistaken) -> bool:
    return (mistaken.mutant.clause.decides, mistaken.mutant.mutation.name) not in NOT_ASKED


def is_found_out(mistaken: Mistaken) -> bool:
    """Whether the engine that makes a mistake disagrees at its first finding, and one that doesn't agrees."""

    def amend(rules: Rules) -> Rules:
        is_in_force = any(clause.name == mistaken.mutant.clause.name for clause in rules.in_force)
        return mistaken.mutant.made_in(rules) if is_in_force else rules

    liar = Liar(str(mistaken), written_rules(mistaken.rules), Aspect.ANSWER, "", amend)
    turns = tuple(turn_text(mistaken.start.grid, turn) for turn in mistaken.turns)
    recorded = Story(mistaken.start, turns, shows="a game that shows it")
    plan = Plan((liar.under,), Effort(count=60), 1, recorded=(recorded,), first=True, trying=1.0, shrinking=0.5)
    wrong, right = (judge_engine(engine, plan).outcome for engine in (liar.engine, ReferenceEngine))
    return (wrong, right) == (OracleAnswer.DISAGREE, OracleAnswer.AGREE)


@pytest.mark.thorough
def test_a_mistake_in_each_decision_is_found_where_a_recorded_game_shows_it() -> None:
    one_of_each = {mistaken.mutant.clause.decides: mistaken for mistaken in filter(is_asked, every_mistake(1))}
    assert len(one_of_each) > 20
    assert [str(mistaken) for mistaken in one_of_each.values() if not is_found_out(mistaken)] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("mistaken", [*filter(is_asked, every_mistake(rule_sets_each=1))], ids=str)
def test_every_mistake_of_the_catalogue_is_found_where_a_recorded_game_shows_it(mistaken: Mistaken) -> None:
    assert is_found_out(mistaken)


@pytest.mark.thorough
@pytest.mark.every_case
@pytest.mark.parametrize("liar", LIARS.values(), ids=LIARS)
def test_every_liar_is_caught(liar: Liar) -> None:
    assert caught(liar) is not None


@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", sample(SEARCHED, lambda fault: fault in QUICKLY_CAUGHT - {"marks no ko-moves"}))
def test_no_shorter_game_on_the_same_board_shows_it(fault: str) -> None:
    liar = LIARS[fault]
    finding = caught(liar)
    assert finding is not None
    shortest = shortest_by_plain_search(liar, finding.disagreement)
    assert shortest is not None
    assert len(shortest) == len(finding.disagreement.turns)


def shortest_by_plain_search(liar: Liar, disagreement: Disagreement) -> Sequence[str] | None:
    """The turns of the shortest game, no longer than the one that was found, in which they differ in the same way."""
    games: list[tuple[str, ...]] = [()]
    while games and len(games[0]) <= len(disagreement.turns):
        longer = []
        for turns in games:
            game, said = both(liar, disagreement, turns)
            expected = observation(game)
            if in_the_same_way(disagreement, said, expected):
                return turns
            longer += [(*turns, turn) for turn in allowed_by_both(game, said, expected)]
        games = longer
    return None


def both(liar: Liar, disagreement: Disagreement, turns: Sequence[str]) -> tuple[Game, Observation]:
    """The game by the rules after some turns, and what the liar says of it."""
    engine, game = liar.engine(), disagreement.setting.game()
    engine.start(disagreement.setting)
    for turn in turns:
        engine.play((turn,))
        game = next(game.taking(legal) for legal in game.turns() if turn_text(disagreement.setting.grid, legal) == turn)
    return game, engine.observe()


def in_the_same_way(disagreement: Disagreement, said: Observation, expected: Observation) -> bool:
    """Whether they differ in the aspect, and where it is a set of points, by too many or by too few."""
    value, other = said.get(disagreement.aspect), expected.get(disagreement.aspect)
    if isinstance(value, frozenset) and isinstance(other, frozenset):
        return bool(value - other) if ALLOWED in disagreement.kind else bool(other - value)
    return disagreement.aspect in said and disagreement.aspect in expected and value != other


def listed(said: Observation, aspect: Aspect) -> frozenset[str]:
    """The points that are said to be some set; none where nothing is said of it."""
    points = said.get(aspect, frozenset())
    assert isinstance(points, frozenset)
    return points


def allowed_by_both(game: Game, said: Observation, expected: Observation) -> list[str]:
    """The turns that both allow, where they agree in everything but which turns those are."""
    sets = (Aspect.LEGAL, Aspect.UNBLOCK, Aspect.PASS_ENDS_PHASE)
    if any(said[aspect] != expected[aspect] for aspect in said.keys() & expected.keys() - {*sets}):
        return []
    turns = [turn_text(game.grid, turn) for turn in game.turns()]
    unblocks = (f"unblock {name}" for name in listed(said, Aspect.UNBLOCK))
    allowed = {*listed(said, Aspect.LEGAL), "pass", *unblocks}
    return [turn for turn in turns if turn in allowed]


@pytest.mark.thorough
@pytest.mark.parametrize("name", mistakes_for("suite"))
def test_every_planted_engine_is_found_by_its_games_alone(name: str) -> None:
    """Given an engine that suites are tried on, when it is judged up to the first finding, then it is wrong."""
    planted = mistakes_for("suite")[name]
    # With the button no short game comes back to the start, as a state holds whether anybody has passed.
    rules = "tromp-taylor" if name == "superko that forgets the start" else planted.named

    def amend(unchanged: Rules) -> Rules:
        try:
            return planted.made_in(unchanged)
        except Refusal:
            return unchanged

    plan = Plan((rules,), Effort(count=8_000), SEED, first=True, trying=1.0, shrinking=0.2)
    report = judge_engine(Liar(name, rules, Aspect.ANSWER, "", amend).engine, plan)
    assert report.outcome is OracleAnswer.DISAGREE
    (finding, *_) = report.findings
    said = text_of_clause(clause_at_issue(finding), finding.disagreement.rules)
    assert len(said.removeprefix("Not in force here. ").split(". ")) == 1
