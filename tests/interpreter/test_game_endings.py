"""What ends the main phase, and the game with it."""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.interpreter.notation import board_text
from superko.interpreter.result import NoResult
from superko.spec.algebra import BLACK, WHITE
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from .games import after, board, passed_out, scores, set_up, territory, turns

SIMPLE = Rules(ko=Ko.SIMPLE, suicide=True)
SELF_PLAY = Rules(self_play_opts=True)
TWO_EYES_BUT_FOR_ONE_MOVE = ".../XXX"


def ended_by(game: Game, sequence: str) -> list[str | None]:
    """For each turn of a sequence, the clause that ended a phase with it."""
    names = []
    for turn in sequence.split(", "):
        game = after(game, turn)
        names.append(game.ended_by)
    return names


def turns_to_no_result(game: Game, sequence: str) -> int:
    """After how many turns of a sequence the game has ended without result."""
    taken = 0
    for turn in sequence.split(", "):
        if game.result == NoResult():
            return taken
        game, taken = after(game, turn), taken + 1
    assert game.result == NoResult()
    return taken


def occurrences(game: Game) -> int:
    """How often the state that stands now has stood, passes or not."""
    now, times = game.record.state, 0
    before: Game | None = game
    while before is not None:
        times += before.record.state == now
        before = before.previous
    return times


@pytest.mark.clauses("katago-v2/main/then-score")
def test_two_consecutive_passes_end_the_main_phase_and_the_game_is_scored_by_area() -> None:
    game = Game(Rules(), 3)
    assert ended_by(game, "B2, pass, pass") == [None, None, "katago-v2/main/end-two-passes"]
    ended = after(game, "B2, pass, pass")
    assert (ended.over, ended.position.phase, scores(ended)) == (True, Phase.OVER, (9, 0))


def test_a_move_between_two_passes_keeps_the_main_phase_going() -> None:
    assert ended_by(Game(Rules(), 3), "pass, B2, pass") == [None, None, None]


@pytest.mark.clauses("katago-v2/main/start", "katago-v2/main/pass")
def test_black_starts_on_an_empty_grid_and_a_pass_cedes_the_turn_and_changes_nothing() -> None:
    start = Game(Rules(), 2)
    passed = after(start, "pass")
    assert (start.position.player, board(start)) == (BLACK, "../..")
    assert (passed.position.player, board(passed)) == (WHITE, "../..")
    assert not passed.over


def test_with_the_button_the_first_pass_of_the_game_is_not_one_of_the_two() -> None:
    start = Game(Rules(button=True), 3)
    by_two_passes = "katago-v2/main/end-two-passes-button"
    assert ended_by(start, "pass, pass, pass") == [None, None, by_two_passes]
    assert ended_by(start, "pass, B2, pass, pass") == [None, None, None, by_two_passes]
    assert ended_by(start, "pass, pass, B2, pass, pass") == [None, None, None, None, by_two_passes]


REPEATED_PASS = "B1, pass, A1, C1, B1, pass"


@pytest.mark.clauses("claim/spight-terminates")
def test_with_simple_ko_the_phase_ends_when_a_player_passes_from_the_same_state_again() -> None:
    game = Game(SIMPLE, (3, 1))
    assert ended_by(game, REPEATED_PASS) == [None] * 5 + ["katago-v2/main/end-repeated-pass"]
    assert after(game, REPEATED_PASS).over


def test_one_player_passes_again_from_the_state_that_the_other_passed_from() -> None:
    """Given that White's pass led to Black's, when Black passes from that coloring, then two passes end the phase."""
    assert ended_by(Game(SIMPLE, (3, 1)), "B1, pass, pass")[-1] == "katago-v2/main/end-two-passes"


def test_a_move_from_a_state_that_was_passed_from_ends_nothing() -> None:
    assert ended_by(Game(SIMPLE, (2, 1)), "pass, A1, pass, B1, A1") == [None] * 5


def test_under_simple_ko_a_repeated_pass_is_told_apart_by_the_button_state() -> None:
    """Given the button, when the first pass changed the state, then passing from that coloring again ends nothing."""
    with_button = Rules(ko=Ko.SIMPLE, suicide=True, button=True)
    assert ended_by(Game(with_button, (3, 1)), REPEATED_PASS) == [None] * 6


THRICE = "B1, D1, A1, C1, B1, D1, A1, C1, B1"


@pytest.mark.clauses("fact/no-result")
def test_with_simple_ko_the_game_ends_without_result_when_a_state_stands_for_the_third_time() -> None:
    game = Game(SIMPLE, (4, 1))
    assert ended_by(game, THRICE) == [None] * 8 + ["katago-v2/main/no-result"]
    ended = after(game, THRICE)
    assert ended.result == NoResult()
    assert (ended.over, turns(ended)) == (True, [])


def test_a_game_ends_without_result_also_under_territory_scoring() -> None:
    assert after(Game(territory(ko=Ko.SIMPLE), (4, 1)), THRICE).result == NoResult()


@pytest.mark.clauses("claim/no-result-not-s2r1")
def test_a_pass_sets_the_count_of_occurrences_back() -> None:
    """Given passes between them, when a state stands for the third time, then the game goes on."""
    game = after(Game(SIMPLE, (3, 1)), "A1, B1, pass, C1, A1, C1, pass, B1, A1")
    assert occurrences(game) == 3
    assert not game.over


FROM_A_PASS = "pass, D1, A1, C1, B1, D1, A1, C1, B1"


def test_the_state_right_after_a_pass_is_an_occurrence() -> None:
    game = set_up(SIMPLE, ".X..")
    assert ended_by(game, FROM_A_PASS)[-1] == "katago-v2/main/no-result"


@pytest.mark.clauses("reading/state-after-pass")
def test_the_state_right_after_a_pass_is_no_occurrence_under_the_other_reading() -> None:
    rules = SIMPLE.reading({"reading/state-after-pass": "excluded"})
    game = set_up(rules, ".X..")
    assert ended_by(game, FROM_A_PASS)[-1] is None
    assert ended_by(after(game, FROM_A_PASS), "D1") == ["katago-v2/main/no-result"]


def test_what_superko_remembers_does_not_matter_to_occurrences() -> None:
    rules = SIMPLE.reading({"reading/history-includes-passes": "excluded"})
    assert ended_by(set_up(rules, ".X.."), FROM_A_PASS)[-1] == "katago-v2/main/no-result"


ETERNAL_LIFE = "D1, A1, C1, B1, D1, A1, C1, B1, D1"


@pytest.mark.clauses("reading/state-after-pass")
@pytest.mark.parametrize(("reading", "turns_taken"), [("included", 8), ("excluded", 9)])
def test_a_state_that_a_pass_leads_to_counts_alike_at_the_start_of_a_phase_and_in_its_midst(
    reading: str, turns_taken: int
) -> None:
    """Given eternal life after a pass, then it takes as many turns to the end wherever the phase began."""
    rules = territory(ko=Ko.SIMPLE).reading({"reading/state-after-pass": reading})
    for game in (
        set_up(rules, ".X..", WHITE, Phase.FIRST_CLEANUP),
        after(set_up(rules, ".X..", WHITE), "pass, pass"),
        after(set_up(rules, ".X..", phase=Phase.FIRST_CLEANUP), "pass"),
        after(set_up(rules, ".X.."), "pass"),
    ):
        assert turns_to_no_result(game, ETERNAL_LIFE) == turns_taken


def test_a_state_with_which_a_game_begins_counts_although_no_turn_led_to_it() -> None:
    for reading in ("included", "excluded"):
        rules = SIMPLE.reading({"reading/state-after-pass": reading})
        assert turns_to_no_result(set_up(rules, ".X..", WHITE), ETERNAL_LIFE) == 8


def test_with_self_play_options_the_game_ends_once_every_point_is_pass_alive() -> None:
    game = after(set_up(SELF_PLAY, TWO_EYES_BUT_FOR_ONE_MOVE), "B2")
    assert (game.ended_by, game.over) == ("katago-v2/main/end-all-pass-alive", True)
    assert scores(game) == (6, 0)


def test_without_self_play_options_it_goes_on() -> None:
    assert not after(set_up(Rules(), TWO_EYES_BUT_FOR_ONE_MOVE), "B2").over


def test_the_early_end_comes_at_the_end_of_a_turn_and_not_at_the_start_of_the_game() -> None:
    settled = set_up(SELF_PLAY, ".X./XXX", WHITE)
    assert not settled.over
    assert after(settled, "pass").ended_by == "katago-v2/main/end-all-pass-alive"


@pytest.mark.parametrize("scoring", Scoring)
def test_the_early_end_ends_the_game_with_either_scoring(scoring: Scoring) -> None:
    rules = Rules(scoring=scoring, self_play_opts=True)
    assert after(set_up(rules, TWO_EYES_BUT_FOR_ONE_MOVE), "B2").position.phase is Phase.OVER


@pytest.mark.clauses("claim/self-play-end-score")
@pytest.mark.parametrize("scoring", Scoring)
def test_the_early_end_scores_as_passing_would(scoring: Scoring) -> None:
    early = after(set_up(Rules(scoring=scoring, self_play_opts=True), TWO_EYES_BUT_FOR_ONE_MOVE), "B2")
    late = passed_out(after(set_up(Rules(scoring=scoring), TWO_EYES_BUT_FOR_ONE_MOVE), "B2"))
    assert scores(early) == scores(late)


@pytest.mark.parametrize(("reading", "white"), [("player-to-move", 0.5), ("nobody", 0)])
def test_who_has_the_button_after_an_early_end_before_any_pass(reading: str, white: float) -> None:
    rules = Rules(button=True, self_play_opts=True).reading({"reading/self-play-end-button": reading})
    assert scores(after(set_up(rules, TWO_EYES_BUT_FOR_ONE_MOVE), "B2")) == (6, white)


def test_after_an_early_end_the_button_stays_with_whoever_passed_first() -> None:
    rules = Rules(button=True, self_play_opts=True)
    assert scores(after(set_up(rules, TWO_EYES_BUT_FOR_ONE_MOVE), "pass, pass, B2")) == (6.5, 0)


@pytest.mark.parametrize(("reading", "start"), [("final-coloring", ".X./XXX"), ("none", None)])
def test_how_the_second_cleanup_phase_counts_as_begun_after_an_early_end(reading: str, start: str | None) -> None:
    """Under either reading the score is the same here: settled stones stand in independent life."""
    rules = territory(self_play_opts=True).reading({"reading/self-play-end-territory": reading})
    game = after(set_up(rules, TWO_EYES_BUT_FOR_ONE_MOVE), "B2")
    began = game.record.tally.second_cleanup_start
    assert (began and board_text(began)) == start
    assert scores(game) == (2, 0)
