"""What exploring a board would take, as smaller boards let expect."""

from __future__ import annotations

import os
import sys
from math import ceil
from pathlib import Path
from typing import NamedTuple

from ...spec.algebra import Grid
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Phase
from ..phase.symmetry import respects_symmetry
from ..phase.turns import Turns
from .graph import explore

BYTES_OF_A_NODE = 240
"""How much of memory a node takes at the peak, edges included; so it was on 4x4."""

FEWEST_TO_ESTIMATE = 10


class Needs(NamedTuple):
    """What exploring takes.

    Attributes:
        situations: how many situations there are, all images counted.
        memory: how many bytes of memory it takes.
    """

    situations: int
    memory: int


def needs(rules: Rules, grid: Grid, symmetry: bool = True, phase: Phase = Phase.MAIN) -> Needs:
    """What exploring a board takes, if situations grow by each point as they do on smaller boards.

    Raises:
        ValueError: see `explore`.

    On 4x3, there are 666,846 in the main phase under simple ko:

    >>> from superko.spec.parameters import Ko
    >>> needs(Rules(ko=Ko.SIMPLE), Grid(4, 3)).situations
    680788
    """
    turns = Turns(rules, grid, phase, symmetry)
    smaller, larger = boards_to_go_by(grid, respects_symmetry(rules))
    few, more = (explore(rules, board, symmetry, phase=phase).number_of_situations for board in (smaller, larger))
    by_a_point = (more / few) ** (1 / (larger.size - smaller.size))
    situations = round(more * by_a_point ** (grid.size - larger.size))
    return Needs(situations, ceil(situations / len(turns.codes.symmetries) * BYTES_OF_A_NODE))


def boards_to_go_by(grid: Grid, many_at_once: bool) -> tuple[Grid, Grid]:
    """Two small boards like a larger one: lines for a line, and else boards in which stones have more neighbours."""
    if 1 in (grid.width, grid.height):
        return Grid(5, 1), Grid(6, 1)
    return (Grid(3, 2), Grid(3, 3)) if many_at_once else (Grid(2, 2), Grid(3, 2))


def check_that_it_fits(
    rules: Rules, grid: Grid, at_hand: int | None, symmetry: bool = True, phase: Phase = Phase.MAIN
) -> None:
    """Refuse an exploration for which there is not enough memory.

    Args:
        rules: the rules in force.
        grid: the board.
        at_hand: how many bytes of memory there are; None if that is not known, and nothing is refused.
        symmetry: as for `explore`.
        phase: as for `explore`.

    Raises:
        ValueError: there is not enough; the message says what it would take.
    """
    if at_hand is None or grid.size < FEWEST_TO_ESTIMATE:
        return
    wanted = needs(rules, grid, symmetry, phase)
    if wanted.memory > at_hand:
        raise Refusal(
            f"{grid} has about {_roughly(wanted.situations):,} situations, and to explore them takes about "
            f"{_size(wanted.memory)} of memory, of which {_size(at_hand)} are at hand; choose a smaller board."
        )


def _roughly(number: int) -> int:
    """A number with no more than two digits that count.

    >>> _roughly(4060764586)
    4100000000
    """
    return round(number, 2 - len(str(number)))


def _size(memory: int) -> str:
    """So many bytes for people to read.

    >>> _size(3 << 29)
    '1.5 GiB'
    """
    return f"{memory / (1 << 30):,.1f} GiB" if memory >= 1 << 30 else f"{memory / (1 << 20):,.0f} MiB"


KIBIBYTE = 1 << 10
TOLD_BY_LINUX = Path("/proc/meminfo")
AVAILABLE = "MemAvailable:"


def peak_memory() -> int | None:
    """The most bytes of memory that this process has held so far; None where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 (there is none on Windows)
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KIBIBYTE


def memory_at_hand() -> int | None:
    """How many bytes of memory can still be had without swapping; None where the system does not tell."""
    try:
        for line in TOLD_BY_LINUX.read_text(encoding="ascii").splitlines():
            if line.startswith(AVAILABLE):
                return int(line.split()[1]) * KIBIBYTE
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
