"""Bounds on boards whose phase is too large to be read: found by `proof_search`, and confirmed by a walk.

The walk plays every game in which the prover takes the turns that the search found, against every legal turn of the
other player, by the compiled clauses alone. Each game must end with the lead that was promised, none may go round, and
none may come back to where the same stood but for a ban, as long as that counts. So no clause on long cycles or on
repeated passes ever applies, and no history need be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil, floor
from time import sleep
from typing import Any

import numpy as np
import numpy.typing as npt

from ...interpreter.endings import PhaseOutcome
from ...interpreter.game import Game
from ...interpreter.program.fields import PLAYERS, lookups
from ...interpreter.program.game import OUTCOMES, GameCode
from ...interpreter.program.machine_code import Compiling, Functions
from ...interpreter.program.rows import PLAYER
from ...interpreter.wording import PLAYERS as PLAYER_NAMES
from ...interpreter.wording import points_text
from ...spec.algebra import BLACK, Color
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Phase
from ..phase.dependence import asks_about
from ..phase.many import blocks
from ..phase.requirements import Needs, of_a_phase_graph, of_situations, of_tables, require
from ..phase.symmetry import Permutation, board_symmetries, image_of, respects_symmetry
from . import proof_search
from .budget import Budget
from .proof_search import EIGHT, ENTRY, GIVEN_UP, GOES_ON, NODES, PASSES, PROVED, Space, room_for

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
# Two sets of points and what else there is to tell fit into two words.
MOST_POINTS = 31
ENTRIES = 1 << 24
_FEW_ENTRIES = 1 << 12
# The nodes that a first round looks at for each question, and how many times that number each further round does.
FIRST_NODES, MORE_NODES = 1_000_000, 16
_QUESTIONS = 3
_BETWEEN_LOOKS = 0.05
# So many rows are played at once.
AT_ONCE = 1 << 14
NOT_ANSWERED = PASSES - 1
# What a program of legal turns or of scores may read: what keys tell, and what was before the last turn.
_READ = {"black", "white", "before_black", "before_white", "before_known", "before_player", "handicap"}


class NotConfirmed(Exception):
    """What a search gave is no proof; the message says what a walk met."""


def of_proofs(rules: Rules, code: GameCode) -> Needs:
    """What a search for proofs needs of rules, and of the programs that they become."""
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
    require(of_proofs(game.rules, code))
    return code


class Proofs:
    """A search for a proof that a player surely gets a lead in a game from its start, and the walk that confirms it.

    Args:
        game: the game, in which no turn was taken.
        player: who is to get the lead.
        lead: that player's least lead.
        entries: how many situations there is room for, a power of two.
        is_compiled: whether it runs as machine code; numba must be installed then.

    Attributes:
        nodes: how many nodes were looked at.
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
        self._space = room_for(self._code, player, lead, entries)
        if is_compiled:
            self._space = as_arrays(self._space)
        table = np.zeros(entries * ENTRY, dtype=np.uint64) if is_compiled else [0] * (entries * ENTRY)
        self._space = self._space._replace(table=table)
        begun = np.array([self._code.layout.row(game.record, room=2)], dtype=np.uint64)
        self._forget(begun)
        self._start, self._row = begun[0], self._given(begun[0])
        self._state: Any = self._given(np.array([-1, 0]))
        self.walked = 0

    @property
    def calls(self) -> dict[str, tuple[Any, ...]]:
        """What is called, with arguments of which nothing is asked, as `Compiling` takes it."""
        rows, room, turns = self._start[:0].reshape(0, len(self._start)), np.zeros(1, np.uint64), np.zeros(0, np.int64)
        return {
            "search": (self._start, self._space, self._state, 0),
            "answer_of_each": (rows, self._start, self._space, turns),
            "legal_turns_of_each": (rows, np.zeros((0, 1), np.bool_), room, room),
            "take_turn_of_each": (rows, turns, room),
            "scores_of_each": (rows, np.zeros((0, 2)), turns),
        }

    @property
    def nodes(self) -> int:
        """See the attributes of the class."""
        return int(self._state[NODES])

    def _given(self, numbers: Any) -> Any:
        """Numbers as the functions take them: arrays, or lists where they run as they are written."""
        return numbers.copy() if self._is_compiled else numbers.tolist()

    def _call(self, name: str, *given: Any) -> Any:
        return self._functions[name](*given)

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
            answer = self._call("search", self._row, self._space, self._state, budget.next_slice())
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
        known = _Situations()
        links: list[Numbers] = []
        rows = self._start[None]
        known.meet(self._keys(rows, self._legal(rows)))
        first = 0
        while len(rows):
            met = []
            for block in blocks(len(rows), AT_ONCE):
                budget.go_on()
                origins, turns, after = self._followed(rows[block], budget)
                keys = self._keys(after, self._legal(after))
                numbers, is_new = known.meet(keys)
                passes = turns == self._grid.size
                links.append(np.array([first + block.start + origins, numbers, passes, keys[:, 2].astype(np.int64)]))
                met.append(after[is_new])
            first, rows = first + len(rows), np.concatenate(met)
        self.walked = len(known.keys)
        require_no_repetition(np.concatenate(links, axis=1), known.keys, self._symmetries)

    def _legal(self, rows: Words) -> Any:
        """Which turns are legal: bool, of shape (rows, points and the pass)."""
        legal = self._given(np.zeros((len(rows), self._grid.size + 1), dtype=np.bool_))
        room = (self._given(np.zeros(1, dtype=np.uint64)) for _ in range(2))
        self._call("legal_turns_of_each", self._given(rows), legal, *room)
        return np.asarray(legal, dtype=np.bool_).reshape(len(rows), self._grid.size + 1)

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
        self._call("take_turn_of_each", after, self._given(turns), self._given(np.zeros(1, dtype=np.uint64)))
        followed = np.asarray(after, dtype=np.uint64).reshape(len(origins), rows.shape[1])
        outcome = followed[:, self._code.layout.places["outcome"]]
        self._require_the_lead(followed[outcome != 0])
        goes_on = outcome == 0
        self._forget(followed)
        return origins[goes_on], turns[goes_on], followed[goes_on]

    def _answers(self, rows: Words) -> Numbers:
        """The turns of the proof, by the numbers of their points."""
        answers = self._given(np.zeros(len(rows), dtype=np.int64))
        self._call("answer_of_each", self._given(rows), self._given(self._start), self._space, answers)
        return np.array(answers, dtype=np.int64)

    def _proved_again(self, start: Words, budget: Budget) -> int:
        """The turn of the proof in a situation that the table has lost, or that another way to its proof went round."""
        row, state, answer = self._given(start), self._given(np.array([-1, 0])), GOES_ON
        while answer == GOES_ON:
            answer = self._call("search", row, self._space, state, budget.next_slice())
        return int(self._answers(start[None])[0])

    def _require_the_lead(self, rows: Words) -> None:
        """See that games that are over are scored, and give the prover what was promised."""
        score_pairs, winners = self._given(np.zeros((len(rows), 2))), self._given(np.zeros(len(rows), dtype=np.int64))
        self._call("scores_of_each", self._given(rows), score_pairs, winners)
        black, white = np.asarray(score_pairs).reshape(len(rows), 2).T
        leads = black - white if PLAYERS.index(self._prover) == 0 else white - black
        is_scored = rows[:, self._code.layout.places["outcome"]] == OUTCOMES[PhaseOutcome.SCORED]
        if not (is_scored & (leads >= self._lead)).all():
            raise NotConfirmed("A game ends with less than was promised.")

    def _keys(self, rows: Words, legal: Any) -> Words:
        """Of each situation: what stands, with the player; and which turns are legal, and whether the last one passed.

        Of images by a symmetry, the least; and by which one; of shape (rows, 3).
        """
        places, points = self._code.layout.places, self._grid.size
        black, white = (_flags(rows[:, places[name]], points) for name in ("black", "white"))
        others = rows[:, PLAYER], legal[:, points], rows[:, places["pass_run"]] != 0
        mover, passing, passed = (other.astype(np.uint64) for other in others)
        least = np.full((len(rows), 3), ~np.uint64(0))
        for number, symmetry in enumerate(self._symmetries):
            order = np.argsort(symmetry)
            stands = _as_words(np.concatenate([black[:, order], white[:, order]], axis=1)) << np.uint64(1) | mover
            may = _as_words(legal[:, :points][:, order]) << np.uint64(2) | passing << np.uint64(1) | passed
            is_less = (stands < least[:, 0]) | ((stands == least[:, 0]) & (may < least[:, 1]))
            least[is_less] = np.stack([stands, may, np.full_like(may, number)], axis=1)[is_less]
        return least

    @cached_property
    def _symmetries(self) -> list[Permutation]:
        return board_symmetries(self._grid)


class _Situations:
    """Numbers for situations in the order in which they are met, by their keys."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}
        self._first: list[int] = []

    @property
    def keys(self) -> Words:
        """All keys, by number, each with the symmetry by which it was met."""
        return np.array([(*key, first) for key, first in zip(self._numbers, self._first, strict=True)], dtype=np.uint64)

    def meet(self, keys: Words) -> tuple[Numbers, npt.NDArray[np.bool_]]:
        """The number of each, and whether it is met for the first time."""
        numbers, is_new = np.empty(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.bool_)
        for index, (stands, may, symmetry) in enumerate(keys.tolist()):
            next_one = len(self._numbers)
            numbers[index] = self._numbers.setdefault((stands, may), next_one)
            if numbers[index] == next_one:
                is_new[index] = True
                self._first.append(symmetry)
        return numbers, is_new


def _flags(sets: Words, points: int) -> npt.NDArray[np.bool_]:
    """Sets of points as flags, of shape (sets, points)."""
    return (sets[:, None] >> np.arange(points, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


def _as_words(flags: npt.NDArray[np.bool_]) -> Words:
    """Flags, the first as the lowest bit, as words."""
    worth = np.uint64(1) << np.arange(flags.shape[1], dtype=np.uint64)
    words: Words = np.where(flags, worth, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return words


def require_no_repetition(links: Numbers, keys: Words, symmetries: Sequence[Permutation]) -> None:
    """See that no game goes round, and that none comes back by other bans to where the past counts.

    That is where the same stands with the same player to move and nobody passed in between, as for clauses on long
    cycles, or where a player passed there, as for those on repeated passes. Images by a symmetry are one situation, but
    do not stand the same.

    Args:
        links: from which situation to which one a turn leads, whether it is a pass, and which symmetry takes what it
            led to to the image that has the key; of shape (4, turns).
        keys: of each situation, what stands with the player, what else there is to tell, and the symmetry that takes
            what was followed to the image that has the key.
        symmetries: where each takes every point.

    Raises:
        NotConfirmed: some game does.
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 (it takes long to import)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 (it takes long to import)

    # As long as all situations where images of the same stand are one, most games can't come back at all.
    _, stands = np.unique(keys[:, 0], return_inverse=True)
    edges, size = stands[links[:2]], int(stands.max()) + 1
    graph = coo_array((np.ones(edges.shape[1], dtype=np.int8), (edges[0], edges[1])), shape=(size, size))
    _, component = connected_components(graph, connection="strong")
    within = links[:, component[edges[0]] == component[edges[1]]].T.tolist()
    followed: dict[int, list[tuple[int, bool, Permutation]]] = {}
    for start, after, passes, symmetry in within:
        # Where the image of what follows lies, as seen from the image of what it follows on.
        by, here = symmetries[symmetry], symmetries[int(keys[start, 2])]
        back = tuple(here[by.index(point)] for point in range(len(here)))
        followed.setdefault(start, []).append((after, bool(passes), back))
    for start in followed:
        _require_no_way_back(start, followed, keys[:, 0], symmetries[0])


def _require_no_way_back(
    start: int, followed: Mapping[int, Sequence[tuple[int, bool, Permutation]]], stands: Words, itself: Permutation
) -> None:
    """See that no game from a situation comes back; see `require_no_repetition`."""
    points = len(itself)

    def seen(situation: int, symmetry: Permutation) -> tuple[int, ...]:
        """What stands at a situation, seen through a symmetry: its player, and the points of both colors."""
        code = int(stands[situation])
        sets = (code >> 1 & (1 << points) - 1, code >> 1 + points)
        return code & 1, *(image_of(points_set, symmetry) for points_set in sets)

    # Each with whether the past counts there still: after a pass from the start, for good; else until somebody passes.
    todo = [(after, back, passes, True) for after, passes, back in followed[start]]
    met = set(todo)
    while todo:
        situation, symmetry, passed_at_first, counts = todo.pop()
        is_same = counts and seen(situation, symmetry) == seen(start, itself)
        if situation == start or is_same:
            raise NotConfirmed("A game can go round.")
        for after, passes, back in followed.get(situation, ()):
            through = tuple(symmetry[point] for point in back)
            further = after, through, passed_at_first, passed_at_first or (counts and not passes)
            if further not in met:
                met.add(further)
                todo.append(further)


def as_arrays(space: Space) -> Space:
    """A space as machine code takes it."""
    whole = {"proof", "disproof", "height", "turns", "marks", "frames", "estimates", "given"}
    kinds = {**dict.fromkeys(whole, np.int64), "asked": np.float64}
    return Space(**{name: np.array(kept, dtype=kinds.get(name, np.uint64)) for name, kept in space._asdict().items()})


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

    Args:
        game: the game, in which no turn was taken.
        low: the least lead of Black with which it can be counted.
        high: the greatest one.
        budget: how long it may take.
        is_compiled: see `Proofs`.

    Attributes:
        low: what Black surely gets, as far as it is proved; else the least lead with which it can be counted.
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
