"""The ten rules and the preset are the same game; ten rules that were broken on purpose are not."""

from __future__ import annotations

from typing import Any

import pytest

from superko.checker.claims.katago_v2.termination import phase_ends
from superko.checker.claims.tromp_taylor import PRESET, TEN_RULES, same_games, same_steps, same_steps_proved
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.tromp_taylor.rules import cleared
from superko.spec.vocabulary import Ended, Phase, Play, Record


def clearing(*are_own: bool) -> Rules:
    """The ten rules with moves that clear these colors, the player's own or not, in turn."""

    def make_move(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
        """A move clears some colors in turn."""
        after = c.colored(point, player)
        for is_own in are_own:
            after = after.emptied(cleared(after, player if is_own else player.opponent))
        return Play(player, point, c, after, c.board.nothing, c.board.nothing)

    return TEN_RULES.replacing("tromp-taylor/move", make_move)


def two_points_for_a_stone(ended: Ended[Any], color: Color) -> Any:
    """A stone is worth two points."""
    return ended.coloring.size(ended.coloring.of(color)) * 2


def point_is_not_white(play: Play[Any]) -> Any:
    """The point of a move is not white."""
    return play.before.meets(play.point, play.before.not_of(Color.WHITE))


BROKEN_STEPS = {
    "moves that clear nothing of the opponent": clearing(True),
    "moves that clear nothing of one's own": clearing(False),
    "moves that clear one's own stones first": clearing(True, False),
    "moves on black stones": TEN_RULES.replacing("tromp-taylor/move#empty", point_is_not_white),
    "scores without the empty points": TEN_RULES.dropping("tromp-taylor/score#reach"),
    "scores with two points for a stone": TEN_RULES.replacing("tromp-taylor/score#points", two_points_for_a_stone),
}


@pytest.mark.clauses("claim/tromp-taylor-is-preset")
@pytest.mark.parametrize(("width", "games"), [(1, 1), (2, 9), (3, 907)])
def test_all_games_are_the_same_and_as_many_as_published(width: int, games: int) -> None:
    verdict = same_games(TEN_RULES, PRESET, None, Grid(width, 1))
    assert (verdict.outcome, verdict.counts["ended"]) == (Outcome.HOLDS, games)
    assert verdict.scope == f"all games on {width}x1"


def test_games_up_to_a_number_of_turns_claim_no_more() -> None:
    verdict = same_games(TEN_RULES, PRESET, 4, Grid(2, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.scope == "games of up to 4 turns on 2x2"


@pytest.mark.parametrize("clause", ["tromp-taylor/turn#no-repetition", "tromp-taylor/end", "tromp-taylor/score#reach"])
def test_games_without_one_of_the_rules_are_told_apart_by_the_shortest_one(clause: str) -> None:
    verdict = same_games(PRESET, TEN_RULES.dropping(clause), None, Grid(2, 1))
    assert (verdict.outcome, verdict.minimal) == (Outcome.REFUTED, True)
    assert verdict.witness is not None
    assert verdict.witness.game().record.turn == len(verdict.witness.turns)


def test_the_witness_says_which_turn_only_one_of_them_allows() -> None:
    verdict = same_games(PRESETS["aga-like"], PRESETS["new-zealand-like"], None, Grid(2, 1))
    assert verdict.witness is not None
    assert verdict.witness.turns == ("A1", "pass")
    assert verdict.witness.shows == (
        "Then the two rule sets differ in which turns are legal: only the second allows B1."
    )


def test_the_witness_of_other_scores_tells_both() -> None:
    verdict = same_games(PRESETS["chinese-like"], PRESETS["stone-scoring"], None, Grid(2, 1))
    assert verdict.witness is not None
    assert verdict.witness.shows == (
        "Then the two rule sets differ in the result: Black scores 2 and White 0, or Black scores 1 and White 0."
    )


def test_an_end_after_three_passes_is_noticed() -> None:
    def three_passes(record: Record) -> bool:
        """The game ends after three consecutive passes."""
        return record.pass_run >= 3

    assert same_games(PRESET, TEN_RULES.replacing("tromp-taylor/end", three_passes), None, Grid(1, 1)).outcome is (
        Outcome.REFUTED
    )


@pytest.mark.parametrize("broken", BROKEN_STEPS)
def test_steps_that_were_broken_on_purpose_are_noticed(broken: str) -> None:
    assert same_steps(BROKEN_STEPS[broken], PRESET, Grid(3, 1)).outcome is Outcome.REFUTED
    assert same_steps_proved(BROKEN_STEPS[broken], PRESET, Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/tromp-taylor-terminates")
@pytest.mark.parametrize("without", ["tromp-taylor/turn#no-repetition", "tromp-taylor/end"])
def test_games_end_unless_boards_repeat_or_passes_end_nothing(without: str) -> None:
    assert phase_ends(TEN_RULES, Phase.MAIN, {}).outcome is Outcome.PROVED
    assert phase_ends(TEN_RULES.dropping(without), Phase.MAIN, {}).outcome is Outcome.REFUTED
