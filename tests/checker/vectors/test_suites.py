"""Suites: they say what the rules say, show the mistakes that they name, and each runner finds planted mistakes."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from superko.checker.vectors.runners import runner
from superko.checker.vectors.suites import catalogue, perft_lines, state_line, suite_lines
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import Color
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from ...mistakes.catalogue import mistakes_for

SITUATIONAL = "ko=SITUATIONAL,suicide=no"
BUTTON = "ko=POSITIONAL,suicide=yes,hasButton=yes,komi=6.5"
PLANTED = mistakes_for("suite")

RUNNERS = Path(runner.__file__).parent
TOYS = Path(__file__).with_name("toys")
SUITES = {file.stem: file for file in sorted((Path(__file__).parents[2] / "vectors" / "suites").iterdir())}
MOST_BYTES, MOST_LINES_OF_A_RUNNER = 2_000_000, 100
SQUARE = ("2x2", "3x2", "3x3", "4x3", "4x4", "5x5", "7x7", "9x9", "19x19")
# A toy plays by area with superko, without tax: the rules that it is given, and the mistakes that it can make.
ENVIRONMENT = {BUTTON: {"BUTTON": "yes", "KOMI": "6.5"}, SITUATIONAL: {"KO": "SITUATIONAL", "SUICIDE": "no"}}
OF_A_TOY = {
    "superko that ignores the player": (SITUATIONAL, "ignores-the-player"),
    "superko that looks back eight boards": (BUTTON, "looks-back-eight-boards"),
    "superko that trusts a hash of 16 bits": (BUTTON, "hash-of-16-bits"),
    "superko that does not see suicide": (BUTTON, "suicide-unseen"),
    "superko that forgets the start": (BUTTON, "forgets-the-start"),
    "a suicide of two stones": (SITUATIONAL, "suicide-of-two"),
    "own stones first": (BUTTON, "own-stones-first"),
    "dame given to Black": (BUTTON, "dame-to-black"),
    "komi counted twice": (BUTTON, "komi-twice"),
    "half a point to the second to pass": (BUTTON, "button-to-the-second"),
}


class Engine:
    """An engine that plays by some rules, in the words of a suite."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game = Game(rules, 1)

    def set_up(self, width: int, height: int, rows: str, player: str, phase: str, handicap: int) -> str:
        self.game = Start(width, height, rows, Color(player), Phase(phase), handicap=handicap).game(self.rules)
        return self.said()

    def is_legal(self, turn: str) -> bool:
        # The text C3 alone may stand for unblocking the stone there, as in SGF.
        return self.game.judge(parse_turn(self.game.grid, turn)).legal

    def play(self, turn: str) -> str:
        self.game = self.game.play(parse_turn(self.game.grid, turn))
        return self.said()

    def said(self) -> str:
        return state_line(state_report(self.game, explain=True))


@cache
def lines_of(rules: str) -> tuple[str, ...]:
    return tuple(SUITES[rules].read_text(encoding="ascii").splitlines(keepends=True))


def words_of(rules: str, word: str) -> list[str]:
    return [line.split()[1] for line in lines_of(rules) if line.startswith(f"{word} ")]


def some_games(rules: str, every: int) -> list[str]:
    """Games of a suite, evenly taken from it."""
    games: list[list[str]] = []
    for line in lines_of(rules):
        if line.startswith("game "):
            games.append([])
        if games:
            games[-1].append(line)
    return [line for game in games[::every] for line in game]


@pytest.mark.parametrize("rules", SUITES)
class TestASuite:
    def test_says_what_the_rules_say(self, rules: str) -> None:
        assert runner.run(some_games(rules, 4), Engine(parse_rules(rules))) == []

    @pytest.mark.thorough
    @pytest.mark.exhaustive
    def test_is_made_again_byte_for_byte(self, rules: str) -> None:
        assert tuple(suite_lines(parse_rules(rules), rules)) == lines_of(rules)

    def test_has_games_on_every_board_and_is_small(self, rules: str) -> None:
        assert set(SQUARE) <= {name.partition("/")[0] for name in words_of(rules, "game")}
        assert sum(map(len, lines_of(rules))) < MOST_BYTES
        assert lines_of(rules)[-1] == f"end {len(words_of(rules, 'game'))}\n"

    def test_tells_of_each_mistake_of_its_rules_whether_it_is_shown(self, rules: str) -> None:
        by = parse_rules(rules)
        possible = {*map(str, catalogue(by))}
        shown, missed = set(words_of(rules, "shows")), set(words_of(rules, "missed"))
        assert shown | missed == possible
        assert not shown & missed
        assert lines_of(rules)[2] == f"mistakes {len(shown)} of {len(possible)}\n"

    def test_shows_the_mistakes_that_it_names(self, rules: str) -> None:
        """Given an engine with such a mistake, when the game that is to show it is run, then it does."""
        by = parse_rules(rules)
        shows: list[str] = []
        game: list[str] = []
        named: dict[str, list[str]] = {}
        for line in lines_of(rules):
            if line.startswith("shows "):
                shows.append(line.split()[1])
            elif line.startswith("game "):
                game = [line]
                named |= {mistake: game for mistake in shows if mistake not in named}
                shows = []
            else:
                game.append(line)
        of_rules = [mutant for mutant in catalogue(by) if str(mutant) in named]
        for mutant in of_rules[:: max(1, len(of_rules) // 12)]:
            try:
                faults = runner.run(named[str(mutant)], Engine(mutant.made_in(by)))
            except ValueError:
                continue
            assert faults, str(mutant)


class TestPlantedEngines:
    @pytest.mark.parametrize("name", PLANTED)
    def test_are_found_by_the_suite_of_their_rules(self, name: str) -> None:
        planted = PLANTED[name]
        games = [line for line in lines_of(planted.named) if not line.startswith(("shows", "missed"))]
        assert runner.run(until_found(games, Engine(planted.rules)), Engine(planted.rules)) != []

    def test_are_as_many_as_have_a_name(self) -> None:
        assert len(PLANTED) >= 13
        assert set(OF_A_TOY) <= set(PLANTED)


def until_found(lines: Sequence[str], engine: Engine) -> list[str]:
    """The first game that shows a fault, so that the rest need not be played."""
    starts = [place for place, line in enumerate(lines) if line.startswith("game ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if runner.run(lines[start:end], engine):
            return list(lines[start:end])
    return []


def built(language: str, folder: Path) -> list[str]:
    """The command that runs a suite against the toy of a language; the test is skipped without a compiler."""
    tool = {"c": "cc", "rust": "rustc", "javascript": "node"}[language]
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool} here")
    program = folder / "toy"
    if language == "javascript":
        return ["node", str(RUNNERS / "runner.mjs"), str(TOYS / "toy.mjs")]
    if language == "c":
        sources = [str(RUNNERS / "runner.c"), str(TOYS / "toy.c")]
        command = ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program), *sources]
    else:
        shutil.copy(RUNNERS / "runner.rs", folder)
        shutil.copy(TOYS / "engine.rs", folder)
        command = ["rustc", "--edition", "2021", "-O", "-o", str(program), str(folder / "runner.rs")]
    subprocess.run(command, check=True, capture_output=True)
    return [str(program)]


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["c", "javascript", "rust"])
class TestARunner:
    def test_finds_planted_mistakes_and_nothing_else(self, language: str, tmp_path: Path) -> None:
        """Up to 9x9 every game, as toys are slow; on 19x19 nothing more is to be found of these mistakes."""
        command = built(language, tmp_path)
        games = {rules: small_games(rules) for rules in (BUTTON, SITUATIONAL)}
        for rules, text in games.items():
            assert ran(command, text, ENVIRONMENT[rules]) == (0, "The engine says what the suite says.\n")
        missed = [
            name
            for name, (rules, mistake) in OF_A_TOY.items()
            if ran(command, games[rules], {**ENVIRONMENT[rules], "MISTAKE": mistake})[0] != 1
        ]
        assert missed == []


def small_games(rules: str) -> str:
    games = "".join(lines_of(rules)).split("\ngame ")
    return "\ngame ".join(game for game in games if not game.startswith("19x19"))


def ran(command: list[str], text: str, environment: dict[str, str]) -> tuple[int, str]:
    ran_so = subprocess.run(
        command, input=text, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120, check=False
    )
    return ran_so.returncode, ran_so.stdout


def test_a_runner_has_under_a_hundred_lines() -> None:
    files = [file for file in RUNNERS.iterdir() if file.name.startswith("runner.")]
    assert {file.suffix for file in files} == {".c", ".mjs", ".py", ".rs"}
    assert all(len(file.read_text(encoding="ascii").splitlines()) < MOST_LINES_OF_A_RUNNER for file in files)


class TestPerftTables:
    @pytest.mark.parametrize("name", PRESETS)
    def test_count_what_plain_play_counts(self, name: str) -> None:
        for line in islice(perft_lines(PRESETS[name], name), 1, 20, 6):
            start, *numbers = line.strip().split("; ")
            _, rows, player, phase, rules = start.split()
            assert rules == name
            games = [Start.at(rows, Color(player), Phase(phase)).game(PRESETS[name])]
            for number in numbers[:2]:
                games = [game.play(turn) for game in games if not game.over for turn in game.turns()]
                assert len(games) == int(number.split()[1])
