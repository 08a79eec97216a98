"""The course of a game: a frame for every turn, up to the first that the rules do not take; and where two courses part.

The courses that were asked for last are kept, so that one turn more takes no more than that turn.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from threading import Lock

from ....interpreter.notation import parse_turn, turn_text
from ....interpreter.story import Start
from ....interpreter.wording import after_turn
from ....spec.algebra import Grid
from ....spec.rules import Rules
from ....spec.vocabulary import Turn
from ...play.comparison import PartingAspect, difference
from ..frames import Frame, frames

MOST_RECENT = 64
MOST_POINTS_COMPARED = 30_000


@dataclass(frozen=True)
class Course:
    """How a game goes under some rules.

    Attributes:
        frames: the game before its first turn, and after each turn that the rules take.
        stop: the first turn that they do not take, if there is one.
    """

    frames: tuple[Frame, ...]
    stop: Frame | None = None

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.frames[0].game.position.coloring.board.grid

    def continued(self, turns: Sequence[str]) -> Course:
        """How the game goes on by some turns.

        >>> from superko.interpreter.game import Game
        >>> Course((Frame(0, Game.start(Rules(), 1, 1)),)).continued(["pass", "A1"]).stop.number
        2
        """
        taken = list(self.frames)
        for frame in islice(frames(taken[-1].game, [parse_turn(self.grid, text) for text in turns]), 1, None):
            numbered = replace(frame, number=len(taken))
            if numbered.illegal:
                return Course(tuple(taken), numbered)
            taken.append(numbered)
        left = turns[len(taken) - len(self.frames) :]
        if not left:
            return Course(tuple(taken))
        number, game = len(taken), taken[-1].game
        says = f"The game is over before turn {number}, {left[0]}."
        return Course(tuple(taken), Frame(number, game, left[0], says=says, illegal=True))


class RecentCourses:
    """The courses that were asked for last.

    It is asked by several threads at once. Nothing in it changes an answer, only how soon it comes.
    """

    def __init__(self, most: int = MOST_RECENT) -> None:
        self._most = most
        self._known: OrderedDict[object, Course] = OrderedDict()
        self._lock = Lock()

    def course(self, rules: Rules, start: Start, turns: tuple[str, ...]) -> Course:
        """How a game goes.

        Raises:
            ValueError: no game under these rules starts so.
        """
        for length in range(len(turns), -1, -1):
            known = self._recent((rules, start, turns[:length]))
            if known is not None:
                break
        else:
            known, length = Course((Frame(0, start.game(rules)),)), 0
        course = known if known.stop or length == len(turns) else known.continued(turns[length:])
        self._keep((rules, start, turns), course)
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


@dataclass(frozen=True)
class CoursesPart:
    """Where two courses of one game part.

    Attributes:
        after: how many turns both have taken by then.
        aspect: in what they differ.
        only: the turns that only the first allows, and those that only the second allows, if they differ in that.
    """

    after: int
    aspect: PartingAspect
    only: tuple[frozenset[Turn], frozenset[Turn]] = (frozenset(), frozenset())


def parting_of(first: Course, second: Course, shown: int) -> CoursesPart | None:
    """Where two courses of one game part first; None if they don't.

    Which turns are legal is compared after every turn if the board and the game are small, and else only where one of
    them does not take the next turn, and after those that are shown.

    >>> from superko.interpreter.game import Game
    >>> one, other = (Course((Frame(0, Game.start(Rules(suicide=allowed), 2, 1)),)) for allowed in (True, False))
    >>> parting_of(one.continued(["A1"]), other.continued(["A1"]), 1)
    >>> one, other = (Course((Frame(0, Game.start(Rules(komi=komi), 2, 1)),)) for komi in (0, 1))
    >>> parting_of(one.continued(["pass", "pass"]), other.continued(["pass", "pass"]), 1)
    CoursesPart(after=2, aspect=<PartingAspect.RESULT: 'the result'>, only=(frozenset(), frozenset()))
    """
    longest = max(len(first.frames), len(second.frames))
    compares_all = every_turn_is_compared(first, second)
    for number, (one, other) in enumerate(zip(first.frames, second.frames, strict=False)):
        aspect = difference(one.game, other.game)
        if aspect is not None:
            return CoursesPart(number, aspect)
        one_stops = any(number == len(course.frames) - 1 < longest - 1 for course in (first, second))
        if compares_all or one_stops or number == shown:
            only = one.legal - other.legal, other.legal - one.legal
            if any(only):
                return CoursesPart(number, PartingAspect.LEGAL, only)
    return None


def every_turn_is_compared(first: Course, second: Course) -> bool:
    """Whether the board and the game are small enough to compare which turns are legal after every turn."""
    return first.grid.size * max(len(first.frames), len(second.frames)) <= MOST_POINTS_COMPARED


def parting_in_words(parting: CoursesPart | None, names: Sequence[str], grid: Grid) -> str:
    """Where two rule sets part on a game, in plain sentences.

    >>> parting_in_words(None, ["aga", "aga-like"], Grid(3, 3))
    'aga and aga-like say the same of this game.'
    """
    if parting is None:
        return f"{names[0]} and {names[1]} say the same of this game."
    told = f"{names[0]} and {names[1]} part {after_turn(parting.after)}: they differ in {parting.aspect.value}."
    for name, turns in zip(names, parting.only, strict=True):
        if turns:
            told += f" Only {name} allows {', '.join(sorted(turn_text(grid, turn) for turn in turns))}."
    return told
