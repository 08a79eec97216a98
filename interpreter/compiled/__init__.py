"""Clauses as compiled programs: written down in Python for numba, or in C for other people's engines."""
