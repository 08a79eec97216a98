"""What each reading of the documents changes: the smallest board and the shortest game on which it matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TypeAlias

from ...interpreter.adjudication import Adjudication, Stage
from ...interpreter.game import Game
from ...interpreter.history import early_end
from ...interpreter.notation import turn_text, vertices
from ...interpreter.result import score_text
from ...interpreter.story import Story
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.dead_stones.protocols import PROTOCOLS, Protocol
from ...spec.parameters import Ko, Scoring
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Phase
from ..evidence.verdict import Outcome, Seen, case, cases, count, every_case, smallest_case
from ..phase.machine import Model
from ..play.adjudications import unions
from ..play.comparison import Line, Lockstep, Parting, carried_on
from ..play.outcomes import STRICT
from ..sweeps.sweep import positions_of
from .katago_v2.endings import settled_positions

_MOST_POINTS = 5
_MOST_TURNS = 5
MOST_TURNS_ON_COPY = 7
COPY = PROTOCOLS["japanese"]
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
TERRITORY = replace(SIMPLE, scoring=Scoring.TERRITORY)
TEN_RULES = PRESETS["tromp-taylor-ten"]
SELF_PLAY = replace(TERRITORY, self_play_opts=True)
NAMED, EMPTY_LIST = "reading/dead-stones-named", "reading/empty-list-of-dead-stones"
ONE_LIST, END_ON_COPY = "reading/one-list-of-dead-stones", "reading/end-on-copy"


@smallest_case(
    Outcome.WITNESSED,
    _MOST_POINTS,
    scope=f"{_MOST_TURNS} turns from positions of up to {_MOST_POINTS} points",
)
def shortest_from_a_position(rules: Rules, otherwise: Rules, phase: Phase, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the fewest turns from any position of it, on which a reading matters."""
    both = rules, otherwise
    starts = [Line(_set_up(both, c, phase)) for c in positions_of(grid)]
    yield count(positions=len(starts))
    parting = _first_parting(Lockstep(Model.each(both, grid)), starts)
    if parting is not None:
        yield cases(1, parting.story)


def _set_up(both: tuple[Rules, Rules], c: Coloring[int], phase: Phase) -> tuple[Game, ...]:
    return tuple(Game(rules, rows=c, phase=phase) for rules in both)


def _first_parting(games: Lockstep, lines: list[Line]) -> Parting | None:
    for _ in range(_MOST_TURNS):
        longer = []
        for line in (line for line in lines if not line.over):
            for continued in carried_on(games, line, STRICT):
                if isinstance(continued, Parting):
                    return continued
                longer.append(continued)
        lines = longer
    return None


@every_case(
    "settled positions of {grid}",
    acts="ended the game early",
    notes="Once pass-dead stones are removed, no empty region of a settled position borders both colors, and nothing "
    "is in atari: every stone lies in independent-life-regions, where it makes no difference when it was placed.",
)
def early_end_scores_alike(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Score the early end of every settled position by both readings."""
    for c, player in product(settled_positions(rules, grid), Color):
        records = (Game(rule_set, rows=c, to_play=player).record for rule_set in (rules, otherwise))
        usually, so_read = (early_end(replace(record, last=PASS)) for record in records)
        yield case(usually is not None and so_read is not None and usually.result == so_read.result, positions=1)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS)
def smallest_set_up_stone(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that the ownership formula scores otherwise if its stones are no moves."""
    for c in positions_of(grid):
        ends = [game.passed_out() for game in _set_up((rules, otherwise), c, Phase.MAIN)]
        as_moves, uncounted = (game.score_by_ownership() for game in ends)
        shows = f"By ownership {score_text(as_moves)}; if stones set up are no moves, {score_text(uncounted)}."
        alike = (as_moves.black, as_moves.white) == (uncounted.black, uncounted.white)
        yield case(alike, Story.of(ends[0], shows), positions=1)


@smallest_case(Outcome.WITNESSED, _MOST_POINTS, scope="positions of up to {points} points")
def smallest_statement(
    rules: Rules, otherwise: Rules, value: str, protocol: str, silence: bool = False, *, grid: Grid
) -> Iterator[Seen]:
    """Find the smallest position, and what two players say of its stones, that a reading makes come out otherwise.

    With silence, a player may also give no list.
    """
    for c in positions_of(grid):
        lists = (*unions(points_of(c.black | c.white)), *((None,) if silence else ()))
        for lists_of_both in product(lists, repeat=2):
            settled = (_settled(rule_set, c, PROTOCOLS[protocol], *lists_of_both) for rule_set in (rules, otherwise))
            usually, so_read = map(_come_of, settled)
            shows = f"{_said(grid, *lists_of_both)}: by the {protocol} protocol {usually}; as {value}, {so_read}."
            witness = partial(Story.play, Game(rules, rows=c), (PASS, PASS), shows)
            yield case(usually == so_read, witness, adjudications=1)


def _said(grid: Grid, black: int | None, white: int | None) -> str:
    if black is None:
        return f"Black gives no list, and White {'none' if white is None else f'lists {_listed(grid, white)}'}"
    return f"Black lists {_listed(grid, black)}, and White {'gives none' if white is None else _listed(grid, white)}"


def _settled(rules: Rules, c: Coloring[int], protocol: Protocol, black: int | None, white: int | None) -> Adjudication:
    """What comes of a position in which both pass, and then list stones that they hold dead; None for no list."""
    stopped = Adjudication.of(Game(rules, rows=c).play(PASS).play(PASS), protocol)
    return stopped.state(BLACK, black).state(WHITE, white)


@smallest_case(
    Outcome.WITNESSED, _MOST_POINTS, scope=f"{MOST_TURNS_ON_COPY} turns on copies of up to {_MOST_POINTS} points"
)
def shortest_on_copy(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the fewest turns on a copy of it, that a reading makes come out otherwise."""
    pairs: list[_CopyPair] = []
    for c in positions_of(grid):
        usually, so_read = (_settled(rule_set, c, COPY, c.black | c.white, 0) for rule_set in (rules, otherwise))
        pairs.append((c, usually, so_read, ()))
    yield count(positions=len(pairs))
    parting = _first_parting_on_copy(pairs)
    if parting is not None:
        c, usually, so_read, turns = parting
        shows = (
            f"Black holds all stones dead, and White none; on the copy, {'; '.join(turns)}. Then "
            f"{_come_of(usually)}; by two passes alone, {_come_of(so_read)}."
        )
        yield cases(1, Story.play(Game(rules, rows=c), (PASS, PASS), shows))


# A position with a dispute that is played out on a copy in two ways, and the turns taken there.
_CopyPair: TypeAlias = tuple[Coloring[int], Adjudication, Adjudication, tuple[str, ...]]


def _first_parting_on_copy(pairs: list[_CopyPair]) -> _CopyPair | None:
    for _ in range(MOST_TURNS_ON_COPY):
        longer = []
        for start, usually, so_read, turns in pairs:
            if usually.stage is not Stage.PLAYING:
                continue
            grid = start.board.grid
            for turn in usually.playing.turns():
                pair = start, usually.play(turn), so_read.play(turn), (*turns, turn_text(grid, turn))
                if _come_of(pair[1]) != _come_of(pair[2]):
                    return pair
                longer.append(pair)
        pairs = longer
    return None


def _come_of(adjudication: Adjudication) -> str:
    """What is removed, and what is awaited now, in words."""
    grid = adjudication.game.grid
    return f"{_listed(grid, adjudication.removed)} is removed, and {adjudication.stage.value} is awaited"


def _listed(grid: Grid, stones: int) -> str:
    """Stones in words.

    >>> _listed(Grid(2, 1), 0), _listed(Grid(2, 1), 3)
    ('nothing', 'A1, B1')
    """
    return ", ".join(vertices(grid, stones)) or "nothing"
