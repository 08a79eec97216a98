"""Seki: by the clauses, by play alone, with a double ko, and as best play finds it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial, reduce
from itertools import product
from operator import or_

import numpy as np

from ....interpreter.game import Game
from ....interpreter.notation import board_text, turn_text
from ....interpreter.result import Score, as_set_up, ended_game, score_text, scored_by
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Flags, Words
from ....spec.algebra.board import P
from ....spec.algebra.grid import boards_by_size, points_of
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.life import independent_life_regions
from ....spec.parameters import Scoring
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Phase
from ...evidence.verdict import Outcome, Seen, answer, case, cases, count, every_case, one_case, smallest_case
from ...life.fates import Fates, fates
from ...phase.machine import at_points, machine
from ...phase.many import Numbers, colorings_at
from ...play.capture import can_be_forced
from ...play.cycles import longest_phase as longest
from ...play.cycles import shortest_cycle, stopped
from ...sweeps.sweep import as_floats, legal_chunks
from ...values.sekis import SekiSearch, sekis_of
from ...values.sekis import filled as filled_by_best_play
from ..facts.repetitions import counts_of
from ..shapes import Shape
from .endings import settled_positions
from .termination import phase_ends

TURNS_TO_TAKE_BOTH = 2


_EVERY_MOVE_OF_AN_ATTACK = (
    "Every move is tried until more is captured. A phase that ends while the attacker threatens to capture more counts "
    "as a success, and still none succeeds. Whether a player would rather give stones up is not looked at."
)
_COULD_DO_BETTER = "Whether a player could do better than to leave it alone is not looked at."


@one_case("{shape.grid}", acts="made a move of an attack")
def nobody_can_be_captured(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """Let each player attack, from the shape and with the kos taken the other way, whoever takes the first turn.

    All points are empty or kos, or belong to the stones that are attacked, so that no move is left out.
    """
    kos = ko_points(shape)
    taken = reduce(Game.taking, shape.turns[:TURNS_TO_TAKE_BOTH], shape.game(rules, phase)).position.coloring
    counts = dict.fromkeys(("attacks", "histories"), 0)
    for c, player in product((shape.coloring, taken), Color):
        start = replace(shape, rows=tuple(board_text(c).split("/")), player=player).game(rules, phase)
        local = machine(start.record, at_points(kos | c.empty))
        for attacker in Color:
            succeeds, histories = can_be_forced(local, attacker, kos)
            counts["attacks"] += 1
            counts["histories"] += histories
            if succeeds:
                shows = f"{attacker.name.capitalize()} can capture more than stones in the kos."
                return answer(False, counts, Story.play(start, (), shows))
    return answer(True, counts, shape.shown(rules, phase), _EVERY_MOVE_OF_AN_ATTACK, counts["histories"])


RANDOM_GAMES, SEED = 300, 8
UNBLOCK = "reading/unblock-is-not-a-move"
LEGAL_ONCE = "katago-v2/cleanup/legal-once"
NO_RESULT = "katago-v2/cleanup/no-result"


def ko_points(shape: Shape) -> int:
    """The points at which the turns of a shape's cycle are played."""
    return reduce(or_, (turn.point for turn in shape.turns if isinstance(turn, Move)), 0)


@one_case("moves at the kos of {shape.grid}", acts="asked whether a ko-move was made")
def longest_phase_at_kos(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """The most turns that a cleanup phase can take from a shape, with moves made at its kos only."""
    start = shape.game(rules, phase)
    local = machine(start.record, at_points(ko_points(shape)))
    turns, histories = longest(local)
    positions = len({node.position for node in local.nodes})
    ko_moves = sum(question.history == "made" for question in local.questions)
    counts = {"positions": positions, "ko_moves": ko_moves, "histories": histories}
    if turns is None:
        return answer(False, counts, notes="The phase can go on forever.")
    shows = f"With moves only at the kos, the phase lasts at most {len(turns)} turns."
    return answer(True, {"turns": len(turns), **counts}, Story.play(start, turns, shows), acted=ko_moves)


@one_case("{shape.grid}", "z3", acts="ended")
def every_phase_ends(rules: Rules, shape: Shape, phase: Phase, games: int = RANDOM_GAMES) -> Seen:
    """Whether a cleanup phase from a shape ends with moves anywhere: by proof; and a long one, by pseudo-random play.

    There are too many histories to look at all of them, so how much longer it can take is not known.
    """
    ends = phase_ends(rules, phase, {"scoring": [Scoring.TERRITORY]})
    start, chance = shape.game(rules, phase), random.Random(SEED)
    longest_found = max((played_on(start, chance) for _ in range(games)), key=lambda game: game.record.turn)
    turns = longest_found.record.turn
    counts = {"games": games, "turns": turns}
    witness = Story.of(longest_found, f"A cleanup phase that lasts {turns} turns.")
    notes = (
        "Moves are made anywhere. That every phase ends is proved for boards of every size, from all the clauses that "
        "are in force, and not from this one alone. How late it ends is not known: only random games were tried."
    )
    if ends.outcome is Outcome.PROVED:
        return answer(True, counts, witness, notes, games)
    return answer(False if ends.outcome is Outcome.REFUTED else None, counts, witness, ends.notes)


def played_on(game: Game, chance: random.Random) -> Game:
    """The game after pseudo-random turns, none of which ends the phase while there is any other, until it ends."""
    while True:
        turns = list(game.turns())
        chance.shuffle(turns)
        after = [game.taking(turn) for turn in turns]
        on = next((longer for longer in after if longer.ended_by is None), None)
        if on is None:
            return after[0]
        game = on


def unblocking_shape(shape: Shape, rules: Rules, phase: Phase) -> Shape:
    """The same shape with the shortest cycle that a cleanup phase allows without a pass: marks are removed in time."""
    turns = shortest_cycle(machine(shape.game(rules, phase).record, at_points(ko_points(shape))))
    return replace(shape, cycle=tuple(turn_text(shape.grid, turn) for turn in turns))


@one_case("{shape.grid}", "game", so=Outcome.WITNESSED)
def stopped_by_legal_once(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """Go through the shortest cycle with unblock actions over and over, with the clause and without it."""
    unblocking = unblocking_shape(shape, rules, phase)
    stop = stopped(unblocking.game(rules, phase), unblocking.turns)
    without = stopped(unblocking.game(rules.dropping(LEGAL_ONCE), phase), unblocking.turns)
    if stop is None or stop.clause != LEGAL_ONCE:
        return answer(False, notes=f"{stop or 'Nothing stops it.'}")
    counts = {"cycle": len(unblocking.cycle), **counts_of(stop, unblocking)}
    return answer(
        True, counts, Story.of(stop.game, str(stop)), f"Without {LEGAL_ONCE}: {without or 'Nothing stops it.'}"
    )


def surrounded(c: Coloring[P], color: Color) -> P:
    """The points of the empty regions that border a color and not the other: territory or dame of one side."""
    return c.regions(
        c.empty,
        where=lambda region: c.borders(region, color) & c.is_empty(c.border(region) & c.of(color.opponent)),
    )


@every_case(
    method="sweep",
    acts="filled a dame of one side",
    notes="Each is one move that captures nothing, and its stone gets no independent life.",
)
def dame_of_one_side_give_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Fill a dame of one side in the second cleanup phase, in every legal position: does its player score more?"""
    for c in legal_chunks(grid):
        life = {color: rules.defined(independent_life_regions)(rules, c, color) for color in Color}
        for color in Color:
            before = score_of(rules, c, c, color, moves=0)
            dame = surrounded(c, color) & ~life[color]
            for point in points_of(grid.everywhere):
                chosen, after = filled(rules, c, color, np.flatnonzero(dame & np.uint64(point)), point)
                gains = score_of(rules, colorings_at(c, chosen), after, color, moves=1) > before[chosen]
                yield cases(int(np.count_nonzero(gains)), acted=len(chosen), fillings=len(chosen))


def filled(
    rules: Rules, c: Coloring[Words], color: Color, chosen: Numbers, point: int
) -> tuple[Numbers, Coloring[Words]]:
    """Those of the chosen positions where filling a point captures nothing and makes no life, and what they become."""
    play = move(rules, colorings_at(c, chosen), color, np.full(len(chosen), point, dtype=np.uint64))
    wanted = np.asarray(pseudolegal(rules, play)) & (play.captured | play.self_captured == 0)
    wanted &= rules.defined(independent_life_regions)(rules, play.after, color) & np.uint64(point) == 0
    kept = np.flatnonzero(wanted)
    return chosen[kept], colorings_at(play.after, kept)


def score_of(
    rules: Rules, start: Coloring[Words], end: Coloring[Words], color: Color, moves: int
) -> np.typing.NDArray[np.float64]:
    """What a color scores in each position, if the second phase began with another and that color made some moves."""
    ended = as_set_up(rules, end, moves={color: moves, color.opponent: 0}, second_cleanup_start=start)
    return as_floats(scored_by(ended, color), end)


@every_case(
    "settled positions of {grid}",
    acts="settled every point",
    notes="Whether all independent life is alive under best play is not looked at.",
)
def settled_is_alive(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether every point is in independent life once all is pass-alive and pass-dead stones are removed."""
    for settled in settled_positions(rules, grid):
        ended = ended_game(Game(rules, rows=settled).record)
        for clause in rules.deciding(Decision.REMOVAL):
            ended = clause.function(ended)
        c, life = ended.coloring, rules.defined(independent_life_regions)
        alive = life(rules, c, BLACK) | life(rules, c, WHITE)
        yield case(alive == c.board.everything, positions=1)


@one_case("{shape.grid}", "game", acts="left a surrounded point unscored", notes=_COULD_DO_BETTER)
def scored_if_left_alone(rules: Rules, shape: Shape) -> Seen:
    """What is scored in a shape that nobody touches in the second cleanup phase: nothing, if it comes out as a seki."""
    end = shape.game(rules, Phase.SECOND_CLEANUP).play(PASS).play(PASS)
    if not isinstance(end.result, Score):
        return answer(None, notes="Two passes do not end the second cleanup phase with a score.")
    c = shape.coloring
    territory = sum(surrounded(c, color).bit_count() for color in Color)
    scored = end.result.black + end.result.white
    witness = Story.of(end, f"Left alone, {score_text(end.result)}.")
    counts = {"surrounded_points": territory, "scored_points": int(scored)}
    return answer(not scored, counts, witness, acted=territory)


NO_DAME = "katago-v2/extra/independent-life-region#no-dame"
WITHOUT_KO = (
    "Every move is tried without a ko rule, so that what could be captured by ko alone counts as not captured; stones "
    "given up to capture others are not counted."
)


@every_case(
    method="sweep",
    acts="held a stone in seki",
    notes=f"{WITHOUT_KO} Where a move could still change what lives, nothing is asked.",
)
def nothing_is_scored_in_seki(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Look in every settled position for empty points that score and lie in seki, dame of one side included."""
    fates_of_stones = fates(replace(rules, self_play_opts=True), grid)
    c, settled = fates_of_stones.coloring, fates_of_stones.are_settled
    scored = one_sided = in_seki = c.board.nothing
    for color in Color:
        seki = fates_of_stones.in_seki(color)
        in_seki = in_seki | seki
        scored = scored | (seki & c.empty & rules.defined(independent_life_regions)(rules, c, color))
        one_sided = one_sided | (seki & surrounded(c, color))
    with_seki, with_dame = (_number(settled & (points != 0)) for points in (in_seki, one_sided))
    against = _number(settled & (scored != 0))
    yield cases(
        against, None, with_seki, **_counts(fates_of_stones), with_seki=with_seki, with_dame_of_one_side=with_dame
    )


@every_case(method="sweep", acts="held a stone in seki", notes=WITHOUT_KO)
def life_is_what_is_not_in_seki(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Compare in every settled position the stones that live for good with those in independent-life-regions.

    Stones that could neither be captured nor live for good, but beside which no stone of the opponent does likewise,
    are in no seki; they are counted, and nothing is asked of them.
    """
    fates_of_stones = fates(replace(rules, self_play_opts=True), grid)
    c, settled = fates_of_stones.coloring, fates_of_stones.are_settled
    alive_without, seki_within, alone = (c.board.nothing for _ in range(3))
    for color in Color:
        life, seki = rules.defined(independent_life_regions)(rules, c, color), fates_of_stones.in_seki(color)
        alive_without = alive_without | (fates_of_stones.alive[color] & ~life)
        seki_within = seki_within | (seki & c.of(color) & life)
        alone = alone | (fates_of_stones.held[color] & ~seki)
    in_seki = [fates_of_stones.in_seki(color) != 0 for color in Color]
    outside, inside = (_number(settled & (stones != 0)) for stones in (alive_without, seki_within))
    held_alone, with_seki = _number(settled & (alone != 0)), _number(settled & (in_seki[0] | in_seki[1]))
    counts = {"alive_outside": outside, "seki_inside": inside, "held_alone": held_alone, "with_seki": with_seki}
    yield count(**_counts(fates_of_stones), **counts)
    yield cases(outside + inside, acted=with_seki)


def _counts(fates_of_stones: Fates) -> dict[str, int]:
    return {"positions": len(fates_of_stones.coloring.black), "settled": _number(fates_of_stones.are_settled)}


def _number(condition: Flags) -> int:
    return int(np.count_nonzero(condition))


UP_TO_SIX = boards_by_size(6)


@lru_cache(16)
def searched(rules: Rules, grid: Grid) -> SekiSearch:
    """The sekis of a board."""
    return sekis_of(rules, grid)


@smallest_case(Outcome.WITNESSED, UP_TO_SIX)
def smallest_seki(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest seki."""
    yield count(positions=searched(rules, grid).positions)
    yield from (cases(1, partial(filled_by_best_play, seki)) for seki in searched(rules, grid).sekis)


@smallest_case(Outcome.WITNESSED, UP_TO_SIX)
def smallest_that_is_none_otherwise(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest seki that is none under other rules."""
    search, search_otherwise = searched(rules, grid), searched(otherwise, grid)
    yield count(positions=search.positions)
    elsewhere = {seki.game.position for seki in search_otherwise.sekis}
    yield from (
        cases(1, partial(filled_by_best_play, seki)) for seki in search.sekis if seki.game.position not in elsewhere
    )
