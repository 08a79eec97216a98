"""The situations of the cleanup phases: both engines find the same ones, as games do, and notice broken rules."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.checker.claims.facts.situations import by_clauses, counted
from superko.checker.graph.graph import explore
from superko.checker.graph.shortest_game import numbered
from superko.checker.phase.codes import SituationCodes
from superko.checker.phase.situations import Situation, Situations
from superko.checker.phase.symmetry import CodeSymmetries
from superko.interpreter import Game
from superko.interpreter.history import counts_as_pass
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Color, Condition, Grid
from superko.spec.composition import move
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.parameters import Scoring
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Pass, Phase, Play, Position, Record

LEGAL_UNBLOCKED = "katago-v2/cleanup/legal-unblocked"
LEGAL_ONCE = "katago-v2/cleanup/legal-once"
MARK = "katago-v2/cleanup/mark"
UNMARK = "katago-v2/cleanup/unmark"
UNBLOCK = "katago-v2/cleanup/unblock"
UNBLOCK_ACTION = "katago-v2/cleanup/unblock#action"
SECOND_PHASE = "katago-v2/cleanup/second-phase"
SMALL = [Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(1, 4), Grid(2, 2), Grid(5, 1), Grid(3, 2)]
FIRST, SECOND = Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP


def territory(suicide: bool = True) -> Rules:
    return Rules(scoring=Scoring.TERRITORY, suicide=suicide)


def standing(board: str, player: Color, marks: int = 0) -> Situation:
    return Situation(Position(parse_board(board), player, FIRST, marks))


@pytest.mark.clauses(LEGAL_UNBLOCKED, MARK, UNMARK, UNBLOCK)
@pytest.mark.parametrize("unblocking", ["move", "neither", "pass"])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", SMALL, ids=str)
def test_arrays_and_clauses_lead_from_each_situation_to_the_same_ones(
    grid: Grid, suicide: bool, unblocking: str
) -> None:
    rules = territory(suicide).reading({"reading/unblock-is-not-a-move": unblocking})
    coded = explore(rules, grid, symmetry=False, phase=SECOND)
    situations = Situations(rules, grid, SECOND)
    held = by_clauses(situations)
    named = [coded.turns.codes.situation(int(code)) for code in coded.nodes]
    arrays = numbered(coded)
    assert named[arrays.first] == situations.first
    assert {
        (named[before], step.turn, named[step.after], step.passing, step.only_once)
        for before, steps in enumerate(arrays.steps)
        for step in steps
    } == {
        (before, turn, after, counts_as_pass(rules, SECOND, turn), situations.only_once(before, turn))
        for before, after, turns in held.edges(data="turns")
        for turn in turns
    }
    assert set(named) == set(held)
    assert all(named[number] == unmarked(situation) for number, situation in zip(arrays.unmarked, named, strict=True))


def unmarked(situation: Situation) -> Situation:
    return Situation(replace(situation.position, marks=0))


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", SMALL, ids=str)
def test_one_situation_stands_for_its_images(grid: Grid, suicide: bool) -> None:
    every = counted(explore(territory(suicide), grid, symmetry=False, phase=FIRST))
    up_to_symmetry = counted(explore(territory(suicide), grid, phase=FIRST))
    assert every.pop("orbits") == every["situations"] >= up_to_symmetry.pop("orbits")
    assert every == up_to_symmetry


@pytest.mark.parametrize(("grid", "legal"), [(Grid(3, 2), 489), (Grid(3, 3), 12675), (Grid(9, 1), 6649)], ids=str)
def test_a_phase_starts_from_every_published_legal_position_with_either_player(grid: Grid, legal: int) -> None:
    assert counted(explore(territory(), grid, phase=SECOND))["starts"] == 2 * legal


class TestGames:
    @given(data=st.data(), suicide=st.booleans())
    @settings(max_examples=60, deadline=None)
    def test_stay_within_the_graph_and_take_its_turns_but_for_ko_moves_made_before(
        self, data: st.DataObject, suicide: bool
    ) -> None:
        rules, grid = territory(suicide), Grid(3, 2)
        situations = Situations(rules, grid, FIRST)
        game = Game(rules, rows=situations.first.coloring, phase=FIRST)
        made: set[object] = set()
        while game.position.phase is FIRST and game.record.turn < 30:
            position = game.position
            now = Situation(replace(position, passed=False))
            expected = {turn for turn, _ in situations.after(now) if (now.coloring, now.player, turn) not in made}
            assert set(game.turns()) == expected
            turn = data.draw(st.sampled_from(game.turns()))
            if situations.only_once(now, turn):
                made.add((now.coloring, now.player, turn))
            game = game.play(turn)

    @pytest.mark.thorough
    @pytest.mark.clauses(LEGAL_ONCE)
    def test_make_exactly_their_ko_moves_only_once(self) -> None:
        situations = Situations(territory(), Grid(4, 1), FIRST)
        for situation in by_clauses(situations):
            for turn, _ in situations.after(situation):
                if isinstance(turn, Move):
                    play = move(territory(), situation.coloring, situation.player, turn.point)
                    assert situations.only_once(situation, turn) == is_ko_move(territory(), play)
                else:
                    assert not situations.only_once(situation, turn)


class TestCodes:
    def test_marks_turn_along_with_the_board(self) -> None:
        codes = SituationCodes(Grid(4, 1), CodeSymmetries(Grid(4, 1)), phase=FIRST)
        taken = standing(".X.X", WHITE, 0b0010)
        code = np.array([codes.code(taken)], np.uint64)
        images = {codes.situation(int(image[0])) for image in codes.symmetries.images(code, codes.layout)}
        assert standing("O.O.", BLACK, 0b0100) in images
        assert codes.situation(int(codes.without_marks(code)[0])) == standing(".X.X", WHITE)
        assert codes.situation(int(codes.with_the_opponent_to_play(code)[0])) == standing(".X.X", BLACK, 0b0010)

    def test_a_situation_tells_its_marks(self) -> None:
        assert str(standing(".X.X", WHITE, 0b1010)) == ".X.X W with B1 and D1 marked"


class TestBrokenRules:
    SOUND = territory(suicide=False)

    @pytest.mark.clauses(SECOND_PHASE)
    def test_a_second_phase_that_keeps_the_marks_is_refused(self) -> None:
        def keeping_marks(record: Record) -> object:
            """The second phase starts with the marks of the first."""
            return replace(record.position, phase=SECOND)

        rules = self.SOUND.replacing(SECOND_PHASE, keeping_marks)
        Situations(rules, Grid(2, 1), FIRST)
        with pytest.raises(ValueError, match="Marks are left when the phase 'cleanup2' starts"):
            Situations(rules, Grid(2, 1), SECOND)

    def test_unblocking_that_no_clause_describes_is_refused(self) -> None:
        with pytest.raises(ValueError, match="No clause in force decides UNBLOCK_ACTION in phase cleanup1"):
            explore(self.SOUND.dropping(UNBLOCK_ACTION), Grid(2, 1), phase=FIRST)

    def test_bans_and_marks_have_no_room_in_one_code(self) -> None:
        def elsewhere_after_a_pass(record: Record, play: Play) -> Condition:
            """No move is legal at the left end after a pass."""
            if not isinstance(record.last, Pass):
                return True
            return play.before.no(play.before.meets(play.point, play.before.board.nothing | 0b0001))

        added = make_clause(elsewhere_after_a_pass, "test/cleanup/end", decides=Decision.LEGAL, during=(FIRST,))
        rules = self.SOUND.adding(added)
        banned = [situation for situation in by_clauses(Situations(rules, Grid(4, 1), FIRST)) if situation.banned]
        assert any(situation.marks for situation in banned)
        with pytest.raises(ValueError, match="room for banned or for marked points; these rules need both"):
            explore(rules, Grid(4, 1), phase=FIRST)


def test_situations_of_a_phase_that_the_rules_lack_are_refused() -> None:
    with pytest.raises(ValueError, match="no cleanup phase 'cleanup1'; choose scoring=TERRITORY"):
        Situations(Rules(), Grid(2, 1), FIRST)
    with pytest.raises(ValueError, match="no cleanup phase 'over'"):
        Situations(territory(), Grid(2, 1), Phase.OVER)


def test_games_are_searched_for_only_without_symmetry() -> None:
    with pytest.raises(ValueError, match="explored without symmetry"):
        numbered(explore(territory(), Grid(2, 1), phase=FIRST))
