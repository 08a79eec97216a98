"""Deviations that engines declare: what they are known to do otherwise than by the rules that they claim.

A declared deviation is allowed for: the engine is compared with the rules as the deviation changes them, and the
verdict names the clauses that are set aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_board
from ...interpreter.wording import no_such
from ...spec.algebra import BLACK
from ...spec.composition import move
from ...spec.documents import parameters_of
from ...spec.parameters import READINGS
from ...spec.registry import Clause, Decision, make_clause
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Play, Record

Amend: TypeAlias = Callable[[Rules], Rules]
"""What is made of the rules that an engine is told."""


@dataclass(frozen=True)
class Deviation:
    """What an engine may declare to do otherwise.

    Attributes:
        name: what it is called on the command line.
        sentence: what the engine does.
        amend: the rules that it follows, in the place of the ones that it claims.
    """

    name: str
    sentence: str
    amend: Amend


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


def _two_passes_only(rules: Rules) -> Rules:
    """Only the clause stays by which `.O` comes to its end after a pass, White's move at B1, and two passes."""
    game = Game(rules, (2, 1))
    for turn in (PASS, Move(0b10), PASS, PASS):
        game = game if game.over else game.taking(turn)
    return _dropping((clause for clause in rules.deciding(Decision.PHASE_ENDS) if clause.name != game.ended_by), rules)


def _null_moves(rules: Rules) -> Rules:
    """No clause stays that forbids Black to play at A1 on `.O.`, where one stone dies, but not at B1 on `X.O.`."""
    one_dies = move(rules, parse_board(".O."), BLACK, 0b1)
    two_die = move(rules, parse_board("X.O."), BLACK, 0b10)
    conditions = rules.deciding(Decision.PSEUDOLEGAL)
    return _dropping(
        (condition for condition in conditions if not condition.function(one_dies) and condition.function(two_die)),
        rules,
    )


def _suicide_forbidden(rules: Rules) -> Rules:
    return replace(rules, suicide=False) if "suicide" in parameters_of(rules) else rules.adding(_NO_SUICIDE)


LENGTH_CAP = "length-cap"
DEVIATIONS = {
    deviation.name: deviation
    for deviation in (
        Deviation("no-suicide", "Self-capture is never allowed.", _suicide_forbidden),
        Deviation(
            "repeat-ends",
            "A move that repeats a state is not forbidden, but ends the game; who then wins is not compared.",
            lambda rules: _without(Decision.LEGAL, rules).adding(_REPEAT_ENDS),
        ),
        Deviation(
            "simple-ko-only",
            "No repetition is forbidden but the immediate recapture.",
            lambda rules: _without(Decision.LEGAL, rules).adding(_SIMPLE_KO),
        ),
        Deviation("no-ko", "No repetition is forbidden.", lambda rules: _without(Decision.LEGAL, rules)),
        Deviation(
            "never-no-result",
            "The game never ends without result.",
            lambda rules: _without(Decision.NO_RESULT, rules),
        ),
        Deviation(
            "null-moves",
            "A move may leave the board as it was: a single stone may be put where it is removed at once.",
            _null_moves,
        ),
        Deviation("two-passes-only", "Nothing but two consecutive passes ends the game.", _two_passes_only),
    )
}


def length_cap(turns: int) -> Deviation:
    """The deviation that games are cut off after some number of turns.

    >>> length_cap(3).name
    'length-cap=3'
    """

    def cut_off(record: Record) -> bool:
        """The game ends after so many turns."""
        return record.turn >= turns

    capping = make_clause(cut_off, "deviation/length-cap", decides=Decision.NO_RESULT)
    return Deviation(
        f"{LENGTH_CAP}={turns}", f"A game is cut off after {turns} turns.", lambda rules: rules.adding(capping)
    )


def _following(reading: str, answer: str) -> Deviation:
    """The deviation that an engine follows another reading than the usual one; rules in other words can't tell it so.

    Raises:
        ValueError: there is no such reading, or no such answer to it.

    >>> _following("reading/ilr-own-stone", "literal").name
    'reading/ilr-own-stone=literal'
    """
    Rules().reading({reading: answer})
    sentence = f"It follows another reading: {READINGS[reading].question} {answer}."
    return Deviation(f"{reading}={answer}", sentence, lambda rules: rules.reading({reading: answer}))


def _named(name: str) -> Deviation:
    words, equals, number = name.partition("=")
    if words in READINGS and equals:
        return _following(words, number)
    if words == LENGTH_CAP and equals and number.isdecimal():
        return length_cap(int(number))
    if name not in DEVIATIONS:
        raise ValueError(no_such("deviation", name, (*DEVIATIONS, f"{LENGTH_CAP}=TURNS", "reading/ID=ANSWER")))
    return DEVIATIONS[name]


def allowing_for(names: Iterable[str]) -> Amend:
    """What some declared deviations make of rules.

    Raises:
        ValueError: there is no such deviation.

    >>> allowing_for(["no-suicide"])(Rules(suicide=True)).suicide
    False
    """
    chosen = [_named(name) for name in names]
    return lambda rules: reduce(lambda amended, deviation: deviation.amend(amended), chosen, rules)


def set_aside(rules: Rules, amended: Rules) -> tuple[str, ...]:
    """The ids of the clauses in which rules and what deviations make of them differ.

    >>> set_aside(Rules(), allowing_for(["no-ko"])(Rules()))
    ('katago-v2/main/legal-superko',)
    """
    before, after = ({clause.name: clause for clause in rule_set.literally().in_force} for rule_set in (rules, amended))
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return tuple(dict.fromkeys(name.partition("#")[0] for name in names))
