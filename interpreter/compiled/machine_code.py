"""Programs as machine code, by numba; and the loops that run them on arrays of many boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from ...spec.algebra.program import Kind, Program
from .texts import INDENT, PythonText

TYPES = {Kind.WORD: "uint64", Kind.FLAG: "bool_", Kind.NUMBER: "int64", Kind.REAL: "float64"}
COUNT = """
def count(points):
    points = points - ((points >> word(1)) & word(0x5555555555555555))
    points = (points & word(0x3333333333333333)) + ((points >> word(2)) & word(0x3333333333333333))
    points = (points + (points >> word(4))) & word(0x0F0F0F0F0F0F0F0F)
    return number((points * word(0x0101010101010101)) >> word(56))
"""


def is_available() -> bool:
    """Whether programs can be compiled here: numba is an extra, `pip install "superko[fast]"`."""
    return find_spec("numba") is not None


@lru_cache(256)
def compiled(program: Program) -> Callable[..., Any]:
    """A program as a function of whole numbers, one for each of its inputs.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    return _compile(PythonText().program(program), program.name)


@lru_cache(256)
def on_arrays(program: Program) -> Callable[..., Any]:
    """A program as a function that goes through arrays: one for each input, then one for each output, all alike long."""
    given = [name.text for name in program.inputs]
    found = [f"found{place}" for place in range(len(program.outputs))]
    one = compiled(program)
    taken = ", ".join(f"{name}[place]" for name in given)
    text = "\n".join(
        [
            f"def each({', '.join(given + found)}):",
            f"{INDENT}for place in range({(given + found)[0]}.shape[0]):",
            f"{INDENT * 2}{', '.join(f'{name}[place]' for name in found)} = one({taken})",
        ]
    )
    return _compile(text + "\n", "each", one=one)


def _compile(text: str, name: str, **further: Any) -> Callable[..., Any]:
    import numba  # noqa: PLC0415 - it is an extra, and takes a second to import

    names: dict[str, Any] = {"word": numba.uint64, "number": numba.int64, **further}
    exec(COUNT, names)
    names["count"] = numba.njit(names["count"])
    exec(text, names)
    function: Callable[..., Any] = numba.njit(nogil=True)(names[name])
    return function
