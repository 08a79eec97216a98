"""Why a turn is not legal, in one sentence, where `superko play` does not ask; tests/golden/asked/play.txt has more."""

from __future__ import annotations

import pytest

from superko.interpreter import Game
from superko.interpreter.judgement import explain, term_word
from superko.interpreter.notation import parse_turn
from superko.interpreter.rule_names import parse_rules
from superko.spec.documents import DOCUMENTS
from superko.spec.registry import Decision, clauses, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play, Points, Record


def explanation(game: Game, *turns: str) -> str:
    """What is said of the last of some turns, after the others were played."""
    grid = game.grid
    *played, last = (parse_turn(grid, turn) for turn in turns)
    for turn in played:
        game = game.play(turn)
    return explain(game.judge(last), grid)


def set_up(rules: str, board: str, phase: Phase = Phase.MAIN) -> Game:
    return Game(parse_rules(rules), rows=board, phase=phase)


IN_CLEANUP = (".XO./XO.O/.XO.", Phase.FIRST_CLEANUP)


@pytest.mark.clauses("katago-v2/cleanup/legal-unblocked")
def test_a_capture_of_a_marked_stone_names_the_stone() -> None:
    assert explanation(set_up("japanese-like", *IN_CLEANUP), "C2", "B2") == (
        "A legal move that is a ko-move captures no region with a marked point, but B2 would capture the marked C2."
    )


def test_a_clause_that_an_author_added_is_explained_with_and_without_what_it_points_at() -> None:
    def keep_off(record: Record, play: Play[int]) -> bool:
        """Nobody plays in the corner."""
        return play.point != 1

    def corner(record: Record, play: Play[int]) -> Points:
        return Points(1)

    plain = make_clause(keep_off, "mine/corner", decides=Decision.LEGAL)
    pointing = make_clause(keep_off, "mine/corner", decides=Decision.LEGAL, witness=corner)
    sentences = [explanation(Game(Rules().adding(clause), (2, 1)), "A1") for clause in (plain, pointing)]
    assert sentences == [
        "Nobody plays in the corner, which forbids A1.",
        "Nobody plays in the corner, which forbids A1 because of A1.",
    ]


@pytest.mark.parametrize("name", ["mine/prisoners", "mine/gift#komi", "katago-v2/mine/button"])
def test_a_term_of_an_author_is_called_by_its_id(name: str) -> None:
    assert term_word(name) == name


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_word_of_a_document_is_of_a_term_that_it_scores(document: str) -> None:
    scored = (Decision.SCORE, Decision.OWNERSHIP_SCORE)
    terms = {clause.part or clause.id.rsplit("/", 1)[-1] for clause in clauses(document) if clause.decides in scored}
    assert set(DOCUMENTS[document].terms) <= terms
