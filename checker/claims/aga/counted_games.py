"""Games under AGA rules, counted in both ways, and the readings that change what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....interpreter.game import Game
from ....interpreter.notation import board_text, vertex
from ....interpreter.result import Score, ended_game, score, score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Grid
from ....spec.algebra.grid import points_of
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Record, Turn
from ...evidence.verdict import Outcome, Seen, answer, case, cases, every_case, one_case, smallest_case
from ...sweeps.sweep import positions_of

SEARCHED_BOARDS = [Grid(1, 1), Grid(2, 1), Grid(3, 1)]


@lru_cache
def counting_by(rules: Rules, scoring: Scoring) -> Rules:
    """The rules with one way of counting, by which White is compensated for all handicap stones but the first."""
    return replace(rules, scoring=scoring, handicap_bonus=HandicapBonus.N_MINUS_ONE)


@one_case("1x1", "game", acts="gave other scores both ways")
def out_of_turn(rules: Rules) -> Seen:
    """Show that a move out of turn, which is objected to and treated as a pass, makes the differences apart."""
    game = Procedure.start(rules, 1, 1).play(Move(1), player=WHITE).object_to_last_move()
    game = game.play(PASS).compare_dead_stones(dict.fromkeys(Color, 0))
    by_area, by_territory = both_scores(rules, game.record)
    notes = (
        "White plays A1, though it is Black's turn. Black objects: the move is taken back, and treated as a pass, for "
        "which White hands over a stone. Black passes too, and neither player holds any stone dead. "
        f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
    )
    apart = int(abs(by_area.lead - by_territory.lead))
    return answer(not apart, {"apart": apart}, notes=notes, acted=int(by_area.black != by_territory.black))


@smallest_case(boards=SEARCHED_BOARDS, acts="was counted", scope="positions up to {last}")
def smallest_position_set_up(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that was set up, without handicap stones, and is counted otherwise by area."""
    for c in positions_of(grid):
        start = Game(rules, rows=c)
        by_area, by_territory = counted_both_ways(start.play(PASS).play(PASS))
        shows = f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
        yield case(by_area.lead == by_territory.lead, Story.play(start, (PASS, PASS), shows), positions=1)


def all_games(rules: Rules, grid: Grid) -> Iterator[Game]:
    """Every game to its end, the shortest first; on larger boards than 3x1 there are too many."""
    games = [Game(rules, grid)]
    while games:
        yield from (game for game in games if game.over)
        games = [game.play(turn) for game in games for turn in game.turns()]


def counted_both_ways(game: Game) -> tuple[Score, Score]:
    """The scores of a game that is over, by area and by territory."""
    return both_scores(game.rules, game.record)


def both_scores(rules: Rules, record: Record) -> tuple[Score, Score]:
    """The scores of a game that ends with a record, by area and by territory."""
    ended = ended_game(record)
    by_area, by_territory = (score(replace(ended, rules=counting_by(rules, scoring))) for scoring in Scoring)
    return by_area, by_territory


def distance(game: Game) -> float:
    """By how much the differences are apart."""
    by_area, by_territory = counted_both_ways(game)
    return abs(by_area.lead - by_territory.lead)


@every_case("every game on {grid}", acts="gave other scores both ways")
def count_all_games(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Count the games to their end in which the two ways of counting differ."""
    for game in all_games(rules, grid):
        by_area, by_territory = counted_both_ways(game)
        yield case(by_area.lead == by_territory.lead, acted=by_area.black != by_territory.black, games=1)


@smallest_case(Outcome.WITNESSED, SEARCHED_BOARDS, acts="was counted", scope="every game on boards up to {last}")
def smallest_difference(without: Rules, rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and a shortest game, on which the two ways of counting differ without a clause.

    The turns are shown under the rules that have it.
    """
    for game in all_games(without, grid):
        yield cases(acted=1, games=1)
        if distance(game):
            yield cases(1, partial(_counted_witness, rules, game), apart=int(distance(game)))


def _counted_witness(rules: Rules, game: Game) -> Story:
    grid = game.grid
    by_area, by_territory = counted_both_ways(game)
    shows = f"Without White's last move, by area {score_text(by_area)}; by territory {score_text(by_territory)}."
    return Story.play(Game(rules, grid), game.turns_taken, shows)


AGA = PRESETS["aga"]


_LARGEST = 3
_MOST_ACTIONS = 7

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


@smallest_case(Outcome.WITNESSED, _LARGEST, scope=f"{_MOST_ACTIONS} actions on boards of up to {{points}} points")
def smallest_story(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the fewest actions on it, after which a game comes out otherwise by a reading."""
    stories = [ReadStory(tuple(Procedure.start(rule_set, grid.width, grid.height) for rule_set in (rules, otherwise)))]
    for _ in range(_MOST_ACTIONS):
        longer: dict[Come, ReadStory] = {}
        for later in (later for story in stories for later in _later(story)):
            usually, so_read = map(come_of, later.games)
            yield case(usually == so_read, partial(_witness, grid, rules, later), games=1)
            longer.setdefault((usually, *(game.record.pass_run for game in later.games)), later)
        stories = list(longer.values())


def _later(story: ReadStory) -> Iterator[ReadStory]:
    for action in actions_in(story.games[0]):
        yield ReadStory(tuple(map(action.done, story.games)), (*story.actions, action))


def actions_in(game: Procedure) -> Iterator[Action]:
    """What players can do: the legal turns first, then illegal moves, then what they say."""
    if game.stage is ProcedureStage.OVER:
        return
    c = game.record.position.coloring
    yield Action("pass", lambda procedure: procedure.play(PASS), PASS)
    for player in (game.player, game.player.opponent):
        for point in points_of(c.board.everything):
            yield _moving(game, player, Move(point))
    if _can_object(game):
        yield Action("an objection", Procedure.object_to_last_move)
    if game.stage is ProcedureStage.AGREEING:
        yield Action("agreement that all stones live", lambda procedure: procedure.compare_dead_stones({}))
        if stones := c.black | c.white:
            yield Action(
                "disagreement on every stone", lambda procedure: procedure.compare_dead_stones({BLACK: stones})
            )


def _moving(game: Procedure, player: Color, move: Move) -> Action:
    grid = game.record.position.coloring.board.grid
    later = game.play(move, player)
    illegal = later.last and later.last.illegal
    how = f", which is illegal ({illegal.name})" if illegal else ""
    words = f"{player.name.capitalize()} {vertex(grid, move.point)}{how}"
    return Action(words, lambda procedure: procedure.play(move, player), None if illegal else move)


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
    return (
        record.position,
        frozenset(record.earlier),
        prisoners,
        game.stage,
        game.can_agree,
        score,
        last,
        _can_object(game),
    )


def _witness(grid: Grid, rules: Rules, story: ReadStory) -> Story:
    legal: list[Turn] = []
    start = game = Game(rules, grid)
    for action in story.actions:
        if action.turn is None or game.over or not game.judge(action.turn).legal:
            break
        game = game.play(action.turn)
        legal.append(action.turn)
    said = "; ".join(action.words for action in story.actions)
    usually, so_read = map(_sentence_about, story.games)
    shows = f"After {said}: {usually}. By the other reading: {so_read}."
    return Story.play(start, tuple(legal), shows)


def _sentence_about(game: Procedure) -> str:
    score = f", {game.result.black:g} to {game.result.white:g}" if game.result else ""
    agreement = ", and the players can agree" if game.can_agree and game.stage is ProcedureStage.PLAYING else ""
    objection = ", with an objection possible" if _can_object(game) else ""
    stands = board_text(game.record.position.coloring)
    return f"{stands}, and the game is {game.stage.value}{score}{agreement}{objection}"
