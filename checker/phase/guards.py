"""Guards: the trees of questions about past events on which steps depend, and the events, numbered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...spec.algebra.arrays import Words
from .codes import code_of, layout_of
from .dependence import HISTORIES
from .many import Numbers
from .past import AskedHistory, CannotBeRead, Past, Question, RefusedPast, UnansweredQuestion
from .symmetry import Layout, Packed


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


class Questions(NamedTuple):
    """Questions of one kind about many events, each of which has a number: those after the ones asked before.

    Attributes:
        history: the number of the history.
        layout: what the code of an event tells.
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


class NoGuards:
    """No guards: a clause that asks about the past is refused.

    Attributes:
        past: the past of which clauses are told.
    """

    def __init__(self) -> None:
        self.past = RefusedPast()

    def planted(self, many: int, run: Callable[[], Any], found: Callable[[Any], Numbers]) -> Numbers:
        """See `Forest.planted`."""
        return found(run())


@dataclass
class Forest:
    """The questions of many trees, each with a number; a tree without a question is -1 minus what it comes to.

    Attributes:
        points: how many points the board has.
        size: how many questions there are.
        past: the past of which clauses are told.
    """

    points: int
    size: int = 0
    past: Answers = field(default_factory=Answers)
    _new: list[Questions] = field(default_factory=list)

    def taken(self) -> list[Questions]:
        """The questions since they were last taken, in the order of their numbers; they are not kept here."""
        taken, self._new = self._new, []
        return taken

    def planted(self, many: int, run: Callable[[], Any], found: Callable[[Any], Numbers]) -> Numbers:
        """The trees of what a function comes to whose histories ask `past`.

        Args:
            many: for how many positions it is run at once.
            run: the function.
            found: the trees that stand for what it comes to, given that.
        """
        return self._planted(many, run, found, ())

    def _planted(
        self, many: int, run: Callable[[], Any], found: Callable[[Any], Numbers], given: Sequence[bool]
    ) -> Numbers:
        self.past.given, self.past.asked = tuple(given), 0
        try:
            return found(run())
        except UnansweredQuestion as open_question:
            question = open_question.question
        yes = self._planted(many, run, found, (*given, True))
        no = self._planted(many, run, found, (*given, False))
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
