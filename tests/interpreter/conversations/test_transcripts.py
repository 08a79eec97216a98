"""What is answered stays as it was written down. After a change, `python -m tests.interpreter.conversations`."""

from __future__ import annotations

import pytest

from . import NOTE, SECTION, SENT, Protocol, held, protocol_of, sections, transcripts

pytestmark = pytest.mark.every_case
EVERY = [
    pytest.param(section, protocol_of(file), id=f"{file.stem}: {section.partition(chr(10))[0].removeprefix(SECTION)}")
    for file in transcripts()
    for section in sections(file)
    if section.startswith(SECTION)
]


@pytest.mark.parametrize(("section", "protocol"), EVERY)
def test_a_conversation_goes_as_it_went(section: str, protocol: Protocol) -> None:
    assert SENT in section
    assert held(section, protocol) == section


def test_another_answer_is_noticed() -> None:
    section, protocol = EVERY[0].values
    assert isinstance(section, str)
    assert isinstance(protocol, Protocol)
    assert held(f"{section.rstrip()} not this\n", protocol) == section


def test_there_is_nothing_before_the_first_section_but_notes() -> None:
    heads = [line for file in transcripts() for line in sections(file)[0].splitlines()]
    assert all(line.startswith(NOTE) for line in heads)
