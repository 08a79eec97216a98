"""All engines that lie, by their fault."""

from __future__ import annotations

from . import liars_of_moves, liars_of_phases, liars_of_scores
from .lying import Liar

LIARS: dict[str, Liar] = {
    liar.fault: liar for liar in (*liars_of_moves.LIARS, *liars_of_phases.LIARS, *liars_of_scores.LIARS)
}
