"""Lemmas about one or two moves hold, by z3 and on every small board; broken clauses and statements are refuted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from superko.checker.claims.lemmas.one_step import BY_SIZE, decided, refuted_on_the_smallest_board, stones_balance
from superko.checker.evidence.checks import checks
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs import balance, steps
from superko.checker.proofs.captures import BY_LEMMA, BY_TEXT, Captures
from superko.checker.proofs.questions import SolverGaveUp, ask, is_true_of, number_of_stones, smallest_counterexample
from superko.checker.proofs.situation import BoardLemma, Implication, LemmaSituation
from superko.checker.proofs.turning import LEFT_RIGHT, TRANSPOSED, UPSIDE_DOWN, symmetries, symmetry_lemma
from superko.interpreter.notation import board_text
from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.katago_v2.life import regions_in_atari
from superko.spec.katago_v2.moves import make_move, resolve_captures
from superko.spec.lemma import reading
from superko.spec.parameters import Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play

from ...sampling import one_in
from ...spec.boards import all_colorings

RULES = Rules(tax=Tax.ALL)
MOVE = "katago-v2/move/pseudolegal"
LEMMAS = [
    steps.KEEPS_LEGAL,
    steps.CAPTURES_EXCLUDE_SUICIDE,
    steps.SIMPLE_KO,
    steps.KO_MOVE,
    steps.CLEARED,
    steps.INDEPENDENT_LIFE,
    balance.BALANCE,
    *map(symmetry_lemma, symmetries(Grid(2, 2))),
]
CLAIMS = {
    "lemma/play-keeps-legal",
    "lemma/capture-excludes-suicide",
    "lemma/simple-ko",
    "lemma/ko-move",
    "lemma/cleared",
    "lemma/independent-life-of-one-color",
    "lemma/stones-balance",
    "lemma/symmetry",
}


def named(lemma: BoardLemma) -> str:
    return lemma.claim


def situations(rules: Rules, width: int, height: int, moves: int) -> list[LemmaSituation[int]]:
    """Every situation of a board."""
    points = list(points_of(Grid(width, height).everywhere))
    return [
        LemmaSituation(rules, c, player, played)
        for c in all_colorings(width, height)
        for player in Color
        for played in product(points, repeat=moves)
    ]


def test_each_lemma_has_a_claim_that_checks_decide() -> None:
    assert {lemma.claim for lemma in LEMMAS} == CLAIMS
    assert {check.claim for check in checks().values()} >= CLAIMS


@pytest.mark.parametrize("lemma", LEMMAS, ids=named)
@pytest.mark.parametrize("captures", [BY_TEXT, BY_LEMMA], ids=["by text", "by lemma"])
def test_a_lemma_has_no_counterexample(lemma: BoardLemma, captures: Captures) -> None:
    verdict = decided(lemma, RULES, captures, Grid(2, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["certificates"] > 0
    assert ("lemma/resolve-captures" in verdict.notes) == (captures is BY_LEMMA)


@pytest.mark.parametrize("lemma", LEMMAS, ids=named)
def test_a_lemma_is_true_of_every_situation_of_a_small_board(lemma: BoardLemma) -> None:
    assert all(is_true_of(lemma, situation) for situation in situations(RULES, 2, 2, lemma.moves))


@pytest.mark.parametrize("suicide", one_in(2, [False, True]))
def test_a_lemma_about_ko_holds_with_and_without_suicide(suicide: bool) -> None:
    for lemma in (steps.SIMPLE_KO, steps.KO_MOVE):
        assert ask(lemma, Rules(suicide=suicide), Grid(3, 2)).counterexample is None


def moving(*captured: str) -> Rules:
    """The rules with moves that resolve the captures of these colors, in this order."""

    def make(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
        """A move resolves the captures of some colors in turn."""
        after = c.colored(point, player)
        emptied = {"opponent": c.board.nothing, "own": c.board.nothing}
        for whose in captured:
            emptied[whose] = resolve_captures(after, player if whose == "own" else player.opponent)
            after = after.emptied(emptied[whose])
        return Play(player, point, c, after, emptied["opponent"], emptied["own"])

    return RULES.replacing(MOVE, make)


def capturing_both_at_once(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the stones of both colors at once."""
    colored = c.colored(point, player)
    captured, own = resolve_captures(colored, player.opponent), resolve_captures(colored, player)
    return Play(player, point, c, colored.emptied(captured | own), captured, own)


def captures_at_the_edge_only(c: Coloring[Any], color: Color) -> Any:
    return resolve_captures(c, color) & c.board.grid.column(0)


def captures_of_the_opponent_only(play: Play[Any]) -> dict[Color, Any]:
    """Only stones of the opponent count as captured."""
    size, nothing = play.before.size, play.before.board.nothing
    return {play.player.opponent: size(play.captured), play.player: size(nothing)}


AT_THE_EDGE = RULES.replacing(MOVE, reading(make_move, resolve_captures=captures_at_the_edge_only))
SUICIDE_UNCOUNTED = RULES.replacing("katago-v2/move/capture-total", captures_of_the_opponent_only)

BROKEN_RULES = {
    "stones without liberty stay": (steps.KEEPS_LEGAL, moving("opponent")),
    "the opponent's stones without liberty stay": (steps.KEEPS_LEGAL, moving("own")),
    "both colors are captured at once": (steps.CAPTURES_EXCLUDE_SUICIDE, RULES.replacing(MOVE, capturing_both_at_once)),
    "moves on stones": (steps.KO_MOVE, RULES.dropping("katago-v2/move/pseudolegal#empty")),
    "captures only at the left edge": (symmetry_lemma(LEFT_RIGHT), AT_THE_EDGE),
    "captures only in the first column": (symmetry_lemma(TRANSPOSED), AT_THE_EDGE),
    "suicide is not counted": (balance.BALANCE, SUICIDE_UNCOUNTED),
}


@pytest.mark.parametrize("broken", BROKEN_RULES)
def test_broken_rules_are_refuted_on_a_small_board(broken: str) -> None:
    lemma, rules = BROKEN_RULES[broken]
    found = smallest_counterexample(lemma, rules, BY_SIZE)
    assert found is not None
    assert not is_true_of(lemma, found)
    grid, fewest = found.coloring.board.grid, number_of_stones(found)
    everything = situations(rules, grid.width, grid.height, lemma.moves)
    assert fewest == min(number_of_stones(other) for other in everything if not is_true_of(lemma, other))


def said_otherwise(lemma: BoardLemma, then: Callable[[LemmaSituation[Any]], Any]) -> BoardLemma:
    """A lemma that concludes something else."""
    return BoardLemma(lemma.claim, lambda s: Implication(lemma.statement(s).given, then(s)), lemma.moves)


def stands_in_atari(play: Play[Any]) -> Any:
    c, color = play.after, play.player
    return c.meets(play.point, c.regions(c.of(color), where=c.is_single) & regions_in_atari(c, color))


FALSE_STATEMENTS = {
    "every capture of one stone is a ko": said_otherwise(
        steps.KO_MOVE, lambda s: steps.is_ko_move(s.rules, s.play) == s.coloring.is_single(s.play.captured)
    ),
    "every lone stone in atari is a ko": said_otherwise(
        steps.KO_MOVE, lambda s: steps.is_ko_move(s.rules, s.play) == stands_in_atari(s.play)
    ),
    "nothing is a ko-move": said_otherwise(
        steps.KO_MOVE,
        lambda s: s.coloring.is_empty(
            s.coloring.board.choose(
                steps.is_ko_move(s.rules, s.play), s.coloring.board.everything, s.coloring.board.nothing
            )
        ),
    ),
    "a reply where a lone stone captured restores nothing": said_otherwise(
        steps.SIMPLE_KO, lambda s: s.reply.after.same_as(s.coloring) == s.coloring.is_empty(s.coloring.board.everything)
    ),
    "a reply where anything was captured restores the coloring": said_otherwise(
        steps.SIMPLE_KO, lambda s: s.reply.after.same_as(s.coloring) == s.coloring.meets(s.points[1], s.play.captured)
    ),
    "nothing is ever captured": said_otherwise(
        steps.CAPTURES_EXCLUDE_SUICIDE, lambda s: s.coloring.is_empty(s.play.captured)
    ),
    "every move keeps positions as they are": said_otherwise(
        steps.KEEPS_LEGAL, lambda s: s.play.after.same_as(s.coloring)
    ),
    "what is cleared is everything": BoardLemma(
        "lemma/cleared", lambda s: Implication(True, steps.cleared(s.coloring, s.player) == s.coloring.of(s.player)), 0
    ),
}


@pytest.mark.parametrize("name", FALSE_STATEMENTS)
def test_a_false_statement_is_refuted_on_a_small_board(name: str) -> None:
    found = smallest_counterexample(FALSE_STATEMENTS[name], RULES, BY_SIZE)
    assert found is not None
    assert not is_true_of(FALSE_STATEMENTS[name], found)


def test_literally_both_colors_own_an_empty_board() -> None:
    literal = RULES.reading({"reading/ilr-own-stone": "literal"})
    verdict = refuted_on_the_smallest_board(steps.INDEPENDENT_LIFE, literal)
    assert (verdict.outcome, verdict.minimal, verdict.scope) == (Outcome.REFUTED, True, "1x1")
    assert verdict.witness is not None
    assert board_text(verdict.witness.game().position.coloring) == "."


def test_stones_balance_on_boards_of_every_size() -> None:
    assert stones_balance(RULES).outcome is Outcome.PROVED


def test_stones_that_do_not_balance_are_shown_where_one_is_lost() -> None:
    verdict = stones_balance(SUICIDE_UNCOUNTED)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "1x1")
    assert verdict.notes == 'It is not so on the board "." when Black plays A1.'


def test_reflections_make_up_every_rotation() -> None:
    board = integer_board(3, 3)
    quarter_turns = [1 << index for index in range(9)]
    turned = [LEFT_RIGHT.of_points(board, TRANSPOSED.of_points(board, point)) for point in quarter_turns]
    assert [board.grid.place(point) for point in turned[:3]] == [(2, 0), (2, 1), (2, 2)]
    half = [UPSIDE_DOWN.of_points(board, LEFT_RIGHT.of_points(board, point)) for point in quarter_turns]
    assert half == quarter_turns[::-1]


def test_running_out_of_time_is_unknown() -> None:
    verdict = decided(steps.KO_MOVE, RULES, BY_TEXT, Grid(3, 3), work=1_000)
    assert verdict.outcome is Outcome.UNKNOWN


def test_a_counterexample_that_is_none_when_played_through_is_not_believed() -> None:
    def false_for_symbols(s: LemmaSituation[Any]) -> Implication:
        return Implication(True, isinstance(s.coloring.black, int) or s.coloring.is_empty(s.coloring.black))

    with pytest.raises(SolverGaveUp, match="played through"):
        ask(BoardLemma("lemma/cleared", false_for_symbols, moves=0), RULES, Grid(2, 1))


def test_reading_captures_by_the_lemma_hides_no_broken_move() -> None:
    broken = moving("own")
    answers = [ask(steps.KEEPS_LEGAL, broken, Grid(3, 1), captures) for captures in (BY_TEXT, BY_LEMMA)]
    assert all(answer.counterexample is not None for answer in answers)
