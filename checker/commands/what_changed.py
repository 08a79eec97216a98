"""What rules of one's own change, in a few lines: the clauses, whether games end, and what tiny boards are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...interpreter.rule_names import last_amendments
from ...spec.claim import claims
from ...spec.rules import Refusal, Rules
from ...spec.written import written_rules
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from ..play.comparison import compare_rules
from ..proofs.endless import endless_game_in_any_phase
from ..solving.budget import Budget
from ..solving.solution import solve

_BOARDS = ("1x1", "2x1", "3x1", "2x2")
_MOST_NODES = 20_000
_SECONDS = 10.0
_ENDS = "-terminates"


def what_changed(rules: Rules, name: str) -> Iterator[str]:
    """Sentences on amended rules, beside those that they were made of; `name` is what they are called."""
    before = replace(rules, amendments=())
    made_of = written_rules(before)
    yield f"{name} is {made_of} with these changes:"
    for clause, amendment in last_amendments(rules).items():
        yield f"  {clause} is {amendment.change}: {amendment.text}"
    yield f"Beside {made_of}: {compare_rules(before, rules, seconds=_SECONDS)}"
    leads = [(board, value_on(board, rules), value_on(board, before)) for board in _BOARDS]
    listed = (f"{board} {now}" if now == was else f"{board} {now} (was {was})" for board, now, was in leads)
    yield f"Black's lead under best play, from the empty board: {', '.join(listed)}."


def on_whether_it_ends(rules: Rules) -> str:
    """The claim that every game under some rules ends; "" if their document has none."""
    about = [claim.id for claim in claims() if claim.document == rules.document and claim.id.endswith(_ENDS)]
    return max(about, key=lambda claim: (claim == "claim/game-terminates", -len(claim)), default="")


def whether_it_ends(rules: Rules, findings: Sequence[Finding]) -> str:
    """Whether every game ends under some rules, in a sentence: by a proof, or by a game that goes on forever.

    Args:
        rules: the rules.
        findings: what was found of the claim that it is so.
    """
    if {finding.verdict.outcome for finding in findings} == {Outcome.PROVED}:
        return f"Every game ends, on boards of every size ({on_whether_it_ends(rules)} is proved)."
    try:
        endless = endless_game_in_any_phase(rules)
    except Refusal as refused:
        return f"It is not known whether every game ends. {refused}"
    if endless is not None:
        return f"A game can go on forever: {endless}."
    return "It is not known whether every game ends: there is no proof, and no endless game was found on tiny boards."


def value_on(board: str, rules: Rules) -> str:
    """What an empty board is worth to Black under some rules; "?" where a short search does not say."""
    try:
        solution = solve(rules, board, Budget(nodes=_MOST_NODES))
    except Refusal:
        return "?"
    if solution.value is not None:
        return f"{solution.value:g}"
    return "?" if solution.both is None else f"{solution.both.worst:g} or {solution.both.best:g}"
