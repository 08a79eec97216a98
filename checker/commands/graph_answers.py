"""What is always, sometimes or eventually so of situations: asking it of a graph, and showing what decides it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from ...interpreter.story import Story
from ...spec.rules import Rules
from ..graph.graph import CodedGraph
from ..graph.properties import Property, PropertyAnswer, always, eventually, replayed, sometimes
from .findings_report import show_witness
from .replay_report import say

QUESTIONS: Mapping[str, Callable[[CodedGraph, Property], PropertyAnswer]] = {
    "always": always,
    "sometimes": sometimes,
    "eventually": eventually,
}


@dataclass(frozen=True)
class Told:
    """An answer.

    Attributes:
        how: how it was asked: `always`, `sometimes` or `eventually`.
        name: what the property is called.
        answer: the answer.
        witness: a shortest game that decides it, if one does.
    """

    how: str
    name: str
    answer: PropertyAnswer
    witness: Story | None

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON values."""
        told: dict[str, Any] = {"asked": self.how, "property": self.name, "holds": self.answer.holds}
        told["situations"] = self.answer.situations
        return {**told, "requests": self.witness.requests()} if self.witness else told


def answered(graph: CodedGraph | None, having: Mapping[str, Property], names: Mapping[str, str]) -> list[Told]:
    """The answers to what is asked of a graph; none if it was not explored to its end."""
    if graph is None:
        return []
    return [_answered(graph, how, names[how], some) for how, some in having.items()]


def _answered(graph: CodedGraph, how: str, name: str, having: Property) -> Told:
    answer = QUESTIONS[how](graph, having)
    turns = answer.turns
    witness = None if turns is None else replayed(graph, turns, "A shortest game that comes to one of them:")
    return Told(how, name, answer, witness)


def as_values(answers: Sequence[Told]) -> list[dict[str, Any]]:
    """Answers as JSON values."""
    return [told.as_json() for told in answers]


def show_answers(console: Console, answers: Sequence[Told], rules: Rules) -> None:
    """Print answers, each with the game that decides it."""
    for told in answers:
        number = told.answer.situations
        holds = "holds" if told.answer.holds else "does not hold"
        what = "situations have it" if told.how == "sometimes" else "situations speak against it"
        say(console, f"\n{told.how} {told.name}: {holds}; {number:,} {what}.")
        if told.witness is not None:
            say(console, told.witness.shows)
            show_witness(console, told.witness, rules if rules.amendments else None)
