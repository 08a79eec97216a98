"""A game as both players settle it once they agree which stones are dead, under the rules of any document.

What can't be said, played or settled so is a `ValueError`.

The rules say how: AGA's compare what both players hold dead; rules that end with the main phase let the protocol of
agreement remove it; and rules with cleanup phases would have it captured there at no cost, so that it is taken off the
board as captured, and both players pass through what is left of the cleanup.

Those rules count nothing for groups that border unfilled dame, or have stones in atari. So it can be assumed that the
players go on filling dame in turn first, where that puts no stones in atari, as they would before they stop to count,
and then connect those in atari where a move costs nothing. That is a guess about the players; every move is legal.
Under rules by which a player can ask to resume, the players can be taken to do so for that, but are not unless it is
asked for: such a game has ended as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import cast

from ..spec.algebra import BLACK, WHITE, Color, Coloring
from ..spec.algebra.grid import points_of
from ..spec.dead_stones.protocols import PROTOCOLS, play_goes_on, without
from ..spec.dead_stones.statements import Statements, agreed, listing, named_stones, silence
from ..spec.dead_stones.stops import resumed_by
from ..spec.documents import DOCUMENTS
from ..spec.katago_v2.life import dame_regions, regions_in_atari, stones_in_atari
from ..spec.katago_v2.moves import liberties
from ..spec.registry import clause_of
from ..spec.vocabulary import PASS, Ended, Move, Pass, Phase, Turn
from .adjudication import Adjudication, Stage, ends_phase, has_cleanup, resumed, resumed_on_request
from .aga_procedure import DOCUMENT, Procedure, ProcedureStage
from .game import Game
from .history import after, at_position
from .notation import turn_text, vertices
from .result import Result, ended_game
from .wording import no_such, one_of


def agree_on(game: Game, dead: int | None, filling: bool | None = None, protocol: str = "") -> Sitting:
    """Settle a game that has stopped, as both players hold the same strings dead.

    Args:
        game: the game, over by passes, or in a cleanup phase.
        dead: points of the strings; None where nobody says which are, so that none is removed, and no dame beside
            `without_eyes` is filled.
        filling: whether the players are taken to fill dame first; if left out, they are where they can in cleanup.
        protocol: the protocol by which they say so; "" for the AGA's procedure under their rules, and else agreement.

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
    sitting = Sitting.over(games[-1], name)
    for player in Color if dead or sitting.result is None else ():
        sitting = sitting.say(player, dead)
    if sitting.result is None:
        raise ValueError(f"By the protocol {name} the game is not settled yet: play goes on, or a ruling is asked for.")
    return replace(sitting, filled=_filled(games))


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


def _in_cleanup(game: Game, dead: int, left_alone: int, filling: bool) -> Sitting:
    if game.over or game.position.phase is Phase.MAIN:
        raise ValueError("Dead stones are agreed on where the main phase has ended and the game is not over.")
    games = [_without(game, dead)]
    if filling:
        games += _filling(games[-1], 0, left_alone)
        while games[-1].position.phase is Phase.FIRST_CLEANUP:
            games.append(games[-1].play(PASS))
        games += _filling(games[-1], 0, left_alone)
    settled = games[-1].passed_out()
    ended = ended_game(settled.record)
    return Sitting(AGREEMENT, game, ended, dead=dead, filled=_filled(games), result=settled.result)


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
    return Game.at(at_position(replace(record, tally=tally), position))


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

    In the second cleanup phase, where they cost nothing, moves that connect own stones in atari are among them. None is
    beside stones that are left alone.
    """
    c, player = game.position.coloring.emptied(dead), game.position.player
    between = c.board.neighbours(c.black) & c.board.neighbours(c.white) & dame_regions(c)
    if game.position.phase is Phase.SECOND_CLEANUP:
        between |= c.board.neighbours(regions_in_atari(c, player))
    for point in points_of(between & game.position.coloring.empty & ~c.board.neighbours(left_alone)):
        # Most moves that are no fill put stones in atari, which is seen sooner than whether they are legal.
        if _in_atari_beside(c.colored(point, player), point) & ~stones_in_atari(c):
            continue
        judgement = game.judge(Move(point))
        if judgement.legal and judgement.play and not judgement.play.captured:
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


def played_on(game: Game) -> tuple[Game, str] | None:
    """A stopped game that goes on as its players disagree on dead stones, and by which clause; None where none says so.

    That is a clause of its document, or the protocol by which they settle it.
    """
    by, protocol = DOCUMENTS[game.rules.document].playing_on, PROTOCOLS.get(usual_protocol(game))
    if by is not None:
        clause = clause_of(by, game.rules.document).name
    elif protocol is not None and protocol.sequel is play_goes_on:
        by, clause = resumed_by, protocol.id
    return (resumed(game, by), clause) if by is not None and ends_phase(game) else None


def _applicable(game: Game, name: str) -> str:
    """The name of a protocol that players of this game can follow."""
    if name not in NAMES:
        raise ValueError(no_such("protocol", name, NAMES))
    if name == AGA and game.rules.document != DOCUMENT:
        raise ValueError("The AGA's procedure is for the AGA's rules; choose those, or another protocol.")
    return name


@dataclass(frozen=True)
class Sitting:
    """The players over a game that has stopped, under any protocol. Whatever they say or play gives another value.

    Attributes:
        game: the game in which turns are taken: the copy, where the protocol has one.
        ended: the game as it is scored, without the stones that were removed.
        filled: the dame that the players are taken to have filled, each with who did, in turn.
        result: how the game comes out, once that is settled; None, too, where passing does not end it.
        heard: what each player has said since play last stopped, None for no list.
        by: the protocol's own account of the game; None for an agreement in place of play in cleanup.

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
    ended: Ended[int]
    dead: int = 0
    filled: tuple[tuple[Color, int], ...] = ()
    result: Result | None = None
    heard: Mapping[Color, int | None] = field(default_factory=dict)
    by: Adjudication | Procedure | None = field(default=None, repr=False)

    @staticmethod
    def over(game: Game, protocol: str = "") -> Sitting:
        """The players over a game that has just stopped."""
        name = _applicable(game, protocol or usual_protocol(game))
        sitting = Sitting(name, game, ended_game(game.record))
        if name == AGA:
            assert game.previous is not None, "a game that has stopped has had a turn"
            return replace(sitting, by=Procedure(after(game.previous.record, PASS)))
        if has_cleanup(game.rules) and name == AGREEMENT:
            return sitting
        return _adjudicated(sitting, Adjudication.of(game, PROTOCOLS[name]))

    @property
    def coloring(self) -> Coloring[int]:
        """What stands on the board as it is scored."""
        return self.ended.coloring

    @property
    def resumed(self) -> bool:
        """Whether play goes on under the protocol."""
        return self.result is None and not self.game.over and self.by is not None

    @property
    def awaiting(self) -> tuple[Color, ...]:
        """The players who have yet to say which stones are dead."""
        if isinstance(self.by, Adjudication):
            return self.by.awaiting
        asked = self.result is None and (self.by is None or self.by.stage is ProcedureStage.AGREEING)
        return tuple(color for color in (BLACK, WHITE) if asked and color not in self.heard)

    def say(self, player: Color, points: int | None) -> Sitting:
        """Let a player say which stones are dead; None where no list is given."""
        if isinstance(self.by, Adjudication):
            return _adjudicated(self, self.by.state(player, points))
        if self.result is not None or player in self.heard:
            raise ValueError("The game is settled." if self.result is not None else "This player has answered already.")
        if self.by is not None and not self.by.can_agree:
            raise ValueError("the players have not stopped to count; both pass first.")
        c = self.game.position.coloring
        if points and points & c.empty:
            raise ValueError("A list of dead stones names stones only.")
        now = replace(self, heard={**self.heard, player: points})
        if len(now.heard) < len(Color):
            return now
        if self.by is None:
            return replace(agree_on(self.game, agreed(statements(self.game, now.heard))), heard=now.heard)
        return _compared(now, self.by.compare_dead_stones({held: now.heard[held] or 0 for held in Color}))

    def rule(self, points: int) -> Sitting:
        """Let a third party say which of the stones in dispute are dead."""
        if not isinstance(self.by, Adjudication):
            raise ValueError("No ruling is asked for under this protocol.")
        return _adjudicated(self, self.by.rule(points))

    def taking(self, turn: Turn) -> Sitting:
        """Take a turn after play was resumed; by the AGA's procedure one that is illegal stands."""
        if isinstance(self.by, Adjudication):
            return _adjudicated(self, self.by.play(turn))
        if self.by is None or not isinstance(turn, Pass | Move):
            raise ValueError(f"It is not the time for {turn_text(self.game.grid, turn)}.")
        later = self.by.play(turn)
        stops = later.stage is ProcedureStage.AGREEING
        game = self.game.taking(turn) if stops else Game.at(later.record, self.game, result=later.result)
        return Sitting(self.protocol, game, ended_game(later.record), result=later.result, by=later)


def _adjudicated(sitting: Sitting, adjudication: Adjudication) -> Sitting:
    return replace(
        sitting,
        by=adjudication,
        game=adjudication.game if adjudication.stage is Stage.OVER else adjudication.playing,
        heard={player: said.stones if said.is_list else None for player, said in adjudication.said.items()},
        dead=adjudication.removed,
        ended=adjudication.ended,
        result=adjudication.result,
    )


def _compared(sitting: Sitting, later: Procedure) -> Sitting:
    """The players after they have compared what they hold dead: the game is over, or goes on, or they say nothing."""
    ended, c = ended_game(later.record), sitting.game.position.coloring
    if later.result is None:
        return Sitting(sitting.protocol, Game.at(later.record, sitting.game.previous), ended, by=later)
    dead = (c.black | c.white) & ended.coloring.empty
    return replace(sitting, ended=ended, dead=dead, result=later.result, by=later)
