"""What captures do: single-stone suicide changes nothing, and the fast form of resolving captures is equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.symbolic import SymbolicBoard
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.faster_forms import stones_without_liberty
from ....spec.katago_v2.moves import resolve_captures
from ....spec.rules import Rules
from ...evidence.checks import check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...proofs.questions import can_be_on_board, proved_on_board
from ...sweeps.sweep import legal_chunks

FastForm: TypeAlias = Callable[[Coloring[Any], Color], Any]


def single_suicide_is_never_allowed(rules: Rules, grid: Grid) -> Verdict:
    """Try every move on every legal position; a suicide of the stone just played alone must not be pseudolegal."""
    positions = suicides = allowed = 0
    for c in legal_chunks(grid):
        positions += len(c.black)
        for player in Color:
            for point in c.board.points:  # type: ignore[attr-defined]
                play = move(rules, c, player, point)
                single = (play.self_captured == point) & (play.captured == 0) & ((c.empty & point) != 0)
                suicides += int(single.sum())
                allowed += int((single & pseudolegal(rules, play)).sum())
    verdict = holds_unless(allowed, str(grid), "sweep", positions=positions, suicides=suicides)
    return if_it_acted(verdict, suicides, "captured the stone just played alone")


def unknown_coloring(grid: Grid) -> tuple[SymbolicBoard, Coloring[Any]]:
    """A coloring of which nothing is known, under the symbolic reading."""
    board = SymbolicBoard(grid)
    black, white = board.unknown("black"), board.unknown("white")
    board.constraints.append(board.is_empty(black & white))
    return board, Coloring(board, black, white)


def fast_form_is_equal(grid: Grid, fast_form: FastForm = stones_without_liberty) -> Verdict:
    """Prove that the text of resolving captures and its fast form give the same points on every coloring."""
    board, c = unknown_coloring(grid)
    equal = all(
        proved_on_board(board, resolve_captures(c, color) == fast_form(c, color), step=f"{grid}, {color.name.lower()}")
        for color in Color
    )
    outcome = Outcome.HOLDS if equal else Outcome.REFUTED
    verdict = Verdict(outcome, f"every coloring of {grid}", "z3", {"certificates": len(board.constraints)})
    captures = [
        can_be_on_board(
            board, c.meets(resolve_captures(c, color), c.of(color)), step=f"{grid}, {color.name.lower()} is captured"
        )
        for color in Color
    ]
    return if_it_acted(verdict, sum(captures), "captured a stone")


for _suicide in (False, True):
    check_boards(
        "claim/single-suicide-null",
        single_suicide_is_never_allowed,
        boards=[(1, 1), (3, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 2)],
        standard=[(5, 2), (4, 3)],
        rules=f"suicide={'yes' if _suicide else 'no'}",
        under=(Rules(suicide=_suicide),),
    )

check_boards(
    "lemma/resolve-captures",
    fast_form_is_equal,
    boards=[(2, 2), (3, 2), (3, 3), (4, 3)],
    cost=lambda grid: grid.size / 10,
    not_asked="It is about a definition, which other clauses call by name, so that no rules can amend it.",
)
