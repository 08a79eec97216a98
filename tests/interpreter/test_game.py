"""A game is an immutable value: playing leaves it as it was, and later games share their past with earlier ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game, GameOver
from superko.interpreter.history import PlayedHistory
from superko.interpreter.result import NoResult, Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, History, Move, Pass, Phase, State, Turn, Unblock

from .drawn import RULES
from .games import after, board, passed_out, set_up, territory, turns


def test_playing_leaves_the_game_as_it_was() -> None:
    start = Game(Rules(), 3)
    later, other = after(start, "B2"), after(start, "A1")
    assert board(start) == ".../.../..."
    assert (board(later), board(other)) == (".../.X./...", ".../.../X..")
    assert start.record.turn == 0


def test_a_game_cannot_be_changed() -> None:
    start = Game(Rules(), 3)
    with pytest.raises(AttributeError):
        start.result = None  # type: ignore[misc]
    with pytest.raises(AttributeError):
        start.record.turn = 5  # type: ignore[misc]


def test_the_same_turns_lead_to_equal_games() -> None:
    sequence = "B2, A1, pass, B1, pass, pass"
    assert after(Game(Rules(), 3), sequence) == after(Game(Rules(), 3), sequence)


def test_after_the_end_there_are_no_turns() -> None:
    over = passed_out(Game(Rules(), 2))
    assert (turns(over), over.moves(), over.unblocks(), over.pass_ends_phase()) == ([], (), (), False)
    for turn in (PASS, Move(1), Unblock(1)):
        with pytest.raises(GameOver, match="The game is over"):
            over.play(turn)
        with pytest.raises(GameOver, match="The game is over"):
            over.judge(turn)


# Games from a position


def test_a_game_starts_from_any_position_phase_and_player() -> None:
    game = set_up(territory(), ".X./O..", WHITE, Phase.SECOND_CLEANUP, captures={BLACK: 2})
    assert (board(game), game.position.player, game.position.phase) == (".X./O..", WHITE, Phase.SECOND_CLEANUP)
    assert game.record.tally.captures == {BLACK: 2, WHITE: 0}
    assert game.record.tally.second_cleanup_start == game.position.coloring


@pytest.mark.parametrize("counts", [{"captures": {BLACK: -1}}, {"captures": {WHITE: -3}}, {"handicap": -1}])
def test_captures_and_handicap_stones_are_counted_from_0(counts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="counted from 0 up"):
        set_up(Rules(), "...", **counts)


# Amended rules


# Long games


def long_game(length: int) -> Game:
    """A game of random moves, with passes only where no move is legal."""
    chance = random.Random(length)
    game = Game(Rules(), 6)
    while game.record.turn < length:
        points = list(points_of(game.position.coloring.empty))
        chance.shuffle(points)
        legal = (Move(point) for point in points if game.judge(Move(point)).legal)
        game = game.play(next(legal, PASS))
        assert not game.over
    return game


def past_of(game: Game) -> list[Game]:
    games = []
    before: Game | None = game
    while before is not None:
        games.append(before)
        before = before.previous
    return games


def events(history: History) -> int:
    """How many events a history to play with holds."""
    assert isinstance(history, PlayedHistory)
    return len(history)


def test_a_long_game_shares_its_past_instead_of_copying_it() -> None:
    """Given 1,000 turns, then each game holds the one before it, and nothing that grows faster than the game."""
    games = past_of(long_game(1000))
    assert len(games) == 1001
    for later, earlier in pairwise(games):
        assert later.record.previous is earlier.record
        assert events(later.record.earlier) - events(earlier.record.earlier) in (0, 1)
        assert events(later.record.made) - events(earlier.record.made) in (0, 1)
        assert later.record.rules is earlier.record.rules
        assert len(later.record.tally.moves) <= 2
    boards = {id(game.position.coloring.board) for game in games}
    assert len(boards) == 1


REMEMBERING = (Decision.REMEMBERED, Decision.OCCURS, Decision.PASSED, Decision.MADE, Decision.COUNTS_AS_PASS)


@pytest.mark.parametrize("name", PRESETS)
def test_no_history_holds_what_no_clause_puts_there(name: str) -> None:
    rules = PRESETS[name]
    for clause in rules.in_force:
        rules = rules.dropping(clause.name) if clause.decides in REMEMBERING else rules
    record = after(Game(rules, 2), "pass, A1, pass").record
    assert [events(past) for past in (record.earlier, record.since_pass, record.passed_from, record.made)] == [0] * 4
    assert (record.pass_run, record.passes) == (0, 0)


# What holds of every game, under any rules, on any small board: random games.


LONGEST = 60
LIKELY_UNBLOCKS = 0.3
LIKELY_HABITS = 0.7
LIKELY_PASSES = [0.02, 0.2, 0.5]
SEEDS = st.integers(0, 1_000_000)


def random_turns(game: Game, chance: random.Random, likely_passes: float) -> Iterator[Game]:
    """The game, and the games after each of some turns. Players have habits, so that cycles come about."""
    habits: dict[State, Turn] = {}
    yield game
    for _ in range(LONGEST):
        if game.over:
            return
        turn: Turn = habits.get(game.record.state, PASS)
        if not game.judge(turn).legal or chance.random() >= LIKELY_HABITS or isinstance(turn, Pass):
            others: Sequence[Turn] = game.unblocks() if chance.random() < LIKELY_UNBLOCKS else game.moves()
            turn = chance.choice(others) if others and chance.random() >= likely_passes else PASS
        habits[game.record.state] = turn
        game = game.play(turn)
        yield game


@st.composite
def played(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = RULES, longest_side: int = 4) -> list[Game]:
    """A random game, turn by turn."""
    sides = st.integers(1, longest_side)
    start = Game(draw(rules), (draw(sides), draw(sides)))
    return list(random_turns(start, random.Random(draw(SEEDS)), draw(st.sampled_from(LIKELY_PASSES))))


def made_by(games: list[Game]) -> Counter[Color]:
    """How many moves each player has made."""
    return Counter(before.position.player for before, after in pairwise(games) if isinstance(after.record.last, Move))


@given(played())
def test_every_stone_has_a_liberty_at_the_start_of_every_turn(games: list[Game]) -> None:
    for game in games:
        assert not any(resolve_captures(game.position.coloring, color) for color in Color)


@given(played())
def test_stones_on_the_board_are_those_played_less_those_captured(games: list[Game]) -> None:
    for number, game in enumerate(games):
        made = made_by(games[: number + 1])
        for color in Color:
            on_board = game.position.coloring.of(color).bit_count()
            assert on_board == made[color] - game.record.tally.captures[color]


@given(played())
def test_the_legal_moves_are_those_that_are_judged_legal(games: list[Game]) -> None:
    for game in games:
        if game.over:
            continue
        points = list(points_of(game.position.coloring.board.everything))
        assert game.moves() == tuple(Move(point) for point in points if game.judge(Move(point)).legal)
        assert game.unblocks() == tuple(Unblock(point) for point in points if game.judge(Unblock(point)).legal)
        assert game.judge(PASS).legal


@given(played())
def test_an_illegal_turn_names_a_clause_in_force(games: list[Game]) -> None:
    for game in games[:-1]:
        for point in points_of(game.position.coloring.board.everything):
            for turn in (Move(point), Unblock(point)):
                judgement = game.judge(turn)
                assert judgement.legal or judgement.clause in game.rules.in_force


@given(played())
def test_there_is_a_result_exactly_when_the_game_is_over(games: list[Game]) -> None:
    for game in games:
        assert (game.result is not None) == game.over == (game.position.phase is Phase.OVER) == (game.turns() == ())
    assert not any(game.over for game in games[:-1])


@given(played())
def test_a_turn_ends_a_phase_exactly_when_a_clause_is_named_for_it(games: list[Game]) -> None:
    for before, later in pairwise(games):
        assert (later.position.phase is not before.position.phase) == (later.ended_by is not None)
        if later.ended_by is not None:
            assert later.ended_by in {clause.name for clause in later.rules.in_force}


@given(played())
def test_only_an_end_without_result_comes_without_score(games: list[Game]) -> None:
    last = games[-1]
    if last.over:
        (ended_by,) = (clause for clause in last.rules.in_force if clause.name == last.ended_by)
        scored = isinstance(last.result, Score) and last.result.counted
        assert scored == (ended_by.decides is not Decision.NO_RESULT)


@given(played())
def test_phases_come_in_order_and_cleanup_only_with_territory_scoring(games: list[Game]) -> None:
    order = list(Phase)
    seen = [order.index(game.position.phase) for game in games]
    assert seen == sorted(seen)
    if games[0].rules.scoring is Scoring.AREA:
        assert {game.position.phase for game in games} <= {Phase.MAIN, Phase.OVER}


@given(played())
def test_marks_stand_on_stones_in_cleanup_only(games: list[Game]) -> None:
    for game in games:
        assert not game.position.marks & game.position.coloring.empty
        assert not game.position.marks or game.position.phase is not Phase.MAIN


@given(played())
def test_whether_a_pass_ends_the_phase_is_what_passing_shows(games: list[Game]) -> None:
    for before, later in pairwise(games):
        if isinstance(later.record.last, Pass):
            assert before.pass_ends_phase() == (later.ended_by is not None)


@given(played(longest_side=2))
def test_by_the_text_alone_the_game_is_the_same(games: list[Game]) -> None:
    """Given lemmas that stand in for clauses, when the text is played instead, then nothing differs."""
    start = games[0].grid
    literal = Game(games[0].rules.literally(), (start.width, start.height))
    for game in games[1:]:
        assert game.record.last is not None
        literal = literal.play(game.record.last)
        assert (literal.position, literal.result, literal.ended_by) == (game.position, game.result, game.ended_by)
        assert literal.turns() == game.turns()


OWNERSHIP_RULES = st.builds(
    Rules,
    ko=st.sampled_from(Ko),
    scoring=st.just(Scoring.TERRITORY),
    tax=st.sampled_from(Tax),
    suicide=st.booleans(),
    button=st.booleans(),
    komi=st.sampled_from([0, 6.5]),
)


@given(played(rules=OWNERSHIP_RULES))
def test_by_ownership_the_players_are_as_far_apart_as_by_territory(games: list[Game]) -> None:
    last = games[-1]
    while not last.over:
        last = last.play(PASS)
    if last.result is None or isinstance(last.result, NoResult):
        return
    by_ownership = last.score_by_ownership()
    assert last.result.white - last.result.black == by_ownership.white - by_ownership.black


def test_random_games_reach_every_phase_turn_and_kind_of_result() -> None:
    """The games drawn above are worth drawing: 200 like them have everything that a game can have."""
    chance = random.Random(1)
    seen: set[object] = set()
    for number in range(200):
        rules = Rules(ko=list(Ko)[number % 3], scoring=list(Scoring)[number % 2], self_play_opts=number % 4 == 0)
        start = Game(rules, (4, 1 + number % 3))
        for game in random_turns(start, chance, chance.choice(LIKELY_PASSES)):
            seen |= {game.position.phase, type(game.record.last), type(game.result)}
    assert seen >= {*Phase, Pass, Move, Unblock, Score, NoResult}
