"""Legality: which moves an engine holds legal, from its own lists or by trying every point.

Each way takes a dialogue, the game that stands, and the points in question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from .dialogue import CommandFailed, Dialogue
from .standing import Standing, points_named

LegalMoves: TypeAlias = Callable[[Dialogue, Standing, Sequence[str]], frozenset[str]]
_ANSWERS = {"1": True, "0": False}


def listed(dialogue: Dialogue, standing: Standing, points: Sequence[str]) -> frozenset[str]:
    """By `all_legal`."""
    return dialogue.read(f"all_legal {standing.mover}", lambda text: points_named(standing.grid, text))


def asked_one_by_one(dialogue: Dialogue, standing: Standing, points: Sequence[str]) -> frozenset[str]:
    """By `is_legal`, point by point."""
    return frozenset(point for point in points if dialogue.read(f"is_legal {standing.mover} {point}", _yes_or_no))


def _yes_or_no(text: str) -> bool:
    if text not in _ANSWERS:
        raise ValueError("it is neither 1 nor 0.")
    return _ANSWERS[text]


def tried_and_undone(dialogue: Dialogue, standing: Standing, points: Sequence[str]) -> frozenset[str]:
    """By `play`, point by point, with `undo` after each move that is taken."""
    return frozenset(point for point in points if _is_taken(dialogue, standing, point, _undo))


def tried_and_replayed(dialogue: Dialogue, standing: Standing, points: Sequence[str]) -> frozenset[str]:
    """By `play`, point by point, with the game played again after each move that is taken."""
    return frozenset(point for point in points if _is_taken(dialogue, standing, point, _replay))


def _is_taken(
    dialogue: Dialogue, standing: Standing, point: str, take_back: Callable[[Dialogue, Standing], None]
) -> bool:
    try:
        dialogue.ask(f"{standing.next_command} {point}")
    except CommandFailed:
        return False
    take_back(dialogue, standing)
    return True


def _undo(dialogue: Dialogue, standing: Standing) -> None:
    dialogue.read("undo", str)


def _replay(dialogue: Dialogue, standing: Standing) -> None:
    dialogue.read("clear_board", str)
    try:
        for command in standing.commands:
            dialogue.ask(command)
    except CommandFailed as failed:
        dialogue.fail(f"It refuses a turn that it took before: {failed}")
