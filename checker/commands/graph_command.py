"""`superko graph`: explore every situation of a board, in the main phase or in cleanup, or draw those around one."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any

import click

from ...interpreter.files import write_file
from ...interpreter.rule_names import key_of
from ...interpreter.wording import counted
from ...spec.algebra import Color, Grid
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Phase
from ..evidence.workers import MEBIBYTE, peak_memory
from ..graph.graph import CodedGraph, ExploredSoFar, explore
from ..phase.phases import TooManySituations
from ..phase.situations import Situations
from ..phase.turns import Turns
from ..telling.data import tell_json
from ..telling.options import (
    A_RULE_SET,
    RULES,
    Beginning,
    ChoiceType,
    NamedRules,
    check_ending,
    json_option,
    optional_rules,
    output_option,
    refusing,
    rules_named,
)
from ..telling.report import Console
from ..telling.terminal import Exit

_USUAL_RULES = {
    Phase.MAIN: "ko=SIMPLE",
    Phase.FIRST_CLEANUP: "scoring=TERRITORY",
    Phase.SECOND_CLEANUP: "scoring=TERRITORY",
}
_SMALL = Grid(2, 1)
CYCLE = "cycle"


def turns_around(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """How many turns far, or infinity for the shortest way round and back."""
    if value is None:
        return None
    if value != CYCLE and not value.isdecimal():
        raise click.BadParameter(f"Name a number of turns, or {CYCLE}.", ctx, param)
    return inf if value == CYCLE else int(value)


@click.command("graph")
@click.argument("board", metavar="WxH|ROWS")
@optional_rules(
    f"The rules: {A_RULE_SET}; with simple ko, and in cleanup territory scoring.  "
    "[default: ko=SIMPLE, or scoring=TERRITORY in cleanup]"
)
@click.option(
    "--phase",
    "phase_name",
    type=ChoiceType([phase.value for phase in _USUAL_RULES]),
    default=Phase.MAIN.value,
    show_default=True,
    help="The phase of the game.",
)
@json_option
@output_option("Write the graph to a file: .dot up to 5 points, .graphml up to 9, .npz (arrays) for any board.")
@click.option(
    "--around",
    callback=turns_around,
    metavar=f"N|{CYCLE}",
    help=f"Draw for Graphviz what up to N turns lead to from ROWS; or, with {CYCLE}, the shortest way round and back.",
)
@click.option("--player", type=ChoiceType([color.value for color in Color]), default="B", help="Who plays at ROWS.")
def graph_command(
    board: str,
    named: NamedRules | None,
    phase_name: str,
    json_wanted: bool,
    output: Path | None,
    around: float | None,
    player: str,
) -> None:
    """Explore every situation that a game can reach on a board of W columns by H rows, and count them.

    A situation is what stands on the board, the player to take the next turn, and the points where simple ko forbids
    a move, or in cleanup the marked points; that a ko-move was made before is not looked at. In the main phase, 4x4
    takes seconds, and 5x4 is refused: more than 30,000,000 situations are not kept, images of each other counted once.

    Rules of your own are FILE.py:NAME. `superko.state_graph` in Python is the graph of a small board in networkx, which
    answers questions of your own. With --around nothing but the neighborhood of one position, or a cycle through it on
    which nobody passes, is drawn.

    Exits with 0, with 2 when the request can't be understood or served, and with 3 when there are more situations than
    can be kept.
    """
    phase = Phase(phase_name)
    text, rules = named or RULES.convert(_USUAL_RULES[phase], None, None)
    with refusing():
        beginning = Beginning(board, Color(player), phase)
        grid = beginning.start().grid
        if around is not None:
            if json_wanted:
                raise ValueError("With --around nothing is counted: the graph is drawn.")
            draw_around(rules, beginning, around, output)
            return
        if beginning.start().board or beginning.player is not Color.BLACK:
            raise ValueError("The graph of a whole board begins where it is empty; --around draws what is around ROWS.")
        if output is not None:
            # What writes a graph imports networkx, which takes longer than to count the situations of a small board.
            from ..graph.as_networkx import check_export, export  # noqa: PLC0415

            check_export(output, grid)
        check_that_there_is_a_graph(text, rules, phase)
        try:
            graph, numbers = counted_situations(rules, grid, phase, json_wanted)
        except TooManySituations as reason:
            click.echo(f"{reason} Choose a smaller board.", err=True)
            sys.exit(Exit.NOT_DECIDED)
        if output is not None:
            export(graph, output)
    if json_wanted:
        tell_json("graph", {"board": grid, "phase": phase_name, "rules": rules, **numbers})
    else:
        heading = f"Situations on {grid} in phase {phase_name} under {text}:"
        click.echo("\n".join([heading, *sentences_on(numbers, phase)]))


def draw_around(rules: Rules, beginning: Beginning, around: float, output: Path | None) -> None:
    """Print or write what is around a position, in the language of Graphviz."""
    from ..graph.as_networkx import cycle_through, dot_text, neighbourhood, situation_at  # noqa: PLC0415

    start = beginning.start()
    situations = Situations(rules, start.grid, beginning.phase)
    here = situation_at(situations, start.game(rules).position.coloring, start.player)
    graph = cycle_through(situations, here) if around == inf else neighbourhood(situations, here, around)
    if graph is None:
        raise ValueError("No game comes back to this position without a pass.")
    if output is None:
        click.echo(dot_text(graph), nl=False)
    else:
        check_ending(output, ".dot")
        write_file(output, dot_text(graph))


def check_that_there_is_a_graph(text: str, rules: Rules, phase: Phase) -> None:
    """See that situations decide which turns are legal; else say why not, and the nearest rules that have a graph."""
    try:
        Turns(rules, _SMALL, phase)
    except ValueError as error:
        key, _, _ = _USUAL_RULES[phase].partition("=")
        kept = [part for part in text.split(",") if key_of(part.partition("=")[0].strip()) != key]
        offered = (",".join([*kept, _USUAL_RULES[phase]]), _USUAL_RULES[phase])
        nearest = next((named for named in offered if has_a_graph(named, phase)), None)
        if nearest is not None:
            raise Refusal(
                f"Under {text} a situation does not decide which turns are legal. {error} "
                f"The nearest rules of which there is a graph: --rules {nearest}"
            ) from None
        raise


def has_a_graph(text: str, phase: Phase) -> bool:
    """Whether a text names rules under which a phase has a graph of situations."""
    try:
        Turns(rules_named(text, quiet=True), _SMALL, phase)
    except ValueError:
        return False
    return True


def counted_situations(rules: Rules, grid: Grid, phase: Phase, quiet: bool) -> tuple[CodedGraph, dict[str, Any]]:
    """The graph, and its numbers as JSON values; with a line on standard error that says how far it has come."""
    started, depth = time.perf_counter(), 0
    with Console(stderr=True, quiet=quiet).status("exploring") as status:

        def watch(covered: ExploredSoFar) -> None:
            nonlocal depth
            depth = covered.turns
            status.update(f"{covered.situations:,} situations within {depth} turns")

        graph = explore(rules, grid, watch=watch, phase=phase)
        status.update("looking for cycles without a pass")
        on_cycles = int(graph.sizes[graph.on_cycles].sum())
    seconds, situations = time.perf_counter() - started, graph.number_of_situations
    return graph, {
        "complete": True,
        "depth": depth,
        "situations": situations,
        "explored": len(graph.nodes),
        "moves": graph.number_of_moves,
        "unblocks": graph.number_of_unblocks,
        "on_cycles": on_cycles,
        "rate": int(situations / seconds),
        "seconds": round(seconds, 3),
        "peak_memory": peak_memory(),
    }


def sentences_on(numbers: Mapping[str, Any], phase: Phase) -> Iterator[str]:
    """The numbers of a graph, in a few lines for people."""
    explored, memory = numbers["explored"], numbers["peak_memory"]
    symmetry = f", {explored:,} up to symmetry" if explored < numbers["situations"] else ""
    yield f"  {numbers['situations']:,} situations{symmetry}; all within {counted(numbers['depth'], 'turn')}"
    yield f"  {numbers['moves']:,} legal moves in them"
    if numbers["unblocks"]:
        yield f"  {numbers['unblocks']:,} unblock actions in them"
    if numbers["on_cycles"]:
        goes_round = "; a game can go round where it makes no ko-move twice"
        goes_round = ", so that a game can go round" if phase is Phase.MAIN else goes_round
        yield f"  {numbers['on_cycles']:,} on cycles without a pass{goes_round}"
    else:
        yield "  none on a cycle without a pass: no game goes round without one"
    used = f", {memory / MEBIBYTE:,.0f} MiB of memory" if memory else ""
    yield f"  {numbers['seconds']:.1f} s, {numbers['rate']:,} situations a second{used}"
