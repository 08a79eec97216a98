"""Where rule sets part: on the way both players keep to what is to be had, and no shorter play leads to such a turn."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from superko.checker.solving.solution import Value
from superko.checker.values.valuing import DecidingTurn, Otherwise, Valuing, in_games, in_positions, parting_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_grid, turn_text
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE
from superko.spec.vocabulary import PASS

from ..solving.plain_play import plain_values

MOST_TURNS = 1_500
BOTH = {
    "suicide, by kind of superko": ("tromp-taylor", "tromp-taylor,ko=SITUATIONAL", "2x1"),
    "superko and simple ko": ("tromp-taylor", "tromp-taylor,ko=SIMPLE", "2x1"),
    "area and territory": ("tromp-taylor,suicide=no", "japanese-like", "2x1"),
    "a komi": ("tromp-taylor", "tromp-taylor,komi=1", "1x1"),
}


def compared(first: str, second: str, board: str) -> Otherwise:
    """The first position of a board that is worth something else under the other rules."""
    difference = in_positions((parse_rules(first), parse_rules(second)), parse_grid(board)).first
    assert difference is not None
    return difference


def parted(difference: Otherwise, nodes: int | None = None) -> DecidingTurn | None:
    """Where the rule sets part from there."""
    first, second = (Valuing([game], nodes) for game in difference.games)
    return parting_of(difference.games, difference.values, (first, second))


def lead(game: Game, mode: int) -> float:
    """What a game is worth by plain search, with no-result counting one way."""
    values = plain_values(game, MOST_TURNS)
    assert values is not None
    return values[mode]


def ways(difference: Otherwise, threshold: float, mode: int) -> list[int]:
    """The lengths of the shortest plays to where the rules part, by plain search and the definition alone."""
    better = 0 if lead(difference.games[0], mode) >= threshold else 1
    line = [difference.games]
    for length in count():
        longer, ends = [], 0
        for pair in line:
            is_black = pair[0].position.player is BLACK
            by = better if is_black else 1 - better
            for turn in pair[by].turns():
                if (lead(pair[by].play(turn), mode) >= threshold) is not is_black:
                    continue
                if not pair[1 - by].judge(turn).legal or any(game.play(turn).over for game in pair):
                    ends += 1
                else:
                    longer.append((pair[0].play(turn), pair[1].play(turn)))
        if ends:
            return [length] * ends
        line = longer
    raise AssertionError("lengths are counted without end")


@pytest.mark.parametrize("both", BOTH.values(), ids=BOTH)
def test_both_players_keep_to_their_lead_up_to_there_and_no_further(both: tuple[str, str, str]) -> None:
    difference = compared(*both)
    end = parted(difference)
    assert end is not None
    mode = 0 if difference.values[0].worst != difference.values[1].worst else 1
    leads = [(value.worst, value.best)[mode] for value in difference.values]
    better = leads.index(max(leads))
    assert end.threshold == max(leads)
    lengths = ways(difference, end.threshold, mode)
    taken = end.games[0].turns_taken[len(difference.games[0].turns_taken) :]
    assert len(taken) == lengths[0]
    pair = difference.games
    for turn in taken:
        assert lead(pair[better], mode) >= end.threshold > lead(pair[1 - better], mode)
        pair = pair[0].play(turn), pair[1].play(turn)
    assert pair == end.games
    assert pair[end.by].judge(end.turn).legal
    assert pair[1 - end.by].judge(end.turn).legal is end.is_legal
    assert end.is_shortest


def test_it_is_told_who_gets_what_by_which_turn() -> None:
    end = parted(compared(*BOTH["suicide, by kind of superko"]))
    assert end is not None
    assert end.says(("one", "the other")) == (
        "White keeps Black's lead below 2 with A1, which is legal under the other alone."
    )
    end = parted(compared(*BOTH["a komi"]))
    assert end is not None
    assert end.is_legal
    assert end.says(("one", "the other")).endswith("after which the game is over under one alone, or counts otherwise.")


def test_rules_part_where_another_player_is_to_move_though_the_turn_is_legal_under_both() -> None:
    """Given a pass that keeps the turn: after it Black would be asked for White's move."""
    tromp_taylor = parse_rules("tromp-taylor")
    keeping = tromp_taylor.replacing(
        "katago-v2/main/pass", lambda position: replace(position, passed=True), "It keeps the turn."
    )
    games = tuple(Game(rules, rows="O.", to_play=WHITE) for rules in (tromp_taylor, keeping))
    values = tuple(Value(*plain_values(game, MOST_TURNS) or (0.0, 0.0)) for game in games)
    assert values[0] != values[1]
    end = parted(Otherwise((games[0], games[1]), (values[0], values[1])))
    assert end is not None
    assert (end.turn, end.is_legal) == (PASS, True)
    assert end.says(("one", "the other")).endswith(
        "after which something else stands under each, or another player is to move."
    )


def test_a_budget_that_is_not_enough_finds_none() -> None:
    assert parted(compared(*BOTH["area and territory"]), nodes=1) is None


def test_what_is_found_although_a_turn_was_left_open_may_not_be_the_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    difference = compared(*BOTH["suicide, by kind of superko"])
    right = parted(difference)
    succeeds, answers = Valuing.succeeds, list[bool | None]()

    def all_but_the_first(self: Valuing, game: Game, least: float, mode: int, nodes: int | None = None) -> bool | None:
        answers.append(succeeds(self, game, least, mode, nodes) if answers else None)
        return answers[-1]

    monkeypatch.setattr(Valuing, "succeeds", all_but_the_first)
    end = parted(difference)
    assert right is not None
    assert end is not None
    assert (right.is_shortest, end.is_shortest) == (True, False)


@pytest.mark.thorough
def test_on_the_smallest_empty_board_that_tells_superko_and_simple_ko_apart() -> None:
    both = parse_rules("tromp-taylor,suicide=no"), parse_rules("tromp-taylor,suicide=no,ko=SIMPLE")
    difference = in_games(both, parse_grid("2x2")).first
    assert difference is not None
    assert difference.values == (Value(1, 1), Value(0, 0))
    end = parted(difference)
    assert end is not None
    assert [turn_text(parse_grid("2x2"), turn) for turn in end.games[0].turns_taken] == [
        "A2",
        "B1",
        "B2",
        "A1",
        "B2",
        "pass",
        "A2",
    ]
