"""What a clause is asked, by what its function says it takes: a coloring, a move, the record of a game, and so on.

What can't be told apart by names in a program, such as whose turn it is, is a case: each clause is asked in several.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, product
from random import Random
from typing import Any, TypeAlias

from superko.interpreter.program.ir import NameKind
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.composition import move, state
from superko.spec.dead_stones.statements import Statement, Statements
from superko.spec.dead_stones.stops import Stop
from superko.spec.parameters import Scoring
from superko.spec.registry import Clause, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Ended, Moment, Move, Pass, Phase, Position, Record, Tally, Turn, Unblock

from .givens import Given

MOST_CASES = 4
PLAYED_IN = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
NOBODY_OR = (None, *Color)
KINDS_OF_TURNS = (Pass, Move, Unblock)
BEFORE_THE_TURN = (None, *KINDS_OF_TURNS)
COUNTED = ("captures", "moves", "earlier_moves", "placed")
Case: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """Something that a function takes: what it is called there, and of which type it is said to be."""

    name: str
    type: str


def parameters_of(clause: Clause) -> list[Parameter]:
    """What a clause takes, as its text says; one that is not registered takes what others take that decide the same."""
    registered = (other for other in clauses() if other.name == clause.name)
    alike = (other for other in clauses() if other.decides is clause.decides)
    signature = inspect.signature(next(chain(registered, alike)).function)
    return [
        Parameter(parameter.name, re.sub(r"\[(P|int)\]", "", str(parameter.annotation)))
        for parameter in signature.parameters.values()
    ]


def cases_of(clause: Clause) -> list[Case]:
    """Some of the cases in which a clause can be asked, the same ones every time."""
    choices: dict[str, Sequence[Any]] = {}
    for parameter in parameters_of(clause):
        choices |= _choices(parameter, clause)
    every: list[Case] = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    return every if len(every) <= MOST_CASES else Random(clause.name).sample(every, MOST_CASES)


def _choices(taken: Parameter, clause: Clause) -> Mapping[str, Sequence[Any]]:
    if taken.type in ALIKE:
        return {taken.name: ALIKE[taken.type]}
    position = {"player": tuple(Color), "phase": [p for p in PLAYED_IN if p in clause.during], "passed": (False, True)}
    made_of: Mapping[str, Mapping[str, Sequence[Any]]] = {
        "Position": position,
        "Record": {**position, "last": BEFORE_THE_TURN, "began": tuple(Color), "first_passer": NOBODY_OR},
        "Tally": {"first_passer": NOBODY_OR},
        "Play": {"player": tuple(Color)},
        "Ended": {"button": NOBODY_OR, "handicap": (0, 2, 3)},
        "Statements": {"black_lists": (False, True), "white_lists": (False, True)},
        "Turn": {taken.name: KINDS_OF_TURNS},
        "Turn | None": {taken.name: (None, *KINDS_OF_TURNS)},
    }
    return made_of.get(taken.type, {})


# What no reading knows by names, so that it is the same in all situations of a case.
ALIKE: Mapping[str, Sequence[Any]] = {
    "Color": tuple(Color),
    "Color | None": (None, *Color),
    "Moment": tuple(Moment),
    "Phase": tuple(Phase),
    "Scoring | None": (None, *Scoring),
    "Sequence[Color]": ((BLACK,), (WHITE, BLACK, BLACK), (BLACK, BLACK, BLACK)),
    "Sequence[Turn]": ((PASS, Move(1)), (Move(1), Move(2))),
    "Collection[tuple[Color, Turn]]": ((), ((BLACK, PASS),), ((WHITE, PASS), (BLACK, Move(1)))),
    "Collection[Color]": ((), (BLACK,), (WHITE, BLACK)),
}


def arguments(taken: Sequence[Parameter], rules: Rules, given: Given, case: Case) -> list[Any]:
    """What a clause is asked with.

    Raises:
        KeyError: it takes something of which it is not said here how it is under each reading.
    """
    return [argument(parameter, rules, given, case) for parameter in taken]


def argument(taken: Parameter, rules: Rules, given: Given, case: Case) -> Any:
    """One of the things that a clause is asked with; see `arguments`."""
    made: Mapping[str, Callable[[], Any]] = {
        "Rules": lambda: rules,
        "Board": lambda: given.board,
        "Coloring": lambda: given.coloring("before_" if taken.name == "copy" else ""),
        "Position": lambda: position(given, case),
        "Play": lambda: move(rules, given.coloring(), case["player"], given.points("point")),
        "Record": lambda: record(rules, given, case),
        "Tally": lambda: tally(given, case),
        "Ended": lambda: ended(rules, given, case),
        "P": lambda: given.points(taken.name),
        "Mapping[Color, P]": lambda: {color: given.points(f"{taken.name}_of_{color.name}") for color in Color},
        "Mapping[Color, int]": lambda: {color: given.number(f"{taken.name}_of_{color.name}") for color in Color},
        "Number": lambda: given.number(taken.name),
        "float": lambda: given.number(f"score_of_{taken.name}"),
        "Condition": lambda: given.flag(taken.name),
        "Turn": lambda: turn(given, case[taken.name]),
        "Turn | None": lambda: turn(given, case[taken.name]),
        "Stop": lambda: Stop(given.flag("resumed"), given.flag("at_once")),
        "Statements": lambda: Statements(*(said(given, case, color) for color in Color)),
        "int": lambda: whole_number(given, taken.name),
    }
    return case[taken.name] if taken.type in ALIKE else made[taken.type]()


def whole_number(given: Given, name: str) -> Any:
    """What is called an integer: a side of the board, a number of passes, or stones that players name."""
    if name in ("width", "height"):
        return getattr(given.board.grid, name)
    return given.points(name) if name == "stones" else given.number(name)


def turn(given: Given, kind: type[Turn] | None) -> Turn | None:
    """A turn of a kind."""
    if kind is None or kind is Pass:
        return None if kind is None else PASS
    assert issubclass(kind, Move | Unblock)
    return kind(given.points("point"))


def position(given: Given, case: Case, before: str = "") -> Position[Any]:
    """What stands, or stood before."""
    passed = given.settled("passed", case["passed"], NameKind.FLAG)
    player = case["player"].opponent if before else case["player"]
    return Position(given.coloring(before), player, case["phase"], given.points(f"{before}marks"), passed)


def tally(given: Given, case: Case) -> Tally:
    """What was counted."""
    return Tally(
        captures={color: given.number(f"captures_of_{color.name}") for color in Color},
        moves={
            (color, phase): given.number(f"moves_of_{color.name}_in_{phase.name}")
            for color in Color
            for phase in PLAYED_IN
        },
        first_passer=case["first_passer"],
        second_cleanup_start=given.coloring("before_"),
        placed={color: given.number(f"placed_of_{color.name}") for color in Color},
        handicap=given.number("handicap"),
        uneven=given.number("uneven"),
    )


def record(rules: Rules, given: Given, case: Case) -> Record[Any]:
    """The record at the start of a turn, and of the turn before, if there was one."""
    last = turn(given, case["last"])
    now, earlier = (partial(_record, rules, given, case, before) for before in ("", "before_"))
    return now(last, None if last is None else earlier(None, None))


def _record(
    rules: Rules, given: Given, case: Case, before: str, last: Turn | None, previous: Record[Any] | None
) -> Record[Any]:
    stands = position(given, case, before)
    numbers = {name: given.number(name) for name in ("turn", "phase_turn", "pass_run", "passes")}
    histories = {name: given.history(name) for name in ("earlier", "since_pass", "passed_from", "made")}
    parts = {"last": last, "previous": previous, "began": case["began"], "tally": tally(given, case)}
    return Record(rules=rules, position=stands, state=state(rules, stands), **parts, **numbers, **histories)


def ended(rules: Rules, given: Given, case: Case) -> Ended[Any]:
    """A game that is to be scored."""
    counted = {name: {color: given.number(f"{name}_of_{color.name}") for color in Color} for name in COUNTED}
    return Ended(
        rules,
        given.coloring(),
        **counted,
        second_cleanup_start=given.coloring("before_"),
        button=case["button"],
        handicap=given.settled("handicap", case["handicap"], NameKind.NUMBER),
    )


def said(given: Given, case: Case, player: Color) -> Statement:
    """What a player says of dead stones."""
    name = player.name.lower()
    return Statement(given.points(f"named_by_{name}"), case[f"{name}_lists"])
