"""What a player can force on a board whose situations are too many to keep: to be sure of so many points.

Whoever only passes keeps their pass-alive stones, and the empty points among these alone, as a move there would be
suicide. So it is enough to come to a position in which these are enough. The attacker looks for play that comes there
and never passes, turn by turn deeper; the defender takes any turn. Here Black is sure of all seven points:

    . X . X X . X

On every line of play that is found each situation is nearer to the end than the one before, so that none comes back.
Whether a coloring does, or one with the same player to move, is asked of the whole strategy once it is there; where
one does, play is looked for that does not come there. As long as none does, no turn of the attacker's is forbidden by
any superko, and nothing ends or is void because it repeats. The strategy is walked by the clauses on arrays, which take
every turn of the defender's, and trust no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...interpreter.program.clauses import program
from ...interpreter.program.ir import Program
from ...interpreter.program.machine_code import Functions, Kernel, is_available
from ...interpreter.program.semantics import Words as EmittedWords
from ...interpreter.program.text import PythonText
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.katago_v2.faster_forms import benson
from ...spec.parameters import Ko, Scoring, Tax
from ...spec.rules import Refusal, Rules
from ..phase.many import Numbers, NumbersOfCodes, blocks, distinct, distinct_with_places
from ..phase.situations import Situations
from ..phase.steps_text import KINDS, Images, StepPrograms, kernel_of_steps, tables_of
from ..phase.turns import Turns, TurnsOnArrays
from . import forced_kernel
from .budget import SLICE, Budget
from .forced_kernel import LONGEST, NEVER, NO_CODE, NODES, NOT_YET, SUCCEEDS, ForcedAnswers, ForcedLine, ForcedPlay

# On so small a board Python is done before anything is compiled.
MOST_POINTS_IN_PYTHON = 9
# An answer takes 12 bytes. There is room for so many of them, and twice as many for each further point.
BITS_WITHOUT_POINTS, MOST_BITS = 8, 28
# Of so many situations the steps are read at once.
BLOCK = 1 << 18
# So often other play is looked for, where a board may come back.
MOST_TRIES = 20
NOT_FOUND = "a search finds what the clauses on arrays do not"


def sure_points(c: Coloring[Any], rules: Rules, color: Color) -> Any:
    """The points that a color keeps who only passes, where suicide is forbidden.

    These are its pass-alive stones, by Benson's algorithm, and the empty points that border these alone.

    >>> from superko.interpreter.notation import parse_board
    >>> [sure_points(parse_board(board), Rules(suicide=False), BLACK).bit_count() for board in (".X.X.", ".X.X.O.")]
    [5, 0]
    """
    groups = benson(rules, c, color)
    others = c.board.complement(groups)
    return groups | (c.empty & c.board.neighbours(groups) & ~c.board.neighbours(others))


def _program_of_sure_points(rules: Rules, grid: Grid, color: Color) -> Program:
    def does(rules: Rules, black: EmittedWords, white: EmittedWords) -> Mapping[str, Any]:
        return {"points": sure_points(Coloring(black.board, black, white), rules, color)}

    about = f"The points that {color.name.capitalize()} keeps who only passes."
    return program(f"sure_of_{color.name.lower()}", grid, rules, about, ("black", "white"), does)


def refuse_what_forcing_does_not_tell(rules: Rules) -> None:
    """See that the points of which a player is sure are points of the score, and that nothing else counts.

    Raises:
        ValueError: that is not known of these rules.
    """
    is_area = rules.document == Rules().document and rules.scoring is Scoring.AREA and rules.tax is Tax.NONE
    if not is_area or rules.suicide or rules.button or rules.self_play_opts or rules.amendments:
        raise Refusal(
            "What a player can force is asked of KataGo's rules by area, with no tax, no suicide and no button, and "
            "without amendments."
        )


class Steps(NamedTuple):
    """Steps of play by the least images of the situations: which one each comes from, and which one it leads to."""

    before: Words
    after: Words


NO_STEPS = Steps(np.empty(0, np.uint64), np.empty(0, np.uint64))


def _turns_left(functions: Functions, nodes: int, origin: Numbers, target: Numbers) -> Numbers:
    """For each node, in how many turns the longest play by steps ends; -1 if it goes round."""
    by_target = np.argsort(target, kind="stable")
    first = np.searchsorted(target[by_target], np.arange(nodes + 1))
    left, order = np.full(nodes, -1), np.zeros(nodes, np.int64)
    functions["count_turns"](first, origin[by_target], np.bincount(origin, minlength=nodes), left, order)
    return left


class ForcedSearch:
    """A search for play by which a player comes to be sure of so many points, from an empty board.

    Args:
        rules: the rules, under simple ko; of what is forbidden by superko, `Strategy` tells more.
        grid: the board.
        attacker: the player.
        enough: how many points are enough.
        budget: how long it may take.

    Raises:
        ValueError: it can't be asked of these rules.
    """

    def __init__(self, rules: Rules, grid: Grid, attacker: Color, enough: int, budget: Budget) -> None:
        refuse_what_forcing_does_not_tell(rules)
        self.rules, self.attacker, self.enough, self.budget = replace(rules, ko=Ko.SIMPLE), attacker, enough, budget
        self.turns: Turns = TurnsOnArrays(Situations(self.rules, grid), grid)
        kernel = self._kernel(grid)
        is_large = grid.size > MOST_POINTS_IN_PYTHON and is_available()
        self.functions: Functions = kernel.compiled if is_large else kernel.in_python
        self._word: Any = np.uint64 if is_large else int
        places = 1 << min(grid.size + BITS_WITHOUT_POINTS, MOST_BITS)
        self.play = _play(Images(tables_of(self.turns.codes), False), grid, places)
        self._gave_way = [np.empty((2, 0), np.uint64)]
        self.first = np.array([self.turns.first], dtype=np.uint64)

    def _kernel(self, grid: Grid) -> Kernel:
        programs = StepPrograms(self.rules, grid, self.turns.phase)
        steps = kernel_of_steps(
            programs, self.turns.may_pass, self.turns.moves_at, self.turns.unblocks_at, forced_kernel.__name__
        )
        sure = (PythonText().alone(_program_of_sure_points(self.rules, grid, color)) for color in Color)
        given = ("ATTACKER", [*Color].index(self.attacker)), ("ENOUGH", self.enough)
        return replace(steps, emitted="\n\n".join([steps.emitted, *sure]), given=(*steps.given, *given))

    def succeeds(self, longest: int = LONGEST) -> bool:
        """Whether the attacker can force it from the empty board, without a pass and in so many turns at most.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        for limit in range(1, longest + 1, 2):
            self.play.good[:] //= 4
            self.budget.depth = limit
            if self._within(limit):
                self._put_in_order()
                return True
            place = self.functions["place_of"](self.play.answers, self._word(self.least(self.first)[0]))
            if place >= 0 and self.play.answers.failed[place] == NEVER:
                return False
        return False

    def _within(self, limit: int) -> bool:
        self.functions["begin"](limit, self._word(self.first[0]), self.play)
        result, answers = NOT_YET, self.play.answers
        while result == NOT_YET:
            before = int(self.play.now[NODES])
            result = self.functions["search"](limit, self.play, self.budget.next_slice())
            self.budget.spent += int(self.play.now[NODES]) - before
            self._gave_way.append(answers.gave_way[:, : answers.now[0]].copy())
            answers.now[0] = 0
        return bool(result == SUCCEEDS)

    def _put_in_order(self) -> None:
        """Put what gave way in order; of each situation, the answer with the fewest turns."""
        codes, within = np.concatenate(self._gave_way, axis=1)
        order = np.lexsort((within, codes))
        first = order[np.flatnonzero(np.diff(codes[order], prepend=np.uint64(NO_CODE)))]
        self._gave_way = [np.stack([codes[first], within[first]])]

    def least(self, codes: Words) -> Words:
        """The least images of codes."""
        least = np.empty_like(codes)
        self.functions["least_of_each"](codes, self.play.images, least)
        return least

    def within(self, least: Words) -> Numbers:
        """In how many turns the attacker succeeds from least images; `LONGEST` where that is not known."""
        within = np.zeros(len(least), dtype=np.uint8)
        self.functions["within_of_each"](least, self.play.answers, within)
        kept = np.where(within == 0, LONGEST, within.astype(np.int64) - 1)
        ((codes, turns),) = self._gave_way
        if not len(codes):
            return kept
        places = np.minimum(np.searchsorted(codes, least), len(codes) - 1)
        gave_way = np.where(codes[places] == least, turns[places].astype(np.int64) - 1, LONGEST)
        return np.minimum(kept, gave_way)

    def strategy(self) -> Strategy:
        """The play that was found, walked by the clauses on arrays.

        Where a board may come back in it, play is looked for that does not come to these situations, a few times.

        Raises:
            OutOfBudget: it takes too long to look for other play.
            AssertionError: a search says that the attacker succeeds, and the clauses on arrays do not.
        """
        play = self._walked()
        for _ in range(MOST_TRIES):
            if not len(play.come_back) or not self._succeeds_without(play.come_back):
                break
            play = self._walked()
        return play

    def _succeeds_without(self, avoided: Words) -> bool:
        """Whether the attacker can force it with no play that comes to some situations.

        What did not succeed before does not do so now; and what is sure is so still, which takes no turn.
        """
        answers, self._gave_way = self.play.answers, []
        answers.within[answers.within > 1] = 0
        self.functions["give_up_each"](avoided, answers)
        return self.succeeds()

    def _walked(self) -> Strategy:
        frontier, met, parts = self.least(self.first), NumbersOfCodes(), [NO_STEPS]
        while len(frontier):
            met.add(frontier, len(met))
            here = (frontier[block] for block in blocks(len(frontier), BLOCK))
            stepped = [steps for nodes in here for steps in self._steps_from(nodes)]
            frontier = met.not_met(distinct(np.concatenate([frontier[:0], *(steps.after for steps in stepped)])))
            parts += stepped
        return Strategy.of(self, Steps(*map(np.concatenate, zip(*parts, strict=True))), met)

    def _is_attacked(self, codes: Words) -> Flags:
        """Whether the attacker takes the next turn, in each situation."""
        is_white: Flags = self.turns.codes.white_to_play(codes)
        return np.not_equal(is_white, self.attacker is BLACK)

    def _steps_from(self, codes: Words) -> Iterator[Steps]:
        """The steps from situations: one move of the attacker, every turn of the defender, none once that is enough.

        Raises:
            AssertionError: it is not enough, or no move of the attacker's is known to succeed.
        """
        is_enough = self.within(codes) == 0
        goes_on = codes[~is_enough]
        is_attacked = self._is_attacked(goes_on)
        defended, attacked = goes_on[~is_attacked], goes_on[is_attacked]
        if not self._is_sure(codes[is_enough]).all():
            raise AssertionError(NOT_FOUND)
        if len(defended):
            moves = self.turns.moves(defended)
            yield Steps(defended[moves.indices], self.least(moves.reached))
            yield Steps(defended, self.least(self.turns.passes(defended)))
        if len(attacked):
            yield Steps(attacked, self._chosen(attacked))

    def _is_sure(self, codes: Words) -> Flags:
        size, whole = np.uint64(self.turns.codes.grid.size), self.turns.codes.board.everything
        c = Coloring(self.turns.codes.board, codes & whole, codes >> size & whole)
        sure: Flags = np.bitwise_count(sure_points(c, self.rules, self.attacker)) >= self.enough
        return sure

    def _chosen(self, attacked: Words) -> Words:
        """What the attacker's move leads to that needs the fewest turns."""
        moves = self.turns.moves(attacked)
        reached = self.least(moves.reached)
        within = self.within(reached)
        fewest = np.full(len(attacked), LONGEST)
        np.minimum.at(fewest, moves.indices, within)
        if (fewest == LONGEST).any():
            raise AssertionError(NOT_FOUND)
        is_best = np.flatnonzero(within == fewest[moves.indices])
        _, first = np.unique(moves.indices[is_best], return_index=True)
        chosen: Words = reached[is_best[first]]
        return chosen


def _play(images: Images, grid: Grid, places: int) -> ForcedPlay:
    most = 2 * grid.size + 1
    wide = (LONGEST + 1, most)
    line = ForcedLine(
        codes=np.zeros(wide[0], np.uint64),
        least=np.zeros(wide[0], np.uint64),
        turns=np.zeros(wide[0], np.int64),
        tried=np.zeros(wide[0], np.int64),
        reached=np.zeros(wide, np.uint64),
        reached_least=np.zeros(wide, np.uint64),
        worth=np.zeros(wide, np.int64),
        never=np.zeros(wide[0], np.bool_),
        longest=np.zeros(wide[0], np.int64),
    )
    answers = ForcedAnswers(
        codes=np.full(places, NO_CODE, np.uint64),
        within=np.zeros(places, np.uint8),
        failed=np.zeros(places, np.uint8),
        best=np.zeros(places, np.uint16),
        gave_way=np.zeros((2, SLICE), np.uint64),
        now=np.zeros(1, np.int64),
    )
    reached, of_kind = np.empty(most, np.uint64), np.zeros(len(KINDS), np.int64)
    return ForcedPlay(
        images, answers, line, np.zeros((2, grid.size), np.int64), reached, of_kind, np.zeros(4, np.int64)
    )


@dataclass(frozen=True)
class Strategy:
    """Play by which the attacker comes to be sure of enough, whatever the defender does.

    Attributes:
        search: what found it.
        codes: the situations that come up, by their least images.
        first: for each, the number of its first step; then how many steps there are.
        after: for each step, the number of what it leads to.
        left: for each situation, how many turns the longest play from there takes.
    """

    search: ForcedSearch
    codes: Words
    first: Numbers
    after: Numbers
    left: Numbers

    @staticmethod
    def of(search: ForcedSearch, steps: Steps, numbers: NumbersOfCodes) -> Strategy:
        """The strategy that has these steps between situations.

        Raises:
            AssertionError: it goes round.
        """
        origin, target = map(numbers.known, steps)
        left = _turns_left(search.functions, len(numbers), origin, target)
        if (left < 0).any():
            raise AssertionError("play that a search finds goes round")
        by_origin = np.argsort(origin, kind="stable")
        first = np.searchsorted(origin[by_origin], np.arange(len(numbers) + 1))
        return Strategy(search, numbers.codes, first, target[by_origin], left)

    @property
    def turns(self) -> int:
        """How many turns the longest play takes."""
        return int(self.left.max())

    @property
    def come_back(self) -> Words:
        """The situations in which something has come back, each once."""
        return distinct(np.concatenate([self.states_that_come_back, self.colorings_that_come_back]))

    @cached_property
    def states_that_come_back(self) -> Words:
        """The situations in which a coloring stands again with the same player to move, by any play."""
        return self._that_come_back(with_player=True)

    @cached_property
    def colorings_that_come_back(self) -> Words:
        """The situations after moves of the attacker's in which a coloring stands again, by any play."""
        return self._that_come_back(with_player=False)

    def _that_come_back(self, with_player: bool) -> Words:
        codes = self.search.turns.codes
        colorings, white = codes.without_marks(self.codes), codes.white_to_play(self.codes)
        kinds = colorings if with_player else np.where(white, codes.with_the_opponent_to_play(colorings), colorings)
        asked = np.ones(len(white), np.bool_) if with_player else white == (self.search.attacker is BLACK)
        _, kind = distinct_with_places(kinds)
        alike, looked_from = np.argsort(kind, kind="stable"), np.full(len(kind), -1)
        come_back, waiting = np.zeros(len(kind), np.bool_), np.zeros(2 * len(kind), np.int64)
        given = self.first, self.after, self.left, kind, alike, looked_from, waiting, come_back
        self.search.functions["mark_what_comes_back"](*given)
        return self.codes[come_back & asked]
