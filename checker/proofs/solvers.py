"""Solvers: queries asked of z3 and of a second solver, noted by claim and step, and written as SMT-LIB."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from types import ModuleType
from typing import Any

import z3

from ..evidence.queries import AskedQuery, Asking, QueryKind, SolverAnswer, current_log
from .asked_rules import read_lately

# Else z3 takes an interruption for itself: the query is answered by "unknown", and nothing is interrupted.
z3.set_param("ctrl_c", False)


@dataclass(frozen=True, eq=False)
class Query:
    """Whether some statements can hold together.

    Attributes:
        kind: what they speak of.
        statements: the statements, as z3 formulas.
        step: of which step of a proof it decides, in a few words.
        expected: the answer that the proof needs; None where it looks for whatever there is.
        assumptions: what the step takes for granted, a sentence for each assumption.
        claim: the id of the claim; if "", it is the one that is being decided.
        work: how much work z3 may do each time, in its own units, a few million of which take a second; 0 for as much
            as it takes.
        tries: how often z3 may try, each time in another order.
        labels: what each statement says, in words; empty where nobody reads it.
    """

    kind: QueryKind
    statements: tuple[Any, ...]
    step: str = ""
    expected: SolverAnswer | None = SolverAnswer.UNSAT
    assumptions: tuple[str, ...] = ()
    claim: str = ""
    work: int = 0
    tries: int = 1
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Reply:
    """What z3 says to a query.

    Attributes:
        answer: the answer.
        model: values for which all statements hold, if z3 found some.
        reason: why it can't tell, if it can't.
    """

    answer: SolverAnswer
    model: z3.ModelRef | None = None
    reason: str = ""


def statements(*conditions: Any) -> tuple[Any, ...]:
    """Conditions as z3 formulas, those that are known to be true or false too."""
    return tuple(z3.BoolVal(condition) if isinstance(condition, bool) else condition for condition in conditions)


SIMPLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_!.-]*")
LONGEST_REPEATED = 60
NAMED_OTHERWISE = {z3.Z3_OP_ITE: "ite"}
INDEXED = (z3.Z3_OP_EXTRACT, z3.Z3_OP_ZERO_EXT, z3.Z3_OP_SIGN_EXT)


def script(statements: Sequence[Any], logic: str, labels: Sequence[str] = ()) -> str:
    """The text that asks whether some z3 formulas can hold together, each below what it says in words, if any.

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
    for text, label in zip_longest(texts, labels, fillvalue=""):
        lines += [*([f"; {label}"] if label else []), f"(assert {text})"]
    return "\n".join([*lines, "(check-sat)", ""])


def quoted(name: str) -> str:
    """A name as a symbol of SMT-LIB."""
    return name if SIMPLE_NAME.fullmatch(name) else f"|{name}|"


class Writing:
    """Terms on their way to text.

    Each binder has a name of its own. In z3's own text one may have the name of another inside it, and cvc5 answered
    four queries otherwise where that was so. Nor does this text depend on what z3 has named before.

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
        if kind == z3.Z3_OP_UNINTERPRETED:
            return self._symbol(function)
        name: str = NAMED_OTHERWISE.get(kind, function.name())
        return f"(_ {name} {' '.join(map(str, function.params()))})" if kind in INDEXED else name

    def _symbol(self, function: z3.FuncDeclRef) -> str:
        known = "function", function.get_id()
        if known not in self._names:
            sorts = [self._sort(function.domain(index)) for index in range(function.arity())]
            sort = self._sort(function.range())
            name = self._names[known] = self._new_name(function.name())
            self._kept.append(function)
            self.declarations.append(f"(declare-fun {name} ({' '.join(sorts)}) {sort})")
        return self._names[known]

    def _sort(self, sort: z3.SortRef) -> str:
        if sort.kind() != z3.Z3_UNINTERPRETED_SORT:
            return str(sort.sexpr())
        known = "sort", sort.get_id()
        if known not in self._names:
            name = self._names[known] = self._new_name(sort.name())
            self._kept.append(sort)
            self.declarations.append(f"(declare-sort {name} 0)")
        return self._names[known]

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


def _with_sign(number: int, text: Any) -> str:
    return f"(- {text(-number)})" if number < 0 else text(number)


def _fraction(term: z3.RatNumRef) -> str:
    """A fraction; a numeral below zero is written as what is above it, with a minus sign before it."""
    above, below = term.numerator_as_long(), term.denominator_as_long()
    number = _with_sign(above, lambda numeral: f"{numeral}.0")
    return number if below == 1 else f"(/ {number} {below}.0)"


Z3 = "z3"


@dataclass(frozen=True, eq=False)
class SolverAnswers:
    """What solvers said to a query.

    Attributes:
        query: the query; it is kept, so that z3 does not give the ids of its statements to others.
        reply: what z3 said.
        answers: the name of each solver, with what it answered.
        text: the query in SMT-LIB, if it was needed; else "".
    """

    query: Query
    reply: Reply
    answers: tuple[tuple[str, SolverAnswer], ...]
    text: str


def answered(query: Query) -> Reply:
    """What z3 says to a query; it is noted, if a claim is being decided, and no solver is asked the same thing twice.

    >>> from superko.checker.evidence.queries import asking
    >>> with asking("lemma/an-example") as log:
    ...     refuted(Query(QueryKind.ONE_TURN, (z3.Int("a") > 1, z3.Int("a") < 1), "nothing is both"))
    True
    >>> [(asked.claim, asked.step) for asked in log.asked]
    [('lemma/an-example', 'nothing is both')]
    """
    log = current_log()
    if log is None:
        return _by_z3(query)
    key = tuple((id(statement.ctx), statement.get_id()) for statement in query.statements)
    answers: SolverAnswers = log.remembered(key, lambda: _solved(query, log.how))
    log.note(
        key,
        AskedQuery(
            claim=query.claim or log.claim,
            step=query.step,
            kind=query.kind,
            needed=query.expected,
            answers=answers.answers,
            assumptions=query.assumptions,
            text=answers.text if log.how.written else "",
            read=read_lately(),
        ),
    )
    return answers.reply


def _solved(query: Query, how: Asking) -> SolverAnswers:
    text = script(query.statements, query.kind.logic, query.labels) if how.written or how.second else ""
    reply = _by_z3(query)
    others = tuple((name, solve(text, query.kind)) for name, solve in how.second.items())
    return SolverAnswers(query, reply, ((Z3, reply.answer), *others), text)


def refuted(query: Query) -> bool:
    """Whether z3 shows that the statements of a query can't hold together; `False` says only that it does not, yet."""
    return answered(query).answer is SolverAnswer.UNSAT


def reply_to(query: Query) -> Reply:
    """What z3 says to a query that it must be able to answer.

    Raises:
        RuntimeError: z3 gives up.
    """
    reply = answered(query)
    if reply.answer is SolverAnswer.UNKNOWN:
        raise RuntimeError(f"z3 can't tell: {reply.reason}")
    return reply


def _by_z3(query: Query) -> Reply:
    """What z3 says, trying as often as the query allows: where one way through it does not end, another one may."""
    reply = Reply(SolverAnswer.UNKNOWN)
    for seed in range(query.tries):
        solver = _solver(query)
        if query.work:
            solver.set("rlimit", query.work)
        if query.tries > 1:
            solver.set("random_seed", seed)
        solver.add(*query.statements)
        answer = SolverAnswer(str(solver.check()))
        if answer is SolverAnswer.UNSAT:
            return Reply(answer)
        if answer is SolverAnswer.SAT:
            return Reply(answer, solver.model())
        reply = Reply(answer, reason=solver.reason_unknown())
    return reply


def _solver(query: Query) -> z3.Solver:
    context = query.statements[0].ctx
    return z3.SolverFor("QF_BV", ctx=context) if query.kind is QueryKind.ONE_BOARD else z3.Solver(ctx=context)


CVC5 = "cvc5"
MISSING = "cvc5 is not installed; `pip install superko[cvc5]` installs it."


@dataclass(frozen=True)
class Way:
    """A way to try a query.

    Attributes:
        seconds: for how long.
        options: what cvc5 is told, by the names that it gives to its options.
    """

    seconds: float
    options: Mapping[str, str] = field(default_factory=dict)


SATURATE = {"full-saturate-quant": "true"}
# With quantifiers, no way is the best one for every query.
WITH_QUANTIFIERS = (
    Way(0.5, {"enum-inst": "true", "enum-inst-interleave": "true"}),
    Way(2, SATURATE),
    Way(2, {"finite-model-find": "true"}),
    Way(10, {**SATURATE, "multi-trigger-priority": "true"}),
    Way(10, {"finite-model-find": "true"}),
    Way(10),
    Way(30, SATURATE),
)
WAYS = {
    QueryKind.ANY_BOARD: WITH_QUANTIFIERS,
    QueryKind.ONE_TURN: WITH_QUANTIFIERS,
    # What holds of bits is found as fast as z3 finds it if all are looked at together.
    QueryKind.ONE_BOARD: (Way(300, {"bitblast": "eager"}),),
}
PLAIN = (Way(60),)


class MissingSolver(RuntimeError):
    """A solver that was asked for is not installed."""


@cache
def cvc5_package() -> ModuleType:
    """The package of cvc5.

    Raises:
        MissingSolver: it is not installed.
    """
    try:
        import cvc5  # noqa: PLC0415
    except ImportError:
        raise MissingSolver(MISSING) from None
    package: ModuleType = cvc5
    return package


def cvc5_answer(text: str, kind: QueryKind) -> SolverAnswer:
    """What cvc5 answers to a query, trying one way after the other.

    Raises:
        MissingSolver: it is not installed.
    """
    answers = (answer_in_one_way(text, way) for way in WAYS.get(kind, PLAIN))
    return next((answer for answer in answers if answer is not SolverAnswer.UNKNOWN), SolverAnswer.UNKNOWN)


def answer_in_one_way(text: str, way: Way) -> SolverAnswer:
    """What cvc5 answers to a query in one way.

    Raises:
        MissingSolver: it is not installed.
    """
    cvc5 = cvc5_package()
    solver: Any = cvc5.Solver(cvc5.TermManager())
    for name, value in {"tlimit-per": str(int(way.seconds * 1000)), **way.options}.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, parser.getSymbolManager()).strip() or said
    # It says why it can't tell after the word that it can't.
    return SolverAnswer(said.split(" ")[0])
