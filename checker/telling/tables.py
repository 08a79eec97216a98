"""Tables of results as files that other programs read: CSV, and Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import TypeAlias

from ...interpreter.files import write_file
from ...spec.rules import Refusal

Row: TypeAlias = Mapping[str, str | float | bool | None]


def _csv(rows: Sequence[Row]) -> str:
    text = StringIO()
    table = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def _parquet(rows: Sequence[Row]) -> bytes:
    stream = BytesIO()
    table = import_module("pyarrow").Table.from_pylist([dict(row) for row in rows])
    import_module("pyarrow.parquet").write_table(table, stream)
    return stream.getvalue()


FORMS: Mapping[str, Callable[[Sequence[Row]], str | bytes]] = {".csv": _csv, ".parquet": _parquet}


def check_table(file: Path | None, others: Sequence[str] = ()) -> None:
    """Refuse a name that says no form, before the work is done that goes into it.

    Args:
        file: the file, if one is to be written.
        others: the endings of what else can be written.

    Raises:
        Refusal: the file's name ends otherwise, or the form needs a package that is not installed.
    """
    *endings, last = (*others, *FORMS)
    if file is not None and file.suffix not in (*endings, last):
        raise Refusal(f"Name a file that ends in {', '.join(endings)} or {last}, not {file.name}.")
    if file is not None and file.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise Refusal("Parquet needs pyarrow, which is not installed: pip install pyarrow")


def write_table(file: Path, rows: Sequence[Row]) -> None:
    """Write rows, all with the same columns, in the form that the file's name says.

    Raises:
        NotWritten: the file can't be written.
    """
    write_file(file, FORMS[file.suffix](rows))
