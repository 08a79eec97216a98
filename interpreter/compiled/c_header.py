"""A C header with the board clauses of a rule set, for authors of engines in other languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from ...spec.algebra import Color, Grid
from ...spec.algebra.emitting.board import EmittingBoard
from ...spec.algebra.emitting.program import Program
from ...spec.guard import word
from ...spec.parameters import Scoring, Tax
from ...spec.rules import Rules
from ..rule_names import rules_to_json
from .programs import ko_move_program, move_program, pseudolegal_program, score_program, with_those_called
from .texts import CText

COUNT = """static inline int64_t superko_count(uint64_t points)
{
    points = points - ((points >> 1) & UINT64_C(0x5555555555555555));
    points = (points & UINT64_C(0x3333333333333333)) + ((points >> 2) & UINT64_C(0x3333333333333333));
    points = (points + (points >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int64_t)((points * UINT64_C(0x0101010101010101)) >> 56);
}
"""
HEAD = """/* Rules of Go on {grid}, written by superko from the clauses that are named below.
 *
 * Rules: {rules}
 *
 * The point in column c and row r, both counted from 0 at the top left, is bit r * {grid.width} + c. A set of points
 * has {words}, the lowest bits first, and must not have bits beyond the board. What is found is written to the
 * last parameters.
 */

#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

{count}"""


def header(rules: Rules, grid: Grid) -> str:
    """The header: moves, pseudolegal moves, ko-moves and scores, each a function of the words of a coloring.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """
    programs = list(programs_of(rules, grid))
    words = EmittingBoard(grid).number_of_words
    head = HEAD.format(
        grid=grid,
        rules=json.dumps(rules_to_json(rules)),
        words=f"{words} words" if words > 1 else "one word",
        count=COUNT,
        guard=f"SUPERKO_{grid.width}X{grid.height}_H",
    )
    texts = [CText().alone(program) for program in with_those_called(programs)]
    return "\n".join([head, *texts, "#endif\n"])


def programs_of(rules: Rules, grid: Grid) -> Iterator[Program]:
    """The programs of a header, those of KataGo's rules with every scoring and tax."""
    for player in Color:
        yield move_program(rules, grid, player)
        yield pseudolegal_program(rules, grid, player)
    if rules.document != Rules().document:
        yield score_program(rules, grid)
        return
    for player in Color:
        yield ko_move_program(replace(rules, scoring=Scoring.TERRITORY), grid, player)
    for scoring, tax in product(Scoring, Tax):
        scores = score_program(replace(rules, scoring=scoring, tax=tax), grid)
        yield replace(scores, name=f"scores_{word(scoring)}_{word(tax)}".lower())
