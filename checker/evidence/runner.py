"""Running checks side by side, one process for each core, and telling how each compares with what is recorded.

Also which functions of superko were called while a claim was decided: what has to be believed for a verdict.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar

from ...interpreter.clauses_of_authors import as_texts, made_of, not_read
from ...interpreter.rules_files import ClauseFailed, failure_sentence, named_rules, rules_of
from ...spec.rules import Refusal, Rules
from .checks import Check, asked_of, checks, decide, decided_under
from .queries import AskedQuery, Asking, SolverAnswer, asking
from .recorded import recorded_verdicts, to_record
from .verdict import EVERY_SIZE, Outcome, Verdict
from .workers import Lost, TaskLimits, in_processes, processors

FOR_AMENDED_RULES = TaskLimits(seconds=300, memory=2 << 30)
"""What a check of rules that somebody wrote may take."""

OF_MANY_AT_ONCE = "The truth value of an array"
"""How numpy begins where Python asks whether something is so of many boards at once."""
ASKED_OF_EACH = (
    "A clause can't be read here: it is asked about many boards at once, and `min`, `max`, `if` and the like ask of "
    "each alone."
)


class Trouble(Enum):
    """Why a check reached no verdict."""

    FAILED = "failed"
    LOST = "lost"
    REFUSED = "refused"


class Timed(NamedTuple):
    """A check that was run, by its name, with its seconds; why it reached no verdict, if it did not; its queries."""

    name: str
    verdict: Verdict
    seconds: float
    trouble: Trouble | None
    asked: tuple[AskedQuery, ...] = ()


@dataclass(frozen=True)
class Finding:
    """A check that was run, under amended rules if it was asked of those.

    Attributes:
        as_recorded: whether the verdict is the recorded one; under amended rules, whether its outcome is.
        trouble: why there is no verdict but `unknown`, if it failed or was refused; the notes tell more.
    """

    check: Check
    verdict: Verdict
    seconds: float
    as_recorded: bool
    trouble: Trouble | None = None
    asked: tuple[AskedQuery, ...] = ()


def run(
    chosen: Sequence[Check],
    workers: int | None = None,
    amended: str | Rules = "",
    how: Asking | None = None,
    elsewhere: bool = False,
) -> Iterator[Finding]:
    """Run checks, the costly ones first, and give each finding as it comes; one process begins with the proofs.

    A check that fails with an exception gives the verdict `unknown`, with the exception in its notes, and is not as
    recorded, whatever is; so does one whose process dies, and the others go on. Under amended rules, so does one that
    refuses them, with its reason, and one that takes longer than five minutes or more than two GiB of memory.

    There is a process for each core, if no number of workers is said. Under amended rules, or a text that names them,
    the chosen checks are as `asked_of` makes them. `how` says how solvers are asked: z3 alone, if nothing else is said.
    With `elsewhere`, nothing is decided in this process, as a file of an author has run in it.
    """
    recorded = recorded_verdicts()
    proofs = [made for made in chosen if made.board == EVERY_SIZE]
    searches = [made for made in chosen if made.board != EVERY_SIZE]
    in_order = [*sorted(proofs, key=lambda made: -made.cost), *sorted(searches, key=lambda made: made.cost)]
    by_name = {made.name: made for made in in_order}
    for answer in _answers(list(by_name), min(workers or processors(), len(by_name)), amended, how, elsewhere):
        name, verdict, seconds, trouble, asked = lost(answer) if isinstance(answer, Lost) else answer
        known = recorded.get(name, {})
        same = known.get("outcome") == verdict.outcome.value if amended else known == to_record(verdict)
        yield Finding(by_name[name], verdict, seconds, same and trouble is None, trouble, asked)


def _answers(
    names: Sequence[str], workers: int, amended: str | Rules, how: Asking | None, elsewhere: bool
) -> Iterator[Timed | Lost]:
    # Where every clause was read, the processes that decide are sent the texts alone: the file runs in none of them.
    under = amended and (as_texts(rules_of(amended)) or amended)
    # Functions of an author that can't be read can't be sent either; nothing is proved of them.
    is_only_here = isinstance(under, Rules) and under is amended
    if is_only_here or (workers == 1 and not amended and not elsewhere):
        yield from map(partial(timed, amended=under, how=how, known={}), names)
        return
    limits = FOR_AMENDED_RULES if amended else None
    # Each process has the task once, and with it what came of the queries that it has asked. So one of them takes the
    # proofs, from the front, and the others the searches, from the back, until they meet.
    waiting = deque(names)
    first, others = (waiting.popleft() for _ in names if waiting), (waiting.pop() for _ in names if waiting)
    yield from in_processes(partial(timed, amended=under, how=how, known={}), others, workers, limits, first)


def timed(
    name: str, amended: str | Rules = "", how: Asking | None = None, known: dict[Hashable, Any] | None = None
) -> Timed:
    """Run the check with this name, as `run` says; `known` is what came of the queries of others, and grows."""
    start = time.perf_counter()
    trouble = None
    asked: tuple[AskedQuery, ...] = ()
    try:
        with asking(name.split(maxsplit=1)[0], how, known) as log:
            verdict = decide_under(name, amended) if amended else decide(name)
        asked = log.asked
        verdict = with_solvers(verdict, asked)
    except Exception as error:
        trouble = Trouble.REFUSED if amended and isinstance(error, Refusal) else Trouble.FAILED
        reason = str(error) if trouble is Trouble.REFUSED else f"The check failed: {type(error).__name__}: {error}"
        verdict = Verdict(Outcome.UNKNOWN, "", "", notes=reason)
    return Timed(name, verdict, time.perf_counter() - start, trouble, asked)


def lost(task: Lost) -> Timed:
    """What is said of a check whose process died, or took too long."""
    verdict = Verdict(Outcome.UNKNOWN, "", "", notes=f"It was not decided. {task.reason}")
    return Timed(task.name, verdict, 0, None if task.was_stopped else Trouble.LOST)


def decide_under(name: str, amended: str | Rules) -> Verdict:
    """Run the check with this name under the amended rules that a text names, or that `as_texts` has sent.

    Nothing is proved where the file of the rules has run, nor of clauses that can't be read.

    Raises:
        Refusal: there are no such rules, or the check can't be asked of them, or a clause asks what it can't answer.
        ClauseFailed: a clause of theirs raised an exception.

    Where a clause takes one way or the other and many boards are read at once, nothing is decided.
    """
    check = checks()[name]
    rules = named_rules(amended) if isinstance(amended, str) else made_of(amended)
    asked = asked_of(check, rules)
    if isinstance(asked, str):
        raise Refusal(asked)
    # What decides the check is called itself, so that its refusal is no verdict.
    try:
        verdict = decided_under(check, rules, *asked.under)
    except Exception as error:
        # A refusal of a kind of its own says what a check has no account of, and is no fault of the clause that asks.
        is_of_the_check = isinstance(error, Refusal) and type(error) is not Refusal
        if is_of_the_check or not (failure := failure_sentence(rules, error)):
            raise
        if str(error).startswith(OF_MANY_AT_ONCE):
            return Verdict(Outcome.UNKNOWN, "", "", notes=ASKED_OF_EACH)
        raise ClauseFailed(failure) from error
    obstacle = not_read(rules) or (NOT_PROVED_HERE if isinstance(amended, str) else "")
    if obstacle and verdict.outcome is Outcome.PROVED:
        return Verdict(Outcome.UNKNOWN, verdict.scope, verdict.method, notes=obstacle)
    return verdict


NOT_PROVED_HERE = "Nothing is proved where the author's file has run; `superko check` asks elsewhere."


def with_solvers(verdict: Verdict, asked: Sequence[AskedQuery]) -> Verdict:
    """A verdict with the solvers that agreed on every query, and where something is shown with the number of queries.

    Where two solvers contradict each other one of them is wrong, and nothing is decided.
    """
    if not asked:
        return verdict
    # One solver says of a query that it can be so, and another one that it can't.
    both = {SolverAnswer.SAT, SolverAnswer.UNSAT}
    contradictions = [query for query in asked if both <= {answer for _, answer in query.answers}]
    if contradictions:
        notes = f"{disagreement(contradictions)} {verdict.notes}".strip()
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=notes)
    verdict = replace(verdict, solvers=agreeing(asked))
    if verdict.outcome in (Outcome.PROVED, Outcome.HOLDS):
        verdict = replace(verdict, counts={**verdict.counts, "queries": len(asked)})
    return verdict


def agreeing(asked: Sequence[AskedQuery]) -> tuple[str, ...]:
    """The solvers that answered every query, without those that left one open."""
    names = dict.fromkeys(name for query in asked for name, _ in query.answers)
    unsure = {name for query in asked for name, answer in query.answers if answer is SolverAnswer.UNKNOWN}
    return tuple(name for name in names if name not in unsure)


def disagreement(contradictions: Sequence[AskedQuery]) -> str:
    """In one sentence, where solvers contradict each other."""
    first, *others = contradictions
    answers = ", ".join(f"{name} answers {answer.value}" for name, answer in first.answers)
    more = f", and they contradict each other {len(others)} more times" if others else ""
    return f"The solvers contradict each other on {first.step!r}: {answers}{more}."


def unanswered(asked: Sequence[AskedQuery]) -> dict[str, list[AskedQuery]]:
    """For each solver, the queries that it left open."""
    by_solver: dict[str, list[AskedQuery]] = {}
    for query in asked:
        for name, answer in query.answers:
            if answer is SolverAnswer.UNKNOWN:
                by_solver.setdefault(name, []).append(query)
    return by_solver


T = TypeVar("T")
_PACKAGE = Path(__file__).parents[2]


@dataclass(frozen=True, order=True)
class CalledFunction:
    """A function that was called: its file from the top of the project, its name with what it is in, its lines."""

    file: str
    name: str
    lines: int

    @property
    def room(self) -> str:
        """The folder that it stands in."""
        return self.file.rpartition("/")[0]


def functions_called(run: Callable[[], T]) -> tuple[T, tuple[CalledFunction, ...]]:
    """What a function returns, and the functions of superko that were called meanwhile.

    A function inside another is counted with it. What an earlier call found out and kept was not called again.

    >>> from superko.spec.guard import word
    >>> text, called = functions_called(lambda: word(True))
    >>> text, [(function.room, function.name) for function in called if function.room == "spec"]
    ('yes', [('spec', 'word')])
    """
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        result = run()
    finally:
        sys.setprofile(before)
    lines: dict[tuple[str, str], set[int]] = {}
    for code in codes:
        file = Path(code.co_filename)
        if file.is_absolute() and file.is_relative_to(_PACKAGE):
            name, *_ = code.co_qualname.split(".<locals>")
            of_function = lines.setdefault((file.relative_to(_PACKAGE).as_posix(), name), set())
            of_function.update(line for *_, line in code.co_lines() if line is not None)
    return result, tuple(sorted(CalledFunction(*function, len(lines[function])) for function in lines))
