"""`superko solve`: find who wins under best play and by how much, with a line of best play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ...interpreter.files import write_file
from ...interpreter.rule_names import rules_to_json
from ...spec.algebra import Color
from ...spec.vocabulary import Phase
from ..solving.budget import Budget, Watch
from ..solving.solution import solved
from ..solving.solver import Solver
from .bad_request import BadRequest
from .boards import set_up_options, start_on
from .naming import rules_named, rules_option
from .solve_certificates import Sample, certificate_of, check_file, command_given
from .solve_report import line_as_sgf, show_solution, solution_as_json
from .taking import after_turns

_BUDGET = re.compile(r"([0-9]+(?:\.[0-9]+)?)(s|)", re.ASCII)


@click.command("solve")
@click.argument("board", metavar="WxH", required=False)
@rules_option
@set_up_options
@click.option(
    "--turns", default="", metavar="TURNS", help='Take these turns first, such as "B2 pass A1"; they are history.'
)
@click.option("--komi", type=float, metavar="K", help="The komi; that of the rules, if left out.")
@click.option("--no-result", type=float, metavar="Z", help="Count a game without result as a lead of Z for Black.")
@click.option("--moves", is_flag=True, help="Tell what each first turn comes to.")
@click.option(
    "--budget",
    metavar="N|Ss",
    help="How long to search: a number of nodes, such as 1000000, or of seconds, such as 60s.",
)
@click.option(
    "--sgf", "record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the line as SGF."
)
@click.option(
    "--certificate",
    "certificate_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write strategies that certify the value; for small boards, or with --games.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="In the certificate, N games against replies drawn at random in the place of strategies: a sample.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed of that sample.")
@click.option(
    "--check",
    "to_check",
    type=click.File("r"),
    metavar="FILE",
    help="Check such a file by playing its strategies against every reply, or its sample again, and stop.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def solve_command(
    board: str | None,
    rules: str,
    start: str | None,
    player: str,
    phase: str,
    turns: str,
    komi: float | None,
    no_result: float | None,
    moves: bool,
    budget: str | None,
    record: Path | None,
    certificate_file: Path | None,
    games: int | None,
    seed: int,
    to_check: TextIO | None,
    json_wanted: bool,
) -> None:
    """Find who wins a game under best play and by how much, on a board of W columns by H rows.

    The value is Black's score minus White's if both players do their best, with the whole history of the game counted
    as the rules have it. Where best play may end without result, there are two: with no-result as the worst that can
    happen to Black, and as the best; --no-result makes it one.

    Without --budget the search goes on until it has the value. Where a budget is not enough, or the search is
    interrupted, the bounds that are known by then are told.

    A certificate holds a strategy for each player, with an answer to every turn of the opponent. To check it, only the
    interpreter is asked, which turns are legal and how each game comes out. With --games it holds the digest of the
    tables that strategies are found by, and what came of games at random; to check it, both are made again. The command
    that made a certificate is told in it.

    Exits with 0, with 1 when a certificate that is checked does not hold, and with 2 when the request can't be
    understood or the rules can't be solved.
    """
    if to_check is not None:
        check_file(to_check)
        return
    if games is not None and certificate_file is None:
        raise BadRequest("Games are played for a certificate; name its file by --certificate.")
    try:
        place = start_on(board, start, Color(player), Phase(phase))
        some = rules_named(rules)
        game = after_turns(place.game(some if komi is None else replace(some, komi=komi)), turns)
        with watching(json_wanted) as (watch, watch_reading):
            solver = Solver([game], replace(parse_budget(budget, watch), watch_reading=watch_reading))
            found = solved(solver, game, no_result, moves)
            sample = Sample(games, seed) if games else None
            certified = certificate_of(solver, game, found, sample) if certificate_file else {}
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if certificate_file is not None:
        told = {
            "command": command_given(),
            "rules": rules_to_json(game.rules),
            **place.as_json(),
            "turns": turns,
            **certified,
        }
        write_file(certificate_file, json.dumps(told) + "\n")
    if record is not None:
        write_file(record, line_as_sgf(found))
    if json_wanted:
        click.echo(json.dumps(solution_as_json(game, found), indent=1))
    else:
        show_solution(Console(), game, found)


def parse_budget(text: str | None, watch: Watch) -> Budget:
    """How long a search may go on.

    Raises:
        ValueError: the text is neither a number of nodes nor one of seconds.

    >>> parse_budget("60s", print).seconds, parse_budget("1000", print).nodes
    (60.0, 1000)
    """
    if text is None:
        return Budget(watch=watch)
    found = _BUDGET.fullmatch(text)
    if found is None or (not found[2] and "." in found[1]):
        raise ValueError(
            f"{text!r} is no budget; write a number of nodes, such as 1000000, or of seconds, such as 60s."
        )
    return Budget(seconds=float(found[1]), watch=watch) if found[2] else Budget(nodes=int(found[1]), watch=watch)


@contextmanager
def watching(quiet: bool) -> Iterator[tuple[Watch, Watch]]:
    """Show meanwhile how many nodes were searched, and before that how many were read."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task("reading the rules")
        yield (
            lambda spent: progress.update(task, description=f"{spent:,} nodes searched"),
            lambda read: progress.update(task, description=f"{read:,} situations read"),
        )
