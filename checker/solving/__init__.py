"""Best play: who wins a game and by how much, by searches that know what each of their proofs asked of the past."""
