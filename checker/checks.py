"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from typing import TypeAlias

from ..spec.algebra import Grid
from ..spec.claim import claim_named, claims
from .verdict import Verdict

EVERY_SIZE = "every size"

Decide: TypeAlias = Callable[[], Verdict]
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
        rules: the rules it is decided under, such as "ko=SIMPLE"; "" when it does not depend on them.
        decide: the function that comes to the verdict.
        cost: roughly how many seconds it takes, so that the long ones start first.
        scope: the smallest scope under which it is made.
    """

    claim: str
    board: str
    rules: str
    decide: Decide
    cost: float
    scope: Scope = Scope.QUICK

    @property
    def name(self) -> str:
        """What the check is recorded under: claim, board and rules."""
        return " ".join(part for part in (self.claim, self.board, self.rules) if part)

    @property
    def evidence(self) -> str:
        """The module that decides it."""
        function = self.decide.func if isinstance(self.decide, partial) else self.decide
        return function.__module__


_registered: dict[str, Check] = {}


def check(
    claim: str, board: str, rules: str = "", cost: float = 1.0, scope: Scope = Scope.QUICK
) -> Callable[[Decide], Decide]:
    """Register the function that decides a claim on a board, and return it unchanged.

    Raises:
        KeyError: there is no such claim.
        ValueError: the claim is already decided there.
    """
    claim_named(claim)

    def register(decide: Decide) -> Decide:
        made = Check(claim, board, rules, decide, cost, scope)
        if made.name in _registered:
            raise ValueError(f"The check {made.name!r} is registered twice.")
        _registered[made.name] = made
        return decide

    return register


def check_boards(
    claim: str,
    decide: Callable[[Grid], Verdict],
    boards: Iterable[Sides],
    deep: Iterable[Sides] = (),
    rules: str = "",
    cost: Callable[[Grid], float] = lambda grid: 0.5,
    standard: Iterable[Sides] = (),
) -> None:
    """Register a function that decides a claim on any board, for some boards by default, for more in wider scopes."""
    for scope, sides in ((Scope.QUICK, boards), (Scope.STANDARD, standard), (Scope.DEEP, deep)):
        for width, height in sides:
            grid = Grid(width, height)
            check(claim, str(grid), rules, cost(grid), scope)(partial(decide, grid))


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
    package = importlib.import_module(f"{__package__}.claims")
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
