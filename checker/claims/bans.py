"""Texts with a superko of their own: New Zealand, French, Ikeda's rule 4, and simplified WMSG, beside other bans.

Also what else they claim: New Zealand's literal territory, the quick count of the French rules, and WMSG's button.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import z3

from ...interpreter.game import Game
from ...interpreter.result import Score, as_set_up, lead_of, scored_by
from ...interpreter.story import Story
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Condition, Grid
from ...spec.algebra.board import P
from ...spec.composition import resulting_state
from ...spec.french.rules import quick_count, stones_given
from ...spec.ikeda.rules import SUICIDE
from ...spec.new_zealand.rules import territory
from ...spec.presets import PRESETS
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.tromp_taylor.rules import reaching
from ...spec.vocabulary import PASS, Move, Pass, Play, Record, Turn
from ..evidence.verdict import Seen, Verdict, answer, case, cases, every_case, one_case, smallest_case
from ..play.comparison import compare
from ..play.outcomes import Leniency
from ..play.perft import perft
from ..proofs.coverage import proof
from ..proofs.declarations import OF_COUNTS
from ..proofs.one_point import PointwiseBoard, as_total
from ..proofs.situation import BoardLemma, Implication, LemmaSituation
from ..proofs.steps import LemmaProof
from ..proofs.stones_kept import counters, unknown_end
from ..sweeps.sweep import as_floats, chunks
from .katago_summary import parameter_combinations
from .tromp_taylor import same_games

_PASSES, _END, _BAN = "reading/new-zealand-passes", "reading/new-zealand-end", "new-zealand/no-repeat"
_NEW_ZEALAND, LIKE = replace(PRESETS["new-zealand"], komi=0), PRESETS["new-zealand-like"]


def every_board_counts(turn: Turn | None) -> bool:
    """Every board that has stood counts, whoever made it, and that before the first move."""
    return True


SITUATIONAL = _NEW_ZEALAND.replacing(f"{_BAN}#after-plays", every_board_counts)
POSITIONAL = SITUATIONAL.dropping(f"{_BAN}#whose")
BANS: Mapping[str, Rules] = {
    "positional": POSITIONAL,
    "situational": SITUATIONAL,
    "new_zealand": _NEW_ZEALAND,
    "natural": _NEW_ZEALAND.reading({_PASSES: "do-not-count"}),
}
# The last one from Tromp (2005), counted to the second pass.
GAMES_ON_ONE_POINT = (1, 2, 4, 5)
_MOST_TURNS = 8


@every_case("{grid}", acts="ended a game")
def bans_differ(*under: Rules, grid: Grid) -> Iterator[Seen]:
    """Count the games under each ban, and find the shortest game on which any two of them part."""
    games = [sum(depth.ended for depth in perft(Game(rules, grid))) for rules in under]
    alike = sum(compare(*both, grid, _MOST_TURNS).parting is None for both in combinations(under, 2))
    as_counted = grid.size > 1 or tuple(games) == GAMES_ON_ONE_POINT
    counts = {f"games_{name}": number for name, number in zip(BANS, games, strict=True)}
    yield cases(alike + (not as_counted), None, sum(games), **counts)


@every_case("every coloring of {grid}", "sweep", acts="counted a point for both")
def differences_are_those_of_areas(rules: Rules, by_area: Rules, grid: Grid) -> Iterator[Seen]:
    """Score every coloring by the literal territory and by area: the lead must be the same."""
    for c in chunks(grid):
        leads = [
            as_floats(lead_of(as_set_up(rule_set, c)), c) for rule_set in (replace(rules, komi=by_area.komi), by_area)
        ]
        black, white = (rules.defined(territory)(c, color) for color in Color)
        shared = c.size(black & white)
        neutral = int(as_floats(shared, c).sum())
        differing = int(np.count_nonzero(leads[0] != leads[1]))
        yield cases(differing, acted=neutral, positions=len(c.black), neutral_points=neutral)


def area(c: Coloring[P], color: Color) -> P:
    """A player's stones, and the empty points that reach no other color."""
    reaches = {other: reaching(c, c.empty, c.of(other)) for other in Color}
    points: P = c.of(color) | (reaches[color] & ~reaches[color.opponent])
    return points


def territory_of_one_alone(c: Coloring[P], color: Color) -> P:
    """What is territory of a player, and not of the other too."""
    alone: P = territory(c, color) & ~territory(c, color.opponent)
    return alone


def territory_of_one_alone_is_area(s: LemmaSituation[P]) -> Implication:
    """What is territory of both cancels, and what is left is a player's area, so that leads are the same."""
    c = s.coloring
    return Implication(True, c.board.same(territory_of_one_alone(c, s.player), area(c, s.player)))


SAME_LEADS = BoardLemma("claim/nz-counts-dame-twice", territory_of_one_alone_is_area, moves=0)
OF_SAME_LEADS = LemmaProof(SAME_LEADS, by_lemma=False)


@smallest_case(scope="boards up to {last}")
def smallest_other_game(rules: Rules, other: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the shortest game on the smallest board on which turns, ends or leads differ."""
    comparison = compare(rules, replace(other, komi=rules.komi), grid, _MOST_TURNS, Leniency(scores=True))
    parting = comparison.parting
    yield cases(parting is not None, parting.story if parting else None, games=comparison.covered.games)


def changes_the_board(play: Play[P]) -> Condition:
    """As KataGo has it, and not the text, a play does not leave the board as it was."""
    return play.before.no(play.after.same_as(play.before))


NO_NULL_CHANGE = make_clause(changes_the_board, "ours/no-null-change", decides=Decision.PSEUDOLEGAL)
WITHOUT_NULL_CHANGES = _NEW_ZEALAND.adding(NO_NULL_CHANGE)


_FRENCH = replace(PRESETS["french"], komi=0)
ADDED_TO_BOTH = "Stones used are those on the board and those given; komi and handicap are added to both counts."


def by_passes(turn: Turn | None) -> bool:
    """A player who passes gives the board the state that it has, as in New Zealand."""
    return isinstance(turn, Pass)


def at_the_start(turn: Turn | None) -> bool:
    """The state at the start counts too, as one that the player who does not begin has given."""
    return turn is None


AS_IN_NEW_ZEALAND = _FRENCH.adding(make_clause(by_passes, "ours/by-passes", decides=Decision.REMEMBERED))
FRENCH_SITUATIONAL = AS_IN_NEW_ZEALAND.adding(
    make_clause(at_the_start, "ours/at-the-start", decides=Decision.REMEMBERED)
)


def games_from(game: Game, depth: int) -> Iterator[Game]:
    """A game, and every one that follows on it within a number of turns."""
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
            plays = [number for number, turn in enumerate(turns) if isinstance(turn, Move)]
            last_player = None if not plays else WHITE if plays[-1] % 2 else BLACK
            given = rules.defined(stones_given)(game.record.tally.captures, passes, last_player)
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


IKEDA, RULE = PRESETS["ikeda"], "ikeda/captures-do-not-repeat"
WITH_SUICIDE = IKEDA.reading({SUICIDE: "allowed"})


def repeats_nothing(record: Record[P], play: Play[P]) -> Condition:
    """No play, whether it captures or not, leads to a board that has stood."""
    return record.earlier.lacks(resulting_state(record, play))


IKEDA_SUPERKO = IKEDA.replacing(RULE, repeats_nothing)


WMSG = PRESETS["wmsg"]
PLAYED_ON = WMSG.reading({"reading/wmsg-first-stop": "disagreed"})
_BOARDS = (Grid(1, 1), Grid(2, 1))
JUST_AFTER_PLAYS = "wmsg/superko#just-after-plays"


def whenever_it_stood(turn: Turn | None) -> bool:
    """Every position counts as an earlier one, whatever led to it."""
    return True


def forbids_as_much(rules: Rules, depth: int | None, grid: Grid) -> Verdict:
    """Play all games beside rules by which every position that has stood counts as an earlier one."""
    return same_games(rules, rules.replacing(JUST_AFTER_PLAYS, whenever_it_stood), depth, grid)


@every_case("every coloring of {grid}", "sweep", acts="charged for the first pass")
def same_margins(rules: Rules, button: Rules, grid: Grid) -> Iterator[Seen]:
    """Score every coloring under both, whoever passed first."""
    for c, first in product(chunks(grid), Color):
        margin, other, unpassed = (
            lead_of(as_set_up(rule_set, c, button=passer))
            for rule_set, passer in ((rules, first), (button, first), (rules, None))
        )
        charged = int(np.count_nonzero(margin != unpassed))
        yield cases(int(np.count_nonzero(margin != other)), acted=charged, boards=len(c.black))


@one_case(f"boards up to {_BOARDS[-1]}", acts="parted from the text")
def no_combination_is_the_text(button: Rules, text: Rules) -> Seen:
    """Compare every combination of the parameters, with the text's komi and with the button's, with the text."""
    tried = [
        replace(rule_set, komi=komi) for rule_set in parameter_combinations(button) for komi in (text.komi, button.komi)
    ]
    left = [rule_set for rule_set in tried if all(compare(rule_set, text, grid).parting is None for grid in _BOARDS)]
    parting = compare(button, text, _BOARDS[0]).parting
    counts = {"combinations": len(tried)}
    if left or parting is None:
        return answer(None, counts, notes="Some combination plays as the text does.")
    return answer(True, counts, parting.story, acted=len(tried), is_minimal=True)
