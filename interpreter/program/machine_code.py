"""Programs as machine code, by numba; and the loops that run them on arrays of many boards.

What was compiled is kept in the user's cache folder, so that a second run need not compile it again.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from .ir import Program
from .text import INDENT, PythonText

HEAD = '''"""Written by superko, from the clauses that are named here."""

from numba import int64 as number
from numba import njit
from numpy import empty
from numba import uint64 as word


@njit(cache=KEPT)
def count(points):
    points = points - ((points >> word(1)) & word(0x5555555555555555))
    points = (points & word(0x3333333333333333)) + ((points >> word(2)) & word(0x3333333333333333))
    points = (points + (points >> word(4))) & word(0x0F0F0F0F0F0F0F0F)
    return number((points * word(0x0101010101010101)) >> word(56))
'''
COMPILED = "@njit(nogil=True, cache=KEPT)\n"


def is_available() -> bool:
    """Whether programs can be compiled here: numba is an extra, `pip install "superko[fast]"`."""
    return find_spec("numba") is not None


@lru_cache(256)
def on_arrays(program: Program) -> Callable[..., Any]:
    """A program as a function that goes through arrays: one for each input, then one for each output, all alike long.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    texts = [PythonText().alone(some) for some in (*program.calls, program)]
    function: Callable[..., Any] = module(program.name, "\n\n".join([*texts, _loop(program)]))["each"]
    return function


def module(name: str, functions: str) -> dict[str, Any]:
    """The functions of a text, each compiled when it is first called.

    Args:
        name: what the file is called by which the user's cache folder knows it.
        functions: the text, in which `word`, `number` and `count` mean what they mean to a program.

    Raises:
        ModuleNotFoundError: numba is not installed.
    """
    text = "\n\n".join([HEAD, re.sub(r"^def ", f"{COMPILED}def ", functions, flags=re.MULTILINE)])
    folder = cache_folder()
    if folder is None:
        names: dict[str, Any] = {}
        exec(text.replace("KEPT", "False"), names)
        return names
    file = folder / f"superko_{name}_{sha256(text.encode()).hexdigest()[:20]}.py"
    _write(file, text.replace("KEPT", "True"))
    found = spec_from_file_location(file.stem, file)
    assert found is not None
    assert found.loader is not None
    some = module_from_spec(found)
    # numba looks for the module of what it has kept by its name.
    sys.modules[file.stem] = some
    found.loader.exec_module(some)
    return vars(some)


def _loop(program: Program) -> str:
    given = [name.text for name in program.given]
    found = [f"found{place}" for place in range(len(program.found))]
    taken = ", ".join(f"{name}[place]" for name in given)
    lines = [
        f"def each({', '.join(given + found)}):",
        f"{INDENT}for place in range({(given + found)[0]}.shape[0]):",
        f"{INDENT * 2}{', '.join(f'{name}[place]' for name in found)} = {program.name}({taken})",
    ]
    return "\n".join(lines) + "\n"


def cache_folder() -> Path | None:
    """Where compiled programs are kept, made if need be; None where nothing can be written."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "superko"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _write(file: Path, text: str) -> None:
    """Write a file unless it is there; another process may be writing the same one, so it is put in place at once."""
    if not file.exists():
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(file)
