"""Whether a turn is legal, and if not, which clause forbids it and what it points at; and clauses in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..spec.algebra import Grid
from ..spec.algebra.grid import points_of
from ..spec.composition import move, quiet_move
from ..spec.documents import DOCUMENTS
from ..spec.registry import Clause, Decision, clauses_of_documents
from ..spec.rules import Refusal
from ..spec.vocabulary import (
    AGREE,
    PASS,
    Agree,
    EarlierState,
    Move,
    Phase,
    Play,
    Points,
    Record,
    Turn,
    Unblock,
    Witness,
)
from .notation import turn_text, vertices
from .wording import after_turn


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
    """Whether a turn is legal before the game is over; a `Refusal` if no clause says when the players can agree."""
    rules, position = record.rules, record.position
    against = objecting_kind(record, turn)
    if against is not None:
        return Judgement(turn, against)
    if isinstance(turn, Move):
        play = move(rules, position.coloring, position.player, turn.point)
        forbidden = objection(record, play)
        return Judgement(turn, *forbidden, play) if forbidden else Judgement(turn, play=play)
    if isinstance(turn, Unblock) and not turn.point & stones_to_unblock(record):
        return Judgement(turn, rules.sole(Decision.UNBLOCK, position.phase), Points(position.marks))
    if isinstance(turn, Agree):
        asked = agreements(record)
        if not asked:
            raise Refusal("No clause says when both players can agree to an end.")
        return Judgement(turn, next((clause for clause in asked if not clause.function(record)), None))
    return Judgement(turn)


def agreements(record: Record) -> tuple[Clause, ...]:
    """The clauses that say whether both players may agree to an end here; none where the rules know no such turn."""
    return record.rules.deciding(Decision.AGREEMENT, record.position.phase)


def objecting_kind(record: Record, turn: Turn) -> Clause | None:
    """The clause by which there are no turns of this kind in the phase, or None."""
    if isinstance(turn, Agree) and agreements(record):
        return None
    asked = record.rules.deciding(Decision.TURN, record.position.phase)
    return next((clause for clause in asked if not clause.function(turn)), None)


def has_a_turn(record: Record) -> bool:
    """Whether the player to move has any legal turn."""
    if objecting_kind(record, PASS) is None or any(legal_plays(record)) or any(legal_unblocks(record)):
        return True
    return bool(agreements(record)) and judge(record, AGREE).legal


def stones_to_unblock(record: Record) -> int:
    """The points of the stones whose mark an unblock action may remove now."""
    stones = 0
    for clause in record.rules.deciding(Decision.UNBLOCK, record.position.phase):
        stones |= clause.function(record.position)
    return stones


def points_to_try(record: Record) -> int:
    """The points at which a move can be legal: the empty ones, as every document says; any, if a clause was amended."""
    c = record.position.coloring
    return c.board.everything if record.rules.amendments else c.empty


def legal_plays(record: Record) -> Iterator[Play[int]]:
    """Every legal move of a position, made, from the top left; none once the game is over."""
    rules, position = record.rules, record.position
    if position.phase is Phase.OVER:
        return
    c, player = position.coloring, position.player
    quiet = rules.quiet_points(c, player)
    for point in points_of(points_to_try(record)):
        if objecting_kind(record, Move(point)) is None:
            play = quiet_move(c, player, point) if point & quiet else move(rules, c, player, point)
            if objecting_clause(record, play) is None:
                yield play


def legal_unblocks(record: Record) -> Iterator[Unblock]:
    """Every legal unblock action of a position, from the top left; none once the game is over."""
    if record.position.phase is not Phase.OVER:
        actions = (Unblock(stone) for stone in points_of(stones_to_unblock(record)))
        yield from (action for action in actions if objecting_kind(record, action) is None)


def every_turn(record: Record[int]) -> Iterator[Turn]:
    """All that may be legal: to pass, a move at each point, and where there are such turns, to unblock and to agree."""
    yield PASS
    for point in points_of(record.position.coloring.board.everything):
        yield Move(point)
        if record.rules.deciding(Decision.UNBLOCK, record.position.phase):
            yield Unblock(point)
    if agreements(record):
        yield AGREE


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
            return f"but {turn} {how.format(earlier + 1) or f'would repeat the state {after_turn(earlier)}'}"
        case Points(points, how) if how:
            return f"but {turn} {how.format(_listed(points, grid))}"
        case Points(points) if clause.decides is Decision.UNBLOCK:
            return f"but {turn} does not: {_listed(points, grid) or 'nothing'} is marked"
        case Points(points) if clause.decides is Decision.PSEUDOLEGAL:
            return f"but {turn} would empty {_listed(points, grid)}"
        case Points(points):
            return f"which forbids {turn} because of {_listed(points, grid)}"
    return f"which forbids {turn}"


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
