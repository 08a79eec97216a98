"""A referee in C plays by the clauses, under every preset and on boards of any size, and compiles without a warning."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.commands.rules_command import rules_command
from superko.checker.vectors.mutants import answers
from superko.checker.vectors.runners import runner
from superko.checker.vectors.shapes import SHAPES, random_game
from superko.checker.vectors.suites import state_line
from superko.interpreter.notation import parse_grid, turn_text
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.program.referee import referee
from superko.interpreter.rule_names import parse_rules
from superko.interpreter.story import Start
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Record, Turn

from .test_suites import SUITES, TOYS

RUNNER = Path(runner.__file__).with_name("runner.c")
COMPILERS = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]
OPTIONS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic")
RIGHT = "The engine says what the suite says.\n"
SMALL = ("3x1", "2x2", "4x3", "6x2")
ONE_WORD, TWO_WORDS = Grid(12, 5), Grid(12, 9)
# Its third rule gives a win away without a count.
REFUSED = "repeated-pass"

pytestmark = pytest.mark.skipif(not COMPILERS, reason="there is no C compiler")


def built(text: str, folder: Path, compiler: str = COMPILERS[0] if COMPILERS else "", level: str = "-O0") -> Path:
    """The program that runs a suite against an engine which leaves the rules to a referee."""
    (folder / "referee.c").write_text(text, encoding="ascii")
    sources = [folder / "referee.c", TOYS / "linked.c", RUNNER]
    for source in sources:
        options = OPTIONS if source.parent == folder else ("-std=c99", f"-I{folder}")
        subprocess.run(
            [compiler, *options, level, "-fPIC", "-c", source, "-o", folder / f"{source.stem}.o"], check=True
        )
    program = folder / "program"
    subprocess.run([compiler, "-o", program, *(folder / f"{source.stem}.o" for source in sources)], check=True)
    return program


def says(program: Path, lines: str) -> str:
    """What the runner prints."""
    return subprocess.run([program], input=lines, capture_output=True, text=True, timeout=60, check=False).stdout


def lines_of(rules: Rules, name: str, start: Start, turns: tuple[Turn, ...]) -> Iterator[str]:
    """A game and all that the rules say of it, as the lines of a suite."""
    first, *later = (
        answer for answer in answers(start.game(rules), turns, explain=True) if answer.keys() != {"illegal"}
    )
    yield f"game {name} {start.grid} {first['board']} {first['player']} {first['phase']} {start.handicap}\n"
    yield state_line(first)
    for turn, answer in zip(turns, later, strict=False):
        yield f"play {turn_text(start.grid, turn)}\n"
        yield state_line(answer)


@cache
def games(rules: Rules, sides: tuple[str, ...] = SMALL) -> str:
    """The hard shapes and random games, two on each board, as the lines of a suite."""
    shapes = {name: shape for name, shape in SHAPES.items() if rules.deciding(Decision.NEXT_PHASE, shape.start.phase)}
    played = [(name, shape.start, shape.start.turns(shape.texts)) for name, shape in shapes.items()]
    for side in sides * 2:
        start = Start.on(parse_grid(side))
        played.append((side, start, random_game(start.game(rules), Random(len(played))).turns_taken))
    return "".join(chain.from_iterable(lines_of(rules, *game) for game in played))


def unless_refused(name: str, largest: Grid) -> str:
    """The referee of a preset; where it can't be had, the test is over once the refusal names the clause."""
    if name != REFUSED:
        return referee(PRESETS[name], largest)
    with pytest.raises(NotCompiled, match=r"The clause repeated-pass/win can't be compiled: a program scores a game"):
        referee(PRESETS[name], largest)
    pytest.skip("it is refused, and the refusal names the clause")


@pytest.mark.every_case
@pytest.mark.parametrize("name", PRESETS)
def test_a_referee_plays_by_the_clauses_of_every_preset(name: str, tmp_path: Path) -> None:
    program = built(unless_refused(name, TWO_WORDS), tmp_path)
    assert says(program, games(PRESETS[name], (*SMALL, "7x7"))) == RIGHT


@pytest.mark.parametrize("name", ["japanese-like", "wmsg", "aga"])
def test_it_names_the_clause_that_forbids_a_move(name: str, tmp_path: Path) -> None:
    """Given games and what the rules say of them, when each turn is taken, then its words on moves are theirs."""
    built(referee(PRESETS[name], ONE_WORD), tmp_path)
    objects = [tmp_path / f"{source}.o" for source in ("referee", "linked")]
    subprocess.run([COMPILERS[0], "-shared", "-o", tmp_path / "linked.so", *objects], check=True)
    linked = ctypes.CDLL(str(tmp_path / "linked.so"))
    linked.set_up.restype = linked.play.restype = ctypes.c_char_p
    forbidden = 0
    for line in games(PRESETS[name]).splitlines():
        match line.split():
            case ["game", _, sides, rows, player, phase, handicap]:
                width, height = map(int, sides.split("x"))
                stones, to_play = rows.encode(), ctypes.c_char(player.encode())
                said = linked.set_up(width, height, stones, to_play, phase.encode(), int(handicap))
            case ["play", *turn]:
                said = linked.play(" ".join(turn).encode())
            case ["state", *words]:
                by_text = {word for word in words if word.startswith("-")}
                # A clause is named with its part in C, and by its id in a suite.
                named = (word.partition("#")[0] for word in said.decode().split() if word.startswith("-"))
                assert {*named} == by_text
                forbidden += len(by_text)
    assert forbidden > 0


@pytest.mark.thorough
@pytest.mark.every_case
@pytest.mark.parametrize("name", SUITES)
def test_a_referee_says_what_the_suites_say_to_19x19(name: str, tmp_path: Path) -> None:
    assert says(built(referee(parse_rules(name), Grid(19, 19)), tmp_path), SUITES[name].read_text()) == RIGHT


@pytest.mark.parametrize("compiler", COMPILERS)
def test_it_is_compiled_without_a_warning(compiler: str, tmp_path: Path) -> None:
    """Given a board with the longest side, when each compiler of the machine optimizes, then nothing is warned of."""
    built(referee(PRESETS["chinese-like"], Grid(19, 4)), tmp_path, compiler, "-O2")


# What is planted in the C text of a referee, each in the place of what stands there.
PLANTED = {
    "no board is found again": ("never != 0 || past->room == 0", "true"),
    "a hash is trusted": ("past->width * sizeof *event) == 0", "0) == 0"),
    "the start is forgotten": ("besides[TIMES]++", "besides[TIMES] += past->number > 1"),
    "rows go on at their ends": ("& UINT64_C(", "| UINT64_C("),
    "captures are not counted": ("game->captures_of_white = ", "game->captures_of_black = "),
    "the winner is the other one": ("\"BW=\"[", "\"WB=\"["),
    "a copy forgets its past": ("memcpy(to->places, from->places, places)", "memset(to->places, 0, places)"),
    "points beyond the board are empty": ("for (int point = 0; point < columns * rows; point++) put(game->board,",
                                          "for (int point = 0; point < COLUMNS * ROWS; point++) put(game->board,"),
}  # fmt: skip


@pytest.mark.every_case
@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_line_is_found_by_a_suite(name: str, tmp_path: Path) -> None:
    right = referee(PRESETS["tromp-taylor"], ONE_WORD)
    stands, planted = PLANTED[name]
    assert stands in right
    program = built(right.replace(stands, planted), tmp_path)
    assert says(program, games(PRESETS["tromp-taylor"])) not in (RIGHT, "")


class TestAnAuthorsClause:
    @staticmethod
    def rules() -> Rules:
        def ends_at_once(record: Record[Any]) -> Any:
            """The first pass ends the game."""
            return record.passes >= 1

        return PRESETS["tromp-taylor"].adding(make_clause(ends_at_once, "house/end", decides=Decision.PHASE_ENDS))

    def test_is_in_the_referee_and_found_where_it_is_not_in_force(self, tmp_path: Path) -> None:
        program = built(referee(self.rules(), ONE_WORD), tmp_path)
        assert says(program, games(self.rules())) == RIGHT
        assert "after" in says(program, games(PRESETS["tromp-taylor"]))

    def test_that_can_not_be_compiled_is_refused_by_its_name(self) -> None:
        def long_ago(record: Record[Any]) -> Any:
            """The game ends once there was a turn three turns ago."""
            before = record.previous
            two = before and before.previous
            return two is not None and two.previous is not None

        rules = PRESETS["tromp-taylor"].adding(make_clause(long_ago, "house/old", decides=Decision.PHASE_ENDS))
        with pytest.raises(NotCompiled, match=r"at house/old: no account is kept of previous before the last turn"):
            referee(rules, ONE_WORD)


def test_the_command_prints_the_same_file_every_time() -> None:
    printed = [CliRunner().invoke(rules_command, ["french", "--emit", "c", "--board", "3x2"]).stdout for _ in range(2)]
    assert printed == [referee(PRESETS["french"], Grid(3, 2))] * 2
    assert printed[0].count("french/") > 1
