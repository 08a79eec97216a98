"""Games under several rule sets side by side, and where two rule sets part: the shortest game on which they differ.

A line stands for all games that are the same but for a symmetry of the board, for all that have the same future, and
for all that have ended alike; it knows how many they are, so that what is counted are games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from ...interpreter.drawing import picture_of, svg, with_pictures
from ...interpreter.game import Game
from ...interpreter.notation import Size, grid_of, turn_text
from ...interpreter.result import Score, score_text
from ...interpreter.rules_files import rules_of
from ...interpreter.story import Story
from ...interpreter.wording import counted
from ...spec.algebra import BLACK, Color, Grid
from ...spec.algebra.grid import boards_by_size
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Turn
from ..evidence.verdict import Outcome, Seen, cases, count, smallest_case
from ..phase.machine import Model
from ..phase.symmetry import Permutation, up_to_symmetry
from ..telling.effort import Effort
from .outcomes import STRICT, Leniency, PartingAspect, difference, lead_for


@dataclass(frozen=True, slots=True)
class Line:
    """Games with the same turns so far, one for each rule set.

    Attributes:
        number: how many sequences of turns the line stands for.
        symmetries: the symmetries of the board, other than leaving it as it is, that change none of the turns so far.
    """

    games: tuple[Game, ...]
    number: int = 1
    symmetries: tuple[Permutation, ...] = ()

    @property
    def over(self) -> bool:
        """Whether one of the games has ended."""
        return any(game.over for game in self.games)


class Lockstep:
    """All games from the same start under some rule sets, one model for each.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> games = Lockstep([Model.of(Rules(), Grid(2, 1))])
    >>> sum(line.number for line in games.longer([games.start]))
    3
    """

    def __init__(self, models: Sequence[Model]) -> None:
        self._models = tuple(models)
        images = min((model.images for model in self._models), key=len)
        self.start = Line(tuple(model.start for model in self._models), symmetries=images)

    def longer(self, lines: Iterable[Line]) -> list[Line]:
        """The lines that are one turn longer, by the turns that are legal in the first game; none after the end."""
        by_future: dict[Hashable, Line] = {}
        for line in lines:
            if not line.over:
                for longer in self.continued(line, line.games[0].turns()):
                    self.gather(by_future, longer)
        return list(by_future.values())

    def continued(self, line: Line, turns: Iterable[Turn]) -> Iterator[Line]:
        """What each of some turns makes of a line, where none of its games is over; the turns are not judged."""
        for turn, number, kept in up_to_symmetry(turns, line.symmetries):
            yield Line(tuple(game.taking(turn) for game in line.games), line.number * number, kept)

    def gather(self, lines: dict[Hashable, Line], line: Line) -> None:
        """Add a line to others of the same length; with one that has the same future, it becomes one line."""
        key = self._future(line)
        known = lines.get(key)
        lines[key] = line if known is None else replace(known, number=known.number + line.number)

    def _future(self, line: Line) -> Hashable:
        futures = list[Hashable]()
        for model, game in zip(self._models, line.games, strict=True):
            result = game.result
            scores = (result.black, result.white) if isinstance(result, Score) else result
            futures.append((game.ended_by, scores) if game.over else model.key(game))
        return tuple(futures)


def layers(games: Lockstep, depth: int | None) -> Iterator[list[Line]]:
    """The lines of each length, from none up to a number of turns, as long as there are any."""
    lines, turns = [games.start], 0
    while lines and (depth is None or turns <= depth):
        yield lines
        lines, turns = games.longer(lines), turns + 1


def lines_of(games: Lockstep, depth: int | None) -> Iterator[Line]:
    """All lines of up to a number of turns, the shorter ones first."""
    return (line for lines in layers(games, depth) for line in lines)


def lead_passed_on(game: Game, player: Color = BLACK) -> float:
    """By how much a player leads, Black if none is named, if both only pass.

    Raises:
        ValueError: the game then has no score.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.rules import Rules
    >>> lead_passed_on(Game(Rules(), rows=".X."))
    3.0
    """
    result = game.passed_out().result
    if not isinstance(result, Score):
        raise Refusal("If both players only pass, this game has no score.")
    return lead_for(player, result)


def as_far_as_legal(game: Game, turns: Iterable[Turn]) -> Game:
    """The game with some turns more, up to its end, or to the first that its rules forbid."""
    for turn in turns:
        if game.over or not game.judge(turn).legal:
            break
        game = game.play(turn)
    return game


_LINES_BETWEEN_REPORTS = 20
_MOST_POINTS = 6


@dataclass(frozen=True)
class Parting:
    """A game on which two rule sets part.

    Attributes:
        games: the game under each, up to where they part, and passed on to its end where the other one is over and
            that is not taken for a difference.
        turn: the turn after it that only one of them allows, if that is how they differ.
    """

    aspect: PartingAspect
    games: tuple[Game, Game]
    turn: Turn | None = None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that both games have in common, and the one that only one of them allows."""
        common = min((game.turns_taken for game in self.games), key=len)
        return common if self.turn is None else (*common, self.turn)

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.games[0].grid

    @property
    def story(self) -> Story:
        """The game under the first rule set, and how the second one differs then."""
        game = self.games[0]
        shows = f"Then the two rule sets differ in {self.aspect.value}"
        if self.turn is not None:
            legal = "only the first" if game.judge(self.turn).legal else "only the second"
            shows += f": {legal} allows {turn_text(self.grid, self.turn)}"
        elif self.aspect is PartingAspect.RESULT:
            shows += f": {', or '.join(score_text(ended.result) for ended in self.games)}"
        return Story.of(game, f"{shows}.")


@dataclass(frozen=True)
class AgreedGames:
    """Games, counted at every length, on which two rule sets agree: up to a number of turns, or all there are."""

    turns: int
    games: int
    ended: int
    everything: bool = False


NOTHING = AgreedGames(0, 0, 0)


@dataclass(frozen=True)
class Progress:
    """How far a search has come: how many of the longest games, as lines, have been carried on by a turn."""

    covered: AgreedGames
    done: int
    lines: int


@dataclass(frozen=True)
class Comparison:
    """Where two rule sets part first, if that was found, and what was covered; on each board, if there are several."""

    parting: Parting | None
    covered: AgreedGames
    leniency: Leniency = STRICT
    boards: tuple[tuple[str, AgreedGames], ...] = ()

    def __str__(self) -> str:
        """Where the two part, or on which games they agree."""
        if self.parting is None:
            where = f" up to {self.boards[-1][0]}" if self.boards else ""
            return f"No difference was found{where}. {coverage(self)}"
        common = self.parting.turns[: None if self.parting.turn is None else -1]
        turns = " ".join(turn_text(self.parting.grid, turn) for turn in common)
        when = f"After {turns}" if turns else "At the start"
        return f"{when} on {self.parting.grid}, {self.parting.story.shows.removeprefix('Then ')}"

    def _repr_html_(self) -> str:
        """The same, with the board on which they part, as notebooks show it."""
        games = () if self.parting is None else self.parting.games[:1]
        return with_pictures(str(self), *(svg(picture_of(game.record)) for game in games))


def coverage(comparison: Comparison) -> str:
    """On which games two rule sets agree.

    >>> coverage(Comparison(None, AgreedGames(turns=5, games=27, ended=9, everything=True)))
    'They agree on every game there is, of up to 5 turns: 27 sequences of turns, 9 of them to the end.'
    """
    covered = comparison.covered
    every = "every game there is, of up to" if covered.everything else "every game of up to"
    sequences = f"{counted(covered.games, 'sequence')} of turns"
    until = " Where one game was over, the other was passed to its end." if comparison.leniency.ends else ""
    turns = counted(covered.turns, "turn")
    return f"They agree on {every} {turns}: {sequences}, {covered.ended:,} of them to the end.{until}"


_Watch: TypeAlias = Callable[[Progress], bool]
Begin: TypeAlias = Callable[[Rules], Game]


def compare(
    first: Rules,
    second: Rules,
    grid: Grid,
    depth: int | None = None,
    leniency: Leniency = STRICT,
    go_on: _Watch = lambda progress: True,
    start: Begin | None = None,
) -> Comparison:
    """Search for the shortest game on which two rule sets part, from the empty grid or as `start` has it under each.

    Games have as many turns as the depth at most, if there is one; `go_on` is asked now and then whether to go on.

    >>> from superko.spec.presets import PRESETS
    >>> compare(PRESETS["tromp-taylor"], PRESETS["tromp-taylor-ten"], Grid(2, 1)).covered
    AgreedGames(turns=5, games=27, ended=9, everything=True)
    >>> compare(Rules(), Rules(komi=0.5), Grid(2, 1)).parting.turns
    (Pass(), Pass())
    """
    covered = NOTHING
    begin = start or (lambda rules: Game(rules, grid))
    for step in search((begin(first), begin(second)), leniency):
        if isinstance(step, Parting):
            return Comparison(step, covered, leniency)
        covered = step.covered
        if covered.turns == depth or not go_on(step):
            break
    return Comparison(None, covered, leniency)


def compare_rules(
    first: str | Rules,
    second: str | Rules,
    size: Size | None = None,
    *,
    depth: int | None = None,
    seconds: float = 60.0,
) -> Comparison:
    """Search for the shortest game on which two rule sets part, on one board or on boards by their size.

    Args:
        first: one rule set, or what names it.
        second: the other; it may be of another document.
        size: the board; those of up to six points, the smallest first, if left out.
        depth: the most turns that a game may have; None for no bound.
        seconds: how long to search, in all.

    Raises:
        TypeError, ValueError: there are no such rules or no such board.

    >>> print(compare_rules("tromp-taylor", "tromp-taylor,ko=SITUATIONAL"))
    After A1 pass on 2x1, the two rule sets differ in which turns are legal: only the second allows B1.
    """
    rule_sets = rules_of(first), rules_of(second)
    boards = boards_by_size(_MOST_POINTS) if size is None else [grid_of(size)]
    return compare_boards(*rule_sets, boards, Effort(seconds=seconds), depth)


def compare_boards(
    first: Rules,
    second: Rules,
    boards: Sequence[Grid],
    effort: Effort,
    depth: int | None = None,
    leniency: Leniency = STRICT,
    start: Begin | None = None,
    watch: Callable[[Grid, Progress], object] = lambda grid, progress: None,
) -> Comparison:
    """Compare two rule sets on boards, one after the other, until a difference is found; see `compare`.

    The seconds of an effort are for all boards, and those that are left share the time that is left; a count is of
    sequences of turns on each.
    """
    end, covered = time.monotonic() + (effort.seconds or 0), []
    for left, grid in zip(range(len(boards), 0, -1), boards, strict=True):
        go_on = partial(_goes_on, effort, time.monotonic() + (end - time.monotonic()) / left, partial(watch, grid))
        comparison = compare(first, second, grid, depth, leniency, go_on, start)
        covered.append((str(grid), comparison.covered))
        if comparison.parting is not None:
            break
    return replace(comparison, boards=tuple(covered))


def _goes_on(effort: Effort, deadline: float, watch: Callable[[Progress], object], progress: Progress) -> bool:
    watch(progress)
    if effort.count is None:
        return time.monotonic() < deadline
    return progress.covered.games + progress.done < effort.count


def search(starts: tuple[Game, Game], leniency: Leniency = STRICT) -> Iterator[Progress | Parting]:
    """Search breadth first, telling how far it has come and where the two part, until everything is covered.

    Games that have parted are not carried on; where only one of them allows a turn, the turns that both allow are.
    """
    games = Lockstep([Model(start) for start in starts])
    parting = parting_in_outcome(games.start, leniency)
    if parting is not None:
        yield parting
        return
    lines = [games.start]
    covered = _covering(lines, 0)
    while going_on := [line for line in lines if not line.over]:
        longer: dict[Hashable, Line] = {}
        for done, line in enumerate(going_on):
            if done % _LINES_BETWEEN_REPORTS == 0:
                yield Progress(covered, done, len(going_on))
            for continued in carried_on(games, line, leniency):
                if isinstance(continued, Parting):
                    yield continued
                else:
                    games.gather(longer, continued)
        lines = list(longer.values())
        covered = _covering(lines, covered.turns + 1, covered)
    yield Progress(replace(covered, everything=True), done=0, lines=0)


def _covering(lines: list[Line], turns: int, before: AgreedGames = NOTHING) -> AgreedGames:
    return AgreedGames(
        turns,
        before.games + sum(line.number for line in lines),
        before.ended + sum(line.number for line in lines if line.over),
    )


def carried_on(games: Lockstep, line: Line, leniency: Leniency) -> Iterator[Line | Parting]:
    """What each turn makes of a line: a longer one, or a parting."""
    turns, others = line.games[0].turns(), {*line.games[1].turns()}
    differing = {*turns} ^ others
    if differing:
        in_order = sorted(differing, key=lambda turn: (type(turn).__name__, getattr(turn, "point", 0)))
        yield Parting(PartingAspect.LEGAL, (line.games[0], line.games[1]), in_order[0])
    for longer in games.continued(line, [turn for turn in turns if turn in others]):
        yield parting_in_outcome(longer, leniency) or longer


def parting_in_outcome(line: Line, leniency: Leniency) -> Parting | None:
    """How two games with the same turns differ in what those turns led to, if they do."""
    first, second = (game.passed_out() if leniency.ends and line.over else game for game in line.games)
    aspect = difference(first, second, leniency)
    return None if aspect is None else Parting(aspect, (first, second))


@smallest_case(Outcome.WITNESSED, boards=5)
def smallest_parting(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the shortest game on it from the empty board, on which two rule sets part."""
    comparison = compare(rules, otherwise, grid)
    yield count(games=comparison.covered.games)
    if comparison.parting is not None:
        yield cases(1, comparison.parting.story)
