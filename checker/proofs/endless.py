"""Endless games: a loop of turns that can be taken over and over, found on tiny boards and shown to go on forever."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import inf
from time import monotonic
from typing import Any

from ...interpreter.clauses_of_authors import made_of, outside_language
from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.story import Start
from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Pass, Phase, Record, Turn
from ..phase.dependence import key_of
from ..phase.machine import LONGEST_RUN, Memory, machine

BOARDS = [(1, 1), (2, 1), (3, 1), (2, 2), (4, 1)]
MOST_GAMES = 2_000
_MOST_TURNS = 14


@dataclass(frozen=True)
class EndlessGame:
    """A game that can go on forever.

    Attributes:
        start: the game before its first turn.
        opening: the turns before the loop.
        loop: the turns that can be taken over and over.
    """

    start: Game
    opening: tuple[Turn, ...]
    loop: tuple[Turn, ...]

    @property
    def grid(self) -> Grid:
        """The grid it is played on."""
        return self.start.grid

    def under(self, rules: Rules) -> Game:
        """The same start under other rules."""
        return Game(rules, self.grid, phase=self.start.position.phase)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns up to where the loop comes round for the first time."""
        return self.opening + self.loop

    def as_json(self) -> dict[str, Any]:
        """Where it starts, its turns, and after how many of them the loop begins."""
        texts = [turn_text(self.grid, turn) for turn in self.turns]
        return {**Start.of(self.start).fields(), "turns": texts, "loop": len(self.opening), "says": str(self)}

    def __str__(self) -> str:
        opening, loop = (", ".join(turn_text(self.grid, turn) for turn in turns) for turns in (self.opening, self.loop))
        return f"on {self.grid}, after {opening or 'no turn'}, over and over {loop}"


def endless_game(rules: Rules, phase: Phase, until: float = inf) -> EndlessGame | None:
    """An endless game within a phase: the smallest board first, and on it the fewest turns up to the end of the loop.

    None says only that no short one was found, by some moment of Python's monotonic clock.
    """
    starts = (Game(rules, (width, height), phase=phase) for width, height in BOARDS)
    return next(filter(None, (endless_game_from(start, until) for start in starts)), None)


def endless_game_from(start: Game, until: float = inf) -> EndlessGame | None:
    """An endless game from a start, within its phase, with the fewest turns; None says only that none was found.

    >>> print(endless_game_from(Game(Rules().dropping("katago-v2/main/legal-superko"), (3, 1))))
    on 3x1, after pass, A1, B1, over and over pass, C1, A1, B1
    """
    both = chain(loops(start, until=until), loops(start, passes=False, until=until))
    return next(filter(goes_on_forever, both), None)


def endless_game_in_any_phase(rules: Rules, until: float = inf) -> EndlessGame | None:
    """An endless game within the first phase that has one; see `endless_game`.

    >>> print(endless_game_in_any_phase(Rules().dropping("katago-v2/main/legal-superko")))
    on 2x1, after A1, B1, over and over A1, B1
    """
    phases = (phase for phase in Phase if rules.deciding(Decision.NEXT_PHASE, phase))
    return next(filter(None, (endless_game(rules, phase, until) for phase in phases)), None)


def endless_turns(texts: Rules, seconds: float) -> tuple[Phase, Grid, tuple[Turn, ...], tuple[Turn, ...]] | None:
    """The phase, grid, opening and loop of such a game under rules that `as_texts` has sent, if it is found in time."""
    endless = endless_game_in_any_phase(made_of(texts), monotonic() + seconds)
    if endless is None:
        return None
    return endless.start.position.phase, endless.grid, endless.opening, endless.loop


def loops(start: Game, *, passes: bool = True, until: float = inf) -> Iterator[EndlessGame]:
    """Games within the phase, breadth first, that come back to where they have been, each with the turns between.

    Without passes there are fewer games, and longer ones are found.
    """
    paths = [(start, [place(start.record)])]
    seen = 0
    while paths and seen < MOST_GAMES and len(paths[0][1]) <= _MOST_TURNS:
        longer = []
        for before, places in paths:
            if monotonic() >= until:
                return
            for turn in before.turns():
                if not passes and isinstance(turn, Pass):
                    continue
                game = before.play(turn)
                if game.ended_by is None:
                    seen += 1
                    here = place(game.record)
                    longer.append((game, [*places, here]))
                    for index in (index for index, there in enumerate(places) if there == here):
                        turns = game.turns_taken
                        yield EndlessGame(start, turns[:index], turns[index:])
        paths = longer


def place(record: Record) -> tuple[Any, ...]:
    """Where a game is, apart from what has happened on the way there."""
    before = record.previous.state if record.previous else None
    run = min(LONGEST_RUN, record.pass_run)
    return record.position, before, run, run == LONGEST_RUN or record.passes > record.pass_run


def goes_on_forever(endless: EndlessGame) -> bool:
    """Whether the loop can be taken without end.

    Taken once, it has added to what a phase remembers for good whatever it adds. So it goes on forever if taking it
    once more changes nothing on which the future of the game depends, or if the phase graph goes round along it.
    """
    if outside_language(endless.start.record.rules):
        return False
    games = [endless.start]
    for turns in (endless.opening, endless.loop, endless.loop):
        game = _played(games[-1], turns)
        if game is None:
            return False
        games.append(game)
    *_, before, after = (game.record for game in games)
    key = key_of(before.rules)
    return key(before) == key(after) or _goes_round(before, endless.loop)


def _goes_round(start: Record, loop: tuple[Turn, ...]) -> bool:
    """Whether a loop leads back to a node and memory of the phase graph from where it was taken, however often."""
    try:
        read = machine(start, loop=loop)
    except Refusal:
        return False
    place, met = (0, read.first_memory), set[tuple[int, Memory]]()
    while place not in met:
        met.add(place)
        taken = next(read.taken(*place), None)
        if taken is None or taken.ended_by is not None:
            return False
        place = taken.node, taken.memory
    return True


def _played(game: Game, turns: tuple[Turn, ...]) -> Game | None:
    """The game after some turns, if all are legal and none ends the phase."""
    for turn in turns:
        if not game.judge(turn).legal or (game := game.play(turn)).ended_by is not None:
            return None
    return game
