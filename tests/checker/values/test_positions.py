"""Tables of what every position is worth: the same by plainer ways, of which wrong versions give other values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from superko.checker.claims.facts.positions import every_position_is_worth
from superko.checker.claims.facts.wins import WITHOUT_PASSES
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.situations import Situation, Situations
from superko.checker.solving.plain_play import SUCCEEDS, is_worth
from superko.checker.sweeps import __main__ as sweep
from superko.checker.telling.options import run_alone
from superko.checker.values import positions as values_positions
from superko.checker.values import sekis
from superko.checker.values.positions import ENDED_BY_PASSES, PositionTable, drawn_if_round, main, searched
from superko.checker.values.valuing import values_of
from superko.checker.vectors.mutants import mutants_in
from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import WHITE, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Move, Position

KO = "katago-v2/main/legal-simple-ko"
LOST = -100.0


def score(situation: Situation) -> float:
    """By how much the player to move leads if the game ends there."""
    result = Game(ENDED_BY_PASSES, rows=situation.coloring, to_play=situation.player).passed_out().result
    assert isinstance(result, Score)
    return -result.lead if situation.player is WHITE else result.lead


def plainly(rules: Rules, grid: Grid, round_counts: float = 0.0, last_pass: int = 2) -> Mapping[Situation, float]:
    """The values by one attractor for each lead, over the turns of every situation as clauses give them one by one.

    Args:
        rules: the rules.
        grid: the board.
        round_counts: what a game that goes round counts for the player who is to move.
        last_pass: how many passes end a game.
    """
    situations = Situations(rules, grid)
    start = situations.first, 0
    reached: dict[tuple[Situation, int], list[tuple[Situation, int] | float]] = {}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node not in reached:
            situation, passes = node
            reached[node] = [
                (after, 0 if isinstance(turn, Move) else passes + 1)
                if isinstance(turn, Move) or passes + 1 < last_pass
                else score(situation)
                for turn, after in situations.after(situation)
            ]
            waiting += [after for after in reached[node] if isinstance(after, tuple)]
            waiting.append((situation, 0))
    values = dict.fromkeys(reached, round_counts)
    for lead in range(1, grid.size + 1):
        won, lost = forced(reached, lead)
        values |= dict.fromkeys(won, float(lead)) | dict.fromkeys(lost, float(-lead))
    return {situation: value for (situation, passes), value in values.items() if not passes}


Node = tuple[Situation, int]


def forced(reached: Mapping[Node, list[Node | float]], lead: float) -> tuple[set[Node], set[Node]]:
    """Where the player to move can force at least a lead, and where the opponent can."""
    won: set[Node] = set()
    lost: set[Node] = set()
    is_growing = True
    while is_growing:
        before = len(won) + len(lost)
        for node, options in reached.items():
            if any(option >= lead if isinstance(option, float) else option in lost for option in options):
                won.add(node)
            if all(option <= -lead if isinstance(option, float) else option in won for option in options):
                lost.add(node)
        is_growing = len(won) + len(lost) > before
    return won, lost


def differing(table: PositionTable, values: Mapping[Situation, float]) -> int:
    """In how many situations in which nothing is banned a table says something else."""
    free = {situation: value for situation, value in values.items() if not situation.banned}
    assert len(free) == table.sizes.sum(), "both have the same positions"
    return sum(table.lead_at(situation.position) != value for situation, value in free.items())


@pytest.mark.parametrize(
    "grid",
    [Grid(2, 1), Grid(4, 1), Grid(2, 2), Grid(5, 1), pytest.param(Grid(3, 2), marks=pytest.mark.thorough)],
    ids=str,
)
def test_iteration_finds_what_attractors_find(grid: Grid) -> None:
    assert differing(drawn_if_round(ENDED_BY_PASSES, grid), plainly(ENDED_BY_PASSES, grid)) == 0


@pytest.mark.parametrize(
    ("wrong", "number"),
    [({"round_counts": LOST}, 74), ({"last_pass": 3}, 72), ({"rules": ENDED_BY_PASSES.dropping(KO)}, 82)],
    ids=["a draw is a loss", "a third pass ends the game", "a ko is retaken at once"],
)
def test_a_wrong_attractor_finds_other_values(wrong: dict[str, Any], number: int) -> None:
    grid = Grid(5, 1)
    assert (
        differing(drawn_if_round(ENDED_BY_PASSES, grid), plainly(**{"rules": ENDED_BY_PASSES, "grid": grid, **wrong}))
        == number
    )


@pytest.mark.parametrize("name", ["chinese-like", "tromp-taylor", "aga-area", "french"])
def test_a_table_has_what_each_position_is_worth_by_itself(name: str) -> None:
    rules, grid = replace(PRESETS[name], komi=0), Grid(2, 2)
    table = searched(rules, grid)
    games = list(values_of(rules, grid))
    assert table.sizes.sum() == len(games) == 114
    for game, value in games:
        lead = None if value is None else value.with_no_result_at(0)
        assert lead is not None
        assert table.lead_at(game.position) == (-lead if game.position.player is WHITE else lead)


@pytest.mark.parametrize("name", ["stone-scoring", "spight", "spight-two", "repeated-pass"])
def test_plain_search_of_whole_games_finds_what_a_table_has(name: str) -> None:
    table = searched(PRESETS[name], Grid(3, 1))
    for position in positions_of(table):
        lead = table.lead_at(position) * (-1 if position.player is WHITE else 1)
        game = Game(PRESETS[name], rows=position.coloring, to_play=position.player)
        assert is_worth(game, lead, False, 5_000).outcome == SUCCEEDS


def test_on_boards_smaller_than_3x3_a_repeated_pass_that_ends_the_game_changes_no_value() -> None:
    for grid in (Grid(3, 1), Grid(2, 2)):
        assert drawn_if_round(ENDED_BY_PASSES, grid).digest == searched(PRESETS["chinese-like"], grid).digest


def test_any_other_lead_changes_the_digest() -> None:
    table = searched(Rules(), Grid(2, 1))
    digests = {table.digest}
    for place in range(len(table.leads)):
        leads = table.leads.copy()
        leads[place] += 1
        digests.add(replace(table, leads=leads).digest)
    assert len(digests) == 1 + len(table.leads)


def test_the_player_to_move_may_be_better_off_if_the_opponent_were() -> None:
    table = searched(replace(PRESETS["new-zealand"], komi=0), Grid(2, 2))
    waiting = sum(
        int(size)
        for size, lead, position in zip(table.sizes, table.leads, positions_of(table), strict=True)
        if -table.lead_at(replace(position, player=position.player.opponent)) > lead
    )
    assert table.better_to_wait() == waiting == 16


def positions_of(table: PositionTable) -> Iterator[Position]:
    return (table.codes.situation(code).position for code in table.situations.tolist())


@pytest.mark.parametrize("rules", [PRESETS["chinese-like"], ENDED_BY_PASSES.dropping("katago-v2/main/end-two-passes")])
def test_nothing_is_drawn_for_going_round_but_where_two_passes_alone_end_a_game(rules: Rules) -> None:
    with pytest.raises(Refusal, match="nothing else"):
        drawn_if_round(rules, Grid(2, 1))


def test_komi_is_refused() -> None:
    with pytest.raises(Refusal, match="komi"):
        searched(Rules(komi=1), Grid(2, 1))


@pytest.mark.parametrize("ending", ["npz", "parquet"])
def test_a_table_is_written_and_read_again(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"table.{ending}"
    main(["2x2", "--rules", "tromp-taylor", "-o", str(file)])
    printed = json.loads(capsys.readouterr().out)
    if ending == "npz":
        columns = np.load(file)
        digest = str(columns["digest"])
    else:
        read = parquet.read_table(file)
        columns = {name: read[name].to_numpy() for name in read.column_names}
        digest = read.schema.metadata[b"digest"].decode()
    ahead = columns["positions"][columns["lead"] > 0].sum()
    assert (int(columns["positions"].sum()), int(ahead)) == (114, 70)
    assert digest == printed["digest"]
    assert printed["leads"] == {"-4": 4, "-1": 40, "1": 42, "4": 28}


def without_one(rules: Rules, grid: Grid) -> PositionTable:
    """A table in which a position is missing."""
    table = drawn_if_round(rules, grid)
    return replace(table, sizes=table.sizes - (np.arange(len(table.sizes)) == 0))


def in_favour_of_nobody(rules: Rules, grid: Grid) -> PositionTable:
    """A table in which the empty board is worth nothing."""
    table = drawn_if_round(ENDED_BY_PASSES, grid)
    return replace(table, leads=table.leads * (table.situations != 0))


@pytest.mark.clauses("fact/value-positions")
def test_a_table_without_a_position_or_with_another_value_of_the_empty_board_is_not_as_published() -> None:
    simple = PRESETS["chinese-like"]
    for rules, grid, found_by, outcome in (
        (ENDED_BY_PASSES, Grid(2, 2), drawn_if_round, Outcome.HOLDS),
        (ENDED_BY_PASSES, Grid(2, 2), without_one, Outcome.REFUTED),
        (simple, Grid(3, 2), searched, Outcome.HOLDS),
        (simple, Grid(3, 3), in_favour_of_nobody, Outcome.REFUTED),
    ):
        assert every_position_is_worth(rules, grid, found_by).outcome is outcome


@pytest.mark.parametrize("name", ["main/state#coloring/distinguishes", "main/start#turn/allows", "main/pass/cedes"])
def test_rules_by_which_situations_have_no_counterpart_are_refused(name: str) -> None:
    mutant = next(mutant for mutant in mutants_in(ENDED_BY_PASSES) if str(mutant) == f"katago-v2/{name}")
    with pytest.raises(Refusal, match="By these rules a p"):
        drawn_if_round(mutant.made_in(ENDED_BY_PASSES), Grid(2, 1)).better_to_wait()


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (PRESETS["tromp-taylor"].dropping("katago-v2/main/legal-superko"), r"nodes were not enough for these rules\.$"),
        (PRESETS["repeated-pass"], "on which turn something first happened .* nothing is shared"),
    ],
)
def test_positions_are_not_searched_forever(rules: Rules, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values_positions, "NODES_BEFORE_DOUBT", 900)
    with pytest.raises(Refusal, match=why):
        searched(rules, Grid(2, 1))


@pytest.mark.parametrize(
    ("main_of", "asked", "answer"),
    [
        (main, "0x0", "A board has sides of 1 to 52 points; 0x0 is not such a board."),
        (main, "26x26", "About 1.9e319 legal positions of 26x26 can follow."),
        (main, f"1x1 -o {__file__}", f"{__file__} can't be written: there is such a file"),
        (main, "1x1 -o table.txt", "Name a file that ends in .parquet or .npz, not table.txt."),
        (sekis.main, "2x1 --effort 5", "Write 60s for 60 seconds"),
        (sweep.main, "2x1 nobody", 'There are no rules named "nobody".'),
    ],
)
def test_what_a_module_can_not_be_asked_is_refused_in_a_sentence(
    main_of: Callable[[Sequence[str]], None], asked: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        run_alone(partial(main_of, asked.split()))
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(f"Error: {answer}")


def test_wins_without_a_count_stand_in_no_table() -> None:
    with pytest.raises(Refusal, match="won without a count"):
        searched(WITHOUT_PASSES, Grid(2, 1))
