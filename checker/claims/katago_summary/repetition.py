"""What the summary says of repetition: positions for states, superko, and long cycles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import z3

from ....interpreter.game import Game
from ....interpreter.mentioned import names_mentioned
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....spec.algebra import Color, Grid
from ....spec.algebra.grid import points_of
from ....spec.composition import resulting_state
from ....spec.parameters import Ko
from ....spec.registry import Decision, clauses
from ....spec.rules import Rules, guard_parameters
from ....spec.vocabulary import PASS, Move, Phase, Play, Record
from ...evidence.queries import QueryKind
from ...evidence.verdict import (
    GAMES,
    Outcome,
    Seen,
    answer,
    cases,
    count,
    every_case,
    one_case,
    smallest_case,
)
from ...phase.machine import Model
from ...play.capture import GameSearch, shortest_game
from ...play.comparison import Lockstep, compare, layers, lines_of
from ...play.outcomes import PartingAspect
from ...proofs.coverage import proof
from ...proofs.declarations import OF_BANS
from ...proofs.one_turn import COLORING, POINT, OneTurn, move_to_any_coloring
from ...proofs.phase_ends import IN_TURNS, WORK
from ...proofs.rule_sets import alike, rule_sets
from ...proofs.solvers import Query, refuted, statements
from ...proofs.unknown import formula_of, paths
from ..katago_v2.sekis import ko_points
from ..shapes import Shape

_REPEATED_PASS = "katago-v2/main/end-repeated-pass"
_SIMPLE_KO = "katago-v2/main/legal-simple-ko"
BUTTON_END = "katago-v2/main/end-two-passes-button"
_BY_SIZE = [Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(2, 2), Grid(4, 1)]
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)


def fought_in(shape: Shape, rules: Rules, is_sought: Callable[[Game], bool]) -> GameSearch:
    """Every game from a shape with moves in its kos, in any order: the shortest that is sought, if there is one."""
    return shortest_game(shape.game(rules), ko_points(shape), is_sought)


@one_case("{shape.grid}", so=Outcome.WITNESSED)
def ends_the_phase(rules: Rules, shape: Shape) -> Seen:
    """Show that taking the kos of a double ko in turn leads to a repeated pass, which ends the phase."""
    played = fought_in(shape, rules, ended_by_repeated_pass)
    counts = {"games": played.games}
    if played.shortest is None:
        return answer(False, counts, notes="No game ended so.")
    shows = "With both kos taken and taken back, a player passes where that player has passed: this ends the phase."
    return answer(True, counts, Story.play(shape.game(rules), played.shortest.turns_taken, shows))


@one_case("{shape.grid}", so=Outcome.WITNESSED)
def has_a_result(rules: Rules, shape: Shape) -> Seen:
    """Whether a double ko can end the game without result, with moves in the kos and passes in any order."""
    played = fought_in(shape, rules, has_no_result)
    counts = {"games": played.games}
    if played.shortest is not None:
        witness = Story.play(shape.game(rules), played.shortest.turns_taken, "The game ends without result.")
        return answer(True, counts, witness)
    notes = (
        "Of a double ko alone the claim is only half so: every game with moves in its kos and passes has a result, as "
        "nobody can go on without passing, and passes begin the count anew."
    )
    return answer(False, counts, notes=notes)


@smallest_case(Outcome.WITNESSED, _BY_SIZE)
def shortest_cycle(rules: Rules, is_sought: Callable[[Game], bool], shows: str, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which a game ends as is sought, and the shortest such game on it."""
    for lines in layers(Lockstep(Model.each([rules], grid)), depth=None):
        yield count(games=sum(line.number for line in lines))
        game = next((line.games[0] for line in lines if is_sought(line.games[0])), None)
        if game is not None:
            yield cases(1, Story.play(Game(rules, grid), game.turns_taken, shows))


def has_no_result(game: Game) -> bool:
    """Whether a game has ended without result."""
    return isinstance(game.result, NoResult)


def ended_by_repeated_pass(game: Game) -> bool:
    """Whether a pass from a state from which the player had passed before has just ended the phase."""
    return game.ended_by == _REPEATED_PASS


TWO_PASSES, THREE_PASSES, FORBADE = 2, 3, "forbade a move"


def no_return_to_position(record: Record, play: Play[int]) -> bool:
    """A move does not result in the position at the start of the opponent's previous turn."""
    before = record.previous
    return before is None or not play.after.same_as(before.position.coloring)


@one_case(GAMES, acts=FORBADE)
def position_does_for_state(rules: Rules, depth: int | None, grid: Grid) -> Seen:
    """Compare simple ko with a rule that forbids the position at the start of the opponent's previous turn."""
    comparison = compare(rules, rules.replacing(_SIMPLE_KO, no_return_to_position), grid, depth)
    counts = {"games": comparison.covered.games, "ended": comparison.covered.ended}
    if comparison.parting is not None:
        return answer(False, counts, comparison.parting.story, is_minimal=True)
    notes = (
        "Either way the opponent is to move. The state may also tell whether anybody has passed: that can differ only "
        "where the opponent's previous turn was the first pass, and then no move leaves the position as it was."
    )
    forbidden = sum(
        line.number * len(repeating_moves(line.games[0]))
        for line in lines_of(Lockstep(Model.each([rules], grid)), depth)
    )
    return answer(True, counts, notes=notes, acted=forbidden)


@every_case(GAMES, acts=FORBADE)
def situational_bans_are_positional(rules: Rules, depth: int | None, grid: Grid) -> Iterator[Seen]:
    """Judge every move of every situational game by both, the positional history being that of the same turns."""
    games = Lockstep(Model.each([replace(rules, ko=ko) for ko in (Ko.SITUATIONAL, Ko.POSITIONAL)], grid))
    for line in lines_of(games, depth):
        situational, positional = map(repeating_moves, line.games)
        bans, other_bans = (line.number * len(moves) for moves in (situational, positional))
        only = line.number * len(situational - positional)
        yield cases(only, acted=bans, games=line.number, situational_bans=bans, positional_bans=other_bans)


def repeating_moves(game: Game) -> set[Move]:
    """The moves that are pseudolegal, but forbidden for what they repeat."""
    if game.over:
        return set()
    moves = (Move(point) for point in points_of(game.position.coloring.empty))
    objections = ((move, game.judge(move).clause) for move in moves)
    return {move for move, clause in objections if clause is not None and clause.decides is Decision.LEGAL}


def forbids_what_has_stood(rules: Rules, player: Color) -> bool:
    """Whether a move of the main phase is forbidden exactly if the state that it leads to is an earlier one.

    Raises:
        LeftOpen: a clause asks about something else.
    """
    turns = OneTurn(rules, Phase.MAIN)
    records = [turns.before(case) for case in turns.cases if isinstance(case.turn, Move) and case.player is player]
    return all(_forbids_what_has_stood(record) for record in records)


def _forbids_what_has_stood(record: Record[Any]) -> bool:
    player, bans = record.position.player, record.rules.deciding(Decision.LEGAL)
    play = move_to_any_coloring(COLORING, player, POINT)
    is_new = formula_of(record.earlier.lacks(resulting_state(record, play)))
    step = f"{player.name.capitalize()} may not move exactly to what stood earlier"

    def allowed() -> Any:
        return z3.And([formula_of(ban.function(record, play)) for ban in bans])

    says = f"It is not so that {' and '.join(ban.name for ban in bans)} forbid just what has stood"
    return all(
        refuted(
            Query(
                QueryKind.ONE_TURN,
                statements(*path, legal != is_new),
                step,
                work=WORK,
                labels=(*("The clauses go this way" for _ in path), says),
            )
        )
        for path, legal in paths(allowed)
    )


@proof(OF_BANS, "clauses")
def situations_hold_positions(rules: Rules) -> Seen:
    """Prove that a move is forbidden for an earlier state, and that situational states hold the positional ones."""
    rules = rules.literally()
    document = list(clauses(rules.document))
    document += [amendment.clause for amendment in rules.amendments if amendment.clause is not None]
    decisions = {clause.decides for clause in document if "ko" in guard_parameters(clause.guard)}
    deciding = [decision for decision in Decision if decision in decisions]
    obstacles = {clause.name for clause in document if "ko" in names_mentioned([clause.function])}
    checked = 0
    both: list[Rules] = []
    for positional in rule_sets(rules, deciding, {"ko": [Ko.POSITIONAL]}):
        situational = replace(positional, ko=Ko.SITUATIONAL)
        both += (positional, situational)
        for decision, phase in product(deciding, Phase):
            checked += 1
            less, more = ({*rule_set.deciding(decision, phase)} for rule_set in (positional, situational))
            wrong = less - more if decision is Decision.STATE else less ^ more
            obstacles |= {clause.name for clause in wrong}
    for group, player in product(alike(both, IN_TURNS, [Phase.MAIN]), Color):
        checked += 1
        if not forbids_what_has_stood(group[0], player):
            obstacles |= {clause.name for clause in group[0].deciding(Decision.LEGAL)}
    if obstacles:
        notes = f"It is not so, or not known, by reason of {' and '.join(sorted(obstacles))}."
        return answer(False, {"decisions": checked}, notes=notes)
    notes = (
        "A move is forbidden when the state that it leads to is an earlier one, and for nothing else. A situational "
        "state holds the positional one, made of the same clauses, so where it has stood before, the positional state "
        "has too."
    )
    return answer(True, {"decisions": checked}, notes=notes)


@smallest_case(Outcome.WITNESSED, _BY_SIZE, scope="boards up to {last}")
def positional_bans_more(positional: Rules, situational: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the shortest game on it, with a move that positional superko alone forbids."""
    comparison = compare(positional, situational, grid)
    parting = comparison.parting
    yield count(games=comparison.covered.games)
    if parting is not None:
        only_positional = parting.aspect is PartingAspect.LEGAL and parting.turn in parting.games[1].turns()
        yield replace(cases(1, parting.story), so=None if only_positional else Outcome.REFUTED)


@every_case(GAMES, acts="took three passes to end the phase")
def only_the_first_pass_is_extra(rules: Rules, depth: int | None, grid: Grid) -> Iterator[Seen]:
    """Pass in every game: two passes in a row must end it, or three if the first pass of the game is among them."""
    for line in lines_of(Lockstep(Model.each([rules], grid)), depth):
        game, number = line.games[0], line.number
        if game.over:
            continue
        needed = THREE_PASSES if game.record.pass_run == game.record.passes else TWO_PASSES
        ends = game.play(PASS).ended_by == BUTTON_END
        by_two = number * (ends and game.record.pass_run < TWO_PASSES)
        by_three = number * ends - by_two
        against = number * (ends != (game.record.pass_run + 1 >= needed))
        yield cases(against, acted=by_three, games=number, ended_by_two=by_two, ended_by_three=by_three)


@one_case("1x1", so=Outcome.WITNESSED)
def three_passes(rules: Rules) -> Seen:
    """Show that it takes three passes to end a game that has nothing but passes."""
    start = Game(rules, 1)
    passes = start.passed_out().turns_taken
    if len(passes) != THREE_PASSES:
        return answer(False, {"passes": len(passes)})
    shows = "The first pass of the game does not count, so that it takes three to end it."
    return answer(True, {"passes": len(passes)}, Story.play(start, passes, shows), is_minimal=True)
