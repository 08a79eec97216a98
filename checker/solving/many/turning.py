"""The images of nodes and events under the symmetries of the board, where the rules in force respect them.

A node stands for all of its images: the search looks up what it has proved at the one with the least number, and turns
the facts of the proof with it. That is done only where everything that was read has all of its images.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ....spec.algebra import Grid
from ....spec.algebra.arrays import Words
from ...model.many import Numbers
from ...model.symmetry import Permutation, board_symmetries
from .trees import Layout


class Images(NamedTuple):
    """What the symmetries in use make of nodes and events, by their numbers.

    Attributes:
        canonical: for each node, the one that stands for all of its images.
        turned: for each node, the symmetry that takes it there.
        events: for each symmetry and event, the image of the event; the first symmetry turns nothing.
        inverse: for each symmetry, the one that undoes it.
    """

    canonical: Numbers
    turned: Numbers
    events: Numbers
    inverse: Numbers


def turned_codes(codes: Words, layout: Layout, symmetry: Permutation) -> Words:
    """The images of codes, given in how many bits each of their parts is told: a set of points, or less.

    >>> turned_codes(np.array([0b1_001], dtype=np.uint64), (3, 1), (2, 1, 0)).tolist() == [0b1_100]
    True
    """
    found, shift = np.zeros_like(codes), 0
    for bits in layout:
        part = codes >> np.uint64(shift) & np.uint64((1 << bits) - 1)
        found |= (_turned(part, symmetry) if bits == len(symmetry) else part) << np.uint64(shift)
        shift += bits
    return found


def _turned(points: Words, symmetry: Permutation) -> Words:
    images = np.zeros_like(points)
    for place, image in enumerate(symmetry):
        images |= (points >> np.uint64(place) & np.uint64(1)) << np.uint64(image)
    return images


def images_of(grid: Grid, nodes: Words, layout: Layout, events: Sequence[tuple[Words, Layout]]) -> Images | None:
    """What the symmetries of a board make of nodes and events; None where some image is missing, or there is but one.

    Args:
        grid: the board.
        nodes: the codes of the nodes.
        layout: how they are told.
        events: for each history, the codes of its events in order, and how they are told.
    """
    itself = tuple(range(grid.size))
    some = sorted(board_symmetries(grid), key=lambda symmetry: symmetry != itself)
    sets_are_told_apart = all(bits in (1, grid.size) for _, parts in events for bits in parts) and grid.size > 1
    if len(some) == 1 or not sets_are_told_apart:
        return None
    of_nodes = [_places(nodes, turned_codes(nodes, layout, symmetry)) for symmetry in some]
    of_events = [_of_events(events, symmetry) for symmetry in some]
    if any(images is None for images in (*of_nodes, *of_events)):
        return None
    together = np.array(of_nodes)
    turned = together.argmin(axis=0)
    inverses = [some.index(tuple(sorted(itself, key=symmetry.__getitem__))) for symmetry in some]
    return Images(together.min(axis=0), turned, np.array(of_events), np.array(inverses))


def _of_events(events: Sequence[tuple[Words, Layout]], symmetry: Permutation) -> Numbers | None:
    found, before = [], 0
    for codes, layout in events:
        images = _places(codes, turned_codes(codes, layout, symmetry))
        if images is None:
            return None
        found.append(images + before)
        before += len(codes)
    return np.concatenate(found)


def _places(codes: Words, images: Words) -> Numbers | None:
    """Where images are among codes; None if one of them is not."""
    order = np.argsort(codes)
    places = np.minimum(np.searchsorted(codes[order], images), max(len(codes) - 1, 0))
    found: Numbers = order[places]
    return found if np.array_equal(codes[found], images) else None
