"""The search as machine code, where numba is installed; elsewhere, and on tiny boards, it is run as it is written.

To compile it takes longer than most searches. So a search goes on as it is written while another process compiles it
and keeps it in the cache of numba; only what lies there is ever waited for.
"""

from __future__ import annotations

import atexit
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import parent_process
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ...interpreter.game import Game
from ...spec.rules import Rules
from ..phase import tables as phase
from . import bounds, conditions, entries, kernel, state
from .budget import Budget

WORTH_COMPILING = 3000
WORTH_COMPILING_AFTER = 20_000

MODULES: tuple[ModuleType, ...] = (phase, bounds, conditions, entries, kernel)
IN_ANOTHER_PROCESS = f"from {__name__} import fill_the_cache; fill_the_cache()"


def is_worth_compiling(nodes: int) -> bool:
    """Whether a phase has so many nodes that its search takes longer than to load machine code."""
    return nodes >= WORTH_COMPILING


def interpreted_search(tables: Any, static: Any, now: Any, nodes: int) -> int:
    """The search as it is written; see `kernel.search`."""
    return kernel.search(state.as_views(tables), state.as_views(static), state.as_views(now), nodes)


def search_function(nodes: int, looked: int = 0) -> Callable[..., int]:
    """The search to use on a phase of so many nodes: as machine code if that is worth while and there is some.

    Args:
        nodes: how many nodes the phase has.
        looked: at how many nodes searches of it have looked so far, with repetitions.

    >>> search_function(10) is interpreted_search
    True
    """
    worth_while = is_worth_compiling(nodes) or looked >= WORTH_COMPILING_AFTER
    if not worth_while or find_spec("numba") is None:
        return interpreted_search
    if _is_in_the_cache() or (looked >= WORTH_COMPILING_AFTER and _is_compiled_elsewhere()):
        return compiled_search()
    return interpreted_search


@cache
def compiled_search() -> Callable[..., int]:
    """The search as machine code.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    names: dict[str, Any] = {"__name__": __name__}
    for module in MODULES:
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    functions = {name: value for name, value in names.items() if _is_ours(value)}
    for name, function in functions.items():
        names[name] = _compiled(function, names)
    search: Callable[..., int] = names["search"]
    return search


def fill_the_cache() -> None:
    """Compile the search for the tables of a tiny game, which are of the same types as all."""
    # The solver imports this module.
    search: Any = import_module(f"{__package__}.search")
    solver: Any = import_module(f"{__package__}.solver")
    search.search_function = lambda *_: compiled_search()
    game = Game.start(Rules(), 2, 1)
    solver.Solver([game], Budget()).value(game, state.WORST)


@cache
def _is_in_the_cache() -> bool:
    """Whether machine code of this search lies where numba keeps it; it is not loaded to find out."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    places = Path(folder).rglob if folder else (Path(__file__).parent / "__pycache__").glob
    return any(places(f"*search_{_digest()}*.nbi"))


@cache
def _other_process() -> subprocess.Popen[bytes] | None:
    """A process that compiles the search; none in a worker, as each of many would start one."""
    if parent_process() is not None:
        return None
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-c", IN_ANOTHER_PROCESS], stdin=nothing, stdout=nothing, stderr=nothing
    )
    atexit.register(process.kill)
    return process


def _is_compiled_elsewhere() -> bool:
    process = _other_process()
    return process is not None and process.poll() == 0


def _is_ours(value: object) -> bool:
    return isinstance(value, FunctionType) and value.__module__ in {module.__name__ for module in MODULES}


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
    texts = (inspect.getsource(module).encode() for module in (*MODULES, state))
    return sha256(b"".join(texts)).hexdigest()[:16]
