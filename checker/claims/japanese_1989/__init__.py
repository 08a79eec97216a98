"""Decisions of what is claimed of the Japanese rules of 1989."""
