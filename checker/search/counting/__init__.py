"""Exact numbers of games, and the longest of them, read from the machine of their phase."""
