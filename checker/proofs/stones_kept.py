"""What is counted of a game, proved on one unspecified point: stones are neither made nor lost, and leads have bounds.

For each color, the stones on the board and those captured equal in number those placed and those moved. That holds at
the start, and it is kept by every turn, by every end, and by all that is added up or removed before the score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial, wraps
from itertools import product
from math import inf
from types import MappingProxyType
from typing import Any, TypeAlias

import z3

from ...interpreter.game import Game
from ...interpreter.history import after, first_record, next_phase
from ...interpreter.result import ended_game, lead_of
from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.composition import move, pseudolegal
from ...spec.parameters import Scoring
from ...spec.rules import Amendment, Rules
from ...spec.vocabulary import PASS, Ended, Move, Phase, Position, Record, Tally, Turn, Unblock
from ..evidence.verdict import Decide, Seen, answer
from ..phase.past import LeftOpen
from .coverage import FOLLOWING, D, Decisions, ProofReads, proof
from .left_open import FoundOnce, open_record, without_parameters
from .one_point import PointwiseBoard, Total, as_total
from .rule_sets import alike, rule_sets
from .unknown import Open

_PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
IN_TURNS: Decisions = (
    *(D.START, D.TURN, D.MOVE, D.PSEUDOLEGAL, D.AFTER_MOVE, D.PASS, D.FIRST_PASS, D.PASS_STONES, D.UNBLOCK_ACTION),
    *(D.CAPTURES, D.COUNTS_AS_MOVE, D.SCORED_MOVES, D.CHARGED_MOVES, *FOLLOWING),
)
_TURNS: Mapping[str, Callable[[Any], Turn]] = {"move": Move, "unblock": Unblock, "pass": lambda _: PASS}
_Passers: TypeAlias = tuple[Color | None, bool]
# Who was the first to pass, and whether anybody has passed: a game that is set up may have had passes before.
PASSERS: tuple[_Passers, ...] = ((None, False), (None, True), *((color, True) for color in Color))
IN_ENDS = (D.EARLY_END, D.COMPLETION)
UNBLOCKS_UNCOUNTED: dict[str, Collection[Any]] = {
    "scoring": [Scoring.TERRITORY],
    "reading/unblock-is-not-a-move": ["neither", "pass"],
}


# A statement about boards of every size, in words, and whether it was proved.
ProvedStatement: TypeAlias = tuple[str, bool]


def every_statement(coverage: ProofReads, notes: str) -> Callable[[Callable[..., Iterator[ProvedStatement]]], Decide]:
    """A function over statements as one that decides: the claim is proved if each of them is."""

    def decided_by(statements_of: Callable[..., Iterator[ProvedStatement]]) -> Decide:
        @proof(coverage, notes=notes)
        @wraps(statements_of)
        def look(*given: Any, **named: Any) -> Seen:
            statements = [*statements_of(*given, **named)]
            not_proved = sorted({text for text, proved in statements if not proved})
            why = f"Not proved: {', '.join(not_proved)}." if not_proved else ""
            return answer(not not_proved, {"statements": len(statements)}, notes=why)

        return look

    return decided_by


def balance(ended: Ended[Any], color: Color) -> Total:
    """The stones of a color on the board and captured, less those placed and those moved."""
    there = ended.coloring.size(ended.coloring.of(color)) + ended.captures[color]
    return as_total(there - ended.placed[color] - ended.earlier_moves[color] - ended.moves[color])


def counters(board: PointwiseBoard, name: str) -> dict[Color, Total]:
    """A number of which nothing is known, for each color."""
    return {color: board.counter(f"{name} {color}") for color in Color}


def _unknown_coloring(board: PointwiseBoard, when: str) -> Coloring[Any]:
    """A coloring of which nothing is known."""
    return Coloring(board, board.unknown(f"black {when}"), board.unknown(f"white {when}"))


def unknown_game(
    rules: Rules,
    board: PointwiseBoard,
    phase: Phase,
    player: Color,
    first_passer: Color | None = None,
    passed: Any = None,
    uneven: int | None = None,
) -> Record[Any]:
    """The record of a game of which nothing is known but the phase, the player, and who was the first to pass.

    Whether anybody has passed is left open where nobody is known to have, unless it is given; so is whether stones were
    given out of turn.
    """
    moves: Any = {key: board.counter(f"moves {key}") for key in product(Color, _PHASES)}
    captures, placed = (counters(board, name) for name in ("captures", "placed"))
    began = _unknown_coloring(board, "at the start of the second cleanup phase")
    second_start = began if phase is Phase.SECOND_CLEANUP else None
    handicap: Any = board.counter("handicap")
    known: dict[str, Any] = {"captures": captures, "moves": moves, "placed": placed}
    known["uneven"] = board.counter("uneven") if uneven is None else uneven
    tally = Tally(**known, first_passer=first_passer, second_cleanup_start=second_start, handicap=handicap)
    if passed is None:
        passed = first_passer is not None or Open("whether anybody has passed")
    position = Position(_unknown_coloring(board, "now"), player, phase, board.unknown("marks"), passed)
    return open_record(without_parameters(rules), position, tally)


def stones_are_kept(rules: Rules) -> Iterator[ProvedStatement]:
    """Statements that together say that the balance of both colors is 0 at the end of every game, however it ends."""
    rules = rules.literally()
    yield starts_balanced(rules)
    once = FoundOnce[list[ProvedStatement]]()
    for group in alike(rule_sets(rules, IN_TURNS, UNBLOCKS_UNCOUNTED), IN_TURNS):
        yield from turns_keep_balance(group[0], once)
    for group in alike(rule_sets(rules, IN_ENDS, UNBLOCKS_UNCOUNTED), IN_ENDS):
        yield from ends_keep_balance(group[0])


def starts_balanced(rules: Rules) -> ProvedStatement:
    """That the balance of both colors is 0 in a game from the empty grid, whatever its size."""
    board = PointwiseBoard()
    empty = Coloring(board, board.nothing, board.nothing)
    ended = ended_game(first_record(rules, rules.sole(D.START).function(empty)))
    balanced = z3.And([balance(ended, color).equals(0) for color in Color])
    return ("the start", board.proves(balanced, step="the start"))


def turns_keep_balance(rules: Rules, once: FoundOnce[list[ProvedStatement]] | None = None) -> Iterator[ProvedStatement]:
    """That every turn and the end of every phase keeps the balance of both colors, found once where rules are alike."""
    once = once or FoundOnce()
    # Marks depend on more than one point. They are not counted, so it does not matter which there are.
    unmarked = (Amendment(clause.name, None) for clause in rules.in_force if clause.decides is D.MARKS)
    rules = replace(rules, amendments=(*rules.amendments, *unmarked))
    for phase, player, passers, kind in product(_PHASES, Color, PASSERS, (*_TURNS, "end")):
        before: dict[str, Any] = {"phase": phase, "player": player, "passers": passers}
        # A move or an unblock action does not depend on who was the first to pass.
        if passers[0] is None or kind in ("pass", "end"):
            find = partial(_kept_by_end_of_phase if kind == "end" else partial(_kept_by_turn, kind), **before)
            yield from once.of((kind, *before.values()), rules, find)


def _kept_by_turn(kind: str, rules: Any, phase: Phase, player: Color, passers: _Passers) -> list[ProvedStatement]:
    board = PointwiseBoard()
    point: Any = board.point("point")
    turn = _TURNS[kind](point)
    if not all(clause.function(turn) for clause in rules.deciding(D.TURN, phase)):
        return []
    record = unknown_game(rules, board, phase, player, *passers)
    assumptions, moved = [], Total(0, 0)
    if isinstance(turn, Move):
        assumptions = [pseudolegal(record.rules, move(record.rules, record.position.coloring, player, point))]
        # The move is counted once, and colors each point of a set of one: the same number, but not at the one point.
        moved = board.size(point) - 1
    text = f"{kind} by {player.value} in {phase.value}"
    ended = ended_game(record), ended_game(after(record, turn))
    return [(text, is_kept(board, *ended, *assumptions, zeros={player: moved}, step=text))]


def _kept_by_end_of_phase(rules: Any, phase: Phase, player: Color, passers: _Passers) -> list[ProvedStatement]:
    board, text = PointwiseBoard(), f"the end of {phase.value}"
    record = unknown_game(rules, board, phase, player, *passers)
    bare = replace(record, last=None, previous=None)
    over = replace(record.position, phase=Phase.OVER)
    following = [partial(rules.sole(D.NEXT_PHASE, phase).function, record)]
    following += [partial(clause.function, record, over) for clause in rules.deciding(D.AFTER_NO_RESULT, phase)]
    kept = []
    for follows in following:
        try:
            later = next_phase(bare, follows())
        except LeftOpen:
            kept.append((text, False))
            continue
        kept.append((text, is_kept(board, ended_game(record), ended_game(later), step=text)))
    return kept


def ends_keep_balance(rules: Rules) -> Iterator[ProvedStatement]:
    """That whatever an end of the game adds to the tally keeps the balance of both colors."""
    names = {D.EARLY_END: "an early end", D.COMPLETION: "the completion of the tally"}
    for decision, phase, player, passers in product(IN_ENDS, _PHASES, Color, PASSERS):
        for clause in rules.deciding(decision):
            board, text = PointwiseBoard(), names[decision]
            record = unknown_game(rules, board, phase, player, *passers)
            try:
                tally = clause.function(record, record.tally)
            except LeftOpen:
                yield (text, False)
                continue
            later = replace(record, tally=tally, last=None, previous=None)
            yield (text, is_kept(board, ended_game(record), ended_game(later), step=text))


def is_kept(
    board: PointwiseBoard,
    before: Ended[Any],
    later: Ended[Any],
    *assumptions: Any,
    zeros: Mapping[Color, Total] = MappingProxyType({}),
    step: str,
) -> bool:
    """Whether the balance of both colors is kept, given totals that are 0, and no point gets two colors."""
    kept = [balance(later, color).equals(balance(before, color) + zeros.get(color, 0)) for color in Color]
    disjoint, still_disjoint = (~(ended.coloring.black & ended.coloring.white) for ended in (before, later))
    return board.proves(z3.And(still_disjoint, *kept), disjoint, *assumptions, step=step)


def unknown_end(rules: Any, board: PointwiseBoard, button: Color | None, **given: Any) -> Ended[Any]:
    """The end of a game of which nothing is known but who has the button, and what is given."""
    known: dict[str, Any] = {name: counters(board, name) for name in ("captures", "moves", "earlier_moves", "placed")}
    known["second_cleanup_start"] = _unknown_coloring(board, "at the start of the second cleanup phase")
    known["handicap"] = board.counter("handicap")
    return Ended(rules, _unknown_coloring(board, "now"), button=button, **{**known, **given})


def of_any_komi(rules: Rules) -> Any:
    """Rules as a proof asks them, whose komi may be any number."""
    return without_parameters(rules, komi=Total(0, z3.Real("komi")))


def leads_that_are_counted(game: Game) -> tuple[float, float]:
    """The least and the greatest lead with which a game can be counted, whatever stands at its end.

    A lead is a sum over the points of the board, and something counted once; z3 says how much each can be. It is
    infinite where captures count, and where clauses were amended: an amended clause may look at what is open here.

    >>> from superko.spec.presets import PRESETS
    >>> leads_that_are_counted(Game(PRESETS["new-zealand"], 3)), PRESETS["new-zealand"].komi
    ((-16.0, 2.0), 7)
    >>> leads_that_are_counted(Game(PRESETS["japanese-like"], 3))
    (-inf, inf)
    """
    if game.rules.amendments:
        return -inf, inf
    bounds = [_between(game, passer) for passer in (None, BLACK, WHITE)]
    return min(least for least, _ in bounds), max(most for _, most in bounds)


def _between(game: Game, passer: Any) -> tuple[float, float]:
    """The least and the greatest lead of games in which a player was the first to pass."""
    board = PointwiseBoard()
    ended: Any = unknown_end(game.rules, board, passer, handicap=game.record.tally.handicap)
    try:
        lead_at_end: Any = lead_of(ended)
        lead: Total = as_total(lead_at_end)
    except LeftOpen:
        return -inf, inf
    disjoint = z3.Not(z3.And(ended.coloring.black, ended.coloring.white))
    least, most = (
        game.grid.size * _furthest(lead.per_point, way, board, disjoint) + _furthest(lead.overall, way, board, disjoint)
        for way in ("minimize", "maximize")
    )
    return least, most


def _furthest(number: Any, way: str, board: PointwiseBoard, *assumptions: Any) -> float:
    """The least or the greatest that a number can be where some assumptions hold."""
    if not isinstance(number, z3.ExprRef):
        return float(number)
    optimizer = z3.Optimize()
    optimizer.add(*board.constraints, *assumptions)
    furthest = getattr(optimizer, way)(number)
    value = furthest.value() if optimizer.check() == z3.sat else None
    if value is None or not (z3.is_int_value(value) or z3.is_rational_value(value)):
        return -inf if way == "minimize" else inf
    return float(value.as_fraction()) if z3.is_rational_value(value) else float(value.as_long())
