"""The search as machine code, where numba is installed; elsewhere, and on tiny boards, it is run as it is written."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any

from ..phase import tables
from ..phase import tables as phase
from . import bounds as assured
from . import conditions as facts
from . import entries as proofs
from . import kernel
from . import state as memory

WORTH_COMPILING = 3000
WORTH_COMPILING_AFTER = 20_000


def is_worth_compiling(nodes: int) -> bool:
    """Whether a machine has so many nodes that its search takes longer than to load machine code."""
    return nodes >= WORTH_COMPILING


def search_function(nodes: int, looked: int = 0) -> Callable[..., int]:
    """The search to use on a machine of so many nodes: `kernel.search`, compiled if that is worth while.

    Args:
        nodes: how many nodes the machine has.
        looked: at how many nodes searches of it have looked so far, with repetitions.

    >>> search_function(10) is kernel.search
    True
    """
    goes_on = is_worth_compiling(nodes) or looked >= WORTH_COMPILING_AFTER
    worth_while = goes_on and find_spec("numba") is not None
    return compiled_search() if worth_while else kernel.search


@cache
def compiled_search() -> Callable[..., int]:
    """The search as machine code.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    names: dict[str, Any] = {"__name__": __name__}
    for module in (assured, facts, proofs, kernel):
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    functions = {name: value for name, value in names.items() if _is_ours(value)}
    for name, function in functions.items():
        names[name] = _compiled(function, names)
    found: Callable[..., int] = names["search"]
    return found


def _is_ours(value: object) -> bool:
    modules: tuple[ModuleType, ...] = (assured, facts, proofs, kernel)
    return isinstance(value, FunctionType) and value.__module__ in {module.__name__ for module in modules}


def _compiled(function: FunctionType, names: dict[str, Any]) -> Callable[..., Any]:
    # numba is an extra, and takes a second to load. The search makes no arrays, so none need be counted.
    njit: Any = import_module("numba").njit
    copy = FunctionType(function.__code__, names, function.__name__)
    # What was compiled is kept by this name; numba does not see it when a function that is called has changed.
    copy.__qualname__ = f"{function.__name__}_{_digest()}"
    made: Callable[..., Any] = njit(cache=True, nogil=True, _nrt=False)(copy)
    return made


@cache
def _digest() -> str:
    """What the texts of the search come to, so that changed ones are compiled anew."""
    texts = (inspect.getsource(module).encode() for module in (assured, facts, proofs, kernel, memory, tables, phase))
    return sha256(b"".join(texts)).hexdigest()[:16]
