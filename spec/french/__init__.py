"""The French rules of 2007, as the French federation (FFG) gives them: the sentences that rule."""
