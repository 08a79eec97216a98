"""What `superko rules --emit` prints: programs to be read, with the ids of the clauses."""

from __future__ import annotations

import re

import pytest

from superko.checker.commands.rules_command import emitted
from superko.interpreter.program.game import GamePrograms, shown
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules


def function(text: str, name: str) -> str:
    """One function of a text."""
    match = re.search(rf"^def {name}\(.*?(?=^def |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match is not None
    return match[0]


def test_python_shows_the_game_with_its_clauses() -> None:
    text = emitted(Rules(), "python", Grid(2, 2))
    legal = function(text, "legal_turns_of_black_in_main")
    assert "times_in_earlier(past, " in legal
    assert legal.index("# katago-v2/main/legal-superko") < legal.index("times_in_earlier")
    after = function(text, "after_pass_of_white_in_main")
    assert "# ended_by: 1 katago-v2/main/end-two-passes" in after
    assert "# katago-v2/main/then-score" in after


def test_what_is_not_used_is_left_out_for_the_reader() -> None:
    legal = function(emitted(Rules(), "python", Grid(2, 2)), "legal_turns_of_black_in_main")
    assert legal.startswith("def legal_turns_of_black_in_main(past, black_0, white_0):")


@pytest.mark.parametrize("preset", ["tromp-taylor", "japanese-like"])
def test_what_is_left_out_is_given_back_unchanged(preset: str) -> None:
    """Given a program to be read, when it lacks an output, then that is a register which no case changes."""
    for program in GamePrograms(PRESETS[preset], Grid(2, 1)).programs.values():
        kept = {output.name for output in shown(program).outputs}
        assert {"may_pass", "moves", "unblocks", "winner", "outcome"} & kept
        assert not {"handicap", "placed_of_black"} & kept
