"""`superko values`: what empty boards are worth under best play, under several rule sets side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table

from ...interpreter.notation import parse_grid
from ...interpreter.rule_names import parse_rules
from ...interpreter.wording import points_text
from ...spec.algebra import Grid
from ...spec.presets import PRESETS
from ..evidence.cluster import spread
from ..evidence.workers import Lost, refuse_amended
from ..solving.certificate import both_text
from ..solving.solution import Value
from ..telling.effort import Effort
from ..telling.options import (
    BOARD,
    RULES,
    NamedRules,
    boards_up_to,
    effort_option,
    json_option,
    output_option,
    refusing,
    scheduler_option,
    workers_option,
)
from ..telling.progress import progress_bar, with_progress
from ..telling.report import Console, print_table, say
from ..telling.schemas import tell_json
from ..telling.tables import Row, check_table, write_table
from ..telling.terminal import Exit, leave_interrupted
from ..values.valuing import Cell, PositionValue, cell_of
from .journals import Keeping, KeptAnswers, journal_option
from .leads import endless_game_under, endless_text, tell_how_searched

if TYPE_CHECKING:
    from ...spec.rules import Rules
    from ..proofs.endless import EndlessGame

KO_RULES = ("tromp-taylor,ko=SIMPLE", "tromp-taylor,ko=SITUATIONAL")
# A win without a count is no lead, so that without it these rules have values.
COUNTED = {"repeated-pass": "repeated-pass,reading/repeated-pass-win=left-out"}
USUAL_RULES = (
    *(f"{name},komi=0" if rules.komi else COUNTED.get(name, name) for name, rules in PRESETS.items()),
    *KO_RULES,
)
USUAL_POINTS = 4
USUAL_EFFORT = Effort(seconds=10)


@click.command("values")
@click.argument("boards", type=BOARD, metavar="[BOARDS]...", nargs=-1)
@click.option(
    "--rules",
    "rule_sets",
    type=RULES,
    multiple=True,
    metavar="RULES",
    help="A preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME; may be given several times.  "
    "[default: the presets, and tromp-taylor under each ko rule]",
)
@click.option(
    "--up-to",
    metavar="WxH|N",
    help=f"Without BOARDS: those that fit into this one, or have up to N points.  [default: {USUAL_POINTS}]",
)
@effort_option(USUAL_EFFORT, "How long to search for each value: 10s, or 100000n to stop after that number of nodes.")
@workers_option
@scheduler_option
@journal_option
@output_option("Write a row for each value into FILE.csv or FILE.parquet.")
@json_option
def values_command(
    boards: Sequence[Grid],
    rule_sets: Sequence[NamedRules],
    up_to: str | None,
    effort: Effort,
    workers: int,
    scheduler: str | None,
    journal: Path | None,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Show what empty boards are worth under best play, under several rule sets.

    A value is Black's lead if both players do their best, with the whole history of the game counted as the rules have
    it. Two values stand where best play depends on what no-result is worth: with no-result as the worst that can happen
    to Black, and as the best. Where the effort is not enough, the bounds that are known by then are shown. Reading the
    rules of a board takes its time besides. Rules of your own may let a game go on forever, so that it need not have a
    value; a shortest such game is shown then.

    With --scheduler the workers of a Dask cluster find them, each of which needs the same version of superko. With
    --journal what takes long can be done in pieces, and journals can be put together in any order: every value that was
    found stands in one line, and only those that were not are searched for again.

    Exits with 0, with 2 when the request can't be understood, with 3 when a value is not known or can't be asked for
    under its rules, and with 130 when it was interrupted.
    """
    with refusing():
        check_table(output)
        if boards and up_to is not None:
            raise ValueError("Name boards, or say up to which one; not both.")
        grids = list(boards) or boards_up_to(up_to or str(USUAL_POINTS))
        chosen = rule_sets or [NamedRules(name, parse_rules(name)) for name in USUAL_RULES]
        tell_how_searched(*(rules for _, rules in chosen))
        refuse_amended((rules for _, rules in chosen), workers > 1 or scheduler is not None)
        kept = KeptAnswers(journal, CELLS, dict(chosen))
        cells = kept.known([cell_name(name, grid) for (name, _), grid in product(chosen, grids)])
    lost: list[Lost] = []
    interrupted = True
    known = {(cell.rules, cell.board) for cell in cells}
    left = [(rule_set, grid) for rule_set, grid in product(chosen, grids) if (rule_set.text, str(grid)) not in known]
    bars = progress_bar("solving", len(chosen) * len(grids), quiet=json_wanted, done=len(cells))
    with suppress(KeyboardInterrupt), bars as bar:
        for answer in _cells(left, effort, workers, scheduler):
            if isinstance(answer, Lost):
                lost.append(answer)
            else:
                cells.append(answer)
                kept.add(answer)
            bar.advance()
        interrupted = False
    order = [(name, str(grid)) for (name, _), grid in product(chosen, grids)]
    cells.sort(key=lambda cell: order.index((cell.rules, cell.board)))
    unknown = {cell.rules for cell in cells if cell.worth.value is None and not cell.refused}
    doubted = [(name, rules) for name, rules in chosen if name in unknown and rules.amendments and not interrupted]
    looked_at = with_progress(doubted, len(doubted), "looking for games without end", quiet=json_wanted or not doubted)
    games = {name: endless_game_under(rules, effort.seconds) for name, rules in looked_at}
    endless = {name: game for name, game in games.items() if game is not None}
    if output is not None:
        write_table(output, [cell_as_row(cell) for cell in cells])
    if json_wanted:
        named = dict(chosen)
        tell_json(
            "values", {"values": [cell_as_json(cell, named[cell.rules], endless.get(cell.rules)) for cell in cells]}
        )
    else:
        show_cells(Console(), cells, endless)
    if interrupted:
        leave_interrupted()
    for loss in lost:
        click.echo(f"The value of {loss.name} is not known. {loss.reason}", err=True)
    if lost or any(cell.worth.value is None for cell in cells):
        sys.exit(Exit.NOT_DECIDED)


def _cells(
    left: Sequence[tuple[NamedRules, Grid]], effort: Effort, workers: int, scheduler: str | None
) -> Iterator[Cell | Lost]:
    """Each cell as it comes: from a cluster, from processes of this machine, or one after the other from this one."""
    if workers == 1 and scheduler is None:
        return (cell_of(name, rules, grid, effort) for (name, rules), grid in left)
    names = [cell_name(name, grid) for (name, _), grid in left]
    return spread(partial(cell_named, effort=effort), names, workers, scheduler)


def cell_name(rules: str, board: object) -> str:
    """What a cell is called: by its board and its rules."""
    return f"{board} {rules}"


def cell_named(named: str, effort: Effort) -> Cell:
    """What an empty board is worth, by the names of the board and of the rules, so that any process can be asked.

    >>> cell_named("3x1 tromp-taylor", Effort(seconds=60)).worth.value
    Value(worst=3.0, best=3.0)
    """
    board, _, name = named.partition(" ")
    return cell_of(name, parse_rules(name), parse_grid(board), effort)


def _fields_of(cell: Cell) -> dict[str, Any] | None:
    value = cell.worth.value
    if value is None and not cell.refused:
        return None
    leads = {} if value is None else {"worst": _as_json(value.worst), "best": _as_json(value.best)}
    return {**leads, "nodes": cell.nodes, "seconds": round(cell.seconds, 3), "refused": cell.refused}


def _cell_of_line(name: str, line: Mapping[str, Any], rules: Rules) -> Cell:
    board, _, named = name.partition(" ")
    leads = () if line["refused"] else (float(line["worst"]), float(line["best"]))
    worth = PositionValue.of(Value(*leads)) if leads else PositionValue(None)
    return Cell(named, board, worth, int(line["nodes"]), float(line["seconds"]), str(line["refused"]))


CELLS = Keeping(
    "values",
    frozenset({"nodes", "seconds", "refused"}),
    lambda cell: cell_name(cell.rules, cell.board),
    _fields_of,
    _cell_of_line,
)


def _as_json(lead: float) -> float | str:
    # JSON has no infinite numbers: leads that there are not, as the game ends without result.
    return lead if isfinite(lead) else str(lead)


def show_cells(console: Console, cells: Sequence[Cell], endless: Mapping[str, EndlessGame]) -> None:
    """Print a row for each rule set and a column for each board, and below what the signs in it mean.

    Args:
        console: where to print.
        cells: what was found.
        endless: by the names of rule sets, the games that they let go on forever.
    """
    boards = list(dict.fromkeys(cell.board for cell in cells))
    table = Table(box=None)
    table.add_column("rules")
    for board in boards:
        table.add_column(board, justify="right")
    texts = {(cell.rules, cell.board): cell_text(cell) for cell in cells}
    for name in dict.fromkeys(cell.rules for cell in cells):
        table.add_row(name, *(texts.get((name, board), "") for board in boards))
    print_table(console, table)
    for sentence in legend(cells, endless):
        say(console, sentence)


def cell_text(cell: Cell) -> str:
    """A cell in a few letters.

    >>> cell_text(Cell("mine", "2x2", PositionValue(None, -4, 1)))
    '-4 to 1'
    >>> cell_text(Cell("mine", "2x2", PositionValue(None, -inf, inf)))
    '?'
    """
    if cell.refused:
        return "-"
    return bounds_text(cell.worth) if cell.worth.value is None else both_text(cell.worth.value)


def bounds_text(worth: PositionValue) -> str:
    """What is known of a value that was not found."""
    if worth.low == -inf:
        return "?" if worth.high == inf else f"at most {points_text(worth.high)}"
    return (
        f"at least {points_text(worth.low)}"
        if worth.high == inf
        else f"{points_text(worth.low)} to {points_text(worth.high)}"
    )


def legend(cells: Sequence[Cell], endless: Mapping[str, EndlessGame]) -> list[str]:
    """What there is to say of the table, a sentence for each sign that stands in it."""
    values = [cell.worth.value for cell in cells]
    sentences = ["", "Black's lead under best play, from the empty board."]
    if any(value is not None and value.worst != value.best for value in values):
        sentences.append("Two values: with no-result as the worst that can happen to Black, and as the best.")
    if any(cell.worth.value is None and not cell.refused and cell.rules not in endless for cell in cells):
        sentences.append("Bounds, or a question mark: the effort was not enough; --effort allows more.")
    sentences += [f"{name}: {endless_text(game, name)}" for name, game in endless.items()]
    for reason in dict.fromkeys(cell.refused for cell in cells if cell.refused):
        names = dict.fromkeys(cell.rules for cell in cells if cell.refused == reason)
        sentences.append(f"{', '.join(names)}: {reason}")
    return sentences


def cell_as_row(cell: Cell) -> Row:
    """A cell as a row of a table; a bound that is not known, or a lead that there is not, is left out."""
    low, high = (bound if isfinite(bound) else None for bound in (cell.worth.low, cell.worth.high))
    known = cell.worth.value is not None
    numbers = {"low": low, "high": high, "exact": known, "nodes": cell.nodes, "seconds": round(cell.seconds, 3)}
    return {"rules": cell.rules, "board": cell.board, **numbers, "refused": cell.refused}


def cell_as_json(cell: Cell, rules: Rules, endless: EndlessGame | None = None) -> dict[str, object]:
    """A cell as it goes into a file; a lead that there is not, since the game ends without result, is null.

    Where there is no value, a game that the rules let go on forever stands in it, if there is one.
    """
    value = cell.worth.value
    return {
        "name": cell.rules,
        "rules": rules,
        "board": cell.board,
        "low": cell.worth.low,
        "high": cell.worth.high,
        "exact": value is not None,
        "no_result": value,
        "refused": cell.refused or None,
        "endless": endless if value is None else None,
        "nodes": cell.nodes,
        "seconds": round(cell.seconds, 3),
    }
