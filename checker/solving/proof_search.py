"""Depth-first proof-number search: who surely gets a lead, on boards whose phase is too large to be read.

It proves one thing: that a player gets at least some lead, whatever the other one does. A game that goes round counts
as a failure of that player. So what is proved is a least fixpoint: it holds whatever happened before, and may be kept
without a condition on the past (compare A. Kishimoto and M. Müller on graph-history interaction). What seems disproved
is given up for this search alone, and says nothing. Situations are met as turns lead to them; those that are images of
each other by a symmetry of the board are one. Proof and disproof numbers start from an estimate of stones, liberties
and shape, which decides nothing but the order of the search. What comes out is confirmed by `proof_walk`.

The functions are plain. They go through turns with the functions that are emitted for the rules, as in `play/perft.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...interpreter.history import PhaseOutcome
from ...interpreter.program.fields import PLAYERS
from ...interpreter.program.game import OUTCOMES, GameCode
from ...interpreter.program.rows import (
    CAPACITY,
    HEAD,
    KEPT,
    OUTCOME,
    PLAYER,
    POINTS,
    Row,
    legal_turns,
    scores,
    take_back,
    take_turn,
)
from ...interpreter.program.words import count, mix, number, word
from ...spec.algebra import Color
from ..phase.symmetry import board_symmetries, image_of

PROVED, GIVEN_UP, GOES_ON = 1, 2, 0
# No number of proof is as great as this, and what only failed by going round starts from the other one.
NEVER, ROUND = 100_000_000, 1_000_000
LEVELS = 400
# What is proved is kept as if this number of nodes more had been looked at for it.
MORE_THAN_ALL = 1 << 40
BYTES, OF_A_BYTE = 4, 256
EIGHT, ENTRY = 8, 4
LEAST_ESTIMATE, MOST_ESTIMATE, STEEPNESS, FURTHEST = 1, 5000, 0.3, 160
PASSES = -1
LEVEL, NODES = range(2)
CHILDREN, CHOSEN, MOST_PROOF, MOST_DISPROOF, BEGAN, UNSOLVED = range(6)
OPEN, ENDED, GOES_ROUND = range(3)
BLACK_AT, WHITE_AT, RUN_AT, WIDTH, SCORED, PROVER, LAST_ENTRY = range(7)
EVERYWHERE, LEFT, RIGHT, EDGE = range(4)


class Space(NamedTuple):
    """What a search knows and where it stands; the lists of lists have one for each level of the path."""

    # Four words for each situation that was left: its key, its numbers, and how many nodes it took. Of a proved
    # one the second number is how many turns it takes at most.
    table: Any
    heads: Any  # the head of the row at each level
    path: Any  # the key of the situation, two words
    keys: Any  # the keys of those that follow, two words each
    proof: Any  # how much there is to prove at least for each of those that follow
    disproof: Any  # how much there is to disprove at least
    height: Any  # in how many turns it is proved at most, where it is
    turns: Any  # the turn to each, by the number of its point; `PASSES`
    marks: Any  # whether a game has ended there, or goes round
    frames: Any  # how many follow, which was chosen, how far each number may grow, and how many nodes there were before
    images: Any  # where symmetries take the points of each byte of a set
    estimates: Any  # the first number of proof, by how far the prover seems ahead
    given: Any  # places in a row, and what else is the same for the whole search
    sets: Any  # all points, the left and right column, and the edge
    asked: Any  # the least lead of Black, or of White, that is to be proved
    moves: Any  # room for legal moves
    others: Any  # room for those one turn later
    unblocks: Any  # room for unblock actions
    point: Any  # room for the point of a turn


def image(points: int, first: int, images: Row) -> int:
    """Where a symmetry takes a set of points; its bytes are looked up from a first place on."""
    taken = word(0)
    for byte in range(BYTES):
        taken |= images[first + byte * OF_A_BYTE + number((points >> word(8 * byte)) & word(255))]
    return taken


def key_of(row: Row, moves: int, passing: bool, space: Space) -> tuple[int, int]:
    """The key of the situation in a row, in two words: what stands; and what is legal, whose turn it is, and passes."""
    black, white = row[space.given[BLACK_AT]], row[space.given[WHITE_AT]]
    rest = word(8) | row[PLAYER] << word(2) | (word(1) if row[space.given[RUN_AT]] != word(0) else word(0)) << word(1)
    rest = (rest | (word(1) if passing else word(0))) << word(32)
    first, second = ~word(0) & word(0xFFFFFFFFFFFFFFFF), word(0)
    for symmetry in range(len(space.images) // (BYTES * OF_A_BYTE)):
        at = symmetry * BYTES * OF_A_BYTE
        stands = image(black, at, space.images) | image(white, at, space.images) << word(32)
        if stands <= first:
            legal = image(moves, at, space.images) | rest
            if stands < first or legal < second:
                first, second = stands, legal
    return first, second


def place_of(first: int, second: int, space: Space) -> int:
    """Where the table has a key; -1 if it has not."""
    bucket = number(mix(mix(word(0), first), second) & word(space.given[LAST_ENTRY])) * EIGHT
    for entry in range(bucket, bucket + EIGHT):
        if space.table[entry * ENTRY + 1] == second and space.table[entry * ENTRY] == first:
            return entry * ENTRY
    return -1


def keep(level: int, space: Space, proof: int, disproof: int, work: int) -> None:
    """Write down what was found at a level, in the place of what took the fewest nodes, and is not proved."""
    first, second = space.path[level][0], space.path[level][1]
    place = place_of(first, second, space)
    if place < 0:
        bucket = number(mix(mix(word(0), first), second) & word(space.given[LAST_ENTRY])) * EIGHT
        place = bucket * ENTRY
        for entry in range(bucket + 1, bucket + EIGHT):
            if space.table[entry * ENTRY + 3] < space.table[place + 3]:
                place = entry * ENTRY
    space.table[place], space.table[place + 1] = first, second
    space.table[place + 2] = word(proof) << word(32) | word(disproof)
    space.table[place + 3] = word(work) + (word(MORE_THAN_ALL) if proof == 0 else word(0))


def look_up(level: int, child: int, space: Space) -> bool:
    """Read what is known of what follows, if anything is."""
    place = place_of(space.keys[level][2 * child], space.keys[level][2 * child + 1], space)
    if place < 0:
        return False
    numbers = space.table[place + 2]
    proof, disproof = number(numbers >> word(32)), number(numbers & word(0xFFFFFFFF))
    space.proof[level][child], space.disproof[level][child] = proof, disproof
    if proof == 0:
        space.height[level][child], space.disproof[level][child] = disproof, NEVER
    return True


def beside(points: int, space: Space) -> int:
    """The points next to some."""
    sideways = (points & ~space.sets[RIGHT]) << word(1) | (points & ~space.sets[LEFT]) >> word(1)
    width = word(space.given[WIDTH])
    next_to: int = (sideways | points << width | points >> width) & space.sets[EVERYWHERE]
    return next_to


def shape(stones: int, space: Space) -> int:
    """Regions less holes, by neighbours and squares; see Euler's number of a picture."""
    below = stones >> word(space.given[WIDTH])
    right = (stones & ~space.sets[LEFT]) >> word(1)
    both = right & ((below & ~space.sets[LEFT]) >> word(1)) & stones & below
    return count(stones) - count(stones & right) - count(stones & below) + count(both)


def promise(stones: int, empty: int, space: Space) -> int:
    """How well some stones seem to stand, in halves."""
    liberties = count(beside(stones, space) & empty)
    return 4 * count(stones) + 2 * liberties - count(stones & space.sets[EDGE]) - 4 * shape(stones, space)


def estimate(row: Row, level: int, child: int, space: Space) -> None:
    """Write down first numbers for a situation that was never met."""
    black, white = row[space.given[BLACK_AT]], row[space.given[WHITE_AT]]
    empty = space.sets[EVERYWHERE] & ~(black | white)
    ahead = promise(black, empty, space) - promise(white, empty, space)
    if space.given[PROVER] != 0:
        ahead = -ahead
    ahead += 2 if number(row[PLAYER]) == space.given[PROVER] else -2
    ahead = max(-FURTHEST, min(FURTHEST, ahead))
    space.proof[level][child] = space.estimates[FURTHEST + ahead]
    space.disproof[level][child] = space.estimates[FURTHEST - ahead]


def note(row: Row, level: int, child: int, turn: int, space: Space) -> int:
    """Note what a turn led to; 1, or 0 if another turn led to its image."""
    space.turns[level][child], space.marks[level][child], space.height[level][child] = turn, OPEN, 0
    if row[OUTCOME] != word(0):
        is_enough = False
        if number(row[OUTCOME]) == space.given[SCORED]:
            black, white, _ = scores(row)
            lead = black - white if space.given[PROVER] == 0 else white - black
            is_enough = lead >= space.asked[0]
        space.marks[level][child] = ENDED
        space.proof[level][child], space.disproof[level][child] = (0, NEVER) if is_enough else (NEVER, 0)
        return 1
    passing = legal_turns(row, space.others, space.unblocks)
    first, second = key_of(row, space.others[0], passing, space)
    for other in range(child):
        same = space.keys[level][2 * other] == first and space.keys[level][2 * other + 1] == second
        if same and space.marks[level][other] != ENDED:
            return 0
    space.keys[level][2 * child], space.keys[level][2 * child + 1] = first, second
    if not look_up(level, child, space):
        estimate(row, level, child, space)
    if space.proof[level][child] > 0:
        for above in range(level + 1):
            if space.path[above][0] == first and space.path[above][1] == second:
                space.marks[level][child] = GOES_ROUND
                space.proof[level][child], space.disproof[level][child] = NEVER, 0
    return 1


def enter(row: Row, level: int, space: Space) -> None:
    """Note what follows on the situation in a row, whose histories are empty."""
    for place in range(HEAD):
        space.heads[level][place] = row[place]
    passing = legal_turns(row, space.moves, space.unblocks)
    space.path[level][0], space.path[level][1] = key_of(row, space.moves[0], passing, space)
    legal, children = space.moves[0], 0
    for turn in range(PASSES, POINTS):
        if (turn == PASSES and passing) or (turn >= 0 and (legal >> word(max(turn, 0))) & word(1) != word(0)):
            take(row, turn, space)
            children += note(row, level, children, turn, space)
            take_back(row, space.heads[level])
    space.frames[level][CHILDREN] = children


def take(row: Row, turn: int, space: Space) -> None:
    """Take a turn by its number."""
    space.point[0] = word(0) if turn == PASSES else word(1) << word(max(turn, 0))
    take_turn(row, 0 if turn == PASSES else 1, space.point)


def stand_at(row: Row, level: int, space: Space) -> None:
    """Let the row stand where it stood at a level, with nothing in its histories."""
    for place in range(CAPACITY + 1, HEAD):
        row[place] = space.heads[level][place]


def follow(row: Row, level: int, space: Space) -> None:
    """Take the turn that was chosen at a level, and forget the past."""
    take(row, space.turns[level][space.frames[level][CHOSEN]], space)
    after = space.heads[level + 1]
    for place in range(HEAD):
        after[place] = row[place]
    for history in KEPT:
        after[history.length] = after[history.start] = word(0)
    take_back(row, space.heads[level])
    stand_at(row, level + 1, space)


def weigh(level: int, space: Space) -> tuple[int, int, int, int, int]:
    """The numbers of a level; the second least number of what follows, how many go round, and in how many turns.

    Which follows best is noted as chosen.
    """
    is_own = number(space.heads[level][PLAYER]) == space.given[PROVER]
    own, other = (space.proof[level], space.disproof[level]) if is_own else (space.disproof[level], space.proof[level])
    least, second, most, unsolved, rounds, chosen = NEVER, NEVER, 0, 0, 0, -1
    lowest, highest = NEVER, 0
    for child in range(space.frames[level][CHILDREN]):
        if own[child] < least:
            second, least, chosen = least, own[child], child
        elif own[child] < second:
            second = own[child]
        most = max(most, other[child])
        unsolved += 1 if other[child] != 0 else 0
        rounds += 1 if space.marks[level][child] == GOES_ROUND else 0
        if space.proof[level][child] == 0:
            lowest = min(lowest, space.height[level][child])
            highest = max(highest, space.height[level][child])
    space.frames[level][CHOSEN] = chosen
    all_in_all = min(most + unsolved - 1, NEVER - 1) if 0 < most < NEVER else most
    if least == 0:
        all_in_all = NEVER
    elif least >= NEVER:
        all_in_all = 0
    if chosen < 0 and space.frames[level][CHILDREN] == 0:
        return NEVER, 0, NEVER, 0, 0  # Nobody wins by a lack of turns.
    height = 1 + (lowest if is_own else highest)
    space.frames[level][UNSOLVED] = unsolved
    return (least, all_in_all, second, rounds, height) if is_own else (all_in_all, least, second, rounds, height)


def search(row: Row, space: Space, state: Any, nodes: int) -> int:
    """Search on from the game in a row, for a number of nodes: `PROVED`, `GIVEN_UP`, or `GOES_ON` if more is to do.

    The state is the level, -1 at first, and how many nodes were looked at; the row has nothing in its histories.
    """
    until = state[NODES] + nodes
    if state[LEVEL] < 0:
        enter(row, 0, space)
        state[LEVEL] = 0
        space.frames[0][MOST_PROOF] = space.frames[0][MOST_DISPROOF] = NEVER
        space.frames[0][BEGAN] = state[NODES]
    while state[NODES] < until:
        level = state[LEVEL]
        frame = space.frames[level]
        proof, disproof, second, rounds, height = weigh(level, space)
        child = frame[CHOSEN]
        if proof == 0 or disproof == 0 or proof >= frame[MOST_PROOF] or disproof >= frame[MOST_DISPROOF] or child < 0:
            if disproof == 0 and rounds > 0 and proof >= NEVER:
                before = place_of(space.path[level][0], space.path[level][1], space)
                known = 0 if before < 0 else number(space.table[before + 2] >> word(32))
                proof = ROUND if known < ROUND else min(2 * known, NEVER)
                disproof = 1 if proof < NEVER else 0
            keep(level, space, proof, height if proof == 0 else disproof, state[NODES] - frame[BEGAN] + 1)
            if level == 0:
                state[LEVEL] = -1
                return PROVED if proof == 0 else GIVEN_UP
            state[LEVEL] = level - 1
            stand_at(row, level - 1, space)
            refresh(level - 1, space)
            continue
        if level + 1 == LEVELS:
            space.marks[level][child], space.proof[level][child], space.disproof[level][child] = GOES_ROUND, NEVER, 0
            continue
        descend(row, level, space, second)
        state[NODES] += 1
        space.frames[level + 1][BEGAN] = state[NODES]
        state[LEVEL] = level + 1
    return GOES_ON


def refresh(level: int, space: Space) -> None:
    """Look up again what follows, where something may have been found by another way."""
    for child in range(space.frames[level][CHILDREN]):
        if space.marks[level][child] == OPEN:
            look_up(level, child, space)


def descend(row: Row, level: int, space: Space, second: int) -> None:
    """Follow the turn that was chosen, as long as it looks best and its level has not done its part."""
    frame, after = space.frames[level], space.frames[level + 1]
    child = frame[CHOSEN]
    is_own = number(space.heads[level][PLAYER]) == space.given[PROVER]
    most_own, most_other = frame[MOST_PROOF], frame[MOST_DISPROOF]
    other = space.disproof[level][child]
    if not is_own:
        most_own, most_other, other = most_other, most_own, space.proof[level][child]
    own = min(second + 1 + second // 4, most_own)
    rest = NEVER if most_other >= NEVER else max(most_other - (frame[UNSOLVED] - 1), other + 1)
    after[MOST_PROOF], after[MOST_DISPROOF] = (own, rest) if is_own else (rest, own)
    follow(row, level, space)
    enter(row, level + 1, space)


def answer_of_each(rows: Sequence[Row], row: Row, space: Space, answers: Any) -> None:
    """The turn by which the prover goes on in each situation: the one that is proved in the fewest turns.

    It is `PASSES - 1` where none is known, or the other player is to move. `row` is room for one, with empty histories.
    """
    for index in range(len(rows)):
        for place in range(CAPACITY + 1, HEAD):
            row[place] = rows[index][place]
        enter(row, 0, space)
        answers[index] = PASSES - 1
        least = NEVER
        for child in range(space.frames[0][CHILDREN]):
            if space.proof[0][child] == 0 and space.height[0][child] < least:
                least, answers[index] = space.height[0][child], space.turns[0][child]


def room_for(code: GameCode, prover: Color, lead: float, entries: int) -> Space:
    """A space, as arrays, in which nothing is known, with room for a number of situations that is a power of two."""
    grid, layout = code.grid, code.layout
    images = [
        image_of(value << 8 * byte & grid.everywhere, symmetry)
        for symmetry in board_symmetries(grid)
        for byte in range(BYTES)
        for value in range(OF_A_BYTE)
    ]
    points = np.arange(grid.size).reshape(grid.height, grid.width)
    left, right = (sum(1 << point for point in points[:, at].tolist()) for at in (0, -1))
    rows = sum(1 << point for at in (0, -1) for point in points[at].tolist())
    ahead = np.arange(-FURTHEST, FURTHEST + 1)
    places = [layout.places[name] for name in ("black", "white", "pass_run")]
    given = [*places, grid.width, OUTCOMES[PhaseOutcome.SCORED], PLAYERS.index(prover), entries // EIGHT - 1]
    heads, path, keys = (np.zeros((LEVELS, width), np.uint64) for width in (layout.head, 2, 2 * grid.size + 2))
    proof, disproof, height, turns, marks = (np.zeros((LEVELS, grid.size + 1), np.int64) for _ in range(5))
    moves, others, unblocks, point = (np.zeros(layout.words, np.uint64) for _ in range(4))
    return Space(
        table=np.zeros(entries * ENTRY, np.uint64),
        heads=heads,
        path=path,
        keys=keys,
        proof=proof,
        disproof=disproof,
        height=height,
        turns=turns,
        marks=marks,
        frames=np.zeros((LEVELS, UNSOLVED + 1), np.int64),
        images=np.array(images, np.uint64),
        estimates=np.clip(OF_A_BYTE * np.exp(-STEEPNESS * ahead), LEAST_ESTIMATE, MOST_ESTIMATE).round().astype(int),
        given=np.array(given),
        sets=np.array([grid.everywhere, left, right, left | right | rows], np.uint64),
        asked=np.array([float(lead)]),
        moves=moves,
        others=others,
        unblocks=unblocks,
        point=point,
    )
