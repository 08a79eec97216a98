"""The Japanese rules of 1989, article by article, but for what a search decides; article 8 beside a naive twin."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.command_line import main
from superko.checker.sweeps.sweep import positions_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.records.settling import seki_in_words
from superko.interpreter.result import NoResult, Score
from superko.interpreter.sitting import agree_on
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.documents import DOCUMENTS
from superko.spec.japanese_1989.ending import AGREEMENT, plays_first
from superko.spec.japanese_1989.life import (
    SEKI,
    alive,
    dame,
    eye_points,
    groups_in_seki,
    opponent_begins,
    owner_begins,
    points_anywhere,
    points_captured_from,
    points_enabled,
    strings_in_seki,
    territory,
)
from superko.spec.japanese_1989.play import without_liberty
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Ended, Phase
from tests.spec.boards import colorings, places, points, twin, twin_color
from tests.spec.naive import OTHER, Places, Stones, beside, regions, resolve_captures

from .games import after, board, marks, objection, passed_out, scores, set_up, turns

TEXT = PRESETS["japanese-1989"]
KO = ".XO./XO.O/.XO."
HYPOTHETICAL = Phase.FIRST_CLEANUP


def naive_territory(stones: Stones, dead: Places, color: str, together: bool) -> Places:
    """Article 8 by loops: regions without live stones, which of them one color surrounds, and who is in seki."""
    live = {player: stones.of(player) - dead for player in OTHER}
    free = regions(stones.everywhere - live["black"] - live["white"])
    eyes = {
        player: [
            region
            for region in free
            if beside(stones, region) & live[player] and not beside(stones, region) & live[other]
        ]
        for player, other in OTHER.items()
    }
    of_none = [region for region in free if not any(region in of_one for of_one in eyes.values())]
    touched = [string for string in regions(live[color]) if any(beside(stones, region) & string for region in of_none)]
    while together:
        beside_same_eyes = [
            string
            for string in regions(live[color])
            for eye in eyes[color]
            if beside(stones, eye) & string and any(beside(stones, eye) & seki for seki in touched)
        ]
        new = [string for string in beside_same_eyes if string not in touched]
        if not new:
            break
        touched += new
    seki = frozenset(place for string in touched for place in string)
    return frozenset(place for eye in eyes[color] if not beside(stones, eye) & seki for place in eye)


@pytest.mark.clauses("japanese-1989/8-territory", "reading/japanese-1989-seki")
@given(colorings(longest_side=4), st.data())
def test_territory_is_what_loops_over_regions_find(c: Coloring[int], data: st.DataObject) -> None:
    chosen = data.draw(st.integers(0, c.board.everything))
    dead = c.board.closure(chosen, c.black) | c.board.closure(chosen, c.white)
    for color in Color:
        for rules, together in ((TEXT, False), (TEXT.reading({SEKI: "groups"}), True)):
            naive = naive_territory(twin(c), places(c.board, dead), twin_color(color), together)
            assert places(c.board, territory(rules, c, dead, color)) == naive


@pytest.mark.clauses("japanese-1989/4-exist", "japanese-1989/3-point", "japanese-1989/5-capture")
@given(colorings(longest_side=3))
def test_strings_without_liberty_are_those_that_a_search_finds(c: Coloring[int]) -> None:
    for color in Color:
        assert places(c.board, without_liberty(c, color)) == resolve_captures(twin(c), twin_color(color))[1]


def test_a_move_takes_prisoners_and_never_its_own_stones() -> None:
    game = after(set_up(TEXT, ".XO.OX."), "D1")
    assert (board(game), game.record.tally.captures) == (".X.X.X.", {BLACK: 0, WHITE: 2})
    assert objection(set_up(TEXT, ".O."), "A1") == ("japanese-1989/4-exist#after-move", ["A1"])
    assert objection(set_up(TEXT, "X.O."), "A1") == ("japanese-1989/3-point", None)


@pytest.mark.clauses("japanese-1989/1-game", "japanese-1989/2-play")
def test_two_players_play_by_turns_from_an_empty_board() -> None:
    game = Game(TEXT, (2, 1))
    assert (board(game), turns(game)) == ("..", ["pass", "A1", "B1"])
    assert [after(game, played).position.player for played in ("A1", "pass", "A1, B1")] == [WHITE, WHITE, BLACK]


@pytest.mark.clauses("japanese-1989/6-ko")
def test_a_ko_is_not_retaken_with_the_next_move() -> None:
    taken = after(set_up(TEXT, KO), "C2")
    assert objection(taken, "B2") == ("japanese-1989/6-ko", 0)
    assert objection(after(taken, "D3, A3"), "B2") is None


@pytest.mark.clauses("japanese-1989/9-stop", "japanese-1989/9-end", "japanese-1989/9-resume")
def test_two_passes_stop_the_game_and_it_ends_when_both_hold_the_same_stones_dead() -> None:
    assert not after(Game(TEXT, 2), "pass, A1, pass").over
    stopped = after(set_up(TEXT, "X.OX."), "pass, pass")
    assert (stopped.over, stopped.ended_by, board(stopped)) == (True, "japanese-1989/9-stop", "X.OX.")
    assert plays_first(BLACK) is WHITE


@pytest.mark.clauses("japanese-1989/10-dead-stones", "japanese-1989/10-count", "claim/japanese-score-is-area-less")
def test_dead_stones_in_territory_are_prisoners_and_prisoners_fill_territory() -> None:
    game = after(set_up(TEXT, ".XO.X./.XXXX."), "pass, pass")
    assert game.grid.size == 12
    dead = points(game.position.coloring.board, "C2")
    settled = agree_on(game, dead)
    assert isinstance(settled.result, Score)
    assert (settled.result.black, settled.result.white) == (6, -1)
    in_seki = agree_on(after(set_up(TEXT, "X.O"), "pass, pass"), 4)
    assert in_seki.result is not None
    assert scores(passed_out(set_up(TEXT, ".XO.", captures={BLACK: 1, WHITE: 0}))) == (0, 1)


@pytest.mark.clauses("japanese-1989/8-territory")
def test_wherever_eye_points_are_no_territory_the_dame_are_told_that_make_it_so() -> None:
    uncounted = 0
    for c in positions_of(Grid(5, 1)):
        eyes = [eye_points(c, 0, color) & ~territory(TEXT, c, 0, color) for color in (BLACK, WHITE)]
        assert bool(list(seki_in_words(TEXT, c))) is any(eyes)
        uncounted += any(eyes)
    assert uncounted > 10


def test_dead_stones_outside_of_territory_are_no_prisoners() -> None:
    settled = agree_on(after(set_up(TEXT, "X.O."), "pass, pass"), 0b0101)
    assert isinstance(settled.result, Score)
    assert (settled.result.black, settled.result.white) == (0, 0)


@pytest.mark.clauses(
    "japanese-1989/12-no-result", "reading/japanese-1989-repetition", "reading/japanese-1989-no-result"
)
def test_a_board_that_stands_again_ends_the_game_without_result() -> None:
    cycle = "A1, C1, B1, C1, A1"
    game = after(Game(TEXT, (3, 1)), cycle)
    assert (game.result, game.ended_by) == (NoResult(), "japanese-1989/12-no-result")
    assert not after(Game(TEXT.reading({AGREEMENT: "never"}), (3, 1)), cycle).over


@pytest.mark.clauses("japanese-1989/7-2-kos-after-the-end")
def test_in_hypothetical_play_a_ko_is_retaken_only_after_a_pass_that_names_it() -> None:
    game = after(set_up(TEXT, KO, phase=HYPOTHETICAL), "C2")
    assert marks(game) == ["C2"]
    assert objection(game, "B2") == ("japanese-1989/7-2-kos-after-the-end", ["C2"])
    assert objection(after(game, "D3, A3"), "B2") is not None
    passed = after(game, "unblock C2")
    assert (marks(passed), objection(after(passed, "A3"), "B2")) == ([], None)
    assert isinstance(after(game, "pass, pass").result, NoResult)


@pytest.mark.clauses("japanese-1989/7-1-alive", "reading/japanese-1989-first", "reading/japanese-1989-new-stone")
def test_stones_are_alive_unless_they_are_captured_for_good() -> None:
    b = parse_board("X.O").board
    assert [bool(alive(b, captured)) for captured in (False, True)] == [True, False]
    assert (opponent_begins(BLACK), owner_begins(BLACK)) == (WHITE, BLACK)
    where = (points_captured_from, points_enabled, points_anywhere)
    assert [reading(b, 0b001, 0b010) for reading in where] == [0b001, 0b101, 0b111]


@pytest.mark.clauses("japanese-1989/8-territory")
def test_live_stones_with_dame_are_in_seki() -> None:
    c = parse_board("O.X.X.")
    assert dame(c, 0) == 0b10
    assert (strings_in_seki(c, 0, BLACK), groups_in_seki(c, 0, BLACK)) == (0b100, 0b10100)


@pytest.mark.clauses(
    "japanese-1989/10-objection",
    "japanese-1989/10-final",
    "japanese-1989/11-resign",
    "japanese-1989/13-both-lose",
    "japanese-1989/14-forfeit",
)
@pytest.mark.parametrize("name", DOCUMENTS["japanese-1989"].said_by_players)
def test_what_only_players_say_is_no_clause_and_can_not_be_amended(name: str) -> None:
    assert name not in {clause.name for clause in TEXT.in_force}
    with pytest.raises(ValueError, match="superko plays none of it; it can't be amended"):
        TEXT.replacing(name, bool, "It is so.")
    shown = CliRunner().invoke(main, ["show", name])
    assert (shown.exit_code, "superko plays none of it" in shown.stdout.replace("\n", " ")) == (0, True)
    assert name in CliRunner().invoke(main, ["rules", "japanese-1989"]).stdout


def test_dead_stones_are_removed_as_an_author_says() -> None:
    def left_there(ended: Ended[int], dead: int) -> Ended[int]:
        """Dead stones stay where they are."""
        return ended

    rules = TEXT.replacing("japanese-1989/10-dead-stones", left_there)
    stopped = after(set_up(rules, ".XO.X./.XXXX."), "pass, pass")
    settled = agree_on(stopped, points(stopped.position.coloring.board, "C2"))
    assert isinstance(settled.result, Score)
    assert (settled.result.black, settled.result.white) == scores(stopped)
