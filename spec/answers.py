"""What a clause of a rules author answers: where it can't be what its decision asks for, that is said at once.

A clause that forgets its `return` answers None, which Python would take for no. The clauses of the documents are not
asked about it, as their types are checked when they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from types import FunctionType, NoneType
from typing import Any

from .algebra.color import Color
from .algebra.coloring import Coloring
from .registry import Clause, Decision
from .vocabulary import Ended, Play, Position, Record, Remembered, Tally

PROJECT = __name__.split(".", maxsplit=1)[0]
NEVER_REMEMBERED = (NoneType, list, dict, set)
NO_SETS_OR_NUMBERS = (NoneType, str, bytes, tuple, list, dict, set, frozenset, Enum, Position, Play, Record, Ended)


class WrongAnswer(ValueError):
    """A clause of a rules author that answers what can't be an answer to what it decides.

    Attributes:
        clause: which clause fails, and where it stands, as the beginning of a sentence.
        reason: what it answers, and what it should.
    """

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(clause, reason)
        self.clause = clause
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.clause}: {self.reason}."


@dataclass(frozen=True, eq=False)
class Checked:
    """The function of a clause, every answer of which is looked at; it equals that function, and says the same.

    >>> Checked("house/end", Decision.PHASE_ENDS, lambda record: record)(True)
    True
    """

    name: str
    decides: Decision
    function: Callable[..., Any]

    def __call__(self, *about: Any) -> Any:
        """What the clause answers; `WrongAnswer` if that can't be one."""
        try:
            answer = self.function(*about)
        except (StopIteration, SystemExit) as error:
            # These would end what asks, without a word.
            raise WrongAnswer(f"The clause {self.name} fails{_place(self.function)}", type(error).__name__) from error
        if not may_answer(self.decides, answer):
            wanted = f"what decides {self.decides.name} is `{self.decides.value.partition(':')[0]}`"
            raise WrongAnswer(f"The clause {self.name} fails{_place(self.function)}", f"{_words(answer)}; {wanted}")
        return answer

    def __eq__(self, other: object) -> bool:
        return self.function == (other.function if isinstance(other, Checked) else other)

    def __hash__(self) -> int:
        return hash(self.function)


def checked(clause: Clause) -> Clause:
    """A clause whose answers are looked at, if it is none of this project and decides something."""
    function = _as_written(clause.function)
    if clause.decides is None or (
        function is not None and (function.__module__ or "").split(".", maxsplit=1)[0] == PROJECT
    ):
        return clause
    return replace(clause, function=Checked(clause.name, clause.decides, clause.function))


def unchecked(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function as its author wrote it, whether or not its answers are looked at."""
    return function.function if isinstance(function, Checked) else function


def may_answer(decision: Decision, answer: Any) -> bool:
    """Whether something can be an answer to what a decision asks.

    Sets, numbers and conditions are of as many types as there are semantics, so of these it is only known what they
    are not. Nothing is asked of the answer itself: it may be left open.

    >>> may_answer(Decision.LEGAL, None), may_answer(Decision.WINNER, None), may_answer(Decision.SCORE, "three")
    (False, True, False)
    """
    kind = type(answer)
    exact = EXACTLY.get(decision.gives)
    if exact is not None:
        return issubclass(kind, exact) and _HAS_ITS_PARTS.get(decision.gives, bool)(answer)
    if decision in (Decision.STATE, Decision.MADE):
        return not issubclass(kind, NEVER_REMEMBERED)
    if decision is Decision.WINNER:
        return kind is Color or not issubclass(kind, (str, bytes, bool, int, float, tuple))
    return not issubclass(kind, NO_SETS_OR_NUMBERS)


EXACTLY: Mapping[str, tuple[type, ...]] = {
    "Position": (Position,),
    "Play": (Play,),
    "Tally": (Tally,),
    "Ended": (Ended,),
    "number for each color": (Mapping,),
    "kinds of the past": (frozenset, set),
    "decisions": (tuple, list),
}
_HAS_ITS_PARTS: Mapping[str, Callable[[Any], bool]] = {
    "Position": lambda answer: _is_on_the_board(answer.coloring),
    "number for each color": lambda answer: set(answer) == set(Color),
    "kinds of the past": lambda answer: all(type(part) is Remembered for part in answer),
    "decisions": lambda answer: all(type(part) is Decision for part in answer),
}


def _is_on_the_board(c: Coloring[Any]) -> bool:
    """Whether no stone is off the board; other forms of sets are not asked."""
    return not isinstance(c.black, int) or not (c.black | c.white) & ~c.board.everything


def _words(answer: Any) -> str:
    match answer:
        case Position() if not _is_on_the_board(answer.coloring):
            return "it returns a position with a stone off the board"
        case None:
            return "it returns None, as where a `return` is forgotten"
        case str() | int() | float() | tuple():
            return f"it returns {answer!r}"
    return f"it returns a value of type {type(answer).__name__}"


def _place(function: Callable[..., Any]) -> str:
    written = _as_written(function)
    if written is None:
        return ""
    return f" in {Path(written.__code__.co_filename).name}, line {written.__code__.co_firstlineno}"


def _as_written(function: Any) -> FunctionType | None:
    """The plain function that another one calls, with more arguments or after a look at them; None if there is none."""
    while isinstance(function, partial) or hasattr(function, "function"):
        function = function.func if isinstance(function, partial) else function.function
    return function if isinstance(function, FunctionType) else None
