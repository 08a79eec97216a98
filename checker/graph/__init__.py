"""Questions about all the situations that a phase can reach."""

from .reachability import state_graph

__all__ = ["state_graph"]
