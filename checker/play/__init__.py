"""Searches that play games, turn by turn, by the interpreter."""
