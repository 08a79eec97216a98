"""How many games there are, how long the longest is, and which histories the future can distinguish."""
