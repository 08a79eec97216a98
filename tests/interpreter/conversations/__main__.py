"""Writes what is answered now: `python -m tests.interpreter.conversations`."""

from . import held, protocol_of, sections, transcripts

for file in transcripts():
    text = "\n".join(held(section, protocol_of(file)) for section in sections(file))
    file.write_text(text, encoding="utf-8")
