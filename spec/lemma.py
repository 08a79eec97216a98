"""Lemmas: equal forms of a clause that are proved, and stand in for it while nothing they rest on is amended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache, partial
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

from .algebra.coloring import remembering_the_last
from .registry import Clause, Decision, clause_named

PACKAGE = __name__.rpartition(".")[0]
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Lemma:
    """What makes a clause faster to ask, and is true of it as long as nothing that it rests on is amended.

    It is a form that is equal to the clause and faster, or says at which points the clause can forbid a move at all, or
    at which points the moves that it makes do nothing but add a stone.

    Attributes:
        of: the name of the clause.
        function: the faster form, which takes what the clause takes; or the points, of a record, or of a coloring and a
            player.
        claim: the id of the claim that it is so.
        rests_on: the decisions, and the names of the clauses, that this rests on besides.
    """

    of: str
    function: Callable[..., Any]
    claim: str
    rests_on: frozenset[Decision | str]

    def stands(self, amended: Collection[Decision | str]) -> bool:
        """Whether it is still true of the clause after these clauses, and clauses of these decisions, were amended."""
        return self.of not in amended and self.rests_on.isdisjoint(amended)


_lemmas: dict[str, Lemma] = {}
_places: dict[str, Lemma] = {}
_quiet: dict[str, Lemma] = {}


def lemma(of: str | Collection[str], claim: str, rests_on: Iterable[Decision | str] = ()) -> Callable[[F], F]:
    """Register a function as an equal and faster form of a clause, or of those of several texts; see `Lemma`.

    Raises:
        ValueError: the clause has such a form already.
    """
    return _registering_in(_lemmas, of, claim, rests_on)


def forbids_only_at(of: str | Collection[str], claim: str, rests_on: Iterable[Decision | str] = ()) -> Callable[[F], F]:
    """Register a function from records to the only points at which a clause can forbid a move; see `Lemma`.

    Where many moves are judged, only those at these points need be shown to the clause.

    Raises:
        ValueError: the clause has such a function already.
    """
    return _registering_in(_places, of, claim, rests_on)


def quiet_at(of: str | Collection[str], claim: str, rests_on: Iterable[Decision | str] = ()) -> Callable[[F], F]:
    """Register a function from a coloring and a player to points at which a move does nothing but add its stone.

    Raises:
        ValueError: the clause has such a function already.
    """
    return _registering_in(_quiet, of, claim, rests_on)


def _registering_in(
    table: dict[str, Lemma], of: str | Collection[str], claim: str, rests_on: Iterable[Decision | str]
) -> Callable[[F], F]:
    def register(function: F) -> F:
        for name in [of] if isinstance(of, str) else of:
            if name in table:
                raise ValueError(f"There is a lemma for {name} already.")
            table[name] = Lemma(name, function, claim, frozenset(rests_on))
        return function

    return register


def lemmas() -> tuple[Lemma, ...]:
    """The faster forms, in the order of their registration."""
    return tuple(_lemmas.values())


def lemmas_on_points() -> tuple[Lemma, ...]:
    """What `forbids_only_at` has registered, in the order of registration."""
    return tuple(_places.values())


def lemmas_on_quiet_moves() -> tuple[Lemma, ...]:
    """What `quiet_at` has registered, in the order of registration."""
    return tuple(_quiet.values())


def with_faster_forms(documented: Mapping[str, Clause], amended: Iterable[Clause]) -> dict[str, Clause]:
    """Clauses with every lemma in the place of what it equals, but for those that an amendment takes the ground from.

    Args:
        documented: clauses of the documents, by their names.
        amended: the clauses that were replaced, dropped or added, in both forms where they have two.
    """
    standing = [lemma for lemma in _standing(lemmas(), amended) if lemma.of in documented]
    instead = {lemma.of: lemma.function for lemma in standing}
    named = tuple((_text(lemma), lemma.function) for lemma in standing)
    anew = {name: instead.get(name) or calling(clause.function, named) for name, clause in documented.items()}
    return {
        name: clause if anew[name] is clause.function else replace(clause, function=anew[name])
        for name, clause in documented.items()
    }


def points_of_bans(amended: Iterable[Clause]) -> dict[str, Callable[..., Any]]:
    """For each clause of which a lemma says at which points it can forbid a move: those points, of a record.

    Args:
        amended: as for `with_faster_forms`; lemmas that an amendment takes the ground from are left out.
    """
    return {lemma.of: lemma.function for lemma in _standing(lemmas_on_points(), amended)}


def points_of_quiet_moves(amended: Iterable[Clause]) -> dict[str, Callable[..., Any]]:
    """For each clause that makes moves, if a lemma says where they are quiet: those points; see `points_of_bans`."""
    return {lemma.of: lemma.function for lemma in _standing(lemmas_on_quiet_moves(), amended)}


def _standing(registered: Iterable[Lemma], amended: Iterable[Clause]) -> list[Lemma]:
    touched: set[Decision | str] = set()
    for clause in amended:
        touched |= {clause.name} if clause.decides is None else {clause.name, clause.decides}
    return [lemma for lemma in registered if lemma.stands(touched)]


def _text(lemma: Lemma) -> Callable[..., Any]:
    return clause_named(lemma.of).function


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
        if _may_be_read(value, function) and (new := anew(value)) is not value:
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


def _may_be_read(called: object, caller: FunctionType) -> bool:
    """Whether a function is one of `spec`, or stands in the file of one that calls it, as a rules author's may."""
    return _is_ours(called) or (isinstance(called, FunctionType) and called.__module__ == caller.__module__)


def _is_ours(value: object) -> bool:
    return isinstance(value, FunctionType) and value.__module__.startswith(PACKAGE)


@lru_cache(1 << 10)
def _module_reading(module: ModuleType, /, **instead: Callable[..., Any]) -> ModuleType:
    """A module with other functions in the place of some; the same one each time, as functions are read with it."""
    same = ModuleType(module.__name__)
    vars(same).update(vars(module) | instead)
    return same


@lru_cache(1 << 10)
def reading(function: Callable[..., Any], /, **instead: Callable[..., Any] | ModuleType) -> Callable[..., Any]:
    """The text of a function, with other functions where it calls some by name.

    The text stays one: nothing is written again that could then come to say something else.

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
