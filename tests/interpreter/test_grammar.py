"""The grammar of SGF: what is written is read again, and a broken file is read as far as it is whole, or refused."""

from __future__ import annotations

import re
import warnings

from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.records.grammar import Branch, Node, composed, escaped, line_of, parse, unescaped, written
from superko.interpreter.records.sgf import read_games

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from sgfmill import sgf_grammar

NAMES = st.sampled_from(["B", "W", "AB", "AW", "C", "KM", "RU", "SZ", "MULTIGOGM"])
TEXTS = st.text(st.sampled_from("ab[]\\:;() \n黑é"), max_size=8)
NODES = st.dictionaries(NAMES, st.lists(TEXTS.map(escaped), min_size=1, max_size=3).map(tuple), min_size=1, max_size=3)
RECORDS = st.sampled_from(
    [
        "(;FF[4]SZ[5]KM[6.5]RU[Chinese];B[aa];W[bb]C[a; b](;B[cc];W[])(;B[dd]))",
        "(;SZ[3];B[bb](;W[aa])(;W[cc];B[aa](;W[ab])(;W[ba])))(;SZ[2];B[aa])",
        "(SZ[9]TE[x]RD[y];b[aa];w[bb];AddBlack[cc][dd:ee])",
        "Some mail. (;GM[1]SZ[4:3]AB[aa:bb]AW[dc]PL[W];W[];B[];TB[aa])\n-- \nbye (",
    ]
)


def mutated(record: str, cuts: list[tuple[int, int]], put: list[tuple[int, str]]) -> str:
    """A record without some of its letters, and with some put in elsewhere."""
    for start, number in cuts:
        at = start % (len(record) + 1)
        record = record[:at] + record[at + number :]
    for place, letters in put:
        at = place % (len(record) + 1)
        record = record[:at] + letters + record[at:]
    return record


MUTATED = st.builds(
    mutated,
    RECORDS,
    st.lists(st.tuples(st.integers(0, 99), st.integers(1, 6)), max_size=2),
    st.lists(st.tuples(st.integers(0, 99), st.text(st.sampled_from("()[];:\\aBW \n1"), max_size=3)), max_size=2),
)


@given(nodes=st.lists(NODES, min_size=1, max_size=5))
def test_what_is_written_is_read_again(nodes: list[Node]) -> None:
    assert parse(written(nodes)) == ((Branch(tuple(nodes)),), False)


@given(text=TEXTS)
def test_a_text_that_is_escaped_is_the_same_when_it_is_read(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert line_of(escaped(text)) == text.replace("\n", " ").strip()


@given(first=st.sampled_from(["aa", "a\\:b"]), second=st.sampled_from(["cc", "c:d"]))
def test_two_parts_of_a_value_are_parted_at_the_first_colon(first: str, second: str) -> None:
    assert composed(f"{first}:{second}") == (first, second)


@given(text=MUTATED)
def test_what_another_reader_takes_is_read_alike(text: str) -> None:
    """sgfmill skips a game whose first node has no semicolon, reads no small names, and refuses what ends too soon."""
    if re.match(r"\s*\(\s*[A-Za-z]", text) or re.search(r"(?<![A-Za-z])[a-z]+\s*\[", text):
        return
    try:
        theirs = sgf_grammar.parse_sgf_collection(text.encode("utf-8"))
    except ValueError:
        return
    ours, is_cut_off = parse(text)
    as_far = ours[:-1] if is_cut_off else ours
    assert [as_plain(game) for game in as_far] == [as_plain(game) for game in theirs][: len(as_far)]
    assert len(theirs) - len(as_far) in (0, is_cut_off)


def as_plain(part: object) -> object:
    """A game of either reader."""
    if isinstance(part, Branch):
        return [dict(node) for node in part.nodes], [as_plain(child) for child in part.children]
    nodes = [{name: tuple(v.decode() for v in values) for name, values in node.items()} for node in part.sequence]  # type: ignore[attr-defined]
    return nodes, [as_plain(child) for child in part.children]  # type: ignore[attr-defined]


@given(text=MUTATED)
def test_a_broken_file_is_read_or_refused_in_one_sentence(text: str) -> None:
    refusals = []
    try:
        for game in read_games(text.encode("utf-8")):
            game.record()
    except ValueError as error:
        refusals.append(str(error))
    assert all(refusal.endswith(".") or refusal.endswith(("correct it", "SZ")) for refusal in refusals), refusals


@given(record=RECORDS, kept=st.integers(0, 200))
def test_of_a_file_that_is_cut_off_every_whole_value_is_read(record: str, kept: int) -> None:
    try:
        games, _ = parse(record[:kept])
    except ValueError:
        games = ()
    read = [value for game in games for node in game.every_node() for values in node.values() for value in values]
    assert sorted(read) == sorted(re.findall(r"\[(.*?)\]", record[:kept]) if games else [])
    assert bool(games) == ("]" in record[:kept])
