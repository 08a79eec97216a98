"""What empty boards are worth under best play, as recorded: the table of `superko values`, each cell with a game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...interpreter.notation import parse_grid
from ...interpreter.rule_names import parse_rules, rules_to_json
from ...interpreter.story import Start, Story
from .shown_games import ShownGame, shown_game

FILE = Path(__file__).with_name("values.json")


@dataclass(frozen=True)
class ValueRow:
    """What boards are worth under one rule set.

    Attributes:
        rules: the text that names the rule set.
        values: by board, Black's lead under best play.
        games: by board, a game in which both players do their best.
    """

    rules: str
    values: Mapping[str, str]
    games: Mapping[str, ShownGame]

    @property
    def page(self) -> str:
        """The path of the page with its games."""
        return f"values/{_slug(self.rules)}.html"


@cache
def value_table() -> tuple[ValueRow, ...]:
    """The rows of the table.

    >>> next(row.values["2x2"] for row in value_table() if row.rules == "tromp-taylor")
    '1'
    """
    recorded: Mapping[str, Mapping[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        ValueRow(
            rules,
            {board: cell["value"] for board, cell in cells.items()},
            {board: _game(rules, board, cell["turns"]) for board, cell in cells.items()},
        )
        for rules, cells in recorded.items()
    )


def _game(rules: str, board: str, turns: Sequence[str]) -> ShownGame:
    story = Story(Start.on(parse_grid(board)), tuple(turns), rules_to_json(parse_rules(rules)))
    return shown_game(f"{_slug(rules)}-{board}", story)


def _slug(rules: str) -> str:
    return rules.casefold().replace(",", "-").replace("=", "-")
