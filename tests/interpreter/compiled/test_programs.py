"""A program does what the clauses do that it was read from: on all small colorings, and on random ones of any size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from superko.interpreter.program.clauses import (
    NotCompiled,
    ko_move_program,
    move_program,
    program,
    pseudolegal_program,
    score_program,
)
from superko.interpreter.program.text import PythonText
from superko.interpreter.result import as_set_up, score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Condition, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.composition import move, pseudolegal
from superko.spec.parameters import Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Play

from ...sampling import one_in
from .in_python import every_coloring, in_python, some_coloring

TERRITORY = Rules(scoring=Scoring.TERRITORY)
RULE_SETS = {"suicide=yes": Rules(suicide=True), "suicide=no": Rules(suicide=False), "aga": Rules(document="aga")}
KO_MOVE = "katago-v2/cleanup/ko-move"


def moves_by_text(rules: Rules, c: Coloring[int], player: Color) -> int:
    return sum(p for p in points_of(c.empty) if bool(pseudolegal(rules, move(rules, c, player, p))))


def ko_moves_by_text(rules: Rules, c: Coloring[int], player: Color) -> int:
    is_ko_move = next(clause for clause in rules.in_force if clause.name == KO_MOVE).function
    plays = (move(rules, c, player, point) for point in points_of(c.empty))
    return sum(play.point for play in plays if bool(pseudolegal(rules, play)) and is_ko_move(rules, play))


@pytest.mark.parametrize("player", Color)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_moves_are_those_of_the_text_on_every_coloring(rules: Rules, player: Color) -> None:
    for grid in (Grid(1, 1), Grid(3, 1), Grid(2, 2)):
        moves, plays = (
            in_python(program_of(rules, grid, player)) for program_of in (pseudolegal_program, move_program)
        )
        for c in every_coloring(grid):
            assert moves(c.black, c.white) == {"moves": moves_by_text(rules, c, player)}
            for point in points_of(c.empty):
                play = move(rules, c, player, point)
                assert plays(c.black, c.white, point) == outputs_of(play)


def outputs_of(play: Play[int]) -> Mapping[str, int]:
    return {
        "after_black": play.after.black,
        "after_white": play.after.white,
        "captured": play.captured,
        "self_captured": play.self_captured,
    }


@pytest.mark.parametrize("rules", [TERRITORY, TERRITORY.literally()], ids=["by lemmas", "by the text"])
def test_ko_moves_are_those_of_the_text(rules: Rules) -> None:
    grid, chance = Grid(3, 2), Random(0)
    ko_moves = in_python(ko_move_program(rules, grid, BLACK))
    colorings = [some_coloring(grid, chance) for _ in range(150)] + [Coloring(integer_board(3, 2), 0b010101, 0b001010)]
    by_text = [ko_moves_by_text(rules, c, BLACK) for c in colorings]
    assert [ko_moves(c.black, c.white)["moves"] for c in colorings] == by_text
    assert any(by_text)


@pytest.mark.parametrize("grid", [Grid(9, 9), Grid(25, 3), Grid(19, 19)], ids=str)
def test_sets_of_several_words_carry_over(grid: Grid) -> None:
    rules, chance = PRESETS["chinese-like"], Random(1)
    moves, plays = (in_python(program_of(rules, grid, WHITE)) for program_of in (pseudolegal_program, move_program))
    for _ in range(2 if grid.size > 100 else 8):
        c = some_coloring(grid, chance)
        assert moves(c.black, c.white) == {"moves": moves_by_text(rules, c, WHITE)}
        for point in list(points_of(c.empty))[:5]:
            assert plays(c.black, c.white, point) == outputs_of(move(rules, c, WHITE, point))


REMOVING = {"reading/engine-always-pass-alive": "engine"}
LITERAL = {"reading/ilr-own-stone": "literal"}


@pytest.mark.parametrize("readings", [{}, REMOVING, LITERAL], ids=["usual", "pass-dead removed", "no own stone"])
@pytest.mark.parametrize(("scoring", "tax"), one_in(2, product(Scoring, Tax)))
def test_scores_are_those_of_the_text(scoring: Scoring, tax: Tax, readings: Mapping[str, str]) -> None:
    if readings == LITERAL and tax is Tax.NONE:
        readings = {}
    rules = Rules(scoring=scoring, tax=tax, komi=6.5).reading(readings)
    grid, chance = Grid(4, 3), Random(2)
    scored = in_python(score_program(rules, grid))
    for _ in range(60):
        c, began = some_coloring(grid, chance), some_coloring(grid, chance)
        counted = [chance.randrange(9) for _ in range(4)]
        ended = as_set_up(
            rules,
            c,
            captures=dict(zip(Color, counted[:2], strict=True)),
            moves=dict(zip(Color, counted[2:], strict=True)),
            second_cleanup_start=began,
        )
        by_text = score(ended)
        scores = scored(c.black, c.white, began.black, began.white, *counted)
        assert scores == {"score_of_black": by_text.black, "score_of_white": by_text.white}


def test_what_is_asked_in_python_is_compiled_case_by_case() -> None:
    """Given a ban on suicide of several stones, written with `not` and `or`, when moves are listed, then it counts."""

    def is_no_suicide_of_several(play: Play[Any]) -> Condition:
        """A move empties none of the player's own points, or just one."""
        return not play.self_captured or play.before.is_single(play.self_captured)

    rules = Rules(suicide=False).replacing("katago-v2/move/suicide-ban", is_no_suicide_of_several)
    grid = Grid(3, 1)
    moves = in_python(pseudolegal_program(rules, grid, BLACK))
    by_text = [
        sum(p for p in points_of(grid.everywhere) if bool(pseudolegal(rules, move(rules, c, BLACK, p))))
        for c in every_coloring(grid)
    ]
    assert [moves(c.black, c.white)["moves"] for c in every_coloring(grid)] == by_text


def test_scores_that_are_asked_in_python_are_compiled_case_by_case() -> None:
    def three_or_none(ended: Ended[Any], color: Color) -> Any:
        """Two stones or more score 3."""
        return 3 if ended.coloring.size(ended.coloring.of(color)) >= 2 else 0

    rules = Rules().replacing("katago-v2/area/score-none#stones", three_or_none)
    scores = in_python(score_program(rules, Grid(3, 1)))
    for c in every_coloring(Grid(3, 1)):
        by_text = score(as_set_up(rules, c))
        answer = scores(c.black, c.white, c.black, c.white, 0, 0, 0, 0)
        assert answer == {"score_of_black": by_text.black, "score_of_white": by_text.white}


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
            pseudolegal_program(rules, Grid(3, 1), BLACK)

    def test_numbers_are_refused_that_no_machine_word_holds(self) -> None:
        def none_captured(play: Play[Any]) -> Any:
            """A move captures fewer of its own than a number that no machine word holds."""
            return play.before.size(play.self_captured) * 1_000_000 * 1_000_000 < 1

        rules = Rules(suicide=False).replacing("katago-v2/move/suicide-ban", none_captured)
        with pytest.raises(NotCompiled, match="too large for a machine word"):
            pseudolegal_program(rules, Grid(3, 1), BLACK)

    def test_ko_moves_are_refused_where_no_clause_speaks_of_them(self) -> None:
        with pytest.raises(NotCompiled, match=r"cleanup/ko-move defines\. Choose scoring=TERRITORY"):
            ko_move_program(Rules(), Grid(3, 1), BLACK)


class TestTheText:
    def test_names_the_clauses(self) -> None:
        text = PythonText().program(pseudolegal_program(Rules(suicide=False), Grid(3, 3), BLACK))
        assert "# katago-v2/move/suicide-ban" in text
        assert "# katago-v2/move/no-null-change" in text

    def test_is_the_same_run_after_run(self) -> None:
        rules = replace(Rules(), suicide=False)
        first = PythonText().program(score_program(rules, Grid(3, 3)))
        score_program.cache_clear()
        assert PythonText().program(score_program(rules, Grid(3, 3))) == first

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
