"""What has to be believed for a verdict: the functions of superko that were called while a claim was decided."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeVar

T = TypeVar("T")
_PACKAGE = Path(__file__).parents[2]


@dataclass(frozen=True, order=True)
class CalledFunction:
    """A function that was called.

    Attributes:
        file: where it stands, from the top of the project.
        name: its name, with that of its class or of the function around it.
        lines: on how many lines it has code.
    """

    file: str
    name: str
    lines: int

    @property
    def room(self) -> str:
        """The folder that it stands in."""
        return self.file.rpartition("/")[0]


def functions_called(run: Callable[[], T]) -> tuple[T, tuple[CalledFunction, ...]]:
    """What a function returns, and the functions of superko that were called meanwhile.

    A function inside another is counted with it. What an earlier call found out and kept was not called again.

    >>> from superko.spec.guard import word
    >>> text, called = functions_called(lambda: word(True))
    >>> text, [(function.room, function.name) for function in called if function.room == "spec"]
    ('yes', [('spec', 'word')])
    """
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        result = run()
    finally:
        sys.setprofile(before)
    lines: dict[tuple[str, str], set[int]] = {}
    for code in codes:
        file = Path(code.co_filename)
        if file.is_absolute() and file.is_relative_to(_PACKAGE):
            name, *_ = code.co_qualname.split(".<locals>")
            of_function = lines.setdefault((file.relative_to(_PACKAGE).as_posix(), name), set())
            of_function.update(line for *_, line in code.co_lines() if line is not None)
    return result, tuple(sorted(CalledFunction(*function, len(lines[function])) for function in lines))
