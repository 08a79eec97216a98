"""What the catalogue of mistakes can't show by a game: which ending is asked first, what the place of a blocked ko-move
means, what the ownership formula charges for, and how unequal totals are made up for.
"""

from __future__ import annotations

import pytest

from superko.interpreter.aga_procedure import Procedure
from superko.interpreter.game import Game, IllegalTurn, as_a_move, intended_turn
from superko.interpreter.notation import parse_turn
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Play, Record, Tally, Unblock

JAPANESE, CHINESE = PRESETS["japanese-like"], PRESETS["chinese-like"]
BLOCKED_KO = ".XO./X.XO/.XO."


def game(rules: Rules, turns: str, board: str = "...", player: Color = BLACK, phase: Phase = Phase.MAIN) -> Game:
    played = Game(rules, rows=board, to_play=player, phase=phase)
    for text in turns.split():
        played = played.play(parse_turn(played.grid, text))
    return played


def scores(played: Game) -> tuple[float, float]:
    assert isinstance(played.result, Score)
    return played.result.black, played.result.white


def no_moves(phase: Phase) -> bool:
    """The ownership formula charges for no move."""
    return False


@pytest.mark.clauses("katago-v2/ownership/score-none")
def test_the_moves_of_which_phases_the_ownership_formula_charges_for() -> None:
    wrong = JAPANESE.replacing("katago-v2/ownership/score-seki#charged-moves", no_moves)
    right, otherwise = (game(rules, "B1 pass pass pass pass pass pass") for rules in (JAPANESE, wrong))
    assert right.over
    assert otherwise.score_by_ownership().black == right.score_by_ownership().black + 1


def after_every_move(record: Record) -> bool:
    """Every move ends the phase."""
    return isinstance(record.last, Move)


def phases_first(record: Record) -> tuple[Decision, ...]:
    """What ends the phase is asked before what ends the game."""
    return Decision.PHASE_ENDS, Decision.GAME_ENDS, Decision.NO_RESULT


@pytest.mark.clauses("katago-v2/main/end-all-pass-alive", "aga/9-end", "tromp-taylor/end")
@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (Rules(), "katago-v2/main/start#order"),
        (PRESETS["tromp-taylor-ten"], "tromp-taylor/end#order"),
        (PRESETS["aga"], "aga/9-end#order"),
    ],
)
def test_which_of_two_endings_is_asked_first(rules: Rules, name: str) -> None:
    """Given rules by which every move ends both, when the order is another, then another clause ends the play."""
    ending = rules.adding(make_clause(after_every_move, "ours/game", decides=Decision.GAME_ENDS))
    ending = ending.adding(make_clause(after_every_move, "ours/phase", decides=Decision.PHASE_ENDS))
    wrong = ending.replacing(name, phases_first)
    assert [game(rule_set, "B1").ended_by for rule_set in (ending, wrong)] == ["ours/game", "ours/phase"]


def names_nothing(record: Record, play: Play[int], stones: int) -> int:
    """The place of a ko-move names no unblock action."""
    return 0


@pytest.mark.clauses("katago-v2/cleanup/unblock")
def test_what_the_place_of_a_blocked_ko_move_names() -> None:
    wrong = JAPANESE.replacing("katago-v2/cleanup/unblock#location", names_nothing)
    right, otherwise = (game(rules, "B2", BLOCKED_KO, WHITE, Phase.FIRST_CLEANUP) for rules in (JAPANESE, wrong))
    place, stone = (parse_turn(right.grid, text) for text in ("C2", "B2"))
    assert isinstance(stone, Move)
    assert intended_turn(right, place) == Unblock(stone.point)
    assert intended_turn(otherwise, place) == place
    assert [as_a_move(played, Unblock(stone.point)) for played in (right, otherwise)] == [place, stone]
    with pytest.raises(IllegalTurn, match="legal-unblocked"):
        otherwise.play(place)


def nothing_is_made_up(record: Record, tally: Tally) -> Tally:
    """Totals stay as they are."""
    return tally


@pytest.mark.clauses("reading/aga-last-move", "aga/11-last-move")
def test_read_so_passes_make_up_for_unequal_totals() -> None:
    """Given a move out of turn that stands, when nothing is made up, then Black has given a stone more."""
    rules = PRESETS["aga"]
    wrong = rules.replacing("aga/11-last-move#equal-totals", nothing_is_made_up)
    ended = [
        Procedure.start(rule_set, 2, 1).play(Move(1)).play(Move(2), BLACK).play(PASS).play(PASS).compare_dead_stones({})
        for rule_set in (rules, wrong)
    ]
    assert [game.record.tally.captures[WHITE] for game in ended] == [3, 2]
