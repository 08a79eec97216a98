"""What boards and positions are worth under best play, and where two rule sets make it come out otherwise."""
