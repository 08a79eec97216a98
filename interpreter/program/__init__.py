"""Clauses and whole games as programs: an intermediate form, and what is made of it: Python, C, machine code."""
