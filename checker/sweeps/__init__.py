"""Sweeps: every coloring of a board through the array reading, and the proved lemmas that they use."""
