"""Telling an engine the rules and the board, and seeing that it took them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .....interpreter.json_lines import parse_json
from .....interpreter.rule_names import rules_to_json
from .....interpreter.wording import shown
from .....spec.algebra import Grid
from .....spec.documents import parameters_of
from .....spec.rules import Rules
from ...engine import Unsupported
from .dialogue import CommandFailed, Dialogue
from .questions import board_shown

_OURS = "selfPlayOpts"


def tell_board(dialogue: Dialogue, grid: Grid) -> None:
    """Begin on an empty board of a size.

    Raises:
        Unsupported: it has no such boards.
        EngineBroke: it failed to answer.
    """
    is_square = grid.width == grid.height
    knows_others = dialogue.offers("rectangular_boardsize")
    command = "rectangular_boardsize" if knows_others and not is_square else "boardsize"
    size = f"{command} {grid.width}" if is_square else f"{command} {grid.width} {grid.height}"
    _must(dialogue, size, f"It plays on no board of {grid}")
    _must(dialogue, "clear_board", "It can't clear the board")
    if not (is_square or knows_others or _shows(dialogue, grid)):
        raise Unsupported(f"It takes {size}, and then shows no board of {grid}.")


def _shows(dialogue: Dialogue, grid: Grid) -> bool:
    """Whether it shows a board of a size; GTP knows square boards only, and an engine may overlook a second number."""
    try:
        board_shown(grid, dialogue.ask("showboard"))
    except (CommandFailed, ValueError):
        return False
    return True


def tell_rules(dialogue: Dialogue, rules: Rules) -> None:
    """Tell an engine the rules as far as it can be told; where it repeats them, see that it took them.

    Raises:
        Unsupported: it takes no such rules.
        EngineBroke: it failed to answer.
    """
    if dialogue.offers("kata-set-rules"):
        _must(dialogue, f"kata-set-rules {json.dumps(_written(rules))}", "It takes no such rules")
    elif dialogue.offers("kata-set-rule"):
        for key, value in _written(rules).items():
            word = value if isinstance(value, str) else json.dumps(value)
            _must(dialogue, f"kata-set-rule {key} {word}", f"It takes no rule {key}={word}")
    if dialogue.offers("kata-get-rules"):
        _see_that_it_took(rules, dialogue.read("kata-get-rules", _rules_told))
    if "komi" in parameters_of(rules):
        if dialogue.offers("komi"):
            _must(dialogue, f"komi {rules.komi}", f"It takes no komi of {rules.komi}")
        elif rules.komi:
            raise Unsupported("It can't be told the komi.")


def _written(rules: Rules) -> Mapping[str, object]:
    """The rules as an object, without the komi, which has a command of its own, and a key of ours where it says no.

    Raises:
        Unsupported: they can't be written so.
    """
    try:
        written = rules_to_json(rules)
    except ValueError as error:
        raise Unsupported(str(error)) from None
    return {key: value for key, value in written.items() if key != "komi" and (key != _OURS or value)}


def _rules_told(text: str) -> Mapping[str, object]:
    told = parse_json(text)
    if not isinstance(told, dict):
        raise ValueError("rules are a JSON object.")
    return told


def _see_that_it_took(rules: Rules, took: Mapping[str, object]) -> None:
    for key, value in _written(rules).items():
        if key in took and took[key] != value:
            raise Unsupported(f"It was told {key}={shown(value)}, and took {key}={shown(took[key])}.")


def _must(dialogue: Dialogue, command: str, otherwise: str) -> None:
    try:
        dialogue.ask(command)
    except CommandFailed as failed:
        raise Unsupported(f"{otherwise}: {failed}") from None
