"""Statements compared by what they do, and rid of what nothing uses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from .program import (
    Assign,
    Atom,
    Call,
    Leave,
    Let,
    Loop,
    Name,
    Remark,
    Statement,
    Variable,
    When,
    names_used,
)


def without_unused(body: Iterable[Statement], used: Iterable[Atom]) -> tuple[Statement, ...]:
    """Statements without the names that nothing uses, in the statements or after them.

    >>> from superko.spec.algebra.emitting.program import Expression, Kind, Operator
    >>> unused = Let(Name("w1", Kind.WORD), Expression(Operator.NOT, (5,)))
    >>> without_unused([unused, Remark("nothing is left")], [])
    (Remark(text='nothing is left'),)
    """
    kept, _ = _kept(tuple(body), names_used((), used))
    return kept


def _kept(body: tuple[Statement, ...], needed: frozenset[str]) -> tuple[tuple[Statement, ...], frozenset[str]]:
    """The statements that do something for names that are needed after them; and the names needed before them."""
    kept: list[Statement] = []
    for statement in reversed(body):
        some = _with_what_is_needed(statement, needed)
        if some is not None:
            kept.append(some)
            needed |= names_used([some])
    return tuple(reversed(kept)), needed


def _with_what_is_needed(statement: Statement, needed: frozenset[str]) -> Statement | None:
    match statement:
        case Let(name) | Variable(name) | Assign(name):
            return statement if name.text in needed else None
        case Call(names):
            return None if needed.isdisjoint(name.text for name in names) else statement
        case When(condition, body):
            within, _ = _kept(body, needed)
            return When(condition, within) if _does_something(within) else None
        case Loop(body):
            return None if needed.isdisjoint(assigned(body)) else Loop(_kept_again_and_again(body, needed))
        case _:
            return statement


def _kept_again_and_again(body: tuple[Statement, ...], needed: frozenset[str]) -> tuple[Statement, ...]:
    """The same of a loop: what is needed before its statements is needed after them too."""
    while True:
        kept, before = _kept(body, needed)
        if before == needed:
            return kept
        needed = before


def _does_something(body: Iterable[Statement]) -> bool:
    return not all(isinstance(statement, Remark) for statement in body)


def assigned(body: Iterable[Statement]) -> Iterator[str]:
    """The names of the variables that statements change."""
    for statement in body:
        match statement:
            case Assign(name):
                yield name.text
            case When(_, within) | Loop(within):
                yield from assigned(within)


def alike(statements: Iterable[Statement]) -> Hashable:
    """Statements with numbers in the place of the names that they introduce, so that only what they do is compared.

    >>> from superko.spec.algebra.emitting.program import Expression, Kind, Operator
    >>> first, second = (Let(Name(text, Kind.WORD), Expression(Operator.NOT, (5,))) for text in ("w1", "w2"))
    >>> alike([first]) == alike([second])
    True
    """
    numbers: dict[str, int] = {}

    def atom(some: Atom) -> Hashable:
        return (type(some), some) if not isinstance(some, Name) else (numbers.get(some.text, some.text), some.kind)

    def told(statement: Statement) -> Hashable:
        match statement:
            case Let(name, value):
                does: tuple[Hashable, ...] = (value.operator, *map(atom, value.operands))
                numbers[name.text] = len(numbers)
            case Call(names, program, operands):
                does = (program, *map(atom, operands))
                numbers.update({name.text: len(numbers) + place for place, name in enumerate(names)})
            case Variable(name, value):
                does = (atom(value), name.kind)
                numbers[name.text] = len(numbers)
            case Assign(name, value):
                does = atom(name), atom(value)
            case Leave(condition):
                does = (atom(condition),)
            case When(condition, body):
                does = (atom(condition), *all_told(body))
            case Loop(body):
                does = all_told(body)
            case Remark():
                return None
        return type(statement), does

    def all_told(body: Iterable[Statement]) -> tuple[Hashable, ...]:
        return tuple(told(some) for some in body if not isinstance(some, Remark))

    return all_told(statements)
