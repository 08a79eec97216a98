"""The clauses of authors as they are in force: as the texts that were read of them, or as Python.

Python can inspect a value without our noticing. Where a clause does so, it may say one thing of a position, and
another of the array that stands for many of them. So a clause that can't be read answers for one case at a time, of
which nothing is left open; it can't be asked of many at once, and says so.

Which names a clause mentions, itself and in all that it calls, is read here too: it can't use what it has no name for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from types import FunctionType, ModuleType, NoneType
from typing import Any

from ..spec.algebra import Coloring
from ..spec.algebra.integers import IntegerBoard
from ..spec.answers import unchecked
from ..spec.guard import Guard
from ..spec.lemma import names_in
from ..spec.parameters import PARAMETERS
from ..spec.registry import Clause, Decision, clause_named, clauses_of_documents, read_by, registered_by_authors
from ..spec.rules import Amendment, Refusal, Rules
from ..spec.vocabulary import Agree, Ended, Move, Pass, Play, Position, Record, Tally, Unblock
from .kinds import TAKEN, annotated
from .language import ContainerAskedOtherwise, result_of
from .sources import OutsideLanguage, Rebuilt, constant, is_documented, is_of_project

NOT_OF_MANY = "The clause can only be asked about one position at a time, and here it would be asked about many."


@dataclass(frozen=True)
class ClauseRead:
    """A clause as it was read; one that can't be answers for one case at a time.

    Attributes:
        function: what runs where the clause is asked: what the text defines, or else what its author wrote.
        obstacle: where it says something that is outside of the language, and why; "" if it does not.
        text: what was read, as text that stands by itself; None if there is an obstacle.
        asks_otherwise: whether the obstacle is that it asks a container what that does not answer.

    >>> asked = ClauseRead(lambda black, white: black > white, "It is so.")
    >>> asked(2, 1)
    True
    """

    function: Callable[..., Any]
    obstacle: str = ""
    text: Rebuilt | None = None
    asks_otherwise: bool = False

    def __call__(self, *about: Any) -> Any:
        """What the clause says; a `Refusal` where it is asked of many cases, or of one of which something is open."""
        if not all(map(is_one_case, about)):
            raise Refusal(f"{self.obstacle} {NOT_OF_MANY}")
        return self.function(*about)


def is_one_case(value: object) -> bool:  # noqa: PLR0911
    """Whether something that a clause is asked about is of one game: no array, and nothing left open."""
    match value:
        case Coloring(board=within):
            return is_one_case(within)
        case Record(position=within) | Position(coloring=within) | Ended(coloring=within) | Play(before=within):
            return is_one_case(within)
        case Move(point=number) | Unblock(point=number):
            return type(number) is int
        case Tally(captures=captures):
            return is_one_case(captures)
        case Mapping():
            return all(map(is_one_case, value.values()))
        case tuple() | list() | set() | frozenset():
            return all(map(is_one_case, value))
    return type(value) in (int, float, bool, str, NoneType) or isinstance(
        value, IntegerBoard | Pass | Agree | Enum | Rules
    )


def read(function: Any, decides: Decision | str) -> ClauseRead:
    """Read a clause that takes part in a decision, or that stands for the definition of that name.

    >>> clause = clause_named("katago-v2/main/end-two-passes")
    >>> read(clause.function, Decision.PHASE_ENDS).obstacle
    ''
    >>> read(len, Decision.PHASE_ENDS).obstacle
    'It is no plain function; write it by `def` or `lambda`.'
    """
    if not isinstance(function, FunctionType):
        return ClauseRead(function, "It is no plain function; write it by `def` or `lambda`.")
    return ClauseRead(function, text=_made[function]) if function in _made else _read(function, decides)


_made: dict[FunctionType, Rebuilt] = {}
"""The functions that were made here of the texts that another process read."""


@cache
def _read(function: FunctionType, decides: Decision | str) -> ClauseRead:
    written: dict[FunctionType, Rebuilt] = {}
    try:
        result_of(function, _taken(decides), (), written)
    except OutsideLanguage as error:
        return ClauseRead(function, str(error), asks_otherwise=isinstance(error, ContainerAskedOtherwise))
    text = written.get(function)
    return ClauseRead(text.function() if text else function, text=text)


def _taken(decides: Decision | str) -> list[Any]:
    """The kinds of what a clause is given; `OutsideLanguage` if it stands for a definition that takes other things."""
    if isinstance(decides, Decision):
        return [TAKEN[name] for name in decides.takes]
    kinds = [
        annotated(annotation)
        for name, annotation in clause_named(decides).function.__annotations__.items()
        if name != "return"
    ]
    if None in kinds:
        raise OutsideLanguage("It stands for a definition that proofs do not read; amend the clauses that call it.")
    return kinds


OUTSIDE = "is outside of the language that is read"


def as_read(clause: Clause) -> Clause:
    """A clause of an author with the function that was read of it; or else one that answers for one case at a time.

    The very functions of the documents stay as they are, and so does what we put in their place and can't read.
    """
    reading, ours = _reading_of(clause), is_documented(clause.function)
    if reading.obstacle:
        return clause if is_of_project(clause.function) and not ours else replace(clause, function=reading)
    return clause if ours else replace(clause, function=reading.function)


def _reading_of(clause: Clause) -> ClauseRead:
    if not _is_plain(clause):
        reading = ClauseRead(clause.function, "It is not as `make_clause` makes clauses, and `given` their guards.")
    elif any(clause.function is known.function and clause.decides is known.decides for known in clauses_of_documents()):
        return ClauseRead(clause.function)
    else:
        reading = read(clause.function, clause.decides or clause.name)
    obstacle = reading.obstacle and f"The clause {clause.name} {OUTSIDE}. {reading.obstacle}"
    return replace(reading, obstacle=obstacle) if obstacle else reading


read_by(as_read)


def _is_plain(clause: Clause) -> bool:
    """Whether a clause is of exactly the types that it should have, so that it is the same whoever looks at it."""
    texts, guard = (clause.id, clause.part, clause.text), clause.guard
    return (
        type(clause) is Clause
        and all(type(text) is str for text in texts)
        and (clause.decides is None or type(clause.decides) is Decision)
        and bool(constant(clause.during))
        and type(guard) is Guard
        and all(
            type(name) is str
            and type(values) is frozenset
            and all(type(value) is str or constant(value) for value in values)
            for alternative in guard.alternatives
            for name, values in alternative
        )
    )


def obstacle_in(clause: Clause) -> str:
    """Why a clause in force can't be read, in a sentence or two; "" if it can."""
    function = unchecked(clause.function)
    return function.obstacle if isinstance(function, ClauseRead) else ""


def container_asked_otherwise(rules: Rules) -> str:
    """Which clause of a rules author asks a container what that does not answer, where, and what to write; or ""."""
    for clause in map(as_read, rules.by_authors):
        if isinstance(clause.function, ClauseRead) and clause.function.asks_otherwise:
            return clause.function.obstacle.replace(OUTSIDE, "asks a question that can't be answered")
    return ""


def outside_language(rules: Rules) -> str:
    """Which clause of a rules author is outside of the language of clauses, where, and why; "" if none is."""
    return next(filter(None, map(obstacle_in, map(as_read, rules.by_authors))), "")


def not_read(rules: Rules) -> str:
    """The same, and no clause is excepted but the very ones of the documents: of such rules nothing can be proved."""
    return next((reading.obstacle for reading in map(_reading_of, rules.by_authors) if reading.obstacle), "")


def as_texts(rules: Rules) -> Rules | None:
    """The same rules with the texts of their authors' clauses, to be sent to a process that never runs their files.

    None if a clause can't be read: only who runs the file can play such rules.
    """
    if not rules.as_written or not_read(rules) or registered_by_authors(rules.document):
        return None
    values = [rules.document, rules.literal, *rules.readings, *map(rules.parameter, PARAMETERS)]
    if type(rules) is not Rules or not all(constant(value) or _is_of_texts(value) for value in values):
        return None
    return _amended_by(rules, _with_text)


def _is_of_texts(value: object) -> bool:
    return type(value) is str or (type(value) is tuple and all(map(_is_of_texts, value)))


@cache
def made_of(texts: Rules) -> Rules:
    """The rules that `as_texts` has sent, with functions that are made here."""
    return _amended_by(texts, _with_function)


def _amended_by(rules: Rules, clause_of: Callable[[Clause], Clause]) -> Rules:
    amended = ((amendment.name, amendment.clause) for amendment in rules.amendments)
    return replace(rules, amendments=tuple(Amendment(name, clause and clause_of(clause)) for name, clause in amended))


def _with_text(clause: Clause) -> Clause:
    text: Any = clause.function if is_documented(clause.function) else _reading_of(clause).text
    return replace(clause, function=text, witness=clause.witness if is_documented(clause.witness) else None)


def _with_function(clause: Clause) -> Clause:
    text: object = clause.function
    if not isinstance(text, Rebuilt):
        return clause
    function = text.function()
    _made[function] = text
    return replace(clause, function=function)


PLAYED_AS_PYTHON = "So it is played as Python: every position is asked in its own game, and nothing is shared."


def played_as_python(rules: Rules) -> str:
    """What whoever searches under rules says of a clause that is outside of the language; "" if none is."""
    obstacle = outside_language(rules)
    return obstacle and f"{obstacle} {PLAYED_AS_PYTHON}"


VALUES_WITH_METHODS = (Record, Position, Play, Ended)
# It hands on what stood before without looking at it.
ONLY_COPIES = (Position.taken_on,)
_PROJECT = __name__.split(".", maxsplit=1)[0]


def names_mentioned(functions: Iterable[Callable[..., Any]]) -> frozenset[str]:
    """Every attribute and global name in some functions, and in those of their package that they call by name."""
    names: set[str] = set()
    to_read = list(map(as_written, functions))
    read: set[Callable[..., Any]] = set()
    while to_read:
        function = to_read.pop()
        if isinstance(function, FunctionType) and function not in read and function not in ONLY_COPIES:
            read.add(function)
            # An author may give a name of theirs to another function.
            mentioned, called = (_mentioned_once if _package(function) == _PROJECT else _mentioned)(function)
            names |= mentioned
            to_read += called
    return frozenset(names)


def as_written(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function itself, whoever looks at its answers or at what it is asked."""
    function = unchecked(function)
    return function.function if isinstance(function, ClauseRead) else function


def _mentioned(function: FunctionType) -> tuple[frozenset[str], tuple[Callable[..., Any], ...]]:
    names = frozenset(names_in(function.__code__))
    return names, tuple(_called(function, names))


_mentioned_once = cache(_mentioned)


def _called(function: FunctionType, names: frozenset[str]) -> Iterator[Callable[..., Any]]:
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    known += [cell.cell_contents for cell in function.__closure__ or ()]
    modules = [module for module in known if isinstance(module, ModuleType)]
    for value in known:
        if isinstance(value, FunctionType) and _package(value) in (_package(function), _PROJECT):
            yield value
    for owner in (*modules, *VALUES_WITH_METHODS):
        for name in names:
            value = vars(owner).get(name)
            if isinstance(value, property):
                value = value.fget
            if isinstance(value, FunctionType):
                yield value


def _package(function: FunctionType) -> str:
    return (function.__module__ or "").split(".", maxsplit=1)[0]
