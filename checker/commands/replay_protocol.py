"""Settling a game record by a protocol for dead stones, or by the AGA's procedure, with the turns that then follow."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...interpreter import aga_procedure
from ...interpreter.adjudication import Adjudication, Stage
from ...interpreter.aga_procedure import Procedure
from ...interpreter.explanations import explain
from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.records.game_record import GameRecord
from ...interpreter.sitting import stopped_by_aga
from ...interpreter.wording import one_of
from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.dead_stones.protocols import PROTOCOLS
from ...spec.vocabulary import PASS, Turn, Unblock
from .replay_statements import NAMES, Settling, heard

AGA = "aga"
NAMES_OF_PROTOCOLS = (*PROTOCOLS, AGA)


@dataclass
class RecordSitting:
    """The players over a record where play has stopped: what is left of the record, and what was assumed so far.

    Attributes:
        record: the record.
        turns: how many turns of it were taken.
        wanted: how the user wants the game settled.
        assumed: what was assumed, each in one sentence.
        illegal: how the record then breaks the rules, in one sentence, or "".
    """

    record: GameRecord
    turns: int
    wanted: Settling
    assumed: list[str] = field(default_factory=list)
    illegal: str = ""

    def assume(self, sentence: str) -> None:
        """Note what is assumed, once."""
        if sentence not in self.assumed:
            self.assumed.append(sentence)

    def statement(self, speaker: Color | None, c: Coloring[int]) -> int | None:
        """What somebody says of dead stones.

        Raises:
            ValueError: nobody says it.
        """
        found = heard(self.record, self.turns, speaker, c, self.wanted)
        self.assume(found.how)
        return found.points

    def next_turn(self, player: Color) -> Turn | None:
        """The next turn of the record, a pass where it has ended; None where it is not the player's."""
        if self.turns >= len(self.record.turns):
            self.assume("The record ends there; both players are taken to pass.")
            return PASS
        recorded, turn = self.record.turns[self.turns]
        self.turns += 1
        if recorded is player:
            return turn
        self.illegal = f"Turn {self.turns} is taken by {NAMES[recorded]}, though it is {NAMES[player]}'s turn."
        return None


def adjudicated(game: Game, sitting: RecordSitting, name: str) -> Adjudication:
    """A game that has stopped, settled by a protocol, as far as the record allows.

    Raises:
        ValueError: there is no such protocol, the rules are not for it, or the record does not say enough.
    """
    if name not in PROTOCOLS:
        raise ValueError(f"There is no protocol {name!r}; choose {one_of(NAMES_OF_PROTOCOLS)}.")
    some = Adjudication.of(game, PROTOCOLS[name])
    while some.stage is not Stage.OVER:
        c = some.game.position.coloring
        if some.stage is Stage.AWAITING_STATEMENTS:
            player = some.awaiting[0]
            points = sitting.statement(player, c)
            some = some.decline(player) if points is None else some.state(player, points)
        elif some.stage is Stage.AWAITING_RULING:
            some = some.rule(sitting.statement(None, c) or 0)
        else:
            turn = sitting.next_turn(some.playing.position.player)
            judgement = None if turn is None else some.playing.judge(turn)
            if turn is None or judgement is None:
                return some
            if judgement.clause is not None:
                reason = explain(judgement, c.board.grid)
                sitting.illegal = f"Turn {sitting.turns} is illegal by {judgement.clause.id}: {reason}"
                return some
            some = some.play(turn)
    return some


def by_the_aga(game: Game, sitting: RecordSitting) -> tuple[Procedure, int]:
    """A game that two passes have stopped, settled by the AGA's procedure, and the stones removed as dead.

    Raises:
        ValueError: the rules are not the AGA's, or the record does not say enough.
    """
    if game.rules.document != aga_procedure.DOCUMENT:
        raise ValueError("The AGA's procedure is for the AGA's rules; choose --rules aga, or another protocol.")
    some, c = stopped_by_aga(game), game.position.coloring
    while some.stage is not aga_procedure.ProcedureStage.OVER:
        c = some.record.position.coloring
        if some.stage is aga_procedure.ProcedureStage.AGREEING:
            some = some.compare_dead_stones({player: sitting.statement(player, c) or 0 for player in (BLACK, WHITE)})
            continue
        turn = sitting.next_turn(some.player)
        if turn is None or isinstance(turn, Unblock):
            return some, 0
        some = some.play(turn)
        if some.last is not None and some.last.illegal is not None and not sitting.illegal:
            text = turn_text(c.board.grid, turn)
            sitting.illegal = f"Turn {sitting.turns}, {text}, is illegal by {some.last.illegal.id}; nobody objects."
    return some, (c.black | c.white) & some.record.position.coloring.empty
