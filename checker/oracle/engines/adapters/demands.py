"""Demands: what a game must be like for an engine to be able to play it."""

from __future__ import annotations

from .....spec.parameters import Ko, Scoring, Tax
from ...engine import Unsupported
from ...setting import Setting


def demand(met: bool, otherwise: str) -> None:
    """See that something that the engine needs holds.

    Raises:
        Unsupported: it does not; says what is otherwise.
    """
    if not met:
        raise Unsupported(otherwise)


def demand_plain_area_scoring(setting: Setting, name: str) -> None:
    """See that what counts is the area, and nothing else.

    Raises:
        Unsupported: there is territory scoring, a tax, a button, or an early end.
    """
    rules = setting.rules
    plain = rules.scoring is Scoring.AREA and rules.tax is Tax.NONE and not rules.button and not rules.self_play_opts
    demand(plain, f"{name} counts the area, without tax, button or early end.")


def demand_square(setting: Setting, name: str) -> None:
    """See that the board has as many columns as rows.

    Raises:
        Unsupported: it has not.
    """
    demand(setting.width == setting.height, f"{name} plays on square boards only.")


def demand_empty_start(setting: Setting, name: str) -> None:
    """See that the game starts with an empty board and Black's turn.

    Raises:
        Unsupported: it does not.
    """
    demand(not setting.is_set_up, f"{name} starts from the empty board only.")


def demand_superko_by_area(setting: Setting, name: str) -> None:
    """See that it is a plain game: a square and empty board, area scoring, positional superko, and no suicide.

    Raises:
        Unsupported: it is not.
    """
    demand_square(setting, name)
    demand_empty_start(setting, name)
    demand_plain_area_scoring(setting, name)
    rules = setting.rules
    demand(rules.ko is Ko.POSITIONAL and not rules.suicide, f"{name} has positional superko and no suicide.")
