"""Replaying games: what the rules say of every turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.referee import state_report
from ...spec.vocabulary import Turn

Answer: TypeAlias = Mapping[str, object]


def answers(game: Game, turns: Iterable[Turn], explain: bool = False) -> Iterator[Answer]:
    """The state at the start, and what each turn leads to, up to the end of the game or a turn that is not legal.

    With `explain`, each state also names the clause that forbids each empty point that is no legal move.
    """
    yield state_report(game, explain)
    for turn in turns:
        if game.over:
            return
        judgement = game.judge(turn)
        if judgement.clause is not None:
            yield {"illegal": judgement.clause.id}
            return
        game = game.taking(turn)
        yield state_report(game, explain)


def seen(answer: Answer | None) -> object:
    """An answer without the clauses that it names, which no engine tells.

    >>> seen({"illegal": "tromp-taylor/turn"})
    {'illegal': True}
    """
    if answer is None:
        return None
    if answer.keys() == {"illegal"}:
        return {"illegal": True}
    return {key: value for key, value in answer.items() if key not in ("clause", "illegal")}
