"""Clauses of `spec/` with mutations, and with what other clauses ask: of none is believed what play refutes.

`python -m tests.checker.proofs.fuzzing_clauses NUMBER SEED` changes that number of clauses, and prints each find.
"""

from __future__ import annotations

import ast
import linecache
import random
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from types import FunctionType
from typing import Any, TypeAlias, cast

from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.clauses_of_authors import outside_language
from superko.interpreter.kinds import ATTRIBUTES, METHODS
from superko.interpreter.rule_names import rules_to_json
from superko.interpreter.sources import source_of
from superko.spec.parameters import PARAMETERS
from superko.spec.registry import Clause, Decision, clauses
from superko.spec.rules import Refusal, Rules, why_not_amended
from superko.spec.vocabulary import Phase

from ...mistakes.catalogue import HEAD
from .refuting import LEMMAS, by_proof_alone, refuted_by_play

MOST_COST, SELDOM, MOST_TRIES = 3, 0.05, 20
OF_ENDS = (Decision.PHASE_ENDS, Decision.NO_RESULT, Decision.LEGAL, Decision.GAME_ENDS, Decision.STATE)
OF_MOVES = (Decision.MOVE, Decision.CAPTURES)
BELIEVED = (Outcome.PROVED, Outcome.HOLDS)
OF_PROCEDURES = (
    "claim/aga-dispute-terminates",
    *(f"claim/{protocol}-protocol-terminates" for protocol in ("chinese", "kgs", "japanese")),
)
"""The claims on procedures, which go on where a game by itself would stop, and stop where it would go on."""
_files = count()


# What is written: a clause of the documents, and how it may be changed.


@dataclass(frozen=True)
class Original:
    """A clause of a document with its source."""

    clause: Clause
    node: ast.FunctionDef

    @property
    def parameters(self) -> tuple[str, ...]:
        """What its function calls what it is given."""
        return tuple(parameter.arg for parameter in self.node.args.args)


def _original(clause: Clause) -> Original | None:
    function = clause.function
    if clause.decides is None or not isinstance(function, FunctionType) or why_not_amended(clause):
        return None
    node = source_of(function).node
    is_plain = isinstance(node, ast.FunctionDef) and function.__module__.startswith("superko.spec")
    return Original(clause, cast(ast.FunctionDef, node)) if is_plain else None


@cache
def originals() -> tuple[Original, ...]:
    """The clauses that are changed: those of the documents of which something is proved."""
    documents = {rules.document for check in proved_checks() for rules in check.under}
    chosen = (_original(clause) for clause in clauses() if clause.document in documents)
    return tuple(original for original in chosen if original is not None)


@cache
def expressions() -> Mapping[tuple[str, ...], tuple[ast.expr, ...]]:
    """For the parameters of clauses, as they are called there, what clauses ask of them."""
    pool: defaultdict[tuple[str, ...], list[ast.expr]] = defaultdict(list)
    for original in originals():
        own = {node.id for node in ast.walk(original.node) if isinstance(node, ast.Name)} - set(original.parameters)
        made = {
            node.id for node in ast.walk(original.node) if isinstance(node, ast.Name) and type(node.ctx) is ast.Store
        }
        lambdas = {node.arg for node in ast.walk(original.node) if isinstance(node, ast.arg)} - set(original.parameters)
        for node in (inner for statement in original.node.body for inner in ast.walk(statement)):
            names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            is_closed = not names & (made | lambdas) and all(hasattr(_HEAD, name) or name not in own for name in names)
            if isinstance(node, ast.expr) and names & set(original.parameters) and is_closed:
                pool[original.parameters].append(node)
    return {parameters: tuple(chosen) for parameters, chosen in pool.items()}


class _Names:
    """What the head of every text imports."""


_HEAD = _Names()
exec(HEAD, vars(_HEAD))
COMPARED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
COMBINED = (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv, ast.BitAnd, ast.BitOr, ast.BitXor)
ASKED = tuple({name for table in (*ATTRIBUTES.values(), *METHODS.values()) for name in table})
Known: TypeAlias = Sequence[ast.expr]


def mutated(original: Original, chance: random.Random) -> ast.FunctionDef:
    """A clause of a document with up to three changes; the same one at times."""
    node, known = _bare(original), expressions().get(original.parameters, ())
    for _ in range(chance.randint(1, 3)):
        chance.choice(CHANGES)(node, chance, known)
    return ast.fix_missing_locations(node)


def unchanged(original: Original) -> str:
    """The text of a clause as the document has it."""
    return ast.unparse(_bare(original))


def _bare(original: Original) -> ast.FunctionDef:
    node = deepcopy(original.node)
    node.decorator_list, node.returns = [], None
    for argument in node.args.args:
        argument.annotation = None
    if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant) and len(node.body) > 1:
        del node.body[0]
    return node


def _is_otherwise(node: ast.FunctionDef, chance: random.Random, known: Known) -> None:
    """An expression compares, counts, combines, asks or names otherwise."""
    kind = chance.choice((ast.Compare, ast.Constant, ast.BinOp, ast.BoolOp, ast.Attribute, ast.Name))
    chosen: Any = chance.choice([inner for inner in ast.walk(node) if isinstance(inner, kind)] or [None])
    match chosen:
        case ast.Compare():
            chosen.ops[0] = chance.choice(COMPARED)()
        case ast.Constant():
            chosen.value = chance.choice((0, 1, 2, 3, True, False, 0.5, None))
        case ast.BinOp() | ast.BoolOp():
            chosen.op = chance.choice((ast.And, ast.Or) if isinstance(chosen, ast.BoolOp) else COMBINED)()
        case ast.Attribute():
            alike = [table for table in (*ATTRIBUTES.values(), *METHODS.values()) if chosen.attr in table]
            chosen.attr = chance.choice(tuple(alike[0]) if alike and chance.random() < 0.8 else ASKED)
        case ast.Name():
            chosen.id = chance.choice(("BLACK", "WHITE", *(argument.arg for argument in node.args.args), chosen.id))


def _says_otherwise(node: ast.FunctionDef, chance: random.Random, known: Known) -> None:
    places = [
        (parent, name, index)
        for parent in ast.walk(node)
        for name, value in ast.iter_fields(parent)
        for index, part in enumerate(value if isinstance(value, list) else [value])
        if isinstance(part, ast.expr) and type(getattr(part, "ctx", None)) is not ast.Store
    ]
    if not places or not known:
        return
    parent, name, index = chance.choice(places)
    new, value = deepcopy(chance.choice(known)), getattr(parent, name)
    before = value[index] if isinstance(value, list) else value
    if isinstance(value, list):
        value[index] = new
    else:
        setattr(parent, name, new)
    if isinstance(new, ast.UnaryOp) and chance.random() < 0.5:
        new.operand = before
    elif isinstance(new, ast.BoolOp) and chance.random() < 0.5:
        new.values[0] = before


def _says_less(node: ast.FunctionDef, chance: random.Random, known: Known) -> None:
    blocks = [inner.body for inner in ast.walk(node) if isinstance(inner, ast.If | ast.For | ast.FunctionDef)]
    block = chance.choice(blocks)
    if len(block) > 1:
        del block[chance.randrange(len(block))]


def _may_say_otherwise(node: ast.FunctionDef, chance: random.Random, known: Known) -> None:
    """What is returned is joined with something else that clauses ask."""
    returning = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return) and inner.value is not None]
    conditions = [part for part in known if isinstance(part, CONDITIONS)]
    if returning and conditions:
        chosen: Any = chance.choice(returning)
        text = chance.choice(("({}) or ({})", "({}) and ({})", "({}) and not ({})", "({}) or not ({})", "({}) & ({})"))
        joined = text.format(ast.unparse(chosen.value), ast.unparse(chance.choice(conditions)))
        chosen.value = ast.parse(joined, mode="eval").body


CONDITIONS = (ast.Compare, ast.BoolOp, ast.Call, ast.UnaryOp)
CHANGES: Sequence[Callable[[ast.FunctionDef, random.Random, Known], None]] = (
    *[_is_otherwise] * 5,
    _says_otherwise,
    _says_less,
    *[_may_say_otherwise] * 4,
)


def written(original: Original, node: ast.FunctionDef) -> tuple[str, FunctionType] | None:
    """A function that stands in a file, with its text; None if Python does not take it."""
    module = sys.modules[original.clause.function.__module__]
    used = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    imported = sorted(name for name in used if name in vars(module) and not hasattr(_HEAD, name))
    text = ast.unparse(node)
    head = HEAD + "".join(f"from {module.__name__} import {name}\n" for name in imported)
    file = f"<mutated {next(_files)}>"
    linecache.cache[file] = (len(text), None, f"{head}\n\n{text}\n".splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "mutated"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Of what has no sense.
            exec(compile(f"{head}\n\n{text}\n", file, "exec", dont_inherit=True), names)
    except (SyntaxError, ValueError):
        return None
    return text, names[node.name]


# What is asked of it: the proofs that may read it, and play.


@cache
def proved_checks() -> tuple[Check, ...]:
    """The checks that are proved of the documents, and that don't take long."""
    recorded = recorded_verdicts()
    return tuple(
        check
        for name, check in checks().items()
        if recorded.get(name, {}).get("outcome") == Outcome.PROVED.value
        and check.cost <= MOST_COST
        and check.under
        and not check.not_asked
        and check.claim not in OF_PROCEDURES
    )


def chosen(chance: random.Random) -> tuple[Check, Rules, Original]:
    """A check, rules to ask it of, and a clause in force that is to be changed, often one on which a proof rests."""
    by_claim: defaultdict[str, list[Check]] = defaultdict(list)
    for check in proved_checks():
        by_claim[check.claim].append(check)
    while True:
        check = chance.choice(by_claim[chance.choice([*by_claim])])
        rules = rules_of(check, chance)
        phases = frozenset(phase for phase in Phase if f"phase={phase.value}" in check.rules) or {*Phase}
        resting = (
            OF_ENDS if check.claim.endswith("-terminates") else OF_MOVES if check.claim in LEMMAS else (*Decision,)
        )
        fitting = [
            original
            for original in originals()
            if original.clause.document == rules.document
            and original.clause.guard.holds(rules)
            and original.clause.during & phases
            and (original.clause.decides in resting or chance.random() < SELDOM)
        ]
        if fitting:
            return check, rules, chance.choice(fitting)


def rules_of(check: Check, chance: random.Random) -> Rules:
    """Rules of the document of a check, with parameters at random where it says nothing of them."""
    rules = replace(chance.choice(check.under), amendments=())
    if rules.document != "katago-v2":
        return rules
    values = {name: chance.choice(parameter.values) for name, parameter in PARAMETERS.items() if parameter.values}
    try:
        return replace(rules, **{name: value for name, value in values.items() if chance.random() < 0.3})
    except (Refusal, ValueError):
        return rules


@dataclass(frozen=True)
class Find:
    """A clause of which something is believed that play refutes."""

    clause: str
    text: str
    check: str
    rules: str
    reason: str


def finds(number: int, seed: int, seen: Counter[str] | None = None) -> Iterator[Find]:
    """Changed clauses of which a claim is proved that play refutes.

    Args:
        number: how many clauses to change.
        seed: of the random choices.
        seen: counts the clauses that were written and believed, and the claims that were proved of them.
    """
    chance, seen = random.Random(seed), Counter() if seen is None else seen
    for _ in range(number):
        check, rules, original = chosen(chance)
        for _ in range(MOST_TRIES):
            made = written(original, mutated(original, chance))
            seen["written"] += 1
            if made is None or ast.dump(ast.parse(made[0])) == ast.dump(ast.parse(unchanged(original))):
                continue
            changed = rules.replacing(original.clause.name, made[1], "It is changed.")
            if not outside_language(changed):
                seen["believed"] += 1
                yield from _tried(original, made[0], check, changed, seen)
                break


def _tried(original: Original, text: str, check: Check, rules: Rules, seen: Counter[str]) -> Iterator[Find]:
    try:
        asked = asked_of(check, rules)
        if isinstance(asked, str) or by_proof_alone(asked).outcome not in BELIEVED:
            return
        seen["proved"] += 1
        seen[check.claim] += 1
        reason = refuted_by_play(check, rules)
    except Exception as error:  # A clause fails that was changed, which is no find.
        seen[f"fails: {type(error).__name__}"] += 1
        return
    if reason:
        yield Find(original.clause.name, text, check.name, str(rules_to_json(replace(rules, amendments=()))), reason)


if __name__ == "__main__":
    counts: Counter[str] = Counter()
    for find in finds(int(sys.argv[1]), int(sys.argv[2]), counts):
        print(f"{find.clause}\n{find.text}\n{find.check}: {find.reason}\n{find.rules}\n", flush=True)
    print(dict(counts))
