"""Vectors: every clause that decides is put to the test, and every mutant is killed that a game can tell."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.checker.commands import vectors_command
from superko.checker.sweeps.sweep import legal_chunks
from superko.checker.vectors.mutants import (
    EQUIVALENT,
    NEAR_MISSES,
    NOT_SEEN_WHEN_PLAYING,
    Mutant,
    answers,
    kills,
    mutants,
    mutants_in,
    seen,
    weakly_killed,
)
from superko.checker.vectors.mutations import MUTATIONS
from superko.checker.vectors.suites import perft_lines, shortest_games
from superko.interpreter.game import Game
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Start
from superko.spec.algebra import Color, Grid
from superko.spec.documents import DOCUMENTS
from superko.spec.katago_v2.life import independent_life_regions, pass_alive, pass_alive_territory
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clause_named, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import Turn

from . import search
from .committed import committed, made

PLAINLY_SEARCHED = 3

JsonObject = dict[str, Any]


@cache
def by_mutant() -> dict[str, JsonObject]:
    """The committed games, by the mistakes that they are to show."""
    return {name: game for game in committed() for name in game["shows"]}


def game_of(
    game: JsonObject, rules: Callable[[Rules], Rules] = lambda rules: rules
) -> tuple[Rules, Start, tuple[Turn, ...]]:
    start = Start.from_json(game)
    return rules(rules_from_json(game["rules"])), start, start.turns(game["turns"])


def is_so(
    game: JsonObject,
    rules: Callable[[Rules], Rules] = lambda rules: rules,
    noticed: Callable[[Any], object] = lambda answer: answer,
) -> bool:
    """Whether the interpreter says what a committed game says, as far as it is noticed."""
    by, start, turns = game_of(game, rules)
    try:
        said = json.loads(json.dumps([*answers(start.game(by), turns)]))
    except ValueError:
        return False
    return [*map(noticed, game["said"])] == [*map(noticed, said)]


def equivalent(name: str, mutation: str) -> Mutant:
    clause = clause_named(name)
    assert clause.decides is not None
    return Mutant(clause, next(candidate for candidate in MUTATIONS[clause.decides] if candidate.name == mutation))


def outcome(game: Game, turn: Turn) -> object:
    after = search.played(game, turn)
    return search.seen(after) if isinstance(after, Game) else after


class TestTheShortestGames:
    @pytest.mark.exhaustive
    @pytest.mark.thorough
    def test_are_made_again_as_they_are(self) -> None:
        assert json.loads(json.dumps([*made()])) == [*committed()]

    @pytest.mark.thorough
    def test_come_out_as_they_say(self) -> None:
        assert [game["shows"] for game in committed() if not is_so(game)] == []

    def test_are_there_for_every_mutant_and_for_nothing_else(self) -> None:
        assert set(shortest_games()) == set(by_mutant()) == {str(mutant) for mutant in mutants()}

    @pytest.mark.thorough
    @pytest.mark.parametrize("mutant", [*mutants()], ids=str)
    def test_are_those_that_a_search_finds_again(self, mutant: Mutant) -> None:
        rules, start, turns = shortest_games()[str(mutant)]
        found_again = search.shortest_game(start.game(rules), start.game(mutant.made_in(rules)), search.MOST_PAIRS)
        assert found_again is not None
        assert len(found_again) == len(turns)

    @pytest.mark.parametrize("mutant", [*mutants()], ids=str)
    def test_catch_an_interpreter_with_the_mistake(self, mutant: Mutant) -> None:
        """Given rules with one broken clause, when the game is replayed, then an engine's author would see it."""
        game = by_mutant()[str(mutant)]
        assert not is_so(game, mutant.made_in, seen)
        assert mutant.mutation.name in game["clauses"][mutant.clause.name]

    @pytest.mark.parametrize("mutant", [*mutants()], ids=str)
    def test_show_the_mistake_with_its_last_turn(self, mutant: Mutant) -> None:
        rules, start, turns = game_of(by_mutant()[str(mutant)])
        right, wrong = start.game(rules), start.game(mutant.made_in(rules))
        for turn in turns[:-1]:
            assert search.seen(right) == search.seen(wrong)
            right, wrong = right.play(turn), wrong.play(turn)
        assert not turns or outcome(right, turns[-1]) != outcome(wrong, turns[-1])

    @pytest.mark.parametrize("mutant", [*mutants()], ids=str)
    def test_are_shortest_game(self, mutant: Mutant) -> None:
        """Every shorter game from the same start, with no two taken for one, comes out the same with the mistake."""
        rules, start, turns = game_of(by_mutant()[str(mutant)])
        pairs = [(start.game(rules), start.game(mutant.made_in(rules)))]
        for _ in turns[1 : PLAINLY_SEARCHED + 1]:
            assert all(search.seen(right) == search.seen(wrong) for right, wrong in pairs)
            longer = []
            for right, wrong in pairs:
                for turn in search.conceivable_turns(right):
                    assert outcome(right, turn) == outcome(wrong, turn)
                    if right.judge(turn).legal:
                        longer.append((right.play(turn), wrong.play(turn)))
            pairs = [pair for pair in longer if not pair[0].over]


class TestCoverage:
    def test_takes_in_every_clause_that_decides(self) -> None:
        named = {mutant.clause.name for mutant in mutants()} | {name for name, _ in EQUIVALENT}
        deciding = {
            clause.name
            for document in DOCUMENTS
            for clause in clauses(document)
            if clause.decides not in (None, *NOT_SEEN_WHEN_PLAYING)
        }
        assert named == deciding

    def test_leaves_no_mutant_without_a_vector(self) -> None:
        killed = {
            f"{name}/{one}" for vector in committed() for name, names in vector["clauses"].items() for one in names
        }
        assert {str(mutant) for mutant in mutants()} <= killed

    def test_knows_a_mutation_for_every_decision(self) -> None:
        assert set(MUTATIONS) == set(Decision) - {*NOT_SEEN_WHEN_PLAYING}

    def test_speaks_only_of_clauses_and_mutations_that_exist(self) -> None:
        names = {clause.name for clause in clauses()}
        assert set(NEAR_MISSES) <= names
        assert {name for name, _ in EQUIVALENT} <= names

    @pytest.mark.parametrize(("name", "mutation"), EQUIVALENT)
    def test_has_no_vector_that_shows_what_is_said_to_be_unseen(self, name: str, mutation: str) -> None:
        mutant = equivalent(name, mutation)
        for vector in committed():
            rules, start, turns = game_of(vector)
            if mutant.can_be_made_in(rules):
                assert not kills(mutant, rules, start, turns, list(answers(start.game(rules), turns)))

    @pytest.mark.thorough
    @pytest.mark.parametrize(("name", "mutation"), EQUIVALENT)
    def test_finds_no_game_either_that_shows_it(self, name: str, mutation: str) -> None:
        mutant = equivalent(name, mutation)
        for rules in search.rules_with(mutant.clause):
            start = Start.on(Grid(3, 1))
            assert search.shortest_game(start.game(rules), start.game(mutant.made_in(rules)), most_pairs=500) is None

    @pytest.mark.parametrize("suicide", [False, True])
    @pytest.mark.parametrize("sides", [(3, 2), (4, 2), (5, 1), (3, 3), (3, 1)])
    def test_an_early_end_leaves_no_stone_without_independent_life(self, sides: tuple[int, int], suicide: bool) -> None:
        """Why `end-all-pass-alive#second-phase` is unseen: swept over every legal position of some boards."""
        rules = replace(PRESETS["japanese-like"], self_play_opts=True, suicide=suicide)
        settled_positions = 0
        for c in legal_chunks(Grid(*sides)):
            settled = dead = c.board.nothing
            for color in Color:
                groups = pass_alive(rules, c, color)
                territory = pass_alive_territory(c, color, groups)
                settled, dead = settled | groups | territory, dead | (c.of(color.opponent) & territory)
            left = c.emptied(dead)
            lives = {color: independent_life_regions(rules, left, color) for color in Color}
            without_life = left.black & ~lives[Color.BLACK] | left.white & ~lives[Color.WHITE]
            is_settled = settled == c.board.everything
            settled_positions += int(is_settled.sum())
            assert not (without_life[is_settled]).any()
        assert settled_positions > 0

    @pytest.mark.thorough
    @settings(max_examples=settings().max_examples // 5)
    @given(st.sampled_from(range(100)))
    def test_a_mutant_that_is_not_weakly_killed_is_not_killed(self, number: int) -> None:
        rules, start, turns = game_of(committed()[number])
        expected = list(answers(start.game(rules), turns))
        killed = {str(mutant) for mutant in mutants_in(rules) if kills(mutant, rules, start, turns, expected)}
        assert killed <= {str(mutant) for mutant in weakly_killed(rules, start, turns)}


class TestReplaying:
    @given(st.sampled_from(range(100)), st.data())
    def test_finds_whatever_was_changed(self, number: int, data: st.DataObject) -> None:
        vector = json.loads(json.dumps(committed()[number]))
        answer = data.draw(st.sampled_from(vector["said"]))
        answer[data.draw(st.sampled_from(sorted(answer)))] = ["something", "else"]
        assert not is_so(vector)


# `superko vectors`: what it writes, what it refuses, and what it exits with.


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(vectors_command.vectors_command, [str(argument) for argument in arguments])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suites are made of three lines, and perft tables of none."""
    lines = ["superko-suite 1 mine\n", "rules {}\n", "mistakes 1 of 2\n", "game 1x1/1 1x1 . B main 0\n", "end 1\n"]
    monkeypatch.setitem(vectors_command._KINDS, "square", lambda rules, name: iter(lines))


@pytest.mark.usefixtures("short")
class TestWriting:
    def test_goes_to_a_file_for_each_preset(self, tmp_path: Path) -> None:
        result = run("--output", tmp_path / "new")
        assert result.exit_code == 0
        assert {file.stem for file in (tmp_path / "new").iterdir()} == set(PRESETS)
        assert "aga.suite: 1 games, which show 1 of 2 mistakes." in result.stdout
        folder = Path(result.stdout.splitlines()[-1].partition(": ")[2])
        page = folder.with_name("README.md").read_text(encoding="utf-8")
        assert {file.name for file in folder.glob("runner.*")} == {*re.findall(r"runner\.\w+", page)}

    def test_names_a_file_by_the_rules_that_were_asked_for(self, tmp_path: Path) -> None:
        assert run("--rules", "tromp-taylor,komi=6.5", "-o", tmp_path).exit_code == 0
        assert [file.name for file in tmp_path.iterdir()] == ["tromp-taylor,komi=6.5.suite"]


@pytest.mark.exhaustive
@pytest.mark.thorough
def test_a_perft_table_has_two_thousand_different_starts() -> None:
    starts = [line.partition(";")[0] for line in perft_lines(PRESETS["chinese-like"], "chinese-like")]
    assert len(set(starts)) == len(starts) >= 2000
