"""What engines need of rules, and in which sentence rules that lack it are refused: the same for all engines.

An engine says what it needs, as in `require(of_a_phase_graph(rules, phase))`. `solve` needs what `of_tables`,
`of_a_phase_graph` and `ends_are_read` say, or else, as `solution.solver_of` decides, only that turns are taken alone.
What shows only as a clause is run, or as positions are read, is refused where it shows: in `past`, `machine`, `ends`,
`phases` and both kinds of tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from ...interpreter.clauses_of_authors import names_mentioned, outside_language
from ...interpreter.history import forgotten
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.parameters import READINGS
from ...spec.registry import Clause, Decision
from ...spec.rules import Refusal, Rules, guard_parameters
from ...spec.vocabulary import THE_RUN, Moment, Phase, Position, Record, Remembered, Tally
from .dependence import HISTORIES, amended_clauses, asks_about, decides
from .past import NOT_TOGETHER, CannotBeRead, NoAccountKept, Untold, ask

# From the worst for Black to the best, as far as who wins goes.
ORDER = (WHITE, None, BLACK)
MOST_POINTS_TRIED = 40
KEPT = "A phase keeps no account of what happened in another, which is not forgotten here."
_OWN_TURN = "A phase keeps no account of a player's own turn before, which a clause asks about."
_COUNTED = frozenset({Remembered.RUN, Remembered.PASSES})
_NOT_READ = frozenset({"tally", "turn", "phase_turn"})
# What has happened, as no machine knows it when it asks which phase follows.
_UNTOLD_AT_ENDS = _NOT_READ | {*HISTORIES, "passes"}
_OF_A_TALLY = frozenset(part.name for part in fields(Tally)) - {"captures"}
_DECIDING = (Decision.LEGAL, Decision.MARKS, Decision.PHASE_ENDS, Decision.GAME_ENDS, Decision.NO_RESULT)
# What an author's clauses may decide that are asked about many situations at once; if one can't be, each is asked.
ASKED_OF_MANY = (Decision.TURN, Decision.NO_TURN, Decision.GAME_ENDS, Decision.AWARDED)
# What may have a pass be taken for the first one again.
_TELLING_OF_PASSES = frozenset(
    {Decision.FIRST_PASS, Decision.PASS, Decision.AFTER_MOVE, Decision.UNBLOCK_ACTION, Decision.NEXT_PHASE}
)


# For each thing that is needed, why rules lack it; None if they have it.
Needs: TypeAlias = Iterable[Refusal | None]


def of_tables(rules: Rules) -> Needs:
    """What tables of phases need for best play beside `of_a_phase_graph`; else each game is searched by itself."""
    yield past_is_forgotten(rules)
    yield NoAccountKept(_OWN_TURN) if asks_about(rules, "own_turn_before") else None
    yield a_lead_wins(rules)


def of_a_phase_graph(rules: Rules, phase: Phase) -> Needs:
    """What a graph of a phase needs, on arrays or not."""
    unread = outside_language(rules)
    yield Refusal(f"{unread} {NOT_TOGETHER}") if unread else None
    yield turns_are_taken_alone(rules, phase)
    yield passes_are_usual(rules, phase)
    yield nothing_is_counted(rules, phase)


def of_situations(rules: Rules, phase: Phase) -> Needs:
    """What situations need to decide which turns are legal."""
    yield turns_are_taken_alone(rules, phase)
    yield passes_are_usual(rules, phase)
    yield occurrences_are_usual(rules, phase)


def obstacle(needs: Needs) -> Refusal | None:
    """Why rules lack the first thing that is needed and that they lack; None if they have all.

    >>> obstacle([*of_a_phase_graph(Rules(), Phase.MAIN), *of_situations(Rules(), Phase.MAIN), *of_tables(Rules())])
    """
    return next(filter(None, needs), None)


def require(needs: Needs) -> None:
    """See that rules have all that an engine needs.

    Raises:
        NoAccountKept: they ask or change what only each game by itself has.
        Refusal: they lack something else.
    """
    if lacking := obstacle(needs):
        raise lacking


def turns_are_taken_alone(rules: Rules, phase: Phase) -> Refusal | None:
    """Every turn is one player's: both agree to nothing. If not, the question of a reading may have another answer."""
    for clause in rules.deciding(Decision.AGREEMENT, phase):
        instead = next((name for name in guard_parameters(clause.guard) if name in READINGS), "")
        other = f"; choose another answer to {instead}" if instead else ""
        return Refusal(f"A phase keeps no account of a turn that both players take, as {clause.name} has it{other}.")
    return None


def passes_are_usual(rules: Rules, phase: Phase) -> Refusal | None:
    """Consecutive passes are those without another turn between, and no result is the end."""
    after_pass, after_another = (forgotten(rules, phase, moment) for moment in (Moment.PASS, Moment.OTHER_TURN))
    if after_another & _COUNTED != {Remembered.RUN} or after_pass & _COUNTED:
        return _amended(rules, Decision.FORGETS, "which passes are consecutive")
    if any(clause.decides is Decision.AFTER_NO_RESULT for clause in amended_clauses(rules)):
        return _amended(rules, Decision.AFTER_NO_RESULT, "what follows on an end without result")
    return None


def occurrences_are_usual(rules: Rules, phase: Phase) -> Refusal | None:
    """States no longer count as having occurred after a pass, if they count at all, and never else."""
    after_pass, after_another = (forgotten(rules, phase, moment) for moment in (Moment.PASS, Moment.OTHER_TURN))
    occurrences = {Remembered.OCCURRENCES}
    wanted = occurrences if rules.deciding(Decision.NO_RESULT, phase) else after_pass & occurrences
    if after_pass - _COUNTED != wanted or after_another - _COUNTED:
        return _amended(rules, Decision.FORGETS, "when states no longer count as having occurred")
    return None


def _amended(rules: Rules, decision: Decision, unknown: str) -> NoAccountKept:
    amended = dict.fromkeys(amendment.name for amendment in rules.amendments if decides(amendment) is decision)
    if not amended:
        return NoAccountKept(f"These rules do not say {unknown}, or otherwise than a phase supposes.")
    return NoAccountKept(f"A phase keeps no account of {unknown}; the amendment of {' and '.join(amended)} changes it.")


def nothing_is_counted(rules: Rules, phase: Phase) -> Refusal | None:
    """No clause on turns and ends asks for a number of turns, or of what is counted, but for captures."""
    for clause in (clause for decision in _DECIDING for clause in rules.deciding(decision, phase)):
        names = names_mentioned([clause.function])
        # Captures alone are counted.
        is_of_captures = "captures" in names and not names & _OF_A_TALLY
        if asked := sorted(names & (_NOT_READ - {"tally"} if is_of_captures else _NOT_READ)):
            return NoAccountKept(
                f"A machine keeps no account of `{asked[0]}`, which the clause {clause.name} asks about."
            )
    return None


def captures_are_asked(rules: Rules, phase: Phase) -> bool:
    """Whether a clause on turns and ends asks how many stones were captured, and tables hold the rest of it."""
    asked = (clause for decision in _DECIDING for clause in rules.deciding(decision, phase))
    return any("captures" in names_mentioned([clause.function]) for clause in asked)


def ends_are_read(rules: Rules) -> Refusal | None:
    """As a phase ends or begins it is known what amended clauses ask and add, and who passed first."""
    tells_who_passed = any(rules.deciding(Decision.FIRST_PASS, each) for each in Phase)
    for clause in amended_clauses(rules):
        if clause.decides is Decision.PHASE_BEGINS:
            sentence = f"A machine keeps no account of what the beginning of a phase adds, as {clause.name} has it."
            return NoAccountKept(sentence)
        asked = sorted(names_mentioned([clause.function]) & _UNTOLD_AT_ENDS)
        if clause.decides is Decision.NEXT_PHASE and asked:
            return NoAccountKept(
                f"A machine keeps no account of `{asked[0]}` as a phase ends, which {clause.name} asks about."
            )
        if tells_who_passed and clause.decides in _TELLING_OF_PASSES:
            return NoAccountKept(f"A machine notes once who passed first, and by {clause.name} that may change.")
    return None


def ends_by_passes_alone(rules: Rules, phase: Phase) -> Refusal | None:
    """No clause of a rules author ends a phase or scores the game before two passes were taken in a row."""
    for clause in amended_clauses(rules):
        ends = clause.decides in (Decision.PHASE_ENDS, Decision.GAME_ENDS) and phase in clause.during
        if ends and not needs_two_passes(clause, rules):
            return ends_otherwise(clause)
    return None


def needs_two_passes(clause: Clause, rules: Rules) -> bool:
    """Whether a clause ends nothing before two passes in a row, whatever stands and whatever has been.

    >>> from superko.spec.registry import clause_named
    >>> needs_two_passes(clause_named("katago-v2/main/end-two-passes"), Rules())
    True
    """
    records = (_untold(rules, pass_run=run) for run in (0, 1))
    try:
        return not any(ask(clause, record) for record in records)
    except CannotBeRead:
        return False


def _untold(rules: Rules, **known: Any) -> Record:
    """A record of which little is known."""
    untold: dict[str, Any] = {part.name: Untold(part.name) for part in fields(Record)}
    return Record(**{**untold, "rules": rules, **known})


def ends_otherwise(*clauses: Clause) -> Refusal:
    """What is said of clauses that may end a phase without two passes, where turns are followed past its end."""
    names = " or ".join(clause.name for clause in clauses)
    return Refusal(
        f"Turns are followed past the end of a game here, and for all that is read of {names} one may end without two "
        "passes in a row: no game reaches what follows then. `superko play`, `perft`, `solve` and `compare` follow "
        "every game to its end."
    )


def starts_anew(rules: Rules, phase: Phase) -> bool:
    """Whether everything that was remembered of the phase before, but for a run of passes, is forgotten as one begins.

    >>> starts_anew(Rules(document="wmsg"), Phase.FIRST_CLEANUP)
    False
    """
    return set(Remembered) - THE_RUN <= forgotten(rules, phase, Moment.PHASE)


def past_is_forgotten(rules: Rules) -> Refusal | None:
    """What happened in a phase is forgotten in the next one, and occurrences after a pass."""
    later = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
    over_a_pass = Remembered.OCCURRENCES not in forgotten(rules, Phase.MAIN, Moment.PASS)
    goes_on = any(rules.deciding(Decision.NEXT_PHASE, each) and not starts_anew(rules, each) for each in later)
    return NoAccountKept(KEPT) if goes_on or (over_a_pass and rules.deciding(Decision.NO_RESULT)) else None


def is_decided_without_a_count(rules: Rules, phase: Phase) -> bool:
    """Whether a clause gives a player the win of a game of this phase, or makes it a draw, without a count."""
    return any(rules.deciding(each, phase) for each in (Decision.AWARDED, Decision.WON, Decision.DRAWN))


def awarding(rules: Rules, phase: Phase) -> tuple[Clause, ...]:
    """The clauses that give a player the win of a game that is over."""
    return rules.deciding(Decision.AWARDED, phase)


def may_be_won(rules: Rules) -> bool:
    """Whether a game may be won without a count, in any phase."""
    by = (Decision.AWARDED, Decision.WON, Decision.NO_TURN)
    return any(rules.deciding(decision, phase) for decision in by for phase in Phase)


def a_lead_wins(rules: Rules) -> Refusal | None:
    """Who wins depends on the lead alone, and the more Black leads by, the better for Black."""
    winner = rules.sole(Decision.WINNER)
    if winner.name not in {amendment.name for amendment in rules.amendments} or _the_greater_lead_is_better(winner):
        return None
    return NoAccountKept(f"Best play by tables is for the lead, and by {winner.name} a lead does not tell who wins.")


@cache
def _the_greater_lead_is_better(winner: Clause) -> bool:
    """Whether a clause has it so, of all scores of half points up to some."""
    scores = [half_points / 2 for half_points in range(2 * MOST_POINTS_TRIED)]
    comes_to: dict[float, set[int]] = {}
    for black, white in product(scores, repeat=2):
        comes_to.setdefault(black - white, set()).add(ORDER.index(winner.function(black, white)))
    outcomes = [sorted(comes_to[lead]) for lead in sorted(comes_to)]
    return all(len(outcome) == 1 for outcome in outcomes) and outcomes == sorted(outcomes)


def who_has_no_turn_loses(rules: Rules, phase: Phase) -> Refusal | None:
    """The player to move who has no legal turn loses, whatever stands and whatever has been."""
    clauses = rules.deciding(Decision.NO_TURN, phase)
    if not clauses:
        return Refusal(
            "A player may have no legal turn under these rules, and no clause says who wins then; one that decides "
            "NO_TURN would."
        )
    for player in Color:
        position: Position[Any] = Position(Untold("what stands"), player, phase)  # type: ignore[arg-type]
        record = _untold(rules, position=position)
        if [[bool(ask(clause, record, color)) for color in (player, player.opponent)] for clause in clauses] != [
            [False, True]
        ] * len(clauses):
            return NoAccountKept(f"In tables who has no legal turn loses, and {clauses[0].name} has it otherwise.")
    return None
