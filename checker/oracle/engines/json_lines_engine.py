"""Engines that speak the referee's protocol: one JSON object a line, as `superko referee` itself does."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NoReturn

from ....interpreter.json_lines import parse_json
from ....interpreter.rule_names import rules_to_json
from ....spec.algebra import Grid
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ..aspects import Observation
from ..engine import Breakage, Introduction, TurnRefused, Unsupported
from ..setting import Setting
from .process import SECONDS_TO_REPLY, LineProcess
from .replies import ClaimedRules, claimed_rules, observation_in
from .smoke_test import abilities
from .transcript import printable

_LONGEST_NAME = 60


class JsonLinesEngine:
    """A program that speaks the referee's protocol.

    It may leave out any field of a state: what it does not say is not compared. Its reply to `rules` may also have
    `"name"`, and `"deviations"`: the names of what it is known to do otherwise.
    """

    def __init__(self, command: str, timeout: float = SECONDS_TO_REPLY) -> None:
        """Start the program and try it on a tiny game.

        Args:
            command: the program and its arguments.
            timeout: the most seconds that it may take to reply; to the first request, six times as long.

        Raises:
            Unsupported: it can't be started, or plays no game that it was asked for.
            EngineBroke: it failed to answer.
        """
        self._process = LineProcess(command, timeout)
        self._requests = 0
        self._grid = Grid(1, 1)
        self._said: Observation | None = None
        try:
            self._claimed = self._claims()
            self._introduction = self._introduce(command)
        except BaseException:
            self.close()
            raise

    def introduction(self) -> Introduction:
        """What it says of itself, and what it answered in the games that it was tried on."""
        return self._introduction

    def start(self, setting: Setting) -> None:
        """Start a game; rules that it claims by a name are asked for by that name."""
        reply = self._ask(_new(setting, self._claimed.names))
        if error := self._error(reply):
            _, reason = error
            raise Unsupported(reason)
        self._grid = setting.grid
        self._said = self._state(reply)

    def play(self, turns: Sequence[str]) -> None:
        """Play turns, all in one request."""
        reply = self._ask({"cmd": "play", "turns": list(turns)})
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
                _, reason = error
                self._fail(f"It gives no state of the game: {reason}")
            self._said = self._state(reply)
        return self._said

    def close(self) -> None:
        """Ask it to quit, and end it."""
        self._process.close('{"cmd": "quit"}')

    def _claims(self) -> ClaimedRules:
        reply = self._ask({"cmd": "rules"})
        if "error" in reply:
            return ClaimedRules()
        try:
            return claimed_rules(reply)
        except ValueError as error:
            self._fail(str(error))

    def _introduce(self, command: str) -> Introduction:
        able = abilities(self, tuple(self._claimed.names) or tuple(PRESETS.values()))
        return Introduction(
            name=printable(self._claimed.name or command, _LONGEST_NAME),
            version=printable(self._claimed.version, _LONGEST_NAME),
            aspects=able.aspects,
            rules=self._claimed.texts,
            set_up=able.set_up,
            smallest=able.smallest,
            largest=able.largest,
            square=able.square,
            deviations=self._claimed.deviations,
            notes=self._claimed.notes,
            parameters=self._claimed.parameters,
        )

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


def _new(setting: Setting, names: Mapping[Rules, str]) -> dict[str, object]:
    """The request that starts a game.

    Raises:
        Unsupported: the rules can't be written in the protocol.
    """
    try:
        rules = names.get(setting.rules) or rules_to_json(setting.rules)
    except ValueError as error:
        raise Unsupported(str(error)) from None
    return {**setting.request(), "rules": rules}
