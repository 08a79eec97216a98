"""The oracle: an engine and the interpreter side by side, and the shortest game on which they disagree.

engine        what a program must answer to be judged, how it can fail to, and where its games start
changes       what engines do otherwise than by the rules that they are given, as declared or as guessed
coverage      by which rules an engine is judged, which clauses acted, and what was not tried
plan, run     what is tried, for how long, and in which order
games         where the games come from
trial         one game on both sides, and where they differ
shrinking     from a game that shows a disagreement to a shortest one
naming        the clause that an engine goes against
findings      what a run came to, as values, as JSON and in files, and what changed between two
engines/      how programs are asked: by the referee's protocol, by GTP, as Python objects, as libraries
"""
