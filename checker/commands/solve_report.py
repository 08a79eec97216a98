"""The solution of a game as text, as JSON and as SGF."""

from __future__ import annotations

from math import inf, isinf

from rich.console import Console
from rich.table import Table

from ...interpreter.game import Game
from ...interpreter.notation import board_text, turn_text
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.result import NoResult
from ...interpreter.rule_names import rules_to_json
from ...interpreter.wording import points_text
from ...spec.algebra import Grid
from ..solving.solution import Solution, Value


def solution_as_json(game: Game, found: Solution) -> dict[str, object]:
    """A solution as it goes into a file; a lead that there is not, since the game ends without result, is null."""
    grid = game.position.coloring.board.grid
    return {
        "board": str(grid),
        "rules": rules_to_json(game.rules),
        "value": found.value,
        "low": finite(found.low),
        "high": finite(found.high),
        "exact": found.exact,
        "no_result": None if found.both is None else both_as_json(found.both),
        "line": [
            {"turn": turn_text(grid, some.turn), "as_good": [turn_text(grid, other) for other in some.others]}
            for some in found.line
        ],
        "moves": {
            turn_text(grid, turn): None if value is None else both_as_json(value) for turn, value in found.moves.items()
        },
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def both_as_json(value: Value) -> dict[str, float | None]:
    """A value with no-result at its worst and at its best; null where the game then ends without result."""
    return {"worst": finite(value.worst), "best": finite(value.best)}


def finite(lead: float) -> float | None:
    """A lead, or None if it is infinite.

    >>> finite(1.5), finite(-inf)
    (1.5, None)
    """
    return None if isinf(lead) else lead


def line_as_sgf(found: Solution) -> bytes:
    """The game at the end of the line of best play, as a record."""
    return write_sgf(record_of(found.ended))


def show_solution(console: Console, game: Game, found: Solution) -> None:
    """Print a solution for people."""
    grid = game.position.coloring.board.grid
    console.print(headline(found), highlight=False)
    if found.line:
        console.print(f"\nOne line of best play: {line_text(grid, found)}", highlight=False)
    for some in found.line:
        if some.others:
            others = ", ".join(turn_text(grid, other) for other in some.others)
            console.print(f"  as good as {turn_text(grid, some.turn)}: {others}", highlight=False)
    if found.line and found.ended.over:
        console.print(
            f"It ends with {board_text(found.ended.position.coloring)}, {ending_text(found.ended)}.", highlight=False
        )
    if found.moves:
        console.print()
        console.print(table_of_moves(grid, found))
    console.print(f"\n{found.nodes:,} nodes in {found.seconds:.1f} seconds.", highlight=False)


def headline(found: Solution) -> str:
    """Who wins and by how much, in one sentence."""
    if found.both is None:
        return f"The budget was not enough. {bounds_text(found.low, found.high)}"
    if found.value is not None:
        return f"{lead_text(found.value)} under best play."
    return (
        f"{value_text(found.both.worst)} under best play if no-result is the worst for Black, "
        f"and {uncapitalised(value_text(found.both.best))} if it is the best."
    )


def bounds_text(low: float, high: float) -> str:
    """What is known of a value."""
    if low == -inf and high == inf:
        return "Nothing is known of the value."
    least = "" if low == -inf else f"at least {points_text(low)}"
    most = "" if high == inf else f"at most {points_text(high)}"
    return f"Black's lead is {' and '.join(some for some in (least, most) if some)}."


def lead_text(lead: float) -> str:
    """Who wins by how much.

    >>> lead_text(-1.5), lead_text(0)
    ('White wins by 1.5', 'A draw')
    """
    if lead == 0:
        return "A draw"
    return f"{'Black' if lead > 0 else 'White'} wins by {points_text(abs(lead))}"


def value_text(lead: float) -> str:
    """Who wins by how much, or that nobody does."""
    return "No result" if isinf(lead) else lead_text(lead)


def uncapitalised(text: str) -> str:
    """A sentence that begins with a name or not, as the second part of another."""
    return text if text.startswith(("Black", "White")) else text[0].lower() + text[1:]


def line_text(grid: Grid, found: Solution) -> str:
    """The turns of the line."""
    return " ".join(turn_text(grid, some.turn) for some in found.line)


def ending_text(game: Game) -> str:
    """How a game came out."""
    if game.result is None or isinstance(game.result, NoResult):
        return "without result"
    return uncapitalised(lead_text(game.result.lead))


def table_of_moves(grid: Grid, found: Solution) -> Table:
    """What each first turn comes to."""
    table = Table(box=None)
    table.add_column("first turn")
    table.add_column("Black's lead", justify="right")
    for turn, value in found.moves.items():
        table.add_row(turn_text(grid, turn), "unknown" if value is None else both_text(value))
    return table


def both_text(value: Value) -> str:
    """A value, or two of them where it depends on no-result.

    >>> both_text(Value(1, 1)), both_text(Value(-1, 0)), both_text(Value(-inf, 3))
    ('1', '-1 or 0', 'no result or 3')
    """
    told = ["no result" if isinf(lead) else points_text(lead) for lead in (value.worst, value.best)]
    return " or ".join(dict.fromkeys(told))
