"""The evidence on AGA claims holds for the rules as they are, and notices rules that were broken on purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from superko.checker.claims.aga import agreement, counted_games, counting, disputes
from superko.checker.claims.aga.agreement import values_from
from superko.checker.claims.aga.counted_games import smallest_story
from superko.checker.claims.aga.counting import filling_in_changes_nothing, same_difference_with_standing_moves
from superko.checker.claims.aga.disputes import burden_is_on_the_loser
from superko.checker.claims.readings import read_in_two_ways
from superko.checker.evidence.verdict import Outcome
from superko.interpreter import aga_procedure
from superko.interpreter.aga_procedure import Procedure, ProcedureStage
from superko.interpreter.judgement import legal_plays
from superko.interpreter.result import Score
from superko.spec.aga.counting import territory
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Ended, Move, Pass, Position, Record, Tally

AGA, AREA = PRESETS["aga"], PRESETS["aga-area"]
BY_LAST_MOVE = AGA.reading({"reading/aga-last-move": "white-moves-last"})
KO_ONLY = AGA.reading(disputes.KO_ONLY)
UNBANNED = AGA.dropping(disputes.BAN)


def without_stone(position: Position) -> dict[Color, int]:
    """Passes hand over nothing."""
    return {BLACK: 0, WHITE: 0}


def black_moves_last(record: Record, tally: Tally) -> Tally:
    """Nothing is added when Black took the last turn, and a white stone otherwise."""
    if record.position.player is WHITE:
        return tally
    return replace(tally, captures={**tally.captures, WHITE: tally.captures[WHITE] + 1})


def only_stones(ended: Ended[Any], color: Color) -> Any:
    """A player counts their stones."""
    return ended.coloring.size(ended.coloring.of(color))


def one_more(ended: Ended[Any], color: Color) -> Any:
    """A player counts one point more."""
    return 1


# claim/aga-same-difference


@pytest.mark.parametrize(
    ("broken", "unproved"),
    [
        (AGA.dropping("aga/11-last-move"), "the last move"),
        (AGA.replacing("aga/11-last-move", black_moves_last), "the last move"),
        (AGA.dropping("aga/7-pass#stone"), "a pass by B, a pass by W"),
        (AGA.replacing("aga/7-pass", lambda position: position, "A pass changes nothing."), "a pass by B, a pass by W"),
        (
            AGA.replacing("aga/presupposed#prisoners", lambda play: {BLACK: 0, WHITE: 0}, "Nothing is a prisoner."),
            "a move by B, a move by W",
        ),
        (AGA.dropping("aga/8-illegal-kinds#occupied"), "a move by B, a move by W"),
        (AGA.dropping("aga/12-count-territory#prisoners"), "the scores with 0 handicap stones"),
        (AGA.dropping("aga/12-count-area#handicap-n-1"), "the scores with 2 handicap stones or more"),
        (AGA.dropping("aga/12-count-area#compensation"), "the scores with 0 handicap stones"),
    ],
)
def test_the_proof_notices_stones_that_are_not_given_or_not_counted(broken: Rules, unproved: str) -> None:
    verdict = counting.differences_are_equal(broken)
    assert verdict.outcome is Outcome.UNKNOWN
    assert unproved in verdict.notes


@pytest.mark.parametrize(
    "broken",
    [
        AGA.dropping("aga/11-last-move"),
        AGA.replacing("aga/7-pass#stone", without_stone),
        AGA.replacing("aga/12-count-area", only_stones),
    ],
    ids=["no last move", "no pass stones", "stones only"],
)
def test_counting_every_game_notices_what_is_not_counted(broken: Rules) -> None:
    assert counted_games.count_all_games(broken, Grid(2, 1)).outcome is Outcome.REFUTED


def test_a_move_out_of_turn_that_is_taken_back_makes_the_differences_apart() -> None:
    verdict = counted_games.out_of_turn(BY_LAST_MOVE)
    assert (verdict.outcome, verdict.counts["apart"]) == (Outcome.REFUTED, 1)
    assert "By area Black scores 0 and White 0; by territory Black scores -1 and White -2." in verdict.notes


# Illegal moves that stand


@pytest.mark.parametrize("sides", [(1, 1), (2, 1)])
def test_illegal_moves_that_stand_make_them_apart_unless_totals_are_equal(sides: tuple[int, int]) -> None:
    by_last_move = same_difference_with_standing_moves(BY_LAST_MOVE, Grid(*sides))
    assert by_last_move.outcome is Outcome.REFUTED
    assert "out-of-turn" in by_last_move.notes
    by_totals = same_difference_with_standing_moves(AGA, Grid(*sides), most_actions=5)
    assert by_totals.outcome is Outcome.HOLDS
    assert by_totals.counts["ended"] > 0


def test_totals_that_are_left_as_they_are_are_noticed() -> None:
    broken = AGA.replacing("aga/11-last-move#equal-totals", lambda record, tally: tally, "Nothing is handed over.")
    assert same_difference_with_standing_moves(broken, Grid(1, 1)).outcome is Outcome.REFUTED


def test_a_stone_that_was_set_up_and_not_played_makes_the_differences_apart() -> None:
    verdict = counted_games.smallest_position_set_up(AGA)
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.REFUTED, "2x1", True)
    assert verdict.witness is not None
    assert verdict.witness.start.board == "X."


# claim/aga-needs-equal-turns


def test_without_whites_last_move_one_stone_on_two_points_is_counted_otherwise() -> None:
    verdict = counted_games.smallest_difference(AGA.dropping("aga/11-last-move"), AGA)
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.counts["apart"] == 1
    assert verdict.witness is not None
    assert (verdict.witness.start.width, verdict.witness.start.height) == (2, 1)
    assert verdict.witness.turns == ("A1", "pass", "pass")
    assert verdict.witness.game().result.black == 0  # type: ignore[union-attr]


# claim/aga-area-sum


@pytest.mark.parametrize(
    "broken",
    [
        AREA.replacing("aga/12-count-area", only_stones),
        AREA.adding(make_clause(one_more, "aga/12-count-area", part="one-more", decides=Decision.SCORE)),
    ],
    ids=["stones only", "a point too many"],
)
def test_areas_that_leave_something_out_do_not_make_up_the_board(broken: Rules) -> None:
    assert counting.areas_decide(broken).outcome is Outcome.UNKNOWN


def test_more_than_half_of_the_sum_does_not_decide_when_only_stones_are_counted() -> None:
    broken = AREA.replacing("aga/12-count-area", only_stones)
    assert counting.positions_decided(broken, Grid(3, 2)).outcome is Outcome.REFUTED


def test_180_less_half_of_the_neutral_points_calls_some_draw_a_win() -> None:
    verdict = counting.printed_threshold(PRESETS["aga-area"])
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    result = verdict.witness.game().result
    assert isinstance(result, Score)
    assert (result.black, result.white, result.winner) == (180, 180, None)


def test_with_odd_numbers_of_points_it_calls_every_draw_a_win_and_nothing_else() -> None:
    counts = counting.positions_decided(AREA, Grid(3, 3)).counts
    assert counts["decided_wrongly_as_printed"] == counts["draws"]


# claim/aga-dispute-terminates


@pytest.mark.parametrize(
    "broken",
    [
        UNBANNED,
        AGA.replacing("aga/8-illegal-kinds#earlier", lambda turn: False, "No position counts as earlier."),
        AGA.replacing("aga/7-pass#counts", lambda turn: False, "Nothing counts as a pass."),
    ],
    ids=["no ban", "nothing remembered", "passes not counted"],
)
def test_the_rank_notices_what_lets_a_game_go_on(broken: Rules) -> None:
    assert disputes.turns_lower_rank(broken).outcome is Outcome.UNKNOWN


def test_the_rank_notices_that_four_passes_no_longer_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disputes, "both_passed_twice", lambda record: False)
    assert disputes.turns_lower_rank(AGA).outcome is Outcome.UNKNOWN


def test_following_every_game_finds_that_one_goes_on_forever_without_the_ban() -> None:
    assert disputes.every_game_ends(UNBANNED, Grid(2, 1)).outcome is Outcome.REFUTED


def test_without_the_ban_two_players_take_one_stone_from_each_other_forever() -> None:
    verdict = disputes.smallest_endless_dispute(UNBANNED)
    assert verdict.outcome is Outcome.REFUTED
    assert (verdict.scope, verdict.counts["turns_of_loop"]) == ("2x1", 2)
    assert "B1, A1" in verdict.notes


def test_a_ban_on_kos_alone_lets_two_stones_be_sent_forever() -> None:
    """Given that only kos may not repeat, when White sends two stones and Black one, then 3x1 is the smallest board."""
    verdict = disputes.smallest_endless_dispute(KO_ONLY)
    assert verdict.outcome is Outcome.REFUTED
    assert (verdict.scope, verdict.counts["turns_of_loop"]) == ("3x1", 4)
    assert verdict.witness is not None
    assert not verdict.witness.game().over


PRISONERS = "aga/12-count-territory#prisoners"
THREE = Grid(3, 1)


def prisoners_are_paid_twice(ended: Ended[P], color: Color) -> Number:
    """A player loses two points for each prisoner that the opponent holds."""
    cost: Number = ended.captures[color] * -2
    return cost


def prisoners_are_a_gain(ended: Ended[P], color: Color) -> Number:
    """A player gains five points for each prisoner that the opponent holds."""
    gain: Number = ended.captures[color] * 5
    return gain


def territory_alone(ended: Ended[P], color: Color) -> Number:
    """A player counts their territory, and no stones."""
    return ended.coloring.size(territory(ended.coloring, color))


@pytest.mark.clauses("claim/aga-burden-of-resuming")
def test_if_prisoners_were_a_gain_the_burden_would_be_on_the_owner() -> None:
    assert burden_is_on_the_loser(AGA.replacing(PRISONERS, prisoners_are_a_gain), THREE).outcome is Outcome.REFUTED


def test_if_a_single_pass_ended_a_dispute_some_player_would_have_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def after_three_passes(record: Record[int]) -> bool:
        return record.pass_run >= 3

    monkeypatch.setattr(aga_procedure, "both_passed_twice", after_three_passes)
    assert burden_is_on_the_loser(AGA, THREE).outcome is Outcome.REFUTED


def test_without_stones_nothing_is_decided() -> None:
    assert burden_is_on_the_loser(AGA, Grid(1, 1)).outcome is Outcome.UNKNOWN
    assert filling_in_changes_nothing(AGA, Grid(1, 1), prisoners=True).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/aga-filling-in-is-mechanical")
def test_if_prisoners_cost_two_points_filling_them_in_would_gain_one() -> None:
    broken = AGA.replacing(PRISONERS, prisoners_are_paid_twice)
    assert filling_in_changes_nothing(broken, THREE, prisoners=True).outcome is Outcome.REFUTED


def test_if_stones_counted_for_nothing_filling_in_would_cost_points() -> None:
    broken = AREA.replacing("aga/12-count-area", territory_alone)
    assert filling_in_changes_nothing(broken, THREE, prisoners=False).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("name", "value", "board", "story"),
    [
        (
            counted_games.LAST_MOVE,
            "white-moves-last",
            "1x1",
            "-2 to -2. By the other reading: ., and the game is over, -1 to -2",
        ),
        (counted_games.PASS_ACCEPTS, "leaves-open", "1x1", "After Black A1, which is illegal"),
        pytest.param(
            counted_games.BOTH_PASS_TWICE,
            "count-anew",
            "2x1",
            "disagreement on every stone; pass: X., and the game is over",
            marks=pytest.mark.thorough,
        ),
        (
            counted_games.WITHOUT_STONES,
            "by-both",
            "1x1",
            "-1 to -1. By the other reading: ., and the game is over, 0 to 0",
        ),
    ],
)
def test_the_smallest_story_that_tells_a_reading_apart(name: str, value: str, board: str, story: str) -> None:
    verdict = smallest_story(*read_in_two_ways(AGA, name, value))
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.WITNESSED, board, True)
    assert verdict.witness is not None
    assert story in verdict.witness.shows
    assert verdict.witness.game().record.turn == len(verdict.witness.turns)


def test_rules_that_are_read_alike_are_never_told_apart() -> None:
    assert smallest_story(AGA, AGA, boards=1).outcome is Outcome.UNKNOWN


def one_pass(record: Record) -> bool:
    """A single pass ends the game."""
    return record.pass_run >= 1


class TestAgreement:
    """Naming dead stones, truly or falsely, beside counting the area as it stands."""

    @pytest.mark.clauses("claim/aga-agreement-is-area")
    @pytest.mark.parametrize("namer", Color)
    @pytest.mark.parametrize("grid", [Grid(2, 1), Grid(3, 1)], ids=str)
    def test_is_worth_what_plain_search_finds_whoever_names_first(self, grid: Grid, namer: Color) -> None:
        for game, value in values_from(agreement.AREA, grid):
            start = Procedure(game.record)
            assert value is not None
            assert gets_at_least(start, value.worst, namer, {})
            assert not gets_at_least(start, value.worst + 0.5, namer, {})

    def test_would_matter_if_a_single_pass_ended_the_game(self) -> None:
        verdict = agreement.agreement_changes_no_value(agreement.AREA.replacing("aga/9-end", one_pass), Grid(3, 1))
        assert verdict.outcome is Outcome.REFUTED

    def test_is_not_decided_where_it_is_amended_when_both_have_passed_twice(self) -> None:
        amended = agreement.AREA.replacing("aga/10-resume#all-alive", one_pass)
        assert agreement.agreement_changes_no_value(amended, Grid(2, 1)).outcome is Outcome.UNKNOWN

    def test_is_not_decided_where_to_name_all_stones_gives_not_all(self) -> None:
        counted = agreement.AREA.replacing("aga/12-count-area", only_stones)
        assert agreement.agreement_changes_no_value(counted, Grid(3, 1)).outcome is Outcome.UNKNOWN


Known = dict[tuple[Any, ...], bool]


def gets_at_least(game: Procedure, least: float, namer: Color, known: Known) -> bool:
    """Whether Black gets a lead, if where both have passed one player names dead stones and the other agrees or not."""
    if game.result is not None:
        return game.result.lead >= least
    record = game.record
    c, player, seen = record.position.coloring, record.position.player, frozenset(record.earlier)
    key = (c.black, c.white, player, record.pass_run, game.resumed, seen)
    if key not in known:
        if game.stage is ProcedureStage.AGREEING:
            known[key] = _named_at_least(game, least, namer, known)
        else:
            turns: tuple[Pass | Move, ...] = (PASS, *(Move(play.point) for play in legal_plays(record)))
            later = (gets_at_least(game.play(turn), least, namer, known) for turn in turns)
            known[key] = any(later) if player is BLACK else all(later)
    return known[key]


def _named_at_least(game: Procedure, least: float, namer: Color, known: Known) -> bool:
    def after(dead: int, other: int) -> bool:
        said = game.compare_dead_stones({namer: dead, namer.opponent: other})
        return gets_at_least(said, least, namer, known)

    c = game.record.position.coloring
    sets = [black | white for black in _sets(c, BLACK) for white in _sets(c, WHITE)]
    answers = ([after(dead, other) for other in sets] for dead in sets)
    return any(map(all, answers)) if namer is BLACK else all(map(any, answers))


def _sets(c: Coloring[int], color: Color) -> list[int]:
    return [0, *disputes.sets_of_strings(agreement.AREA, c, color)]
