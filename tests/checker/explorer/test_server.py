"""The server: what it serves, to whom, and how it meets those who mean no good."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import escape
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import url2pathname, urlopen

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands.explore_command import open_in_browser
from superko.checker.oracle.engine import Aspect, Setting
from superko.checker.oracle.findings import OracleFinding
from superko.checker.oracle.trial import Disagreement
from superko.checker.pages.book import whole_book
from superko.checker.pages.explorer.addresses import RuleSets, address_text
from superko.checker.pages.explorer.counting import opened
from superko.checker.pages.explorer.server import LONGEST_BODY, LOOPBACK, ExplorerServer
from superko.checker.pages.live import page_files
from superko.checker.pages.site import site
from superko.interpreter.notation import board_text
from superko.interpreter.records.outcome import rules_of_record
from superko.interpreter.records.replay import replay
from superko.interpreter.records.sgf import read_games
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from .conversation import explorer, side
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
        assert client.server.token not in sentence(body)


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
            connection.sendall(f"POST /{server.token}/answer HTTP/1.1\r\nHost: 127".encode())
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


# Opening a game record in the explorer, and starting the explorer from the command line.


RECORDS = Path(__file__).parents[2] / "records"


def opened_as(sgf: bytes, named: str | None = None) -> tuple[str, str]:
    address, note = opened(sgf, named)
    return address_text(address), note


def test_other_rules_can_be_named() -> None:
    address, note = opened_as(b"(;SZ[3]RU[Japanese]KM[0];B[bb])", "aga-area")
    assert address == "#/aga-area/3x3/B2"
    assert "all the same" in note


def test_under_rules_of_a_file_the_record_keeps_its_komi(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from superko.spec.rules import Rules\n\nRULES = Rules()\n")
    address, _ = opened(b"(;SZ[3]KM[6.5];B[bb])", f"{file}:RULES")
    assert address.rules == f"{file}:RULES,komi=6.5"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.sgf")), ids=lambda path: path.stem)
def test_each_board_of_a_record_is_the_one_of_its_replay(path: Path) -> None:
    data = path.read_bytes()
    record = read_games(data)[0].record()
    rules, _ = rules_of_record(record)
    games = replay(replace(record, komi=rules.komi), rules).games
    address, _ = opened_as(data)
    report = side(address)
    assert report["board"] == board_text(games[report["shown"]].position.coloring)
    assert report["stop"] is not None or report["shown"] == len(games) - 1


@pytest.mark.parametrize("rules", ["tromp-taylor", "japanese-like", "aga"])
def test_a_disagreement_opens_as_the_game_that_it_was_found_on(rules: str) -> None:
    setting = Setting(3, 2, rules=PRESETS[rules])
    disagreement = Disagreement(setting, setting.rules, ("B2", "pass", "A1"), Aspect.BOARD, "...", "X..", kind=())
    found_on = OracleFinding(disagreement, ("a/b/c",), {}, (rules,))
    assert opened_as(found_on.sgf)[0] == f"#/{rules}/3x2/B2.pass.A1"


def test_a_port_that_is_taken_is_told_of_in_a_sentence() -> None:
    with serving(explorer()) as server:
        result = CliRunner().invoke(main, ["explore", "--no-browser", "--port", str(server.server_port)])
    assert (result.exit_code, "can't be listened on" in result.output) == (2, True)


# The command: it says where the page is, serves it, and stops on a signal.


def test_the_secret_of_an_address_is_another_at_each_start() -> None:
    with ExplorerServer(explorer()) as server:
        port, token = server.server_port, server.token
    with ExplorerServer(explorer(), port) as server:
        assert server.server_port == port
        assert server.token != token
        assert len(server.token) > 30


def test_the_browser_is_given_the_secret_by_a_file_that_others_cant_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    open_in_browser("http://127.0.0.1:8000/secret/#/aga/3x3/?board=X..&player=W", tmp_path)
    file = tmp_path / "explorer.html"
    assert opened == [file.as_uri()]
    assert 'url=http://127.0.0.1:8000/secret/#/aga/3x3/?board=X..&amp;player=W"' in file.read_text(encoding="utf-8")
    assert os.name != "posix" or stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.usefixtures("interruptible")
def test_the_page_is_where_the_command_says_until_ctrl_c() -> None:
    words = [sys.executable, "-m", "superko", "explore", "3x3", "--rules", "aga"]
    # What stands in for the browser says with what it was called.
    environment = {**os.environ, "BROWSER": "echo %s"}
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert running.stdout is not None
        where = running.stdout.readline().removeprefix("The explorer is at ").strip()
        assert urlsplit(where).fragment == "/aga/3x3/"
        printed = [running.stdout.readline() for _ in range(2)]
        opened = Path(url2pathname(urlsplit(printed[1].strip()).path))
        assert urlsplit(where).path.strip("/") not in "".join(printed)
        assert escape(where) in opened.read_text(encoding="utf-8")
        assert os.name != "posix" or stat.S_IMODE(opened.parent.stat().st_mode) == 0o700
        with urlopen(where, timeout=PATIENCE) as page:
            assert (page.status, b"A board on which the rules answer" in page.read()) == (HTTPStatus.OK, True)
        running.send_signal(signal.SIGINT)
        said, complained = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 0
    assert not opened.parent.exists()
    assert said.endswith("The explorer has stopped.\n")
    assert complained == ""
