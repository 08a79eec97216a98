"""Engines that speak the referee's protocol: one JSON object a line, as `superko referee` itself does."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from ....interpreter.json_lines import parse_json
from ....interpreter.rule_names import rules_from_json, rules_to_json
from ....interpreter.wording import shown
from ....spec.algebra import Grid
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ....spec.written import written_rules
from ..engine import (
    ASKED_AFTER_THE_END,
    ASKED_OF_EVERY_GAME,
    EVERYTHING,
    UNDO,
    Aspect,
    Breakage,
    Introduction,
    Observation,
    Setting,
    TurnRefused,
    Unsupported,
)
from .answers import COLORS, checked_introduction, checked_observation, introduced
from .process import SECONDS_TO_REPLY, LineProcess, printable

_ASKED_BEFORE_THE_END = EVERYTHING - ASKED_AFTER_THE_END
_FIELDS_OF_A_RESULT = {"kind": Aspect.ENDING, "winner": Aspect.WINNER}


def observation_in(state: object, grid: Grid) -> Observation:
    """What a state of the referee's protocol says of a game; a field that is missing says nothing.

    Raises:
        ValueError: a field is not as the protocol has it; one sentence says which, and what it should be.

    >>> said = observation_in({"board": "X.", "phase": "main", "legal": ["B1"]}, Grid(2, 1))
    >>> said[Aspect.BOARD], said[Aspect.LEGAL], said[Aspect.OVER]
    ('X.', frozenset({'B1'}), False)
    """
    if not isinstance(state, dict):
        raise ValueError(f"A state is an object, not {shown(state)}.")
    fields = {aspect: state[aspect.value] for aspect in _ASKED_BEFORE_THE_END if aspect.value in state}
    fields.pop(Aspect.OVER, None)
    said = {**checked_observation(fields, grid), **_result(state.get("result"), grid)}
    if "phase" not in state and "result" not in state:
        return said
    over = state.get("phase") == Phase.OVER.value or state.get("result") is not None
    asked_now = ASKED_OF_EVERY_GAME | ASKED_AFTER_THE_END if over else _ASKED_BEFORE_THE_END
    return {Aspect.OVER: over} | {aspect: value for aspect, value in said.items() if aspect in asked_now}


def _result(result: object, grid: Grid) -> Observation:
    if result is None:
        return {}
    if not isinstance(result, dict):
        raise ValueError(f'"result" is an object or null, not {shown(result)}.')
    fields = {aspect: result[name] for name, aspect in _FIELDS_OF_A_RESULT.items() if name in result}
    if result.keys() >= {*COLORS}:
        fields[Aspect.SCORES] = {color: result[color] for color in COLORS}
    said = checked_observation(fields, grid)
    match said.get(Aspect.SCORES):
        case (black, white):
            return {**said, Aspect.MARGIN: black - white}
    return said


def claimed(reply: Mapping[str, Any]) -> tuple[Introduction, Mapping[Rules, str]]:
    """What an engine says of itself in reply to `rules`, all of which may be missing; and its names for its rules.

    Raises:
        ValueError: a field is of the wrong kind; one sentence says which, and what it should be.

    >>> claimed({"presets": {"mine": {"ko": "SIMPLE"}}, "version": "2"})[0].rules
    ('new-zealand-like,ko=SIMPLE',)
    """
    presets = reply.get("presets", {})
    if not isinstance(presets, dict):
        raise ValueError(f'"presets" is an object from names to rules, not {shown(presets)}.')
    names: dict[Rules, str] = {}
    notes = []
    for name, rules in presets.items():
        try:
            names.setdefault(rules_from_json(rules), name)
        except ValueError as error:
            notes.append(f"Its rules {printable(shown(name))} can't be understood: {error}")
    said = Introduction(
        reply.get("name", ""),
        reply.get("version", ""),
        frozenset(),
        rules=tuple(map(written_rules, names)),
        deviations=reply.get("deviations", ()),
        notes=tuple(notes),
        parameters=reply.get("parameters", ()),
        undoes=reply.get("undoes", False),
    )
    return checked_introduction(said), names


class JsonLinesEngine:
    """A program that speaks the referee's protocol.

    It may leave out any field of a state: what it does not say is not compared. Its reply to `rules` may also have
    `"name"`, `"deviations"`, the names of what it is known to do otherwise, and `"undoes"`: whether it answers `undo`.
    """

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY) -> None:
        """Start the program and try it on a tiny game; a reply may take `timeout` seconds, the first six times that."""
        self._process = LineProcess(command, timeout)
        self._requests = 0
        self._grid = Grid(1, 1)
        self._said: Observation | None = None
        self._names: Mapping[Rules, str] = {}
        try:
            self._introduction = self._introduce(command)
        except BaseException:
            self.close()
            raise

    def introduction(self) -> Introduction:
        """What it says of itself, and what it answered in the games that it was tried on."""
        return self._introduction

    def start(self, setting: Setting) -> None:
        """Start a game; rules that it claims by a name are asked for by that name."""
        try:
            rules = self._names.get(setting.rules) or rules_to_json(setting.rules)
        except ValueError as error:
            raise Unsupported(str(error)) from None
        reply = self._ask({**setting.request(), "rules": rules})
        if refused := self._error(reply):
            raise Unsupported(refused[1])
        self._grid = setting.grid
        self._said = self._state(reply)

    def play(self, turns: Sequence[str]) -> None:
        """Play turns, all in one request."""
        reply = self._ask({"cmd": UNDO} if [*turns] == [UNDO] else {"cmd": "play", "turns": list(turns)})
        error = self._error(reply)
        if error is None:
            self._said = self._state(reply)
            return
        kind, reason = error
        if kind == "illegal":
            refused = self._refused(reply, turns)
            self._said = self._state(reply["state"]) if "state" in reply else None
            raise TurnRefused(refused, reason)
        if len(turns) == 1:
            raise TurnRefused(turns[0], reason)
        # None of them was played. One by one, those before the one that it does not take are.
        for turn in turns:
            self.play([turn])

    def observe(self) -> Observation:
        """What the state in its last reply says."""
        if self._said is None:
            reply = self._ask({"cmd": "state"})
            if error := self._error(reply):
                self._fail(f"It gives no state of the game: {error[1]}")
            self._said = self._state(reply)
        return self._said

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self._process.close('{"cmd": "quit"}')

    def _introduce(self, command: str) -> Introduction:
        reply = self._ask({"cmd": "rules"})
        try:
            said, self._names = claimed({} if "error" in reply else reply)
        except ValueError as error:
            self._fail(str(error))
        candidates = tuple(self._names) or tuple(PRESETS.values())
        tried = introduced(self, said.name or command, said.version, candidates)
        known = {name: getattr(said, name) for name in ("rules", "deviations", "notes", "parameters", "undoes")}
        return replace(tried, **known)

    def _ask(self, request: Mapping[str, object]) -> dict[str, object]:
        """The reply to a request: an object that repeats its id."""
        self._requests += 1
        asked = {**request, "id": self._requests}
        self._process.send(json.dumps(asked))
        try:
            reply = parse_json(self._process.receive())
        except ValueError as error:
            self._fail(str(error))
        if not isinstance(reply, dict):
            self._fail("A reply is a JSON object.")
        if reply == asked:
            self._fail("Its reply is the request itself.")
        if (number := reply.get("id")) != self._requests:
            if isinstance(number, int) and 0 < number < self._requests:
                raise self._process.broke(Breakage.FLOODED, f"It replied to request {number} a second time.")
            self._fail(f'Its reply does not repeat the "id" of the request, {self._requests}.')
        return reply

    def _state(self, state: object) -> Observation:
        try:
            return observation_in(state, self._grid)
        except ValueError as error:
            self._fail(str(error))

    def _error(self, reply: Mapping[str, object]) -> tuple[str, str] | None:
        """The kind of an error, and its reason on one line; None where the reply is none."""
        if "error" not in reply:
            return None
        error = reply["error"]
        if not isinstance(error, dict) or error.get("kind") not in ("illegal", "bad-request"):
            self._fail('"error" is an object whose "kind" is "illegal" or "bad-request".')
        return error["kind"], printable(str(error.get("reason", "It does not say why.")))

    def _refused(self, reply: Mapping[str, object], turns: Sequence[str]) -> str:
        error = reply["error"]
        index = error.get("index", 0 if len(turns) == 1 else None) if isinstance(error, dict) else None
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(turns):
            self._fail(f'"index" is a number from 0 to {len(turns) - 1}: that of the turn that is illegal.')
        return turns[index]

    def _fail(self, reason: str) -> NoReturn:
        raise self._process.broke(Breakage.NONSENSE, reason)
