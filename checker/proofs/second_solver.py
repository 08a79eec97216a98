"""cvc5 as a second solver: it reads each query as text, so that nothing of how z3 holds it goes into its answer."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from .queries import Answer, Kind

CVC5 = "cvc5"
MISSING = "cvc5 is not installed; `pip install superko[cvc5]` installs it."
PATIENCE = 120_000
# Each way with as many milliseconds. With quantifiers no way is the best one for every query.
WAYS: tuple[tuple[int, dict[str, str]], ...] = (
    (4_000, {"full-saturate-quant": "true"}),
    (4_000, {"finite-model-find": "true"}),
    (4_000, {"enum-inst": "true", "enum-inst-interleave": "true"}),
    (4_000, {}),
    (30_000, {"full-saturate-quant": "true"}),
)


class MissingSolver(RuntimeError):
    """A solver that was asked for is not installed."""


@cache
def cvc5_package() -> ModuleType:
    """The package of cvc5.

    Raises:
        MissingSolver: it is not installed.
    """
    try:
        import cvc5  # noqa: PLC0415
    except ImportError:
        raise MissingSolver(MISSING) from None
    found: ModuleType = cvc5
    return found


def cvc5_answer(text: str, kind: Kind) -> Answer:
    """What cvc5 answers to a query, trying one way after the other.

    Raises:
        MissingSolver: it is not installed.
    """
    ways = WAYS if kind is Kind.ANY_BOARD else ((PATIENCE, {}),)
    answers = (_answer_in_one_way(text, *way) for way in ways)
    return next((answer for answer in answers if answer is not Answer.UNKNOWN), Answer.UNKNOWN)


def _answer_in_one_way(text: str, milliseconds: int, options: dict[str, str]) -> Answer:
    cvc5 = cvc5_package()
    solver: Any = cvc5.Solver(cvc5.TermManager())
    for name, value in {"tlimit-per": str(milliseconds), **options}.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, parser.getSymbolManager()).strip() or said
    return Answer(said.split(" ")[0])
