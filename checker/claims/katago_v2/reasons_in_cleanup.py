"""Why cleanup has two phases, and why a ko-move is counted with exactly the coloring: what other rules would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import NamedTuple

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Color
from ....spec.algebra.grid import boards_of, points_of
from ....spec.composition import move
from ....spec.katago_v2.cleanup import is_ko_move
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Phase, Play, Record, Turn
from ...evidence.checks import check
from ...evidence.verdict import Outcome, Verdict
from ...play.cycles import DOUBLE_KO_SEKI
from ...play.shapes import REPETITIONS, Shape
from ...values.valuing import Valuing
from ..facts.repetitions import TERRITORY
from ..readings import positions_of
from .best_play import lead_by_best_play
from .double_ko_seki import LEGAL_ONCE, unblocking_shape

BUDGET = 10_000
MOST_POINTS = 3
MOST_TURNS = 3
A_GROUP = 2


class CleanupLeads(NamedTuple):
    """By how much a player leads under best play.

    Attributes:
        first: if the player is the first to move in cleanup.
        second: if the opponent is.
        moved: if the player moves once more in the main phase, at best, and the opponent is the first in cleanup.
    """

    first: float
    second: float
    moved: float

    @property
    def are_fought_for(self) -> bool:
        """Whether a move is needed, and gains more if it can be left to cleanup than if it is made before."""
        return self.first > self.moved > self.second


def leads(game: Game, phase: Phase) -> tuple[CleanupLeads, Move] | None:
    """What each order comes to if cleanup begins with a phase, and the best last move; None if it can't be told.

    Args:
        game: the game, in the main phase.
        phase: the phase that cleanup begins with.
    """
    position, sign = game.position, 1 if game.position.player is BLACK else -1
    moved = [(move, game.taking(move).position.coloring, position.player.opponent) for move in game.moves()]
    starts = [(None, position.coloring, player) for player in (position.player, position.player.opponent)]
    games = [(last, Game.set_up(game.rules, c, player, phase)) for last, c, player in (*starts, *moved)]
    valuing = Valuing([start for _, start in games], BUDGET)
    solved = [lead_by_best_play(valuing, start) for _, start in games]
    found = [lead for lead in solved if lead is not None]
    if not moved or len(found) < len(games):
        return None
    (_, first), (_, second), *later = ((last, sign * lead) for (last, _), lead in zip(games, found, strict=True))
    best, made = max(((lead, last) for last, lead in later), key=lambda found: found[0])
    assert made is not None, "all but the first two are after a move"
    return CleanupLeads(first, second, best), made


def smallest_pass_fight(rules: Rules) -> Verdict:
    """Find the smallest board on which a needed move gains more in a single phase than before it, and not so in two."""
    counts = {"positions": 0}
    for grid in (grid for size in range(1, MOST_POINTS + 1) for grid in boards_of(size)):
        for c in positions_of(grid):
            counts["positions"] += 1
            game = Game.set_up(rules, c)
            single, split = (leads(game, phase) for phase in (Phase.SECOND_CLEANUP, Phase.FIRST_CLEANUP))
            if single is None or split is None or not single[0].are_fought_for or split[0].are_fought_for:
                continue
            (one, made), (two, _) = single, split
            shows = (
                f"Made now, this move leads to a lead of {one.moved:g}; left to a single phase in which Black is first "
                f"to {one.first:g}, and second to {one.second:g}. In two phases it is {two.moved:g}, {two.first:g} and "
                f"{two.second:g}."
            )
            witness = Story.play(game, (made,), shows)
            notes = "Whether anybody has threats to exchange for being the first is not looked at."
            return Verdict(Outcome.WITNESSED, str(grid), "search", counts, witness, minimal=True, notes=notes)
    return Verdict(Outcome.UNKNOWN, f"boards of up to {MOST_POINTS} points", "search", counts)


def made_once_at_each_point(record: Record, play: Play[int]) -> bool:
    """A legal ko-move is one that this player has not made in this phase at this point, whatever stood."""
    return not is_ko_move(record.rules, play) or (play.player, play.point) not in set(_ko_moves_made(record))


def _ko_moves_made(record: Record) -> Iterator[tuple[Color, int]]:
    while record.previous is not None:
        position, last = record.previous.position, record.last
        if isinstance(last, Move) and position.phase is record.position.phase:
            made = move(record.rules, position.coloring, position.player, last.point)
            if is_ko_move(record.rules, made):
                yield position.player, last.point
        record = record.previous


def capture_that_another_rule_forbids(rules: Rules, shape: Shape, rule: Callable[[Record, Play[int]], bool]) -> Verdict:
    """Go once through the cycle of a double-ko seki; then find how it collapses only if colorings are compared.

    It collapses where a ko-move that has been made before leads to the capture of a group whatever is replied. Another
    rule forbids that move.
    """
    phase, other = Phase.FIRST_CLEANUP, rules.replacing(LEGAL_ONCE, rule)
    cycle = unblocking_shape(shape, rules, phase)
    games = [reduce(Game.play, cycle.turns, cycle.game(rules, phase))]
    number = 0
    for _ in range(MOST_TURNS):
        games = [later for game in games for later in map(game.taking, game.turns()) if later.ended_by is None]
        number += len(games)
        for game in games:
            for collapsing in _collapsing(game):
                otherwise = reduce(Game.taking, game.turns_taken, cycle.game(other, phase))
                if otherwise.judge(collapsing).clause is not None:
                    return _collapse(shape, cycle.game(rules, phase), game, collapsing, number)
    return Verdict(Outcome.UNKNOWN, f"{MOST_TURNS} turns after the cycle on {shape.grid}", "search", {"games": number})


def _collapsing(game: Game) -> Iterator[Move]:
    """The legal ko-moves after which their player can capture a group, whatever the opponent replies."""
    for turn in game.moves():
        play = move(game.rules, game.position.coloring, game.position.player, turn.point)
        if is_ko_move(game.rules, play):
            later = game.taking(turn)
            if all(_capture_of_a_group(later.taking(reply)) for reply in later.turns()):
                yield turn


def _capture_of_a_group(game: Game) -> Turn | None:
    """A legal move that captures two stones or more, if there is one in this phase."""
    c, player = game.position.coloring, game.position.player
    if game.ended_by is not None:
        return None
    plays = {point: move(game.rules, c, player, point) for point in points_of(c.empty)}
    captures = (point for point, play in plays.items() if play.captured.bit_count() >= A_GROUP)
    return next((Move(point) for point in captures if game.judge(Move(point)).legal), None)


def _collapse(shape: Shape, start: Game, game: Game, collapsing: Move, number: int) -> Verdict:
    capture = _capture_of_a_group(game.taking(collapsing).taking(PASS))
    assert capture is not None, "that is what makes it collapse"
    turns = (*game.turns_taken, collapsing, PASS, capture)
    captured = reduce(Game.taking, turns, start).record.tally.captures[game.position.player.opponent]
    before = game.record.tally.captures[game.position.player.opponent]
    shows = (
        f"The ko-move on turn {len(turns) - 2} was made before with another coloring. Whatever is replied, "
        f"stones are captured, here {captured - before - 1}. Allowed once at each point, it would be forbidden."
    )
    notes = "Once the cycle has been gone through, no fewer turns lead to such a move."
    counts = {"games": number}
    witness = Story.play(start, turns, shows)
    return Verdict(Outcome.WITNESSED, str(shape.grid), "search", counts, witness, notes=notes)


check("claim/single-phase-pass-fight", "smallest", cost=1, under=(PRESETS["japanese-like"],))(smallest_pass_fight)
_SEKI = REPETITIONS[DOUBLE_KO_SEKI]
check("claim/exactly-the-coloring", str(_SEKI.grid), cost=0.5, under=(TERRITORY,))(
    partial(capture_that_another_rule_forbids, shape=_SEKI, rule=made_once_at_each_point)
)
