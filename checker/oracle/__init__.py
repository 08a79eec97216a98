"""The oracle: an engine and the interpreter side by side, and the shortest game on which they disagree."""
