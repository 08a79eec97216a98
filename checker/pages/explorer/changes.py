"""Changes that a person makes on the page, each as the address that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ....interpreter.game import Game
from ....interpreter.notation import (
    BLACK_STONE,
    NO_STONE,
    WHITE_STONE,
    board_text,
    parse_board,
    parse_turn,
    parse_vertex,
    turn_text,
)
from ....interpreter.wording import one_of, shown
from ....spec.algebra import BLACK, WHITE, Color, Grid
from ....spec.vocabulary import Phase
from .addresses import MOST_TURNS, SET_UP, Address
from .rule_sets import RuleSets

_USUAL = {"player": BLACK.value, "phase": Phase.MAIN.value, "captures": "0,0", "handicap": "0", "passed": "no"}
STONES: Mapping[str, Color | None] = {BLACK_STONE: BLACK, WHITE_STONE: WHITE, NO_STONE: None}


def with_turn(address: Address, text: str) -> Address:
    """One turn more, after those that are shown; the others are left out.

    Raises:
        ValueError: the text is no turn of this board.
    """
    if address.shown >= MOST_TURNS:
        raise ValueError(f"The explorer shows games of up to {MOST_TURNS} turns; start from this position instead.")
    turn = turn_text(address.grid, parse_turn(address.grid, " ".join(text.split())))
    return replace(address, turns=(*address.turns[: address.shown], turn), at=None)


def with_board(address: Address, width: int, height: int) -> Address:
    """An empty board of another size, under the same rules.

    Raises:
        ValueError: there is no such board.
    """
    return Address(address.rules, Grid(width, height), beside=address.beside)


def starting_from(address: Address, game: Game) -> Address:
    """The position of a game as a position to start from.

    Raises:
        ValueError: the game is over.
    """
    position, tally = game.position, game.record.tally
    if game.over:
        raise ValueError("The game is over, so none can start from here.")
    told = {
        "board": board_text(position.coloring),
        "player": position.player.value,
        "phase": position.phase.value,
        "captures": ",".join(str(tally.captures[color]) for color in (BLACK, WHITE)),
        "handicap": str(tally.handicap),
        "passed": "yes" if position.passed else "no",
        "button": tally.first_passer.value if tally.first_passer else "",
    }
    empty = board_text(position.coloring.emptied(position.coloring.board.everything))
    usual = {**_USUAL, "board": empty}
    kept = tuple((name, told[name]) for name in SET_UP if told[name] and told[name] != usual.get(name))
    return replace(address, turns=(), set_up=kept, at=None)


def with_stone(address: Address, game: Game, vertex: str, stone: str) -> Address:
    """The position of a game with a stone placed or taken away, as a position to start from.

    Raises:
        ValueError: there is no such point or stone.
    """
    if stone not in STONES:
        raise ValueError(f"A stone is {one_of(map(shown, STONES))}, not {shown(stone)}.")
    point, color = parse_vertex(address.grid, vertex), STONES[stone]
    c = game.position.coloring.emptied(point)
    placed = board_text(c if color is None else c.colored(point, color))
    others = dict(starting_from(address, game).set_up)
    return with_set_up(replace(address, turns=(), at=None), {**others, "board": placed})


def with_set_up(address: Address, fields: Mapping[str, str]) -> Address:
    """Another position to start from.

    Raises:
        ValueError: a field is unknown, or the board is not of this size.
    """
    unknown = next((name for name in fields if name not in SET_UP), None)
    if unknown is not None:
        raise ValueError(f"There is no {shown(unknown)} to set up; there is {one_of(SET_UP)}.")
    if "board" in fields and parse_board(fields["board"]).board.grid != address.grid:
        raise ValueError(f"The board {shown(fields['board'])} is not {address.grid}.")
    return replace(address, turns=(), at=None, set_up=tuple((name, fields[name]) for name in SET_UP if name in fields))


@dataclass(frozen=True)
class ShownState:
    """What a change starts from: the address that is shown, the rule sets there are, and the game that is shown."""

    address: Address
    sets: RuleSets
    game: Callable[[], Game]


def changed_address(shown_now: ShownState, change: Mapping[str, Any]) -> Address:
    """The address that a change leads to.

    Args:
        shown_now: what is shown.
        change: what is changed: the kind of change, and the texts that go with it.

    Raises:
        ValueError: the change can't be understood, or can't be made.

    >>> shown_now = ShownState(Address("aga", Grid(3, 3), ("B2",)), RuleSets({}), None)
    >>> changed_address(shown_now, {"kind": "turn", "turn": "pass"}).turns
    ('B2', 'pass')
    """
    kind, texts = change.get("kind"), {name: text for name, text in change.items() if name != "kind"}
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"A change is of kind {one_of(_KINDS)}, not {shown(kind)}.")
    needed, make = _KINDS[kind]
    if texts.keys() != needed or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(
            f"With a change of kind {kind} go {one_of(sorted(needed) or ['no'])} texts, not {shown(texts)}."
        )
    return make(shown_now, texts)


Texts: TypeAlias = Mapping[str, str]


def _turn(now: ShownState, texts: Texts) -> Address:
    return with_turn(now.address, texts["turn"])


def _rules(now: ShownState, texts: Texts) -> Address:
    return replace(now.address, rules=now.sets.written(texts["rules"]))


def _beside(now: ShownState, texts: Texts) -> Address:
    return replace(now.address, beside=now.sets.written(texts["rules"]) if texts["rules"] else "")


def _rule(now: ShownState, texts: Texts) -> Address:
    return replace(now.address, rules=now.sets.with_rule(now.address.rules, texts["key"], texts["value"]))


def _rule_beside(now: ShownState, texts: Texts) -> Address:
    return replace(now.address, beside=now.sets.with_rule(now.address.beside, texts["key"], texts["value"]))


def _board(now: ShownState, texts: Texts) -> Address:
    return with_board(now.address, _side(texts["width"]), _side(texts["height"]))


def _stone(now: ShownState, texts: Texts) -> Address:
    return with_stone(now.address, now.game(), texts["point"], texts["stone"])


def _start(now: ShownState, texts: Texts) -> Address:
    others = dict(starting_from(now.address, now.game()).set_up)
    return with_set_up(now.address, {**others, **texts})


def _here(now: ShownState, texts: Texts) -> Address:
    return starting_from(now.address, now.game())


_KINDS: Mapping[str, tuple[frozenset[str], Callable[[ShownState, Texts], Address]]] = {
    "turn": (frozenset({"turn"}), _turn),
    "rules": (frozenset({"rules"}), _rules),
    "beside": (frozenset({"rules"}), _beside),
    "rule": (frozenset({"key", "value"}), _rule),
    "rule beside": (frozenset({"key", "value"}), _rule_beside),
    "board": (frozenset({"width", "height"}), _board),
    "stone": (frozenset({"point", "stone"}), _stone),
    "start": (frozenset({"player", "phase"}), _start),
    "here": (frozenset(), _here),
}
"""The kinds of change, each with the texts that go with it, and the address that it leads to."""


def _side(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len("25")):
        raise ValueError(f"A board has sides of 1 to 25 points, not {shown(text)}.")
    return int(text)
