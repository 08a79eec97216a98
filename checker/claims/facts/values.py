"""What empty boards and positions are worth under best play, and under which other rules something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, isinf

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import BLACK, Condition, Grid
from ....spec.algebra.grid import boards_by_size, boards_of
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Clause, Decision, make_clause
from ....spec.rules import Rules
from ....spec.vocabulary import Phase, Play, Record
from ...evidence.checks import Sides
from ...evidence.verdict import (
    LeftUndecided,
    Outcome,
    Seen,
    answer,
    case,
    cases,
    count,
    every_case,
    one_case,
    smallest_case,
)
from ...solving.budget import Budget
from ...solving.certificate import both_text, promises
from ...solving.certifying import TooLarge, graph_of
from ...solving.solution import Value, solve
from ...solving.solver import MODES, Solver, more_than
from ...solving.state import BEST, WORST
from ...solving.verifier import NotKept, Verifier
from ...values.valuing import (
    Otherwise,
    Valuing,
    in_games,
    in_positions,
    parting_of,
    turns_otherwise,
    values_of,
)

SUPERKO = Rules(suicide=False)
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
_HALF = 0.5
_MANY_NODES = 300_000_000


@one_case(acts="judged or remembered a turn otherwise")
def empty_board_is_worth_the_same(first: Rules, second: Rules, grid: Grid, parting: bool = False) -> Seen:
    """Solve the empty board under both, with one komi; where they differ, show best play under the first, or a parting.

    That is the play at which both rule sets part.
    """
    second = replace(second, komi=first.komi)
    games = Game(first, grid), Game(second, grid)
    values = value_of_empty_board(first, grid), value_of_empty_board(second, grid)
    if values[0] != values[1]:
        difference = Otherwise(games, values)
        return answer(False, {"differences": 1}, (parting_witness if parting else witness_of)(difference))
    counts = {"turns_judged_otherwise": turns_otherwise(first, second, grid)}
    if not any(counts.values()):
        counts = {"turns_remembered_otherwise": turns_otherwise(first, second, grid, of_step=lambda step: step.changes)}
    return answer(True, {**counts, "differences": 0}, acted=sum(counts.values()))


@every_case("{grid}", acts="mattered to what a position is worth")
def no_result_does_not_matter(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Solve the empty board with no-result at its worst and at its best for Black."""
    value = value_of_empty_board(rules, grid)
    matters = sum(other is not None and other.worst != other.best for _, other in values_of(rules, grid, _MANY_NODES))
    yield case(value.worst == value.best, None, matters, solved=2)


@smallest_case(Outcome.WITNESSED, boards_by_size(4), scope="positions up to {last}")
def smallest_on_which_no_result_matters(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that is worth something else with no-result at its worst and at its best."""
    for game, value in values_of(rules, grid, _MANY_NODES):
        yield count(positions=1, undecided=value is None)
        if value is not None and value.worst != value.best:
            shows = f"{lead_in_words(value)}, with no-result as the worst and as the best for Black."
            yield cases(1, position_witness(game, shows))


@one_case(acts="solved a board")
def within_half_a_point(with_button: Rules, territory: Rules, grid: Grid) -> Seen:
    """Solve the empty board with the button, and by territory without: half a point at most lies between them."""
    area, other = (value_of_empty_board(rules, grid) for rules in (with_button, territory))
    apart = max(abs(area.worst - other.worst), abs(area.best - other.best))
    counting = with_button.scoring.value.lower()
    notes = f"{lead_in_words(area)} by {counting} with the button, and {lead_in_words(other)} by territory."
    witness = None if apart <= _HALF else position_witness(Game(with_button, grid), notes)
    return answer(apart <= _HALF, {"half_points_apart": int(apart * 2)}, witness, notes, acted=2)


def value_of_empty_board(rules: Rules, grid: Grid) -> Value:
    """What an empty board is worth.

    Raises:
        LeftUndecided: it takes more nodes than a board may.
    """
    start = Game(rules, grid)
    worth = Valuing([start], _MANY_NODES).worth(start)
    if worth.value is None:
        raise LeftUndecided(
            f"{_MANY_NODES:,} nodes were not enough; Black's lead is between {worth.low:g} and {worth.high:g}."
        )
    return worth.value


PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
_MOST_NODES = 1_000_000
NOT_CERTIFIED = "No certificate holds for a value that the solver found."
_NODES_FOR_A_LINE = 3_000_000
NODES_OF_A_LOSS = 50_000
_MOST_NODES_IN_GAMES = 5_000
RANKED = 5


def boards_to(grid: Grid) -> list[Grid]:
    """The boards before and with some board, the smallest first.

    >>> [str(board) for board in boards_to(Grid(4, 1))]
    ['1x1', '2x1', '3x1', '4x1']
    """
    every = [board for size in range(1, grid.size + 1) for board in boards_of(size)]
    return every[: every.index(grid) + 1]


@one_case("positions up to {last}", so=Outcome.WITNESSED)
def smallest_changed(rules: Rules, otherwise: Rules, last: Grid) -> Seen:
    """Find the smallest position that is worth something else under other rules, on boards up to one."""
    counts = {"positions": 0, "undecided": 0}
    for grid in boards_to(last):
        search = in_positions((rules, otherwise), grid, _MOST_NODES)
        counts["positions"] += search.covered.compared + search.covered.undecided
        counts["undecided"] += search.covered.undecided
        if search.first is not None:
            confirmed = certificates_of(search.first, _MOST_NODES_OF_A_GRAPH)
            counts["confirmed_by_strategies"] = confirmed.count(True)
            if False in confirmed:
                return answer(None, counts, notes=NOT_CERTIFIED)
            is_minimal = not counts["undecided"]
            return answer(True, counts, witness_of(search.first), scope=str(grid), is_minimal=is_minimal)
    return answer(None, counts, notes="None of these positions is worth anything else.")


def certificates_of(difference: Otherwise, most_nodes: int) -> list[bool | None]:
    """Whether a certificate holds of the value under each rule set; None where it is too large to make."""
    return [is_certified(*part, most_nodes) for part in zip(difference.games, difference.values, strict=True)]


def is_certified(game: Game, value: Value, most_nodes: int) -> bool | None:
    """Whether a certificate of a value holds; None if it is too large to make."""
    solver = Solver([game], Budget())
    if Value(*(solver.value(game, mode) for mode in MODES)) != value:
        return False
    try:
        return True if nodes_checked(solver, game, value, most_nodes) else None
    except NotKept:
        return False


def witness_of(difference: Otherwise) -> Story:
    """The position, with best play under the first rules, and the values under both."""
    here, there = (lead_in_words(value) for value in difference.values)
    return position_witness(difference.games[0], f"Best play: {here}. Under the other rules: {there}.")


def parting_witness(difference: Otherwise) -> Story:
    """The play at which both rule sets part, as far as it is legal under the first, and what best play comes to."""
    first, second = difference.games
    valuings = Valuing([first], _MANY_NODES), Valuing([second], _MANY_NODES)
    parting = parting_of(difference.games, difference.values, valuings, _NODES_FOR_A_LINE)
    if parting is None:
        return witness_of(difference)
    here, there = (lead_in_words(value) for value in difference.values)
    last = (parting.turn,) if parting.games[0].judge(parting.turn).legal else ()
    turns = len(difference.games[0].turns_taken)
    best = f"Best play after {turns} turns" if turns else "Best play"
    shows = f"{best}: {here}. Under the other rules: {there}. {parting.says(('these rules', 'the other rules'))}"
    return Story.play(parting.games[0], last, shows)


def position_witness(game: Game, shows: str) -> Story:
    """A position with one line of best play, as far as that is found."""
    line = solve(game, budget=Budget(nodes=_NODES_FOR_A_LINE)).line
    return Story.play(game, tuple(move.turn for move in line), shows)


def lead_in_words(value: Value) -> str:
    """A value in words.

    >>> lead_in_words(Value(-1, 0)), lead_in_words(Value(2, 2))
    ('Black leads by -1 or by 0', 'Black leads by 2')
    """
    if value.winner_without_a_count:
        return both_text(value)
    leads = ("there is no result" if isinf(lead) else f"Black leads by {lead:g}" for lead in (value.worst, value.best))
    return " or ".join(dict.fromkeys(leads)).replace(" or Black leads by", " or by")


@every_case("{grid}", acts="judged a turn otherwise")
def every_position_is_worth_the_same(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Compare what all positions of a board are worth under both rule sets."""
    search = in_positions((rules, otherwise), grid, _MOST_NODES, every=True)
    covered = search.covered
    phases = (Phase.MAIN,) if rules.scoring is Scoring.AREA else PHASES
    acted = sum(turns_otherwise(rules, otherwise, grid, phase) for phase in phases)
    witness = None if search.first is None else witness_of(search.first)
    yield cases(covered.otherwise, witness, acted, positions=covered.compared, undecided=covered.undecided)


@one_case(acts="judged a turn otherwise")
def every_game_is_worth_the_same(rules: Rules, otherwise: Rules, grid: Grid) -> Seen:
    """Compare what every game on a board is worth under both rule sets, the shortest first; show where they part."""
    search = in_games((rules, otherwise), grid, _MOST_NODES)
    counts = {"games": search.covered.compared, "undecided": search.covered.undecided}
    if search.first is not None:
        games, confirmed = search.first.games, certificates_of(search.first, _MOST_NODES_IN_GAMES)
        counts |= {"turns": len(games[0].turns_taken), "certificates": confirmed.count(True)}
        if False in confirmed:
            return answer(None, counts, notes=NOT_CERTIFIED)
        is_minimal = not counts["undecided"]
        return answer(False, counts, parting_witness(search.first), is_minimal=is_minimal)
    is_known = not counts["undecided"] and search.covered.everything
    return answer(is_known or None, counts, acted=turns_otherwise(rules, otherwise, grid))


def changed_by_loss(rules: Rules, clause: Clause, grids: Sequence[Grid]) -> int | None:
    """What number of positions are worth something else without a clause; None if the rules are none without it."""
    otherwise = rules.dropping(clause.name)
    try:
        searches = [in_positions((rules, otherwise), grid, NODES_OF_A_LOSS, every=True) for grid in grids]
    except ValueError:
        return None
    return sum(search.covered.otherwise for search in searches)


@one_case(acts="changed a value")
def no_clause_changes_more(rules: Rules, most: str, grids: Sequence[Grid]) -> Seen:
    """Drop every clause in force that decides something: none changes what more positions are worth than that one."""
    deciding = [clause for clause in rules.in_force if clause.decides is not None]
    losses = {clause.name: changed_by_loss(rules, clause, grids) for clause in deciding}
    known = {name: number for name, number in losses.items() if number is not None}
    more = [name for name, number in known.items() if number > known[most]]
    ranked = sorted(known, key=lambda name: -known[name])[:RANKED]
    counts = {"clauses": len(known), "not_rules_without": len(losses) - len(known)}
    counts |= {"changed": known[most], "differences": len(more)}
    notes = "; ".join(f"without {name}, {known[name]} positions change" for name in ranked)
    notes = f"{notes[0].upper()}{notes[1:]}."
    return answer(not more, counts, notes=notes, acted=known[most], scope=" and ".join(map(str, grids)))


def nobody_moves(record: Record[int], play: Play[int]) -> Condition:
    """In the second cleanup phase nobody moves any more."""
    return play.before.meets(play.point, play.before.board.nothing)


NO_SECOND_CLEANUP = make_clause(
    nobody_moves, "ours/second-cleanup-of-passes", decides=Decision.LEGAL, during=(Phase.SECOND_CLEANUP,)
)
POSITIONAL, _SITUATIONAL = Rules(), Rules(ko=Ko.SITUATIONAL)
TERRITORY = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)
WITHOUT_SECOND_CLEANUP = TERRITORY.adding(NO_SECOND_CLEANUP)


# On a line of points: Weninger and Hayward (2017); 2x2: Tromp; 2x3: jpiche/superko-complexity; 3x3: Hayward.
UNDER_SUPERKO: Mapping[Sides, float] = {
    **{(width, 1): value for width, value in enumerate((0, 0, 3, 4, 0, 1, 2, 3), start=1)},
    (2, 2): 1,
    (3, 2): 0,
    (3, 3): 9,
    (4, 3): 4,
}
# Van der Werf and Winands (2009), whose repetitions are scored by the passes in the cycle.
UNDER_SIMPLE_KO: Mapping[Sides, float] = {(2, 2): 0, (3, 2): 0, (3, 3): 9, (4, 2): 8, (4, 3): 4, (4, 4): 2}
_PUBLISHED: Mapping[Ko, Mapping[Sides, float]] = {
    Ko.POSITIONAL: UNDER_SUPERKO,
    # 4x4 under situational superko: van der Werf (2004).
    Ko.SITUATIONAL: {(2, 2): 1, (4, 4): 2},
    Ko.SIMPLE: UNDER_SIMPLE_KO,
}
# By this document area is not all that counts.
PAYS_FOR_THE_FIRST_PASS = "wmsg"
_MOST_NODES_OF_A_GRAPH = 1_000
MOST_POINTS_TO_CERTIFY = 5


@one_case(method="best play", acts="found a turn that is worse than others")
def value_of_the_empty_board(rules: Rules, grid: Grid) -> Seen:
    """Solve the empty board, compare with the published value, and check a certificate of it."""
    game = Game(rules, grid)
    solver = Solver([game], Budget())
    value = Value(solver.value(game, WORST), solver.value(game, BEST))
    published = published_value(rules, grid)
    worse, nodes = turns_that_lose_something(solver, game), 0
    if grid.size <= MOST_POINTS_TO_CERTIFY:
        nodes = nodes_checked(solver, game, value, _MOST_NODES_OF_A_GRAPH)
    worth = {"half_points": int(value.worst * 2)} if rules.button else {"value": int(value.worst)}
    is_as_published = published is None or value == Value(published, published)
    acted = worse or sum(turns_that_lose_something(solver, game.taking(turn)) for turn in game.turns())
    counts = {**worth, "worse": worse, **({"nodes": nodes} if nodes else {})}
    return answer(is_as_published, counts, notes=how_known(value, nodes), acted=acted)


def published_value(rules: Rules, grid: Grid) -> float | None:
    """What is published of an empty board; None where nothing is, or more than area counts."""
    by_area_alone = rules.scoring is Scoring.AREA and rules.tax is Tax.NONE and not rules.button
    by_area_alone &= rules.document != PAYS_FOR_THE_FIRST_PASS
    return _PUBLISHED[rules.ko].get((grid.width, grid.height)) if by_area_alone else None


def turns_that_lose_something(solver: Solver, game: Game) -> int:
    """After how many turns less is left to the player than under best play."""
    value, is_black = solver.value(game, WORST), game.position.player is BLACK
    if value == (-inf if is_black else inf):
        return 0
    # Where somebody wins without a count, nobody leads by so little as nothing.
    least = 0.0 if isinf(value) else value if is_black else more_than(value)
    return sum(solver.succeeds(game.taking(turn), least, WORST) is not is_black for turn in solver.turns(game))


def nodes_checked(solver: Solver, game: Game, value: Value, most_nodes: int) -> int:
    """How many nodes of a certificate of a value were checked by the clauses; 0 if it is too large.

    Raises:
        NotKept: it does not hold.
    """
    try:
        graphs = [graph_of(solver, game, promise, most_nodes) for promise in promises(value)]
    except TooLarge:
        return 0
    return sum(Verifier(game, graph).check() for graph in graphs)


def how_known(value: Value, nodes: int) -> str:
    """What a value is, and whether it was certified, in a sentence."""
    lead = (
        f"Black's lead is {value.worst:g}" if value.worst == value.best else f"It is {value.worst:g} or {value.best:g}"
    )
    return f"{lead}; {'a certificate was checked by the clauses' if nodes else 'by the search alone'}."
