"""Mutations: small mistakes to be made in a clause, by what it decides: it is forgotten, or it does too much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.registry import Clause, Decision
from ...spec.usual import without_liberties
from ...spec.vocabulary import Phase, Play, Position, Record, Tally

Function: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Mutation:
    """A mistake to be made in a clause, by what a game shows that comes out differently, after "This game shows".

    Its name, of what the clause does until it has the mistake, is the last part of a vector's id, and permanent.
    """

    name: str
    shows: str
    mistake: str
    applied_to: Callable[[Clause], Function]


def _always(value: object) -> Callable[[Clause], Function]:
    """A mutation after which a clause says the same whatever it is asked."""

    def applied_to(clause: Clause) -> Function:
        return (lambda: value, lambda about: value, lambda about, other: value, lambda about, other, third: value)[
            len(clause.decides.takes if clause.decides else ())
        ]

    return applied_to


def near_miss(name: str, shows: str, mistake: str) -> Callable[[Function], Mutation]:
    """The mutation that puts the function below in the place of a clause."""
    return lambda function: Mutation(name, shows, mistake, instead(function))


def instead(function: Function) -> Callable[[Clause], Function]:
    """A mutation that puts another function in the place of a clause."""
    return lambda clause: function


def _no_stones(about: object) -> Mapping[Color, int]:
    return {BLACK: 0, WHITE: 0}


@near_miss("captures", "a move that captures", "the opponent's stones stay")
def _captures_own_only(c: Coloring[int], player: Color, point: int) -> Play[int]:
    colored = c.colored(point, player)
    own = without_liberties(colored, player)
    return Play(player, point, c, colored.emptied(own), 0, own)


@near_miss("opponent-first", "a capture that makes a liberty", "the player's own stones are captured first")
def _captures_own_first(c: Coloring[int], player: Color, point: int) -> Play[int]:
    colored = c.colored(point, player)
    own = without_liberties(colored, player)
    captured = without_liberties(colored.emptied(own), player.opponent)
    return Play(player, point, c, colored.emptied(own | captured), captured, own)


@near_miss("captures-own", "a move that would leave stones of its own no liberty", "the player's own stones stay")
def _never_captures_own(c: Coloring[int], player: Color, point: int) -> Play[int]:
    colored = c.colored(point, player)
    captured = without_liberties(colored, player.opponent)
    return Play(player, point, c, colored.emptied(captured), captured, 0)


@near_miss("unmarks", "an unblock action", "the mark stays")
def _mark_stays(position: Position, stone: int) -> Position:
    return replace(position, player=position.player.opponent)


@near_miss("alternates", "a move", "who moves keeps the turn")
def _keeps_the_turn(position: Position, play: Play[int]) -> Position:
    return position.taken_on(play.after, position.player)


@near_miss(
    "tells-apart", "a ko-move that it tells apart from one made before", "moves of a player at a point are all the same"
)
def _at_any_coloring(record: Record[int], play: Play[int]) -> tuple[Color, int]:
    return play.player, play.point


def _tally_as_it_was(record: Record, tally: Tally) -> Tally:
    return tally


def _leads_elsewhere(clause: Clause) -> Function:
    def next_phase(record: Record) -> Position:
        right: Position = clause.function(record)
        return record.position if right.phase is Phase.OVER else replace(right, phase=Phase.OVER)

    return next_phase


CONDITION = (
    Mutation("allows", "a turn that it allows", "it forbids every turn", _always(False)),
    Mutation("forbids", "a turn that it alone forbids", "it is forgotten", _always(True)),
)
_ENDING = (
    Mutation("ends", "an end of play that comes by it alone", "it is forgotten", _always(False)),
    Mutation("goes-on", "a turn after which it lets play go on", "it ends play after every turn", _always(True)),
)
_COUNTING = (
    Mutation("counts", "a turn that counts by it", "it is forgotten", _always(False)),
    Mutation("leaves-out", "a turn that does not count by it", "it counts every turn", _always(True)),
)

MUTATIONS: Mapping[Decision, tuple[Mutation, ...]] = {
    Decision.START: (
        Mutation(
            "starts",
            "how a game starts",
            "White starts",
            lambda clause: lambda grid: replace(clause.function(grid), player=WHITE),
        ),
    ),
    Decision.TURN: CONDITION,
    Decision.MOVE: (_captures_own_only, _captures_own_first, _never_captures_own),
    Decision.PSEUDOLEGAL: CONDITION,
    Decision.STATE: (
        Mutation("distinguishes", "states that differ only in this", "it is no part of the state", _always(None)),
    ),
    Decision.LEGAL: CONDITION,
    Decision.AFTER_MOVE: (_keeps_the_turn,),
    Decision.MARKS: (
        Mutation(
            "changes",
            "a move after which it changes the marks",
            "the marks stay as they are",
            instead(lambda record, play, marks: marks),
        ),
    ),
    Decision.PASS: (Mutation("cedes", "a pass", "who passes keeps the turn", instead(lambda position: position)),),
    Decision.FIRST_PASS: (Mutation("adds", "a score that it changes", "it is forgotten", instead(_tally_as_it_was)),),
    Decision.PASS_STONES: (
        Mutation("hands-over", "a pass that hands over a stone", "a pass hands over nothing", instead(_no_stones)),
    ),
    Decision.UNBLOCK: (
        Mutation("allows", "an unblock action that it allows", "no mark can be removed", _always(0)),
        Mutation(
            "forbids",
            "an unblock action that it forbids",
            "every mark can be removed",
            instead(lambda position: position.marks),
        ),
    ),
    Decision.UNBLOCK_ACTION: (_mark_stays,),
    Decision.AGREEMENT: (
        Mutation("allows", "an agreement that it allows", "the players can't agree", _always(False)),
        Mutation("forbids", "an agreement that it forbids", "the players can agree at any time", _always(True)),
    ),
    Decision.CAPTURES: (Mutation("counts", "a move that captures", "captures are not counted", instead(_no_stones)),),
    Decision.MADE: (_at_any_coloring,),
    Decision.COUNTS_AS_PASS: _COUNTING,
    Decision.COUNTS_AS_MOVE: _COUNTING,
    Decision.SCORED_MOVES: (
        Mutation("counts", "a score in which moves count by it", "it is forgotten", _always(False)),
        Mutation("leaves-out", "a score in which other moves do not count", "it counts every move", _always(True)),
    ),
    Decision.REMEMBERED: _COUNTING,
    Decision.FORGETS: (
        Mutation("forgets", "a turn before which it forgets something", "it remembers that", _always(frozenset())),
    ),
    Decision.DRAWN: (Mutation("draws", "an end that it makes a draw", "there is no result", _always(False)),),
    Decision.REPLAYED: (
        Mutation("replays", "an end that it has replayed", "the game is not played again", _always(False)),
    ),
    Decision.AWARDED: (
        Mutation("awards", "an end at which it gives a player the win", "the game is counted", _always(False)),
    ),
    Decision.WON: (Mutation("wins", "an end that it makes a win", "nobody wins", _always(False)),),
    Decision.NO_TURN: (Mutation("stuck", "a player without a legal turn", "nobody wins", _always(False)),),
    Decision.AFTER_NO_RESULT: (
        Mutation(
            "ends-game",
            "an end without result",
            "the phase begins again",
            instead(lambda record, position: record.position),
        ),
    ),
    Decision.PHASE_BEGINS: (
        Mutation("adds", "a score that it changes", "it is forgotten", instead(lambda position, tally: tally)),
    ),
    Decision.OCCURS: _COUNTING,
    Decision.PASSED: _COUNTING,
    Decision.ENDINGS: (
        Mutation(
            "orders",
            "a turn that would end play in two ways",
            "the last of them is asked first",
            lambda clause: lambda record: clause.function(record)[::-1],
        ),
    ),
    Decision.PHASE_ENDS: _ENDING,
    Decision.NO_RESULT: _ENDING,
    Decision.GAME_ENDS: _ENDING,
    Decision.EARLY_END: (Mutation("adds", "a score that it changes", "it is forgotten", instead(_tally_as_it_was)),),
    Decision.NEXT_PHASE: (
        Mutation("leads-on", "what follows a phase", "a phase is left out, or begins again", _leads_elsewhere),
    ),
    Decision.LIFE: (
        Mutation("allows", "a region that it allows", "it forbids every region", _always(False)),
        Mutation("forbids", "a region that it alone forbids", "it is forgotten", _always(True)),
    ),
    Decision.PASS_ALIVE: (
        Mutation("finds", "stones that are pass-alive", "no stones are", _always(0)),
        Mutation(
            "spares", "stones that are not pass-alive", "all stones are", instead(lambda rules, c, color: c.of(color))
        ),
    ),
    Decision.COMPLETION: (Mutation("adds", "a score that it changes", "it is forgotten", instead(_tally_as_it_was)),),
    Decision.REMOVAL: (Mutation("removes", "stones that it removes", "they stay", instead(lambda ended: ended)),),
    Decision.SCORE: (
        Mutation("counts", "a score of which it is a term", "it is not counted", _always(0)),
        Mutation(
            "to-whom",
            "a score of which it is one player's term",
            "the other player has it",
            lambda clause: lambda ended, color: clause.function(ended, color.opponent),
        ),
    ),
    Decision.WINNER: (
        Mutation(
            "decides",
            "a game that a player wins",
            "the other player wins",
            lambda clause: lambda black, white: clause.function(white, black),
        ),
        Mutation(
            "draws",
            "a game that nobody wins",
            "White wins it",
            lambda clause: lambda black, white: clause.function(black, white) or WHITE,
        ),
    ),
}
