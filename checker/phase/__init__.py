"""The phase graph: what one turn does, read from the rules in force and from nowhere else."""
