"""Settling the game of a record: what is said of dead stones, by which protocol, and how the game then comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TypeAlias

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.integers import regions_of
from ...spec.dead_stones.statements import agreed, disputed
from ...spec.japanese_1989.life import dame, eye_points, territory
from ...spec.katago_v2.life import dame_regions, regions_in_atari
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Turn
from ..adjudication import has_cleanup
from ..game import Game
from ..judgement import explain
from ..notation import parse_vertex, turn_text, vertices
from ..result import NoResult, as_set_up, counted_points
from ..sitting import (
    AGA,
    AGREEMENT,
    Sitting,
    agree_on,
    marked_dead,
    statements,
    usual_protocol,
    without_eyes,
)
from ..wording import PLAYERS, counted
from .game_record import GameRecord
from .replay import Replay
from .sgf import SAID_BY

SPEAKERS: Mapping[Color | None, str] = {BLACK: PLAYERS[BLACK], WHITE: PLAYERS[WHITE], None: "a third party"}
NO_STONES = "none"
_MOST_NAMED = 12
ARTICLE_8 = "japanese-1989"
ALL_LIVE = "The record does not say which stones are dead; none is taken to be, and --dead names those that are."

Heard: TypeAlias = tuple[int | None, str]
"""What somebody says of dead stones: their points, None for no list; and how we know it, in one sentence."""
Ask: TypeAlias = Callable[[str, Grid], int | None]
"""Ask somebody which stones are dead: the question, and the grid; None where no list is given."""


@dataclass(frozen=True)
class Settling:
    """How a game is to be settled.

    Attributes:
        dead: the dead stones, as the user names them; None where the user does not.
        protocol: the protocol by which players say which stones are dead, or "aga"; None to let the rules say.
        filling: whether players are taken to fill dame first; None to let the rules say: in cleanup they can.
        ask: how to ask what the record does not say; None if nobody can be asked.
        how: how it is known what `dead` names, in one sentence.
    """

    dead: str | None = None
    protocol: str | None = None
    filling: bool | None = None
    ask: Ask | None = None
    how: str = "Both players are taken to hold dead what --dead names."


def parse_stones(grid: Grid, text: str) -> int:
    """The points that a list of vertices names.

    >>> parse_stones(Grid(3, 3), "A3, c3") == 0b101, parse_stones(Grid(3, 3), "none")
    (True, 0)
    """
    words = text.replace(",", " ").split()
    named = [] if [word.casefold() for word in words] == [NO_STONES] else words
    return sum({parse_vertex(grid, word) for word in named})


def has_lists(record: GameRecord) -> bool:
    """Whether a record has what a player says of dead stones."""
    return any(said.speaker is not None for said in record.said)


def both_hold_dead(record: GameRecord, turns: int, c: Coloring[int], wanted: Settling) -> Heard | None:
    """What both players are taken to hold dead after some turns, by the user's word, or by the end of the record."""
    if wanted.dead is not None:
        return parse_stones(c.board.grid, wanted.dead), wanted.how
    shown = shown_dead(record, c)
    return None if shown is None else (shown, _shown_sentence(record, turns))


def shown_dead(record: GameRecord, c: Coloring[int]) -> int | None:
    """The stones that a record clears off the board at its end, or marks as dead by territory; None if neither."""
    territory = {BLACK: record.black_territory, WHITE: record.white_territory}
    if not (record.cleared or any(territory.values())):
        return None
    cleared = record.cleared & ~c.empty
    return cleared | marked_dead(c.emptied(cleared), territory)


def _shown_sentence(record: GameRecord, turns: int) -> str:
    """By what a record shows at its end which stones are dead; with the moves, if any, that it shows before that."""
    cleared = "hold dead the stones that the record clears off the board (AE) after both have passed"
    if not record.cleared:
        agreed = "agree on the territory that the record marks"
    elif record.black_territory | record.white_territory:
        agreed = f"agree on the territory that the record marks, and to {cleared}"
    else:
        agreed = cleared
    moves = sum(isinstance(turn, Move) for _, turn in record.turns[turns:])
    later = f"; that is shown after {counted(moves, 'more move')}, and read on the board before" if moves else ""
    return f"Both players are taken to {agreed}{later}."


def said_sentence(name: str, points: int | None, grid: Grid, where: str = "") -> str:
    """What somebody says of dead stones, in one sentence."""
    name = name[:1].upper() + name[1:]
    if points is None:
        return f"{name} gives no list{where}."
    return f"{name} holds dead{where}: {', '.join(vertices(grid, points)) or 'nothing'}."


@dataclass
class RestOfRecord:
    """What is left of a record where play has stopped, and what was assumed so far.

    Attributes:
        turns: how many turns of it were taken.
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
        """What a player, or a third party, says where play has stopped; None for no list."""
        points, how = self._heard(speaker, c)
        self.assume(how)
        return points

    def _heard(self, speaker: Color | None, c: Coloring[int]) -> Heard:
        record, turns, wanted = self.record, self.turns, self.wanted
        name, grid = SPEAKERS[speaker], c.board.grid
        passes = len([*takewhile(lambda taken: isinstance(taken[1], Pass), record.turns[turns:])])
        for said in record.said if wanted.dead is None or speaker is None else ():
            if said.speaker is speaker and min(turns, len(record.turns)) <= said.turn <= turns + passes:
                return said.points, said_sentence(name, said.points, grid, " in the record")
        both = None if speaker is None else both_hold_dead(record, turns, c, wanted)
        if both is not None and both[0] is not None:
            return both[0] & ~c.empty, both[1]
        if wanted.ask is None:
            raise ValueError(
                f"The record does not say which stones {name} holds dead after {turns} turns; it could by "
                f"{SAID_BY[speaker]}, and --dead names stones that both hold dead."
            )
        points = wanted.ask(f"Which stones does {name} hold dead", grid)
        return points, said_sentence(name, points, grid)

    def next_turn(self, player: Color) -> Turn | None:
        """The next turn of the record, a pass where it has ended; None where it is not the player's."""
        if self.turns >= len(self.record.turns):
            self.assume("The record ends there; both players are taken to pass.")
            return PASS
        recorded, turn = self.record.turns[self.turns]
        self.turns += 1
        if recorded is player:
            return turn
        self.illegal = f"Turn {self.turns} is taken by {SPEAKERS[recorded]}, though it is {SPEAKERS[player]}'s turn."
        return None


def _followed(sitting: Sitting, rest: RestOfRecord) -> Sitting:
    """The players over a game that has stopped, after what the record shows of what they say and play."""
    while sitting.result is None:
        c = sitting.game.position.coloring
        if sitting.awaiting:
            player = sitting.awaiting[0]
            sitting = sitting.say(player, rest.statement(player, c))
        elif not sitting.resumed:
            sitting = sitting.rule(rest.statement(None, c) or 0)
        else:
            turn, stands = rest.next_turn(sitting.game.position.player), sitting.protocol == AGA
            if turn is None or (stands and not isinstance(turn, Pass | Move)):
                break
            judgement = sitting.game.judge(turn)
            if judgement.clause is not None and not stands:
                reason = explain(judgement, c.board.grid)
                rest.illegal = f"Turn {rest.turns} is illegal by {judgement.clause.id}: {reason}"
                break
            if judgement.clause is not None and not rest.illegal:
                named = f"Turn {rest.turns}, {turn_text(c.board.grid, turn)}, is illegal"
                rest.illegal = f"{named} by {judgement.clause.id}; nobody objects."
            sitting = sitting.taking(turn)
    return sitting


@dataclass(frozen=True)
class Settled:
    """A game as it was settled.

    Attributes:
        further: how many turns of the record were taken after play had first stopped.
        illegal: how the record then breaks the rules, in one sentence, or "".
        by_agreement: whether both players are taken to agree, so that they may fill dame before.
    """

    sitting: Sitting
    assumed: tuple[str, ...]
    further: int = 0
    illegal: str = ""
    by_agreement: bool = False

    @property
    def presumed(self) -> bool:
        """Whether nobody says which stones are dead, and all are taken to be alive."""
        return ALL_LIVE in self.assumed


def settle(replay: Replay, wanted: Settling) -> Settled | None:
    """Settle the game of a record; None where nothing says which stones are dead, or play has settled it."""
    stop = replay.stop() if replay.followed else None
    if stop is None or isinstance(stop[0].result, NoResult):
        return None
    game, turns = stop
    cut_short = turns > len(replay.record.turns)
    rest = RestOfRecord(replay.record, turns, wanted)
    if cut_short:
        rest.assume("The record shows no passes at its end; both players are taken to pass.")
    cleanup, lists = has_cleanup(game.rules), has_lists(replay.record) and wanted.dead is None
    if cleanup and wanted.protocol in (None, AGREEMENT):
        only_passes = all(isinstance(turn, Pass) for _, turn in replay.record.turns[turns:])
        stops_there = not cut_short and only_passes and not replay.game.over
        return None if game.over else _in_cleanup(game, rest, lists or wanted.protocol is not None, stops_there)
    if wanted.protocol is None and not lists:
        return _agreed(game, rest, both_hold_dead(replay.record, turns, game.position.coloring, wanted))
    name = wanted.protocol or usual_protocol(game)
    after = _followed(Sitting.over(game, name), rest)
    further = max(0, rest.turns - (len(replay.games) - 1))
    played_on = f"Play goes on, with {counted(further, 'more turn')} of the record." if further else ""
    assumed = tuple(filter(None, (f"Settled by the protocol {name}.", *rest.assumed, played_on)))
    return Settled(after, assumed, further, rest.illegal)


def _in_cleanup(game: Game, rest: RestOfRecord, lists: bool, stops_there: bool) -> Settled | None:
    """Agree on dead stones in place of capturing them in cleanup; by what each player says, if there are lists.

    Whoever stops where the main phase ends, and says nothing of dead stones, plays no cleanup: all stones live then.
    """
    c = game.position.coloring
    if not lists:
        held_dead = both_hold_dead(rest.record, rest.turns, c, rest.wanted)
        return _agreed(game, rest, held_dead or ((0, ALL_LIVE) if stops_there else None))
    both = statements(game, {color: rest.statement(color, c) for color in (BLACK, WHITE)})
    how = "The lists differ, so only stones that both players hold dead are removed." if disputed(both) else ""
    settled, heard = _agreed(game, rest, (agreed(both), how)), {BLACK: both.black.stones, WHITE: both.white.stones}
    return settled and replace(settled, sitting=replace(settled.sitting, heard=heard))


def _agreed(game: Game, rest: RestOfRecord, heard: Heard | None) -> Settled | None:
    points, how = heard or (None, "")
    if points is None:
        return None
    nobody_says = how == ALL_LIVE
    settled = agree_on(game, None if nobody_says else points, rest.wanted.filling)
    sentences = filter(None, (*rest.assumed, how, *agreed_in_words(game, settled, nobody_says)))
    return Settled(settled, tuple(sentences), by_agreement=True)


def agreed_in_words(game: Game, settled: Sitting, nobody_says: bool = False) -> Iterator[str]:
    """Which stones are removed as dead, and which dame the players are taken to have filled, each in one sentence."""
    stones, grid = stones_in_words(game.position.coloring, settled.dead), game.grid
    yield f"Removed as dead: {stones}." if stones else "No stone is removed as dead."
    between = dame_regions(game.position.coloring.emptied(settled.dead))
    filled, connected = (
        ", ".join(f"{SPEAKERS[color]} {vertices(grid, point)[0]}" for color, point in settled.filled if point & points)
        for points in (between, ~between)
    )
    if filled:
        yield f"The players are taken to fill dame in turn: {filled}."
        left_alone = without_eyes(game.position.coloring) if nobody_says else 0
        if left_alone:
            beside = stones_in_words(game.position.coloring, left_alone)
            yield f"No dame is filled beside stones without an eye, which may be dead: {beside}."
    if connected:
        yield f"In the second cleanup phase, at no cost, the players are taken to connect stones in atari: {connected}."
    yield from uncounted_in_words(game.rules, settled.coloring)


def uncounted_in_words(rules: Rules, c: Coloring[int]) -> Iterator[str]:
    """Which surrounded points score nothing under a tax on seki, and with what they share a region, in sentences.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> list(uncounted_in_words(PRESETS["japanese-like"], parse_board("X..XO./XX.XXO/X..XO.")))
    ['White scores nothing for the surrounded F3, F1: they are in one region with stones in atari, at E3, E1.']
    """
    yield from seki_in_words(rules, c)
    if not rules.deciding(Decision.LIFE):
        return
    scored = counted_points(as_set_up(rules, c))
    unsettled = {"dame": dame_regions(c), "stones in atari": regions_in_atari(c, BLACK) | regions_in_atari(c, WHITE)}
    for color in (BLACK, WHITE):
        of_one_color = c.not_of(color.opponent)
        for region in regions_of(c.board, of_one_color):
            empty = region & c.empty & ~unsettled["dame"] & ~scored[color]
            causes = [
                f"{what}, at {_named(c, points & region)}" for what, points in unsettled.items() if points & region
            ]
            if region & c.of(color) and empty and causes:
                they_are = "it is" if empty.bit_count() == 1 else "they are"
                yield (
                    f"{PLAYERS[color]} scores nothing for the surrounded {_named(c, empty)}: {they_are} in one region "
                    f"with {' and with '.join(causes)}."
                )


def seki_in_words(rules: Rules, c: Coloring[int]) -> Iterator[str]:
    """Which dame are left by article 8 of the Japanese rules of 1989, and what scores nothing for that, in a sentence.

    >>> from superko.interpreter.notation import parse_board
    >>> from superko.spec.presets import PRESETS
    >>> print(*seki_in_words(PRESETS["japanese-1989"], parse_board(".X.O.")))  # doctest: +NORMALIZE_WHITESPACE
    Dame are left, at C1. By article 8 live stones next to dame are in seki, so the eye points that they surround are
    no territory: Black's A1; White's E1.
    """
    if rules.document != ARTICLE_8:
        return
    uncounted = {
        color: rules.defined(eye_points)(c, 0, color) & ~rules.defined(territory)(rules, c, 0, color) for color in Color
    }
    named = "; ".join(f"{PLAYERS[color]}'s {_named(c, points)}" for color, points in uncounted.items() if points)
    if named:
        yield (
            f"Dame are left, at {_named(c, rules.defined(dame)(c, 0))}. By article 8 live stones next to dame are in "
            f"seki, so the eye points that they surround are no territory: {named}."
        )


def _named(c: Coloring[int], points: int) -> str:
    """Points by name, if they are few; or how many they are, from the first on."""
    named = vertices(c.board.grid, points)
    return ", ".join(named) if len(named) <= _MOST_NAMED else f"{named[0]} and {len(named) - 1} more"


def stones_in_words(c: Coloring[int], stones: int) -> str:
    """Some stones by their color; "" for none.

    >>> from superko.interpreter.notation import parse_board
    >>> stones_in_words(parse_board("XOO"), 0b111)
    "Black's A1; White's B1, C1"
    """
    lists = [
        f"{PLAYERS[color]}'s {', '.join(vertices(c.board.grid, c.of(color) & stones))}"
        for color in (BLACK, WHITE)
        if c.of(color) & stones
    ]
    return "; ".join(lists)
