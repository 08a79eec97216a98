"""Graph and search find the same shortest games without result, as published, and notice broken rules."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from superko.checker.claims.facts import repetitions
from superko.checker.claims.facts.repetitions import (
    PHASES_BEFORE,
    PUBLISHED,
    search,
    shortest_without_result,
    turns_with_the_last_state,
    witness,
)
from superko.checker.evidence.verdict import LeftUndecided, Outcome
from superko.checker.graph.graph import explore
from superko.checker.graph.shortest_game import (
    NumberedGraph,
    NumberedStep,
    Returns,
    graph_of_phase,
    numbered,
    openings,
    shortest_game_without_result,
)
from superko.checker.phase.situations import Situation
from superko.interpreter import Game, NoResult
from superko.spec.algebra import Condition, Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Position, Record, Turn

from ...sampling import sample

NO_RESULT = "katago-v2/main/no-result"
SIMPLE_KO = "katago-v2/main/legal-simple-ko"
TINY = [Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(4, 1)]


def simple_ko(suicide: bool = False) -> Rules:
    return Rules(ko=Ko.SIMPLE, suicide=suicide)


def ending_on_the_second_occurrence() -> Rules:
    def stood_before(record: Record) -> Condition:
        """The game ends as soon as a state stands again."""
        return record.since_pass.times(record.state) > 1

    return simple_ko().replacing(NO_RESULT, stood_before)


def by_graph(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> tuple[Turn, ...] | None:
    return shortest_game_without_result(graph_of_phase(rules, grid, phase), PHASES_BEFORE[phase])


def by_search(rules: Rules, grid: Grid, longest: int | None = None) -> Game | None:
    return search(rules, grid, longest=longest).shortest


@pytest.mark.parametrize("grid", sample(TINY, lambda grid: grid == Grid(3, 1)), ids=str)
@pytest.mark.parametrize(
    "rules",
    [
        simple_ko(suicide=False),
        simple_ko(suicide=True),
        simple_ko().dropping(SIMPLE_KO),
        simple_ko().dropping("katago-v2/main/state#player"),
        simple_ko(suicide=True).dropping("katago-v2/move/no-null-change"),
        simple_ko().reading({"reading/state-after-pass": "excluded"}),
        ending_on_the_second_occurrence(),
    ],
    ids=["suicide=no", "suicide=yes", "no ko", "no player", "null changes", "passes excluded", "second occurrence"],
)
def test_graph_and_search_find_games_of_equal_length_whatever_the_rules(rules: Rules, grid: Grid) -> None:
    turns = by_graph(rules, grid)
    game = by_search(rules, grid, longest=len(turns) if turns else 10)
    assert (game.record.turn if game else None) == (len(turns) if turns else None)


def test_another_number_of_turns_than_published_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PUBLISHED, (4, 1), 11)
    assert shortest_without_result(simple_ko(), Grid(4, 1)).outcome is Outcome.REFUTED


def test_a_state_that_stood_before_a_pass_is_not_counted() -> None:
    game = Game(simple_ko(), (2, 1)).play(PASS)
    assert turns_with_the_last_state(game) == [1]


NO_RESULT_IN_CLEANUP = "katago-v2/cleanup/no-result"
LEGAL_ONCE = "katago-v2/cleanup/legal-once"
LEGAL_UNBLOCKED = "katago-v2/cleanup/legal-unblocked"
UNBLOCKING = "reading/unblock-is-not-a-move"
FIRST, SECOND = Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP


def territory(suicide: bool = False) -> Rules:
    return Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=suicide)


def ending_on_occurrence(number: int, suicide: bool = False) -> Rules:
    def stood_as_often(record: Record) -> Condition:
        """The game ends when a state has stood some number of times."""
        return record.since_pass.times(record.state) >= number

    return territory(suicide).replacing(NO_RESULT_IN_CLEANUP, stood_as_often)


def ends_without_result(rules: Rules, grid: Grid, turns: tuple[Turn, ...]) -> bool:
    return isinstance(reduce(Game.play, turns, Game(rules, grid)).result, NoResult)


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", [Grid(2, 1), Grid(4, 1), Grid(5, 1), Grid(3, 2)], ids=str)
def test_in_the_second_phase_it_takes_two_turns_more(grid: Grid, suicide: bool) -> None:
    first, second = (by_graph(territory(suicide), grid, phase) for phase in (FIRST, SECOND))
    if first is None:
        assert second is None
    else:
        assert second is not None
        assert len(second) == len(first) + 2
        assert witness(territory(suicide), grid, second, SECOND).turns.count("pass") >= 4


@pytest.mark.parametrize("ko", Ko)
@pytest.mark.parametrize("grid", [Grid(2, 1), Grid(4, 1), Grid(5, 1), Grid(3, 2)], ids=str)
def test_the_same_game_is_the_shortest_whatever_the_ko_rule_of_the_main_phase(grid: Grid, ko: Ko) -> None:
    turns = by_graph(territory(suicide=True), grid, FIRST)
    assert turns is not None
    assert ends_without_result(replace(territory(suicide=True), ko=ko), grid, turns)


class TestReadings:
    @pytest.mark.parametrize("grid", [Grid(2, 1), Grid(5, 1)], ids=str)
    def test_an_unblock_action_that_counts_as_a_pass_leads_to_no_return(self, grid: Grid) -> None:
        as_pass = territory(suicide=True).reading({UNBLOCKING: "pass"})
        turns, usual = by_graph(as_pass, grid, FIRST), by_graph(territory(suicide=True), grid, FIRST)
        assert usual is not None
        assert turns is None or len(turns) > len(usual)
        assert turns is None or ends_without_result(as_pass, grid, turns)

    @pytest.mark.parametrize("grid", [Grid(2, 1), Grid(5, 1)], ids=str)
    def test_that_it_counts_as_a_move_makes_no_difference(self, grid: Grid) -> None:
        as_move = territory(suicide=True).reading({UNBLOCKING: "move"})
        assert by_graph(as_move, grid, FIRST) == by_graph(territory(suicide=True), grid, FIRST)
        for decision in set(Decision) - {Decision.COUNTS_AS_MOVE}:
            for phase in Phase:
                assert as_move.deciding(decision, phase) == territory(suicide=True).deciding(decision, phase)


class TestBounds:
    """What the search for the shortest game rests on."""

    @pytest.mark.thorough
    @pytest.mark.parametrize("suicide", [False, True])
    def test_situations_one_by_one_and_on_arrays_give_the_same_game(self, suicide: bool) -> None:
        """A new clause, even one that says the same in other words, is asked about one situation at a time."""
        rules, grid = territory(suicide), Grid(5, 1)
        assert by_graph(ending_on_occurrence(3, suicide), grid, FIRST) == by_graph(rules, grid, FIRST)

    def test_no_game_is_at_the_start_of_a_phase_sooner_than_the_opening_says(self) -> None:
        rules, grid = territory(suicide=True), Grid(3, 1)
        explored = explore(rules, grid, symmetry=False, phase=FIRST)
        nearest = openings(numbered(explored), phases_before=True)
        soonest: dict[Position, int] = {}
        games = [Game(rules, (3, 1))]
        for game in games:
            if game.position.phase is FIRST:
                soonest.setdefault(game.position, game.record.turn)
            elif game.record.turn < 7:
                games += [game.play(turn) for turn in game.turns()]
        assert len(soonest) > 10
        for position, turns in soonest.items():
            code = explored.turns.codes.code(Situation(position))
            assert turns >= sum(map(len, nearest[explored.nodes.tolist().index(code)])) + 2

    def test_a_ko_move_is_not_made_again_on_the_second_return(self) -> None:
        loop = there_and_back(NumberedStep(Move(1), 0, passing=False, only_once=True))
        assert Returns(loop).back_to(0, times=1, length=2) is not None
        assert Returns(loop).back_to(0, times=2, length=4) is None
        free = there_and_back(NumberedStep(Move(1), 0, passing=False, only_once=False))
        assert Returns(free).back_to(0, times=2, length=4) == (Move(1),) * 4
        assert Returns(free).back_to(0, times=2, length=6) is None

    def test_a_turn_to_a_state_that_does_not_count_is_no_return(self) -> None:
        uncounted = there_and_back(NumberedStep(Move(1), 0, passing=False, only_once=False, counted=False))
        assert Returns(uncounted).back_to(0, times=1, length=2) is None

    def test_a_state_is_come_back_to_with_other_moves_banned(self) -> None:
        """Situations 0 and 2 are one state, and the second comes back to itself, through 1."""
        steps = [[free_step(1)], [free_step(2)], [free_step(1)]]
        graph = NumberedGraph(0, [0, 1, 0], steps, [0, 1, 0], [0, 1, 0], [0, 1, 2], 3)
        assert Returns(graph).are_possible(0, times=2)
        assert shortest_game_without_result(graph) == (Move(1),) * 4
        once_only = NumberedGraph(0, [0, 1, 0], [*steps[:2], []], [0, 1, 0], [0, 1, 0], [0, 1, 2], 3)
        assert Returns(once_only).are_possible(0, times=1)
        assert not Returns(once_only).are_possible(0, times=2)
        assert shortest_game_without_result(once_only) is None

    def test_what_is_not_found_within_so_many_turns_is_not_said_to_be_impossible(self) -> None:
        graph = graph_of_phase(territory(), Grid(4, 1), FIRST)
        with pytest.raises(LeftUndecided, match="No game of up to 10 turns"):
            shortest_game_without_result(graph, phases_before=1, most_turns=8)

    def test_states_that_must_stand_unequally_often_are_refused(self) -> None:
        def sooner_on_an_empty_board(record: Record) -> Condition:
            """The game ends sooner where the board is empty."""
            times = record.since_pass.times(record.state)
            c = record.position.coloring
            return times >= (2 if c.is_empty(c.black | c.white) else 3)

        rules = territory().replacing(NO_RESULT_IN_CLEANUP, sooner_on_an_empty_board)
        with pytest.raises(ValueError, match="for the time number 2, and others do not"):
            graph_of_phase(rules, Grid(2, 1), FIRST)

    def test_a_clause_that_asks_how_many_turns_were_taken_is_refused(self) -> None:
        rules = territory().replacing(
            NO_RESULT_IN_CLEANUP, lambda record: record.turn > 9, "A game of nine turns has no result."
        )
        with pytest.raises(
            ValueError, match="no account of how many turns were taken, and katago-v2/cleanup/no-result"
        ):
            graph_of_phase(rules, Grid(2, 1), FIRST)


def free_step(after: int) -> NumberedStep:
    return NumberedStep(Move(1), after, passing=False, only_once=False)


def there_and_back(back: NumberedStep) -> NumberedGraph:
    """Two situations, and one way from each to the other."""
    return NumberedGraph(0, [0, 1], [[free_step(1)], [back]], [0, 1], [0, 1], [0, 1], 3)


class TestBrokenRules:
    @pytest.mark.clauses(LEGAL_ONCE)
    @pytest.mark.thorough
    def test_only_without_the_rule_of_one_ko_move_does_a_game_go_round_three_times(self) -> None:
        sound = ending_on_occurrence(4, suicide=True)
        with pytest.raises(LeftUndecided):
            by_graph(sound, Grid(2, 1), FIRST)
        assert search(sound, Grid(2, 1), FIRST, longest=14).shortest is None
        broken = sound.dropping(LEGAL_ONCE)
        turns = by_graph(broken, Grid(2, 1), FIRST)
        assert len(turns or ()) == 14
        game = search(broken, Grid(2, 1), FIRST).shortest
        assert game is not None
        assert game.record.turn == 14

    @pytest.mark.clauses(LEGAL_UNBLOCKED)
    def test_where_the_bound_is_no_game_the_verdict_is_unknown(self) -> None:
        rules, grid = territory().dropping(LEGAL_UNBLOCKED), Grid(5, 1)
        verdict = shortest_without_result(rules, grid, FIRST)
        assert verdict.outcome is Outcome.UNKNOWN
        assert verdict.notes == "No game of fewer than 11 turns ends without result in phase cleanup1."

    def test_engines_that_disagree_leave_the_claim_unknown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(repetitions, "shortest_game_without_result", lambda *_: None)
        verdict = shortest_without_result(territory(suicide=True), Grid(2, 1), FIRST)
        assert verdict.outcome is Outcome.UNKNOWN
        assert "10 turns" in verdict.notes


def test_a_witness_must_end_without_result_in_its_phase_on_its_last_turn() -> None:
    for rules, right, other in ((territory(), FIRST, SECOND), (simple_ko(), Phase.MAIN, FIRST)):
        turns = by_graph(rules, Grid(4, 1), right)
        assert turns is not None
        for wrong, phase in ((turns[:-1], right), ((*turns, PASS), right), (turns, other)):
            with pytest.raises(LeftUndecided, match="No game of fewer than"):
                witness(rules, Grid(4, 1), wrong, phase)
