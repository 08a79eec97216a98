"""Every mistake that the vectors know can be tried on a small board, where played games show it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest

from superko.checker.vectors.mutants import NEAR_MISSES, REMEMBERS_START, mutants
from superko.interpreter.game import Game
from superko.interpreter.history import EMPTY_TALLY, first_record
from superko.interpreter.judgement import legal_plays
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.result import ended_game, score
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.registry import Decision
from superko.spec.vocabulary import Phase, Position

from ...interpreter.compiled.in_python import every_coloring
from ...interpreter.compiled.rows_in_python import RowGame, moves_in_row, scores_in_row
from .mistakes import MOST_POINTS, RULE_SETS_EACH, Mistaken, every_mistake, has_agreement
from .played import Said, all_games, continuations, said_of

FEW_TURNS = 2
# The smallest boards that show these have 8 and 14 points.
ON_LARGER_BOARDS = {
    "katago-v2/territory/remove-pass-dead#within-life/reaches-seki",
    "katago-v2/territory/remove-pass-dead#within-life/reaches-atari",
}


def course(game: Game, mistaken: Mistaken) -> list[Said | None]:
    """What is said before each turn of its game, and after the last; None from a turn on that can't be taken."""
    said: list[Said | None] = [said_of(game)]
    for turn in mistaken.turns:
        after = continuations(game).get(turn)
        if after is None:
            return [*said, None]
        game = after
        said.append(said_of(game))
    return said


class TestEveryMistake:
    def test_is_there(self) -> None:
        there = list(dict.fromkeys(mistaken.mutant for mistaken in every_mistake()))
        assert there == [mutant for mutant in mutants() if str(mutant) not in ON_LARGER_BOARDS]

    def test_has_a_few_rule_sets(self) -> None:
        """No mistake is tried twice under the same rules, and none under more of them than asked for."""
        tried = [(mistaken.mutant, mistaken.rules) for mistaken in every_mistake()]
        assert len(set(tried)) == len(tried)
        assert all(sum(mutant == other for other, _ in tried) <= RULE_SETS_EACH for mutant in mutants())

    def test_has_its_shortest_game_first_and_turns_of_both_players_last(self) -> None:
        for mistaken, other in pairwise(every_mistake()):
            first, second = (has_agreement(either.rules) for either in (mistaken, other))
            shorter = len(mistaken.turns) <= len(other.turns)
            assert mistaken.mutant != other.mutant or first < second or (first == second and shorter)

    @pytest.mark.parametrize("mistaken", every_mistake(), ids=str)
    def test_is_shown_by_its_game(self, mistaken: Mistaken) -> None:
        """Given right and mistaken rules, when the game is played by both, then they part with its last turn."""
        assert mistaken.start.grid.size <= MOST_POINTS
        assert mistaken.mutant.can_be_made_in(mistaken.rules)
        right, wrong = course(mistaken.right, mistaken), course(mistaken.wrong, mistaken)
        assert right != wrong

    @pytest.mark.parametrize(
        "mistaken", [mistaken for mistaken in every_mistake(1) if len(mistaken.turns) <= FEW_TURNS], ids=str
    )
    def test_changes_the_games_that_can_be_played(self, mistaken: Mistaken) -> None:
        turns = len(mistaken.turns)
        assert all_games(mistaken.right, turns) != all_games(mistaken.wrong, turns)


# A mistake in a clause changes compiled games exactly as it changes played ones, or it is refused in a sentence.


# They ask on which turn something happened, or for all that has happened at once; or the phase begins again; or a game
# without result is no draw under rules by which it may be one; or they ask about a turn before the last one.
REFUSED = {
    *(f"{clause}/remembers-start" for clause, wrong in NEAR_MISSES.items() if REMEMBERS_START in wrong),
    "aga/9-end#then-count/leads-on",
    "chinese-2002/20-rare#cycle/ends",
    "chinese-2002/20-rare#cycle/goes-on",
    "chinese-2002/20-rare#draw/draws",
    "chinese-2002/20-rare#forbidden/allows",
    "chinese-2002/20-rare#forbidden/forbids",
    "chinese-2002/20-rare#forbidden/forbids-later",
    "chinese-2002/20-rare#occurrences/counts",
    "chinese-2002/20-rare#occurrences/leaves-out",
    "chinese-2002/20-rare#over/ends-game",
    "chinese-2002/20-rare#replay/replays",
    "chinese-2002/20-single-ko/forbids",
    "chinese-2002/forum#replay/replays",
    "chinese-2002/forum/draws",
    "chinese-2002/presupposed#no-suicide/forbids-several",
    "chinese-2002/presupposed#then-count/leads-on",
    "ikeda/presupposed#then-count/leads-on",
    "japanese-1989/12-no-result#agreed/ends",
    "japanese-1989/12-no-result#agreed/goes-on",
    "japanese-1989/12-no-result#as-a-turn/allows",
    "japanese-1989/12-no-result#as-a-turn/forbids",
    "japanese-1989/12-no-result#over/ends-game",
    "katago-v2/cleanup/legal-once/allows-other-colorings",
    "katago-v2/cleanup/no-result#captures/wins",
    "katago-v2/cleanup/no-result#draw/draws",
    "katago-v2/cleanup/no-result#since-pass/forgets",
    "katago-v2/main/no-result#captures/wins",
    "katago-v2/main/no-result#draw/draws",
    "katago-v2/main/no-result#whole-game/ends-game",
    "katago-v2/main/then-score/leads-on",
    "new-zealand/dead-stones/leads-on",
    "new-zealand/end#agreed/ends",
    "new-zealand/end#agreed/goes-on",
    "new-zealand/end#agreement/allows",
    "repeated-pass/end#area/leads-on",
    "repeated-pass/win/awards",
    "spight-two/end#area/leads-on",
    "spight/encore#anew/forgets",
    "spight/stop#area/leads-on",
    "tromp-taylor/end#then-score/leads-on",
    "wmsg/end#succession/forgets",
}
WIN = "repeated-pass/win"


def without_given_wins(mistaken: Mistaken) -> Mistaken:
    """The same mistake where no win is given instead of a count, of which no program tells, unless it is about that."""
    if mistaken.rules.document != "repeated-pass" or mistaken.mutant.clause.id == WIN:
        return mistaken
    return replace(mistaken, rules=mistaken.rules.reading({"reading/repeated-pass-win": "left-out"}))


ALL = tuple(map(without_given_wins, every_mistake(rule_sets_each=1)))
COMPILED = [mistaken for mistaken in ALL if str(mistaken.mutant) not in REFUSED]


@pytest.mark.parametrize("mistaken", COMPILED, ids=str)
def test_games_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    """Given mistaken rules, when the game that shows the mistake is played, then it goes so in rows, too."""
    game = mistaken.wrong
    in_row = RowGame(game)
    assert in_row.disagreement(game) is None
    for turn in mistaken.turns:
        after = continuations(game).get(turn)
        if after is None:
            return
        game = after
        in_row.take(turn)
        assert in_row.disagreement(game) is None


@pytest.mark.parametrize("mistaken", [mistaken for mistaken in ALL if str(mistaken.mutant) in REFUSED], ids=str)
def test_what_can_not_be_looked_up_is_refused(mistaken: Mistaken) -> None:
    reasons = (
        "not kept here|one event at a time|adds several events|a program scores a game|no account is kept|both players"
    )
    with pytest.raises(NotCompiled, match=rf"^The(se)? clauses? .*can't be compiled.*({reasons})"):
        RowGame(mistaken.wrong)


def test_there_is_nothing_refused_that_is_not_there() -> None:
    assert {str(mistaken.mutant) for mistaken in ALL} >= REFUSED


# A mistake in a clause is compiled as it stands: programs change with it as the text does.


ON_MOVES = (Decision.MOVE, Decision.PSEUDOLEGAL)
ON_SCORES = (Decision.SCORE, Decision.LIFE, Decision.REMOVAL, Decision.PASS_ALIVE)
LINE = Grid(3, 1)


def mistakes_in(*decisions: Decision) -> list[Mistaken]:
    return [mistaken for mistaken in every_mistake(rule_sets_each=1) if mistaken.mutant.clause.decides in decisions]


@pytest.mark.parametrize("mistaken", [*mistakes_in(*ON_MOVES)], ids=str)
def test_moves_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    for c, player in product(every_coloring(LINE), Color):
        record = first_record(mistaken.mistaken_rules, Position(c, player))
        assert moves_in_row(record) == sum(play.point for play in legal_plays(record))


@pytest.mark.parametrize("mistaken", [*mistakes_in(*ON_SCORES)], ids=str)
def test_scores_are_compiled_with_the_mistake(mistaken: Mistaken) -> None:
    moves = dict.fromkeys(product(Color, Phase), 1)
    for c in every_coloring(LINE):
        tally = replace(EMPTY_TALLY, moves=moves, second_cleanup_start=c)
        record = first_record(mistaken.mistaken_rules, Position(c, BLACK), tally)
        by_text = score(ended_game(record))
        assert scores_in_row(record) == (by_text.black, by_text.white)


def test_there_are_mistakes_of_every_kind() -> None:
    assert len(mistakes_in(*ON_MOVES)) >= 5
    assert len(mistakes_in(*ON_SCORES)) >= 40
