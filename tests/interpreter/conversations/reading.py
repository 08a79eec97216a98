"""What is read of a line: a game record in SGF, what somebody calls rules, or a clause."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from superko.interpreter.clauses_of_authors import read
from superko.interpreter.notation import board_text, turn_text, vertices
from superko.interpreter.records.game_record import GameRecord, RecordedStatement
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.rule_names import note_on, parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import Color
from superko.spec.registry import Decision
from superko.spec.vocabulary import Phase
from superko.spec.written import written_rules

from ...mistakes.catalogue import HEAD, function

OF_CLAUSES = f"""{HEAD}
from typing import Any
TABLE, LATER = {{1: True}}, 0
def later():
    global LATER
    LATER += 1
def helper(record): return record.pass_run + len(record.tally.moves)
def recursive(record): return recursive(record)
"""
POINTS = ("black_territory", "white_territory", "cleared")


def record_in(now: Any, line: str) -> tuple[Any, str]:
    """What a record says that is not as in the record of a game that has no turns yet, or why it is none."""
    try:
        record = read_sgf(line.encode())
    except ValueError as refusal:
        return now, f"refused: {refusal}"
    start, usual = record.start, Start.on(record.start.grid)
    said = [
        f"{field.name} {worded(record, getattr(value, field.name), field.name in POINTS)}"
        for value, otherwise in ((start, usual), (record, GameRecord(start)))
        for field in fields(value)
        if getattr(value, field.name) != getattr(otherwise, field.name)
    ]
    return now, "; ".join((str(start.grid), *said))


def worded(record: GameRecord, value: Any, points: bool = False) -> str:
    """A value of a record in words."""
    grid = record.start.grid
    if points:
        return " ".join(vertices(grid, value))
    if isinstance(value, Color | Phase):
        return value.name.lower()
    if isinstance(value, RecordedStatement):
        stones = "?" if value.points is None else " ".join(vertices(grid, value.points))
        speaker = worded(record, value.speaker) if value.speaker else "a third party"
        return f"after {value.turn} {speaker} holds {stones}".rstrip()
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Color):
        return f"{value[0].value} {turn_text(grid, value[1])}"
    if isinstance(value, tuple):
        return ", ".join(
            f"{board_text(part.start.coloring)} and then {worded(part, part.turns)}"
            if isinstance(part, GameRecord)
            else worded(record, part)
            for part in value
        )
    return str(value)


def rules_called(now: Any, line: str) -> tuple[Any, str]:
    """The rules that a text names, as they are written, with what is said of the name; or why it names none."""
    try:
        rules = written_rules(parse_rules(line))
    except ValueError as refusal:
        return now, f"refused: {refusal}"
    note = note_on(line)
    return now, f"{rules}\n{note}" if note else rules


def decision_named(name: str) -> Decision:
    """The decision that clauses are read for."""
    return Decision[name]


def clause_read(now: Decision, line: str) -> tuple[Decision, str]:
    r"""What is said of a clause that is written so, with `\n` between its lines; "It is read." if nothing is."""
    body = line.replace(r"\n", "\n")
    text = body if "return " in body else f"return {body}"
    said = read(function(", ".join(now.takes), text, OF_CLAUSES), now).obstacle
    return now, said.partition(": ")[2] if said.startswith("<composed") else said or "It is read."
