"""`superko around`: what is around a position, as a graph in the language of Graphviz."""

from __future__ import annotations

from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.notation import parse_board
from ...spec.vocabulary import Phase
from ..graph.export import cycle_through, dot_text, neighbourhood, situation_at
from ..phase.situations import Situations
from ..telling.options import A_RULE_SET, RULES, Beginning, NamedRules, beginning_options, output_option, refusing
from .graph_command import USUAL_RULES

USUAL_TURNS = 1


@click.command("around")
@click.argument("board", metavar="ROWS")
@click.option(
    "--rules",
    "named",
    type=RULES,
    metavar="RULES",
    help=f"The rules: {A_RULE_SET}.  [default: ko=SIMPLE, or scoring=TERRITORY in cleanup]",
)
@beginning_options(turns=False)
@click.option(
    "--depth", type=click.IntRange(0), default=USUAL_TURNS, show_default=True, metavar="N", help="How many turns far."
)
@click.option("--cycle", is_flag=True, help="The shortest way round and back without a pass, instead.")
@output_option("Write it to this file, instead of printing it.")
def around_command(
    beginning: Beginning, named: NamedRules | None, depth: int, cycle: bool, output: Path | None
) -> None:
    """Draw what is around a position, as a graph in the language of Graphviz.

    ROWS are the rows of the position from the top, joined by /, such as X./.O. The graph holds
    what up to N turns lead to; with --cycle, the shortest way round and back to the position.

    Exits with 0, or with 2 when the request can't be understood or nothing of the kind is around the position.
    """
    with refusing():
        start = beginning.start()
        phase = Phase(start.phase)
        rules = (named or RULES.convert(USUAL_RULES[phase], None, None)).rules
        situations = Situations(rules, start.grid, phase)
        here = situation_at(situations, parse_board(_rows(beginning)), start.player)
        graph = cycle_through(situations, here) if cycle else neighbourhood(situations, here, depth)
        if graph is None:
            raise ValueError("No game comes back to this position without a pass.")
        if output is not None:
            write_file(output, dot_text(graph))
            return
    click.echo(dot_text(graph), nl=False)


def _rows(beginning: Beginning) -> str:
    start = beginning.start()
    return start.board or "/".join(["." * start.width] * start.height)
