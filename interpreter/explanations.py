"""Clauses in plain words: why a turn is illegal, and what the terms of a score are called."""

from __future__ import annotations

from ..spec.algebra import Grid
from ..spec.documents import DOCUMENTS
from ..spec.registry import Clause, Decision, clauses_of_documents
from ..spec.vocabulary import EarlierState, Points, Witness
from .judgement import Judgement
from .notation import turn_text, vertices
from .wording import after_turn


def explain(judgement: Judgement, grid: Grid) -> str:
    """The clause that forbids a turn and how the turn goes against it, in one sentence; turns are counted from 1.

    >>> from superko.interpreter import Game
    >>> from superko.interpreter.notation import parse_turn
    >>> from superko.spec.rules import Rules
    >>> game = Game(Rules(), (2, 1))
    >>> game = game.play(parse_turn(Grid(2, 1), "A1")).play(parse_turn(Grid(2, 1), "B1"))
    >>> explain(game.judge(parse_turn(Grid(2, 1), "A1")), Grid(2, 1))
    'A legal move does not result in any earlier state, but A1 would repeat the state after turn 1.'
    """
    turn = turn_text(grid, judgement.turn)
    if judgement.clause is None:
        return f"{turn} is legal."
    play, clause = judgement.play, judgement.clause
    is_occupied = play is not None and clause.decides is Decision.PSEUDOLEGAL and not play.before.empty & play.point
    finding = f"but {turn} is occupied" if is_occupied else _finding(turn, clause, judgement.witness, grid)
    return f"{clause.text.rstrip('.')}, {finding}."


def _finding(turn: str, clause: Clause, witness: Witness, grid: Grid) -> str:
    match witness:
        case EarlierState(earlier, how):
            finding = f"but {turn} {how.format(earlier + 1) or f'would repeat the state {after_turn(earlier)}'}"
        case Points(points, how) if how:
            finding = f"but {turn} {how.format(_listed(points, grid))}"
        case Points(points) if clause.decides is Decision.UNBLOCK:
            finding = f"but {turn} does not: {_listed(points, grid) or 'nothing'} is marked"
        case Points(points) if clause.decides is Decision.PSEUDOLEGAL:
            finding = f"but {turn} would empty {_listed(points, grid)}"
        case Points(points):
            finding = f"which forbids {turn} because of {_listed(points, grid)}"
        case _:
            finding = f"which forbids {turn}"
    return finding


def _listed(points: int, grid: Grid) -> str:
    return ", ".join(vertices(grid, points))


def term_word(clause: str) -> str:
    """What the term that a clause gives is called; the clause's name, if no document has it.

    >>> term_word("katago-v2/area/score-none#surrounded"), term_word("aga/12-count-territory")
    ('territory', 'territory')
    >>> term_word("katago-v2/territory/komi"), term_word("katago-v2/mine/gift")
    ('komi', 'katago-v2/mine/gift')
    """
    if clause not in {documented.name for documented in clauses_of_documents()}:
        return clause
    name, _, part = clause.partition("#")
    word = part or name.rsplit("/", 1)[-1]
    return DOCUMENTS[name.split("/")[0]].terms.get(word, word.replace("-", " "))
