"""The table of `superko solve`: what empty boards are worth under best play, side by side; and games without end."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ...interpreter.clauses_of_authors import as_texts, made_of
from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.wording import points_text
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..evidence.workers import Lost, in_processes, spread
from ..solving.certificate import both_text
from ..solving.solution import Solution, how_searched
from ..telling.data import Row, as_data, tell_json, write_table
from ..telling.effort import Effort
from ..telling.options import NamedRules, refusing
from ..telling.progress import progress_bar, with_progress
from ..telling.report import Console, print_table, say, table_of
from ..telling.terminal import Exit, leave_interrupted, remark
from ..values.valuing import Cell, cell_of

if TYPE_CHECKING:
    from ..proofs.endless import EndlessGame


USUAL_EFFORT = Effort(seconds=10)


def tell_values(
    grids: Sequence[Grid],
    rule_sets: Sequence[NamedRules],
    effort: Effort,
    output: Path | None,
    json_wanted: bool,
    scheduler: str,
) -> None:
    """Search what empty boards are worth under rule sets, and print or write the table; exit as `solve` says."""
    with refusing():
        tell_how_searched(*(rules for _, rules in rule_sets))
    answers: list[Cell | Lost] = []
    interrupted = True
    asked = [AskedCell(name, rules, grid) for (name, rules), grid in product(rule_sets, grids)]
    with suppress(KeyboardInterrupt), progress_bar("solving", len(asked), quiet=json_wanted) as bar:
        for answer in _cells(asked, effort, scheduler):
            answers.append(answer)
            bar.advance()
        interrupted = False
    cells = [cell for cell in answers if isinstance(cell, Cell)]
    lost = [loss for loss in answers if isinstance(loss, Lost)]
    order = [(cell.name, str(cell.grid)) for cell in asked]
    cells.sort(key=lambda cell: order.index((cell.rules, cell.board)))
    unknown = {cell.rules for cell in cells if cell.worth.value is None and not cell.refused}
    doubted = [(name, rules) for name, rules in rule_sets if name in unknown and rules.amendments and not interrupted]
    looked_at = with_progress(doubted, len(doubted), "looking for games without end", quiet=json_wanted or not doubted)
    games = {name: endless_game_under(rules, effort.seconds) for name, rules in looked_at}
    endless = {name: game for name, game in games.items() if game is not None}
    named = dict(rule_sets)
    if output is not None:
        write_table(output, [_as_row(cell, named[cell.rules]) for cell in cells])
    if json_wanted:
        tell_json(
            "values", {"values": [cell_as_json(cell, named[cell.rules], endless.get(cell.rules)) for cell in cells]}
        )
    else:
        show_cells(Console(), cells, named, endless)
    if interrupted:
        leave_interrupted()
    for loss in lost:
        click.echo(f"What {loss.name} is worth is not known. {loss.reason}", err=True)
    if lost or any(cell.worth.value is None for cell in cells):
        sys.exit(Exit.NOT_DECIDED)


class AskedCell(NamedTuple):
    """A board whose value is asked under a rule set, and what that is called."""

    name: str
    rules: Rules
    grid: Grid

    def __str__(self) -> str:
        return f"{self.grid} under {self.name}"


def _cells(asked: Sequence[AskedCell], effort: Effort, scheduler: str) -> Iterator[Cell | Lost]:
    """Each value as it comes: from a cluster where there is one, but for rules whose clauses can't be sent to it."""
    texts = [as_texts(cell.rules) if scheduler else None for cell in asked]
    sent = [cell._replace(rules=rules) for cell, rules in zip(asked, texts, strict=True) if rules]
    with refusing():
        answers = spread(partial(cell_asked, effort=effort), sent, scheduler=scheduler)
    yield from (cell_asked(cell, effort) for cell, rules in zip(asked, texts, strict=True) if not rules)
    yield from answers


def cell_asked(asked: AskedCell, effort: Effort) -> Cell:
    """The value that is asked, with functions made here of the texts of clauses; a worker's task."""
    return cell_of(asked.name, made_of(asked.rules), asked.grid, effort)


def show_cells(
    console: Console, cells: Sequence[Cell], named: Mapping[str, Rules], endless: Mapping[str, EndlessGame]
) -> None:
    """Print a row for each rule set and a column for each board, and below what the signs in it mean."""
    boards = list(dict.fromkeys(cell.board for cell in cells))
    texts = {(cell.rules, cell.board): cell_text(cell, named[cell.rules]) for cell in cells}
    names = dict.fromkeys(cell.rules for cell in cells)
    rows = ([name, *(texts.get((name, board), "") for board in boards)] for name in names)
    print_table(console, table_of(["rules", *boards], rows, numbers=True))
    for sentence in _legend(cells, endless):
        say(console, sentence)


def cell_text(cell: Cell, rules: Rules) -> str:
    """A cell in a few letters.

    >>> from superko.checker.values.valuing import PositionValue
    >>> cell_text(Cell("mine", "2x2", PositionValue(None, -4, 1)), Rules())
    '-4 to 1'
    >>> cell_text(Cell("mine", "2x2", PositionValue(None, -inf, inf)), Rules())
    '?'
    """
    if cell.refused:
        return "-"
    if cell.worth.value is not None:
        return both_text(cell.worth.value, rules)
    low, high = cell.worth.low, cell.worth.high
    if low == -inf:
        return "?" if high == inf else f"at most {points_text(high)}"
    return f"at least {points_text(low)}" if high == inf else f"{points_text(low)} to {points_text(high)}"


def _legend(cells: Sequence[Cell], endless: Mapping[str, EndlessGame]) -> list[str]:
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


def _as_row(cell: Cell, rules: Rules) -> Row:
    """A cell as a row of a table; a bound that is not known, or a lead that there is not, is left out."""
    fields = cell_as_json(cell, rules, None)
    columns = ("board", "low", "high", "winner", "exact", "nodes", "seconds")
    return {"rules": cell.rules, **{name: fields[name] for name in columns}, "refused": cell.refused}


def cell_as_json(cell: Cell, rules: Rules, endless: EndlessGame | None) -> dict[str, object]:
    """A cell as it goes into a file: where there is no value, with a game that goes on forever, if there is one."""
    value = cell.worth.value
    return {
        "name": cell.rules,
        "rules": rules,
        "board": cell.board,
        **as_data(cell.worth, "low", "high"),
        "winner": as_data(value and value.winner(rules)),
        "exact": value is not None,
        "no_result": value,
        "refused": cell.refused or None,
        "endless": endless if value is None else None,
        "nodes": cell.nodes,
        "seconds": round(cell.seconds, 3),
    }


LEAST_SECONDS = 5.0


def turns_of_line(grid: Grid, solution: Solution) -> list[str]:
    """The turns of the line."""
    return [turn_text(grid, best.turn) for best in solution.line]


def tell_how_searched(*rule_sets: Rules) -> None:
    """Say on standard error for which clauses every position is searched in its own game, where that is so."""
    for sentence in dict.fromkeys(filter(None, map(how_searched, rule_sets))):
        remark(sentence)


def endless_game_under(rules: Rules, seconds: float | None = None) -> EndlessGame | None:
    """A shortest game that amended rules let go on forever; None if there is no short one, or none is found in time.

    The documents' own clauses end every game, so under them there is nothing to look for. That a game goes on is shown
    in a process in which no author's file runs; where a clause can't be read, it is not looked for. It takes no longer
    than the seconds that a search for a value was to take, or five.
    """
    texts = as_texts(rules)
    if not rules.amendments or texts is None:
        return None
    from ..proofs.endless import EndlessGame, endless_turns  # noqa: PLC0415 (they load z3)

    search = partial(endless_turns, seconds=inf if seconds is None else max(seconds, LEAST_SECONDS))
    (answer,) = in_processes(search, [texts], workers=1)
    if answer is None or isinstance(answer, Lost):
        return None
    phase, grid, opening, loop = answer
    return EndlessGame(Game(rules, grid, phase=phase), opening, loop)


def endless_text(endless: EndlessGame, named: str) -> str:
    """That rules let a game go on forever, and how to step through it; `named` is what the command line calls them."""
    return (
        f"These rules let a game go on forever, so it need not have a value: {endless}. "
        f"`superko show {shlex.quote(named)}` steps through it."
    )
