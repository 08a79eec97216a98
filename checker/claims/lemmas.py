"""Lemmas about positions and moves, proved with z3, on boards of every size at once or on one board at a time."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, cycle, product
from types import ModuleType
from typing import Any

import z3

from ... import interpreter
from ...interpreter.game import Game
from ...interpreter.mentioned import names_mentioned
from ...interpreter.notation import board_text, turn_text
from ...interpreter.story import Story
from ...interpreter.wording import full_sentence
from ...spec import composition
from ...spec.algebra import Color, Grid
from ...spec.documents import DOCUMENTS
from ...spec.guard import Guard, word
from ...spec.parameters import Scoring, Tax
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Phase, Position, Turn, Unblock
from ..evidence.checks import EVERY_SIZE, decides, varied
from ..evidence.queries import QueryKind, SolverAnswer
from ..evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ..proofs import steps
from ..proofs.coverage import begin_queries, covered, covering, note
from ..proofs.declarations import OF_LEMMAS, OF_SOLE_CLAUSES
from ..proofs.every_board import ProofByInduction, proved_on_every_board
from ..proofs.left_open import AskedRules, open_record, open_tally, unknown_if_unreadable
from ..proofs.phase_ends import COLORING, MARKS, POINT, stands_otherwise
from ..proofs.questions import WORK, SolverGaveUp, ask, smallest_counterexample
from ..proofs.rule_sets import clauses_in, values_of
from ..proofs.situation import BY_LEMMA, BY_TEXT, BoardLemma, Captures, LemmaSituation, is_legal
from ..proofs.solvers import Query, reply_to
from ..proofs.steps import PROOF_OF_KO_MOVE, PROOF_OF_QUIET_MOVE, PROOF_OF_SIMPLE_KO, ProofInSteps, proved_in_steps
from ..proofs.turning import (
    COLORS_SWAPPED,
    PROOF_OF_SWAPPING,
    PROOF_OF_TURNING,
    REFLECTIONS,
    TRANSPOSED,
    Reflection,
    keeps_neighbours,
    keeps_neighbours_on_every_grid,
    symmetry_lemma,
)

ASKS = ("sole", "_sole")


class Unnamed(ValueError):
    """The interpreter asks for a sole clause without naming the decision where it asks."""


@cache
def asked_of_one_clause() -> frozenset[Decision]:
    """The decisions for which the interpreter, or what composes clauses for it, asks for the one clause that decides.

    Raises:
        Unnamed: a decision can't be read off the code.

    >>> Decision.PASS in asked_of_one_clause(), Decision.LEGAL in asked_of_one_clause()
    (True, False)
    """
    return frozenset(decision for module in _modules() for decision in asked_in(inspect.getsource(module)))


def _modules() -> Iterator[ModuleType]:
    yield composition
    for module in pkgutil.walk_packages(interpreter.__path__, f"{interpreter.__name__}."):
        yield importlib.import_module(module.name)


def asked_in(source: str) -> Iterator[Decision]:
    """The decisions that some code asks one clause for.

    Raises:
        Unnamed: a decision can't be read off it.

    >>> [decision.name for decision in asked_in("rules.sole(Decision.MOVE)")]
    ['MOVE']
    """
    tree = ast.parse(source)
    # A function that is called so itself hands on the decision that it is called with.
    handing_on = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in ASKS]
    inside = {id(node) for function in handing_on for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in ASKS and id(node) not in inside:
            named = [part.attr for part in map(_of_decision, node.args) if part is not None]
            if not named:
                raise Unnamed(f"Line {node.lineno} asks for a sole clause, and does not name the decision.")
            yield from (Decision[name] for name in named)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _of_decision(argument: ast.expr) -> ast.Attribute | None:
    is_one = isinstance(argument, ast.Attribute) and _name(argument.value) == "Decision"
    return argument if is_one and isinstance(argument, ast.Attribute) else None


ANY_MOVES = Rules(suicide=True)
BY_SIZE = [Grid(*sides) for sides in [(1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (5, 1), (3, 2), (6, 1)]]
LONGEST = 9
TINY = BY_SIZE[:3]
OF_CAPTURES = ProofByInduction(steps.RESOLVE_CAPTURES)
ABOUT_DEFINITIONS = {steps.RESOLVE_CAPTURES.claim, steps.CLEARED.claim}
DEFINITIONS_STAND = "It is about definitions, which other clauses call by name, so that no rules can amend them."
GRIDS_STAND = "It is about grids, and no clause takes part in it."


def if_moves_stand(lemma: BoardLemma, rules: Rules, verdict: Verdict) -> Verdict:
    """The verdict on a lemma about moves, which is `unknown` where after a move something else stands than it makes."""
    if not lemma.moves or verdict.outcome not in (Outcome.PROVED, Outcome.HOLDS):
        return verdict
    clause = stands_otherwise(rules.literally())
    if not clause:
        return verdict
    notes = f"By {clause} another coloring may stand after a move than the move makes."
    return Verdict(Outcome.UNKNOWN, verdict.scope, verdict.method, notes=notes)


@unknown_if_unreadable
def decided(
    lemma: BoardLemma, rules: Rules, captures: Captures, grid: Grid, work: int = WORK, notes: str = ""
) -> Verdict:
    """The verdict on a lemma on a board: it holds, or here is the counterexample with the fewest stones on it."""
    scope = f"every coloring of {grid}"
    rests_on = (captures.rests_on,) if captures.rests_on else ()
    if captures.rests_on:
        notes = f"Captures are found by their fast form, if {captures.rests_on} is so. {notes}".strip()
    try:
        answer = ask(lemma, rules, grid, captures, work)
    except SolverGaveUp as reason:
        return Verdict(Outcome.UNKNOWN, scope, "z3", notes=f"{full_sentence(str(reason))} {notes}".strip())
    if answer.counterexample is not None:
        return refuted(answer.counterexample, scope, minimal=False)
    counts = {"certificates": answer.certificates}
    verdict = Verdict(Outcome.HOLDS, scope, "z3", counts, notes=notes, rests_on=rests_on)
    return if_it_acted(if_moves_stand(lemma, rules, verdict), answer.acted, "did what the lemma is about")


def refuted(counterexample: LemmaSituation[int], scope: str, minimal: bool) -> Verdict:
    """The verdict that a situation gives of which a lemma is false: its moves are made, or both pass if it has none."""
    c = counterexample.coloring
    moves = [Move(point) for point in counterexample.points]
    story = f'It is not so on the board "{board_text(c)}"{_in_turn(counterexample, moves)}.'
    if counterexample.rules.amendments or not is_legal(c):
        return Verdict(Outcome.REFUTED, scope, "z3", minimal=minimal, notes=story)
    witness = _as_far_as_legal(Game.set_up(counterexample.rules, c, counterexample.player), moves or [PASS, PASS])
    return Verdict(Outcome.REFUTED, scope, "z3", witness=Story.of(witness, story), minimal=minimal)


def _in_turn(counterexample: LemmaSituation[int], moves: Sequence[Move]) -> str:
    grid, player = counterexample.coloring.board.grid, counterexample.player
    players = cycle((player, player.opponent))
    played = [f"{next(players).name.capitalize()} plays {turn_text(grid, made)}" for made in moves]
    return f" when {', then '.join(played)}" if played else ""


def _as_far_as_legal(game: Game, turns: Iterable[Turn]) -> Game:
    """The game with some turns more, up to the first that its rules forbid; a lemma may be about moves that they do."""
    for turn in turns:
        if game.over or not game.judge(turn).legal:
            break
        game = game.play(turn)
    return game


def refuted_on_the_smallest_board(lemma: BoardLemma, rules: Rules, grids: Sequence[Grid] = BY_SIZE) -> Verdict:
    """Find the smallest counterexample: the fewest stones on the smallest board that has any."""
    scope = f"boards of up to {grids[-1].size} points"
    try:
        counterexample = smallest_counterexample(lemma, rules, grids)
    except SolverGaveUp as reason:
        return Verdict(Outcome.UNKNOWN, scope, "z3", notes=full_sentence(str(reason)))
    if counterexample is None:
        return Verdict(Outcome.UNKNOWN, scope, "z3")
    return refuted(counterexample, str(counterexample.coloring.board.grid), minimal=True)


@unknown_if_unreadable
def stones_balance(rules: Rules) -> Verdict:
    """Prove that no move makes or loses a stone, on boards of every size; or find where one does."""
    if rules.amendments and (verdict := on_tiny_boards(steps.BALANCE, rules)).outcome is Outcome.REFUTED:
        return verdict
    return stones_balance_everywhere(rules)


@covering(OF_LEMMAS[steps.BALANCE.claim])
@unknown_if_unreadable
def stones_balance_everywhere(rules: Rules) -> Verdict:
    """Prove that no move makes or loses a stone, at one unspecified point of a board of any size."""
    if not steps.balances_for_every_size(rules.literally()):
        return refuted_on_the_smallest_board(steps.BALANCE, rules)
    return if_moves_stand(steps.BALANCE, rules, Verdict(Outcome.PROVED, EVERY_SIZE, "z3", {"players": 2}))


def succeeds(proof: ProofByInduction | ProofInSteps, rules: Rules) -> bool:
    """Whether a proof of either kind goes through, and so does that of the lemma that it rests on."""
    if proof.captures.rests_on and not captures_have_their_fast_form():
        return False
    return proved_in_steps(proof, rules) if isinstance(proof, ProofInSteps) else proved_on_every_board(proof, rules)


def captures_have_their_fast_form() -> bool:
    """Whether the lemma on which other proofs rest is proved; it is about definitions, which no rules amend."""
    return proved_on_every_board(OF_CAPTURES, ANY_MOVES)


@unknown_if_unreadable
def on_tiny_boards(lemma: BoardLemma, rules: Rules) -> Verdict:
    """Whether a tiny board has a counterexample, where it is soon found if a lemma is false."""
    return refuted_on_the_smallest_board(lemma, rules, TINY)


def decided_on_every_board(proof: ProofByInduction | ProofInSteps, rules: Rules) -> Verdict:
    """The verdict on a lemma: it is proved for every size, or a small board has a counterexample, or it is unknown.

    Of amended rules, tiny boards are asked first.
    """
    claim = proof.lemma.claim
    if claim in ABOUT_DEFINITIONS:
        return proved_or_refuted(proof, rules)
    if rules.amendments and (verdict := on_tiny_boards(proof.lemma, rules)).outcome is Outcome.REFUTED:
        return verdict
    return covered(OF_LEMMAS[claim], rules, partial(proved_or_refuted, proof))


@unknown_if_unreadable
def proved_or_refuted(proof: ProofByInduction | ProofInSteps, rules: Rules) -> Verdict:
    """The verdict on a lemma, by its proof, or by the smallest board that has a counterexample."""
    if not succeeds(proof, rules):
        return refuted_on_the_smallest_board(proof.lemma, rules)
    notes = "Proved for points with any neighbours whatever, and so for every board."
    rests_on = (proof.captures.rests_on,) if proof.captures.rests_on else ()
    if rests_on:
        notes += f" Captures are found by their fast form; {rests_on[0]}, on which that rests, is proved as well."
    verdict = Verdict(Outcome.PROVED, EVERY_SIZE, "z3", {"players": 2}, notes=notes, rests_on=rests_on)
    return if_moves_stand(proof.lemma, rules, verdict)


def reflections_keep_neighbours(reflections: Sequence[Reflection] = REFLECTIONS) -> Verdict:
    """Prove that reflections keep points on the grid and neighbours together, for every width and height."""
    counts = {"reflections": len(reflections)}
    if all(map(keeps_neighbours_on_every_grid, reflections)):
        return Verdict(
            Outcome.PROVED, EVERY_SIZE, "z3", counts, notes="Neighbours are one step apart in a row or a column."
        )
    return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", counts)


def reflections_turn_neighbours(longest_side: int, reflections: Sequence[Reflection] = REFLECTIONS) -> Verdict:
    """Turn each point of each small grid over; what the clauses take for its neighbours then turns with it."""
    sides = range(1, longest_side + 1)
    turned = [
        (reflection, Grid(width, height))
        for reflection in reflections
        for width in sides
        for height in sides
        if width == height or not reflection.of_squares
    ]
    points = sum(grid.size for _, grid in turned)
    apart = [grid for reflection, grid in turned if not keeps_neighbours(reflection, grid)]
    scope = str(min(apart, key=lambda grid: grid.size)) if apart else f"grids of up to {longest_side}x{longest_side}"
    verdict = holds_unless(len(apart), scope, "search", grids=len(turned), points=points)
    return if_it_acted(verdict, len(turned) - len(apart), "turned a grid")


def check_lemma(lemma: BoardLemma, quick: str, standard: str = "", rules: Rules = ANY_MOVES, named: str = "") -> None:
    """Register a lemma for boards of two scopes, one at a time."""
    boards: dict[str, Any] = {"named": named, "quick": quick, "standard": standard}
    if lemma.claim in ABOUT_DEFINITIONS:
        statement = partial(decided, lemma, rules, captures=BY_TEXT)
        decides(lemma.claim, not_asked=DEFINITIONS_STAND, **boards)(statement)
    else:
        decides(lemma.claim, rules, **boards)(partial(decided, lemma, captures=BY_TEXT))


_LIFE_COUNTS = Rules(tax=Tax.ALL)
_LITERAL = _LIFE_COUNTS.reading({"reading/ilr-own-stone": "literal"})

BY_INDUCTION = (
    (OF_CAPTURES, ANY_MOVES),
    (ProofByInduction(steps.CLEARED), ANY_MOVES),
    (ProofByInduction(steps.KEEPS_LEGAL, BY_LEMMA), ANY_MOVES),
    (ProofByInduction(steps.CAPTURES_EXCLUDE_SUICIDE, BY_LEMMA), ANY_MOVES),
    (ProofByInduction(steps.INDEPENDENT_LIFE, BY_LEMMA, staying_in=lambda s: s.coloring.empty), _LIFE_COUNTS),
)

IN_STEPS = (
    (PROOF_OF_SIMPLE_KO, ANY_MOVES, ""),
    (PROOF_OF_QUIET_MOVE, ANY_MOVES, ""),
    *(
        (PROOF_OF_KO_MOVE, Rules(scoring=Scoring.TERRITORY, suicide=allowed), f"suicide={word(allowed)}")
        for allowed in (False, True)
    ),
)

SINGLE_SUICIDES = tuple(
    (ProofByInduction(steps.SINGLE_SUICIDE), Rules(suicide=allowed), f"suicide={word(allowed)}")
    for allowed in (False, True)
)

SYMMETRIES = tuple(
    (proof, Rules(suicide=allowed), f"suicide={word(allowed)} {symmetry}")
    for proof, symmetry in (
        (PROOF_OF_TURNING, "turned so that neighbours are kept"),
        (PROOF_OF_SWAPPING, "colors swapped"),
    )
    for allowed in (False, True)
)

for _proof, _rules in BY_INDUCTION:
    if _proof.lemma.claim in ABOUT_DEFINITIONS:
        decides(_proof.lemma.claim, board=EVERY_SIZE, not_asked=DEFINITIONS_STAND)(
            partial(decided_on_every_board, _proof, _rules)
        )
    else:
        decides(_proof.lemma.claim, _rules, board=EVERY_SIZE)(partial(decided_on_every_board, _proof))
_PROVED: tuple[tuple[ProofByInduction | ProofInSteps, Rules, str], ...] = (*SINGLE_SUICIDES, *IN_STEPS, *SYMMETRIES)
for _proved, _rules, _label in _PROVED:
    decides(_proved.lemma.claim, _rules, named=_label, board=EVERY_SIZE)(partial(decided_on_every_board, _proved))

check_lemma(steps.KEEPS_LEGAL, "2x2 3x2", "3x3")
check_lemma(steps.CAPTURES_EXCLUDE_SUICIDE, "2x2 3x2", "3x3")
check_lemma(steps.SIMPLE_KO, "2x2", "3x2")
check_lemma(steps.QUIET_MOVE, "2x2 3x2", "3x3")
for _rules in varied(Rules(scoring=Scoring.TERRITORY), suicide=(False, True)):
    check_lemma(steps.KO_MOVE, "2x2", "3x2", rules=_rules, named="suicide={suicide}")
check_lemma(steps.CLEARED, "2x2 3x2", "3x3")
check_lemma(steps.INDEPENDENT_LIFE, "2x2", "3x2", rules=_LIFE_COUNTS)
decides(steps.INDEPENDENT_LIFE.claim, _LITERAL, named="reading/ilr-own-stone=literal", board="smallest", cost=0.1)(
    partial(refuted_on_the_smallest_board, steps.INDEPENDENT_LIFE)
)
for _symmetry in (*REFLECTIONS, COLORS_SWAPPED):
    _oblong = "" if _symmetry is TRANSPOSED else "3x2"
    check_lemma(symmetry_lemma(_symmetry), "2x2", _oblong, named=_symmetry.name)
_about_grids = partial(decides, "lemma/symmetry", named="reflections keep neighbours", not_asked=GRIDS_STAND)
_about_grids(board=EVERY_SIZE, cost=0.1)(reflections_keep_neighbours)
_about_grids(board=f"up to {Grid(LONGEST, LONGEST)}")(partial(reflections_turn_neighbours, LONGEST))
decides(steps.BALANCE.claim, ANY_MOVES, board=EVERY_SIZE, cost=0.1)(stones_balance)


IN_MAIN_PHASE = (Decision.START, Decision.MOVE, Decision.WINNER)
IN_EVERY_PHASE = (Decision.AFTER_MOVE, Decision.PASS, Decision.CAPTURES, Decision.ENDINGS, Decision.NEXT_PHASE)
FOR_UNBLOCKING = (Decision.UNBLOCK, Decision.UNBLOCK_ACTION)
FOR_MOVES_MADE = (Decision.MADE,)
FOR_CLAUSES = (Decision.PASS_ALIVE,)
ASSUMES = (
    "The interpreter asks for the start, moves, and the winner in every game; for passes, captures, and the next phase "
    "in each phase; for unblock actions where a turn can be one; and for what moves are remembered by, where a clause "
    "says it or asks for it. Which decisions these are is read off its code, and in which phases it asks for them was "
    "compared with games.",
)
PLAYED = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


class Values:
    """Every parameter and reading as an unknown: one of finitely many values, of amended rules that of their author.

    >>> values = Values()
    >>> values.holds(Guard(((("button", frozenset({True})),),)))
    button == yes
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self.all_of_them = "these rules" if rules is not None and rules.amendments else "all values"
        self._value: dict[tuple[str, object], Any] = {}
        self._unknown: dict[str, Any] = {}
        self.context = context = z3.Context()
        for name, values in values_of(rules or Rules()).items():
            sort, constants = z3.EnumSort(f"values of {name}", [word(value) for value in values], ctx=context)
            self._unknown[name] = z3.Const(name, sort)
            self._value |= {(name, value): constant for value, constant in zip(values, constants, strict=True)}
        self.never, self.always = z3.BoolVal(False, ctx=context), z3.BoolVal(True, ctx=context)

    def holds(self, guard: Guard) -> Any:
        """The formula that a guard says."""
        unknown = {name for alternative in guard.alternatives for name, _ in alternative} - set(self._unknown)
        if unknown:
            raise Refusal(f"A guard speaks of {' and '.join(sorted(unknown))}, of which there are too many values.")
        return self.any_of(
            self.all_of(
                self.any_of(
                    self._unknown[name] == self._value[name, value]
                    for value in sorted(values, key=word)
                    if (name, value) in self._value
                )
                for name, values in alternative
            )
            for alternative in guard.alternatives
        )

    def any_of(self, formulas: Iterator[Any]) -> Any:
        """That one of several formulas holds; it never does if there is none."""
        return z3.simplify(z3.Or(self.never, *formulas))

    def all_of(self, formulas: Iterator[Any]) -> Any:
        """That all of several formulas hold."""
        return z3.simplify(z3.And(self.always, *formulas))

    def example(self, step: str, *formulas: Any, expected: SolverAnswer | None = SolverAnswer.UNSAT) -> str | None:
        """Values under which some formulas hold, in words; None where there are none.

        Raises:
            RuntimeError: z3 gives up.
        """
        model = reply_to(Query(QueryKind.GUARDS, formulas, step, expected)).model
        if model is None:
            return None
        chosen = {name: model[unknown] for name, unknown in self._unknown.items()}
        return " ".join(f"{name}={value}" for name, value in chosen.items() if value is not None)


@dataclass(frozen=True)
class SoleDecision:
    """A decision that only one clause can take, in a phase.

    Attributes:
        decision: the decision.
        phase: the phase.
        when: the formula that says under which values it is asked for.
        by: the clauses by which that is told.
    """

    decision: Decision
    phase: Phase
    when: Any
    by: tuple[Clause, ...] = ()


def deciding(rules: Rules, decision: Decision, phase: Phase) -> tuple[Clause, ...]:
    """The clauses that take part in a decision during a phase, under some values or other."""
    return tuple(clause for clause in clauses_in(rules) if clause.decides is decision and phase in clause.during)


def existence_of_phases(rules: Rules, values: Values) -> dict[Phase, Any]:
    """For each phase, under which values a game can come to it, or be set up in it though no phase leads there."""
    exists = dict.fromkeys(PLAYED, values.never) | {Phase.MAIN: values.always}
    for phase in PLAYED:
        if not deciding(rules, Decision.NEXT_PHASE, phase):
            set_up_in = deciding(rules, Decision.AFTER_NO_RESULT, phase)
            exists[phase] = values.any_of(values.holds(clause.guard) for clause in set_up_in)
    for phase in PLAYED:
        for clause in deciding(rules, Decision.NEXT_PHASE, phase):
            for follows in _phases_after(clause, phase) - {Phase.OVER}:
                leads_there = values.all_of(iter((exists[phase], values.holds(clause.guard))))
                exists[follows] = values.any_of(iter((exists[follows], leads_there)))
    return exists


def _phases_after(clause: Clause, phase: Phase) -> set[Phase]:
    """The phases that a clause leads to, whoever takes the turn and whoever has passed, whatever else has happened.

    Raises:
        LeftOpen: it depends on something else.
    """
    rules = AskedRules(Rules())
    who = product(Color, (None, *Color), (False, True))
    records = (
        open_record(rules, Position(COLORING, player, phase, MARKS, passed), open_tally(first_passer, phase))
        for player, first_passer, passed in who
    )
    return {clause.function(record).phase for record in records}


def mentions(clause: Clause, decision: Decision) -> bool:
    """Whether a clause, or what it calls, asks for the one clause that takes a decision."""
    return decision.name in names_mentioned([clause.function])


def asked_for(rules: Rules, values: Values) -> Iterator[SoleDecision]:
    """The decisions that only one clause can take, in each phase, and when they are asked for."""
    exists = existence_of_phases(rules, values)
    for decision in IN_MAIN_PHASE:
        yield SoleDecision(decision, Phase.MAIN, values.always)
    for decision in FOR_CLAUSES:
        asks = tuple(clause for clause in clauses_in(rules) if clause.decides and mentions(clause, decision))
        yield SoleDecision(decision, Phase.MAIN, values.any_of(values.holds(clause.guard) for clause in asks), asks)
    leading = tuple(clause for phase in PLAYED for clause in deciding(rules, Decision.NEXT_PHASE, phase))
    for phase, reached in exists.items():
        for decision in IN_EVERY_PHASE:
            if decision is Decision.NEXT_PHASE and not deciding(rules, Decision.PHASE_ENDS, phase):
                continue
            yield SoleDecision(decision, phase, reached, leading)
        turns = deciding(rules, Decision.TURN, phase)
        forbidden = values.any_of(values.holds(clause.guard) for clause in turns if not clause.function(Unblock(POINT)))
        for decision in FOR_UNBLOCKING:
            yield SoleDecision(decision, phase, values.all_of(iter((reached, z3.Not(forbidden)))), (*leading, *turns))
        for decision in FOR_MOVES_MADE:
            asks = (*deciding(rules, decision, phase), *_asking_for(rules, decision, phase))
            asked = values.any_of(values.holds(clause.guard) for clause in asks)
            yield SoleDecision(decision, phase, values.all_of(iter((reached, asked))), (*leading, *asks))


def _asking_for(rules: Rules, decision: Decision, phase: Phase) -> Iterator[Clause]:
    """The clauses on legal moves that ask for the one clause that takes a decision."""
    return (clause for clause in deciding(rules, Decision.LEGAL, phase) if mentions(clause, decision))


def clashes(rules: Rules, values: Values, asked: SoleDecision) -> Iterator[str]:
    """Each case in which two clauses, or no clause, take a decision when it is asked for, with values that show it."""
    taking = deciding(rules, asked.decision, asked.phase)
    note(taking)
    where = f"{asked.decision.name} in phase {asked.phase.value}"
    for first, second in combinations(taking, 2):
        step = f"{where}: {first.name} and {second.name}"
        shown = values.example(step, asked.when, values.holds(first.guard), values.holds(second.guard))
        if shown is not None:
            yield f"{first.name} and {second.name} both decide {where} under {shown or values.all_of_them}."
    none = (z3.Not(values.holds(clause.guard)) for clause in taking)
    shown = values.example(f"{where}: no clause", asked.when, *none)
    if shown is not None:
        yield f"No clause decides {where} under {shown or values.all_of_them}."


def is_asked_for(values: Values, asked: SoleDecision) -> bool:
    """Whether a decision is asked for under any values at all."""
    begin_queries()
    note(asked.by)
    step = f"{asked.decision.name} in phase {asked.phase.value} is asked for"
    return values.example(step, asked.when, expected=None) is not None


EVERY_COMBINATION = "every combination of parameters and readings"


@covering(OF_SOLE_CLAUSES)
@unknown_if_unreadable
def one_clause_decides(rules: Rules) -> Verdict:
    """Prove that each decision that only one clause can take is taken by exactly one wherever it is asked for."""
    rules = rules.literally()
    values = Values(rules)
    scope = "the author's parameters and readings" if rules.amendments else EVERY_COMBINATION
    if differing := asked_of_one_clause() ^ {*IN_MAIN_PHASE, *IN_EVERY_PHASE, *FOR_UNBLOCKING, *FOR_MOVES_MADE}:
        names = " and ".join(sorted(decision.name for decision in differing))
        return Verdict(Outcome.UNKNOWN, scope, "z3", notes=f"Of {names} the interpreter asks otherwise than is taken.")
    clashing: list[str] = []
    number = 0
    for asked in asked_for(rules, values):
        if is_asked_for(values, asked):
            clashing += clashes(rules, values, asked)
            number += 1
    counts = {"decisions": number}
    return Verdict(
        Outcome.REFUTED if clashing else Outcome.PROVED, scope, "z3", counts, notes=" ".join(clashing), assumes=ASSUMES
    )


for _id, _document in DOCUMENTS.items():
    decides("lemma/sole-clause", _document.usual, named=f"document={_id}", board=EVERY_SIZE, whatever_else=True)(
        one_clause_decides
    )
