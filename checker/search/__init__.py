"""Searches over a model of the game: none of them knows a rule of Go."""
