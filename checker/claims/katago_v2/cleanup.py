"""Cleanup: what capturing dead stones costs, why there are two phases of it, and what stays on the board for superko.

A position is settled if best play leaves everything as it stands, whoever is to move, from a fresh history. What cannot
live in it is dead by article 7 of the Japanese rules of 1989, as it is written. It stays for superko if best play does
otherwise under simple ko.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial, reduce
from itertools import product

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import as_set_up, lead_of, score_text
from ....interpreter.story import Story
from ....interpreter.wording import points_text
from ....spec.algebra import BLACK, Color, Coloring, Condition, Grid
from ....spec.algebra.grid import points_of
from ....spec.composition import move
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.katago_v2.faster_forms import benson
from ....spec.katago_v2.life import pass_alive_territory
from ....spec.parameters import Ko
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Phase, Play, Record, Turn
from ...evidence.verdict import (
    Outcome,
    Seen,
    answer,
    case,
    cases,
    count,
    every_case,
    one_case,
    smallest_case,
    undecided,
)
from ...phase.many import as_integers
from ...play.comparison import lead_passed_on
from ...solving.certificate import both_text
from ...solving.solution import Value
from ...sweeps.sweep import legal_chunks, positions_of, scored_otherwise
from ...values.valuing import Valuing, worths_of
from ..japanese_1989 import TEXT, every_final_position
from ..shapes import Shape
from .endings import lead_by_best_play
from .sekis import LEGAL_ONCE, unblocking_shape

_BUDGET = 10_000
AS_ENGINE = {"reading/engine-always-pass-alive": "engine"}


def moves_made(rules: Rules, c: Coloring[int], player: Color, captures: bool) -> Iterator[tuple[Move, Game, float]]:
    """Every move that captures, or does not, from a position in the second cleanup phase, and what its player gains.

    That is by how much more the player leads if both only pass after it, than if they do so at once.
    """
    start = Game(rules, rows=c, to_play=player, phase=Phase.SECOND_CLEANUP)
    before = lead_passed_on(start, player)
    for made in start.moves():
        later = start.taking(made)
        if (later.record.tally.captures[player.opponent] > 0) is captures:
            yield made, later, lead_passed_on(later, player) - before


@every_case(acts="captured a stone", notes="Both players only pass after it.")
def captures_cost_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Make every move that captures, from every legal position: does its player ever lead by less for it?"""
    for c, player in product(positions_of(grid), Color):
        for *_, gain in moves_made(rules, c, player, captures=True):
            yield case(gain >= 0, captures=1, gains=gain > 0)


@every_case("dead stones on {grid}", acts="came nearer to a dead stone", notes="Both players only pass after it.")
def approaches_cost_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Come nearer to dead stones, and capture nothing yet: does whoever does that ever lead by less for it?"""
    for c, player, around in with_dead_stones(rules, grid):
        for made, later, gain in moves_made(rules, c, player, captures=False):
            if made.point & around:
                yield case(gain >= 0, partial(_story_of, later), approaches=1)


def with_dead_stones(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[int], Color, int]]:
    """Every legal position with stones of the opponent in a player's pass-alive-territory, and that territory."""
    for c, player in product(legal_chunks(grid), Color):
        territory = rules.defined(pass_alive_territory)(c, player, benson(rules, c, player))
        around = c.regions(territory, where=lambda region: c.meets(region, c.of(player.opponent)))  # noqa: B023
        for index in np.flatnonzero(around).tolist():
            yield as_integers(c, index), player, int(around[index])


def _story_of(later: Game) -> Story:
    end, left = later.passed_out(), later.beginning.passed_out()
    shows = f"With that move, {score_text(end.result)}; without it, {score_text(left.result)}."
    return Story.of(end, shows)


@every_case("legal positions of {grid} with pass-dead stones", acts="held a dead stone")
def best_play_captures_the_dead(rules: Rules, removing: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether best play scores each position with pass-dead stones as if these were removed, whoever is first."""
    leads = dict(scored_otherwise(rules, removing, grid))
    if not leads:
        yield undecided("No position has any.")
        return
    worths = worths_of(rules, leads, Phase.SECOND_CLEANUP, _BUDGET)
    values = {c: [*worths(c).values()] for c in leads}
    if unknown := sum(both.count(None) for both in values.values()):
        yield undecided(f"{unknown} of them could not be solved.", positions=len(leads))
        return
    differences = sum(value != Value(leads[c], leads[c]) for c, both in values.items() for value in both)
    yield cases(differences, None, len(leads), positions=len(leads))


MOST_POINTS_TO_PASS_FIRST = 3
_MOST_TURNS = 3
A_GROUP = 2


def leads(game: Game, phase: Phase) -> tuple[float, float, float, Move] | None:
    """By how much a player of the main phase leads under best play if cleanup begins with a phase; None if not known.

    First if the player is the first to move in cleanup; if the opponent is; and if the player makes one more move in
    the main phase, at best, and the opponent is the first in cleanup; then that move. A move is needed, and gains more
    if it can be left to cleanup, where the first is more than the third, and that more than the second.
    """
    position, sign = game.position, 1 if game.position.player is BLACK else -1
    moved = [(move, game.taking(move).position.coloring, position.player.opponent) for move in game.moves()]
    starts = [(None, position.coloring, player) for player in (position.player, position.player.opponent)]
    games = [(last, Game(game.rules, rows=c, to_play=player, phase=phase)) for last, c, player in (*starts, *moved)]
    valuing = Valuing([start for _, start in games], _BUDGET)
    solved = [lead_by_best_play(valuing, start) for _, start in games]
    known = [lead for lead in solved if lead is not None]
    if not moved or len(known) < len(games):
        return None
    (_, first), (_, second), *later = ((last, sign * lead) for (last, _), lead in zip(games, known, strict=True))
    best, made = max(((lead, last) for last, lead in later), key=lambda pair: pair[0])
    assert made is not None, "all but the first two are after a move"
    return first, second, best, made


@smallest_case(
    Outcome.WITNESSED,
    boards=MOST_POINTS_TO_PASS_FIRST,
    notes="Whether anybody has threats to exchange for being the first is not looked at.",
)
def smallest_pass_fight(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which a needed move gains more in a single phase than before it, and not so in two."""
    for c in positions_of(grid):
        yield count(positions=1)
        game = Game(rules, rows=c)
        single, split = (leads(game, phase) for phase in (Phase.SECOND_CLEANUP, Phase.FIRST_CLEANUP))
        if single is None or split is None:
            continue
        (first, second, moved, made), (first_of_two, second_of_two, moved_of_two, _) = single, split
        if first > moved > second and not first_of_two > moved_of_two > second_of_two:
            shows = (
                f"Made now, this move leads to a lead of {moved:g}; left to a single phase in which Black is first "
                f"to {first:g}, and second to {second:g}. In two phases it is {moved_of_two:g}, "
                f"{first_of_two:g} and {second_of_two:g}."
            )
            yield cases(1, Story.play(game, (made,), shows))


def made_once_at_each_point(record: Record, play: Play[int]) -> bool:
    """A legal ko-move is one that this player has not made in this phase at this point, whatever stood."""
    is_ko = record.rules.defined(is_ko_move)(record.rules, play)
    return not is_ko or (play.player, play.point) not in set(_ko_moves_made(record))


def _ko_moves_made(record: Record) -> Iterator[tuple[Color, int]]:
    while record.previous is not None:
        position, last = record.previous.position, record.last
        if isinstance(last, Move) and position.phase is record.position.phase:
            made = move(record.rules, position.coloring, position.player, last.point)
            if record.rules.defined(is_ko_move)(record.rules, made):
                yield position.player, last.point
        record = record.previous


@one_case("{shape.grid}", so=Outcome.WITNESSED)
def capture_that_another_rule_forbids(
    rules: Rules, shape: Shape, rule: Callable[[Record, Play[int]], Condition]
) -> Seen:
    """Go once through the cycle of a double-ko seki; then find how it collapses only if colorings are compared.

    It collapses where a ko-move that has been made before leads to the capture of a group whatever is replied. Another
    rule forbids that move.
    """
    phase, other = Phase.FIRST_CLEANUP, rules.replacing(LEGAL_ONCE, rule)
    cycle = unblocking_shape(shape, rules, phase)
    games = [reduce(Game.play, cycle.turns, cycle.game(rules, phase))]
    number = 0
    for _ in range(_MOST_TURNS):
        games = [later for game in games for later in map(game.taking, game.turns()) if later.ended_by is None]
        number += len(games)
        for game in games:
            for collapsing in _collapsing(game):
                otherwise = reduce(Game.taking, game.turns_taken, cycle.game(other, phase))
                if otherwise.judge(collapsing).clause is not None:
                    return _collapse(cycle.game(rules, phase), game, collapsing, number)
    return answer(None, {"games": number}, scope=f"{_MOST_TURNS} turns after the cycle on {shape.grid}")


def _collapsing(game: Game) -> Iterator[Move]:
    """The legal ko-moves after which their player can capture a group, whatever the opponent replies."""
    for turn in game.moves():
        play = move(game.rules, game.position.coloring, game.position.player, turn.point)
        if game.rules.defined(is_ko_move)(game.rules, play):
            later = game.taking(turn)
            if all(_capture_of_a_group(later.taking(reply)) for reply in later.turns()):
                yield turn


def _capture_of_a_group(game: Game) -> Turn | None:
    """A legal move that captures two stones or more, if there is one in this phase."""
    c, player = game.position.coloring, game.position.player
    if game.ended_by is not None:
        return None
    plays = {point: move(game.rules, c, player, point) for point in points_of(c.empty)}
    captures = (point for point, play in plays.items() if play.captured.bit_count() >= A_GROUP)
    return next((Move(point) for point in captures if game.judge(Move(point)).legal), None)


def _collapse(start: Game, game: Game, collapsing: Move, number: int) -> Seen:
    capture = _capture_of_a_group(game.taking(collapsing).taking(PASS))
    assert capture is not None, "that is what makes it collapse"
    turns = (*game.turns_taken, collapsing, PASS, capture)
    captured = reduce(Game.taking, turns, start).record.tally.captures[game.position.player.opponent]
    before = game.record.tally.captures[game.position.player.opponent]
    shows = (
        f"The ko-move on turn {len(turns) - 2} was made before with another coloring. Whatever is replied, "
        f"stones are captured, here {captured - before - 1}. Allowed once at each point, it would be forbidden."
    )
    notes = "Once the cycle has been gone through, no fewer turns lead to such a move."
    return answer(True, {"games": number}, Story.play(start, turns, shows), notes)


_MOST_POINTS = 6


def lead_on(rules: Rules, c: Coloring[int]) -> float:
    """By how much Black leads if a position is counted as it stands."""
    lead: float = lead_of(as_set_up(rules, c))  # type: ignore[assignment]
    return lead


def sign(lead: float) -> int:
    """Who leads: 1 for Black, -1 for White, 0 for nobody."""
    return (lead > 0) - (lead < 0)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_kept_by_superko(rules: Rules, beside_living: bool, grid: Grid) -> Iterator[Seen]:
    """Find the smallest settled position that another player wins, or nobody, once its dead stones are removed."""
    confirmation = every_final_position(TEXT, grid)
    superko, simple = (worths_of(rule_set, positions_of(grid)) for rule_set in (rules, replace(rules, ko=Ko.SIMPLE)))
    for c in positions_of(grid):
        worths, lead, dead = superko(c), lead_on(rules, c), confirmation.dead(c)
        if None in worths.values():
            yield count(undecided=1)
            continue
        settled = all(value == Value(lead, lead) for value in worths.values())
        living = (c.black | c.white) & ~dead
        without = lead_on(rules, c.emptied(dead))
        otherwise = simple(c) if settled and dead and sign(lead) != sign(without) else worths
        kept = otherwise != worths and bool(living or not beside_living)
        shows = partial(kept_shown, rules, c, without, otherwise)
        yield cases(int(kept), shows, positions=1, settled=int(settled), settled_with_dead=int(settled and dead > 0))


def kept_shown(rules: Rules, c: Coloring[int], without: float, otherwise: Mapping[Color, Value | None]) -> Story:
    """A settled position, with its score as it stands, without dead stones, and under other rules."""
    lead, by_simple_ko = lead_on(rules, c), otherwise[BLACK]
    options = Game(replace(rules, self_play_opts=True), rows=c)
    with_options = Valuing([options]).worth(options).value
    shows = (
        f"Black leads by {points_text(lead)}, whoever is to move, and by {points_text(without)} without the stones "
        "that are dead by article 7 of the Japanese rules."
    )
    if by_simple_ko is not None and with_options is not None:
        shows += (
            f" Under simple ko Black to move leads by {both_text(by_simple_ko)}; with KataGo's self-play options by "
            f"{both_text(with_options)}."
        )
    return Story.of(Game(rules, rows=c).passed_out(), shows)
