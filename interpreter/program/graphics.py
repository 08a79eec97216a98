"""Programs on a graphics processor, through numba's CUDA: the same text as elsewhere, and a thread for each board.

It takes the extra `superko[gpu]`. Where there is no such processor, numba's simulator runs the same text, slowly, when
the environment has NUMBA_ENABLE_CUDASIM=1; tests hold it to the interpreter in that way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

from . import machine_code
from .ir import Program
from .text import INDENT, PythonText

HEAD = '''"""Written by superko, from the clauses that are named here."""

from numba import cuda
from numba import int64 as number
from numba import uint64 as word


@cuda.jit(device=True)
def count(points):
    points = points - ((points >> word(1)) & word(0x5555555555555555))
    points = (points & word(0x3333333333333333)) + ((points >> word(2)) & word(0x3333333333333333))
    points = (points + (points >> word(4))) & word(0x0F0F0F0F0F0F0F0F)
    return number((points * word(0x0101010101010101)) >> word(56))
'''
THREADS = 128


class NoGraphicsProcessor(ValueError):
    """There is no graphics processor to run on; the message says what to do about it."""


def require_one() -> None:
    """Check that programs can run on a graphics processor here.

    Raises:
        NoGraphicsProcessor: there is none, or the extra is not installed.
    """
    if not machine_code.is_available():
        raise NoGraphicsProcessor('Graphics processors need an extra: install it with pip install "superko[gpu]".')
    if not import_module("numba.cuda").is_available():
        raise NoGraphicsProcessor("No graphics processor with CUDA is found here; leave out --gpu.")


@lru_cache(64)
def on_arrays(program: Program) -> Callable[..., None]:
    """A program as a function that goes through arrays: one for each input, then one for each output, all alike long.

    Raises:
        NoGraphicsProcessor: see `require_one`.
    """
    require_one()
    cuda = import_module("numba.cuda")
    names: dict[str, Any] = {}
    exec(text_of(program), names)
    inputs = len(program.given)

    def run(*arrays: Any) -> None:
        boards = len(arrays[0])
        if not boards:
            return
        there = [cuda.to_device(array) for array in arrays]
        names["each"][-(-boards // THREADS), THREADS](*there)
        for here, found in zip(arrays[inputs:], there[inputs:], strict=True):
            found.copy_to_host(here)

    return run


def text_of(program: Program) -> str:
    """What is compiled: the programs that are called, the program, and what runs it on the board of each thread."""
    functions = "\n\n".join(PythonText().alone(some) for some in (*program.calls, program))
    for_each_board = re.sub(r"^def ", "@cuda.jit(device=True)\ndef ", functions, flags=re.MULTILINE)
    return "\n\n".join([HEAD, for_each_board, _kernel(program)])


def _kernel(program: Program) -> str:
    given = [name.text for name in program.given]
    found = [f"found{place}" for place in range(len(program.found))]
    taken = ", ".join(f"{name}[place]" for name in given)
    lines = [
        "@cuda.jit",
        f"def each({', '.join(given + found)}):",
        f"{INDENT}place = cuda.grid(1)",
        f"{INDENT}if place < {(given + found)[0]}.shape[0]:",
        f"{INDENT * 2}{', '.join(f'{name}[place]' for name in found)} = {program.name}({taken})",
    ]
    return "\n".join(lines) + "\n"
