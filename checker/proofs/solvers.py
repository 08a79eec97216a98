"""Solvers: queries asked of z3 and of a second solver, noted by claim and step, and written as SMT-LIB."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from types import ModuleType
from typing import Any

import z3

from ..evidence.queries import AskedQuery, Asking, QueryKind, SolverAnswer, current_log

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


def script(statements: Sequence[Any], logic: str, labels: Sequence[str] = ()) -> str:
    """The text that asks whether some z3 formulas can hold together, each below what it says in words, if any.

    >>> any_, other = z3.Ints("any other")
    >>> print(script([z3.ForAll([any_], z3.Exists([any_], any_ > other))], "LIA"), end="")
    (set-logic LIA)
    (declare-fun other () Int)
    (assert (forall ((any Int)) (exists ((any!2 Int)) (> any!2 other))))
    (check-sat)
    """
    apart = NamesApart()
    texts = [apart.of(statement).sexpr() for statement in statements]
    lines = [f"(set-logic {logic})", *apart.declarations]
    for text, label in zip_longest(texts, labels, fillvalue=""):
        lines += [*([f"; {label}"] if label else []), f"(assert {text})"]
    return "\n".join([*lines, "(check-sat)", ""])


class NamesApart:
    """Formulas in which every function and every binder has a name of its own.

    Otherwise a binder may have the name of another inside it, and cvc5 answered four queries otherwise where that was
    so; and the names of some constants would depend on how many z3 has named before.

    Attributes:
        declarations: the sorts and functions that came up, as SMT-LIB declares them.
    """

    def __init__(self) -> None:
        self.declarations: dict[str, None] = {}
        self._used: Counter[str] = Counter()
        self._functions: dict[int, Any] = {}
        # With what each was made of, so that z3 does not give its id to others.
        self._made: dict[int, tuple[Any, Any]] = {}

    def of(self, formula: Any) -> Any:
        """The same formula."""
        waiting = [(formula, False)]
        while waiting:
            term, parts_are_made = waiting.pop()
            if term.get_id() in self._made:
                continue
            if z3.is_quantifier(term):
                self._made[term.get_id()] = term, self._quantified(term)
            elif parts_are_made:
                self._made[term.get_id()] = term, self._applied(term)
            else:
                waiting.append((term, True))
                waiting += [(part, False) for part in reversed(term.children())]
        return self._made[formula.get_id()][1]

    def _quantified(self, term: z3.QuantifierRef) -> Any:
        named = [z3.Const(self._new_name(term.var_name(n)), term.var_sort(n)) for n in range(term.num_vars())]
        # Until all that is free has a name of its own, it may have that of a binder.
        bound = [z3.FreshConst(constant.sort()) for constant in named]
        for constant in bound:
            self._functions[constant.decl().get_id()] = constant.decl()
            self._declare_sort(constant.sort())
        body = self.of(z3.substitute_vars(term.body(), *reversed(bound)))
        return (z3.ForAll if term.is_forall() else z3.Exists)(
            named, z3.substitute(body, *zip(bound, named, strict=True))
        )

    def _applied(self, term: Any) -> Any:
        parts = [self._made[part.get_id()][1] for part in term.children()]
        function = term.decl()
        if function.kind() == z3.Z3_OP_UNINTERPRETED:
            return self._function(function)(*parts)
        given = (z3.Ast * len(parts))(*(part.as_ast() for part in parts))
        return z3.z3._to_expr_ref(z3.Z3_update_term(term.ctx_ref(), term.as_ast(), len(parts), given), term.ctx)

    def _function(self, function: z3.FuncDeclRef) -> Any:
        if function.get_id() not in self._functions:
            sorts = [*(function.domain(index) for index in range(function.arity())), function.range()]
            named = z3.Function(self._new_name(function.name()), *sorts)
            self._functions[function.get_id()] = named
            for sort in sorts:
                self._declare_sort(sort)
            self.declarations[named.sexpr().strip()] = None
        return self._functions[function.get_id()]

    def _declare_sort(self, sort: z3.SortRef) -> None:
        if sort.kind() == z3.Z3_UNINTERPRETED_SORT:
            self.declarations[f"(declare-sort {sort.sexpr()} 0)"] = None

    def _new_name(self, name: str) -> str:
        base, numbered, _ = name.partition("!")
        self._used[base] += 1
        return f"{base}!{self._used[base]}" if numbered or self._used[base] > 1 else base


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
_PLAIN = (Way(60),)


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
    answers = (answer_in_one_way(text, way) for way in WAYS.get(kind, _PLAIN))
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
