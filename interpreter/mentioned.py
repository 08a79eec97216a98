"""Which names a clause mentions, itself and in all that it calls: it can't use what it has no name for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from ..spec.answers import unchecked
from ..spec.lemma import names_in
from ..spec.vocabulary import Ended, Play, Position, Record
from .clauses_of_authors import AskedOfOne

VALUES_WITH_METHODS = (Record, Position, Play, Ended)
# It hands on what stood before without looking at it.
ONLY_COPIES = (Position.taken_on,)
_PACKAGE = __name__.split(".", maxsplit=1)[0]


def names_mentioned(functions: Iterable[Callable[..., Any]]) -> frozenset[str]:
    """Every attribute and global name in some functions, and in the functions of their package that they call by name.

    >>> "since_pass" in names_mentioned([lambda record: record.since_pass])
    True
    """
    names: set[str] = set()
    to_read = list(map(as_written, functions))
    read: set[Callable[..., Any]] = set()
    while to_read:
        function = to_read.pop()
        if isinstance(function, FunctionType) and function not in read and function not in ONLY_COPIES:
            read.add(function)
            mentioned = set(names_in(function.__code__))
            names |= mentioned
            to_read += _called(function, mentioned)
    return frozenset(names)


def as_written(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function itself, whoever looks at its answers or at what it is asked."""
    function = unchecked(function)
    return function.function if isinstance(function, AskedOfOne) else function


def _called(function: FunctionType, names: set[str]) -> Iterator[Callable[..., Any]]:
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    known += [cell.cell_contents for cell in function.__closure__ or ()]
    modules = [module for module in known if isinstance(module, ModuleType)]
    for value in known:
        if isinstance(value, FunctionType) and _package(value) in (_package(function), _PACKAGE):
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
