"""Dialects: what an engine is asked, by the commands that it lists, and by what is known of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .....interpreter.json_lines import parse_json
from .....interpreter.notation import vertices
from .....spec.presets import PRESETS
from .....spec.rules import Rules
from ...aspects import Aspect, Observation
from ...covering import EVERYTHING_TOLD
from ...engine import Unsupported
from ...setting import Setting
from ..replies import observation_in
from .dialogue import Dialogue
from .questions import (
    LegalMoves,
    asked_one_by_one,
    captures,
    diagram,
    listed,
    score_after_passes,
    shows_its_board,
    stones_by_color,
    tried_and_replayed,
    tried_and_undone,
)
from .standing import GameUnderWay, empty_points

Look: TypeAlias = Callable[[Dialogue, GameUnderWay], Observation]
"""Finds out something about the game that stands."""


def _sets_nothing_up(dialogue: Dialogue, setting: Setting) -> None:
    raise Unsupported("GTP has no command that sets up a position and whose turn it is.")


@dataclass(frozen=True)
class Dialect:
    """What an engine is asked, and what is said of it.

    Attributes:
        look: finds out all that it can be asked.
        rules: the rules that it claims, as texts.
        deviations: the names of what it is known to do otherwise.
        notes: what it can't be asked, and why.
        command: the command that starts it for some rules, from the one that was given; raises `Unsupported` where it
            has none for them.
        parameters: the keys of rules that it can be told.
        hears_rules: whether it can be told rules at all.
        set_up: sets a position up, once the board and the rules are told; raises `Unsupported` where it can't.
    """

    look: Look
    rules: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    command: Callable[[str, Rules], str] = lambda command, _: command
    parameters: tuple[str, ...] = ()
    hears_rules: bool = True
    set_up: Callable[[Dialogue, Setting], None] = _sets_nothing_up


def plain_dialect(dialogue: Dialogue, final_score: bool) -> Dialect:
    """The dialect of an engine of which nothing is known but the commands that it lists.

    Args:
        dialogue: the engine.
        final_score: whether `final_score` is by the rules.
    """
    looks, notes = _looks(dialogue)
    if final_score and dialogue.offers("final_score"):
        looks.append(score_after_passes)
    else:
        notes.append(
            'Its final_score may be an opinion, and is not compared; write "gtp+score:" where it is by the rules.'
        )
    hears_rules = dialogue.offers("kata-set-rules") or dialogue.offers("kata-set-rule")
    if not hears_rules:
        notes.append("It can't be told the rules: it must have been started so that it plays by those it is judged by.")
    return Dialect(all_of(*looks), notes=tuple(notes), hears_rules=hears_rules)


def _looks(dialogue: Dialogue) -> tuple[list[Look], list[str]]:
    means: list[tuple[LegalMoves, tuple[str, ...]]] = [
        (listed, ("all_legal",)),
        (asked_one_by_one, ("is_legal",)),
        (tried_and_undone, ("undo",)),
        (tried_and_replayed, ()),
    ]
    legal_moves = next(asked for asked, needed in means if dialogue.offers(*needed))
    notes = []
    if legal_moves in (tried_and_undone, tried_and_replayed):
        notes.append("It lists no legal moves: a move is held legal when its `play` takes it.")
    board = stones_by_color if dialogue.offers("list_stones") else diagram if shows_its_board(dialogue) else None
    if board is None:
        notes.append("It does not list its stones, nor show its board as a diagram that can be read.")
    looks: list[Look] = [board_and_moves(board, legal_moves)]
    if dialogue.offers("captures"):
        looks.append(captures)
    else:
        notes.append("It does not tell how many stones were captured.")
    return looks, notes


def all_of(*looks: Look) -> Look:
    """All that several questions find out."""

    def look(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
        return {aspect: value for one in looks for aspect, value in one(dialogue, standing).items()}

    return look


def board_and_moves(board: Look | None, legal_moves: LegalMoves) -> Look:
    """What stands on the board, and which moves are legal at its empty points; at all points where it isn't shown."""

    def look(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
        said = {} if board is None else board(dialogue, standing)
        text = said.get(Aspect.BOARD)
        grid = standing.grid
        points = empty_points(grid, text) if isinstance(text, str) else vertices(grid, grid.everywhere)
        return {**said, Aspect.LEGAL: legal_moves(dialogue, standing, points)}

    return look


def our_own_dialect() -> Dialect:
    """The dialect of `superko gtp`, which can be asked for the referee's state, and plays by all presets."""
    return Dialect(referee_state, rules=tuple(PRESETS), parameters=EVERYTHING_TOLD)


def referee_state(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
    """All that the referee's protocol says, by `superko-state`."""
    return dialogue.read("superko-state", lambda text: observation_in(parse_json(text), standing.grid))
