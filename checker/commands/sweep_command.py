"""`superko sweep`: score every legal position of a board, on all cores or on a cluster, and go on after a stop."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from ..sweeps.checkpoint import load, save
from ..sweeps.estimates import check_that_it_ends
from ..sweeps.executors import NoCluster, WorkersLost, on_cluster, on_this_machine
from ..sweeps.outlines import LegalPositions
from ..sweeps.run import CHUNK, Coverage, Sweep, run
from ..sweeps.scorings import SCORINGS
from ..telling.terminal import INTERRUPTED
from .bad_request import BadRequest
from .boards import parse_grid
from .naming import rules_named
from .sweep_report import show_sweep, sweep_as_json

LOST = 1


class Sweeping:
    """A sweep under way: how far it has come, kept in a checkpoint if there is one, and what stopped it, if anything.

    Raises:
        ValueError: the checkpoint is none of this sweep.
        OSError: the checkpoint can't be read or written.
    """

    def __init__(self, sweep: Sweep, checkpoint: Path | None, quiet: bool = False) -> None:
        self.sweep, self.quiet = sweep, quiet
        self.coverage = load(checkpoint, sweep) if checkpoint else Coverage()
        self.status, self.stopped = 0, ""
        self._checkpoint = checkpoint
        self._save()

    def run(self, workers: AbstractContextManager[Executor], chunk: int) -> None:
        """Cover what is left, with a progress bar on standard error, to the end or until something stops it."""
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, disable=self.quiet or not console.is_terminal) as bar:
            task = bar.add_task("sweeping", total=self.sweep.colorings, completed=self.coverage.colorings)
            try:
                with workers as executor, closing(run(self.sweep, executor, self.coverage, chunk)) as coverages:
                    for coverage in coverages:
                        self.coverage = coverage
                        self._save()
                        bar.update(task, completed=coverage.colorings)
            except KeyboardInterrupt:
                self.status, self.stopped = INTERRUPTED, "Interrupted."
            except WorkersLost as error:
                self.status, self.stopped = LOST, str(error)

    def _save(self) -> None:
        if self._checkpoint:
            save(self._checkpoint, self.sweep, self.coverage)


@click.command("sweep")
@click.argument("board", metavar="WxH")
@click.option("--rules", "texts", multiple=True, metavar="RULES", help="Score by these rules only; may be repeated.")
@click.option("--legal", "only_legal", is_flag=True, help="Score nothing; only count the legal positions.")
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep in this file how far the sweep has come, and go on from there.",
)
@click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="How many processes; as many as cores if not given."
)
@click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, such as tcp://127.0.0.1:8786, instead.")
@click.option(
    "--chunk",
    type=click.IntRange(1),
    default=CHUNK,
    metavar="N",
    show_default=True,
    help="How many colorings a worker takes at a time.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def sweep_command(
    board: str,
    texts: Sequence[str],
    only_legal: bool,
    checkpoint: Path | None,
    workers: int | None,
    scheduler: str | None,
    chunk: int,
    json_wanted: bool,
) -> None:
    """Score every legal position of a board, and count who leads by how much and where scorings differ.

    RULES is a preset, scoring=AREA,tax=SEKI and the like, or FILE.py:NAME for rules in a Python file; if none is given,
    all ways to score a position are compared. Of positions that are rotations or reflections of each other, one is
    scored and all are counted; by amended rules, every position is scored, in one process. What is counted, and the
    digest of all scores, do not depend on the chunks, the workers or interruptions.

    With --legal, what is covered are not colorings but outlines, what stands at the edge of the board: one of each set
    of images, with everything that can stand within it. On 5x5 that takes minutes.

    Exits with 0 when all is covered, with 1 when the workers were lost, with 2 when the request can't be understood,
    and with 130 when it was interrupted; what was covered is told all the same.
    """
    try:
        if only_legal and texts:
            raise ValueError("Which positions are legal is the same by all rules; leave out --rules or --legal.")
        names = {} if only_legal else {text: rules_named(text) for text in texts} or SCORINGS
        amended = any(rules.amendments for rules in names.values())
        if amended and scheduler:
            raise ValueError("Amended rules can't be sent to a cluster; leave out --scheduler.")
        grid = parse_grid(board)
        sweep = LegalPositions(grid) if only_legal else Sweep(grid, tuple(names.values()))
        sweeping = Sweeping(sweep, checkpoint, json_wanted)
        if not scheduler:
            left = sweeping.sweep.colorings - sweeping.coverage.colorings
            check_that_it_ends(sweeping.sweep, left, 1 if amended else workers)
        # The functions of a user's file are known in this process only.
        sweeping.run(on_cluster(scheduler) if scheduler else on_this_machine(1 if amended else workers), chunk)
    except (ValueError, NoCluster) as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"{checkpoint} can't be used as a checkpoint: {error.strerror}.") from None
    if json_wanted:
        click.echo(json.dumps(sweep_as_json(sweeping.sweep, names, sweeping.coverage), indent=1))
    else:
        show_sweep(Console(), sweeping.sweep, names, sweeping.coverage)
    if sweeping.stopped:
        how = f"The same command goes on from {checkpoint}" if checkpoint else "With --checkpoint FILE it could go on"
        click.echo(f"{sweeping.stopped} {how}.", err=True)
        sys.exit(sweeping.status)
