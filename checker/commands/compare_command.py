"""`superko compare`: find the shortest game on which two rule sets part, or tell on which games they agree."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from ...interpreter.explanations import explain
from ...interpreter.files import contents, write_file
from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.records.game_record import GameRecord, record_of
from ...interpreter.records.sgf import read_sgf, write_sgf
from ...interpreter.referee import state_report
from ...interpreter.rule_names import difference as rules_difference
from ...interpreter.rule_names import rules_to_json
from ...interpreter.story import Start, Story
from ...interpreter.wording import PLAYERS, counted, phase_name
from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..play.comparison import NOTHING, Begin, Comparison, Parting, PartingKind, Progress, along, compare, coverage
from ..play.outcomes import STRICT, Leniency
from ..telling.effort import Effort
from ..telling.options import (
    BadRequest,
    Beginning,
    NamedRules,
    beginning_options,
    boards_up_to,
    effort_option,
    json_option,
    output_option,
    refusing,
    two_rule_sets,
)
from ..telling.progress import Bar, progress_bar
from ..telling.report import INDENT, Console, say, show_board, show_result, tell_of_python
from ..telling.schemas import tell_json
from ..telling.terminal import Exit
from .compared_values import compare_values
from .opening import show_both

_USUAL_EFFORT = Effort(seconds=60)
FROM_RECORD = "Games begin with the turns of the record; what is said of all games is said of those."
_FROM_SET_UP = "Games begin where stones are set up; what is said of all games is said of those."


class WantedPartings(NamedTuple):
    """Which differences are looked for, and what is not taken for one.

    Attributes:
        depth: the most turns of a game; no bound, if None.
        leniency: what is not taken for a difference.
        every: whether each kind is looked for, until every clause that differs was shown; else one is.
    """

    depth: int | None = None
    leniency: Leniency = STRICT
    every: bool = False


class ComparisonUnderWay:
    """A comparison under way: how far it has come, shown as a progress bar, and why it stopped."""

    def __init__(
        self, rule_sets: tuple[Rules, Rules], effort: Effort, wanted: WantedPartings | None = None, quiet: bool = False
    ) -> None:
        self.progress = Progress(NOTHING, 0, 0)
        self.rule_sets, self.wanted = rule_sets, wanted or WantedPartings()
        self.interrupted = self.ran_out = False
        self.partings: list[Parting] = []
        self.unshown = clauses_that_differ(*rule_sets)
        self._effort, self._quiet = effort, quiet
        self._end = time.monotonic() + (effort.seconds or 0)
        self._deadline, self._on = self._end, ""

    def run(self, grid: Grid, start: Begin | None = None) -> Comparison:
        """Search until enough is found, everything is covered, the effort is spent, or the user has had enough."""
        self._on, self.ran_out = f" on {grid}", False
        comparison: Comparison | None = None
        depth, leniency = self.wanted.depth, self.wanted.leniency
        with suppress(KeyboardInterrupt), progress_bar("comparing", quiet=self._quiet) as bar:

            def go_on(progress: Progress) -> bool:
                return self._go_on(progress, bar)

            comparison = compare(*self.rule_sets, grid, depth, leniency, go_on, start=start, enough=self._enough)
        self.interrupted = comparison is None
        comparison = comparison or Comparison(None, self.progress.covered, leniency, followed=self.progress.covered)
        return self.taking(comparison)

    def taking(self, comparison: Comparison) -> Comparison:
        """Take note of what was found."""
        known = {parting.kind for parting in self.partings} if self.wanted.every else set[PartingKind]()
        self.partings += [parting for parting in comparison.partings if parting.kind not in known]
        for parting in comparison.partings:
            for name in parting.kind.clauses:
                self.unshown.pop(name, None)
        return comparison

    def by_size(self, grids: Sequence[Grid]) -> list[tuple[Grid, Comparison]]:
        """Search boards by their size, until enough is found; the time that is left is shared by those left.

        Where each kind of difference is looked for, it is also enough that a board took all its time, and showed none
        that is new.
        """
        comparisons: list[tuple[Grid, Comparison]] = []
        for number, grid in enumerate(grids):
            now, known = time.monotonic(), len(self.partings)
            self._deadline = now + (self._end - now) / (len(grids) - number)
            comparisons.append((grid, self.run(grid)))
            nothing_new = self.wanted.every and self.ran_out and 0 < known == len(self.partings)
            if self.interrupted or nothing_new or (self.partings and self.is_enough):
                break
        return comparisons

    @property
    def is_enough(self) -> bool:
        """Whether what was looked for is found."""
        return not self.unshown if self.wanted.every else bool(self.partings)

    @property
    def chosen(self) -> list[Parting]:
        """The differences to show."""
        return self.partings if self.wanted.every else self.partings[:1]

    def why_it_stopped(self, last_board: bool = True) -> str:
        """Why nothing was searched after the last board, in one sentence."""
        if self.interrupted:
            return "It was interrupted."
        if self.partings and self.is_enough:
            reason = "every clause that differs was shown" if self.wanted.every else "what was looked for was found"
            return f"It stopped there, as {reason}."
        if not last_board:
            return "It stopped there, as that board took all its time and showed nothing new; --board names others."
        if self.ran_out:
            return "The effort was spent; --effort allows more."
        return "--depth says no further." if self.wanted.depth is not None else "Every game was followed."

    def _enough(self, kinds: Collection[PartingKind]) -> bool:
        if not self.wanted.every:
            return bool(kinds)
        shown = {name for kind in kinds for name in kind.clauses}
        return bool(kinds) and not self.unshown.keys() - shown

    def _go_on(self, progress: Progress, bar: Bar) -> bool:
        self.progress = progress
        bar.doing(f"games of {progress.covered.turns + 1} turns{self._on}", progress.done, progress.lines)
        if self._effort.count is not None:
            self.ran_out = progress.covered.games + progress.done >= self._effort.count
        else:
            self.ran_out = time.monotonic() >= self._deadline
        return not self.ran_out


SHOWN_BY_GAMES = {
    Decision.TURN,
    Decision.MOVE,
    Decision.PSEUDOLEGAL,
    Decision.LEGAL,
    Decision.PHASE_ENDS,
    Decision.NO_RESULT,
    Decision.GAME_ENDS,
    Decision.SCORE,
}
"""Where clauses decide that can be seen to act in a game: they forbid a turn, end something, or give points."""


def clauses_that_differ(first: Rules, second: Rules) -> dict[str, None]:
    """The names of the clauses that two rule sets do not share, and that a game can show to act.

    >>> from superko.spec.presets import PRESETS
    >>> list(clauses_that_differ(PRESETS["tromp-taylor"], PRESETS["aga-like"]))[-1]
    'katago-v2/move/suicide-ban'
    """
    difference = rules_difference(first, second)
    clauses = (*difference.only_in_first, *difference.only_in_second, *(clause for clause, _ in difference.changed))
    return {clause.name: None for clause in clauses if clause.decides in SHOWN_BY_GAMES}


@click.command("compare")
@two_rule_sets
@beginning_options()
@click.option("--sgf", "record", metavar="FILE", help="Start with the game of this record.")
@click.option("--depth", type=click.IntRange(0), metavar="N", help="Only games of up to N turns.")
@effort_option(
    _USUAL_EFFORT,
    "How long to search: 60s, or 100000n to stop after that number of sequences of turns, or positions, on a board.",
)
@click.option("--margin", "margin_only", is_flag=True, help="Compare who wins and by how much, not what each scores.")
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Go on after the first difference, and show one of each kind; then which clauses were not shown to act.",
)
@click.option("--values", "of_values", is_flag=True, help="Compare the values of best play.")
@output_option("Write the games as SGF.")
@json_option
def compare_command(
    first: NamedRules,
    second: NamedRules,
    beginning: Beginning,
    up_to: str,
    record: str | None,
    depth: int | None,
    effort: Effort,
    margin_only: bool,
    every: bool,
    of_values: bool,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Find the shortest game on which the rule sets A and B differ, or say on which games they agree.

    Two games with the same turns part where they differ in which turns are legal, in the phase, in when they end, in
    what stands on the board, in who takes the next turn, or in the result. A and B are presets, ko=SIMPLE,suicide=no
    and the like, or FILE.py:NAME for rules in a Python file, of the same document or of two. Without a board, boards
    are searched by their size. An interrupted search tells what it has covered.

    With --values they differ where best play gives Black another lead under A than under B. The smallest position
    is looked for, and the shortest game from the empty board; and why each differs: the shortest play to a turn that
    only one rule set allows, or that ends the game otherwise. Where rows of stones are the board, or with --player,
    --phase or --turns, games begin there, and no other positions are gone through.

    Exits with 0 when no difference was found, with 1 when one was, with 2 when the request can't be understood, and
    with 130 when it was interrupted.
    """
    of_games = {
        "--sgf": record,
        "--margin": margin_only,
        "--all": every,
        "--output": output,
    }
    if of_values and (given := [option for option, value in of_games.items() if value]):
        raise BadRequest(f"With --values the leads of best play are compared; leave out {given[0]}.")
    if of_values:
        compare_values(first, second, beginning, up_to, depth, effort, json_wanted)
        return
    wanted = WantedPartings(depth, Leniency(scores=margin_only), every)
    names, rule_sets = (first.text, second.text), (first.rules, second.rules)
    search = ComparisonUnderWay(rule_sets, effort, wanted, json_wanted)
    tell_of_python(*rule_sets)
    with refusing():
        grids = [] if record or beginning.grid else boards_up_to(up_to)
        if record is not None:
            grid, comparison = _from_record(search, read_sgf(*contents(record)))
        elif beginning.grid is None:
            if not beginning.is_empty:
                raise ValueError("Name a board to start on it otherwise, by --board.")
            grid, comparison = _gathered(search.by_size(grids))
        else:
            for rules in rule_sets:
                beginning.game(rules)
            grid = beginning.grid
            comparison = search.run(grid, beginning.game)
    comparison = replace(comparison, parting=next(iter(search.chosen), None), partings=tuple(search.chosen))
    why = search.why_it_stopped(not grids or grid == grids[-1])
    if json_wanted:
        fields = comparison_as_json(names, grid, comparison)
        tell_json("compare", {**fields, "not_shown": search.unshown if every else None, "stopped": why})
    else:
        origin = FROM_RECORD if record is not None else "" if beginning.is_empty else _FROM_SET_UP
        show_comparison(Console(), names, grid, comparison, origin)
        show_the_rest(search, grid, comparison, why)
    if output is not None:
        with refusing():
            write_file(output, b"".join(map(as_sgf, comparison.partings)))
    if search.partings:
        sys.exit(Exit.DIFFERENCE)
    if search.interrupted:
        sys.exit(Exit.INTERRUPTED)


def _from_record(search: ComparisonUnderWay, record: GameRecord) -> tuple[Grid, Comparison]:
    """Compare along a record, and from its end on."""
    plain = replace(record, komi=None)
    grid = record.coloring.board.grid
    leniency, (first, second) = search.wanted.leniency, search.rule_sets
    came_to = along((plain.game(first), plain.game(second)), record.turns, leniency)
    if isinstance(came_to, Parting):
        return grid, search.taking(Comparison(came_to, NOTHING, leniency, (came_to,)))
    games = dict(zip(search.rule_sets, came_to.games, strict=True))
    return grid, search.run(grid, lambda rules: games[rules])


def _gathered(comparisons: list[tuple[Grid, Comparison]]) -> tuple[Grid, Comparison]:
    """The comparison on the last board, with what was covered on the others."""
    (grid, last) = comparisons[-1]
    return grid, replace(
        last, boards=tuple((str(searched), comparison.covered) for searched, comparison in comparisons)
    )


def show_the_rest(search: ComparisonUnderWay, grid: Grid, comparison: Comparison, why: str) -> None:
    """Print where a search stopped and why, and which clauses that differ it has not shown to act."""
    boards = [board for board, _ in comparison.boards] or [str(grid)]
    games = "on the last one games" if len(boards) > 1 else "games"
    if comparison.boards or search.wanted.every:
        say(
            Console(),
            f"Searched: {', '.join(boards)}, {games} of up to {counted(comparison.followed.turns, 'turn')}. {why}",
        )
    if search.wanted.every and search.unshown:
        say(Console(), "They differ in these clauses, too, which were not shown to act there:")
        for name in search.unshown:
            say(Console(), f"{INDENT}{name}")


def show_comparison(
    console: Console, names: Sequence[str], grid: Grid, comparison: Comparison, origin: str = ""
) -> None:
    """Print where two rule sets part, if that was found, and then on what they agree.

    Args:
        console: where to print it.
        names: what the rule sets are called.
        grid: the board.
        comparison: what was found.
        origin: where the games start, in one sentence, unless that is the empty board.
    """
    if comparison.parting is None:
        where = f"up to {comparison.boards[-1][0]}" if comparison.boards else f"on {grid}"
        say(console, f"No difference between {names[0]} and {names[1]} was found {where}.")
        if not comparison.boards:
            say(console, coverage(comparison))
    for parting in comparison.partings or filter(None, (comparison.parting,)):
        show_parting(console, names, parting)
        covered = dict(comparison.boards).get(str(parting.grid), comparison.covered)
        if parting is comparison.parting and len(parting.turns) == covered.turns + 1:
            say(console, f"\nNo shorter game tells them apart. {coverage(replace(comparison, covered=covered))}")
        further = [turn_text(parting.grid, parting.turn)] if parting.turn is not None else []
        show_both(console, parting.games, names, further)
        say(console, "") if len(comparison.partings) > 1 else None
    apart = {str(parting.grid) for parting in comparison.partings}
    for board, covered in comparison.boards:
        if board not in apart:
            say(console, f"{board}: {coverage(replace(comparison, covered=covered))}")
    if origin:
        say(console, origin)


def show_parting(console: Console, names: Sequence[str], parting: Parting) -> None:
    """Print the game on which two rule sets part, and what each says then."""
    grid = parting.grid
    turns = " ".join(turn_text(grid, turn) for turn in parting.turns) or "no turn"
    say(console, f"{names[0]} and {names[1]} part on {grid} after {turns}: they differ in {parting.aspect.value}.\n")
    show_board(console, parting.games[0])
    for name, game in zip(names, parting.games, strict=True):
        say(console, f"\n{name}:")
        for sentence in what_it_says(game, parting):
            say(console, sentence, INDENT, INDENT)
        if parting.turn is None and game.result is not None:
            show_result(console, game.result)


def as_sgf(parting: Parting) -> bytes:
    """The game on which two rule sets part, as SGF, under the rules by which all its turns are legal."""
    longest = max(parting.games, key=lambda game: len(game.turns_taken))
    if parting.turn is not None:
        allowing = next(game for game in parting.games if game.judge(parting.turn).legal)
        longest = allowing.play(parting.turn)
    return write_sgf(record_of(longest))


def turns_under(game: Game, parting: Parting) -> list[str]:
    """The turns that show a difference, under one of the rule sets, as text."""
    grid = game.grid
    shown = game.turns_taken if parting.turn is None else (*game.turns_taken, parting.turn)
    return [turn_text(grid, turn) for turn in shown]


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


def replaying(game: Game, parting: Parting) -> list[dict[str, Any]]:
    """The requests that replay the turns that show a difference, under one of the rule sets."""
    return Story(Start.of(game), tuple(turns_under(game, parting)), rules_to_json(game.rules)).requests()


def comparison_as_json(names: Sequence[str], grid: Grid, comparison: Comparison) -> dict[str, object]:
    """A comparison as a JSON object."""
    parting, covered = comparison.parting, comparison.covered
    fields: dict[str, object] = {"width": grid.width, "height": grid.height, "differs": parting is not None}
    if parting is not None:
        fields |= _parting_as_json(names, parting)
    agreed = {"depth": covered.turns, "games": covered.games, "ended": covered.ended, "all": covered.everything}
    fields |= {"agreed": agreed}
    if comparison.boards:
        fields["boards"] = [
            {"board": board, "depth": agreed_games.turns, "games": agreed_games.games}
            for board, agreed_games in comparison.boards
        ]
    if len(comparison.partings) > 1:
        fields["all"] = [_parting_as_json(names, parting) for parting in comparison.partings]
    return fields


def _parting_as_json(names: Sequence[str], parting: Parting) -> dict[str, object]:
    grid = parting.grid
    return {
        "board": grid,
        "in": parting.aspect.name.lower(),
        "clauses": parting.kind.clauses,
        "turns": [turn_text(grid, turn) for turn in parting.turns],
        "sides": [_side(name, game, parting) for name, game in zip(names, parting.games, strict=True)],
    }


def _side(name: str, game: Game, parting: Parting) -> dict[str, object]:
    fields: dict[str, object] = {
        "name": name,
        "rules": game.rules,
        "says": list(what_it_says(game, parting)),
    }
    if parting.turn is None:
        fields |= {"clause": game.ended_by, "result": game.result}
    else:
        judgement = game.judge(parting.turn)
        fields |= {"legal": judgement.legal, "clause": None if judgement.clause is None else judgement.clause.name}
    return fields | {"state": state_report(game), "requests": replaying(game, parting)}
