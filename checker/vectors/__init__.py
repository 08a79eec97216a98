"""Games as data that any engine can be checked against, in any language, and mistakes that they show.

suites               suites and perft tables as text, and the shortest games known, which lie in `shortest_games.json`
runners/             programs that play a suite to an engine, in C, JavaScript, Python and Rust
mutations, mutants   mistakes that can be made in a clause, rules with one of them, and which of them a game kills
shapes               positions that engines get wrong, and random games
"""
