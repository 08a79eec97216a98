"""Lemmas about one or two moves hold, by z3 and on every small board; broken clauses and statements are refuted."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product
from typing import Any, ClassVar

import pytest

from superko.checker.claims.lemmas import (
    BY_SIZE,
    captures_alike,
    decided,
    decided_of_every_text,
    one_clause_decides,
    stones_balance,
    with_other_moves,
)
from superko.checker.evidence.checks import checks
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.symmetry import image_of
from superko.checker.phase.symmetry import symmetries as symmetries_of_grid
from superko.checker.proofs import steps
from superko.checker.proofs.following import asked_of_one_clause, phases_of_games
from superko.checker.proofs.questions import (
    SolverGaveUp,
    ask,
    is_true_of,
    least_image,
    number_of_stones,
    smallest_counterexample,
)
from superko.checker.proofs.rule_sets import rule_sets
from superko.checker.proofs.situation import (
    CAPTURES_OF_TEXTS,
    BoardLemma,
    Implication,
    LemmaSituation,
    is_legal,
    with_fast_captures,
)
from superko.checker.proofs.steps import PROOF_OF_QUIET_MOVE
from superko.checker.proofs.turning import (
    COLORS_SWAPPED,
    LEFT_RIGHT,
    REFLECTIONS,
    TRANSPOSED,
    UPSIDE_DOWN,
    symmetry_lemma,
)
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.documents import DOCUMENTS
from superko.spec.guard import ALWAYS, Guard, given
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.katago_v2.faster_forms import stones_without_liberty
from superko.spec.katago_v2.life import regions_in_atari
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.lemma import Serves, lemmas
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import IN_EVERY_PHASE, IN_MAIN_PHASE, Clause, Decision, clause_named, make_clause
from superko.spec.rules import Amendment, Rules
from superko.spec.tromp_taylor.rules import cleared
from superko.spec.vocabulary import Phase, Play, Position, Unblock

from ...mistakes.catalogue import wrong_versions
from ...spec.boards import all_colorings

RULES = Rules(tax=Tax.ALL)
MOVE = "katago-v2/move/pseudolegal"
LEMMAS = [
    steps.KEEPS_LEGAL,
    steps.CAPTURES_EXCLUDE_SUICIDE,
    steps.SIMPLE_KO,
    steps.QUIET_MOVE,
    steps.KO_MOVE,
    steps.CLEARED,
    steps.INDEPENDENT_LIFE,
    steps.BALANCE,
    *map(symmetry_lemma, (*REFLECTIONS, COLORS_SWAPPED)),
]
CLAIMS = {
    "lemma/play-keeps-legal",
    "lemma/capture-excludes-suicide",
    "lemma/simple-ko",
    "lemma/quiet-move",
    "lemma/ko-move",
    "lemma/cleared",
    "lemma/independent-life-of-one-color",
    "lemma/stones-balance",
    "lemma/symmetry",
}


BOARD_LEMMAS = {lemma.claim: lemma for lemma in LEMMAS if lemma.claim != "lemma/symmetry"}
SUICIDE_UNCOUNTED = "the opponent's stones alone"


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


def taken_one_by_one(c: Coloring[Any], color: Color) -> Any:
    """A stone is captured that no empty point is next to, whatever it is connected to."""
    return c.of(color) & ~c.board.neighbours(c.empty)


def test_a_faster_form_serves_only_texts_that_a_proof_takes_in() -> None:
    served = {registered.of for registered in lemmas() if registered.function is stones_without_liberty}
    assert {clause_named(name).function for name in served} == set(CAPTURES_OF_TEXTS)
    for decision, registered in (
        (Decision.MOVE, lemmas(Serves.WHERE_MOVES_ARE_QUIET)),
        (Decision.LEGAL, lemmas(Serves.WHERE_IT_FORBIDS)),
    ):
        texts = [PRESETS["tromp-taylor"], replace(RULES, ko=Ko.SIMPLE), *with_other_moves(registered)]
        proved = {clause.function for rules in texts for clause in rules.literally().deciding(decision)}
        assert {clause_named(lemma.of).function for lemma in registered} <= proved


def test_a_text_with_other_captures_or_moves_has_no_faster_form() -> None:
    assert captures_alike().outcome is Outcome.PROVED
    assert captures_alike([resolve_captures, taken_one_by_one]).outcome is Outcome.REFUTED
    right = PRESETS["aga"]
    wrong = right.replacing("aga/presupposed#no-liberties", taken_one_by_one)
    assert decided_of_every_text(PROOF_OF_QUIET_MOVE, [right]).outcome is Outcome.PROVED
    assert decided_of_every_text(PROOF_OF_QUIET_MOVE, [right, wrong]).outcome is Outcome.REFUTED


def test_each_lemma_has_a_claim_that_checks_decide() -> None:
    assert {lemma.claim for lemma in LEMMAS} == CLAIMS
    assert {check.claim for check in checks().values()} >= CLAIMS


MISTAKES = {mistake.name: mistake for mistake in wrong_versions() if mistake.claim in BOARD_LEMMAS}


# Each can be asked of many boards at once, and is shown on a small one.
SHOWN = (
    "captures of single stones",
    "the opponent's stones stay",
    "all stones",
    "captures of those beside",
    SUICIDE_UNCOUNTED,
    "any region",
)


@pytest.mark.parametrize("name", SHOWN)
def test_with_a_mistake_the_smallest_board_refutes_a_lemma(name: str) -> None:
    lemma, rules = BOARD_LEMMAS[MISTAKES[name].claim], MISTAKES[name].rules
    counterexample = smallest_counterexample(lemma, rules, BY_SIZE)
    assert counterexample is not None
    assert not is_true_of(lemma, counterexample)
    grid, fewest = counterexample.coloring.board.grid, number_of_stones(counterexample)
    everything = situations(rules, grid.width, grid.height, lemma.moves)
    assert fewest == min(number_of_stones(other) for other in everything if not is_true_of(lemma, other))


@pytest.mark.parametrize("name", ["moves on stones", SUICIDE_UNCOUNTED])
def test_of_a_counterexample_and_its_images_the_same_one_is_shown(name: str) -> None:
    lemma, rules = BOARD_LEMMAS[MISTAKES[name].claim], MISTAKES[name].rules
    counterexample = smallest_counterexample(lemma, rules, BY_SIZE)
    assert counterexample is not None
    c = counterexample.coloring
    for symmetry in symmetries_of_grid(c.board.grid):
        black, white, *points = (
            image_of(original, symmetry) for original in (c.black, c.white, *counterexample.points)
        )
        turned = replace(counterexample, coloring=replace(c, black=black, white=white), points=tuple(points))
        assert least_image(lemma, turned) == counterexample


def said_otherwise(lemma: BoardLemma, then: Callable[[LemmaSituation[Any]], Any]) -> BoardLemma:
    """A lemma that concludes something else."""
    return BoardLemma(lemma.claim, lambda s: Implication(lemma.statement(s).given, then(s)), lemma.moves)


def stands_in_atari(play: Play[Any]) -> Any:
    c, color = play.after, play.player
    return c.meets(play.point, c.regions(c.of(color), where=c.is_single) & regions_in_atari(c, color))


FALSE_STATEMENTS = {
    "every capture of one stone is a ko": said_otherwise(
        steps.KO_MOVE, lambda s: is_ko_move(s.rules, s.play) == s.coloring.is_single(s.play.captured)
    ),
    "every lone stone in atari is a ko": said_otherwise(
        steps.KO_MOVE, lambda s: is_ko_move(s.rules, s.play) == stands_in_atari(s.play)
    ),
    "nothing is a ko-move": said_otherwise(
        steps.KO_MOVE,
        lambda s: s.coloring.is_empty(
            s.coloring.board.choose(is_ko_move(s.rules, s.play), s.coloring.board.everything, s.coloring.board.nothing)
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
    "a move captures nothing unless it leaves no liberty": BoardLemma(
        "lemma/quiet-move",
        lambda s: Implication(
            is_legal(s.coloring) & s.coloring.meets(s.points[0], s.coloring.board.neighbours(s.coloring.empty)),
            steps.quiet_moves_add_their_stone(s).then,
        ),
    ),
    "a move beside stones in atari captures nothing": BoardLemma(
        "lemma/quiet-move",
        lambda s: Implication(
            is_legal(s.coloring)
            & s.coloring.meets(s.points[0], s.coloring.empty)
            & s.coloring.meets(s.points[0], s.coloring.board.neighbours(s.coloring.of(s.player.opponent))),
            s.coloring.is_empty(s.play.captured),
        ),
    ),
    "every move keeps positions as they are": said_otherwise(
        steps.KEEPS_LEGAL, lambda s: s.play.after.same_as(s.coloring)
    ),
    "what is cleared is everything": BoardLemma(
        "lemma/cleared", lambda s: Implication(True, cleared(s.coloring, s.player) == s.coloring.of(s.player)), 0
    ),
}


@pytest.mark.parametrize("name", FALSE_STATEMENTS)
def test_a_false_statement_is_refuted_on_a_small_board(name: str) -> None:
    counterexample = smallest_counterexample(FALSE_STATEMENTS[name], RULES, BY_SIZE)
    assert counterexample is not None
    assert not is_true_of(FALSE_STATEMENTS[name], counterexample)


def test_stones_that_do_not_balance_are_shown_where_one_is_lost() -> None:
    verdict = stones_balance(MISTAKES[SUICIDE_UNCOUNTED].rules)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "1x1")
    assert verdict.notes == 'It is not so on the board "." when Black plays A1.'


def test_reflections_make_up_every_rotation() -> None:
    board = integer_board(3, 3)
    quarter_turns = [1 << index for index in range(9)]
    turned = [LEFT_RIGHT.of_points(board, TRANSPOSED.of_points(board, point)) for point in quarter_turns]
    assert [board.grid.place(point) for point in turned[:3]] == [(2, 0), (2, 1), (2, 2)]
    half = [UPSIDE_DOWN.of_points(board, LEFT_RIGHT.of_points(board, point)) for point in quarter_turns]
    assert half == quarter_turns[::-1]


@pytest.mark.thorough
def test_running_out_of_time_is_unknown() -> None:
    verdict = decided(RULES, steps.KO_MOVE, Grid(3, 3), work=1_000)
    assert verdict.outcome is Outcome.UNKNOWN


def test_a_counterexample_that_is_none_when_played_through_is_not_believed() -> None:
    def false_for_symbols(s: LemmaSituation[Any]) -> Implication:
        return Implication(True, isinstance(s.coloring.black, int) or s.coloring.is_empty(s.coloring.black))

    with pytest.raises(SolverGaveUp, match="played through"):
        ask(BoardLemma("lemma/cleared", false_for_symbols, moves=0), RULES, Grid(2, 1))


def test_reading_captures_by_the_lemma_hides_no_broken_move() -> None:
    broken = MISTAKES["the opponent's stones stay"].rules
    answers = [ask(steps.KEEPS_LEGAL, rules, Grid(3, 1)) for rules in (broken, with_fast_captures(broken))]
    assert all(counterexample is not None for counterexample, *_ in answers)


BY_DEFAULT = Rules()
PLAYED = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
BY_TERRITORY = replace(BY_DEFAULT, scoring=Scoring.TERRITORY)


def guarded(name: str, guard: Guard, rules: Rules = BY_DEFAULT) -> Rules:
    """The rules with another guard for a clause."""
    return replace(rules, amendments=(Amendment(name, replace(clause_named(name), guard=guard)),))


def test_the_guards_of_every_document_are_checked() -> None:
    decided = {check.rules for check in checks().values() if check.claim == "lemma/sole-clause"}
    assert decided == {f"document={document}" for document in DOCUMENTS}


def test_cleanup_phases_exist_with_territory_scoring_only() -> None:
    for rules in rule_sets(BY_DEFAULT, [Decision.NEXT_PHASE]):
        assert phases_of_games(rules) == (PLAYED if rules.scoring is Scoring.TERRITORY else (Phase.MAIN,))


def test_unblocking_is_asked_for_in_cleanup_only() -> None:
    asked = asked_of_one_clause(BY_TERRITORY)
    phases = [phase for decision, phase in asked if decision is Decision.UNBLOCK]
    assert phases == [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP]


def nobody_passes(position: Position) -> Position:
    """A pass that somebody added to the rules."""
    return position


def test_an_added_clause_is_told_beside_the_one_it_clashes_with() -> None:
    added = make_clause(
        nobody_passes, "house/pass", when=given(ko=Ko.SIMPLE), decides=Decision.PASS, during=(Phase.MAIN,)
    )
    verdict = one_clause_decides(replace(BY_DEFAULT, ko=Ko.SIMPLE).adding(added))
    assert verdict.outcome is Outcome.REFUTED
    assert "katago-v2/main/pass and house/pass decide PASS in phase main under ko=SIMPLE " in verdict.notes


def test_an_added_clause_that_is_never_in_force_under_the_rules_of_its_author_clashes_with_none() -> None:
    added = make_clause(
        nobody_passes, "house/pass", when=given(ko=Ko.SIMPLE), decides=Decision.PASS, during=(Phase.MAIN,)
    )
    verdict = one_clause_decides(BY_DEFAULT.adding(added))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.scope == "the author's parameters and readings"


BROKEN = {
    "two winners under territory scoring": (
        guarded("katago-v2/area/winner", ALWAYS, BY_TERRITORY),
        "katago-v2/area/winner and katago-v2/territory/winner decide WINNER in phase main under ",
    ),
    "pass-alive groups without the engine's reading": (
        guarded(
            "katago-v2/extra/pass-alive-group",
            given(self_play_opts=True),
            BY_DEFAULT.reading({"reading/engine-always-pass-alive": "everywhere"}),
        ),
        "reading/engine-always-pass-alive=everywhere",
    ),
    "unblocking in one phase only": (
        BY_TERRITORY.dropping("katago-v2/cleanup/unblock#action"),
        "No clause decides UNBLOCK_ACTION in phase cleanup2",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_guards_are_told(broken: str) -> None:
    rules, note = BROKEN[broken]
    verdict = one_clause_decides(rules)
    assert verdict.outcome is Outcome.REFUTED
    assert note in verdict.notes


def test_what_is_found_is_what_asking_for_the_sole_clause_stumbles_over() -> None:
    rules = replace(BY_DEFAULT.dropping("katago-v2/area/winner"), scoring=Scoring.AREA)
    with pytest.raises(ValueError, match="No clause in force decides WINNER in phase main: who wins"):
        rules.sole(Decision.WINNER)


class AskingRules(Rules):
    """Rules that keep a list of the decisions for which one clause is asked for, each with its phase."""

    asked: ClassVar[set[tuple[Decision, Phase]]] = set()

    def sole(self, decision: Decision, phase: Phase = Phase.MAIN) -> Clause:
        self.asked.add((decision, phase))
        return super().sole(decision, phase)


def asked_in_games(rules: Rules, games: int = 60, turns: int = 60) -> set[tuple[Decision, Phase]]:
    """What is asked of one clause in games of random turns, to their ends; marks are removed where they can be."""
    draw = random.Random(3)
    AskingRules.asked.clear()
    asking = AskingRules(**{field.name: getattr(rules, field.name) for field in fields(Rules)})
    for number in range(games):
        game = Game(asking, (2 + number % 2, 1))
        for _ in range(turns):
            if game.over:
                break
            turns_now = game.turns()
            unblocks = [turn for turn in turns_now if isinstance(turn, Unblock)]
            game = game.play(draw.choice(unblocks or turns_now))
    return set(AskingRules.asked)


@pytest.mark.parametrize(
    "rules",
    [BY_DEFAULT, PRESETS["tromp-taylor-ten"], PRESETS["aga"], replace(PRESETS["japanese-like"], self_play_opts=True)],
    ids=["katago-v2", "tromp-taylor", "aga", "cleanup"],
)
def test_games_ask_one_clause_for_what_they_are_taken_to_ask(rules: Rules) -> None:
    asked_in_play = asked_in_games(rules)
    assert asked_in_play <= {*asked_of_one_clause(rules)}
    expected = {(decision, Phase.MAIN) for decision in (*IN_MAIN_PHASE, *IN_EVERY_PHASE)}
    assert expected <= asked_in_play
    if rules.scoring is Scoring.TERRITORY and rules.document == "katago-v2":
        assert {(decision, phase) for decision in IN_EVERY_PHASE for phase in PLAYED} <= asked_in_play
        assert (Decision.UNBLOCK_ACTION, Phase.FIRST_CLEANUP) in asked_in_play
