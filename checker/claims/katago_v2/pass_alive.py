"""Pass-alive-groups and territory: Benson's algorithm against the definition, and the flaw of note 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ....interpreter.game import Game
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Flags, Words
from ....spec.algebra.grid import points_of
from ....spec.katago_v2.faster_forms import benson
from ....spec.katago_v2.life import pass_alive, pass_alive_groups, pass_alive_territory
from ....spec.katago_v2.presets import PRESETS
from ....spec.parameters import Ko, Tax
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Turn
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.compiled import is_legal
from ...sweeps.fates import emptied_by_white, read_on_arrays
from ...sweeps.sweep import legal_chunks, score_of_position

ALWAYS = "reading/engine-always-pass-alive"
_REMOVAL = {
    "document": "by the document",
    "everywhere": "with all pass-dead stones removed",
    "engine": "with pass-dead stones removed as the engine does",
}
MOST_POINTS = 12
BY_SIZE = sorted(
    (
        (width, height)
        for width in range(1, MOST_POINTS + 1)
        for height in range(1, width + 1)
        if width * height <= MOST_POINTS
    ),
    key=lambda sides: sides[0] * sides[1],
)

Algorithm: TypeAlias = Callable[[Rules, Coloring[Words], Color], Words]


def benson_finds_pass_alive_groups(rules: Rules, grid: Grid, algorithm: Algorithm = benson) -> Verdict:
    """Compare Benson's algorithm with the definition in force, for Black; the colors mirror each other."""
    c, by_definition = black_groups_by_definition(rules, grid)
    by_algorithm = algorithm(rules, c, BLACK)
    verdict = holds_unless(
        int((by_definition != by_algorithm).sum()),
        f"legal positions of {grid}",
        "sweep",
        positions=len(c.black),
        with_pass_alive_groups=int((by_definition != 0).sum()),
    )
    return if_it_acted(verdict, verdict.counts["with_pass_alive_groups"], "found a pass-alive-group")


def without_adjustment(rules: Rules, c: Coloring[Words], color: Color) -> Words:
    """Benson's algorithm as it is where suicide is forbidden, whatever the rules say of suicide."""
    return benson(replace(rules, suicide=False), c, color)


def smallest_that_needs_adjustment(rules: Rules) -> Verdict:
    """Find the smallest position in which the algorithm as it is without suicide takes too much for pass-alive.

    White then captures by moves alone, while Black passes.
    """
    positions = 0
    for width, height in BY_SIZE:
        c, by_definition = black_groups_by_definition(rules, Grid(width, height))
        positions += len(c.black)
        differing = np.flatnonzero(by_definition != without_adjustment(rules, c, BLACK))
        if len(differing):
            start = Game.set_up(rules, as_integers(c, int(differing[0])), WHITE)
            wrongly = int(without_adjustment(rules, c, BLACK)[differing[0]] & ~by_definition[differing[0]])
            witness = Story.play(start, captured_by_moves_alone(start, wrongly), "White captures what was called safe.")
            counts = {"positions": positions, "differing": len(differing)}
            return Verdict(Outcome.NEEDED, f"{width}x{height}", "sweep", counts, witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"boards up to {MOST_POINTS} points", "sweep", {"positions": positions})


def captured_by_moves_alone(start: Game, stones: int) -> tuple[Turn, ...]:
    """The fewest moves of the player to move, with passes of the opponent between them, that capture some stones.

    Raises:
        ValueError: no such moves do.
    """
    games: list[tuple[Game, tuple[Turn, ...]]] = [(start, ())]
    while games:
        longer = []
        for game, turns in games:
            for turn in game.turns():
                if isinstance(turn, Move):
                    after = game.play(turn)
                    if stones & after.position.coloring.empty:
                        return (*turns, turn)
                    longer.append((after.play(PASS), (*turns, turn, PASS)))
        games = [(game, turns) for game, turns in longer if not game.over]
    raise ValueError("No moves capture these stones.")


def black_groups_by_definition(rules: Rules, grid: Grid) -> tuple[Coloring[Words], Words]:
    """Every legal position of a board, and Black's pass-alive-groups in it by the text in force, without a lemma."""
    definition = rules.literally().sole(Decision.PASS_ALIVE)
    if definition.function is not pass_alive_groups:
        c = all_legal(grid)
        return c, pass_alive(read_on_arrays(rules.literally()), c, BLACK)
    everything, emptied = emptied_by_white(rules, grid)
    legal = np.asarray(is_legal(everything))
    c = Coloring(everything.board, everything.black[legal], everything.white[legal])
    threatened = emptied[legal]
    return c, c.regions(c.black, where=lambda region: c.is_empty(region & threatened))


def all_legal(grid: Grid) -> Coloring[Words]:
    """Every legal position of a board at once."""
    found = list(legal_chunks(grid))
    return Coloring(found[0].board, *(np.concatenate([getattr(c, of) for c in found]) for of in ("black", "white")))


def interior_points(rules: Rules, c: Coloring[Words]) -> Words:
    """The empty points of Black's pass-alive-territory that border no pass-alive-group."""
    groups = pass_alive(rules, c, BLACK)
    return pass_alive_territory(c, BLACK, groups) & c.empty & ~c.border(groups)


def loses_territory(rules: Rules, c: Coloring[Words], point: Words) -> Flags:
    """Whether a black stone at an interior point takes a point other than its own out of Black's territory."""
    filled = c.colored(point, BLACK)
    before, after = (pass_alive_territory(some, BLACK, pass_alive(rules, some, BLACK)) for some in (c, filled))
    return np.not_equal(before & ~point & ~after, 0)


def smallest_flaw(rules: Rules) -> Verdict:
    """Find the smallest pass-alive-territory that stops being one when a stone is added on its interior point."""
    finding = read_on_arrays(replace(rules, self_play_opts=True))
    positions = 0
    for width, height in BY_SIZE:
        for c in legal_chunks(Grid(width, height)):
            positions += len(c.black)
            interior = interior_points(finding, c)
            for point in points_of(c.board.grid.everywhere):
                chosen = np.flatnonzero(interior & np.uint64(point))
                some = Coloring(c.board, c.black[chosen], c.white[chosen])
                lost = np.flatnonzero(loses_territory(finding, some, np.full(1, point, dtype=np.uint64)))
                if len(lost):
                    start = Game.set_up(rules, as_integers(some, int(lost[0])))
                    shows = "The stone splits a region that was pass-alive-territory, and is not pass-alive itself."
                    witness = Story.play(start, (Move(point),), shows)
                    return Verdict(
                        Outcome.WITNESSED, f"{width}x{height}", "sweep", {"positions": positions}, witness, minimal=True
                    )
    return Verdict(Outcome.UNKNOWN, f"boards up to {MOST_POINTS} points", "sweep", {"positions": positions})


def smallest_pass_dead(rules: Rules, removing: Rules) -> Verdict:
    """Find the smallest position that scores otherwise where another reading says which pass-dead stones are removed.

    Both players then pass to the end of the game.
    """
    positions = 0
    both = [read_on_arrays(some) for some in (rules, removing)]
    answers = [str(some.parameter(ALWAYS)) for some in (rules, removing)]
    for width, height in BY_SIZE:
        differing = []
        for c in legal_chunks(Grid(width, height)):
            positions += len(c.black)
            scores = [score_of_position(some, c) for some in both]
            differing += [as_integers(c, int(index)) for index in np.flatnonzero(scores[0] != scores[1])]
        if differing:
            fewest = min(differing, key=lambda c: (c.black | c.white).bit_count())
            ends = [Game.set_up(some, fewest).passed_out() for some in (rules, removing)]
            ended = (score_text(end.result) for end in ends)
            one, other = (f"{_REMOVAL[answer]} {score}" for answer, score in zip(answers, ended, strict=True))
            shows = f"{one[0].upper()}{one[1:]}; {other}."
            witness = Story.play(Game.set_up(rules, fewest), ends[0].turns_taken, shows)
            counts = {"positions": positions, "differing": len(differing)}
            return Verdict(Outcome.WITNESSED, f"{width}x{height}", "sweep", counts, witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"boards up to {MOST_POINTS} points", "sweep", {"positions": positions})


for _suicide in (False, True):
    check_boards(
        "claim/benson",
        benson_finds_pass_alive_groups,
        boards=[(3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (4, 2), (3, 3)],
        standard=[(6, 1), (7, 1), (8, 1), (5, 2), (4, 3)],
        rules=f"suicide={'yes' if _suicide else 'no'}",
        under=(Rules(suicide=_suicide, self_play_opts=True),),
    )

check(
    "claim/benson",
    "smallest",
    "suicide=yes without-adjustment",
    cost=0.1,
    under=(Rules(ko=Ko.SIMPLE, suicide=True, self_play_opts=True),),
)(smallest_that_needs_adjustment)
check("claim/pass-alive-territory-flaw", f"up to {MOST_POINTS} points", cost=3, under=(Rules(),), whatever_else=True)(
    smallest_flaw
)
check(
    ALWAYS,
    f"up to {MOST_POINTS} points",
    "scoring=AREA tax=NONE",
    cost=3,
    under=(Rules(), Rules().reading({ALWAYS: "engine"})),
)(smallest_pass_dead)
for _tax in (Tax.SEKI, Tax.ALL):
    _japanese = replace(PRESETS["japanese-like"], tax=_tax)
    for _answer in ("document", "everywhere"):
        check(
            ALWAYS,
            f"up to {MOST_POINTS} points",
            f"scoring=TERRITORY tax={_tax.value} {_answer} or engine",
            cost=1,
            under=(_japanese.reading({ALWAYS: _answer}), _japanese.reading({ALWAYS: "engine"})),
        )(smallest_pass_dead)
