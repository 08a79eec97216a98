"""Searches over a model of the game: what can be reached, what comes round, and the shortest way to it."""
