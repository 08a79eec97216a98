"""AGA rules 7 to 12, played by the generic game and read clause by clause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.result import ended_game
from superko.spec.aga.counting import area, counting_method, neutral_points, territory
from superko.spec.aga.ending import (
    agree,
    player_to_resume,
    strings_removed,
    strings_to_dispute,
    strings_to_point_at,
    strings_touched,
    without_dead_stones,
)
from superko.spec.aga.turns import (
    can_be_noted_after_a_pass,
    can_still_be_noted,
    is_out_of_turn,
    is_restored,
    own_pass_stands,
    turns_taken_back,
)
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.parameters import HandicapBonus, Scoring
from superko.spec.presets import PRESETS
from superko.spec.registry import clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move

from ..interpreter.games import after, board, objection, scores, set_up
from .boards import all_colorings, colorings, points, vertices

AGA, AREA = PRESETS["aga"], PRESETS["aga-area"]
SITUATIONAL = AGA.reading({"reading/aga-repetition": "board-and-player"})
KO_ONLY = AGA.reading({"reading/aga-repeating-moves": "ko-only"})
KO = ".XO./X.XO/.XO."
INVENTORY = """
    7-pass 8-illegal-kinds 8-take-back 8-notice 9-end 10-resume 10-procedure 11-last-move
    12-territory 12-area 12-neutral 12-count-territory 12-count-area 12-default
"""


def played(rules: Rules, width: int, turns: str, height: int = 1) -> Game:
    return after(Game(rules, (width, height)), turns)


def prisoners(game: Game) -> tuple[int, int]:
    """The black and the white stones that the opponent holds."""
    captures = game.record.tally.captures
    return captures[BLACK], captures[WHITE]


def test_every_id_of_the_document_is_tagged() -> None:
    tagged = {clause.id for clause in clauses("aga")}
    assert tagged == {f"aga/{name}" for name in INVENTORY.split()} | {"aga/presupposed"}


@pytest.mark.clauses("aga/7-pass")
def test_a_pass_hands_over_a_stone_and_the_turn() -> None:
    game = played(AGA, 3, "pass")
    assert prisoners(game) == (1, 0)
    assert game.position.player is WHITE
    assert board(game) == "..."


@pytest.mark.clauses("aga/10-resume")
def test_captured_stones_are_prisoners_beside_those_passed() -> None:
    game = played(AGA, 2, "A1, pass, pass")
    assert prisoners(played(AGA, 3, "A1, B1, pass")) == (2, 0)
    assert prisoners(game) == (1, 2)


@pytest.mark.clauses("aga/8-illegal-kinds")
@pytest.mark.parametrize(
    ("board", "turn", "answer"),
    [
        ("X..", "A1", ("aga/8-illegal-kinds#occupied", None)),
        (".O.", "A1", ("aga/8-illegal-kinds#self-capture", ["A1"])),
        ("X.O.O/OO...", "B2", ("aga/8-illegal-kinds#self-capture", ["A2", "B2"])),
        (".OX.", "A1", None),
    ],
)
def test_occupied_points_and_self_capture_are_illegal(board: str, turn: str, answer: object) -> None:
    assert objection(set_up(AGA, board), turn) == answer


@pytest.mark.clauses("aga/8-illegal-kinds")
@pytest.mark.parametrize("rules", [AGA, SITUATIONAL, KO_ONLY], ids=["board", "board-and-player", "ko-only"])
def test_a_ko_is_not_retaken_so_that_the_board_repeats(rules: Rules) -> None:
    taken = after(set_up(rules, KO, WHITE), "B2")
    objected = objection(taken, "C2")
    assert objected is not None
    assert objected[0] == "aga/8-illegal-kinds" + ("#ko-repetition" if rules is KO_ONLY else "#repetition")
    assert objection(after(taken, "A3, D3"), "C2") is None


@pytest.mark.clauses("reading/aga-repetition")
def test_whether_the_player_to_move_matters_is_a_reading() -> None:
    """Given that X.O stood with Black to move, when it would stand with White to move, then the readings part."""
    turns = "A1, C1, B1, C1"
    assert objection(played(AGA, 3, turns), "A1") == ("aga/8-illegal-kinds#repetition", 2)
    assert objection(played(SITUATIONAL, 3, turns), "A1") is None


@pytest.mark.clauses("reading/aga-repeating-moves")
def test_whether_only_kos_are_meant_is_a_reading() -> None:
    """Given that White sent two stones, when Black's capture of both repeats the board, then the readings part."""
    turns = "A1, B1, pass, C1"
    assert objection(played(AGA, 3, turns), "A1") == ("aga/8-illegal-kinds#repetition", 1)
    assert objection(played(SITUATIONAL, 3, turns), "A1") == ("aga/8-illegal-kinds#repetition", 1)
    assert objection(played(KO_ONLY, 3, turns), "A1") is None


@pytest.mark.parametrize(("rules", "games"), [(AGA, [1, 9, 907]), (SITUATIONAL, [1, 9, 959])], ids=["board", "player"])
def test_there_are_as_many_games_as_published_for_superko(rules: Rules, games: list[int]) -> None:
    assert [sum(1 for _ in all_games(Game(rules, (width, 1)))) for width in (1, 2, 3)] == games


def all_games(game: Game) -> Iterator[Game]:
    if game.over:
        yield game
    for turn in game.turns():
        yield from all_games(game.play(turn))


@pytest.mark.clauses("aga/8-illegal-kinds", "aga/8-take-back", "aga/8-notice")
def test_what_rule_8_says_of_noting_illegal_moves() -> None:
    assert is_out_of_turn(BLACK, WHITE)
    assert not is_out_of_turn(BLACK, BLACK)
    assert turns_taken_back([BLACK, WHITE]) == 1
    assert turns_taken_back([WHITE, BLACK, BLACK]) == 2
    assert turns_taken_back([BLACK, WHITE, WHITE, WHITE]) == 3
    assert can_still_be_noted(WHITE, turns_since=[(BLACK, PASS)])
    assert not can_still_be_noted(WHITE, turns_since=[(BLACK, PASS), (WHITE, PASS)])
    assert not can_still_be_noted(WHITE, turns_since=[(WHITE, Move(1))])
    assert can_be_noted_after_a_pass(WHITE, turns_since=[(WHITE, PASS)])
    assert not can_be_noted_after_a_pass(WHITE, turns_since=[(WHITE, PASS), (WHITE, Move(1))])
    assert own_pass_stands([PASS, Move(1)])
    assert not own_pass_stands([Move(2), Move(1)])
    assert is_restored(agreed_by=[WHITE, BLACK])
    assert not is_restored(agreed_by=[BLACK])


@pytest.mark.clauses("aga/9-end")
def test_two_passes_end_a_game_in_which_nobody_names_dead_stones() -> None:
    game = played(AGA, 3, "B1, pass, C1, pass, pass")
    assert game.ended_by == "aga/9-end"
    assert not played(AGA, 3, "B1, pass, C1, pass").over


@pytest.mark.clauses("aga/9-end")
def test_players_agree_when_they_hold_the_same_strings_dead() -> None:
    c = parse_board("XX.O")
    a1, b1, d1 = (points(c.board, name) for name in ("A1", "B1", "D1"))
    assert agree(c, {BLACK: a1, WHITE: b1})
    assert not agree(c, {BLACK: a1, WHITE: d1})
    assert not agree(c, {BLACK: 0, WHITE: d1})
    assert vertices(c.board, strings_touched(c, a1 | d1)) == ["A1", "B1", "D1"]


@pytest.mark.clauses("aga/9-end")
def test_dead_stones_become_prisoners_of_the_other_color() -> None:
    ended = ended_game(set_up(AGA, "XX.O", captures={BLACK: 1, WHITE: 0}).record)
    removed = without_dead_stones(ended, points(ended.coloring.board, "A1", "B1", "D1"))
    assert removed.captures == {BLACK: 3, WHITE: 1}
    assert removed.coloring.empty == removed.coloring.board.everything


@pytest.mark.clauses("aga/10-resume", "aga/10-procedure")
def test_what_rule_10_says_of_resuming_and_pointing() -> None:
    c = parse_board("XX.O")
    assert player_to_resume(last_to_pass=BLACK) is WHITE
    assert strings_to_point_at(c, BLACK) == c.white
    assert strings_to_dispute(c, BLACK, named=c.black | c.white) == c.black
    assert strings_removed(c.board, named=c.black, disputed=0) == c.black
    assert strings_removed(c.board, named=c.black | c.white, disputed=c.white) == 0


@pytest.mark.clauses("aga/11-last-move")
def test_white_makes_the_last_move() -> None:
    """Given two passes, when Black took the last turn, then White passes once more, and otherwise nobody does."""
    assert prisoners(played(AGA, 2, "A1, pass, pass")) == (1, 2)
    assert prisoners(played(AGA, 2, "pass, pass")) == (1, 1)
    assert prisoners(after(set_up(AGA, "X.", WHITE), "pass, pass")) == (1, 2)


@pytest.mark.clauses("aga/12-territory", "aga/12-area", "aga/12-neutral")
@pytest.mark.parametrize(
    ("position", "black", "white", "neutral"),
    [
        ("...", [], [], ["A1", "B1", "C1"]),
        (".X.", ["A1", "C1"], [], []),
        ("X.O", [], [], ["B1"]),
        (".XO.", ["A1"], ["D1"], []),
        (".X../XX.O/...O", ["A3"], [], ["C3", "D3", "C2", "A1", "B1", "C1"]),
    ],
)
def test_regions_adjacent_to_one_color_are_its_territory(
    position: str, black: list[str], white: list[str], neutral: list[str]
) -> None:
    c = parse_board(position)
    assert vertices(c.board, territory(c, BLACK)) == black
    assert vertices(c.board, territory(c, WHITE)) == white
    assert vertices(c.board, neutral_points(c)) == neutral
    assert area(c, BLACK) == c.black | territory(c, BLACK)


def test_areas_and_neutral_points_part_the_board() -> None:
    for c in all_colorings(3, 2):
        parts_the_board(c)


@given(colorings())
def test_areas_and_neutral_points_part_larger_boards(c: Coloring[int]) -> None:
    parts_the_board(c)


def parts_the_board(c: Coloring[int]) -> None:
    parts = area(c, BLACK), area(c, WHITE), neutral_points(c)
    assert sum(parts) == c.board.everything
    assert sum(part.bit_count() for part in parts) == c.board.grid.size


@pytest.mark.clauses("aga/12-count-territory")
def test_territory_is_counted_less_the_prisoners_that_the_opponent_holds() -> None:
    """Given 2 points of Black's and 5 black prisoners, when both pass, then Black has lost another stone."""
    game = after(set_up(AGA, ".X.", captures={BLACK: 5, WHITE: 0}), "pass, pass")
    assert scores(game) == (2 - 6, 0 - 1)
    assert game.result.winner is WHITE  # type: ignore[union-attr]


@pytest.mark.clauses("aga/12-count-area")
def test_areas_are_counted_without_prisoners() -> None:
    game = after(set_up(AREA, ".X.", captures={BLACK: 5, WHITE: 0}), "pass, pass")
    assert scores(game) == (3, 0)
    assert game.result.winner is BLACK  # type: ignore[union-attr]


@pytest.mark.parametrize("scoring", Scoring)
def test_white_adds_the_compensation_and_equal_totals_are_a_draw(scoring: Scoring) -> None:
    for komi, winner in ((2.5, BLACK), (3, None), (3.5, WHITE)):
        game = played(Rules(document="aga", scoring=scoring, komi=komi), 3, "B1, pass, pass")
        assert game.result.winner is winner  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("bonus", "white"), [(HandicapBonus.ZERO, 0), (HandicapBonus.N_MINUS_ONE, 2), (HandicapBonus.N, 3)]
)
def test_handicap_is_compensated_only_when_areas_are_counted(bonus: HandicapBonus, white: int) -> None:
    by_area, by_territory = (
        after(
            set_up(Rules(document="aga", scoring=scoring, handicap_bonus=bonus), "X.X.X", WHITE, handicap=3),
            "pass, pass",
        )
        for scoring in (Scoring.AREA, Scoring.TERRITORY)
    )
    assert scores(by_area) == (5, white)
    assert scores(by_territory) == (2 - 1, 0 - 2)


def test_after_handicap_stones_the_compensation_makes_the_differences_equal() -> None:
    by_area, by_territory = (after(set_up(rules, "X.X.X", WHITE, handicap=3), "pass, pass") for rules in (AREA, AGA))
    assert scores(by_area) == (5, 2)
    assert scores(by_territory) == (1, -2)


@pytest.mark.clauses("aga/12-default")
def test_without_agreement_territory_is_counted() -> None:
    assert counting_method(agreed=None) is Scoring.TERRITORY
    assert counting_method(agreed=Scoring.AREA) is Scoring.AREA
    assert (AGA.scoring, AREA.scoring) == (Scoring.TERRITORY, Scoring.AREA)


@pytest.mark.clauses("aga/12-territory", "reading/aga-region-without-stones")
@pytest.mark.parametrize("rules", [AGA, AREA], ids=str)
def test_a_region_without_stones_is_territory_of_neither_or_of_both(rules: Rules) -> None:
    by_both = rules.reading({"reading/aga-region-without-stones": "by-both"})
    (black, white), more = (scores(played(rule_set, 3, "pass, pass")) for rule_set in (rules, by_both))
    assert more == (black + 3, white + 3)
    assert scores(played(by_both, 3, "B1, pass, pass")) == scores(played(rules, 3, "B1, pass, pass"))


@pytest.mark.clauses("aga/11-last-move", "reading/aga-last-move")
@pytest.mark.parametrize(
    ("start", "player"),
    [("...", BLACK), ("...", WHITE), ("X..", BLACK), ("X..", WHITE), ("..O", BLACK), ("..O", WHITE)],
)
def test_where_players_alternate_totals_are_equal_once_white_has_moved_last(start: str, player: Color) -> None:
    by_last_move = AGA.reading({"reading/aga-last-move": "white-moves-last"})
    for turns in ("pass, pass", "pass, B1, pass, pass"):
        games = (after(set_up(rules, start, player), turns) for rules in (AGA, by_last_move))
        assert len(set(map(scores, games))) == 1
