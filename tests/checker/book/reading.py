"""What a page of the site shows, read from its HTML as a person would: games, frames, and what stands in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import fromstring

SVG = "{http://www.w3.org/2000/svg}"
GAME = re.compile(r'<section class="game" id="([^"]+)".*?</section>', re.DOTALL)
FRAME = re.compile(r'<li id="[^"]+-(\d+)">(.*?)</figure>', re.DOTALL)
DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
DRAWN = re.compile(r'<g id="(drawn-\d+)">(.*?</g>)</g>')
USED = re.compile(r'<use href="#(drawn-\d+)"/>')
REQUESTS = re.compile(r'<pre class="wrapped" data-copy="JSON">(.*?)</pre>', re.DOTALL)
SGF_FILE = re.compile(r'<a download="([^"]*)" href="data:application/x-go-sgf,([^"]*)">')
COMMAND = re.compile(r'<pre class="wrapped" data-copy="command">(.*?)</pre>', re.DOTALL)
CAPTURED = re.compile(r"Captured so far: (\d+) black, (\d+) white")
TO_PLAY = re.compile(r"(Black|White) to play, ([a-z ]+)\.")


@dataclass(frozen=True)
class SeenFrame:
    """A frame as it is seen: which point shows what, and the words below."""

    black: frozenset[str]
    white: frozenset[str]
    marks: frozenset[str]
    captured: tuple[int, int]
    to_play: tuple[str, str] | None
    words: str


@dataclass(frozen=True)
class SeenGame:
    """A game as it is seen, with what can be copied."""

    name: str
    frames: tuple[SeenFrame, ...]
    requests: tuple[dict[str, Any], ...]
    command: str
    file: str
    sgf: str


def games_on(page: str) -> Iterator[SeenGame]:
    drawn = dict(DRAWN.findall(page))
    for match in GAME.finditer(USED.sub(lambda used: drawn[used[1]], page)):
        text = match[0]
        lines = unescape(REQUESTS.findall(text)[0]).splitlines()
        frames = tuple(_frame(body) for _, body in FRAME.findall(text))
        ((file, sgf),) = SGF_FILE.findall(text)
        requests, command = tuple(map(json.loads, lines)), unescape(COMMAND.findall(text)[0])
        yield SeenGame(match[1], frames, requests, command, file, unquote(sgf))


def _frame(body: str) -> SeenFrame:
    (drawing,) = DRAWING.findall(body)
    words = " ".join(unescape(re.sub(r"<[^>]*>", "", DRAWING.sub("", body))).split())
    captured = CAPTURED.search(words)
    to_play = TO_PLAY.search(words)
    assert captured is not None
    points = [group for group in fromstring(drawing).iter(f"{SVG}g") if group.get("class") == "point"]

    def showing(name: str) -> frozenset[str]:
        with_it = (group for group in points if any(name in shape.get("class", "").split() for shape in group))
        return frozenset((group.findtext(f"{SVG}title") or "").split(",")[0] for group in with_it)

    return SeenFrame(
        showing("black"),
        showing("white"),
        showing("mark"),
        (int(captured[1]), int(captured[2])),
        (to_play[1], to_play[2]) if to_play else None,
        words,
    )
