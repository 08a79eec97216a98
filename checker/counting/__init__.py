"""How many games there are, and how long the longest is."""
