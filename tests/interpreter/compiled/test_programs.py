"""A program does what the clauses do that it was read from: on all small colorings, and on some larger ones."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from superko.interpreter.history import first_record
from superko.interpreter.judgement import legal_plays
from superko.interpreter.program.clauses import NotCompiled, program
from superko.interpreter.program.game import GamePrograms
from superko.interpreter.program.text import PythonText
from superko.interpreter.result import ended_game, score
from superko.spec.algebra import BLACK, Color, Condition, Grid
from superko.spec.parameters import Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Phase, Play, Position, Tally

from .in_python import every_coloring, in_python, some_coloring
from .rows_in_python import moves_in_row, scores_in_row

RULE_SETS = {"suicide=yes": Rules(suicide=True), "suicide=no": Rules(suicide=False), "aga": Rules(document="aga")}


@pytest.mark.parametrize("player", Color)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_moves_are_those_of_the_text_on_every_coloring(rules: Rules, player: Color) -> None:
    for grid in (Grid(1, 1), Grid(3, 1), Grid(2, 2)):
        for c in every_coloring(grid):
            record = first_record(rules, Position(c, player))
            assert moves_in_row(record) == sum(play.point for play in legal_plays(record))


REMOVING = {"reading/engine-always-pass-alive": "engine"}
LITERAL = {"reading/ilr-own-stone": "literal"}


@pytest.mark.parametrize("readings", [{}, REMOVING, LITERAL], ids=["usual", "pass-dead removed", "no own stone"])
@pytest.mark.parametrize(("scoring", "tax"), [*product(Scoring, Tax)])
def test_scores_are_those_of_the_text(scoring: Scoring, tax: Tax, readings: Mapping[str, str]) -> None:
    if readings == LITERAL and tax is Tax.NONE:
        readings = {}
    rules = Rules(scoring=scoring, tax=tax, komi=6.5).reading(readings)
    grid, chance = Grid(4, 3), Random(2)
    for _ in range(60):
        captures = {color: chance.randrange(9) for color in Color}
        moves = {(color, phase): chance.randrange(9) for color, phase in product(Color, Phase)}
        tally = Tally(captures, moves, second_cleanup_start=some_coloring(grid, chance))
        record = first_record(rules, Position(some_coloring(grid, chance), BLACK), tally)
        by_text = score(ended_game(record))
        assert scores_in_row(record) == (by_text.black, by_text.white)


def test_what_is_asked_in_python_is_compiled_case_by_case() -> None:
    """Given a ban on suicide of several stones, written with `not` and `or`, when moves are listed, then it counts."""

    def is_no_suicide_of_several(play: Play[Any]) -> Condition:
        """A move empties none of the player's own points, or just one."""
        return not play.self_captured or play.before.is_single(play.self_captured)

    rules = Rules(suicide=False).replacing("katago-v2/move/suicide-ban", is_no_suicide_of_several)
    for c in every_coloring(Grid(3, 1)):
        record = first_record(rules, Position(c, BLACK))
        assert moves_in_row(record) == sum(play.point for play in legal_plays(record))


def test_scores_that_are_asked_in_python_are_compiled_case_by_case() -> None:
    def three_or_none(ended: Ended[Any], color: Color) -> Any:
        """Two stones or more score 3."""
        return 3 if ended.coloring.size(ended.coloring.of(color)) >= 2 else 0

    rules = Rules().replacing("katago-v2/area/score-none#stones", three_or_none)
    for c in every_coloring(Grid(3, 1)):
        record = first_record(rules, Position(c, BLACK))
        by_text = score(ended_game(record))
        assert scores_in_row(record) == (by_text.black, by_text.white)


def no_shape_twice(play: Play[Any]) -> bool:
    """A move empties none of some sets of points."""
    return play.self_captured not in {1, 2}


def sum_of_points(play: Play[Any]) -> bool:
    """A move is made where adding one to the stones changes something."""
    return bool(play.before.black + 1)


class TestWhatCanNotBeCompiled:
    @pytest.mark.parametrize(
        ("function", "why"),
        [(no_shape_twice, "write a tuple"), (sum_of_points, "can't be put together so")],
        ids=["looks up", "calculates"],
    )
    def test_is_refused_with_the_clause_that_asks(self, function: Any, why: str) -> None:
        rules = Rules(suicide=False).replacing("katago-v2/move/suicide-ban", function)
        with pytest.raises(NotCompiled, match=rf"suicide-ban is outside of the language .*{why}"):
            _ = GamePrograms(rules, Grid(3, 1)).programs

    def test_numbers_are_refused_that_no_machine_word_holds(self) -> None:
        def none_captured(play: Play[Any]) -> Any:
            """A move captures fewer of its own than a number that no machine word holds."""
            return play.before.size(play.self_captured) * 1_000_000 * 1_000_000 * 1_000_000 < 1

        rules = Rules(suicide=False).replacing("katago-v2/move/suicide-ban", none_captured)
        with pytest.raises(NotCompiled, match="too large for a machine word"):
            _ = GamePrograms(rules, Grid(3, 1)).programs


class TestTheText:
    def test_names_the_clauses(self) -> None:
        programs = GamePrograms(Rules(suicide=False), Grid(3, 3), remarks=True).programs
        text = PythonText().program(programs["legal_turns_of_black_in_main"])
        assert "# katago-v2/move/suicide-ban" in text
        assert "# katago-v2/move/no-null-change" in text

    def test_is_the_same_run_after_run(self) -> None:
        first, again = (GamePrograms(Rules(suicide=False), Grid(3, 3)).programs for _ in range(2))
        assert {name: PythonText().alone(program) for name, program in first.items()} == {
            name: PythonText().alone(program) for name, program in again.items()
        }

    def test_ends_where_a_fixpoint_would_swing(self) -> None:
        def asked(_: Rules, black: Any) -> Any:
            return {"a": black.board.fixpoint(black.board.complement, black)}

        swinging = program("swinging", Grid(2, 1), Rules(), "Swings.", ["black"], asked)
        assert in_python(swinging)(1) == {"a": 0}

    @pytest.mark.parametrize("name", ["regions", "closure", "exists", "fixpoint"])
    def test_does_nothing_twice(self, name: str) -> None:
        def asked(_: Rules, black: Any) -> Any:
            board = black.board
            match name:
                case "regions":
                    return board.regions(black, where=board.is_single)
                case "closure":
                    return board.closure(black & 1, black)
                case "exists":
                    return board.exists(black, lambda point: board.is_single(board.border(point)))
                case _:
                    return board.fixpoint(lambda points: points & black & ~board.border(black), black)

        once = program("once", Grid(3, 1), Rules(), "Asks once.", ["black"], lambda *given: {"a": asked(*given)})
        twice = program(
            "twice",
            Grid(3, 1),
            Rules(),
            "Asks twice.",
            ["black"],
            lambda *given: {"a": asked(*given), "b": asked(*given)},
        )
        assert twice.body == once.body
        assert twice.returned == once.returned * 2
