"""Whether a player can force the capture of more than stones in a ko, in a cleanup phase with its full history."""

from __future__ import annotations

from dataclasses import dataclass

from ...spec.algebra import Color
from ...spec.vocabulary import Move
from .kinds import threatens
from .local_phase import LocalPhase, Step
from .prolonging import History, clauses_in_force, first_history, following


@dataclass
class Attack:
    """A search for a way to force a capture, which remembers what it has found of every history.

    The attack succeeds when the attacker empties points that are not in the kos, or more than one, or when the phase
    ends while the attacker threatens to. It fails when the defender is the first to empty such points.

    Attributes:
        phase: the cleanup phase.
        attacker: who attacks.
        kos: the points of the kos.
        known: for each history that was looked at, whether the attack succeeds.
    """

    phase: LocalPhase
    attacker: Color
    kos: int
    known: dict[History, bool]

    def succeeds(self, history: History) -> bool:
        """Whether the attacker can force it, whatever the defender does."""
        if history not in self.known:
            attacks = self.phase.positions[history.position].player is self.attacker
            steps = sorted(following(self.phase, clauses_in_force(self.phase), history), key=_captures_first)
            found = (self._succeeds_by(step, after, attacks) for step, after in steps)
            self.known[history] = any(found) if attacks else all(found)
        return self.known[history]

    def _succeeds_by(self, step: Step, after: History | None, attacks: bool) -> bool:
        if step.captured & ~self.kos or step.captured.bit_count() > 1:
            return attacks
        if after is not None:
            return self.succeeds(after)
        return threatens(self.phase.rules, self.phase.positions[step.reached].coloring, self.attacker, self.kos)


def _captures_first(step: tuple[Step, History | None]) -> int:
    turn = step[0]
    if turn.captured:
        return 0
    return 3 if isinstance(turn.turn, Move) else 1 + turn.is_pass


def can_be_forced(phase: LocalPhase, attacker: Color, kos: int) -> tuple[bool, int]:
    """Whether an attacker can force a capture from the start of a phase, and how many histories were looked at."""
    attack = Attack(phase, attacker, kos, {})
    return attack.succeeds(first_history()), len(attack.known)
