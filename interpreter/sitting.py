"""A game as both players settle it once they agree which stones are dead, under the rules of any document.

The rules say how: AGA's compare what both players hold dead; rules that end with the main phase let the protocol of
agreement remove it; and rules with cleanup phases would have it captured there at no cost, so that it is taken off the
board as captured, and both players pass through what is left of the cleanup.

Those rules count nothing for groups that border unfilled dame. So it can be assumed that the players go on filling dame
in turn first, where that puts no stones in atari, as they would before they stop to count. That is a guess about the
players; every move of it is legal. Under rules by which a player can ask to resume, the players can be taken to do so
for that, but are not unless it is asked for: such a game has ended as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import cast

from ..spec.algebra import BLACK, WHITE, Color, Coloring
from ..spec.algebra.grid import points_of
from ..spec.composition import state
from ..spec.dead_stones.protocols import PROTOCOLS, without
from ..spec.dead_stones.statements import Statements, agreed, listing, named_stones, silence
from ..spec.documents import DOCUMENTS
from ..spec.katago_v2.life import dame_regions, stones_in_atari
from ..spec.katago_v2.moves import liberties
from ..spec.rules import Rules
from ..spec.vocabulary import PASS, Ended, Move, Pass, Phase, Turn
from .adjudication import Adjudication, NotNow, Stage, has_cleanup, resumed_on_request
from .aga_procedure import DOCUMENT, Procedure
from .game import Game
from .history import after
from .notation import turn_text, vertices
from .result import Result, ended_game
from .wording import no_such, one_of


@dataclass(frozen=True)
class Agreed:
    """A game as it is settled.

    Attributes:
        ended: the game as it is scored, without those stones.
        dead: the stones that were removed.
        filled: the dame that the players are taken to have filled, each with who did, in turn.
        result: how the game comes out; None where passing does not end it.
    """

    ended: Ended[int]
    dead: int
    filled: tuple[tuple[Color, int], ...]
    result: Result | None

    @property
    def coloring(self) -> Coloring[int]:
        """What stands on the board as it is scored."""
        return self.ended.coloring


def fills_by_default(rules: Rules) -> bool:
    """Whether players are taken to fill dame before they agree on dead stones: in a cleanup phase they can do it."""
    return has_cleanup(rules)


def agree_on(game: Game, dead: int | None, filling: bool | None = None, protocol: str = "") -> Agreed:
    """Settle a game that has stopped, as both players hold the same strings dead.

    Args:
        game: the game, over by passes, or in a cleanup phase.
        dead: points of the strings; None where nobody says which are, so that none is removed, and no dame beside
            `without_eyes` is filled.
        filling: whether the players are taken to fill dame first; see `fills_by_default`.
        protocol: the protocol by which they say so; "" for the AGA's procedure under their rules, and else agreement.

    Raises:
        ValueError: the game has not stopped so, there is no stone at a point, or the protocol is not for these rules.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> board = parse_board(".X.O./OX.O.")
    >>> start = Game(PRESETS["japanese-like"], rows=board, phase=Phase.FIRST_CLEANUP)
    >>> settled = agree_on(start, dead=board.board.grid.point(0, 1))
    >>> [color.value for color, _ in settled.filled], settled.result.black, settled.result.white
    (['B', 'W'], 3.0, 2.0)
    """
    left_alone = without_eyes(game.position.coloring) if dead is None else 0
    dead = _strings(game, dead or 0)
    name = _applicable(game, protocol or (AGA if game.rules.document == DOCUMENT else AGREEMENT))
    if has_cleanup(game.rules) and name == AGREEMENT:
        return _in_cleanup(game, dead, left_alone, filling is not False)
    games = _filled_first(game, dead, left_alone) if filling else [game]
    if name == AGA:
        return replace(_compared(games[-1], dead), filled=_filled(games))
    settled = Adjudication.of(games[-1], PROTOCOLS[name])
    if dead or settled.stage is not Stage.OVER:
        settled = settled.state(BLACK, dead).state(WHITE, dead)
    if settled.stage is not Stage.OVER:
        raise ValueError(f"By the protocol {name} the game is not settled yet: play goes on, or a ruling is asked for.")
    return Agreed(settled.ended, settled.removed, _filled(games), settled.result)


def stopped_by_aga(game: Game) -> Procedure:
    """The procedure of the AGA's rules where two passes have just stopped a game."""
    assert game.previous is not None, "a game that has stopped has had a turn"
    return Procedure(after(game.previous.record, PASS))


def statements(game: Game, lists: Mapping[Color, int | None]) -> Statements:
    """What both players say of dead stones where a game stands, by the points that each names; None for no list."""
    c, rules = game.position.coloring, game.rules
    named = (lists[color] for color in (BLACK, WHITE))
    said = (silence(rules) if points is None else listing(rules, named_stones(rules, c, points)) for points in named)
    return Statements(*said)


def marked_dead(c: Coloring[int], territory: Mapping[Color, int]) -> int:
    """The stones that must be dead if points are territory: those within the opponent's, or next to an empty one."""
    dead = 0
    for color, points in territory.items():
        stones = c.of(color.opponent)
        touched = stones & (points | c.board.neighbours(points & c.empty))
        dead |= c.board.closure(touched, stones)
    return dead


def _strings(game: Game, points: int) -> int:
    c = game.position.coloring
    if points & c.empty:
        raise ValueError(f"There is no stone at {one_of(vertices(c.board.grid, points & c.empty))} to be dead.")
    return named_stones(game.rules, c, points)


def _compared(game: Game, dead: int) -> Agreed:
    over = stopped_by_aga(game).compare_dead_stones(dict.fromkeys(Color, dead))
    return Agreed(ended_game(over.record), dead, (), over.result)


def _in_cleanup(game: Game, dead: int, left_alone: int, filling: bool) -> Agreed:
    if game.over or game.position.phase is Phase.MAIN:
        raise ValueError("Dead stones are agreed on where the main phase has ended and the game is not over.")
    games = [_without(game, dead), *(_filling(_without(game, dead), 0, left_alone) if filling else ())]
    settled = games[-1].passed_out()
    return Agreed(ended_game(settled.record), dead, _filled(games), settled.result)


def _filled_first(game: Game, dead: int, left_alone: int) -> list[Game]:
    """A stopped game in which dame are filled before it stops, after each turn, until it has stopped again.

    It is resumed where a player can ask for that, and else goes on from before the passes that stopped it. It is the
    game alone where there is nothing to fill.
    """
    going_on = resumed_on_request(game, game.previous.position.player) if game.previous else None
    going_on = going_on or next((before for before in reversed(game.course) if before.record.last != PASS), game)
    if going_on.over or next(_safe_moves(going_on, dead, left_alone), None) is None:
        return [game]
    games = [going_on, *_filling(going_on, dead, left_alone)]
    return [*games, games[-1].passed_out()]


def _filled(games: Sequence[Game]) -> tuple[tuple[Color, int], ...]:
    """The moves by which each game came from the one before, each with its player."""
    return tuple(
        (before.position.player, later.record.last.point)
        for before, later in pairwise(games)
        if isinstance(later.record.last, Move)
    )


def _without(game: Game, dead: int) -> Game:
    """The game without its dead stones, which count as captured."""
    record = game.record
    ended = without(ended_game(record), dead)
    position = replace(record.position, coloring=ended.coloring, marks=record.position.marks & ~dead)
    tally = replace(record.tally, captures=cast(Mapping[Color, int], ended.captures))
    return Game.at(replace(record, position=position, state=state(record.rules, position), tally=tally))


def _filling(game: Game, dead: int, left_alone: int) -> Iterator[Game]:
    """The game after each turn, as long as a player has dame to fill in this phase; see `_safe_moves`."""
    passed = False
    while not game.over:
        move = next(_safe_moves(game, dead, left_alone), None)
        if move is None and passed:
            return
        passed = move is None
        game = game.play(move or PASS)
        yield game


def without_eyes(c: Coloring[int]) -> int:
    """The stones of groups that surround no empty point: they may be dead, or in seki, but nobody says so.

    A group is what is connected through stones of its color and empty points. The smallest are taken off first, so that
    others may surround what those stood in.

    >>> from superko.interpreter.notation import parse_board
    >>> without_eyes(parse_board(".X.O.X..")) == 0b1000
    True
    """
    standing = c
    while True:
        groups = []
        for color in Color:
            within, empty = standing.not_of(color.opponent), standing.empty
            eyes = empty & ~c.board.closure(c.board.neighbours(standing.of(color.opponent)) & empty, empty)
            without = standing.of(color) & ~c.board.closure(eyes, within)
            groups += [c.board.closure(stone, within) & without for stone in points_of(without)]
        if not groups:
            return (c.black | c.white) & standing.empty
        standing = standing.emptied(min(groups, key=int.bit_count))


def _safe_moves(game: Game, dead: int, left_alone: int) -> Iterator[Move]:
    """The legal moves between both colors that capture nothing and put no stones in atari, but for dead ones.

    None is beside stones that are left alone.
    """
    c = game.position.coloring.emptied(dead)
    between = c.board.neighbours(c.black) & c.board.neighbours(c.white) & dame_regions(c)
    for point in points_of(between & game.position.coloring.empty & ~c.board.neighbours(left_alone)):
        judgement = game.judge(Move(point))
        play = judgement.play
        if not (judgement.legal and play) or play.captured:
            continue
        if not _in_atari_beside(play.after.emptied(dead), point) & ~stones_in_atari(c):
            yield Move(point)


def _in_atari_beside(c: Coloring[int], point: int) -> int:
    """The strings in atari at a point and beside it; by a move that captures nothing no other can get into atari."""
    near = point | c.board.neighbours(point)
    strings = (c.board.closure(near & c.of(color), c.of(color)) for color in Color)
    return sum(c.regions(string, where=lambda region: c.is_single(liberties(c, region))) for string in strings)


AGA = "aga"
AGREEMENT = "agreement"
NAMES = (*PROTOCOLS, AGA)


def usual_protocol(game: Game) -> str:
    """By which protocol players settle a game where nothing else is said: that of its document, or else they agree."""
    return (not has_cleanup(game.rules) and DOCUMENTS[game.rules.document].protocol) or AGREEMENT


def _applicable(game: Game, name: str) -> str:
    """The name of a protocol that players of this game can follow."""
    if name not in NAMES:
        raise ValueError(no_such("protocol", name, NAMES))
    if name == AGA and game.rules.document != DOCUMENT:
        raise ValueError("The AGA's procedure is for the AGA's rules; choose those, or another protocol.")
    return name


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

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> from superko.spec.vocabulary import PASS
    >>> game = Game(PRESETS["chinese-like"], rows="O.X").play(PASS).play(PASS)
    >>> sitting = Sitting.over(game).say(Color.BLACK, 1).say(Color.WHITE, 1)
    >>> sitting.result.black, sitting.result.white
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
        name = _applicable(game, protocol or usual_protocol(game))
        if name == AGA:
            return Sitting(name, game, procedure=stopped_by_aga(game)) if game.previous else Sitting(name, game)
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
            return _adjudicated(self, self.adjudication.state(player, points))
        if self.result is not None or player in self.heard:
            raise NotNow("The game is settled." if self.result is not None else "This player has answered already.")
        if self.protocol == AGA and not (self.procedure.can_agree if self.procedure else self.game.over):
            raise NotNow("the players have not stopped to count; both pass first.")
        c = self.game.position.coloring
        if points and points & c.empty:
            raise ValueError("A list of dead stones names stones only.")
        now = replace(self, heard={**self.heard, player: points})
        if len(now.heard) < len(Color):
            return now
        return _agreed(now) if self.procedure is None else _with_stones_compared(now, self.procedure)

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
            raise NotNow(f"It is not the time for {turn_text(self.game.grid, turn)}.")
        self.game.play(turn)
        later = self.procedure.play(turn)
        game = Game.at(later.record, self.game, result=later.result)
        if isinstance(turn, Move):
            return Sitting(self.protocol, game, procedure=later if later.can_agree else None)
        settled = later.record.position.coloring
        return replace(self, procedure=later, game=game, result=later.result, coloring=settled, heard={})


def _adjudicated(sitting: Sitting, adjudication: Adjudication) -> Sitting:
    over = adjudication.stage is Stage.OVER
    return replace(
        sitting,
        adjudication=adjudication,
        game=adjudication.game if over else adjudication.playing,
        heard={player: said.stones if said.is_list else None for player, said in adjudication.said.items()},
        dead=adjudication.removed,
        coloring=adjudication.ended.coloring if over else None,
        result=adjudication.result,
    )


def _agreed(sitting: Sitting) -> Sitting:
    agreed_on = agree_on(sitting.game, agreed(statements(sitting.game, sitting.heard)))
    return replace(sitting, dead=agreed_on.dead, coloring=agreed_on.coloring, result=agreed_on.result)


def _with_stones_compared(sitting: Sitting, procedure: Procedure) -> Sitting:
    said = {player: points or 0 for player, points in sitting.heard.items()}
    later = procedure.compare_dead_stones(said)
    if later.result is None:
        return Sitting(sitting.protocol, Game.at(later.record, sitting.game.previous), procedure=later)
    c = sitting.game.position.coloring
    dead = (c.black | c.white) & later.record.position.coloring.empty
    return replace(sitting, dead=dead, coloring=later.record.position.coloring, result=later.result)
