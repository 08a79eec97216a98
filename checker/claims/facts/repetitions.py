"""Repetitions: the smallest board that holds each kind, what stops it, and the shortest games without result.

The graph excludes all shorter games without result at once, by the situations that they would go through. On the
smallest boards a search plays all shorter games turn by turn, and knows nothing of situations.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from math import inf
from typing import TypeAlias

from ....interpreter.game import Game, GameOver, IllegalTurn
from ....interpreter.notation import board_text, turn_text
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.grid import boards_of
from ....spec.composition import move
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.parameters import Ko, Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Phase, Turn
from ...evidence.verdict import LeftUndecided, Outcome, Seen, answer, one_case
from ...graph.shortest_game import graph_of_phase, shortest_game_without_result
from ...phase.breadth_first import breadth_first
from ...phase.symmetry import Permutation, symmetries, up_to_symmetry
from ...play.capture import GameSearch
from ...play.cycles import Cycle, CycleEnd, CycleKind, longest_walk, stopped
from ...sweeps.sweep import legal_chunks, number_of_colorings
from ..shapes import REPETITIONS, Shape

_MOST_POINTS = 15
MOST_MOVES = 20
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
TERRITORY = replace(SIMPLE, scoring=Scoring.TERRITORY)


def shape_of(kind: CycleKind, cycle: Cycle) -> Shape:
    """The shape that a cycle found by the search makes."""
    grid = cycle.coloring.board.grid
    rows = tuple(board_text(cycle.coloring).split("/"))
    return Shape(kind.name, kind.about, rows, tuple(turn_text(grid, turn) for turn in cycle.turns))


@one_case("boards of up to {most_points} points", so=Outcome.WITNESSED)
def smallest_board(
    rules: Rules, kind: CycleKind, expected: Shape | None = None, most_points: int = _MOST_POINTS
) -> Seen:
    """Find every cycle of a kind on boards of more and more points, until some board holds one.

    The shape that is expected must be one of them, the smallest known one unless another is named.
    """
    expected = expected or REPETITIONS[kind]
    counts = {"boards": 0, "colorings": 0}
    for size in range(1, most_points + 1):
        grids = boards_of(size)
        cycles_on = {grid: list(kind.found_on(rules, grid)) for grid in grids}
        counts["boards"] += len(grids)
        counts["colorings"] += sum(map(number_of_colorings, grids))
        holding = [grid for grid in grids if cycles_on[grid]]
        if holding:
            cycles = cycles_on[holding[0]]
            counts |= {"cycles": len(cycles), "positions": len({board_text(cycle.coloring) for cycle in cycles})}
            shapes = [shape_of(kind, cycle) for cycle in cycles]
            shape = expected if expected in shapes else shapes[0]
            witness = Story.play(shape.game(rules), shape.turns, f"The last turn restores the position. {kind.about}")
            others = [str(grid) for grid in grids if grid not in holding]
            nor = f", nor does {' or '.join(others)}" if others else ""
            notes = f"No board of fewer points holds such a cycle{nor}."
            return answer(shape == expected, counts, witness, notes, scope=str(holding[0]), is_minimal=True)
    return answer(None, counts)


@one_case(method="sweep", acts="took a stone")
def no_smaller_ring(rules: Rules, grids: Sequence[Grid]) -> Seen:
    """Follow moves that take one stone each on small boards: where they die out, no ring of any length goes on."""
    longest = max(longest_walk(rules, grid, captures=1, limit=MOST_MOVES) for grid in grids)
    positions = sum(len(c.black) for grid in grids for c in legal_chunks(grid))
    counts = {"boards": len(grids), "positions": positions, "moves": longest}
    notes = "That is the longest series of moves there that take a stone each, without taking back at once."
    scope = f"{len(grids)} boards up to {grids[-1]}"
    return answer(longest < MOST_MOVES or None, counts, notes=notes, acted=longest, scope=scope)


def how_it_stops(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """Play the cycle of a shape over and over, until a clause stops it."""
    stop = stopped(shape.game(rules, phase), shape.turns)
    if stop is None:
        return answer(False, notes="No clause stopped it.")
    return answer(True, counts_of(stop, shape), Story.of(stop.game, f"{shape.about} {stop}"))


what_stops_it = one_case("{shape.grid}", "game", so=Outcome.WITNESSED)(how_it_stops)


def counts_of(stop: CycleEnd, shape: Shape) -> dict[str, int]:
    """The turn on which a cycle stops, and how many times it was gone through before."""
    return {"turn": stop.number, "rounds": len(stop.turns) // len(shape.turns)}


NO_SUCH_GAME = 0
PUBLISHED = {(1, 1): NO_SUCH_GAME, (2, 1): NO_SUCH_GAME, (3, 1): 13, (4, 1): 9, (5, 1): 13, (6, 1): 10, (2, 2): 13}
_MOST_POINTS_TO_SEARCH = 4


PHASES_BEFORE = {Phase.MAIN: 0, Phase.FIRST_CLEANUP: 1, Phase.SECOND_CLEANUP: 2}


@one_case(method="graph", acts="made a move that could lead back")
def shortest_without_result(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> Seen:
    """The shortest game without result by the graph, or that there is none, confirmed by the search where it can be."""
    graph, is_main = graph_of_phase(rules, grid, phase), phase is Phase.MAIN
    moves = sum(isinstance(step.turn, Move) for steps in graph.steps for step in steps)
    returning = {"returning_moves": graph.returning} if is_main else {"on_cycles": len(graph.on_cycles)}
    counts = {"situations": len(graph.steps), **returning}
    turns = shortest_game_without_result(graph, PHASES_BEFORE[phase])
    story = witness(rules, grid, turns, phase) if turns else None
    number = len(turns) if turns else NO_SUCH_GAME
    is_so = not is_main or PUBLISHED.get((grid.width, grid.height), number) == number
    if story is None:
        where = "" if is_main else f" in phase {phase.value}"
        acted = graph.returning if is_main else moves
        seen = answer(is_so, counts, notes=f"No game ends without result{where}.", acted=acted)
    else:
        seen = answer(is_so, counts, story, is_minimal=True, so=Outcome.WITNESSED if is_so else None)
    if grid.size > _MOST_POINTS_TO_SEARCH:
        return seen
    shorter = search(rules, grid, phase, len(turns) - 1 if turns else None)
    seen = replace(seen, method="graph and search", counts={**seen.counts, "games": shorter.games})
    if shorter.shortest:
        notes = f"The search found a game of {shorter.shortest.record.turn} turns, which the graph excludes."
        return replace(seen, is_open=True, notes=notes)
    return seen


def witness(rules: Rules, grid: Grid, turns: tuple[Turn, ...], phase: Phase = Phase.MAIN) -> Story:
    """The witness of a game that ends without result in a phase, on its last turn.

    Raises:
        LeftUndecided: a turn is illegal, or the game ends otherwise.
    """
    start = Game(rules, grid)
    try:
        game = reduce(Game.play, turns, start)
    except (IllegalTurn, GameOver):
        game = start
    if not isinstance(game.result, NoResult) or game.previous is None or game.previous.position.phase is not phase:
        raise LeftUndecided(f"No game of fewer than {len(turns)} turns ends without result in phase {phase.value}.")
    *earlier, last = turns_with_the_last_state(game)
    listed = " and ".join(map(str, earlier))
    shows = f"What stands after turn {last} has stood after turns {listed}, with no pass since, so there is no result."
    return Story.play(start, turns, shows)


def turns_with_the_last_state(game: Game) -> list[int]:
    """After how many turns since the last pass the state that stands now has stood, now included."""
    turn_numbers: list[int] = []
    before: Game | None = game
    while before:
        if before.record.state == game.record.state:
            turn_numbers.insert(0, before.record.turn)
        before = None if before.record.last == PASS else before.previous
    return turn_numbers


_PHASES = list(Phase)
_Turned: TypeAlias = tuple[Game, tuple[Permutation, ...]]


def search(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN, longest: int | None = None) -> GameSearch:
    """Play games under simple ko from the empty board, all those of n turns before those of n + 1.

    Of games that are alike from then on, or images of each other in a symmetry of the board, the shortest is played on.
    Games that come past the phase are left; none is played beyond the most turns, if these are said.
    """
    asked, number = what_clauses_ask(rules), 0
    before_phase = _PHASES[: 1 + _PHASES.index(phase)]

    def onward(node: _Turned) -> Iterator[tuple[Turn, _Turned]]:
        game, symmetric = node
        if not game.over and game.position.phase in before_phase:
            for turn, _, kept in up_to_symmetry(game.turns(), symmetric):
                yield turn, (game.taking(turn), kept)

    start = Game(rules, grid), symmetries(grid)
    steps = breadth_first(start, onward, lambda node: asked(node[0]), inf if longest is None else longest)
    for number, ((before, _), _, (game, _)) in enumerate(steps, 1):
        if isinstance(game.result, NoResult) and before.position.phase is phase:
            return GameSearch(game, number)
    return GameSearch(None, number)


def what_clauses_ask(rules: Rules) -> Callable[[Game], Hashable]:
    """All that clauses on turns and endings ask about a game under simple ko: games with equal answers go on alike.

    Of the moves that were made in a cleanup phase, clauses ask about ko-moves only; which those are is remembered.
    """
    known: dict[tuple[Color, int, Coloring[int]], bool] = {}

    def made_a_ko_move(made: tuple[Color, int, Coloring[int]]) -> bool:
        if made not in known:
            player, point, before = made
            known[made] = bool(rules.defined(is_ko_move)(rules, move(rules, before, player, point)))
        return known[made]

    def asked(game: Game) -> Hashable:
        record = game.record
        stood, passed_from = record.since_pass.counts(), frozenset(record.passed_from)
        alike = record.position.phase, record.state, record.pass_run, stood, passed_from
        if record.position.phase is Phase.MAIN:
            return alike, record.previous.state if record.previous else None
        return alike, frozenset(filter(made_a_ko_move, record.made))

    return asked
