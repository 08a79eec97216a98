"""Vectors: games with what the rules say of every turn, as data that any engine can be checked against."""
