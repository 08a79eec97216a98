"""The dead-stone protocols: that they end, what they must bring about, and what they do to scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise, product
from typing import TypeAlias

import networkx as nx

from ...interpreter.adjudication import Adjudication, Stage, resumed
from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...interpreter.result import Score, ended_game, score, score_text
from ...interpreter.rule_names import rules_to_json
from ...interpreter.story import Start, Story
from ...interpreter.wording import full_sentence
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.dead_stones.protocols import PROTOCOLS, Protocol, without
from ...spec.dead_stones.stops import END_ON_COPY
from ...spec.katago_v2.life import pass_alive_groups
from ...spec.parameters import Scoring
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Ended, Move, Phase
from ..evidence.verdict import (
    Decide,
    Outcome,
    Seen,
    Verdict,
    answer,
    case,
    cases,
    count,
    every_case,
    one_case,
    smallest_case,
)
from ..play.adjudications import (
    LONGEST_RUN,
    AdjudicationStep,
    Answer,
    Memory,
    earlier_states,
    every_step,
    explore,
    future_of,
    repetitions_since_pass,
    sets_of_groups,
    steps,
)
from ..play.comparison import as_far_as_legal
from ..play.outcomes import lead_for
from ..proofs.coverage import proof
from ..proofs.declarations import OF_PROTOCOLS
from ..proofs.endless import BOARDS
from ..proofs.following import leads_on, phases_after, unable_to_pass, unbounded, undecided_in_any
from ..proofs.one_turn import OneTurn
from ..proofs.phase_ends import IN_TURNS, ranking
from ..proofs.protocols import (
    Limits,
    StepKind,
    control_graph,
    control_state_of,
    foreseen,
    unlimited_steps,
)
from ..proofs.rule_sets import Values, alike, rule_sets
from ..sweeps.sweep import positions_of
from .katago_summary import smallest_board_with_dead_stones

_MOST_REPETITIONS = 2
_WIDEST = 3
_ROWS = [Grid(width, 1) for width in range(1, _WIDEST + 1)]


def from_each_position(start: Adjudication) -> Iterator[AdjudicationStep]:
    """Every step from every position that can be reached in each control state, after one history of each."""

    def here(adjudication: Adjudication) -> Hashable:
        record = adjudication.playing.record
        return control_state_of(adjudication), record.position, min(record.pass_run, LONGEST_RUN)

    return every_step(start, kinds_of_answers, here)


def kinds_of_answers(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """A list or none from each player: of all stones, of one, or of nothing."""
    stones = c.black | c.white
    lists = dict.fromkeys((None, 0, stones, stones & -stones))
    return ((black, white) for black in lists for white in lists)


def agreeing_or_not(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """What can be said, as far as it matters to what follows: the same, or, where there are stones, not the same."""
    yield None, None
    if stones := c.black | c.white:
        yield stones, 0


def is_foreseen(step: AdjudicationStep, limits: Limits) -> bool:
    """Whether a step leads from its control state to one that can follow, and is counted if its kind is limited."""
    before, after = step.before.playing.record, step.after.playing.record
    kind = _kind_of(step)
    if limits.taken(after) - limits.taken(before) < (kind is limits.limited):
        return False
    if limits.limited_between_passes is not None and any(
        times > _MOST_REPETITIONS for _, times in after.since_pass.counts()
    ):
        return False
    later = kind, control_state_of(step.after)
    return later in foreseen(step.before.protocol, limits, control_state_of(step.before))


def _kind_of(step: AdjudicationStep) -> StepKind:
    """What was done in a step."""
    if step.before.stage is not Stage.PLAYING:
        return StepKind.SAY
    before = step.before.playing.record
    if step.after.playing.record.last != PASS:
        return StepKind.MOVE
    return (
        StepKind.PASS_AGAIN
        if before.passed_from.contains((before.position.player, before.state))
        else StepKind.NEW_PASS
    )


@proof(OF_PROTOCOLS)
def ends(
    rules: Rules, *played: Rules, protocol: Protocol, limits: Limits, chosen: Values, boards: Sequence[Grid]
) -> Seen:
    """Whether no adjudication can go on forever, on boards of every size.

    Every step under the rules that are played is compared on some boards with what the protocol foresees.
    """
    rules = rules.literally()
    graph = control_graph(protocol, limits)
    obstacles = [f"{kind.value} may be repeated forever" for kind in unlimited_steps(graph, limits)]
    groups = alike(rule_sets(rules, IN_TURNS, chosen, [Phase.MAIN]), IN_TURNS, [Phase.MAIN])
    obstacles += filter(None, (ranking(OneTurn(group[0], Phase.MAIN), limits.order).obstacle for group in groups))
    obstacles += filter(None, (unable_to_pass(group[0], Phase.MAIN) for group in groups))
    obstacles += unbounded(groups, Phase.MAIN)
    if not leads_on(rules, Phase.MAIN, chosen):
        obstacles.append("the main phase may follow on itself")
    if rules.amendments and phases_after(rules, Phase.MAIN, chosen) != {Phase.OVER}:
        obstacles.append("another phase may follow on the main phase")
    obstacles += filter(None, (undecided_in_any(rules, chosen),))
    counts = Counter(control_states=len(graph), rule_sets=sum(map(len, groups)), steps_compared=0)
    for rule_set, grid in product(played, boards):
        start = Adjudication.of(Game(rule_set, grid), protocol)
        obstacles += _unforeseen(explore(start, agreeing_or_not, limits.memory), limits, counts)
    for rule_set, sides in product(played, BOARDS if boards else ()):
        start = Adjudication.of(Game(rule_set, sides), protocol)
        obstacles += _unforeseen(from_each_position(start), limits, counts)
    if limits.passing_again_ends and any(
        rule_set.parameter(END_ON_COPY) == "two-passes" for rule_set in (rules, *played)
    ):
        obstacles.append("play on a copy may go on forever, as a repeated pass does not end it")
    reasons = tuple(full_sentence(f"{reason[0].upper()}{reason[1:]}") for reason in dict.fromkeys(obstacles))
    return answer(not obstacles, counts, notes=NOT_PROVED if obstacles else "", reasons=reasons)


NOT_PROVED = "No proof was made that it ends."


def _unforeseen(taken: Iterable[AdjudicationStep], limits: Limits, counts: Counter[str]) -> Iterator[str]:
    """The first step that leads to no control state that can follow, if there is one; all steps are counted."""
    for step in taken:
        counts["steps_compared"] += 1
        if not is_foreseen(step, limits):
            yield f"the cases of the proof leave out what follows {', '.join(step.story)}"
            return


# What is done before a loop begins, and what an adjudication can then repeat forever, in words.
AdjudicationLoop: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]


def shortest_loop(start: Adjudication, memory: Memory) -> AdjudicationLoop | None:
    """The shortest loop that begins with a disagreement, on a tiny board; of those, the one reached the soonest.

    The memory is all of the history that the clauses in force depend on, so that what comes back to it can do so again.
    """
    graph = nx.DiGraph()
    disagreements: dict[Hashable, tuple[Hashable, tuple[str, ...]]] = {}
    for step in explore(start, agreeing_or_not, memory):
        before, after = future_of(step.before, memory), future_of(step.after, memory)
        graph.add_edge(before, after, said=step.story[-1])
        if step.before.stage is Stage.AWAITING_STATEMENTS and step.after.stage is Stage.PLAYING:
            disagreements.setdefault(before, (after, step.story))
    loops = []
    for before, (after, story) in disagreements.items():
        if nx.has_path(graph, after, before):
            path = nx.shortest_path(graph, after, before)
            said = (graph.edges[edge]["said"] for edge in pairwise(path))
            loops.append(begun_sooner(story[:-1], (story[-1], *said)))
    return min(loops, key=lambda loop: (len(loop[1]), len(loop[0])), default=None)


def begun_sooner(opening: tuple[str, ...], around: tuple[str, ...]) -> AdjudicationLoop:
    """The same turns and answers, said to be a loop as soon as they are repeated.

    >>> begun_sooner(("A1", "pass"), ("B1", "pass"))
    (('A1',), ('pass', 'B1'))
    """
    while opening and opening[-1] == around[-1]:
        opening, around = opening[:-1], (around[-1], *around[:-1])
    return opening, around


def replayed(adjudication: Adjudication, story: Iterable[str]) -> Adjudication:
    """The adjudication after what a story says, up to its end if that comes before."""
    for said in story:
        if adjudication.stage is Stage.PLAYING:
            adjudication = adjudication.play(parse_turn(adjudication.game.grid, said))
        elif adjudication.stage is Stage.AWAITING_STATEMENTS:
            c = adjudication.game.position.coloring
            adjudication = adjudication.state(BLACK, c.black | c.white).state(WHITE, 0)
    return adjudication


@smallest_case(Outcome.NEEDED, _ROWS, "graph")
def goes_on_forever(rules: Rules, protocol: Protocol, clause: str, grid: Grid) -> Iterator[Seen]:
    """Look for the smallest board, of one row, on which an adjudication can go on forever without a clause.

    The witness is the game up to the first disagreement; it says what follows, and when the clause would end it.
    """
    start = Game(rules.dropping(clause), grid)
    loop = shortest_loop(Adjudication.of(start, protocol), repetitions_since_pass)
    if loop is not None:
        with_it = Adjudication.of(Game(rules, grid), protocol)
        yield cases(1, _witness(loop, with_it, clause), steps_of_the_loop=len(loop[1]))


def _witness(loop: AdjudicationLoop, start: Adjudication, clause: str) -> Story:
    opening, repeated = loop
    story = (*opening, *repeated)
    both_times = (*story, *repeated)
    stages = [replayed(start, both_times[:number]).stage for number in range(len(both_times) + 1)]
    turns, last = stages.index(Stage.AWAITING_STATEMENTS), stages.index(Stage.OVER)
    shows = (
        f"Then {'; '.join(story[turns:])}; and then the last {len(repeated)} of all these steps again, forever. "
        f"With {clause} the game ends at step {last}."
    )
    return Story(Start.of(start.game), story[:turns], rules_to_json(start.game.rules), shows)


MOST_ANSWERS = 12
_TEN_RULES = PRESETS["tromp-taylor-ten"]
EVERY_LIST_JUDGED = _TEN_RULES.reading({"reading/empty-list-of-dead-stones": "all-are-alive"})
TERRITORY = Rules(scoring=Scoring.TERRITORY)
MOST_STEPS = {Grid(2, 2): 6}


def _can_be_captured(adjudication: Adjudication, player: Color) -> int:
    """The stones that a player could capture at once, if play went on and it were that player's turn."""
    game = resumed(adjudication.game)
    return captured_at_once(Game.at(replace(game.record, position=replace(game.position, player=player))))


def captured_at_once(game: Game) -> int:
    """The stones that the player whose turn it is can capture by one move that is legal, or by another."""
    position, captured = game.position, 0
    for point in points_of(position.coloring.empty):
        if game.judge(Move(point)).legal:
            captured |= move(game.rules, position.coloring, position.player, point).captured
    return captured


def is_over_without(player: Color, adjudication: Adjudication, stones: int, stop: Coloring[int]) -> bool:
    """Whether a game can be over, with some stones alive, before a player could capture them on a turn of theirs.

    Where the opponent has moved since play stopped, what can be captured is for the board to say.
    """
    if adjudication.stage is Stage.OVER:
        return bool(stones & ~adjudication.removed)
    if adjudication.stage is Stage.PLAYING and adjudication.playing.position.player is player:
        return adjudication.playing.position.coloring == stop and not captured_at_once(adjudication.playing) & stones
    answers = steps(adjudication, lambda c: [(None, None)])
    return any(is_over_without(player, step.after, stones, stop) for step in answers)


def _scope(grid: Grid) -> str:
    if grid in MOST_STEPS:
        return f"the first {MOST_STEPS[grid]} steps of every game on {grid}"
    return f"every game on {grid}"


@every_case(_scope, acts="was disputed whether stones are dead that can be captured", first=True)
def captures_are_possible(rules: Rules, protocol: Protocol, grid: Grid, one_is_silent: bool = False) -> Iterator[Seen]:
    """Whether a player who alone holds dead what one move captures always has a turn for it; a shortest witness."""
    answers = partial(silent_answers, silence=NO_LIST) if one_is_silent else all_answers
    start = Adjudication.of(Game(rules, grid), protocol)
    for step in explore(start, answers, earlier_states, MOST_STEPS.get(grid)):
        yield count(steps=1, disputes=0)
        for player in Color if step.before.stage is Stage.AWAITING_STATEMENTS else ():
            said = {color: step.after.said[color].stones for color in Color}
            if capturable := _can_be_captured(step.before, player) & said[player] & ~said[player.opponent]:
                is_kept = is_over_without(player, step.after, capturable, step.before.game.position.coloring)
                shows = f"{player.name.capitalize()} could capture, and may never have the turn."
                yield case(not is_kept, partial(_story_of, step, shows), disputes=1)


def smallest_kept_capture(rules: Rules, protocol: Protocol, one_is_silent: bool = False) -> Verdict:
    """The same for the smallest board of one row on which a player can be kept from a capture."""
    return _refuted_on(_ROWS[:-1], partial(captures_are_possible, rules, protocol, one_is_silent=one_is_silent))


def _refuted_on(grids: Sequence[Grid], decide: Decide) -> Verdict:
    """The first verdict on some boards that refutes; or the last."""
    verdicts = [decide(grid=grid) for grid in grids]
    return next((verdict for verdict in verdicts if verdict.outcome is Outcome.REFUTED), verdicts[-1])


def comes_to_an_end(adjudication: Adjudication) -> bool:
    """Whether an adjudication has a result if players only pass, give no lists, and rulings are for life."""
    for _ in range(MOST_ANSWERS):
        match adjudication.stage:
            case Stage.PLAYING:
                adjudication = adjudication.play(PASS)
            case Stage.AWAITING_STATEMENTS:
                adjudication = adjudication.state(adjudication.awaiting[0], None)
            case Stage.AWAITING_RULING:
                adjudication = adjudication.rule(0)
            case Stage.OVER:
                break
    return adjudication.stage is Stage.OVER and adjudication.result is not None


@cache
def nothing_is_settled(c: Coloring[int]) -> bool:
    """Whether there are stones, and none of them is pass-alive."""
    return bool(c.black | c.white) and not any(pass_alive_groups(Rules(), c, color) for color in Color)


def kinds_of_lists(step: AdjudicationStep) -> Iterator[str]:
    """Of what kinds the two lists are: whose stones they name, and whether they are agreed on."""
    c = step.before.game.position.coloring
    for color in Color:
        stones = step.after.said[color].stones
        own, others = bool(stones & c.of(color)), bool(stones & c.of(color.opponent))
        if own or others:
            yield "both_colors" if own and others else "own_stones" if own else "opponents_stones"
    yield "agreed" if step.after.said[BLACK] == step.after.said[WHITE] else "not_agreed"


@every_case(_scope, acts="was asked for lists")
def every_list_comes_to_an_end(
    rules: Rules, protocol: Protocol, grid: Grid, unsettled_only: bool = False
) -> Iterator[Seen]:
    """Answer every stop with every pair of lists: can the game be ended, and is nothing removed that nobody named?"""
    start = Adjudication.of(Game(rules, grid), protocol)
    for step in explore(start, all_answers, earlier_states, MOST_STEPS.get(grid)):
        adjudication = step.after
        if step.before.stage is not Stage.AWAITING_STATEMENTS:
            continue
        if unsettled_only and not nothing_is_settled(step.before.game.position.coloring):
            continue
        said = [adjudication.said[color].stones for color in Color]
        removed_unnamed = adjudication.stage is Stage.OVER and adjudication.removed & ~(said[0] | said[1])
        yield count(**({} if unsettled_only else Counter(kinds_of_lists(step))))
        yield case(not removed_unnamed and comes_to_an_end(adjudication), stops=1)


@smallest_case(Outcome.WITNESSED, _ROWS)
def smallest_change_of_territory(rules: Rules, by_territory: Rules, protocol: Protocol, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board of one row on which playing a dispute out on it changes the score by territory.

    Nothing is captured in the dispute, so that all stones on the board on which play stopped are alive.
    """
    start = Adjudication.of(Game(rules, grid), protocol)
    for step in explore(start, all_answers, earlier_states):
        yield count(steps=1)
        adjudication = step.after
        if adjudication.stage is not Stage.OVER or adjudication.resumed_at is None or adjudication.removed:
            continue
        ends = [
            ended_game(game.record) for game in (adjudication.game.course[adjudication.resumed_at], adjudication.game)
        ]
        before, after = (black - white for black, white in (territory(by_territory, ended) for ended in ends))
        if ends[0].captures == ends[1].captures and before != after:
            shows = f"By territory Black leads by {before:g} when play stops, and by {after:g} once it is played out."
            yield cases(1, _story_of(step, shows))


def _story_of(step: AdjudicationStep, shows: str, stopped: Game | None = None) -> Story:
    """The game up to a stop, the last one before the answers if none is said, and in words what was done then."""
    resumed_at = step.after.resumed_at
    game = stopped or step.after.game.course[-1 if resumed_at is None else resumed_at]
    said = "; ".join(step.story[len(game.turns_taken) :])
    return Story.of(game, f"Then {said}. {shows}")


@one_case(method="sweep", so=Outcome.WITNESSED)
def smallest_that_pay(rules: Rules, removing: Rules) -> Seen:
    """Find the smallest position with pass-dead stones that score otherwise than if both players agreed to remove them.

    Raises:
        ValueError: no board that was looked at has any.
    """
    coloring, positions = smallest_board_with_dead_stones(rules, removing)
    start = Game(rules, rows=coloring)
    left = start.passed_out()
    lone = coloring.white if coloring.white.bit_count() < coloring.black.bit_count() else coloring.black
    asked = Adjudication.of(start, PROTOCOLS["agreement"]).play(PASS).play(PASS)
    removed = asked.state(BLACK, lone).state(WHITE, lone)
    pays = removed.stage is Stage.OVER and left.result != removed.result
    shows = f"Left there, {score_text(left.result)}; if both agree that they are dead, {score_text(removed.result)}."
    counts, scope = {"positions": positions}, str(coloring.board.grid)
    return answer(pays or None, counts, Story.of(left, shows), scope=scope, is_minimal=True)


@smallest_case(Outcome.WITNESSED, _WIDEST)
def smallest_withheld(rules: Rules, protocol: Protocol, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position in which a player does better by no list than by an empty one, as the other names all.

    A third party finds dead what the other player can capture at once, and play that goes on captures it.
    """
    for c in positions_of(grid):
        yield count(positions=1)
        stopped = Adjudication.of(Game(rules, rows=c).play(PASS).play(PASS), protocol)
        for player in Color:
            silent, empty = (_settled(stopped, player, answer) for answer in (None, 0))
            if lead_for(player, silent) > lead_for(player, empty):
                who = player.name.capitalize()
                shows = f"{who} gives no list, and {score_text(silent)}; with an empty list, {score_text(empty)}."
                yield cases(1, Story.play(Game(rules, rows=c), (PASS, PASS), shows))


def _settled(stopped: Adjudication, player: Color, answer: Answer) -> Score:
    """How a game comes out if a player answers so, and the other names and then captures every stone of that player."""
    other = player.opponent
    capturable = _can_be_captured(stopped, other) & stopped.game.position.coloring.of(player)
    adjudication = stopped.state(player, answer).state(other, stopped.game.position.coloring.of(player))
    while adjudication.stage is not Stage.OVER:
        match adjudication.stage:
            case Stage.AWAITING_RULING:
                adjudication = adjudication.rule(capturable & adjudication.disputed)
            case Stage.AWAITING_STATEMENTS:
                adjudication = adjudication.state(adjudication.awaiting[0], None)
            case _:
                game = adjudication.playing
                judged = map(game.judge, game.moves() if game.position.player is other else ())
                captures = (Move(made.play.point) for made in judged if made.play and made.play.captured)
                adjudication = adjudication.play(next(captures, PASS))
    assert isinstance(adjudication.result, Score)
    return adjudication.result


# Who names no dead stones: both players, or one, who gives no list; the third way is "empty-from-one".
FROM_BOTH, NO_LIST = "none-from-both", "none-from-one"


def silent_answers(c: Coloring[int], silence: str) -> Iterator[tuple[Answer, Answer]]:
    """The answers in which both players, or one of them, name no stones, and the other any set of groups."""
    if silence == FROM_BOTH:
        yield from ((black, white) for black in (None, 0) for white in (None, 0))
        return
    nothing = None if silence == NO_LIST else 0
    for stones in sets_of_groups(c, c.black | c.white):
        yield stones, nothing
        yield nothing, stones


def all_answers(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """Every pair of lists that are made of whole groups."""
    lists = list(sets_of_groups(c, c.black | c.white))
    return ((black, white) for black in lists for white in lists)


@every_case(_scope, acts="asked whether a stone is dead", first=True)
def falls_back(
    rules: Rules, grid: Grid, silence: str, protocols: Iterable[Protocol] = tuple(PROTOCOLS.values())
) -> Iterator[Seen]:
    """Whether games with silent players come out as if nothing could be removed; the witness is the shortest."""
    answers = partial(silent_answers, silence=silence)
    for protocol in protocols:
        start = Adjudication.of(Game(rules, grid), protocol)
        for step in explore(start, answers, earlier_states, MOST_STEPS.get(grid)):
            adjudication, c = step.after, step.before.game.position.coloring
            is_over = adjudication.stage is Stage.OVER
            is_so = not adjudication.removed and not (is_over and adjudication.result != adjudication.game.result)
            asked = step.before.stage is Stage.AWAITING_STATEMENTS and bool(c.black | c.white)
            yield case(is_so, partial(_removal, step), acted=asked, steps=1, ended=is_over)


def falls_back_on_smallest(rules: Rules, protocol: Protocol, silence: str) -> Verdict:
    """The same for the smallest of the boards up to three points on which a game comes out otherwise."""
    return _refuted_on(_ROWS, partial(falls_back, rules, silence=silence, protocols=[protocol]))


@every_case(lambda grid: f"every game on {grid}", acts="ended with one player silent", first=True)
def silence_costs_nothing(rules: Rules, protocol: Protocol, grid: Grid) -> Iterator[Seen]:
    """Whether a player who never gives a list does as well as if the game had ended when play first stopped."""
    start = Game(rules, grid)
    for silent in Color:

        def answers(c: Coloring[int], silent: Color = silent) -> Iterator[tuple[Answer, Answer]]:
            lists = sets_of_groups(c, c.black | c.white)
            return ((None, stones) if silent is BLACK else (stones, None) for stones in lists)

        for step in explore(Adjudication.of(start, protocol), answers, earlier_states, MOST_STEPS.get(grid)):
            yield count(steps=1)
            if step.after.stage is Stage.OVER:
                # Without a protocol, the game is over when play first stops.
                stopped = as_far_as_legal(start, step.after.game.turns_taken)
                is_so = lead_for(silent, step.after.result) >= lead_for(silent, stopped.result)
                ends = f"So {score_text(step.after.result)}; without a protocol {score_text(stopped.result)}."
                yield case(is_so, partial(_story_of, step, ends, stopped), ended=1)


def _removal(step: AdjudicationStep) -> Story:
    """The game up to the stop at which stones were found dead, and in words what was said and played after it."""
    game = step.after.game
    said, *further = step.story[len(game.turns_taken) :]
    then = f"{said}; on the copy {', '.join(further)}" if step.after.copy else "; ".join((said, *further))
    removed, plain = score_text(step.after.result), score_text(game.result)
    shows = f"Then {then}. Without the dead stones {removed}, by the ten rules alone {plain}."
    return Story.of(game, shows)


@every_case(_scope, acts="played a dispute out")
def keeps_score(rules: Rules, by_territory: Rules, grid: Grid, protocol: Protocol) -> Iterator[Seen]:
    """Whether the territory score after a dispute is that of the board on which play stopped, less the stones removed.

    The stones removed must be among those that some player named. It is also counted how often the board on which the
    dispute was played out would itself score otherwise.
    """
    score = partial(territory, by_territory)
    start = Adjudication.of(Game(rules, grid), protocol)
    for step in explore(start, all_answers, earlier_states, MOST_STEPS.get(grid)):
        yield count(steps=1, played_out=0, board_of_the_dispute_scores_otherwise=0)
        adjudication = step.after
        if adjudication.stage is Stage.OVER and adjudication.resumed_at is not None:
            stopped = ended_game(adjudication.game.course[adjudication.resumed_at].record)
            differs = score(ended_game(adjudication.playing.record)) != score(stopped)
            named = adjudication.said[BLACK].stones | adjudication.said[WHITE].stones
            kept = score(adjudication.ended) == score(without(stopped, adjudication.removed))
            is_so = kept and not adjudication.removed & ~named
            yield case(is_so, played_out=1, board_of_the_dispute_scores_otherwise=differs)


def territory(rules: Rules, ended: Ended[int]) -> tuple[float, float]:
    """What both players score by territory: the empty points they surround, and the stones captured from the other."""
    counted = score(replace(ended, rules=rules, second_cleanup_start=ended.coloring))
    return counted.black, counted.white


NONE = "reading/empty-list-of-dead-stones=no-list"
