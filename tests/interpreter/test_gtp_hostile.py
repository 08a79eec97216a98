"""Whatever a line of GTP holds, it has one reply that is well formed, and an error leaves the session as it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.interpreter.gtp import respond
from superko.interpreter.gtp.protocol import COMMANDS, LONGEST_FILE, Outside

from .gtp_conversation import refused, served, session

pytestmark = pytest.mark.every_case

REPLY = re.compile(rb"[=?][0-9]* (?:[^\n]|\n(?!\n))*\n\n")
NOT_UNDERSTOOD = re.compile(r"\?[0-9]* unknown command\n\n")
WORDS = st.sampled_from(
    [
        *("b", "W", "black", "A1", "c3", "B2", "pass", "resign", "unblock", "I9", "Z25", "Z99", "A1,B1", "tt"),
        *("0", "1", "2", "3", "9", "19", "26", "-1", "6.5", "1e999", "nan", "9" * 30, "9" * 5000, "\u0663", "\u00b2"),
        *("tromp-taylor", "japanese", "chinese-like,ko=SITUATIONAL", "{", "{}", "[" * 5000, '{"komi":', "6.5}", "ko"),
        *(
            "SIMPLE",
            "suicide",
            "true",
            "=",
            ",",
            "alive",
            "dead",
            "game",
            "cleanup",
            "broken",
            "/",
            "-",
            "",
            "#",
            "\x00",
        ),
    ]
)
LINES = st.builds(
    lambda number, name, words: " ".join([*number, name, *words]).encode(),
    st.lists(st.sampled_from(["1", "007", "9" * 5000]), max_size=1),
    st.sampled_from(sorted(COMMANDS)),
    st.lists(WORDS | st.text(max_size=5), max_size=5),
)
FILES = {
    "game": b"(;SZ[3]KM[0.5];B[bb];W[aa];B[])",
    "cleanup": b"(;SZ[4:3]PHASE[cleanup1]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb])",
    "broken": b"(;SZ[3];B[bb]" * 5000,
}


def answer(rules: str, lines: list[bytes]) -> None:
    """Give lines to a session, each of which must be answered well; after an error, nothing may be different."""
    now = session(rules, 3, 3, **FILES)
    for line in lines:
        later, reply = respond(now, line)
        if reply is None:
            assert later is now
            continue
        assert REPLY.fullmatch(reply.encode())
        assert reply.startswith("=") or later is now
        now = later


@given(st.lists(st.binary(), max_size=5))
def test_any_bytes_are_answered(lines: list[bytes]) -> None:
    answer("tromp-taylor", lines)


@given(st.text())
def test_any_text_that_is_no_command_is_unknown(text: str) -> None:
    _, reply = respond(session(), f"no_{text}".split("\n", maxsplit=1)[0])
    assert reply is not None
    assert NOT_UNDERSTOOD.fullmatch(reply)


@pytest.mark.thorough
@settings(max_examples=300)
@given(st.sampled_from(["tromp-taylor", "japanese-like", "aga", "tromp-taylor-ten"]), st.lists(LINES, max_size=8))
def test_any_words_after_a_command_are_answered(rules: str, lines: list[bytes]) -> None:
    answer(rules, lines)


@pytest.mark.parametrize("name", sorted(COMMANDS))
@given(words=st.lists(WORDS, max_size=4))
@settings(max_examples=25)
def test_each_command_answers_any_words(name: str, words: list[str]) -> None:
    answer("japanese-like", [b"play b B2", " ".join([name, *words]).encode(), b"showboard"])


@given(st.lists(st.binary() | LINES, max_size=8))
def test_a_stream_of_anything_has_its_replies_and_the_next_line_is_served(hostile: list[bytes]) -> None:
    lines = [b"".join(line.split(b"\n")) for line in hostile if b"quit" not in line]
    alone = [respond(session(), line)[1] for line in lines]
    replies = served(*lines, b"42 protocol_version")
    assert replies.endswith(b"=42 2\n\n")
    assert REPLY.sub(b"", replies) == b""
    assert len(REPLY.findall(replies)) == 1 + sum(reply is not None for reply in alone)


@pytest.mark.parametrize(
    "data",
    [b"", b"(" * 100_000, b"(;" * 100_000, b"(;SZ[3]((" * 20_000, b"(;C[" + b"\\" * 100_001, b"\xff\xfe" * 50_000],
)
def test_a_hostile_record_is_refused(data: bytes) -> None:
    assert refused(session(game=data), "loadsgf game").startswith("cannot load file")


# The files of this machine.


def test_files_are_read_and_written(tmp_path: Path) -> None:
    outside, path = Outside(), tmp_path / "game.sgf"
    outside.write(str(path), b"(;)")
    assert outside.read(str(path)) == b"(;)"
    assert outside.processor_time() > 0


def test_what_can_not_be_read_or_written_is_told(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "none", Path("/dev/zero"), tmp_path / ("x" * 5000), tmp_path / "x\x00y"):
        with pytest.raises(ValueError, match=r"^There is no such file\.$"):
            Outside().read(str(name))
    for name in (tmp_path, tmp_path / "none" / "game.sgf", tmp_path / ("x" * 5000)):
        with pytest.raises(ValueError, match=r"^The file can't be written: .*\.$"):
            Outside().write(str(name), b"(;)")


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long.sgf"
    path.write_bytes(b"x" * (LONGEST_FILE + 1))
    with pytest.raises(ValueError, match="more than 16 MiB"):
        Outside().read(str(path))
