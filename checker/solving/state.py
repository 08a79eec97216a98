"""What a search keeps while it goes on, in tables with names: the line it is on, what it has proved, what it left open.

All are arrays, as the search is the same for Python and for machine code. Neither can assign to a field, so a single
number that changes is an array of one, and is written with `[0]`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..phase.tables import GREATEST_LEAD, Numbers

FAILS, SUCCEEDS, UNKNOWN, NOTHING = 0, 1, 2, -1
WORST, BEST = 0, 1
NONE = -1
# A threshold that every score is enough for, if it is negative, and none if it is not; no komi comes near it.
ANY_SCORE = 2 * GREATEST_LEAD

# No question asks whether something has happened as often as this.
OFTEN = 127

ROOM = 4096
FRAMES = 512


class LineOfPlay(NamedTuple):
    """The line of play that is being looked at: one frame for each depth."""

    depth: Numbers  # of the last frame
    node: Numbers  # the node
    turned: Numbers  # the symmetry by which the board of the line is turned to be that of the node
    threshold: Numbers  # how much Black must still get, in half points, as colors lie on the line
    tried: Numbers  # how many steps were tried
    step: Numbers  # the step that is being tried
    preferred: Numbers  # which step is tried first, counted from the first one of the node; `NONE` for none
    is_open: Numbers  # whether some step came to nothing yet
    base: Numbers  # where its conditions begin
    undo: Numbers  # where what its turn changed begins
    happened: Numbers  # how much had happened before its turn


class LinePast(NamedTuple):
    """What has happened on the line, and how to take it back."""

    times: Numbers  # for each event, how often it has happened; `OFTEN`, if it was more often
    happened: Numbers  # how many events have happened on the line
    event: Numbers  # these events, in order
    undone: Numbers  # how many changes can be taken back
    undo_event: Numbers  # for each change, the event
    undo_times: Numbers  # for each change, how often that had happened before


class Conditions(NamedTuple):
    """The conditions on the past under which what was found on the line holds, frame after frame."""

    top: Numbers  # how many there are
    numbers: Numbers  # each one as a number; see `conditions`


class Entries(NamedTuple):
    """The transposition table: what was proved of nodes, each under conditions on the past."""

    size: Numbers  # how many entries there are
    since: Numbers  # the first that counts; those before it are of other games, and forgotten
    latest: Numbers  # for each node, its latest entry; `NONE` if there is none
    earlier: Numbers  # for each entry, the one before it of the same node; `NONE` if there is none
    result: Numbers  # whether Black succeeds
    threshold: Numbers  # with how much
    mode: Numbers  # whether no-result counted as failing or as succeeding
    first: Numbers  # where its conditions begin
    number: Numbers  # how many it has
    pool_size: Numbers  # how many conditions all of them have
    pool: Numbers  # the conditions of all, as numbers that are less by `entries.LESS_IN_POOL`


OF_ENTRIES = ("earlier", "result", "threshold", "mode", "first", "number")


class Unanswered(NamedTuple):
    """What searches to a number of turns have left without an answer; a later question takes the place of another."""

    search: Numbers  # the number of the search under way
    key: Numbers  # the question
    left_by: Numbers  # the number of the search that left it
    turns: Numbers  # how many turns deep it was searched


class SearchState(NamedTuple):
    """All that a search keeps."""

    line: LineOfPlay  # the line of play
    past: LinePast  # what has happened on it
    conditions: Conditions  # what results on it rely on
    entries: Entries  # what was proved
    unanswered: Unanswered  # what was left open
    # For each node, counted from its first, the step that was best when it was last proved, or that looks best;
    # `NONE` for none.
    hint: Numbers
    turns: Numbers  # how many turns deep to search
    sought: Numbers  # which answer is sought, as colors lie on the line
    lookback: Numbers  # how many nodes before it are part of a question that is left open
    mode: Numbers  # how no-result counts for Black, as colors lie on the line: as failing, or as succeeding
    result: Numbers  # what the last step came to; `NOTHING` if that has been taken up
    nodes: Numbers  # how many nodes were looked at
    # The end of which the search must know to go on, for which mode, and how much it must be worth to Black.
    needed: Numbers


def empty_state(nodes: int, events: int, small: bool) -> SearchState:
    """A search in which nothing has happened and nothing is known.

    Args:
        nodes: how many nodes the phase has.
        events: how many events it tells apart.
        small: whether to begin with little space; there is more of it when it is needed.
    """
    entries, pool = (1 << 12, 1 << 14) if small else (1 << 20, 1 << 23)
    unanswered = 1 << 12 if small else max(1 << 22, 1 << nodes.bit_length() - 1)
    line, undo = 4 * ROOM, 4 * ROOM
    return SearchState(
        line=LineOfPlay(_number(), *(_numbers(FRAMES) for _ in LineOfPlay._fields[1:])),
        past=LinePast(_numbers(events, np.int8), _number(), _numbers(line), _number(), _numbers(undo), _numbers(undo)),
        conditions=Conditions(_number(), _numbers(line, np.int64)),
        entries=Entries(
            size=_number(),
            since=_number(),
            latest=_numbers(nodes, start=NONE),
            earlier=_numbers(entries),
            result=_numbers(entries, np.int8),
            threshold=_numbers(entries),
            mode=_numbers(entries, np.int8),
            first=_numbers(entries),
            number=_numbers(entries),
            pool_size=_number(),
            pool=_numbers(pool, np.int32),
        ),
        unanswered=Unanswered(_number(), _numbers(unanswered, np.int64), _numbers(unanswered), _numbers(unanswered)),
        hint=_numbers(nodes, np.int16, NONE),
        turns=_number(),
        sought=_number(),
        lookback=_number(),
        mode=_number(),
        result=_number(),
        nodes=_number(),
        needed=_numbers(3, np.int64),
    )


def _numbers(size: int, kind: Any = np.int32, start: int = 0) -> Any:
    # What is nothing but zeros takes no memory before it is written to.
    return np.full(size, start, kind) if start else np.zeros(size, kind)


def _number() -> Any:
    return _numbers(1, np.int64)


def grow(state: SearchState) -> None:
    """Make more space wherever little is left. It is made in place, so no search may be under way."""
    line, past, conditions, entries = state.line, state.past, state.conditions, state.entries
    for frames in line[1:]:
        _make_room(frames, line.depth[0], 4)
    _make_room(past.event, past.happened[0])
    for changes in (past.undo_event, past.undo_times):
        _make_room(changes, past.undone[0])
    _make_room(conditions.numbers, 2 * conditions.top[0])
    for name in OF_ENTRIES:
        _make_room(getattr(entries, name), entries.size[0])
    _make_room(entries.pool, entries.pool_size[0])


def _make_room(numbers: Any, used: int, room: int = ROOM) -> None:
    if used + room >= len(numbers):
        # What is new is filled with zeros, and so takes memory at once: there should not be much more than is needed.
        numbers.resize(enlarged(len(numbers)), refcheck=False)


def enlarged(size: int) -> int:
    """How much space there is made where so much is too little."""
    return size + size // 4


def as_views(tables: Any) -> Any:
    """Tables in which Python finds numbers of its own, in half the time that numpy takes; they share their memory."""
    if isinstance(tables, tuple):
        return type(tables)(*map(as_views, tables))
    return memoryview(tables)
