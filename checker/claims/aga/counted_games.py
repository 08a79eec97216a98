"""Games by AGA rules, each counted both ways: every small game, and games of which the claim is false."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce

from ....interpreter.aga_procedure import Procedure
from ....interpreter.game import Game
from ....interpreter.result import Score, ended_game, score, score_text
from ....interpreter.story import Story
from ....spec.aga.presets import PRESETS
from ....spec.algebra import WHITE, Color, Grid
from ....spec.parameters import READINGS, HandicapBonus, Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Record
from ...evidence.checks import Sides, check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...phase.many import as_integers
from ...sweeps.sweep import legal_chunks

LAST_MOVE = "aga/11-last-move"
READ_AS = "reading/aga-last-move"
# By which clauses each reading completes a game; the second one has them both.
COMPLETING = {"white-moves-last": (LAST_MOVE,), "equal-totals": (LAST_MOVE, f"{LAST_MOVE}#equal-totals")}
SEARCHED: Sequence[Sides] = [(1, 1), (2, 1), (3, 1)]


@lru_cache
def counting_by(rules: Rules, scoring: Scoring) -> Rules:
    """The rules with one way of counting, by which White is compensated for all handicap stones but the first."""
    return replace(rules, scoring=scoring, handicap_bonus=HandicapBonus.N_MINUS_ONE)


def out_of_turn(rules: Rules) -> Verdict:
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
    verdict = Verdict(Outcome.REFUTED if apart else Outcome.HOLDS, "1x1", "game", {"apart": apart}, notes=notes)
    return if_it_acted(verdict, int(by_area.black != by_territory.black), "gave other scores both ways")


def smallest_position_set_up(rules: Rules) -> Verdict:
    """Find the smallest position that was set up, without handicap stones, and is counted otherwise by area."""
    positions = 0
    for width, height in SEARCHED:
        for c in (
            as_integers(found, at) for found in legal_chunks(Grid(width, height)) for at in range(len(found.black))
        ):
            positions += 1
            start = Game.set_up(rules, c)
            by_area, by_territory = counted_both_ways(start.play(PASS).play(PASS))
            if by_area.lead != by_territory.lead:
                shows = f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
                witness = Story.play(start, (PASS, PASS), shows)
                return Verdict(
                    Outcome.REFUTED, str(c.board.grid), "search", {"positions": positions}, witness, minimal=True
                )
    return Verdict(Outcome.HOLDS, f"positions up to {Grid(*SEARCHED[-1])}", "search", {"positions": positions})


def all_games(rules: Rules, grid: Grid) -> Iterator[Game]:
    """Every game to its end, the shortest first; on larger boards than 3x1 there are too many."""
    games = [Game.start(rules, grid.width, grid.height)]
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


def count_all_games(rules: Rules, grid: Grid) -> Verdict:
    """Count the games to their end in which the two ways of counting differ."""
    counted = [counted_both_ways(game) for game in all_games(rules, grid)]
    differing = sum(by_area.lead != by_territory.lead for by_area, by_territory in counted)
    other_scores = sum(by_area.black != by_territory.black for by_area, by_territory in counted)
    verdict = holds_unless(differing, f"every game on {grid}", "search", games=len(counted))
    return if_it_acted(verdict, other_scores, "gave other scores both ways")


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
    witness = Story.play(start, game.turns_taken, shows)
    return Verdict(Outcome.WITNESSED, str(grid), "search", counts, witness, minimal=True)


_AGA = PRESETS["aga"]

for _reading in READINGS[READ_AS].values:
    _read, _label = _AGA.reading({READ_AS: _reading}), f"{READ_AS}={_reading}"
    check(
        "claim/aga-same-difference",
        "1x1",
        f"a move out of turn, taken back {_label}",
        cost=0.1,
        under=(_read,),
        whatever_else=True,
    )(out_of_turn)
    check_boards(
        "claim/aga-same-difference",
        count_all_games,
        boards=SEARCHED,
        rules=f"every legal turn {_label}",
        under=(_read,),
        whatever_else=True,
    )
    check(
        "claim/aga-needs-equal-turns",
        "smallest",
        f"without={LAST_MOVE} {_label}",
        cost=0.5,
        under=(reduce(Rules.dropping, COMPLETING[_reading], _read), _read),
        whatever_else=True,
    )(smallest_difference)
check("claim/aga-same-difference", "smallest", "set up without handicap", cost=0.1, under=(_AGA,), whatever_else=True)(
    smallest_position_set_up
)
check_boards(
    "claim/aga-same-difference",
    count_all_games,
    boards=SEARCHED,
    rules="reading/aga-repetition=board-and-player",
    under=(_AGA.reading({"reading/aga-repetition": "board-and-player"}),),
    whatever_else=True,
)
