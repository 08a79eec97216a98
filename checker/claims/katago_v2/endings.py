"""How phases and games end: early, without a fight for the second pass, by a button, and with nobody to judge."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from ....interpreter.game import Game
from ....interpreter.history import early_end
from ....interpreter.notation import board_text
from ....interpreter.result import NoResult, Score, score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.composition import move
from ....spec.katago_v2.cleanup import CLEANUP, is_ko_move
from ....spec.katago_v2.life import pass_alive, pass_alive_territory
from ....spec.parameters import Ko, Scoring, Tax
from ....spec.registry import Decision, statements_of
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Phase
from ...evidence.verdict import (
    GAMES,
    OUT_OF_BUDGET,
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
from ...phase.machine import Model
from ...phase.many import as_integers
from ...play.comparison import Line, Lockstep, lead_passed_on, lines_of
from ...solving.solution import Value
from ...sweeps.sweep import legal_chunks, positions_of, read_on_arrays
from ...values.valuing import Valuing, starts_of

_MOST_NODES = 3_000_000
SUPERKO = Rules(suicide=False)
JAPANESE = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, tax=Tax.SEKI, suicide=False)


@one_case("settled positions of {grid}", acts="solved a position")
def best_play_scores_as_the_early_end(rules: Rules, grid: Grid, budget: int = _MOST_NODES) -> Seen:
    """Solve every settled position of a board without the self-play options, from a fresh history.

    Best play must score what the early end scores, whatever a game without result is worth.
    """
    rules, with_options = (replace(rules, self_play_opts=value) for value in (False, True))
    counts = dict.fromkeys(("positions", "undecided", "nodes"), 0)
    settled = list(settled_positions(with_options, grid))
    valuing = Valuing([Game(rules, rows=c, to_play=player) for c in settled for player in Color], budget)
    for c in settled:
        for player in Color:
            early = early_end(replace(Game(with_options, rows=c, to_play=player).record, last=PASS))
            if early is None or not isinstance(early.result, Score):
                notes = f"There is no early end with a score in {board_text(c)}."
                return answer(None, counts, notes=notes)
            value = valuing.worth(Game(rules, rows=c, to_play=player)).value
            counts["positions"] += 1
            counts["nodes"] = valuing.nodes
            counts["undecided"] += value is None
            if value is not None and value != Value(early.result.lead, early.result.lead):
                notes = f"Best play scores otherwise in {board_text(c)} with {player.name.lower()} to play."
                return answer(False, counts, notes=notes, scope=str(grid))
    notes = "No history goes before, so nothing is said of superko histories."
    return answer(not counts["undecided"] or None, counts, notes=notes, acted=counts["positions"])


def lead_by_best_play(valuing: Valuing, game: Game) -> float | None:
    """By how much Black leads under best play.

    None if the budget ran out, or if it matters what a game without result is worth.

    >>> game = Game(SUPERKO, (3, 1))
    >>> lead_by_best_play(Valuing([game]), game)
    3.0
    """
    value = valuing.worth(game).value
    return None if value is None else value.with_no_result_at(None)


def settled_positions(rules: Rules, grid: Grid) -> Iterator[Coloring[int]]:
    """The legal positions in which every point is pass-alive or pass-alive-territory of some color."""
    finding = read_on_arrays(rules)
    for c in legal_chunks(grid):
        groups = {color: pass_alive(finding, c, color) for color in Color}
        settled = c.board.nothing
        for color in Color:
            settled = settled | groups[color] | rules.defined(pass_alive_territory)(c, color, groups[color])
        for index in np.flatnonzero(settled == c.board.everything):
            yield as_integers(c, int(index))


@every_case("settled positions of {grid}", acts="ended the game early")
def early_end_scores_as_passing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Compare the score of the early end with that of passing on without it, for every settled position."""
    without = rules.dropping("katago-v2/main/end-all-pass-alive")
    for c, player in product(settled_positions(rules, grid), Color):
        # The clause speaks of the end of a turn: take it that a move has just been made.
        early = early_end(replace(Game(rules, rows=c, to_play=player).record, last=PASS))
        passing = Game(without, rows=c, to_play=player).passed_out()
        yield case(early is not None and early.result == passing.result, positions=1)


def pairs_of_games(rules: Rules, grid: Grid) -> Iterator[tuple[Game, Game]]:
    """From every legal position both phases at their starts, after each move, and two turns after each ko-move."""
    for c, player in product(positions_of(grid), Color):
        start, in_cleanup = (Game(rules, rows=c, to_play=player, phase=phase) for phase in (Phase.MAIN, CLEANUP[0]))
        yield start, in_cleanup
        for main, cleanup in _after_each_move(start, in_cleanup):
            yield main, cleanup
            if cleanup.position.marks:
                for threat in _after_each_move(main, cleanup):
                    yield threat
                    yield from _after_each_move(*threat)


def _after_each_move(main: Game, cleanup: Game) -> Iterator[tuple[Game, Game]]:
    """Both games after each move that is legal in both."""
    allowed = {*cleanup.moves()}
    return ((main.taking(turn), cleanup.taking(turn)) for turn in main.moves() if turn in allowed)


@every_case("games begun on {grid}", acts="told two phases apart")
def changes_ko_alone(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Compare what is legal, and what is scored if both players pass on, in the main phase and in the first cleanup."""
    for main, cleanup in pairs_of_games(rules, grid):
        c, player = main.position.coloring, main.position.player
        plays = (move(rules, c, player, turn.point) for turn in {*main.moves()} ^ {*cleanup.moves()})
        kinds = [bool(rules.defined(is_ko_move)(rules, play)) for play in plays]
        alike = all(kinds) and main.passed_out().result == cleanup.passed_out().result
        shows = partial(Story.of, cleanup, "Then the main phase differs from this one in more than ko-moves.")
        yield case(alike, shows, acted=sum(kinds), games=1, ko_moves_told_apart=sum(kinds))


HOW_GAMES_END = (
    "From each of these games on, two players who only pass reach a result. That no game goes on forever, whatever "
    "its players do, is claim/game-terminates."
)


@every_case(GAMES, acts="reached a score", notes=HOW_GAMES_END)
def turns_come_to_a_result(rules: Rules, depth: int | None, grid: Grid) -> Iterator[Seen]:
    """Whether every game has a result once it is over, and can be brought to one by passes from wherever it stands."""
    for line in lines_of(Lockstep(Model.each([rules], grid)), depth):
        game, number = line.games[0], line.number
        without_result = number * (game.over and isinstance(game.result, NoResult))
        scored = number * game.over - without_result
        shows = partial(Story.of, game, "However often both players pass from here, there is no result.")
        open_ones = 0 if game.passed_out().over else number
        yield cases(open_ones, shows, scored, games=number, scored=scored, without_result=without_result)


@every_case(GAMES, acts="was over sooner")
def only_shortened(options: Rules, plain: Rules, depth: int, grid: Grid) -> Iterator[Seen]:
    """Play every game with the self-play options beside the same without: is it over first, or at the same turn?"""
    for line in lines_of(Lockstep(Model.each((options, plain), grid)), depth):
        with_options, without = line.games
        cut_short = line.number * (with_options.over and not without.over)
        alike = with_options.over or not (without.over or {*with_options.turns()} != {*without.turns()})
        yield case(alike, acted=cut_short, games=line.number, cut_short=cut_short)


_BUDGET = 10_000
_SMALLEST = (Grid(1, 1), Grid(2, 1), Grid(3, 1))
KO_MARKS, KO_BLOCKED = "katago-v2/cleanup/mark", "katago-v2/cleanup/legal-unblocked"
KO_ONCE, _SIMPLE_KO = "katago-v2/cleanup/legal-once", "katago-v2/main/legal-simple-ko"


def worth_of_being_first(valuing: Valuing, rules: Rules, c: Coloring[int], phase: Phase) -> float | None:
    """How much more Black leads under best play if Black is first to play, not White; None if it is not known."""
    first, second = (
        lead_by_best_play(valuing, Game(rules, rows=c, to_play=player, phase=phase)) for player in (BLACK, WHITE)
    )
    return None if first is None or second is None else first - second


def worths(
    rules: Rules, grid: Grid, budget: int = _BUDGET
) -> Iterator[tuple[Coloring[int], tuple[float, float] | None]]:
    """Every legal position, and what it is worth to be first in the first and in the second phase; None if unknown."""
    valuings = {phase: Valuing(starts_of(rules, grid, phase), budget) for phase in CLEANUP}
    for c in positions_of(grid):
        split, at_once = (worth_of_being_first(valuing, rules, c, phase) for phase, valuing in valuings.items())
        yield c, None if split is None or at_once is None else (split, at_once)


@smallest_case(boards=_SMALLEST)
def smallest_incentive(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position in which it is still worth something to be first, though cleanup has two phases."""
    for c, worth in worths(rules, grid):
        yield count(positions=1)
        split, at_once = worth or (0, 0)
        if split > 0:
            shows = (
                f"To be first is worth {split:g} at the start of the first phase, and {at_once:g} if "
                "the second one followed the main phase."
            )
            witness = Story.play(Game(rules, rows=c, phase=Phase.FIRST_CLEANUP), (), shows)
            yield cases(1, witness, split=int(split), at_once=int(at_once))


@every_case(acts="made it worth less, or more, to be first")
def splitting_never_adds_to_it(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether it is never worth more to be first than if the second phase followed the main phase at once."""
    for c, worth in worths(rules, grid):
        yield count(positions=1, undecided=worth is None, none=0, less=0, the_same=0)
        if worth is None:
            continue
        split, at_once = worth
        less, none = split < at_once, at_once == 0
        if split > at_once:
            shows = f"To be first is worth {split:g} in two phases, and {at_once:g} in the second alone."
            yield case(False, Story.play(Game(rules, rows=c, phase=Phase.FIRST_CLEANUP), (), shows))
        else:
            yield case(True, acted=less and not none, none=none, less=less and not none, the_same=not (none or less))


def under_the_ko_rule_before(rules: Rules) -> Rules:
    """Rules whose cleanup has the main phase's ko rule in the place of its own."""
    simple_ko = next(clause for clause in statements_of(_SIMPLE_KO) if clause.decides is Decision.LEGAL)
    return rules.dropping(KO_MARKS).dropping(KO_BLOCKED).replacing(KO_ONCE, simple_ko.function, simple_ko.text)


@one_case("legal positions of {grid}", acts="was the change of ko that made a move necessary")
def incentive_that_ko_alone_makes(rules: Rules, grid: Grid) -> Seen:
    """Whether two phases leave nothing to fight for where the change of ko makes it worth something to be first.

    Those are positions that are settled but for it: under the ko rule before, nothing is gained by being first in
    either phase; under that of cleanup, something is if all changes at once.
    """
    before = under_the_ko_rule_before(rules)
    valuings = {key: Valuing(starts_of(key[0], grid, key[1]), _BUDGET) for key in product((before, rules), CLEANUP)}
    counts = dict.fromkeys(("positions", "undecided", "settled", "made_necessary"), 0)
    for c in positions_of(grid):
        counts["positions"] += 1
        worth = {key: worth_of_being_first(valuing, key[0], c, key[1]) for key, valuing in valuings.items()}
        if None in worth.values():
            counts["undecided"] += 1
        elif all(worth[before, phase] == 0 for phase in CLEANUP):
            counts["settled"] += 1
            split, at_once = (worth[rules, phase] for phase in CLEANUP)
            counts["made_necessary"] += bool(at_once)
            if at_once and split:
                shows = f"To be first is worth {split:g} in two phases, though all was settled but for the rule of ko."
                witness = Story.play(Game(rules, rows=c, phase=Phase.FIRST_CLEANUP), (), shows)
                return answer(False, counts, witness, scope=str(grid))
    if counts["undecided"] and counts["made_necessary"]:
        return answer(None, counts, notes=OUT_OF_BUDGET)
    return answer(True, counts, acted=counts["made_necessary"])


_HALF = 0.5
_MOST_POINTS, _MOST_TURNS = 4, 5


def apart(line: Line) -> tuple[float, float]:
    """By how much Black leads more by area with the button than by territory, and how much more without the button."""
    area, with_button, territory = map(lead_passed_on, line.games)
    return with_button - territory, area - territory


@every_case(
    "games of up to {depth} moves on {grid} in which nobody passes before the end", acts="made up for a difference"
)
def half_a_point_apart(area: Rules, with_button: Rules, territory: Rules, depth: int, grid: Grid) -> Iterator[Seen]:
    """Pass on from every game of moves alone: by area with the button Black must always lead by half a point more."""
    games = Lockstep(Model.each((area, with_button, territory), grid))
    lines = [games.start]
    for _ in range(depth + 1):
        longer: dict[Hashable, Line] = {}
        for line in lines:
            button, without = apart(line)
            one_apart, equal = (line.number * (without == by) for by in (1, 0))
            against = line.number * (button != _HALF)
            counts = {"games": line.number, "equal_without_it": equal, "one_apart_without_it": one_apart}
            yield cases(against, None, one_apart, **counts)
            for further in games.continued(line, line.games[0].moves()):
                games.gather(longer, further)
        lines = list(longer.values())


@smallest_case(Outcome.WITNESSED, boards=_MOST_POINTS)
def smallest_otherwise(
    area: Rules, with_button: Rules, territory: Rules, grid: Grid, most_turns: int = _MOST_TURNS
) -> Iterator[Seen]:
    """Show the shortest game, on the smallest board, in which somebody passes earlier and the button is of no avail."""
    for line in lines_of(Lockstep(Model.each((area, with_button, territory), grid)), most_turns):
        if line.over or apart(line)[0] == _HALF:
            yield count(games=line.number)
            continue
        shows = f"Once both pass, Black leads by {apart(line)[0]:g} more by area with the button than by territory."
        yield cases(1, Story.of(line.games[1], shows), games=line.number)


SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
BUTTON = replace(SIMPLE, button=True)


@every_case(
    acts="was made for nothing",
    notes="Nobody has passed before, and both players only pass after the move, or at once.",
)
def moves_for_nothing_cost(rules: Rules, plain: Rules, grid: Grid) -> Iterator[Seen]:
    """Make every move that changes nothing without the button: does its player then lead by less with it?"""
    for c, player in product(positions_of(grid), Color):
        yield count(positions=1, moves_for_nothing=0)
        start, without = (Game(rule_set, rows=c, to_play=player) for rule_set in (rules, plain))
        at_once, expected = (lead_passed_on(game, player) for game in (start, without))
        for made in start.moves():
            if lead_passed_on(without.taking(made), player) == expected:
                end = start.taking(made).passed_out()
                shows = f"After a move for nothing, {score_text(end.result)}: it costs nothing."
                yield case(lead_passed_on(end, player) < at_once, partial(Story.of, end, shows), moves_for_nothing=1)
