"""Games of KataGo's rules of which its engine recorded none: other readings, positions that are set up, and totals.

What each clause does in games is shown by the vectors, and by what the engine said of its own: `test_engine_traces`.
"""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.interpreter.notation import board_text
from superko.interpreter.result import NoResult, Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from .games import after, objection, passed_out, scores, set_up, territory

SIMPLE, POSITIONAL, SITUATIONAL = (Rules(ko=ko, suicide=True) for ko in Ko)
SUPERKO = "katago-v2/main/legal-superko"

KO = ".XO./X.XO/.XO."


def from_empty_grid(rules: Rules, width: int, height: int, turns: str) -> Game:
    return after(Game(rules, (width, height)), turns)


EMPTIED_AFTER_A_FIRST_PASS = "pass, A1, B1, pass"


def test_a_state_that_a_pass_led_to_counts_for_nothing_under_the_other_reading() -> None:
    rules = SITUATIONAL.reading({"reading/history-includes-passes": "excluded"})
    assert objection(from_empty_grid(rules, 2, 1, EMPTIED_AFTER_A_FIRST_PASS), "A1") is None


def test_the_state_at_the_start_counts_as_an_earlier_state() -> None:
    for reading in ("included", "excluded"):
        rules = POSITIONAL.reading({"reading/history-includes-passes": reading})
        assert objection(from_empty_grid(rules, 2, 1, "A1, pass"), "B1") == (SUPERKO, 0)


def test_a_set_up_board_counts_as_an_earlier_state() -> None:
    assert objection(after(set_up(POSITIONAL, KO), "pass, B2"), "C2") == (SUPERKO, 0)


RULES = territory(ko=Ko.SIMPLE, suicide=False)


def ko_in(phase: Phase = Phase.FIRST_CLEANUP, reading: str = "neither") -> Game:
    """A cleanup phase in which White can take a ko at B2, and Black could take it back at C2."""
    return set_up(RULES.reading({"reading/unblock-is-not-a-move": reading}), KO, WHITE, phase)


def white_takes(phase: Phase = Phase.FIRST_CLEANUP, reading: str = "neither") -> Game:
    return after(ko_in(phase, reading), "B2")


UNBLOCKED_BETWEEN_PASSES = "A3, pass, unblock B2, pass"


def test_an_unblock_action_is_a_pass_under_another_reading() -> None:
    ended = after(white_takes(reading="pass"), UNBLOCKED_BETWEEN_PASSES.removesuffix(", pass"))
    assert (ended.position.phase, ended.ended_by) == (Phase.SECOND_CLEANUP, "katago-v2/cleanup/end-two-passes")


@pytest.mark.parametrize(("reading", "occurrences"), [("neither", 3), ("move", 3), ("pass", 1)])
def test_only_as_a_pass_does_an_unblock_action_set_the_count_of_occurrences_back(
    reading: str, occurrences: int
) -> None:
    assert len([*after(white_takes(reading=reading), "unblock B2").record.since_pass]) == occurrences


@pytest.mark.parametrize(("reading", "moves"), [("neither", 0), ("pass", 0), ("move", 1)])
def test_only_as_a_move_does_an_unblock_action_score(reading: str, moves: int) -> None:
    game = after(white_takes(Phase.SECOND_CLEANUP, reading), "unblock B2")
    while not game.over:
        game = after(game, "pass")
    assert not isinstance(game.result, NoResult)
    assert game.result is not None
    assert game.result.terms[BLACK]["katago-v2/territory/score-none#moves"] == moves


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


@pytest.mark.clauses("claim/no-result-not-s2r1")
def test_a_pass_sets_the_count_of_occurrences_back() -> None:
    """Given passes between them, when a state stands for the third time, then the game goes on."""
    game = after(Game(SIMPLE, (3, 1)), "A1, B1, pass, C1, A1, C1, pass, B1, A1")
    assert occurrences(game) == 3
    assert not game.over


FROM_A_PASS = "pass, D1, A1, C1, B1, D1, A1, C1, B1"


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


def test_the_early_end_comes_at_the_end_of_a_turn_and_not_at_the_start_of_the_game() -> None:
    settled = set_up(SELF_PLAY, ".X./XXX", WHITE)
    assert not settled.over
    assert after(settled, "pass").ended_by == "katago-v2/main/end-all-pass-alive"


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


NEUTRAL_POINT = ".X.O."
ENCLOSED_EYES = ".X./XXX"
DEAD_STONE = ".X./XXX/O.."
LITERAL_LIFE = {"reading/ilr-own-stone": "literal"}
AS_THE_ENGINE = {"reading/engine-always-pass-alive": "engine"}


def area(**parameters: object) -> Rules:
    return Rules(**parameters)  # type: ignore[arg-type]


def scored(rules: Rules, position: str, **counts: object) -> tuple[float, float]:
    """What a position scores when both players pass until the end."""
    return scores(passed_out(set_up(rules, position, **counts)))  # type: ignore[arg-type]


def test_read_literally_each_side_also_scores_the_others_eyes() -> None:
    literal = area(tax=Tax.SEKI).reading(LITERAL_LIFE)
    assert scored(literal, ENCLOSED_EYES) == (6, 2)
    assert scored(literal, "../..") == (4, 4), "on an empty board both sides own everything"


@pytest.mark.parametrize(
    ("komi", "expected", "winner"),
    [(0, (2, 2), None), (0.5, (2, 2.5), WHITE), (-1, (2, 1), BLACK), (7, (2, 9), WHITE)],
)
@pytest.mark.clauses("katago-v2/area/komi", "katago-v2/area/winner")
def test_white_adds_komi_and_the_higher_score_wins(
    komi: float, expected: tuple[float, float], winner: Color | None
) -> None:
    game = passed_out(set_up(area(komi=komi), NEUTRAL_POINT))
    assert isinstance(game.result, Score)
    assert (scores(game), game.result.winner) == (expected, winner)


def test_the_button_is_had_once() -> None:
    passed_by_both = after(set_up(area(button=True), NEUTRAL_POINT), "pass, pass, A1, pass, pass")
    assert scores(passed_by_both) == (2.5, 2)


@pytest.mark.parametrize("scoring", Scoring)
def test_the_engine_removes_pass_dead_stones_without_self_play_options_too(scoring: Scoring) -> None:
    rules, with_options = Rules(scoring=scoring), Rules(scoring=scoring, self_play_opts=True)
    assert scored(rules.reading(AS_THE_ENGINE), DEAD_STONE) == scored(with_options, DEAD_STONE)
    assert scored(rules, DEAD_STONE) != scored(with_options, DEAD_STONE)


@pytest.mark.clauses("katago-v2/territory/komi", "katago-v2/territory/button", "katago-v2/territory/winner")
def test_komi_button_and_winner_are_as_for_area() -> None:
    game = passed_out(set_up(territory(komi=0.5, button=True), NEUTRAL_POINT))
    assert isinstance(game.result, Score)
    assert (scores(game), game.result.winner) == ((1.5, 1.5), None)


def test_a_pass_in_cleanup_brings_no_button() -> None:
    game = set_up(territory(button=True), NEUTRAL_POINT, phase=Phase.FIRST_CLEANUP)
    assert scores(passed_out(game)) == (1, 1)


def ownership(game: Game) -> tuple[float, float]:
    """What Black and White score by the ownership formula."""
    score = game.score_by_ownership()
    return score.black, score.white


def margins(game: Game) -> tuple[float, float]:
    """White's score less Black's, by the territory score and by the ownership formula."""
    black, white = scores(game)
    black_by_ownership, white_by_ownership = ownership(game)
    return white - black, white_by_ownership - black_by_ownership


@pytest.mark.clauses(
    "katago-v2/ownership/score-none",
    "katago-v2/ownership/score-seki",
    "katago-v2/ownership/score-all",
    "katago-v2/ownership/komi",
    "katago-v2/ownership/button",
    "claim/ownership-difference",
)
@pytest.mark.parametrize("tax", Tax)
def test_by_ownership_the_players_are_as_far_apart_as_by_territory(tax: Tax) -> None:
    rules = territory(ko=Ko.SIMPLE, tax=tax, komi=6.5, button=True)
    game = passed_out(after(Game(rules, (3, 2)), "B2, C2, pass, pass, pass, B1, pass, pass, C1"))
    by_territory, by_ownership = margins(game)
    assert by_territory == by_ownership


@pytest.mark.parametrize(("reading", "agree"), [("as-moves", True), ("uncounted", False)])
@pytest.mark.clauses("reading/initial-stones")
def test_the_formulas_agree_on_a_set_up_position_only_if_its_stones_count_as_moves(reading: str, agree: bool) -> None:
    rules = territory().reading({"reading/initial-stones": reading})
    game = passed_out(set_up(rules, ".X./XX.", captures={BLACK: 1, WHITE: 2}))
    by_territory, by_ownership = margins(game)
    assert (by_territory == by_ownership) == agree
