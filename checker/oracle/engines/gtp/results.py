"""Results: how an engine says that a game came out, as a score or as the result in a game record."""

from __future__ import annotations

import re

from ...aspects import Aspect, Observation
from ..adapters.places import winner_by
from .dialogue import Dialogue
from .standing import Standing

_SCORE = re.compile(r"(?P<winner>[BW])\+(?P<margin>[0-9]{1,4}(\.[0-9]{1,3})?)|0|Draw", re.ASCII)
_RECORDED = re.compile(r"RE\[(?P<result>[^]]*)\]")
_NO_RESULT = "Void"


def score_after_passes(dialogue: Dialogue, standing: Standing) -> Observation:
    """Who won by how much, once two players passed in a row, by `final_score`."""
    return dialogue.read("final_score", score_said) if standing.passed_out else {}


def recorded_result(dialogue: Dialogue, standing: Standing) -> Observation:
    """Whether the game is over and how it came out, by the record of the game: an unfinished game has no result."""
    return dialogue.read("printsgf", result_in)


def result_in(record: str) -> Observation:
    """What a game record as SGF says of the result.

    Raises:
        ValueError: it has a result that can't be understood.

    >>> result_in("(;FF[4]RE[Void])")[Aspect.ENDING]
    'no-result'
    """
    if not record.startswith("("):
        raise ValueError("it is no game record.")
    recorded = _RECORDED.search(record)
    if recorded is None or not recorded["result"]:
        return {Aspect.OVER: False}
    if recorded["result"] == _NO_RESULT:
        return {Aspect.OVER: True, Aspect.ENDING: "no-result"}
    return {Aspect.OVER: True, **score_said(recorded["result"])}


def score_said(text: str) -> Observation:
    """What a score such as `W+6.5` says; `0` and `Draw` are a draw.

    Raises:
        ValueError: it is none.

    >>> score_said("W+6.5")[Aspect.MARGIN]
    -6.5
    """
    score = _SCORE.fullmatch(text)
    if score is None:
        raise ValueError("it is no score such as W+6.5 or 0.")
    margin = 0.0 if score["winner"] is None else float(score["margin"]) * (1 if score["winner"] == "B" else -1)
    return {Aspect.ENDING: "score", Aspect.MARGIN: margin, Aspect.WINNER: winner_by(margin)}
