"""One turn from a situation as an emitted program, for large boards; and plain functions that take every turn by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...interpreter.program.clauses import in_cases, program, with_those_called
from ...interpreter.program.ir import Program
from ...interpreter.program.machine_code import Kernel, NotEmitted
from ...interpreter.program.semantics import Words
from ...interpreter.program.text import PythonText
from ...interpreter.program.words import number, word
from ...spec.algebra import Color, Coloring, Grid
from ...spec.composition import every, move, pseudolegal
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Play, Position, Record, Turn, Unblock
from .codes import SituationCodes
from .past import UNTOLD, account, after_a_move
from .situations import Legality
from .symmetry import respects_symmetry

FIELDS = ("black", "white", "further")


@dataclass(frozen=True)
class StepPrograms:
    """The programs of one turn in a phase; see `codes.SituationCodes` for what a code has.

    Attributes:
        rules: the rules in force.
        grid: the board.
        phase: the phase.
    """

    rules: Rules
    grid: Grid
    phase: Phase

    def all(self) -> Iterator[Program]:
        """Every program: for each player that of moves, of passes, and, if there are any, of unblock actions.

        Raises:
            NotCompiled: a clause can't be read as a program.
        """
        for player in Color:
            yield self._program("move", player, self._moved, "point")
            yield self._program("pass", player, self._passed)
            if self.rules.deciding(Decision.UNBLOCK, self.phase):
                yield self._program("stones_to_unblock", player, self._stones)
                yield self._program("unblock", player, self._unblocked, "point")
            if self.rules.amendments:
                yield self._program("moves_on_stones", player, self._moves_on_stones)

    def _program(self, name: str, player: Color, does: Callable[..., Mapping[str, Any]], *further: str) -> Program:
        def run(_: Rules, black: Words, white: Words, marks: Words, *point: Words) -> Mapping[str, Any]:
            c = Coloring(black.board, black, white)
            main = self.phase is Phase.MAIN
            position = Position(c, player) if main else Position(c, player, self.phase, marks)
            return does(self._shown(position), *point)

        about = f"From a situation with {player.name.capitalize()} to play in phase {self.phase.value}: {name}."
        return program(name_of(name, player), self.grid, self.rules, about, (*FIELDS, *further), run)

    @property
    def _legality(self) -> Legality:
        return Legality(self.rules, self.phase)

    def _moved(self, position: Position[Words], point: Words) -> Mapping[str, Any]:
        play = move(self.rules, position.coloring, position.player, point)
        before = account(self.rules, position)
        reached = self._reached(after_a_move(before, play), before, _turn(Move, point))
        legal = in_cases(point.board, lambda: self._is_legal(position, play))
        return {"legal": legal, **reached}

    def _passed(self, position: Position[Words]) -> Mapping[str, Any]:
        after: Position[Words] = self.rules.sole(Decision.PASS, self.phase).function(position)
        return self._reached(after, account(self.rules, position), PASS)

    def _stones(self, position: Position[Words]) -> Mapping[str, Any]:
        clauses = self.rules.deciding(Decision.UNBLOCK, self.phase)
        return {"stones": reduce(or_, (clause.function(position) for clause in clauses))}

    def _unblocked(self, position: Position[Words], point: Words) -> Mapping[str, Any]:
        before = account(self.rules, position)
        after = self.rules.sole(Decision.UNBLOCK_ACTION, self.phase).function(before.position, point)
        return self._reached(after, before, _turn(Unblock, point))

    def _moves_on_stones(self, position: Position[Words]) -> Mapping[str, Any]:
        c = position.coloring

        def is_made(point: Words) -> Any:
            play = move(self.rules, c, position.player, point)
            return in_cases(point.board, lambda: pseudolegal(self.rules, play))

        return {"moves": c.black.board.those(c.board.complement(c.empty), is_made)}

    def _shown(self, position: Position[Words]) -> Position[Words]:
        """What clauses are shown of a position: of rules with new clauses, it is noticed what they ask about."""
        return position if respects_symmetry(self.rules) else replace(position, passed=UNTOLD["passed"])

    def _is_legal(self, position: Position[Words], play: Play[Words]) -> Any:
        """Whether a move is legal if there was no turn before."""
        return every((pseudolegal(self.rules, play), self._legality.allows(self._legality.alone(position), play)))

    def _reached(self, position: Position[Words], before: Record[Words], turn: Turn) -> Mapping[str, Any]:
        """The code of the situation that a turn leads to, and whether there is something in it that has no place."""
        shown = self._shown(position)
        record, board = account(self.rules, shown, before, turn), position.coloring.black.board
        points = board.as_words(position.marks), self._banned(shown, record)
        further, left_out = reversed(points) if self.phase is Phase.MAIN else points
        return {
            "reached": self._code(position, further),
            "makes_legal": self._makes_legal(shown, record),
            "needs_both": board.meets(left_out, board.everything),
        }

    def _code(self, position: Position[Words], further: Words) -> Words:
        c, size = position.coloring, self.grid.size
        board = c.black.board
        fields = (c.black, c.white, further)
        code = reduce(or_, ((field & board.everything) << place * size for place, field in enumerate(fields)))
        return code | [*Color].index(position.player) << len(fields) * size

    def _banned(self, position: Position[Words], record: Record[Words]) -> Words:
        """The points of the moves that only the turn before forbids."""
        c, clauses = position.coloring, self._legality.looking_back
        if not clauses:
            return c.black.board.nothing
        where = reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in clauses))

        def is_banned(point: Words) -> Any:
            play = move(self.rules, c, position.player, point)
            legal = in_cases(point.board, lambda: self._is_legal(position, play))
            return every((legal, c.no(in_cases(point.board, lambda: self._legality.allows_after(record, play)))))

        return c.black.board.those(c.empty & where, is_banned)

    def _makes_legal(self, position: Position[Words], record: Record[Words]) -> Any:
        """Whether a move is legal only because of the turn before, as it can be by new clauses."""
        c, legality = position.coloring, self._legality
        if respects_symmetry(self.rules) or not legality.looking_back:
            return False

        def is_made_legal(point: Words) -> Any:
            play, alone, board = move(self.rules, c, position.player, point), legality.alone(position), point.board
            pseudo = in_cases(board, lambda: pseudolegal(self.rules, play))
            whatever = in_cases(board, lambda: legality.allows_whatever(alone, play))
            forbidden = c.no(in_cases(board, lambda: legality.allows_after(alone.without, play)))
            return every((pseudo, whatever, forbidden, in_cases(board, lambda: legality.allows_after(record, play))))

        return c.exists(c.empty, such_that=is_made_legal)


def name_of(name: str, player: Color) -> str:
    """What the program of a player is called."""
    return f"{name}_of_{player.name.lower()}"


def _turn(kind: Callable[[Any], Turn], point: Words) -> Turn:
    return kind(point)


POINTS_OF_A_TABLE = 8
KINDS = PASSES, MOVES, UNBLOCKS, ON_STONES, MADE_LEGAL, BOTH = range(6)

# What the functions below are compiled for: the points of the board, how many they are and how many eights of them; at
# which points there are moves and unblock actions; and what else there is to do.
POINTS = SIZE = PARTS = MOVES_AT = UNBLOCKS_AT = 1
IN_MAIN = MAY_PASS = HAS_UNBLOCKS = HAS_AMENDMENTS = True


def move_of(player: int, black: int, white: int, further: int, point: int) -> tuple[bool, int, bool, bool]:
    """Whether a move is legal, the code it leads to, whether it makes another legal, and whether a code has no room."""
    raise NotEmitted


def pass_of(player: int, black: int, white: int, further: int) -> tuple[int, bool, bool]:
    """The code that a pass leads to, and the rest as for moves."""
    raise NotEmitted


def stones_to_unblock_of(player: int, black: int, white: int, further: int) -> int:
    """The stones whose marks can be removed."""
    raise NotEmitted


def unblock_of(player: int, black: int, white: int, further: int, point: int) -> tuple[int, bool, bool]:
    """The code that an unblock action leads to, and the rest as for moves."""
    raise NotEmitted


def moves_on_stones_of(player: int, black: int, white: int, further: int) -> int:
    """The points with a stone at which a move is pseudolegal."""
    raise NotEmitted


def turns_from(code: int, reached: Any, of_kind: Any) -> int:
    """Write down the codes that turns lead to, moves first, a pass last, and how many there are of each kind."""
    black, white = code & word(POINTS), (code >> word(SIZE)) & word(POINTS)
    further, player = (code >> word(2 * SIZE)) & word(POINTS), number(code >> word(3 * SIZE))
    turns = 0
    left = ~(black | white) & word(MOVES_AT)
    if IN_MAIN:
        left &= ~further
    while left != word(0):
        point = left & (~left + word(1))
        left ^= point
        legal, after, makes_legal, needs_both = move_of(player, black, white, further, point)
        if legal:
            reached[turns] = after
            turns += 1
            of_kind[MADE_LEGAL] |= makes_legal
            of_kind[BOTH] |= needs_both
    of_kind[MOVES] = turns
    if HAS_UNBLOCKS:
        left = stones_to_unblock_of(player, black, white, further) & word(UNBLOCKS_AT)
        while left != word(0):
            point = left & (~left + word(1))
            left ^= point
            reached[turns], makes_legal, needs_both = unblock_of(player, black, white, further, point)
            turns += 1
            of_kind[MADE_LEGAL] |= makes_legal
            of_kind[BOTH] |= needs_both
    of_kind[UNBLOCKS] = turns - of_kind[MOVES]
    of_kind[PASSES] = 0
    if MAY_PASS:
        reached[turns], makes_legal, needs_both = pass_of(player, black, white, further)
        turns += 1
        of_kind[MADE_LEGAL] |= makes_legal
        of_kind[BOTH] |= needs_both
        of_kind[PASSES] = 1
    if HAS_AMENDMENTS and moves_on_stones_of(player, black, white, further) != word(0):
        of_kind[ON_STONES] = 1
    return turns


class Images(NamedTuple):
    """What takes codes to their images.

    Attributes:
        tables: for each symmetry, the images of all sets of eight points and the next eight.
        swapping: whether colors are swapped, so that Black is to play.
    """

    tables: Any
    swapping: bool

    @property
    def order(self) -> int:
        """How many images a code has, itself among them."""
        return len(self.tables) * (2 if self.swapping else 1)


def tables_of(codes: SituationCodes) -> npt.NDArray[np.uint64]:
    """The images of all sets of eight points, by symmetry and by which eight they are."""
    sets = np.arange(1 << POINTS_OF_A_TABLE, dtype=np.uint64)
    parts = range(0, codes.board.grid.size, POINTS_OF_A_TABLE)
    tables = np.zeros((len(codes.symmetries.permutations), len(parts), len(sets)), dtype=np.uint64)
    for images, symmetry in zip(tables, codes.symmetries.permutations, strict=True):
        for place, target in enumerate(symmetry):
            part, bit = divmod(place, POINTS_OF_A_TABLE)
            images[part] |= (sets >> np.uint64(bit) & np.uint64(1)) << np.uint64(target)
    return tables


def turned(points: int, tables: Any, symmetry: int) -> int:
    """The image of a set of points."""
    image = word(0)
    for part in range(PARTS):
        eight = number((points >> word(POINTS_OF_A_TABLE * part)) & word((1 << POINTS_OF_A_TABLE) - 1))
        image |= word(tables[symmetry, part, eight])
    return image


def standing_for(code: int, images: Images) -> tuple[int, int]:
    """The least code among the images of a code, and how many ways take it there."""
    tables = images.tables
    to_play = (code >> word(3 * SIZE)) << word(3 * SIZE)
    if images.swapping and to_play != word(0):
        swapped = ((code >> word(SIZE)) & word(POINTS)) | ((code & word(POINTS)) << word(SIZE))
        code = swapped | (code & (word(POINTS) << word(2 * SIZE)))
        to_play = word(0)
    black, white = code & word(POINTS), (code >> word(SIZE)) & word(POINTS)
    further = (code >> word(2 * SIZE)) & word(POINTS)
    least, ways = code, 1
    for symmetry in range(1, len(tables)):
        upper = to_play | turned(white, tables, symmetry) << word(SIZE)
        if further != word(0):
            upper |= turned(further, tables, symmetry) << word(2 * SIZE)
        if upper >> word(SIZE) <= least >> word(SIZE):
            image = upper | turned(black, tables, symmetry)
            if image < least:
                least, ways = image, 1
            elif image == least:
                ways += 1
    return least, ways


def sizes_of_orbits(nodes: Any, images: Images, order: int, sizes: Any) -> None:
    """How many codes there are among the images of each, of so many images."""
    for index in range(len(nodes)):
        _, ways = standing_for(word(nodes[index]), images)
        sizes[index] = order // ways


def kernel_of_steps(programs: StepPrograms, may_pass: bool, moves_at: int, unblocks_at: int, *modules: str) -> Kernel:
    """The functions of this module, and of others that call them, for what one turn does.

    Args:
        programs: what one turn does.
        may_pass: whether passing is a turn.
        moves_at: the points at which there are moves.
        unblocks_at: the points at which there are unblock actions.
        modules: the names of the other modules.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """
    every = list(programs.all())
    given = {
        "POINTS": programs.grid.everywhere,
        "SIZE": programs.grid.size,
        "PARTS": -(-programs.grid.size // POINTS_OF_A_TABLE),
        "MOVES_AT": programs.grid.everywhere & moves_at,
        "UNBLOCKS_AT": unblocks_at,
        "IN_MAIN": programs.phase is Phase.MAIN,
        "MAY_PASS": may_pass,
        "HAS_UNBLOCKS": bool(programs.rules.deciding(Decision.UNBLOCK, programs.phase)),
        "HAS_AMENDMENTS": bool(programs.rules.amendments),
    }
    texts = [*map(PythonText().alone, with_those_called(every)), *_by_player(every)]
    return Kernel(f"situations_on_{programs.grid}", (__name__, *modules), "\n\n".join(texts), tuple(given.items()))


def _by_player(programs: Iterable[Program]) -> Iterator[str]:
    """The functions that call the program of the player whose turn it is."""
    for step_program in programs:
        if step_program.name.endswith(name_of("", Color.BLACK)):
            whose = step_program.name.removesuffix(name_of("", Color.BLACK))
            given = ", ".join(name.text for name in step_program.given)
            lines = [f"def {whose}_of(player, {given}):", "    if player == 0:"]
            for color, indent in ((Color.BLACK, " " * 8), (Color.WHITE, " " * 4)):
                lines.append(f"{indent}return {name_of(whose, color)}({given})")
            yield "\n".join(lines) + "\n"
