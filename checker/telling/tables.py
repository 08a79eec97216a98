"""Tables of results as files that other programs read: CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TypeAlias

from ...interpreter.files import write_file

Row: TypeAlias = Mapping[str, object]


def write_table(file: Path, rows: Sequence[Row]) -> None:
    """Write rows, all with the same columns, as CSV.

    Raises:
        NotWritten: the file can't be written.
    """
    text = StringIO()
    table = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write_file(file, text.getvalue())
