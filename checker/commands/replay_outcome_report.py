"""Showing what a game record comes to: its turns, how it was settled, and its own result beside that of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from rich.console import Console

from ...interpreter.notation import diagram
from ...interpreter.records.game_record import OutcomeKind, result_text
from ...interpreter.records.outcome import RecordOutcome
from ...interpreter.records.replay import head, unfinished
from ...interpreter.result import Result
from ...interpreter.wording import shown
from .replay_report import say, show_board, show_result, show_turns


def show_outcome(console: Console, outcome: RecordOutcome, further: Sequence[str] = (), boards: bool = False) -> None:
    """Print all of it.

    Args:
        console: where to print it.
        outcome: what the record comes to.
        further: what else is to be noted, each in one sentence.
        boards: whether to show the board after every turn.
    """
    replay, settled = outcome.replay, outcome.settled
    say(console, head(replay))
    for note in (*further, *outcome.notes):
        say(console, fill(f"Note: {note}", console.width))
    show_turns(console, replay, boards)
    show_board(console, replay.game)
    if settled is not None:
        say(console, "")
        for sentence in (*settled.assumed, settled.illegal):
            say(console, fill(sentence, console.width))
        say(console, f"\n{diagram(settled.coloring)}")
        if settled.result is not None:
            show_result(console, settled.result)
    elif replay.game.result is not None:
        show_result(console, replay.game.result)
    else:
        _show_unfinished(console, outcome)
    for sentence in told(outcome):
        say(console, fill(sentence, console.width))


def _show_unfinished(console: Console, outcome: RecordOutcome) -> None:
    passed_out = outcome.replay.passed_out()
    say(console, f"\n{unfinished(outcome.replay)}")
    if passed_out is not None and passed_out.result is not None:
        show_result(console, passed_out.result, only_if_passed=True)


def told(outcome: RecordOutcome) -> Iterator[str]:
    """What the record says of the result, beside what the rules say."""
    text = outcome.replay.record.result
    kind, winner = outcome.told.kind, "Black" if outcome.told.winner and outcome.told.winner.value == "B" else "White"
    if kind in (OutcomeKind.RESIGNATION, OutcomeKind.TIME, OutcomeKind.FORFEIT):
        yield f"The record says {text}: {winner} won {kind.value}, whatever the score."
    elif kind is OutcomeKind.UNREADABLE:
        yield f"What the record says of the result can't be read: {shown(text)}."
    elif kind is not OutcomeKind.NOTHING and outcome.compared is not None:
        yield beside(text, outcome.compared, outcome.agreed)
    if outcome.agreed is False and outcome.settled is None:
        yield "Every stone left on the board was taken to be alive; --dead or --protocol says which are not."


def beside(text: str, result: Result, agreed: bool | None) -> str:
    """What the record says, beside what the rules say.

    >>> from superko.interpreter.result import NoResult
    >>> beside("B+8.5", NoResult(), False)
    'The record says B+8.5; by the rules it is Void.'
    """
    if agreed:
        return f"The record says {text}, and so do the rules."
    return f"The record says {text}; by the rules it is {result_text(result)}."
