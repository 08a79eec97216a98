"""What each reading of the AGA's rules changes: the smallest board, and the fewest turns and statements, to show it.

Most of it is seen only where players say something around their turns, or let an illegal move stand. So games are
followed with everything that players can do: take turns, legal or not, note an illegal move, and agree or disagree once
both have passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....interpreter.game import Game
from ....interpreter.notation import board_text, vertex
from ....interpreter.story import Story
from ....spec.aga.presets import PRESETS
from ....spec.algebra import BLACK, Color, Grid
from ....spec.algebra.grid import boards_of, points_of
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Turn
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict
from ..readings import read_in_two_ways

LARGEST = 3
MOST_ACTIONS = 7
BY_SIZE = [grid for size in range(1, LARGEST + 1) for grid in boards_of(size)]
LAST_MOVE, PASS_ACCEPTS = "reading/aga-last-move", "reading/aga-pass-accepts"
BOTH_PASS_TWICE, WITHOUT_STONES = "reading/aga-both-pass-twice", "reading/aga-region-without-stones"

Come: TypeAlias = tuple[Any, ...]


class Action(NamedTuple):
    """Something that players can do, in words, and the legal turn that it is, if it is one."""

    words: str
    done: Callable[[Procedure], Procedure]
    turn: Turn | None = None


class ReadStory(NamedTuple):
    """A game read in two ways, and what was done in it."""

    games: tuple[Procedure, ...]
    actions: tuple[Action, ...] = ()


def smallest_story(rules: Rules, otherwise: Rules) -> Verdict:
    """Find the smallest board, and the fewest actions on it, after which a game comes out otherwise by a reading."""
    followed = 0
    for grid in BY_SIZE:
        stories = [ReadStory(tuple(Procedure.start(some, grid.width, grid.height) for some in (rules, otherwise)))]
        for _ in range(MOST_ACTIONS):
            longer: dict[Come, ReadStory] = {}
            for later in (later for story in stories for later in _later(story)):
                followed += 1
                usually, so_read = map(come_of, later.games)
                if usually != so_read:
                    return _witnessed(grid, followed, rules, later)
                longer.setdefault((usually, *(game.record.pass_run for game in later.games)), later)
            stories = list(longer.values())
    scope = f"{MOST_ACTIONS} actions on boards of up to {LARGEST} points"
    return Verdict(Outcome.UNKNOWN, scope, "search", {"games": followed})


def _later(story: ReadStory) -> Iterator[ReadStory]:
    for action in actions_in(story.games[0]):
        yield ReadStory(tuple(map(action.done, story.games)), (*story.actions, action))


def actions_in(game: Procedure) -> Iterator[Action]:
    """What players can do: the legal turns first, then illegal moves, then what they say."""
    if game.stage is ProcedureStage.OVER:
        return
    c = game.record.position.coloring
    yield Action("pass", lambda some: some.play(PASS), PASS)
    for player in (game.player, game.player.opponent):
        for point in points_of(c.board.everything):
            yield _moving(game, player, Move(point))
    if _can_object(game):
        yield Action("an objection", Procedure.object_to_last_move)
    if game.stage is ProcedureStage.AGREEING:
        yield Action("agreement that all stones live", lambda some: some.compare_dead_stones({}))
        if stones := c.black | c.white:
            yield Action("disagreement on every stone", lambda some: some.compare_dead_stones({BLACK: stones}))


def _moving(game: Procedure, player: Color, move: Move) -> Action:
    grid = game.record.position.coloring.board.grid
    later = game.play(move, player)
    illegal = later.last and later.last.illegal
    how = f", which is illegal ({illegal.name})" if illegal else ""
    words = f"{player.name.capitalize()} {vertex(grid, move.point)}{how}"
    return Action(words, lambda some: some.play(move, player), None if illegal else move)


def _can_object(game: Procedure) -> bool:
    """Whether there is an illegal move to be noted."""
    try:
        game.object_to_last_move()
    except ValueError:
        return False
    return True


def come_of(game: Procedure) -> Come:
    """What has come of a game: what stands, what was captured, what can be done now, and the score once it is over."""
    record = game.record
    prisoners = tuple(record.tally.captures[color] for color in Color)
    score = game.result and (game.result.black, game.result.white)
    last = game.last and (game.last.player, game.last.turn, game.last.illegal and game.last.illegal.name)
    return record.position, frozenset(record.earlier), prisoners, game.stage, score, last, _can_object(game)


def _witnessed(grid: Grid, followed: int, rules: Rules, story: ReadStory) -> Verdict:
    legal: list[Turn] = []
    start = game = Game.start(rules, grid.width, grid.height)
    for action in story.actions:
        if action.turn is None or game.over or not game.judge(action.turn).legal:
            break
        game = game.play(action.turn)
        legal.append(action.turn)
    said = "; ".join(action.words for action in story.actions)
    usually, so_read = map(_told, story.games)
    shows = f"After {said}: {usually}. By the other reading: {so_read}."
    witness = Story.play(start, tuple(legal), shows)
    return Verdict(Outcome.WITNESSED, str(grid), "search", {"games": followed}, witness, minimal=True)


def _told(game: Procedure) -> str:
    score = f", {game.result.black:g} to {game.result.white:g}" if game.result else ""
    objection = ", with an objection possible" if _can_object(game) else ""
    stands = board_text(game.record.position.coloring)
    return f"{stands}, and the game is {game.stage.value}{score}{objection}"


AGA = PRESETS["aga"]
for _name, _value in (
    (LAST_MOVE, "white-moves-last"),
    (PASS_ACCEPTS, "leaves-open"),
    (BOTH_PASS_TWICE, "count-anew"),
    (WITHOUT_STONES, "by-both"),
):
    check(_name, "smallest", "document=aga", cost=1, under=read_in_two_ways(AGA, _name, _value))(smallest_story)
