"""cvc5 as a second solver: it reads each query as text, so that nothing of how z3 holds it goes into its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

from .queries import Answer, Kind

CVC5 = "cvc5"
MISSING = "cvc5 is not installed; `pip install superko[cvc5]` installs it."


@dataclass(frozen=True)
class Way:
    """A way to try a query.

    Attributes:
        seconds: for how long.
        options: what cvc5 is told, by the names that it gives to its options.
    """

    seconds: float
    options: Mapping[str, str] = field(default_factory=dict)


SATURATE = {"full-saturate-quant": "true"}
# With quantifiers, no way is the best one for every query.
WITH_QUANTIFIERS = (
    Way(0.5, {"enum-inst": "true", "enum-inst-interleave": "true"}),
    Way(2, SATURATE),
    Way(2, {"finite-model-find": "true"}),
    Way(10, {**SATURATE, "multi-trigger-priority": "true"}),
    Way(10, {"finite-model-find": "true"}),
    Way(10),
    Way(30, SATURATE),
)
WAYS = {
    Kind.ANY_BOARD: WITH_QUANTIFIERS,
    # What holds of bits is found as fast as z3 finds it if all are looked at together.
    Kind.ONE_BOARD: (Way(300, {"bitblast": "eager"}),),
}
PLAIN = (Way(60),)


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
    answers = (answer_in_one_way(text, way) for way in WAYS.get(kind, PLAIN))
    return next((answer for answer in answers if answer is not Answer.UNKNOWN), Answer.UNKNOWN)


def answer_in_one_way(text: str, way: Way) -> Answer:
    """What cvc5 answers to a query in one way.

    Raises:
        MissingSolver: it is not installed.
    """
    cvc5 = cvc5_package()
    solver: Any = cvc5.Solver(cvc5.TermManager())
    for name, value in {"tlimit-per": str(int(way.seconds * 1000)), **way.options}.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, parser.getSymbolManager()).strip() or said
    # It says why it can't tell after the word that it can't.
    return Answer(said.split(" ")[0])
