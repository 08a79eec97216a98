"""What is around a position, as a graph in the language of Graphviz: a few turns, or the shortest way round."""

from __future__ import annotations

from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.notation import parse_board
from ...interpreter.rules_files import named_rules
from ...spec.algebra import Color
from ...spec.vocabulary import Phase
from ..graph.export import cycle_through, dot_text, neighbourhood, situation_at
from ..phase.situations import Situations
from .bad_request import BadRequest
from .boards import parse_grid

USUAL_TURNS = 1


def write_around(
    board: str,
    rules: str,
    phase: Phase,
    rows: str,
    player: Color,
    within: int | None,
    cycle: bool,
    path: Path | None,
) -> None:
    """Write what is around a position in the language of Graphviz, to a file or to standard output.

    Raises:
        BadRequest: there is no such position, nothing of the kind around it, or it can't be written.
    """
    try:
        c = parse_board(rows)
        if c.board.grid != parse_grid(board):
            raise ValueError(f"The rows show a board of {c.board.grid}, but {board} was asked for.")
        situations = Situations(named_rules(rules), c.board.grid, phase)
        start = situation_at(situations, c, player)
        graph = (
            cycle_through(situations, start)
            if cycle
            else neighbourhood(situations, start, USUAL_TURNS if within is None else within)
        )
        if graph is None:
            raise ValueError("No game comes back to this position without a pass.")
        if path is not None:
            write_file(path, dot_text(graph))
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"{path} can't be written: {error.strerror}.") from None
    if path is None:
        click.echo(dot_text(graph), nl=False)
