"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them.

A check says under which rules it is decided, and is named by them. So it can be asked of amended rules too: the same
function decides it under the same rules with the amendments; or the check says why it can't.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial, reduce
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from ...interpreter.notation import parse_grid
from ...spec.algebra import Grid
from ...spec.claim import claim_named, claims
from ...spec.documents import parameters_of
from ...spec.guard import word
from ...spec.rules import Refusal, Rules
from ..telling.interruptions import ended_at_once
from .cases import Decide, games_up_to
from .verdict import Outcome, Verdict, without_a_clause

EVERY_SIZE = "every size"

Sides: TypeAlias = tuple[int, int]
Boards: TypeAlias = str | Iterable[str | Sides]


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

    def asks_what(self, other: Check) -> bool:
        """Whether it asks, for its claim, the very thing that another check asks for another claim."""
        mine, others = self.decided_by, other.decided_by
        if not (isinstance(mine, partial) and isinstance(others, partial) and self.under == other.under):
            return False
        return (mine.func, mine.args, mine.keywords) == (others.func, others.args, others.keywords)

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
    *under: Rules | tuple[Rules, ...],
    named: str = "",
    board: str = "",
    quick: Boards = (),
    standard: Boards = (),
    deep: Boards = (),
    scope: Scope = Scope.QUICK,
    cost: float = 0,
    without: str = "",
    whatever_else: bool = False,
    not_asked: str = "",
    **arguments: Any,
) -> Callable[[Decide], Decide]:
    """Register the function that decides a claim, and return it unchanged: a check for each rules, value and board.

    The function takes the rules, then by name the arguments, and the `grid` where boards are given; and the `depth` of
    games where a board is written with the most turns behind it, as in "3x1:14". Without boards, the claim is decided
    on the `board` of that name, or on the one that the function or an argument has.

    Args:
        claim: the id of the claim.
        under: the rules it is decided under, a check for each; several together where the function takes several.
        named: what a check is called beside claim and board, with parameters and arguments in braces, such as
            "tax={tax}", and "{games}" for the games up to a depth.
        board: where it is decided, where that is not on boards.
        quick: the boards of the quick scope, the smallest first.
        standard: further boards, of the standard scope.
        deep: further boards, of the deep scope.
        scope: the scope, where no boards are given.
        cost: roughly how many seconds it takes, if many more or fewer than other checks of the scope.
        without: clauses that the rules are to lack; a verdict that refutes the claim says that they are needed.
        whatever_else: whether the rules stand for all that have other parameters and readings as well.
        not_asked: why it can't be asked of amended rules, in one sentence; it is then decided under none.
        arguments: what else the function takes; `each` gives a check for each of several values.

    Raises:
        KeyError: there is no such claim.
        ValueError: the claim is already decided there; or neither or both of `under` and `not_asked` are given.
    """
    claim_named(claim)
    if bool(under) == bool(not_asked):
        raise ValueError(f"Say under which rules {claim} is decided, or why it is not asked of amended rules.")

    def register(decide: Decide) -> Decide:
        lacking = without.split()
        sets = [rules if isinstance(rules, tuple) else (rules,) for rules in under] or [()]
        sets = [tuple(reduce(Rules.dropping, lacking, rules) for rules in together) for together in sets]
        decided_by = without_a_clause(decide) if lacking else decide
        places = list(_places(quick, standard, deep, cost)) or [
            _Place(scope, board or _board_of(decide, arguments), "", {}, cost or _SECONDS[scope])
        ]
        for rules, chosen, place in product(sets, _choices(arguments), places):
            made = Check(
                claim,
                place.board,
                _filled_in(named, rules, chosen, place),
                partial(decided_by, **chosen, **place.arguments),
                place.cost,
                place.scope,
                rules,
                whatever_else,
                not_asked,
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
    return named.format_map(
        {name: word(value) if isinstance(value, Enum | bool) else value for name, value in values.items()}
    )


def _places(quick: Boards, standard: Boards, deep: Boards, cost: float) -> Iterator[_Place]:
    """The boards of each scope; of those of a scope, each is taken to cost half as much as the next."""
    boards = [_texts(of_scope) for of_scope in (quick, standard, deep)]
    are_games = any(":" in text for texts in boards for text in texts)
    for scope, texts in zip(Scope, boards, strict=True):
        for number, text in zip(reversed(range(len(texts))), texts, strict=True):
            board, _, turns = text.partition(":")
            depth = int(turns) if turns else None
            arguments: dict[str, object] = {"grid": parse_grid(board)}
            arguments |= {"depth": depth} if are_games else {}
            seconds = (cost or _SECONDS[scope]) / 2**number
            yield _Place(scope, board, games_up_to(depth) if are_games else "", arguments, seconds)


def _texts(boards: Boards) -> list[str]:
    listed = boards.split() if isinstance(boards, str) else boards
    return [board if isinstance(board, str) else str(Grid(*board)) for board in listed]


def _board_of(decide: Decide, arguments: Mapping[str, Any]) -> str:
    grids = [str(value.grid) for value in arguments.values() if hasattr(value, "grid")]
    return getattr(decide, "board", "") or " ".join(grids)


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
    return made.scope is Scope.QUICK and made.board in SMALL_BOARDS and games_up_to(None) not in made.rules


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
    settings, parts = _settings_and_parts(proof)
    if not parts <= _settings_and_parts(other)[1]:
        return False

    def are_among(rules: Rules, proved: Rules) -> bool:
        if not proof.whatever_else or proved.amendments:
            return rules == proved
        same = (rules.document, rules.readings, rules.amendments) == (
            proved.document,
            proved.readings,
            proved.amendments,
        )
        return same and all(word(rules.parameter(name)) in value.split("/") for name, value in settings.items())

    return all(any(are_among(rules, proved) for proved in proof.under) for rules in other.under)


def _settings_and_parts(made: Check) -> tuple[dict[str, str], set[str]]:
    """The parameters that a check names, with their values, and which part of the claim it decides, in words."""
    pairs = [(text, *text.partition("=")) for text in made.rules.replace(",", " ").split()]
    settings = {name: value for _, name, _, value in pairs if name in _PARAMETERS and name != "document"}
    known = (*_PARAMETERS, "reading/")
    return settings, {text for text, *_ in pairs if not text.startswith(known)}


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
    settings, _ = _settings_and_parts(asked)
    values = {name: author.parameter(name) for name in VARIED}
    return {
        name: value
        for name, value in values.items()
        if name not in settings or word(value) in settings[name].split("/")
    }
