"""Changes of rules: what an engine does otherwise than by the rules that it was given.

Some an engine declares: it is compared with the rules so changed, and the verdict names the clauses that are set aside.
Others are guessed where it disagrees: each is one small change, under which the rules may say what the engine says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_board
from ...interpreter.wording import no_such
from ...spec.algebra import BLACK
from ...spec.composition import move
from ...spec.documents import parameters_of
from ...spec.guard import word
from ...spec.parameters import CHOICES, READINGS
from ...spec.registry import Clause, Decision, make_clause, statements_of
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Play, Record

Amend: TypeAlias = Callable[[Rules], Rules]
"""What makes other rules of those that an engine was given."""


def no_self_capture(play: Play[int]) -> bool:
    """No move empties points of the player's own color.

    X O .    Black may not play at A1, where both stones would be captured.
    . O .
    """
    return not play.self_captured


def state_stood_before(record: Record) -> bool:
    """The game ends as soon as a move makes a state stand again.

    . O X .    Once Black has taken at A1 and White takes back at B1, this stands again, and the game is over.
    """
    first = record.earlier.turn_of(record.state)
    return isinstance(record.last, Move) and first is not None and first < record.turn


def restores_no_coloring(record: Record, play: Play[int]) -> bool:
    """A move does not restore the coloring that stood before the opponent's last move.

    . O X . .    After Black has taken at A1, White may not take back at B1 at once, but two turns later.
    """
    previous = record.previous
    return previous is None or play.after != previous.position.coloring


_NO_SUICIDE = make_clause(no_self_capture, "deviation/no-suicide", decides=Decision.PSEUDOLEGAL)
_REPEAT_ENDS = make_clause(state_stood_before, "deviation/repeat-ends", decides=Decision.NO_RESULT)
_SIMPLE_KO = make_clause(restores_no_coloring, "deviation/simple-ko-only", decides=Decision.LEGAL)


def _dropping(unwanted: Iterable[Clause], rules: Rules) -> Rules:
    """The rules without some clauses, amended ones included."""
    names = {clause.name for clause in unwanted}
    documented = replace(
        rules, amendments=tuple(amendment for amendment in rules.amendments if amendment.name not in names)
    )
    return reduce(Rules.dropping, (clause.name for clause in documented.in_force if clause.name in names), documented)


def _without(decision: Decision, rules: Rules) -> Rules:
    return _dropping(rules.deciding(decision), rules)


def _instead(clause: Clause, rules: Rules) -> Rules:
    """In place of the bans on repetition, one clause; where it ends the game, who then wins is not compared."""
    return _without(Decision.LEGAL, rules).adding(clause)


def _two_passes_only(rules: Rules) -> Rules:
    """Nothing but two consecutive passes ends the game.

    Only the clause stays by which `.O` ends after a pass, White's move at B1, and two passes.
    """
    game = Game(rules, (2, 1))
    for turn in (PASS, Move(0b10), PASS, PASS):
        game = game if game.over else game.taking(turn)
    return _dropping((clause for clause in rules.deciding(Decision.PHASE_ENDS) if clause.name != game.ended_by), rules)


def _null_moves(rules: Rules) -> Rules:
    """A single stone may be put where it is removed at once, so that the board stays as it was.

    No clause stays that forbids Black to play at A1 on `.O.`, where one stone dies, but not at B1 on `X.O.`.
    """
    one_dies = move(rules, parse_board(".O."), BLACK, 0b1)
    two_die = move(rules, parse_board("X.O."), BLACK, 0b10)
    conditions = rules.deciding(Decision.PSEUDOLEGAL)
    return _dropping(
        (condition for condition in conditions if not condition.function(one_dies) and condition.function(two_die)),
        rules,
    )


def _suicide_forbidden(rules: Rules) -> Rules:
    """Self-capture is never allowed."""
    return replace(rules, suicide=False) if "suicide" in parameters_of(rules) else rules.adding(_NO_SUICIDE)


def _cut_off(turns: int, rules: Rules) -> Rules:
    """A game is cut off after some number of turns."""

    def cut_off(record: Record) -> bool:
        """The game ends after a number of turns."""
        return record.turn >= turns

    return rules.adding(make_clause(cut_off, f"deviation/{_LENGTH_CAP}", decides=Decision.NO_RESULT))


_LENGTH_CAP = "length-cap"
DEVIATIONS: Mapping[str, Amend] = {
    "no-suicide": _suicide_forbidden,
    "repeat-ends": partial(_instead, _REPEAT_ENDS),
    "simple-ko-only": partial(_instead, _SIMPLE_KO),
    "no-ko": partial(_without, Decision.LEGAL),
    "never-no-result": partial(_without, Decision.NO_RESULT),
    "null-moves": _null_moves,
    "two-passes-only": _two_passes_only,
}
"""What an engine may declare to do otherwise, by its name; a cap on the length of games and readings go with these."""


def _declared(name: str) -> Amend:
    words, equals, answer = name.partition("=")
    if words in READINGS and equals:
        Rules().reading({words: answer})
        return lambda rules: rules.reading({words: answer})
    if words == _LENGTH_CAP and equals and answer.isdecimal():
        return partial(_cut_off, int(answer))
    if name not in DEVIATIONS:
        raise ValueError(no_such("deviation", name, (*DEVIATIONS, f"{_LENGTH_CAP}=TURNS", "reading/ID=ANSWER")))
    return DEVIATIONS[name]


def allowing_for(names: Iterable[str]) -> Amend:
    """What some declared deviations make of rules.

    Raises:
        ValueError: there is no such deviation, or no such answer to a reading.

    >>> allowing_for(["no-suicide"])(Rules(suicide=True)).suicide
    False
    """
    chosen = [_declared(name) for name in names]
    return lambda rules: reduce(lambda amended, amend: amend(amended), chosen, rules)


def set_aside(rules: Rules, amended: Rules) -> tuple[str, ...]:
    """The ids of the clauses in which rules and what deviations make of them differ.

    >>> set_aside(Rules(), allowing_for(["no-ko"])(Rules()))
    ('katago-v2/main/legal-superko',)
    """
    before, after = ({clause.name: clause for clause in rule_set.literally().in_force} for rule_set in (rules, amended))
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return tuple(dict.fromkeys(name.partition("#")[0] for name in names))


_MAY_BE_MISSING = frozenset(
    {
        Decision.PSEUDOLEGAL,
        Decision.LEGAL,
        Decision.MARKS,
        Decision.UNBLOCK,
        Decision.CAPTURES,
        Decision.PASS_STONES,
        Decision.COUNTS_AS_MOVE,
        Decision.LIFE,
        Decision.GAME_ENDS,
        Decision.PHASE_ENDS,
        Decision.NO_RESULT,
        Decision.COMPLETION,
        Decision.REMOVAL,
        Decision.SCORE,
    }
)


@dataclass(frozen=True)
class RulesChange:
    """A small change of rules."""

    words: str
    rules: Rules
    clauses: tuple[str, ...]
    decisions: frozenset[Decision]


@lru_cache(maxsize=256)
def changes(rules: Rules) -> Mapping[str, RulesChange]:
    """The rules without one of the clauses that may be missing, or with another value of a parameter or a reading.

    Each is by its words.

    >>> changes(Rules())["suicide=no"].clauses
    ('katago-v2/move/suicide-ban',)
    """
    # To make each rule set takes longer than to play a short game by it.
    by_words = {}
    for clause in rules.in_force:
        if clause.decides in _MAY_BE_MISSING and statements_of(clause.name):
            words, decided = f"without {clause.name}", frozenset({clause.decides})
            by_words[words] = RulesChange(words, rules.dropping(clause.name), (clause.id,), decided)
    for words, changed in _other_values(rules):
        ids, in_force = set_aside(rules, changed), (*rules.in_force, *changed.in_force)
        decided = frozenset(clause.decides for clause in in_force if clause.id in ids and clause.decides is not None)
        by_words[words] = RulesChange(words, changed, ids, decided)
    return by_words


def _other_values(rules: Rules) -> Iterator[tuple[str, Rules]]:
    for name, choice in CHOICES.items():
        for other in choice.values if choice.is_reading or name in parameters_of(rules) else ():
            if other != rules.parameter(name):
                yield f"{choice.key}={word(other)}", rules.reading({name: other})
