"""In which charset a file of games is written: the one that it names, or one in which its games can be read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from .grammar import escaped, parse

SYNTAX = b"(;)[:]\\\\"
CHARSET = re.compile(rb"[;\]]\s*CA\s*\[([^\]]{0,99})\]")


class FileText(NamedTuple):
    """What a file says.

    Attributes:
        text: that.
        assumed: the charset in which it was taken to be written, if it names none that is known; else "".
        notes: what else was read otherwise than it is written, each in one sentence.
    """

    text: str
    assumed: str = ""
    notes: tuple[str, ...] = ()


# By the text of SGF a file that names no charset is in Latin-1, but few programs keep to that.
MAY_BE_ASSUMED = ("latin-1", "gb18030", "cp932", "cp949", "big5hkscs")
WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs"}
VALUE = re.compile(rb"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_POINTS = re.compile(r"\s*([A-Za-z]{2}(:[A-Za-z]{2})?)?\s*")
NUMBER = re.compile(r"[-+0-9.,:\s]*")
OF_A_KIND = {
    **dict.fromkeys(("B", "W", "AB", "AW", "AE"), _POINTS),
    **dict.fromkeys(("SZ", "KM", "HA", "FF", "GM"), NUMBER),
}

OF_ONE_VALUE = ("C", "PB", "PW", "RU", "RE", "DT", "KM", "SZ", "B", "W")


def text_of(data: bytes) -> FileText:
    """What a file says: in the charset that it names, or in one in which no letter takes in a bracket, or gives one.

    A letter of two bytes may have a bracket or a backslash as its second. Of all readings in which every byte is part
    of a letter, that is taken which has the most turns in all nodes; of several the first by the charset that is named,
    if that is one, or else the one with the most values.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return FileText(data.decode("utf-16", "replace"))
    named = CHARSET.search(data)
    charset = _codec(named[1].decode("latin-1").strip()) if named else ""
    if charset in ("", "utf-8"):
        with suppress(UnicodeDecodeError):
            return FileText(data.decode("utf-8"))
    readings = [(_sound_values(text.text), text) for text in _readings(data, charset)]
    best, text = max(readings, key=lambda reading: reading[0])
    (first, named_text) = readings[0]
    return named_text if not named_text.assumed and first[0] == best[0] and best[0] >= 0 else text


def _codec(charset: str) -> str:
    """The name by which Python knows a charset; "" where it is none that SGF can be written in."""
    for name in (charset, charset.casefold().removeprefix("x-")):
        with suppress(LookupError, ValueError):
            if name and SYNTAX.decode(name) == SYNTAX.decode("ascii"):
                return codecs.lookup(name).name
    return ""


def _readings(data: bytes, charset: str) -> Iterator[FileText]:
    """A file in each charset that it may be in, the one that it names first; by its letters, and by its bytes."""
    for name in filter(None, (charset, WIDER.get(charset, ""))):
        with suppress(UnicodeDecodeError):
            yield FileText(_decoded(data, name))
        # Some programs escape the bytes of letters.
        with suppress(UnicodeDecodeError):
            yield FileText(VALUE.sub(lambda value, name=name: _value_in(value[1], name), data).decode("utf-8"))  # type: ignore[misc]
    for name in ("utf-8", *MAY_BE_ASSUMED):
        with suppress(UnicodeDecodeError):
            yield FileText(_decoded(data, name), name)


def _decoded(data: bytes, charset: str) -> str:
    """What bytes say in a charset; a letter that can't be written is a question mark."""
    return data.decode(charset).encode("utf-8", "replace").decode("utf-8")


def _value_in(value: bytes, charset: str) -> bytes:
    text = escaped(_decoded(ESCAPED.sub(rb"\1", value), charset))
    return f"[{text}]".encode()


def _sound_values(text: str) -> tuple[int, int]:
    """How many turns a file has, and how many values, in all nodes; less than none where it is no file of games."""
    try:
        nodes = [node for game in parse(text).games for node in game.every_node()]
    except ValueError:
        return -1, -1
    of_a_kind = [
        (OF_A_KIND[name], value) for node in nodes for name in node if name in OF_A_KIND for value in node[name]
    ]
    several = any(len(node.get(name, ())) > 1 for node in nodes for name in OF_ONE_VALUE)
    if several or not all(kind.fullmatch(value) for kind, value in of_a_kind):
        return -1, 0
    return sum(kind is _POINTS for kind, _ in of_a_kind), sum(len(values) for node in nodes for values in node.values())
