"""The source code of a clause, as it stands in the specification."""

from __future__ import annotations

import inspect
from functools import partial

from ...spec.registry import Clause


def source_of(clause: Clause) -> str:
    """The text of a clause's function, its tag included; "" where there is none to be read.

    >>> from superko.spec.registry import clause_named
    >>> source_of(clause_named("katago-v2/main/pass")).splitlines()[0]
    '@clause("katago-v2/main/pass", decides=Decision.PASS, during=MAIN)'
    """
    function = clause.function
    while isinstance(function, partial):
        function = function.func
    try:
        return inspect.getsource(inspect.unwrap(function))
    except (OSError, TypeError):
        return ""
