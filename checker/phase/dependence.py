"""What the future of a game depends on: all that the clauses in force may still ask about.

Two games of the same length whose keys are equal go on alike, turn for turn. Which parts of a record make up the key is
read off the clauses: a part that no clause in force mentions, nor anything that it calls, makes no difference. It may
remember too much, and never too little. What a clause outside of the language looks at is not known: under rules that
have one, the future depends on all that was played.

Of a history, the clauses of the documents ask which states it holds, not when they stood; of the record before, only
its position. Tests hold every one of them to both, but for the win of the repeated-pass rule: where a clause asks on
which turn something was, the future depends on all that was played. A clause that a rules author wrote may ask for
more: for turns, if it mentions `turn_of`; how often something was, if it mentions `times`; and one that mentions the
record before is taken to look back over the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ...interpreter.clauses_of_authors import names_mentioned, outside_language
from ...spec.algebra import Color
from ...spec.composition import own_turn_before
from ...spec.registry import Clause, Decision, clause_named
from ...spec.rules import Amendment, Rules
from ...spec.vocabulary import Phase, Record

Key: TypeAlias = Callable[[Record], Hashable]

NOT_ASKED_WHEN_PLAYING = (None, Decision.OWNERSHIP_SCORE, Decision.CHARGED_MOVES, Decision.UNBLOCK_PLACE)


def _moves_in(record: Record, *phases: Phase) -> Hashable:
    return tuple(record.tally.moves.get((color, phase), 0) for color in Color for phase in phases)


PARTS: Mapping[str, Callable[[Record], Hashable]] = {
    "passed": lambda record: bool(record.position.passed),
    "last": lambda record: record.last,
    "previous": lambda record: record.previous and record.previous.position,
    "own_turn_before": lambda record: (before := own_turn_before(record)) and before.position.coloring,
    "turn": lambda record: record.turn,
    "phase_turn": lambda record: record.phase_turn,
    "began": lambda record: record.began,
    "earlier": lambda record: frozenset(record.earlier),
    "since_pass": lambda record: record.since_pass.counts(),
    "passed_from": lambda record: frozenset(record.passed_from),
    "made": lambda record: frozenset(record.made),
    "pass_run": lambda record: record.pass_run,
    "passes": lambda record: record.passes,
    "captures": lambda record: tuple(record.tally.captures[color] for color in Color),
    "moves": lambda record: _moves_in(record, Phase.SECOND_CLEANUP),
    "earlier_moves": lambda record: _moves_in(record, Phase.MAIN, Phase.FIRST_CLEANUP),
    "first_passer": lambda record: record.tally.first_passer,
    "button": lambda record: record.tally.first_passer,
    "second_cleanup_start": lambda record: record.tally.second_cleanup_start,
}
HISTORIES = ("earlier", "since_pass", "passed_from", "made")


def key_of(rules: Rules, further: Iterable[Callable[..., Any]] = ()) -> Key:
    """The key of each record under some rules: where two records of the same turn agree in it, so do their futures.

    Further functions may ask about records too, such as ones to be tried in the place of a clause.
    """
    if outside_language(rules):
        return whole_past
    asked = [clause for clause in rules.in_force if clause.decides not in NOT_ASKED_WHEN_PLAYING]
    names = names_mentioned((*(clause.function for clause in asked), *further))
    by_author = names_by_author(rules)
    if "turn_of" in names - by_author:
        return whole_past
    parts = [part for name, part in PARTS.items() if name in names or name in by_author]
    if "turn" not in by_author and PARTS["turn"] in parts:
        parts.remove(PARTS["turn"])
    if "previous" in by_author:
        parts.append(whole_past)
    if by_author & {"turn_of", "tally"}:
        parts += [_with_turns, _counted]
    if "times" in by_author:
        parts.append(lambda record: tuple(getattr(record, name).counts() for name in HISTORIES))

    def key(record: Record) -> Hashable:
        position = record.position
        what_stands = (position.coloring, position.player, position.phase, position.marks)
        return (what_stands, *(part(record) for part in parts))

    return key


def asks_about(rules: Rules, name: str) -> bool:
    """Whether a clause in force that matters when playing mentions something by name, such as `passed`."""
    asked = (clause.function for clause in rules.in_force if clause.decides not in NOT_ASKED_WHEN_PLAYING)
    return name in names_mentioned(asked)


def names_by_author(rules: Rules) -> frozenset[str]:
    """The names that clauses mention which a rules author has replaced or added."""
    return names_mentioned(clause.function for clause in amended_clauses(rules))


def amended_decisions(rules: Rules) -> frozenset[Decision]:
    """What the clauses decide that a rules author has replaced, added or dropped."""
    return frozenset(decision for decision in map(decides, rules.amendments) if decision is not None)


def decides(amendment: Amendment) -> Decision | None:
    """What the clause decides that an amendment replaces, adds or drops."""
    return (amendment.clause or clause_named(amendment.name)).decides


def amended_clauses(rules: Rules) -> Iterator[Clause]:
    """The clauses in force that a rules author has replaced or added, as far as they matter when playing."""
    amended = {clause.name for clause in rules.by_authors}
    for clause in rules.in_force:
        definition = clause.decides is None
        if clause.name in amended and (definition or clause.decides not in NOT_ASKED_WHEN_PLAYING):
            yield clause


def whole_past(record: Record) -> Hashable:
    """Every turn of the game, with what stood before it."""
    past = []
    before: Record | None = record
    while before is not None:
        past.append((before.position, before.last))
        before = before.previous
    return tuple(past)


def _with_turns(record: Record) -> Hashable:
    histories = (getattr(record, name) for name in HISTORIES)
    return tuple(frozenset((event, history.turn_of(event)) for event in history) for history in histories)


def _counted(record: Record) -> Hashable:
    tally = record.tally
    captures_and_moves = (PARTS[name](record) for name in ("captures", "moves", "earlier_moves"))
    return (*captures_and_moves, tally.first_passer, tally.second_cleanup_start)
