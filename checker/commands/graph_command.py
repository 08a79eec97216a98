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
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..search.coded_graph import CodedGraph, Covered, explore
from ..search.export import check_export, export
from .bad_request import BadRequest
from .compare_command import INTERRUPTED, parse_grid
from .naming import rules_named

USUAL_RULES = {
    Phase.MAIN: "ko=SIMPLE",
    Phase.FIRST_CLEANUP: "scoring=TERRITORY",
    Phase.SECOND_CLEANUP: "scoring=TERRITORY",
}
GOES_ROUND = ", so that a game can go round"
MAKES_NO_KO_MOVE_TWICE = "; a game can go round where it makes no ko-move twice"
KIBIBYTE = 1 << 10
MEBIBYTE = 1 << 20
NOTHING = Covered(0, 0, 0, 0)


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

    covered: Covered = NOTHING
    graph: CodedGraph | None = None
    unblocks: int | None = None
    on_cycles: int | None = None
    seconds: float = 0

    def run(self, rules: Rules, grid: Grid, symmetry: bool, phase: Phase) -> None:
        """Explore, with a line on standard error that tells how far it has come."""
        started = time.perf_counter()
        with Console(stderr=True).status("exploring") as status, suppress(KeyboardInterrupt):

            def watch(covered: Covered) -> None:
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
def graph_command(
    board: str, rules: str | None, phase_name: str, json_wanted: bool, path: Path | None, symmetry: bool
) -> None:
    """Explore every situation that a game can reach on a board of W columns by H rows, and tell how many there are.

    A situation is what stands on the board, the player to take the next turn, and the points where simple ko forbids
    a move, or in cleanup the marked points; that a ko-move was made before is not looked at. 4x3 takes seconds, 4x4
    minutes in the main phase; larger boards are out of reach, but an exploration that is interrupted tells what it has
    covered.

    Exits with 0, with 2 when the request can't be understood or served, and with 130 when it was interrupted.
    """
    exploration, phase = Exploration(), Phase(phase_name)
    rules = rules or USUAL_RULES[phase]
    try:
        chosen, grid = rules_named(rules), parse_grid(board)
        if path is not None:
            check_export(path, grid)
        exploration.run(chosen, grid, symmetry, phase)
        if path is not None and exploration.graph is not None:
            export(exploration.graph, path)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"{path} can't be written: {error.strerror}.") from None
    if json_wanted:
        asked = {"board": str(grid), "phase": phase_name, "rules": rules_to_json(chosen), "symmetry": symmetry}
        told = {**asked, **as_json(exploration)}
        click.echo(json.dumps(told, indent=1))
    else:
        click.echo("\n".join([f"Situations on {grid} in phase {phase_name} under {rules}:", *lines(exploration)]))
    if exploration.interrupted:
        sys.exit(INTERRUPTED)


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


def peak_memory() -> int | None:
    """The most bytes of memory that this process has held so far; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KIBIBYTE
