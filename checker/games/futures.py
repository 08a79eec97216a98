"""What the future of a game depends on, so that games that can't be told apart any more are searched once.

Two games of the same length have the same future, turn for turn, when they agree in everything that a clause in force
may still ask about. Which parts of a record those are is read off the clauses themselves: a part that no clause in
force mentions, nor anything that it calls, makes no difference. Of a history, clauses ask which states it holds, not
when they stood; of the record before, only its position. Tests hold every clause of the documents to both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ...spec.algebra import Color
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Ended, Phase, Play, Position, Record

VALUES_WITH_METHODS = (Record, Position, Play, Ended)
NOT_ASKED_WHEN_PLAYING = (None, Decision.OWNERSHIP_SCORE)


def _moves_in(record: Record, *phases: Phase) -> Hashable:
    return tuple(record.tally.moves.get((color, phase), 0) for color in Color for phase in phases)


PARTS: Mapping[str, Callable[[Record], Hashable]] = {
    "passed": lambda record: bool(record.position.passed),
    "last": lambda record: record.last,
    "previous": lambda record: record.previous and record.previous.position,
    "phase_turn": lambda record: record.phase_turn,
    "earlier": lambda record: frozenset(record.earlier),
    "since_pass": lambda record: record.since_pass.counts(),
    "passed_from": lambda record: frozenset(record.passed_from),
    "made": lambda record: frozenset(record.made),
    "pass_run": lambda record: record.pass_run,
    "passes": lambda record: record.passes,
    "captures": lambda record: tuple(record.tally.captures[color] for color in Color),
    "moves": lambda record: _moves_in(record, Phase.SECOND_CLEANUP),
    "earlier_moves": lambda record: _moves_in(record, Phase.MAIN, Phase.FIRST_CLEANUP),
    "first_passer": lambda record: record.tally.first_passer,
    "button": lambda record: record.tally.first_passer,
    "second_cleanup_start": lambda record: record.tally.second_cleanup_start,
}


def future_of(rules: Rules, further: Iterable[Callable[..., Any]] = ()) -> Callable[[Record], Hashable]:
    """A value for each record under some rules: where two records of the same turn agree in it, so do their futures.

    Args:
        rules: the rules.
        further: functions that may ask about records too, such as ones to be tried in the place of a clause.

    Raises:
        ValueError: the rules have amended clauses, of which nothing is known.
    """
    if rules.amendments:
        raise ValueError("Which parts of a record amended clauses ask about is not known.")
    deciding = (clause.function for clause in rules.in_force if clause.decides not in NOT_ASKED_WHEN_PLAYING)
    names = names_mentioned((*deciding, *further))
    parts = [part for name, part in PARTS.items() if name in names]

    def future(record: Record) -> Hashable:
        position = record.position
        what_stands = (position.coloring, position.player, position.phase, position.marks)
        return (what_stands, *(part(record) for part in parts))

    return future


def names_mentioned(
    functions: Iterable[Callable[..., Any]], copying: Iterable[Callable[..., Any]] = ()
) -> frozenset[str]:
    """Every attribute and global name in some functions, and in the functions of their package that they call by name.

    Args:
        functions: the functions.
        copying: functions that only hand on what they mention, and are not looked into.

    >>> "since_pass" in names_mentioned([lambda record: record.since_pass])
    True
    """
    names: set[str] = set()
    to_read = list(functions)
    read: set[Callable[..., Any]] = set(copying)
    while to_read:
        function = to_read.pop()
        if isinstance(function, FunctionType) and function not in read:
            read.add(function)
            mentioned = set(_names_in(function.__code__))
            names |= mentioned
            to_read += _called(function, mentioned)
    return frozenset(names)


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def _called(function: FunctionType, names: set[str]) -> Iterator[Callable[..., Any]]:
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    known += [cell.cell_contents for cell in function.__closure__ or ()]
    modules = [some for some in known if isinstance(some, ModuleType)]
    for value in known:
        if isinstance(value, FunctionType) and _package(value) == _package(function):
            yield value
    for owner in (*modules, *VALUES_WITH_METHODS):
        for name in names:
            value = vars(owner).get(name)
            if isinstance(value, property):
                value = value.fget
            if isinstance(value, FunctionType):
                yield value


def _package(function: FunctionType) -> str:
    return function.__module__.split(".", maxsplit=1)[0]
