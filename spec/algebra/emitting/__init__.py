"""The reading to compile: clauses are run once, and leave straight programs on machine words behind."""
