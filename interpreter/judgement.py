"""Whether a turn is legal, and if not, which clause forbids it and what it points at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..spec.algebra.grid import points_of
from ..spec.composition import move
from ..spec.registry import Clause, Decision
from ..spec.vocabulary import Move, Phase, Play, Points, Record, Turn, Unblock, Witness


@dataclass(frozen=True)
class Judgement:
    """A verdict on one turn.

    Attributes:
        turn: the turn judged.
        clause: the first clause, in the order of the document, that forbids it; None when it is legal.
        witness: what that clause points at: the earlier state that would be repeated, or points of the board.
        play: what making the move does, if the turn is one.
    """

    turn: Turn
    clause: Clause | None = None
    witness: Witness = None
    play: Play[int] | None = field(default=None, repr=False, compare=False)

    @property
    def legal(self) -> bool:
        """Whether no clause forbids the turn."""
        return self.clause is None


def objecting_clause(record: Record, play: Play[int]) -> Clause | None:
    """The first clause, in the order of the document, that forbids a move; None for a legal one."""
    rules, phase = record.rules, record.position.phase
    for clause in rules.deciding(Decision.PSEUDOLEGAL):
        if not clause.function(play):
            return clause
    return next((clause for clause in rules.deciding(Decision.LEGAL, phase) if not clause.function(record, play)), None)


def objection(record: Record, play: Play[int]) -> tuple[Clause, Witness] | None:
    """The first clause that forbids a move, with its witness; None for a legal move."""
    clause = objecting_clause(record, play)
    if clause is None:
        return None
    asked = (play,) if clause.decides is Decision.PSEUDOLEGAL else (record, play)
    return clause, clause.witness(*asked) if clause.witness else None


def judge(record: Record, turn: Turn) -> Judgement:
    """Whether a turn is legal before the game is over; see `Judgement`."""
    rules, position = record.rules, record.position
    for clause in rules.deciding(Decision.TURN, position.phase):
        if not clause.function(turn):
            return Judgement(turn, clause)
    if isinstance(turn, Move):
        play = move(rules, position.coloring, position.player, turn.point)
        found = objection(record, play)
        return Judgement(turn, *found, play) if found else Judgement(turn, play=play)
    if isinstance(turn, Unblock) and not turn.point & stones_to_unblock(record):
        return Judgement(turn, rules.sole(Decision.UNBLOCK, position.phase), Points(position.marks))
    return Judgement(turn)


def stones_to_unblock(record: Record) -> int:
    """The points of the stones whose mark an unblock action may remove now."""
    found = 0
    for clause in record.rules.deciding(Decision.UNBLOCK, record.position.phase):
        found |= clause.function(record.position)
    return found


def legal_plays(record: Record) -> Iterator[Play[int]]:
    """Every legal move of a position, made, from the top left; none once the game is over."""
    position = record.position
    if position.phase is Phase.OVER:
        return
    for point in points_of(position.coloring.empty):
        play = move(record.rules, position.coloring, position.player, point)
        if objecting_clause(record, play) is None:
            yield play
