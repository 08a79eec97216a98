"""The smallest shapes in which turns repeat, as data; the search that finds them is in `kinds`."""

from __future__ import annotations

from .kinds import DOUBLE_KO_SEKI, ETERNAL_LIFE, RING_OF_KOS, SENDING_TWO_RETURNING_ONE, TRIPLE_KO, Kind
from .shape import Shape


def smallest(kind: Kind, rows: tuple[str, ...], cycle: str) -> Shape:
    """The smallest shape of a kind, with the turns of its cycle."""
    return Shape(kind.name, kind.about, rows, tuple(cycle.split()))


REPETITIONS = {
    kind: smallest(kind, rows, cycle)
    for kind, rows, cycle in (
        (SENDING_TWO_RETURNING_ONE, (".X.",), "C1 A1 B1 pass"),
        (ETERNAL_LIFE, ("O.X.",), "D1 B1 C1 A1"),
        (RING_OF_KOS, ("XO.", ".XO", "XO."), "C1 A2 C3 B1 A3 C2 A1 B3"),
        (TRIPLE_KO, ("O.O.XO.O.OX.",), "G1 M1 B1 F1 L1 A1"),
        (DOUBLE_KO_SEKI, (".OOOO", "OX.OX", "XXXX."), "A3 E1 pass A2 E2 pass"),
    )
}
