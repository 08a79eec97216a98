"""Game records: SGF, and what a record says of a game."""
