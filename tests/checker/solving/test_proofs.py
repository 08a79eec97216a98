"""Proofs on boards too large to be read: held against the solver on small ones, and wrong versions of the search."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands import solve_command
from superko.checker.phase import phases
from superko.checker.phase.symmetry import CodeSymmetries
from superko.checker.solving import proof_search
from superko.checker.solving.budget import Budget
from superko.checker.solving.proof_search import PASSES, PROVED
from superko.checker.solving.proof_walk import NotConfirmed, Proofs, ProvedBounds, code_of, require_no_repetition
from superko.checker.solving.solution import solve
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_grid
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.algebra.arrays import Words
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import PASS, Move, Turn

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


def with_less(proofs: Proofs, rows: Words) -> None:
    """A walk that does not ask how games end."""


def with_a_reply_left_out(proofs: Proofs, rows: Words, legal: Callable[[Proofs, Words], Any] = Proofs._legal) -> Any:
    """A walk that knows of no turn at the last point."""
    turns = legal(proofs, rows)
    turns[:, -2] = False
    return turns


@pytest.mark.parametrize(
    ("wrong", "method", "spoiled"),
    [
        ("two points less are enough", "_require_the_lead", with_less),
        ("the last point is forgotten", "_legal", with_a_reply_left_out),
    ],
)
def test_a_wrong_walk_confirms_what_a_wrong_search_finds(
    wrong: str, method: str, spoiled: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch, *WRONG[wrong])
    monkeypatch.setattr(Proofs, method, spoiled)
    confirmed = 0
    for board, player, lead in FALSE:
        with suppress(NotConfirmed):
            confirmed += is_proved(Game(RULES, parse_grid(board)), player, lead)
    assert confirmed


class OtherFirstTurn(Proofs):
    """A proof in which the prover's first turn is replaced by another one, by its number."""

    first = PASSES

    def _answers(self, rows: Words) -> Any:
        return np.where((rows == self._start).all(axis=1), self.first, super()._answers(rows))


@pytest.mark.parametrize("board", ["3x1", "4x1"])
def test_a_walk_confirms_a_first_turn_exactly_if_it_keeps_the_lead(board: str) -> None:
    game = Game(RULES, parse_grid(board))
    lead, confirmed, kept = game.grid.size, list[Turn](), list[Turn]()
    solver = Solver([game], Budget())
    for turn in game.turns():
        proofs = OtherFirstTurn(game, BLACK, lead, 1 << 11, is_compiled=False)
        proofs.first = turn.point.bit_length() - 1 if isinstance(turn, Move) else PASSES
        kept += [turn] * solver.succeeds(game.taking(turn), lead, WORST)
        with suppress(NotConfirmed):
            confirmed += [turn] * (proofs.search(Budget(), MOST_NODES) == PROVED)
    assert confirmed == kept != []
    assert len(kept) < len(game.turns())


def test_a_walk_refuses_a_greater_lead_than_the_search_was_asked_for() -> None:
    proofs = Proofs(Game(RULES, (3, 1)), BLACK, 2.5, 1 << 11, is_compiled=False)
    assert proofs.search(Budget(), MOST_NODES) == PROVED
    proofs._lead = 3.5
    with pytest.raises(NotConfirmed, match="less than was promised"):
        proofs.confirm(Budget())


# What stands in three situations, by number, of which the first and the third may be one; the symmetries that keep it.
AGAIN, OTHERWISE, TURNED, KEPT = [0, 1, 0], [0, 1, 2], [1, 0, 1], [0b11, 0b01, 0b11]


@pytest.mark.parametrize(
    ("links", "stands", "goes_round"),
    [
        ([(0, 1, 0, 0), (1, 2, 0, 0)], AGAIN, True),
        ([(0, 1, 0, 0), (1, 2, 0, 1)], AGAIN, True),
        ([(0, 1, 0, 0), (1, 2, 0, 1)], TURNED, False),
        ([(0, 1, 0, 1), (1, 2, 0, 1)], TURNED, True),
        ([(0, 1, 0, 0), (1, 2, 1, 0)], AGAIN, False),
        ([(0, 1, 1, 0), (1, 2, 0, 0)], AGAIN, True),
        ([(0, 1, 1, 0), (1, 2, 1, 0)], AGAIN, True),
        ([(0, 1, 1, 0), (1, 0, 1, 0)], AGAIN, True),
        ([(0, 1, 0, 0), (1, 2, 0, 0)], OTHERWISE, False),
    ],
)
def test_a_walk_notices_what_stands_twice(
    links: Sequence[tuple[int, int, int, int]], stands: Sequence[int], goes_round: bool
) -> None:
    composed = CodeSymmetries(Grid(2, 1), swapped=False).composed
    refused = pytest.raises(NotConfirmed) if goes_round else nullcontext()
    with refused:
        require_no_repetition(np.array(links, dtype=np.int64).T, np.array(stands), np.array(KEPT), composed)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Game("tromp-taylor", 5), "simple ko"),
        (Game("japanese-like", 5), "one phase"),
        (Game(RULES, 6), "31 points"),
        (Game(RULES, 5).play(PASS), "from the start"),
        (Game(RULES.dropping("katago-v2/main/state#player"), 5), "same player"),
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


def test_an_interrupted_walk_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(proofs: Proofs, budget: Budget) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(phases, "MOST_NODES", 1)
    monkeypatch.setattr(solve_command, "is_available", lambda: True)
    monkeypatch.setattr(solve_command, "ProvedBounds", partial(ProvedBounds, is_compiled=False))
    monkeypatch.setattr(Proofs, "confirm", interrupted)
    answer = CliRunner().invoke(main, ["solve", "3x1", "--rules", "chinese-like"])
    assert answer.exit_code == 130
    assert answer.output.startswith("Interrupted. If the game has a result, Black's lead is at least -3 and at most 3.")


def test_what_bounds_need_is_said_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_command, "is_available", lambda: False)
    shown = CliRunner().invoke(main, ["solve", "5x4", "--rules", "chinese-like"])
    assert shown.exit_code == 3
    assert 'Bounds are proved only where numba is: pip install "superko[fast]" brings it.' in shown.stdout
