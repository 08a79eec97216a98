"""Vectors: games with what the rules say of every turn, as data that any engine can be checked against.

start, vector        where a game starts; the game, and what each rule set says of it
files, replay        vectors as lines of JSON, and where the interpreter says something else than they do
tiers                the vectors of each tier, and what they cover
mutations, mutants   mistakes that can be made in a clause, rules with one of them, and which a game kills
near_misses_of_...   mistakes of engines that get a clause almost right
clause_vectors       for each mutant the shortest game found that kills it; shortest_game: the search
preset_vectors       games on which presets part, and random games; shapes: positions that engines get wrong
perft_tables         numbers of legal turn sequences
"""
