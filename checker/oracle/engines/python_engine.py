"""Engines that are Python objects: whatever they raise, and however long they take, is an engine's failure.

Their methods are called in a thread of their own: one that takes too long is left behind. It ends with the next step
that it takes in Python; one that waits for something else, as in a library, can't be ended.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias, TypeVar, cast

from ....interpreter.wording import shown
from ....spec.algebra import Grid
from ..engine import Breakage, Engine, EngineBroke, Introduction, Observation, Setting, TurnRefused, Unsupported
from .answers import checked_introduction, checked_observation
from .process import PATIENCE_AT_FIRST, SECONDS_TO_REPLY, Transcript, printable

T = TypeVar("T")
_METHODS = ("introduction", "start", "play", "observe", "close")
_Tasks: TypeAlias = "SimpleQueue[Callable[[], object] | None]"
_Outcomes: TypeAlias = SimpleQueue[tuple[object, BaseException | None]]


_END = ctypes.py_object(SystemExit)


def _work(tasks: _Tasks, outcomes: _Outcomes) -> None:
    while (task := tasks.get()) is not None:
        try:
            outcomes.put((task(), None))
        except BaseException as error:
            outcomes.put((None, error))


def factory_named(text: str) -> Callable[[], object]:
    """The factory that a text such as `my_package.my_module:MyEngine` names; it is imported when it is called.

    Modules are also looked for in the current directory. Calling it raises `Unsupported` where there is no such module,
    it can't be imported, or it lacks the name.

    Raises:
        ValueError: the text is not such a name.

    >>> factory_named("collections:Counter")()
    Counter()
    """
    module, _, name = text.partition(":")
    if not (module and name):
        raise ValueError(f"{shown(text)} names no factory; write MODULE:FACTORY, such as my_module:MyEngine.")

    def factory() -> object:
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        named = f"{printable(module)}:{printable(name)}"
        try:
            make = getattr(importlib.import_module(module), name)
        except (Exception, SystemExit) as error:
            raise Unsupported(f"{named} can't be imported: {_described(error)}") from error
        if not callable(make):
            raise Unsupported(f"{named} can't be called; name what makes an engine.")
        return make()

    return factory


class PythonEngine:
    """An engine made by a factory; its methods are called in a thread of their own, so that it may hang."""

    def __init__(self, factory: Callable[[], object], timeout: float = SECONDS_TO_REPLY) -> None:
        """Make the engine; a call may take `timeout` seconds, and to make it six times as long."""
        self._timeout = timeout
        self._transcript = Transcript()
        self._grid = Grid(1, 1)
        self._tasks: _Tasks = SimpleQueue()
        self._outcomes: _Outcomes = SimpleQueue()
        self._hangs = False
        self._thread = Thread(target=_work, args=(self._tasks, self._outcomes), daemon=True)
        self._thread.start()
        try:
            self._engine = self._call("make", lambda: _made(factory), PATIENCE_AT_FIRST * timeout)
        except BaseException:
            self._tasks.put(None)
            raise

    def introduction(self) -> Introduction:
        """What the engine says of itself."""
        introduction = self._call("introduction", self._engine.introduction)
        if not isinstance(introduction, Introduction):
            raise self._broke(Breakage.NONSENSE, f"Its introduction is no Introduction, but {_kind(introduction)}.")
        return self._understood(lambda: checked_introduction(introduction))

    def start(self, setting: Setting) -> None:
        """Start a game."""
        self._grid = setting.grid
        self._call(f"start {setting}", lambda: self._engine.start(setting))

    def play(self, turns: Sequence[str]) -> None:
        """Play turns."""
        self._call(f"play {', '.join(turns)}", lambda: self._engine.play(turns))

    def observe(self) -> Observation:
        """What the engine says of the game."""
        said = self._call("observe", self._engine.observe)
        return self._understood(lambda: checked_observation(said, self._grid))

    def close(self) -> None:
        """End it, unless it hangs."""
        with suppress(Exception):
            self._call("close", self._engine.close)
        self._tasks.put(None)

    def _call(self, name: str, method: Callable[[], T], seconds: float | None = None) -> T:
        self._transcript.sent(name)
        seconds = self._timeout if seconds is None else seconds
        hung = self._broke(Breakage.HUNG, f"It did not answer within {seconds:g} seconds.")
        if self._hangs:
            raise hung
        try:
            # What it prints is none of our answer, which may be read by a program. One that calls another one in this
            # way begins later and ends earlier, so that the output is restored in order.
            with redirect_stdout(sys.stderr):
                self._tasks.put(method)
                value, error = self._outcomes.get(timeout=seconds)
        except Empty:
            self._hangs = True
            # One that goes round and round would take its share of the processor from everything that follows.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread.ident or 0), _END)
            raise hung from None
        if error is None:
            return cast("T", value)
        if isinstance(error, KeyboardInterrupt | Unsupported | TurnRefused | EngineBroke):
            raise error
        self._transcript.error("".join(traceback.format_exception(error)).encode(errors="backslashreplace"))
        raise self._broke(Breakage.CRASHED, f"It raised {_described(error)}") from error

    def _understood(self, read: Callable[[], T]) -> T:
        """What an answer says; what can't be read is nonsense."""
        try:
            return read()
        except ValueError as error:
            raise self._broke(Breakage.NONSENSE, str(error)) from None

    def _broke(self, breakage: Breakage, reason: str) -> EngineBroke:
        return EngineBroke(breakage, reason, self._transcript.lines())


def _made(factory: Callable[[], object]) -> Engine:
    made = factory()
    if isinstance(made, type) or not all(callable(getattr(made, name, None)) for name in _METHODS):
        raise Unsupported(f"What the factory makes, {_kind(made)}, lacks one of the methods {', '.join(_METHODS)}.")
    return cast("Engine", made)


def _kind(value: object) -> str:
    return printable(type(value).__name__)


def _described(error: BaseException) -> str:
    return printable(f"{type(error).__name__}: {error}" if str(error) else f"{type(error).__name__}.")
