"""Spight's rules, his second ones, and Pauli's repeated pass: three short texts on what a pass allows and ends."""
