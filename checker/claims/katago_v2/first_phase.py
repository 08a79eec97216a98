"""What the first cleanup phase changes: after any move, only ko-moves are legal otherwise than in the main phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Color, Grid
from ....spec.algebra.grid import boards_of
from ....spec.composition import move
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Phase, Turn
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...play.comparison import compare
from ..facts.repetitions import TERRITORY
from ..readings import positions_of

MOST_POINTS = 4


def told_apart(main: Game, cleanup: Game) -> Iterator[tuple[Turn, bool]]:
    """The moves that are legal in one of two games only, each with whether it is a ko-move."""
    coloring, player = main.position.coloring, main.position.player
    for turn in {*main.moves()} ^ {*cleanup.moves()}:
        yield turn, bool(is_ko_move(main.rules, move(main.rules, coloring, player, turn.point)))


def pairs_of_games(rules: Rules, grid: Grid) -> Iterator[tuple[Game, Game]]:
    """From every legal position both phases at their starts, after each move, and two turns after each ko-move."""
    for c in positions_of(grid):
        for player in Color:
            start = tuple(Game.set_up(rules, c, player, phase) for phase in (Phase.MAIN, Phase.FIRST_CLEANUP))
            yield start[0], start[1]
            for main, cleanup in _after_each_move(*start):
                yield main, cleanup
                if cleanup.position.marks:
                    for threat in _after_each_move(main, cleanup):
                        yield threat
                        yield from _after_each_move(*threat)


def _after_each_move(main: Game, cleanup: Game) -> Iterator[tuple[Game, Game]]:
    """Both games after each move that is legal in both."""
    allowed = {*cleanup.moves()}
    return ((main.taking(turn), cleanup.taking(turn)) for turn in main.moves() if turn in allowed)


def changes_ko_alone(rules: Rules, grid: Grid) -> Verdict:
    """Compare what is legal, and what is scored if both players pass on, in the main phase and in the first cleanup."""
    counts = dict.fromkeys(("games", "ko_moves_told_apart"), 0)
    differences = 0
    witness: Story | None = None
    for main, cleanup in pairs_of_games(rules, grid):
        counts["games"] += 1
        kinds = [is_ko for _, is_ko in told_apart(main, cleanup)]
        counts["ko_moves_told_apart"] += sum(kinds)
        if not all(kinds) or main.passed_out().result != cleanup.passed_out().result:
            differences += 1
            shows = "Then the main phase differs from this one in more than ko-moves."
            witness = witness or Story.of(cleanup, shows)
    verdict = holds_unless(differences, f"games begun on {grid}", "search", **counts)
    return if_it_acted(replace(verdict, witness=witness), counts["ko_moves_told_apart"], "told two phases apart")


def smallest_game_of_a_server(simple: Rules, positional: Rules, most_points: int = MOST_POINTS) -> Verdict:
    """Find the smallest board, and the shortest game on it, on which simple ko and positional superko part."""
    games = 0
    for grid in (grid for size in range(1, most_points + 1) for grid in boards_of(size)):
        found = compare(simple, positional, grid)
        games += found.covered.games
        if found.parting is not None:
            witness = found.parting.story
            return Verdict(Outcome.WITNESSED, str(grid), "search", {"games": games}, witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"boards of up to {most_points} points", "search", {"games": games})


check_boards(
    "claim/first-phase-changes-ko-alone",
    changes_ko_alone,
    boards=[(5, 1)],
    standard=[(6, 1)],
    rules="scoring=TERRITORY",
    under=(TERRITORY,),
)
check(
    "claim/servers-play-otherwise",
    "smallest",
    cost=0.2,
    under=(PRESETS["chinese-like"], PRESETS["chinese-ogs-kgs"]),
)(smallest_game_of_a_server)
