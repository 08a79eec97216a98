"""Settling a game record that stops with dead stones on the board, as its players would, and saying what is assumed."""

from __future__ import annotations

from dataclasses import dataclass

from ...interpreter import aga_procedure
from ...interpreter.adjudication import has_cleanup
from ...interpreter.game import Game
from ...interpreter.notation import vertices
from ...interpreter.result import NoResult, Result
from ...interpreter.sitting import agree_on
from ...spec.algebra import BLACK, WHITE, Coloring
from ...spec.dead_stones.statements import Statements, agreed, disputed, listing, named_stones, no_list
from .replay import Replay
from .replay_protocol import AGA, RecordSitting, adjudicated, by_the_aga
from .replay_statements import NAMES, Heard, Settling, both_hold_dead, has_lists

AGREEMENT = "agreement"


@dataclass(frozen=True)
class Settled:
    """A game as it was settled.

    Attributes:
        assumed: what was assumed, each in one sentence.
        coloring: what stands on the board as it is scored.
        dead: the stones that were removed as dead.
        result: how the game comes out; None where it was left open.
        further: how many turns of the record were taken after play had first stopped.
        illegal: how the record then breaks the rules, in one sentence, or "".
    """

    assumed: tuple[str, ...]
    coloring: Coloring[int]
    dead: int
    result: Result | None
    further: int = 0
    illegal: str = ""


def settle(replay: Replay, wanted: Settling) -> Settled | None:
    """Settle the game of a record; None where nothing says which stones are dead, or play has settled it.

    Raises:
        ValueError: the game can't be settled as it is wanted, or the record does not say enough.
    """
    stop = replay.stop() if replay.followed else None
    if stop is None or isinstance(stop[0].result, NoResult):
        return None
    game, turns = stop
    cut_short = turns > len(replay.record.turns)
    sitting = RecordSitting(replay.record, turns, wanted)
    if cut_short:
        sitting.assume("The record shows no passes at its end; both players are taken to pass.")
    cleanup, lists = has_cleanup(game.rules), has_lists(replay.record)
    if cleanup and wanted.protocol in (None, AGREEMENT):
        return None if game.over else _in_cleanup(game, sitting, lists or wanted.protocol is not None)
    if wanted.protocol is None and not lists:
        return _agreed(game, sitting, both_hold_dead(replay.record, game.position.coloring, wanted))
    usual = AGA if game.rules.document == aga_procedure.DOCUMENT else AGREEMENT
    return _by_protocol(game, sitting, wanted.protocol or usual, replay)


def _by_protocol(game: Game, sitting: RecordSitting, name: str, replay: Replay) -> Settled:
    result: Result | None
    if name == AGA:
        procedure, dead = by_the_aga(game, sitting)
        after, result = procedure.record.position.coloring, procedure.result
    else:
        adjudication = adjudicated(game, sitting, name)
        after, dead, result = adjudication.ended.coloring, adjudication.removed, adjudication.result
    further = max(0, sitting.turns - (len(replay.games) - 1))
    assumed = (f"Settled by the protocol {name}.", *sitting.assumed)
    return Settled(assumed, after, dead, result, further, sitting.illegal)


def _in_cleanup(game: Game, sitting: RecordSitting, lists: bool) -> Settled | None:
    """Agree on dead stones in place of capturing them in cleanup; by what each player says, if there are lists."""
    c, rules = game.position.coloring, game.rules
    if not lists:
        return _agreed(game, sitting, both_hold_dead(sitting.record, c, sitting.wanted))
    black, white = (sitting.statement(color, c) for color in (BLACK, WHITE))
    both = Statements(
        *(no_list() if said is None else listing(rules, named_stones(rules, c, said)) for said in (black, white))
    )
    how = "They differ; only what both hold dead is removed." if disputed(both) else ""
    return _agreed(game, sitting, Heard(agreed(both), how))


def _agreed(game: Game, sitting: RecordSitting, heard: Heard | None) -> Settled | None:
    if heard is None or heard.points is None:
        return None
    settled = agree_on(game, heard.points, sitting.wanted.filling)
    grid = game.position.coloring.board.grid
    filled = ", ".join(f"{NAMES[color]} {vertices(grid, point)[0]}" for color, point in settled.filled)
    told = (
        *sitting.assumed,
        heard.how,
        removed(game, settled.dead),
        f"The players are taken to fill dame in turn: {filled}." if filled else "",
    )
    return Settled(tuple(filter(None, told)), settled.coloring, settled.dead, settled.result)


def removed(game: Game, dead: int) -> str:
    """Which stones are removed as dead, in one sentence."""
    c = game.position.coloring
    lists = [
        f"{NAMES[color]}'s {', '.join(vertices(c.board.grid, c.of(color) & dead))}"
        for color in (BLACK, WHITE)
        if c.of(color) & dead
    ]
    return f"Removed as dead: {'; '.join(lists)}." if lists else "No stone is removed as dead."
