"""Comparing rule sets: the shortest game on which they part, or exactly on what they agree."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.commands.compare_command import compare_command
from superko.checker.play.comparison import (
    AgreedGames,
    Comparison,
    Parting,
    Progress,
    compare,
    compare_boards,
    coverage,
)
from superko.checker.play.outcomes import Leniency, PartingAspect
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_grid, turn_text
from superko.interpreter.referee import Session, respond
from superko.spec.algebra import WHITE, Color, Coloring, Grid
from superko.spec.parameters import Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play, Position

THREE_POINTS, SQUARE = Grid(3, 1), Grid(2, 2)


def parting(first: Rules, second: Rules, grid: Grid = THREE_POINTS, leniency: Leniency | None = None) -> Parting:
    difference = compare(first, second, grid, depth=8, leniency=leniency or Leniency()).parting
    assert difference is not None
    return difference


def turns(difference: Parting) -> str:
    grid = difference.games[0].grid
    return " ".join(turn_text(grid, turn) for turn in difference.turns)


# What tells two rule sets apart


def test_where_suicide_is_allowed_only_by_one_they_part_as_soon_as_stones_can_fill_the_board() -> None:
    difference = parting(PRESETS["aga-like"], PRESETS["new-zealand-like"])
    assert difference.aspect is PartingAspect.LEGAL
    assert turns(difference) == "A1 pass B1 pass C1"
    assert difference.story.shows == (
        "Then the two rule sets differ in which turns are legal: only the second allows C1."
    )


def test_the_turn_that_only_one_allows_is_told_by_the_clause_that_forbids_it_in_the_other() -> None:
    difference = parting(PRESETS["chinese-ogs-kgs"], PRESETS["aga-like"])
    assert difference.turn is not None
    positional, situational = (game.judge(difference.turn) for game in difference.games)
    assert positional.clause is not None
    assert positional.clause.id == "katago-v2/main/legal-superko"
    assert situational.legal


def test_komi_shows_in_the_result_of_two_passes() -> None:
    difference = parting(Rules(), Rules(komi=0.5))
    assert (difference.aspect, turns(difference)) == (PartingAspect.RESULT, "pass pass")
    scores = "Black scores 0 and White 0, or Black scores 0 and White 0.5"
    assert difference.story.shows == f"Then the two rule sets differ in the result: {scores}."


def test_area_scoring_ends_the_game_where_territory_scoring_goes_on() -> None:
    difference = parting(PRESETS["chinese-like"], PRESETS["japanese-like"])
    assert (difference.aspect, turns(difference)) == (PartingAspect.END, "pass pass")


def test_the_button_puts_the_next_phase_off() -> None:
    japanese = PRESETS["japanese-like"]
    difference = parting(japanese, replace(japanese, button=True))
    assert (difference.aspect, turns(difference)) == (PartingAspect.PHASE, "pass pass")


def test_moves_that_leave_other_boards_tell_rule_sets_apart() -> None:
    def leave_captives(c: Coloring[int], player: Color, point: int) -> Play[int]:
        """A move captures nothing."""
        return Play(player, point, c, c.colored(point, player), 0, 0)

    difference = parting(Rules(), Rules().replacing("katago-v2/move/pseudolegal", leave_captives), Grid(2, 1))
    assert (difference.aspect, turns(difference)) == (PartingAspect.BOARD, "A1 B1")


def test_rule_sets_that_start_otherwise_part_before_any_turn() -> None:
    def white_first(empty_grid: Coloring[int]) -> Position:
        """White starts."""
        return Position(empty_grid, WHITE)

    difference = parting(Rules(), Rules().replacing("katago-v2/main/start", white_first))
    assert (difference.aspect, turns(difference)) == (PartingAspect.PLAYER, "")


def test_a_pass_that_keeps_the_turn_tells_rule_sets_apart_by_who_takes_the_next_one() -> None:
    difference = parting(Rules(), Rules().replacing("katago-v2/main/pass", lambda position: position, "It keeps it."))
    assert (difference.aspect, turns(difference)) == (PartingAspect.PLAYER, "pass")


# What is not taken for a difference


def test_scores_that_differ_alike_are_a_difference_unless_only_the_margin_counts() -> None:
    passes_cost = PRESETS["aga"]
    assert parting(passes_cost, PRESETS["aga-area"]).aspect is PartingAspect.RESULT
    by_margin = compare(passes_cost, PRESETS["aga-area"], Grid(2, 1), leniency=Leniency(scores=True))
    assert by_margin.parting is None
    assert by_margin.covered.everything


def test_passed_on_to_its_end_the_longer_game_is_compared_by_its_result() -> None:
    difference = parting(PRESETS["chinese-like"], PRESETS["japanese-like"], leniency=Leniency(scores=True, ends=True))
    assert difference.aspect is PartingAspect.RESULT
    assert turns(difference) == "A1 pass pass"
    assert all(game.over for game in difference.games)


def test_passed_on_to_their_ends_games_without_a_move_are_the_same() -> None:
    area, territory = Rules(), Rules(scoring=Scoring.TERRITORY, tax=Tax.ALL)
    comparison = compare(area, territory, Grid(1, 1), leniency=Leniency(scores=True, ends=True))
    assert comparison.covered == AgreedGames(turns=2, games=3, ended=1, everything=True)


# What is covered


def test_the_ten_rules_and_the_preset_are_the_same_game_on_three_points() -> None:
    comparison = compare(PRESETS["tromp-taylor"], PRESETS["tromp-taylor-ten"], THREE_POINTS)
    everything = AgreedGames(turns=21, games=2721, ended=907, everything=True)
    assert comparison == Comparison(None, everything)


def test_up_to_a_depth_every_game_is_covered_and_counted() -> None:
    covered = compare(PRESETS["tromp-taylor"], PRESETS["tromp-taylor-ten"], SQUARE, depth=3).covered
    games = [Game(Rules(), 2)]
    number = 1
    for _ in range(3):
        games = [game.play(turn) for game in games for turn in game.turns()]
        number += len(games)
    assert covered == AgreedGames(turns=3, games=number, ended=5)


def test_a_shorter_depth_than_the_difference_finds_none() -> None:
    comparison = compare(PRESETS["aga-like"], PRESETS["new-zealand-like"], THREE_POINTS, depth=4)
    assert comparison.parting is None
    assert comparison.covered.turns == 4


def test_a_search_that_is_stopped_tells_the_games_it_has_covered() -> None:
    def two_turns(progress: Progress) -> bool:
        return progress.covered.turns < 2

    comparison = compare(Rules(), Rules(), SQUARE, go_on=two_turns)
    assert (comparison.parting, comparison.covered.turns) == (None, 2)


# The command


@pytest.fixture
def terminal() -> CliRunner:
    return CliRunner(env={"COLUMNS": "100"})


def test_both_sides_can_be_replayed_by_the_referee_that_says_the_same(terminal: CliRunner) -> None:
    result = terminal.invoke(compare_command, ["chinese-ogs-kgs", "aga-like", "--board", "3x1", "--json"])
    report = json.loads(result.stdout)
    assert (report["differs"], report["in"]) == (True, "legal")
    for side in report["sides"]:
        session = Session()
        reply: Any = None
        for request in side["requests"]:
            session, reply = respond(session, json.dumps(request))
        assert reply is not None
        assert ("error" not in reply) == side["legal"]
        if not side["legal"]:
            assert reply["error"]["clause"] == side["clause"] == "katago-v2/main/legal-superko"


def test_an_interrupted_search_tells_what_it_has_covered_and_exits_with_130(
    terminal: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted_after_three_turns(*arguments: Any) -> Comparison:
        first, second, grid, depth, leniency, go_on, start = arguments

        def go_on_until_interrupted(progress: Progress) -> bool:
            go_on(progress)
            if progress.covered.turns == 3:
                raise KeyboardInterrupt
            return True

        return compare(first, second, grid, depth, leniency, go_on_until_interrupted, start)

    monkeypatch.setattr("superko.checker.play.comparison.compare", interrupted_after_three_turns)
    result = terminal.invoke(compare_command, ["aga-like", "aga-like", "--board", "2x2"])
    assert result.exit_code == 130
    assert "every game of up to 3 turns" in result.stdout


def test_a_search_goes_on_until_its_time_is_up() -> None:
    in_no_time = compare_boards(Rules(), Rules(), [SQUARE], Effort(seconds=0))
    assert in_no_time.covered == AgreedGames(turns=0, games=1, ended=0)


@pytest.mark.parametrize(("text", "grid"), [("3x2", Grid(3, 2)), ("19X19", Grid(19, 19))])
def test_a_board_is_columns_by_rows(text: str, grid: Grid) -> None:
    assert parse_grid(text) == grid


def test_coverage_speaks_of_one_turn_and_one_sequence_in_the_singular() -> None:
    assert coverage(Comparison(None, AgreedGames(1, 1, 0))).startswith(
        "They agree on every game of up to 1 turn: 1 sequence "
    )


def test_the_turns_of_a_difference_are_those_that_both_games_have_in_common() -> None:
    difference = parting(PRESETS["chinese-like"], PRESETS["japanese-like"], leniency=Leniency(scores=True, ends=True))
    assert [game.record.turn for game in difference.games] == [3, 7]
    assert len(difference.turns) == 3


class TestWhereASearchStarts:
    def test_on_boards_by_their_size_where_none_is_named(self, terminal: CliRunner) -> None:
        result = terminal.invoke(compare_command, ["chinese", "new-zealand-like", "--up-to", "3", "--json"])
        report = json.loads(result.stdout)
        assert result.exit_code == 1
        assert (report["board"], report["in"]) == ("2x1", "legal")
        assert [board["board"] for board in report["boards"]] == ["1x1", "2x1"]

    def test_at_stones_set_up_in_a_phase(self, terminal: CliRunner) -> None:
        start = ["--board", ".OX.", "--player", "W", "--phase", "cleanup2"]
        report = json.loads(terminal.invoke(compare_command, ["japanese", "japanese,komi=1", *start, "--json"]).stdout)
        assert (report["in"], report["turns"]) == ("result", ["pass", "pass"])
        new, _ = report["sides"][0]["requests"]
        assert (new["board"], new["player"], new["phase"]) == (".OX.", "W", "cleanup2")

    def test_where_a_difference_is_replayed_from_that_start(self, terminal: CliRunner) -> None:
        result = terminal.invoke(
            compare_command, ["chinese", "new-zealand-like", "--board", "XX./OO.", "--player", "W", "--json"]
        )
        report = json.loads(result.stdout)
        new, play = report["sides"][0]["requests"]
        assert (new["board"], new["player"]) == ("XX./OO.", "W")
        session, _ = respond(Session(), json.dumps(new))
        _, reply = respond(session, json.dumps(play))
        assert reply is not None
        error = reply["error"]
        assert isinstance(error, dict)
        assert error["clause"] == report["sides"][0]["clause"]

    @pytest.mark.parametrize("arguments", [["--board", "X/O/"], ["--board", "XO"], ["--phase", "cleanup1"]])
    def test_is_refused_in_a_sentence_where_nothing_can(self, terminal: CliRunner, arguments: list[str]) -> None:
        result = terminal.invoke(compare_command, ["chinese", "new-zealand-like", *arguments])
        assert (result.exit_code, "Traceback" in result.output) == (2, False)
