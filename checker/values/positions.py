"""What every position of a board is worth to the player to move, as a table; of positions that are images, one.

Where no clause looks back further than a turn, values are found by iteration over all situations at once: a game that
goes round is drawn, and counts 0. Under any other rules each position is searched as the beginning of its history.
`python -m superko.checker.values.positions 3x3 --rules tromp-taylor -o FILE.parquet` writes such a table.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from importlib.util import find_spec
from math import isinf
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ...interpreter.files import try_new_file, whole_file
from ...interpreter.game import Game
from ...interpreter.notation import parse_grid
from ...interpreter.rules_files import named_rules
from ...spec import usual
from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.algebra.integers import integer_board
from ...spec.presets import PRESETS
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Phase, Position
from ..graph.graph import explore
from ..phase.codes import SituationCodes
from ..phase.many import Numbers, blocks, in_parallel, places_among
from ..phase.situations import Situation
from ..phase.symmetry import CodeField, CodeSymmetries, Layout, Part, respects_symmetry, treats_colors_alike
from ..phase.tables_arrays import can_be_read_on_arrays
from ..solving.budget import Budget, OutOfBudget
from ..solving.solution import NODES_BEFORE_DOUBT, solver_of, value_of
from ..sweeps.run import HALVES, digest, leads_hashed
from ..sweeps.sweep import Lead, legal_chunks, read_on_arrays, score_of_position
from ..telling.options import check_ending, run_alone

GOES_ROUND, _NPZ = "goes-round", ".npz"
# Two passes end a game, and nothing else does.
ENDED_BY_PASSES: Rules = reduce(
    Rules.dropping,
    ("katago-v2/main/end-repeated-pass", "katago-v2/main/no-result"),
    PRESETS["chinese-like"],
)
# How many positions are set up at once.
AT_ONCE = 2000


@dataclass(frozen=True)
class PositionTable:
    """What positions are worth, each with the player to move, and without a past.

    Attributes:
        codes: the codes of the positions, as situations in which nothing is banned.
        situations: the code of one of those that are images of each other, in order.
        sizes: how many positions each stands for.
        leads: by how much the player to move leads under best play, in each; negative, where the opponent does.
    """

    codes: SituationCodes
    situations: Words
    sizes: Numbers
    leads: Lead

    def numbers(self) -> dict[float, int]:
        """In how many positions the player to move leads by how much, all images counted."""
        leads, places = np.unique(self.leads, return_inverse=True)
        numbers = np.zeros(len(leads), dtype=np.int64)
        np.add.at(numbers, places, self.sizes)
        return dict(zip(leads.tolist(), numbers.tolist(), strict=True))

    def better_to_wait(self) -> int:
        """In how many positions the player to move would lead by more if the opponent were to move.

        Raises:
            ValueError: the opponent is never to move in one of them.
        """
        other = self.codes.representatives(self.codes.with_the_opponent_to_play(self.situations))
        if not np.isin(other, self.situations).all():
            raise Refusal("By these rules a position is not reached with either player to move.")
        waiting = -self.leads[places_among(other, self.situations)]
        return int(self.sizes[waiting > self.leads].sum())

    def lead_at(self, position: Position[int]) -> float:
        """By how much the player to move leads in a position."""
        code = np.array([self.codes.code(Situation(position))], dtype=np.uint64)
        return float(self.leads[places_among(self.codes.representatives(code), self.situations)[0]])

    @property
    def digest(self) -> str:
        """A number for the whole table, which any other lead of any position changes."""
        return f"{digest(self.situations, leads_hashed([self.leads])):016x}"

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The table by columns: points as bits from the top left on, who is to move, the lead, the number of images."""
        size, everywhere = np.uint64(self.codes.grid.size), self.codes.board.everything
        return {
            "black": self.situations & everywhere,
            "white": self.situations >> size & everywhere,
            "white_to_play": self.codes.white_to_play(self.situations),
            "lead": self.leads.astype(np.float32),
            "positions": self.sizes.astype(np.uint8),
        }


def drawn_if_round(rules: Rules, grid: Grid) -> PositionTable:
    """The values where two passes end a game, and a game that goes round is drawn: 0.

    After each iteration a value is that of the game which is drawn if it is not over within that many turns. By more
    turns a player who leads keeps the lead, so that the values move away from 0 until they stand.

    Raises:
        ValueError: something else ends a game under these rules, or situations do not decide which turns are legal.

    >>> table = drawn_if_round(ENDED_BY_PASSES, Grid(3, 1))
    >>> table.numbers(), table.better_to_wait()
    ({-3.0: 8, 3.0: 22}, 0)
    """
    endings = [rules.deciding(decision, Phase.MAIN) for decision in (Decision.PHASE_ENDS, Decision.NO_RESULT)]
    if [clause.function for clauses in endings for clause in clauses] != [usual.two_passes]:
        raise Refusal(
            "Games that go round are drawn only under rules by which two passes end a game, and nothing else."
        )
    graph = explore(rules, grid)
    codes, nodes = graph.turns.codes, graph.nodes
    passes, first, reached = graph.passes.after, graph.moves.begins, graph.moves.after
    if len(passes) != len(nodes):
        raise Refusal("By these rules a player may not pass in every position.")
    moving = np.flatnonzero(np.diff(first))
    scores = in_parallel(partial(_scores, read_on_arrays(rules), codes), (nodes[block] for block in blocks(len(nodes))))
    ends = np.concatenate(scores)
    leads = after_a_pass = np.zeros_like(ends)
    while True:
        by_moves = np.full_like(ends, np.iinfo(ends.dtype).min)
        by_moves[moving] = -np.minimum.reduceat(leads[reached], first[moving])
        before = leads, after_a_pass
        leads, after_a_pass = np.maximum(by_moves, -after_a_pass[passes]), np.maximum(by_moves, ends)
        if all(map(np.array_equal, before, (leads, after_a_pass))):
            break
    free = codes.without_marks(nodes) == nodes
    return PositionTable(codes, nodes[free], graph.sizes[free], leads[free] / HALVES)


def _scores(rules: Rules, codes: SituationCodes, situations: Words) -> npt.NDArray[np.int16]:
    """By how much the player to move leads if the game ends in each situation, in half points."""
    scores = np.empty(len(situations), dtype=np.int16)
    for indices, many in codes.by_kind(situations):
        leads = score_of_position(rules, many.coloring) * HALVES
        scores[indices] = -leads if many.player is WHITE else leads
    return scores


def searched(rules: Rules, grid: Grid) -> PositionTable:
    """The values where each position is the beginning of its history; a game without result counts 0.

    Raises:
        ValueError: the rules can't be solved, have komi, give wins without a count, or are amended and take too long.

    >>> table = searched(Rules(), Grid(2, 1))
    >>> table.numbers(), table.better_to_wait()
    ({-2.0: 4, 0.0: 2, 2.0: 4}, 0)
    """
    if rules.komi:
        raise Refusal("Tables have what a position is worth to either player, and komi is for one of them.")
    symmetries = CodeSymmetries(grid, respects_symmetry(rules), treats_colors_alike(rules))
    codes = SituationCodes(grid, symmetries)
    solver = solver_of(starts(rules, grid), Budget())
    solver.budget.nodes = NODES_BEFORE_DOUBT if rules.amendments or solver.asked_in_games else None
    known: dict[int, float] = {}
    positions, _ = one_of_each(rules, grid)
    # What is proved of full boards serves those with fewer stones, from which games lead there.
    for block in reversed([*blocks(len(positions), AT_ONCE)]):
        of_players = [positions[block] | np.uint64(number << 3 * grid.size) for number in range(len(Color))]
        chosen = [of_player[codes.representatives(of_player) == of_player] for of_player in of_players]
        games = {
            code: Game(rules, rows=coloring_of(grid, code), to_play=player)
            for player, of_player in zip(Color, chosen, strict=True)
            for code in of_player.tolist()
        }
        solver.look_up([*games.values()])
        for code, game in games.items():
            try:
                lead = cast(float, value_of(solver, game).with_no_result_at(0))
            except OutOfBudget:
                not_enough = f"{NODES_BEFORE_DOUBT:,} nodes were not enough for these rules. {solver.asked_in_games}"
                raise Refusal(not_enough.strip()) from None
            if isinf(lead):
                raise Refusal("Tables have leads, and by these rules a game can be won without a count.")
            # A lead of nothing is written as 0 for both players.
            known[code] = (-lead if game.position.player is WHITE else lead) + 0.0
    situations = np.array(sorted(known), dtype=np.uint64)
    leads = np.array([known[code] for code in situations.tolist()])
    return PositionTable(codes, situations, codes.orbit_sizes(situations), leads)


def starts(rules: Rules, grid: Grid) -> list[Game]:
    """Games from which every position is reached: those with stones of one color, as others can be put in between.

    Where a phase is read one situation at a time, what stood before may be part of a situation, and a position that is
    set up is reached by no move; so all are taken.
    """
    codes = one_of_each(rules, grid)[0].tolist()
    if respects_symmetry(rules) and can_be_read_on_arrays([Game(rules, rows=coloring_of(grid, codes[0])).record]):
        codes = [code for code in codes if not code & grid.everywhere or not code >> grid.size]
    return [Game(rules, rows=coloring_of(grid, code), to_play=color) for code in codes for color in Color]


def one_of_each(rules: Rules, grid: Grid) -> tuple[Words, Numbers]:
    """A position of each that are rotated or reflected, as black points and above them white ones; and how many."""
    symmetries = CodeSymmetries(grid, turned=respects_symmetry(rules), swapped=False)
    layout: Layout = (CodeField(Part.COLORING, 2 * grid.size),)
    chosen: list[Words] = []
    for c in legal_chunks(grid):
        codes = c.black | c.white << np.uint64(grid.size)
        chosen.append(codes[symmetries.least(codes, layout) == codes])
    codes = np.concatenate(chosen)
    codes = codes[np.argsort(np.bitwise_count(codes), kind="stable")]
    return codes, symmetries.orbit_sizes(codes, layout)


def coloring_of(grid: Grid, code: int) -> Coloring[int]:
    """The coloring of a position: black points, and above them white ones."""
    return Coloring(integer_board(grid.width, grid.height), code & grid.everywhere, code >> grid.size & grid.everywhere)


def write_table(path: Path, table: PositionTable, about: str) -> None:
    """Write a table as Parquet, or as arrays where the file's name ends in .npz.

    Raises:
        OSError: the file can't be written.
    """
    columns: dict[str, Any] = table.columns()
    described = {"about": about, "board": str(table.codes.grid), "digest": table.digest}
    if path.suffix == _NPZ:
        with whole_file(path) as stream:
            np.savez_compressed(stream, **columns | described)
        return
    import pyarrow  # noqa: PLC0415 (it is not needed for anything else)
    from pyarrow import parquet  # noqa: PLC0415

    made = pyarrow.table(columns).replace_schema_metadata(described)
    with whole_file(path) as stream:
        parquet.write_table(made, stream, compression="zstd")


def table_of(name: str, grid: Grid) -> tuple[PositionTable, str]:
    """The table for rules by any name, without komi, and what it is about; `GOES_ROUND` names those of iteration."""
    if name == GOES_ROUND:
        about = "chinese-like without repeated passes and no-result: a game that goes round counts 0"
        return drawn_if_round(ENDED_BY_PASSES, grid), about
    about = f"{name} without komi, each position as the beginning of its history; a game without result counts 0"
    return searched(replace(named_rules(name), komi=0), grid), about


def main(arguments: Sequence[str] | None = None) -> None:
    """Find what every position of a board is worth, and print how many the player to move leads by how much."""
    parser = ArgumentParser(prog="python -m superko.checker.values.positions", description=main.__doc__)
    parser.add_argument("board", metavar="WxH")
    parser.add_argument("--rules", default=GOES_ROUND, help=f"the rules, by any name [{GOES_ROUND}: drawn if round]")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it: FILE.parquet or FILE.npz")
    asked = parser.parse_args(arguments)
    if asked.output:
        try_new_file(asked.output)
        check_ending(asked.output, ".parquet", _NPZ)
        if asked.output.suffix != _NPZ and find_spec("pyarrow") is None:
            raise Refusal("Parquet takes the package pyarrow; a file that ends in .npz takes none.")
    table, about = table_of(asked.rules, parse_grid(asked.board))
    if asked.output:
        write_table(asked.output, table, about)
    counted = {f"{lead:g}": number for lead, number in table.numbers().items()}
    said = {"about": about, "board": asked.board, "digest": table.digest, "leads": counted}
    print(json.dumps({**said, "better_to_wait": table.better_to_wait()}, indent=1))


if __name__ == "__main__":
    run_alone(main)
