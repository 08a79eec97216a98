"""Where two rule sets part on one game: the first turn on which they say different things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....interpreter.notation import turn_text
from ....spec.algebra import Grid
from ....spec.vocabulary import Turn
from ...play.outcomes import PartingAspect, difference
from .courses import Course

MOST_POINTS_COMPARED = 30_000


@dataclass(frozen=True)
class Parted:
    """Where two courses of one game part.

    Attributes:
        after: how many turns both have taken by then.
        aspect: in what they differ.
        only: the turns that only the first allows, and those that only the second allows, if they differ in that.
    """

    after: int
    aspect: PartingAspect
    only: tuple[frozenset[Turn], frozenset[Turn]] = (frozenset(), frozenset())


def parting_of(first: Course, second: Course, shown: int) -> Parted | None:
    """Where two courses of one game part first; None if they don't.

    Which turns are legal is compared after every turn if the board and the game are small, and else only where one of
    them does not take the next turn, and after those that are shown.

    >>> from superko.interpreter.game import Game
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.pages.explorer.courses import CourseStage, course_of
    >>> some, other = (CourseStage(Game.start(Rules(suicide=allowed), 2, 1)) for allowed in (True, False))
    >>> parting_of(course_of(some, ["A1"]), course_of(other, ["A1"]), 1)
    >>> longer = ["A1", "pass", "pass"]
    >>> parting_of(course_of(some, longer), course_of(CourseStage(Game.start(Rules(komi=1), 2, 1)), longer), 1)
    Parted(after=3, aspect=<PartingAspect.RESULT: 'the result'>, only=(frozenset(), frozenset()))
    """
    longest = max(len(first.stages), len(second.stages))
    compares_all = every_turn_is_compared(first, second)
    for number in range(min(len(first.stages), len(second.stages))):
        stages = first.stages[number], second.stages[number]
        aspect = difference(stages[0].game, stages[1].game)
        if aspect is not None:
            return Parted(number, aspect)
        one_stops = any(number == len(course.stages) - 1 < longest - 1 for course in (first, second))
        if compares_all or one_stops or number == shown:
            only = stages[0].legal - stages[1].legal, stages[1].legal - stages[0].legal
            if any(only):
                return Parted(number, PartingAspect.LEGAL, only)
    return None


def every_turn_is_compared(first: Course, second: Course) -> bool:
    """Whether the board and the game are small enough to compare which turns are legal after every turn."""
    points = first.stages[0].game.position.coloring.board.grid.size
    return points * max(len(first.stages), len(second.stages)) <= MOST_POINTS_COMPARED


def parting_in_words(parted: Parted | None, names: Sequence[str], grid: Grid) -> str:
    """Where two rule sets part on a game, in plain sentences.

    >>> parting_in_words(None, ["aga", "aga-like"], Grid(3, 3))
    'aga and aga-like say the same of this game.'
    """
    if parted is None:
        return f"{names[0]} and {names[1]} say the same of this game."
    where = f"after turn {parted.after}" if parted.after else "at the start"
    told = f"{names[0]} and {names[1]} part {where}: they differ in {parted.aspect.value}."
    for name, turns in zip(names, parted.only, strict=True):
        if turns:
            told += f" Only {name} allows {', '.join(sorted(turn_text(grid, turn) for turn in turns))}."
    return told
