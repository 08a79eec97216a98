"""Runs of engines, read from results files: what was compared, and each finding as a game to step through."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_
from pathlib import Path
from typing import Any

from ...interpreter.notation import parse_turn
from ...interpreter.story import Story
from ...spec.registry import statements_of
from ...spec.vocabulary import Move, Unblock
from ..oracle.engines.process import printable
from ..oracle.findings import JsonObject, RecordedRun, read_results
from .shown_games import ShownGame, shown_game, slug

KINDS = ("disagreements", "breakdowns")
# What a page tells of a finding.
KEYS = ("rules", "under", "width", "height", "turns", "aspect", "about", "engine_said", "spec_says", "clauses", "as_if")


@dataclass(frozen=True)
class EngineFinding:
    """Something that an engine and the rules say different things of.

    Attributes:
        data: the finding, as the results file has it.
        game: the game.
    """

    data: JsonObject
    game: ShownGame

    @property
    def engine_said(self) -> str:
        """What the engine said, on a line that is safe to print."""
        return _value(self.data["engine_said"])

    @property
    def spec_says(self) -> str:
        """What the rules say."""
        return _value(self.data["spec_says"])

    @property
    def about(self) -> str:
        """The points or turns that they differ in, or ""."""
        return ", ".join(map(str, self.data["about"]))

    @property
    def known_clauses(self) -> list[str]:
        """The clauses of documents that it comes from."""
        return [name for name in self.data["clauses"] if statements_of(name)]


@dataclass(frozen=True)
class EngineRun:
    """A run of an engine against the rules.

    Attributes:
        number: which of the runs it is, counted from 1.
        run: the run, as the results file has it.
    """

    number: int
    run: RecordedRun

    @property
    def report(self) -> JsonObject:
        """What the run came to; what was to be tried, if it was cut off."""
        return self.run.footer or self.run.header

    @property
    def name(self) -> str:
        """The engine with its version."""
        name_and_version = (self.report.get("engine") or "an engine without name", self.report.get("version") or "")
        return printable(" ".join(map(str, name_and_version)).strip())

    @property
    def page(self) -> str:
        """The path of its page in the site."""
        return f"engines/{self.number}-{slug(self.name)[:40] or 'engine'}.html"

    @property
    def outcome(self) -> str:
        """What the run came to, in a word."""
        return str(self.run.footer["outcome"]) if self.run.footer else "cut off"

    @property
    def aspects(self) -> Mapping[str, Mapping[str, Any]]:
        """For each aspect in how many turns it was compared, or why in none."""
        aspects: Mapping[str, Mapping[str, Any]] = self.report.get("aspects", {})
        return aspects

    @property
    def compared(self) -> list[str]:
        """The aspects that were compared."""
        return [aspect for aspect, outcome in self.aspects.items() if "compared" in outcome]

    def on(self, aspect: str) -> str:
        """What came out of comparing an aspect, in a word or two."""
        differing = sum(finding.data["aspect"] == aspect for finding in self.findings)
        if differing:
            return f"✗ {differing} found"
        return "✓ agrees" if aspect in self.compared else "– not compared"

    @cached_property
    def findings(self) -> tuple[EngineFinding, ...]:
        """What was found, each as a game.

        Raises:
            ValueError: a finding tells of no game.
        """
        footer = self.run.footer
        findings = [data for kind in KINDS for data in footer.get(kind, ())] if footer else self.run.findings
        return tuple(_finding(data, number) for number, data in enumerate(findings, start=1))


def runs_in(files: tuple[Path, ...]) -> tuple[EngineRun, ...]:
    """The last run in each of some results files.

    Raises:
        ValueError: a file can't be read, or is no results file.
    """
    last = []
    for file in files:
        try:
            last.append(read_results(file)[-1])
        except OSError as error:
            raise ValueError(f"{file} can't be read: {error.strerror}.") from None
    return tuple(EngineRun(number, run) for number, run in enumerate(last, start=1))


def _finding(data: JsonObject, number: int) -> EngineFinding:
    missing = [name for name in KEYS if name not in data]
    if missing:
        raise ValueError(f"Finding {number} of a results file has no {' and no '.join(missing)}.")
    try:
        story = Story.from_json({**data, "shows": f"They differ in {data['aspect']}."})
        game = shown_game(f"finding-{number}", story, follow=True)
        return EngineFinding(data, _pointing_at(game, data["about"]))
    except (AttributeError, TypeError):
        raise ValueError(f"Finding {number} of a results file has values of the wrong kind.") from None


def _pointing_at(game: ShownGame, about: Sequence[str]) -> ShownGame:
    """The game with the points that are disputed drawn on its last board, beside those that a clause speaks of."""
    last = game.frames[-1]
    grid = last.game.grid
    turns = (parse_turn(grid, name) for name in about)
    points = reduce(or_, (turn.point for turn in turns if isinstance(turn, Move | Unblock)), last.spoken_of)
    return replace(game, frames=(*game.frames[:-1], replace(last, spoken_of=points)))


def _value(value: Any) -> str:
    return printable(value if isinstance(value, str) else json.dumps(value))
