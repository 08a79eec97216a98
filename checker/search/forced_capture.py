"""Whether a player can force the capture of more than stones in a ko, in a phase with its full history."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...spec.algebra import Color
from ...spec.katago_v2.moves import captured_points
from ...spec.vocabulary import Move, Pass
from ..model.machine import Machine, Memory, Taken
from .kinds import threatens


@dataclass
class Attack:
    """A search for a way to force a capture, which remembers what it has found of every history.

    The attack succeeds when the attacker empties points that are not in the kos, or more than one, or when the phase
    ends while the attacker threatens to. It fails when the defender is the first to empty such points.

    Attributes:
        phase: the phase.
        attacker: who attacks.
        kos: the points of the kos.
        known: for each history that was looked at, whether the attack succeeds.
    """

    phase: Machine
    attacker: Color
    kos: int
    known: dict[tuple[int, Memory], bool] = field(default_factory=dict)

    def succeeds(self, node: int, memory: Memory) -> bool:
        """Whether the attacker can force it, whatever the defender does."""
        history = node, memory
        if history not in self.known:
            attacks = self.phase.nodes[node].position.player is self.attacker
            turns = sorted(self.phase.taken(node, memory), key=_captures_first)
            found = (self._succeeds_by(taken, attacks) for taken in turns)
            self.known[history] = any(found) if attacks else all(found)
        return self.known[history]

    def _succeeds_by(self, taken: Taken, attacks: bool) -> bool:
        captured = _captured(taken)
        if captured & ~self.kos or captured.bit_count() > 1:
            return attacks
        if taken.ended_by is None:
            return self.succeeds(taken.node, taken.memory)
        return threatens(self.phase.start.rules, taken.step.position.coloring, self.attacker, self.kos)


def _captured(taken: Taken) -> int:
    return captured_points(taken.step.play) if taken.step.play else 0


def _captures_first(taken: Taken) -> int:
    if _captured(taken):
        return 0
    return 3 if isinstance(taken.step.turn, Move) else 1 + isinstance(taken.step.turn, Pass)


def can_be_forced(phase: Machine, attacker: Color, kos: int) -> tuple[bool, int]:
    """Whether an attacker can force a capture from the start of a phase, and how many histories were looked at."""
    attack = Attack(phase, attacker, kos)
    return attack.succeeds(0, phase.first_memory), len(attack.known)
