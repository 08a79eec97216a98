"""What a clause answers, taken apart: sets of points, conditions and numbers by name, under any reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from superko.spec.algebra import Board, Coloring, Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import Remembered

NOTHING = -1


def parts(answer: Any, name: str = "answer") -> Iterator[tuple[str, Any]]:
    """The parts of an answer by name: sets, conditions and numbers; what is none of these is told by a number."""
    match answer:
        case frozenset():
            yield from ((f"{name}_{remembered.value}", remembered in answer) for remembered in Remembered)
        case None | Enum():
            yield name, NOTHING if answer is None else [*type(answer)].index(answer)
        case Coloring():
            yield from (*parts(answer.black, f"{name}_black"), *parts(answer.white, f"{name}_white"))
        case Mapping():
            for key, value in answer.items():
                yield from parts(value, f"{name}_of_{_word(key)}")
        case tuple():
            yield f"{name}_length", len(answer)
            for place, value in enumerate(answer):
                yield from parts(value, f"{name}_{place}")
        case Rules() | Board():
            return
        case Grid():
            yield from (*parts(answer.width, f"{name}_width"), *parts(answer.height, f"{name}_height"))
        case _ if is_dataclass(answer):
            for field in fields(answer):
                yield from parts(getattr(answer, field.name), f"{name}_{field.name}")
        case _:
            yield name, answer


def _word(key: Any) -> str:
    return "_".join(part.name for part in key) if isinstance(key, tuple) else key.name
