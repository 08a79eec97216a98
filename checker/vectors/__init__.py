"""Vectors: games with what the rules say of every turn, as data that any engine can be checked against.

vector, replay       vectors as lines of JSON, and where the interpreter says something else than they do
tiers                the vectors of each tier; the games of the tiny one are kept in `tiny.json`
mutations, mutants   mistakes that can be made in a clause, rules with one of them, and which a game kills
shapes               positions that engines get wrong, games on which presets part, and random games
"""
