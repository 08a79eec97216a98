"""With the button, area is always half a point off territory, unless somebody passes before the end."""

from __future__ import annotations

import pytest

from superko.checker.play.comparison import lead_passed_on
from superko.interpreter.game import Game
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move


def test_nobody_leads_in_a_game_without_result() -> None:
    rules = Rules(ko=Ko.SIMPLE, suicide=False).replacing(
        "katago-v2/main/no-result", lambda record: record.turn > 0, "The first turn ends the game without result."
    )
    with pytest.raises(ValueError, match="has no score"):
        lead_passed_on(Game(rules, (2, 1)).play(Move(1)))
