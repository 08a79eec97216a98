"""That every game ends, and what sending stones to be captured over and over can cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, islice, pairwise, repeat

from ....interpreter.game import Game
from ....interpreter.notation import board_text
from ....interpreter.result import NoResult
from ....interpreter.story import Story
from ....interpreter.wording import full_sentence
from ....spec.algebra import Color, Coloring, Grid
from ....spec.algebra.grid import boards_of
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Phase, Record
from ...evidence.verdict import (
    EVERY_SIZE,
    GAMES,
    Outcome,
    Seen,
    answer,
    case,
    count,
    every_case,
    one_case,
    smallest_case,
)
from ...phase.dependence import amended_decisions
from ...phase.machine import Model, machine, may_be_all_forbidden
from ...phase.past import LeftOpen
from ...play.capture import shortest_game
from ...play.comparison import Lockstep, lead_passed_on, lines_of
from ...play.cycles import SENDING_TWO_RETURNING_ONE, CycleKind, longest_phase, points_of_cycle, stopped
from ...proofs.coverage import ProofReads, can_hold, covering
from ...proofs.declarations import OF_ENDINGS, OF_ENDINGS_BY_STONES
from ...proofs.endless import BOARDS, MOST_GAMES, EndlessGame, endless_game, endless_game_from
from ...proofs.following import leads_on, phases_after, unable_to_pass, unbounded, undecided_in_any
from ...proofs.one_turn import OneTurn
from ...proofs.phase_ends import IN_TURNS, NEW_STATES_OR_STONES, ORDERS, Order, Ranking, bans_captures, ranking
from ...proofs.rule_sets import Values, alike, clauses_in, described, parameters_of, rule_sets
from ..facts.repetitions import how_it_stops, shape_of
from ..shapes import Shape

SENDING_THREE_RETURNING_ONE = CycleKind(
    "sending three, returning one",
    "A player makes stones three, loses all, takes one stone back, and adds to it while the opponent passes.",
    (0, 3, 1, None, 0, None),
)
SENDING = (SENDING_TWO_RETURNING_ONE, SENDING_THREE_RETURNING_ONE)
_MOST_POINTS = 5
_MOST_TIMES = 5
ROUNDS = 2


def found_on(rules: Rules, grid: Grid) -> Iterator[Shape]:
    """Every cycle of sending two or three stones on a board, all begun by Black, who sends them."""
    return (shape_of(kind, cycle) for kind in SENDING for cycle in kind.found_on(rules, grid))


@smallest_case(Outcome.WITNESSED, _MOST_POINTS, "game")
def smallest_sending_three(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board on which three stones can be sent and one returned, and see what stops it there."""
    yield count(boards=1)
    for cycle in SENDING_THREE_RETURNING_ONE.found_on(rules, grid):
        stops = how_it_stops(rules, shape_of(SENDING_THREE_RETURNING_ONE, cycle), Phase.MAIN)
        yield replace(stops, so=Outcome.REFUTED if stops.against else None, against=1)


def leads_of_rounds(start: Game, shape: Shape, most: int = _MOST_TIMES) -> list[float]:
    """By how much Black leads if both only pass, at the start and after each round, as long as all turns are legal."""
    stop, length = stopped(start, shape.turns, most), len(shape.turns)
    end = stop.game if stop else reduce(Game.taking, shape.turns * most, start)
    # A round that ends the phase is not gone through in it.
    rounds = (end.record.turn - bool(stop and stop.forbidden is None)) // length
    return [lead_passed_on(game) for game in end.course[: rounds * length + 1 : length]]


@one_case(method="game", acts="was stopped")
def losses_are_bounded(rules: Rules, phase: Phase, grid: Grid) -> Seen:
    """Go through every such cycle over and over: does it stop, and how much has it cost by then?

    Nothing bounds what is lost where every round costs as much as the one before, and nothing stops it.
    """
    counts = {"cycles": 0, "rounds": 0, "points": 0}
    for shape in found_on(rules, grid):
        start = shape.game(rules, phase)
        leads = leads_of_rounds(start, shape)
        counts["cycles"] += 1
        counts["rounds"] = max(counts["rounds"], len(leads) - 1)
        stop = stopped(start, shape.turns)
        if stop is None:
            cost = leads[0] - leads[1]
            shows = f"Points that each of these rounds costs: {cost:g}; as many more can follow as one likes."
            turns = shape.turns * ROUNDS
            return answer(False if cost else None, counts, Story.play(start, turns, shows))
        end = lead_passed_on(stop.game)
        counts["points"] = max(counts["points"], int(max(leads[0] - lead for lead in (*leads, end))))
    return answer(True, counts, acted=counts["cycles"])


@every_case("{grid}", "game", acts="went round")
def what_rounds_cost(rules: Rules, phase: Phase, costs: bool, grid: Grid) -> Iterator[Seen]:
    """Go through every such cycle: does each round cost its player points, or does none?"""
    for shape in found_on(rules, grid):
        leads = leads_of_rounds(shape.game(rules, phase), shape)
        lost = [before - after for before, after in pairwise(leads)]
        is_so = bool(lost) and all((points > 0) is costs and points >= 0 for points in lost)
        yield case(is_so, None, len(lost), cycles=1, rounds=len(lost), points=int(sum(lost)))


_BAN = "katago-v2/main/legal-simple-ko#sending-two"
_STOPPED = "stopped the cycle"
KIND = SENDING_TWO_RETURNING_ONE


@every_case("{grid}", "game", acts="was begun")
def banned_at_once(banning: Rules, plain: Rules, grid: Grid) -> Iterator[Seen]:
    """Send two stones and return one wherever that can be done: does the ban stop the first round, and nothing else?"""
    for cycle in KIND.found_on(plain, grid):
        shape = shape_of(KIND, cycle)
        stop = stopped(shape.game(banning, Phase.MAIN), shape.turns)
        yield case(stop is not None and stop.clause == _BAN and len(stop.turns) < len(shape.turns), cycles=1)


def captures_in_cycle(game: Game) -> tuple[int, int]:
    """How many black and how many white stones were captured since what stands stood before, with the same player."""
    last = game.record
    first = last.previous
    while first is not None and stands(first) != stands(last):
        first = first.previous
    if first is None:
        raise ValueError("What stands has not stood before.")
    black, white = (last.tally.captures[color] - first.tally.captures[color] for color in Color)
    return black, white


def stands(record: Record) -> tuple[Coloring[int], Color]:
    """What stands, and who is to play."""
    return record.position.coloring, record.position.player


@every_case(GAMES, acts="was captured in a cycle")
def captured_alike(rules: Rules, depth: int, grid: Grid) -> Iterator[Seen]:
    """Play every game that comes back to a state without a pass: have both players lost as many stones on the way?"""
    for line in lines_of(Lockstep(Model.each((rules,), grid)), depth):
        if ends_without_result(line.games[0]):
            black, white = captures_in_cycle(line.games[0])
            captured = (black + white) * line.number
            yield case(black == white, acted=captured, cycles=line.number, captured=captured)


@one_case(acts="played the cycle")
def in_any_order(rules: Rules, grid: Grid) -> Seen:
    """Play every game from every such position with moves at the points of the cycle: does one end without result?"""
    counts = {"cycles": 0, "games": 0}
    for cycle in KIND.found_on(rules, grid):
        played = shortest_game(Game(rules, rows=cycle.coloring), points_of_cycle(cycle), ends_without_result)
        counts["cycles"] += 1
        counts["games"] += played.games
        if played.shortest:
            counts["turns"] = played.shortest.record.turn
            shows = "Moves are made at the points of the cycle only, but in another order: there is no result."
            smaller = chain.from_iterable(map(boards_of, range(1, grid.size)))
            is_minimal = not any(True for other in smaller for _ in KIND.found_on(rules, other))
            return answer(False, counts, Story.of(played.shortest, shows), is_minimal=is_minimal)
    notes = "Moves are made at the points of the cycle only; both players may pass at any time."
    return answer(True, counts, notes=notes, acted=counts["games"])


def ends_without_result(game: Game) -> bool:
    """Whether a game has ended without result."""
    return isinstance(game.result, NoResult)


@one_case(method="game", acts=_STOPPED)
def in_its_own_order(rules: Rules, phase: Phase, grid: Grid) -> Seen:
    """Go through every such cycle over and over, from each of its turns on: does a game end without result?"""
    begun = [shape for cycle in KIND.found_on(rules, grid) for shape in beginnings(shape_of(KIND, cycle), rules)]
    counts = {"cycles": len(begun) // len(KIND.captures), "games": 0}
    clauses = set()
    for shape in begun:
        counts["games"] += 1
        stop = stopped(shape.game(rules, phase), shape.turns)
        if stop is None or ends_without_result(stop.game):
            notes = f"The cycle {' '.join(shape.cycle)} from {'/'.join(shape.rows)}: {stop or 'Nothing stops it.'}"
            return answer(False, counts, notes=notes)
        clauses.add(stop.clause)
    return answer(True, counts, notes=f"What stops it is {' or '.join(sorted(clauses))}.", acted=counts["games"])


def beginnings(shape: Shape, rules: Rules) -> Iterator[Shape]:
    """The same cycle, begun with each of its turns."""
    for turn in range(len(shape.turns)):
        game = reduce(Game.taking, shape.turns[:turn], shape.game(rules))
        rows = tuple(board_text(game.position.coloring).split("/"))
        cycle = shape.cycle[turn:] + shape.cycle[:turn]
        yield Shape(shape.name, shape.about, rows, cycle, game.position.player)


UP_TO = f"up to {max(width * height for width, height in BOARDS)} points"
_MOST_REPETITIONS = 4
NONE_FOUND = (
    f"No proof was made that it ends, and among the shortest {MOST_GAMES:,} games on each board of {UP_TO} none was "
    "found that goes on forever."
)
NONE_LATER = "No later phase follows."
MAY_COME_AGAIN = "It is not known that a later phase follows: the same one may, or one before it."


@one_case(method="graph", acts="followed a game")
def every_game_ends(rules: Rules, grid: Grid) -> Seen:
    """Follow every game from the empty board, and find the longest, or one that comes round again."""
    start = Game(rules, grid)
    phase = machine(start.record)
    if any(map(may_be_all_forbidden, phase.steps)):
        return answer(None, notes="A player may have no legal turn.")
    turns, histories = longest_phase(phase)
    counts = {"histories": histories, "longest_game": len(turns or ()), "differences": 0}
    if turns is not None:
        return answer(True, counts, acted=histories)
    endless = endless_game_from(start)
    return answer(False, counts | {"differences": 1}, _story(endless) if endless else None)


EVERY_VALUE: Values = {}


def declared(rules: Rules, phase: Phase = Phase.MAIN, chosen: Values = EVERY_VALUE) -> ProofReads:
    """What a proof that a phase ends asks: where captures are banned, it asks also which moves can be made."""
    legal = (clause for clause in clauses_in(rules) if clause.decides is Decision.LEGAL and phase in clause.during)
    is_by_stones = bans_captures(clause for clause in legal if can_hold(clause.guard, rules, chosen))
    return OF_ENDINGS_BY_STONES if is_by_stones else OF_ENDINGS


@covering(declared)
@one_case(EVERY_SIZE, "z3", so=Outcome.PROVED)
def phase_ends(rules: Rules, phase: Phase = Phase.MAIN, chosen: Values = EVERY_VALUE) -> Seen:
    """Prove that a phase ends, on boards of every size, whatever the rules are in what is not chosen.

    Where no rank falls, the verdict shows an endless game on a tiny board, or names the cases in which none does.
    """
    is_by_stones = Decision.PSEUDOLEGAL in declared(rules, phase, chosen).reads
    decisions = (*IN_TURNS, Decision.PSEUDOLEGAL) if is_by_stones else IN_TURNS
    orders = (*ORDERS, NEW_STATES_OR_STONES) if is_by_stones else ORDERS
    asked, rules = rules, rules.literally()
    groups = alike(rule_sets(rules, decisions, chosen, [phase]), decisions, [phase])
    among_them = all(asked.parameter(name) in values for name, values in chosen.items())
    asked = asked if among_them and asked.deciding(Decision.NEXT_PHASE, phase) else groups[0][0]
    if asked.amendments and (endless := endless_game(asked, phase)):
        return _refuted(asked, phase, endless, _as_far_as_read(asked.literally(), phase, orders))
    proved: list[Ranking] = []
    for group in groups:
        # Where one order did for the group before, it is tried first.
        first = proved[-1].order if proved else orders[0]
        rankings = _rankings(group[0], phase, sorted(orders, key=lambda order: order is not first))
        if rankings[-1].obstacle:
            return _not_proved(group[0], phase, rankings)
        proved.append(rankings[-1])
    may_go_on = _may_go_on(groups, phase)
    try:
        if not may_go_on and not leads_on(rules, phase, chosen):
            never_over = _follows_on_itself(rules, phase, chosen)
            return answer(False, notes=NONE_LATER) if never_over else answer(None, notes=MAY_COME_AGAIN)
        may_go_on = may_go_on or _not_decided(asked, rules, phase, chosen)
    except LeftOpen as reason:
        may_go_on = f"It is not known which phase follows. {reason}"
    if may_go_on:
        return answer(None, notes=f"{may_go_on} {NONE_FOUND}" if asked.amendments else may_go_on)
    counts = {"rule_sets": sum(map(len, groups)), "cases": sum(tried.cases for tried in proved)}
    names = " or ".join(order.name for order in orders if any(tried.order is order for tried in proved))
    return answer(True, counts, notes=f"With every turn {names}.")


def _may_go_on(groups: Sequence[Sequence[Rules]], phase: Phase) -> str:
    """Why a phase may not end though something falls with every turn; or ""."""
    for group in groups:
        if unable := unable_to_pass(group[0], phase):
            return unable
    return "".join(
        full_sentence(f"There may be endlessly many states: {obstacle}")
        for obstacle in islice(unbounded(groups, phase), 1)
    )


def _not_decided(asked: Rules, rules: Rules, phase: Phase, chosen: Values) -> str:
    """Why a game may go on, or stop, in a phase of which the proof says nothing; or "".

    The phases that a document leads to have rows of their own. Of an author's rules each is proved to end as well.

    Raises:
        LeftOpen: which phase follows depends on something that is left open.
    """
    if lacking := undecided_in_any(rules, chosen):
        return lacking
    if asked.amendments:
        for later in phases_after(rules, phase, chosen) - {Phase.OVER}:
            verdict = phase_ends(asked, phase=later, chosen=chosen)
            if verdict.outcome is not Outcome.PROVED:
                return f"It is not known that {later.value}, which follows, ends. {verdict.notes}".strip()
    return ""


def _follows_on_itself(rules: Rules, phase: Phase, chosen: Values) -> bool:
    """Whether a phase surely follows on itself over and over, as long as both players pass.

    An end without result comes of moves, unless an author says otherwise.

    Raises:
        LeftOpen: what follows depends on something of which nothing is known.
    """
    if amended_decisions(rules) & {Decision.GAME_ENDS, Decision.NO_RESULT}:
        return False
    after_no_result = (clause.name for clause in clauses_in(rules) if clause.decides is Decision.AFTER_NO_RESULT)
    return phases_after(reduce(Rules.dropping, after_no_result, rules), phase, chosen) == {phase}


def _rankings(rules: Rules, phase: Phase, orders: Sequence[Order]) -> list[Ranking]:
    """What came of trying one order after the other, until one does."""
    turns, tried = OneTurn(rules, phase), []
    for order in orders:
        tried.append(ranking(turns, order))
        if not tried[-1].obstacle:
            break
    return tried


def _as_far_as_read(rules: Rules, phase: Phase, orders: Sequence[Order]) -> list[Ranking]:
    """What came of trying the orders; nothing where a clause asks what the proof leaves open."""
    try:
        return _rankings(rules, phase, orders)
    except LeftOpen:
        return []


def _obstacles(rankings: list[Ranking]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tried.obstacle for tried in rankings if tried.obstacle))


def _not_proved(rules: Rules, phase: Phase, rankings: list[Ranking]) -> Seen:
    endless = endless_game(rules, phase)
    if endless is None:
        reasons = (f"This is so under {_described(rules, phase)}.", *_obstacles(rankings))
        return answer(None, notes=NONE_FOUND, reasons=reasons)
    return _refuted(rules, phase, endless, rankings)


def _refuted(rules: Rules, phase: Phase, endless: EndlessGame, rankings: list[Ranking]) -> Seen:
    """That a game can go on forever, with the turns of its loop; its reasons say why nothing falls."""
    counts = {"turns": len(endless.turns), "turns_of_loop": len(endless.loop)}
    reasons = (f"This is so under {_described(rules, phase)}.", *_obstacles(rankings))
    return answer(False, counts, _story(endless), scope=str(endless.grid), method="search", reasons=reasons)


def _story(endless: EndlessGame) -> Story:
    return Story.play(endless.start, endless.turns, f"A game can go on forever: {endless}.")


def _described(rules: Rules, phase: Phase) -> str:
    return described(rules, parameters_of(rules, IN_TURNS, [phase]))


@one_case(UP_TO, so=Outcome.WITNESSED)
def ended_by_repeated_pass(rules: Rules, phase: Phase, clause: str) -> Seen:
    """Show a game that could go on forever without the clause of the repeated pass, and that the clause ends."""
    endless = endless_game(rules.dropping(clause), phase)
    if endless is None:
        return answer(None, notes="No endless game was found.")
    game, scope = endless.under(rules), str(endless.grid)
    for turns, turn in enumerate(chain(endless.opening, *repeat(endless.loop, _MOST_REPETITIONS)), 1):
        game = game.play(turn)
        if game.ended_by == clause:
            shows = (
                f"Without {clause} a game can go on forever: {endless}. The clause ends the phase with the last turn."
            )
            return answer(True, {"turns": turns}, Story.of(game, shows), scope=scope)
    return answer(None, notes=f"The clause does not end it: {endless}.", scope=scope)
