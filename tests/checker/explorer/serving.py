"""A server of the explorer on the loopback interface, and a plain client."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from typing import Any

from superko.checker.pages.explorer.answers import Explorer
from superko.checker.pages.explorer.server import LOOPBACK, ExplorerServer

PATIENCE = 20


@contextmanager
def serving(explorer: Explorer, seconds: float = 10) -> Iterator[ExplorerServer]:
    with ExplorerServer(explorer, seconds=seconds) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Client:
    """Whoever sends requests to a server; by default one who knows its token."""

    def __init__(self, server: ExplorerServer) -> None:
        self.server = server

    def send(
        self,
        method: str,
        name: str = "",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        token: str = "",
    ) -> tuple[HTTPResponse, bytes]:
        connection = HTTPConnection(LOOPBACK, self.server.server_port, timeout=PATIENCE)
        try:
            path = f"/{token or self.server.token}/{name}"
            connection.request(method, path, body, dict(headers or {}))
            reply = connection.getresponse()
            return reply, reply.read()
        finally:
            connection.close()

    def ask(self, request: Any) -> Any:
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        reply, answer = self.send("POST", "answer", body, {"Content-Type": "application/json"})
        assert reply.headers["Content-Type"] == "application/json", answer
        return json.loads(answer)
