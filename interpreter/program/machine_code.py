"""Plain functions as machine code, by numba, or as they are written: the one place where anything is compiled.

What was compiled is kept in the user's cache folder, so that a second run need not compile it again.
"""

from __future__ import annotations

import inspect
import os
import pickle
import sys
import threading
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import IO, TYPE_CHECKING, Any, TypeAlias, cast

from ..files import write_file
from . import words
from .ir import Program
from .text import INDENT, PythonText

if TYPE_CHECKING:
    import subprocess

Functions: TypeAlias = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class Kernel:
    """Functions that call each other: those of some modules, and emitted ones, which take the place of their namesakes.

    They are copied, so that the same plain functions serve many kernels, each with its own emitted functions and
    constants as their globals.

    Attributes:
        modules: the names of the modules whose functions it has.
        emitted: further functions, as text in which `word`, `number` and `count` are those of `words`.
        given: what some of the modules' constants are here, by name.
    """

    name: str
    modules: tuple[str, ...] = ()
    emitted: str = ""
    given: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def _sources(self) -> list[ModuleType]:
        return [words, *map(import_module, self.modules)]

    @cached_property
    def digest(self) -> str:
        """A hash of its texts and of the versions of what compiles them: when one changes, it is compiled anew."""
        texts = [*map(inspect.getsource, self._sources), self.emitted, repr(self.given), COMPILED, *_compilers()]
        return sha256("\0".join(texts).encode()).hexdigest()[:20]

    def _names(self, module: ModuleType, file: str) -> list[str]:
        """Write every name of the kernel into a module, as if the emitted text stood in a file; which are functions."""
        names = vars(module)
        for source in self._sources:
            names.update({name: value for name, value in vars(source).items() if not name.startswith("__")})
        names.update(self.given)
        exec(compile(self.emitted, file, "exec"), names)
        own = {source.__name__ for source in self._sources} | {module.__name__}
        functions = {
            name: value for name, value in names.items() if isinstance(value, FunctionType) and value.__module__ in own
        }
        for name, function in functions.items():
            names[name] = FunctionType(function.__code__, names, name, function.__defaults__)
        return [*functions]

    @property
    def in_python(self) -> Functions:
        """Its functions as they are written; words are Python's integers then."""
        module = ModuleType(f"superko_{self.name}")
        names = self._names(module, f"<{self.name}>")
        return {name: vars(module)[name] for name in names}

    @property
    def is_kept(self) -> bool:
        """Whether all that another process was asked to compile lies in the cache folder."""
        file = _file_of(self)
        return file is not None and _mark_of(file).exists()

    @property
    def compiled(self) -> Functions:
        """Its functions as machine code, each compiled when it is first called, and kept; an error without numba."""
        return _compiled(self)


COMPILED = "nogil=True, _nrt=False"


@lru_cache(1)
def _compilers() -> tuple[str, ...]:
    from importlib import metadata  # noqa: PLC0415 (it takes long to import)

    try:
        return sys.version, metadata.version("numba")
    except metadata.PackageNotFoundError:
        return (sys.version,)


class Compiling:
    """A kernel that another process compiles into the cache folder, unless it is kept there already.

    That process ends with this one. Where nothing can be kept, it is at its end at once, and `Kernel.compiled` is left
    to compile what is called.

    Args:
        kernel: the functions.
        calls: the arguments that functions of it are called with, by the name of the function; arrays may be empty.
    """

    def __init__(self, kernel: Kernel, calls: Mapping[str, tuple[Any, ...]]) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if _file_of(kernel) is None or kernel.is_kept or not sys.executable:
            return
        sent = pickle.dumps((replace(kernel), dict(calls)))
        read = f"import sys; sent = sys.stdin.buffer.read({len(sent)})"
        command = [sys.executable, "-P", "-c", f"{read}; from {__name__} import compile_sent; compile_sent(sent)"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        import subprocess  # noqa: PLC0415 (needed only where something is compiled)

        nowhere, pipe = subprocess.DEVNULL, subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=nowhere, stderr=nowhere, env=environment)
        weakref.finalize(self, _end, self._process)
        with suppress(OSError):  # If it is dead, it is done.
            cast(IO[bytes], self._process.stdin).write(sent)
            cast(IO[bytes], self._process.stdin).flush()

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._process is None or self._process.poll() is not None

    def wait(self) -> None:
        """Wait until it is done."""
        if self._process is not None:
            self._process.wait()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    with suppress(OSError):
        cast(IO[bytes], process.stdin).close()


def compile_sent(sent: bytes) -> None:
    """Compile what `Compiling` has sent, and note in the cache folder that it is there; end when the pipe is closed."""
    kernel, calls = pickle.loads(sent)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    for name, arguments in calls.items():
        kernel.compiled[name](*arguments)
    file = _file_of(kernel)
    if file is not None:
        write_file(_mark_of(file), "")


def _end_with_the_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def _mark_of(file: Path) -> Path:
    return file.with_suffix(".compiled")


@lru_cache(256)
def _compiled(kernel: Kernel) -> Functions:
    # numba is an extra, and takes long to load. No function makes arrays, so none need be counted.
    numba: Any = import_module("numba")
    file = _file_of(kernel)
    module = ModuleType(f"superko_{kernel.name}_{kernel.digest}")
    # numba looks for the module of what it has kept by its name, and keeps it where the file is.
    sys.modules[module.__name__] = module
    names = vars(module)
    names["__file__"] = str(file)
    functions = kernel._names(module, str(file))
    names.update(word=numba.uint64, number=numba.int64)
    for name in functions:
        function = names[name]
        function.__code__ = function.__code__.replace(co_filename=str(file))
        names[name] = _as_machine_code(function)
    return {name: names[name] for name in functions}


def _as_machine_code(function: Callable[..., Any]) -> Callable[..., Any]:
    """A plain function as machine code, compiled when it is first called.

    It is kept in the cache folder or nowhere, whatever folder the environment names for numba: others may be able to
    write into that, and what lies there is run.
    """
    numba: Any = import_module("numba")
    folder = cache_folder()
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
    try:
        compiled: Callable[..., Any] = numba.njit(nogil=True, _nrt=False, cache=folder is not None)(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def _file_of(kernel: Kernel) -> Path | None:
    """The file by which what is compiled is known in the cache folder, written unless it is there."""
    folder = cache_folder()
    if folder is None:
        return None
    file = folder / f"superko_{kernel.name}_{kernel.digest}.py"
    if not file.exists():
        # Another process may be writing the same one.
        write_file(file, f'"""Written by superko."""\n\n{kernel.emitted}')
    return file


def is_available() -> bool:
    """Whether anything can be compiled here: numba is an extra, `pip install "superko[fast]"`."""
    return find_spec("numba") is not None


def cache_folder() -> Path | None:
    """Where what is compiled is kept, made if need be; None where nothing can be written, or others can write.

    What lies there is run, so a folder of somebody else, or one that others may write into, is not used, nor one that
    has such a folder in it. It is closed to others, and so is what numba makes in it.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "superko"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix":
            if any(map(_others_can_write, (folder, *filter(Path.is_dir, folder.iterdir())))):
                return None
            folder.chmod(0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _others_can_write(folder: Path) -> bool:
    held = folder.stat()
    return held.st_uid != os.getuid() or bool(held.st_mode & 0o022)


@lru_cache(256)
def on_arrays(program: Program) -> Callable[..., Any]:
    """A program as a function that goes through arrays: for each input, then for each output, all of a length."""
    texts = [PythonText().program(program), _loop(program)]
    return Kernel(program.name, emitted="\n\n".join(texts)).compiled["each"]


def _loop(program: Program) -> str:
    given = [name.text for name in program.given]
    returned = [f"found{place}" for place in range(len(program.returned))]
    taken = ", ".join(f"{name}[place]" for name in given)
    lines = [
        f"def each({', '.join(given + returned)}):",
        f"{INDENT}for place in range({(given + returned)[0]}.shape[0]):",
        f"{INDENT * 2}{', '.join(f'{name}[place]' for name in returned)} = {program.name}({taken})",
    ]
    return "\n".join(lines) + "\n"
