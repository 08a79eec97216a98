"""The games that engines are tried with: recorded ones, all small ones, and random ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, takewhile
from pathlib import Path
from random import Random
from typing import TypeAlias

from ...interpreter.adjudication import has_cleanup
from ...interpreter.files import contents
from ...interpreter.game import MOST_PASSES_TO_THE_END, Game
from ...interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, turn_text
from ...interpreter.records.sgf import read_sgf
from ...interpreter.story import Start, Story
from ...spec.algebra import WHITE, Grid
from ...spec.algebra.grid import squarest_first
from ...spec.composition import after_move, move, state
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Turn
from ..phase.machine import Model
from ..play.comparison import Line, Lockstep
from .coverage import Judged, SmallGamesCovered, gives_for_handicap
from .engine import Introduction, Setting, Unsupported
from .plan import in_turns
from .trial import Choose, Disagreement, Harness, following, trial

_MOST_LINES = 100_000


def small_games(
    harness: Harness,
    setting: Setting,
    rules: Rules,
    go_on: Callable[[], bool],
    most_turns: int | None = None,
    most_lines: int = _MOST_LINES,
    each: bool = False,
    rewinding: bool = False,
) -> Iterator[Disagreement | SmallGamesCovered | str]:
    """Play all games on a board, by their length, and yield what is met, each game that is played, and what is covered.

    A value comes after each length, as long as no game was left out because a shorter one could not be gone on with.

    Args:
        harness: the harness that runs the engine.
        setting: the board, which must not be set up, and the rules that the engine gets.
        rules: the rules that the interpreter plays by.
        go_on: asked before every game.
        most_turns: the most turns of a game; None for no bound.
        most_lines: how many games of a length are held in memory at the most; beyond that, no longer ones are played.
        each: whether to play each game by itself: an engine that is wrong may distinguish what the rules do not.
        rewinding: whether to take each game back, turn by turn.
    """
    games = Lockstep(Model.each((rules,), setting.grid))
    lines, turns, complete = [replace(games.start, symmetries=()) if each else games.start], 0, True
    covered, undisputed = SmallGamesCovered(str(setting.grid), each=each), list[Turn]()

    def goes_no_further(game: Game, options: Sequence[Turn]) -> None:
        undisputed.extend(options)

    while lines and (most_turns is None or turns <= most_turns):
        longer: dict[Hashable, Line] = {}
        all_gone_on_with = True
        for line in lines:
            if not go_on():
                return
            undisputed.clear()
            met = list(trial(harness, setting, rules, goes_no_further, rewinding, line.games[0]))
            yield from met
            all_gone_on_with &= not any(disagreement.breaks_off or disagreement.disputed for disagreement in met)
            yield f"games of {turns} turns on {setting.grid}"
            if turns != most_turns and len(longer) <= most_lines and not any(each_met.breaks_off for each_met in met):
                for continued in games.continued(line, undisputed):
                    if each:
                        longer[len(longer)] = continued
                    else:
                        games.gather(longer, continued)
        if complete:
            covered = replace(
                covered,
                turns=turns,
                games=covered.games + sum(line.number for line in lines),
                played=covered.played + len(lines),
                everything=not longer and turns != most_turns and all_gone_on_with,
            )
            yield covered
        complete &= all_gone_on_with
        lines, turns = list(longer.values()) if len(longer) <= most_lines else [], turns + 1


_LIKELY_PASSES = (0.0, 0.05, 0.3)
_FIRST_PASSES = (0, 0, 2, 4)
_WEIGHT_OF_A_CAPTURE = 6.0
_WEIGHT_OF_A_SELF_CAPTURE = 3.0
_WEIGHT_OF_A_REPETITION = 20.0
_WEIGHT_OF_AN_UNBLOCK = 6.0
_TURNS_FOR_EACH_POINT = 4
_FEWEST_TURNS = 20
_MOST_LOOKED_AT = 12


def random_player(chance: Random, likely_pass: float, longest: int, first_passes: int = 0) -> Choose:
    """What chooses legal turns at random, captures rather than other moves, until a game has the most turns.

    Some passes come first, so that later phases are reached on an open board; after them a pass is as likely as said.

    >>> game = Game(Rules(), 3)
    >>> random_player(Random(1), likely_pass=1.0, longest=2)(game, game.turns())
    Pass()
    """

    def choose(game: Game, options: Sequence[Turn]) -> Turn | None:
        if game.record.turn >= longest or not options:
            return None
        passes = [turn for turn in options if isinstance(turn, Pass)]
        others = [turn for turn in options if not isinstance(turn, Pass)]
        likely = 1.0 if game.record.turn < first_passes else likely_pass
        if not others or (passes and chance.random() < likely):
            return passes[0] if passes else None
        looked_at = chance.sample(others, min(len(others), _MOST_LOOKED_AT))
        return chance.choices(looked_at, [_weight(game, turn) for turn in looked_at])[0]

    return choose


def player_on(chance: Random, grid: Grid, rules: Rules) -> Choose:
    """A random player for one game on a board."""
    first_passes = chance.choice(_FIRST_PASSES) if has_cleanup(rules) else 0
    longest = first_passes + _FEWEST_TURNS + _TURNS_FOR_EACH_POINT * grid.size
    return random_player(chance, chance.choice(_LIKELY_PASSES), longest, first_passes)


def _weight(game: Game, turn: Turn) -> float:
    if not isinstance(turn, Move):
        return _WEIGHT_OF_AN_UNBLOCK
    play = move(game.rules, game.position.coloring, game.position.player, turn.point)
    reached = state(game.rules, after_move(game.rules, game.position, play))
    if game.record.earlier.contains(reached) or game.record.since_pass.contains(reached):
        return _WEIGHT_OF_A_REPETITION
    if play.self_captured:
        return _WEIGHT_OF_A_SELF_CAPTURE
    return _WEIGHT_OF_A_CAPTURE if play.captured else 1.0


def recorded_in(files: Iterable[Path]) -> tuple[Story, ...]:
    """The games of some SGF files, each once; what they show is where they come from.

    Raises:
        ValueError: a file can't be read, or is no game record of Go in SGF.
    """
    distinct: dict[Hashable, Story] = {}
    for file in files:
        record = read_sgf(*contents(str(file)))
        turns = tuple(turn_text(record.start.grid, turn) for _, turn in record.turns)
        distinct.setdefault((record.start, turns), Story(record.start, turns, shows=file.name))
    return tuple(distinct.values())


_MOST_POINTS_OF_SMALL_GAMES = 6
_MOST_POINTS_TO_PLAY_EACH_GAME = 4
_SIDES = ((2, 2), (3, 1), (3, 2), (4, 1), (3, 3), (5, 1), (4, 3), (4, 4), (5, 5), (6, 6), (7, 7), (9, 9))


Met: TypeAlias = Disagreement | SmallGamesCovered | str
"""What is met where games are tried: a text says of what sort the game is that was played."""


def recorded_games(harness: Harness, by: Judged, games: Iterable[Story], plays: Introduction) -> Iterator[Met]:
    """The recorded games, as far as the rules and the engine allow them."""
    for recorded in games:
        setting = Setting.from_start(recorded.start, by.rules_told)
        if not plays.plays_on(setting.grid) or (setting.is_set_up and not plays.set_up):
            continue
        try:
            setting.game(by.rules)
            yield from trial(harness, setting, by.rules, following(recorded.turns, setting))
        except (ValueError, Unsupported):
            continue
        by.handicap_games += setting.handicap > 1
        yield recorded.shows


_MOST_HANDICAP_STONES = 3


def handicap_games(rules: Rules, plays: Introduction) -> Iterator[Story]:
    """Games that start after handicap stones, and in which both only pass, where the rules give points for them."""
    grid = next((grid for grid in boards_of_random_games(plays) if grid.size > _MOST_HANDICAP_STONES), None)
    if grid is None or not gives_for_handicap(rules):
        return
    passes = (turn_text(grid, PASS),) * MOST_PASSES_TO_THE_END
    for stones in range(1, _MOST_HANDICAP_STONES + 1):
        points = (BLACK_STONE * stones).ljust(grid.size, NO_STONE)
        rows = [points[start : start + grid.width] for start in range(0, grid.size, grid.width)]
        start = Start.at(END_OF_ROW.join(rows), WHITE, handicap=stones)
        yield Story(start, passes, shows="games with handicap stones")


def all_small_games(
    harness: Harness, by: Judged, plays: Introduction, go_on: Callable[[], bool], number: int
) -> Iterator[Met]:
    """All games on the smallest boards, the shorter ones first; every board has an equal part of the time.

    On the very smallest each is played by itself too.
    """
    grids = [grid for grid in squarest_first(_MOST_POINTS_OF_SMALL_GAMES) if plays.plays_on(grid)]
    searches = [(grid, False) for grid in grids]
    searches += [(grid, True) for grid in grids if grid.size <= _MOST_POINTS_TO_PLAY_EACH_GAME]
    most = _MOST_LINES // (number * (len(searches) or 1))
    games = (small_games(harness, by.setting(grid), by.rules, go_on, None, most, each) for grid, each in searches)
    return in_turns([(of_a_board, 1) for of_a_board in games], harness.effort_so_far)


def random_games(
    harness: Harness, by: Judged, chance: Random, plays: Introduction, grids: Sequence[Grid], go_on: Callable[[], bool]
) -> Iterator[Met]:
    """Random games on boards that the engine plays on, as long as there is time; each second one is taken back."""
    boards = boards_of_random_games(plays, grids)
    for number in takewhile(lambda _: go_on(), count()):
        (grid,) = chance.choices(boards, [1 / grid.size for grid in boards])
        player = player_on(chance, grid, by.rules)

        def choose(game: Game, options: Sequence[Turn], player: Choose = player) -> Turn | None:
            return player(game, options) if go_on() else None

        yield from trial(harness, by.setting(grid), by.rules, choose, rewinding=number % 2 == 1)
        by.boards[str(grid)] += 1
        yield f"random games on {grid}"


def games_near(
    disagreement: Disagreement, rules: Rules, plays: Introduction, grids: Sequence[Grid], chance: Random
) -> Iterator[tuple[Setting, Choose]]:
    """The game of a disagreement, and then without end random ones: every other one begins like it, on its board."""
    setting, turns = disagreement.setting, disagreement.turns_that_show_it
    yield setting, following(turns, setting)
    boards = boards_of_random_games(plays, grids)
    while True:
        begun = following(turns[: chance.randrange(len(turns) or 1)], setting)
        yield setting, _either(begun, player_on(chance, setting.grid, rules))
        (grid,) = chance.choices(boards, [1 / grid.size for grid in boards])
        yield Setting.from_start(Start.on(grid), setting.rules), player_on(chance, grid, rules)


def _either(first: Choose, second: Choose) -> Choose:
    return lambda game, options: first(game, options) or second(game, options)


def boards_of_random_games(plays: Introduction, grids: Sequence[Grid] = ()) -> list[Grid]:
    """Of some boards, or else of the usual ones, those that the engine plays on; one that it does where there is none.

    >>> boards_of_random_games(Introduction("some engine", "", frozenset(), smallest=19))
    [Grid(width=19, height=19)]
    """
    boards = [grid for grid in grids or [Grid(*sides) for sides in _SIDES] if plays.plays_on(grid)]
    side = plays.smallest if plays.smallest > 1 else plays.largest
    return boards or [Grid(side, side)]
