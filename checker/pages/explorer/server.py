"""The server of the explorer: a few files and one question, on the loopback interface, for one person.

Besides, it serves the book of verdicts, so that clauses can be looked up. It accepts its own address, its token, its
own pages, and nothing that is too long. It speaks HTTP/1.0, so that each connection carries one request, and hangs up
on whoever is silent for too long. Whatever it is sent, it answers with what was asked for or with one plain sentence.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

from ....interpreter.wording import full_sentence
from ..live import BOOK, POLICY, page_files, policy_text
from .answers import Explorer, answer_to

SECONDS_OF_SILENCE = 10.0
LOOPBACK = "127.0.0.1"
LONGEST_BODY = 512 * 1024
JSON = "application/json"
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{policy_text(POLICY)}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""The headers of every reply: nothing is loaded, framed or sent elsewhere."""
ANSWER = "answer"
_HTML, CSS, JAVASCRIPT, _TEXT = (f"text/{kind}; charset=utf-8" for kind in ("html", "css", "javascript", "plain"))
_KINDS = {"html": _HTML, "css": CSS, "js": JAVASCRIPT}


class Refused(Exception):
    """A request that is not served: the status of the reply, and why in one sentence."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


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


class ExplorerServer(ThreadingHTTPServer):
    """A server that answers for an explorer, until it is shut down.

    Raises:
        OSError: the port can't be listened on.
    """

    daemon_threads = True
    request_queue_size = 32

    def __init__(self, explorer: Explorer, port: int = 0, seconds: float = SECONDS_OF_SILENCE) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.explorer = explorer
        self.seconds = seconds
        self.token = secrets.token_urlsafe()
        self._writing = Lock()
        self._book: Mapping[str, str] = {}

    @property
    def home(self) -> str:
        """The address of the page, which begins with the secret that every path begins with."""
        return f"http://{LOOPBACK}:{self.server_port}/{self.token}/"

    def name_asked_for(self, path: str, headers: Mapping[str, str]) -> str:
        """What a request asks for: the part of its path after the token.

        Raises:
            Refused: it is not meant for this server, comes from a page of another one, or does not know the token.
        """
        own = (f"{LOOPBACK}:{self.server_port}", f"localhost:{self.server_port}")
        if headers.get("Host", "") not in own:
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, "This server answers only for the loopback interface.")
        if headers.get("Origin", f"http://{own[0]}") not in (f"http://{name}" for name in own):
            raise Refused(HTTPStatus.FORBIDDEN, "Pages from elsewhere are not answered.")
        token, slash, name = path.partition("?")[0].removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self.token.encode()) or not slash:
            raise Refused(HTTPStatus.FORBIDDEN, "Take the whole address that superko explore printed.")
        return name

    def page_of_the_book(self, path: str) -> str:
        """A file of the book of verdicts, which is made when it is first asked for; "" if there is none."""
        # What the book is made of takes a second to import, and is asked for by few.
        from ..book import whole_book  # noqa: PLC0415
        from ..site import site  # noqa: PLC0415

        with self._writing:
            self._book = self._book or site(whole_book(), explorer="../")
        return self._book.get(path, "")

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Drop a connection that broke, as nobody is there any more; say so in a line if it is our own fault."""
        error = sys.exception()
        if not isinstance(error, OSError):
            print(full_sentence(f"A request could not be served: {type(error).__name__}: {error}"), file=sys.stderr)


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: ExplorerServer
    server_version, sys_version = "superko", ""

    def setup(self) -> None:
        """Wait no longer than the server says for anything that is sent."""
        super().setup()
        self.connection.settimeout(self.server.seconds)

    def do_GET(self) -> None:
        """Send a page."""
        self._serve(self._page)

    def do_HEAD(self) -> None:
        """Send the headers of a page."""
        self._serve(self._page)

    def do_POST(self) -> None:
        """Answer the page."""
        self._serve(self._answer)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request that this server knows."""
        self._send(HTTPStatus(code), _TEXT, f"{message or HTTPStatus(code).phrase}.\n".encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of what is asked for."""

    def _serve(self, reply: Callable[[str], None]) -> None:
        try:
            reply(self.server.name_asked_for(self.path, dict(self.headers.items())))
        except Refused as refused:
            self._send(refused.status, _TEXT, f"{refused}\n".encode())

    def _page(self, name: str) -> None:
        if name.startswith(BOOK):
            text = self.server.page_of_the_book(name.removeprefix(BOOK))
        else:
            text = page_files().get(name, "")
        if not text:
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such page.")
        self._send(HTTPStatus.OK, _KINDS.get(name.rpartition(".")[2] or "html", _TEXT), text.encode())

    def _answer(self, name: str) -> None:
        if name != ANSWER:
            raise Refused(HTTPStatus.NOT_FOUND, "There is no such page.")
        body = self.rfile.read(length_of_body(dict(self.headers.items())))
        answered = answer_to(body, self.server.explorer)
        status = HTTPStatus.INTERNAL_SERVER_ERROR if "failed" in answered else HTTPStatus.OK
        self._send(status, JSON, json.dumps(answered).encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
