"""Which clauses a game exercises: those in which a mistake would show, so that the game comes out differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any, TypeAlias

from ...interpreter.game import Game
from ...interpreter.state_report import state_report
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .mistakes import Mistake, mistakes_in
from .start import Start
from .way import Function

Answer: TypeAlias = Mapping[str, object]


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


def exercised(rules: Rules, start: Start, turns: Sequence[Turn], told: Sequence[Answer]) -> list[Mistake]:
    """The mistakes that would show in a game, in the order of the clauses.

    Args:
        rules: the rules, without mistakes.
        start: where the game starts.
        turns: its turns.
        told: what the rules say of them.
    """
    return [mistake for mistake in biting(rules, start, turns) if shows(mistake, rules, start, turns, told)]


def shows(mistake: Mistake, rules: Rules, start: Start, turns: Sequence[Turn], told: Sequence[Answer]) -> bool:
    """Whether a game comes out differently under rules with a mistake, whichever clauses it is said to come from."""
    try:
        said = answers(start.game(mistake.made_in(rules)), turns)
        return any(seen(right) != seen(wrong) for right, wrong in zip_longest(told, said))
    except ValueError:
        return True


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


def biting(rules: Rules, start: Start, turns: Sequence[Turn]) -> list[Mistake]:
    """The mistakes with which a clause would answer differently somewhere in a game; no other mistake can show in it.

    The game is played once by the right rules, and at each call of a clause the mistaken ones are asked the same.
    """
    possible = list(mistakes_in(rules))
    found: set[str] = set()
    watched = rules
    for _, group in groupby(possible, key=lambda mistake: mistake.clause.name):
        watched = _watched(watched, rules, list(group), found)
    for _ in answers(start.game(watched), turns):
        pass
    return [mistake for mistake in possible if str(mistake) in found]


def _watched(rules: Rules, right: Rules, some: list[Mistake], found: set[str]) -> Rules:
    clause = next(clause for clause in right.in_force if clause.name == some[0].clause.name)
    pending = {str(mistake): mistake.way.mistaken(clause) for mistake in some}

    def function(*asked: Any) -> Any:
        answer = clause.function(*asked)
        for name in [name for name, wrong in pending.items() if _differs(wrong, asked, answer)]:
            del pending[name]
            found.add(name)
        return answer

    return rules.replacing(clause.name, function, clause.text)


def _differs(wrong: Function, asked: tuple[Any, ...], answer: Any) -> bool:
    try:
        return bool(wrong(*asked) != answer)
    except ValueError:
        return True
