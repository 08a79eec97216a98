"""Queries as text in SMT-LIB 2: the very formulas, with names that no two binders and no two symbols share.

z3's own printer gives binders inside one another the same name, and numbers what is shared by what it did before. Here
each binder has a name of its own in the whole text, and the same formulas always give the same text. Names that end in
a number after "!" are numbered as they come up; so a text that is read and written again comes out the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import z3

SIMPLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_!.-]*")
LONGEST_REPEATED = 60
NAMED_OTHERWISE = {z3.Z3_OP_ITE: "ite"}
INDEXED = (z3.Z3_OP_EXTRACT, z3.Z3_OP_ZERO_EXT, z3.Z3_OP_SIGN_EXT)


def script(statements: Sequence[Any], logic: str) -> str:
    """The text that asks whether some z3 formulas can hold together.

    >>> any_, other = z3.Ints("any other")
    >>> print(script([z3.ForAll([any_], z3.Exists([any_], any_ > other))], "LIA"), end="")
    (set-logic LIA)
    (declare-fun other () Int)
    (assert (forall ((any Int)) (exists ((any!2 Int)) (> any!2 other))))
    (check-sat)
    """
    writing = Writing()
    texts, shared = writing.scope(statements)
    lines = [f"(set-logic {logic})", *writing.declarations]
    lines += [f"(define-fun {name} () {sort} {text})" for name, sort, text in shared]
    lines += [f"(assert {text})" for text in texts]
    return "\n".join([*lines, "(check-sat)", ""])


def quoted(name: str) -> str:
    """A name as a symbol of SMT-LIB."""
    return name if SIMPLE_NAME.fullmatch(name) else f"|{name}|"


class Writing:
    """Terms on their way to text.

    Attributes:
        declarations: the sorts, functions and constants that came up, in their order.
    """

    def __init__(self) -> None:
        self.declarations: list[str] = []
        self._names: dict[tuple[str, int], str] = {}
        self._used: Counter[str] = Counter()
        # What is named by its id is kept, so that z3 does not give the id to others.
        self._kept: list[Any] = []

    def scope(self, terms: Sequence[Any]) -> tuple[list[str], list[tuple[str, str, str]]]:
        """The texts of terms, and what they share: the name, sort and text of each part that is long and repeated."""
        ordered = list(_parts_first(terms))
        uses = Counter(part.get_id() for term in ordered for part in _parts(term))
        uses.update(term.get_id() for term in terms)
        texts: dict[int, str] = {}
        shared = []
        for term in ordered:
            text = self._text(term, texts)
            if uses[term.get_id()] > 1 and len(text) > LONGEST_REPEATED:
                name = self._new_name("part!")
                shared.append((name, self._sort(term.sort()), text))
                text = name
            texts[term.get_id()] = text
        return [texts[term.get_id()] for term in terms], shared

    def _text(self, term: Any, texts: dict[int, str]) -> str:
        if z3.is_quantifier(term):
            return self._quantified(term)
        if z3.is_bv_value(term):
            return f"#b{term.as_long():0{term.size()}b}"
        if z3.is_int_value(term):
            return _with_sign(term.as_long(), str)
        if z3.is_rational_value(term):
            return _fraction(term)
        head = self._head(term.decl())
        return f"({head} {' '.join(texts[part.get_id()] for part in term.children())})" if term.num_args() else head

    def _head(self, function: z3.FuncDeclRef) -> str:
        kind = function.kind()
        if kind in (z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_DT_CONSTRUCTOR):
            return self._symbol(function)
        name: str = NAMED_OTHERWISE.get(kind, function.name())
        return f"(_ {name} {' '.join(map(str, function.params()))})" if kind in INDEXED else name

    def _symbol(self, function: z3.FuncDeclRef) -> str:
        known = "function", function.get_id()
        if known not in self._names:
            sorts = [self._sort(function.domain(index)) for index in range(function.arity())]
            sort = self._sort(function.range())
            # A constructor has its name from its sort.
            if known not in self._names:
                name = self._names[known] = self._new_name(function.name())
                self._kept.append(function)
                self.declarations.append(f"(declare-fun {name} ({' '.join(sorts)}) {sort})")
        return self._names[known]

    def _sort(self, sort: z3.SortRef) -> str:
        if sort.kind() not in (z3.Z3_UNINTERPRETED_SORT, z3.Z3_DATATYPE_SORT):
            return str(sort.sexpr())
        known = "sort", sort.get_id()
        if known not in self._names:
            name = self._names[known] = self._new_name(sort.name())
            self._kept.append(sort)
            self.declarations.append(
                self._enumerated(sort, name) if _is_enumerated(sort) else f"(declare-sort {name} 0)"
            )
        return self._names[known]

    def _enumerated(self, sort: z3.DatatypeSortRef, name: str) -> str:
        values = [sort.constructor(index) for index in range(sort.num_constructors())]
        for value in values:
            self._names["function", value.get_id()] = self._new_name(value.name())
        self._kept += values
        constructors = " ".join(f"({self._names['function', value.get_id()]})" for value in values)
        return f"(declare-datatypes (({name} 0)) (({constructors})))"

    def _quantified(self, term: z3.QuantifierRef) -> str:
        bound = [z3.FreshConst(term.var_sort(index), "bound") for index in range(term.num_vars())]
        self._kept += bound
        binders = []
        for index, constant in enumerate(bound):
            name = self._names["function", constant.decl().get_id()] = self._new_name(term.var_name(index))
            binders.append(f"({name} {self._sort(constant.sort())})")
        (text,), shared = self.scope([z3.substitute_vars(term.body(), *reversed(bound))])
        for name, _, value in reversed(shared):
            text = f"(let (({name} {value}))\n  {text})"
        return f"({'forall' if term.is_forall() else 'exists'} ({' '.join(binders)}) {text})"

    def _new_name(self, name: str) -> str:
        base, numbered, _ = name.partition("!")
        self._used[base] += 1
        return quoted(f"{base}!{self._used[base]}" if numbered or self._used[base] > 1 else base)


def _parts(term: Any) -> list[Any]:
    """The parts that a term is made of in its own scope."""
    return [] if z3.is_quantifier(term) else term.children()


def _parts_first(terms: Sequence[Any]) -> Iterator[Any]:
    """Terms and all that they are made of, each once, and each after its parts."""
    waiting = [(term, False) for term in reversed(terms)]
    seen = set()
    while waiting:
        term, parts_are_done = waiting.pop()
        if parts_are_done:
            yield term
        elif term.get_id() not in seen:
            seen.add(term.get_id())
            waiting.append((term, True))
            waiting += [(part, False) for part in reversed(_parts(term))]


def _is_enumerated(sort: z3.SortRef) -> bool:
    return bool(sort.kind() == z3.Z3_DATATYPE_SORT)


def _with_sign(number: int, text: Any) -> str:
    return f"(- {text(-number)})" if number < 0 else text(number)


def _fraction(term: z3.RatNumRef) -> str:
    """A fraction; a numeral below zero is written as what is above it, with a minus sign before it."""
    above, below = term.numerator_as_long(), term.denominator_as_long()
    number = _with_sign(above, lambda some: f"{some}.0")
    return number if below == 1 else f"(/ {number} {below}.0)"
