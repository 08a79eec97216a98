"""`superko perft`: count the sequences of legal turns of each length."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import click

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.wording import counted
from ..play.perft import Depth, divide, numbers_as_json, perft
from ..telling.data import tell_json
from ..telling.options import Beginning, NamedRules, beginning_options, json_option, refusing, rules_option
from ..telling.progress import progress_bar
from ..telling.report import tell_of_python
from ..telling.terminal import leave_interrupted

USUAL_DEPTH = 4
# With more, lines take longer than to compile what counts them.
_MOST_POINTS = 50_000
_LINE = "{:>5} {:>26} {:>26}"


@click.command("perft")
@click.argument("board", metavar="WxH|ROWS", required=False)
@rules_option
@click.option(
    "--depth",
    type=click.IntRange(1),
    default=USUAL_DEPTH,
    show_default=True,
    metavar="N",
    help="Count sequences of up to N turns.",
)
@beginning_options()
@click.option("--divide", "divide_wanted", is_flag=True, help="Count those of N turns by their first turn.")
@json_option
def perft_command(
    beginning: Beginning,
    named: NamedRules,
    depth: int,
    divide_wanted: bool,
    json_wanted: bool,
) -> None:
    """Count the sequences of legal turns of each length on a board of W columns by H rows.

    Passes, moves and unblock actions all count as turns. A sequence that ends the game is counted at its length, and
    goes no further. Each length is printed as soon as it is counted. Where there are many sequences, they are counted
    depth first, by compiled rules, if numba is installed and the rules can be compiled.

    Exits with 0, with 2 when the request can't be understood, and with 130 when it was interrupted; what was counted
    by then is printed all the same.
    """
    with refusing():
        start, game = beginning.start(), beginning.game(named.rules)
        tell_of_python(named.rules)
    began = time.perf_counter()
    numbers, interrupted = sequences_of(game, depth, None if json_wanted else print_line)
    seconds = time.perf_counter() - began
    split: dict[str, int] | None = None
    if divide_wanted and not interrupted:
        by_turn = divide(game, numbers[-1].turns, _MOST_POINTS).items()
        split = {turn_text(game.grid, turn): number for turn, number in by_turn}
    if json_wanted:
        turns = [turn_text(game.grid, turn) for turn in game.turns_taken]
        fields = {"rules": game.rules, **start.as_json(), "turns": turns, **numbers_as_json(numbers)}
        tell_json("perft", fields | ({} if split is None else {"divide": split}))
    else:
        if numbers[-1].sequences == numbers[-1].ended:
            click.echo("These are all sequences there are.")
        if split is not None:
            listed = "".join(f"\n  {turn}  {number:,}" for turn, number in split.items())
            click.echo(f"\nSequences of {counted(numbers[-1].turns, 'turn')} by their first:{listed}")
        sequences = sum(counts.sequences for counts in numbers)
        rate = int(sequences / max(seconds, 1e-6))
        click.echo(f"\n{sequences:,} sequences in {seconds:.1f} s, {rate:,} a second.")
    if interrupted:
        leave_interrupted()


def sequences_of(game: Game, depth: int, tell: Callable[[Depth], None] | None) -> tuple[list[Depth], bool]:
    """The numbers for each length up to one, with a progress bar, and whether the user interrupted it."""
    numbers: list[Depth] = []
    with progress_bar("counting", quiet=tell is None) as bar:

        def watch(turns: int, done: int, lines: int) -> None:
            bar.doing(f"sequences of {turns + 1} turns", done, lines)

        with suppress(KeyboardInterrupt):
            for counts in perft(game, watch, _MOST_POINTS):
                numbers.append(counts)
                if tell:
                    tell(counts)
                if counts.turns == depth:
                    break
            return numbers, False
    return numbers, True


def print_line(counts: Depth) -> None:
    """Print the numbers of one length, below what they are."""
    if counts.turns == 0:
        click.echo(_LINE.format("turns", "sequences", "of them, games that end"))
    click.echo(_LINE.format(counts.turns, f"{counts.sequences:,}", f"{counts.ended:,}"))
