"""The French rules: their ban beside situational superko and that of New Zealand, and their quick count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import z3

from ...interpreter.game import Game
from ...interpreter.result import Score, scored_by
from ...interpreter.story import Story
from ...spec.algebra import BLACK, WHITE, Color, Grid
from ...spec.french.rules import quick_count, stones_given
from ...spec.presets import PRESETS
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Turn
from ..evidence.verdict import Seen, answer, case, every_case
from ..proofs.coverage import proof
from ..proofs.declarations import OF_COUNTS
from ..proofs.one_point import PointwiseBoard, as_total
from ..proofs.stones_kept import counters, unknown_end

_TEXT = replace(PRESETS["french"], komi=0)
ADDED_TO_BOTH = "Stones used are those on the board and those given; komi and handicap are added to both counts."


def by_passes(turn: Turn | None) -> bool:
    """A player who passes gives the board the state that it has, as in New Zealand."""
    return isinstance(turn, Pass)


def at_the_start(turn: Turn | None) -> bool:
    """The state at the start counts too, as one that the player who does not begin has given."""
    return turn is None


AS_IN_NEW_ZEALAND = _TEXT.adding(make_clause(by_passes, "ours/by-passes", decides=Decision.REMEMBERED))
SITUATIONAL = AS_IN_NEW_ZEALAND.adding(make_clause(at_the_start, "ours/at-the-start", decides=Decision.REMEMBERED))


def last_player(game: Game) -> Color | None:
    """Who placed the last stone of a game from the empty board."""
    plays = [number for number, turn in enumerate(game.turns_taken) if isinstance(turn, Move)]
    return None if not plays else WHITE if plays[-1] % 2 else BLACK


def games_from(game: Game, depth: int) -> Iterator[Game]:
    """A game, and every one that follows on it within so many turns."""
    yield game
    for turn in game.turns() if depth and not game.over else ():
        yield from games_from(game.play(turn), depth - 1)


@every_case("games of up to {depth} turns on {grid}", acts="captured or passed a stone")
def quick_count_is_the_count(rules: Rules, grid: Grid, depth: int) -> Iterator[Seen]:
    """Play all games: at their ends count quickly, and count the stones that each player has used."""
    for game in games_from(Game(replace(rules, komi=0), grid), depth):
        if isinstance(game.result, Score):
            c, turns = game.position.coloring, game.turns_taken
            passes = {BLACK: turns[::2].count(PASS), WHITE: turns[1::2].count(PASS)}
            given = rules.defined(stones_given)(game.record.tally.captures, passes, last_player(game))
            black, white = (c.size(c.of(color)) + given[color] for color in Color)
            quick = rules.defined(quick_count)
            lead = quick(c, given, BLACK) - quick(c, given, WHITE)
            is_so = lead == game.result.lead and black == white
            yield case(is_so, Story.of(game, "The two counts differ."), acted=sum(given.values()), games=1)


@proof(OF_COUNTS, notes=ADDED_TO_BOTH)
def count_is_quick_count_and_stones(rules: Rules) -> Seen:
    """Prove that what a player counts is the quick count and the stones that this player has used, on any board."""
    rules = replace(rules.literally(), komi=0)
    board = PointwiseBoard()
    ended, given = replace(unknown_end(rules, board, None), handicap=0), counters(board, "given")
    c, quick = ended.coloring, rules.defined(quick_count)
    counts: dict[Color, Any] = {color: scored_by(ended, color) for color in Color}
    used = {color: c.size(c.of(color)) + given[color] for color in Color}
    equal = [as_total(counts[color]).equals(quick(c, given, color) + used[color]) for color in Color]
    # What is counted quickly is the position as it stands.
    proved = not rules.deciding(Decision.REMOVAL) and board.proves(
        z3.And(equal), step="what a player counts less the quick count"
    )
    return answer(proved)
