"""The score of a game for the page: term by term, each with the clause that gives it."""

from __future__ import annotations

from ...interpreter.game import Game
from ...interpreter.result import NoResult, Score
from ...spec.algebra import BLACK, WHITE
from ...spec.rules import Rules
from ..commands.replay_report import outcome
from ..commands.terms import term_word, written


def score_report(game: Game) -> dict[str, object] | None:
    """How a game comes out, or would if both players only passed from here; None if that never ends it.

    >>> report = score_report(Game.start(Rules(), 2, 1))
    >>> report["sentence"], report["terms"][0]["word"], report["B"]
    ('The game would be a draw.', 'stones', '0')
    """
    ended = game if game.over else game.passed_out()
    if ended is None or ended.result is None:
        return None
    if isinstance(ended.result, NoResult):
        return {"over": game.over, "sentence": "The game ends without result.", "terms": []}
    return {
        "over": game.over,
        "sentence": outcome(ended.result, only_if_passed=not game.over),
        "terms": _terms(ended.rules, ended.result),
        "B": written(ended.result.black),
        "W": written(ended.result.white),
    }


def _terms(rules: Rules, score: Score) -> list[dict[str, str]]:
    said = {clause.name: clause.text for clause in rules.in_force}
    return [
        {
            "word": term_word(name),
            "B": written(score.terms[BLACK][name]),
            "W": written(score.terms[WHITE][name]),
            "clause": name,
            "text": said[name],
        }
        for name in score.terms[BLACK]
    ]
