"""Without any one of its clauses, rules become programs that play as the interpreter does, or are refused."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from superko.interpreter.game import Game
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.program.game import GameCode
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Unblock

from ...sampling import EXHAUSTIVE

GRID = Grid(2, 1)
TURNS = 8
ONCE_BROKEN = (
    ("tromp-taylor", "katago-v2/main/state#coloring"),
    ("tromp-taylor", "katago-v2/main/then-score"),
    ("japanese-like", "katago-v2/cleanup/second-phase"),
    ("aga", "aga/8-illegal-kinds#full-board"),
    ("aga", "aga/9-end#then-count"),
)
EVERY = [
    (preset, clause.name)
    for preset in ("tromp-taylor", "japanese-like", "aga")
    for clause in clauses()
    if clause.decides not in (None, Decision.START) and clause.name.startswith(f"{PRESETS[preset].document}/")
]


def hold_against_the_interpreter(rules: Rules) -> None:
    """Play random games, by the programs as they are written and by the interpreter.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """
    code = GameCode.of(rules, GRID)
    functions, chance = code.kernel.in_python, Random(0)
    for _ in range(4):
        game = Game(rules, (GRID.width, GRID.height))
        row, moves, unblocks = code.layout.row(game.record, TURNS + 1), [0], [0]
        for _ in range(TURNS):
            may_pass = functions["legal_turns"](row, moves, unblocks)
            legal = {Move(bit) for bit in (1, 2) if moves[0] & bit} | {Unblock(b) for b in (1, 2) if unblocks[0] & b}
            assert legal | ({PASS} if may_pass else set()) == set(game.turns())
            if game.over or not game.turns():
                break
            turn: Any = chance.choice(sorted(game.turns(), key=repr))
            kind, point = (0, 0) if turn == PASS else (1 if isinstance(turn, Move) else 2, turn.point)
            functions["take_turn"](row, kind, [point])
            game = game.taking(turn)


@pytest.mark.parametrize(("preset", "name"), [*ONCE_BROKEN, pytest.param("", "", marks=EXHAUSTIVE)])
def test_what_is_left_plays_alike_or_is_refused(preset: str, name: str) -> None:
    for rules_name, dropped in [(preset, name)] if preset else EVERY:
        with suppress(NotCompiled):
            hold_against_the_interpreter(PRESETS[rules_name].dropping(dropped))
