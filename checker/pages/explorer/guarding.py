"""What the server accepts: its own address, its token, its own pages, and nothing that is too long."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

LOOPBACK = "127.0.0.1"
LONGEST_BODY = 64 * 1024
JSON = "application/json"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""The headers of every reply: nothing is loaded, framed or sent elsewhere."""


class Refused(Exception):
    """A request that is not served: the status of the reply, and why in one sentence."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class Door:
    """Who is let in: whoever asks by this port of the loopback interface and knows the token.

    Attributes:
        port: the port that the server listens on.
        token: the secret that every path begins with, another one for each start.
    """

    port: int
    token: str

    @property
    def origin(self) -> str:
        """What the addresses of the pages begin with."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def home(self) -> str:
        """The address of the page."""
        return f"{self.origin}/{self.token}/"

    def name_asked_for(self, path: str, headers: Mapping[str, str]) -> str:
        """What a request asks for: the part of its path after the token.

        Raises:
            Refused: it is not meant for this server, comes from a page of another one, or does not know the token.

        >>> Door(8000, "secret").name_asked_for("/secret/explorer.js", {"Host": "127.0.0.1:8000"})
        'explorer.js'
        """
        own = (f"{LOOPBACK}:{self.port}", f"localhost:{self.port}")
        if headers.get("Host", "") not in own:
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, "This server answers only for the loopback interface.")
        if headers.get("Origin", self.origin) not in (f"http://{name}" for name in own):
            raise Refused(HTTPStatus.FORBIDDEN, "Pages from elsewhere are not answered.")
        token, slash, name = path.partition("?")[0].removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self.token.encode()) or not slash:
            raise Refused(HTTPStatus.FORBIDDEN, "Take the whole address that superko explore printed.")
        return name


def length_of_body(headers: Mapping[str, str]) -> int:
    """How many bytes of JSON a request sends.

    Raises:
        Refused: it does not say, sends too many, or says that they are no JSON.

    >>> length_of_body({"Content-Length": "20", "Content-Type": "application/json"})
    20
    """
    length = headers.get("Content-Length", "")
    if not (length.isascii() and length.isdecimal() and len(length) < len("10000000")):
        raise Refused(HTTPStatus.LENGTH_REQUIRED, "A request says by Content-Length how long it is.")
    if int(length) > LONGEST_BODY:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A request has at most {LONGEST_BODY} bytes.")
    if headers.get("Content-Type", "").partition(";")[0].strip().lower() != JSON:
        raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"A request is sent as {JSON}.")
    return int(length)
