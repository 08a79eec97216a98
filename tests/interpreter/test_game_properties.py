"""What holds of every game, under any rules, on any small board: random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.result import NoResult, Score
from superko.spec.algebra import Color
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Pass, Phase, State, Turn, Unblock

from .drawn import RULES

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
    for before, after in pairwise(games):
        assert (after.position.phase is not before.position.phase) == (after.ended_by is not None)
        if after.ended_by is not None:
            assert after.ended_by in {clause.name for clause in after.rules.in_force}


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
    for before, after in pairwise(games):
        if isinstance(after.record.last, Pass):
            assert before.pass_ends_phase() == (after.ended_by is not None)


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
