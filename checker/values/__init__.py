"""What best play comes to on boards and in positions, and where two rule sets make it come out otherwise."""
