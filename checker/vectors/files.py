"""Files of vectors: a line of JSON for each, between a first line and a last one that seals them.

A file that was cut off lacks the last line; one that was changed has another digest than it says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...interpreter.json_lines import parse_json
from .vector import SCHEMA, Tier, Vector

FORMAT = "superko-vectors"


def lines(tier: Tier, some: Sequence[Vector]) -> Iterator[str]:
    r"""The lines of a file of vectors, each with its line break.

    >>> print(*lines(Tier.TINY, ()), sep="")
    {"format":"superko-vectors","schema":1,"tier":"tiny","vectors":0}
    {"end":"superko-vectors","vectors":0,"sha256":"b79a1fb5683baa821ba92c419fb288a86ac71597e3ca437583b9dee4e7b0f22e"}
    <BLANKLINE>
    """
    digest = hashlib.sha256()
    header = {"format": FORMAT, "schema": SCHEMA, "tier": tier.value, "vectors": len(some)}
    for value in (header, *some):
        line = _line(value.as_json() if isinstance(value, Vector) else value)
        digest.update(line.encode())
        yield line
    yield _line({"end": FORMAT, "vectors": len(some), "sha256": digest.hexdigest()})


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False) + "\n"


def vectors_in(text: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The vectors of a file, as JSON objects, given its lines; the file is known to be whole once all were taken.

    Raises:
        ValueError: it is no file of vectors, was cut off or changed, or is of another version of the format.
    """
    digest = hashlib.sha256()
    header: dict[str, Any] | None = None
    number, sealed = 0, False
    for line in text:
        if sealed:
            raise ValueError("There are further lines after the last line of the file.")
        value = _object(line)
        if header is None:
            header = _checked_header(value)
        elif "end" in value:
            sealed = True
            if value != {"end": FORMAT, "vectors": number, "sha256": digest.hexdigest()}:
                raise ValueError("The file was changed: its last line does not fit what comes before it.")
        else:
            number += 1
            yield value
        digest.update(line.encode())
    if not sealed:
        raise ValueError("The file was cut off: it lacks the last line, which says how many vectors there are.")


def _object(line: str) -> dict[str, Any]:
    value = parse_json(line)
    if not isinstance(value, dict):
        raise ValueError("Each line of a file of vectors is a JSON object.")
    return value


def _checked_header(value: dict[str, Any]) -> dict[str, Any]:
    if value.get("format") != FORMAT:
        raise ValueError(f'This is no file of vectors; the first line of one says {{"format": "{FORMAT}"}}.')
    if value.get("schema") != SCHEMA:
        raise ValueError(f"The file is of version {value.get('schema')} of the format; only {SCHEMA} can be read.")
    return value
