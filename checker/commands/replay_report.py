"""Showing a replay: sentences about what happened, diagrams, and a table of scores."""

from __future__ import annotations

from textwrap import fill

from rich.console import Console

from ...interpreter.game import Game
from ...interpreter.notation import diagram, turn_text
from ...interpreter.result import NoResult, Result, outcome_text
from ...interpreter.wording import PHASES, PLAYERS, counted
from ...spec.documents import parameters_of
from ...spec.vocabulary import Move, Phase
from ..telling.score_terms import show_terms, written
from .replay import Event, IllegalTurnTaken, OutOfTurn, PhaseEnd, Replay, TakenAsUnblock, TurnsAfterEnd

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


def head(replay: Replay) -> str:
    """What is replayed: the players, the board, and how it starts.

    >>> from superko.interpreter.records.game_record import GameRecord
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.commands.replay import replay
    >>> head(replay(GameRecord(5, 4, komi=6.5, handicap=2), Rules()))
    'Black against White, 5x4, komi 6.5, handicap 2, 0 turns.'
    """
    record = replay.record
    rules = replay.game.rules
    parts = [
        f"{record.black_name or 'Black'} against {record.white_name or 'White'}",
        str(record.coloring.board.grid),
        *([f"komi {written(rules.komi)}"] if "komi" in parameters_of(rules) else []),
        *([f"handicap {record.handicap}"] if record.handicap else []),
        counted(len(record.turns), "turn"),
    ]
    before = f" The record sets up a position after {counted(record.turns_before, 'turn')}; the replay starts there."
    return f"{', '.join(parts)}.{before if record.turns_before else ''}"


def show_event(console: Console, event: Event) -> None:
    """Print an event; an illegal turn with the reason below."""
    say(console, sentence(event))
    if isinstance(event, IllegalTurnTaken):
        then = "The replay goes on as recorded." if event.followed else "The replay stops here."
        reason = fill(f"{event.reason} {then}", console.width, initial_indent=INDENT, subsequent_indent=INDENT)
        say(console, reason)


def sentence(event: Event) -> str:
    """What happened, in one sentence, with the id of the clause that says so where there is one."""
    match event:
        case IllegalTurnTaken():
            return f"Turn {event.turn}, {PLAYERS[event.player]} {event.text}, is illegal by {event.clause}."
        case OutOfTurn(turn, player):
            missing = f"{PLAYERS[player.opponent]}'s turn"
            return f"Turn {turn} is taken by {PLAYERS[player]}, though it is {missing}; the replay goes on as recorded."
        case TakenAsUnblock(turn, player, text):
            return f"Turn {turn} of {PLAYERS[player]} is taken as the action to {text}, where no move could be legal."
        case PhaseEnd(turn, clause, ended, follows):
            start = "and the game is over" if follows is Phase.OVER else f"and {PHASES[follows]} starts"
            return f"Turn {turn} ends {PHASES[ended]} by {clause}, {start}."
        case TurnsAfterEnd(turn, number, only_passes):
            what = "pass" if only_passes else "turn"
            return f"From turn {turn} on, the record shows {counted(number, what)} after the end of the game, left out."


def summary(replay: Replay) -> str:
    """How many turns were replayed, and how many of them the rules forbid."""
    illegal = sum(isinstance(event, IllegalTurnTaken) for event in replay.events)
    out_of_turn = sum(isinstance(event, OutOfTurn) for event in replay.events)
    taken = counted(len(replay.games) - 1, "turn")
    return f"{taken} replayed; {illegal or 'none'} illegal, {out_of_turn or 'none'} out of turn."


def unfinished(replay: Replay) -> str:
    """That the game is not over, and what the score that follows is then worth."""
    return (
        f"Unfinished: the replay ends in {PHASES[replay.game.position.phase]} with "
        f"{PLAYERS[replay.game.position.player]} to play. If both players only passed from here:"
    )


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
