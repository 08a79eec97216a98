"""Perft tables: the numbers of legal turn sequences for every preset, on tiny boards and where the ko rules differ.

`python -m tests.checker.vectors.perft_tables` prints `tests/vectors/perft.json`, in less than a minute.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from superko.checker.play.perft import numbers_as_json, perft_to
from superko.checker.vectors.shapes import SHAPES
from superko.interpreter.rule_names import rules_to_json
from superko.interpreter.story import Start
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision

_ID, _FORMAT = "superko/perft", "superko-perft"
# The longest sequences counted on each board from the empty grid, and from each shape.
_BOARDS = {
    Grid(1, 1): 20,
    Grid(2, 1): 24,
    Grid(3, 1): 13,
    Grid(2, 2): 10,
    Grid(4, 1): 9,
    Grid(3, 2): 6,
    Grid(3, 3): 5,
    Grid(4, 4): 4,
    Grid(5, 5): 3,
    Grid(9, 9): 2,
}
STARTS = {
    "ko-at-once": 8,
    "snapback": 5,
    "capture-without-liberty": 6,
    "multi-stone-suicide": 6,
    "sending-two-returning-one": 5,
    "double-ko": 6,
    "triple-ko": 6,
    "unblock": 7,
    "double-ko-in-cleanup": 5,
}


@dataclass(frozen=True)
class Table:
    """What is to be counted.

    Attributes:
        preset: the name of the rules.
        name: the board or the shape, as the last part of the permanent id.
        start: where the games start.
        depth: the longest sequences to count.
    """

    preset: str
    name: str
    start: Start
    depth: int

    @property
    def id(self) -> str:
        """The permanent id."""
        return f"{_ID}/{self.preset}/{self.name}"

    def counted(self, depth: int | None = None) -> dict[str, object]:
        """The numbers, up to the table's depth or another one, as a JSON object."""
        rules = PRESETS[self.preset]
        numbers = perft_to(self.start.game(rules), self.depth if depth is None else depth)
        return {"id": self.id, "rules": rules_to_json(rules), **self.start.as_json(), **numbers_as_json(numbers)}


def tables() -> Iterator[Table]:
    """Every table, in the order of the presets."""
    for preset, (grid, depth) in product(PRESETS, _BOARDS.items()):
        yield Table(preset, str(grid), Start.on(grid), depth)
    for preset, (name, depth) in product(PRESETS, STARTS.items()):
        start = SHAPES[name].start
        if PRESETS[preset].deciding(Decision.NEXT_PHASE, start.phase):
            yield Table(preset, name, start, depth)


def main() -> None:
    """Print every table as one JSON value, one table a line."""
    lines = ",\n".join(json.dumps(table.counted()) for table in tables())
    print(f'{{"format": "{_FORMAT}", "schema": 1, "tables": [\n{lines}\n]}}')


if __name__ == "__main__":
    main()
