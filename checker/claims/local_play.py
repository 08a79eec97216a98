"""Best play of a shape in which moves are made at some points only: what it comes to, and what that leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce

from ...interpreter.game import Game
from ...spec.algebra import Color, Coloring, Grid
from ...spec.katago_v2.life import pass_alive_groups, pass_alive_territory
from ...spec.katago_v2.main_phase import second_phase_starts_as_it_ends
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Record, Tally, Turn
from ..phase.machine import Within, at_points
from ..play.lockstep import lead_passed_on
from ..play.shapes import Shape
from ..solving.budget import Budget
from ..solving.solution import Value
from ..solving.solver import Solver
from ..solving.state import BEST, WORST

MOST_NODES = 10_000_000


@dataclass(frozen=True)
class PlayedOut:
    """What comes of a shape in which moves are made at some points only.

    Attributes:
        left_alone: by how much Black leads if both players only pass.
        values: what it is worth, for each player who may take the first turn.
        line: one line of best play of the shape's player.
        captured: how many stones are captured on that line.
    """

    left_alone: float
    values: Mapping[Color, Value]
    line: tuple[Turn, ...]
    captured: int

    @property
    def counts(self) -> dict[str, int]:
        """By how much Black leads with no-result at its worst, by who moves first, and if both only pass."""
        values = {f"{who.name.lower()}_first": int(value.worst) for who, value in self.values.items()}
        return {**values, "left_alone": int(self.left_alone)}

    @property
    def told(self) -> str:
        """What was found, in a sentence."""
        leads = " and ".join(f"{_told(value)} if {who.name.lower()} moves first" for who, value in self.values.items())
        return f"Best play: Black leads by {leads}; left alone, by {self.left_alone:g}."


def _told(value: Value) -> str:
    return " or ".join(f"{lead:g}" for lead in dict.fromkeys((value.worst, value.best)))


def played_out(shape: Shape, rules: Rules, phase: Phase, within: int, nodes: int = MOST_NODES) -> PlayedOut:
    """Solve a shape in which moves are made at some points only; nothing is left out of what passes do.

    Raises:
        OutOfBudget: it takes more nodes.
        ValueError: the rules can't be solved; the message says why.
    """
    games = {color: replace(shape, player=color).game(rules, phase) for color in Color}
    may_be_taken = at_points(within)
    solver = Solver(list(games.values()), Budget(nodes=nodes), may_be_taken)
    values = {color: value_of(solver, game) for color, game in games.items()}
    start = games[shape.player]
    line = line_of(solver, start, may_be_taken, values[shape.player])
    end = reduce(Game.taking, line, start)
    return PlayedOut(lead_passed_on(start), values, line, sum(end.record.tally.captures.values()))


def turns_that_lose(shape: Shape, rules: Rules, phase: Phase, within: int, nodes: int = MOST_NODES) -> int:
    """How many first turns, of either player, come to less for whoever takes them than best play does.

    Raises:
        OutOfBudget: it takes more nodes.
    """
    games = [replace(shape, player=color).game(rules, phase) for color in Color]
    may_be_taken = at_points(within)
    solver = Solver(games, Budget(nodes=nodes), may_be_taken)
    return sum(
        solver.value(game.taking(turn), WORST) != solver.value(game, WORST)
        for game in games
        for turn in filter(may_be_taken, game.turns())
    )


def value_of(solver: Solver, game: Game) -> Value:
    """What a game is worth, whatever a game without result is worth.

    Raises:
        OutOfBudget: it takes too long.
    """
    return Value(solver.value(game, WORST), solver.value(game, BEST))


def line_of(solver: Solver, game: Game, may_be_taken: Within, value: Value) -> tuple[Turn, ...]:
    """A line of turns after each of which the game is still worth as much.

    Raises:
        OutOfBudget: it takes too long.
    """
    line: list[Turn] = []
    while not game.over:
        turns = filter(may_be_taken, game.turns())
        line.append(next(turn for turn in turns if solver.value(game.taking(turn), WORST) == value.worst))
        game = game.taking(line[-1])
    return tuple(line)


def until_a_group_falls(rules: Rules, c: Coloring[int], groups: int) -> Rules:
    """Rules under which the game is over, and is scored as it stands, once a stone of some groups is captured."""

    def a_group_falls(record: Record[int]) -> bool:
        """The game ends when a stone of a group that is fought about is captured."""
        now = record.position.coloring
        return bool(groups & ~(c.black & now.black | c.white & now.white))

    def second_phase_starts_no_later(record: Record[int], tally: Tally) -> Tally:
        """If it ends so before the second cleanup phase, that phase is taken to start as it ends."""
        is_second = record.position.phase is Phase.SECOND_CLEANUP
        return tally if is_second else second_phase_starts_as_it_ends(record, tally)

    falls = make_clause(a_group_falls, "ours/a-group-falls", decides=Decision.GAME_ENDS)
    begins = make_clause(second_phase_starts_no_later, "ours/a-group-falls", "begins", decides=Decision.EARLY_END)
    return rules.adding(falls).adding(begins)


def groups_at(c: Coloring[int], stones: int) -> int:
    """The whole groups of some stones.

    >>> from superko.interpreter.notation import parse_board
    >>> groups_at(parse_board("XX.O"), 0b0001)
    3
    """
    return sum(c.regions(c.of(color), where=lambda region: bool(region & stones)) for color in Color)


def lead_without(rules: Rules, c: Coloring[int], stones: int, phase: Phase) -> float:
    """By how much Black leads if some stones are taken off the board as captures, and both players only pass."""
    captures = {color: (c.of(color) & stones).bit_count() for color in Color}
    return lead_passed_on(Game.set_up(rules, c.emptied(stones), phase=phase, captures=captures))


def settled(rules: Rules, c: Coloring[int]) -> int:
    """The points that stay their owner's even if the owner only passes: pass-alive groups, and where they surround.

    >>> from superko.interpreter.notation import parse_board
    >>> c = parse_board(".X.X./.XXXX/OO...")
    >>> settled(Rules(suicide=False), c) == c.black | c.empty
    True
    >>> settled(Rules(suicide=False), parse_board("..X../..X../..X.."))
    0
    """
    groups = {color: pass_alive_groups(rules, c, color) for color in Color}
    return sum(groups[color] | pass_alive_territory(c, color, groups[color]) & c.empty for color in Color)


def left_out(grid: Grid, within: int, settled: int) -> str:
    """What is left out where moves are made at some points only, in a sentence or two.

    Args:
        grid: the board.
        within: where moves are made.
        settled: the points that stay their owner's; see `settled`.
    """
    elsewhere = grid.everywhere & ~within
    if not elsewhere:
        return "No move is left out."
    if elsewhere & ~settled:
        return "Moves elsewhere are left out, though not everything there is settled."
    return (
        "Moves elsewhere are left out. By the text on pass-alive groups all that stands there is alive, and there is "
        "nothing else but its eyes, so that on this board nobody has a threat elsewhere."
    )
