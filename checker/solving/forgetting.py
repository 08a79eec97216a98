"""What a search lets go of where its proofs take too much space: for each node, all but the latest of its proofs.

To forget a proof changes no answer; at worst it has to be found again.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .memory import ENTRIES, NONE, POOL, PROOFS, ROOM, Memory

Entries: TypeAlias = npt.NDArray[np.int64]

# Half of the proofs are let go before they would take more bytes than this.
MOST_BYTES = 3 << 30


def has_too_many_proofs(memory: Memory) -> bool:
    """Whether there is too little space left for proofs, and twice as much would be too much."""
    arrays: Any = memory
    left = min(len(memory.entry_next) - memory.at[ENTRIES], len(memory.pool) - memory.at[POOL])
    return left <= ROOM and 2 * sum(getattr(arrays, name).nbytes for name in (*PROOFS, "pool")) > MOST_BYTES


def let_go(memory: Memory) -> None:
    """Let go of half of the proofs or more; the latest ones of each node stay."""
    arrays: Any = memory
    entries, facts = int(memory.at[ENTRIES]), int(memory.at[POOL])
    kept = _kept(arrays.head, arrays.entry_next, arrays.entry_count, entries, facts)
    place = np.full(entries + 1, NONE, dtype=np.int32)
    place[kept] = np.arange(len(kept))
    counts = arrays.entry_count[kept].astype(np.int64)
    first = np.cumsum(counts) - counts
    moved = np.repeat(arrays.entry_first[kept] - first, counts) + np.arange(counts.sum())
    arrays.pool[: len(moved)] = arrays.pool[moved]
    for name in PROOFS:
        getattr(arrays, name)[: len(kept)] = getattr(arrays, name)[kept]
    arrays.entry_first[: len(kept)] = first
    # Where there is no proof, the last of `place` says so: NONE is -1.
    arrays.entry_next[: len(kept)] = place[arrays.entry_next[: len(kept)]]
    arrays.head[:] = place[arrays.head]
    memory.at[ENTRIES], memory.at[POOL] = len(kept), len(moved)


def _kept(head: Any, before: Any, counts: Any, entries: int, facts: int) -> Entries:
    """The proofs that stay, in order: the latest of each node, the one before it, and so on while they are few."""

    def are_few(*some: Entries) -> bool:
        return 2 * sum(map(len, some)) <= entries and 2 * sum(int(counts[row].sum()) for row in some) <= facts

    rows: list[Entries] = []
    row: Entries = head[head != NONE].astype(np.int64)
    while len(row) and are_few(*rows, row):
        rows.append(row)
        row = before[row].astype(np.int64)
        row = row[row != NONE]
    if rows:
        return np.sort(np.concatenate(rows))
    latest = np.sort(row)
    while not are_few(latest):
        latest = latest[(len(latest) + 1) // 2 :]
    return latest
