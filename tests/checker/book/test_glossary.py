"""The words that players use: every game is played out as its rules have it, and each word is found by the search."""

from __future__ import annotations

import pytest

from superko.checker.claims.shapes import MOONSHINE_LIFE
from superko.checker.pages.prose import TERMS, Term
from superko.interpreter.game import Game
from superko.interpreter.result import NoResult
from superko.interpreter.rule_names import parse_rules
from superko.spec.claim import claims
from superko.spec.registry import clauses

STOPPED = {"Double ko", "Eternal life, chosei", "Ko", "Ring of kos", "Sending two, returning one", "Superko"}
KNOWN = {claim.id for claim in claims()} | {clause.id for clause in clauses()}


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.anchor)
def test_a_word_is_shown_by_a_game_whose_last_turn_is_illegal_only_where_that_is_what_it_means(term: Term) -> None:
    assert [frame.number for frame in term.game.frames if frame.illegal] == (
        [term.game.frames[-1].number] if term.word in STOPPED else []
    )
    assert term.game.frames[-1].number == len(term.game.story.turns)
    assert set(term.see) <= KNOWN


def test_the_words_stand_in_their_order_each_once() -> None:
    words = [term.word.casefold().replace("-", " ") for term in TERMS]
    assert words == sorted(set(words))


@pytest.mark.parametrize("word", ["Triple ko", "Moonshine life"])
def test_what_goes_round_under_simple_ko_ends_without_result(word: str) -> None:
    game = next(term.game for term in TERMS if term.word == word)
    assert isinstance(game.frames[-1].game.result, NoResult)


def test_under_superko_moonshine_life_runs_out_of_answers() -> None:
    game: Game = MOONSHINE_LIFE.game(parse_rules("tromp-taylor"))
    *before, last = MOONSHINE_LIFE.turns
    for turn in before:
        game = game.play(turn)
    assert not game.judge(last).legal
