"""`superko solve`: find who wins under best play and by how much, with a line of best play."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf, isfinite, isinf
from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.game import Game
from ...interpreter.notation import board_text, parse_grid, turn_text
from ...interpreter.program.machine_code import is_available
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.result import NoResult
from ...interpreter.rule_names import rules_to_json
from ...interpreter.rules_files import as_named
from ...interpreter.wording import counted, points_text
from ...spec.algebra import BLACK, WHITE
from ...spec.registry import Decision
from ...spec.rules import Refusal
from ...spec.vocabulary import Phase
from ..phase.phases import TooManySituations
from ..phase.requirements import may_be_won
from ..proofs.endless import EndlessGame
from ..solving.budget import Budget, OutOfBudget
from ..solving.certificate import both_text, command_of, with_digest
from ..solving.certifying import TooLarge, certified
from ..solving.proof_walk import ProvedBounds
from ..solving.solution import (
    NODES_BEFORE_DOUBT,
    Solution,
    Value,
    known_bounds,
    lead_bounds_text,
    lead_text,
    solved,
    solver_of,
    uncapitalised,
)
from ..solving.solver import Solver
from ..telling.data import as_data, tell_json
from ..telling.effort import Effort
from ..telling.options import (
    A_RULE_SET,
    CSV,
    NEW_FILE,
    RULES,
    BadRequest,
    Beginning,
    FiniteRange,
    NamedRules,
    beginning_options,
    effort_option,
    json_option,
    refusing,
    scheduler_option,
)
from ..telling.progress import progress_bar
from ..telling.report import Console, print_table, table_of
from ..telling.terminal import Exit, remark
from .stepping import show_opening
from .values_table import USUAL_EFFORT, endless_game_under, endless_text, tell_values, turns_of_line

_SGF = ".sgf"
NOT_ENOUGH = "The effort was not enough."


@click.command("solve")
@click.argument("boards", metavar="WxH|ROWS...", nargs=-1)
@click.option(
    "--rules",
    "rule_sets",
    type=RULES,
    multiple=True,
    default=["tromp-taylor"],
    show_default=True,
    metavar="RULES",
    help=f"The rules: {A_RULE_SET}; again for more.",
)
@beginning_options()
@click.option(
    "--no-result", type=FiniteRange(), metavar="Z", help="Count a game without result as a lead of Z for Black."
)
@click.option("--moves", is_flag=True, help="Say what each first turn is worth.")
@effort_option(
    None,
    "How long to search: 60s, or 1000000n to stop after that number of nodes; without it, until the value is known; "
    f"of a table, {USUAL_EFFORT} for each value.",
)
@click.option(
    "-o",
    "--output",
    "files",
    multiple=True,
    type=NEW_FILE,
    metavar="FILE",
    help="Write the line of best play into FILE.sgf, a table into FILE.csv, and into any other file a certificate of "
    "the value. May be given twice.",
)
@scheduler_option
@json_option
def solve_command(
    beginning: Beginning,
    boards: Sequence[str],
    rule_sets: Sequence[NamedRules],
    no_result: float | None,
    moves: bool,
    effort: Effort | None,
    files: Sequence[Path],
    scheduler: str,
    json_wanted: bool,
) -> None:
    """Find who wins a game under best play and by how much, on a board of W columns by H rows.

    The value is Black's score minus White's if both players do their best, with the whole history of the game counted
    as the rules have it. Where best play may end without result, there are two: with no-result as the worst that can
    happen to Black, and as the best; --no-result makes it one.

    Without --effort the search goes on until it has the value. Where an effort is not enough, or the search is
    interrupted, the bounds that are known by then are printed: those of the search, and those between which every game
    is counted. Where more positions can follow than fit into memory, bounds are proved one after the other, if simple
    ko and what stands decide which turns are legal, and numba is installed; else only these are printed.

    Of several boards or rule sets, a table is printed of what the empty boards are worth; where the effort is not
    enough, it has bounds. With --scheduler each value of a table is found by a worker.

    A certificate holds a graph for each player, with an answer to every turn of the opponent, and `superko verify`
    checks it.

    The value is printed before any file is written. Where no certificate can be made, it says why, and what helps.

    Exits with 0, with 2 when the request can't be understood or the rules can't be solved, with 3 when the effort was
    not enough for the value, no certificate could be made, or these rules let a game go on forever: then a shortest
    such game is shown; and with 130 when it was interrupted.
    """
    tables = [file for file in files if file.suffix == CSV]
    if len(boards) > 1 or len(rule_sets) > 1 or tables:
        of_one_game = moves or no_result is not None or not beginning.is_empty
        if of_one_game or files != tuple(tables[:1]):
            raise BadRequest("A table says what empty boards are worth; name one board and one rule set to ask more.")
        with refusing():
            grids = [*map(parse_grid, boards)] or [beginning.start().grid]
        tell_values(grids, rule_sets, effort or USUAL_EFFORT, next(iter(tables), None), json_wanted, scheduler)
        return
    if scheduler:
        raise BadRequest("A cluster searches the values of a table; one game is searched here.")
    records = [file for file in files if file.suffix == _SGF]
    certificates = [file for file in files if file.suffix != _SGF]
    (named,) = rule_sets
    with refusing():
        beginning = replace(beginning, board=boards[0] if boards else None)
        start, game = beginning.start(), beginning.game(named.rules)
        limits = (None, None) if effort is None else (effort.count, effort.seconds)
        budget, unsearched, not_made = Budget(*limits), "", ""
        try:
            solver, solution, endless = _search(game, budget, no_result, moves, quiet=json_wanted)
        except TooManySituations as reason:
            # No value is searched, and what is known of it is said all the same.
            not_made = "more positions can follow than fit into memory." if certificates else ""
            endless, certificates = None, []
            solution, unsearched = _proved(
                game, budget, f"{reason} Choose a smaller board, or set up stones.", json_wanted
            )
    if not solution.exact:
        solution = with_counted_leads(game, solution, no_result)
    if json_wanted:
        tell_json("solve", {**solution_as_json(game, solution), "endless": endless})
    else:
        stopped = "Interrupted." if solution.interrupted else NOT_ENOUGH
        why_not = unsearched or (endless_text(endless, named.text) if endless else stopped)
        show_solution(Console(), game, solution, why_not, named.text)
    with refusing():
        for file in records:
            write_file(file, write_sgf(record_of(solution.ended)))
        if certificates and not solution.interrupted:
            budget.nodes = limits[0]
            place = {
                "rules": rules_to_json(game.rules),
                "named": as_named(game.rules, named.text),
                **start.as_json(),
                "turns": beginning.turns,
            }
            with progress_bar("making the certificate", quiet=json_wanted, counts=False) as bar:
                budget.watch = lambda spent: bar.doing(f"{spent:,} nodes")
                place["command"] = command_of(place)
                not_made = write_certificates(certificates, place, solver, game, solution)
    if not_made:
        click.echo(f"No certificate was written: {not_made}", err=True)
    if solution.interrupted:
        sys.exit(Exit.INTERRUPTED)
    if solution.both is None or not_made:
        sys.exit(Exit.NOT_DECIDED)


def _search(
    game: Game, budget: Budget, no_result: float | None, moves: bool, quiet: bool
) -> tuple[Solver, Solution, EndlessGame | None]:
    """Search a game for its value, with progress bars; and for an endless game, where no value is found."""
    rules = game.rules
    with progress_bar("reading the rules", quiet=quiet, counts=False) as bar:
        budget.watch_reading = lambda read: bar.doing(f"{read:,} situations read")
        solver = solver_of([game], budget)
    if solver.asked_in_games:
        remark(solver.asked_in_games)
    with progress_bar("searching", quiet=quiet, counts=False) as bar:
        budget.watch = lambda spent: bar.doing(partial(progress_text, solver, game))
        is_unlimited = budget.nodes is None and budget.seconds is None and bool(rules.amendments)
        if is_unlimited:
            budget.nodes = NODES_BEFORE_DOUBT
        solution = solved(solver, game, no_result, moves)
        endless = None if solution.exact or solution.interrupted else endless_game_under(rules, budget.seconds)
        if is_unlimited and not (solution.exact or solution.interrupted or endless):
            budget.nodes = None
            solution = solved(solver, game, no_result, moves)
    return solver, solution, endless


def _proved(game: Game, budget: Budget, too_many: str, quiet: bool) -> tuple[Solution, str]:
    """What can be proved of a game too large to be read; and why that is not its value, `too_many` if it is nothing."""
    nothing = Solution(None, -inf, inf, False, None, (), game, {}, 0, 0, 0.0)
    low, high = _counted_leads(game)
    if isinf(low) or isinf(high):
        return nothing, too_many
    if not is_available():
        return nothing, f'{too_many} Bounds are proved only where numba is: pip install "superko[fast]" brings it.'
    bounds, why_not = ProvedBounds(game, low, high, budget), "No more was proved."
    try:
        with progress_bar("compiling the rules", quiet=quiet, counts=False) as bar:
            budget.watch = lambda spent: bar.doing(f"{spent:,} nodes, {bounds}")
            bounds.narrow()
    except OutOfBudget:
        why_not = NOT_ENOUGH
    except KeyboardInterrupt:
        nothing, why_not = replace(nothing, interrupted=True), "Interrupted."
    except Refusal as reason:
        return nothing, f"{too_many} {reason}"
    low, high = (bounds.low if BLACK in bounds.proved else -inf), (bounds.high if WHITE in bounds.proved else inf)
    solution = replace(nothing, low=low, high=high, nodes=budget.spent, seconds=budget.elapsed)
    return solution, "No game counts more." if bounds.low >= bounds.high else why_not


def write_certificates(
    files: Sequence[Path], place: Mapping[str, object], solver: Solver, game: Game, solution: Solution
) -> str:
    """Write what certifies a value into files; or, if there is none, why not and what would help."""
    if solution.both is None:
        return "the value is not known; a longer --effort may find it."
    try:
        certificate = json.dumps(with_digest({**place, **certified(solver, game, solution.both)}))
    except TooLarge as reason:
        return str(reason)
    except OutOfBudget:
        return "the effort was not enough for its graphs; a longer --effort helps."
    for file in files:
        write_file(file, f"{certificate}\n")
    return ""


def _counted_leads(game: Game) -> tuple[float, float]:
    """The bounds of `stones_kept`, which takes as long to import as a small board to solve, as it needs z3."""
    from ..proofs import stones_kept  # noqa: PLC0415

    return stones_kept.leads_that_are_counted(game)


def with_counted_leads(game: Game, solution: Solution, no_result: float | None) -> Solution:
    """A solution without a value, with bounds that every counted game keeps to; where they meet, they are the value."""
    worths = [*_counted_leads(game), *((-inf, inf) if may_be_won(game.rules) else ())]
    if may_lack_a_result(game):
        worths += [-inf, inf] if no_result is None else [no_result]
    low, high = max(solution.low, min(worths)), min(solution.high, max(worths))
    if low == high:
        return replace(solution, low=low, high=high, value=low, both=Value(low, high), exact=True)
    return replace(solution, low=low, high=high)


def may_lack_a_result(game: Game) -> bool:
    """Whether a clause can end the game without result."""
    return any(game.rules.deciding(Decision.NO_RESULT, phase) for phase in Phase)


def progress_text(solver: Solver, game: Game) -> str:
    """How far a search has come: nodes, how fast, how many turns ahead, and what is known of the value."""
    budget = solver.budget
    rate = budget.spent / max(budget.elapsed, 0.001)
    ahead = f", {budget.depth} turns ahead" if budget.depth else ""
    low, high = (points_text(lead) if isfinite(lead) else "?" for lead in known_bounds(solver, game))
    return f"{budget.spent:,} nodes, {rate:,.0f} a second{ahead}, lead {low} to {high}"


def solution_as_json(game: Game, solution: Solution) -> dict[str, object]:
    """A solution as it goes into a file; a lead that there is not, as of a win without a count, is null."""
    grid = game.grid
    return {
        "board": grid,
        "rules": game.rules,
        **as_data(solution, "value", "winner", "low", "high", "exact"),
        "no_result": solution.both,
        "line": [
            {"turn": turn_text(grid, best.turn), "as_good": [turn_text(grid, other) for other in best.others]}
            for best in solution.line
        ],
        "moves": {turn_text(grid, turn): value for turn, value in solution.moves.items()},
        **as_data(solution, "nodes", "depth"),
        "seconds": round(solution.seconds, 3),
    }


def show_solution(console: Console, game: Game, solution: Solution, why_not: str, named: str) -> None:
    """Print a solution for people; where there is none, why not, in a sentence."""
    grid = game.grid
    headline = str(solution)
    if solution.both is None:
        bounds = lead_bounds_text(solution.low, solution.high)
        if may_lack_a_result(game) and (solution.low, solution.high) == (-inf, inf):
            bounds = lead_bounds_text(*_counted_leads(game), "If the game has a result, ")
        headline = f"{why_not} {bounds}"
    # A pipe takes a sentence in one line; a terminal breaks it between words.
    soft_wrap = not (console.is_terminal and solution.nodes)
    console.print(headline, markup=False, highlight=False, soft_wrap=soft_wrap)
    if solution.line:
        console.print(f"\nOne line of best play: {' '.join(turns_of_line(grid, solution))}", highlight=False)
    for number, best in enumerate(solution.line, len(game.turns_taken) + 1):
        if best.others:
            others = ", ".join(turn_text(grid, other) for other in best.others)
            console.print(f"  turn {number}, as good as {turn_text(grid, best.turn)}: {others}", highlight=False)
    if solution.line and solution.ended.over:
        board, result, came_out = board_text(solution.ended.position.coloring), solution.ended.result, "without result"
        if result is not None and not isinstance(result, NoResult):
            came_out = uncapitalised(lead_text(result.lead, result.winner))
        console.print(f"It ends with {board}, {came_out}.", highlight=False)
    if solution.line:
        show_opening(console, [solution.ended], [named], at=len(game.turns_taken))
    if solution.moves:
        console.print()
        worths = ("unknown" if value is None else both_text(value, game.rules) for value in solution.moves.values())
        rows = zip((turn_text(grid, turn) for turn in solution.moves), worths, strict=True)
        print_table(console, table_of(("first turn", "Black's lead"), rows, numbers=True))
    if not solution.nodes:
        return
    ahead = f", up to {counted(solution.depth, 'turn')} ahead" if solution.depth else ""
    rate = f"{int(solution.nodes / max(solution.seconds, 1e-6)):,} a second{ahead}"
    console.print(f"\n{counted(solution.nodes, 'node')} in {solution.seconds:.1f} seconds, {rate}.", highlight=False)
