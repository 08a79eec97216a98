"""KataGo: where it says what the rules say, which is not where other engines do.

Its `play` takes some illegal turns on purpose, so that games with unusual rules can be shown to it: what is legal is
told by `kata-raw-nn`, whose policy is NAN at every other point. In cleanup the policy also has a number at a stone that
may be unblocked, and at the stone's only liberty where the blocked ko-move would be made: playing there unblocks. Its
`final_score` is an estimate of the players' agreement: the result by the rules is in the record that `printsgf` writes,
once the game is over. This was written from KataGo's documentation, and then run against version 1.17.2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from superko.checker.oracle.coverage import KEYS_OF_EVERY_GAME
from superko.checker.oracle.engine import (
    ASKED_OF_EVERY_GAME,
    Aspect,
    Introduction,
    Observation,
    Setting,
    Unsupported,
    Value,
)
from superko.checker.oracle.engines.gtp import (
    PASS,
    CommandFailed,
    Dialogue,
    GtpEngine,
    board_shown,
    empty_points,
    score_said,
)
from superko.interpreter.notation import BLACK_STONE, END_OF_ROW, WHITE_STONE, vertices
from superko.spec.algebra import Grid
from superko.spec.documents import DOCUMENTS
from superko.spec.vocabulary import Phase

PROGRAM = "katago"
SETTINGS = {
    "debugSkipNeuralNet": "true",
    "preventCleanupPhase": "false",
    "assumeMultipleStartingBlackMovesAreHandicap": "false",
    "logAllGTPCommunication": "false",
    "logSearchInfo": "false",
    "rules": "tromp-taylor",
    "numSearchThreads": "1",
}
"""Without a network, with the cleanup phases open, without handicap but where it is asked for, and without logs."""

DECLARED = ("reading/engine-always-pass-alive=engine",)
NOT_LEGAL = "NAN"
RECORDED = re.compile(r"RE\[(?P<result>[^]]*)\]")
NO_RESULT = "Void"
STONES = {"B": BLACK_STONE, "W": WHITE_STONE}
_DIAGRAM, _RAW_EVALUATION, _RECORD, _UNDO = "showboard", "kata-raw-nn 0", "printsgf", "undo"
_POLICY = "policy"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?", re.ASCII | re.IGNORECASE)
_PHASE = re.compile(r"^Game phase: (?P<number>[12])\s*$", re.MULTILINE)
_PLAYER = re.compile(r"^Next player: (?P<player>[BW])(lack|hite)\b", re.MULTILINE)
_CAPTURED = re.compile(r"^(?P<color>[BW]) stones captured: (?P<number>[0-9]{1,9})\b", re.MULTILINE)
_PHASES = {None: Phase.MAIN.value, "1": Phase.FIRST_CLEANUP.value, "2": Phase.SECOND_CLEANUP.value}
_NOTES = (
    "It does not tell which points are blocked, but which stones may be unblocked.",
    "Its games can start from a set-up in the main phase, with Black to move.",
)


def command(program: str = PROGRAM) -> str:
    """Starts KataGo without a network, a configuration file, or logs; as one line, in which a path has no blanks."""
    settings = ",".join(f"{name}={value}" for name, value in SETTINGS.items())
    return f"{program} gtp -model /dev/null -config /dev/null -override-config {settings}"


class KataGo(GtpEngine):
    """KataGo, which plays by the presets of its own document."""

    def introduction(self) -> Introduction:
        """What it answered, and what is known of it."""
        return replace(
            super().introduction(),
            rules=tuple(DOCUMENTS["katago-v2"].presets),
            deviations=DECLARED,
            notes=_NOTES,
            parameters=KEYS_OF_EVERY_GAME,
            hears_rules=True,
        )

    def set_up(self, setting: Setting) -> None:
        """Set a position up; it has Black to move, in the main phase.

        Raises:
            Unsupported: the setting is otherwise, or it does not take the position.
        """
        if not setting.board or replace(setting, board="").is_set_up:
            raise Unsupported("KataGo sets positions up in the main phase only, with Black to move and no captures.")
        stones = (
            f"{color} {point}" for color, points in stones_on(setting.grid, setting.board).items() for point in points
        )
        try:
            self.dialogue.ask(f"set_position {' '.join(stones)}")
        except CommandFailed as failed:
            raise Unsupported(f"It does not take the position: {failed}") from None

    def observe(self) -> Observation:
        """All that it can be asked."""
        return look(self.dialogue)


@dataclass(frozen=True)
class KataGoDiagram:
    """What the diagram and the lines below it say.

    Attributes:
        board: the board.
        phase: the phase; once the game is over, the one that it ended in.
        said: all of it, by aspect.
    """

    board: str
    phase: str
    said: Mapping[Aspect, Value]


def stones_on(grid: Grid, board: str) -> dict[str, list[str]]:
    """The vertices of the stones of each color on a board, as text."""
    points = [*zip(vertices(grid, grid.everywhere), board.replace(END_OF_ROW, ""), strict=True)]
    return {color: [point for point, symbol in points if symbol == stone] for color, stone in STONES.items()}


def result_in(record: str) -> Observation:
    """What a game record as SGF says of the result.

    Raises:
        ValueError: it has a result that can't be understood.
    """
    if not record.startswith("("):
        raise ValueError("it is no game record.")
    recorded = RECORDED.search(record)
    if recorded is None or not recorded["result"]:
        return {Aspect.OVER: False}
    if recorded["result"] == NO_RESULT:
        return {Aspect.OVER: True, Aspect.ENDING: "no-result"}
    return {Aspect.OVER: True, **score_said(recorded["result"])}


def look(dialogue: Dialogue) -> Observation:
    """All that it can be asked."""
    shown: KataGoDiagram
    shown, policy, ended = read_all(
        dialogue,
        (_DIAGRAM, partial(shown_in, dialogue.grid)),
        (_RAW_EVALUATION, partial(policy_in, dialogue.grid)),
        (_RECORD, result_in),
    )
    if ended[Aspect.OVER]:
        asked = {aspect: value for aspect, value in shown.said.items() if aspect in ASKED_OF_EVERY_GAME}
        return {**asked, **ended}
    turns = legal_turns(dialogue, shown, policy)
    return {**shown.said, **ended, **turns, Aspect.PASS_ENDS_PHASE: pass_ends_phase(dialogue, shown)}


def read_all(dialogue: Dialogue, *asked: tuple[str, Callable[[str], Any]]) -> tuple[Any, ...]:
    """What readings make of the replies to several commands."""
    return tuple(dialogue.read(command, reading) for command, reading in asked)


def shown_in(grid: Grid, text: str) -> KataGoDiagram:
    """The board in a diagram, and what the lines below it say: the phase, whose turn it is, and what was captured.

    Raises:
        ValueError: there is no such diagram.
    """
    board, phase = board_shown(grid, text), _PHASE.search(text)
    named = _PHASES[None if phase is None else phase["number"]]
    said: dict[Aspect, Value] = {Aspect.BOARD: board, Aspect.PHASE: named}
    if (player := _PLAYER.search(text)) is not None:
        said[Aspect.PLAYER] = player["player"]
    captured = {match["color"]: int(match["number"]) for match in _CAPTURED.finditer(text)}
    if captured.keys() == {"B", "W"}:
        said[Aspect.CAPTURES] = (captured["B"], captured["W"])
    return KataGoDiagram(board, named, said)


def legal_turns(dialogue: Dialogue, shown: KataGoDiagram, policy: Mapping[str, bool]) -> Observation:
    """Which moves are legal, and which stones may be unblocked: at what points the policy is a number."""
    empty = empty_points(dialogue.grid, shown.board)
    possible = [point for point in empty if policy[point]]
    unblock = frozenset(point for point, is_number in policy.items() if is_number and point not in empty)
    if unblock:
        possible = [point for point in possible if not leaves_the_board(dialogue, shown, point)]
    return {Aspect.LEGAL: frozenset(possible), Aspect.UNBLOCK: unblock}


def leaves_the_board(dialogue: Dialogue, shown: KataGoDiagram, point: str) -> bool:
    """Whether playing at an empty point changes nothing on the board: it then unblocks a stone beside it."""
    played = f"play {dialogue.player} {point}"
    _, after, _ = read_all(dialogue, (played, str), (_DIAGRAM, partial(board_shown, dialogue.grid)), (_UNDO, str))
    return bool(after == shown.board)


def pass_ends_phase(dialogue: Dialogue, shown: KataGoDiagram) -> bool:
    """Whether a pass ends the phase, or the game: it is made, and taken back."""
    after: KataGoDiagram
    _, after, ended, _ = read_all(
        dialogue,
        (f"play {dialogue.player} {PASS}", str),
        (_DIAGRAM, partial(shown_in, dialogue.grid)),
        (_RECORD, result_in),
        (_UNDO, str),
    )
    return after.phase != shown.phase or bool(ended[Aspect.OVER])


def policy_in(grid: Grid, text: str) -> dict[str, bool]:
    r"""For each point, whether a raw evaluation gives the move there a chance; its rows are from the top.

    Raises:
        ValueError: the evaluation has no policy for a board of this size.
    """
    lines = [line.strip() for line in text.splitlines()]
    if _POLICY not in lines:
        raise ValueError("it has no policy.")
    first = lines.index(_POLICY) + 1
    rows = [line.split() for line in lines[first : first + grid.height]]
    words = [word for row in rows for word in row]
    if [len(row) for row in rows] != [grid.width] * grid.height:
        raise ValueError(f"its policy is not for a board of {grid}.")
    if not all(word.upper() == NOT_LEGAL or _NUMBER.fullmatch(word) for word in words):
        raise ValueError(f"its policy has something else than numbers and {NOT_LEGAL}.")
    return {
        point: word.upper() != NOT_LEGAL for point, word in zip(vertices(grid, grid.everywhere), words, strict=True)
    }
