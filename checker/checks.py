"""Checks: functions that decide a claim on a board, registered so that the command line can find and narrow them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TypeAlias

from ..spec.algebra import Grid
from ..spec.claim import claim_named
from .verdict import Verdict

EVERY_SIZE = "every size"
EVIDENCE = (
    "positions",
    "captures",
    "unblocking",
    "independent_life",
    "pass_alive",
    "counting",
    "ownership",
    "termination",
    "scorings",
    "situations",
    "coded_situations",
    "cleanup_situations",
    "no_result",
    "no_result_cleanup",
    "game_counts",
    "longest_simple_ko",
    "repetitions",
    "sending_two",
    "prolongation",
    "readings",
    "seki_scores",
    "ownership_on_board",
    "button",
    "finishing_ko",
    "best_play",
    "double_ko_seki",
    "ko_shapes",
    "tromp_taylor",
    "dead_stones",
    "dead_stone_endings",
    "one_step",
    "guards",
    "summary",
    "summary_scores",
    "aga",
    "aga_areas",
    "aga_disputes",
    "aga_endless",
)

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
    """All checks by name, in the order of the modules of evidence."""
    importlib.import_module(f"{__package__}.evidence")
    return dict(_registered)


def decide(name: str) -> Verdict:
    """Run the check with this name; the whole task of a worker process."""
    return checks()[name].decide()
