"""The server: what it serves, to whom, and how it meets those who mean no good."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http import HTTPStatus
from time import monotonic

import pytest

from superko.checker.pages.book import whole_book
from superko.checker.pages.explorer.addresses import MOST_TURNS, RuleSets
from superko.checker.pages.explorer.page import page_files
from superko.checker.pages.explorer.server import LONGEST_BODY, LOOPBACK
from superko.checker.pages.site import site
from superko.spec.rules import Rules

from .conversation import explorer
from .serving import PATIENCE, Client, serving

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving(explorer("#/japanese-like/5x5/C3")) as server:
        yield Client(server)


def sentence(body: bytes) -> str:
    """What a refusal says: one line of plain text, and nothing of how the server is made."""
    text = body.decode()
    assert text.endswith(".\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    assert "File " not in text
    return text


def test_the_page_and_what_it_needs_are_served(client: Client) -> None:
    for name in page_files():
        reply, body = client.send("GET", name)
        assert (reply.status, len(body) > 100) == (HTTPStatus.OK, True)
        assert ({"css": "css", "js": "javascript"}.get(name.rpartition(".")[2], "html")) in reply.headers[
            "Content-Type"
        ]


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_the_book_is_served_as_the_report_is_written(client: Client) -> None:
    name = "book/katago-v2/main/legal-superko.html"
    _, body = client.send("GET", name)
    assert body.decode() == site(whole_book(), explorer="../")[name.removeprefix("book/")]
    reply, _ = client.send("GET", "book/assets/style.css")
    assert reply.headers["Content-Type"].startswith("text/css")
    assert client.send("GET", "book/../../pyproject.toml")[0].status == HTTPStatus.NOT_FOUND


def test_a_question_is_answered(client: Client) -> None:
    answer = client.ask({"address": ""})
    assert answer["address"]["text"] == "#/japanese-like/5x5/C3"


def test_several_questions_at_once_are_answered_each_for_itself(client: Client) -> None:
    addresses = [f"#/{rules}/{side}x3/B2" for rules in ("aga", "japanese-like") for side in range(3, 9)]
    with ThreadPoolExecutor(len(addresses)) as asking:
        answers = list(asking.map(lambda address: client.ask({"address": address}), addresses))
    assert [answer["address"]["text"] for answer in answers] == addresses
    assert [answer["sides"][0]["board"].count(".") for answer in answers] == [3 * side - 1 for side in range(3, 9)] * 2


def test_every_reply_forbids_what_the_page_does_not_need(client: Client) -> None:
    for method, name in [("GET", ""), ("GET", "nothing"), ("POST", "answer"), ("PUT", "")]:
        reply, _ = client.send(method, name)
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert reply.headers["Cache-Control"] == "no-store"


def test_it_listens_on_the_loopback_interface_only(client: Client) -> None:
    assert client.server.server_address[0] == LOOPBACK


@pytest.mark.parametrize("token", ["wrong", "%00", "%C3%A9", "a" * 1000])
def test_whoever_does_not_know_the_token_is_told_nothing(client: Client, token: str) -> None:
    for method, name in [("GET", ""), ("GET", "style.css"), ("POST", "answer")]:
        reply, body = client.send(method, name, b"{}", JSON, token=token)
        assert reply.status == HTTPStatus.FORBIDDEN
        assert client.server.door.token not in sentence(body)


def test_each_start_has_a_token_of_its_own(client: Client) -> None:
    with serving(explorer()) as other:
        assert other.door.token != client.server.door.token
        assert len(other.door.token) > 30


@pytest.mark.parametrize("host", ["example.com", "127.0.0.1", "evil.test:80", "", "127.0.0.1:1"])
def test_a_name_that_leads_here_from_elsewhere_is_refused(client: Client, host: str) -> None:
    reply, body = client.send("GET", "", headers={"Host": host})
    assert reply.status == HTTPStatus.MISDIRECTED_REQUEST
    assert sentence(body)


@pytest.mark.parametrize("origin", ["http://example.com", "null", "https://127.0.0.1"])
def test_pages_from_elsewhere_are_not_answered(client: Client, origin: str) -> None:
    reply, body = client.send("POST", "answer", b'{"address": ""}', {**JSON, "Origin": origin})
    assert reply.status == HTTPStatus.FORBIDDEN
    assert sentence(body)


@pytest.mark.parametrize(
    "name",
    ["../../pyproject.toml", "..%2f..%2fetc/passwd", "explorer.html", "style.css/..", "//etc/passwd", "\\..\\x", "%"],
)
def test_no_other_file_is_served(client: Client, name: str) -> None:
    reply, body = client.send("GET", name)
    assert reply.status == HTTPStatus.NOT_FOUND
    assert sentence(body)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    reply, body = client.send(method, "answer")
    assert reply.status == HTTPStatus.NOT_IMPLEMENTED
    assert sentence(body)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "text/plain", "Content-Length": "2"}, HTTPStatus.UNSUPPORTED_MEDIA_TYPE),
        ({"Content-Type": "application/x-www-form-urlencoded"}, HTTPStatus.UNSUPPORTED_MEDIA_TYPE),
        ({**JSON, "Content-Length": str(LONGEST_BODY + 1)}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
        ({**JSON, "Content-Length": "-1"}, HTTPStatus.LENGTH_REQUIRED),
        ({**JSON, "Content-Length": "9" * 400}, HTTPStatus.LENGTH_REQUIRED),
        ({**JSON, "Content-Length": "²"}, HTTPStatus.LENGTH_REQUIRED),
        ({**JSON, "Transfer-Encoding": "chunked"}, HTTPStatus.LENGTH_REQUIRED),
    ],
)
def test_bodies_of_another_kind_or_length_are_refused_unread(
    client: Client, headers: dict[str, str], status: HTTPStatus
) -> None:
    latin = {name: value.encode().decode("latin-1") for name, value in headers.items()}
    reply, body = client.send("POST", "answer", b"{}", latin)
    assert reply.status == status
    assert sentence(body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"address": 3}',
        b'{"address": "#/x/9x9/"}',
        b'{"address": "#/aga/9x9/", "change": {"kind": "turn", "turn": "C3", "more": "x"}}',
        b'{"address": "#/aga/9x9/", "other": 1}',
        b'{"address": "#/aga/9x9/", "address": ""}',
        b'{"address": "\\ud800"}',
        b'{"address": "#/aga/9x9/?captures=' + b"9" * 5000 + b'"}',
        b'{"address": "#/{}}/9x9/"}',
        b'{"address": "#/aga,komi=1e999/9x9/"}',
        b'{"address": "#/..%2Fevil.py:RULES/9x9/"}',
    ],
)
def test_what_can_t_be_understood_is_answered_with_one_sentence(client: Client, body: bytes) -> None:
    answer = client.ask(body)
    assert answer.keys() == {"error"}
    assert answer["error"].endswith(".")
    assert "Traceback" not in answer["error"]


def test_a_game_that_is_too_long_is_refused(client: Client) -> None:
    turns = ".".join(["pass"] * (MOST_TURNS + 1))
    assert "turns" in client.ask({"address": f"#/japanese-like/25x25/{turns}"})["error"]


def raw(client: Client, sent: bytes) -> bytes:
    with socket.create_connection((LOOPBACK, client.server.server_port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(4096), b""))


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xc3\xa9/\x00 HTTP/1.1\r\nHost: \xff\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"GET " + b"a" * 70_000,
        b"GET / HTTP/1.1\r\n" + b"X-Y: z\r\n" * 200 + b"\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"z" * 70_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_breaks_nothing(client: Client, sent: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    reply = raw(client, sent)
    assert b"Traceback" not in reply
    assert client.ask({"address": ""})["sides"]
    assert capfd.readouterr() == ("", "")


def test_whoever_sends_too_slowly_is_hung_up_on() -> None:
    with serving(explorer(), seconds=0.3) as server:
        before = monotonic()
        with socket.create_connection((LOOPBACK, server.server_port), timeout=PATIENCE) as connection:
            connection.sendall(f"POST /{server.door.token}/answer HTTP/1.1\r\nHost: 127".encode())
            assert connection.recv(4096) == b""
        assert monotonic() - before < PATIENCE / 2


@pytest.mark.thorough
def test_those_who_only_hold_connections_open_keep_nobody_out_for_long() -> None:
    with serving(explorer(), seconds=0.3) as server:
        held = [socket.create_connection((LOOPBACK, server.server_port)) for _ in range(64)]
        try:
            for connection in held:
                connection.settimeout(PATIENCE)
                assert connection.recv(1) == b""
            assert Client(server).ask({"address": ""})["sides"]
        finally:
            for connection in held:
                connection.close()


def test_rules_of_a_file_that_fail_are_told_of_in_a_sentence() -> None:
    class Failing(RuleSets):
        def named(self, text: str) -> Rules:
            raise ZeroDivisionError("division by zero")

    with serving(replace(explorer(), sets=Failing({}))) as server:
        reply, body = Client(server).send("POST", "answer", b'{"address": ""}', JSON)
    assert reply.status == HTTPStatus.INTERNAL_SERVER_ERROR
    assert json.loads(body)["error"] == "The rules can't be asked this: ZeroDivisionError: division by zero."
