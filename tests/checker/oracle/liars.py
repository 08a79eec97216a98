"""Engines that lie: each is the interpreter with a mistake of the catalogue, or says something else than it plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from superko.checker.oracle.engine import Aspect, Observation, Value
from superko.interpreter.game import Game
from superko.interpreter.notation import vertices
from superko.interpreter.rule_names import parse_rules
from superko.spec.composition import after_move, state
from superko.spec.vocabulary import Play, Record

from ...mistakes.catalogue import mistakes_for
from .engines.reference import Amend, ReferenceEngine, Says, nothing_else, unchanged

SHORT_MEMORY = 6
MOVE = "katago-v2/move/pseudolegal"


@dataclass(frozen=True)
class Liar:
    """An engine that lies.

    Attributes:
        fault: what it does wrong, in a few words.
        under: the rules to try it under.
        aspect: in which aspect the fault shows first.
        clause: the id of the clause that it goes against.
        amend: what it makes of the rules that it is given.
        says: what it says of a game otherwise than the rules that it plays by.
    """

    fault: str
    under: str
    aspect: Aspect
    clause: str
    amend: Amend = unchanged
    says: Says = nothing_else

    def engine(self) -> ReferenceEngine:
        """The engine, whose fault is in the rules of the document that the clause is of."""
        document = parse_rules(self.under).document
        return ReferenceEngine(
            lambda rules: self.amend(rules) if rules.document == document else rules, self.says, name=self.fault
        )


def forgets_what_is_long_ago(record: Record, play: Play[int]) -> bool:
    stood = record.earlier.turn_of(state(record.rules, after_move(record.rules, record.position, play)))
    return stood is None or stood < record.turn - SHORT_MEMORY


def listed(said: Observation) -> frozenset[str]:
    """The points that are said to be legal moves."""
    legal = said[Aspect.LEGAL]
    assert isinstance(legal, frozenset)
    return legal


def lists_all_but_the_last(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    grid = game.grid
    last = vertices(grid, 1 << grid.size - 1)
    return {} if game.over else {Aspect.LEGAL: listed(said) - {*last}}


def lists_stones(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    c = game.position.coloring
    stones = vertices(c.board.grid, c.of(game.position.player))
    return {} if game.over else {Aspect.LEGAL: listed(said) | {*stones}}


def names_columns_by_rows(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    """Takes the width for the height where it lists points."""
    grid = game.grid
    if game.over or grid.width == grid.height:
        return {}
    places = (grid.place(move.point) for move in game.moves())
    listed = (
        vertices(grid, grid.point(row, column)) for column, row in places if row < grid.width and column < grid.height
    )
    return {Aspect.LEGAL: frozenset(name for names in listed for name in names if name)}


def turned_upside_down(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    return {Aspect.BOARD: "/".join(reversed(str(said[Aspect.BOARD]).split("/")))}


def judged() -> Iterator[Liar]:
    """The engines that make the mistakes of the catalogue that are written out for `judge`."""
    aspects = {aspect.value: aspect for aspect in Aspect}
    for mistake in mistakes_for("judge").values():
        _, aspect, clause = mistake.taken_by.split()
        yield Liar(mistake.name, mistake.named, aspects[aspect], clause, mistake.made_in)


EVERY = (
    Liar("misses the last point", "tromp-taylor", Aspect.LEGAL, MOVE, says=lists_all_but_the_last),
    Liar("plays on its own stones", "tromp-taylor", Aspect.LEGAL, MOVE, says=lists_stones),
    Liar("takes columns for rows", "tromp-taylor", Aspect.LEGAL, MOVE, says=names_columns_by_rows),
    Liar("turns the board upside down", "tromp-taylor", Aspect.BOARD, MOVE, says=turned_upside_down),
    *judged(),
)
LIARS = {liar.fault: liar for liar in EVERY}
