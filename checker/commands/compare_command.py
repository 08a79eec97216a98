"""`superko compare`: find the shortest game on which two rule sets part, or after which best play differs."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import click

from ...interpreter.game import Game
from ...interpreter.judgement import explain
from ...interpreter.notation import turn_text
from ...interpreter.referee import state_report
from ...interpreter.story import Story
from ...interpreter.wording import PLAYERS, counted, phase_name
from ...spec.algebra import Grid
from ...spec.vocabulary import Phase
from ..play.comparison import NOTHING, AgreedGames, Comparison, Parting, Progress, compare_boards, coverage
from ..play.outcomes import Leniency
from ..solving.budget import Budget
from ..solving.certificate import worth_text
from ..solving.solution import solve
from ..telling.data import as_data, tell_json
from ..telling.effort import Effort
from ..telling.options import (
    RULES,
    BadRequest,
    Beginning,
    NamedRules,
    beginning_options,
    boards_up_to,
    effort_option,
    json_option,
    refusing,
)
from ..telling.progress import Bar, progress_bar
from ..telling.report import INDENT, Console, say, show_board, show_result, tell_of_python
from ..telling.terminal import Exit, leave_interrupted
from ..values.valuing import (
    ComparedPositions,
    DecidingTurn,
    DifferenceSearch,
    GoOn,
    Otherwise,
    Valuing,
    in_games,
    in_positions,
    parting_of,
    stand_alike,
)
from .stepping import show_opening
from .values_table import tell_how_searched, turns_of_line

_INTERRUPTED = "It was interrupted."
_USUAL_EFFORT = Effort(seconds=60)
_FROM_SET_UP = "Games begin where stones are set up; what is said of all games is said of those."


@click.command("compare")
@click.argument("first", type=RULES, metavar="A")
@click.argument("second", type=RULES, metavar="B")
@click.option("--board", metavar="WxH|ROWS", help="The board; one after the other by size, if left out.")
@click.option(
    "--up-to",
    default="6",
    show_default=True,
    metavar="WxH|N",
    help="Without --board: those that fit into this one, or have up to N points.",
)
@beginning_options()
@click.option("--depth", type=click.IntRange(0), metavar="N", help="Only games of up to N turns.")
@effort_option(
    _USUAL_EFFORT,
    "How long to search: 60s, or 100000n to stop after that number of sequences of turns, or positions, on a board.",
)
@click.option("--margin", "margin_only", is_flag=True, help="Compare who wins and by how much, not what each scores.")
@click.option("--values", "of_values", is_flag=True, help="Compare the values of best play.")
@json_option
def compare_command(
    first: NamedRules,
    second: NamedRules,
    beginning: Beginning,
    up_to: str,
    depth: int | None,
    effort: Effort,
    margin_only: bool,
    of_values: bool,
    json_wanted: bool,
) -> None:
    """Find the shortest game on which the rule sets A and B differ, or say on which games they agree.

    Two games with the same turns differ in which turns are legal, in the phase, in when they end, in what stands on the
    board, in who takes the next turn, or in the result. A and B are presets, ko=SIMPLE,suicide=no and the like, or
    FILE.py:NAME for rules in a Python file, of the same document or of two. Without a board, boards are searched by
    their size. An interrupted search says what it has covered.

    With --values they differ where best play gives Black another lead under A than under B. The smallest position
    is looked for, and the shortest game from the empty board; and why each differs: the shortest play to a turn that
    only one rule set allows, or that ends the game otherwise. Where rows of stones are the board, or with --player,
    --phase or --turns, games begin there, and no other positions are gone through.

    Exits with 0 when no difference was found, with 1 when one was, with 2 when the request can't be understood, and
    with 130 when it was interrupted.
    """
    if of_values and margin_only:
        raise BadRequest("With --values the leads of best play are compared; leave out --margin.")
    if of_values:
        compare_values(first, second, beginning, up_to, depth, effort, json_wanted)
        return
    names, rule_sets = (first.text, second.text), (first.rules, second.rules)
    leniency, covered = Leniency(scores=margin_only), dict[str, AgreedGames]()
    tell_of_python(*rule_sets)
    with refusing(), progress_bar("comparing", quiet=json_wanted) as bar:
        boards = [beginning.grid] if beginning.grid else boards_up_to(up_to)
        if not (beginning.grid or beginning.is_empty):
            raise ValueError("Name a board to start on it otherwise, by --board.")
        start = beginning.game if beginning.grid else None
        for rules in rule_sets if start else ():
            beginning.game(rules)

        def watch(grid: Grid, progress: Progress) -> None:
            covered[str(grid)] = progress.covered
            bar.doing(f"games of {progress.covered.turns + 1} turns on {grid}", progress.done, progress.lines)

        try:
            comparison = compare_boards(*rule_sets, boards, effort, depth, leniency, start, watch)
            why = why_it_stopped(comparison.covered, depth)
        except KeyboardInterrupt:
            boards_so_far = tuple(covered.items()) or ((str(boards[0]), NOTHING),)
            comparison, why = Comparison(None, boards_so_far[-1][1], leniency, boards_so_far), _INTERRUPTED
    parting = comparison.parting
    if json_wanted:
        tell_json("compare", {**comparison_as_json(names, comparison), "stopped": None if parting else why})
    else:
        origin = "" if beginning.is_empty else _FROM_SET_UP
        show_comparison(Console(), names, comparison, origin, why)
    if parting is not None:
        sys.exit(Exit.DIFFERENCE)
    if why == _INTERRUPTED:
        sys.exit(Exit.INTERRUPTED)


def why_it_stopped(covered: AgreedGames, depth: int | None) -> str:
    """Why nothing more was searched where no difference was found, in one sentence.

    >>> why_it_stopped(AgreedGames(turns=5, games=27, ended=9, everything=True), depth=None)
    'Every game was followed.'
    """
    if covered.everything:
        return "Every game was followed."
    return "--depth says no further." if covered.turns == depth else "The effort was spent; --effort allows more."


def show_comparison(
    console: Console, names: Sequence[str], comparison: Comparison, origin: str = "", why: str = ""
) -> None:
    """Print where two rule sets differ, if that was found, and then on what they agree."""
    parting = comparison.parting
    if parting is None:
        where = f"{'up to' if len(comparison.boards) > 1 else 'on'} {comparison.boards[-1][0]}"
        say(console, f"No difference between {names[0]} and {names[1]} was found {where}. {why}")
        say(console, f"`{shlex.join(['superko', 'rules', *names])}` says in which clauses they differ, if in any.")
    else:
        show_parting(console, names, parting)
        if len(parting.turns) == comparison.covered.turns + 1:
            say(console, f"\nNo shorter game distinguishes them. {coverage(comparison)}")
        further = [turn_text(parting.grid, parting.turn)] if parting.turn is not None else []
        show_opening(console, parting.games, names, further, len(parting.games[0].turns_taken))
    for board, covered in comparison.boards:
        if parting is None or board != str(parting.grid):
            say(console, f"{board}: {coverage(replace(comparison, covered=covered))}")
    if origin:
        say(console, origin)


def show_parting(console: Console, names: Sequence[str], parting: Parting) -> None:
    """Print the game on which two rule sets part, and what each says then."""
    grid = parting.grid
    turns = " ".join(turn_text(grid, turn) for turn in parting.turns) or "no turn"
    say(console, f"{names[0]} and {names[1]} differ on {grid} after {turns}, in {parting.aspect.value}.\n")
    show_board(console, parting.games[0])
    for name, game in zip(names, parting.games, strict=True):
        say(console, f"\n{name}:")
        for sentence in what_it_says(game, parting):
            say(console, sentence, INDENT, INDENT)
        if parting.turn is None and game.result is not None:
            show_result(console, game.result)


def what_it_says(game: Game, parting: Parting) -> Iterator[str]:
    """What one rule set says of the turn, or of what the turns led to, with the clause that says so."""
    grid = game.grid
    if parting.turn is not None:
        judgement = game.judge(parting.turn)
        name = "" if judgement.clause is None else f"{judgement.clause.name}: "
        yield f"{name}{explain(judgement, grid)}"
        return
    if game.ended_by is not None:
        text = next(clause.text for clause in game.rules.in_force if clause.name == game.ended_by)
        yield f"{game.ended_by}: {text}"
    position = game.position
    if position.phase is Phase.OVER:
        yield "The game is over."
    else:
        yield f"The game goes on in {phase_name(game.rules, position.phase)}, with {PLAYERS[position.player]} to play."


def comparison_as_json(names: Sequence[str], comparison: Comparison) -> dict[str, object]:
    """A comparison as a JSON object."""
    parting, covered = comparison.parting, comparison.covered
    fields: dict[str, object] = {"differs": parting is not None}
    if parting is not None:
        fields |= {"board": parting.grid, "in": parting.aspect.name.lower()}
        fields["turns"] = [turn_text(parting.grid, turn) for turn in parting.turns]
        fields["sides"] = [_side(name, game, parting) for name, game in zip(names, parting.games, strict=True)]
    return {
        **fields,
        "agreed": {"depth": covered.turns, "games": covered.games, "ended": covered.ended, "all": covered.everything},
        "boards": [{"board": board, "depth": games.turns, "games": games.games} for board, games in comparison.boards],
    }


def _side(name: str, game: Game, parting: Parting) -> dict[str, object]:
    story, said = Story.of(game), {"name": name, "rules": game.rules, "says": list(what_it_says(game, parting))}
    if parting.turn is None:
        said |= {"clause": game.ended_by, "result": game.result}
    else:
        judgement = game.judge(parting.turn)
        said |= {"legal": judgement.legal, "clause": judgement.clause and judgement.clause.name}
        story = replace(story, turns=(*story.turns, turn_text(game.grid, parting.turn)))
    return said | {"state": state_report(game), "requests": story.requests()}


# A line of best play is found quickly once a value is known; where it is not, it is left out.
_NODES_FOR_A_LINE = 3_000_000
# For each position, under each rule set.
_MOST_NODES = 1_000_000


def compare_values(
    first: NamedRules,
    second: NamedRules,
    beginning: Beginning,
    up_to: str,
    depth: int | None,
    effort: Effort,
    json_wanted: bool,
) -> None:
    """Find where best play comes out otherwise, and print it; then exit as `superko compare` says."""
    positions: list[DifferenceSearch] = []
    games: list[DifferenceSearch] = []
    interrupted = True
    names, both = (first.text, second.text), (first.rules, second.rules)
    tell_how_searched(*both)
    end = time.monotonic() + (effort.seconds or 0)
    with refusing():
        grid = beginning.grid
        if grid is None and not beginning.is_empty:
            raise ValueError("Name a board to start on it otherwise, by --board.")
        grids = boards_up_to(up_to) if grid is None else [grid]
        begin = None if beginning.is_empty else beginning.game
        bars = progress_bar("reading the rules", quiet=json_wanted, counts=False)
        with suppress(KeyboardInterrupt), bars as bar:
            for number, grid in enumerate(grids):
                # The time that is left is shared by what is left to do.
                left = 1 if begin else 2 * (len(grids) - number)
                if not _found(positions) and begin is None:
                    go_on, seconds = _share(end, effort, left, bar)
                    searched = in_positions(both, grid, _MOST_NODES, go_on=go_on, seconds=seconds, each_game=True)
                    positions.append(searched)
                if not _found(games):
                    go_on, seconds = _share(end, effort, max(left - 1, 1), bar)
                    searched = in_games(both, grid, _MOST_NODES, depth, go_on, begin, seconds, each_game=True)
                    games.append(searched)
                if _found(positions) and _found(games):
                    break
            interrupted = False
    if json_wanted:
        tell_json("compare-values", differences_as_json(names, positions, games))
    else:
        show_differences(Console(), names, positions, games, interrupted)
    if _found(positions) or _found(games):
        sys.exit(Exit.DIFFERENCE)
    if interrupted:
        leave_interrupted()


def _found(searches: Sequence[DifferenceSearch]) -> Otherwise | None:
    """What searches of one board after the other found, which the last one did, if any."""
    return searches[-1].first if searches else None


def _share(end: float, effort: Effort, shares: int, bar: Bar) -> tuple[GoOn, float | None]:
    """What one of several searches may take of the time until an end: whether it may go on, and how many seconds."""
    seconds = None if effort.seconds is None else (end - time.monotonic()) / shares
    deadline = time.monotonic() + (seconds or 0)

    def go_on(covered: ComparedPositions) -> bool:
        bar.doing(f"{covered.board}: {covered.compared:,} compared")
        return time.monotonic() < deadline if seconds is not None else covered.compared < (effort.count or 0)

    return go_on, seconds


def show_differences(
    console: Console,
    names: Sequence[str],
    positions: Sequence[DifferenceSearch],
    games: Sequence[DifferenceSearch],
    interrupted: bool,
) -> None:
    """Print the smallest position and the shortest game, or that there are none, and what was covered."""
    position, game = _found(positions), _found(games)
    if position is None and game is None:
        until_then = " until then" if interrupted else ""
        say(console, f"No difference between {names[0]} and {names[1]} was found{until_then}.\n")
    if position is None and game is not None and positions:
        say(console, "No position whose value differs was found.\n")
    if position is not None:
        say(console, f"The smallest position whose value differs, on {positions[-1].covered.board}:\n")
        _show(console, names, position)
    for covered in (searched.covered for searched in positions):
        say(console, _covered_text(covered, "position", counted(covered.compared + covered.undecided, "position")))
    say(
        console, "" if positions else "Games begin where they are set up; what is said of all games is said of those.\n"
    )
    if game is not None:
        played = " ".join(_turns(game.games[0])) or "no turn"
        say(console, f"The shortest game after which the value differs, on {games[-1].covered.board}: {played}.\n")
        _show(console, names, game)
    for covered in (searched.covered for searched in games):
        of_some = f"every game of up to {counted(covered.turns, 'turn')}"
        say(console, _covered_text(covered, "game", of_some if covered.turns >= 0 else ""))


def _show(console: Console, names: Sequence[str], difference: Otherwise) -> None:
    if stand_alike(difference.games):
        _show_standing(console, difference.games[0])
    else:
        for name, game in zip(names, difference.games, strict=True):
            say(console, f"{name}:")
            _show_standing(console, game)
    for name, game, value in zip(names, difference.games, difference.values, strict=True):
        line = " ".join(_line_of(game))
        say(console, f"  {name}: {worth_text(value, game.rules)}" + (f"; best play: {line}." if line else "."))
    if parting := _parting(difference):
        turns = _turns(parting.games[0])
        sooner = "" if parting.is_shortest else ", if no sooner,"
        where = f"They differ{sooner} after {' '.join(turns)}:" if turns else "They differ at once:"
        say(console, f"{where} {parting.says(names)}")
    show_opening(console, difference.games, names, at=len(difference.games[0].turns_taken))
    say(console, "")


def _show_standing(console: Console, game: Game) -> None:
    """Print the board and whose turn it is."""
    show_board(console, game)
    say(console, "The game is over." if game.over else f"{PLAYERS[game.position.player]} to play.")


def _parting(difference: Otherwise) -> DecidingTurn | None:
    """Where the rule sets part, if they do so only after this, the game is not over, and that is found soon."""
    over, (one, other) = any(game.over for game in difference.games), difference.values
    if over or one == other or not stand_alike(difference.games):
        return None
    first, second = (Valuing([game], _NODES_FOR_A_LINE, each_game=True) for game in difference.games)
    return parting_of(difference.games, difference.values, (first, second))


def _turns(game: Game) -> list[str]:
    return [turn_text(game.grid, turn) for turn in game.turns_taken]


def _line_of(game: Game) -> list[str]:
    """One line of best play from a game; nothing, if the game is over or it takes too long to find."""
    if game.over:
        return []
    solution = solve(game, budget=Budget(nodes=_NODES_FOR_A_LINE))
    return turns_of_line(game.grid, solution) if solution.ended.over else []


def _covered_text(covered: ComparedPositions, what: str, of_some: str) -> str:
    """What was covered on a board: everything, or what is said of some of it; and how many values were not found."""
    if not (covered.everything or of_some):
        return f"{covered.board}: no games were compared to the end of a turn."
    undecided = f", {covered.undecided} of them undecided" if covered.undecided else ""
    return f"{covered.board}: {f'every {what}' if covered.everything else of_some} compared{undecided}."


COVERED = ("board", "compared", "undecided", "everything")


def differences_as_json(
    names: Sequence[str], positions: Sequence[DifferenceSearch], games: Sequence[DifferenceSearch]
) -> dict[str, object]:
    """The result of a comparison, as it goes into a file."""
    return {
        "names": names,
        "position": _as_json(names, _found(positions)),
        "game": _as_json(names, _found(games)),
        "positions": [as_data(searched.covered, *COVERED) for searched in positions],
        "games": [{**as_data(each.covered, *COVERED), "depth": each.covered.turns} for each in games],
    }


def _as_json(names: Sequence[str], difference: Otherwise | None) -> dict[str, Any] | None:
    if difference is None:
        return None
    game, parting = difference.games[0], _parting(difference)
    values = zip(names, difference.games, difference.values, strict=True)
    return {
        "board": game.position.coloring,
        "player": game.position.player,
        "turns": _turns(game),
        "values": [
            {"name": name, **as_data(value), "winner": value.winner(under.rules), "line": _line_of(under)}
            for name, under, value in values
        ],
        "parting": parting and {"turns": _turns(parting.games[0]), "says": parting.says(names)},
    }
