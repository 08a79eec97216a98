"""`superko sweep`: score every legal position of a board, on all cores or on a cluster, and go on after a stop."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from ... import __version__
from ...interpreter.notation import diagram, parse_board
from ...interpreter.story import Start
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..evidence.workers import processors, refuse_amended
from ..sweeps.checkpoint import load, save
from ..sweeps.run import CHUNK, Coverage, Sweep, WorkersLost, check_that_it_ends, examples, run
from ..sweeps.summaries import SCORINGS, Pair
from ..telling.options import (
    BOARD,
    KEPT_FILE,
    RULES,
    BadRequest,
    NamedRules,
    json_option,
    output_option,
    scheduler_option,
)
from ..telling.progress import progress_bar
from ..telling.report import Console, say, show_table
from ..telling.schemas import tell_json
from ..telling.tables import Row, check_table, write_table
from ..telling.terminal import Exit
from .opening import show_both


class Sweeping:
    """A sweep under way: how far it has come, kept in a checkpoint if there is one, and what stopped it, if anything.

    Raises:
        ValueError: the checkpoint is none of this sweep.
        OSError: the checkpoint can't be read or written.
    """

    def __init__(self, sweep: Sweep, checkpoint: Path | None, quiet: bool = False) -> None:
        self.sweep, self.quiet = sweep, quiet
        self.coverage = load(checkpoint, sweep) if checkpoint else Coverage()
        self.status, self.stopped = Exit.AS_ASKED, ""
        self._checkpoint = checkpoint
        self._save()

    def run(self, chunk: int, workers: int, scheduler: str | None) -> None:
        """Cover what is left, with a progress bar on standard error, to the end or until something stops it."""
        total = self.sweep.colorings
        with progress_bar("sweeping", total, quiet=self.quiet, counts=False, done=self.coverage.colorings) as bar:
            try:
                with closing(run(self.sweep, self.coverage, chunk, workers, scheduler)) as coverages:
                    for coverage in coverages:
                        self.coverage = coverage
                        self._save()
                        bar.doing("sweeping", coverage.colorings)
            except KeyboardInterrupt:
                self.status, self.stopped = Exit.INTERRUPTED, "Interrupted."
            except WorkersLost as error:
                self.status, self.stopped = Exit.NOT_DECIDED, str(error)
        # What stopped it may have come between a chunk and its checkpoint.
        self._save()

    def _save(self) -> None:
        if self._checkpoint:
            save(self._checkpoint, self.sweep, self.coverage)


@click.command("sweep")
@click.argument("grid", type=BOARD, metavar="WxH")
@click.option(
    "--rules",
    "rule_sets",
    multiple=True,
    type=RULES,
    metavar="RULES",
    help="Score by these rules only; may be repeated.",
)
@click.option(
    "--checkpoint",
    type=KEPT_FILE,
    metavar="FILE",
    help="Keep in this file how far the sweep has come, and go on from there.",
)
@click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="How many processes; one for each core if not given."
)
@scheduler_option
@click.option(
    "--chunk",
    type=click.IntRange(1),
    default=CHUNK,
    metavar="N",
    show_default=True,
    help="How many colorings a worker takes at a time, at most; it takes half a second's worth.",
)
@output_option("Write a row for each scoring and lead into FILE.csv or FILE.parquet: how many positions have it.")
@json_option
def sweep_command(
    grid: Grid,
    rule_sets: Sequence[NamedRules],
    checkpoint: Path | None,
    workers: int | None,
    scheduler: str | None,
    chunk: int,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Score every legal position of a board, and count who leads by how much and where scorings differ.

    RULES is a preset, scoring=AREA,tax=SEKI and the like, or FILE.py:NAME for rules in a Python file; if none is given,
    all ways to score a position are compared. Of positions that are rotations or reflections of each other, one is
    scored and all are counted; by amended rules, every position is scored, in one process. What is counted, and the
    digest of all scores, do not depend on the chunks, the workers or interruptions.

    Exits with 0 when all is covered, with 2 when the request can't be understood, with 3 when the workers were lost,
    with 130 when it was interrupted, and with 143 when it was terminated; what was covered is printed all the same.
    """
    try:
        check_table(output)
        names = {named.text: named.rules for named in rule_sets} or SCORINGS
        refuse_amended(names.values(), scheduler is not None)
        # The functions of a user's file are known in this process only.
        workers = 1 if any(rules.amendments for rules in names.values()) else workers or processors()
        sweep = Sweep(grid, tuple(names.values()))
        sweeping = Sweeping(sweep, checkpoint, json_wanted)
        if not scheduler:
            left = sweeping.sweep.colorings - sweeping.coverage.colorings
            check_that_it_ends(sweeping.sweep, left, workers)
        sweeping.run(chunk, workers, scheduler)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"{checkpoint} can't be used as a checkpoint: {error.strerror}.") from None
    if output is not None:
        write_table(output, list(rows_of(grid, names, sweeping.coverage)))
    if json_wanted:
        tell_json("sweep", sweep_as_json(sweeping.sweep, names, sweeping.coverage))
    else:
        show_sweep(Console(), sweeping.sweep, names, sweeping.coverage)
    if sweeping.stopped:
        how = f"The same command goes on from {checkpoint}" if checkpoint else "With --checkpoint FILE it could go on"
        click.echo(f"{sweeping.stopped} {how}.", err=True)
        sys.exit(sweeping.status)


MOST_PAIRS = 15


def leads_of_scoring(coverage: Coverage, number: int) -> Counter[float]:
    """In how many positions Black leads by how much, under the scoring with this number."""
    leads = {lead: times for (scoring, lead), times in coverage.summary.leads.items() if scoring == number}
    return Counter(dict(sorted(leads.items())))


def rows_of(grid: Grid, names: Iterable[str], coverage: Coverage) -> Iterator[Row]:
    """What a sweep has counted, as the rows of a table."""
    for number, name in enumerate(names):
        for lead, positions in leads_of_scoring(coverage, number).items():
            yield {"board": str(grid), "scoring": name, "lead": lead, "positions": positions}


def show_sweep(console: Console, sweep: Sweep, names: Mapping[str, Rules], coverage: Coverage) -> None:
    """Print what was covered, then who leads how often, then how often each two scorings differ, if they are few."""
    rows = (leads_in_words(leads_of_scoring(coverage, number), name) for number, name in enumerate(names))
    show_table(console, ("Black leads", "even", "White leads", "Black's lead", "scoring"), rows)
    pairs = list(combinations(enumerate(names), 2))
    if len(pairs) <= MOST_PAIRS:
        differing = coverage.summary.differing
        rows_of_pairs = ((f"{differing[number, other]:,}", first, second) for (number, first), (other, second) in pairs)
        show_table(console, ("positions in which they differ", "scoring", "other scoring"), rows_of_pairs)
        show_examples(console, sweep, names, {pair for pair in differing if differing[pair]})
    else:
        told_apart = len(coverage.summary.differing)
        console.print(f"{told_apart} of {len(pairs)} pairs of scorings differ somewhere; --json tells how often each.")
    console.print(
        f"{coverage.colorings:,} of {sweep.colorings:,} colorings of {sweep.grid} covered, standing for "
        f"{coverage.summary.positions:,} legal positions; digest {coverage.summary.digest:016x}.",
        highlight=False,
    )


def show_examples(console: Console, sweep: Sweep, names: Mapping[str, Rules], pairs: set[Pair]) -> None:
    """Print a position for each two scorings that differ, with Black's lead by both; each position once."""
    by_board: dict[str, list[str]] = {}
    by_names: dict[str, tuple[str, str]] = {}
    texts = list(names)
    for (first, second), (board, lead, other) in sorted(examples(sweep, pairs).items()):
        said = f"Black's lead is {lead:+g} by {texts[first]}, and {other:+g} by {texts[second]}."
        by_board.setdefault(board, []).append(said)
        by_names.setdefault(board, (texts[first], texts[second]))
    for board, sentences in by_board.items():
        say(console, f"\n{diagram(parse_board(board))}")
        for sentence in sentences:
            say(console, sentence)
        pair = by_names[board]
        show_both(console, [Start.at(board).game(names[name]) for name in pair], pair)
    if by_board:
        say(console, "")


def leads_in_words(leads: Counter[float], name: str) -> tuple[str, ...]:
    """A line of the table: who leads in how many positions, and from what to what.

    >>> leads_in_words(Counter({-1.0: 2, 0.0: 1, 1.0: 2}), "tromp-taylor")
    ('2', '1', '2', '-1 to +1', 'tromp-taylor')
    """
    black, white = (sum(times for lead, times in leads.items() if lead * sign > 0) for sign in (1, -1))
    span = f"{min(leads, default=0):+g} to {max(leads, default=0):+g}"
    return f"{black:,}", f"{leads[0]:,}", f"{white:,}", span, name


def sweep_as_json(sweep: Sweep, names: Mapping[str, Rules], coverage: Coverage) -> dict[str, Any]:
    """A sweep as a JSON object; `differing` has every two scorings that differ somewhere."""
    texts = list(names)
    shown = examples(sweep, {pair for pair, positions in coverage.summary.differing.items() if positions})
    return {
        "version": __version__,
        "board": sweep.grid,
        "colorings": sweep.colorings,
        "covered": coverage.colorings,
        "positions": coverage.summary.positions,
        "digest": f"{coverage.summary.digest:016x}",
        "scorings": [
            {
                "name": name,
                "rules": rules,
                "leads": {f"{lead:g}": times for lead, times in leads_of_scoring(coverage, number).items()},
            }
            for number, (name, rules) in enumerate(names.items())
        ],
        "differing": [
            {"scorings": [texts[first], texts[second]], "positions": positions, **_example(shown.get((first, second)))}
            for (first, second), positions in sorted(coverage.summary.differing.items())
        ],
    }


def _example(example: tuple[str, float, float] | None) -> dict[str, Any]:
    return {} if example is None else {"example": {"board": example[0], "leads": [example[1], example[2]]}}
