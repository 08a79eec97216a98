"""One turn, and all that can follow from it within a phase, read from the rules in force and from nowhere else.

A turn is made in three ways. `interpreter.history.after` makes it of a record, which is the truth; games and proofs go
through it. `machine` makes it of a node of the phase graph, for any rules: what a clause asks of the past becomes a
guard of the step. `steps_arrays` makes it of many nodes at once in numpy, for the documents. `interpreter.program`
writes the interpreter's turn out as a program. What else takes turns (`situations`, `turns`, tables, the solver's
kernel) goes along what one of these has made.

past, dependence     what a clause asks of the past, as questions and guards; when two pasts have the same future
machine              the nodes of a phase one by one; `Model` plays whole games
situations, turns    nodes without a past, as graphs of simple ko and of cleanup have them
codes, changes, symmetry, steps_arrays, many
                     nodes as numbers, what a step changes, images of boards, and steps of many nodes
tables, tables_arrays, phases, ends
                     a phase as tables to be searched, read on arrays or one by one, and what its ends are worth
requirements         what engines need of rules
breadth_first        the one breadth-first search
"""
