"""`superko play`: take turns on a board, and see what the rules say of the last of them."""

from __future__ import annotations

from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.notation import parse_turns, turn_text
from ...interpreter.records.replay import TakenAsUnblock, sentence
from ...interpreter.referee import state_report
from ..pages.frames import Frame, frames, strip
from ..telling.data import tell_json
from ..telling.options import (
    BadRequest,
    Beginning,
    NamedRules,
    beginning_options,
    json_option,
    output_option,
    refusing,
    rules_option,
)
from ..telling.report import Console
from ..telling.terminal import Exit
from .stepping import show_frame


@click.command("play")
@click.argument("board", metavar="WxH|ROWS")
@click.argument("turns", default="", metavar="[TURNS]")
@rules_option
@beginning_options(turns=False)
@click.option("--each", is_flag=True, help="Show the board after every turn, not only after the last.")
@output_option("Draw the boards side by side into this file, too, as SVG.", ".svg")
@json_option
def play_command(
    beginning: Beginning,
    turns: str,
    named: NamedRules,
    each: bool,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Take turns on a board of W columns by H rows, and see what the rules say of the last of them.

    TURNS are such as "B2 pass C1". The clause that forbids a turn, ends the phase or gives the score
    is named, with the points that it speaks of; nothing follows a turn that is not legal.

    Exits with 0 if every turn is legal, with 1 if one is not, and with 2 when the request can't be understood.
    """
    with refusing():
        start = beginning.start()
        game = start.game(named.rules)
        wanted = parse_turns(start.grid, turns)
        seen = list(frames(game, wanted, intended=True))
    last, shown = seen[-1], seen if each else seen[-1:]
    if json_wanted:
        tell_json("play", _as_data(last))
    else:
        for turn, frame in zip(wanted, seen[1:], strict=False):
            if frame.player is not None and frame.turn != turn_text(start.grid, turn):
                click.echo(sentence(TakenAsUnblock(frame.number, frame.player, frame.turn), named.rules))
        for frame in shown:
            show_frame(Console(), frame)
    if output is not None:
        with refusing():
            write_file(output, strip(shown, shown[-1].heading))
    if last.illegal:
        raise SystemExit(Exit.DIFFERENCE)
    if last.number < len(wanted):
        raise BadRequest(f"The game is over before turn {last.number + 1}.")


def _as_data(last: Frame) -> dict[str, object]:
    """The state as the referee gives it, and the turn that was not taken, if there is one."""
    state = state_report(last.game)
    if last.clause is None or not last.illegal:
        return {"state": state}
    return {"state": state, "illegal": {"turn": last.turn, "clause": last.clause.id, "reason": last.says}}
