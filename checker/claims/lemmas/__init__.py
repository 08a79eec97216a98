"""Evidence on lemmas: about positions and moves, and about the clauses themselves."""
