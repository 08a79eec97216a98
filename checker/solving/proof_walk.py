"""Bounds on boards whose phase is too large to be read: found by `proof_search`, and confirmed by a walk.

The walk plays every game in which the prover takes the turns that the search found, against every legal turn of the
other player, by the compiled clauses alone. Each game must end with the lead that was promised, none may go round, and
none may come back to where the same stood but for a ban, as long as that counts. So no clause on long cycles or on
repeated passes ever applies, and no history need be kept.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from math import ceil, floor
from time import sleep
from typing import Any

import numpy as np

from ...interpreter.game import Game
from ...interpreter.history import PhaseOutcome
from ...interpreter.program.fields import PLAYERS, lookups
from ...interpreter.program.game import OUTCOMES, GameCode
from ...interpreter.program.machine_code import Compiling, Functions
from ...interpreter.program.rows import PLAYER
from ...interpreter.wording import PLAYERS as PLAYER_NAMES
from ...interpreter.wording import points_text
from ...spec.algebra import BLACK, Color
from ...spec.algebra.arrays import Words
from ...spec.composition import state
from ...spec.rules import Refusal
from ...spec.vocabulary import Phase
from ..graph.edges import Edges
from ..phase.dependence import asks_about
from ..phase.many import CodeIndex, Numbers, blocks
from ..phase.requirements import Needs, of_a_phase_graph, of_situations, of_tables, require
from ..phase.symmetry import CodeField, CodeSymmetries, Packed, Part, respects_symmetry
from . import proof_search
from .budget import Budget
from .proof_search import EIGHT, GIVEN_UP, GOES_ON, NODES, PASSES, PROVED, Space, room_for

# Two sets of points and what else there is to tell fit into two words.
MOST_POINTS = 31
ENTRIES = 1 << 24
_FEW_ENTRIES = 1 << 12
# The nodes that a first round looks at for each question, and how many times that number each further round does.
FIRST_NODES, MORE_NODES = 1_000_000, 16
_QUESTIONS = 3
_BETWEEN_LOOKS = 0.05
# The numbers of rows played, and of nodes searched, between two looks at the clock.
AT_ONCE = 1 << 14
NOT_ANSWERED = PASSES - 1
_HALF = np.uint64(32)
# What a program of legal turns or of scores may read: what keys tell, and what was before the last turn.
_READ = {"black", "white", "before_black", "before_white", "before_known", "before_player", "handicap"}


class NotConfirmed(Exception):
    """What a search gave is no proof; the message says what a walk met."""


def of_proofs(game: Game, code: GameCode) -> Needs:
    """What a search for proofs needs of the rules of a game, and of the programs that they become."""
    rules, other = game.rules, replace(game.position, player=game.position.player.opponent)
    yield from of_tables(rules)
    yield from of_a_phase_graph(rules, Phase.MAIN)
    yield from of_situations(rules, Phase.MAIN)
    if not respects_symmetry(rules):
        yield Refusal("Proofs are searched for under clauses of the documents alone.")
    if code.programs.phases != (Phase.MAIN,):
        yield Refusal("Proofs are searched for where a game has one phase.")
    for name, program in code.programs.programs.items():
        used = (field.name for field in program.inputs if {str(each) for each in field.atoms} & {*program.used})
        if (name == "scores" or name.startswith("legal")) and ({*used} - _READ or [*lookups(program.body)]):
            yield Refusal("Proofs are searched for where what stands, and simple ko, decide legal turns and scores.")
    if state(rules, other) == game.record.state:
        yield Refusal("Proofs are searched for where the same stands only with the same player to move.")
    for asked in ("passed", "began"):
        if asks_about(rules, asked):
            yield Refusal(f"Searches for proofs keep no account of `{asked}`, which a clause asks about.")


def code_of(game: Game) -> GameCode:
    """The functions that search for proofs about a game.

    Raises:
        ValueError: the rules, the board or the game are none for such a search; the message says why.
    """
    if game.grid.size > MOST_POINTS:
        raise Refusal(f"Bounds are proved on boards of up to {MOST_POINTS} points.")
    if game.turns_taken:
        raise Refusal("Bounds are proved from the start of a game.")
    code = GameCode.of(game.rules, game.grid, (proof_search.__name__,))
    require(of_proofs(game, code))
    return code


class Proofs:
    """A search for a proof that a player surely gets a lead in a game from its start, and the walk that confirms it.

    It has room for a number of situations that is a power of two, and runs as machine code where numba is installed.

    Attributes:
        walked: how many situations the walk met.

    Raises:
        ValueError: the rules or the board are not such; the message says why.
    """

    def __init__(
        self, game: Game, player: Color, lead: float, entries: int = ENTRIES, is_compiled: bool = True
    ) -> None:
        self._code = code_of(game)
        self._prover, self._lead, self._grid = player, lead, game.grid
        self._is_compiled = is_compiled
        self._space = Space(*map(self._given, room_for(self._code, player, lead, entries)))
        begun = np.array([self._code.layout.row(game.record, room=2)], dtype=np.uint64)
        self._forget(begun)
        self._start, self._row = begun[0], self._given(begun[0].copy())
        self._state: Any = self._given(np.array([-1, 0]))
        self._symmetries = CodeSymmetries(game.grid, swapped=False)
        self._layout_of_stands = CodeField(Part.NUMBER, 1), CodeField(Part.COLORING, 2 * game.grid.size)
        self.walked = 0

    @property
    def calls(self) -> dict[str, tuple[Any, ...]]:
        """What is called, with arguments of which nothing is asked, as `Compiling` takes it."""
        rows, room, turns = self._start[:0].reshape(0, len(self._start)), np.zeros(1, np.uint64), np.zeros(0, np.int64)
        return {
            "search": (self._start, self._space, self._state, 0),
            "answer_of_each": (rows, self._start, self._space, turns),
            "legal_turns_of_each": (rows, np.zeros((0, 1), np.uint64), room, room),
            "take_turn_of_each": (rows, turns, room),
            "scores_of_each": (rows, np.zeros((0, 2)), turns),
        }

    @property
    def nodes(self) -> int:
        """How many nodes were looked at."""
        return int(self._state[NODES])

    def _given(self, numbers: Any) -> Any:
        """Numbers as the functions take them: arrays, or lists where they run as they are written."""
        return numbers if self._is_compiled else numbers.tolist()

    @cached_property
    def _functions(self) -> Functions:
        return self._code.kernel.compiled if self._is_compiled else self._code.kernel.in_python

    def _forget(self, rows: Words) -> None:
        """Let rows have nothing in their histories."""
        layout = self._code.layout
        rows[:, layout.head :] = 0
        for history in layout.histories.values():
            rows[:, [history.length, history.start]] = 0

    def search(self, budget: Budget, most: int) -> int:
        """Search on until it is `PROVED` and confirmed, `GIVEN_UP`, or `most` nodes were looked at: then `GOES_ON`.

        Raises:
            OutOfBudget: there is no time left.
            NotConfirmed: it seems proved, and is not.
        """
        answer, until = GOES_ON, self.nodes + most
        while answer == GOES_ON and self.nodes < until:
            before = self.nodes
            answer = self._search(self._row, self._state, budget)
            budget.spent += self.nodes - before
        if answer == PROVED:
            self.confirm(budget)
        return answer

    def confirm(self, budget: Budget) -> None:
        """Walk through all games that the proof is about; see the beginning of this module.

        Raises:
            NotConfirmed: a game goes otherwise.
            OutOfBudget: there is no time left.
        """
        links, composed, inverse = list[Numbers](), self._symmetries.composed, self._symmetries.inverse
        self._stands, self._may, self._met = CodeIndex(), CodeIndex(), CodeIndex()
        rows, first = self._start[None], 0
        _, turned = self._numbers(rows)
        while len(rows):
            met = []
            for block in blocks(len(rows), AT_ONCE):
                budget.go_on()
                origins, turns, after = self._followed(rows[block], budget)
                before = len(self._met)
                numbers, by = self._numbers(after)
                back = composed[inverse[by], turned[block][origins]]
                links.append(np.array([first + block.start + origins, numbers, turns == self._grid.size, back]))
                several, places = np.unique(numbers, return_index=True)
                places = places[several >= before]
                met.append((after[places], by[places]))
            first, (rows, turned) = first + len(rows), map(np.concatenate, zip(*met, strict=True))
        self.walked = len(self._met)
        kept = self._symmetries.keeping(self._stands.codes, self._layout_of_stands)
        stands = (self._met.codes >> _HALF).astype(np.int64)
        require_no_repetition(np.concatenate(links, axis=1), stands, kept, composed)

    def _search(self, row: Any, state: Any, budget: Budget) -> int:
        """Search on from a row for a while."""
        answer: int = self._functions["search"](row, self._space, state, min(budget.next_slice(), AT_ONCE))
        return answer

    def _legal(self, rows: Words) -> Any:
        """Which turns are legal: bool, of shape (rows, points and the pass)."""
        legal = self._given(np.zeros((len(rows), 1), dtype=np.uint64))
        room = (self._given(np.zeros(1, dtype=np.uint64)) for _ in range(2))
        self._functions["legal_turns_of_each"](self._given(rows), legal, *room)
        turns = np.arange(self._grid.size + 1, dtype=np.uint64)
        return (np.array(legal, dtype=np.uint64).reshape(len(rows), 1) >> turns & np.uint64(1)).astype(np.bool_)

    def _followed(self, rows: Words, budget: Budget) -> tuple[Numbers, Numbers, Words]:
        """What follows on situations where the prover takes the turns of the proof: on which, by which turn, the rows.

        Raises:
            NotConfirmed: a turn is not known, not legal, or ends a game with less.
        """
        legal, points = self._legal(rows), self._grid.size
        own = rows[:, PLAYER] == PLAYERS.index(self._prover)
        chosen = self._answers(rows)
        for index in np.flatnonzero(own & (chosen == NOT_ANSWERED)):
            chosen[index] = self._proved_again(rows[index], budget)
        chosen = np.where(chosen == PASSES, points, chosen)
        if (own & ((chosen < 0) | ~legal[np.arange(len(rows)), np.maximum(chosen, 0)])).any() or not legal.any(1).all():
            raise NotConfirmed("A turn of the proof is lost, or not legal.")
        legal[own] = False
        legal[np.flatnonzero(own), chosen[own]] = True
        origins, turns = np.nonzero(legal)
        after = self._given(rows[origins])
        self._functions["take_turn_of_each"](after, self._given(turns), self._given(np.zeros(1, dtype=np.uint64)))
        followed = np.asarray(after, dtype=np.uint64).reshape(len(origins), rows.shape[1])
        outcome = followed[:, self._code.layout.places["outcome"]]
        self._require_the_lead(followed[outcome != 0])
        goes_on = outcome == 0
        self._forget(followed)
        return origins[goes_on], turns[goes_on], followed[goes_on]

    def _answers(self, rows: Words) -> Numbers:
        """The turns of the proof, by the numbers of their points."""
        answers = self._given(np.zeros(len(rows), dtype=np.int64))
        self._functions["answer_of_each"](self._given(rows), self._given(self._start.copy()), self._space, answers)
        return np.array(answers, dtype=np.int64)

    def _proved_again(self, start: Words, budget: Budget) -> int:
        """The turn of the proof in a situation that the table has lost, or that another way to its proof went round."""
        row, state = self._given(start.copy()), self._given(np.array([-1, 0]))
        while self._search(row, state, budget) == GOES_ON:
            pass
        return int(self._answers(start[None])[0])

    def _require_the_lead(self, rows: Words) -> None:
        """See that games that are over are scored, and give the prover what was promised."""
        score_pairs, winners = self._given(np.zeros((len(rows), 2))), self._given(np.zeros(len(rows), dtype=np.int64))
        self._functions["scores_of_each"](self._given(rows), score_pairs, winners)
        black, white = np.asarray(score_pairs).reshape(len(rows), 2).T
        leads = black - white if PLAYERS.index(self._prover) == 0 else white - black
        is_scored = rows[:, self._code.layout.places["outcome"]] == OUTCOMES[PhaseOutcome.SCORED]
        if not (is_scored & (leads >= self._lead)).all():
            raise NotConfirmed("A game ends with less than was promised.")

    def _numbers(self, rows: Words) -> tuple[Numbers, Numbers]:
        """The number of each situation, and the symmetry that turns it to be the one image that has the number.

        They differ in what stands, in the player, in which turns are legal, or in whether the last one passed.
        """
        legal, points = self._legal(rows), self._grid.size
        black, white, run = (rows[:, self._code.layout.places[name]] for name in ("black", "white", "pass_run"))
        stands = (black | white << np.uint64(points)) << np.uint64(1) | rows[:, PLAYER]
        moves = legal[:, :points] @ (np.uint64(1) << np.arange(points, dtype=np.uint64))
        may = moves << np.uint64(2) | legal[:, points].astype(np.uint64) << np.uint64(1) | (run != 0).astype(np.uint64)
        layout_of_turns = CodeField(Part.NUMBER, 2), CodeField(Part.POINTS, points)
        images = np.array(self._symmetries.images(stands, self._layout_of_stands))
        may_there = np.array(self._symmetries.images(may, layout_of_turns))
        least = images.min(axis=0)
        may_there[images != least] = ~np.uint64(0)
        met = self._stands.meet(least), self._may.meet(may_there.min(axis=0))
        higher, lower = (numbers.astype(np.uint64) for numbers in met)
        return self._met.meet(higher << _HALF | lower), may_there.argmin(axis=0)


def require_no_repetition(links: Numbers, stands: Numbers, kept: Packed, composed: Numbers) -> None:
    """See that no game goes round, and that none comes back by other bans to where the past counts.

    That is where the same stands with the same player to move and nobody passed in between, as for clauses on long
    cycles, or where a player passed there, as for those on repeated passes. Images by a symmetry are one situation, but
    do not stand the same.

    Args:
        links: from which situation to which one a turn leads, whether it is a pass, and which symmetry turns the image
            that stands for what follows to where it lies as seen from what it follows on; of shape (4, turns).
        stands: a number for what stands in each situation.
        kept: for each of these numbers, the symmetries that leave what stands as it is, in bits.
        composed: for each two symmetries, the one that does what they do, one after the other.

    Raises:
        NotConfirmed: some game does.
    """
    # As long as all situations where the same stands are one, most games can't come back at all.
    edges = stands[links[:2]]
    component = Edges.of(int(stands.max()) + 1, *edges).components
    followed: defaultdict[int, list[tuple[int, bool, int]]] = defaultdict(list)
    for start, after, passes, back in links[:, component[edges[0]] == component[edges[1]]].T.tolist():
        followed[start].append((after, bool(passes), back))
    for start in [*followed]:
        # Each with whether the past counts there still: after a pass from the start, for good; else until a pass.
        todo = [(after, back, passes, True) for after, passes, back in followed[start]]
        met = set(todo)
        while todo:
            situation, turned, passed_at_first, counts = todo.pop()
            is_same = stands[situation] == stands[start] and kept[stands[start]] >> turned & 1
            if situation == start or (counts and is_same):
                raise NotConfirmed("A game can go round.")
            for after, passes, back in followed[situation]:
                still = passed_at_first or (counts and not passes)
                further = after, int(composed[back, turned]), passed_at_first, still
                if further not in met:
                    met.add(further)
                    todo.append(further)


def compiled_elsewhere(game: Game, budget: Budget) -> None:
    """Wait until another process has compiled what searches for proofs about a game.

    Raises:
        OutOfBudget: there is no time left.
        ValueError: see `code_of`.
    """
    process = Compiling(code_of(game).kernel, Proofs(game, BLACK, 0, entries=EIGHT).calls)
    while not process.is_done:
        budget.go_on()
        sleep(_BETWEEN_LOOKS)


class ProvedBounds:
    """Bounds of a game whose phase is too large to be read, narrowed by one proof after the other.

    Of each player it is asked whether everything can be got, then half of what is open, then a point more than is
    known; in rounds that look at ever more nodes.

    Attributes:
        low: what Black surely gets, as far as it is proved; else the least lead with which the game can be counted.
        high: what White surely keeps Black to, likewise.
        proved: the players of whom something was proved, whether or not a game can end without result.
        asked: which lead is asked about, and of whom.
    """

    def __init__(self, game: Game, low: float, high: float, budget: Budget, is_compiled: bool = True) -> None:
        self.low, self.high, self.proved = low, high, frozenset[Color]()
        self.asked: tuple[Color, float] = game.position.player, high
        self._game, self._budget, self._is_compiled = game, budget, is_compiled

    def __str__(self) -> str:
        """What is asked now, and between which leads the value lies, for people."""
        player, lead = self.asked
        low, high, asked = map(points_text, (self.low, self.high, lead))
        return f"does {PLAYER_NAMES[player]} get {asked}; lead {low} to {high}"

    def narrow(self) -> None:
        """Look for proofs until the bounds meet, or nothing is left to ask; what was proved stays, however it ends.

        Raises:
            OutOfBudget: there is no time left.
            ValueError: see `code_of`.
        """
        if self._is_compiled:
            compiled_elsewhere(self._game, self._budget)
        most, is_open = FIRST_NODES, True
        while is_open and self.low < self.high:
            is_open = False
            for player in (self._game.position.player, self._game.position.player.opponent):
                for question in range(_QUESTIONS):
                    is_open |= self.low < self.high and self._ask(player, question, most)
            most *= MORE_NODES

    def _ask(self, player: Color, question: int, most: int) -> bool:
        """Ask what a player can get at least; whether it may help to ask once more."""
        least, greatest = (self.low, self.high) if player is BLACK else (-self.high, -self.low)
        lead = (greatest, ceil((least + greatest) / 2), floor(least + 1))[question]
        self.asked = player, lead
        proofs = Proofs(self._game, player, lead, ENTRIES if self._is_compiled else _FEW_ENTRIES, self._is_compiled)
        try:
            answer = proofs.search(self._budget, most)
        except NotConfirmed:
            return False
        if answer == PROVED:
            self.proved |= {player}
            self.low, self.high = (lead, self.high) if player is BLACK else (self.low, -lead)
        return answer != GIVEN_UP
