"""Endless games: a loop of turns that can be taken over and over, found on tiny boards and shown to go on forever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import inf
from time import monotonic
from typing import Any

import z3

from ...interpreter.endings import ending
from ...interpreter.game import Game
from ...interpreter.history import after
from ...interpreter.judgement import judge
from ...interpreter.language import made_of, outside_language
from ...interpreter.notation import turn_text
from ...interpreter.story import Start
from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Pass, Phase, Record, Turn
from ..phase.past import AskedHistory, CannotBeRead, LeftOpen, Past, Question
from .left_open import open_tally
from .orders import LONGEST_RUN
from .unknown import Open, UnknownNumber, is_left_open, paths

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
    paths = [([start], [place(start.record)])]
    seen = 0
    while paths and seen < MOST_GAMES and len(paths[0][0]) <= _MOST_TURNS:
        longer = []
        for games, places in paths:
            if monotonic() >= until:
                return
            for turn in games[-1].turns():
                if not passes and isinstance(turn, Pass):
                    continue
                game = games[-1].play(turn)
                if game.ended_by is None:
                    seen += 1
                    here = place(game.record)
                    longer.append(([*games, game], [*places, here]))
                    for index in (index for index, there in enumerate(places) if there == here):
                        turns = game.turns_taken
                        yield EndlessGame(start, turns[:index], turns[index:])
        paths = longer


def place(record: Record) -> tuple[Any, ...]:
    """Where a game is, apart from what has happened on the way there."""
    before = record.previous.state if record.previous else None
    run = min(LONGEST_RUN + 1, record.pass_run)
    return record.position, before, run, run > LONGEST_RUN or bool(record.passes > record.pass_run)


def goes_on_forever(endless: EndlessGame) -> bool:
    """Whether the loop can be taken without end.

    What a phase remembers for good it has remembered once the loop was taken once. So if the loop can be taken again
    with nobody looking at what goes on being counted, or at what is longer ago than the loop is long, and leads back to
    where it began, it can always be taken again.
    """
    if outside_language(endless.start.record.rules):
        return False
    ends = [endless.start]
    for turns in (endless.opening, endless.loop, endless.loop):
        end = _played(ends[-1], turns)
        if end is None:
            return False
        ends.append(end)
    last = ends[-1].record
    resets = _counts(last.since_pass) == _counts(ends[-2].record.since_pass)
    # The first of those turns is told by the record before it.
    start, past = _counts_unknown(last, last, resets, len(endless.loop) + 1), SomeTimes.of(last)
    given = [last.turn <= TURNS, last.passes <= _PASSES, *(run > LONGEST_RUN for run in _runs(len(endless.loop) + 1))]
    try:
        return all(leads_back for _, leads_back in paths(partial(_leads_back, start, endless.loop, past), given))
    except (LeftOpen, CannotBeRead):
        return False


def _leads_back(start: Record, loop: tuple[Turn, ...], past: SomeTimes) -> bool:
    """Whether some turns can be taken and lead to where they began, with nothing that happened for the first time."""
    record = start
    for turn in loop:
        if not judge(record, turn).legal or ending(record := after(record, turn)) is not None:
            return False
    counted: Any = (start.passes, record.passes)
    goes_on = isinstance(counted[0], UnknownNumber)
    if not (counted[0] <= counted[1] if goes_on else counted[0] == counted[1]):
        return False
    chains = (_with_those_before(first, len(loop)) for first in (record, start))
    for now, before in zip(*chains, strict=True):
        as_long_ago: Any = record.passes - now.passes == start.passes - before.passes
        if place(now) != place(before) or not as_long_ago:
            return False
    return past.happened(record) == past.happened(start) and (
        is_left_open(start.since_pass) or _counts(record.since_pass) == _counts(start.since_pass)
    )


REMEMBERED = ("earlier", "passed_from", "made")
"""What a phase remembers for good."""


class SomeTimes(Past):
    """A past in which some events of each history have happened, nobody knows how often, and no others.

    >>> past = SomeTimes({"earlier": frozenset({"here"})})
    >>> earlier = AskedHistory("earlier", past)
    >>> earlier.contains("here"), earlier.contains("there"), earlier.extended("there", turn=7).times("there") > 1
    (True, False, False)
    >>> earlier.times("here") > 1
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: How often it has happened is left open.
    """

    def __init__(self, events: Mapping[str, frozenset[Any]]) -> None:
        super().__init__()
        self._events = events

    @classmethod
    def of(cls, record: Record) -> SomeTimes:
        """What a phase remembers for good, however often it has happened."""
        return cls({name: frozenset(getattr(record, name)) for name in REMEMBERED})

    def at_least(self, question: Question) -> bool:
        """Whether an event has happened so often.

        Raises:
            LeftOpen: nobody knows.
        """
        if question.event in self._events[question.history] and question.times > 1:
            raise LeftOpen("How often it has happened is left open.")
        return question.event in self._events[question.history]

    def happened(self, record: Record) -> tuple[frozenset[Any], ...]:
        """All that has happened by each history of a record that asks back."""
        histories: list[Any] = [getattr(record, name) for name in self._events]
        return tuple(
            (frozenset() if history.forgotten else self._events[history.name]) | {*history.added}
            for history in histories
        )


def _played(game: Game, turns: tuple[Turn, ...]) -> Game | None:
    """The game after some turns, if all are legal and none ends the phase."""
    for turn in turns:
        if not game.judge(turn).legal or (game := game.play(turn)).ended_by is not None:
            return None
    return game


def _with_those_before(record: Record, turns: int) -> Iterator[Record]:
    """A record, and those before each of some number of turns."""
    yield record
    if turns and record.previous is not None:
        yield from _with_those_before(record.previous, turns - 1)


TURNS, _PASSES = z3.Ints("turns passes")


def _runs(turns: int) -> list[Any]:
    """How many passes there are in a row before each turn of a loop, and after the last, where they are many."""
    return [z3.Int(f"passes in a row, {number} turns ago") for number in range(turns + 1)]


def _counts_unknown(record: Record, last: Record, resets: bool, turns: int, ago: int = 0) -> Record:
    """A record of which it is unknown how long the game is and, unless that resets, how often states have stood.

    The records before some number of turns are kept, and unknown in the same way; that many turns and passes ago.
    """
    before: Any = Open("an older record")
    if turns and record.previous is not None:
        before = _counts_unknown(record.previous, last, resets, turns - 1, ago + 1)
    past, go_on = SomeTimes.of(record), last.passes > last.pass_run or last.pass_run > LONGEST_RUN
    known: dict[str, Any] = {
        **{name: AskedHistory(name, past) for name in REMEMBERED},
        "previous": before,
        "turn": UnknownNumber(TURNS - (last.turn - record.turn)),
        "phase_turn": Open("the turn that the phase began with"),
        "since_pass": record.since_pass if resets else Open("how often states have stood"),
        "pass_run": record.pass_run if record.pass_run <= LONGEST_RUN else UnknownNumber(_runs(ago)[-1]),
        "passes": UnknownNumber(_PASSES - (last.passes - record.passes)) if go_on else record.passes,
        "tally": open_tally(record.tally.first_passer, record.position.phase),
    }
    return replace(record, **known)


def _counts(history: Any) -> frozenset[tuple[Any, int]]:
    counts: frozenset[tuple[Any, int]] = history.counts()
    return counts
