"""The search for shortest games that show a mistake, by which those that are kept were found.

`python -m tests.checker.vectors.search` looks for a game for each mutant that has none among the
shortest games that are kept,
and prints a line to be added to it. Where it finds none, name rules, and boards near a game that shows the mistake:
`… RULES BOARD…`, such as `"japanese-like,tax=ALL" ../..`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product

from superko.checker.phase.dependence import key_of
from superko.checker.vectors.mutants import mutants
from superko.checker.vectors.suites import shortest_games
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.result import Score
from superko.interpreter.rule_names import parse_rules, rules_to_json
from superko.interpreter.story import Start
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import points_of
from superko.spec.documents import DOCUMENTS
from superko.spec.presets import PRESETS
from superko.spec.registry import Clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import AGREE, PASS, Move, Turn, Unblock

BOARDS = tuple(Start.on(Grid(*sides)) for sides in ((1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (5, 1), (3, 2)))
MOST_PAIRS = 4000


def shortest_game(right: Game, wrong: Game, most_pairs: int) -> tuple[Turn, ...] | None:
    """The turns of a shortest game on which two rule sets part, where the second is the first with a mistake.

    Of pairs of games with the same future, one is searched; the search is given up after some number of pairs.
    """
    if seen(right) != seen(wrong):
        return ()
    mutated = [amendment.clause.function for amendment in wrong.rules.amendments if amendment.clause is not None]
    future = key_of(right.rules, mutated)
    pairs = [(right, wrong)]
    while pairs and most_pairs > 0:
        longer: dict[Hashable, tuple[Game, Game]] = {}
        for game, other in pairs[:most_pairs]:
            for turn in conceivable_turns(game):
                after, after_other = played(game, turn), played(other, turn)
                if not (isinstance(after, Game) and isinstance(after_other, Game)):
                    if after != after_other:
                        return (*game.turns_taken, turn)
                elif seen(after) != seen(after_other):
                    return (*game.turns_taken, turn)
                elif not after.over:
                    longer.setdefault((future(after.record), future(after_other.record)), (after, after_other))
        most_pairs -= len(pairs)
        pairs = list(longer.values())
    return None


def conceivable_turns(game: Game) -> Iterator[Turn]:
    """Every turn that can be written down: a pass, a move and an unblock action at any point, and to agree."""
    yield PASS
    everywhere = game.position.coloring.board.everything
    for kind in (Move, Unblock):
        yield from (kind(point) for point in points_of(everywhere))
    yield AGREE


def played(game: Game, turn: Turn) -> Game | type[ValueError]:
    """The game after a turn, or why there is none: it is illegal, or mutated rules can't say what comes of it."""
    try:
        return game.play(turn)
    except ValueError as error:
        return type(error)


def seen(game: Game) -> Hashable:
    """What can be seen of a game between two turns, but for which turns are legal."""
    position, result = game.position, game.result
    scored = (result.black, result.white, result.winner) if isinstance(result, Score) else result
    captures = tuple(game.record.tally.captures.values())
    return position.coloring, position.player, position.phase, position.marks, captures, scored


def rules_with(clause: Clause) -> list[Rules]:
    """The presets that have a clause; if there are none, the usual rules of its document, changed so as to have it."""
    presets = [rules for rules in PRESETS.values() if rules.document == clause.document and clause.guard.holds(rules)]
    usual = DOCUMENTS[clause.document].usual
    return presets or [_changed(usual, dict(alternative)) for alternative in clause.guard.alternatives]


def _changed(rules: Rules, values: Mapping[str, frozenset[object]]) -> Rules:
    return rules.reading({name: min(allowed, key=str) for name, allowed in values.items()})


def main(names: Sequence[str]) -> None:
    """Print a game for each mutant that has none."""
    starts = [Start.at(board) for board in names[1:]] or BOARDS
    for mutant in (mutant for mutant in mutants() if str(mutant) not in shortest_games()):
        rule_sets = [parse_rules(names[0])] if names else rules_with(mutant.clause)
        for start, rules in product(starts, rule_sets):
            turns = shortest_game(start.game(rules), start.game(mutant.made_in(rules)), MOST_PAIRS)
            if turns is not None:
                texts = [turn_text(start.grid, turn) for turn in turns]
                game = {"shows": [str(mutant)], "rules": rules_to_json(rules), **start.as_json(), "turns": texts}
                print(json.dumps(game))
                break
        else:
            print(f"No game was found that shows {mutant}: {mutant.mutation.mistake}.", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
