"""What the map says of the smallest boards: of every rule set of a class, and only by the clauses that it may read."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial, reduce

import pytest

from superko.checker.map import boards
from superko.checker.map.answers import ClassOutcome, MapProperty
from superko.checker.map.boards import (
    COUNTING,
    PROPERTIES,
    SOLVED,
    BoardsMap,
    counts_areas,
    forbidden_by_one_superko,
    no_suicide_is_best,
    turns_taken,
)
from superko.checker.map.ends import ENDS
from superko.checker.map.family import NOTHING, Family, FamilySetting
from superko.checker.map.telling import map_as_json, map_of, map_of_json, sentence
from superko.checker.phase.dependence import whole_past
from superko.interpreter.game import Game
from superko.interpreter.history import PhaseOutcome
from superko.interpreter.notation import turn_text
from superko.interpreter.result import NoResult
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision
from superko.spec.rules import Refusal, Rules

from ...sampling import THOROUGH
from .test_map import members

QUICK = ("area", "new-boards")
ON_BOARDS = [
    pytest.param(asked, marks=() if name in QUICK else THOROUGH, id=name)
    for name, asked in PROPERTIES.items()
    if asked is not ENDS
]


def decided(asked: MapProperty, rules: Rules) -> ClassOutcome:
    """What is known of one rule set by itself."""
    family = Family(rules.document, asked.reads, only=replace(rules, amendments=()))
    dropped = frozenset(amendment.name for amendment in rules.amendments)
    (setting,) = family.settings
    return asked.deciding(family).decide(FamilySetting(setting.every, setting.in_force), dropped).answer


@pytest.mark.parametrize("asked", ON_BOARDS)
def test_rule_sets_of_a_class_come_out_as_the_class_does(asked: MapProperty) -> None:
    family = Family("french", asked.reads)
    classes = [pair for pair in family.classes if len(pair[1]) < family.most_dropped]
    deciding = asked.deciding(family)
    for setting, dropped in random.Random(asked.name).sample(classes, 4):
        answer = deciding.decide(setting, dropped).answer
        alone = [decided(asked, rules) for rules in members(family, setting, dropped)]
        assert alone == [answer] * len(alone)
        assert alone


@pytest.mark.parametrize("asked", ON_BOARDS)
def test_something_that_a_clause_is_needed_for_is_shown(asked: MapProperty) -> None:
    family = Family("french", asked.reads, most_dropped=1)
    document_map = map_of(family, asked)
    games = [game for row in document_map.rows for game in row.games.items()]
    assert document_map.classes[ClassOutcome.HOLDS] > 0
    assert len(games) == sum(len(row.needed.to_hold) for row in document_map.rows)
    for game in games:
        rules = reduce(Rules.dropping, game[0], PRESETS["french"])
        start = game[1].start.game(rules)
        assert all(start.judge(turn).legal for turn in game[1].turns[:1])


def test_suicide_that_is_best_by_one_count_of_no_result_is_shown_where_no_turn_is_best_by_both() -> None:
    """Given a board of one point and a cycle without result, when suicide closes it, then it pays whom that favors."""
    rules = PRESETS["japanese-1989"].reading({"reading/japanese-1989-repetition": "board"})
    dropped = frozenset({"japanese-1989/12-no-result#board", "japanese-1989/4-exist#after-move"})
    shown = no_suicide_is_best(reduce(Rules.dropping, sorted(dropped), rules), Family("japanese-1989", SOLVED))
    assert next(shown).says == "Only A1 is best, where a game without result is Black's win, and it is suicide."


def test_a_family_that_forgets_a_decision_finds_that_something_else_was_read() -> None:
    forgetful = COUNTING - {Decision.SCORE}
    family = Family("french", forgetful)
    verdict = BoardsMap(family, forgetful, counts_areas).decide(family.settings[0], NOTHING)
    assert verdict.answer is ClassOutcome.UNKNOWN
    assert verdict.why.startswith("It looked at french/count")


@pytest.mark.parametrize("is_asked", [True, False], ids=["with", "without"])
def test_how_stones_are_played_matters_to_counting_where_the_count_asks_for_pass_alive_groups(is_asked: bool) -> None:
    family = Family("katago-v2", COUNTING, only=Rules(self_play_opts=is_asked))
    decides = {clause.name: clause.decides for clause in family.clauses}
    (setting,) = family.settings
    assert ({Decision.MOVE, Decision.PSEUDOLEGAL} <= {decides[name] for name in setting.names}) is is_asked
    assert "katago-v2/main/legal-superko" not in setting.names


@pytest.mark.parametrize("name", ["area", "fair-count"])
def test_every_rule_set_that_asks_for_pass_alive_groups_is_decided(name: str) -> None:
    """Given a count that takes stones off, when a clause is left out, then it is decided, or it can't be counted."""
    asked = PROPERTIES[name]
    family = Family("katago-v2", COUNTING, most_dropped=1, only=Rules(self_play_opts=True))
    deciding = asked.deciding(family)
    answers = {dropped: deciding.decide(setting, dropped).answer for setting, dropped in family.classes}
    needed = {"katago-v2/extra/pass-alive-group", "katago-v2/move/pseudolegal"}
    cannot_count = {next(iter(dropped)) for dropped, answer in answers.items() if answer is ClassOutcome.UNPLAYABLE}
    assert cannot_count - {"katago-v2/area/winner"} == needed
    assert answers[NOTHING] is ClassOutcome.HOLDS
    assert ClassOutcome.UNKNOWN not in answers.values()


def test_the_map_says_what_stood_in_the_way_of_deciding_classes() -> None:
    reads = COUNTING - {Decision.SCORE}
    deciding = partial(BoardsMap, reads=reads, decided_by=counts_areas)
    forgetful = replace(PROPERTIES["area"], reads=reads, deciding=deciding)
    document_map = map_of(Family("french", forgetful.reads, most_dropped=1), forgetful)
    assert {reason.partition(" french/")[0] for reason in document_map.undecided} == {"It looked at"}
    assert sum(document_map.undecided.values()) == document_map.classes[ClassOutcome.UNKNOWN] > 0
    as_json = map_as_json(document_map)
    assert map_as_json(map_of_json(as_json, forgetful)) == as_json


@pytest.mark.parametrize(
    ("name", "dropped", "says"),
    [
        ("french/count", "area", "On boards up to 2x2 a board counts what it counts by area as long as"),
        ("french/no-repeat", "new-boards", "On boards up to 2x1 no move brings back a board that has stood as long as"),
    ],
)
def test_the_sentence_names_the_boards_and_the_clauses(name: str, dropped: str, says: str) -> None:
    asked = PROPERTIES[dropped]
    (row,) = map_of(Family("french", asked.reads, most_dropped=1), asked).rows
    assert sentence(row.needed, asked).startswith(says)
    assert frozenset({name}) in row.needed.to_hold


def test_what_boards_are_counted_for_is_not_said_to_be_played() -> None:
    assert {name for name, asked in PROPERTIES.items() if Decision.START not in asked.reads} == {"area", "fair-count"}


@pytest.mark.parametrize(("document", "suicide", "turns"), [("french", False, 4), ("tromp-taylor", True, 2)])
def test_where_the_superkos_part_one_forbids_what_the_other_allows(document: str, suicide: bool, turns: int) -> None:
    """Given the smallest game by the map, when it goes on under either superko, then only one allows its next move."""
    asked = PROPERTIES["one-superko"]
    shown = asked.deciding(Family(document, asked.reads)).smallest(Family(document, asked.reads).settings[0], NOTHING)
    assert shown is not None
    assert len(shown.turns) == turns
    positional, situational = (
        shown.start.game(Rules(ko=ko, suicide=suicide)) for ko in (Ko.POSITIONAL, Ko.SITUATIONAL)
    )
    for turn in shown.turns:
        positional, situational = positional.play(turn), situational.play(turn)
    next_move = forbidden_by_one_superko(situational.record)
    assert next_move is not None
    assert turn_text(shown.grid, next_move) in shown.says
    assert (positional.judge(next_move).legal, situational.judge(next_move).legal) == (False, True)
    assert forbidden_by_one_superko(Game(situational.rules, (3, 1)).record) is None


def test_games_are_looked_at_turn_by_turn_as_they_are_played() -> None:
    rules = PRESETS["chinese-like"].dropping("katago-v2/main/end-repeated-pass")
    for taken in turns_taken(rules, Grid(2, 1)):
        game = Game(rules, (2, 1))
        for turn in taken.turns:
            game = game.play(turn)
        assert (taken.outcome is PhaseOutcome.NO_RESULT) == isinstance(game.result, NoResult)
        assert (taken.outcome is PhaseOutcome.SCORED) == (game.over and not isinstance(game.result, NoResult))


def test_games_that_go_on_in_circles_are_given_up_before_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given no end by passes, when each past has a future of its own, then one long game is too much already."""
    rules = PRESETS["repeated-pass"].dropping("repeated-pass/end")
    monkeypatch.setattr(boards, "MOST_TURNS", 50)
    with pytest.raises(Refusal, match="more than 50 turns"):
        list(turns_taken(rules, Grid(1, 1), whole_past))


@pytest.mark.parametrize("document", ["katago-v2"])
def test_a_document_with_too_many_rule_sets_is_refused(document: str) -> None:
    asked = PROPERTIES["result"]
    with pytest.raises(ValueError, match="too many rule sets"):
        map_of(Family(document, asked.reads), asked)
    assert not Family(document, ENDS.reads).is_too_large


def test_a_game_that_was_too_long_to_find_is_tried_once_it_is_found_with_fewer_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On three points a cycle ends without result after 13 turns; if no repeated pass ends a game, it is found sooner.
    monkeypatch.setattr(boards, "MOST_GAMES", 480)
    asked, end = PROPERTIES["result"], frozenset({"katago-v2/main/end-repeated-pass"})
    family = Family("katago-v2", asked.reads, only=PRESETS["chinese-like"])
    (setting,) = family.settings
    deciding = asked.deciding(family)
    assert deciding.decide(setting, NOTHING).answer is ClassOutcome.UNKNOWN
    assert deciding.since(setting, NOTHING) is None
    verdict = deciding.decide(setting, end)
    assert verdict.answer is ClassOutcome.REFUTED
    assert deciding.since(setting, NOTHING) == verdict
