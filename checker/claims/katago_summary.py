"""What KataGo's summary says: of repetition, of scores, seki, moves in cleanup and suicide, and by short names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import add
from typing import Any

import numpy as np
import z3

from ...interpreter.clauses_of_authors import names_mentioned
from ...interpreter.game import Game
from ...interpreter.notation import vertex
from ...interpreter.result import Score, score_text, scored_by
from ...interpreter.rule_names import KATAGO_NAMES, parse_rules, plain
from ...interpreter.story import Story
from ...spec.algebra import BLACK, Color, Coloring, Grid, Number
from ...spec.algebra.arrays import Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal, resulting_state
from ...spec.katago_v2.life import dame_regions, independent_life_regions
from ...spec.parameters import HandicapBonus, Ko, Scoring, Tax
from ...spec.presets import PRESETS
from ...spec.registry import Decision, clauses
from ...spec.rules import Refusal, Rules, guard_parameters
from ...spec.vocabulary import PASS, Ended, Move, Phase, Play, Record
from ..evidence.queries import QueryKind
from ..evidence.verdict import (
    GAMES,
    LEGAL_UP_TO,
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
from ..phase.machine import Model
from ..phase.many import Numbers, as_integers
from ..play.capture import shortest_game
from ..play.comparison import Lockstep, Parting, compare, layers, lead_passed_on, lines_of
from ..play.outcomes import Leniency, PartingAspect
from ..proofs.coverage import proof
from ..proofs.declarations import OF_BANS, OF_SCORES
from ..proofs.one_point import PointwiseBoard, Total, as_total
from ..proofs.one_turn import COLORING, POINT, OneTurn, move_to_any_coloring
from ..proofs.phase_ends import IN_TURNS, WORK
from ..proofs.rule_sets import Values, alike, rule_sets
from ..proofs.solvers import Query, refuted, statements
from ..proofs.stones_kept import ProvedStatement, balance, every_statement, of_any_komi, stones_are_kept, unknown_end
from ..proofs.unknown import formula_of, paths
from ..sweeps.sweep import legal_chunks, positions_of, scored_otherwise
from .katago_v2.life import BY_SIZE
from .katago_v2.sekis import ko_points, surrounded
from .katago_v2.termination import ends_without_result
from .shapes import Shape

_REPEATED_PASS = "katago-v2/main/end-repeated-pass"
_SIMPLE_KO = "katago-v2/main/legal-simple-ko"
BUTTON_END = "katago-v2/main/end-two-passes-button"
_BY_SIZE = [Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(2, 2), Grid(4, 1)]
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)


@one_case("{shape.grid}", so=Outcome.WITNESSED)
def ends_the_phase(rules: Rules, shape: Shape) -> Seen:
    """Show that taking the kos of a double ko in turn leads to a repeated pass, which ends the phase."""
    played = shortest_game(shape.game(rules), ko_points(shape), ended_by_repeated_pass)
    counts = {"games": played.games}
    if played.shortest is None:
        return answer(False, counts, notes="No game ended so.")
    shows = "With both kos taken and taken back, a player passes where that player has passed: this ends the phase."
    return answer(True, counts, Story.of(played.shortest, shows))


@one_case("{shape.grid}", so=Outcome.WITNESSED)
def has_a_result(rules: Rules, shape: Shape) -> Seen:
    """Whether a double ko can end the game without result, with moves in the kos and passes in any order."""
    played = shortest_game(shape.game(rules), ko_points(shape), ends_without_result)
    counts = {"games": played.games}
    if played.shortest is not None:
        return answer(True, counts, Story.of(played.shortest, "The game ends without result."))
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
            yield cases(1, Story.of(game, shows))


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
    turns, play = OneTurn(rules, Phase.MAIN), move_to_any_coloring(COLORING, player, POINT)
    step = f"{player.name.capitalize()} may not move exactly to what stood earlier"

    def holds(record: Record[Any]) -> bool:
        bans = record.rules.deciding(Decision.LEGAL)
        is_new = formula_of(record.earlier.lacks(resulting_state(record, play)))
        says = f"It is not so that {' and '.join(ban.name for ban in bans)} forbid just what has stood"
        queries = (
            Query(
                QueryKind.ONE_TURN,
                statements(*path, legal != is_new),
                step,
                work=WORK,
                labels=(*("The clauses go this way" for _ in path), says),
            )
            for path, legal in paths(lambda: z3.And([formula_of(ban.function(record, play)) for ban in bans]))
        )
        return all(map(refuted, queries))

    moves = (case for case in turns.cases if isinstance(case.turn, Move) and case.player is player)
    return all(holds(turns.before(case)) for case in moves)


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
    end = Game(rules, 1).passed_out()
    counts = {"passes": end.record.turn}
    if end.record.turn != THREE_PASSES:
        return answer(False, counts)
    shows = "The first pass of the game does not count, so that it takes three to end it."
    return answer(True, counts, Story.of(end, shows), is_minimal=True)


STONE_SCORING, _JAPANESE = PRESETS["stone-scoring"], PRESETS["japanese-like"]

MOST_POINTS_OF_GAME = 4
MOST_POINTS_OF_SEKI = 6

WHEN_COMPENSATED = (
    "A move is compensated if its player leads by a point more than in the same game without points for moves."
)


def _moves_of(rules: Rules, phase: Phase, grid: Grid) -> Iterator[tuple[Game, bool]]:
    """Every move from every legal position in a cleanup phase: the game after it and passes.

    Also whether its player leads by a point more than if no moves were scored.
    """
    unscoring = reduce(Rules.dropping, (clause.name for clause in rules.deciding(Decision.SCORED_MOVES)), rules)
    for c, player in product(positions_of(grid), Color):
        starts = [Game(rule_set, rows=c, to_play=player, phase=phase) for rule_set in (rules, unscoring)]
        for turn in starts[0].moves():
            scored, unscored = (start.taking(turn).passed_out() for start in starts)
            yield scored, lead_passed_on(scored, player) - lead_passed_on(unscored, player) == 1


@every_case(acts="was made", notes=WHEN_COMPENSATED)
def every_move_is_compensated(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Seen]:
    """Make every move of a cleanup phase from every legal position: does each bring its player a point?"""
    yield from (case(is_so, moves=1) for _, is_so in _moves_of(rules, phase, grid))


@smallest_case(boards=MOST_POINTS_OF_GAME, acts="made a move", scope=LEGAL_UP_TO, notes=WHEN_COMPENSATED)
def smallest_without_compensation(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which a move of a cleanup phase brings its player no point."""
    for later, is_so in _moves_of(rules, phase, grid):
        yield case(is_so, Story.of(later, f"{score_text(later.result)}, and nobody has a point for the move."), moves=1)


_MOST_TURNS = 8
_IN_SCORES = (Decision.SCORE, Decision.LIFE)
_WITHOUT_HANDICAP: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.ZERO]}
WHAT_AREA_ADDS = (
    "By area a player scores more than by territory: by the moves made before the second cleanup phase, and by the "
    "stones added in it that have no independent life, less the captures of both colors. So the leads are equal "
    "when both players made as many such moves and left as many such stones, under tax None as well as All. Stones "
    "placed before the game count as moves made before, unblock actions do not count as moves, nobody is compensated "
    "for handicap stones, and no pass-dead stones are removed before the score."
)


@smallest_case(boards=MOST_POINTS_OF_GAME - 1, acts="was over", scope="all games on {last} and smaller boards")
def smallest_game_told_apart(area: Rules, territory: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the shortest game on it, whose lead is another by area than by territory.

    Where the game is over by area scoring, both players pass on to the end of it by territory scoring.
    """
    comparison = compare(area, territory, grid, leniency=Leniency(scores=True, ends=True))
    yield cases(acted=comparison.covered.ended, games=comparison.covered.games)
    if comparison.parting is not None:
        by_area, by_territory = comparison.parting.games
        passing_on = f"by territory, both passing on, {score_text(by_territory.result)}"
        shows = f"By area, {score_text(by_area.result)}; {passing_on}."
        yield cases(1, Story.of(by_area, shows))


def late_stones(ended: Ended[Any], color: Color) -> Number:
    """How many stones of a color were added in the second cleanup phase and have no independent life."""
    c = ended.coloring
    kept = independent_life_regions(ended.rules, c, color) | ended.second_cleanup_start.of(color)
    return c.size(c.of(color) & ~kept)


@every_statement(OF_SCORES, WHAT_AREA_ADDS)
def area_is_territory_but_for_moves(territory: Rules) -> Iterator[ProvedStatement]:
    """Prove how a player's scores by area and by territory differ, at the same end of a game, under each tax."""
    under_each = [*rule_sets(territory.literally(), _IN_SCORES, _WITHOUT_HANDICAP)]
    removing = {clause.name for by in Scoring for clause in replace(territory, scoring=by).deciding(Decision.REMOVAL)}
    if removing:
        yield (f"that {' and '.join(sorted(removing))} removes no stones before the score", False)
        return
    yield from stones_are_kept(territory)
    for rules in under_each:
        yield from _scores_differ(rules)


def _scores_differ(territory: Rules) -> Iterator[ProvedStatement]:
    """How the scores by area and by territory of each player differ, where no stone was made or lost."""
    for button, color in product((None, *Color), Color):
        board = PointwiseBoard()
        ended = unknown_end(of_any_komi(territory), board, button)
        by_area = replace(ended, rules=of_any_komi(replace(territory, scoring=Scoring.AREA)))
        captured = reduce(add, ended.captures.values(), Total(0, 0))
        made_before = ended.earlier_moves[color] + ended.placed[color]
        has_it = f"{button.value} has the button" if button else "nobody has the button"
        text = f"the scores of {color.value} under tax {territory.tax.value}, {has_it}"
        # The balance is 0, as no stone is made or lost.
        scores: Any = (scored_by(scored, color) for scored in (by_area, ended))
        area, territory_score = map(as_total, scores)
        statement = (area + captured).equals(
            territory_score + made_before + late_stones(ended, color) + balance(ended, color)
        )
        yield (text, board.proves(statement, step=text))


def smallest_board_with_dead_stones(rules: Rules, removing: Rules) -> tuple[Coloring[int], int]:
    """The fewest stones, on the smallest board, of which some are pass-dead and would count if they were removed.

    Also the number of legal positions that were looked at.

    Raises:
        ValueError: no board that was looked at has any.
    """
    positions = 0
    for grid in BY_SIZE:
        positions += sum(len(c.black) for c in legal_chunks(grid))
        if differing := [c for c, _ in scored_otherwise(rules, removing, grid)]:
            return min(differing, key=lambda c: (c.black | c.white).bit_count()), positions
    raise Refusal("No board has pass-dead stones that would count.")


@one_case(method="sweep")
def dead_stones_left_do_not_count(rules: Rules, removing: Rules) -> Seen:
    """Find the smallest position in which pass-dead stones are left, and score otherwise than if they were removed."""
    coloring, positions = smallest_board_with_dead_stones(rules, removing)
    left, removed = (Game(rule_set, rows=coloring).passed_out() for rule_set in (rules, removing))
    count_otherwise = lead_passed_on(left) != lead_passed_on(removed)
    shows = f"Left on the board, {score_text(left.result)}; if dead stones counted, {score_text(removed.result)}."
    counts, scope = {"positions": positions}, str(coloring.board.grid)
    return answer(False if count_otherwise else None, counts, Story.of(left, shows), scope=scope, is_minimal=True)


@one_case("games of up to {most_turns} turns", so=Outcome.WITNESSED)
def dead_stones_captured_count(rules: Rules, removing: Rules, most_turns: int = _MOST_TURNS) -> Seen:
    """From that position, find the shortest game in which Black captures them while White passes, and they count."""
    coloring, _ = smallest_board_with_dead_stones(rules, removing)
    if_removed = Game(removing, rows=coloring).passed_out()
    games, number = [Game(rules, rows=coloring)], 0
    for _ in range(most_turns):
        games = [
            game.taking(turn)
            for game in games
            if not game.over
            for turn in (game.turns() if game.position.player is BLACK else (PASS,))
        ]
        number += len(games)
        for game in games:
            if game.over and lead_passed_on(game) == lead_passed_on(if_removed):
                shows = f"Captured in cleanup, {score_text(game.result)}: as much of a lead as if dead stones counted."
                scope = str(coloring.board.grid)
                return answer(True, {"games": number}, Story.of(game, shows), scope=scope, is_minimal=True)
    return answer(None, {"games": number})


WHAT_A_SEKI_IS = (
    "A seki, here, is where all stones of both players border dame, nobody can capture at once, and whoever moves at "
    "a dame can be captured at once. More than that is not looked at."
)


def can_capture(rules: Rules, c: Coloring[int], player: Color, among: int | None = None) -> bool:
    """Whether a player has a move that captures, or one that captures some of the stones given."""
    plays = (move(rules, c, player, point) for point in points_of(c.empty))
    wanted = c.board.everything if among is None else among
    return any(play.captured & wanted and pseudolegal(rules, play) for play in plays)


def is_seki(rules: Rules, c: Coloring[int]) -> bool:
    """Whether both players have stones, all at dame, and neither can approach nor capture the other's."""
    dame = rules.defined(dame_regions)(c)
    beside = c.board.closure(c.border(dame) & c.black, c.black) | c.board.closure(c.border(dame) & c.white, c.white)
    if not dame or beside != c.black | c.white or any(can_capture(rules, c, player) for player in Color):
        return False
    plays = [move(rules, c, player, point) for player in Color for point in points_of(dame)]
    return all(
        not pseudolegal(rules, play) or can_capture(rules, play.after, play.player.opponent, play.point)
        for play in plays
    )


def points_scored(rules: Rules, c: Coloring[int]) -> tuple[Game, int]:
    """The game that ends as it stands, nobody moving in the second cleanup phase, and what both score together."""
    end = Game(rules, rows=c, phase=Phase.SECOND_CLEANUP).passed_out()
    return end, int(end.result.black + end.result.white) if isinstance(end.result, Score) else 0


@smallest_case(boards=MOST_POINTS_OF_SEKI, acts="left a seki alone", scope=LEGAL_UP_TO, notes=WHAT_A_SEKI_IS)
def smallest_points_in_seki(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which a seki, left alone, scores points."""
    for c in positions_of(grid):
        if not is_seki(rules, c):
            yield count(positions=1)
            continue
        end, points = points_scored(rules, c)
        shows = f"Left alone, {score_text(end.result)}, though it is a seki."
        yield case(not points, Story.of(end, shows), positions=1, sekis=1)


@every_case(acts="was surrounded in a seki", notes=WHAT_A_SEKI_IS)
def seki_scores_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Leave every seki of a board alone: does nobody score?"""
    for c in positions_of(grid):
        yield count(positions=1, sekis=0, surrounded_points=0)
        if is_seki(rules, c):
            points = sum(surrounded(c, color).bit_count() for color in Color)
            yield case(points_scored(rules, c)[1] <= 0, acted=points, sekis=1, surrounded_points=points)


WHY_NOT_BOTH = (
    "Only the second condition is ever met: what clears stones of the opponent is no suicide, as they go first."
)


def suicides(rules: Rules, grid: Grid) -> Iterator[tuple[Coloring[Words], Color, int, Numbers, Words, Numbers]]:
    """For every player and point, the positions of a board, and in which of them playing there is suicide.

    Yields the positions, the player, the point; the indices of the positions in which several of the player's own
    stones would be emptied; which points of the opponent that clears; and the indices in which it is pseudolegal.
    """
    for c in legal_chunks(grid):
        for player in Color:
            for point in points_of(grid.everywhere):
                play = move(rules, c, player, np.full(len(c.black), point, dtype=np.uint64))
                others = play.self_captured & ~np.uint64(point)
                empty = (c.empty & np.uint64(point)) != 0
                allowed = np.asarray(pseudolegal(rules, play))
                several = np.flatnonzero(empty & (others != 0))
                yield c, player, point, several, play.captured, np.flatnonzero(allowed)


@every_case(method="sweep", acts="emptied several stones of its player", notes=WHY_NOT_BOTH)
def allowed_as_long_as_it_clears_or_the_rules_allow_it(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Whether every suicide of several stones is allowed that clears the opponent's, or that the rules allow."""
    for c, player, point, several, captured, allowed in suicides(rules, grid):
        clears = several[captured[several] != 0]
        ought = several if rules.suicide else clears
        refused = np.setdiff1d(ought, allowed)

        def refusal(c: Coloring[Words] = c, player: Color = player, point: int = point, at: Numbers = refused) -> Story:
            start = Game(rules, rows=as_integers(c, int(at[0])), to_play=player)
            return Story.play(
                start, (), f"{player.name.capitalize()} ought to be allowed to play {vertex(grid, point)}."
            )

        yield cases(
            len(refused), refusal if len(refused) else None, len(ought), suicides=len(several), that_clear=len(clears)
        )


SHORT_NAMES: Mapping[str, str] = {
    "chinese": "chinese-like",
    "japanese": "japanese-like",
    "tromp-taylor": "tromp-taylor",
    "new-zealand": "new-zealand-like",
    "aga": "aga-like",
}
"""The names that the summary gives, each with the preset whose parameters it stands for, as KataGo takes the name."""

_BOARD = Grid(1, 1)


def spellings(name: str) -> tuple[str, ...]:
    """A name in small letters, in capitals, and with a capital in front.

    >>> spellings("chinese")
    ('chinese', 'CHINESE', 'Chinese')
    """
    return name.lower(), name.upper(), name.capitalize()


@every_case(f"the names {', '.join(SHORT_NAMES)}", "names", acts="named rules")
def names_are_parameters(*presets: Rules) -> Iterator[Seen]:
    """Whether each short name, however it is spelt, stands for rules that the parameters alone make up."""
    presets = presets or tuple(PRESETS[preset] for preset in SHORT_NAMES.values())
    for name, rules in zip(SHORT_NAMES, presets, strict=True):
        for spelling in spellings(name):
            named = parse_rules(KATAGO_NAMES.get(plain(spelling), spelling))
            yield case(named == rules and not (named.amendments or named.readings), spellings=1)


def parameter_combinations(rules: Rules) -> Iterator[Rules]:
    """Every combination of the parameters that say how a game is played and scored."""
    for ko, scoring, tax, suicide, button in product(Ko, Scoring, Tax, (False, True), (False, True)):
        yield replace(rules, ko=ko, scoring=scoring, tax=tax, suicide=suicide, button=button)


@one_case(str(_BOARD), acts="parted from the text")
def no_combination_is_the_text(named: Rules, text: Rules) -> Seen:
    """Compare every combination of the parameters with the AGA's own text: do they part, and so the one called aga?"""
    partings: list[Parting | None] = [
        compare(rule_set, text, _BOARD).parting for rule_set in parameter_combinations(named)
    ]
    parting = compare(named, text, _BOARD).parting
    counts = {"combinations": len(partings), "part": sum(parted is not None for parted in partings)}
    if parting is None or None in partings:
        return answer(None, counts, notes="Some combination plays as the text does.")
    notes = "superko says to a user who names aga that it means the AGA's own text."
    return answer(True, counts, parting.story, notes, counts["part"], is_minimal=True)
