"""The machine of a phase: it goes through the turns that games are played by, whichever mistake the rules have."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from superko.checker.graph.graph import explore
from superko.checker.phase import requirements
from superko.checker.phase.machine import NOWHERE, Machine, at_points, machine
from superko.checker.phase.past import Asks, CannotBeRead, Question, Untold
from superko.checker.phase.requirements import turns_are_taken_alone
from superko.checker.phase.tables_arrays import can_be_read_on_arrays
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.vectors.mutants import NEAR_MISSES, REMEMBERS_START
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Clause, Decision, clauses
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import PASS, Moment, Move, Phase, Record, Remembered, Turn

from .mistakes import Mistaken, every_mistake

MISTAKES = every_mistake()
MOST_GAMES = 300


def in_step(read: Machine, start: Game) -> Iterator[tuple[Game, int, int]]:
    """Played games within the phase, the shorter ones first, each with the node and the memory that it leads to.

    Whatever turn is legal in one of the two must be so in the other, and must end the same by the same clause.
    """
    waiting = [(start, 0, read.first_memory)]
    for game, node, memory in waiting:
        yield game, node, memory
        taken = {step_taken.step.turn: step_taken for step_taken in read.taken(node, memory)}
        assert taken.keys() == set(game.turns()), turns_of(game)
        for turn, step_taken in taken.items():
            after = game.play(turn)
            assert (step_taken.ended_by and step_taken.ended_by.name) == after.ended_by, (turns_of(game), turn)
            if after.ended_by is None:
                assert step_taken.node != NOWHERE
                if len(waiting) < MOST_GAMES:
                    waiting.append((after, step_taken.node, step_taken.memory))


def turns_of(game: Game) -> list[Turn | None]:
    return [game.record.last, *turns_of(game.previous)] if game.previous else []


@pytest.mark.parametrize("name", sorted(PRESETS))
@pytest.mark.parametrize("grid", [Grid(2, 1), Grid(3, 1), Grid(2, 2)], ids=str)
def test_under_every_preset_a_machine_goes_through_the_games_that_are_played(name: str, grid: Grid) -> None:
    start = Game(PRESETS[name], grid)
    assert sum(1 for _ in in_step(machine(start.record), start)) > grid.size


@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
def test_in_cleanup_it_goes_through_the_games_that_are_played_from_a_ko(phase: Phase) -> None:
    start = Game(PRESETS["japanese-like"], rows=".OX.", phase=phase)
    assert sum(1 for _ in in_step(machine(start.record), start)) >= MOST_GAMES


@pytest.mark.parametrize("mistaken", every_mistake(), ids=str)
def test_with_any_mistake_it_goes_through_the_games_that_are_played_with_it_or_is_refused(mistaken: Mistaken) -> None:
    start = mistaken.wrong
    read = machine_or_refusal(start.record)
    if isinstance(read, Machine):
        assert sum(1 for _ in in_step(read, start)) > 0
    else:
        assert "no account" in read


@pytest.mark.exhaustive
@pytest.mark.thorough
def test_few_mistakes_are_refused() -> None:
    # Whether one is refused does not depend on the board; no phase is read under some readings.
    unread = {"draw", "captures", "forbidden", "article-20", "forum", "agreement", "as-a-turn"}
    with_a_phase = [mistaken for mistaken in MISTAKES if not unread & {*dict(mistaken.wrong.rules.readings).values()}]
    smallest = {
        str(mistaken.mutant): mistaken for mistaken in sorted(with_a_phase, key=points_of_the_board, reverse=True)
    }
    read = {name: machine_or_refusal(mistaken.wrong.record) for name, mistaken in smallest.items()}
    # When something first stood, and passes whose number nothing but a play would ever forget.
    unkept = {f"{clause}/remembers-start" for clause, wrong in NEAR_MISSES.items() if REMEMBERS_START in wrong}
    endless = {f"{clause.name}/forgets" for clause in clauses() if forgets_the_run_of_the_main_phase(clause)}
    assert {
        name for name, answer in read.items() if not isinstance(answer, Machine)
    } == unkept & read.keys() | endless | {
        "japanese-1989/12-no-result#over/ends-game",
        "japanese-1989/7-2-kos-after-the-end#broken-off/ends-game",
        "katago-v2/cleanup/no-result#whole-game/ends-game",
        "katago-v2/main/no-result#whole-game/ends-game",
    }


def forgets_the_run_of_the_main_phase(clause: Clause) -> bool:
    of_main = clause.decides is Decision.FORGETS and Phase.MAIN in clause.during
    return of_main and Remembered.RUN in clause.function(Moment.OTHER_TURN)


def points_of_the_board(mistaken: Mistaken) -> int:
    return mistaken.wrong.position.coloring.board.grid.size


def machine_or_refusal(record: Record) -> Machine | str:
    try:
        return machine(record)
    except ValueError as refusal:
        return str(refusal)


def test_a_move_under_superko_is_one_question_about_the_state_that_it_leads_to() -> None:
    read = machine(Game(Rules(), (2, 1)).record)
    for steps in read.steps:
        for step in steps:
            if isinstance(step.turn, Move):
                assert isinstance(step.forbidden_by, Asks)
                question, yes, no = step.forbidden_by.question, step.forbidden_by.yes, step.forbidden_by.no
                assert question == Question("earlier", (step.position.coloring,))
                assert getattr(yes, "name", None) == "katago-v2/main/legal-superko"
                assert no is None


def test_it_remembers_of_the_moves_made_in_cleanup_only_the_ko_moves() -> None:
    start = Game(PRESETS["japanese-like"], rows=".OX.", phase=Phase.FIRST_CLEANUP)
    read = machine(start.record, at_points(0b0011))
    made = {question.event for question in read.questions if question.history == "made"}
    assert len(made) == 2


def test_it_starts_from_what_has_happened_in_the_game_so_far() -> None:
    start = Game(PRESETS["chinese-like"], (2, 1))
    passed = start.play(PASS).play(Move(1)).play(Move(2))
    assert sum(1 for _ in in_step(machine(passed.record), passed)) > 1


def ends_on_the_ninth_turn(record: Record) -> bool:
    """The game ends on its ninth turn."""
    return record.turn >= 9


def ends_after_many_captures(record: Record) -> bool:
    """The game ends once three stones have been captured."""
    return record.tally.captures[BLACK] + record.tally.captures[WHITE] >= 3


def ends_once_black_has_passed(record: Record) -> bool:
    """The game ends once Black has passed first."""
    return record.tally.first_passer is BLACK


def test_it_keeps_how_many_stones_were_captured_where_a_clause_asks() -> None:
    rules = Rules().replacing("katago-v2/main/end-two-passes", ends_after_many_captures)
    start = Game(rules, (2, 1))
    captured = start.play(Move(1)).play(Move(2))
    assert sum(1 for _ in in_step(machine(captured.record), captured)) > 1


@pytest.mark.parametrize("clause", [ends_on_the_ninth_turn, ends_once_black_has_passed])
def test_a_clause_that_counts_what_a_machine_does_not_is_refused_by_name(clause: object) -> None:
    rules = Rules().replacing("katago-v2/main/end-two-passes", clause)  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"keeps no account of `t.*`, which the clause katago-v2/main/end-two-passes asks about"
    ):
        machine(Game(rules, (2, 1)).record)


def forbids_what_stood_as_often_since_the_pass(record: Record, play: object) -> bool:
    """What stands has stood less often since the last pass."""
    return record.since_pass.times(record.state) != record.earlier.times(record.state)


def test_a_clause_that_compares_how_often_two_things_have_happened_is_refused() -> None:
    rules = Rules().replacing("katago-v2/main/legal-superko", forbids_what_stood_as_often_since_the_pass)
    with pytest.raises(CannotBeRead, match="how often something has happened"):
        machine(Game(rules, (2, 1)).record)


def test_a_clause_that_reckons_with_many_passes_is_refused_in_a_sentence() -> None:
    odd = Rules().replacing(
        "katago-v2/main/end-two-passes", lambda record: record.pass_run > 4 and record.pass_run % 2 == 1, "Odd."
    )
    with pytest.raises(Refusal, match="keeps no account of what a clause asks about"):
        machine(Game(odd, (2, 1)).record)


def test_whether_there_was_a_turn_before_is_kept_where_a_clause_may_ask() -> None:
    first_only = Rules().replacing(
        "katago-v2/main/legal-superko", lambda record, play: record.previous is None, "Once."
    )
    read = machine(Game(first_only, (2, 1)).record)
    moves = [sum(isinstance(step.turn, Move) for step in steps) for steps in read.steps]
    assert (moves[0], sum(moves)) == (2, 2)


def test_whoever_looks_at_what_is_not_kept_is_told_so_even_when_asking_of_what_kind_it_is() -> None:
    with pytest.raises(CannotBeRead, match="the last turn"):
        isinstance(Untold("the last turn"), Move)


# What engines need of rules is asked in one place, so that all refuse the same rules in the same sentence.


ENGINES = ("phase", "graph", "play", "counting", "solving", "values")
ASKED_HERE = ("AGREEMENT", "AWARDED", "AFTER_NO_RESULT", "FORGETS")
AGREED = parse_rules("japanese-1989,reading/japanese-1989-no-result=as-a-turn")


def test_a_need_names_a_phase_only_if_it_asks_about_it() -> None:
    functions = ast.parse(Path(requirements.__file__).read_text("utf-8")).body
    named = [node for node in functions if isinstance(node, ast.FunctionDef) and "phase" in ast.dump(node.args)]
    assert [node.name for node in named if "id='phase'" not in "".join(map(ast.dump, node.body))] == []
    assert {"turns_are_taken_alone", "of_a_phase_graph"} <= {node.name for node in named}


def test_no_engine_asks_elsewhere() -> None:
    here = Path(requirements.__file__)
    files = [file for room in ENGINES for file in (here.parents[1] / room).glob("*.py") if file != here]
    asking = [file.name for file in files for name in ASKED_HERE if f"Decision.{name}" in file.read_text("utf-8")]
    assert asking == []
    assert all(f"Decision.{name}" in here.read_text("utf-8") for name in ASKED_HERE)


@pytest.mark.parametrize(
    "asked",
    [
        lambda rules: explore(rules, Grid(2, 1)),
        lambda rules: machine(Game(rules, (2, 1)).record),
        lambda rules: can_be_read_on_arrays([Game(rules, (2, 1)).record]),
        lambda rules: PlainSolver([Game(rules, (2, 1))], Budget()),
    ],
    ids=["a graph", "a phase graph", "arrays", "a search of each game"],
)
def test_engines_refuse_in_the_same_sentence(asked: Callable[[Rules], object]) -> None:
    sentence = str(turns_are_taken_alone(AGREED, Phase.MAIN))
    with pytest.raises(Refusal) as refused:
        asked(AGREED)
    assert str(refused.value) == sentence
    assert "a turn that both players take" in sentence
