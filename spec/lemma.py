"""Lemmas: equal forms of a clause that are proved, and stand in for it while nothing they rest on is amended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from functools import cache, partial
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

from .algebra.coloring import remembering_the_last
from .registry import Clause, Decision, clause_named

PACKAGE = __name__.rpartition(".")[0]
F = TypeVar("F", bound=Callable[..., Any])


class Serves(Enum):
    """What a lemma says of a clause; its function takes what is named here."""

    AS_EQUAL = "an equal and faster form, which takes what the clause takes"
    WHERE_IT_FORBIDS = "of a record, the only points at which the clause can forbid a move"
    WHERE_MOVES_ARE_QUIET = "of a coloring and a player, points at which a move does nothing but add its stone"


@dataclass(frozen=True)
class Lemma:
    """What makes a clause faster to ask, and is true of it as long as nothing that it rests on is amended.

    Attributes:
        function: the faster form, or the points.
        claim: the id of the claim that it is so.
        rests_on: the decisions, and the names of the clauses, that this rests on besides.
    """

    of: str
    function: Callable[..., Any]
    claim: str
    rests_on: frozenset[Decision | str]
    serves: Serves

    def stands(self, amended: Collection[Decision | str]) -> bool:
        """Whether it is still true of the clause after these clauses, and clauses of these decisions, were amended."""
        return self.of not in amended and self.rests_on.isdisjoint(amended)


_lemmas: dict[tuple[Serves, str], Lemma] = {}


def lemma(
    of: str | Collection[str],
    claim: str,
    rests_on: Iterable[Decision | str] = (),
    serves: Serves = Serves.AS_EQUAL,
) -> Callable[[F], F]:
    """Register a function as what serves a clause, or those of several texts, once for each; see `Lemma`."""

    def register(function: F) -> F:
        for name in [of] if isinstance(of, str) else of:
            if (serves, name) in _lemmas:
                raise ValueError(f"There is a lemma for {name} already.")
            _lemmas[serves, name] = Lemma(name, function, claim, frozenset(rests_on), serves)
        return function

    return register


def lemmas(serves: Serves = Serves.AS_EQUAL) -> tuple[Lemma, ...]:
    """The lemmas that serve so, in the order of their registration."""
    return tuple(each for each in _lemmas.values() if each.serves is serves)


def standing(serves: Serves, amended: Iterable[Clause]) -> dict[str, Callable[..., Any]]:
    """What serves each clause, by its name, but for those that an amendment takes the ground from."""
    touched: set[Decision | str] = set()
    for clause in amended:
        touched |= {clause.name} if clause.decides is None else {clause.name, clause.decides}
    return {each.of: each.function for each in lemmas(serves) if each.stands(touched)}


def with_faster_forms(documented: Mapping[str, Clause], amended: Iterable[Clause]) -> dict[str, Clause]:
    """Clauses with every lemma in the place of what it equals, as far as they stand; see `standing`."""
    instead = {name: form for name, form in standing(Serves.AS_EQUAL, amended).items() if name in documented}
    named = tuple((clause_named(name).function, form) for name, form in instead.items())
    anew = {name: instead.get(name) or calling(clause.function, named) for name, clause in documented.items()}
    return {
        name: clause if anew[name] is clause.function else replace(clause, function=anew[name])
        for name, clause in documented.items()
    }


def calling(function: Callable[..., Any], instead: Iterable[tuple[Callable[..., Any], Callable[..., Any]]]) -> Any:
    """The text of a function, with other functions in the place of some that it calls by name."""
    if not isinstance(function, FunctionType):
        return function
    called = function.__globals__
    renamed = {name: new for old, new in instead for name in function.__code__.co_names if called.get(name) is old}
    return reading(function, **renamed) if renamed else function


def rewritten(function: Any, instead: Mapping[Callable[..., Any], Callable[..., Any]]) -> Any:
    """The text of a function, with other functions wherever it, or one of `spec` or of its author, calls some.

    >>> def stones(c):
    ...     return c.black
    >>> rewritten(stones, {stones: len}) is len, rewritten(stones, {}) is stones
    (True, True)
    """
    if isinstance(function, partial):
        called = rewritten(function.func, instead)
        return function if called is function.func else partial(called, *function.args, **function.keywords)
    if is_dataclass(function) and not isinstance(function, type):
        called = rewritten(vars(function).get("function"), instead)
        return function if called is vars(function).get("function") else replace(cast(Any, function), function=called)
    known: dict[Any, Any] = dict(instead)

    def anew(called: Any) -> Any:
        if called not in known:
            known[called] = called
            known[called] = _with_changes(called, anew)
        return known[called]

    return anew(function)


def _with_changes(function: Any, anew: Callable[[Any], Any]) -> Any:
    if not isinstance(function, FunctionType):
        return function
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is not None:
        new = anew(wrapped)
        return function if new is wrapped else remembering_the_last(new)
    names = frozenset(names_in(function.__code__))
    changes: dict[str, Any] = {}
    enclosed = {name: cell.cell_contents for name, cell in _cells(function) if cell != CellType()}
    known = {name: function.__globals__.get(name) for name in names} | enclosed
    for name, value in known.items():
        # One of `spec`, or of the file of a function that calls it, as a rules author's may be.
        may_be_read = isinstance(value, FunctionType) and (_is_ours(value) or value.__module__ == function.__module__)
        if may_be_read and (new := anew(value)) is not value:
            changes[name] = new
        elif isinstance(value, ModuleType) and value.__name__.startswith(PACKAGE):
            called = {inner: member for inner in names if _is_ours(member := getattr(value, inner, None))}
            instead = {inner: new for inner, member in called.items() if (new := anew(member)) is not member}
            if instead:
                changes[name] = _module_reading(value, **instead)
    return reading(function, **changes) if changes else function


def names_in(code: CodeType) -> Iterator[str]:
    """The names that the code of a function mentions, in the functions within it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def _cells(function: FunctionType) -> Iterator[tuple[str, CellType]]:
    return zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)


def _is_ours(value: object) -> bool:
    return isinstance(value, FunctionType) and value.__module__.startswith(PACKAGE)


@cache
def _module_reading(module: ModuleType, /, **instead: Callable[..., Any]) -> ModuleType:
    """A module with other functions in the place of some; the same one each time, as functions are read with it."""
    same = ModuleType(module.__name__)
    vars(same).update(vars(module) | instead)
    return same


@cache
def reading(function: Callable[..., Any], /, **instead: Callable[..., Any] | ModuleType) -> Callable[..., Any]:
    """The text of a function, with other functions where it calls some by name.

    The text stays one: nothing is written twice, so that no copy can differ.

    >>> def greet():
    ...     return word()
    >>> reading(greet, word=lambda: "hello")()
    'hello'
    """
    assert isinstance(function, FunctionType), "a clause is a plain function"
    names = {**function.__globals__, **instead}
    cells = tuple(CellType(instead[name]) if name in instead else cell for name, cell in _cells(function))
    same = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    same.__kwdefaults__ = function.__kwdefaults__
    return same
