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
    statements, used = tuple(body), tuple(used)
    while True:
        kept = tuple(_kept(statements, names_used(statements, used)))
        if kept == statements:
            return kept
        statements = kept


def _kept(statements: Iterable[Statement], needed: frozenset[str]) -> Iterator[Statement]:
    for statement in statements:
        match statement:
            case Let(name) if name.text not in needed:
                continue
            case Call(names) if needed.isdisjoint(name.text for name in names):
                continue
            case When(condition, body):
                yield When(condition, tuple(_kept(body, needed)))
            case Loop(body):
                yield Loop(tuple(_kept(body, needed)))
            case _:
                yield statement


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
                does = (atom(condition), *map(told, body))
            case Loop(body):
                does = tuple(map(told, body))
            case Remark():
                return None
        return type(statement), does

    return tuple(map(told, (some for some in statements if not isinstance(some, Remark))))
