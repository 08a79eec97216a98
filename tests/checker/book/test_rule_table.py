"""The table of rule sets: each value that differs leads to a game on which the two rule sets do differ."""

from __future__ import annotations

import pytest

from superko.checker.pages.rule_table import GAMES, USUAL, Contrast, contrasts, table
from superko.spec.presets import PRESETS


@pytest.mark.parametrize("contrast", contrasts().values(), ids=lambda contrast: contrast.page)
def test_each_value_parts_from_the_usual_one_on_its_game(contrast: Contrast) -> None:
    usual, changed = contrast.games
    after = contrast.parts_after
    assert after is not None
    assert usual.frames[after].game.record.turn == changed.frames[after].game.record.turn == after
    endings = [
        (game.frames[-1].number, game.frames[-1].illegal, game.frames[-1].game.result) for game in (usual, changed)
    ]
    assert endings[0] != endings[1]


def test_every_value_of_a_preset_that_differs_has_a_game() -> None:
    rows = table()
    differing = {
        (parameter, values[name])
        for parameter, values in rows.items()
        for name in values
        if PRESETS[name].document == PRESETS[USUAL].document and values[name] != values[USUAL]
    }
    assert differing == GAMES.keys()
