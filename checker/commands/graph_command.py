"""`superko graph`: explore every situation of a board, in the main phase or in cleanup, or draw those around one."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import dataclass
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
from ..evidence.limits import MEBIBYTE, peak_memory
from ..graph.export import check_export, cycle_through, dot_text, export, neighbourhood, situation_at
from ..graph.graph import CodedGraph, ExploredSoFar, explore
from ..phase.phases import TooManySituations
from ..phase.situations import Situations
from ..phase.turns import Turns
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
from ..telling.schemas import tell_json
from ..telling.terminal import Exit

_USUAL_RULES = {
    Phase.MAIN: "ko=SIMPLE",
    Phase.FIRST_CLEANUP: "scoring=TERRITORY",
    Phase.SECOND_CLEANUP: "scoring=TERRITORY",
}
GOES_ROUND = ", so that a game can go round"
MAKES_NO_KO_MOVE_TWICE = "; a game can go round where it makes no ko-move twice"
_NOTHING = ExploredSoFar(0, 0, 0, 0)
_SMALL = Grid(2, 1)
CYCLE = "cycle"


class Around(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # it takes no argument before click 8.4
    """How many turns far, or infinity for the shortest way round and back."""

    name = f"N|{CYCLE}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that a text names."""
        if value != CYCLE and not str(value).isdecimal():
            self.fail(f"Name a number of turns, or {CYCLE}.", param, ctx)
        return inf if value == CYCLE else int(value)


@dataclass
class Exploration:
    """An exploration under way: how far it has come, until it is complete or the user has enough.

    Attributes:
        covered: what was found with the last complete turn.
        graph: the graph, once all of it was found.
        unblocks: how many unblock actions there are in them, once they were counted.
        on_cycles: how many situations can come back without a pass, once they were counted.
        seconds: how long it took.
    """

    covered: ExploredSoFar = _NOTHING
    graph: CodedGraph | None = None
    unblocks: int | None = None
    on_cycles: int | None = None
    seconds: float = 0

    @property
    def rate(self) -> int:
        """How many situations were found in a second."""
        return int(self.covered.situations / self.seconds) if self.seconds else 0

    def run(self, rules: Rules, grid: Grid, phase: Phase, quiet: bool = False) -> None:
        """Explore, with a line on standard error that tells how far it has come."""
        started = time.perf_counter()
        with Console(stderr=True, quiet=quiet).status("exploring") as status, suppress(KeyboardInterrupt):

            def watch(covered: ExploredSoFar) -> None:
                self.covered = covered
                status.update(f"{covered.situations:,} situations within {covered.turns} turns")

            self.graph = explore(rules, grid, watch=watch, phase=phase)
            self.covered = self.covered._replace(moves=self.graph.number_of_moves)
            self.unblocks = self.graph.number_of_unblocks
            status.update("looking for cycles without a pass")
            self.on_cycles = int(self.graph.sizes[self.graph.on_cycles].sum())
        self.seconds = time.perf_counter() - started

    @property
    def interrupted(self) -> bool:
        """Whether the user had enough before everything was counted."""
        return self.on_cycles is None


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
    type=Around(),
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
    An exploration that is interrupted tells what it has covered.

    Rules of your own are FILE.py:NAME. `superko.state_graph` in Python is the graph of a small board in networkx, which
    answers questions of your own. With --around nothing but the neighborhood of one position, or a cycle through it on
    which nobody passes, is drawn.

    Exits with 0, with 2 when the request can't be understood or served, with 3 when there are more situations than can
    be kept, and with 130 when it was interrupted.
    """
    exploration, phase = Exploration(), Phase(phase_name)
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
            check_export(output, grid)
        check_that_there_is_a_graph(text, rules, phase)
        try:
            exploration.run(rules, grid, phase, json_wanted)
        except TooManySituations as reason:
            click.echo(f"{reason} Choose a smaller board.", err=True)
            sys.exit(Exit.NOT_DECIDED)
        if output is not None and exploration.graph is not None:
            export(exploration.graph, output)
    if json_wanted:
        explored = exploration_as_json(exploration)
        tell_json("graph", {"board": grid, "phase": phase_name, "rules": rules, **explored})
    else:
        click.echo(
            "\n".join([f"Situations on {grid} in phase {phase_name} under {text}:", *exploration_lines(exploration)])
        )
    if exploration.interrupted:
        sys.exit(Exit.INTERRUPTED)


def draw_around(rules: Rules, beginning: Beginning, around: float, output: Path | None) -> None:
    """Print or write what is around a position, in the language of Graphviz.

    Raises:
        ValueError: there is no such position, or no game comes back to it without a pass.
    """
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
    """See that situations decide which turns are legal under some rules.

    Raises:
        ValueError: they do not; the message says why, and which rules are the nearest of which a graph can be made.
    """
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


def exploration_as_json(exploration: Exploration) -> dict[str, Any]:
    """What was found, as JSON values; `complete` tells whether that is everything."""
    covered = exploration.covered
    return {
        "complete": exploration.graph is not None,
        "depth": covered.turns,
        "situations": covered.situations,
        "explored": covered.orbits,
        "moves": covered.moves,
        "unblocks": exploration.unblocks,
        "on_cycles": exploration.on_cycles,
        "rate": exploration.rate,
        "seconds": round(exploration.seconds, 3),
        "peak_memory": peak_memory(),
    }


def exploration_lines(exploration: Exploration) -> list[str]:
    """What was found, in a few lines for people."""
    covered = exploration.covered
    main = exploration.graph is None or exploration.graph.turns.phase is Phase.MAIN
    lines = [f"  {covered.situations:,} situations"]
    if covered.orbits < covered.situations:
        lines[0] += f", {covered.orbits:,} up to symmetry"
    if exploration.graph is None:
        lines += [
            f"  Interrupted: these take in all that up to {covered.turns} turns lead to, but not all that more do."
        ]
    else:
        lines += [f"  {covered.moves:,} legal moves in them"]
    if exploration.unblocks:
        lines += [f"  {exploration.unblocks:,} unblock actions in them"]
    if exploration.on_cycles:
        lines += [
            f"  {exploration.on_cycles:,} on cycles without a pass{GOES_ROUND if main else MAKES_NO_KO_MOVE_TWICE}"
        ]
    elif exploration.on_cycles == 0:
        lines += ["  none on a cycle without a pass: no game goes round without one"]
    elif exploration.graph is not None:
        lines += ["  Interrupted: how many are on cycles without a pass is not known."]
    memory = peak_memory()
    used = f", {memory / MEBIBYTE:,.0f} MiB of memory" if memory else ""
    if exploration.graph is not None:
        lines[0] += f"; all within {counted(covered.turns, 'turn')}"
    return [*lines, f"  {exploration.seconds:.1f} s, {exploration.rate:,} situations a second{used}"]
