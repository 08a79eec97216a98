"""Counting by area and by territory under AGA rules: proofs, games counted in both ways, and what readings change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product, takewhile
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import z3

from ....interpreter.aga_procedure import Procedure, ProcedureStage
from ....interpreter.game import Game
from ....interpreter.history import after, first_record
from ....interpreter.notation import board_text, vertex
from ....interpreter.result import Score, as_set_up, ended_game, lead_of, score, score_text, scored_by
from ....interpreter.story import Story
from ....spec.aga.counting import neutral_points, territory
from ....spec.aga.ending import stones_played_or_passed, without_dead_stones
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import points_of
from ....spec.composition import move, pseudolegal
from ....spec.parameters import HandicapBonus, Scoring
from ....spec.presets import PRESETS
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Ended, Move, Phase, Record, Turn, Unblock
from ...evidence.queries import QueryKind, SolverAnswer
from ...evidence.verdict import Outcome, Seen, answer, case, cases, count, every_case, one_case, smallest_case
from ...phase.many import colorings_at
from ...phase.past import LeftOpen
from ...play.comparison import as_far_as_legal
from ...proofs.coverage import proof
from ...proofs.declarations import OF_AREAS, OF_DIFFERENCES
from ...proofs.one_point import PointwiseBoard, Total, as_total
from ...proofs.rule_sets import Values, alike, rule_sets
from ...proofs.solvers import Query, refuted
from ...proofs.stones_kept import ProvedStatement, every_statement, of_any_komi, unknown_end, unknown_game
from ...proofs.unknown import UnknownValue, formula_of, paths
from ...sweeps.sweep import as_floats, legal_chunks, positions_of

SEARCHED_BOARDS = [Grid(1, 1), Grid(2, 1), Grid(3, 1)]


@lru_cache
def counting_by(rules: Rules, scoring: Scoring) -> Rules:
    """The rules with one way of counting, by which White is compensated for all handicap stones but the first."""
    return replace(rules, scoring=scoring, handicap_bonus=HandicapBonus.N_MINUS_ONE)


@one_case("1x1", "game", acts="gave other scores both ways")
def out_of_turn(rules: Rules) -> Seen:
    """Show that a move out of turn, which is objected to and treated as a pass, makes the differences apart."""
    game = Procedure.start(rules, 1, 1).play(Move(1), player=WHITE).object_to_last_move()
    game = game.play(PASS).compare_dead_stones(dict.fromkeys(Color, 0))
    by_area, by_territory = both_scores(rules, game.record)
    notes = (
        "White plays A1, though it is Black's turn. Black objects: the move is taken back, and treated as a pass, for "
        "which White hands over a stone. Black passes too, and neither player holds any stone dead. "
        f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
    )
    apart = int(abs(by_area.lead - by_territory.lead))
    return answer(not apart, {"apart": apart}, notes=notes, acted=int(by_area.black != by_territory.black))


@smallest_case(boards=SEARCHED_BOARDS, acts="was counted", scope="positions up to {last}")
def smallest_position_set_up(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position that was set up, without handicap stones, and is counted otherwise by area."""
    for c in positions_of(grid):
        start = Game(rules, rows=c)
        by_area, by_territory = counted_both_ways(start.play(PASS).play(PASS))
        shows = f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
        yield case(by_area.lead == by_territory.lead, Story.play(start, (PASS, PASS), shows), positions=1)


def all_games(rules: Rules, grid: Grid) -> Iterator[Game]:
    """Every game to its end, the shortest first; on larger boards than 3x1 there are too many."""
    games = [Game(rules, grid)]
    while games:
        yield from (game for game in games if game.over)
        games = [game.play(turn) for game in games for turn in game.turns()]


def counted_both_ways(game: Game) -> tuple[Score, Score]:
    """The scores of a game that is over, by area and by territory."""
    return both_scores(game.rules, game.record)


def both_scores(rules: Rules, record: Record) -> tuple[Score, Score]:
    """The scores of a game that ends with a record, by area and by territory."""
    ended = ended_game(record)
    by_area, by_territory = (score(replace(ended, rules=counting_by(rules, scoring))) for scoring in Scoring)
    return by_area, by_territory


@every_case("every game on {grid}", acts="gave other scores both ways")
def count_all_games(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Count the games to their end in which the two ways of counting differ."""
    for game in all_games(rules, grid):
        by_area, by_territory = counted_both_ways(game)
        yield case(by_area.lead == by_territory.lead, acted=by_area.black != by_territory.black, games=1)


@smallest_case(Outcome.WITNESSED, SEARCHED_BOARDS, acts="was counted", scope="every game on boards up to {last}")
def smallest_difference(without: Rules, rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and a shortest game, on which the two ways of counting differ without a clause.

    The turns are shown under the rules that have it.
    """
    for game in all_games(without, grid):
        yield cases(acted=1, games=1)
        by_area, by_territory = counted_both_ways(game)
        if apart := int(abs(by_area.lead - by_territory.lead)):
            shows = (
                f"Without White's last move, by area {score_text(by_area)}; by territory {score_text(by_territory)}."
            )
            yield cases(1, Story.play(Game(rules, grid), game.turns_taken, shows), apart=apart)


AGA = PRESETS["aga"]


_LARGEST = 3
_MOST_ACTIONS, _FEWER_ACTIONS = 7, 6

Come: TypeAlias = tuple[Any, ...]


class Action(NamedTuple):
    """Something that players can do, in words, and the legal turn that it is, if it is one."""

    words: str
    done: Callable[[Procedure], Procedure]
    turn: Turn | None = None


class ReadStory(NamedTuple):
    """A game, read in one way or two, and what was done in it."""

    games: tuple[Procedure, ...]
    actions: tuple[Action, ...] = ()


@smallest_case(Outcome.WITNESSED, _LARGEST, scope=f"{_MOST_ACTIONS} actions on boards of up to {{points}} points")
def smallest_story(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest board, and the fewest actions on it, after which a game comes out otherwise by a reading."""
    stories = [ReadStory(tuple(Procedure.start(rule_set, grid.width, grid.height) for rule_set in (rules, otherwise)))]
    for _ in range(_MOST_ACTIONS):
        longer: dict[Come, ReadStory] = {}
        for later in (later for story in stories for later in _later(story)):
            usually, so_read = map(come_of, later.games)
            yield case(usually == so_read, partial(_witness, grid, rules, later), games=1)
            longer.setdefault((usually, *(game.record.pass_run for game in later.games)), later)
        stories = list(longer.values())


def _later(story: ReadStory) -> Iterator[ReadStory]:
    for action in actions_in(story.games[0]):
        yield ReadStory(tuple(map(action.done, story.games)), (*story.actions, action))


def actions_in(game: Procedure) -> Iterator[Action]:
    """What players can do: the legal turns first, then illegal moves, then what they say."""
    if game.stage is ProcedureStage.OVER:
        return
    c = game.record.position.coloring
    yield Action("pass", lambda procedure: procedure.play(PASS), PASS)
    for player in (game.player, game.player.opponent):
        for point in points_of(c.board.everything):
            yield _moving(game, player, Move(point))
    if _can_object(game):
        yield Action("an objection", Procedure.object_to_last_move)
    if game.stage is ProcedureStage.AGREEING:
        yield Action("agreement that all stones live", lambda procedure: procedure.compare_dead_stones({}))
        if stones := c.black | c.white:
            yield Action(
                "disagreement on every stone", lambda procedure: procedure.compare_dead_stones({BLACK: stones})
            )


def _moving(game: Procedure, player: Color, move: Move) -> Action:
    grid = game.record.position.coloring.board.grid
    later = game.play(move, player)
    illegal = later.last and later.last.illegal
    how = f", which is illegal ({illegal.name})" if illegal else ""
    words = f"{player.name.capitalize()} {vertex(grid, move.point)}{how}"
    return Action(words, lambda procedure: procedure.play(move, player), None if illegal else move)


def _can_object(game: Procedure) -> bool:
    """Whether there is an illegal move to be noted."""
    try:
        game.object_to_last_move()
    except ValueError:
        return False
    return True


def come_of(game: Procedure) -> Come:
    """What has come of a game: what stands, what was captured, what can be done now, and the score once it is over."""
    record = game.record
    prisoners = tuple(record.tally.captures[color] for color in Color)
    score = game.result and (game.result.black, game.result.white)
    last = game.last and (game.last.player, game.last.turn, game.last.illegal and game.last.illegal.name)
    return (
        record.position,
        frozenset(record.earlier),
        prisoners,
        game.stage,
        game.can_agree,
        score,
        last,
        _can_object(game),
    )


def _witness(grid: Grid, rules: Rules, story: ReadStory) -> Story:
    turns = takewhile(lambda turn: turn is not None, (action.turn for action in story.actions))
    game = as_far_as_legal(Game(rules, grid), (turn for turn in turns if turn is not None))
    said = "; ".join(action.words for action in story.actions)
    usually, so_read = map(_sentence_about, story.games)
    shows = f"After {said}: {usually}. By the other reading: {so_read}."
    return Story.of(game, shows)


def _sentence_about(game: Procedure) -> str:
    score = f", {game.result.black:g} to {game.result.white:g}" if game.result else ""
    agreement = ", and the players can agree" if game.can_agree and game.stage is ProcedureStage.PLAYING else ""
    objection = ", with an objection possible" if _can_object(game) else ""
    stands = board_text(game.record.position.coloring)
    return f"{stands}, and the game is {game.stage.value}{score}{agreement}{objection}"


FULL_SIZE = 361
AS_PRINTED = 180
# Two strings of 180 stones each, whose one liberty is the corner that they share.
DRAWN = ("." + "X" * 18, *["O" + "X" * 18] * 9, *["O" * 19] * 9)


def areas_sum_to_board(rules: Rules) -> bool:
    """Whether z3 proves that what both players count and the neutral points make up the board, whatever its size.

    White's compensation is added to the board: komi, and a point for each handicap stone but the first.
    """
    if rules.deciding(Decision.REMOVAL):
        return False  # What is counted is not the position as it stands.
    for fewest, button in product(HANDICAPS, (None, *Color)):
        board = PointwiseBoard()
        stones: Any = board.at_least(fewest, "handicap") if fewest == max(HANDICAPS) else fewest
        ended = unknown_end(of_any_komi(rules), board, button, handicap=stones)
        c = ended.coloring
        compensation = ended.rules.komi + (stones - 1 if fewest else 0)
        areas: Any = [scored_by(ended, color) for color in Color]
        total = as_total(areas[0]) + areas[1] + board.size(neutral_points(c))
        expected = board.size(board.everything) + compensation
        step = f"the sum of the areas with {fewest} handicap stones{' or more' if fewest == max(HANDICAPS) else ''}"
        if not board.proves(total.equals(expected), ~(c.black & c.white), step=step):
            return False
    return True


def one_count_decides() -> bool:
    """Whether z3 proves that more than half of the sum, compensation included, is more than the other player has."""
    black, white, points, neutral = z3.Ints("black white points neutral")
    compensation = z3.Real("compensation")
    decided = 2 * black > points - neutral + compensation
    wins = black > white + compensation
    return _proved("half of the sum decides", decided == wins, black + white == points - neutral)


def greater_total_wins(rules: Rules) -> bool:
    """Whether the greater of any two totals wins, and equal ones are a draw."""
    winner = rules.sole(Decision.WINNER).function
    totals: Any = (UnknownValue(z3.Real(f"the total of {color.name}")) for color in Color)
    black, white = totals
    wins = ((black > white, BLACK), (black < white, WHITE), (black == white, None))
    return all(
        winning is expected
        for given, expected in wins
        for _, winning in paths(lambda: winner(black, white), [formula_of(given)])
    )


def printed_count_decides(neutral_is_even: bool) -> bool:
    """Whether z3 proves that on 361 points, more than 180 less half of the neutral ones is more than the other has."""
    black, white, neutral = z3.Ints("black white neutral")
    parity = neutral % 2 == (0 if neutral_is_even else 1)
    decided = black > AS_PRINTED - z3.ToReal(neutral) / 2
    step = f"{AS_PRINTED} decides if the number of neutral points is {'even' if neutral_is_even else 'odd'}"
    expected = SolverAnswer.UNSAT if neutral_is_even else SolverAnswer.SAT
    sum_is_left = black + white == FULL_SIZE - neutral
    return _proved(step, decided == (black > white), parity, neutral >= 0, sum_is_left, expected=expected)


def _proved(step: str, statement: Any, *assumptions: Any, expected: SolverAnswer = SolverAnswer.UNSAT) -> bool:
    return refuted(Query(QueryKind.COUNTING, (*assumptions, z3.Not(statement)), step, expected))


@proof(OF_AREAS)
def areas_decide(rules: Rules) -> Seen:
    """Prove that the areas sum to the board less its neutral points, and that one player's count then decides."""
    rules = rules.literally()
    proved = areas_sum_to_board(rules) and one_count_decides() and greater_total_wins(rules)
    notes = (
        "Compensation that White adds, for handicap stones too, is added to the sum."
        if proved
        else "It was not proved that the areas have that sum, and that the greater total wins."
    )
    return answer(proved, notes=notes)


@one_case("19x19", "z3", so=Outcome.PROVED)
def printed_threshold(rules: Rules) -> Seen:
    """Decide whether more than 180, less half of the neutral points, wins on a board of 361 points."""
    even, odd = printed_count_decides(neutral_is_even=True), printed_count_decides(neutral_is_even=False)
    if even and odd:
        return answer(True)
    start = Game(rules, rows="/".join(DRAWN))
    result = start.play(PASS).play(PASS).result
    shows = f"With one neutral point {score_text(result)}, each more than 180 less a half, but nobody wins."
    notes = "It holds when the number of neutral points is even, and if their half is rounded down." if even else ""
    return answer(False, shows=Story.play(start, (PASS, PASS), shows), notes=notes)


@every_case(method="sweep", acts="had a winner, or a neutral point")
def positions_decided(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Count the positions in which having more than half of the sum is not the same as having more than the other."""
    for c in legal_chunks(grid):
        ended = as_set_up(rules, c)
        areas: Any = (scored_by(ended, color) for color in Color)
        black, white = areas
        won_by_black = _won_by_black(rules, black, white)
        neutral: Any = c.size(rules.defined(neutral_points)(c))
        sum_of_areas = grid.size - neutral
        wrong, as_printed = (
            int(np.sum((2 * black > sum_halved) != won_by_black)) for sum_halved in (sum_of_areas, sum_of_areas - 1)
        )
        acted = int(np.sum((black != white) | (neutral > 0)))
        yield cases(wrong, acted=acted, positions=len(c.black), draws=int(np.sum(black == white)))
        if grid.size % 2:
            yield count(decided_wrongly_as_printed=as_printed)


def _won_by_black(rules: Rules, black: Any, white: Any) -> Any:
    """Whether Black wins with each of many pairs of totals, as games ask: of two numbers that may have halves."""
    winner = rules.sole(Decision.WINNER).function
    pairs, inverse = np.unique(np.stack((black, white), axis=1), axis=0, return_inverse=True)
    return np.array([winner(*pair) is BLACK for pair in pairs.astype(float).tolist()], dtype=bool)[inverse.reshape(-1)]


_IN_TURNS = (
    Decision.START,
    Decision.TURN,
    Decision.MOVE,
    Decision.PSEUDOLEGAL,
    Decision.AFTER_MOVE,
    Decision.CAPTURES,
    Decision.PASS,
    Decision.FIRST_PASS,
    Decision.PASS_STONES,
    Decision.AFTER_NO_RESULT,
    Decision.NEXT_PHASE,
    Decision.PHASE_BEGINS,
    Decision.COMPLETION,
    Decision.EARLY_END,
)
_IN_SCORES = (Decision.REMOVAL, Decision.LIFE, Decision.SCORE)
BONUS: Values = {"scoring": [Scoring.TERRITORY], "handicap_bonus": [HandicapBonus.N_MINUS_ONE]}
# No stones, one, and any greater number of them.
HANDICAPS = (0, 1, 2)
MAY_DIFFER = (
    "Dead stones may be removed, and komi may be anything. After N handicap stones White has given N - 1 stones less, "
    "and the difference is the same if White is compensated as many points when areas are counted."
)


def lead(ended: Ended[Any]) -> Total:
    """How many stones more Black has played or passed than White."""
    return as_total(stones_played_or_passed(ended, BLACK) - stones_played_or_passed(ended, WHITE))


def lead_at_turn_of(player: Color) -> int:
    """What that lead is at the start of a turn: Black moves first, so it is one while White is to move."""
    return 1 if player is WHITE else 0


def leads_follow_turns(rules: Rules) -> Iterator[ProvedStatement]:
    """Statements about turns, and whether each is proved: stones are given in turn, and White gives the last one."""
    board = PointwiseBoard()
    empty_board = Coloring(board, board.nothing, board.nothing)
    start = first_record(rules, rules.sole(Decision.START).function(empty_board))
    as_expected = lead(ended_game(start)).equals(lead_at_turn_of(start.position.player))
    yield ("the start", board.proves(as_expected, step="the start"))
    for player in Color:
        board = PointwiseBoard()
        record, point = unknown_game(rules, board, Phase.MAIN, player, uneven=0), board.point("point")
        allowed = pseudolegal(record.rules, move(record.rules, record.position.coloring, player, point))
        stones, text = board.size(point), f"a move by {player.value}"
        disjoint = ~(record.position.coloring.black & record.position.coloring.white)
        yield (text, _follows(text, record, after(record, Move(point)), stones, allowed, disjoint))
        text = f"a pass by {player.value}"
        for first_passer in (None, *Color):
            record = unknown_game(rules, board, Phase.MAIN, player, first_passer, uneven=0)
            yield (text, _follows(text, record, after(record, PASS)))
        yield from _at_the_end(rules, player)
    if not all(any(not clause.function(kind) for clause in rules.deciding(Decision.TURN)) for kind in (Unblock(1),)):
        yield ("an unblock action", False)


def after_handicap_stones(rules: Rules) -> ProvedStatement:
    """That after N handicap stones White, who takes the first turn, has given N - 1 stones less than otherwise."""
    board = PointwiseBoard()
    c = Coloring(board, board.unknown("handicap stones"), board.nothing)
    placed = board.size(c.black)
    ended = as_set_up(rules, c, handicap=placed)
    as_expected = lead(ended).equals(placed - 1 + lead_at_turn_of(WHITE))
    return ("the start after handicap stones", board.proves(as_expected, step="after handicap stones"))


def _at_the_end(rules: Rules, player: Color) -> Iterator[ProvedStatement]:
    """That White gives the last stone, that nothing else is added, and that the game is then over."""
    if rules.deciding(Decision.AFTER_NO_RESULT) or rules.deciding(Decision.PHASE_BEGINS, Phase.OVER):
        yield ("the end of the game", False)
    for first_passer in (None, *Color):
        board = PointwiseBoard()
        record = unknown_game(rules, board, Phase.MAIN, player, first_passer, uneven=0)
        yield _adds(board, record, Decision.COMPLETION, -lead_at_turn_of(player), "the last move")
        yield _adds(board, record, Decision.EARLY_END, 0, "an early end")
        try:
            over = rules.sole(Decision.NEXT_PHASE).function(record).phase is Phase.OVER
        except LeftOpen:
            over = False
        yield ("the end of the game", over)


def _adds(board: PointwiseBoard, record: Record[Any], decision: Decision, stones: int, text: str) -> ProvedStatement:
    """Whether what the end of the game adds to the tally changes the lead by a number of stones."""
    tally = record.tally
    try:
        for clause in record.rules.deciding(decision):
            tally = clause.function(record, tally)
    except LeftOpen:
        return (text, False)
    later = replace(record, tally=tally, last=None, previous=None)
    change = lead(ended_game(later)) - lead(ended_game(record))
    return (text, board.proves(change.equals(stones), step=f"{text}, {record.position.player.value} to move"))


def _follows(text: str, record: Record[Any], later: Record[Any], stones: Total | int = 1, *assumptions: Any) -> bool:
    """Whether the lead changes as the turn does, by the stones that the turn gives."""
    change = lead(ended_game(later)) - lead(ended_game(record))
    expected = lead_at_turn_of(later.position.player) - lead_at_turn_of(record.position.player)
    board: Any = record.position.coloring.board
    return bool(board.proves(change.equals(as_total(stones) * expected), *assumptions, step=text))


def scores_follow_leads(rules: Rules) -> Iterator[ProvedStatement]:
    """Statements about scores, likewise: dead stones keep the lead, and it is by how much the differences are apart."""
    for fewest, button in product(HANDICAPS, (None, *Color)):
        board = PointwiseBoard()
        stones: Any = board.at_least(fewest, "handicap") if fewest == max(HANDICAPS) else fewest
        ended = unknown_end(rules, board, button, handicap=stones)
        disjoint = ~(ended.coloring.black & ended.coloring.white)
        removed = without_dead_stones(ended, board.unknown("dead"))
        text = "the removal of dead stones"
        yield (text, board.proves(lead(removed).equals(lead(ended)), disjoint, step=text))
        by_area, by_territory = (_difference(counting_by(rules, scoring), ended) for scoring in Scoring)
        apart = lead(ended) - (stones - 1 if fewest else 0)
        text = f"the scores with {fewest} handicap stones{' or more' if fewest == max(HANDICAPS) else ''}"
        yield (text, board.proves((by_area - by_territory).equals(apart), disjoint, step=text))


def _difference(rules: Rules, ended: Ended[Any]) -> Total:
    difference: Any = lead_of(replace(ended, rules=of_any_komi(rules)))
    return as_total(difference)


@every_statement(OF_DIFFERENCES, MAY_DIFFER)
def differences_are_equal(rules: Rules) -> Iterator[ProvedStatement]:
    """Prove that both ways of counting give the same difference at the end of every game, on boards of every size."""
    rules = rules.literally()
    yield after_handicap_stones(rules)
    for group in alike(rule_sets(rules, _IN_TURNS), _IN_TURNS):
        yield from leads_follow_turns(group[0])
    for valued in rule_sets(rules, _IN_SCORES, BONUS):
        yield from scores_follow_leads(valued)


HOW_STONES_ARE_FILLED_IN = (
    "Stones are filled in one after the other, in the order of the points, until a player has no territory left. "
    "Where there are more prisoners than territory, not all of them can be filled in."
)


def filled_in(rules: Rules, c: Coloring[Words], color: Color) -> Iterator[tuple[Coloring[Words], Coloring[Words]]]:
    """Positions before and after a stone of a color was put into its own territory, until there is none left."""
    for point in points_of(c.board.grid.everywhere):
        chosen = np.flatnonzero(rules.defined(territory)(c, color) & np.uint64(point))
        before = colorings_at(c, chosen)
        filled = before.colored(np.full(len(chosen), point, dtype=np.uint64), color)
        yield before, filled
        black, white = c.black.copy(), c.white.copy()
        black[chosen], white[chosen] = filled.black, filled.white
        c = Coloring(c.board, black, white)


@every_case(method="sweep", acts="could be filled in", notes=HOW_STONES_ARE_FILLED_IN)
def filling_in_changes_nothing(rules: Rules, grid: Grid, prisoners: bool) -> Iterator[Seen]:
    """Fill in stone after stone, from the prisoners or from the bowl, in every legal position: does the lead change?"""
    for c in legal_chunks(grid):
        yield count(positions=len(c.black), filled_in=0)
        for color in Color:
            for before, filled in filled_in(rules, c, color):
                held, later = _holding(rules, before, color, 1 if prisoners else 0), _holding(rules, filled, color, 0)
                differing = (int(np.count_nonzero(_score(held, player) != _score(later, player))) for player in Color)
                yield cases(sum(differing), acted=len(before.black), filled_in=len(before.black))


def _holding(rules: Rules, c: Coloring[Words], color: Color, prisoners: int) -> Ended[Words]:
    """A position to be counted, with a number of prisoners of a color."""
    return as_set_up(rules, c, captures={color: prisoners, color.opponent: 0})


def _score(ended: Ended[Words], player: Color) -> np.typing.NDArray[np.float64]:
    return as_floats(scored_by(ended, player), ended.coloring)


@one_case("{most_actions} actions on {grid}", acts="gave other scores both ways")
def same_difference_with_standing_moves(rules: Rules, grid: Grid, most_actions: int = _FEWER_ACTIONS) -> Seen:
    """Follow every game with everything that players can do: are the two differences ever apart at its end?"""
    followed = ended = other_scores = 0
    stories = [ReadStory((Procedure.start(rules, grid.width, grid.height),))]
    for _ in range(most_actions):
        longer: dict[Come, ReadStory] = {}
        for story in (later for before in stories for later in _later(before)):
            followed += 1
            (game,) = story.games
            if game.stage is ProcedureStage.OVER:
                ended += 1
                by_area, by_territory = both_scores(rules, game.record)
                other_scores += by_area.black != by_territory.black
                if by_area.lead != by_territory.lead:
                    apart = f"By area {score_text(by_area)}; by territory {score_text(by_territory)}."
                    counts = {"games": followed, "ended": ended}
                    return answer(
                        False, counts, notes=f"After {'; '.join(action.words for action in story.actions)}. {apart}"
                    )
            longer.setdefault((come_of(game), game.record.pass_run, _first(game)), story)
        stories = list(longer.values())
    return answer(True, {"games": followed, "ended": ended, "differences": 0}, acted=other_scores)


def _first(game: Procedure) -> object:
    """Who took the first turn: that may matter to the totals, and is not seen in what stands."""
    record = game.record
    while record.previous is not None:
        record = record.previous
    return record.position.player
