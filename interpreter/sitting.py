"""The players over a game that has stopped: what each says of dead stones, and what follows under a protocol.

One value for all documents: a protocol of the Tromp-Taylor chapter, the AGA's procedure, or, before cleanup phases, the
agreement that stands in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..spec.algebra import BLACK, WHITE, Color, Coloring
from ..spec.dead_stones.protocols import PROTOCOLS
from ..spec.dead_stones.statements import Statements, agreed, listing, named_stones, no_list
from ..spec.vocabulary import Move, Pass, Turn
from .adjudication import Adjudication, NotNow, Stage, has_cleanup
from .aga_procedure import DOCUMENT, Procedure
from .agreement import Agreed, agree_on, stopped_by_aga
from .game import Game
from .result import Result
from .vertices import turn_text
from .wording import one_of, shown

AGA = "aga"
AGREEMENT = "agreement"
NAMES = (*PROTOCOLS, AGA)


def usual_protocol(game: Game) -> str:
    """By which protocol players settle a game where nothing else is said: the AGA's by its rules, else by agreement."""
    return AGA if game.rules.document == DOCUMENT else AGREEMENT


@dataclass(frozen=True)
class Sitting:
    """The players over a game. Every statement, ruling and turn gives another value.

    Attributes:
        protocol: the name of the protocol.
        game: the game in which turns are taken: the copy, where the protocol has one.
        dead: the stones that were removed as dead.
        coloring: what stands on the board as it is scored, once that is settled.
        result: how the game comes out, once that is settled.
        heard: what each player has said since play last stopped, None for no list.

    >>> from superko.interpreter.boards import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> from superko.spec.vocabulary import PASS
    >>> game = Game.set_up(PRESETS["chinese-like"], parse_board("O.X")).play(PASS).play(PASS)
    >>> some = Sitting.over(game).say(Color.BLACK, 1).say(Color.WHITE, 1)
    >>> some.result.black, some.result.white
    (3.0, 0.0)
    """

    protocol: str
    game: Game
    dead: int = 0
    coloring: Coloring[int] | None = None
    result: Result | None = None
    heard: Mapping[Color, int | None] = field(default_factory=dict)
    adjudication: Adjudication | None = field(default=None, repr=False)
    procedure: Procedure | None = field(default=None, repr=False)

    @staticmethod
    def over(game: Game, protocol: str = "") -> Sitting:
        """The players over a game that has just stopped.

        Raises:
            ValueError: there is no such protocol, or it is not for these rules.
        """
        name = protocol or usual_protocol(game)
        if name not in NAMES:
            raise ValueError(f"There is no protocol {shown(name)}; the protocols are {one_of(NAMES)}.")
        if name == AGA:
            if game.rules.document != DOCUMENT:
                raise ValueError("The AGA's procedure is for the AGA's rules; choose those, or another protocol.")
            return Sitting(name, game, procedure=stopped_by_aga(game)) if game.undo else Sitting(name, game)
        if has_cleanup(game.rules) and name == AGREEMENT:
            return Sitting(name, game)
        return _adjudicated(Sitting(name, game), Adjudication.of(game, PROTOCOLS[name]))

    @property
    def resumed(self) -> bool:
        """Whether play goes on under the protocol."""
        return self.result is None and not self.game.over and (self.adjudication or self.procedure) is not None

    def say(self, player: Color, points: int | None) -> Sitting:
        """Let a player say which stones are dead; None where no list is given.

        Raises:
            ValueError: it is not the time, the player has answered, or there is no stone at a point.
        """
        if self.adjudication is not None:
            some = self.adjudication
            return _adjudicated(self, some.decline(player) if points is None else some.state(player, points))
        if self.result is not None or player in self.heard:
            raise NotNow("The game is settled." if self.result is not None else "This player has answered already.")
        c = self.game.position.coloring
        if points and points & c.empty:
            raise ValueError("A list of dead stones names stones only.")
        now = replace(self, heard={**self.heard, player: points})
        if len(now.heard) < len(Color):
            return now
        return _agreed(now) if self.procedure is None else _compared(now, self.procedure)

    def rule(self, points: int) -> Sitting:
        """Let a third party say which of the stones in dispute are dead.

        Raises:
            ValueError: no ruling is asked for, or a stone is not in dispute.
        """
        if self.adjudication is None:
            raise NotNow("No ruling is asked for under this protocol.")
        return _adjudicated(self, self.adjudication.rule(points))

    def taking(self, turn: Turn) -> Sitting:
        """Take a turn after play was resumed.

        Raises:
            ValueError: play has stopped, or a clause forbids the turn.
        """
        if self.adjudication is not None:
            return _adjudicated(self, self.adjudication.play(turn))
        if self.procedure is None or not isinstance(turn, Pass | Move):
            raise NotNow(f"It is not the time for {turn_text(self.game.position.coloring.board.grid, turn)}.")
        self.game.play(turn)
        later = self.procedure.play(turn)
        game = Game(later.record, undo=self.game, result=later.result)
        if isinstance(turn, Move):
            return Sitting(self.protocol, game)
        return replace(self, procedure=later, game=game, result=later.result, coloring=later.record.position.coloring)


def _adjudicated(sitting: Sitting, some: Adjudication) -> Sitting:
    over = some.stage is Stage.OVER
    return replace(
        sitting,
        adjudication=some,
        game=some.game if over else some.playing,
        heard={player: said.stones if said.is_list else None for player, said in some.said.items()},
        dead=some.removed,
        coloring=some.ended.coloring if over else None,
        result=some.result,
    )


def _agreed(sitting: Sitting) -> Sitting:
    game = sitting.game
    c, rules = game.position.coloring, game.rules
    lists = (sitting.heard[color] for color in (BLACK, WHITE))
    both = Statements(*(no_list() if said is None else listing(rules, named_stones(rules, c, said)) for said in lists))
    return _settled(sitting, agree_on(game, agreed(both)))


def _compared(sitting: Sitting, procedure: Procedure) -> Sitting:
    said = {player: points or 0 for player, points in sitting.heard.items()}
    later = procedure.compare_dead_stones(said)
    if later.result is None:
        return Sitting(sitting.protocol, Game(later.record, undo=sitting.game.undo), procedure=later)
    c = sitting.game.position.coloring
    dead = (c.black | c.white) & later.record.position.coloring.empty
    return replace(sitting, dead=dead, coloring=later.record.position.coloring, result=later.result)


def _settled(sitting: Sitting, found: Agreed) -> Sitting:
    return replace(sitting, dead=found.dead, coloring=found.coloring, result=found.result)
