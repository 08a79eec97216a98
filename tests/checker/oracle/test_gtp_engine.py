"""Engines that speak GTP: asked what they list that they can be asked, and believed only where they are understood."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Breakage,
    EngineBroke,
    Setting,
    Unsupported,
    differing,
    observation,
)
from superko.checker.oracle.engines.answers import points_named
from superko.checker.oracle.engines.gtp import GtpEngine, board_shown, empty_points, score_said
from superko.checker.oracle.engines.json_lines import observation_in
from superko.checker.oracle.findings import OracleAnswer
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine, opener
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import diagram, parse_board, turn_text, vertices
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from ..played_games import any_rules, random_game, random_games
from .engines.katago import policy_in, result_in
from .gtp_programs import OURS, OurGtp, ours_without, stranger

SMALL = Setting(2, 2, rules=Rules())
COMPARED_IN_ANY = {Aspect.BOARD, Aspect.LEGAL, Aspect.CAPTURES}
WAYS_TO_FIND_LEGAL_MOVES = {
    "listed": (),
    "asked one by one": ("all_legal",),
    "tried and undone": ("all_legal", "is_legal"),
    "tried and replayed": ("all_legal", "is_legal", "undo"),
}


@pytest.fixture(scope="module")
def ours() -> Iterator[GtpEngine]:
    engine = OurGtp(OURS)
    yield engine
    engine.close()


def start(engine: GtpEngine, games: list[Game]) -> None:
    grid = games[0].grid
    engine.start(Setting(grid.width, grid.height, rules=games[0].rules))


def take_the_last_turn(engine: GtpEngine, game: Game) -> None:
    if game.record.last is not None:
        engine.play([turn_text(game.grid, game.record.last)])


def assert_it_says_what_the_rules_say(engine: GtpEngine, games: list[Game], aspects: set[Aspect]) -> None:
    """All along a game; of every aspect that the rules speak of and that it is to be compared in."""
    start(engine, games)
    for game in games:
        take_the_last_turn(engine, game)
        said = engine.observe()
        expected = observation(game, aspects)
        assert not differing(said, expected)
        assert said.keys() >= {aspect for aspect, value in expected.items() if value is not None}


@pytest.mark.parametrize("preset", PRESETS)
def test_our_own_engine_plays_by_every_preset(ours: GtpEngine, preset: str) -> None:
    games = random_game(Game(PRESETS[preset], (4, 3)), random.Random(preset), likely_pass=0.1)
    assert_it_says_what_the_rules_say(ours, games, set(EVERYTHING))


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS_TO_FIND_LEGAL_MOVES)
def test_whichever_way_legal_moves_are_found_they_are_those_of_the_rules(way: str) -> None:
    hidden = WAYS_TO_FIND_LEGAL_MOVES[way]
    engine = GtpEngine(ours_without(*hidden))
    introduction = engine.introduction()
    assert introduction.aspects == COMPARED_IN_ANY
    assert any("its `play` takes it" in note for note in introduction.notes) is way.startswith("tried")
    for number, preset in enumerate(("tromp-taylor", "chinese-like", "new-zealand-like", "japanese-like")):
        games = random_game(Game(PRESETS[preset], (3, 3 - number % 2)), random.Random(number), likely_pass=0.1)
        assert_it_says_what_the_rules_say(engine, games, COMPARED_IN_ANY)
    engine.close()


@pytest.mark.thorough
@pytest.mark.parametrize("hidden", [("list_stones",), ("list_stones", "showboard")])
def test_a_board_is_read_from_its_diagram_or_not_at_all(hidden: tuple[str, ...]) -> None:
    engine = GtpEngine(ours_without("captures", *hidden))
    shown = {Aspect.BOARD} if "showboard" not in hidden else set()
    assert engine.introduction().aspects == {Aspect.LEGAL} | shown
    assert any("how many stones were captured" in note for note in engine.introduction().notes)
    games = random_game(Game(PRESETS["japanese-like"], (12, 10)), random.Random(1), likely_pass=0.3)
    assert_it_says_what_the_rules_say(engine, games, {Aspect.LEGAL} | shown)
    engine.close()


@pytest.mark.thorough
def test_a_score_is_compared_only_where_the_user_says_that_it_is_by_the_rules() -> None:
    turns = ["A1", "pass", "pass"]
    for form, compared in (("gtp", set()), ("gtp+score", {Aspect.ENDING, Aspect.MARGIN, Aspect.WINNER})):
        engine = opener(f"{form}:{ours_without()}", timeout=30.0)()
        assert engine.introduction().aspects == COMPARED_IN_ANY | compared
        engine.start(Setting(2, 2, rules=parse_rules("komi=5.5")))
        engine.play(turns)
        said = engine.observe()
        assert said.keys() - COMPARED_IN_ANY == compared
        assert said.get(Aspect.MARGIN, -1.5) == -1.5
        engine.close()


def test_rules_are_told_one_by_one_where_they_can_not_be_told_together() -> None:
    engine = GtpEngine(ours_without("kata-set-rules"))
    games = random_game(Game(parse_rules("ko=SIMPLE,suicide=no"), 3), random.Random(3), likely_pass=0.1)
    assert_it_says_what_the_rules_say(engine, games, COMPARED_IN_ANY)
    engine.close()


def test_an_engine_that_can_not_be_told_the_rules_is_judged_by_those_that_are_named() -> None:
    engine = GtpEngine(ours_without("kata-set-rules", "kata-set-rule", "kata-get-rules", "komi"))
    assert any("can't be given the rules" in note for note in engine.introduction().notes)
    engine.start(SMALL)
    with pytest.raises(Unsupported, match=r"can't be given the komi"):
        engine.start(replace(SMALL, rules=parse_rules("komi=7")))
    engine.close()


def test_an_engine_that_takes_other_rules_than_it_was_told_is_skipped_under_them() -> None:
    engine = GtpEngine(ours_without("kata-set-rules", "kata-set-rule"))
    engine.start(SMALL)
    with pytest.raises(Unsupported, match=r'^It was given ko="SIMPLE", and took ko="POSITIONAL"\.$'):
        engine.start(replace(SMALL, rules=parse_rules("ko=SIMPLE")))
    engine.close()


def test_no_game_is_started_from_a_position(ours: GtpEngine) -> None:
    assert not ours.introduction().set_up
    with pytest.raises(Unsupported, match="sets up"):
        ours.start(replace(SMALL, board="X./.."))


ALTERED = {
    "no sign": ("return 'hello\\n\\n'", Breakage.NONSENSE, 'starts with "=" or "\\?"'),
    "no number": ("return '= \\n\\n'", Breakage.NONSENSE, "does not repeat the number"),
    "a number of its own": ("return '=999 \\n\\n'", Breakage.NONSENSE, "does not repeat the number"),
    "a very long number": ("return '=' + '9' * 5000 + '\\n\\n'", Breakage.NONSENSE, "does not repeat the number"),
    "an earlier number": ("return '=1 \\n\\n'", Breakage.FLOODED, "command 1 a second time"),
    "no empty line": ("return f'={number} \\n'", Breakage.HUNG, "did not end its reply by an empty line"),
    "nothing": ("return ''", Breakage.HUNG, r"within 0\.5 seconds"),
    "a crash": ("raise SystemExit(7)", Breakage.CRASHED, "status 7"),
    "bytes": ("sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n\\n'); return ''", Breakage.NONSENSE, "starts"),
    "no end": ("return f'={number} ' + 'more\\n' * 1_000_000", Breakage.FLOODED, "far more"),
    "a board of another size": ("return f'={number} 1 .\\n\\n'", Breakage.NONSENSE, "shows no board of 2x2"),
}


@pytest.mark.parametrize("alteration", ALTERED)
def test_an_engine_that_answers_nonsense_is_told_of_with_the_exchange_and_ended(alteration: str) -> None:
    code, breakage, reason = ALTERED[alteration]
    program = stranger(
        f"""
        plain = reply
        def reply(number, name, words):
            if name != "showboard":
                return plain(number, name, words)
            {code}
        """
    )
    with pytest.raises(EngineBroke, match=reason) as caught:
        GtpEngine(program.command, timeout=0.5)
    assert caught.value.breakage is breakage
    assert any("showboard" in line for line in caught.value.exchange)
    assert program.left() == []


@pytest.mark.parametrize("shown", ["={number} no board today", "?{number} not\\n today"])
def test_a_board_that_can_not_be_read_is_not_asked_for(shown: str) -> None:
    program = stranger(
        f"""
        plain = reply
        def reply(number, name, words):
            return f"{shown}\\n\\n" if name == "showboard" else plain(number, name, words)
        """
    )
    engine = GtpEngine(program.command)
    assert engine.introduction().aspects == {Aspect.LEGAL}
    assert any("can be read" in note for note in engine.introduction().notes)
    engine.close()


def test_an_engine_that_overlooks_the_second_number_plays_on_square_boards() -> None:
    program = stranger(
        """
        plain, side = reply, 0
        def reply(number, name, words):
            global side
            if name == "boardsize":
                side = int(words[0])
            rows = "\\n".join(f" {row} " + ". " * side for row in range(side, 0, -1))
            return f"={number} {rows}\\n\\n" if name == "showboard" else plain(number, name, words)
        """
    )
    engine = GtpEngine(program.command)
    assert engine.introduction().square
    with pytest.raises(Unsupported, match=r"^It takes boardsize 3 2, and then shows no board of 3x2\.$"):
        engine.start(Setting(3, 2, rules=Rules()))
    engine.close()


@pytest.mark.parametrize(
    ("command", "said", "reason"),
    [
        ("list_stones", "A1 A1", "names a point twice"),
        ("list_stones", "Z9", "off the board"),
        ("list_stones", "A1", "lists A1 as black and as white"),
        ("captures", "-1", "it is no number"),
        ("is_legal", "yes", "neither 1 nor 0"),
        ("all_legal", "A1 J0", "is no vertex"),
    ],
)
def test_a_reply_that_can_not_be_understood_is_nonsense(command: str, said: str, reason: str) -> None:
    program = stranger(f"ANSWERS[{command!r}] = {said!r}", commands=(command, "showboard"))
    with pytest.raises(EngineBroke, match=reason) as caught:
        GtpEngine(program.command)
    assert caught.value.breakage is Breakage.NONSENSE
    assert program.left() == []


def test_an_engine_that_can_not_undo_what_it_took_is_broken() -> None:
    program = stranger(
        """
        plain = reply
        def reply(number, name, words):
            return f"?{number} cannot undo\\n\\n" if name == "undo" else plain(number, name, words)
        """
    )
    with pytest.raises(EngineBroke, match="answers undo by an error: cannot undo"):
        GtpEngine(program.command)
    assert program.left() == []


@pytest.mark.thorough
def test_an_engine_that_plays_by_other_rules_is_caught() -> None:
    hidden = ours_without("kata-set-rules", "kata-set-rule", "kata-get-rules")
    plan = Plan(rules=("chinese-ogs-kgs",), effort=Effort(seconds=2.0), seed=1, trying=1.0, shrinking=0.5)
    report = judge_engine(opener(f"gtp:{hidden}", 10.0), plan)
    assert report.outcome is OracleAnswer.DISAGREE
    assert {finding.disagreement.aspect for finding in report.findings} == {Aspect.LEGAL}
    assert report.findings[0].clauses == ("katago-v2/move/suicide-ban",)


# Reading replies of GTP engines: every text is either understood as something sound, or refused by a ValueError.


GRID = Grid(3, 2)
POINTS = frozenset(vertices(GRID, GRID.everywhere))
BOARDS = st.text("XO.", min_size=GRID.size, max_size=GRID.size).map(
    lambda symbols: f"{symbols[: GRID.width]}/{symbols[GRID.width :]}"
)

GNU_GO_SHOWS = """
   A B C D E
 5 . . . . . 5
 4 . + . + . 4
 3 . X + . . 3
 2 X O(X)+ . 2     WHITE (O) has captured 0 stones
 1 O . O . . 1     BLACK (X) has captured 0 stones
   A B C D E
"""
KATAGO_SHOWS = """MoveNum: 3 HASH: 0123456789ABCDEF
   A B C
 2 X1O2.
 1 . X3O
Next player: White
Rules: {"ko":"POSITIONAL"}
B stones captured: 0
W stones captured: 0
"""
WORDS = f"{GNU_GO_SHOWS} {KATAGO_SHOWS} NAN NAN 0.5 0.5 RE[ ] W+1.5 Void A1 B2 J9 pass".split(" ")
REPLIES = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS)).map(" ".join))


def understood(read: Callable[[str], object], text: str) -> object | None:
    try:
        return read(text)
    except ValueError:
        return None


@given(REPLIES)
def test_what_is_read_as_points_are_points_of_the_board(text: str) -> None:
    points = understood(lambda text: points_named("points", text.split(), GRID), text)
    assert points is None or (isinstance(points, frozenset) and points <= POINTS)


@given(REPLIES)
def test_what_is_read_as_a_board_has_its_size(text: str) -> None:
    board = understood(lambda text: board_shown(GRID, text), text)
    assert board is None or parse_board(str(board)).board.grid == GRID


@given(REPLIES)
def test_what_is_read_as_a_policy_speaks_of_every_point(text: str) -> None:
    policy = understood(lambda text: policy_in(GRID, text), f"policy\n{text}")
    assert policy is None or (isinstance(policy, dict) and policy.keys() == POINTS)


@given(REPLIES)
def test_what_is_read_as_a_result_says_whether_the_game_is_over(text: str) -> None:
    result = understood(result_in, f"(;RE[{text}")
    assert result is None or (isinstance(result, dict) and isinstance(result[Aspect.OVER], bool))


@given(BOARDS)
def test_our_own_diagrams_are_read_back(board: str) -> None:
    c = parse_board(board)
    assert board_shown(GRID, diagram(c, marked=c.black, last=1)) == board
    assert len(empty_points(GRID, board)) == board.count(".")


def test_diagrams_of_other_engines_are_read() -> None:
    assert board_shown(Grid(5, 5), GNU_GO_SHOWS) == "...../...../.X.../XOX../O.O.."
    assert board_shown(Grid(3, 2), KATAGO_SHOWS) == "XO./.XO"


@pytest.mark.parametrize(
    ("text", "ending", "margin"),
    [("RE[W+0.5]", "score", -0.5), ("RE[B+12]", "score", 12), ("RE[0]", "score", 0), ("RE[Void]", "no-result", None)],
)
def test_a_result_is_read_from_a_game_record(text: str, ending: str, margin: float | None) -> None:
    said = result_in(f"(;FF[4]GM[1]{text};B[aa])")
    assert (said[Aspect.OVER], said[Aspect.ENDING], said.get(Aspect.MARGIN)) == (True, ending, margin)


@pytest.mark.parametrize("text", ["B+R", "B+T", "W+", "+3", "B+3 (upper bound: 4)", "?", ""])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no score"):
        score_said(text)


# States of the referee's protocol: every field is read as the protocol has it, and refused otherwise.


STATE: dict[str, Any] = {
    "board": "X./O.",
    "player": "B",
    "phase": "main",
    "legal": ["B2", "B1"],
    "unblock": [],
    "blocked": ["A1"],
    "passEndsPhase": True,
    "captures": {"B": 0, "W": 2},
    "result": None,
}
SCORE = {"kind": "score", "B": 7, "W": 6.5, "winner": "B"}
WRONG: Mapping[str, Sequence[object]] = {
    "board": [None, 7, "", "X.", "X./O.X", "X./O./..", "X./Ox", "X./O/", ["X.", "O."]],
    "player": [None, "black", "b", 1],
    "phase": [None, "cleanup", "cleanup3", 0],
    "legal": [None, "B1", ["C1"], ["B0"], ["pass"], ["B1", "B1"], ["b1", "B1"], [["B1"]], {"B1": True}],
    "unblock": [None, "A1", ["A3"]],
    "blocked": [None, ["I1"]],
    "passEndsPhase": [None, 1, "yes"],
    "captures": [None, 3, [0, 0], {"B": 0}, {"B": 0, "W": "1"}, {"B": True, "W": 0}, {"B": 0, "W": 0, "X": 0}],
    "result": [
        7,
        "B+3",
        {**SCORE, "kind": "resignation"},
        {**SCORE, "winner": "b"},
        {**SCORE, "B": "7"},
        {**SCORE, "W": False},
    ],
}
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*STATE, *SCORE]), inner, max_size=4),
    max_leaves=8,
)


@given(random_games(any_rules()))
def test_what_the_referee_says_is_read_as_what_the_rules_say(games: list[Game]) -> None:
    for game in games:
        said = observation_in(state_report(game), game.grid)
        expected = {aspect: value for aspect, value in observation(game).items() if value is not None}
        assert said == expected


@pytest.mark.parametrize("name", sorted(STATE.keys() - {"phase", "result"}))
def test_a_field_that_is_missing_says_nothing(name: str) -> None:
    said = observation_in({field: value for field, value in STATE.items() if field != name}, Grid(2, 2))
    assert [aspect.value for aspect in set(observation_in(STATE, Grid(2, 2))) - set(said)] == [name]


def test_only_a_phase_or_a_result_says_whether_the_game_is_over() -> None:
    assert observation_in({"board": "X./O."}, Grid(2, 2)) == {Aspect.BOARD: "X./O."}
    assert observation_in({"phase": "over"}, Grid(2, 2)) == {Aspect.OVER: True}
    assert observation_in({"result": None}, Grid(2, 2)) == {Aspect.OVER: False}
    assert observation_in({"result": {}}, Grid(2, 2)) == {Aspect.OVER: True}


def test_after_the_end_legal_turns_and_the_player_are_not_spoken_of() -> None:
    said = observation_in({**STATE, "result": SCORE}, Grid(2, 2))
    assert said == {
        Aspect.OVER: True,
        Aspect.BOARD: "X./O.",
        Aspect.CAPTURES: (0, 2),
        Aspect.ENDING: "score",
        Aspect.WINNER: "B",
        Aspect.MARGIN: 0.5,
        Aspect.SCORES: (7, 6.5),
    }


def test_a_result_may_say_only_a_part() -> None:
    said = observation_in({"result": {"winner": "draw"}}, Grid(2, 2))
    assert said == {Aspect.OVER: True, Aspect.WINNER: "draw"}


def test_small_letters_name_the_same_points() -> None:
    assert observation_in({"legal": ["b2", "A1"]}, Grid(2, 2))[Aspect.LEGAL] == frozenset({"B2", "A1"})


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, choices in WRONG.items() for value in choices])
def test_a_field_of_another_shape_is_refused_by_a_sentence(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+\.$"):
        observation_in({**STATE, name: value}, Grid(2, 2))


@given(values)
def test_whatever_is_sent_is_read_or_refused(state: object) -> None:
    with suppress(ValueError):
        said = observation_in(state, Grid(2, 2))
        assert all(isinstance(aspect, Aspect) for aspect in said)
