"""Both ways of counting by AGA rules give the same difference, given that White makes the last move.

That is proved for boards of every size, on one unspecified point. By area a player scores more than by territory, by
the stones they have played or passed; each turn adds one stone for its player; and as White moves last, both players
have then given equally many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from ....interpreter.history import after, first_record
from ....interpreter.result import as_set_up, ended_game, lead_of
from ....spec.aga.ending import stones_played_or_passed, without_dead_stones
from ....spec.aga.presets import PRESETS
from ....spec.algebra import BLACK, WHITE, Color, Coloring
from ....spec.composition import move, pseudolegal
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Move, Phase, Record, Unblock
from ...evidence.checks import EVERY_SIZE, check
from ...evidence.verdict import Outcome, Verdict
from ...proofs.coverage import covering
from ...proofs.declarations import OF_DIFFERENCES
from ...proofs.left_open import LeftOpen, unknown_if_unreadable
from ...proofs.one_point import PointwiseBoard, Total, as_total
from ...proofs.rule_sets import Values, alike, rule_sets
from ...proofs.stones_kept import ProvedStatement, of_any_komi, unknown_end, unknown_game
from .counted_games import counting_by

IN_TURNS = (
    Decision.START,
    Decision.TURN,
    Decision.MOVE,
    Decision.PSEUDOLEGAL,
    Decision.AFTER_MOVE,
    Decision.CAPTURES,
    Decision.PASS,
    Decision.FIRST_PASS,
    Decision.PASS_STONES,
    Decision.NEXT_PHASE,
    Decision.COMPLETION,
    Decision.EARLY_END,
)
IN_SCORES = (Decision.REMOVAL, Decision.LIFE, Decision.SCORE)
BONUS: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.N_MINUS_ONE]}
# No stones, one, and any greater number of them.
HANDICAPS = (0, 1, 2)
IN_TURN = "legal turns in turn"
NOTES = (
    "Dead stones may be removed, and komi may be anything. After N handicap stones White has given N - 1 stones less, "
    "and the difference is the same if White is compensated as many points when areas are counted."
)
ASSUMES = (
    "The players take legal turns, each in turn, from the empty board or after handicap stones that Black placed.",
)


def lead(ended: Ended[Any]) -> Total:
    """How many stones more Black has played or passed than White."""
    return as_total(stones_played_or_passed(ended, BLACK) - stones_played_or_passed(ended, WHITE))


def lead_at_turn_of(player: Color) -> int:
    """What that lead is at the start of a turn: Black moves first, so it is one while White is to move."""
    return 1 if player is WHITE else 0


def leads_follow_turns(rules: Rules) -> Iterator[ProvedStatement]:
    """Statements about turns, and whether each is proved: stones are given in turn, and White gives the last one."""
    board = PointwiseBoard()
    empty_board = Coloring(board, board.nothing, board.nothing)
    start = first_record(rules, rules.sole(Decision.START).function(empty_board))
    as_expected = lead(ended_game(start)).equals(lead_at_turn_of(start.position.player))
    yield ProvedStatement("the start", board.proves(as_expected, step="the start"))
    for player in Color:
        board = PointwiseBoard()
        record, point = unknown_game(rules, board, Phase.MAIN, player, uneven=0), board.point("point")
        allowed = pseudolegal(record.rules, move(record.rules, record.position.coloring, player, point))
        stones, text = board.size(point), f"a move by {player.value}"
        disjoint = ~(record.position.coloring.black & record.position.coloring.white)
        yield ProvedStatement(text, _follows(text, record, after(record, Move(point)), stones, allowed, disjoint))
        text = f"a pass by {player.value}"
        for first_passer in (None, *Color):
            record = unknown_game(rules, board, Phase.MAIN, player, first_passer, uneven=0)
            yield ProvedStatement(text, _follows(text, record, after(record, PASS)))
        yield from _at_the_end(rules, player)
    if not all(any(not clause.function(kind) for clause in rules.deciding(Decision.TURN)) for kind in (Unblock(1),)):
        yield ProvedStatement("an unblock action", proved=False)


def after_handicap_stones(rules: Rules) -> ProvedStatement:
    """That after N handicap stones White, who takes the first turn, has given N - 1 stones less than otherwise."""
    board = PointwiseBoard()
    c = Coloring(board, board.unknown("handicap stones"), board.nothing)
    placed = board.size(c.black)
    ended = as_set_up(rules, c, handicap=placed)
    as_expected = lead(ended).equals(placed - 1 + lead_at_turn_of(WHITE))
    return ProvedStatement("the start after handicap stones", board.proves(as_expected, step="after handicap stones"))


def _at_the_end(rules: Rules, player: Color) -> Iterator[ProvedStatement]:
    """That White gives the last stone, that nothing else is added, and that the game is then over."""
    for first_passer in (None, *Color):
        board = PointwiseBoard()
        record = unknown_game(rules, board, Phase.MAIN, player, first_passer, uneven=0)
        yield _adds(board, record, Decision.COMPLETION, -lead_at_turn_of(player), "the last move")
        yield _adds(board, record, Decision.EARLY_END, 0, "an early end")
        try:
            over = rules.sole(Decision.NEXT_PHASE).function(record).phase is Phase.OVER
        except LeftOpen as error:
            error.settle()
            over = False
        yield ProvedStatement("the end of the game", over)


def _adds(board: PointwiseBoard, record: Record[Any], decision: Decision, stones: int, text: str) -> ProvedStatement:
    """Whether what the end of the game adds to the tally changes the lead by so many stones."""
    tally = record.tally
    try:
        for clause in record.rules.deciding(decision):
            tally = clause.function(record, tally)
    except LeftOpen as error:
        error.settle()
        return ProvedStatement(text, proved=False)
    later = replace(record, tally=tally, last=None, previous=None)
    change = lead(ended_game(later)) - lead(ended_game(record))
    return ProvedStatement(
        text, board.proves(change.equals(stones), step=f"{text}, {record.position.player.value} to move")
    )


def _follows(text: str, record: Record[Any], later: Record[Any], stones: Total | int = 1, *assumptions: Any) -> bool:
    """Whether the lead changes as the turn does, by the stones that the turn gives."""
    change = lead(ended_game(later)) - lead(ended_game(record))
    expected = lead_at_turn_of(later.position.player) - lead_at_turn_of(record.position.player)
    board: Any = record.position.coloring.board
    return bool(board.proves(change.equals(as_total(stones) * expected), *assumptions, step=text))


def scores_follow_leads(rules: Rules) -> Iterator[ProvedStatement]:
    """Statements about scores, likewise: dead stones keep the lead, and it is by how much the differences are apart."""
    for fewest, button in product(HANDICAPS, (None, *Color)):
        board = PointwiseBoard()
        stones: Any = board.at_least(fewest, "handicap") if fewest == max(HANDICAPS) else fewest
        ended = unknown_end(rules, board, button, handicap=stones)
        disjoint = ~(ended.coloring.black & ended.coloring.white)
        removed = without_dead_stones(ended, board.unknown("dead"))
        text = "the removal of dead stones"
        yield ProvedStatement(text, board.proves(lead(removed).equals(lead(ended)), disjoint, step=text))
        by_area, by_territory = (_difference(counting_by(rules, scoring), ended) for scoring in Scoring)
        apart = lead(ended) - (stones - 1 if fewest else 0)
        text = f"the scores with {fewest} handicap stones{' or more' if fewest == max(HANDICAPS) else ''}"
        yield ProvedStatement(text, board.proves((by_area - by_territory).equals(apart), disjoint, step=text))


def _difference(rules: Rules, ended: Ended[Any]) -> Total:
    difference: Any = lead_of(replace(ended, rules=of_any_komi(rules)))
    return as_total(difference)


@covering(OF_DIFFERENCES)
@unknown_if_unreadable
def differences_are_equal(rules: Rules) -> Verdict:
    """Prove that both ways of counting give the same difference at the end of every game, on boards of every size."""
    rules = rules.literally()
    statements = [after_handicap_stones(rules)]
    for group in alike(rule_sets(rules, IN_TURNS), IN_TURNS):
        statements += leads_follow_turns(group[0])
    for some in rule_sets(rules, IN_SCORES, BONUS):
        statements += scores_follow_leads(some)
    not_proved = sorted({statement.text for statement in statements if not statement.proved})
    counts = {"statements": len(statements)}
    if not_proved:
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", counts, notes=f"Not proved: {', '.join(not_proved)}.")
    return Verdict(Outcome.PROVED, EVERY_SIZE, "z3", counts, notes=NOTES, assumes=ASSUMES)


check("claim/aga-same-difference", EVERY_SIZE, IN_TURN, cost=1, under=(PRESETS["aga"],), whatever_else=True)(
    differences_are_equal
)
