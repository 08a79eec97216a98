"""Proofs on boards too large to be read: held against the solver on small ones, and wrong versions of the search."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands import solve_command
from superko.checker.phase import phases
from superko.checker.phase.symmetry import board_symmetries
from superko.checker.solving import proof_search
from superko.checker.solving.budget import Budget
from superko.checker.solving.proof_search import PROVED
from superko.checker.solving.proof_walk import NotConfirmed, Proofs, ProvedBounds, code_of, require_no_repetition
from superko.checker.solving.solution import solve
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_grid
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import PASS

from .every_position import every_position

RULES = PRESETS["chinese-like"]
SUICIDE = Rules(ko=Ko.SIMPLE)
MOST_NODES = 2000


def is_proved(game: Game, player: Color, lead: float, entries: int = 1 << 11) -> bool:
    """Whether a player is proved to get so much, by the search as it is written."""
    return Proofs(game, player, lead, entries, is_compiled=False).search(Budget(), MOST_NODES) == PROVED


@pytest.mark.parametrize("board", ["3x1", "2x2", "2x1", "4x1", "3x2", "5x1", "4x2"])
@pytest.mark.parametrize("rules", [RULES, SUICIDE], ids=["chinese-like", "suicide"])
def test_nothing_is_proved_that_the_solver_does_not_find(rules: Rules, board: str) -> None:
    game = Game(rules, parse_grid(board))
    both, points = solve(game).both, game.grid.size
    assert both is not None
    least = [lead for lead in range(-points, points + 1) if is_proved(game, BLACK, lead)]
    most = [-lead for lead in range(-points, points + 1) if is_proved(game, WHITE, lead)]
    assert max(least, default=-points) <= max(both.worst, -points)
    assert min(most, default=points) >= min(both.best, points)
    # Where a player must let the game go round for the value, nothing is proved.
    assert both.worst in least or both.worst == 0


def test_3x3_is_proved_to_be_worth_all() -> None:
    proofs = Proofs(Game(RULES, 3), BLACK, 9, 1 << 12, is_compiled=False)
    assert proofs.search(Budget(), 1000) == PROVED
    assert proofs.walked > 100


@pytest.mark.parametrize("board", ["2x1", pytest.param("3x1", marks=pytest.mark.thorough)])
def test_what_is_proved_of_any_position_is_so(board: str) -> None:
    games = [game for game in every_position(RULES, parse_grid(board)) if not game.over]
    acted = 0
    for game in games:
        solver = Solver([game], Budget())
        for player, lead in ((BLACK, 1), (WHITE, 0)):
            if is_proved(game, player, lead, entries=1 << 8):
                acted += 1
                value = solver.value(game, WORST if player is BLACK else BEST)
                assert value >= lead if player is BLACK else value <= -lead
    assert acted > 3


WRONG = {
    "going round succeeds": (
        "note",
        "space.disproof[level][child] = NEVER, 0\n    return",
        "space.disproof[level][child] = 0, NEVER\n    return",
    ),
    "the last point is forgotten": ("enter", "POINTS):", "POINTS - 1):"),
    "two points less are enough": ("note", "lead >= space.asked[0]", "lead >= space.asked[0] - 2"),
    "players are exchanged": ("estimate", "if space.given", "if not space.given"),
}


def spoil(monkeypatch: pytest.MonkeyPatch, function: str, right: str, wrong: str) -> None:
    """Put a wrong version of a function in its place."""
    source = inspect.getsource(getattr(proof_search, function))
    assert right in source
    names: dict[str, Any] = dict(vars(proof_search))
    exec(source.replace(right, wrong), names)
    monkeypatch.setattr(proof_search, function, names[function])


FALSE = [("3x1", WHITE, -2), ("2x2", BLACK, 1), ("2x2", WHITE, 1), ("3x2", BLACK, 2)]


@pytest.mark.parametrize("wrong", sorted(set(WRONG) - {"players are exchanged"}))
def test_a_wrong_search_finds_proofs_that_the_walk_refuses(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, *WRONG[wrong])
    refused = 0
    for board, player, lead in FALSE:
        try:
            assert not is_proved(Game(RULES, parse_grid(board)), player, lead), board
        except NotConfirmed:
            refused += 1
    assert refused


def test_an_estimate_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, *WRONG["players are exchanged"])
    assert is_proved(Game(RULES, (3, 1)), BLACK, 3)
    assert not any(is_proved(Game(RULES, parse_grid(board)), player, lead) for board, player, lead in FALSE)


# On two points: of White's turn with a black stone at the left, at the right, and so on; what else there is to tell.
LEFT, RIGHT, EMPTY = 0b00011, 0b00101, 0b00000


@pytest.mark.parametrize(
    ("links", "stands", "goes_round"),
    [
        ([(0, 1, 0, 0), (1, 2, 0, 0)], [LEFT, EMPTY, LEFT], True),
        ([(0, 1, 0, 0), (1, 2, 0, 1)], [LEFT, EMPTY, LEFT], False),
        ([(0, 1, 0, 0), (1, 2, 1, 0)], [LEFT, EMPTY, LEFT], False),
        ([(0, 1, 1, 0), (1, 2, 0, 0)], [LEFT, EMPTY, LEFT], True),
        ([(0, 1, 1, 0), (1, 2, 1, 0)], [LEFT, EMPTY, LEFT], True),
        ([(0, 1, 1, 0), (1, 0, 1, 0)], [LEFT, EMPTY, LEFT], True),
        ([(0, 1, 0, 0), (1, 2, 0, 0)], [LEFT, EMPTY, RIGHT], False),
    ],
)
def test_a_walk_notices_what_stands_twice(
    links: Sequence[tuple[int, int, int, int]], stands: Sequence[int], goes_round: bool
) -> None:
    keys = np.array([(what, number, 0) for number, what in enumerate(stands)], dtype=np.uint64)
    turns = np.array(links, dtype=np.int64).T
    symmetries = board_symmetries(Grid(2, 1))
    if goes_round:
        with pytest.raises(NotConfirmed):
            require_no_repetition(turns, keys, symmetries)
    else:
        require_no_repetition(turns, keys, symmetries)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Game("tromp-taylor", 5), "simple ko"),
        (Game("japanese-like", 5), "one phase"),
        (Game(RULES, 6), "31 points"),
        (Game(RULES, 5).play(PASS), "from the start"),
    ],
)
def test_what_can_not_be_proved_so_is_refused(game: Game, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        code_of(game)


def test_solve_says_what_is_proved_where_a_phase_can_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "MOST_NODES", 1)
    monkeypatch.setattr(solve_command, "is_available", lambda: True)
    monkeypatch.setattr(solve_command, "ProvedBounds", partial(ProvedBounds, is_compiled=False))
    asked = partial(CliRunner().invoke, main)
    answer = asked(["solve", "3x1", "--rules", "chinese-like"])
    assert (answer.exit_code, answer.output.splitlines()[0]) == (3, "No game counts more. Black's lead is at least 3.")
    answer = asked(["solve", "3x1", "--rules", "chinese-like", "--no-result", "0"])
    assert (answer.exit_code, answer.output.splitlines()[0]) == (0, "Black wins by 3 under best play.")
    answer = asked(["solve", "3x2", "--rules", "chinese-like", "--effort", "100n"])
    assert (answer.exit_code, answer.output[:27]) == (3, "The effort was not enough. ")
    answer = asked(["solve", "3x1", "--rules", "tromp-taylor"])
    assert answer.exit_code == 3
    assert "simple ko" in answer.output
