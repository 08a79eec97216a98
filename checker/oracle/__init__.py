"""The oracle: an engine and the interpreter side by side, and the shortest game on which they disagree.

engine        what a program must answer to be judged, and how it can fail to; setting: where its games start
aspects       what can be asked of a game, and what the rules say of it
plan, run     what is tried, for how long, and in which order; games/ has where the games come from
trial         one game on both sides; disagreement: where they differ
shrinking     from a game that shows a disagreement to a shortest one
naming        the clause that an engine goes against; suspects: where no small change of the rules explains it
nearest       the rules nearest to what an engine does; deviations: what engines declare to do otherwise
findings      what a run came to; results: the same as JSON, in files, and what changed between two
engines/      how programs are asked: by the referee's protocol, by GTP, as Python objects, through adapters
"""
