"""The Go Text Protocol: what a session remembers, and reaches outside itself; lines, words, and commands by name.

What can't be done is a `ValueError`, here and in the commands, and its text is the reply.
"""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from ...spec.algebra import BLACK, WHITE, Color, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Pass, Turn
from ..files import contents, try_new_file, write_file
from ..game import Game, handed_to, intended_turn
from ..json_lines import TOO_LONG, converse
from ..judgement import Judgement, explain
from ..notation import LONGEST_SIDE_IN_GTP
from ..records.game_record import record_of
from ..sitting import Sitting
from ..story import Start
from ..wording import shown

LONGEST_FILE = 1 << 24


class Outside:
    """The files and the clock of this machine."""

    def __init__(self) -> None:
        self._written: set[Path] = set()

    def read(self, name: str) -> bytes:
        """What a file holds."""
        if not os.path.isfile(name):  # noqa: PTH113 (a path raises where a name is too long)
            raise ValueError("There is no such file.")
        return contents(name, LONGEST_FILE)[0]

    def write(self, name: str, data: bytes) -> None:
        """Let a new file, or one that was written here before, hold some bytes."""
        path = Path(name).absolute()
        try:
            if path not in self._written:
                try_new_file(path)
            write_file(path, data)
            self._written.add(path)
        except OSError as error:
            raise ValueError(f"The file can't be written: {error.strerror}.") from None

    def processor_time(self) -> float:
        """The processor time that this program has used, in seconds."""
        return time.process_time()


@dataclass(frozen=True)
class GtpSession:
    """What a GTP engine remembers between two commands.

    Attributes:
        past: the game before each turn that can be taken back, and what the players had said of dead stones then.
        seed: what the random turns depend on, together with how many were drawn.
        protocol: the name of the protocol for dead stones that was chosen, or "".
        sitting: what the players have said of dead stones since play last stopped, if they have.
    """

    game: Game
    past: tuple[tuple[Game, Sitting | None], ...] = field(default=(), repr=False)
    seed: int = 0
    drawn: int = 0
    outside: Outside = field(default_factory=Outside, compare=False, repr=False)
    ended: bool = False
    protocol: str = ""
    sitting: Sitting | None = field(default=None, repr=False)

    @property
    def grid(self) -> Grid:
        """The grid that the game is played on."""
        return self.game.grid

    @property
    def ended_by(self) -> str | None:
        """The id of the clause by which the last turn ended the phase or the game, if it did."""
        return self.game.ended_by and self.game.ended_by.partition("#")[0]

    @property
    def turns_taken(self) -> tuple[tuple[Color, Turn], ...]:
        """The turns of the game so far, each with the player who took it."""
        return record_of(self.game).turns

    def starting(self, game: Game) -> GtpSession:
        """The session at the start of another game."""
        if max(game.grid.width, game.grid.height) > LONGEST_SIDE_IN_GTP:
            raise ValueError(f"GTP has boards of 1 to {LONGEST_SIDE_IN_GTP} points a side; {game.grid} is larger.")
        return replace(self, game=game, past=(), sitting=None)

    def seated(self, sitting: Sitting) -> GtpSession:
        """The session after the players, or a third party, have said something of dead stones."""
        return replace(self, game=sitting.game, sitting=sitting)

    def taking(self, player: Color, turn: Turn) -> GtpSession:
        """The session after a player's turn. GTP lets a player take several in a row; then the turn is handed over."""
        judgement = self.judge(player, turn)
        if judgement.clause is not None:
            raise ValueError(f"illegal move: {judgement.clause.id}: {explain(judgement, self.grid)}")
        sitting = None
        if self.sitting is not None and self.sitting.resumed:
            if player is not self.game.position.player:
                raise ValueError("illegal move: play was resumed, and the players take turns; it is the other's.")
            sitting = self.sitting.taking(judgement.turn)
        after = handed_to(self.game, player).taking(judgement.turn) if sitting is None else sitting.game
        return replace(self, game=after, past=(*self.past, (self.game, self.sitting)), sitting=sitting)

    def judge(self, player: Color, turn: Turn) -> Judgement:
        """Whether a player may take a turn now. Some moves stand for unblock actions (see `intended_turn`)."""
        if self.game.over:
            raise ValueError(f"illegal move: the game is over, by {self.ended_by}; undo a turn, or clear the board.")
        game = handed_to(self.game, player)
        return game.judge(intended_turn(game, turn))

    def taking_back(self) -> GtpSession:
        """The session before the last turn."""
        if not self.past:
            raise ValueError("cannot undo: no turn has been taken.")
        *past, (game, sitting) = self.past
        return replace(self, game=game, past=tuple(past), sitting=sitting)

    def taking_all(self, turns: Sequence[tuple[Color, Turn]]) -> GtpSession:
        """The session after several turns; if nothing but passes follow the end of the game, they are left out."""
        session = self
        for number, (player, turn) in enumerate(turns, start=1):
            if session.game.over and all(isinstance(left, Pass) for _, left in turns[number - 1 :]):
                break
            try:
                session = session.taking(player, turn)
            except ValueError as error:
                raise ValueError(f"turn {number} of the game is an {error}") from None
        return session

    def under(self, rules: Rules) -> GtpSession:
        """The session with the same turns taken under other rules."""
        if self.sitting is not None:
            raise ValueError("the players have begun to settle the game; undo a turn, or clear the board.")
        start = self.past[0][0] if self.past else self.game
        return self.starting(Start.of(start).game(rules)).taking_all(self.turns_taken)


_IGNORED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]+", re.ASCII)
_COMMENT = "#"
_END = "\n\n"


def parse_line(line: str | bytes) -> tuple[str, str, tuple[str, ...]] | None:
    r"""The number of a command that its reply repeats, its name, "" where there is none, and the words after it.

    Control characters and comments are left out; None if nothing else is in the line.

    >>> parse_line(b"7 play\tb C3 # a comment\r\n")
    ('7', 'play', ('b', 'C3'))
    """
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    words = _IGNORED.sub("", text).partition(_COMMENT)[0].split()
    if not words:
        return None
    number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
    name, *arguments = words or [""]
    return number, name, tuple(arguments)


def success(number: str, text: str) -> str:
    r"""The reply to a command that was carried out.

    >>> success("7", "C3")
    '=7 C3\n\n'
    """
    return f"={number} {text}{_END}"


def failure(number: str, reason: str) -> str:
    r"""The reply to a command that was not, with the reason on one line.

    >>> failure("", "unknown\ncommand")
    '? unknown command\n\n'
    """
    return f"?{number} {' '.join(reason.split())}{_END}"


_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_COUNT = re.compile(r"[0-9]{1,9}", re.ASCII)


def color(word: str) -> Color:
    """The color that a word names."""
    if word.lower() not in _COLORS:
        raise ValueError(f"syntax error: {shown(word)} is no color; write black or white.")
    return _COLORS[word.lower()]


def color_name(named: Color) -> str:
    """A color as replies name it."""
    return named.name.lower()


def count(word: str) -> int:
    """The whole number, from 0 up, that a word stands for."""
    if not _COUNT.fullmatch(word):
        raise ValueError(f"syntax error: {shown(word)} is no whole number from 0 to 999999999.")
    return int(word)


_Question = Callable[..., str]
_Action = Callable[..., tuple[GtpSession, str]]


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        usage: how it is written: its name and what follows, [optional] words in brackets, `...` for any number more.
        answer: the session after it, and the reply; takes the session and the words that follow the name.
    """

    usage: str
    answer: _Action

    def takes(self, words: int) -> bool:
        """Whether a number of words may follow the name.

        >>> [Command("loadsgf FILE [MOVE]", lambda session: (session, "")).takes(words) for words in range(4)]
        [False, True, True, False]
        """
        _, *following = self.usage.split()
        more = following[-1:] == ["..."]
        least = sum(not word.startswith(("[", "...")) for word in following)
        return least <= words <= (math.inf if more else len(following))


COMMANDS: dict[str, Command] = {}


def action(usage: str) -> Callable[[_Action], _Action]:
    """Register what answers a command that may change the session."""

    def register(answer: _Action) -> _Action:
        COMMANDS[usage.split(maxsplit=1)[0]] = Command(usage, answer)
        return answer

    return register


def question(usage: str) -> Callable[[_Question], _Question]:
    """Register what answers a command that leaves the session as it is."""

    def register(reply: _Question) -> _Question:
        action(usage)(lambda session, *words: (session, reply(session, *words)))
        return reply

    return register


def answers(by_usage: Mapping[str, _Question]) -> None:
    """Register answers that take one look at the session, by how each command is written."""
    for usage, reply in by_usage.items():
        question(usage)(reply)


def changes(by_usage: Mapping[str, Callable[..., GtpSession]]) -> None:
    """Register commands that do one thing to the session and have nothing to say, likewise."""
    for usage, changed in by_usage.items():
        action(usage)(lambda session, *words, changed=changed: (changed(session, *words), ""))


def respond(session: GtpSession, line: str | bytes) -> tuple[GtpSession, str | None]:
    r"""The session after a line, and the reply to it: None if no command is in it.

    A command that cannot be carried out is answered by an error, and leaves the session as it was.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> session, reply = respond(GtpSession(Game(Rules(), (2, 1))), "play black A1")
    >>> session, reply = respond(session, "7 play white A1")
    >>> reply
    '?7 illegal move: katago-v2/move/pseudolegal: The point that a move colors is empty, but A1 is occupied.\n\n'
    """
    request = parse_line(line)
    if request is None:
        return session, None
    number, name, arguments = request
    command = COMMANDS.get(name)
    if command is None:
        return session, failure(number, "unknown command")
    if not command.takes(len(arguments)):
        return session, failure(number, f"syntax error: write {command.usage}")
    try:
        session, text = command.answer(session, *arguments)
    except ValueError as error:
        return session, failure(number, str(error))
    return session, success(number, text)


def serve(session: GtpSession, requests: BinaryIO, replies: BinaryIO) -> None:
    r"""Answer each line of a stream, until it ends or asks to quit, or nobody reads the replies any more.

    >>> from io import BytesIO
    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> serve(GtpSession(Game(Rules(), 3)), BytesIO(b"1 name\n2 quit\n"), replies := BytesIO())
    >>> replies.getvalue()
    b'=1 superko\n\n=2 \n\n'
    """

    def answer(session: GtpSession, line: bytes) -> tuple[GtpSession, bytes, bool]:
        session, reply = respond(session, line)
        return session, (reply or "").encode(), session.ended

    converse(session, requests, replies, answer, failure("", TOO_LONG).encode())
