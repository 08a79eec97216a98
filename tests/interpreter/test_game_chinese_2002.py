"""The Chinese rules of 2002: article 6, the cases of article 20, and the forum's ruling, in games."""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.interpreter.referee import result_report
from superko.interpreter.result import DRAW, NoResult, Result, outcome_text, score_text
from superko.spec.algebra import BLACK, WHITE
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from .games import after, board, objection, scores, set_up

ARTICLE_6 = PRESETS["chinese-2002"]
ARTICLE_20, FORUM = (ARTICLE_6.reading({"reading/chinese-2002-repetition": value}) for value in ("article-20", "forum"))
SAME_PLAYER = ARTICLE_6.reading({"reading/chinese-2002-facing": "same-player"})
FORBIDDEN, DRAWN, REPLAYED = (
    ARTICLE_20.reading({"reading/chinese-2002-rare": value}) for value in ("forbidden", "draw", "replay")
)
FORUM_REPLAY = FORUM.reading({"reading/chinese-2002-forum": "replay"})
KO = ".XO./X.XO/.XO."
SENT_AND_RETURNED = "A1, B1, pass, C1, A1"
ETERNAL_LIFE = "D1, B1, C1, A1, D1, B1, C1"


@pytest.mark.clauses("chinese-2002/presupposed")
def test_stones_without_breath_are_taken_and_none_of_ones_own() -> None:
    game = after(set_up(ARTICLE_6, ".XO.OX."), "D1")
    assert (board(game), game.position.player) == (".X.X.X.", WHITE)
    assert game.record.tally.captures == {BLACK: 0, WHITE: 2}
    assert objection(game, "D1") == ("chinese-2002/presupposed#empty", None)
    assert objection(set_up(ARTICLE_6, ".O."), "A1") == ("chinese-2002/presupposed#no-suicide", ["A1"])
    over = after(Game(ARTICLE_6, (3, 1)), "B1, pass, pass")
    assert (over.ended_by, scores(over)) == ("chinese-2002/presupposed#end", (3, 0))


@pytest.mark.clauses("chinese-2002/6", "reading/chinese-2002-facing")
def test_by_article_6_nobody_faces_a_board_again_or_only_not_the_same_player() -> None:
    assert objection(after(set_up(ARTICLE_6, KO, WHITE), "B2"), "C2") == ("chinese-2002/6", 0)
    sent = "A1, C1, B1, C1"
    assert objection(after(Game(ARTICLE_6, (3, 1)), sent), "A1") == ("chinese-2002/6", 2)
    assert objection(after(Game(SAME_PLAYER, (3, 1)), sent), "A1") is None


@pytest.mark.clauses("chinese-2002/20-single-ko", "reading/chinese-2002-repetition")
@pytest.mark.parametrize("rules", [ARTICLE_20, FORUM])
def test_by_article_20_and_the_forum_a_single_ko_is_not_retaken_at_once(rules: Rules) -> None:
    game = after(set_up(rules, KO, WHITE), "B2")
    assert objection(game, "C2") == ("chinese-2002/20-single-ko", 0)
    assert objection(after(game, "A3, D3"), "C2") is None


@pytest.mark.clauses("chinese-2002/20-false-life")
@pytest.mark.parametrize("rules", [ARTICLE_20, FORUM])
def test_two_stones_are_not_sent_to_return_one(rules: Rules) -> None:
    game = after(Game(rules, (3, 1)), SENT_AND_RETURNED)
    assert objection(game, "B1") == ("chinese-2002/20-false-life", 3)


@pytest.mark.clauses(
    "chinese-2002/20-rare", "chinese-2002/forum", "reading/chinese-2002-rare", "reading/chinese-2002-forum"
)
@pytest.mark.parametrize(
    ("rules", "result"),
    [
        (ARTICLE_20, NoResult()),
        (DRAWN, DRAW),
        (REPLAYED, NoResult(replayed=True)),
        (FORUM, DRAW),
        (FORUM_REPLAY, NoResult(replayed=True)),
    ],
)
def test_eternal_life_ends_the_game_when_a_board_stands_for_the_third_time(rules: Rules, result: Result) -> None:
    game = after(set_up(rules, "O.X."), ETERNAL_LIFE)
    assert not game.over
    over = after(game, "A1")
    assert (over.ended_by, over.result) == ("chinese-2002/20-rare#cycle", result)


def test_a_game_that_is_to_be_replayed_is_told_so_by_everybody() -> None:
    over = after(set_up(FORUM_REPLAY, "O.X."), f"{ETERNAL_LIFE}, A1")
    assert over.standing() == "The game is over, without result, and is to be replayed."
    assert over.result is not None
    assert outcome_text(over.result) == "The game ends without result, and is to be replayed."
    assert score_text(over.result) == "the game is to be replayed"
    assert result_report(over.result) == {"kind": "no-result", "replayed": True}


def test_or_it_is_forbidden_in_principle() -> None:
    game = after(set_up(FORBIDDEN, "O.X."), "D1, B1, C1")
    assert objection(game, "A1") == ("chinese-2002/20-rare#forbidden", 0)
