"""The kinds of what clauses speak of, and what can be asked of each: the vocabulary as a table."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

from ..spec.algebra import Color
from ..spec.parameters import PARAMETERS
from ..spec.registry import Decision
from ..spec.vocabulary import Agree, Ended, Moment, Move, Pass, Phase, Play, Position, Remembered, Tally, Unblock


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
WITHOUT_NONE: Mapping[Kind, Kind] = {
    K.MAYBE_RECORD: K.RECORD,
    K.MAYBE_COLORING: K.COLORING,
    K.MAYBE_COLOR: K.COLOR,
    K.MAYBE_TURN: K.TURN,
    K.MAYBE_NUMBER: K.NUMBER,
}
HISTORIES: Mapping[Kind, Kinds] = {
    K.STATES: K.STATE,
    K.PASSES: (K.COLOR, K.STATE),
    K.MOVES: (K.COLOR, K.POINTS, K.COLORING),
}
SEVERAL: Mapping[Any, Kind] = {K.DECISION: K.DECISIONS, K.PAST: K.PASTS}
OF_EACH_COLOR: Mapping[Kind, Kind] = {K.NUMBERS: K.NUMBER, K.SETS: K.POINTS}

ATTRIBUTES: Mapping[Kind, Mapping[str, Kind]] = {
    K.RECORD: {
        "rules": K.RULES,
        "position": K.POSITION,
        "state": K.STATE,
        "turn": K.NUMBER,
        "last": K.MAYBE_TURN,
        "previous": K.MAYBE_RECORD,
        "phase_turn": K.NUMBER,
        "began": K.COLOR,
        "earlier": K.STATES,
        "since_pass": K.STATES,
        "passed_from": K.PASSES,
        "made": K.MOVES,
        "pass_run": K.NUMBER,
        "passes": K.NUMBER,
        "tally": K.TALLY,
    },
    K.POSITION: {
        "coloring": K.COLORING,
        "player": K.COLOR,
        "phase": K.PHASE,
        "marks": K.POINTS,
        "passed": K.CONDITION,
    },
    K.COLORING: {"board": K.BOARD, "black": K.POINTS, "white": K.POINTS, "empty": K.POINTS},
    K.BOARD: {"nothing": K.POINTS, "everything": K.POINTS},
    K.TALLY: {
        "captures": K.NUMBERS,
        "moves": K.COUNTS,
        "first_passer": K.MAYBE_COLOR,
        "second_cleanup_start": K.MAYBE_COLORING,
        "placed": K.NUMBERS,
        "handicap": K.NUMBER,
        "uneven": K.NUMBER,
    },
    K.PLAY: {
        "player": K.COLOR,
        "point": K.POINTS,
        "before": K.COLORING,
        "after": K.COLORING,
        "captured": K.POINTS,
        "self_captured": K.POINTS,
    },
    K.ENDED: {
        "rules": K.RULES,
        "coloring": K.COLORING,
        "captures": K.NUMBERS,
        "moves": K.NUMBERS,
        "earlier_moves": K.NUMBERS,
        "placed": K.NUMBERS,
        "second_cleanup_start": K.COLORING,
        "button": K.MAYBE_COLOR,
        "handicap": K.NUMBER,
    },
    K.RULES: {
        name: K.NUMBER if parameter.kind is float else K.CONDITION if parameter.kind is bool else K.CHOICE
        for name, parameter in PARAMETERS.items()
    },
    K.COLOR: {"opponent": K.COLOR},
    K.TURN: {"point": K.POINTS},
}

_OF_SETS: Mapping[str, tuple[tuple[Kinds, ...], Kind]] = {
    "border": ((K.POINTS,), K.POINTS),
    "is_empty": ((K.POINTS,), K.CONDITION),
    "is_single": ((K.POINTS,), K.CONDITION),
    "meets": ((K.POINTS, K.POINTS), K.CONDITION),
    "no": ((K.CONDITION,), K.CONDITION),
    "implies": ((K.CONDITION, K.CONDITION), K.CONDITION),
    "choose": ((K.CONDITION, K.POINTS, K.POINTS), K.POINTS),
    "size": ((K.POINTS,), K.NUMBER),
    "number_of_regions": ((K.POINTS,), K.NUMBER),
}
_OF_PAST: Mapping[str, tuple[tuple[Kinds, ...], Kind]] = {
    "contains": ((K.ANYTHING,), K.CONDITION),
    "lacks": ((K.ANYTHING,), K.CONDITION),
    "times": ((K.ANYTHING,), K.NUMBER),
    "turn_of": ((K.ANYTHING,), K.MAYBE_NUMBER),
}
METHODS: Mapping[Kind, Mapping[str, tuple[tuple[Kinds, ...], Kind]]] = {
    K.COLORING: {
        **_OF_SETS,
        "of": ((K.COLOR,), K.POINTS),
        "not_of": ((K.COLOR,), K.POINTS),
        "colored": ((K.POINTS, K.COLOR), K.COLORING),
        "emptied": ((K.POINTS,), K.COLORING),
        "same_as": ((K.COLORING,), K.CONDITION),
        "borders": ((K.POINTS, K.COLOR), K.CONDITION),
    },
    K.BOARD: {
        **_OF_SETS,
        "neighbours": ((K.POINTS,), K.POINTS),
        "complement": ((K.POINTS,), K.POINTS),
        "closure": ((K.POINTS, K.POINTS), K.POINTS),
        "same": ((K.POINTS, K.POINTS), K.CONDITION),
    },
    K.POSITION: {"taken_on": ((K.COLORING, K.COLOR), K.POSITION)},
    K.ENDED: {"with_captures": ((K.COLORING, K.NUMBERS), K.ENDED)},
    K.STATES: _OF_PAST,
    K.PASSES: _OF_PAST,
    K.MOVES: _OF_PAST,
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
    "marks": K.POINTS,
    "tally": K.TALLY,
    "turn": K.TURN,
    "phase": K.PHASE,
    "moment": K.MOMENT,
    "coloring": K.COLORING,
    "empty coloring": K.COLORING,
    "player": K.COLOR,
    "color": K.COLOR,
    "point": K.POINTS,
    "region": K.POINTS,
    "stones": K.POINTS,
    "stone": K.POINTS,
    "rules": K.RULES,
    "ended": K.ENDED,
    "black": K.NUMBER,
    "white": K.NUMBER,
}
ANNOTATED: Mapping[str, Any] = {
    "Record": K.RECORD,
    "Record[P] | None": K.MAYBE_RECORD,
    "tuple[Color, P, Coloring[P]]": (K.COLOR, K.POINTS, K.COLORING),
    "Position": K.POSITION,
    "Coloring": K.COLORING,
    "Board": K.BOARD,
    "P": K.POINTS,
    "Color": K.COLOR,
    "Color | None": K.MAYBE_COLOR,
    "Phase": K.PHASE,
    "Moment": K.MOMENT,
    "frozenset[Remembered]": K.PASTS,
    "Turn": K.TURN,
    "Turn | None": K.MAYBE_TURN,
    "Number": K.NUMBER,
    "int": K.NUMBER,
    "float": K.NUMBER,
    "Condition": K.CONDITION,
    "bool": K.CONDITION,
    "Tally": K.TALLY,
    "Rules": K.RULES,
    "State": K.STATE,
    "Play": K.PLAY,
    "Ended": K.ENDED,
    "Mapping[Color, Number]": K.NUMBERS,
    "dict[Color, Number]": K.NUMBERS,
    "Mapping[Color, int]": K.NUMBERS,
    "dict[Color, int]": K.NUMBERS,
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
_AT_THE_TOP = "write it at the top of the file"
STATEMENTS: Mapping[type, tuple[str, str]] = {
    ast.With: ("`with`", "a clause only looks at what it is given"),
    ast.Try: ("`try`", "ask with `if` for what may not be there, as in `record.previous is None`"),
    ast.While: ("`while`", "go through colors, a tuple or a history with `for`"),
    ast.Match: ("`match`", "use `if`, with `is` and `isinstance`"),
    ast.Import: ("`import`", _AT_THE_TOP),
    ast.ImportFrom: ("`from … import`", _AT_THE_TOP),
    ast.FunctionDef: ("`def`", _AT_THE_TOP),
    ast.ClassDef: ("`class`", "return what the decision asks for"),
    ast.Delete: ("`del`", "give what you need another name"),
    ast.Global: ("`global`", "a clause remembers nothing; ask the record for what has happened"),
    ast.Raise: ("`raise`", "return False, or what stands for nothing"),
    ast.Assert: ("`assert`", "leave it out, or ask with `if`"),
    ast.For: ("`else` after `for`", "write what it does after the loop"),
    ast.Break: ("`break`", "use `any` or `all`, or `return` from a function of your own"),
    ast.Continue: ("`continue`", "use `if` for what is to be done"),
    ast.Nonlocal: ("`nonlocal`", "a clause remembers nothing; ask the record for what has happened"),
}
_TUPLE = "write a tuple, as in `record.turn in (1, 2)`"
EXPRESSIONS: Mapping[type, tuple[str, str]] = {
    ast.JoinedStr: ("text that is put together", "compare numbers and colors themselves"),
    ast.Set: ("a set", _TUPLE),
    ast.SetComp: ("a set", "use `any` or `all`"),
    ast.List: ("a list", _TUPLE),
    ast.ListComp: ("a list", "use `any`, `all` or `sum`"),
    ast.GeneratorExp: ("values one after the other", "put `any`, `all` or `sum` around them"),
    ast.NamedExpr: ("`:=`", "give the name its value in a line of its own"),
    ast.Starred: ("`*`", "write out what there is"),
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


def annotated(annotation: object) -> Any:
    """The kind that an annotation of the documents speaks of; None if it speaks of none."""
    text = str(annotation).strip("'\"")
    return ANNOTATED.get(
        text, ANNOTATED.get(text.split("[", maxsplit=1)[0] if not text.startswith(("dict", "Map")) else "")
    )


def instead(kind: Any, other: Any) -> str:
    """What to write where values of two kinds can't be compared, in a sentence; "" if there is nothing to say."""
    if K.COLORING in (kind, other):
        return " Compare colorings by `same_as`, and ask a history whether it `contains` one."
    if {kind, other} & {K.TURN, K.MAYBE_TURN}:
        return " Compare turns by ==, or ask `isinstance`."
    return ""
