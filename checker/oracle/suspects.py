"""Which clauses are under suspicion where no small change of the rules would settle a disagreement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...interpreter.result import Score
from ...spec.algebra import BLACK, WHITE
from ...spec.composition import move
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import EarlierState, Move, Pass, Points
from .aspects import Aspect
from .disagreement import REFUSED, Disagreement

ENDS = frozenset({Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT})
SCORING = frozenset({Decision.COMPLETION, Decision.REMOVAL, Decision.SCORE, Decision.COUNTS_AS_MOVE, Decision.LIFE})
STARTS = frozenset({Decision.NEXT_PHASE})
PASSES = frozenset({Decision.COUNTS_AS_PASS})
SUSPECTED: Mapping[Aspect, frozenset[Decision]] = {
    Aspect.OVER: ENDS | STARTS | PASSES,
    Aspect.PHASE: ENDS | STARTS | PASSES,
    Aspect.CAPTURES: frozenset({Decision.CAPTURES, Decision.PASS_STONES, Decision.COMPLETION}),
    Aspect.BLOCKED: frozenset({Decision.MARKS}),
    Aspect.LEGAL: frozenset({Decision.PSEUDOLEGAL, Decision.LEGAL, Decision.STATE, Decision.REMEMBERED}),
    Aspect.UNBLOCK: frozenset({Decision.UNBLOCK}),
    Aspect.PASS_ENDS_PHASE: PASSES | {Decision.PHASE_ENDS},
    Aspect.ENDING: frozenset({Decision.NO_RESULT}),
    Aspect.SCORES: SCORING,
    Aspect.MARGIN: SCORING,
    Aspect.WINNER: SCORING | {Decision.WINNER},
}
"""What may decide an aspect."""

Terms = tuple[float, float]
MISTAKES: Mapping[str, Callable[[Terms], Terms]] = {
    "with {} given to the other player": lambda term: (term[1], term[0]),
    "with {} counted the other way round": lambda term: (-term[0], -term[1]),
    "with {} counted twice": lambda term: (2 * term[0], 2 * term[1]),
    "with half of {}": lambda term: (term[0] / 2, term[1] / 2),
}
"""How a term of the scores may be mistaken, in words, and what then becomes of it for Black and White."""


def mistaken_terms(found: Disagreement) -> Iterator[tuple[str, str]]:
    """The mistakes in a term of the scores that would make what the engine says of them, each with its clause."""
    result = found.game().result if found.aspect in (Aspect.SCORES, Aspect.MARGIN) else None
    if not isinstance(result, Score):
        return
    for name, black in result.terms[BLACK].items():
        term = (black, result.terms[WHITE][name])
        for words, mistaken in MISTAKES.items():
            instead = mistaken(term)
            said = (result.black - term[0] + instead[0], result.white - term[1] + instead[1])
            if found.engine_said == (said if found.aspect is Aspect.SCORES else said[0] - said[1]):
                yield words.format(name), name


def suspects(found: Disagreement) -> tuple[str, ...]:
    """The ids of the clauses that decide what is differed in, as far as they come into question in this game."""
    game = found.game()
    if found.aspect is Aspect.LEGAL:
        clauses = _forbidding(found, game)
    elif isinstance(game.result, Score) and found.aspect in (Aspect.SCORES, Aspect.MARGIN):
        clauses = _scoring(found, game.result)
    elif found.aspect is Aspect.WINNER:
        clauses = list(found.rules.deciding(Decision.WINNER))
    elif found.aspect is Aspect.PASS_ENDS_PHASE:
        clauses = _ending_by_a_pass(found, game)
    else:
        clauses = _leading_here(found, game)
    return tuple(dict.fromkeys(clause.id for clause in clauses))


def _forbidding(found: Disagreement, game: Game) -> list[Clause]:
    """Of clauses on repetition, those that point at something here, or all if the coloring stood before."""
    rules, record, phase = found.rules, game.record, game.position.phase
    turns = [parse_turn(found.setting.grid, name) for name in sorted(found.about)]
    moves = [turn for turn in turns if isinstance(turn, Move)]
    if not moves:
        return list(rules.deciding(Decision.TURN, phase))
    play = move(rules, game.position.coloring, game.position.player, moves[0].point)
    legal = rules.deciding(Decision.LEGAL, phase)
    pointing = [clause for clause in legal if clause.witness and _points(clause.witness(record, play))]
    if pointing:
        return pointing
    if legal and any(before.position.coloring == play.after for before in game.course[:-1]):
        return list(legal)
    return [rules.sole(Decision.MOVE, phase)]


def _points(witness: object) -> bool:
    return isinstance(witness, EarlierState) or (isinstance(witness, Points) and witness.points != 0)


def _scoring(found: Disagreement, result: Score) -> list[Clause]:
    """The terms that are not nothing; all of them where everything is."""
    terms = found.rules.deciding(Decision.SCORE)
    counting = [clause for clause in terms if any(result.terms[color].get(clause.name) for color in (BLACK, WHITE))]
    return counting or list(terms)


def _ending_by_a_pass(found: Disagreement, game: Game) -> list[Clause]:
    """The clause by which a pass ends the phase; where none does, those that could."""
    clauses = found.rules.deciding(Decision.PHASE_ENDS, game.position.phase)
    if found.spec_says is True:
        return [clause for clause in clauses if clause.name == game.play(Pass()).ended_by]
    return list(clauses)


def _leading_here(found: Disagreement, game: Game) -> list[Clause]:
    """The clauses that decide what the last turn leads to."""
    rules, before = found.rules, game.undo
    if before is None:
        return [rules.sole(Decision.START)]
    phase = before.position.phase
    if game.ended_by is not None and REFUSED not in found.kind:
        ending = [clause for clause in rules.in_force if clause.name == game.ended_by]
        starting = [] if found.aspect is Aspect.ENDING else list(rules.deciding(Decision.NEXT_PHASE, phase))
        return ending if _goes_on(found, phase.value) or not starting else starting
    if found.aspect in (Aspect.OVER, Aspect.PHASE):
        decisions = [Decision.PHASE_ENDS] if isinstance(game.record.last, Pass) else [Decision.NO_RESULT]
        return [clause for some in (*decisions, Decision.GAME_ENDS) for clause in rules.deciding(some, phase)]
    made = {Pass: Decision.PASS, Move: Decision.MOVE}.get(type(game.record.last), Decision.UNBLOCK_ACTION)
    by_a_move = SUSPECTED.get(found.aspect, frozenset()) - {Decision.PASS_STONES} if made is Decision.MOVE else ()
    decisions = sorted(by_a_move, key=lambda one: one.name)
    deciding = [clause for some in decisions for clause in rules.deciding(some, phase)]
    return deciding or list(rules.deciding(made, phase))


def stands_again(found: Disagreement) -> bool:
    """Whether the engine ends the game where a state stands again, which points at the clause on repetition."""
    if found.aspect is not Aspect.OVER or found.engine_said is not True:
        return False
    record = found.game().record
    first = record.earlier.turn_of(record.state)
    repeated = first is not None and first < record.turn
    return repeated and not isinstance(record.last, Pass) and bool(_leading_here(found, found.game()))


def _goes_on(found: Disagreement, phase: str) -> bool:
    """Whether the engine goes on with a phase that is over."""
    return found.engine_said == phase or (found.aspect is Aspect.OVER and found.engine_said is False)
