"""Guards: the trees of questions about past events on which steps depend, and the events, numbered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import BLACK, Color, Coloring
from ...spec.algebra.arrays import Words
from .dependence import HISTORIES
from .many import Numbers
from .past import AskedHistory, CannotBeRead, Past, Question, UnansweredQuestion

MOST_BITS = 64

Layout: TypeAlias = tuple[int, ...]
# There are hundreds of millions of these on large boards, so each is kept in as few bits as it needs.
Packed: TypeAlias = npt.NDArray[np.integer[Any]]


class Answers(Past):
    """The answers to the questions that a clause asks one after the other, while it is run again and again."""

    def __init__(self) -> None:
        super().__init__()
        self.given: tuple[bool, ...] = ()
        self.asked = 0

    def at_least(self, question: Question) -> bool:
        """See `Past.at_least`; a question is known by its place among those asked."""
        self.asked += 1
        if self.asked > len(self.given):
            raise UnansweredQuestion(question)
        return self.given[self.asked - 1]


class AskedOfMany(AskedHistory):
    """A history of each of many games; an event stands for as many events, and is known by which value it is."""

    def at_least(self, event: Hashable, times: int) -> bool:
        """See `AskedHistory.at_least`.

        Raises:
            CannotBeRead: another event was added by the turn, and might be the same in some of the games.
        """
        if any(some is not event for some in self.added):
            raise CannotBeRead(f"what one turn added while asking of something else ({self.name})")
        before = times - len(self.added)
        if before <= 0 or self.forgotten:
            return before <= 0
        return self._past.at_least(Question(self.name, event, before))


def code_of(event: Any, points: int, many: int) -> Words:
    """Events as codes: what they consist of, one after the other, each in as many bits as it takes.

    Args:
        event: one event for all, or arrays of as many.
        points: how many points the board has.
        many: how many events there are.

    Raises:
        CannotBeRead: they take more than 64 bits, or consist of something else than points, colors and conditions.
    """
    code, shift = np.zeros(many, dtype=np.uint64), 0
    for value, bits in _parts(event, points):
        if shift + bits > MOST_BITS:
            raise CannotBeRead("events too large to be told as numbers")
        code |= np.asarray(value).astype(np.uint64) << np.uint64(shift)
        shift += bits
    return code


def layout_of(event: Any, points: int) -> Layout:
    """In how many bits each part of an event is told."""
    return tuple(bits for _, bits in _parts(event, points))


def _parts(event: Any, points: int) -> Iterator[tuple[Any, int]]:
    if isinstance(event, tuple):
        for part in event:
            yield from _parts(part, points)
    elif isinstance(event, Coloring):
        yield from ((event.black, points), (event.white, points))
    elif isinstance(event, Color):
        yield event is BLACK, 1
    elif isinstance(event, bool) or np.asarray(event).dtype == np.bool_:
        yield event, 1
    elif isinstance(event, int | np.ndarray):
        yield event, points
    else:
        raise CannotBeRead("events that consist of more than points, colors and conditions")


class Questions(NamedTuple):
    """Questions of one kind about many events, each of which has a number: those after the ones asked before.

    Attributes:
        history: the number of the history.
        layout: in how many bits each part of an event is told.
        codes: the code of each event.
        times: how often it must have happened.
        yes: for each question, the tree that follows if it has.
        no: for each question, the tree that follows if it has not.
    """

    history: int
    layout: Layout
    codes: Words
    times: int
    yes: Packed
    no: Packed


@dataclass
class Forest:
    """The questions of many trees, each with a number; a tree without a question is -1 minus what it comes to.

    Attributes:
        points: how many points the board has.
        size: how many questions there are.
    """

    points: int
    size: int = 0
    _new: list[Questions] = field(default_factory=list)

    def begin_again(self) -> None:
        """Number questions from the first one on again."""
        self.size, self._new = 0, []

    def taken(self) -> list[Questions]:
        """The questions since they were last taken, in the order of their numbers; they are not kept here."""
        taken, self._new = self._new, []
        return taken

    def planted(self, past: Answers, many: int, run: Callable[[], Any], found: Callable[[Any], Numbers]) -> Numbers:
        """The trees of what a function comes to.

        Args:
            past: the answers that the function's histories give.
            many: for how many positions it is run at once.
            run: the function.
            found: the trees that stand for what it comes to, given that.
        """
        return self._planted(past, many, run, found, ())

    def _planted(
        self, past: Answers, many: int, run: Callable[[], Any], found: Callable[[Any], Numbers], given: Sequence[bool]
    ) -> Numbers:
        past.given, past.asked = tuple(given), 0
        try:
            return found(run())
        except UnansweredQuestion as open_question:
            question = open_question.question
        yes = self._planted(past, many, run, found, (*given, True))
        no = self._planted(past, many, run, found, (*given, False))
        return self._asking(question, many, yes, no)

    def _asking(self, question: Question, many: int, yes: Numbers, no: Numbers) -> Numbers:
        matters = np.flatnonzero(yes != no)
        trees = yes.copy()
        trees[matters] = np.arange(self.size, self.size + len(matters))
        self.size += len(matters)
        event, history = question.event, HISTORIES.index(question.history)
        layout, codes = layout_of(event, self.points), code_of(event, self.points, many)[matters]
        self._new.append(Questions(history, layout, codes, question.times, packed(yes[matters]), packed(no[matters])))
        return trees


def everywhere(comes_to: int, many: int) -> Numbers:
    """The tree without a question, for each of many."""
    return np.full(many, -1 - comes_to, dtype=np.int64)


def joined(arrays: Sequence[npt.NDArray[Any]]) -> Any:
    """Arrays one after the other; an empty one, if there are none."""
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=np.int64)


def packed(numbers: Any) -> Packed:
    """Whole numbers of 32 bits each."""
    return np.asarray(numbers).astype(np.int32, copy=False)
