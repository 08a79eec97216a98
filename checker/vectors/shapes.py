"""The hard shapes: positions that engines get wrong, set up as diagrams and played out under every preset."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from ...interpreter.game import Game
from ...interpreter.notation import parse_turns, turn_text
from ...interpreter.rule_names import parse_rules
from ...interpreter.story import Start
from ...spec.algebra import BLACK, WHITE, Color, Grid
from ...spec.presets import PRESETS
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Phase, Turn
from ..play.comparison import Parting, compare
from .vector import ID, Tier, Vector


@dataclass(frozen=True)
class PlayedShape:
    """A position and what is played there.

    Attributes:
        sentence: what it shows.
        diagram: the rows of the board from the top, `X` black, `O` white, `.` empty.
        turns: the turns.
        player: who takes the first of them.
        phase: the phase that they start in.
        handicap: how many of the stones are handicap stones.
    """

    sentence: str
    diagram: str
    turns: str
    player: Color = BLACK
    phase: Phase = Phase.MAIN
    handicap: int = 0

    @property
    def start(self) -> Start:
        """Where it starts."""
        return Start.at("/".join(self.diagram.split()), self.player, self.phase, self.handicap)

    @property
    def texts(self) -> tuple[str, ...]:
        """The turns, each as a text."""
        grid = self.start.grid
        return tuple(turn_text(grid, turn) for turn in parse_turns(grid, self.turns))


SHAPES: Mapping[str, PlayedShape] = {
    "ko": PlayedShape(
        "A ko is not taken back at once, but may be after a turn elsewhere.",
        ".OX..",
        "A1 E1 pass B1 pass pass",
    ),
    "ko-at-once": PlayedShape("A ko taken back at once repeats the state a turn ago.", ".OX.", "A1 B1"),
    "snapback": PlayedShape(
        "One stone is captured where several are then captured: that is no ko, and always legal.",
        """
        OO.
        XXO
        ..O
        """,
        "A1 B1 A1 pass pass",
        WHITE,
    ),
    "capture-without-liberty": PlayedShape(
        "A move that has no liberty until it captures is no suicide.",
        """
        .XO
        XO.
        """,
        "A2 pass pass",
        WHITE,
    ),
    "sending-two-returning-one": PlayedShape(
        "Two stones are captured, then one, and the position comes back: each ko rule stops that at another turn.",
        """
        ....
        XXO.
        .O.O
        """,
        "A1 C1 B1 pass A1 C1 B1 pass",
        WHITE,
    ),
    "single-stone-suicide": PlayedShape(
        "A suicide of one stone leaves the board as it was.",
        """
        .O
        O.
        """,
        "A2",
    ),
    "multi-stone-suicide": PlayedShape(
        "A suicide of two stones is a move only where the rules allow it.",
        """
        XO.
        .O.
        """,
        "A1 A2 pass pass",
    ),
    "double-ko": PlayedShape(
        "Two kos, taken in turn: superko forbids coming back, and simple ko ends the phase at a repeated pass.",
        ".OX...X.X",
        "A1 H1 pass B1 J1 pass A1 H1 pass",
    ),
    "triple-ko": PlayedShape(
        "Three kos, taken in turn: superko forbids coming back, and simple ko ends the game without result.",
        ".OX.XO.O.X.X",
        "A1 L1 G1 B1 M1 F1 A1 L1 G1 B1 M1 F1",
    ),
    "seki": PlayedShape(
        "Neither player can take the other's stones: how the points inside count depends on the tax.",
        """
        .XXXX
        XX.OO
        OOOO.
        """,
        "pass pass pass pass pass pass pass",
    ),
    "seki-broken": PlayedShape(
        "Who fills the last shared liberty of a seki is captured.",
        """
        .XXXX
        XX.OO
        OOOO.
        """,
        "C2 A3 pass pass",
    ),
    "one-sided-dame": PlayedShape(
        "A point in seki that only one player can fill: under territory scoring it gains nothing.",
        """
        ..XXX
        XX.OO
        OOOO.
        """,
        "B3 pass pass",
        phase=Phase.SECOND_CLEANUP,
    ),
    "one-sided-dame-in-play": PlayedShape(
        "The same point filled in the main phase gains one under area scoring.",
        """
        ..XXX
        XX.OO
        OOOO.
        """,
        "B3 pass pass pass pass pass pass pass",
    ),
    "dead-stone-captured": PlayedShape(
        "A dead stone is captured in the second cleanup phase: the moves made there cost nothing.",
        """
        .X.X.
        XXOX.
        .X.X.
        """,
        "C3 pass C1 pass pass",
        phase=Phase.SECOND_CLEANUP,
    ),
    "dead-stone-left": PlayedShape(
        "A dead stone that is left on the board takes away what surrounds it.",
        """
        .X.X.
        XXOX.
        .X.X.
        """,
        "pass pass pass pass pass pass pass",
    ),
    "unblock": PlayedShape(
        "A ko taken in cleanup is blocked; an unblock action lets it be taken back a turn later.",
        ".OX.",
        "A1 unblock A1 pass B1 unblock B1 pass",
        phase=Phase.FIRST_CLEANUP,
    ),
    "blocked": PlayedShape(
        "A ko taken in cleanup is not taken back, even after a turn elsewhere.",
        ".OX..",
        "A1 E1 pass B1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "blocked-until-next-phase": PlayedShape(
        "The second cleanup phase starts without marks.",
        ".OX.",
        "A1 pass pass B1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "once-per-coloring": PlayedShape(
        "In cleanup a player takes a ko once with each coloring.",
        ".OX.",
        "A1 unblock A1 pass B1 unblock B1 pass A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "once-per-coloring-anew": PlayedShape(
        "With another coloring, a player may take the same ko in cleanup again.",
        ".OX..",
        "A1 unblock A1 pass B1 unblock B1 E1 A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "double-ko-in-cleanup": PlayedShape(
        "A double ko in cleanup does not go on forever, as each ko is taken once with each coloring.",
        ".OX...X.X",
        "A1 H1 unblock H1 unblock A1 J1 B1 unblock B1 unblock J1 A1",
        phase=Phase.FIRST_CLEANUP,
    ),
    "handicap": PlayedShape(
        "White is given points for Black's handicap stones where the rules say so.",
        """
        ...
        X.X
        ...
        """,
        "B2 pass pass pass pass pass pass",
        WHITE,
        handicap=2,
    ),
    "button": PlayedShape(
        "With the button, the first pass is not one of the two that end the phase.", "...", "B1 pass pass pass"
    ),
    "everything-pass-alive": PlayedShape(
        "Play that is not for people ends as soon as everything is pass-alive.", ".....", "B1 pass D1 pass pass"
    ),
}


def vector_of_shape(name: str) -> Vector:
    """The vector of a shape.

    >>> vector_of_shape("snapback").sentence
    'One stone is captured where several are then captured: that is no ko, and always legal.'
    """
    shape = SHAPES[name]
    start = shape.start
    turns = start.turns(shape.texts)
    return Vector(f"{ID}/shape/{name}", Tier.SMALL, shape.sentence, start, turns, rule_sets(start))


T = TypeVar("T")
FURTHER_RULES = (
    "chinese-like,tax=SEKI,hasButton=yes,komi=7.5",
    "tromp-taylor,tax=ALL,hasButton=yes",
    "tromp-taylor,selfPlayOpts=yes",
    "japanese-like,tax=NONE,hasButton=yes,komi=6.5",
    "japanese-like,tax=ALL,ko=SITUATIONAL",
    "japanese-like,selfPlayOpts=yes",
    "aga-area,komi=7.5,whiteHandicapBonus=N",
)
RULES = (*PRESETS, *FURTHER_RULES)
PAIRS = tuple(combinations(PRESETS, 2))


# The boards, the smaller ones first, and the turns up to which all games on them are searched.
_SEARCHED = ((Grid(1, 1), 8), (Grid(2, 1), 8), (Grid(3, 1), 8), (Grid(2, 2), 7), (Grid(4, 1), 6))
BOARDS = tuple(Grid(*sides) for sides in ((2, 2), (4, 1), (3, 2), (3, 3), (5, 2), (4, 4), (5, 5), (7, 7), (9, 9)))
GAMES_EACH = 2
_LIKELY_PASSES = (0.05, 0.2, 0.4)
TURNS_PER_POINT = 2
_MOST_TURNS = 60


def rule_sets(start: Start) -> tuple[Rules, ...]:
    """Every preset, and some rules between them, under which a game can start from there."""
    candidates = (*PRESETS.values(), *map(parse_rules, FURTHER_RULES))
    return tuple(rules for rules in candidates if rules.deciding(Decision.NEXT_PHASE, start.phase))


def vector_of_pair(first: str, second: str) -> Vector | None:
    """The vector that tells two presets apart; None where no game was found on which they part.

    >>> vector_of_pair("tromp-taylor", "new-zealand-like").sentence
    'The shortest game found on which tromp-taylor and new-zealand-like part: they differ in which turns are legal.'
    """
    parting = _parting(first, second)
    if parting is None:
        return None
    grid = parting.games[0].grid
    sentence = f"The shortest game found on which {first} and {second} part: they differ in {parting.aspect.value}."
    start = Start.on(grid)
    return Vector(f"{ID}/parting/{first}/{second}", Tier.SMALL, sentence, start, parting.turns, rule_sets(start))


def _parting(first: str, second: str) -> Parting | None:
    partings = (compare(PRESETS[first], PRESETS[second], grid, depth).parting for grid, depth in _SEARCHED)
    return next((parting for parting in partings if parting is not None), None)


def vector_of_chance(rules: str, grid: Grid, number: int) -> Vector:
    """A random game under some rules, as command lines name them, on a board; one for each number.

    >>> from superko.interpreter.notation import turn_text
    >>> grid = Grid(2, 1)
    >>> [turn_text(grid, turn) for turn in vector_of_chance("tromp-taylor", grid, 1).turns]
    ['pass', 'B1', 'A1', 'pass', 'pass']
    """
    name = f"random/{rules}/{grid}/{number}"
    start = Start.on(grid)
    game = random_game(start.game(parse_rules(rules)), random.Random(name))
    sentence = f"A random game on {grid} under {rules}, number {number}."
    return Vector(f"{ID}/{name}", Tier.STANDARD, sentence, start, game.turns_taken, (game.rules,))


def random_game(game: Game, chance: random.Random) -> Game:
    """A game played on at random: turns of every kind, more of them on a larger board, and then passes to its end."""
    likely_pass = _one_of(_LIKELY_PASSES, chance)
    grid = game.grid
    for _ in range(min(_MOST_TURNS, TURNS_PER_POINT * grid.width * grid.height)):
        if not game.over:
            game = game.play(_turn(game, chance, likely_pass))
    ended = game.passed_out()
    return ended if ended.over else game


def _turn(game: Game, chance: random.Random, likely_pass: float) -> Turn:
    others: tuple[Turn, ...] = (*game.moves(), *game.unblocks())
    return _one_of(others, chance) if others and chance.random() >= likely_pass else PASS


def _one_of(choices: Sequence[T], chance: random.Random) -> T:
    # Only `random()` is sure to give the same numbers in every version of Python.
    return choices[int(chance.random() * len(choices))]
