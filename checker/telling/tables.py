"""Tables of results as files that other programs read: CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TypeAlias

from ...interpreter.files import write_file
from ...interpreter.wording import one_of
from ...spec.rules import Refusal

Row: TypeAlias = Mapping[str, str | float | bool | None]
_CSV = ".csv"


def check_table(file: Path | None, others: Sequence[str] = ()) -> None:
    """Refuse a name that says no form, before the work is done that goes into it.

    Args:
        file: the file, if one is to be written.
        others: the endings of what else can be written.

    Raises:
        Refusal: the file's name ends otherwise.
    """
    if file is not None and file.suffix not in (*others, _CSV):
        raise Refusal(f"Name a file that ends in {one_of((*others, _CSV))}, not {file.name}.")


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
