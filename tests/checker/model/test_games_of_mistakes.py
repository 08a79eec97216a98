"""A mistake in a clause changes compiled games exactly as it changes played ones, or it is refused in a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.vectors.mutants import NEAR_MISSES, REMEMBERS_START
from superko.interpreter.program.clauses import NotCompiled

from ...interpreter.compiled.rows_in_python import RowGame
from ...sampling import first_of_each
from .mistakes import Mistaken, every_mistake
from .played import continuations

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
COMPILED = first_of_each(
    lambda mistaken: mistaken.mutant.clause.decides,
    [mistaken for mistaken in ALL if str(mistaken.mutant) not in REFUSED],
)


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
