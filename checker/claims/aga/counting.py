"""Both ways of counting by AGA rules give the same difference, given that White makes the last move.

That is proved for boards of every size, on one unspecified point. By area a player scores more than by territory, by
the stones they have played or passed; each turn adds one stone for its player; and as White moves last, both players
have then given equally many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import add
from types import SimpleNamespace
from typing import Any, TypeAlias

import z3

from ....interpreter.game import Game
from ....interpreter.history import after, first_record
from ....interpreter.result import Score, ended_game, score
from ....spec.aga.ending import without_dead_stones
from ....spec.aga.last_move import stones_played_or_passed
from ....spec.aga.presets import PRESETS
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.composition import move, pseudolegal
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Move, Position, Record, Tally
from ...checks import EVERY_SIZE, Sides, check, check_boards
from ...proofs.pointwise import PointwiseBoard, Total, as_total
from ...search.lockstep import turns_of
from ...verdict import Outcome, Verdict, holds_unless
from ...witnesses import game_witness, score_text

LAST_MOVE = "aga/11-last-move"
SEARCHED: Sequence[Sides] = [(1, 1), (2, 1), (3, 1)]
MOST_HANDICAP = 9
Statement: TypeAlias = tuple[str, bool]
NOTES = (
    "Dead stones may be removed, and komi may be anything. After N handicap stones White has given N - 1 stones less, "
    "and the difference is the same if White is compensated as many points when areas are counted."
)


def lead(ended: Ended[Any]) -> Total:
    """How many stones more Black has played or passed than White."""
    return as_total(stones_played_or_passed(ended, BLACK) - stones_played_or_passed(ended, WHITE))


def lead_at_turn_of(player: Color) -> int:
    """What that lead is at the start of a turn: Black moves first, so it is one while White is to move."""
    return 1 if player is WHITE else 0


def leads_follow_turns(rules: Rules) -> Iterator[Statement]:
    """Statements about turns, and whether each is proved: stones are given in turn, and White gives the last one."""
    board = PointwiseBoard()
    empty_board = Coloring(board, board.nothing, board.nothing)
    start = first_record(rules, rules.sole(Decision.START).function(empty_board))
    as_expected = lead(ended_game(start)).equals(lead_at_turn_of(start.position.player))
    yield ("the start", board.proves(as_expected, step="the start"))
    for player in Color:
        board = PointwiseBoard()
        record, point = unknown_game(rules, board, player), board.point("point")
        allowed = pseudolegal(rules, move(rules, record.position.coloring, player, point))
        stones = board.size(point)
        step = f"a move by {player.value}"
        yield (step, _follows(step, record, after(record, Move(point)), stones, allowed))
        step = f"a pass by {player.value}"
        yield (step, _follows(step, record, after(record, PASS)))
        change = lead(ended_game(_completed(record))) - lead(ended_game(record))
        step = f"the last move at the turn of {player.value}"
        yield ("the last move", board.proves(change.equals(-lead_at_turn_of(player)), step=step))


def unknown_game(rules: Rules, board: PointwiseBoard, player: Color) -> Record:
    """The record of a game of which nothing is known but the player to move."""
    captures: Any = _counters(board, "captures")
    return first_record(rules, Position(_unknown_coloring(board), player), Tally(captures, moves={}))


def _counters(board: PointwiseBoard, name: str) -> dict[Color, Total]:
    return {color: board.counter(f"{name} {color}") for color in Color}


def _unknown_coloring(board: PointwiseBoard) -> Coloring[Any]:
    black, white = board.unknown("black"), board.unknown("white")
    board.constraints.append(~(black & white))
    return Coloring(board, black, white)


def _follows(step: str, record: Record, later: Record, stones: Total | int = 1, *assumptions: Any) -> bool:
    """Whether the lead changes as the turn does, by the stones that the turn gives."""
    change = lead(ended_game(later)) - lead(ended_game(record))
    expected = lead_at_turn_of(later.position.player) - lead_at_turn_of(record.position.player)
    board: Any = record.position.coloring.board
    return bool(board.proves(change.equals(as_total(stones) * expected), *assumptions, step=step))


def _completed(record: Record) -> Record:
    tally = record.tally
    for clause in record.rules.deciding(Decision.COMPLETION):
        tally = clause.function(record, tally)
    return replace(record, tally=tally)


def scores_follow_leads(rules: Rules) -> Iterator[Statement]:
    """Statements about scores, likewise: dead stones keep the lead, and it is by how much the differences are apart."""
    board = PointwiseBoard()
    ended = _unknown_end(rules, board)
    removed = without_dead_stones(ended, board.unknown("dead"))
    step = "the removal of dead stones"
    yield (step, board.proves(lead(removed).equals(lead(ended)), step=step))
    for handicap in range(MOST_HANDICAP + 1):
        ended = replace(ended, handicap=handicap)
        by_area, by_territory = (_difference(_counting(rules, scoring), ended) for scoring in Scoring)
        apart = lead(ended) - max(handicap - 1, 0)
        step = f"the scores with handicap {handicap}"
        yield (step, board.proves((by_area - by_territory).equals(apart), step=step))


def _unknown_end(rules: Rules, board: PointwiseBoard) -> Ended[Any]:
    c, nobody = _unknown_coloring(board), dict.fromkeys(Color, 0)
    return Ended(rules, c, _counters(board, "captures"), nobody, nobody, nobody, second_cleanup_start=c)


@lru_cache
def _counting(rules: Rules, scoring: Scoring) -> Rules:
    return replace(rules, scoring=scoring, handicap_bonus=HandicapBonus.N_MINUS_ONE)


def _difference(rules: Rules, ended: Ended[Any]) -> Total:
    any_komi: Any = SimpleNamespace(komi=z3.Real("komi"))
    ended = replace(ended, rules=any_komi)
    black, white = (
        reduce(add, (clause.function(ended, color) for clause in rules.deciding(Decision.SCORE)), Total(0, 0))
        for color in (BLACK, WHITE)
    )
    return black - white


def differences_are_equal(rules: Rules) -> Verdict:
    """Prove that both ways of counting give the same difference at the end of every game, on boards of every size."""
    statements = [*leads_follow_turns(rules), *scores_follow_leads(rules)]
    not_proved = [text for text, proved in statements if not proved]
    counts = {"statements": len(statements)}
    if not_proved:
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", counts, notes=f"Not proved: {', '.join(not_proved)}.")
    return Verdict(Outcome.PROVED, EVERY_SIZE, "z3", counts, notes=NOTES)


def all_games(rules: Rules, grid: Grid) -> Iterator[Game]:
    """Every game to its end, the shortest first; on larger boards than 3x1 there are too many."""
    games = [Game.start(rules, grid.width, grid.height)]
    while games:
        yield from (game for game in games if game.over)
        games = [game.play(turn) for game in games for turn in game.turns()]


def counted_both_ways(game: Game) -> tuple[Score, Score]:
    """The scores of a game that is over, by area and by territory."""
    ended = ended_game(game.record)
    by_area, by_territory = (score(replace(ended, rules=_counting(game.rules, scoring))) for scoring in Scoring)
    return by_area, by_territory


def distance(game: Game) -> float:
    """By how much the differences are apart."""
    by_area, by_territory = counted_both_ways(game)
    return abs(by_area.lead - by_territory.lead)


def count_all_games(rules: Rules, grid: Grid) -> Verdict:
    """Count the games to their end in which the two ways of counting differ."""
    distances = [distance(game) for game in all_games(rules, grid)]
    differing = sum(map(bool, distances))
    return holds_unless(differing, f"every game on {grid}", "search", games=len(distances))


def smallest_difference(without: Rules, rules: Rules) -> Verdict:
    """Find the smallest board, and a shortest game, on which the two ways of counting differ without a clause.

    The turns are shown under the rules that have it.
    """
    counts = {"games": 0}
    for width, height in SEARCHED:
        for game in all_games(without, Grid(width, height)):
            counts["games"] += 1
            if distance(game):
                return _witnessed(rules, game, counts | {"apart": int(distance(game))})
    return Verdict(Outcome.HOLDS, f"every game on boards up to {Grid(*SEARCHED[-1])}", "search", counts)


def _witnessed(rules: Rules, game: Game, counts: dict[str, int]) -> Verdict:
    grid = game.position.coloring.board.grid
    by_area, by_territory = counted_both_ways(game)
    shows = f"Without White's last move, by area {score_text(by_area)}; by territory {score_text(by_territory)}."
    start = Game.start(rules, grid.width, grid.height)
    witness = game_witness(start, turns_of(game), shows)
    return Verdict(Outcome.WITNESSED, str(grid), "search", counts, witness, minimal=True)


_AGA = PRESETS["aga"]

check("claim/aga-same-difference", EVERY_SIZE, cost=1, under=(_AGA,), whatever_else=True)(differences_are_equal)
for _reading in ("board", "board-and-player"):
    check_boards(
        "claim/aga-same-difference",
        count_all_games,
        boards=SEARCHED,
        rules=f"reading/aga-repetition={_reading}",
        under=(_AGA.reading({"reading/aga-repetition": _reading}),),
        whatever_else=True,
    )
check(
    "claim/aga-needs-equal-turns",
    "smallest",
    f"without={LAST_MOVE}",
    cost=0.5,
    under=(_AGA.dropping(LAST_MOVE), _AGA),
    whatever_else=True,
)(smallest_difference)
