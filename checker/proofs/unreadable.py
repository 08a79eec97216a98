"""Where a proof can't read a clause, nothing is proved: the verdict says so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import z3

from ..verdict import Outcome, Verdict

UNREADABLE = (TypeError, AttributeError, ValueError, z3.Z3Exception)


def unknown_if_unreadable(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """A function that decides, whose verdict is `unknown` where a clause looks at what a proof leaves open."""

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        try:
            return decide(*arguments, **named)
        except UNREADABLE as error:
            return Verdict(Outcome.UNKNOWN, "", "z3", notes=f"A clause can't be read in this proof: {error}")

    return decided
