"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them.

A check says under which rules it is decided. So it can be asked of amended rules too: the same function decides it
under the same rules with the amendments; or the check says why it can't.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial
from typing import TypeAlias

from ...spec.algebra import Grid
from ...spec.claim import claim_named, claims
from ...spec.rules import Rules
from .verdict import Outcome, Verdict

EVERY_SIZE = "every size"

Decide: TypeAlias = Callable[..., Verdict]
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
    def evidence(self) -> str:
        """The module that decides it."""
        function = self.decided_by.func if isinstance(self.decided_by, partial) else self.decided_by
        return function.__module__

    def decide(self) -> Verdict:
        """Come to the verdict."""
        return self.decided_by(*self.under)


_registered: dict[str, Check] = {}


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
    return replace(asked, decided_by=partial(_unless_refused, asked), under=amended)


def _unless_refused(asked: Check, *under: Rules) -> Verdict:
    """The verdict, which is `unknown` where what decides it refuses such rules."""
    try:
        return asked.decided_by(*under)
    except ValueError as reason:
        return Verdict(Outcome.UNKNOWN, asked.board, "", notes=str(reason))


def _amended(rules: Rules, other: Rules) -> Rules:
    if rules.document != other.document:
        return rules
    return replace(rules, amendments=other.amendments + rules.amendments)
