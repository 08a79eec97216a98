"""Smoke tests: what an engine turns out to answer in tiny games, before it is judged; nothing is compared here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE
from ....spec.algebra import Color
from ....spec.algebra.grid import LONGEST_SIDE
from ....spec.rules import Rules
from ..aspects import Aspect
from ..engine import Engine, Setting, TurnRefused, Unsupported

_SIDES_TO_TRY_ON = (2, 3, 5, 9, 13, 19)
_MOST_PASSES = 8


@dataclass(frozen=True)
class Abilities:
    """What an engine turned out to answer, in the terms of its introduction."""

    aspects: frozenset[Aspect]
    set_up: bool
    smallest: int
    largest: int
    square: bool


def abilities(engine: Engine, candidates: Sequence[Rules]) -> Abilities:
    """Try games on an engine: one that is passed out, one that is set up, and one on boards of many sizes.

    Args:
        engine: the engine.
        candidates: rules to play by; the first that it starts a game under are used.

    Raises:
        Unsupported: it starts none of them; says why, for the last of them.
        EngineBroke: it failed to answer.
    """
    setting = _first_started(
        engine, [Setting(side, side, rules=rules) for side in _SIDES_TO_TRY_ON for rules in candidates]
    )
    rules, side = setting.rules, setting.width
    aspects = _seen_while_passing(engine)
    square = not _starts(engine, Setting(side + 1, side, rules=rules))
    return Abilities(
        aspects,
        set_up=_sets_up(engine, rules, side),
        smallest=_first_side(engine, rules, range(1, side), square) or side,
        largest=_first_side(engine, rules, range(LONGEST_SIDE, side, -1), square) or side,
        square=square,
    )


def _first_started(engine: Engine, settings: Iterable[Setting]) -> Setting:
    reason = Unsupported("It claims no rules.")
    for setting in settings:
        try:
            engine.start(setting)
        except Unsupported as unsupported:
            reason = unsupported
        else:
            return setting
    raise reason


def _starts(engine: Engine, setting: Setting) -> bool:
    try:
        engine.start(setting)
    except Unsupported:
        return False
    return True


def _first_side(engine: Engine, rules: Rules, sides: Iterable[int], square: bool) -> int | None:
    """The first of some sides that boards may have: an engine may play on 2x1 and yet not on 1x1."""
    for side in sides:
        longer = () if square else (min(side + 1, LONGEST_SIDE),)
        if any(_starts(engine, Setting(width, side, rules=rules)) for width in (side, *longer)):
            return side
    return None


def _seen_while_passing(engine: Engine) -> frozenset[Aspect]:
    seen = set(engine.observe())
    try:
        for _ in range(_MOST_PASSES):
            if engine.observe().get(Aspect.OVER):
                break
            engine.play(["pass"])
            seen |= engine.observe().keys()
    except TurnRefused:
        # Whether it should have been played is for the comparison to say.
        pass
    return frozenset(seen)


def _sets_up(engine: Engine, rules: Rules, side: int) -> bool:
    """Whether it sets up a stone with either player to move; what else it may not, it says when it is asked."""
    rows = [BLACK_STONE + NO_STONE * (side - 1)] + [NO_STONE * side] * (side - 1)
    for player in Color:
        setting = Setting(side, side, board=END_OF_ROW.join(rows), player=player, rules=rules)
        if _starts(engine, setting) and engine.observe().get(Aspect.BOARD) == setting.board:
            return True
    return False
