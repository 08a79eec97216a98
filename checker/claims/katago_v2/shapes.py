"""Shapes played out: bent four, thousand-year ko, three points without capturing, and kos beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TypeAlias

from ....interpreter.game import Game
from ....interpreter.notation import board_text, parse_turn
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.grid import points_of
from ....spec.katago_v2.faster_forms import stones_without_liberty
from ....spec.katago_v2.life import pass_alive_groups, pass_alive_territory
from ....spec.katago_v2.main_phase import second_phase_starts_as_it_ends
from ....spec.parameters import Ko
from ....spec.registry import Decision, make_clause
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase, Record, Tally
from ...evidence.verdict import UNDECIDED, Outcome, Seen, answer, case, count, every_case, one_case, without_a_clause
from ...phase.machine import at_points
from ...play.comparison import lead_passed_on
from ...solving.budget import Budget, OutOfBudget
from ...solving.solution import Value, best_line, value_of
from ...solving.solver import Solver
from ..facts.values import turns_that_lose_something
from ..shapes import (
    BENT_FOUR,
    BENT_FOUR_WITH_A_THREAT,
    THREE_POINTS_WITHOUT_CAPTURING,
    TWO_KOS,
    Fight,
    Shape,
    points,
)

_MOST_NODES = 10_000_000


class PlayedOut:
    """Best play of a shape in which moves are made at some points only; nothing is left out of what passes do.

    Attributes:
        games: by who takes the first turn, the game.
        values: what it is worth.
        left_alone: by how much Black leads if both only pass.
        end: the end of a line of best play of the shape's player.

    Raises:
        OutOfBudget: it takes more nodes.
        ValueError: the rules can't be solved; the message says why.
    """

    def __init__(self, shape: Shape, rules: Rules, phase: Phase, within: int, nodes: int = _MOST_NODES) -> None:
        self.games = {color: replace(shape, player=color).game(rules, phase) for color in Color}
        self.solver = Solver([*self.games.values()], Budget(nodes=nodes), at_points(within))
        self.values = {color: value_of(self.solver, game) for color, game in self.games.items()}
        first = self.games[shape.player]
        self.left_alone = lead_passed_on(first)
        self.end = best_line(self.solver, first, self.values[shape.player], None)[1]

    @property
    def counts(self) -> dict[str, int]:
        """By how much Black leads with no-result at its worst, by who moves first, and if both only pass."""
        values = {f"{who.name.lower()}_first": int(value.worst) for who, value in self.values.items()}
        return {**values, "left_alone": int(self.left_alone)}

    def shown(self, start: Game) -> Story:
        """The line of best play in a game from the shape, and what was found, in a sentence."""
        leads = [
            f"{' or '.join(f'{lead:g}' for lead in dict.fromkeys((value.worst, value.best)))} if {who.name.lower()}"
            for who, value in self.values.items()
        ]
        said = " and ".join(f"{lead} moves first" for lead in leads)
        shows = f"Best play: Black leads by {said}; left alone, by {self.left_alone:g}."
        return Story.play(start, self.end.turns_taken, shows)


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


def lead_without(rules: Rules, c: Coloring[int], stones: int, phase: Phase) -> float:
    """By how much Black leads if some stones are taken off the board as captures, and both players only pass."""
    captures = {color: (c.of(color) & stones).bit_count() for color in Color}
    return lead_passed_on(Game(rules, rows=c.emptied(stones), phase=phase, captures=captures))


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
    return sum(
        groups[color] | rules.defined(pass_alive_territory)(c, color, groups[color]) & c.empty for color in Color
    )


def left_out(grid: Grid, within: int, settled: int) -> str:
    """What is left out where moves are made within some points only, in a sentence or two; see `settled`."""
    elsewhere = grid.everywhere & ~within
    if not elsewhere:
        return "No move is left out."
    if elsewhere & ~settled:
        return "Moves elsewhere are left out, though not everything there is settled."
    return (
        "Moves elsewhere are left out. By the text on pass-alive groups all that stands there is alive, and there is "
        "nothing else but its eyes, so that on this board nobody has a threat elsewhere."
    )


CORNER, THREAT = "A1 A2 A3 B1 B2 B3 C1 C2 D1 D2 E1 E2", "L3 J4 K1"
ALONE = Fight(BENT_FOUR, {BLACK: "B2", WHITE: "C3"}, moves=CORNER)
WITH_A_THREAT = Fight(BENT_FOUR_WITH_A_THREAT, {BLACK: "B2", WHITE: "C3 M3"}, moves=f"{CORNER} {THREAT}")
THREATENED = Fight(BENT_FOUR_WITH_A_THREAT, {WHITE: "M3"}, moves=THREAT)


_IN_THE_CORNER = (
    "Every move in the corner and at the threat is tried. White must not lose a group before the capture, nor by the "
    "very next turn. Whether another course would score more is not looked at."
)


@one_case("{fight.shape.grid}", acts="tried a turn", notes=_IN_THE_CORNER)
def is_captured(rules: Rules, fight: Fight, phase: Phase, player: Color) -> Seen:
    """Whether White can capture the surrounded group by force, without losing a group of her own for it."""
    attack, shape = fight.attacked(rules, phase, player), fight.shape
    witness = replace(shape, player=player).shown(rules, phase)
    return answer(attack.by_force, {"turns_tried": attack.tried}, witness, acted=attack.tried)


@one_case("{threatened.shape.grid}", acts="had a group captured by the threat")
def threat_stands(rules: Rules, phase: Phase, threatened: Fight = THREATENED) -> Seen:
    """Whether White can't remove the threat: whatever she plays there, Black captures her group, and not otherwise."""
    shape = threatened.shape
    start = shape.game(rules, phase)
    legal = [text for text in threatened.moves.split() if start.judge(parse_turn(shape.grid, text)).legal]
    by_force = [threatened.attacked(rules, phase, turns=text, attacker=BLACK).by_force for text in legal]
    untouched = threatened.attacked(rules, phase, BLACK, attacker=BLACK).by_force
    stands = bool(legal) and all(by_force) and untouched is False
    return answer(stands, {"moves": len(legal)}, shape.shown(rules, phase), acted=sum(map(bool, by_force)))


is_captured_without_cleanup = without_a_clause(is_captured)


REST = "C4 D4 E4 F4 F3"
MOST_EMPTY = len(REST.split())
SURROUNDED = Fight(BENT_FOUR, {BLACK: "B2", WHITE: "A4 B4 C3 D3 E3 F2 F1"})

# For each player who may move first, whether White captures the corner by force; None where the budget ran out.
ByForce: TypeAlias = tuple[bool | None, ...]


def surroundings(most_empty: int = MOST_EMPTY) -> Iterator[Coloring[int]]:
    """The corner with everything that may stand in the rest of the board, with a limited number of empty points there.

    >>> sum(1 for _ in surroundings()), sum(1 for _ in surroundings(most_empty=2))
    (87, 53)
    """
    c = BENT_FOUR.coloring
    rest = points(BENT_FOUR.grid, REST)
    for colors in product((None, *Color), repeat=rest.bit_count()):
        placed = list(zip(points_of(rest), colors, strict=True))
        black, white = (
            c.of(color) & ~rest | sum(point for point, stone in placed if stone is color) for color in (BLACK, WHITE)
        )
        filled = Coloring(c.board, black, white)
        is_legal = not any(stones_without_liberty(filled, color) for color in Color)
        if is_legal and colors.count(None) <= most_empty:
            yield filled


def captured_by_force(rules: Rules, c: Coloring[int], phase: Phase) -> ByForce:
    """Whether White captures the corner by force in a phase, by who moves first, with moves on the whole board.

    She must not lose a stone of those around it before the capture, nor by the very next turn.
    """
    fight = replace(SURROUNDED, shape=replace(BENT_FOUR, rows=tuple(board_text(c).split("/"))))
    return tuple(fight.attacked(rules, phase, first).by_force for first in Color)


@every_case(
    str(BENT_FOUR.grid),
    acts="captured the corner",
    notes=f"White surrounds the corner. At {', '.join(REST.split())} stands anything that is legal, with "
    "{most_empty} points empty at most. Every turn on the board is tried until a group falls.",
)
def cleanup_says_what_play_does(rules: Rules, most_empty: int = MOST_EMPTY) -> Iterator[Seen]:
    """Whether the corner is captured by force in cleanup exactly where it is so in the main phase, on one board."""
    yield count(**dict.fromkeys((UNDECIDED, "dead", "for_who_moves_first", "not_captured"), 0))
    for c in surroundings(most_empty):
        yield count(surroundings=1)
        played, cleaned = (captured_by_force(rules, c, phase) for phase in (Phase.MAIN, Phase.FIRST_CLEANUP))
        if None in (*played, *cleaned):
            yield count(undecided=1)
        else:
            kind = "dead" if all(cleaned) else "for_who_moves_first" if any(cleaned) else "not_captured"
            story = partial(_story_of, rules, c, played, cleaned)
            yield case(played == cleaned, story, acted=any(cleaned), **{kind: 1})


def _story_of(rules: Rules, c: Coloring[int], played: ByForce, cleaned: ByForce) -> Story:
    """The first position where cleanup says otherwise, in words."""
    first = next(
        color
        for color, when_played, when_cleaned in zip(Color, played, cleaned, strict=True)
        if when_played is not when_cleaned
    )
    shows = f"With {first.name.lower()} to move, the corner of {board_text(c)} is captured by force in one phase alone."
    return Story.play(Game(rules, rows=c, to_play=first), (), shows)


AREA = Rules(ko=Ko.SIMPLE, suicide=False)


_fought = one_case("{fought.shape.grid}", acts="mattered which turn is taken")


@_fought
def comes_out_as_a_death(rules: Rules, fought: Fight, phase: Phase, nodes: int = _MOST_NODES) -> Seen:
    """Whether best play is worth what it is if Black's stones were taken off the board, whoever moves first."""
    c = fought.shape.coloring
    alone = settled(rules, c)
    dead = lead_without(rules, c, c.black & ~alone, phase)

    def is_so(played: PlayedOut) -> bool:
        return set(played.values.values()) == {Value(dead, dead)}

    means = f"With Black's stones taken off the board, Black leads by {dead:g}."
    means = f"{means} {left_out(c.board.grid, fought.within | fought.stones, alone)}"
    return _decided(rules, fought, phase, nodes, is_so, means)


@_fought
def comes_out_as_a_seki(rules: Rules, fought: Fight, phase: Phase, nodes: int = _MOST_NODES) -> Seen:
    """Whether best play gives less than a group more or less than leaving all alone, whoever moves first."""
    c = fought.shape.coloring
    smaller = min((c.of(color) & fought.stones).bit_count() for color in Color)

    def is_so(played: PlayedOut) -> bool:
        leads = [lead for value in played.values.values() for lead in (value.worst, value.best)]
        return all(abs(lead - played.left_alone) < smaller for lead in leads)

    means = f"Compared is with leaving it alone; the smaller of the groups that are fought about has {smaller} stones."
    means = f"{means} {left_out(c.board.grid, fought.within | fought.stones, settled(rules, c))}"
    return _decided(rules, fought, phase, nodes, is_so, means)


def _decided(
    rules: Rules, fought: Fight, phase: Phase, nodes: int, is_so: Callable[[PlayedOut], bool], means: str
) -> Seen:
    shape, until_then = fought.shape, until_a_group_falls(rules, fought.shape.coloring, fought.stones)
    try:
        played = PlayedOut(shape, until_then, phase, fought.within, nodes)
        moved = sum(value != Value(played.left_alone, played.left_alone) for value in played.values.values())
        acted = moved or sum(turns_that_lose_something(played.solver, game) for game in played.games.values())
    except OutOfBudget:
        return answer(None, notes=f"{nodes:,} nodes were not enough.")
    witness = played.shown(shape.game(rules, phase))
    notes = (
        "Every turn is tried until a group that is fought about is captured; from there on the game is scored as it "
        f"stands. {means}"
    )
    return answer(is_so(played), played.counts, witness, notes, acted)


BENT = Fight(BENT_FOUR, {BLACK: "B2", WHITE: "C3"})
DOUBLE_KO = Fight(TWO_KOS, {BLACK: "A1", WHITE: "B3"})


_THREE_POINTS = 3
CORNER_OF_THREE = points(THREE_POINTS_WITHOUT_CAPTURING.grid, "A6 A5 B6 B5 C6 C5")
# British Go Journal 60 (1983), where the colors are the other way round: by whoever moves first, what Black loses.
_PUBLISHED = {BLACK: 3, WHITE: 2}


@one_case("{shape.grid}", acts="captured a stone", so=Outcome.WITNESSED)
def comes_out_as_three_points(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """Three points without capturing, played out in the corner: White leads by three, whoever moves first."""
    played = PlayedOut(shape, rules, phase, CORNER_OF_THREE)
    three = Value(-_THREE_POINTS, -_THREE_POINTS)
    return _of_the_corner(set(played.values.values()) == {three}, shape, rules, phase, played)


@one_case("{shape.grid}", acts="captured a stone")
def need_not_be_captured(rules: Rules, shape: Shape, phase: Phase) -> Seen:
    """Whether White has as much by leaving the corner alone to the end as by playing it out."""
    played = PlayedOut(shape, rules, phase, CORNER_OF_THREE)
    as_good = played.values[shape.player] == Value(played.left_alone, played.left_alone)
    return _of_the_corner(as_good, shape, rules, phase, played)


def _of_the_corner(is_so: bool, shape: Shape, rules: Rules, phase: Phase, played: PlayedOut) -> Seen:
    omitted = left_out(shape.grid, CORNER_OF_THREE, settled(rules, shape.coloring))
    notes = f"All turns in the corner and all passes are tried. {omitted}"
    captured = sum(played.end.record.tally.captures.values())
    return answer(is_so, played.counts, played.shown(shape.game(rules, phase)), notes, captured)


@one_case("{shape.grid}", acts="mattered who moves first")
def comes_out_as_published(rules: Rules, shape: Shape) -> Seen:
    """Whether the corner is worth what was published, where moves cost what they cost in play and passes end it.

    Without points for moves, the second cleanup phase is play by territory: each move fills a point of one's own.
    """
    for clause in rules.deciding(Decision.SCORED_MOVES):
        rules = rules.dropping(clause.name)
    played, values = PlayedOut(shape, rules, Phase.SECOND_CLEANUP, CORNER_OF_THREE), {}
    for player, game in played.games.items():
        after = [
            value_of(played.solver, game.taking(turn)) for turn in played.solver.turns(game) if isinstance(turn, Move)
        ]
        best = max if player is BLACK else min
        values[player] = best(after, key=lambda value: (value.worst, value.best))
    differences = sum(values[color] != Value(-lost, -lost) for color, lost in _PUBLISHED.items())
    counts = {color.name.lower(): int(-value.worst) for color, value in values.items()}
    notes = (
        "By whoever makes the first move in the corner, so much is lost by Black, under the rules of the second "
        "cleanup phase without points for moves; that is what was published for play by territory, with the colors the "
        f"other way round. {left_out(shape.grid, CORNER_OF_THREE, settled(rules, shape.coloring))}"
    )
    acted = abs(counts["black"] - counts["white"])
    return answer(not differences, {**counts, "differences": differences}, notes=notes, acted=acted)
