"""Proofs by induction along closures: whatever holds the seed and is closed holds all that is connected to the seed.

This is what makes a closure the least set of its kind. It is a scheme, of one formula for each set that could be put
into it, so a proof says which sets it takes; with the wrong ones nothing false is proved, only less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import z3

from ...spec.algebra import Color, Coloring
from ...spec.rules import Rules
from .any_board import AnyBoard, Described
from .captures import BY_TEXT, Captures
from .point_formulas import ANY, OTHER, POINT, Points, adjacent
from .situation import Lemma, Situation


@dataclass(frozen=True)
class ProofByInduction:
    """How a lemma is proved of every situation of every board.

    Attributes:
        lemma: the lemma.
        captures: how captures are found.
        staying_in: the set that the closures stay in of which induction speaks; if None, it speaks of every closure,
            and of the points outside every union of regions.
    """

    lemma: Lemma
    captures: Captures = BY_TEXT
    staying_in: Callable[[Situation[Points]], Points] | None = None


def proved_on_every_board(proof: ProofByInduction, rules: Rules) -> bool:
    """Whether a proof succeeds; `False` says only that this one does not."""
    return all(_proved(proof, rules, player) for player in Color)


def _proved(proof: ProofByInduction, rules: Rules, player: Color) -> bool:
    board, unknown = situation_of_any_board(rules, player, proof.lemma.moves, proof.captures)
    implication = proof.lemma.statement(unknown)
    inside = proof.staying_in(unknown) if proof.staying_in else None
    step = f"{proof.lemma.claim} by induction, {player.name.capitalize()} to move"
    return board.proves(implication.then, implication.given, *inductions(board, inside), step=step)


def situation_of_any_board(
    rules: Rules, player: Color, moves: int, captures: Captures = BY_TEXT
) -> tuple[AnyBoard, Situation[Points]]:
    """A situation of which nothing is known but who moves first, on a board of which nothing is known."""
    board = AnyBoard()
    black, white = board.unknown("black"), board.unknown("white")
    board.axioms.append(board.is_empty(black & white))
    points = tuple(board.point(f"move {number}") for number in range(moves))
    return board, Situation(captures.in_moves(rules), Coloring(board, black, white), player, points, captures)


def inductions(board: AnyBoard, inside: Points | None = None) -> list[Any]:
    """Induction along each closure that a board was asked for.

    Args:
        board: the board.
        inside: if given, the induction speaks of those closures only that stay in this very set.
    """
    closures = [described for described in board.described if described.seed is not None]
    return [induction(along, other) for along in closures for other in _spoken_of(board, inside) if other is not along]


def _spoken_of(board: AnyBoard, inside: Points | None) -> Iterator[Described]:
    for described in board.described:
        if described.within is None:
            if inside is None:
                yield Described(~described.points, described.depends_on)
        elif inside is None or described.within.member.eq(inside.member):
            yield described


def induction(along: Described, other: Described) -> Any:
    """That a set holds a closure, if it holds its seed and is closed, whatever points either depends on."""
    assert along.seed is not None
    assert along.within is not None
    closure, within = along.points, along.within
    renamed = [(point, z3.Const(f"other {point}", POINT)) for point in other.depends_on]
    held = Points(z3.substitute(other.points.member, *renamed))
    holds_seed = z3.ForAll([ANY], z3.Implies(z3.And(along.seed.member, within.member), held.member))
    reached = z3.And(closure.member, held.member, adjacent(ANY, OTHER), within.at(OTHER))
    is_closed = z3.ForAll([ANY, OTHER], z3.Implies(reached, held.at(OTHER)))
    holds_closure = z3.ForAll([ANY], z3.Implies(closure.member, held.member))
    rule = z3.Implies(z3.And(holds_seed, is_closed), holds_closure)
    points = [*along.depends_on, *(point for _, point in renamed)]
    return z3.ForAll(points, rule) if points else rule
