"""The kinds of what clauses speak of, and what can be asked of each: the vocabulary as a table."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from inspect import isfunction, signature
from typing import Any, TypeAlias

from ..spec.algebra import Board, Color, Coloring
from ..spec.parameters import PARAMETERS
from ..spec.registry import Decision
from ..spec.vocabulary import (
    Agree,
    Ended,
    History,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Position,
    Record,
    Remembered,
    Tally,
    Unblock,
)


class Kind(Enum):
    """What an expression may be."""

    RECORD = "a record"
    POSITION = "a position"
    COLORING = "a coloring"
    BOARD = "a board"
    POINTS = "points"
    COLOR = "a color"
    PHASE = "a phase"
    TURN = "a turn"
    NUMBER = "a number"
    ZERO = "0"
    CONDITION = "a condition"
    TALLY = "a tally"
    RULES = "rules"
    STATES = "states that have stood"
    PASSES = "passes that were made"
    MOVES = "moves that were made"
    STATE = "a state"
    PLAY = "a play"
    ENDED = "an ended game"
    NUMBERS = "a number for each color"
    SETS = "points for each color"
    COUNTS = "a number for each player and phase"
    CHOICE = "the value of a parameter"
    DECISION = "a decision"
    DECISIONS = "decisions"
    MOMENT = "a moment"
    PAST = "a kind of the past"
    PASTS = "kinds of the past"
    NONE = "None"
    MAYBE_RECORD = "a record or None"
    MAYBE_COLORING = "a coloring or None"
    MAYBE_COLOR = "a color or None"
    MAYBE_TURN = "a turn or None"
    MAYBE_NUMBER = "a number or None"
    ANYTHING = "anything"


K = Kind
Kinds: TypeAlias = "Kind | tuple[Any, ...]"

WITH_NONE: Mapping[Kind, Kind] = {
    K.RECORD: K.MAYBE_RECORD,
    K.COLORING: K.MAYBE_COLORING,
    K.COLOR: K.MAYBE_COLOR,
    K.TURN: K.MAYBE_TURN,
    K.NUMBER: K.MAYBE_NUMBER,
    K.ZERO: K.MAYBE_NUMBER,
}
WITHOUT_NONE: Mapping[Kind, Kind] = {maybe: kind for kind, maybe in WITH_NONE.items() if kind is not K.ZERO}
HISTORIES: Mapping[Kind, Kinds] = {
    K.STATES: K.STATE,
    K.PASSES: (K.COLOR, K.STATE),
    K.MOVES: K.ANYTHING,
}
SEVERAL: Mapping[Any, Kind] = {K.DECISION: K.DECISIONS, K.PAST: K.PASTS}
OF_EACH_COLOR: Mapping[Kind, Kind] = {K.NUMBERS: K.NUMBER, K.SETS: K.POINTS}

ANNOTATED: Mapping[str, Any] = {
    "Record": K.RECORD,
    "tuple[Color, P, Coloring[P]]": (K.COLOR, K.POINTS, K.COLORING),
    "Position": K.POSITION,
    "Coloring": K.COLORING,
    "Board": K.BOARD,
    **dict.fromkeys(("P", "P | Any"), K.POINTS),
    "Color": K.COLOR,
    "Phase": K.PHASE,
    "Moment": K.MOMENT,
    "frozenset[Remembered]": K.PASTS,
    "Turn": K.TURN,
    **dict.fromkeys(("Number", "int", "float"), K.NUMBER),
    **dict.fromkeys(("Condition", "bool"), K.CONDITION),
    "Tally": K.TALLY,
    "Rules": K.RULES,
    "State": K.STATE,
    "Play": K.PLAY,
    "Ended": K.ENDED,
    **{f"{name}[Color, {number}]": K.NUMBERS for name in ("Mapping", "dict") for number in ("Number", "int")},
    "Mapping[tuple[Color, Phase], int]": K.COUNTS,
    "Event": K.ANYTHING,
}


def annotated(annotation: object) -> Any:
    """The kind that an annotation of the documents speaks of; None if it speaks of none."""
    text = str(annotation).strip("'\"")
    if text.endswith(" | None"):
        return WITH_NONE.get(annotated(text.removesuffix(" | None")))
    return ANNOTATED.get(text) or ANNOTATED.get(text.partition("[")[0])


def _attributes(of: type, **otherwise: Kind) -> dict[str, Kind]:
    """The kinds of the fields of a type of the vocabulary, as their annotations say."""
    return {part.name: otherwise.get(part.name) or annotated(part.type) for part in fields(of)}


def _methods(of: type) -> dict[str, tuple[tuple[Kinds, ...], Kind]]:
    """What a type of the vocabulary can be asked, with what that takes and gives, as its annotations say.

    What speaks of other kinds, as what is asked of each region does, is not among them.
    """
    asked = {}
    for name, method in vars(of).items():
        if isfunction(method) and not name.startswith("_"):
            asks = signature(method)
            _, *takes = (annotated(parameter.annotation) for parameter in asks.parameters.values())
            gives = annotated(asks.return_annotation)
            if None not in (*takes, gives):
                asked[name] = tuple(takes), gives
    return asked


ATTRIBUTES: Mapping[Kind, Mapping[str, Kind]] = {
    K.RECORD: _attributes(Record, earlier=K.STATES, since_pass=K.STATES, passed_from=K.PASSES, made=K.MOVES),
    K.POSITION: _attributes(Position),
    K.COLORING: {**_attributes(Coloring), "empty": K.POINTS},
    K.BOARD: {"nothing": K.POINTS, "everything": K.POINTS},
    K.TALLY: _attributes(Tally),
    K.PLAY: _attributes(Play),
    K.ENDED: _attributes(Ended),
    K.RULES: {
        name: K.NUMBER if parameter.kind is float else K.CONDITION if parameter.kind is bool else K.CHOICE
        for name, parameter in PARAMETERS.items()
    },
    K.COLOR: {"opponent": K.COLOR},
    K.TURN: {"point": K.POINTS},
}
METHODS: Mapping[Kind, Mapping[str, tuple[tuple[Kinds, ...], Kind]]] = {
    K.COLORING: _methods(Coloring),
    K.BOARD: _methods(Board),
    K.POSITION: _methods(Position),
    K.ENDED: _methods(Ended),
    **dict.fromkeys(HISTORIES, _methods(History)),
}
ASKING = (K.COLORING, K.BOARD)
# What is asked of each point or region of a set, by the name of the function that asks.
ASKED_OF_EACH: Mapping[str, tuple[str, Kind]] = {
    "regions": ("where", K.POINTS),
    "exists": ("such_that", K.CONDITION),
    "fixpoint": ("step", K.POINTS),
}

TAKEN: Mapping[str, Kind] = {
    "record": K.RECORD,
    "play": K.PLAY,
    "position": K.POSITION,
    "tally": K.TALLY,
    "turn": K.TURN,
    "phase": K.PHASE,
    "moment": K.MOMENT,
    **dict.fromkeys(("coloring", "empty coloring"), K.COLORING),
    **dict.fromkeys(("player", "color"), K.COLOR),
    **dict.fromkeys(("marks", "point", "region", "stones", "stone"), K.POINTS),
    "rules": K.RULES,
    "ended": K.ENDED,
    **dict.fromkeys(("black", "white"), K.NUMBER),
}
MADE: Mapping[Any, Kind] = {Position: K.POSITION, Play: K.PLAY, Tally: K.TALLY, Ended: K.ENDED}
# The kinds of values that are known when the rules are made.
OF_TYPE: Mapping[type, Kind] = {
    type(None): K.NONE,
    bool: K.CONDITION,
    Color: K.COLOR,
    Phase: K.PHASE,
    Decision: K.DECISION,
    Moment: K.MOMENT,
    Remembered: K.PAST,
    Pass: K.TURN,
}
TURNS = (Pass, Move, Unblock, Agree)

TRUTHS = frozenset({K.CONDITION, K.NUMBER, K.ZERO, K.POINTS, K.COLOR, K.NONE, *WITHOUT_NONE})
COUNTABLE = frozenset({K.NUMBER, K.ZERO, K.CONDITION})
NAMED = frozenset({K.COLOR, K.MAYBE_COLOR, K.PHASE, K.CHOICE, K.DECISION, K.MOMENT})
EQUAL = NAMED | {K.NUMBER, K.ZERO, K.POINTS, K.STATE, K.TURN, K.MAYBE_TURN, K.MAYBE_NUMBER}
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.FloorDiv)
OF_SETS = (ast.BitAnd, ast.BitOr, ast.BitXor)
LARGEST = 1_000_000
ABOUT_ALL = (any, all, sum)
_TO_HISTORIES = " Ask it whether it contains or lacks something, or how many times it has happened."
INSTEAD: Mapping[Kind, str] = {
    K.COUNTS: " Ask it for `get((player, phase), 0)`.",
    K.NUMBERS: " Ask it for the number of a color, as in `captures[color]`.",
    K.STATES: _TO_HISTORIES,
    K.PASSES: _TO_HISTORIES,
    K.MOVES: _TO_HISTORIES,
}


def words(kind: Any) -> str:
    """What a kind is called."""
    if isinstance(kind, tuple):
        return f"({', '.join(map(words, kind))})"
    return kind.value if isinstance(kind, Kind) else "a function"


def are_comparable(kind: Any, other: Any) -> bool:
    """Whether values of two kinds can be asked whether they are equal."""
    if isinstance(kind, tuple) and isinstance(other, tuple):
        return len(kind) == len(other) and all(map(are_comparable, kind, other))
    if isinstance(kind, tuple) or isinstance(other, tuple):
        return False
    if {kind, other} <= {K.POINTS, K.ZERO} or {kind, other} <= {K.NUMBER, K.ZERO, K.MAYBE_NUMBER}:
        return True
    plain = {WITHOUT_NONE.get(kind, kind), WITHOUT_NONE.get(other, other)} - {K.NONE}
    return len(plain) == 1 and plain <= EQUAL


def fits(kind: Any, wanted: Any) -> bool:
    """Whether a value of a kind can stand where another one is wanted."""
    if wanted is K.ANYTHING or kind == wanted:
        return True
    if wanted in (K.POINTS, K.NUMBER) and kind is K.ZERO:
        return True
    if wanted is K.NUMBER and kind is K.CONDITION:
        return True
    if wanted in WITHOUT_NONE:
        return kind in (K.NONE, WITHOUT_NONE[wanted])
    return WITHOUT_NONE.get(kind) is wanted if isinstance(kind, Kind) else False


def instead(kind: Any, other: Any) -> str:
    """What to write where values of two kinds can't be compared, in a sentence; "" if there is nothing to say."""
    if K.COLORING in (kind, other):
        return " Compare colorings by `same_as`, and ask a history whether it `contains` one."
    if {kind, other} & {K.TURN, K.MAYBE_TURN}:
        return " Compare turns by ==, or ask `isinstance`."
    return ""
