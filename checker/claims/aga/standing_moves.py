"""Whether both ways of counting still give the same difference when illegal moves stand that nobody has noted.

It depends on how rule 11 is read: a last move by White does not make totals equal, if a player has moved twice in a row
or on an occupied point. So every game on a tiny board is followed with all that players can do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....interpreter.result import score_text
from ....spec.algebra import Grid
from ....spec.parameters import READINGS
from ....spec.rules import Rules
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from .counted_games import both_scores
from .readings import AGA, LAST_MOVE, Action, Come, actions_in, come_of

MOST_ACTIONS = 6


class Followed(NamedTuple):
    """A game, and what was done in it, in words."""

    game: Procedure
    said: tuple[str, ...] = ()


def same_difference_with_standing_moves(rules: Rules, grid: Grid, most_actions: int = MOST_ACTIONS) -> Verdict:
    """Follow every game with everything that players can do: are the two differences ever apart at its end?"""
    followed = ended = other_scores = 0
    games = [Followed(Procedure.start(rules, grid.width, grid.height))]
    scope = f"{most_actions} actions on {grid}"
    for _ in range(most_actions):
        longer: dict[Come, Followed] = {}
        for some in (later for before in games for later in _later(before)):
            followed += 1
            if some.game.stage is ProcedureStage.OVER:
                ended += 1
                by_area, by_territory = both_scores(rules, some.game.record)
                other_scores += by_area.black != by_territory.black
                if by_area.lead != by_territory.lead:
                    apart = f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
                    counts = {"games": followed, "ended": ended}
                    notes = f"After {'; '.join(some.said)}. {apart}"
                    return Verdict(Outcome.REFUTED, scope, "search", counts, notes=notes)
            longer.setdefault((come_of(some.game), some.game.record.pass_run, _first(some.game)), some)
        games = list(longer.values())
    verdict = holds_unless(0, scope, "search", games=followed, ended=ended)
    return if_it_acted(verdict, other_scores, "gave other scores both ways")


def _later(before: Followed) -> Iterator[Followed]:
    for action in actions_in(before.game):
        yield Followed(_done(action, before.game), (*before.said, action.words))


def _done(action: Action, game: Procedure) -> Procedure:
    done: Callable[[Procedure], Procedure] = action.done
    return done(game)


def _first(game: Procedure) -> object:
    """Who took the first turn: that may matter to the totals, and is not seen in what stands."""
    record = game.record
    while record.previous is not None:
        record = record.previous
    return record.position.player


for _reading in READINGS[LAST_MOVE].values:
    for _grid, _scope in ((Grid(1, 1), Scope.QUICK), (Grid(2, 1), Scope.QUICK), (Grid(3, 1), Scope.STANDARD)):
        check(
            "claim/aga-same-difference",
            str(_grid),
            f"illegal moves standing {LAST_MOVE}={_reading}",
            cost=2,
            scope=_scope,
            under=(AGA.reading({LAST_MOVE: _reading}),),
            whatever_else=True,
        )(partial(same_difference_with_standing_moves, grid=_grid))
