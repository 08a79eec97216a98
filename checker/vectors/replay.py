"""Replaying games: what the rules say of every turn, and where a vector says something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

from ...interpreter.game import Game
from ...interpreter.referee import state_report
from ...interpreter.rule_names import rules_from_json
from ...interpreter.story import Start
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from ...spec.written import written_rules

Answer: TypeAlias = Mapping[str, object]
_NamedRules: TypeAlias = Callable[[object], Rules]


def answers(game: Game, turns: Iterable[Turn]) -> Iterator[Answer]:
    """The state at the start, and what each turn leads to, up to the end of the game or a turn that is not legal."""
    yield state_report(game)
    for turn in turns:
        if game.over:
            return
        judgement = game.judge(turn)
        if judgement.clause is not None:
            yield {"illegal": judgement.clause.id}
            return
        game = game.taking(turn)
        yield state_report(game)


def seen(answer: Answer | None) -> object:
    """An answer without the clauses that it names, which no engine tells.

    >>> seen({"illegal": "tromp-taylor/turn"})
    {'illegal': True}
    """
    if answer is None:
        return None
    if "illegal" in answer:
        return {"illegal": True}
    return {key: value for key, value in answer.items() if key != "clause"}


@dataclass(frozen=True)
class VectorDifference:
    """Where the interpreter does not say what a vector does.

    Attributes:
        id: the vector.
        rules: the rules, as the vector names them.
        start: where the game starts.
        turns: the turns up to there.
        expected: what the vector says then; None if it says nothing more.
        said: what the interpreter says.
    """

    id: str
    rules: object
    start: Start
    turns: tuple[str, ...]
    expected: Answer | None
    said: Answer | None

    @property
    def fields(self) -> list[str]:
        """The names of what is not the same."""
        expected, said = self.expected or {}, self.said or {}
        return [name for name in {**expected, **said} if expected.get(name) != said.get(name)]

    def __str__(self) -> str:
        after = " ".join(self.turns) or "no turn"
        differences = (
            f"{name} is {_shown(self.said, name)}, not {_shown(self.expected, name)}" for name in self.fields
        )
        return (
            f"{self.id}, under {written_rules(rules_from_json(self.rules))}, after {after}: {'; '.join(differences)}."
        )


def _shown(answer: Answer | None, name: str) -> object:
    return (answer or {}).get(name, "missing")


def difference(vector: Mapping[str, Any], rules_from: _NamedRules = rules_from_json) -> VectorDifference | None:
    """Where the interpreter first says something else than a vector, or None if it agrees.

    Args:
        vector: the vector, as a JSON object.
        rules_from: what makes rules of the object that names them in a vector.

    Raises:
        ValueError: the vector is not as the schema says.
    """
    try:
        start = Start.from_json(vector)
        turns = start.turns(vector["turns"])
        for expectation in vector["expectations"]:
            expected_answers = [expectation["start"], *expectation["steps"]]
            for named in expectation["rules"]:
                said = _answers(start, rules_from(named), turns)
                for number, (expected, answer) in enumerate(zip_longest(expected_answers, said)):
                    if expected != answer:
                        return VectorDifference(
                            vector["id"], named, start, tuple(vector["turns"][:number]), expected, answer
                        )
    except (KeyError, TypeError, AttributeError):
        raise ValueError(f"The vector {vector.get('id', 'without an id')} is not as the schema says.") from None
    return None


def _answers(start: Start, rules: Rules, turns: tuple[Turn, ...]) -> Iterator[Answer]:
    try:
        yield from answers(start.game(rules), turns)
    except ValueError as error:
        yield {"error": str(error)}
