"""Questions about all the situations that a phase can reach."""

from .as_networkx import state_graph

__all__ = ["state_graph"]
