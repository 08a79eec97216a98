"""Rules with a clause outside of the language are searched and solved as if it were written within it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count, islice, product
from math import inf
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.phase import phases
from superko.checker.phase.past import NoAccountKept
from superko.checker.play.perft import divide, perft
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.certificate import promises
from superko.checker.solving.certifying import graph_of
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import (
    SEARCHED_IN_GAMES,
    Value,
    best_line,
    how_searched,
    solve,
    solved,
    solver_of,
    value_of,
    why_asked_in_games,
)
from superko.checker.solving.solver import MODES, Solver
from superko.checker.solving.state import WORST
from superko.checker.solving.verifier import Verifier
from superko.checker.values.valuing import Valuing, starts_of
from superko.interpreter.clauses_of_authors import PLAYED_AS_PYTHON, outside_language
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.rules_files import ClauseFailed
from superko.interpreter.story import Start
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.composition import resulting_state
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import PASS, Ended, Phase, Play, Position, Record, Tally

from .plain_play import plain_values

SUPERKO, TWO_PASSES = "katago-v2/main/legal-superko", "katago-v2/main/end-two-passes"
LINE = Grid(2, 1)
MOST_TURNS = 20_000


def none_again(record: Record, play: Play[int]) -> bool:
    """No state stands again: as a loop, with what the language has no words for."""
    try:
        states = [*record.earlier]
        while states:
            if states.pop() == resulting_state(record, play):
                return False
    except KeyError:
        return False
    return True


def is_new(kind: Any, record: Record, play: Play[int]) -> bool:
    """No state stands again, as a function that is made of another one."""
    return resulting_state(record, play) not in kind(record.earlier)


def after_two(record: Record) -> bool:
    """Two passes end the phase, told by their type and text."""
    return type(record.pass_run) is int and f"{record.pass_run}" not in {"0", "1"}


def more_for_black(ended: Ended[int], color: Color) -> int:
    """Black has a point more for each stone, counted as Python counts bits."""
    return ended.coloring.black.bit_count() if color is BLACK else 0


def _scoring(function: Any) -> Rules:
    return Rules().adding(make_clause(function, "ours/more", decides=Decision.SCORE, text="More for Black."))


PAIRS = {
    "superko": (
        Rules().replacing(SUPERKO, none_again, "None again."),
        Rules().replacing(SUPERKO, lambda record, play: record.earlier.lacks(resulting_state(record, play)), "So."),
    ),
    "made of another": (Rules().replacing(SUPERKO, partial(is_new, tuple), "None again."), Rules()),
    "two passes": (
        Rules().replacing(TWO_PASSES, after_two, "Two."),
        Rules().replacing(TWO_PASSES, lambda record: record.pass_run >= 2, "Two."),
    ),
    "scores": (
        _scoring(more_for_black),
        _scoring(lambda ended, color: ended.coloring.size(ended.coloring.black) if color is BLACK else 0),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_clause_outside_of_the_language_is_solved_as_one_within_it(name: str) -> None:
    outside, within = PAIRS[name]
    assert outside_language(outside)
    assert not outside_language(within)
    for sides in ((1, 1), (2, 1), (3, 1)):
        solution, expected = (solve(Game(rules, sides), moves=sides[0] < 3) for rules in (outside, within))
        assert (solution.both, solution.line, solution.moves) == (expected.both, expected.line, expected.moves)


@pytest.mark.parametrize("name", PAIRS)
def test_games_under_it_are_counted_as_under_one_within_it(name: str) -> None:
    outside, within = (Game(rules, (3, 1)) for rules in PAIRS[name])
    assert [*islice(perft(outside), 5)] == [*islice(perft(within), 5)]
    assert divide(outside, 3) == divide(within, 3)


@pytest.mark.parametrize("ko", Ko)
def test_it_finds_what_the_solver_finds_from_every_position_of_a_line(ko: Ko) -> None:
    games = starts_of(Rules(ko=ko, suicide=False), LINE)
    solver = Solver(games, Budget())
    for game, mode in product(games, MODES):
        assert PlainSolver([game], Budget()).value(game, mode) == solver.value(game, mode)


def a_stone_for_each_phase(position: Position, tally: Tally) -> Tally:
    """As a phase begins Black loses a stone."""
    return replace(tally, captures={**tally.captures, BLACK: tally.captures[BLACK] + 1})


def last_to_pass(record: Record, tally: Tally) -> Tally:
    """The last player to pass takes the button."""
    return replace(tally, first_passer=record.position.player)


def pass_that_is_not_told(position: Position) -> Position:
    """A pass cedes the turn, and nobody is told of it."""
    return replace(position, player=position.player.opponent)


def over_if_it_stood(record: Record) -> Position:
    """The game is over where what stands stood earlier; else cleanup follows."""
    c = record.position.coloring
    follows = Phase.OVER if record.passed_from.contains((BLACK, record.state)) else Phase.FIRST_CLEANUP
    return replace(record.position, phase=follows, marks=c.board.nothing)


TERRITORY, BUTTON = Rules(scoring=Scoring.TERRITORY), Rules(ko=Ko.SIMPLE, button=True)


@pytest.mark.parametrize(
    ("rules", "columns"),
    [
        (TERRITORY.adding(make_clause(a_stone_for_each_phase, "ours/begins", decides=Decision.PHASE_BEGINS)), 1),
        (BUTTON.replacing("katago-v2/main/pass#first", last_to_pass), 3),
        (BUTTON.replacing("katago-v2/main/pass", pass_that_is_not_told), 2),
        (TERRITORY.replacing("katago-v2/main/then-cleanup", over_if_it_stood), 1),
    ],
    ids=["what a phase begins with", "who passed last", "a pass that is not told", "a phase that follows on the past"],
)
def test_what_an_author_adds_otherwise_than_with_a_turn_is_counted(rules: Rules, columns: int) -> None:
    start = Game(rules, (columns, 1))
    solver = solver_of([start], Budget())
    assert SEARCHED_IN_GAMES in why_asked_in_games(rules)
    assert tuple(solver.value(start, mode) for mode in MODES) == plain_values(start, MOST_TURNS)
    with pytest.raises(Refusal, match="A machine"):
        Solver([start], Budget())


def one_prisoner(ended: Ended[int], color: Color) -> Any:
    """The first prisoner counts a point, and no other does."""
    captures: Any = ended.captures[color.opponent]
    return min(captures, 1)


def odd_prisoners(ended: Ended[int], color: Color) -> Any:
    """An odd number of prisoners counts two points."""
    captures: Any = ended.captures[color.opponent]
    return captures % 2 * 2


def most_prisoners(ended: Ended[int], color: Color) -> Any:
    """The prisoners count, or else what is left of three."""
    captures: Any = ended.captures[color.opponent]
    return max(captures, 3 - captures)


def prisoners_by_stones(ended: Ended[int], color: Color) -> Any:
    """Each prisoner counts as many points as there are stones of the color."""
    captures: Any = ended.captures[color.opponent]
    return captures * ended.coloring.size(ended.coloring.of(color))


def not_as_two_turns_ago(record: Record, play: Play[int]) -> bool:
    """No move leaves what stood two turns before it."""
    before = record.previous
    return before is None or before.previous is None or not before.previous.position.coloring.same_as(play.after)


def after_no_pass(record: Record, play: Play[int]) -> bool:
    """No move is made on the second turn after a pass."""
    return record.previous is None or record.previous.pass_run < 1


def three_passes(record: Record) -> bool:
    """Three passes end the game, whatever is between them."""
    return record.passes >= 3


def once_more(record: Record) -> Position:
    """The main phase is played once more, with marks everywhere."""
    c = record.position.coloring
    if c.is_empty(record.position.marks):
        return replace(record.position, phase=Phase.MAIN, marks=c.board.everything)
    return replace(record.position, phase=Phase.OVER, marks=c.board.nothing)


def on_without_result(record: Record, position: Position) -> Position:
    """After the first end without result the game goes on, with marks everywhere."""
    c = position.coloring
    if c.is_empty(record.position.marks):
        return replace(position, phase=Phase.MAIN, marks=c.board.everything)
    return position


def allowing(function: Any, rules: Rules) -> Rules:
    """Rules under which a clause more forbids moves."""
    return rules.adding(make_clause(function, "house/legal", decides=Decision.LEGAL, text="Such moves are illegal."))


AREA, SIMPLE = Rules(), Rules(ko=Ko.SIMPLE)
NO_ACCOUNT = {
    "the least number": (_scoring(one_prisoner), "a number that is known only when the game is over"),
    "what is left over": (_scoring(odd_prisoners), "a number that is known only when the game is over"),
    "the greatest number": (_scoring(most_prisoners), "a number that is known only when the game is over"),
    "a product": (_scoring(prisoners_by_stones), "worth more at some of its ends than at others"),
    "two turns ago": (allowing(not_as_two_turns_ago, AREA), "the record before the last turn"),
    "two turns ago, simple ko": (allowing(not_as_two_turns_ago, SIMPLE), "the record before the last turn"),
    "earlier passes in a row": (allowing(after_no_pass, AREA), "the record before the last turn"),
    "passes": (
        AREA.adding(make_clause(three_passes, "house/three", decides=Decision.GAME_ENDS, text="Three passes end it.")),
        "Whether it is more than 3 is left open",
    ),
    "a phase that follows on itself": (
        AREA.replacing("katago-v2/main/then-score", once_more, "Once more."),
        "what happened in another",
    ),
    "after no result": (
        SIMPLE.adding(make_clause(on_without_result, "house/on", decides=Decision.AFTER_NO_RESULT, text="It goes on.")),
        "what follows on an end without result",
    ),
}


@pytest.mark.parametrize("name", NO_ACCOUNT)
def test_what_a_machine_has_no_account_of_is_asked_in_each_game(name: str) -> None:
    rules, why = NO_ACCOUNT[name]
    assert not why_asked_in_games(rules)
    assert why in how_searched(rules)
    assert how_searched(rules).endswith(SEARCHED_IN_GAMES)
    with pytest.raises(NoAccountKept, match=why):
        Solver([Game(rules, (2, 1))], Budget())
    for columns in (1, 2):
        for game in starts_of(rules, Grid(columns, 1)):
            solver = solver_of([game], Budget())
            assert tuple(solver.value(game, mode) for mode in MODES) == plain_values(game, MOST_TURNS)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NO_ACCOUNT)
def test_what_a_machine_has_no_account_of_is_asked_in_each_game_of_a_line(name: str) -> None:
    game = Game(NO_ACCOUNT[name][0], (3, 1))
    solver = solver_of([game], Budget())
    assert isinstance(solver, PlainSolver)
    assert tuple(solver.value(game, mode) for mode in MODES) == plain_values(game, 10 * MOST_TURNS)


def test_whoever_asks_about_larger_boards_refuses_what_a_machine_has_no_account_of() -> None:
    game = Game(NO_ACCOUNT["the least number"][0], (2, 1))
    with pytest.raises(NoAccountKept):
        Valuing([game])
    assert Valuing([game], each_game=True).worth(game).value == Value(0, 0)


def test_what_a_clause_asks_changes_what_best_play_comes_to() -> None:
    game = Game(NO_ACCOUNT["earlier passes in a row"][0], (2, 1))
    assert solve(game).both == Value(-2, -2)
    assert solve(Game(AREA, (2, 1))).both == Value(0, 0)


def test_what_is_too_much_for_a_machine_is_not_asked_in_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "MOST_NODES_ONE_BY_ONE", 2)
    rules = allowing(lambda record, play: not play.after.is_empty(play.point), AREA)
    with pytest.raises(Refusal, match="too many to keep"):
        solver_of([Game(rules, (3, 1))], Budget())


def test_where_repetition_draws_a_game_is_worth_what_it_is_with_no_result_at_0() -> None:
    drawn, usual = (parse_rules(f"repetition-draws{amended}") for amended in ("", ",reading/long-cycle=no-result"))
    for game in starts_of(drawn, LINE):
        other = Game(usual, rows=game.position.coloring, to_play=game.position.player)
        assert solve(game).value == solve(other, no_result=0).value


def test_sending_two_is_banned_where_best_play_is_looked_for() -> None:
    rules = Rules(ko=Ko.SIMPLE, readings=(("reading/sending-two", "forbidden"),))
    solution, usual = (solve(Game(rule_set, (3, 1))) for rule_set in (rules, Rules(ko=Ko.SIMPLE)))
    assert (solution.both, [best.turn for best in solution.line]) == (usual.both, [best.turn for best in usual.line])


@pytest.mark.thorough
@pytest.mark.parametrize("tax", Tax)
@pytest.mark.exhaustive
def test_it_finds_what_the_solver_finds_by_territory(tax: Tax) -> None:
    game = Game(Rules(scoring=Scoring.TERRITORY, tax=tax), (2, 1))
    expected = [Solver([game], Budget()).value(game, mode) for mode in MODES]
    assert [PlainSolver([game], Budget()).value(game, mode) for mode in MODES] == expected


def test_where_the_effort_is_not_enough_the_bounds_hold() -> None:
    game = Game(PAIRS["superko"][0], 2)
    solver = solver_of([game], Budget(nodes=2_000))
    with pytest.raises(OutOfBudget):
        solver.value(game, WORST)
    least, most = solver.bounds(game, WORST)
    assert least <= 1 <= most
    assert solver.budget.spent == 2_000


def test_whoever_has_no_turn_has_no_best_play() -> None:
    rules = Rules().replacing(SUPERKO, lambda record, play: type(play) is None, "No move.")
    rules = rules.replacing("katago-v2/main/start#turn", lambda turn: turn != PASS and bool(str(turn)), "No pass.")
    with pytest.raises(ValueError, match="no turn at all"):
        solve(Game(rules, 1))


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    over = Game(PAIRS["superko"][0], rows=starts_of(Rules(), LINE)[0].position.coloring).passed_out()
    assert over.position.phase is Phase.OVER
    with pytest.raises(ValueError, match="over"):
        solve(over)
    assert value_of(solver_of([over], Budget()), over) == Value(over.result.lead, over.result.lead)  # type: ignore[union-attr]


def ends(function: Any) -> Rules:
    """Rules under which a clause more ends the game."""
    return Rules().adding(make_clause(function, "house/ends", decides=Decision.GAME_ENDS, text="The game ends so."))


# What a clause counts, of which a machine keeps account of captures alone, and the same as Python alone can ask it.
COUNTS = {
    "turns": (ends(lambda record: record.turn >= 4), ends(lambda record: int(record.turn) >= 4)),
    "captures": (
        ends(lambda record: (record.tally.captures[BLACK] > 0) | (record.tally.captures[WHITE] > 0)),
        ends(lambda record: any([*record.tally.captures.values()])),
    ),
}


@pytest.mark.parametrize("name", COUNTS)
def test_a_clause_that_counts_is_asked_in_each_game_unless_it_counts_captures(name: str) -> None:
    counts, as_python = COUNTS[name]
    assert (outside_language(counts), bool(outside_language(as_python))) == ("", True)
    why = "the clause house/ends asks about. So every position is searched in its own game"
    assert (why in why_asked_in_games(counts)) is (name == "turns")
    for sides in ((1, 1), (2, 1)):
        solution, expected = (solve(Game(rules, sides), moves=True) for rules in (counts, as_python))
        plain = plain_values(Game(counts, sides), MOST_TURNS)
        assert (solution.both, solution.line, solution.moves) == (expected.both, expected.line, expected.moves)
        assert solution.both == Value(*plain or ())


def test_what_has_no_value_has_none_in_each_game_either() -> None:
    rules = "new-zealand,reading/new-zealand-end=agreement"
    four = make_clause(lambda record: record.turn >= 4, "house/four", decides=Decision.GAME_ENDS, text="Four turns.")
    on = make_clause(on_without_result, "house/on", decides=Decision.AFTER_NO_RESULT, text="It goes on.")
    for added in (four, on):
        with pytest.raises(Refusal, match="both players take"):
            solver_of([Game(parse_rules(rules).adding(added), 1)], Budget())


class EachTimeAnother(PlainSolver):
    """What finds a value for each way to count no-result, and no turn that comes to the first."""

    def value(self, game: Game, mode: int) -> float:
        return 2.0 if mode == WORST else -2.0

    def succeeds(self, game: Game, least: float, mode: int) -> bool:
        return False


def test_two_values_without_any_end_without_result_are_none() -> None:
    game, with_no_result = (Game(Rules(ko=ko), (2, 1)) for ko in (Ko.POSITIONAL, Ko.SIMPLE))
    with pytest.raises(Refusal, match="no question that was asked twice had two answers"):
        value_of(EachTimeAnother([game], Budget()), game)
    with pytest.raises(Refusal, match="no question that was asked twice had two answers"):
        solved(EachTimeAnother([game], Budget()), game)
    assert value_of(EachTimeAnother([with_no_result], Budget()), with_no_result) == Value(2, -2)


def test_where_no_turn_comes_to_the_value_no_pure_clause_is_blamed() -> None:
    game = Game(Rules(), (2, 1))
    with pytest.raises(Refusal, match="no question that was asked twice had two answers"):
        best_line(EachTimeAnother([game], Budget()), game, Value(0, 0), None)


def test_a_clause_that_gives_black_fewer_points_each_time_is_said_not_to_answer_alike() -> None:
    points = count(100, -1)
    rules = Rules().replacing("katago-v2/area/komi", lambda ended, color: next(points) * (color is BLACK), "Fewer.")
    game = Game(rules, 1)
    with pytest.raises(ClauseFailed, match="does not answer alike"):
        PlainSolver([game], Budget()).value(game, WORST)


@pytest.mark.parametrize("nodes", [1_100, 1_810, 3_100, 3_400])
def test_pure_clauses_are_not_blamed_wherever_the_effort_ran_out_before(nodes: int) -> None:
    """What was found in longer lines by then is never held against what shorter lines tell."""
    game = Game(PAIRS["superko"][0], 2)
    solver = solver_of([game], Budget(nodes=nodes))
    with pytest.raises(OutOfBudget):
        solver.value(game, WORST)
    solver.budget.nodes = None
    assert solver.value(game, WORST) == 1


def test_where_no_result_is_all_there_is_best_play_leads_there() -> None:
    """Every pass in the play of article 7 breaks it off, so that neither player has a score to aim at."""
    game = Start(2, 1, phase=Phase.FIRST_CLEANUP).game(parse_rules("japanese-1989"))
    solution = solve(game)
    assert solution.both == Value(-inf, inf)
    assert solution.ended.over
    solver = solver_of([game], Budget())
    graphs = [graph_of(solver, game, promise) for promise in promises(Value(-inf, inf))]
    assert [Verifier(game, graph).check() for graph in graphs] == [len(graph.nodes) for graph in graphs]


RULES_FILE = """\
from superko.spec.composition import resulting_state
from superko.spec.rules import Rules

def none_again(record, play):
    try:
        return resulting_state(record, play) not in tuple(record.earlier)
    except KeyError:
        return False

RULES = Rules().replacing("katago-v2/main/legal-superko", none_again, "None again.")
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    """Rules of an author, as they are named on the command line."""
    (tmp_path / "mine.py").write_text(RULES_FILE)
    return f"{tmp_path / 'mine.py'}:RULES"


NOT_COUNTED = {
    "A machine keeps no account of `turn`, which the clause house/clause asks about.": (
        "GAME_ENDS",
        "lambda record: record.turn >= 4",
    ),
    "A clause asks about a number that is known only when the game is over, of which no account is kept here.": (
        "SCORE",
        "lambda ended, color: min(ended.captures[color.opponent], 1)",
    ),
}


@pytest.mark.parametrize("why", NOT_COUNTED)
@pytest.mark.parametrize("command", ["solve 2x1", "solve 1x1 2x1", "compare --values tromp-taylor --board 1x1"])
@pytest.mark.usefixtures("at_a_terminal")
def test_commands_say_what_no_machine_counts(command: str, why: str, tmp_path: Path) -> None:
    decides, clause = NOT_COUNTED[why]
    lines = [
        "from superko.spec.registry import Decision, make_clause",
        "from superko.spec.rules import Rules",
        f"made = make_clause({clause}, 'house/clause', decides=Decision.{decides}, text='It says so.')",
        "RULES = Rules().adding(made)",
    ]
    (tmp_path / "mine.py").write_text("\n".join(lines))
    rules = [f"{tmp_path / 'mine.py'}:RULES"] if "compare" in command else ["--rules", f"{tmp_path / 'mine.py'}:RULES"]
    result = CliRunner().invoke(main, [*command.split(), *rules])
    assert result.exit_code in (0, 1), result.output
    assert result.stderr.count(f"{why} {SEARCHED_IN_GAMES}") == 1


@pytest.mark.parametrize("command", ["solve 2x1", "perft 2x1 --depth 2", "solve 1x1 2x1"])
@pytest.mark.usefixtures("at_a_terminal")
def test_commands_say_that_it_is_played_as_python(command: str, rules: str) -> None:
    result = CliRunner().invoke(main, [*command.split(), "--rules", rules])
    assert result.exit_code == 0, result.output
    assert "mine.py, line 5: a clause is not read with `try` in it;" in result.stderr
    assert PLAYED_AS_PYTHON in result.stderr


@pytest.mark.parametrize("command", ["rules", "perft 2x1 --rules", "check --claim game-terminates --rules"])
def test_a_container_that_is_asked_otherwise_is_refused_with_what_to_write(command: str, tmp_path: Path) -> None:
    text = RULES_FILE.replace("not in tuple(record.earlier)", "not in record.earlier").replace("try:", "if True:")
    (tmp_path / "mine.py").write_text(text.replace("    except KeyError:\n        return False\n", ""))
    result = CliRunner().invoke(main, [*command.split(), f"{tmp_path / 'mine.py'}:RULES"])
    assert result.exit_code == 2, result.output
    assert (
        "The clause katago-v2/main/legal-superko asks a question that can't be answered. mine.py, line 6:"
        in result.stderr
    )
    assert "Ask it whether it contains or lacks something, or how many times it has happened." in result.stderr


def test_what_has_no_sense_in_games_is_refused_and_says_what_there_is(rules: str) -> None:
    result = CliRunner().invoke(main, ["graph", "2x1", "--rules", rules])
    assert result.exit_code == 2
    assert "line 5: a clause is not read with `try` in it;" in result.stderr
    assert "`superko play`, `perft`, `solve` and `compare` ask it in every game by itself." in result.stderr
