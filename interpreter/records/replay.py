"""Replaying a game record: its outcome under rules, and every place where it departs from them.

A game record is a fact: it shows what was played, also where the rules forbid it. So the replay follows the record:

- An illegal move at an empty point is reported, and then made all the same, with the captures that it makes. A board
  that it brings back ends no game without result.
- A move at a point that is not empty can't be made: it is reported, and the replay stops there.
- Where a player takes two turns in a row, that is reported, and the turn is handed over: nobody passes in between.
- A move at a stone whose mark may be removed, or at the ko-move that the mark blocks, is taken for the unblock action
  that SGF can't write, and reported.
- A move after play has stopped resumes the game, where a clause lets the opponent ask for that, or where the players of
  the document play on if they do not agree which stones are dead, and the record has no lists of those.
- Turns before a position that the record sets up are judged as a game of their own, and a breach of the rules reported.
- Other turns after the end of the game are reported and left out. Only passes among them are no breach of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import TypeAlias

from ...spec.algebra import Color
from ...spec.documents import DOCUMENTS, parameters_of
from ...spec.registry import clause_of
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Turn, Unblock
from ..adjudication import resumed_on_request
from ..game import Game, handed_to, intended_turn
from ..history import after
from ..judgement import Judgement, explain
from ..notation import turn_text
from ..result import NoResult
from ..rule_names import parse_rules
from ..rules_files import rules_of
from ..sitting import played_on
from ..wording import PLAYERS, counted, phase_name, points_text
from .game_record import GameRecord
from .sgf import read_sgf

PASSES_TO_STOP = 4


@dataclass(frozen=True)
class IllegalTurnTaken:
    """A turn that a clause forbids.

    Attributes:
        turn: which turn of the replay it is, counted from 1; of the record, if it stands before a set-up.
        text: the turn, such as `C3` or `unblock C3`.
        reason: how the turn goes against it, in one sentence.
        followed: whether the replay takes the turn all the same; if not, it stops there.
        before_set_up: whether the record sets up another position after it, from which the replay starts.
    """

    turn: int
    player: Color
    text: str
    clause: str
    reason: str
    followed: bool
    before_set_up: bool = False


@dataclass(frozen=True)
class OutOfTurn:
    """A turn that a player took although it was the opponent's turn; as `IllegalTurnTaken`, maybe before a set-up."""

    turn: int
    player: Color
    before_set_up: bool = False


@dataclass(frozen=True)
class TakenAsUnblock:
    """A move of the record that is taken for the action that removes the mark of the stone at its point."""

    turn: int
    player: Color
    text: str


@dataclass(frozen=True)
class PhaseEnd:
    """The end of a phase by a turn: the clause that ended it, and the phase that follows, which may be `OVER`."""

    turn: int
    clause: str
    ended: Phase
    follows: Phase


@dataclass(frozen=True)
class Resumed:
    """A stopped game that goes on with a turn, as the player who asked for it could not refuse.

    Attributes:
        turn: which turn of the record it goes on with, counted from 1.
        requested_by: who is taken to have asked for it; None if the players disagreed on dead stones.
        clause: the id of the clause by which that player takes it.
    """

    turn: int
    player: Color
    requested_by: Color | None
    clause: str


@dataclass(frozen=True)
class TurnsAfterEnd:
    """Turns that the record shows after the end of the game: the first of them, and how many they are.

    Attributes:
        turn: which turn of the record is the first of them, counted from 1.
    """

    turn: int
    number: int
    only_passes: bool


Event: TypeAlias = IllegalTurnTaken | OutOfTurn | TakenAsUnblock | PhaseEnd | Resumed | TurnsAfterEnd


@dataclass(frozen=True)
class Replay:
    """A game record replayed under rules.

    Attributes:
        games: the game before the first turn, and after each turn that was taken.
        events: what is to be reported, in the order of the turns.
    """

    record: GameRecord
    games: tuple[Game, ...]
    events: tuple[Event, ...]

    @property
    def game(self) -> Game:
        """The game at the end of the record."""
        return self.games[-1]

    @property
    def lawful(self) -> bool:
        """Whether the record never departs from the rules."""
        return self.lawful_to_end and not any(
            isinstance(event, TurnsAfterEnd) and not event.only_passes for event in self.events
        )

    @property
    def lawful_to_end(self) -> bool:
        """Whether the record does not depart from the rules before the end of the game."""
        return not any(isinstance(event, IllegalTurnTaken | OutOfTurn) for event in self.events)

    @property
    def followed(self) -> bool:
        """Whether every turn was taken, but for those after the end of the game."""
        illegal = (event for event in self.events if isinstance(event, IllegalTurnTaken))
        return all(event.followed or event.before_set_up for event in illegal)

    def stop(self) -> tuple[Game, int] | None:
        """Where the players stop to say which stones are dead, and how many turns of the record that takes.

        That is where the main phase ends, or where the record ends, if moves were made in cleanup. A record that is
        cut short is passed on to there, and the passes are counted as turns. None if passing does not stop the game.
        """
        ended = [*takewhile(lambda game: game.position.phase is not Phase.MAIN, reversed(self.games))]
        if ended:
            moved = any(isinstance(later.record.last, Move | Unblock) for later in ended[:-1])
            return (self.game, len(self.games) - 1) if moved else (ended[-1], len(self.games) - len(ended))
        game = self.game
        for number in range(1, PASSES_TO_STOP + 1):
            game = game.play(PASS)
            if game.position.phase is not Phase.MAIN:
                return game, len(self.games) - 1 + number
        return None

    @property
    def shows_stop(self) -> bool:
        """Whether the record shows, by turns that can be followed, that play stops or has ended."""
        stop = self.stop() if self.followed else None
        return stop is not None and stop[1] <= len(self.record.turns)

    def following(self, further: int) -> Replay:
        """The replay where some turns after the end are not left out, as settling the game has followed them."""
        kept: list[Event] = [event for event in self.events if not isinstance(event, TurnsAfterEnd)]
        first = len(self.games) + further
        if further and first <= len(self.record.turns):
            kept.append(_turns_after_end(self.record, first))
        return replace(self, events=tuple(kept)) if further else self

    def passed_out(self) -> Game | None:
        """An unfinished game as it ends if both players only pass from here; None if it is over, or never ends so."""
        ended = self.game.passed_out()
        return ended if ended.over and not self.game.over else None


def replay(record: GameRecord, rules: Rules) -> Replay:
    """Replay a game record under rules; see the head of this module for how it goes on where the rules forbid that.

    >>> replay(read_sgf(b"(;SZ[2];B[aa];W[aa])"), Rules()).events[0].clause
    'katago-v2/move/pseudolegal'
    """
    games = [record.game(rules)]
    events: list[Event] = [breach for stretch in record.before for breach in _breaches(stretch, rules)]
    for number, (player, recorded) in enumerate(record.turns, start=1):
        game = games[-1]
        if resumption := _resumption(game, record, number):
            game, event = resumption
            events.append(event)
        if game.over:
            events.append(_turns_after_end(record, number))
            break
        if player is not game.position.player:
            events.append(OutOfTurn(number, player))
            game = handed_to(game, player)
        judgement = game.judge(intended_turn(game, recorded))
        if judgement.turn != recorded:
            events.append(TakenAsUnblock(number, player, turn_text(record.start.grid, judgement.turn)))
        if judgement.clause is not None:
            text, followed = turn_text(game.grid, judgement.turn), can_be_taken(game, judgement.turn)
            clause, reason = judgement.clause.id, explain(judgement, game.grid)
            events.append(IllegalTurnTaken(number, player, text, clause, reason, followed))
            if not followed:
                break
        later = _after(game, judgement)
        if later.ended_by is not None:
            events.append(PhaseEnd(number, later.ended_by, game.position.phase, later.position.phase))
        games.append(later)
    return Replay(record, tuple(games), tuple(events))


def _breaches(stretch: GameRecord, rules: Rules) -> Iterator[Event]:
    """Where turns before a set-up go against the rules; none where no game can start as they do."""
    try:
        events = replay(stretch, rules).events
    except ValueError:
        return
    for event in events:
        if isinstance(event, IllegalTurnTaken | OutOfTurn):
            yield replace(event, turn=event.turn + stretch.turns_before, before_set_up=True)


def read_game(file: str | Path, rules: str | Rules | None = None) -> Game:
    """The game of an SGF file: the main line of its first game, with its komi.

    Args:
        file: where the file is.
        rules: the rules, or what names them; those that the record names, if left out.

    Raises:
        OSError: the file can't be read.
        ValueError: it is no record of a game of Go, it names no rules that are known, or a turn of it is not legal or
            out of turn; `superko replay` goes on there.
    """
    record = read_sgf(Path(file).read_bytes(), str(file))
    if rules is None and not record.rules:
        raise ValueError(f'{file} does not name its rules; name them, as in read_sgf({str(file)!r}, "chinese").')
    chosen = parse_rules(record.rules) if rules is None else rules_of(rules)
    replayed = replay(record if "komi" in parameters_of(chosen) else replace(record, komi=None), chosen)
    for event in replayed.events:
        if isinstance(event, IllegalTurnTaken | OutOfTurn):
            reason = f" {event.reason}" if isinstance(event, IllegalTurnTaken) else ""
            raise ValueError(f"{sentence(event, chosen)}{reason}")
    return replayed.game


def _after(game: Game, judgement: Judgement) -> Game:
    """The game after a turn, illegal or not; only a legal one can end it without result."""
    taken = game.taking(judgement.turn, judgement.play)
    if judgement.legal or not isinstance(taken.result, NoResult):
        return taken
    return Game.at(after(game.record, judgement.turn), game)


def can_be_taken(game: Game, turn: Turn) -> bool:
    """Whether it is clear what a turn that the rules forbid does on the board."""
    return isinstance(turn, Pass) or (isinstance(turn, Move) and bool(turn.point & game.position.coloring.empty))


def _resumption(game: Game, record: GameRecord, number: int) -> tuple[Game, Resumed] | None:
    """A game that a move resumes, as a player asked for it, or as the players do not agree which stones are dead."""
    player, turn = record.turns[number - 1]
    if not (game.over and isinstance(turn, Move)):
        return None
    document = DOCUMENTS[game.rules.document]
    for requested_by in Color:
        going_on = resumed_on_request(game, requested_by)
        if going_on is not None and going_on.position.player is player:
            return going_on, Resumed(number, player, requested_by, clause_of(document.resuming, document.id).name)
    played = None if record.said else played_on(game)
    if played is None or played[0].position.player is not player:
        return None
    return played[0], Resumed(number, player, None, played[1])


def _turns_after_end(record: GameRecord, number: int) -> TurnsAfterEnd:
    left = record.turns[number - 1 :]
    return TurnsAfterEnd(number, len(left), all(isinstance(turn, Pass) for _, turn in left))


def head(replay: Replay) -> str:
    """What is replayed: the players, the board, and how it starts.

    >>> from superko.interpreter.story import Start
    >>> head(replay(GameRecord(Start(5, 4, handicap=2), komi=6.5), Rules()))
    'Black against White, 5x4, komi 6.5, handicap 2, 0 turns.'
    """
    record = replay.record
    rules = replay.game.rules
    parts = [
        f"{record.black_name or 'Black'} against {record.white_name or 'White'}",
        str(record.start.grid),
        *([f"komi {points_text(rules.komi)}"] if "komi" in parameters_of(rules) else []),
        *([f"handicap {record.start.handicap}"] if record.start.handicap else []),
        counted(len(record.turns), "turn"),
    ]
    return f"{', '.join(parts)}.{_before(record)}"


def _before(record: GameRecord) -> str:
    """That turns of the record come before the start of its replay; "" where none do."""
    if not record.turns_before:
        return ""
    if record.handicap_was_played:
        return f" Black's first {counted(record.turns_before, 'turn')} placed handicap stones; the replay starts there."
    return f" The record sets up a position after {counted(record.turns_before, 'turn')}; the replay starts there."


def sentence(event: Event, rules: Rules) -> str:
    """What happened, in one sentence, with the id of the clause that says so where there is one."""
    match event:
        case IllegalTurnTaken():
            where = ", before the set-up" if event.before_set_up else ""
            return f"Turn {event.turn}{where}, {PLAYERS[event.player]} {event.text}, is illegal by {event.clause}."
        case OutOfTurn(turn, player, before_set_up):
            where = ", before the set-up," if before_set_up else ""
            missing = f"though it is {PLAYERS[player.opponent]}'s turn"
            return f"Turn {turn}{where} is taken by {PLAYERS[player]}, {missing}; the replay goes on as recorded."
        case TakenAsUnblock(turn, player, text):
            return f"Turn {turn} of {PLAYERS[player]} is taken as the action to {text}, where no move could be legal."
        case PhaseEnd(turn, clause, ended, follows):
            start = "and the game is over" if follows is Phase.OVER else f"and {phase_name(rules, follows)} starts"
            return f"Turn {turn} ends {phase_name(rules, ended)} by {clause}, {start}."
        case Resumed(turn, player, requested_by, clause):
            asked = "the players are taken to disagree on dead stones"
            if requested_by is not None:
                asked = f"{PLAYERS[requested_by]} is taken to have asked for it"
            return f"Turn {turn} resumes the game; {asked}, and {PLAYERS[player]} plays first by {clause}."
        case TurnsAfterEnd(turn, number, only_passes):
            noun = "pass" if only_passes else "turn"
            return f"From turn {turn} on, the record shows {counted(number, noun)} after the end of the game, left out."


def summary(replay: Replay) -> str:
    """How many turns were replayed, and how many of them the rules forbid."""
    illegal = sum(isinstance(event, IllegalTurnTaken) for event in replay.events)
    out_of_turn = sum(isinstance(event, OutOfTurn) for event in replay.events)
    taken = counted(len(replay.games) - 1, "turn")
    return f"{taken} replayed; {illegal or 'none'} illegal, {out_of_turn or 'none'} out of turn."


def unfinished(replay: Replay) -> str:
    """That the game is not over, and what the score that follows is then worth."""
    return (
        f"Unfinished: the replay ends in {phase_name(replay.game.rules, replay.game.position.phase)} with "
        f"{PLAYERS[replay.game.position.player]} to play. If both players only passed from here:"
    )
