"""Breadth-first search over steps."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from math import inf
from typing import Any, TypeVar

Node = TypeVar("Node")
Label = TypeVar("Label")


def itself(node: Any) -> Hashable:
    """The key of nodes that are their own keys."""
    key: Hashable = node
    return key


def breadth_first(
    start: Node,
    onward: Callable[[Node], Iterable[tuple[Label, Node]]],
    key: Callable[[Node], Hashable] = itself,
    farthest: float = inf,
) -> Iterator[tuple[Node, Label, Node]]:
    """Every step from every node that steps lead to, with the nodes before and after it, the nearest nodes first.

    What leads onward from a node is asked once. Of nodes with equal keys, the first is followed; the last node may be
    `farthest` steps away.

    >>> list(breadth_first(1, lambda number: [("double", 2 * number), ("add", number + 1)], farthest=2))
    [(1, 'double', 2), (1, 'add', 2), (2, 'double', 4), (2, 'add', 3)]
    """
    seen = {key(start)}
    waiting = deque([(start, 0)])
    while waiting:
        before, steps = waiting.popleft()
        for label, after in onward(before) if steps < farthest else ():
            yield before, label, after
            if (key_after := key(after)) not in seen:
                seen.add(key_after)
                waiting.append((after, steps + 1))
