"""Adjudications: a game with a protocol for dead stones, as a value that takes turns, statements and rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from ..spec.algebra import BLACK, WHITE, Color
from ..spec.algebra.coloring import remembering_the_last
from ..spec.dead_stones.protocols import Protocol, Sequel, stones_to_rule_on, without
from ..spec.dead_stones.statements import Statement, Statements, agreed, disputed, listing, named_stones, silence
from ..spec.dead_stones.stops import (
    Stop,
    both_have_passed,
    captured_on_copy,
    ends_on_copy,
    goes_on_as_before,
    lists_are_asked_for,
    resumed_by,
    still_standing,
)
from ..spec.documents import DOCUMENTS
from ..spec.registry import Decision
from ..spec.rules import Rules
from ..spec.vocabulary import Ended, Phase, Record, Turn
from .game import Game
from .history import after, at_position
from .notation import vertices
from .result import Result, ended_game, score
from .wording import one_of, phase_name


class Stage(Enum):
    """What an adjudication waits for."""

    PLAYING = "a turn"
    AWAITING_STATEMENTS = "what the players say of dead stones"
    AWAITING_RULING = "a ruling by a third party"
    OVER = "nothing"


@dataclass(frozen=True)
class Adjudication:
    """A game that is settled by a protocol. Every input gives another value; those before it stay as they are.

    An input that is not awaited, or names points that it can't, is a `ValueError`.

    Attributes:
        game: the game; over whenever play has stopped, and going on again when it is resumed.
        copy: the copy of the game on which a dispute is played out, once there is one.
        standing: the stones in dispute that have not been captured on the copy.
        said: what the players have said since play last stopped.
        resumed_at: how many turns had been taken when play was last resumed, if it was.
        removed: the stones that were removed as dead.
        result: how the game came out, once it is over.

    >>> from superko.spec.dead_stones.protocols import PROTOCOLS
    >>> from superko.spec.presets import PRESETS
    >>> from superko.spec.vocabulary import PASS, Move
    >>> game = Game(PRESETS["tromp-taylor-ten"], 3)
    >>> adjudication = Adjudication.of(game, PROTOCOLS["chinese"]).play(Move(0b10000)).play(PASS).play(PASS)
    >>> adjudication.stage, adjudication.awaiting
    (<Stage.AWAITING_STATEMENTS: 'what the players say of dead stones'>, (<Color.BLACK: 'B'>, <Color.WHITE: 'W'>))
    >>> adjudication = adjudication.state(Color.BLACK, 0).state(Color.WHITE, None)
    >>> adjudication.result.black, adjudication.result.white
    (9.0, 0.0)
    """

    protocol: Protocol
    game: Game
    stage: Stage = Stage.PLAYING
    copy: Game | None = None
    standing: int = 0
    said: Mapping[Color, Statement] = field(default_factory=dict)
    resumed_at: int | None = None
    removed: int = 0
    result: Result | None = None

    @staticmethod
    def of(game: Game, protocol: Protocol) -> Adjudication:
        """A game, at any turn or just over, that is settled by a protocol; its rules may have no cleanup phases."""
        if has_cleanup(game.rules):
            raise ValueError(
                f"These rules settle dead stones in {phase_name(game.rules, Phase.FIRST_CLEANUP)}, where this protocol "
                "can't be used. Agree on them by --protocol agreement, or play on until they are captured."
            )
        return Adjudication(protocol, game)._after_play()

    @property
    def playing(self) -> Game:
        """The game in which turns are taken: the copy, once there is one."""
        return self.copy or self.game

    @property
    def awaiting(self) -> tuple[Color, ...]:
        """The players who have yet to say which stones they hold dead."""
        waiting = self.stage is Stage.AWAITING_STATEMENTS
        return tuple(color for color in (BLACK, WHITE) if waiting and color not in self.said)

    @property
    def disputed(self) -> int:
        """The stones in dispute, once both players have answered."""
        return disputed(self._statements) if len(self.said) == len(Color) else 0

    @property
    def ended(self) -> Ended[int]:
        """The game as it is scored once it is over, without the stones removed, as its document removes them."""
        return self._without(self.removed)

    def _without(self, dead: int) -> Ended[int]:
        rules = self.game.rules
        removing = rules.defined(DOCUMENTS[rules.document].removing or without)
        ended: Ended[int] = removing(ended_game(self.game.record), dead)
        return ended

    def play(self, turn: Turn) -> Adjudication:
        """Take a turn in the game, or on the copy; an `IllegalTurn` if a clause forbids it."""
        self._require(Stage.PLAYING)
        played = self.playing.play(turn)
        if self.copy is None:
            return self._with(game=played)._after_play()
        standing = still_standing(self.standing, self.game.position.coloring, played.position.coloring)
        return self._with(copy=played, standing=standing)._after_play()

    def state(self, player: Color, points: int | None) -> Adjudication:
        """Let a player say which stones, of either color, they hold dead; None where they give no list."""
        rules = self.game.rules
        statement = silence(rules) if points is None else listing(rules, self._named(points))
        self._require(Stage.AWAITING_STATEMENTS)
        if player in self.said:
            raise ValueError(
                f"{player.name.capitalize()} has answered already; {self.awaiting[0].name.lower()} is asked."
            )
        heard = self._with(said={**self.said, player: statement})
        return heard if heard.awaiting else heard._after_statements()

    def rule(self, points: int) -> Adjudication:
        """Let a third party say which of the stones in dispute are dead."""
        self._require(Stage.AWAITING_RULING)
        dead = self._named(points)
        ruled_on = stones_to_rule_on(self._statements)
        if dead & ~ruled_on:
            in_dispute = ", ".join(vertices(self.game.grid, ruled_on))
            raise ValueError(f"A third party rules on the stones in dispute only: {in_dispute}.")
        return self._over(agreed(self._statements) | dead)

    def _with(self, **changes: object) -> Adjudication:
        """The same but for some fields, which `replace` takes four times as long to make."""
        changed = object.__new__(Adjudication)
        vars(changed).update(vars(self) | changes)
        return changed

    def _require(self, stage: Stage) -> None:
        if self.stage is Stage.OVER:
            raise ValueError(f"The game is over; it is too late for {stage.value}.")
        if self.stage is not stage:
            raise ValueError(f"It is not the time for {stage.value}; {self.stage.value} is awaited.")

    def _named(self, points: int) -> int:
        c = self.game.position.coloring
        if points & ~c.board.everything:
            raise ValueError("A list of dead stones names points of the board only.")
        if points & c.empty:
            empty = one_of(vertices(c.board.grid, points & c.empty))
            raise ValueError(f"There is no stone at {empty}; a list of dead stones names stones only.")
        return named_stones(self.game.rules, c, points)

    @property
    def _statements(self) -> Statements:
        return Statements(self.said[BLACK], self.said[WHITE])

    def _after_play(self) -> Adjudication:
        """What follows a turn: more turns, the question which stones are dead, or the end."""
        game = self.playing
        if not game.over:
            return self
        since = game.record.turn if self.resumed_at is None else game.record.turn - self.resumed_at
        passes, by_passes = min(game.record.pass_run, since), ends_phase(game)
        goes_on = by_passes and passes < game.record.pass_run and not both_have_passed(passes)
        if goes_on or (self.copy is not None and not ends_on_copy(game.rules, passes)):
            going_on = resumed(game)
            return self._with(game=going_on) if self.copy is None else self._with(copy=going_on)
        if self.copy is not None:
            return self._over(agreed(self._statements) | captured_on_copy(self.disputed, self.standing))
        stop = Stop(resumed=self.resumed_at is not None, at_once=passes == since)
        if not lists_are_asked_for(passes, by_passes) or self.protocol.ends_at_once(stop):
            return self._over(0)
        return self._with(stage=Stage.AWAITING_STATEMENTS, said={})

    def _after_statements(self) -> Adjudication:
        resumed_at = self.game.record.turn
        match self.protocol.sequel(self._statements):
            case Sequel.END:
                return self._over(agreed(self._statements))
            case Sequel.RULING:
                return self._with(stage=Stage.AWAITING_RULING)
            case Sequel.RESUME:
                return self._with(game=resumed(self.game), stage=Stage.PLAYING, resumed_at=resumed_at)
            case Sequel.COPY:
                copy, standing = resumed(self.game), self.disputed
                return self._with(copy=copy, standing=standing, stage=Stage.PLAYING, resumed_at=resumed_at)

    def _over(self, dead: int) -> Adjudication:
        result = score(self._without(dead)) if dead else self.game.result
        return self._with(stage=Stage.OVER, removed=dead, result=result)


def has_cleanup(rules: Rules) -> bool:
    """Whether something other than the end of the game follows the main phase under these rules."""
    return bool(rules.deciding(Decision.NEXT_PHASE, Phase.FIRST_CLEANUP))


@remembering_the_last
def resumed(game: Game, by: Callable[[Color], Color] = resumed_by) -> Game:
    """A game that has stopped, going on with all of its history; by whom, a clause says of who passed last."""
    record, player = _as_if_it_went_on(game)
    return Game.at(at_position(record, goes_on_as_before(record, game.rules.defined(by)(player))), game.previous)


def resumed_on_request(game: Game, requested_by: Color) -> Game | None:
    """A game that has stopped, going on because a player asks for it; None where no clause lets a player ask.

    >>> from superko.spec.presets import PRESETS
    >>> stopped = Game(PRESETS["japanese-1989"], (2, 1)).passed_out()
    >>> resumed_on_request(stopped, requested_by=BLACK).position.player
    <Color.WHITE: 'W'>
    """
    who = DOCUMENTS[game.rules.document].resuming
    if who is None or not game.over or not ends_phase(game):
        return None
    record, _ = _as_if_it_went_on(game)
    position = replace(record.position, player=game.rules.defined(who)(requested_by))
    return Game.at(at_position(record, position), game.previous)


def _as_if_it_went_on(game: Game) -> tuple[Record[int], Color]:
    """The record of a stopped game as if its last turn had ended nothing, and who took that turn."""
    assert game.previous is not None, "a game that has stopped has had a turn"
    assert game.record.last is not None, "a game that has stopped has had a turn"
    return after(game.previous.record, game.record.last), game.previous.position.player


def ends_phase(game: Game) -> bool:
    """Whether a game has stopped by turns that end the phase, and not otherwise, so that it could go on."""
    ending = (clause.decides for clause in game.rules.in_force if clause.name == game.ended_by)
    return Decision.PHASE_ENDS in ending
