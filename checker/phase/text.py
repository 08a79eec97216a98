"""One turn from a situation as an emitted program, for large boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from ...interpreter.program.clauses import in_cases, program
from ...interpreter.program.ir import Program
from ...interpreter.program.semantics import Words
from ...interpreter.program.text import PythonText
from ...spec.algebra import Color, Coloring, Grid
from ...spec.composition import every, move, pseudolegal
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Play, Position, Record, Turn, Unblock
from .legality import Legality
from .past import UNKNOWN, account, after_a_move
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

    def _program(self, what: str, player: Color, does: Callable[..., Mapping[str, Any]], *further: str) -> Program:
        def run(_: Rules, black: Words, white: Words, marks: Words, *point: Words) -> Mapping[str, Any]:
            c = Coloring(black.board, black, white)
            main = self.phase is Phase.MAIN
            position = Position(c, player) if main else Position(c, player, self.phase, marks)
            return does(self._shown(position), *point)

        about = f"From a situation with {player.name.capitalize()} to play in phase {self.phase.value}: {what}."
        return program(name_of(what, player), self.grid, self.rules, about, (*FIELDS, *further), run)

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
        return position if respects_symmetry(self.rules) else replace(position, passed=UNKNOWN["passed"])

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


def name_of(what: str, player: Color) -> str:
    """What the program of a player is called."""
    return f"{what}_of_{player.name.lower()}"


def _turn(kind: Callable[[Any], Turn], point: Words) -> Turn:
    return kind(point)


POINTS_OF_A_TABLE = 8
KINDS = PASSES, MOVES, UNBLOCKS, ON_STONES, MADE_LEGAL, BOTH = range(6)
NAMES = dict(zip(("passes", "moves", "unblocks", "on_stones", "made_legal", "both"), KINDS, strict=True))

TURNS = """
def turns_of_{player}(black, white, further, reached, of_kind):
    # The codes that turns lead to: those of moves, then of unblock actions, then of a pass; and how many of each.
    left = {where_to_move}
    found = 0
    while left != word(0):
        point = left & (~left + word(1))
        left ^= point
        legal, after, makes_legal, needs_both = {move}(black, white, further, point)
        if legal:
            reached[found] = after
            found += 1
            of_kind[{made_legal}] |= makes_legal
            of_kind[{both}] |= needs_both
    of_kind[{moves}] = found
    of_kind[{unblocks}] = 0
    of_kind[{passes}] = 0
{unblocking}{passing}{checking}
    return found
"""
UNBLOCKING = """
    left = {stones}(black, white, further) & word({where_to_unblock})
    while left != word(0):
        point = left & (~left + word(1))
        left ^= point
        reached[found], makes_legal, needs_both = {unblock}(black, white, further, point)
        found += 1
        of_kind[{made_legal}] |= makes_legal
        of_kind[{both}] |= needs_both
    of_kind[{unblocks}] = found - of_kind[{moves}]
"""
PASSING = """
    reached[found], makes_legal, needs_both = {a_pass}(black, white, further)
    found += 1
    of_kind[{made_legal}] |= makes_legal
    of_kind[{both}] |= needs_both
    of_kind[{passes}] = 1
"""
CHECKING = """
    if {moves_on_stones}(black, white, further) != word(0):
        of_kind[{on_stones}] = 1
"""
CODES = """
def turns_from(code, reached, of_kind):
    black = code & word({points})
    white = (code >> word({size})) & word({points})
    further = (code >> word({twice})) & word({points})
    if code >> word({thrice}) == word(0):
        return turns_of_black(black, white, further, reached, of_kind)
    return turns_of_white(black, white, further, reached, of_kind)


def turned(points, tables, symmetry):
    return {turned}


def standing_for(code, tables, swapping):
    # The least code among the images of a code, and how many ways take it there.
    if swapping and code >> word({thrice}) != word(0):
        swapped = ((code >> word({size})) & word({points})) | ((code & word({points})) << word({size}))
        code = swapped | (code & (word({points}) << word({twice})))
    black = code & word({points})
    white = (code >> word({size})) & word({points})
    further = (code >> word({twice})) & word({points})
    to_play = (code >> word({thrice})) << word({thrice})
    least = code
    ways = 1
    for symmetry in range(1, tables.shape[0]):
        upper = turned(white, tables, symmetry) << word({size})
        if further != word(0):
            upper |= turned(further, tables, symmetry) << word({twice})
        upper |= to_play
        if upper >> word({size}) <= least >> word({size}):
            image = upper | turned(black, tables, symmetry)
            if image < least:
                least = image
                ways = 1
            elif image == least:
                ways += 1
    return least, ways


def sizes_of_orbits(nodes, tables, swapping, sizes):
    order = tables.shape[0] * 2 if swapping else tables.shape[0]
    for index in range(nodes.shape[0]):
        least, ways = standing_for(nodes[index], tables, swapping)
        sizes[index] = order // ways
"""


def text_of_steps(programs: StepPrograms, may_pass: bool, where_to_move: int, where_to_unblock: int) -> str:
    """The functions that give every turn from a code, and the code that stands for its images, for numba.

    Args:
        programs: what one turn does.
        may_pass: whether passing is a turn.
        where_to_move: the points at which there are moves.
        where_to_unblock: the points at which there are unblock actions.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """
    found = {program.name: program for program in programs.all()}
    called = dict.fromkeys(other for program in found.values() for other in program.calls)
    texts = [PythonText().alone(program) for program in (*called, *found.values())]
    size, everywhere = programs.grid.size, programs.grid.everywhere
    empty = f"~(black | white) & word({everywhere & where_to_move})"
    for player in Color:
        names = {what.replace(" ", "_"): name_of(what, player) for what in ("move", "unblock", "moves_on_stones")}
        names |= {"a_pass": name_of("pass", player), "stones": name_of("stones_to_unblock", player)}
        told = {**NAMES, **names, "where_to_unblock": where_to_unblock}
        texts.append(
            TURNS.format(
                **told,
                player=player.name.lower(),
                where_to_move=empty + (" & ~further" if programs.phase is Phase.MAIN else ""),
                unblocking=_if(names["stones"], found, UNBLOCKING).format(**told),
                passing=PASSING.format(**told) if may_pass else "",
                checking=_if(names["moves_on_stones"], found, CHECKING).format(**told),
            )
        )
    parts = range(0, size, POINTS_OF_A_TABLE)
    within = (1 << POINTS_OF_A_TABLE) - 1
    turned = " | ".join(
        f"tables[symmetry, {p // POINTS_OF_A_TABLE}, (points >> word({p})) & word({within})]" for p in parts
    )
    sizes = {"size": size, "twice": 2 * size, "thrice": 3 * size, "points": everywhere}
    return "\n\n".join([*texts, CODES.format(**sizes, turned=turned)])


def _if(name: str, found: dict[str, Program], text: str) -> str:
    return text if name in found else ""
