"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them.

A check says under which rules it is decided, and is named by them. So it can be asked of amended rules too: the same
function decides it under the same rules with the amendments; or the check says why it can't.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, partial
from inspect import signature
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from ...interpreter.notation import parse_grid
from ...spec.claim import claim_named, claims
from ...spec.documents import parameters_of
from ...spec.guard import word
from ...spec.rules import Refusal, Rules
from ..telling.interruptions import ended_at_once
from .verdict import EVERY_SIZE, Decide, Outcome, Verdict, games_up_to

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
        claim: the id of the claim.
        board: the board or boards, such as "3x3" or "every size".
        rules: the rules it is decided under, in words, such as "ko=SIMPLE"; "" when it does not depend on them.
        decided_by: the function that comes to the verdict; it takes the rules of `under`.
        cost: roughly how many seconds it takes, so that the long ones start first.
        scope: the smallest scope under which it is made.
        under: the rules it is decided under.
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
        """The function of ours that comes to the verdict, or goes through the cases that it is made of."""
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
        """Come to the verdict."""
        return self.decided_by(*self.under)


_registered: dict[str, Check] = {}
SMALL_BOARDS = ("1x1", "2x1", "3x1")
VARIED = ("ko", "scoring", "tax", "suicide", "button", "handicap_bonus", "self_play_opts")
_PARAMETERS = ("document", *VARIED)


class _Each(tuple[Any, ...]):
    """Several values for one argument, each for a check of its own."""


def each(*values: object) -> Any:
    """Several values for one argument of a function that decides a claim, each for a check of its own."""
    return _Each(values)


def varied(rules: Rules, **values: Iterable[Any]) -> tuple[Rules, ...]:
    """The rules with each of the values for each of some parameters, in every way.

    >>> [rules.suicide for rules in varied(Rules(), suicide=(False, True))]
    [False, True]
    """
    return tuple(replace(rules, **dict(zip(values, chosen, strict=True))) for chosen in product(*values.values()))


@dataclass(frozen=True)
class RowOfChecks:
    """Rules under which a claim is decided, and what is otherwise there than for the other rows of its checks.

    Attributes:
        under: the rules, a check for each; or why it can't be asked of amended rules.
        fields: the arguments of `decides` that this row has of its own, by name.
    """

    under: Sequence[Rules | tuple[Rules, ...] | str]
    fields: Mapping[str, Any]


def row(*under: Rules | tuple[Rules, ...] | str, **fields: Any) -> RowOfChecks:
    """A row of checks: rules, and the arguments of `decides` that this row has of its own, the claim's id included."""
    return RowOfChecks(under, fields)


def read_otherwise(rules: Rules, name: str, value: str, /, **fields: Any) -> RowOfChecks:
    """A row of checks of a reading: the rules as they are, and with another answer to it."""
    return row((rules, rules.reading({name: value})), claim=name, **fields)


_SECONDS: Mapping[Scope, float] = {Scope.QUICK: 0.5, Scope.STANDARD: 10, Scope.DEEP: 100}


class _Place(NamedTuple):
    """Where a claim is decided: the scope, the board in words, what is said of it, the arguments, and the seconds."""

    scope: Scope
    board: str
    games: str
    arguments: Mapping[str, object]
    cost: float


def decides(
    claim: str,
    *under: Rules | tuple[Rules, ...] | str | RowOfChecks | Mapping[str, Rules | tuple[Rules, ...]],
    named: str = "",
    on: str = "",
    cost: float = 0,
    whatever_else: bool = False,
    **arguments: Any,
) -> Callable[[Decide], Decide]:
    """Register the function that decides a claim, and return it unchanged: a check for each rules, value and board.

    The function takes the rules, then by name the arguments, and the `grid` if it takes one; and the `depth` of games
    where a board is written with the most turns behind it, as in "3x1:14".

    Args:
        claim: the id of the claim; "" where each row has its own.
        under: the rules it is decided under, a check for each; several together where the function takes several; or
            rows, each of rules with arguments of its own, or rules by what their checks are called. Or why it can't be
            asked of amended rules, in one sentence; it is then decided under none.
        named: what a check is called beside claim and board: parameters with their values, such as "ko=SIMPLE" or
            "tax={tax}", and else the part of the claim that it decides; with parameters and arguments in braces,
            "{games}" for the games up to a depth, and "{readings}" for the readings that the rules choose.
        on: the boards of each scope, such as "2x1 3x1 | 4x1 | 5x1", the smallest first; or where else it is decided,
            with arguments in braces; by default on the board of an argument that has one, or else on the smallest.
        cost: roughly how many seconds it takes, if many more or fewer than other checks of the scope.
        whatever_else: whether the rules stand for all that have other parameters and readings as well.
        arguments: what else the function takes; `each` gives a check for each of several values.

    Raises:
        KeyError: there is no such claim.
        ValueError: the claim is already decided there; or neither or both are given: rules, and why there are none.
    """
    rows = [made for made in under if isinstance(made, RowOfChecks)]
    rows += [row(rules, named=label) for part in under if isinstance(part, Mapping) for label, rules in part.items()]
    plain = [rules for rules in under if not isinstance(rules, RowOfChecks | Mapping)]
    common = {"claim": claim, "named": named, "on": on, "cost": cost, "whatever_else": whatever_else, **arguments}

    def register_rows(decide: Decide) -> Decide:
        for made in (*rows, *([row(*plain)] if plain else ())):
            fields = {**common, **made.fields}
            decides(fields.pop("claim"), *made.under, **fields)(decide)
        return decide

    if rows:
        return register_rows
    claim_named(claim)
    not_asked = " ".join(reason for reason in plain if isinstance(reason, str))
    sets = [rules if isinstance(rules, tuple) else (rules,) for rules in plain if not isinstance(rules, str)]
    if bool(sets) == bool(not_asked):
        raise ValueError(f"Say under which rules {claim} is decided, or why it is not asked of amended rules.")

    def register(decide: Decide) -> Decide:
        takes_a_grid = "grid" in signature(decide).parameters
        for rules, chosen in product(sets or [()], _choices(arguments)):
            grids = [str(value.grid) for value in chosen.values() if hasattr(value, "grid")]
            for place in _places(on.format_map(chosen) or " ".join(grids) or "smallest", cost, takes_a_grid):
                label = _filled_in(named, rules, chosen, place)
                made = Check(
                    claim,
                    place.board,
                    label,
                    partial(decide, **chosen, **place.arguments),
                    place.cost,
                    place.scope,
                    rules,
                    whatever_else,
                    not_asked,
                    *values_and_part(label),
                    to_the_end=place.arguments.get("depth", 0) is None,
                )
                if made.name in _registered:
                    raise ValueError(f"The check {made.name!r} is registered twice.")
                _registered[made.name] = made
        return decide

    return register


def _filled_in(named: str, rules: Sequence[Rules], chosen: Mapping[str, Any], place: _Place) -> str:
    """The name of a check, with values of the last rules and of arguments in the place of what stands in braces."""
    values = {name: rules[-1].parameter(name) for name in parameters_of(rules[-1])} if rules else {}
    values |= {**chosen, **place.arguments, "games": place.games}
    values["readings"] = ",".join(map("=".join, rules[-1].readings)) if rules else ""
    words = {name: word(value) if isinstance(value, Enum | bool) else value for name, value in values.items()}
    return named.format_map(words).strip(" ,")


def values_and_part(label: str) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """The values that a check is named by, where it says several each, and which part of the claim it decides."""
    pairs = [(text, *text.partition("=")) for text in label.replace(",", " ").split()]
    values = {name: tuple(value.split("/")) for _, name, equals, value in pairs if equals}
    is_of_the_rules = (*_PARAMETERS, "reading/")
    return values, frozenset(text for text, *_ in pairs if not text.startswith(is_of_the_rules))


def _places(on: str, cost: float, takes_a_grid: bool) -> Iterator[_Place]:
    """The boards of each scope; of those of a scope, each is taken to cost half as much as the next."""
    are_games = ":" in on
    for scope, text in zip(Scope, on.split("|"), strict=False):
        are_boards = takes_a_grid and _BOARDS.fullmatch(text.strip())
        boards = text.split() if are_boards else [text.strip()]
        for number, written in zip(reversed(range(len(boards))), filter(None, boards), strict=False):
            board, _, turns = written.partition(":")
            depth = int(turns) if turns else None
            arguments: dict[str, object] = {"grid": parse_grid(board)} if are_boards else {}
            arguments |= {"depth": depth} if are_games else {}
            seconds = (cost or _SECONDS[scope]) / 2**number
            yield _Place(scope, board, games_up_to(depth) if are_games else "", arguments, seconds)


def _choices(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with one value for each, in every way."""
    values = (value if isinstance(value, _Each) else (value,) for value in arguments.values())
    return (dict(zip(arguments, chosen, strict=True)) for chosen in product(*values))


def checks() -> dict[str, Check]:
    """All checks by name, in the order of the claims, and for each claim in the order of the modules of evidence.

    Raises:
        ImportError: a module of evidence can't be imported.
        ValueError: a claim has no check, and no reason why.
    """
    find_evidence()
    order = {claim.id: number for number, claim in enumerate(claims())}
    in_order = sorted(_registered.values(), key=lambda made: (order[made.claim], made.evidence))
    return {made.name: made for made in in_order}


@cache
def find_evidence() -> None:
    """Import every module of evidence, so that it registers its checks.

    Raises:
        ImportError: a module can't be imported.
        ValueError: a claim has no check, and no reason why.
    """
    with ended_at_once():
        package = importlib.import_module("..claims", __package__)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.", onerror=_raise):
            importlib.import_module(module.name)
    decided = {made.claim for made in _registered.values()}
    forgotten = [claim.id for claim in claims() if not claim.not_formalised and claim.id not in decided]
    if forgotten:
        raise ValueError(f"No check decides {' or '.join(forgotten)}, and no reason is given why.")


def _raise(module: str) -> None:
    raise ImportError(f"The evidence in {module} can't be imported.")


def decide(name: str) -> Verdict:
    """The verdict of the check with this name."""
    return checks()[name].decide()


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
    """The verdict under amended rules; what a small board refutes is not proved for every board.

    Args:
        asked: the check, as it is made for the document.
        rules: the rules of an author.
        under: the rules of the check with the amendments of those.

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
            if _is_small(small) and speaks_of(proof, small):
                asked = asked_of(small, rules)
                # A clause may fail on one; that says nothing of the proof.
                with suppress(Exception):
                    if isinstance(asked, Check) and speaks_of(amended, asked):
                        verdict = asked.decide()
                        if verdict.outcome is Outcome.REFUTED:
                            return verdict
    return None


def _is_small(made: Check) -> bool:
    return made.scope is Scope.QUICK and made.board in SMALL_BOARDS and not made.to_the_end


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
        same = (rules.document, rules.readings, rules.amendments) == (
            proved.document,
            proved.readings,
            proved.amendments,
        )
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
