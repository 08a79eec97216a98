"""Games by compiled programs go as the interpreter plays them: turn for turn, and taken back."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.program.game import GamePrograms
from superko.spec.algebra import BLACK, Color, Condition, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clauses, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Pass, Phase, Record, Turn, Unblock
from tests.checker.played_games import any_rules, random_game

from ...sampling import EXHAUSTIVE
from ..games import set_up
from .rows_in_python import RowGame

LONGEST = 60
LIKELY_PASS = 0.2
COMPILED = {"reading/long-cycle": "no-result", "reading/sending-two": "allowed"}
"""What programs keep an account of: the other two readings, which are ours, are played as Python."""


def followed(start: Game, chance: Random, longest: int = LONGEST) -> int:
    """Play a random game in a row, too, and hold every turn against the interpreter; how many turns there were."""
    in_row, turns = RowGame(start), 0
    assert in_row.disagreement(start) is None
    game = start
    while not game.over and game.turns() and turns < longest:
        legal = game.turns()
        turn = PASS if chance.random() < LIKELY_PASS and PASS in legal else chance.choice(legal)
        saved = in_row.saved()
        in_row.take(chance.choice(legal))
        in_row.take_back(saved)
        game = game.play(turn)
        in_row.take(turn)
        turns += 1
        if turns % 8 == 0:
            in_row.with_room(in_row.register("capacity") * 2)
        assert in_row.disagreement(game) is None, (game.rules, turns, turn)
    return turns


GIVEN_WINS = "repeated-pass"
"""Its third rule gives a win away without a count, which no program does."""


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != GIVEN_WINS])
def test_games_go_as_they_are_played(preset: str) -> None:
    """Given any preset, when random games are played both ways, then turns, endings, registers and scores agree."""
    chance = Random(1)
    for width, height in ((3, 1), (2, 2)):
        assert sum(followed(Game(PRESETS[preset], (width, height)), chance) for _ in range(4)) > 8


@pytest.mark.thorough
@settings(max_examples=2, deadline=None)
@given(any_rules(**COMPILED), st.sampled_from([(3, 1), (2, 2), (4, 1)]), st.integers(0, 1000))
def test_games_go_so_under_any_rules(rules: Rules, sides: tuple[int, int], seed: int) -> None:
    followed(Game(rules, sides), Random(seed))


ONCE_BROKEN = (
    ("tromp-taylor", "katago-v2/main/state#coloring"),
    ("tromp-taylor", "katago-v2/main/then-score"),
    ("japanese-like", "katago-v2/cleanup/second-phase"),
    ("aga", "aga/8-illegal-kinds#full-board"),
    ("aga", "aga/9-end#then-count"),
)
WITHOUT_ONE = [
    (preset, clause.name)
    for preset in ("tromp-taylor", "japanese-like", "aga")
    for clause in clauses()
    if clause.decides not in (None, Decision.START) and clause.name.startswith(f"{PRESETS[preset].document}/")
]


@pytest.mark.parametrize(("preset", "name"), [*ONCE_BROKEN, pytest.param("", "", marks=EXHAUSTIVE)])
def test_without_any_one_of_their_clauses_rules_are_played_alike_or_are_refused(preset: str, name: str) -> None:
    for rules_name, dropped in [(preset, name)] if preset else WITHOUT_ONE:
        with suppress(NotCompiled):
            for seed in range(4):
                followed(Game(PRESETS[rules_name].dropping(dropped), (2, 1)), Random(seed), longest=8)


def test_a_win_that_is_given_is_refused() -> None:
    with pytest.raises(NotCompiled, match="a program scores a game, or ends it without result"):
        RowGame(Game(PRESETS[GIVEN_WINS], (2, 1)))


def test_a_game_that_ends_where_nobody_can_take_a_turn_is_refused() -> None:
    def nobody(record: Record, player: Color) -> bool:
        """Nobody wins a game in which the player to move has no legal turn."""
        return False

    rules = Rules().adding(make_clause(nobody, "house/stuck", decides=Decision.NO_TURN))
    with pytest.raises(NotCompiled, match="The clause house/stuck can't be compiled: a program scores a game"):
        RowGame(Game(rules, (2, 1)))


@pytest.mark.parametrize(("reading", "value"), [("reading/long-cycle", "draw"), ("reading/sending-two", "forbidden")])
def test_readings_of_our_own_are_refused(reading: str, value: str) -> None:
    with pytest.raises(NotCompiled):
        RowGame(Game(Rules(ko=Ko.SIMPLE).reading({reading: value}), (2, 1)))


@pytest.mark.parametrize("preset", ["chinese-like", "japanese-like", "aga-like"])
def test_games_of_several_words_go_so(preset: str) -> None:
    """Given a board of two words, when a few turns are taken in the middle of it, then both ways agree."""
    start = Game(PRESETS[preset], (13, 5))
    in_row, chance = RowGame(start), Random(2)
    for _ in range(4):
        turn = chance.choice([turn for turn in start.turns() if isinstance(turn, Move | Unblock) and turn.point >> 55])
        start = start.play(turn)
        in_row.take(turn)
        assert in_row.position == start.position
    assert in_row.turns() == frozenset(start.turns())


@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
def test_ko_moves_mark_and_unblock_as_they_are_played(phase: Phase) -> None:
    rules = PRESETS["japanese-like"]
    start = set_up(rules, ".XO./X.XO/.XO.", phase=phase)
    seen = False
    for seed in range(6):
        chance = Random(seed)
        game, in_row = start, RowGame(start)
        for _ in range(10):
            turns: tuple[Turn, ...] = game.unblocks() or game.moves() or (PASS,)
            turn = chance.choice(turns)
            seen |= bool(game.unblocks())
            game = game.play(turn)
            in_row.take(turn)
            assert in_row.disagreement(game) is None
    assert seen


def test_a_state_holds_whether_somebody_passed_with_the_button() -> None:
    """Given `X.X.` in a simple ko, where somebody has passed, when turns are listed, then White may not take back."""
    game = Game(Rules(ko=Ko.SIMPLE, suicide=False, button=True), (4, 1))
    in_row = RowGame(game)
    for turn in (PASS, Move(0b10), Move(0b100), PASS, Move(0b1)):
        game = game.play(turn)
        in_row.take(turn)
        assert in_row.disagreement(game) is None
    assert game.turns() == (PASS,)


def test_a_game_can_be_put_in_a_row_at_any_moment() -> None:
    for preset in ("chinese-like", "aga-like", "japanese-like"):
        for game in random_game(Game(PRESETS[preset], 2), Random(5), LIKELY_PASS):
            if not game.over:
                in_row = RowGame(game)
                assert in_row.turns() == frozenset(game.turns())


class TestWhatAClauseMayAsk:
    def test_it_may_ask_in_python_what_is_known_later(self) -> None:
        def nine_turns(record: Record) -> bool:
            """Five turns end the game, unless the last one was a pass."""
            return record.turn >= 5 and not isinstance(record.last, Pass)

        clause = make_clause(nine_turns, "house/end", decides=Decision.GAME_ENDS)
        for seed in range(4):
            followed(Game(Rules().adding(clause), 2), Random(seed))

    def test_it_may_ask_what_led_to_the_turn(self) -> None:
        def no_move_after_a_pass(record: Record, play: object) -> bool:
            """No move is made right after a pass of Black."""
            before = record.previous
            return not (isinstance(record.last, Pass) and before is not None and before.position.player is BLACK)

        clause = make_clause(no_move_after_a_pass, "house/answer", decides=Decision.LEGAL)
        for seed in range(4):
            followed(Game(Rules().adding(clause), 2), Random(seed))

    def test_what_is_not_kept_is_refused_with_the_clause(self) -> None:
        def two_turns_before(record: Record) -> Condition:
            """The game ends with three turns that changed nothing."""
            before = record.previous
            two = None if before is None else before.previous
            three = None if two is None else two.previous
            return three is not None and three.position.coloring.same_as(record.position.coloring)

        clause = make_clause(two_turns_before, "house/two", decides=Decision.GAME_ENDS)
        with pytest.raises(NotCompiled, match=r"at .*: no account is kept of previous before the last turn"):
            _ = GamePrograms(Rules().adding(clause), Grid(2, 1)).programs

    def test_a_button_that_no_clause_speaks_of_is_refused(self) -> None:
        game = Game(Rules(), rows=Game(Rules(), (2, 1)).position.coloring, button=Color.WHITE)
        with pytest.raises(NotCompiled, match="leave the button out"):
            RowGame(game)
