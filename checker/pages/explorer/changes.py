"""Changes that a person makes on the page, each as the address that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....interpreter.game import Game
from ....interpreter.notation import (
    BLACK_STONE,
    NO_STONE,
    WHITE_STONE,
    board_text,
    parse_grid,
    parse_turn,
    parse_vertex,
    turn_text,
)
from ....interpreter.story import Start
from ....interpreter.wording import one_of, shown
from ....spec.algebra import BLACK, WHITE, Color
from .addresses import MOST_TURNS, Address, start_of
from .rule_sets import RuleSets

STONES: Mapping[str, Color | None] = {BLACK_STONE: BLACK, WHITE_STONE: WHITE, NO_STONE: None}


@dataclass(frozen=True)
class ShownState:
    """What a change starts from: the address that is shown, the rule sets there are, and the game that is shown."""

    address: Address
    sets: RuleSets
    game: Callable[[], Game]


def changed_address(now: ShownState, change: Mapping[str, Any]) -> Address:
    """The address that a change leads to.

    Args:
        now: what is shown.
        change: what is changed: the kind of change, and the texts that go with it.

    Raises:
        ValueError: the change can't be understood, or can't be made.

    >>> now = ShownState(Address("aga", Start(3, 3), ("B2",)), RuleSets({}), None)
    >>> changed_address(now, {"kind": "turn", "turn": "pass"}).turns
    ('B2', 'pass')
    """
    kind, texts = change.get("kind"), {name: text for name, text in change.items() if name != "kind"}
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"A change is of kind {one_of(_KINDS)}, not {shown(kind)}.")
    needed, make = _KINDS[kind]
    if texts.keys() != set(needed) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"With a change of kind {kind} go {one_of(needed)} as texts, not {shown(texts)}.")
    return make(now, *(texts[name] for name in needed))


def _with_turn(now: ShownState, text: str) -> Address:
    """One turn more, after those that are shown; the others are left out."""
    address = now.address
    if address.shown >= MOST_TURNS:
        raise ValueError(f"The explorer shows games of up to {MOST_TURNS} turns; start from this position instead.")
    turn = turn_text(address.grid, parse_turn(address.grid, " ".join(text.split())))
    return replace(address, turns=(*address.turns[: address.shown], turn), at=None, loop=None)


def _with_rules(now: ShownState, text: str) -> Address:
    return replace(now.address, rules=now.sets.written(text))


def _beside(now: ShownState, text: str) -> Address:
    return replace(now.address, beside=now.sets.written(text) if text else "")


def _with_rule(now: ShownState, key: str, value: str) -> Address:
    return replace(now.address, rules=now.sets.with_rule(now.address.rules, key, value))


def _with_rule_beside(now: ShownState, key: str, value: str) -> Address:
    return replace(now.address, beside=now.sets.with_rule(now.address.beside, key, value))


def _on_board(now: ShownState, width: str, height: str) -> Address:
    """An empty board of another size, under the same rules."""
    return Address(now.address.rules, Start.on(parse_grid(f"{width}x{height}")), beside=now.address.beside)


def _with_stone(now: ShownState, vertex: str, stone: str) -> Address:
    """The position that is shown with a stone placed or taken away, as a position to start from."""
    if stone not in STONES:
        raise ValueError(f"A stone is {one_of(map(shown, STONES))}, not {shown(stone)}.")
    point, color = parse_vertex(now.address.grid, vertex), STONES[stone]
    c = now.game().position.coloring.emptied(point)
    placed = board_text(c if color is None else c.colored(point, color))
    return _starting(now, {"board": placed})


def _starting(now: ShownState, fields: Mapping[str, str]) -> Address:
    """The position that is shown as a position to start from, but for what some fields say of it."""
    game = now.game()
    if game.over:
        raise ValueError("The game is over, so none can start from here.")
    return replace(now.address, turns=(), at=None, loop=None, start=start_of(Start.here(game), fields))


_KINDS: Mapping[str, tuple[tuple[str, ...], Callable[..., Address]]] = {
    "turn": (("turn",), _with_turn),
    "rules": (("rules",), _with_rules),
    "beside": (("rules",), _beside),
    "rule": (("key", "value"), _with_rule),
    "rule beside": (("key", "value"), _with_rule_beside),
    "board": (("width", "height"), _on_board),
    "stone": (("point", "stone"), _with_stone),
    "start": (("player", "phase"), lambda now, player, phase: _starting(now, {"player": player, "phase": phase})),
}
"""The kinds of change, each with the texts that go with it, and the address that it leads to."""
