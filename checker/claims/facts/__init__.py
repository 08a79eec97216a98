"""Evidence on facts that we state: counts of positions, situations and games, shortest and longest games."""
