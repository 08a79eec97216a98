"""The solution of a game: its value, what that depends on, a line of best play, and what each first turn is worth.

A game that ends without result has no lead. So a value is two: with no-result as the worst that can happen to Black,
and as the best. Where somebody says what no-result is worth, the value is the middle one of the three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, isfinite, isinf
from statistics import median
from typing import Any

from ...interpreter.clauses_of_authors import played_as_python
from ...interpreter.drawing import picture_of, svg, with_pictures
from ...interpreter.game import Game
from ...interpreter.notation import Size, turn_text
from ...interpreter.wording import PLAYERS, points_text
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.composition import has_phase
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Phase, Turn
from ..phase.machine import Within
from ..phase.past import NoAccountKept
from ..phase.requirements import ORDER, a_lead_wins, ends_are_read, nothing_is_counted, obstacle, of_tables
from .budget import Budget, OutOfBudget
from .plain_play import PlainSolver, contradiction
from .solver import MODES, Solver, more_than
from .state import BEST, WORST
from .verifier import Promise

_SMALLEST = (2, 1)
# Amended rules may let a game go on forever: a search doubts its end after this number of nodes.
NODES_BEFORE_DOUBT = 200_000
SEARCHED_IN_GAMES = "So every position is searched in its own game, and nothing is shared."


def lead_bounds_text(low: float, high: float, where: str = "") -> str:
    """What is known of a value, or where something holds.

    >>> lead_bounds_text(-25, 25, "If the game has a result, ")
    "If the game has a result, Black's lead is at least -25 and at most 25."
    """
    if low == -inf and high == inf:
        return "Nothing is known of the value."
    least = "" if low == -inf else f"at least {points_text(low)}"
    most = "" if high == inf else f"at most {points_text(high)}"
    return f"{where}Black's lead is {' and '.join(bound for bound in (least, most) if bound)}."


def lead_text(lead: float, winner: Color | None) -> str:
    """Who wins, and by how much where the game is counted and the winner leads.

    >>> lead_text(-1.5, WHITE), lead_text(0, None), lead_text(inf, BLACK)
    ('White wins by 1.5', 'A draw', 'Black wins')
    """
    if winner is None:
        return "A draw"
    led_by = lead if winner is BLACK else -lead
    return f"{PLAYERS[winner]} wins" + (f" by {points_text(led_by)}" if 0 < led_by < inf else "")


def leader(lead: float) -> Color | None:
    """Who has a lead of Black's, or a win without a count; None if nobody has."""
    return ORDER[1 + (lead > 0) - (lead < 0)]


def winner_by(rules: Rules, lead: float) -> Color | None:
    """Who wins by some rules with a lead of Black's; by Ing's, with none at all, Black."""
    winner: Color | None = rules.sole(Decision.WINNER).function(max(lead, 0.0), max(-lead, 0.0))
    return winner if isfinite(lead) and not a_lead_wins(rules) else leader(lead)


def uncapitalised(text: str) -> str:
    """A sentence that begins with a name or not, as the second part of another."""
    return text if text.startswith(("Black", "White", "NaN")) else text[0].lower() + text[1:]


@dataclass(frozen=True)
class Value:
    """What a game is worth under best play, by Black's lead in points.

    A win without a count is worth more than every lead, or less: inf to Black, -inf to White, in both ways.

    Attributes:
        worst: the lead, if no-result is the worst that can happen to Black; -inf if Black can't avoid it.
        best: the lead, if it is the best; inf if Black can force it.
    """

    worst: float
    best: float

    @property
    def winner_without_a_count(self) -> Color | None:
        """Who wins a game that is not counted; None if it has a lead, or no result.

        >>> Value(inf, inf).winner_without_a_count, Value(-inf, inf).winner_without_a_count
        (<Color.BLACK: 'B'>, None)
        """
        return leader(self.worst) if self.worst == self.best and isinf(self.worst) else None

    def winner(self, rules: Rules) -> Color | None:
        """Who wins by some rules; None for a draw, or where that depends on no-result."""
        return winner_by(rules, self.worst) if self.worst == self.best else None

    def as_json(self) -> dict[str, Any]:
        """The value as it goes into a file: null where there is no result, and the winner of a win without a count.

        >>> Value(-inf, 3).as_json(), Value(inf, inf).as_json()
        ({'worst': None, 'best': 3}, {'worst': 'B', 'best': 'B'})
        """
        winner = self.winner_without_a_count
        instead = None if winner is None else winner.value
        worst, best = (instead if isinf(lead) else lead for lead in (self.worst, self.best))
        return {"worst": worst, "best": best}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Value:
        """A value as it stands in a file.

        >>> [Value.from_json(value.as_json()) == value for value in (Value(-inf, 3), Value(-inf, -inf), Value(1, 1))]
        [True, True, True]
        """
        worst, best = ({BLACK: inf, WHITE: -inf}.get(lead, lead) for lead in (data["worst"], data["best"]))
        return Value(lead_promised(WHITE, worst), lead_promised(BLACK, best))

    def with_no_result_at(self, worth: float | None) -> float | None:
        """The lead, if no-result is worth so much; None if that matters and nobody says.

        >>> Value(-1, 0).with_no_result_at(None), Value(-1, 3).with_no_result_at(2), Value(4, 4).with_no_result_at(0)
        (None, 2, 4)
        """
        if self.worst == self.best:
            return self.worst
        return None if worth is None else median((self.worst, worth, self.best))


@dataclass(frozen=True)
class Best:
    """A turn of a line of best play, and the other turns that are as good."""

    turn: Turn
    others: tuple[Turn, ...]


@dataclass(frozen=True)
class Solution:
    """The result of solving a game.

    Attributes:
        value: Black's lead under best play; None if it is not known, or depends on what no-result is worth.
        low: what it is at least, whatever no-result is worth; -inf if nothing is known, or Black can't avoid no-result.
        high: what it is at most; inf if nothing is known, or White can't avoid no-result.
        exact: whether the budget was enough.
        both: the value with no-result at its worst and at its best; None if the budget was not enough.
        line: one line of best play; empty if the budget was not enough for it.
        ended: the game at the end of that line, or the game itself.
        moves: on request, the value of each first turn; None where the budget was not enough.
        nodes: how many nodes the searches looked at.
        depth: how many turns ahead the last one looked; 0 where no such bound was set.
        seconds: how long they took.
        interrupted: whether somebody interrupted them.
    """

    value: float | None
    low: float
    high: float
    exact: bool
    both: Value | None
    line: tuple[Best, ...]
    ended: Game
    moves: Mapping[Turn, Value | None]
    nodes: int
    depth: int
    seconds: float
    interrupted: bool = False

    def __str__(self) -> str:
        """Who wins and by how much, in one sentence; or else between which leads the value lies."""
        if self.both is None:
            return lead_bounds_text(self.low, self.high)
        if self.value is not None:
            return f"{self._wins(self.value)} under best play."
        if isinf(self.both.worst) and isinf(self.both.best):
            return "No result under best play."
        worst, best = ("No result" if isinf(lead) else self._wins(lead) for lead in (self.both.worst, self.both.best))
        return (
            f"{worst} under best play if no-result is the worst for Black, and {uncapitalised(best)} if it is the best."
        )

    @property
    def winner(self) -> Color | None:
        """Who wins under best play; None for a draw, or where that is not known."""
        return None if self.value is None else winner_by(self.ended.rules, self.value)

    def _wins(self, lead: float) -> str:
        return lead_text(lead, winner_by(self.ended.rules, lead))

    def _repr_html_(self) -> str:
        """The value and the line of best play, as notebooks show them."""
        turns = " ".join(turn_text(self.ended.grid, best.turn) for best in self.line)
        line = f"\nOne line of best play: {turns}" if turns else ""
        return with_pictures(f"{self}{line}", svg(picture_of(self.ended.record)))


def solve(
    rules: str | Rules | Game,
    size: Size | None = None,
    budget: Budget | None = None,
    no_result: float | None = None,
    moves: bool = False,
) -> Solution:
    """Solve a game: exact, or with honest bounds where the budget is not enough.

    Args:
        rules: the rules, or what names them; or a game, where it stands, with its history; not over.
        size: the board, from which the game starts empty, unless a game is given.
        budget: how long it may take; if left out, as long as it takes, or 200,000 nodes under amended rules.
        no_result: what a game without result is worth to Black, if that is to be counted.
        moves: whether each first turn is to be solved as well.

    Raises:
        ValueError: the game is over, or these rules can't be solved, or no budget was given and those nodes were not
            enough; the message says why.

    >>> print(solve("tromp-taylor,suicide=no", "3x1"))
    Black wins by 3 under best play.
    """
    game = rules if isinstance(rules, Game) else Game(rules, size)
    in_doubt = budget is None and bool(game.rules.amendments)
    budget = budget or Budget(NODES_BEFORE_DOUBT if in_doubt else None)
    solution = solved(solver_of([game], budget), game, no_result, moves)
    if in_doubt and not (solution.exact or solution.interrupted):
        not_enough = f"{NODES_BEFORE_DOUBT:,} nodes were not enough, and amended rules may let a game go on forever."
        raise Refusal(f"{not_enough} {solution} With a budget the search goes on, and with Budget() without end.")
    return solution


def solver_of(games: Sequence[Game], budget: Budget, within: Within | None = None, each_game: bool = True) -> Solver:
    """What finds best play of some games, all of one phase and one rule set; see `Solver`.

    That is by tables, in which positions with the same future count as one, or else by a search of each game. If it
    shows only as the tables are made that they keep no account of what is asked, that is refused without `each_game`,
    as by those who ask about more than tiny boards.

    Raises:
        TooManySituations: there are more than can be kept.
        ValueError: the rules can't be solved; the message says why; see `requirements`.
    """
    why = why_asked_in_games(games[0].rules)
    if not why and not obstacle(of_tables(games[0].rules)):
        try:
            return Solver(games, budget, within)
        except NoAccountKept as reason:
            if not each_game:
                raise
            why = f"{reason} {SEARCHED_IN_GAMES}"
    return PlainSolver(games, budget, within, why)


def how_searched(rules: Rules) -> str:
    """Why every position is searched in its own game, as far as it shows on the smallest board with a neighbour.

    >>> how_searched(Rules())
    ''
    """
    if not rules.amendments:
        return why_asked_in_games(rules)
    # What fails, or is refused, is said when it is searched.
    with suppress(Exception):
        return solver_of([Game(rules, _SMALLEST)], Budget()).asked_in_games
    return ""


def why_asked_in_games(rules: Rules) -> str:
    """Why every position is searched in its own game for what a rules author wrote, as far as the clauses show; or "".

    >>> why_asked_in_games(Rules())
    ''
    """
    not_counted = (nothing_is_counted(rules, phase) for phase in Phase if has_phase(rules, phase))
    counts = ends_are_read(rules) or a_lead_wins(rules) or next(filter(None, not_counted), None)
    return played_as_python(rules) or (f"{counts} {SEARCHED_IN_GAMES}" if counts else "")


def solved(solver: Solver, game: Game, no_result: float | None = None, moves: bool = False) -> Solution:
    """Solve a game with a solver that knows it; see `solve`."""
    if game.over:
        raise Refusal("The game is over; there is nothing left to play.")
    budget = solver.budget
    both: Value | None = None
    line: tuple[Best, ...] = ()
    ended, of_moves, interrupted = game, {}, True
    # What is known by the time that somebody interrupts it is returned all the same.
    with suppress(KeyboardInterrupt):
        both = _value(solver, game)
        if both is not None:
            line, ended = best_line(solver, game, both, no_result)
            of_moves = {turn: _value(solver, game.taking(turn)) for turn in game.turns()} if moves else {}
        interrupted = False
    low, high = known_bounds(solver, game) if both is None else (both.worst, both.best)
    return Solution(
        value=None if both is None else both.with_no_result_at(no_result),
        low=low,
        high=high,
        exact=both is not None,
        both=both,
        line=line,
        ended=ended,
        moves=of_moves,
        nodes=budget.spent,
        depth=budget.depth,
        seconds=budget.elapsed,
        interrupted=interrupted,
    )


def value_of(solver: Solver, game: Game) -> Value:
    """What a game is worth, with no-result at its worst and at its best.

    Raises:
        OutOfBudget: it takes too long to say.
        ValueError: the two differ, though no clause ends a game without result.
    """
    value = Value(*(solver.value(game, mode) for mode in MODES))
    if value.worst != value.best and not any(game.rules.deciding(Decision.NO_RESULT, phase) for phase in Phase):
        raise contradiction(game)
    return value


def _value(solver: Solver, game: Game) -> Value | None:
    try:
        return value_of(solver, game)
    except OutOfBudget:
        return None


def known_bounds(solver: Solver, game: Game) -> tuple[float, float]:
    """Between which leads the value lies for all that is known."""
    return solver.bounds(game, WORST)[0], solver.bounds(game, BEST)[1]


def best_line(solver: Solver, game: Game, both: Value, no_result: float | None) -> tuple[tuple[Best, ...], Game]:
    """One line of best play, as far as the budget goes, and the game at its end.

    Raises:
        ValueError: no turn keeps what can be made sure of.
    """
    promised = aims(both, no_result)
    line: list[Best] = []
    try:
        while not game.over:
            promise = promised[game.position.player]
            good = [turn for turn in solver.turns(game) if keeps(promise, solver, game.taking(turn))]
            if not good:
                raise contradiction(game)
            line.append(Best(good[0], tuple(good[1:])))
            game = game.taking(good[0])
    except OutOfBudget:
        pass
    return tuple(line), game


def keeps(promise: Promise, solver: Solver, after: Game) -> bool:
    """Whether a player can still make sure of something in a game."""
    if promise.lead == (-inf if promise.player is BLACK else inf):
        return True
    mode = BEST if promise.or_no_result is (promise.player is BLACK) else WORST
    if promise.player is BLACK:
        return solver.succeeds(after, promise.lead, mode)
    return not solver.succeeds(after, more_than(promise.lead), mode)


def aims(both: Value, no_result: float | None) -> dict[Color, Promise]:
    """What each player makes sure of in a game of some value; no-result is Black's loss if nobody says else.

    Where Black can't avoid no-result then, it is what White aims at.
    """
    value = both.with_no_result_at(no_result)
    if value is None:
        value = both.worst
    is_worst = value == both.worst
    return {
        BLACK: Promise(BLACK, value, or_no_result=not is_worst),
        WHITE: Promise(WHITE, value, or_no_result=is_worst or value < both.best),
    }


def lead_promised(player: Color, lead: float | None) -> float:
    """A lead that a player makes sure of, as it stands in a file, where None is better for that player than any score.

    >>> lead_promised(WHITE, None), lead_promised(BLACK, 2)
    (-inf, 2.0)
    """
    if lead is not None:
        return float(lead)
    return inf if player is BLACK else -inf
