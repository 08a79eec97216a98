"""Lines from strangers: answered one by one, read within bounds; and JSON, parsed strictly, written for anybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from typing import BinaryIO, TypeVar

LONGEST_LINE = 1 << 20
LONGEST_NUMBER = 100
DEEPEST_NESTING = 64
_DRAINED_AT_ONCE = 1 << 16


TOO_LONG = "The line is longer than 1 MiB; send a shorter one, with fewer turns in it."


S = TypeVar("S")


def converse(
    session: S,
    requests: BinaryIO,
    replies: BinaryIO,
    answer: Callable[[S, bytes], tuple[S, bytes, bool]],
    too_long: bytes,
) -> None:
    """Answer each line of a stream at once, until it ends or the session does, or nobody reads the replies any more.

    What answers gives the session after a line, the reply to it, and whether the session ends. A line of more than
    1 MiB, its line break not counted, is forgotten, with a reply of its own.
    """
    try:
        ended = False
        while not ended and (line := requests.readline(LONGEST_LINE + 1)):
            is_whole, rest = len(line) <= LONGEST_LINE or line.endswith(b"\n"), line
            while not is_whole and rest and not rest.endswith(b"\n"):
                rest = requests.readline(_DRAINED_AT_ONCE)
            session, reply, ended = answer(session, line) if is_whole else (session, too_long, False)
            replies.write(reply)
            replies.flush()
    except BrokenPipeError:
        # What could not be written is still buffered; an open stream would try once more at exit, and complain.
        with suppress(BrokenPipeError):
            replies.close()


def parse_json(text: str | bytes, levels: int = DEEPEST_NESTING) -> object:
    """The value of a JSON text. Text that programs understand differently is refused, not guessed at.

    Args:
        text: the text.
        levels: how deeply arrays and objects may be nested.

    Raises:
        ValueError: it is not UTF-8, not JSON, names a key of an object twice, holds NaN, an infinite or very long
            number or half a surrogate pair, or is nested too deeply.

    >>> parse_json('{"komi": 6.5}')
    {'komi': 6.5}
    """
    try:
        value: object = json.loads(
            text.decode() if isinstance(text, bytes) else text,
            object_pairs_hook=_object_without_duplicates,
            parse_int=_bounded_integer,
            parse_float=_finite_number,
            parse_constant=_no_constant,
        )
    except UnicodeDecodeError:
        raise ValueError("The text is not UTF-8, as JSON must be.") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"The text is not JSON ({error.msg} at column {error.colno}).") from None
    except RecursionError:
        raise ValueError(_nested_too_deeply(levels)) from None
    if not _is_within(value, levels):
        raise ValueError(_nested_too_deeply(levels))
    return value


def json_line(value: object) -> bytes:
    r"""A value as one line of JSON in ASCII."""
    return json.dumps(value, allow_nan=False).encode("ascii") + b"\n"


def _nested_too_deeply(levels: int) -> str:
    return f"The JSON is nested too deeply; {levels} levels are the most."


def _object_without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("A key stands twice in one JSON object; give each key once.")
    return made


def _bounded_integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"A number in the JSON is too long; {LONGEST_NUMBER} digits are the most.")
    return int(digits)


def _finite_number(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError("A number in the JSON is too large.")
    return number


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON; send a finite number.")


def _is_within(value: object, levels: int) -> bool:
    """Whether a value is nested no deeper; a string with half a surrogate pair is refused on the way."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("A string in the JSON holds half a surrogate pair; send whole characters.") from None
    elif isinstance(value, dict | list):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return levels > 0 and all(_is_within(part, levels - 1) for part in parts)
    return True
