"""Solvers: queries asked of z3 and of a second solver, noted by claim and step, and written as SMT-LIB."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from types import ModuleType
from typing import Any, TypeAlias, cast

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
        work: how much work z3 may do each time, in its own units, a few million of which take a second; 0 for as much
            as it takes.
        tries: how often z3 may try, each time in another order.
        labels: what each statement says, in words; empty where nobody reads it.
    """

    kind: QueryKind
    statements: tuple[Any, ...]
    step: str = ""
    expected: SolverAnswer | None = SolverAnswer.UNSAT
    work: int = 0
    tries: int = 1
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Reply:
    """What z3 says to a query; with values for which all statements hold, or the reason why it left it open."""

    answer: SolverAnswer
    model: z3.ModelRef | None = None
    reason: str = ""


def statements(*conditions: Any) -> tuple[Any, ...]:
    """Conditions as z3 formulas, those that are known to be true or false too."""
    return tuple(z3.BoolVal(condition) if isinstance(condition, bool) else condition for condition in conditions)


def script(statements: Sequence[Any], logic: str, labels: Sequence[str] = ()) -> str:
    """The text that asks whether some z3 formulas can hold together, each below what it says in words, if any.

    z3 names the binders inside others apart by a number after "!". So does this text with whatever it numbers, as the
    numbers of some constants depend on how many z3 has named before.

    Raises:
        ValueError: what is free is named as z3 may name a binder.

    >>> any_, other = z3.Ints("any other")
    >>> print(script([z3.ForAll([any_], z3.Exists([any_], any_ > other))], "LIA"), end="")
    (set-logic LIA)
    (declare-fun other () Int)
    (assert (forall ((any Int)) (exists ((any!1 Int)) (> any!1 other))))
    (check-sat)
    """
    solver = z3.Solver(ctx=statements[0].ctx)
    solver.add(*statements)
    declared, *asserted = re.split(r"^(?=\(assert )", solver.sexpr().rstrip() + "\n", flags=re.MULTILINE)
    bound = " ".join(re.findall(r"\((?:forall|exists) \(((?:\([^()]*\)\s*)+)\)", "".join(asserted)))
    if clash := {*re.findall(r"(\w+)!\d+", declared)} & {*re.findall(r"(\w+)!\d+", bound)}:
        raise ValueError(f"What is free is named as binders are: {', '.join(clash)}.")
    numbers = defaultdict[str, dict[str, int]](dict)

    def numbered(text: str) -> str:
        def name(match: re.Match[str]) -> str:
            same = numbers[match[1]]
            return f"{match[1]}!{same.setdefault(match[0], len(same) + 1)}"

        return re.sub(r"(\w+)(?:!\d+)+", name, text)

    asked = [
        f"; {label}\n{numbered(text)}" if label else numbered(text)
        for text, label in zip_longest(asserted, labels, fillvalue="")
    ]
    # Sorts come first; in what order z3 has the others depends on what it was asked before.
    declarations = re.findall(r"^\(.*\n(?: .*\n)*", numbered(declared), re.MULTILINE)
    declarations.sort(key=lambda text: (not text.startswith("(declare-sort"), text))
    return "".join((f"(set-logic {logic})\n", *declarations, *asked, "(check-sat)\n"))


Z3 = "z3"


def answered(query: Query) -> Reply:
    """What z3 says to a query; it is noted, if a claim is being decided, and no solver is asked the same twice."""
    log = current_log()
    if log is None:
        return _by_z3(query)
    key = tuple((id(statement.ctx), statement.get_id()) for statement in query.statements)
    # The query is kept, so that z3 does not give the ids of its statements to others.
    asked = key, query.work, query.tries, log.how.written and query.labels
    _, reply, answers, text = log.remembered(asked, lambda: (query, *_solved(query, log.how)))
    log.note(
        key,
        AskedQuery(
            claim=log.claim,
            step=query.step,
            kind=query.kind,
            needed=query.expected,
            answers=answers,
            text=text if log.how.written else "",
        ),
    )
    return cast(Reply, reply)


def _solved(query: Query, how: Asking) -> tuple[Reply, tuple[tuple[str, SolverAnswer], ...], str]:
    """What z3 says to a query, what each solver answers, and the text in SMT-LIB, if it is needed."""
    text = script(query.statements, query.kind.logic, query.labels) if how.written or how.second else ""
    reply = _by_z3(query)
    others = tuple((name, solve(text, query.kind)) for name, solve in how.second.items())
    return reply, ((Z3, reply.answer), *others), text


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
        context = query.statements[0].ctx
        is_of_bits = query.kind is QueryKind.ONE_BOARD
        # One that can't be asked more, later, begins in half the time.
        solver = z3.SolverFor("QF_BV", ctx=context) if is_of_bits else z3.SimpleSolver(ctx=context)
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


CVC5 = "cvc5"
MISSING = "cvc5 is not installed; `pip install superko[cvc5]` installs it."
# A way to try a query: for how many seconds, and cvc5's options, by the names that it gives them.
Way: TypeAlias = tuple[float, Mapping[str, str]]
SATURATE = {"full-saturate-quant": "true"}
# With quantifiers, no way is the best one for every query.
WITH_QUANTIFIERS: tuple[Way, ...] = (
    (0.5, {"enum-inst": "true", "enum-inst-interleave": "true"}),
    (2, SATURATE),
    (2, {"finite-model-find": "true"}),
    (10, {**SATURATE, "multi-trigger-priority": "true"}),
    (10, {"finite-model-find": "true"}),
    (10, {}),
    (30, SATURATE),
)
WAYS: Mapping[QueryKind, tuple[Way, ...]] = {
    QueryKind.ANY_BOARD: WITH_QUANTIFIERS,
    QueryKind.ONE_TURN: WITH_QUANTIFIERS,
    # What holds of bits is found as fast as z3 finds it if all are looked at together.
    QueryKind.ONE_BOARD: ((300, {"bitblast": "eager"}),),
}
_PLAIN: tuple[Way, ...] = ((60, {}),)


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
    cvc5, answer = cvc5_package(), SolverAnswer.UNKNOWN
    for seconds, options in WAYS.get(kind, _PLAIN):
        solver: Any = cvc5.Solver(cvc5.TermManager())
        for name, value in {"tlimit-per": str(int(seconds * 1000)), **options}.items():
            solver.setOption(name, value)
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
        said = ""
        while not (command := parser.nextCommand()).isNull():
            said = command.invoke(solver, parser.getSymbolManager()).strip() or said
        # It says why it does not know after the word that it does not.
        answer = SolverAnswer(said.split(" ")[0])
        if answer is not SolverAnswer.UNKNOWN:
            break
    return answer
