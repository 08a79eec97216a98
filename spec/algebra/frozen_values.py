"""Frozen values that are made in half the time."""

from __future__ import annotations

from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def quickly_made(kind: type[T]) -> type[T]:
    """A frozen class with slots, without default factories, that sets each slot by the slot's own function.

    What `dataclass` writes asks for the function that sets attributes, and that one for the slot, once for each field.
    """
    as_written: Any = kind.__init__
    names = [field.name for field in fields(kind) if field.init]  # type: ignore[arg-type]
    setting: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    body = [f"set_{name}(self, {name})" for name in names] + ["self.__post_init__()"] * hasattr(kind, "__post_init__")
    exec(f"def made(self, {', '.join(names)}): {'; '.join(body)}", setting)
    setting["made"].__defaults__ = as_written.__defaults__
    kind.__init__ = wraps(as_written)(setting["made"])  # type: ignore[method-assign]
    return kind
