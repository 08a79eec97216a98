"""What a change of the rules does to what positions are worth: the smallest position, or on how many of them.

What the solver finds of the first position is confirmed by strategies that are played through the game against every
reply, unless they are too large; they share nothing with the solver but the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import isinf

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Condition, Grid
from ....spec.algebra.grid import boards_of
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Clause, Decision, make_clause
from ....spec.rules import Rules
from ....spec.vocabulary import Phase, Play, Record
from ...evidence.checks import Scope, check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...solving.budget import Budget
from ...solving.certificate import NotKept
from ...solving.solution import Value, solve
from ...solving.solver import MODES, Solver
from ...values.difference import Otherwise, in_positions
from ...values.valuing import turns_judged_otherwise
from .values import games_against_every_reply

PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
MOST_NODES = 1_000_000
NODES_FOR_A_LINE = 3_000_000
NODES_OF_A_LOSS = 50_000
RANKED = 5


def boards_to(grid: Grid) -> list[Grid]:
    """The boards before and with some board, the smallest first.

    >>> [str(each) for each in boards_to(Grid(4, 1))]
    ['1x1', '2x1', '3x1', '4x1']
    """
    every = [each for size in range(1, grid.size + 1) for each in boards_of(size)]
    return every[: every.index(grid) + 1]


def smallest_changed(rules: Rules, otherwise: Rules, last: Grid) -> Verdict:
    """Find the smallest position that is worth something else under other rules, on boards up to one."""
    counts = {"positions": 0, "undecided": 0}
    for grid in boards_to(last):
        found = in_positions((rules, otherwise), grid, MOST_NODES)
        counts["positions"] += found.covered.compared + found.covered.undecided
        counts["undecided"] += found.covered.undecided
        if found.first is not None:
            parts = zip(found.first.games, found.first.values, strict=True)
            confirmed = [confirmed_by_strategies(*some) for some in parts]
            counts["confirmed_by_strategies"] = confirmed.count(True)
            if False in confirmed:
                notes = "No strategies keep to a value that the solver came to."
                return Verdict(Outcome.UNKNOWN, str(grid), "search", counts, notes=notes)
            witness = witness_of(found.first)
            return Verdict(Outcome.WITNESSED, str(grid), "search", counts, witness, not counts["undecided"])
    notes = "None of these positions is worth anything else."
    return Verdict(Outcome.UNKNOWN, f"positions up to {last}", "search", counts, notes=notes)


def confirmed_by_strategies(game: Game, value: Value) -> bool | None:
    """Whether both players have strategies for a value, against every reply; None if these are too large to play."""
    solver = Solver([game], Budget())
    if Value(*(solver.value(game, mode) for mode in MODES)) != value:
        return False
    try:
        return True if games_against_every_reply(solver, game, value) else None
    except NotKept:
        return False


def witness_of(found: Otherwise) -> Story:
    """The position, with best play under the first rules, and what best play comes to under both."""
    here, there = (told(value) for value in found.values)
    return position_witness(found.games[0], f"Best play: {here}. Under the other rules: {there}.")


def position_witness(game: Game, shows: str) -> Story:
    """A position with one line of best play, as far as that is found."""
    line = solve(game, Budget(nodes=NODES_FOR_A_LINE)).line
    return Story.play(game, tuple(some.turn for some in line), shows)


def told(value: Value) -> str:
    """A value in words.

    >>> told(Value(-1, 0)), told(Value(2, 2))
    ('Black leads by -1 or by 0', 'Black leads by 2')
    """
    leads = ("there is no result" if isinf(lead) else f"Black leads by {lead:g}" for lead in (value.worst, value.best))
    return " or ".join(dict.fromkeys(leads)).replace(" or Black leads by", " or by")


def every_position_is_worth_the_same(rules: Rules, otherwise: Rules, grid: Grid) -> Verdict:
    """Compare what all positions of a board are worth under both rule sets."""
    found = in_positions((rules, otherwise), grid, MOST_NODES, every=True)
    some = found.covered
    counts = {"positions": some.compared, "undecided": some.undecided}
    phases = (Phase.MAIN,) if rules.scoring is Scoring.AREA else PHASES
    acted = sum(turns_judged_otherwise(rules, otherwise, grid, phase) for phase in phases)
    verdict = holds_unless(some.otherwise, str(grid), "search", **counts)
    if some.undecided and verdict.outcome is Outcome.HOLDS:
        return Verdict(Outcome.UNKNOWN, str(grid), "search", counts)
    witness = None if found.first is None else witness_of(found.first)
    return replace(if_it_acted(verdict, acted, "judged a turn otherwise"), witness=witness)


def changed_by_loss(rules: Rules, clause: Clause, grids: Sequence[Grid]) -> int | None:
    """What number of positions are worth something else without a clause; None if the rules are none without it."""
    otherwise = rules.dropping(clause.name)
    try:
        found = [in_positions((rules, otherwise), grid, NODES_OF_A_LOSS, every=True) for grid in grids]
    except ValueError:
        return None
    return sum(some.covered.otherwise for some in found)


def no_clause_changes_more(rules: Rules, most: str, grids: Sequence[Grid]) -> Verdict:
    """Drop every clause in force that decides something: none changes what more positions are worth than that one."""
    deciding = [clause for clause in rules.in_force if clause.decides is not None]
    losses = {clause.name: changed_by_loss(rules, clause, grids) for clause in deciding}
    known = {name: number for name, number in losses.items() if number is not None}
    more = [name for name, number in known.items() if number > known[most]]
    ranked = sorted(known, key=lambda name: -known[name])[:RANKED]
    counts = {"clauses": len(known), "not_rules_without": len(losses) - len(known), "changed": known[most]}
    notes = "; ".join(f"without {name}, {known[name]} positions change" for name in ranked)
    verdict = holds_unless(len(more), " and ".join(map(str, grids)), "search", **counts)
    return replace(if_it_acted(verdict, known[most], "changed a value"), notes=f"{notes[0].upper()}{notes[1:]}.")


def nobody_moves(record: Record[int], play: Play[int]) -> Condition:
    """In the second cleanup phase nobody moves any more."""
    return play.before.meets(play.point, play.before.board.nothing)


NO_SECOND_CLEANUP = make_clause(
    nobody_moves, "ours/second-cleanup-of-passes", decides=Decision.LEGAL, during=(Phase.SECOND_CLEANUP,)
)
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
POSITIONAL, SITUATIONAL = Rules(), Rules(ko=Ko.SITUATIONAL)
TERRITORY = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)
MARKS_IN_STATES = "katago-v2/cleanup/state#marks"
READ_OTHERWISE = (
    ("reading/ilr-own-stone", "literal", TERRITORY, "scoring=TERRITORY"),
    ("reading/unblock-is-not-a-move", "pass", TERRITORY, "scoring=TERRITORY"),
    ("reading/unblock-is-not-a-move", "move", TERRITORY, "scoring=TERRITORY"),
    ("reading/state-after-pass", "excluded", TERRITORY, "scoring=TERRITORY"),
    ("reading/self-play-end-territory", "none", replace(TERRITORY, self_play_opts=True), "scoring=TERRITORY"),
    ("reading/initial-stones", "uncounted", replace(TERRITORY, tax=Tax.NONE), "scoring=TERRITORY tax=NONE"),
    ("reading/engine-always-pass-alive", "engine", TERRITORY, "scoring=TERRITORY"),
    ("reading/engine-always-pass-alive", "everywhere", SIMPLE, "ko=SIMPLE"),
    ("reading/history-includes-passes", "excluded", POSITIONAL, "ko=POSITIONAL"),
    ("reading/history-includes-passes", "excluded", SITUATIONAL, "ko=SITUATIONAL"),
)
for _name, _value, _rules, _label in READ_OTHERWISE:
    check(
        "fact/value-readings",
        "smallest",
        f"{_label} {_name}={_value}",
        15,
        Scope.STANDARD,
        under=(_rules, _rules.reading({_name: _value})),
    )(partial(smallest_changed, last=Grid(5, 1)))
for _clause, _last in (
    ("legal-once", Grid(2, 1)),
    ("legal-unblocked", Grid(5, 1)),
    ("mark", Grid(5, 1)),
    ("end-repeated-pass", Grid(4, 1)),
    ("no-result", Grid(4, 1)),
):
    _dropped = f"katago-v2/cleanup/{_clause}"
    check(
        "fact/value-clauses",
        "smallest",
        f"scoring=TERRITORY without {_dropped}",
        20,
        Scope.QUICK if _clause == "legal-once" else Scope.STANDARD,
        under=(TERRITORY, TERRITORY.dropping(_dropped)),
    )(partial(smallest_changed, last=_last))
_PASS = "katago-v2/main/end-repeated-pass"
check(
    "fact/value-clauses",
    "smallest",
    f"scoring=AREA without {_PASS}",
    20,
    Scope.STANDARD,
    under=(SIMPLE, SIMPLE.dropping(_PASS)),
)(partial(smallest_changed, last=Grid(4, 1)))
check(
    "fact/value-second-cleanup",
    "smallest",
    "scoring=TERRITORY",
    2,
    Scope.QUICK,
    under=(TERRITORY, TERRITORY.adding(NO_SECOND_CLEANUP)),
)(partial(smallest_changed, last=Grid(3, 1)))
check("fact/value-superko-positions", "2x1", "suicide=yes", 0.2, under=(POSITIONAL, SITUATIONAL))(
    partial(every_position_is_worth_the_same, grid=Grid(2, 1))
)
check_boards(
    "fact/value-simpler",
    every_position_is_worth_the_same,
    boards=[(2, 1)],
    standard=[(3, 1), (4, 1), (2, 2), (5, 1)],
    rules=f"scoring=TERRITORY without {MARKS_IN_STATES}",
    cost=lambda grid: 2.0**grid.size / 4,
    under=(TERRITORY, TERRITORY.dropping(MARKS_IN_STATES)),
)
for _rules, _label, _cost in ((SIMPLE, "ko=SIMPLE", 4), (TERRITORY, "scoring=TERRITORY", 60)):
    check("fact/value-most", "2x1 3x1", _label, _cost, Scope.STANDARD, under=(_rules,))(
        partial(no_clause_changes_more, most="katago-v2/main/pass#counts", grids=(Grid(2, 1), Grid(3, 1)))
    )
