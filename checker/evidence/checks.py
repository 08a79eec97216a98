"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them.

A check says under which rules it is decided, and is named by them. So it can be asked of amended rules too: the same
function decides it under the same rules with the amendments; or the check says why it can't.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from ...spec.rules import Rules
from ..telling.interruptions import ended_at_once
from .cases import Decide
from .verdict import Outcome, Verdict, without_a_clause

EVERY_SIZE = "every size"

Sides: TypeAlias = tuple[int, int]


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
    def function(self) -> Callable[..., Any]:
        """The function of ours that comes to the verdict, or goes through the cases that it is made of."""
        function = self.decided_by
        while isinstance(function, partial):
            function = function.func
        innermost: Callable[..., Any] = inspect.unwrap(function)
        return innermost

    @property
    def evidence(self) -> str:
        """The module that decides it."""
        return self.function.__module__

    def decide(self) -> Verdict:
        """Come to the verdict."""
        return self.decided_by(*self.under)


_registered: dict[str, Check] = {}
SMALL_BOARDS = ("1x1", "2x1", "3x1")


def check(
    claim: str,
    board: str,
    rules: str = "",
    cost: float = 1.0,
    scope: Scope = Scope.QUICK,
    *,
    under: tuple[Rules, ...] = (),
    whatever_else: bool = False,
    not_asked: str = "",
) -> Callable[[Decide], Decide]:
    """Register the function that decides a claim on a board, given the rules of `under`, and return it unchanged.

    Raises:
        KeyError: there is no such claim.
        ValueError: the claim is already decided there; or neither or both of `under` and `not_asked` are given.
    """
    claim_named(claim)

    def register(decide: Decide) -> Decide:
        made = Check(claim, board, rules, decide, cost, scope, under, whatever_else, not_asked)
        if made.name in _registered:
            raise ValueError(f"The check {made.name!r} is registered twice.")
        if bool(under) == bool(not_asked):
            raise ValueError(
                f"Say under which rules {made.name!r} is decided, or why it is not asked of amended rules."
            )
        _registered[made.name] = made
        return decide

    return register


def check_boards(
    claim: str,
    decide: Decide,
    boards: Iterable[Sides],
    deep: Iterable[Sides] = (),
    rules: str = "",
    cost: Callable[[Grid], float] = lambda grid: 0.5,
    standard: Iterable[Sides] = (),
    *,
    under: tuple[Rules, ...] = (),
    whatever_else: bool = False,
    not_asked: str = "",
) -> None:
    """Register a function that decides a claim on any board, for some boards by default, for more in wider scopes.

    The function takes the rules of `under`, and the board by the name of `grid`.

    Raises:
        KeyError: there is no such claim.
        ValueError: as for `check`.
    """
    for scope, sides in ((Scope.QUICK, boards), (Scope.STANDARD, standard), (Scope.DEEP, deep)):
        for width, height in sides:
            grid = Grid(width, height)
            check(
                claim,
                str(grid),
                rules,
                cost(grid),
                scope,
                under=under,
                whatever_else=whatever_else,
                not_asked=not_asked,
            )(partial(decide, grid=grid))


class _Each(tuple[Any, ...]):
    """Several values for one argument, each for a check of its own."""


def each(*values: object) -> Any:
    """Several values for one argument of a function that decides a claim, each for a check of its own."""
    return _Each(values)


SECONDS: Mapping[Scope, float] = {Scope.QUICK: 0.5, Scope.STANDARD: 10, Scope.DEEP: 100}


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
    what: str = "",
    board: str = "",
    quick: str | Iterable[str] = (),
    standard: str | Iterable[str] = (),
    deep: str | Iterable[str] = (),
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

    A check is named by what its rules and arguments say.

    Args:
        claim: the id of the claim.
        under: the rules it is decided under, a check for each; several together where the function takes several.
        what: what part of the claim is decided, in words.
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
            _Place(scope, board or _board_of(decide, arguments), "", {}, cost or SECONDS[scope])
        ]
        for rules, chosen, place in product(sets, _choices(arguments), places):
            words = [what, label(rules, sets), *_told(chosen), place.games]
            made = Check(
                claim,
                place.board,
                " ".join(filter(None, words)),
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


def _places(
    quick: str | Iterable[str], standard: str | Iterable[str], deep: str | Iterable[str], cost: float
) -> Iterator[_Place]:
    """The boards of each scope; of those of a scope, each is taken to cost half as much as the next."""
    boards = [some.split() if isinstance(some, str) else list(some) for some in (quick, standard, deep)]
    are_games = any(":" in text for some in boards for text in some)
    for scope, texts in zip(Scope, boards, strict=True):
        for number, text in enumerate(reversed(texts)):
            board, _, turns = text.partition(":")
            depth = int(turns) if turns else None
            arguments: dict[str, object] = {"grid": parse_grid(board)}
            arguments |= {"depth": depth} if are_games else {}
            seconds = (cost or SECONDS[scope]) / 2**number
            yield _Place(scope, board, games_up_to(depth) if are_games else "", arguments, seconds)


def games_up_to(depth: int | None) -> str:
    """Which games are spoken of, in words.

    >>> games_up_to(None), games_up_to(8)
    ('all games', 'games of up to 8 turns')
    """
    return "all games" if depth is None else f"games of up to {depth} turns"


def _board_of(decide: Decide, arguments: Mapping[str, Any]) -> str:
    grids = [str(value.grid) for value in arguments.values() if hasattr(value, "grid")]
    return getattr(decide, "board", "") or " ".join(grids)


def _choices(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with one value for each, in every way."""
    values = (value if isinstance(value, _Each) else (value,) for value in arguments.values())
    return (dict(zip(arguments, chosen, strict=True)) for chosen in product(*values))


def _told(chosen: Mapping[str, Any]) -> Iterator[str]:
    """What is said of arguments: their values, or the names that they have; a board has a place of its own."""
    for name, value in chosen.items():
        if isinstance(value, Enum | str | bool):
            yield f"{name}={word(value)}"
        elif not hasattr(value, "grid"):
            yield getattr(value, "name", "")


PARAMETERS = ("document", "ko", "scoring", "tax", "suicide", "button", "self_play_opts")


def label(rules: Sequence[Rules], others: Sequence[Sequence[Rules]] = ()) -> str:
    """What rules are, in words: where they differ from the usual ones of their document, or others do from them.

    >>> from superko.spec.presets import PRESETS
    >>> label([PRESETS["japanese-like"]]), label([Rules()], [[Rules()], [Rules(suicide=False)]])
    ('ko=SIMPLE scoring=TERRITORY tax=SEKI suicide=no', 'suicide=yes')
    >>> label([Rules(), Rules().dropping("katago-v2/main/end-repeated-pass")])
    'without=katago-v2/main/end-repeated-pass'
    """
    every = [some for together in (rules, *others) for some in together]
    readings = dict.fromkeys(name for some in every for name, _ in some.readings)
    told = [
        f"{name}={'/'.join(dict.fromkeys(word(_value(some, name)) for some in rules if _has(some, name)))}"
        for name in (*PARAMETERS, *readings)
        if len({_value(some, name) for some in every if _has(some, name)}) > 1
        or any(_has(some, name) and _value(some, name) != _usual(some, name) for some in rules)
    ]
    amendments = dict.fromkeys(amendment for some in rules for amendment in some.amendments)
    for change, preposition in (("dropped", "without"), ("replaced", "replacing"), ("added", "with")):
        names = ",".join(amendment.name for amendment in amendments if amendment.change == change)
        told += [f"{preposition}={names}"] if names else []
    return " ".join(told)


def _has(rules: Rules, name: str) -> bool:
    return name not in PARAMETERS or name == "document" or name in parameters_of(rules)


def _value(rules: Rules, name: str) -> object:
    return rules.document if name == "document" else rules.parameter(name)


def _usual(rules: Rules, name: str) -> object:
    usual = Rules(document=Rules().document if name == "document" else rules.document)
    return _value(usual, name)


def checks() -> dict[str, Check]:
    """All checks by name, in the order of the claims, and for each claim in the order of the modules of evidence.

    Raises:
        ImportError: a module of evidence can't be imported.
        ValueError: a claim has no check, and no reason why.
    """
    find_evidence()
    order = {claim.id: number for number, claim in enumerate(claims())}
    found = sorted(_registered.values(), key=lambda made: (order[made.claim], made.evidence))
    return {made.name: made for made in found}


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
    """Run the check with this name; the whole task of a worker process."""
    return checks()[name].decide()


def asked_of(asked: Check, rules: Rules) -> Check | str:
    """The same check under rules with the amendments of others, or in one sentence why it can't be asked of those.

    So are the komi and the readings of the others, where the check says nothing of these.

    What a check amends itself stays so: where it is decided without a clause, it is so whatever has become of it. Where
    what decides it refuses such rules, the verdict will be `unknown`, with the reason.

    >>> from superko.spec.parameters import Scoring
    >>> made = checks()["claim/benson 2x2 suicide=yes"]
    >>> asked_of(made, Rules(scoring=Scoring.TERRITORY).dropping("katago-v2/cleanup/legal-once"))
    'No amended clause is in force under the rules of the check, so it comes out as for the document.'
    """
    if asked.not_asked:
        return asked.not_asked
    if all(each.document != rules.document for each in asked.under):
        documents = " and ".join(dict.fromkeys(each.document for each in asked.under))
        return f"It is decided for {documents}, not for {rules.document}."
    amended = tuple(_amended(each, rules) for each in asked.under)
    if not asked.whatever_else and all(
        same.literally().in_force == each.literally().in_force for same, each in zip(amended, asked.under, strict=True)
    ):
        return "No amended clause is in force under the rules of the check, so it comes out as for the document."
    return replace(asked, decided_by=partial(_unless_refused, asked, rules), under=amended)


def _unless_refused(asked: Check, rules: Rules, *under: Rules) -> Verdict:
    """The verdict, which is `unknown` where what decides it refuses such rules."""
    try:
        return decided_under(asked, rules, *under)
    except ValueError as reason:
        return Verdict(Outcome.UNKNOWN, asked.board, "", notes=str(reason))


def decided_under(asked: Check, rules: Rules, *under: Rules) -> Verdict:
    """The verdict under amended rules; what a small board refutes is not proved for every board.

    Args:
        asked: the check, as it is made for the document.
        rules: the rules of an author.
        under: the rules of the check with the amendments of those.

    Raises:
        ValueError: what decides it refuses such rules.
    """
    return refuted_on_a_small_board(asked, rules) or asked.decided_by(*under)


def refuted_on_a_small_board(proof: Check, rules: Rules) -> Verdict | None:
    """What refutes a claim on a small board under amended rules, if a check says it of every board, and one does.

    Games that author's rules may let go on forever are not gone through for that.
    """
    if proof.board == EVERY_SIZE and proof.under:
        for small in checks().values():
            if _is_small(small) and speaks_of(proof, small):
                asked = asked_of(small, rules)
                if isinstance(asked, Check) and (verdict := asked.decide()).outcome is Outcome.REFUTED:
                    return verdict
    return None


def _is_small(made: Check) -> bool:
    return made.scope is Scope.QUICK and made.board in SMALL_BOARDS and games_up_to(None) not in made.rules


def speaks_of(proof: Check, other: Check) -> bool:
    """Whether what a check says of every board, it says of what another one decides: claim, board, part and rules.

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

    def are_among(rules: Rules, some: Rules) -> bool:
        if not proof.whatever_else:
            return rules == some
        same = (rules.document, rules.readings, rules.amendments) == (some.document, some.readings, some.amendments)
        return same and all(word(rules.parameter(name)) in value.split("/") for name, value in settings.items())

    return all(any(are_among(rules, some) for some in proof.under) for rules in other.under)


def _settings_and_parts(made: Check) -> tuple[dict[str, str], set[str]]:
    """The parameters that a check names, with their values, and which part of the claim it decides, in words."""
    pairs = [(text, *text.partition("=")) for text in made.rules.replace(",", " ").split()]
    settings = {name: value for _, name, _, value in pairs if name in PARAMETERS and name != "document"}
    known = (*PARAMETERS, "reading/")
    return settings, {text for text, *_ in pairs if not text.startswith(known)}


def _amended(rules: Rules, other: Rules) -> Rules:
    if rules.document != other.document:
        return rules
    # What a check is not about, and says nothing of, is as the author has it.
    return replace(
        rules.reading({**dict(other.readings), **dict(rules.readings)}),
        komi=rules.komi or other.komi,
        amendments=other.amendments + rules.amendments,
    )


SECONDS_WHEN_STANDARD = 10.0


SECONDS_WHEN_DEEP = 20.0


def check_games(
    claim: str,
    decide: Decide,
    quick: Iterable[tuple[Sides, int | None]],
    deep: Iterable[tuple[Sides, int | None]] = (),
    rules: str = "",
    cost: float = 0.3,
    standard: Iterable[tuple[Sides, int | None]] = (),
    *,
    under: tuple[Rules, ...],
    whatever_else: bool = False,
) -> None:
    """Register a function that decides a claim for the games on a board, for each board with the most turns.

    The function takes the rules of `under`, the most turns by the name of `depth`, and the board by that of `grid`.

    Raises:
        KeyError: there is no such claim.
        ValueError: the claim is already decided there.
    """
    scopes = (
        (Scope.QUICK, quick, cost),
        (Scope.STANDARD, standard, SECONDS_WHEN_STANDARD),
        (Scope.DEEP, deep, SECONDS_WHEN_DEEP),
    )
    for scope, boards, seconds in scopes:
        for (width, height), depth in boards:
            grid = Grid(width, height)
            label = ", ".join(part for part in (rules, games_up_to(depth)) if part)
            made = check(claim, str(grid), label, seconds, scope, under=under, whatever_else=whatever_else)
            made(partial(decide, depth=depth, grid=grid))
