"""Disputes under AGA rules: who bears the burden of resuming, that they end, and whether agreement changes values.

Once both have passed, one player names strings, and the other agrees or does not; then play resumes. Where stones of
both colors stand, either player can name all of the opponent's: to agree to that gives everything away. So the stop is
worth what play is worth that resumes. Where stones of one color alone stand, nobody can make the owner disagree who
would rather have the board emptied than go on.

So whoever names first, the game lies between two games without agreement, in which four passes end it: in one of them
two passes do where Black has no stone, which counts the whole board for White, and in the other where White has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import islice, pairwise, product
from typing import Any, TypeAlias

import networkx as nx

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....interpreter.game import Game
from ....interpreter.history import first_record
from ....interpreter.judgement import objection
from ....interpreter.notation import turn_text, vertices
from ....interpreter.story import Story
from ....interpreter.wording import full_sentence
from ....spec.aga.ending import PASSES_OF_BOTH_TWICE, both_passed_twice, strings_touched
from ....spec.algebra import BLACK, Color, Coloring, Condition, Grid
from ....spec.algebra.board import P
from ....spec.algebra.grid import points_of
from ....spec.algebra.integers import integer_board
from ....spec.composition import after_move, move, state
from ....spec.presets import PRESETS
from ....spec.registry import Decision, make_clause
from ....spec.rules import Amendment, Rules
from ....spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record
from ...evidence.checks import Sides
from ...evidence.verdict import Seen, answer, case, count, every_case, one_case
from ...phase.breadth_first import breadth_first
from ...phase.past import AskedHistory, CannotBeRead, LeftOpen, Past, Question, UnansweredQuestion
from ...play.adjudications import unions
from ...play.outcomes import lead_for
from ...proofs.coverage import proof
from ...proofs.declarations import OF_DISPUTES
from ...proofs.following import endless_states, unable_to_pass, undecided_in_any
from ...proofs.left_open import open_record
from ...proofs.one_turn import OneTurn
from ...proofs.phase_ends import NEW_STATES, ranking
from ...solving.certificate import both_text
from ...sweeps.sweep import positions_of
from ...values.valuing import values_of

_AGA = PRESETS["aga"]


def sets_of_strings(rules: Rules, c: Coloring[int], color: Color) -> Iterator[int]:
    """Every set of whole strings of a color.

    >>> from superko.interpreter.notation import parse_board
    >>> list(sets_of_strings(_AGA, parse_board("XX.X"), BLACK))
    [0, 3, 8, 11]
    """
    touched = rules.defined(strings_touched)
    return unions(sorted({touched(c, stone) for stone in points_of(c.of(color))}))


def passed_on(game: Procedure) -> tuple[Procedure, set[Color]]:
    """A game in which nobody resumes play, at its end, and who had a turn until then."""
    had_a_turn = set()
    while game.stage is not ProcedureStage.OVER:
        had_a_turn.add(game.player)
        game = game.play(PASS)
    return game, had_a_turn


@every_case(
    acts="made a difference",
    notes="Whoever holds strings of the opponent dead loses by counting them as alive, and has a turn to resume play.",
)
def burden_is_on_the_loser(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Disagree on strings in every legal position, and let nobody resume play: who loses by that, and could resume?

    Nobody but the player who holds the strings dead may lose, and that player must have had a turn before the end.
    """
    for c in positions_of(grid):
        yield count(positions=1)
        start = Game(rules, rows=c)
        stopped = Procedure(start.record).play(PASS).play(PASS)
        for holder in Color:
            for dead in islice(sets_of_strings(rules, c, holder.opponent), 1, None):
                agreed = stopped.compare_dead_stones({holder: dead, holder.opponent: dead})
                alive, had_a_turn = passed_on(stopped.compare_dead_stones({holder: dead}))
                gain = lead_for(holder, agreed.result) - lead_for(holder, alive.result)
                is_so, loses = gain == 0 or (gain > 0 and holder in had_a_turn), gain > 0
                shows = f"If {', '.join(vertices(grid, dead))} is in dispute, the burden is not on who loses by it."
                story = partial(Story.play, start, (PASS, PASS), shows)
                yield case(is_so, story, acted=loses, disputes=1, lost_by_counting_alive=loses)


_NOTES = (
    "Between two turns, each string is named and disputed once at most, and the players compare once. Illegal moves "
    "that nobody notes are left out, and so is going back to before one."
)
_ENDINGS = (Decision.PHASE_ENDS, Decision.NO_RESULT, Decision.AFTER_NO_RESULT, Decision.GAME_ENDS)


def with_disputes(rules: Rules) -> Rules:
    """The rules as a game with disputes asks them: two passes in a row end nothing, and four end the game."""
    rules = rules.literally()
    for clause in (clause for decision in _ENDINGS for clause in rules.deciding(decision)):
        rules = replace(rules, amendments=(*rules.amendments, Amendment(clause.name, None)))
    order = rules.sole(Decision.ENDINGS)
    asking = replace(order, function=lambda record: (Decision.PHASE_ENDS,))
    rules = replace(rules, amendments=(*rules.amendments, Amendment(order.name, asking)))
    return rules.adding(
        make_clause(
            both_passed_twice, "ours/both-passed-twice", decides=Decision.PHASE_ENDS, text="Four passes end it."
        )
    )


@proof(OF_DISPUTES, notes=_NOTES)
def turns_lower_rank(rules: Rules) -> Seen:
    """Prove that every legal turn lowers the rank or ends the game, whatever stands and whatever has stood before."""
    turns = OneTurn(with_disputes(rules), Phase.MAIN)
    ranked = ranking(turns, NEW_STATES)
    endless = endless_states(rules.literally(), Phase.MAIN)
    obstacle = (
        ranked.obstacle
        or (endless and full_sentence(endless))
        or unable_to_pass(rules.literally(), Phase.MAIN)
        or undecided_in_any(rules.literally(), {"scoring": (rules.scoring,)})
    )
    return answer(not obstacle, {"cases": ranked.cases}, notes=obstacle)


@one_case("every game on {grid}", "graph", acts="forbade a move for what it repeats")
def every_dispute_ends(rules: Rules, grid: Grid) -> Seen:
    """Follow every legal turn and every statement on a tiny board, and find the longest game."""
    start = Procedure.start(rules, grid.width, grid.height)
    graph, followed = nx.DiGraph(), {}
    for game, turns, later in breadth_first(start, _continued, _future):
        followed[_future(game)] = game
        graph.add_edge(_future(game), _future(later), turns=turns)
    banned = sum(len(_banned_moves(game)) for game in followed.values())
    counts = {"states": len(graph)}
    if not nx.is_directed_acyclic_graph(graph):
        return answer(False, counts)
    counts["turns_of_longest"] = nx.dag_longest_path_length(graph, weight="turns")
    return answer(True, counts, acted=banned)


def _future(game: Procedure) -> tuple[Any, ...]:
    """What the rest of the game depends on."""
    record = game.record
    said = game.named, game.disputed, game.resumed
    return frozenset(record.earlier), record.position, record.pass_run, said


def _continued(game: Procedure) -> Iterator[tuple[int, Procedure]]:
    """The game after each legal turn, which counts as one, and after each statement, which does not."""
    if game.stage is ProcedureStage.OVER:
        return
    c = game.record.position.coloring
    legal = (game.play(Move(point)) for point in points_of(c.empty))
    yield from ((1, later) for later in (game.play(PASS), *legal) if later.last and not later.last.illegal)
    if game.stage is ProcedureStage.AGREEING:
        stones = c.black | c.white
        yield from ((0, later) for point in points_of(stones) for later in _said_of(game, point))
        yield from ((0, game.compare_dead_stones({Color.BLACK: held})) for held in {0, stones})


def _banned_moves(game: Procedure) -> list[Procedure]:
    """The moves that are illegal for what they repeat, each with what follows where nobody notes it."""
    if game.stage is ProcedureStage.OVER:
        return []
    made = (game.play(Move(point)) for point in points_of(game.record.position.coloring.empty))
    return [
        later for later in made if later.last and later.last.illegal and later.last.illegal.decides is Decision.LEGAL
    ]


def _said_of(game: Procedure, point: int) -> Iterator[Procedure]:
    for statement in (game.name, game.dispute):
        try:
            yield statement(point)
        except ValueError:
            continue


_SEARCHED: Sequence[Sides] = [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)]


_Turns: TypeAlias = tuple[Pass | Move, ...]


def situations(rules: Rules, grid: Grid) -> nx.DiGraph:
    """What can stand, and the turns between; `lasting` ones are legal even where everything has stood before."""
    start = rules.sole(Decision.START).function(Coloring(integer_board(grid.width, grid.height), 0, 0))
    graph = nx.DiGraph()
    for position, (turn, lasting), later in breadth_first(start, partial(_turns, rules)):
        graph.add_edge(position, later, turn=turn, lasting=lasting)
    return graph


def _turns(rules: Rules, position: Position) -> Iterator[tuple[tuple[Pass | Move, bool], Position]]:
    record = first_record(rules, position)
    yield (PASS, True), rules.sole(Decision.PASS).function(position)
    for point in points_of(position.coloring.empty):
        play = move(rules, position.coloring, position.player, point)
        if objection(record, play) is None:
            later = after_move(rules, position, play)
            yield (Move(point), _is_lasting(record, later, play)), later


def _is_lasting(record: Record, later: Position, play: Play) -> bool:
    """Whether a move is legal even where it leads to what has stood, however long the game has gone on."""
    past = Past()
    earlier = AskedHistory("earlier", past)
    both = (Question(earlier.name, stood) for stood in (state(record.rules, later), record.state))
    with past.taken_for(next(both), happened=True), past.taken_for(next(both), happened=True):
        try:
            return objection(open_record(record.rules, record.position, record.tally, earlier=earlier), play) is None
        except (LeftOpen, UnansweredQuestion, CannotBeRead):
            return False


def endless_dispute(graph: nx.DiGraph) -> tuple[_Turns, _Turns] | None:
    """A game that goes on forever after a dispute: the turns before two passes, and those that can be repeated.

    The loop is a shortest one from a position with stones, a move first and then any lasting turns.
    """
    lasting = nx.DiGraph((before, later) for before, later, lasts in graph.edges(data="lasting") if lasts)
    loops = [
        [before, *nx.shortest_path(lasting, later, before)]
        for before, later in lasting.edges
        if before.coloring != later.coloring
        and before.coloring.empty != before.coloring.board.everything
        and nx.has_path(lasting, later, before)
    ]
    if not loops:
        return None
    loop = min(loops, key=len)
    opening = nx.shortest_path(graph, next(iter(graph)), loop[0])
    before, repeated = (tuple(graph.edges[step]["turn"] for step in pairwise(walk)) for walk in (opening, loop))
    return before, repeated


def _replay(rules: Rules, grid: Grid, opening: _Turns, loop: _Turns) -> None:
    """Play the game with its dispute, and twice round the loop: every turn must be legal, and the loop lead back."""
    start = Procedure.start(rules, grid.width, grid.height)
    stopped = reduce(Procedure.play, (*opening, PASS, PASS), start)
    c = stopped.record.position.coloring
    resumed = stopped.compare_dead_stones({Color.BLACK: c.black | c.white})
    game = reduce(Procedure.play, loop * 2, resumed)
    assert game.record.position == resumed.record.position, "the loop leads back"
    assert not any(taken.illegal for taken in game.turns_back()), "every turn is legal"


@one_case(f"boards up to {Grid(*_SEARCHED[-1])}", "graph", acts="went on after a dispute")
def smallest_endless_dispute(rules: Rules) -> Seen:
    """Find the smallest board on which a dispute can go on forever, and a shortest loop of turns on it."""
    counts = {"situations": 0}
    for width, height in _SEARCHED:
        grid = Grid(width, height)
        graph = situations(rules, grid)
        counts["situations"] += len(graph)
        endless = endless_dispute(graph)
        if endless is not None:
            _replay(rules, grid, *endless)
            return _refuted(rules, grid, *endless, counts | {"turns_of_loop": len(endless[1])})
    return answer(True, counts, acted=counts["situations"])


def _refuted(rules: Rules, grid: Grid, opening: _Turns, loop: _Turns, counts: dict[str, int]) -> Seen:
    """What is seen of an endless dispute; its witness, where the rules have a name, goes round the loop twice."""
    before, forever = (", ".join(turn_text(grid, turn) for turn in turns) for turns in (opening, loop))
    shows = f"After {before}, also after two passes and a disagreement, this can go on forever: {forever}."
    if rules.amendments:
        return answer(False, counts, notes=shows, scope=str(grid))
    witness = Story.play(Game(rules, grid), opening + loop * 2, shows)
    return answer(False, counts, witness, scope=str(grid), is_minimal=True)


AREA = replace(PRESETS["aga-area"], komi=0)
PASSES_OF_BOTH = PASSES_OF_BOTH_TWICE // 2


def ends_without(color: Color) -> Callable[[Record[P]], Condition]:
    """A clause by which four passes end the game, and two do where a player has no stone."""

    def ends(record: Record[P]) -> Condition:
        """Four passes end the game, and two do where that player has no stone."""
        c = record.position.coloring
        both_passed: Condition = record.pass_run >= PASSES_OF_BOTH
        over: Condition = both_passed_twice(record) | both_passed & c.board.same(c.of(color), c.board.nothing)
        return over

    return ends


def agreed_leads(game: Game) -> dict[int, float]:
    """By how much Black leads if both have passed and agree, by the strings that they agree to be dead."""
    c, stopped = game.position.coloring, Procedure(game.record).play(PASS).play(PASS)
    sets = map(sum, product(*(sets_of_strings(game.rules, c, color) for color in Color)))
    return {dead: lead_for(BLACK, stopped.compare_dead_stones(dict.fromkeys(Color, dead)).result) for dead in sets}


@every_case("legal positions of {grid}", acts="counted otherwise by some agreement")
def agreement_changes_no_value(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find what every position is worth by two passes, and in two games between which that with agreement lies.

    Nothing is decided where it is amended when both have passed twice, of which those games speak.
    """
    if rules.defined(both_passed_twice) is not both_passed_twice:
        yield count(undecided=1)
        return
    (stop,) = rules.deciding(Decision.PHASE_ENDS)
    bounds = [rules.replacing(stop.name, ends) for ends in map(ends_without, Color)]
    values = zip(*(values_of(rule_set, grid) for rule_set in (rules, *bounds)), strict=True)
    for (game, value), (_, least), (_, most) in values:
        leads, c = agreed_leads(game), game.position.coloring
        gives_all = leads[c.white] == grid.size and leads[c.black] == -grid.size
        if value is None or least is None or most is None or (c.black and c.white and not gives_all):
            yield count(undecided=1)
            continue
        words = f"It is worth {both_text(value)} if two passes end the game, and with agreement it may be worth "
        shows = partial(Story.of, game, f"{words}{both_text(least)} to {both_text(most)}.")
        yield case(value == least == most, shows, acted=len({*leads.values()}) > 1, positions=1)
