"""`superko play`: take turns on a board, and see what the rules say of the last of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from ...interpreter.files import write_file
from ...interpreter.referee import state_report
from ...interpreter.rules_files import ClauseFailed
from ...spec.algebra import Color
from ...spec.vocabulary import Phase
from ..pages.frames import Frame, frames, strip
from .bad_request import BadRequest
from .boards import set_up_options, start_on
from .naming import rules_named, rules_option
from .stepping import show_frame

ILLEGAL = 1


@click.command("play")
@click.argument("board", metavar="WxH")
@click.argument("turns", default="")
@rules_option
@set_up_options
@click.option("--each", is_flag=True, help="Show the board after every turn, not only after the last.")
@click.option(
    "--svg",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the boards side by side into this file, too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what the referee would answer.")
def play_command(
    board: str,
    turns: str,
    rules: str,
    start: str | None,
    player: str,
    phase: str,
    each: bool,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Take turns on a board of W columns by H rows, and see what the rules say of the last of them.

    TURNS are such as "B2 pass C1". The clause that forbids a turn, ends the phase or gives the score
    is named, with the points that it speaks of; nothing follows a turn that is not legal.

    Exits with 0 if every turn is legal, with 1 if one is not, and with 2 when the request can't be understood.
    """
    try:
        placed = start_on(board, start, Color(player), Phase(phase))
        game = placed.game(rules_named(rules, quiet=as_json))
        wanted = placed.turns(turns.split())
        seen = list(frames(game, wanted))
    except (ClauseFailed, ValueError) as error:
        raise BadRequest(str(error)) from None
    last, shown = seen[-1], seen if each else seen[-1:]
    if as_json:
        click.echo(json.dumps(_as_data(last)))
    else:
        for frame in shown:
            show_frame(Console(), frame)
    if picture is not None:
        _draw(picture, shown)
    if last.illegal:
        raise SystemExit(ILLEGAL)
    if last.number < len(wanted):
        raise BadRequest(f"The game is over before turn {last.number + 1}.")


def _as_data(last: Frame) -> dict[str, object]:
    """The state as the referee tells it, and the turn that was not taken, if there is one."""
    state = state_report(last.game)
    if last.clause is None or not last.illegal:
        return {"state": state}
    return {"state": state, "illegal": {"turn": last.turn, "clause": last.clause.id, "reason": last.says}}


def _draw(picture: Path, shown: Sequence[Frame]) -> None:
    try:
        write_file(picture, strip(shown, shown[-1].heading))
    except OSError as error:
        raise BadRequest(f"{picture} can't be written: {error.strerror}.") from None
