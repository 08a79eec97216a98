"""The course of a game: every stage that its turns lead through, up to the first turn that the rules do not take."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from ....interpreter.explanations import explain
from ....interpreter.game import Game
from ....interpreter.judgement import Judgement
from ....interpreter.notation import parse_turn
from ....spec.algebra import Grid
from ....spec.rules import Rules
from ....spec.vocabulary import Turn
from .starts import first_game

MOST_RECENT = 64


@dataclass(frozen=True, eq=False)
class CourseStage:
    """A game at the start of a turn."""

    game: Game

    @cached_property
    def legal(self) -> frozenset[Turn]:
        """The turns that are legal."""
        return frozenset(self.game.turns())


@dataclass(frozen=True)
class RefusedTurn:
    """A turn that the rules do not take.

    Attributes:
        number: which turn it is, counted from 1.
        reason: why, in one sentence.
        judgement: what forbids it; None where the game is over before.
    """

    number: int
    reason: str
    judgement: Judgement | None = None


@dataclass(frozen=True)
class Course:
    """How a game goes under some rules.

    Attributes:
        stages: the game before its first turn, and after each turn that the rules take.
        stop: the first turn that they do not take, if there is one.
    """

    stages: tuple[CourseStage, ...]
    stop: RefusedTurn | None = None


def course_of(start: CourseStage, turns: Sequence[str]) -> Course:
    """How a game goes on from a stage by some turns.

    >>> course_of(CourseStage(Game.start(Rules(), 1, 1)), ["pass", "A1"]).stop.number
    2
    """
    return _gone_on(Course((start,)), turns)


def _gone_on(course: Course, turns: Sequence[str]) -> Course:
    stages = list(course.stages)
    grid = stages[0].game.position.coloring.board.grid
    for text in turns:
        game, number = stages[-1].game, len(stages)
        if game.over:
            return Course(tuple(stages), RefusedTurn(number, f"The game is over before turn {number}, {text}."))
        judgement = game.judge(parse_turn(grid, text))
        if not judgement.legal:
            return Course(tuple(stages), RefusedTurn(number, explain(judgement, grid), judgement))
        stages.append(CourseStage(game.taking(judgement.turn, judgement.play)))
    return Course(tuple(stages))


class RecentCourses:
    """The courses that were asked for last, so that one turn more takes no more than that turn.

    It is asked by several threads at once. Nothing in it changes an answer, only how soon it comes.
    """

    def __init__(self, most: int = MOST_RECENT) -> None:
        self._most = most
        self._known: OrderedDict[object, Course] = OrderedDict()
        self._lock = Lock()

    def course(self, rules: Rules, grid: Grid, set_up: tuple[tuple[str, str], ...], turns: tuple[str, ...]) -> Course:
        """How a game goes; see `Address` for what is told of it.

        Raises:
            ValueError: no game under these rules starts so.
        """
        start = (rules, grid, set_up)
        for length in range(len(turns), -1, -1):
            known = self._recent((start, turns[:length]))
            if known is not None:
                break
        else:
            known, length = Course((CourseStage(first_game(rules, grid, set_up)),)), 0
        stays = known.stop is not None or length == len(turns)
        course = known if stays else _gone_on(known, turns[length:])
        self._keep((start, turns), course)
        return course

    def _recent(self, key: object) -> Course | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def _keep(self, key: object, course: Course) -> None:
        with self._lock:
            self._known[key] = course
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
