"""Showing a replay: sentences about what happened, diagrams, and a table of scores."""

from __future__ import annotations

from textwrap import fill

from rich.console import Console

from ...interpreter.game import Game
from ...interpreter.notation import diagram, turn_text
from ...interpreter.records.replay import (
    Event,
    IllegalTurnTaken,
    Replay,
    sentence,
    summary,
)
from ...interpreter.result import NoResult, Result, outcome_text
from ...interpreter.wording import PLAYERS
from ...spec.vocabulary import Move
from ..telling.report import show_terms

INDENT = "  "


def show_turns(console: Console, replay: Replay, boards: bool = False) -> None:
    """Print what is to be reported of the turns, and how many there were; with `boards`, every board."""
    for number in range(1, len(replay.record.turns) + 1):
        if boards and number < len(replay.games):
            show_turn(console, number, replay.games[number])
        for event in replay.events:
            if event.turn == number:
                show_event(console, event)
    say(console, f"\n{summary(replay)}\n")


def say(console: Console, text: str) -> None:
    """Print plain text: nothing in it is markup."""
    console.print(text, markup=False, emoji=False, highlight=False)


def show_event(console: Console, event: Event) -> None:
    """Print an event; an illegal turn with the reason below."""
    say(console, sentence(event))
    if isinstance(event, IllegalTurnTaken):
        then = "The replay goes on as recorded." if event.followed else "The replay stops here."
        reason = fill(f"{event.reason} {then}", console.width, initial_indent=INDENT, subsequent_indent=INDENT)
        say(console, reason)


def show_turn(console: Console, number: int, game: Game) -> None:
    """Print the board after a turn, with the turn as its heading."""
    assert game.undo is not None
    assert game.record.last is not None
    text = turn_text(game.position.coloring.board.grid, game.record.last)
    say(console, f"\nTurn {number}, {PLAYERS[game.undo.position.player]} {text}")
    show_board(console, game)


def show_board(console: Console, game: Game) -> None:
    """Print the diagram of a board, with its marks and the last move."""
    last = game.record.last
    say(console, diagram(game.position.coloring, game.position.marks, last.point if isinstance(last, Move) else 0))


def show_result(console: Console, result: Result, only_if_passed: bool = False) -> None:
    """Print how a game comes out: the terms of each score by the clauses that give them, the sums and the winner.

    Args:
        console: where to print it.
        result: how the game comes out.
        only_if_passed: whether it is not over yet, but comes out so if both players only pass.
    """
    if isinstance(result, NoResult):
        say(console, "\nThe game ends without result.")
        return
    console.print()
    show_terms(console, "score if both only passed" if only_if_passed else "score", result)
    say(console, f"\n{outcome_text(result, only_if_passed)}")
