"""Who wins games that count no points: capture go, and go in which nobody may pass.

These rules are ours, as a rules author writes them: a clause ends the game once a player has captured enough stones,
another one gives that player the win, and a third one says that a player without any legal turn loses.
"""

from __future__ import annotations

from typing import Any

from ....interpreter.game import Game
from ....spec.algebra import BLACK, WHITE, Color, Condition, Grid
from ....spec.registry import Decision, make_clause
from ....spec.rules import Rules
from ....spec.vocabulary import Pass, Record, Turn
from ...evidence.verdict import Seen, answer, one_case
from ...solving.budget import Budget
from ...solving.certificate import both_text
from ...solving.plain_play import FAILS, SUCCEEDS, UNKNOWN, is_worth
from ...solving.solution import solver_of, value_of
from .values import turns_that_lose_something

_SUPERKO = "katago-v2/main/legal-superko"
_MOST_POINTS, _MOST_TURNS = 6, 20_000


def nobody_passes(turn: Turn) -> bool:
    """Nobody passes."""
    return not isinstance(turn, Pass)


def who_has_no_turn_loses(record: Record[Any], color: Color) -> Condition:
    """The player to move who has no legal turn loses."""
    return color is record.position.player.opponent


def without_passes(rules: Rules) -> Rules:
    """Rules by which nobody passes, and who can't move loses."""
    banned = make_clause(nobody_passes, "ours/no-pass", decides=Decision.TURN)
    return rules.adding(banned).adding(make_clause(who_has_no_turn_loses, "ours/no-turn", decides=Decision.NO_TURN))


def capture_go(rules: Rules, number: int) -> Rules:
    """Rules by which whoever first has captured a number of stones wins."""

    def is_over(record: Record[Any]) -> Condition:
        return (record.tally.captures[BLACK] >= number) | (record.tally.captures[WHITE] >= number)

    def wins(record: Record[Any], color: Color) -> Condition:
        return record.tally.captures[color.opponent] >= number

    ends = make_clause(
        is_over, "ours/captures", decides=Decision.GAME_ENDS, text="Enough captured stones end the game."
    )
    won = make_clause(wins, "ours/captor", decides=Decision.AWARDED, text="The player who has captured enough wins.")
    return rules.adding(ends).adding(won)


@one_case(method="best play", acts="found a turn that throws a win away, or who wins by plain search too")
def a_player_wins(rules: Rules, grid: Grid) -> Seen:
    """Find who wins from the empty board, and on up to six points ask plain search as well."""
    game = Game(rules, grid)
    solver = solver_of([game], Budget())
    value = value_of(solver, game)
    plain = is_worth(game, value.worst, False, _MOST_TURNS).outcome if grid.size <= _MOST_POINTS else UNKNOWN
    won = value.winner_without_a_count
    thrown, *later = (turns_that_lose_something(solver, at) for at in (game, *map(game.taking, game.turns())))
    acted = thrown or sum(later) or int(plain == SUCCEEDS)
    counts = {"black_wins": int(won is BLACK), "thrown_away": thrown}
    by = "plain search through every line finds it, too" if plain == SUCCEEDS else "by the search alone"
    return answer(won is not None and plain != FAILS, counts, notes=f"{both_text(value)}; {by}.", acted=acted)


_AREA = Rules(suicide=False)
WITHOUT_PASSES = without_passes(_AREA)
# Where the first capture ends the game, nothing stands again, and there is nothing for a ban to forbid.
ONE_CAPTURE = capture_go(WITHOUT_PASSES.dropping(_SUPERKO), 1)
TWO_CAPTURES, THREE_CAPTURES = (capture_go(WITHOUT_PASSES, number) for number in (2, 3))
