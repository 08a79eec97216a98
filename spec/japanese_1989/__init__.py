"""The Japanese rules of 1989, articles 1 to 14, with life and death by what could be played after the game stops."""
