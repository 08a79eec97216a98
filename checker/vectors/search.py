"""The shortest game that shows a mistake: the right rules and the mistaken ones side by side, breadth first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra.grid import points_of
from ...spec.vocabulary import PASS, Move, Turn, Unblock
from ..model.dependence import key_of
from ..model.symmetry import Symmetry, symmetries_keeping, up_to_symmetry
from ..search.lockstep import turns_of


@dataclass(frozen=True)
class Pair:
    """A game under the right rules and under the mistaken ones, and the symmetries that change none of its turns."""

    right: Game
    wrong: Game
    kept: tuple[Symmetry, ...]


def shortest_game(right: Game, wrong: Game, most_pairs: int) -> tuple[Turn, ...] | None:
    """The turns of a shortest game on which two rule sets part, where the second is the first with a mistake.

    Pairs of games with the same future are searched once. What it depends on is read off the rules and the mistake.

    Args:
        right: the start of the game under the right rules.
        wrong: the same start under the mistaken ones.
        most_pairs: how many pairs to carry on before the search is given up.
    """
    if seen(right) != seen(wrong):
        return ()
    mistaken = [some.clause.function for some in wrong.rules.amendments if some.clause is not None]
    future = key_of(right.rules, mistaken)
    pairs = [Pair(right, wrong, symmetries_keeping(right.position.coloring))]
    while pairs and most_pairs > 0:
        longer: dict[Hashable, Pair] = {}
        for pair in pairs[:most_pairs]:
            for turn, found in carried_on(pair):
                if found is None:
                    return (*turns_of(pair.right), turn)
                if not found.right.over:
                    longer.setdefault((future(found.right.record), future(found.wrong.record)), found)
        most_pairs -= len(pairs)
        pairs = list(longer.values())
    return None


def carried_on(pair: Pair) -> Iterator[tuple[Turn, Pair | None]]:
    """What each turn that one of them allows makes of a pair of games: nothing if they part over it."""
    for turn, _, kept in up_to_symmetry(conceivable_turns(pair.right), pair.kept):
        right, wrong = played(pair.right, turn), played(pair.wrong, turn)
        if isinstance(right, Game) and isinstance(wrong, Game) and seen(right) == seen(wrong):
            yield turn, Pair(right, wrong, kept)
        elif right != wrong:
            yield turn, None


def conceivable_turns(game: Game) -> Iterator[Turn]:
    """Every turn that can be written down: a pass, a move at any point, an unblock action at any point."""
    yield PASS
    everywhere = game.position.coloring.board.everything
    for kind in (Move, Unblock):
        yield from (kind(point) for point in points_of(everywhere))


def played(game: Game, turn: Turn) -> Game | type[ValueError]:
    """The game after a turn, or why there is none: it is illegal, or mistaken rules can't say what comes of it."""
    try:
        return game.play(turn)
    except ValueError as error:
        return type(error)


def seen(game: Game) -> Hashable:
    """What can be seen of a game between two turns, but for which turns are legal."""
    position, result = game.position, game.result
    scored = (result.black, result.white, result.winner) if isinstance(result, Score) else result
    captures = tuple(game.record.tally.captures.values())
    return position.coloring, position.player, position.phase, position.marks, captures, scored
