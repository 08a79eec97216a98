"""KataGo: where it says what the rules say, which is not where other engines do.

Its `play` takes illegal moves on purpose, so that games with unusual rules can be shown to it: which moves are legal is
told by `kata-raw-nn`, whose policy is NAN at every other point. Its `final_score` is an estimate of the players'
agreement: the result by the rules is in the record that `printsgf` writes, once the game is over.

This was written from KataGo's documentation of its GTP extensions, and was not run against KataGo itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....interpreter.vertices import vertices
from .....spec.katago_v2.presets import PRESETS
from .....spec.registry import Decision
from .....spec.vocabulary import Phase
from ...aspects import Aspect, Observation
from .dialects import Dialect, Look, all_of, board_and_moves
from .dialogue import Dialogue
from .questions import diagram, recorded_result, stones_by_color
from .standing import PASS, Standing

NAME = "KataGo"
COMMAND = "katago gtp -model /dev/null -override-config debugSkipNeuralNet=true,preventCleanupPhase=false"
"""Starts KataGo without a network, and with the cleanup phases open."""

NEEDED = ("kata-raw-nn", "kata-set-rules", "printsgf", "showboard")
NOT_LEGAL = "NAN"
_RAW_EVALUATION = "kata-raw-nn 0"
_POLICY = "policy"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?", re.ASCII | re.IGNORECASE)
_PLAYER = re.compile(r"^Next player: (?P<player>[BW])(lack|hite)\b", re.MULTILINE)
_CAPTURED = re.compile(r"^(?P<color>[BW]) stones captured: (?P<number>[0-9]{1,9})\b", re.MULTILINE)
_NOTE = (
    "In the cleanup phases it tells unblocking a stone and a move by one policy: with territory scoring, legal moves"
    " are compared until a second player has passed."
)


def katago_dialect(dialogue: Dialogue) -> Dialect:
    """The dialect of KataGo, which plays by the presets of its own document."""
    board: Look = stones_by_color if dialogue.offers("list_stones") else diagram
    moves = board_and_moves(board, by_the_policy)

    def board_and_legal_moves(dialogue: Dialogue, standing: Standing) -> Observation:
        return (moves if _is_surely_in_the_main_phase(standing) else board)(dialogue, standing)

    return Dialect(
        all_of(board_and_legal_moves, said_below_the_board, recorded_result), rules=tuple(PRESETS), notes=(_NOTE,)
    )


def _is_surely_in_the_main_phase(standing: Standing) -> bool:
    has_cleanup = bool(standing.rules.deciding(Decision.NEXT_PHASE, Phase.FIRST_CLEANUP))
    return not has_cleanup or standing.turns.count(PASS) <= 1


def by_the_policy(dialogue: Dialogue, standing: Standing, points: Sequence[str]) -> frozenset[str]:
    """The legal moves among some points: those at which the policy is a number."""
    policy = dialogue.read(_RAW_EVALUATION, lambda text: policy_in(standing, text))
    return frozenset(point for point in points if policy[point])


def policy_in(standing: Standing, text: str) -> dict[str, bool]:
    r"""For each point, whether a raw evaluation gives the move there a chance; its rows are from the top.

    Raises:
        ValueError: the evaluation has no policy for a board of this size.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> policy_in(Standing(Grid(2, 1), Rules()), "symmetry 0\npolicy\n0.25 NAN\npolicyPass 0.75")
    {'A1': True, 'B1': False}
    """
    grid = standing.grid
    lines = [line.strip() for line in text.splitlines()]
    if _POLICY not in lines:
        raise ValueError("it has no policy.")
    first = lines.index(_POLICY) + 1
    rows = [line.split() for line in lines[first : first + grid.height]]
    words = [word for row in rows for word in row]
    if [len(row) for row in rows] != [grid.width] * grid.height:
        raise ValueError(f"its policy is not for a board of {grid}.")
    if not all(word.upper() == NOT_LEGAL or _NUMBER.fullmatch(word) for word in words):
        raise ValueError(f"its policy has something else than numbers and {NOT_LEGAL}.")
    return {
        point: word.upper() != NOT_LEGAL for point, word in zip(vertices(grid, grid.everywhere), words, strict=True)
    }


def said_below_the_board(dialogue: Dialogue, standing: Standing) -> Observation:
    """Whose turn it is and what was captured, where the lines below the board say it."""
    text = dialogue.read("showboard", str)
    player = _PLAYER.search(text)
    captured = {found["color"]: int(found["number"]) for found in _CAPTURED.finditer(text)}
    said: dict[Aspect, str | tuple[float, ...]] = {}
    if player is not None:
        said[Aspect.PLAYER] = player["player"]
    if captured.keys() == {"B", "W"}:
        said[Aspect.CAPTURES] = (captured["B"], captured["W"])
    return said
