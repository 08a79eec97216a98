"""`superko graph`: explore every situation of a board, in the main phase or in cleanup, and tell how many there are."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ...interpreter.rule_names import rules_to_json
from ...spec.algebra import Color, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..graph.estimates import MEBIBYTE, check_that_it_fits, memory_at_hand, peak_memory
from ..graph.export import check_export, export
from ..graph.graph import CodedGraph, ExploredSoFar, explore
from ..graph.properties import property_named
from ..telling.terminal import INTERRUPTED
from .bad_request import BadRequest
from .boards import parse_grid
from .graph_answers import answered, as_values, show_answers
from .graph_around import write_around
from .naming import rules_named

USUAL_RULES = {
    Phase.MAIN: "ko=SIMPLE",
    Phase.FIRST_CLEANUP: "scoring=TERRITORY",
    Phase.SECOND_CLEANUP: "scoring=TERRITORY",
}
GOES_ROUND = ", so that a game can go round"
MAKES_NO_KO_MOVE_TWICE = "; a game can go round where it makes no ko-move twice"
NOTHING = ExploredSoFar(0, 0, 0, 0)
DOES_NOT_HOLD = 1


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

    covered: ExploredSoFar = NOTHING
    graph: CodedGraph | None = None
    unblocks: int | None = None
    on_cycles: int | None = None
    seconds: float = 0

    def run(self, rules: Rules, grid: Grid, symmetry: bool, phase: Phase, quiet: bool = False) -> None:
        """Explore, with a line on standard error that tells how far it has come."""
        started = time.perf_counter()
        with Console(stderr=True, quiet=quiet).status("exploring") as status, suppress(KeyboardInterrupt):

            def watch(covered: ExploredSoFar) -> None:
                self.covered = covered
                status.update(f"{covered.situations:,} situations within {covered.turns} turns")

            self.graph = explore(rules, grid, symmetry, watch, phase)
            self.covered = self.covered._replace(moves=self.graph.number_of_moves)
            status.update("counting unblock actions")
            self.unblocks = self.graph.number_of_unblocks
            status.update("looking for cycles without a pass")
            self.on_cycles = int(self.graph.sizes[self.graph.on_cycles].sum())
        self.seconds = time.perf_counter() - started

    @property
    def interrupted(self) -> bool:
        """Whether the user had enough before everything was counted."""
        return self.on_cycles is None


@click.command("graph")
@click.argument("board", metavar="WxH")
@click.option(
    "--rules",
    metavar="RULES",
    help="The rules: a preset with simple ko, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME for rules in a Python "
    "file; in cleanup, territory scoring.  "
    "[default: ko=SIMPLE, or scoring=TERRITORY in cleanup]",
)
@click.option(
    "--phase",
    "phase_name",
    type=click.Choice([phase.value for phase in USUAL_RULES]),
    default=Phase.MAIN.value,
    show_default=True,
    help="The phase of the game.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
@click.option(
    "--export",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the graph to a file: .dot up to 5 points, .graphml up to 9, .npz (arrays) for any board.",
)
@click.option(
    "--symmetry/--no-symmetry",
    default=True,
    help="Explore one of the situations that are images of each other, or every one; the numbers are the same.",
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MIB",
    help="How much memory there is, in units of 2^20 bytes; a board that takes more is refused.  [what is free]",
)
@click.option("--always", metavar="P", help="Whether every situation has the property P.")
@click.option("--sometimes", metavar="P", help="Whether some situation has the property P.")
@click.option("--eventually", metavar="P", help="Whether P comes about whatever is played, as long as nobody passes.")
@click.option(
    "--from", "rows", metavar="ROWS", help="Only what is around a position: its rows from the top, joined by /."
)
@click.option(
    "--player", type=click.Choice([color.value for color in Color]), default="B", help="With --from: to play."
)
@click.option("--within", type=click.IntRange(0), metavar="N", help="With --from: what up to N turns lead to.  [1]")
@click.option("--cycle", is_flag=True, help="With --from: the shortest way round and back without a pass.")
def graph_command(
    board: str,
    rules: str | None,
    phase_name: str,
    json_wanted: bool,
    path: Path | None,
    symmetry: bool,
    memory: int | None,
    always: str | None,
    sometimes: str | None,
    eventually: str | None,
    rows: str | None,
    player: str,
    within: int | None,
    cycle: bool,
) -> None:
    """Explore every situation that a game can reach on a board of W columns by H rows, and tell how many there are.

    A situation is what stands on the board, the player to take the next turn, and the points where simple ko forbids
    a move, or in cleanup the marked points; that a ko-move was made before is not looked at. In the main phase, 4x4
    takes seconds, and 5x4 more memory than most machines have: what there is not enough memory for is refused, with
    what it would take. An exploration that is interrupted tells what it has covered.

    A property P is empty, full, ban, mark or white-to-play, or FILE.py:NAME for a function in a Python file, which
    takes a situation and tells whether it has the property. What decides the answer is shown by a shortest game. With
    --from, what is around a position is written in the language of Graphviz, to the file of --export if there is one.

    Exits with 0, with 1 when what is asked of a property does not hold, with 2 when the request can't be understood or
    served, and with 130 when it was interrupted.
    """
    questions = {"always": always, "sometimes": sometimes, "eventually": eventually}
    asked = {how: text for how, text in questions.items() if text is not None}
    if rows is not None:
        if asked or json_wanted:
            raise BadRequest("Properties are asked of every situation, and neighbourhoods are DOT; leave out --from.")
        phase = Phase(phase_name)
        write_around(board, rules or USUAL_RULES[phase], phase, rows, Color(player), within, cycle, path)
        return
    if within is not None or cycle:
        raise BadRequest("Name the position to start from by --from.")
    exploration, phase = Exploration(), Phase(phase_name)
    rules = rules or USUAL_RULES[phase]
    try:
        chosen, grid = rules_named(rules), parse_grid(board)
        if path is not None:
            check_export(path, grid)
        having = {how: property_named(text) for how, text in asked.items()}
        symmetry = symmetry and "eventually" not in asked
        check_that_it_fits(chosen, grid, memory * MEBIBYTE if memory else memory_at_hand(), symmetry, phase)
        exploration.run(chosen, grid, symmetry, phase, json_wanted)
        answers = answered(exploration.graph, having, asked)
        if path is not None and exploration.graph is not None:
            export(exploration.graph, path)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"{path} can't be written: {error.strerror}.") from None
    told_of = {"board": str(grid), "phase": phase_name, "rules": rules_to_json(chosen), "symmetry": symmetry}
    if json_wanted:
        told = {**told_of, **as_json(exploration)}
        click.echo(json.dumps({**told, **({"properties": as_values(answers)} if asked else {})}, indent=1))
    else:
        click.echo("\n".join([f"Situations on {grid} in phase {phase_name} under {rules}:", *lines(exploration)]))
        show_answers(Console(), answers, chosen)
    if exploration.interrupted:
        sys.exit(INTERRUPTED)
    if not all(answer.answer.holds for answer in answers):
        sys.exit(DOES_NOT_HOLD)


def as_json(exploration: Exploration) -> dict[str, Any]:
    """What was found, as JSON values; `complete` tells whether that is everything."""
    found = exploration.covered
    return {
        "complete": exploration.graph is not None,
        **({"turns": found.turns} if exploration.graph is None else {}),
        "situations": found.situations,
        "explored": found.orbits,
        "moves": found.moves,
        "unblocks": exploration.unblocks,
        "on_cycles": exploration.on_cycles,
        "seconds": round(exploration.seconds, 3),
        "peak_memory": peak_memory(),
    }


def lines(exploration: Exploration) -> list[str]:
    """What was found, in a few lines for people."""
    found = exploration.covered
    main = exploration.graph is None or exploration.graph.turns.phase is Phase.MAIN
    told = [f"  {found.situations:,} situations"]
    if found.orbits < found.situations:
        told[0] += f", {found.orbits:,} up to symmetry"
    if exploration.graph is None:
        told += [f"  Interrupted: these take in all that up to {found.turns} turns lead to, but not all that more do."]
    else:
        told += [f"  {found.moves:,} legal moves in them"]
    if exploration.unblocks:
        told += [f"  {exploration.unblocks:,} unblock actions in them"]
    if exploration.on_cycles:
        told += [
            f"  {exploration.on_cycles:,} on cycles without a pass{GOES_ROUND if main else MAKES_NO_KO_MOVE_TWICE}"
        ]
    elif exploration.on_cycles == 0:
        told += ["  none on a cycle without a pass: no game goes round without one"]
    elif exploration.graph is not None:
        told += ["  Interrupted: how many are on cycles without a pass is not known."]
    memory = peak_memory()
    used = f", {memory / MEBIBYTE:,.0f} MiB of memory" if memory else ""
    return [*told, f"  {exploration.seconds:.1f} s{used}"]
