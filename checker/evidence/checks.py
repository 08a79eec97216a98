"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them.

A check says under which rules it is decided, and is named by them. So it can be asked of amended rules too: the same
function decides it under the same rules with the amendments; or the check says why it can't.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cache, partial, reduce
from inspect import Parameter, signature
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from ...interpreter.notation import parse_grid
from ...interpreter.rule_names import DEFAULT, changed
from ...spec.algebra import Grid
from ...spec.claim import claim_named, claims
from ...spec.dead_stones.protocols import PROTOCOLS, Protocol
from ...spec.documents import parameters_of
from ...spec.guard import word
from ...spec.parameters import PARAMETERS, READINGS
from ...spec.presets import PRESETS
from ...spec.rules import Refusal, Rules
from ..telling.interruptions import ended_at_once
from .verdict import EVERY_SIZE, Decide, Outcome, Verdict, games_up_to, without_a_clause

Sides: TypeAlias = tuple[int, int]
_BOARDS = re.compile(r"(\d+x\d+(:\d*)?\s*)+")


class Scope(Enum):
    """How much is checked; each scope takes in those before it."""

    QUICK = "quick"
    STANDARD = "standard"
    DEEP = "deep"

    def takes_in(self, other: Scope) -> bool:
        """Whether a check of the other scope is made under this one.

        >>> [Scope.STANDARD.takes_in(scope) for scope in Scope]
        [True, True, False]
        """
        order = list(Scope)
        return order.index(other) <= order.index(self)


@dataclass(frozen=True)
class Check:
    """One row of the table: a claim, on a board, under some rules, and the function that decides it.

    Attributes:
        board: the board or boards, such as "3x3" or "every size".
        rules: the rules that it is decided `under`, in words, such as "ko=SIMPLE"; "" when it does not depend on them.
        cost: roughly how many seconds it takes, so that the long ones start first.
        whatever_else: whether those rules stand for all that have other parameters and readings as well.
        not_asked: why it can't be asked of amended rules, in one sentence; "" if it can.
        values: the values that it is named by, of parameters and of what else it is about; several where it is decided
            for each of them.
        part: which part of the claim it decides, in words; none if it decides it whole.
        to_the_end: whether games are followed to their end, however long they are.
    """

    claim: str
    board: str
    rules: str
    decided_by: Decide
    cost: float
    scope: Scope = Scope.QUICK
    under: tuple[Rules, ...] = ()
    whatever_else: bool = False
    not_asked: str = ""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    part: frozenset[str] = frozenset()
    to_the_end: bool = False

    @property
    def name(self) -> str:
        """What the check is recorded under: claim, board and rules."""
        return " ".join(part for part in (self.claim, self.board, self.rules) if part)

    @property
    def on(self) -> str:
        """On what it is decided: board and rules."""
        return " ".join(part for part in (self.board, self.rules) if part)

    @property
    def function(self) -> Callable[..., Any]:
        """The function of ours that makes the verdict, or goes through the cases that it is made of."""
        function: Any = self.decided_by
        while inner := getattr(function, "func", None) or getattr(function, "__wrapped__", None):
            function = inner
        decides: Callable[..., Any] = function
        return decides

    @property
    def evidence(self) -> str:
        """The module that decides it."""
        return self.function.__module__

    def decide(self) -> Verdict:
        """Make the verdict."""
        return self.decided_by(*self.under)


SMALL_BOARDS = ("1x1", "2x1", "3x1")
VARIED = ("ko", "scoring", "tax", "suicide", "button", "handicap_bonus", "self_play_opts")
_PARAMETERS = ("document", *VARIED)
_SECONDS: Mapping[Scope, float] = {Scope.QUICK: 0.5, Scope.STANDARD: 10, Scope.DEEP: 100}
CLAIMS = f"{__package__.rpartition('.')[0]}.claims"


@dataclass(frozen=True)
class CheckRow:
    """One row of a table of checks: what decides a claim, under which rules and where; a check for each of these.

    The tables stand beside the modules of evidence, `french.toml` for the claims in `spec/french/claims.toml`: by the
    id of a claim, the functions that decide it as "module:name", each with a row or several; and where its checks
    disagree on what it depends, see `Written` in `decided.py`.

    Attributes:
        under: the rules, as commands take them, but that "no/yes" after a parameter stands for each of the values, "*"
            for all that it has, and a clause after "-" is left out; "module:NAME" are rules of a module. The function
            takes several where "&" stands between them, of which "same" are the first, with changes behind it.
        together: whether the function takes all of the rules together, for a single check.
        named: what a check is called beside claim and board, with parameters and arguments in braces, "{games}" for the
            games up to a depth, "{readings}" for the readings that the rules choose, and "{preset}" for the preset that
            they begin with; if not said, by what is written of its last rules.
        on: the boards of each scope, such as "2x1 3x1 | 4x1 | 5x1", the smallest first; or where else it is decided;
            by default on the board of an argument that has one, or else on the smallest. A board with the most turns
            behind it, as in "3x1:14", gives the function the `depth` of games.
        cost: roughly how many seconds it takes, if many more or fewer than other checks of the scope.
        whatever_else: whether the rules stand for all that have other parameters and readings as well.
        not_asked: why it can't be asked of amended rules, in one sentence; it is then decided under none.
        arguments: what else the function takes, by name; several in a list, each for a check of its own.
    """

    under: str | Sequence[str] = ()
    together: bool = False
    named: str | None = None
    on: str = ""
    cost: float = 0
    whatever_else: bool = False
    not_asked: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


DEPENDS = "depends"


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    """What the tables say of each claim: what decides it, and on what it depends where its checks disagree."""
    together: dict[str, Mapping[str, Any]] = {}
    for table in sorted(Path(__file__).parents[1].glob("claims/*.toml")):
        together |= tomllib.loads(table.read_text(encoding="utf-8"))
    return together


def table_rows(table: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, CheckRow]]:
    """The rows of a table, each with the id of its claim and the name of what decides it.

    Raises:
        KeyError: there is no such claim.
    """
    known = {known.name for known in fields(CheckRow)}
    for claim, deciding in table.items():
        claim_named(claim)
        for name, said in deciding.items():
            for row in _listed(said) if name != DEPENDS else ():
                arguments = {argument: value for argument, value in row.items() if argument not in known}
                of_row = {key: value for key, value in row.items() if key in known}
                yield claim, name, CheckRow(**of_row, arguments=arguments)


def checks_of(claim: str, name: str, row: CheckRow) -> Iterator[Check]:
    """The checks of a row: one for each of its rules, values and boards.

    Raises:
        AttributeError: nothing is called as a function, rules or an argument is.
        ImportError: there is no such module.
        ValueError: neither or both are given, rules, and why there are none; or no rules are written so.
    """
    if bool(row.under) == bool(row.not_asked):
        raise ValueError(f"Say under which rules {claim} is decided, or why it is not asked of amended rules.")
    decide: Decide = _named(name)
    takes, module = signature(decide, eval_str=True).parameters, name.partition(":")[0]
    under = [sets for text in _listed(row.under) for sets in rules_in(text)]
    if row.together or not under:
        under = [((), tuple(rules for _, (rules,) in under))]
    for (parts, rules), chosen in product(under, _choices(row.arguments)):
        values = {argument: _value(takes.get(argument), said, module) for argument, said in chosen.items()}
        grids = [str(value.grid) for value in values.values() if hasattr(value, "grid")]
        in_words = {**values, **{key: said for key, said in chosen.items() if isinstance(values[key], Protocol)}}
        on = row.on.format_map(in_words) or " ".join(grids) or "smallest"
        for scope, board, arguments, seconds in _places(on, row.cost, "grid" in takes):
            games = games_up_to(arguments["depth"]) if "depth" in arguments else ""
            words = {**in_words, "preset": parts[0] if parts else "", **arguments, "games": games}
            called = _label(parts) if row.named is None else _filled_in(row.named, rules, words)
            is_lacking = len(rules) == 1 and any(map(_is_dropped, parts))
            yield Check(
                claim,
                board,
                called,
                partial(without_a_clause(decide) if is_lacking else decide, **values, **arguments),
                seconds,
                scope,
                rules,
                row.whatever_else,
                row.not_asked,
                *values_and_part(called),
                to_the_end=arguments.get("depth", 0) is None,
            )


def _named(name: str) -> Any:
    """What is called so: "module:name", of a module of evidence; or of another room, after a dot."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(f".{module}", CLAIMS), attribute)


def _listed(said: Any) -> Sequence[Any]:
    return said if isinstance(said, list | tuple) else [said]


def _choices(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with one value for each, in every way."""
    values = product(*map(_listed, arguments.values()))
    return (dict(zip(arguments, chosen, strict=True)) for chosen in values)


def _value(takes: Parameter | None, said: Any, module: str) -> Any:
    """What an argument of a row stands for, as the function takes it; a name is one of the function's module, too."""
    if isinstance(said, Mapping):
        return {name: [_of_word(name, text) for text in texts] for name, texts in said.items()}
    kind = takes.annotation if takes else Sequence[Grid]
    if not isinstance(said, str) or kind is str:
        return said
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(value for value in kind if said in (value.value, value.name))
    read: Callable[[str], Any] | None = _READ.get(kind)
    return read(said) if read else _named(said if ":" in said else f"{module}:{said}")


def _of_word(name: str, said: str) -> Any:
    """The value of a parameter or a reading that a word stands for."""
    values = (PARAMETERS.get(name) or READINGS[name]).values
    return next(value for value in values if word(value) == said)


_READ: Mapping[Any, Callable[[str], Any]] = {
    Grid: parse_grid,
    Sequence[Grid]: lambda said: [parse_grid(board) for board in said.split()],
    Protocol: PROTOCOLS.__getitem__,
    Rules: lambda said: next(rules for _, (rules,) in rules_in(said)),
}


def rules_in(text: str) -> Iterator[tuple[tuple[str, ...], tuple[Rules, ...]]]:
    """The rules that a row is decided under, several together where it takes several; and what is written of the last.

    >>> [parts for parts, _ in rules_in("ko=SIMPLE,suicide=no/yes")]
    [('ko=SIMPLE', 'suicide=no'), ('ko=SIMPLE', 'suicide=yes')]
    >>> [[rules.suicide for rules in both] for _, both in rules_in("tax=* & same,suicide=no")]
    [[True, False], [True, False], [True, False]]
    """
    sides: list[list[tuple[tuple[str, ...], Rules]]] = []
    for side in map(_alternatives, text.split("&")):
        bases = [rules for _, rules in sides[0]] if side[0][0] == "same" else [DEFAULT]
        sides.append([(parts, _changed(base, parts)) for parts, base in product(side, bases)])
    most = max(map(len, sides))
    together = zip(*(side * (most // len(side)) for side in sides), strict=True)
    return ((rules[-1][0], tuple(one for _, one in rules)) for rules in together)


def _alternatives(side: str) -> list[tuple[str, ...]]:
    """The parts of what is written of rules, with one value for each parameter, in every way."""
    name = side.strip()
    texts = _named(name) if ":" in name and "," not in name else None
    written = texts if isinstance(texts, Mapping) else [name]
    return [parts for text in written for parts in product(*map(_each, text.split(",")))]


def _each(part: str) -> list[str]:
    name, equals, said = part.partition("=")
    if not equals:
        return [part]
    values = map(word, PARAMETERS[name].values) if said == "*" else said.split("/")
    return [f"{name}={value}" for value in values]


@cache
def _changed(rules: Rules, parts: tuple[str, ...]) -> Rules:
    """The rules that are written so; or the same with what is written after that."""
    first, *rest = parts
    if "=" in first:
        rest = [*parts]
    elif first != "same":
        rules = _named(first) if ":" in first else PRESETS[first]
    rules = changed(rules, [part for part in rest if not _is_dropped(part)])
    return reduce(Rules.dropping, (part[1:] for part in rest if _is_dropped(part)), rules)


def _is_dropped(part: str) -> bool:
    return part.startswith("-")


def _label(parts: Sequence[str]) -> str:
    dropped = ",".join(part[1:] for part in parts if _is_dropped(part))
    return " ".join([part for part in parts if "=" in part] + ([f"without={dropped}"] if dropped else []))


def _filled_in(named: str, rules: Sequence[Rules], chosen: Mapping[str, Any]) -> str:
    """The name of a check, with values of the last rules and of arguments in the place of what stands in braces."""
    values = {name: rules[-1].parameter(name) for name in parameters_of(rules[-1])} if rules else {}
    values |= chosen
    if rules:
        values |= {"document": rules[-1].document, "readings": ",".join(map("=".join, rules[-1].readings))}
    words = {name: word(value) if isinstance(value, Enum | bool) else value for name, value in values.items()}
    return named.format_map(words).strip(" ,")


def values_and_part(label: str) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """The values that a check is named by, where it says several each, and which part of the claim it decides."""
    pairs = [(text, *text.partition("=")) for text in label.replace(",", " ").split()]
    values = {name: tuple(value.split("/")) for _, name, equals, value in pairs if equals}
    is_of_the_rules = (*_PARAMETERS, "reading/")
    return values, frozenset(text for text, *_ in pairs if not text.startswith(is_of_the_rules))


def _places(on: str, cost: float, takes_a_grid: bool) -> Iterator[tuple[Scope, str, dict[str, Any], float]]:
    """The boards of each scope, with the arguments for each and its seconds: each takes half the time of the next."""
    are_games = ":" in on
    for scope, text in zip(Scope, on.split("|"), strict=False):
        are_boards = takes_a_grid and _BOARDS.fullmatch(text.strip())
        boards = text.split() if are_boards else [text.strip()]
        for number, written in zip(reversed(range(len(boards))), filter(None, boards), strict=False):
            board, _, turns = written.partition(":")
            depth = int(turns) if turns else None
            arguments: dict[str, Any] = {"grid": parse_grid(board)} if are_boards else {}
            arguments |= {"depth": depth} if are_games else {}
            yield scope, board, arguments, (cost or _SECONDS[scope]) / 2**number


def checks() -> dict[str, Check]:
    """All checks by name, in the order of the claims, and for each claim in the order of the modules of evidence.

    Raises:
        ImportError: a module of evidence can't be imported.
        ValueError: a claim has no check, and no reason why.
    """
    order = {claim.id: number for number, claim in enumerate(claims())}
    in_order = sorted(in_tables().values(), key=lambda made: (order[made.claim], made.evidence))
    return {made.name: made for made in in_order}


@cache
def in_tables() -> Mapping[str, Check]:
    """The checks of every table, by name.

    Raises:
        ImportError: a module of evidence can't be imported.
        ValueError: two checks have one name; or a claim has no check, and no reason why.
    """
    by_name: dict[str, Check] = {}
    with ended_at_once():
        for made in (made for said in table_rows(tables()) for made in checks_of(*said)):
            if made.name in by_name:
                raise ValueError(f"The check {made.name!r} is in the tables twice.")
            by_name[made.name] = made
    decided = {made.claim for made in by_name.values()}
    forgotten = [claim.id for claim in claims() if not claim.not_formalised and claim.id not in decided]
    if forgotten:
        raise ValueError(f"No check decides {' or '.join(forgotten)}, and no reason is given why.")
    return by_name


def decide(name: str) -> Verdict:
    """The verdict of the check with this name."""
    return in_tables()[name].decide()


AS_FOR_THE_DOCUMENT = "No amended clause is in force under the rules of the check, so it comes out as for the document."


def asked_of(asked: Check, rules: Rules) -> Check | str:
    """The same check under rules with the amendments of others, or in one sentence why it can't be asked of those.

    So are the komi and the readings of the others, where the check says nothing of these; and where it stands for all
    that have other parameters, so are all of the values that it does not name.

    What a check amends itself stays so: where it is decided without a clause, it is so whatever has become of it. Where
    what decides it refuses such rules, the verdict will be `unknown`, with the reason.

    >>> from superko.spec.parameters import Scoring
    >>> made = checks()["claim/benson 2x2 suicide=yes"]
    >>> asked_of(made, Rules(scoring=Scoring.TERRITORY).dropping("katago-v2/cleanup/legal-once"))
    'No amended clause is in force under the rules of the check, so it comes out as for the document.'
    """
    if asked.not_asked:
        return asked.not_asked
    if all(rule_set.document != rules.document for rule_set in asked.under):
        documents = " and ".join(dict.fromkeys(rule_set.document for rule_set in asked.under))
        return f"It is decided for {documents}, not for {rules.document}."
    amended = tuple(_amended(asked, rule_set, rules) for rule_set in asked.under)
    if not asked.whatever_else and all(
        same.literally().in_force == rule_set.literally().in_force
        for same, rule_set in zip(amended, asked.under, strict=True)
    ):
        return AS_FOR_THE_DOCUMENT
    return replace(asked, decided_by=partial(_unless_refused, asked, rules), under=amended)


def _unless_refused(asked: Check, rules: Rules, *under: Rules) -> Verdict:
    """The verdict, which is `unknown` where what decides it refuses such rules."""
    try:
        return decided_under(asked, rules, *under)
    except Refusal as reason:
        return Verdict(Outcome.UNKNOWN, asked.board, "", notes=str(reason))


def decided_under(asked: Check, rules: Rules, *under: Rules) -> Verdict:
    """The verdict under the rules of a check as an author amends them; a small board may refute what a proof is of.

    Raises:
        Refusal: what decides it refuses such rules.
    """
    return refuted_on_a_small_board(asked, rules) or asked.decided_by(*under)


def refuted_on_a_small_board(proof: Check, rules: Rules) -> Verdict | None:
    """What refutes a claim on a small board under amended rules, if a check says it of every board, and one does.

    Games that author's rules may let go on forever are not gone through for that.
    """
    amended = asked_of(proof, rules)
    if proof.board == EVERY_SIZE and proof.under and isinstance(amended, Check):
        for small in checks().values():
            is_small = small.scope is Scope.QUICK and small.board in SMALL_BOARDS and not small.to_the_end
            if is_small and speaks_of(proof, small):
                asked = asked_of(small, rules)
                # A clause may fail on one; that says nothing of the proof.
                with suppress(Exception):
                    if isinstance(asked, Check) and speaks_of(amended, asked):
                        verdict = asked.decide()
                        if verdict.outcome is Outcome.REFUTED:
                            return verdict
    return None


def speaks_of(proof: Check, other: Check) -> bool:
    """Whether what a check says of every board, it says of what another one decides: claim, board, part and rules.

    Of amended rules it says that of none that have other values of parameters.

    >>> ko, every = checks()["lemma/ko-move 2x2 suicide=no"], "lemma/ko-move every size suicide="
    >>> [speaks_of(checks()[every + word], ko) for word in ("no", "yes")]
    [True, False]
    """
    if proof.claim != other.claim or proof.board not in (EVERY_SIZE, other.board):
        return False
    if bool(proof.under) != bool(other.under):
        return False
    if not proof.part <= other.part:
        return False

    def are_among(rules: Rules, proved: Rules) -> bool:
        if not proof.whatever_else or proved.amendments:
            return rules == proved
        same = all(getattr(rules, name) == getattr(proved, name) for name in ("document", "readings", "amendments"))
        return same and all(word(rules.parameter(name)) in named for name, named in _of_parameters(proof).items())

    return all(any(are_among(rules, proved) for proved in proof.under) for rules in other.under)


def _of_parameters(made: Check) -> dict[str, tuple[str, ...]]:
    return {name: values for name, values in made.values.items() if name in VARIED}


def _amended(asked: Check, rules: Rules, other: Rules) -> Rules:
    """The rules of a check with what an author amended, and with the author's values of what it is not about."""
    if rules.document != other.document:
        return rules
    return replace(
        rules.reading({**dict(other.readings), **dict(rules.readings)}),
        **(_values_not_named(asked, other) if asked.whatever_else else {}),
        komi=rules.komi or other.komi,
        amendments=other.amendments + rules.amendments,
    )


def _values_not_named(asked: Check, author: Rules) -> dict[str, Any]:
    """The author's values of all parameters that a check does not name, or names as one of several."""
    named, values = _of_parameters(asked), {name: author.parameter(name) for name in VARIED}
    return {name: value for name, value in values.items() if word(value) in named.get(name, (word(value),))}
