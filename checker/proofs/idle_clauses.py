"""Whether some clauses could ever act beside those in force, in games in which only the boards are distinguished.

A board is a name here: it can be asked whether it is the same as another, and whether it has stood; all else that a
clause looks at is left open, and then nothing is proved. A long past is given by its last turns and by one name for all
that stood before. With every turn from such a past the next one is of the same kind, so that what holds of each turn
holds in every game, on every board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from ...interpreter.history import NOTHING_YET, after, first_record
from ...spec.algebra import Color
from ...spec.composition import state
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Play, Position, Record
from ..phase.dependence import asks_about
from .following import phases_led_to
from .left_open import open_record, open_tally, without_parameters
from .one_turn import surely
from .unknown import Open

_POINT: Any = Open("the point")
KNOWN_TURNS = 3
_FORBIDDING = frozenset({Decision.LEGAL})
_ENDING = frozenset({Decision.NO_RESULT})
BESIDE_A_BAN = _FORBIDDING | _ENDING | {Decision.OCCURS}
"""What clauses may decide that are shown to be idle: they forbid, end without result, or count what the latter ask."""


@dataclass(frozen=True, eq=False)
class NamedBoard:
    """A board of which it is known only which others are the same.

    >>> board = NamedBoard("now")
    >>> board.same_as(board), board.same_as(NamedBoard("another")), board.no(True)
    (True, False, False)
    """

    name: str

    def same_as(self, other: NamedBoard) -> bool:
        """Whether it is the other one."""
        return self is other

    def no(self, condition: bool) -> bool:
        """That a condition does not hold."""
        return not condition

    def __getattr__(self, name: str) -> Open:
        if name.startswith("_"):
            raise AttributeError(name)
        return Open(f"the {name} of a board")


# A record, and the boards that have stood.
PastBoards: TypeAlias = tuple[Record[Any], tuple[NamedBoard, ...]]


def why_not_idle(rules: Rules, beside: Rules) -> tuple[str, int]:
    """Why clauses that are added to some rules might act in a game, or ""; and how many turns were looked at.

    Args:
        rules: the rules, in whose main phase no board may come back.
        beside: the same rules with the clauses that are added.

    Raises:
        LeftOpen: what comes of a turn, or what follows on the main phase, depends on something that is left open.
    """
    added = [clause for clause in beside.in_force if clause not in rules.in_force]
    if others := [clause.name for clause in added if clause.decides not in BESIDE_A_BAN]:
        return f"{others[0]} neither forbids nor ends a game without result.", 0
    if rules.deciding(Decision.UNBLOCK):
        return "There are turns that are neither passes nor plays.", 0
    if asks_about(rules, "since_pass"):
        return "A clause asks what has stood since the last pass, which the added clauses may change.", 0
    if phases_led_to(rules, Phase.MAIN) - {Phase.OVER}:
        return "The main phase need not be the last one.", 0
    looked_at = 0
    for past in pasts(beside):
        # A pass, and a play to each board that has stood and to a new one.
        for turn in (None, *past[1], NamedBoard("a new board")):
            looked_at += 1
            if obstacle := _why_not(rules, added, past, turn):
                return obstacle, looked_at
    return "", looked_at


def pasts(rules: Rules) -> Iterator[PastBoards]:
    """The start of a game, every past of one turn more up to a few, and every kind of longer past."""
    asked: Any = without_parameters(rules)
    for player in Color:
        board: Any = NamedBoard("the board at the start")
        start = first_record(asked, _position(board, player), open_tally(None, Phase.MAIN))
        begun: list[PastBoards] = [(_with_the_rest_open(start), (board,))]
        for _ in range(KNOWN_TURNS):
            yield from begun
            begun = [later for past in begun for later in _later(past)]
        for faced_by, stood, plays in product(Color, (0, 1), product((False, True), repeat=KNOWN_TURNS)):
            yield _long_past(asked, player, faced_by, stood, plays)


def _why_not(rules: Rules, added: list[Clause], past: PastBoards, board: NamedBoard | None) -> str:
    """Why one turn is an obstacle: an added clause might act with it, or what is known of the past is no longer so."""
    record, boards = past
    if board is None:
        later = after(record, PASS)
    else:
        play = _play(record, board)
        if any(surely(False, clause.function, record, play) for clause in rules.deciding(Decision.LEGAL)):
            return ""
        if board in boards:
            return f"A play may bring back {board.name}."
        for clause in (clause for clause in added if clause.decides in _FORBIDDING):
            if not surely(True, clause.function, record, play):
                return f"{clause.name} may forbid a play to a board that has not stood."
        later = after(record, Move(_POINT), play)
    for clause in (clause for clause in added if clause.decides in _ENDING):
        if not surely(False, clause.function, later):
            return f"{clause.name} may end a game."
    known = (*boards, *([] if board is None else [board]))
    if not all(later.earlier.contains(state(record.rules, _position(stood, later.position.player))) for stood in known):
        return "A board that has stood may not count as one."
    comes_about: Any = later.since_pass.times(later.state)
    return "" if comes_about <= 1 else "A board may come about twice."


def _later(past: PastBoards) -> Iterator[PastBoards]:
    record, boards = past
    yield _with_the_rest_open(after(record, PASS)), boards
    board = NamedBoard(f"the board after play {len(boards)}")
    yield _with_the_rest_open(after(record, Move(_POINT), _play(record, board))), (*boards, board)


def _long_past(rules: Any, player: Color, faced_by: Color, stood: int, plays: tuple[bool, ...]) -> PastBoards:
    """A past of which the last turns are known, plays or passes, and of the boards before only that they stood.

    Those a player faced; the last of them has come about since the last pass as often as `stood` says.
    """
    before, board = NamedBoard("a board of long ago"), NamedBoard("the board a few turns ago")
    long_ago = NOTHING_YET.extended(state(rules, _position(before, faced_by)), 0)
    earlier = long_ago.extended(state(rules, _position(board, player)), 0)
    since_pass = earlier if stood else long_ago
    tally = open_tally(None, Phase.MAIN)
    record = open_record(rules, _position(board, player), tally, earlier=earlier, since_pass=since_pass)
    past: PastBoards = record, (before, board)
    for is_play in plays:
        past = [*_later(past)][is_play]
    return past


def _with_the_rest_open(record: Record[Any]) -> Record[Any]:
    kept = {name: getattr(record, name) for name in ("earlier", "since_pass", "last", "previous")}
    return open_record(record.rules, record.position, record.tally, **kept)


def _position(board: Any, player: Color) -> Position[Any]:
    passed: Any = Open("whether anybody has passed")
    return Position(board, player, Phase.MAIN, Open("the marks"), passed)


def _play(record: Record[Any], board: Any) -> Play[Any]:
    before = record.position
    return Play(
        before.player, _POINT, before.coloring, board, Open("what is captured"), Open("what is taken of one's own")
    )
